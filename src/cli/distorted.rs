//! `voltsight lab check --distort`: the reader on distorted pictures, a line for each kind.

use super::taught::TaughtLooks;
use crate::game::Pictures;
use crate::number::whole;
use crate::output::print;
use crate::show::table::{Align, Table};
use anyhow::{Context, bail};
use lab::check::Truths;
use lab::distort::Kind;
use lab::specimen::Specimen;
use lab::tally::TrialTally;
use lab::trial::{self, Trial};
use rayon::prelude::*;
use serde::Serialize;
use session::capture::decode::decode;
use session::files::shown;
use session::observation::Reader;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The options of `check` that ask for distorted pictures.
#[derive(Debug, clap::Args)]
pub struct Distorting {
    /// Read N distorted pictures instead of the originals.
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=10_000_000))]
    distort: Option<usize>,
    /// The seed of the distortions.
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "distort")]
    seed: u64,
    /// Only these kinds of distortion, separated by commas. Without it: all in which the game can be seen, but for
    /// `poor-photo`.
    #[arg(long, value_name = "KINDS", value_delimiter = ',', requires = "distort")]
    kinds: Vec<Kind>,
    /// Add N pictures of the built-in game.
    #[arg(long, value_name = "N", requires = "distort", value_parser = whole::<usize>(1..=100_000))]
    built_in: Option<usize>,
    /// Draw N random themes, learn each from one picture, and read as many other pictures of it as --distort says.
    #[arg(long, value_name = "N", requires = "distort", value_parser = whole::<usize>(1..=100_000),
          conflicts_with_all = ["kinds", "built_in", "folders"])]
    looks: Option<usize>,
    /// Save pictures that were read wrong, and some that were not read, with their recipes.
    #[arg(long, value_name = "DIR", requires = "distort")]
    save: Option<PathBuf>,
}

/// Of each kind, so many pictures without a wrong field are saved.
const SAVED_UNREAD: usize = 4;

/// A line of the table.
#[derive(Debug, Serialize)]
struct Line {
    kind: &'static str,
    #[serde(flatten)]
    tally: TrialTally,
    wrong_share: f64,
}

/// What is saved beside a picture.
#[derive(Serialize)]
struct Saved<'a> {
    specimen: &'a str,
    companion: &'a str,
    recipe: &'a lab::distort::Distortion,
    wrong: &'a [String],
    unreadable: &'a [String],
}

/// The pictures of a folder that can be distorted, and the names of those that cannot: damaged ones
/// and those that [`Specimen::new`] refuses.
pub(super) fn specimens(
    folder: &Path,
    truths: Truths,
    pictures: &dyn Pictures,
    reader: &dyn Reader,
) -> (Vec<Specimen>, Vec<String>) {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    let native = pictures.native_screen();
    for (file, truth) in truths {
        let picture = decode(&folder.join(&file)).ok();
        let name = file.clone();
        match picture.and_then(|picture| Specimen::new(name, picture, truth, native, reader)) {
            Some(specimen) => found.push(specimen),
            None => left_out.push(file),
        }
    }
    (found, left_out)
}

impl Distorting {
    /// Whether distorted pictures are wanted.
    pub fn wanted(&self) -> bool {
        self.distort.is_some()
    }

