//! The player's view of a picture, and comparisons of two.

use super::fingerprint::TextFingerprint;
use crate::screen::{BoardReading, FlipReading, LineReading, Phase, Tile};
use grid::reading::{Reading, SURE, Unreadable};

/// One picture as the player sees it.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The reading.
    pub reading: FlipReading,
    /// The fingerprint of the text, while there is a box.
    pub(super) text: Option<TextFingerprint>,
    /// Whether the board is darker than the game has shown it before.
    pub(super) dimmed: bool,
}

impl Sight {
    /// The phase of the game, if its confidence is high enough to act on.
    pub fn phase(&self) -> Option<Phase> {
        let seen = sure(&self.reading.phase).copied();
        if !self.reading.look.is_keyed() || self.reading.look.shows_cards_alone() {
            return seen;
        }
        // A game without a touch screen dims the board while it asks whether to quit. Its boxes are of any
        // look, and lie over the headers of the columns.
        match seen {
            Some(Phase::Board) if self.dimmed => Some(Phase::Quit),
            // An explosion makes the cursor look yellow.
            Some(Phase::Memo) if !self.shows_cursor_card() => Some(Phase::Moving),
            None if self.reading.phase.why == Some(Unreadable::Covered) => {
                match &self.reading.board {
                    Some(board) => is_boxed(board).then_some(Phase::Clear),
                    // The panel is seen, and no header of a board in play: the table is cleared.
                    None => (sure(&self.reading.round_coins) == Some(&0)).then_some(Phase::Notice),
                }
            }
            seen => seen,
        }
    }

    /// The place on the touch screen that something lies over, so that it is not known what the game does.
    pub(super) fn covered(&self) -> Option<&'static str> {
        let reading = &self.reading;
        let is_covered = self.phase().is_none()
            && reading.look.is_tapped()
            && reading.phase.why == Some(Unreadable::Covered);
        is_covered.then(|| {
            let read = |line: &&LineReading| line.sum.value.is_some();
            let columns = reading.board.as_ref().map_or(0, |b| b.cols.iter().filter(read).count());
            match columns {
                // A box hides all of them.
                0 | 1 => "the lower part of the touch screen",
                _ => "the right of the touch screen, where the memo opens",
            }
        })
    }

    /// Whether all cards lie face down.
    pub(super) fn is_dealt(&self) -> bool {
        let board = self.reading.board.as_ref();
        board.is_some_and(|board| board.tiles.iter().all(|tile| sure(tile) == Some(&Tile::None)))
    }

    /// Whether the card under the cursor is read.
    fn shows_cursor_card(&self) -> bool {
        let board = self.reading.board.as_ref();
        let card = board.zip(sure(&self.reading.cursor)).map(|(board, &cell)| &board.tiles[cell]);
        card.is_some_and(|card| sure(card).is_some())
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

    /// What this picture of a camera and the one before show together: see [`FlipReading::together`].
    pub(super) fn together_with(&self, before: &Self) -> Option<Self> {
        let reading = before.reading.together(&self.reading)?;
        Some(Self { reading, ..self.clone() })
    }

    /// Whether it shows the same as `before`, and nothing in motion. Texts being printed, coins being
    /// counted, the cursor and blinking marks do not matter.
    pub(super) fn is_at_rest_after(&self, before: &Self) -> bool {
        let (a, b) = (&before.reading, &self.reading);
        let untold = self.phase().is_none() && !b.look.shows_cards_alone();
        let in_motion = untold || self.phase() == Some(Phase::Moving);
        !in_motion
            && before.phase() == self.phase()
            && a.touch == b.touch
            && before.dimmed == self.dimmed
            && (b.look.is_tapped() || a.cursor.value == b.cursor.value)
            && same_board(a.board.as_ref(), b.board.as_ref())
    }
}

/// The value, if it is sure enough to act upon.
pub(super) fn sure<T>(reading: &Reading<T>) -> Option<&T> {
    reading.value.as_ref().filter(|_| reading.confidence >= SURE)
}

/// Whether something lies over the headers of all columns, and over none of the first rows.
fn is_boxed(board: &BoardReading) -> bool {
    let read = |line: &LineReading| sure(&line.sum).is_some() && sure(&line.voltorbs).is_some();
    let open = |line: &LineReading| line.sum.value.is_some() || line.voltorbs.value.is_some();
    board.rows.iter().take(3).all(read) && !board.cols.iter().any(open)
}

fn same_board(a: Option<&BoardReading>, b: Option<&BoardReading>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_some() == b.is_some() };
    let same_lines = |a: &[LineReading], b: &[LineReading]| {
        a.iter()
            .zip(b)
            .all(|(a, b)| a.sum.value == b.sum.value && a.voltorbs.value == b.voltorbs.value)
    };
    same_lines(&a.rows, &b.rows)
        && same_lines(&a.cols, &b.cols)
        && a.tiles.iter().zip(b.tiles.iter()).all(|(a, b)| a.value == b.value && a.why == b.why)
}
