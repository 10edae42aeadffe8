//! `voltsight doctor`: whether this desktop allows live use, and what to do about it.

use super::way::Way;
use super::windows;
use crate::output::{Exit, print};
use clap::Args;
use desktop::doctor::{Finding, Severity, examine};

/// Check all that live use depends on, and list the windows
///
/// It looks at the session, the window manager, capture, taps, hotkeys, the scale and the emulator. The exit code is
/// 1 if something stops live use.
#[derive(Debug, Args)]
pub struct Doctor {
    /// List the windows on the desktop instead, and why some cannot be captured now.
    #[arg(long)]
    windows: bool,
    /// Print JSON: an array of {what, verdict: good | note | bad, found, advice}; of windows of {id, title, class,
    /// instance, pid, x, y, width, height, known, obstacle}.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    way: Way,
}

impl Doctor {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        if self.windows {
            return windows::list(self.way.platform(), self.json);
        }
        let points = examine(self.way.platform());
        if self.json {
            print(&(serde_json::to_string_pretty(&points)? + "\n"))?;
        } else {
            print(&points.iter().map(line).collect::<String>())?;
        }
        let worst = points.iter().map(|point| point.verdict).max();
        Ok(if worst == Some(Severity::Bad) { Exit::No } else { Exit::Success })
    }
}

/// A line for a point, and one for what to do about it.
fn line(point: &Finding) -> String {
    let verdict = match point.verdict {
        Severity::Good => "ok  ",
        Severity::Note => "note",
        Severity::Bad => "BAD ",
    };
    let advice = point.advice.as_ref().map(|advice| format!("{:26}-> {advice}\n", ""));
    format!("{verdict}  {:<18}  {}\n{}", point.what, point.found, advice.unwrap_or_default())
}
