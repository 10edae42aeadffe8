//! What one picture shows, and whether two show the same.

use super::fingerprint::TextFingerprint;
use crate::games::voltorb_flip::screen::{BoardSighting, FlipSighting, LineSighting, Phase};
use crate::reading::Reading;

/// The least confidence of a field that a move depends on. A single digit is not read at all below
/// 0.973; a number of two digits that both only just pass has the product of both, 0.947, and is refused.
pub const SURE: f32 = 0.95;

/// What one picture shows.
#[derive(Clone, Debug)]
pub struct Sight {
    /// What the reader says.
    pub sighting: FlipSighting,
    /// The fingerprint of the text, while there is a box.
    pub(super) text: Option<TextFingerprint>,
}

impl Sight {
    /// What the game is doing, if that is sure enough.
    pub fn phase(&self) -> Option<Phase> {
        sure(&self.sighting.phase).copied()
    }

    /// Whether it shows a text that is printed letter by letter.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.phase(), Some(Phase::Clear | Phase::Notice))
    }

    /// Whether the text box shows another text.
    pub(super) fn has_other_text_than(&self, other: &Self) -> bool {
        match (&self.text, &other.text) {
            (Some(a), Some(b)) => a.differs_from(b),
            (a, b) => a.is_some() != b.is_some(),
        }
    }

    /// Whether it shows the same as `before`, and nothing in motion. Texts being printed, coins being
    /// counted, the cursor and blinking marks do not matter.
    pub(super) fn is_at_rest_after(&self, before: &Self) -> bool {
        let (a, b) = (&before.sighting, &self.sighting);
        let in_motion = matches!(b.phase.value, None | Some(Phase::Moving));
        !in_motion
            && a.phase.value == b.phase.value
            && a.touch == b.touch
            && same_board(a.board.as_ref(), b.board.as_ref())
    }
}

/// The value, if it is sure enough to act upon.
pub(super) fn sure<T>(reading: &Reading<T>) -> Option<&T> {
    reading.value.as_ref().filter(|_| reading.confidence >= SURE)
}

fn same_board(a: Option<&BoardSighting>, b: Option<&BoardSighting>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_some() == b.is_some() };
    let same_lines = |a: &[LineSighting], b: &[LineSighting]| {
        a.iter()
            .zip(b)
            .all(|(a, b)| a.sum.value == b.sum.value && a.voltorbs.value == b.voltorbs.value)
    };
    same_lines(&a.rows, &b.rows)
        && same_lines(&a.cols, &b.cols)
        && a.tiles.iter().zip(b.tiles.iter()).all(|(a, b)| a.value == b.value && a.why == b.why)
}
