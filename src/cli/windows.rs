//! `voltsight windows`: what can be captured.

use super::way::Way;
use crate::output::{Exit, print};
use crate::show::table::{Align, Table};
use clap::Args;
use desktop::window::{Candidate, candidates};

/// List the windows on the desktop, and why some cannot be captured now.
#[derive(Debug, Args)]
pub struct Windows {
    /// Print JSON: an array of {id, title, class, instance, pid, x, y, width, height, known, obstacle}.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    way: Way,
}

impl Windows {
    pub(super) fn run(&self) -> anyhow::Result<Exit> {
        let windows = candidates(&*self.way.platform().connect()?)?;
        if self.json {
            print(&(serde_json::to_string_pretty(&windows)? + "\n"))?;
        } else {
            print(&table(&windows))?;
        }
        Ok(if windows.is_empty() { Exit::No } else { Exit::Success })
    }
}

/// The windows, the title last, because it may be long.
fn table(windows: &[Candidate]) -> String {
    if windows.is_empty() {
        return "no windows on this desktop\n".into();
    }
    let heads = ["PID", "SIZE AND PLACE", "CLASS", "PROGRAM", "CAPTURE", "TITLE"];
    let row = |w: &Candidate| {
        vec![
            w.pid.map_or("-".into(), |pid| pid.to_string()),
            w.place(),
            w.class.clone(),
            w.known.map_or("-", |known| known.name).into(),
            w.obstacle.as_ref().map_or("yes".into(), |why| format!("no: {why}")),
            w.title.clone(),
        ]
    };
    let rows: Vec<Vec<String>> = windows.iter().map(row).collect();
    Table::new(heads.map(|head| (head, Align::Left, 0))).whole(&rows)
}
