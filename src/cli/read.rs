//! `voltsight read`: what saved pictures show.

use super::looks::LookArguments;
use crate::capture::decode::decode;
use crate::games::voltorb_flip::report::Report;
use crate::games::voltorb_flip::screen::{self, Looks, Reader};
use crate::output::{Exit, print};
use crate::show;
use anyhow::Context;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Read the board off saved pictures: headers, cards, marks, cursor, level, coins, state
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Read {
    /// Pictures of the touch screen, both screens, an emulator's window or a desktop (PNG, JPEG,
    /// GIF, BMP, WebP).
    #[arg(required = true, value_name = "IMAGE")]
    images: Vec<PathBuf>,
    /// Print JSON, one object a line and picture (docs/json.md describes it).
    #[arg(long)]
    json: bool,
    /// Save each picture to DIR with boxes, what was read and how sure it is.
    #[arg(long, value_name = "DIR")]
    annotate: Option<PathBuf>,
    #[command(flatten)]
    looks: LookArguments,
}

const EXIT_CODES: &str = "Exit codes: 0 a board was read in every picture; 1 a picture has no board; \
2 a file is no picture, or cannot be read or written.";

/// A line of JSON output.
#[derive(Serialize)]
struct Line<'a> {
    file: &'a Path,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    report: Option<Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// What came of one picture.
struct Outcome {
    exit: Exit,
    result: Result<screen::Sighting, String>,
}

impl Read {
    pub fn run(&self) -> anyhow::Result<Exit> {
        if let Some(folder) = &self.annotate {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let looks = self.looks.looks()?;
        let outcomes: Vec<Outcome> = self
            .images
            .par_iter()
            .map(|path| self.one(path, looks.clone()))
            .collect::<anyhow::Result<_>>()?;
        let mut out = String::new();
        for (path, outcome) in self.images.iter().zip(&outcomes) {
            if self.json {
                let line = Line {
                    file: path,
                    report: outcome.result.as_ref().ok().map(Report::of),
                    error: outcome.result.as_ref().err().cloned(),
                };
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
            } else {
                match &outcome.result {
                    Ok(seen) => writeln!(out, "{}\n{}", path.display(), show::reading::text(seen))?,
                    Err(why) => eprintln!("voltsight: {why}"),
                }
            }
        }
        print(&out)?;
        let worst = outcomes.iter().map(|o| o.exit).max_by_key(|exit| *exit as u8);
        Ok(worst.unwrap_or(Exit::Success))
    }

    fn one(&self, path: &Path, looks: Looks) -> anyhow::Result<Outcome> {
        let picture = match decode(path) {
            Ok(picture) => picture,
            Err(error) => {
                return Ok(Outcome { exit: Exit::BadInput, result: Err(error.to_string()) });
            }
        };
        let seen = match Reader::with_looks(looks).read(&picture) {
            Ok(seen) => seen,
            Err(error) => {
                let why = format!("{}: {error}", path.display());
                return Ok(Outcome { exit: Exit::No, result: Err(why) });
            }
        };
        if let Some(folder) = &self.annotate {
            let name = path.file_stem().unwrap_or(path.as_os_str());
            let target = folder.join(name).with_extension("png");
            show::annotate::annotate(&picture, &seen)
                .save(&target)
                .with_context(|| format!("cannot save {}", target.display()))?;
        }
        Ok(Outcome { exit: Exit::Success, result: Ok(seen) })
    }
}