    /// The themes that are to be drawn by chance.
    pub fn looks(&self) -> Option<TaughtLooks<'_>> {
        Some(TaughtLooks {
            looks: self.looks?,
            others: self.distort.unwrap_or_default(),
            seed: self.seed as u32,
            save: self.save.as_deref(),
        })
    }

    /// The pictures of the built-in game that are wanted.
    ///
    /// # Errors
    /// The game has none.
    pub fn built_in(&self, pictures: &dyn Pictures) -> anyhow::Result<Vec<Specimen>> {
        match self.built_in {
            Some(count) => pictures.specimens(count, self.seed as u32),
            None => Ok(Vec::new()),
        }
    }

    /// The kinds that were asked for, else all that a game is seen in and that a reader promises to read.
    fn kinds(&self, pictures: &dyn Pictures) -> Vec<Kind> {
        let seen = |kind: &Kind| pictures.native_screen().is_some() || !kind.is_of_screens();
        match &self.kinds[..] {
            [] => Kind::ALL.into_iter().filter(seen).filter(|kind| !kind.is_beyond()).collect(),
            kinds => kinds.to_vec(),
        }
    }

    /// Runs the trials and prints the table; all trials together.
    ///
    /// # Errors
    /// Nothing to distort, or the folder to save to cannot be written.
    pub fn run(
        &self,
        pictures: &dyn Pictures,
        specimens: &[Specimen],
        reader: &dyn Reader,
        json: bool,
    ) -> anyhow::Result<TrialTally> {
        if specimens.is_empty() {
            bail!("none of the pictures can be distorted: name other folders or give --built-in");
        }
        if let Some(folder) = &self.save {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("the folder {} cannot be made", shown(folder)))?;
        }
        let kinds = self.kinds(pictures);
        let frames = self.distort.unwrap_or_default();
        let table = table();
        if !json {
            print(&table.heading())?;
        }
        let mut lines = Vec::new();
        for (k, &kind) in kinds.iter().enumerate() {
            // As many of each kind, and one more of the first ones.
            let share = frames / kinds.len() + usize::from(k < frames % kinds.len());
            let line = Line::new(kind.name(), self.kind(kind, share, specimens, reader)?);
            if !json {
                print(&line.text(&table))?;
            }
            lines.push(line);
        }
        let all = lines.iter().fold(TrialTally::default(), |all, line| all.plus(line.tally));
        lines.push(Line::new("all", all));
        print(&match (json, lines.last()) {
            (false, Some(all)) => all.text(&table) + &calibration(&all.tally),
            _ => serde_json::to_string_pretty(&lines)? + "\n",
        })?;
        Ok(all)
    }

    fn kind(
        &self,
        kind: Kind,
        frames: usize,
        specimens: &[Specimen],
        reader: &dyn Reader,
    ) -> anyhow::Result<TrialTally> {
        let specimens = trial::fitting(kind, specimens);
        if specimens.is_empty() {
            return Ok(TrialTally::default());
        }
        let unread = AtomicUsize::new(0);
        (0..frames)
            .into_par_iter()
            .map(|i| {
                let (recipe, specimen, companion) = trial::plan(kind, i, self.seed, &specimens);
                let trial = trial::run(recipe, specimen, companion, reader);
                let mut tally = TrialTally::default();
                tally.add(&trial);
                if let Some(folder) = &self.save {
                    let names = (specimen.name.as_str(), companion.name.as_str());
                    save(folder, &format!("{kind}-{i:05}"), &unread, &trial, names)?;
                }
                Ok(tally)
            })
            .try_reduce(TrialTally::default, |a, b| Ok(a.plus(b)))
    }
}

/// Saves a trial that has something wrong; one that only misses something, if few are saved yet.
fn save(
    folder: &Path,
    name: &str,
    unread: &AtomicUsize,
    trial: &Trial,
    (specimen, companion): (&str, &str),
) -> anyhow::Result<()> {
    let comparison = &trial.comparison;
    let prefix = if !comparison.wrong.is_empty() {
        "wrong"
    } else if !comparison.unreadable.is_empty() && unread.fetch_add(1, Relaxed) < SAVED_UNREAD {
        "unread"
    } else {
        return Ok(());
    };
    let stem = format!("{prefix}-{name}");
    let picture = folder.join(format!("{stem}.png"));
    trial
        .distorted
        .picture
        .save(&picture)
        .with_context(|| format!("{} cannot be written", shown(&picture)))?;
    let saved = Saved {
        specimen,
        companion,
        recipe: &trial.recipe,
        wrong: &comparison.wrong,
        unreadable: &comparison.unreadable,
    };
    let note = folder.join(format!("{stem}.json"));
    std::fs::write(&note, serde_json::to_string_pretty(&saved)?)
        .with_context(|| format!("{} cannot be written", shown(&note)))
}

/// The columns of the lines.
fn table() -> Table {
    let numbers =
        ["frames", "fully right, %", "no board", "unreadable", "wrong", "wrong per 10,000 read"];
    let numbers = numbers.map(|heading| (heading, Align::Right, 0));
    Table::new([("distortion", Align::Left, 13)].into_iter().chain(numbers))
}

impl Line {
    fn new(kind: &'static str, tally: TrialTally) -> Self {
        Self { kind, tally, wrong_share: tally.wrong_share() }
    }

    fn text(&self, table: &Table) -> String {
        let t = &self.tally;
        table.line([
            self.kind.to_owned(),
            t.frames.to_string(),
            format!("{:.1}", 100.0 * t.share_right()),
            t.not_found.to_string(),
            t.unreadable.to_string(),
            t.wrong.to_string(),
            format!("{:.2}", 1e4 * self.wrong_share),
        ])
    }
}

/// How often each range of confidence was wrong.
fn calibration(tally: &TrialTally) -> String {
    let table = Table::new([
        ("confidence, %", Align::Left, 15),
        ("fields read", Align::Right, 12),
        ("wrong, %", Align::Right, 10),
    ]);
    let lines = tally.calibration.ranges().map(|(from, to, count)| {
        let wrong = 100.0 * count.wrong as f64 / count.read.max(1) as f64;
        let range = format!("{} to {}", 100.0 * from, 100.0 * to);
        vec![range, count.read.to_string(), format!("{wrong:.3}")]
    });
    "\n".to_owned() + &table.whole(&lines.collect::<Vec<_>>())
}
