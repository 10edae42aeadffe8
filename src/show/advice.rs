//! Advice as text: the board with its chances, and what they come to.

use super::marks::{mark, marks};
use session::{Panel, PanelCell};
use std::fmt::Write;

/// A panel as lines of text.
pub fn text(panel: &Panel) -> String {
    let mut out = String::new();
    if let Some(cells) = &panel.cells {
        let headers = panel.below.iter().map(|header| header.text.chars().count());
        let signs = cells.iter().map(|cell| cell.sign.chars().count() + 1);
        let width = signs.chain(headers).max().unwrap_or(1) + 1;
        for r in 0..cells.rows() {
            let row: String =
                cells.row(r).iter().map(|cell| format!("{:<width$}", signed(cell))).collect();
            let header = panel.right.get(r).map_or("", |header| header.text.as_str());
            // Writing to a String cannot fail.
            let _ = writeln!(out, "  {}", format!("{row} {header}").trim_end());
        }
        if !panel.below.is_empty() {
            let below =
                panel.below.iter().map(|header| format!(" {:<w$}", header.text, w = width - 1));
            let _ = writeln!(out, "  {}", below.collect::<String>().trim_end());
        }
        out.push('\n');
    }
    for (name, value) in &panel.facts {
        let _ = writeln!(out, "  {name:<20} {value}");
    }
    if let Some(advice) = &panel.advice {
        let _ = writeln!(out, "\n  ▶ {advice}");
    }
    if panel.cells.is_some() {
        out.push('\n');
        for signs in [marks(panel).collect(), panel.legend.clone()] {
            let signs: Vec<String> =
                signs.iter().map(|(sign, what)| format!("{sign} {what}")).collect();
            if !signs.is_empty() {
                let _ = writeln!(out, "  {}", signs.join("; "));
            }
        }
    }
    out
}

/// A cell's sign with its mark.
fn signed(cell: &PanelCell) -> String {
    format!("{}{}", mark(cell.tone, cell.chosen), cell.sign)
}
