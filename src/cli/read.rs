//! `voltsight read`: what saved pictures show.

use super::MEMORY;
use super::annotated;
use super::looks::LookArguments;
use super::progress::Progress;
use crate::any_game::Readers;
use crate::game::Game;
use crate::output::{Exit, print_on, sentence, warn};
use crate::show;
use anyhow::bail;
use lab::parallel::in_order;
use serde::Serialize;
use session::capture::decode::{DecodeError, Picture, decode_stream, decode_within};
use session::files::{OutputFile, shown};
use session::observation::Observation;
use std::path::{Path, PathBuf};

/// Read the board off saved pictures, field by field
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Read {
    /// Pictures of the game's screen, an emulator's window or a desktop (PNG, JPEG, GIF, BMP, WebP);
    /// - for one on standard input.
    #[arg(required = true, value_name = "IMAGE")]
    images: Vec<PathBuf>,
    /// Print JSON, one object a line and picture (docs/reference/json.md describes it).
    #[arg(long)]
    json: bool,
    /// Save each picture to DIR with what was read drawn on it, and the confidence. The PNG has the picture's name,
    /// with a number if two have the same.
    #[arg(long, value_name = "DIR")]
    annotate: Option<PathBuf>,
    /// Let --annotate replace files, but never a picture that is read.
    #[arg(long, requires = "annotate")]
    force: bool,
    #[command(flatten)]
    looks: LookArguments,
}

const EXIT_CODES: &str = "Exit codes: 0 a board was read in every picture; 1 a picture has no board; \
2 a file is not a picture, or cannot be read or written.";

/// How standard input is named among the pictures.
const STANDARD_INPUT: &str = "-";

/// A line of JSON output.
#[derive(Serialize)]
struct Line {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'static str>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    report: Option<Box<dyn erased_serde::Serialize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// What came of one picture, and what is to be printed.
struct Outcome {
    exit: Exit,
    out: String,
    complaints: Vec<String>,
}

impl Read {
    pub fn run(&self, named: Option<&'static dyn Game>) -> anyhow::Result<Exit> {
        if self.images.iter().filter(|image| is_standard_input(image)).count() > 1 {
            bail!("standard input (-) can be read once only");
        }
        let targets = match &self.annotate {
            Some(folder) => annotated::targets(folder, &self.images, self.force)?
                .into_iter()
                .map(Some)
                .collect(),
            None => vec![None; self.images.len()],
        };
        let readers = self.looks.readers(named)?;
        let jobs: Vec<(&PathBuf, Option<OutputFile>)> = self.images.iter().zip(targets).collect();
        let mut progress = Progress::new("pictures read");
        let mut worst = Exit::Success;
        let work = |(path, target): &(&PathBuf, Option<OutputFile>)| {
            self.one(path, target.as_ref(), &readers)
        };
        let ended = in_order(&jobs, work, |outcome| {
            progress.clear();
            for complaint in outcome.complaints {
                warn(format_args!("voltsight: {complaint}"));
            }
            let read_on = print_on(&outcome.out).map_err(Some)?;
            progress.step();
            if outcome.exit as u8 > worst as u8 {
                worst = outcome.exit;
            }
            // Where nobody reads the output, only pictures to be saved are worth the work.
            if read_on || self.annotate.is_some() { Ok(()) } else { Err(None) }
        });
        if let Err(Some(error)) = ended {
            return Err(error);
        }
        progress.clear();
        Ok(worst)
    }

    fn one(&self, path: &Path, target: Option<&OutputFile>, readers: &Readers) -> Outcome {
        let picture = match load(path) {
            Ok(picture) => picture,
            Err(error) => return self.refusal(path, Exit::BadInput, error.to_string()),
        };
        let (game, seen) = match readers.read(&picture) {
            Ok(found) => found,
            Err(error) => {
                return self.refusal(path, Exit::No, format!("{}: {error}", named(path)));
            }
        };
        let out = if self.json {
            line(path, Ok((game, &*seen)))
        } else {
            format!("{}\n{}\n", named(path), show::reading::text(&*seen))
        };
        let saved = target.map_or(Ok(()), |target| {
            let drawn = show::annotate::annotate(&picture, &seen.screens(), &seen.fields());
            show::annotate::save(&drawn, target)
        });
        match saved {
            Ok(()) => Outcome { exit: Exit::Success, out, complaints: vec![] },
            Err(error) => Outcome { exit: Exit::BadInput, out, complaints: vec![sentence(&error)] },
        }
    }

    fn refusal(&self, path: &Path, exit: Exit, why: String) -> Outcome {
        if self.json {
            Outcome { exit, out: line(path, Err(why)), complaints: vec![] }
        } else {
            Outcome { exit, out: String::new(), complaints: vec![why] }
        }
    }
}

fn line(path: &Path, result: Result<(&dyn Game, &dyn Observation), String>) -> String {
    // JSON is Unicode: what is not becomes U+FFFD.
    let file = path.to_string_lossy().into_owned();
    let line = match result {
        Ok((game, seen)) => {
            Line { file, game: Some(game.name()), report: Some(seen.report()), error: None }
        }
        Err(error) => Line { file, game: None, report: None, error: Some(error) },
    };
    serde_json::to_string(&line).expect("the keys of a report are strings") + "\n"
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// The picture's name for people.
fn named(path: &Path) -> String {
    if is_standard_input(path) { "standard input".to_owned() } else { shown(path).to_string() }
}

fn load(path: &Path) -> Result<Picture<'static>, DecodeError> {
    if is_standard_input(path) {
        decode_stream(std::io::stdin().lock(), Path::new("standard input"), &MEMORY)
    } else {
        decode_within(path, &MEMORY)
    }
}
