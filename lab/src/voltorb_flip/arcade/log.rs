//! What was done to the game, for tests: which taps hit what, which rounds were played.

use grid::Cell;
use grid::geometry::Point;
use voltorb_flip::board::Board;
use voltorb_flip::levels::Round;

/// What a tap has hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touched {
    /// A face-down card, which is flipped.
    Card(Cell),
    /// A face-up card: nothing happens.
    FaceUpCard(Cell),
    /// A card while the memo is open: the pencil goes there.
    Pencil(Cell),
    /// A mark of the memo for this card: 0 Voltorb, 1 to 3 the numbers.
    Mark(Cell, usize),
    /// "Open Memo" or "Close Memo".
    MemoButton,
    /// "Quit" on the board.
    QuitButton,
    /// An entry of a menu.
    Entry(&'static str),
    /// "YES" of the quit question.
    Yes,
    /// "NO" of the quit question.
    No,
    /// Nothing in particular, but the game waited for a tap and went on, or counted faster.
    Advance,
    /// Nothing, and nothing happened (a message being printed is hurried).
    Nothing,
    /// The game saw no new touch: the tap was too short, or followed the last one too closely.
    Lost,
    /// It was not on the touch screen.
    Outside,
}

/// A tap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tap {
    /// Where, in pixels of the 256x192 touch screen.
    pub at: Point,
    /// What it has hit.
    pub touched: Touched,
}

/// A round that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRound {
    /// Level, outcome, cards flipped.
    pub round: Round,
    /// Which type of the level's boards it was, 0 to 9.
    pub kind: usize,
    /// What every card showed.
    pub board: Board,
    /// What it paid.
    pub coins: u32,
}

/// All taps and all rounds of a session.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// Every tap, oldest first.
    pub taps: Vec<Tap>,
    /// Every round that has ended, oldest first.
    pub rounds: Vec<PlayedRound>,
}

impl Log {
    pub(super) fn touch(&mut self, at: Point, touched: Touched) {
        self.taps.push(Tap { at, touched });
    }
}
