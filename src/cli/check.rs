//! `voltsight lab check`: how well folders of pictures are read whose truth is known.

use super::MEMORY;
use super::distorted::{Distorting, specimens};
use super::looks::LookArguments;
use super::progress::Progress;
use crate::any_game::{Readers, candidates};
use crate::game::{Game, Pictures};
use crate::number::real;
use crate::output::{Exit, print, warn};
use crate::show::table::{Align, Table};
use anyhow::bail;
use lab::check::{Folder, check, folders, truths};
use serde_json::{Map, Value};
use session::files::shown;
use session::observation::Reader;
use session::truth::Truth;
use std::fmt::Write;
use std::path::PathBuf;

/// Read folders of pictures, and compare with their truth.json
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Check {
    /// Folders that have a truth.json, or folders of such folders.
    #[arg(required_unless_present_any = ["built_in", "looks"], value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Fail if a smaller share of the pictures is fully right, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = real(0.0..=100.0))]
    min_right: f64,
    /// Fail if more fields than this are wrong.
    #[arg(long, value_name = "N", default_value_t = 0)]
    max_wrong: usize,
    /// Print JSON: the folders, and for each picture its fields right, unreadable and wrong.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    looks: LookArguments,
    #[command(flatten)]
    distorting: Distorting,
}

const EXIT_CODES: &str = "A picture is fully right when everything that it shows was read and nothing \
is wrong.\n\nExit codes: 0 within the limits; 1 not; 2 a folder, its truth.json or a picture that it names cannot \
be read.";

impl Check {
    pub fn run(&self, named: Option<&'static dyn Game>) -> anyhow::Result<Exit> {
        if self.distorting.wanted() {
            return self.run_distorted(named);
        }
        let games = candidates(named)?;
        let readers = self.looks.readers(named)?;
        let mut all = Vec::new();
        for root in &self.folders {
            all.extend(folders(root)?);
        }
        let mut progress = Progress::new("pictures checked");
        let mut results = Vec::new();
        let mut usual = Vec::new();
        for folder in &all {
            let (game, truths) = truths(&games, truth_of, folder)?;
            let (pictures, reader) = of(game, &readers)?;
            results.push(check(folder, truths, reader, &MEMORY, || progress.step()));
            usual.push(pictures.usual_look());
        }
        progress.clear();
        let pictures: usize = results.iter().map(|f| f.pictures.len()).sum();
        let right: usize = results.iter().map(Folder::fully_right).sum();
        let wrong: usize = results.iter().map(|f| f.fields().2).sum();
        let text = if self.json {
            serde_json::to_string(&results)? + "\n"
        } else {
            table(&results, &usual)?
        };
        print(&text)?;
        let undecoded = results.iter().flat_map(|f| &f.pictures).filter(|p| p.undecoded).count();
        if undecoded > 0 {
            bail!("{undecoded} of the pictures named cannot be read: see what is refused above");
        }
        Ok(self.judge(pictures, right, wrong))
    }

    /// Reads distorted pictures of one game: that of the folders, else the one that was named, else
    /// the first.
    fn run_distorted(&self, named: Option<&'static dyn Game>) -> anyhow::Result<Exit> {
        let games = candidates(named)?;
        let readers = self.looks.readers(named)?;
        if let Some(looks) = self.distorting.looks() {
            let (pictures, _) = of(named.unwrap_or(games[0]), &readers)?;
            let all = looks.run(pictures, self.json)?.all;
            return Ok(self.judge(all.frames, all.fully_right, all.wrong));
        }
        let mut known = named;
        let mut all = Vec::new();
        for root in &self.folders {
            for folder in folders(root)? {
                let (game, truths) = truths(&games, truth_of, &folder)?;
                if let Some(other) = known.filter(|known| known.name() != game.name()) {
                    bail!(
                        "{} shows {}, others {}: distort pictures of one game at a time",
                        shown(&folder),
                        game.title(),
                        other.title()
                    );
                }
                known = Some(game);
                let (pictures, reader) = of(game, &readers)?;
                let (found, left_out) = specimens(&folder, truths, pictures, reader);
                if !left_out.is_empty() {
                    warn(format_args!(
                        "voltsight: left out of {} (unread without distortion, or too small to distort): {}",
                        shown(&folder),
                        left_out.join(", ")
                    ));
                }
                all.extend(found);
            }
        }
        let (pictures, reader) = of(known.unwrap_or(games[0]), &readers)?;
        all.extend(self.distorting.built_in(pictures)?);
        let tally = self.distorting.run(pictures, &all, reader, self.json)?;
        Ok(self.judge(tally.frames, tally.fully_right, tally.wrong))
    }

    fn judge(&self, pictures: usize, right: usize, wrong: usize) -> Exit {
        let enough = right as f64 * 100.0 >= self.min_right * pictures as f64;
        if enough && wrong <= self.max_wrong { Exit::Success } else { Exit::No }
    }
}

/// How the pictures of a game are read, and its reader.
fn of<'r>(
    game: &'static dyn Game,
    readers: &'r Readers,
) -> anyhow::Result<(&'static dyn Pictures, &'r dyn Reader)> {
    match (game.pictures(), readers.of(game)) {
        (Some(pictures), Some(reader)) => Ok((pictures, reader)),
        _ => bail!("no profile of that name is one of {}", game.title()),
    }
}

/// The results as text. Looks are told but for the usual one of each folder's game.
fn table(results: &[Folder], usual: &[&str]) -> anyhow::Result<String> {
    let mut out = String::new();
    let names: Vec<String> = results.iter().map(|f| shown(&f.folder).to_string()).collect();
    let numbers = ["pictures", "fully right", "fields right", "unreadable", "WRONG", "ms/picture"];
    let columns = numbers.into_iter().map(|heading| (heading, Align::Right, 0));
    let lines = names.iter().zip(results).map(|(name, folder)| {
        let (right, unreadable, wrong) = folder.fields();
        vec![
            name.clone(),
            folder.pictures.len().to_string(),
            folder.fully_right().to_string(),
            right.to_string(),
            unreadable.to_string(),
            wrong.to_string(),
            format!("{:.2}", folder.mean_time().as_secs_f64() * 1e3),
        ]
    });
    let table = Table::new([("folder", Align::Left, 0)].into_iter().chain(columns));
    out += &table.whole(&lines.collect::<Vec<_>>());
    for ((name, folder), usual) in names.iter().zip(results).zip(usual) {
        for (look, count) in folder.looks().into_iter().filter(|(look, _)| look != usual) {
            writeln!(out, "theme       {name}: {count} with {look}")?;
        }
    }
    for (name, folder) in names.iter().zip(results) {
        for picture in &folder.pictures {
            let comparison = &picture.comparison;
            let at = format!("{name}/{}", picture.file);
            for wrong in &comparison.wrong {
                writeln!(out, "WRONG       {at}: {wrong}")?;
            }
            if let Some(why) = &picture.refused {
                writeln!(out, "refused     {at}: {why}")?;
            } else if !comparison.unreadable.is_empty() {
                writeln!(out, "unreadable  {at}: {}", comparison.unreadable.join(", "))?;
            }
        }
    }
    Ok(out)
}

/// What one of the [`candidates`] says of an entry of a `truth.json`.
fn truth_of(game: &'static dyn Game, entry: &Map<String, Value>) -> Result<Box<dyn Truth>, String> {
    match game.pictures() {
        Some(pictures) => pictures.truth(entry),
        None => Err(format!("{} is not read from pictures", game.title())),
    }
}
