//! A reading as text.

use session::observation::Observation;
use std::fmt::{Display, Write};

/// What a column of the board is wide.
const WIDTH: usize = 11;

/// What was read: the facts, and the board as a table.
pub fn text(seen: &dyn Observation) -> String {
    let summary = seen.summary();
    // Writing to a String cannot fail.
    let mut out = String::new();
    for (name, value) in summary.facts {
        out.push_str(&fact(name, value));
    }
    if summary.board.is_empty() {
        return out;
    }
    out.push('\n');
    for row in summary.board {
        let text: String = row.iter().map(|cell| format!("{cell:<WIDTH$}")).collect();
        let _ = writeln!(out, "  {}", text.trim_end());
    }
    let _ = writeln!(out, "\n  {}", summary.legend);
    out
}

/// A line with what something is.
pub fn fact(name: &str, value: impl Display) -> String {
    format!("  {name:<12} {value}\n")
}
