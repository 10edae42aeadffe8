//! `voltsight doctor`: whether this desktop allows live use, and what to do about it.

use super::Exit;
use crate::desktop::health::{Verdict, examine};
use clap::Args;

/// Look at everything that live use depends on: session, window manager, capture, taps, hotkeys,
/// scale, emulator. The exit code is 1 if something stops it.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Print JSON: an array of {what, verdict: good | note | bad, found, advice}.
    #[arg(long)]
    json: bool,
}

impl Doctor {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let points = examine();
        if self.json {
            println!("{}", serde_json::to_string_pretty(&points)?);
        } else {
            for point in &points {
                let verdict = match point.verdict {
                    Verdict::Good => "ok  ",
                    Verdict::Note => "note",
                    Verdict::Bad => "BAD ",
                };
                println!("{verdict}  {:<18}  {}", point.what, point.found);
                if let Some(advice) = &point.advice {
                    println!("{:26}-> {advice}", "");
                }
            }
        }
        let worst = points.iter().map(|point| point.verdict).max();
        Ok(if worst == Some(Verdict::Bad) { Exit::No } else { Exit::Success })
    }
}
