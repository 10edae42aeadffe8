//! `voltsight lab check --distort --looks`: random themes, each learned from one picture.

use crate::game::Pictures;
use crate::output::print;
use crate::show::table::{Align, Table};
use anyhow::Context;
use image::RgbImage;
use lab::progress::bar;
use lab::tally::TrialTally;
use lab::taught::TaughtTrial;
use rayon::prelude::*;
use serde::Serialize;
use session::files::shown;
use std::fmt::Write;
use std::path::Path;

/// What is tried.
pub(super) struct TaughtLooks<'a> {
    /// How many looks.
    pub looks: usize,
    /// How many pictures of each, besides the one that teaches it.
    pub others: usize,
    /// What chance draws from: the theme with index i has the seed `seed + i`.
    pub seed: u32,
    /// Where pictures are saved that taught nothing or were read wrong, and some that were not read.
    pub save: Option<&'a Path>,
}

/// What came of it.
#[derive(Debug, Default, Serialize)]
pub(super) struct TaughtReport {
    looks: usize,
    taught: usize,
    /// Those that were not taught.
    refused: Vec<Refused>,
    same_size: TrialTally,
    resized: TrialTally,
    /// Both.
    pub all: TrialTally,
}

#[derive(Debug, Serialize)]
struct Refused {
    seed: u32,
    why: String,
}

/// Of each theme, so many pictures without a wrong field are saved.
const SAVED_UNREAD: usize = 2;

impl TaughtLooks<'_> {
    /// Runs the trials and prints what came of them.
    ///
    /// # Errors
    /// The game has no such themes, or the folder to save to cannot be written.
    pub fn run(&self, pictures: &dyn Pictures, json: bool) -> anyhow::Result<TaughtReport> {
        if let Some(folder) = self.save {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("the folder {} cannot be made", shown(folder)))?;
        }
        let progress = bar(self.looks as u64, "looks");
        let trials = (0..self.looks as u32).into_par_iter().map(|i| {
            let trial = pictures.taught_trial(self.seed.wrapping_add(i), self.others)?;
            if let Some(folder) = self.save {
                save(folder, &trial)?;
            }
            progress.inc(1);
            // The pictures are not needed any more.
            let [mut same_size, mut resized] = [TrialTally::default(); 2];
            for other in &trial.others {
                let tally = if other.resized { &mut resized } else { &mut same_size };
                tally.count(&other.comparison, other.is_found);
            }
            Ok((trial.seed, trial.refused, same_size, resized))
        });
        let trials = trials.collect::<anyhow::Result<Vec<_>>>()?;
        progress.finish_and_clear();
        let mut report = TaughtReport { looks: self.looks, ..TaughtReport::default() };
        for (seed, refused, same_size, resized) in trials {
            match refused {
                Some(why) => report.refused.push(Refused { seed, why }),
                None => report.taught += 1,
            }
            report.same_size = report.same_size.plus(same_size);
            report.resized = report.resized.plus(resized);
        }
        report.all = report.same_size.plus(report.resized);
        print(&if json { serde_json::to_string_pretty(&report)? + "\n" } else { report.text() })?;
        Ok(report)
    }
}

impl TaughtReport {
    fn text(&self) -> String {
        let mut text =
            format!("{} of {} themes learned from one picture\n", self.taught, self.looks);
        for Refused { seed, why } in &self.refused {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "  not seed {seed}: {why}");
        }
        let headings = ["read", "fully right, %", "unreadable", "wrong", "wrong per 10,000 read"];
        let numbers = headings.map(|heading| (heading, Align::Right, 0));
        let table = Table::new([("other pictures", Align::Left, 0)].into_iter().chain(numbers));
        let lines = [
            ("of the same size", self.same_size),
            ("of other sizes", self.resized),
            ("all", self.all),
        ]
        .map(|(name, tally)| {
            vec![
                name.to_owned(),
                tally.frames.to_string(),
                format!("{:.1}", 100.0 * tally.share_right()),
                tally.unreadable.to_string(),
                tally.wrong.to_string(),
                format!("{:.2}", 1e4 * tally.wrong_share()),
            ]
        });
        text + "\n" + &table.whole(&lines)
    }
}

/// Saves the first picture of a theme that was not taught, and those others that have something wrong; of
/// those that only miss something, the first.
fn save(folder: &Path, trial: &TaughtTrial) -> anyhow::Result<()> {
    let write = |name: String, picture: &RgbImage, note: &str| -> anyhow::Result<()> {
        let path = folder.join(&name);
        let cannot = || format!("{} cannot be written", shown(&path));
        picture.save(path.with_extension("png")).with_context(cannot)?;
        std::fs::write(path.with_extension("txt"), note).with_context(cannot)
    };
    let seed = trial.seed;
    if let Some(why) = &trial.refused {
        return write(format!("refused-{seed}"), &trial.picture, &format!("{why}\n"));
    }
    let mut unread = 0;
    for (i, other) in trial.others.iter().enumerate() {
        let comparison = &other.comparison;
        let note = [&comparison.wrong[..], &comparison.unreadable].concat().join("\n") + "\n";
        if !comparison.wrong.is_empty() {
            write(format!("wrong-{seed}-{i:02}"), &other.picture, &note)?;
        } else if !comparison.unreadable.is_empty() {
            unread += 1;
            if unread <= SAVED_UNREAD {
                write(format!("unread-{seed}-{i:02}"), &other.picture, &note)?;
            }
        }
    }
    if unread > 0 {
        write(format!("first-{seed}"), &trial.picture, "")?;
    }
    Ok(())
}
