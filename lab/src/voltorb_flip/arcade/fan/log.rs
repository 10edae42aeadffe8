//! What was done to the game, for tests.

use crate::voltorb_flip::arcade::round::Play;
use grid::{Cell, Grid};
use session::input::Key;
use voltorb_flip::board::{Position, headers};
use voltorb_flip::generator::SIDE;
use voltorb_flip::levels::Outcome;

/// What a key did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyed {
    /// The cursor went there.
    Moved(Cell),
    /// A card is flipped.
    Flipped(Cell),
    /// A card got a mark, or lost it.
    Marked(Cell),
    /// Marking cards began or ended.
    Memo,
    /// The game asks whether to quit.
    Asked,
    /// It was answered with YES.
    Quit,
    /// It was answered with NO.
    Stayed,
    /// A round was begun.
    Played,
    /// The table was left before a round.
    Left,
    /// A text or the cards shown at the end made way.
    WentOn,
    /// Nothing.
    Nothing,
    /// The game did not look at the keys.
    Unheard,
}

/// What was done.
#[derive(Clone, Debug)]
pub struct FanLog {
    /// The keys, and what each did.
    pub pressed: Vec<(Key, Keyed)>,
    /// Every position that was on the table, at its beginning and after each card.
    pub positions: Vec<Position>,
    /// The rounds that ended, and the coins that each paid.
    pub rounds: Vec<(Outcome, u32)>,
    /// The key with which marking begins and ends.
    pub memo_key: Key,
}

impl Default for FanLog {
    fn default() -> Self {
        let (pressed, positions, rounds) = Default::default();
        Self { pressed, positions, rounds, memo_key: Key::Z }
    }
}

impl FanLog {
    pub(super) fn deal(&mut self, play: &Play) {
        self.turned(play);
    }

    pub(super) fn turned(&mut self, play: &Play) {
        let board = &play.deal.board;
        let (rows, cols) = headers(board);
        let tiles = Grid::from_fn(SIDE, SIDE, |r, c| play.face_up[(r, c)].then(|| board[(r, c)]));
        self.positions.push(Position { level: None, rows, cols, tiles });
    }

    pub(super) fn end(&mut self, play: &Play) {
        let outcome = play.outcome.unwrap_or(Outcome::Quit);
        let paid = if outcome == Outcome::Lost { 0 } else { play.payout };
        self.rounds.push((outcome, paid));
    }
}
