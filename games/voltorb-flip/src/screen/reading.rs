//! The reading of a picture.

use super::layout::{self, SIZE};
use super::looks::Look;
use grid::geometry::{Placement, Rect};
use grid::reading::{Reading, Unreadable};
use grid::{Cell, Grid};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use voltorb_flip::board::{Card, Line, Position};
use voltorb_flip::levels::Level;

/// The state of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Waiting for a card.
    Board,
    /// The memo panel is open: a tap on a card moves the pencil.
    Memo,
    /// A small box over the column headers: coins received, or suspense.
    #[serde(rename = "msg")]
    Message,
    /// "Play VOLTORB Flip?" with its list, over a cleared table.
    Menu,
    /// The list that Game Info opens.
    Info,
    /// "Will you quit?" with YES and NO.
    Quit,
    /// A large box over a board in play: game clear, the award, or what quitting would pay.
    Clear,
    /// A large box over a cleared table: a new level, a full wallet.
    Notice,
    /// All cards face up at the end of a round; a tap goes on.
    Reveal,
    /// A cleared table.
    Between,
    /// A card is turning.
    #[serde(rename = "anim")]
    Moving,
}

impl Phase {
    /// The state's name, as in `truth.json`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Memo => "memo",
            Self::Message => "msg",
            Self::Menu => "menu",
            Self::Info => "info",
            Self::Quit => "quit",
            Self::Clear => "clear",
            Self::Notice => "notice",
            Self::Reveal => "reveal",
            Self::Between => "between",
            Self::Moving => "anim",
        }
    }

    /// Whether no text box and no list lies over the cards.
    pub(super) const fn is_bare(self) -> bool {
        matches!(self, Self::Board | Self::Memo | Self::Reveal | Self::Moving | Self::Between)
    }
}

/// A card: `None` if it is face down, otherwise what it shows.
pub type Tile = Option<Card>;

/// The marks on a card, made in the memo mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Memo([bool; 4]);

impl Memo {
    /// Creates the marks of the cards for which `marked` returns true.
    pub fn from_fn(marked: impl FnMut(Card) -> bool) -> Self {
        Self(Card::ALL.map(marked))
    }

    /// The cards that are marked.
    pub fn marks(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |&card| self.0[card as usize])
    }
}

/// The header of a line as read.
#[derive(Clone, Debug, PartialEq)]
pub struct LineReading {
    /// The sum.
    pub sum: Reading<u8>,
    /// The number of Voltorbs.
    pub voltorbs: Reading<u8>,
}

impl LineReading {
    /// The header, if both numbers were read.
    pub fn line(&self) -> Option<Line> {
        Some(Line { sum: self.sum.value?, voltorbs: self.voltorbs.value? })
    }
}

/// A board in play as read.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardReading {
    /// Row headers, top to bottom.
    pub rows: Vec<LineReading>,
    /// Column headers, left to right.
    pub cols: Vec<LineReading>,
    /// The cards.
    pub tiles: Grid<Reading<Tile>>,
    /// The marks on the cards.
    pub memos: Grid<Reading<Memo>>,
}

/// The areas of the sum and the Voltorbs of each row and each column, in native pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeaderAreas {
    /// Of the rows, top to bottom.
    pub rows: [[Rect; 2]; SIZE],
    /// Of the columns, left to right.
    pub cols: [[Rect; 2]; SIZE],
}

impl Default for HeaderAreas {
    /// Those of the game: right of the rows, and below the columns.
    fn default() -> Self {
        let parts = |area: Rect| {
            let upper = Rect { h: area.h / 3.0, ..area };
            let lower = Rect { y: area.y + area.h / 3.0, h: area.h * 2.0 / 3.0, ..area };
            [upper, lower]
        };
        Self {
            rows: std::array::from_fn(|i| parts(layout::row_header(i))),
            cols: std::array::from_fn(|i| parts(layout::column_header(i))),
        }
    }
}

/// The reading of one picture.
#[derive(Clone, Debug)]
pub struct FlipReading {
    /// The theme that fitted.
    pub look: Arc<Look>,
    /// The state of the game.
    pub phase: Reading<Phase>,
    /// Where the touch screen lies in the picture. For a game that draws the same cards on another
    /// kind of screen: where a touch screen would lie whose cards are at the same places.
    pub touch: Placement,
    /// Where the top screen lies in the picture, or the panel with level and coins, if it was found.
    pub top: Option<Placement>,
    /// How many other boards the picture shows; this one has a top screen, or is the largest.
    pub others: usize,
    /// The board; `None` when none is in play (a menu, a cleared table).
    pub board: Option<BoardReading>,
    /// The areas of the headers, in native pixels of the touch screen.
    pub headers: HeaderAreas,
    /// The card under the cursor; no value if there is no cursor.
    pub cursor: Reading<Cell>,
    /// The game's level.
    pub level: Reading<Level>,
    /// The coins in the player's wallet.
    pub total_coins: Reading<u32>,
    /// The coins won so far in this round.
    pub round_coins: Reading<u32>,
}

/// Whether a field was not read though nothing of the game lies over it.
pub(super) fn is_open<T>(field: &Reading<T>) -> bool {
    use Unreadable::{Contradicts, Doubtful, New};
    matches!(field.why, Some(Doubtful | Contradicts | New))
}

impl FlipReading {
    /// How many headers and cards were not read though nothing of the game lies over them. Where it
    /// cannot even be told whether a board is in play, all.
    pub(super) fn doubts(&self) -> usize {
        let Some(board) = &self.board else {
            let all = 4 * SIZE + SIZE * SIZE;
            return if self.phase.value.is_some() { 0 } else { all };
        };
        let lines = board.rows.iter().chain(&board.cols);
        let headers = lines.flat_map(|l| [&l.sum, &l.voltorbs]).filter(|f| is_open(f)).count();
        headers + board.tiles.iter().filter(|t| is_open(t)).count()
    }

    /// The position, if every header and every card was read.
    pub fn position(&self) -> Option<Position> {
        let board = self.board.as_ref()?;
        let lines = |lines: &[LineReading]| -> Option<Vec<Line>> {
            lines.iter().map(LineReading::line).collect()
        };
        let tiles: Option<Vec<Vec<Tile>>> = (0..board.tiles.rows())
            .map(|r| board.tiles.row(r).iter().map(|t| t.value).collect())
            .collect();
        Some(Position {
            // Levels of a game that deals other boards say nothing of this one.
            level: self.level.value.filter(|_| self.look.dealt()),
            rows: lines(&board.rows)?,
            cols: lines(&board.cols)?,
            tiles: Grid::try_from(tiles?).ok()?,
        })
    }
}
