//! The signs that say without colour what colours say.

use session::{Panel, Tone};

/// The mark before a cell's text, which says without colour what the colour says.
pub(crate) fn mark(tone: Tone, chosen: bool) -> char {
    match tone {
        _ if chosen => '▶',
        Tone::Safe => '✓',
        Tone::Useless => '×',
        _ => ' ',
    }
}

/// What the marks on this board mean.
pub(crate) fn marks(panel: &Panel) -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_shown = |sign: &str| {
        let mut cells = panel.cells.iter().flat_map(|cells| cells.iter());
        cells.any(|cell| sign.starts_with(mark(cell.tone, cell.chosen)))
    };
    MARKS.into_iter().filter(move |(sign, _)| is_shown(sign))
}

/// What all marks mean.
pub(crate) const MARKS: [(&str, &str); 3] =
    [("▶", "best move"), ("✓", "safe"), ("×", "wins nothing")];
