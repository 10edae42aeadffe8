//! `voltsight doctor --windows`: what can be captured.

use crate::output::{Exit, print};
use crate::show::table::{Align, Table};
use desktop::PlatformKind;
use desktop::window::{Candidate, candidates};

/// Prints the windows of this desktop, as JSON if that is asked for.
///
/// # Errors
/// There is no desktop.
pub(super) fn list(platform: PlatformKind, json: bool) -> anyhow::Result<Exit> {
    let windows = candidates(&*platform.connect()?)?;
    if json {
        print(&(serde_json::to_string_pretty(&windows)? + "\n"))?;
    } else {
        print(&table(&windows))?;
    }
    Ok(if windows.is_empty() { Exit::No } else { Exit::Success })
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
            w.shown_title(),
        ]
    };
    let rows: Vec<Vec<String>> = windows.iter().map(row).collect();
    Table::new(heads.map(|head| (head, Align::Left, 0))).whole(&rows)
}
