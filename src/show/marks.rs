//! The signs that say without colour what colours say.

use session::Tone;

/// The mark before a cell's text, which says without colour what the colour says.
pub(crate) fn mark(tone: Tone, chosen: bool) -> char {
    match tone {
        _ if chosen => '▶',
        Tone::Safe => '✓',
        Tone::Useless => '×',
        _ => ' ',
    }
}

/// What the marks mean.
pub(crate) const MARKS: [(&str, &str); 3] =
    [("▶", "best move"), ("✓", "safe"), ("×", "wins nothing")];
