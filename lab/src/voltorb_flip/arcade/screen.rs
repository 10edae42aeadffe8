//! What the two screens show at a moment: the game writes it, [`super::draw`] draws it, and
//! [`super::truth`] tells it.

use crate::arcade::print::Printer;
use grid::{Cell, Grid};
use voltorb_flip::board::{Card, Line};
use voltorb_flip::generator::SIDE;

/// Both screens.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Screen {
    /// What the upper screen counts.
    pub coins: Coins,
    /// The page of the game info that hides the counters: its number from 0.
    pub help: Option<usize>,
    /// The row and column headers; all 0 while no round is on.
    pub headers: [[Line; SIDE]; 2],
    /// Whether the headers are those of a round.
    pub in_play: bool,
    pub cards: Grid<CardLook>,
    /// The marks on the cards: Voltorb, 1, 2, 3.
    pub marks: Grid<[bool; 4]>,
    pub cursor: Option<Focus>,
    pub memo: MemoLook,
    /// The button that is being pressed.
    pub pressed: Option<Button>,
    pub effect: Option<Effect>,
    /// How much all but the dialog layer is dimmed, in sixteenths: 0 to [`Screen::DIMMED`].
    pub dim: u8,
    pub dialog: Option<Dialog>,
    pub list: Option<List>,
    pub question: Option<List>,
}

impl Screen {
    /// The full dimming.
    pub const DIMMED: u8 = 8;

    /// A table on which nothing lies.
    pub fn new(coins: Coins) -> Self {
        Self {
            coins,
            help: None,
            headers: [[Line { sum: 0, voltorbs: 0 }; SIDE]; 2],
            in_play: false,
            cards: Grid::filled(SIDE, SIDE, CardLook::Hidden),
            marks: Grid::filled(SIDE, SIDE, [false; 4]),
            cursor: None,
            memo: MemoLook::Closed,
            pressed: None,
            effect: None,
            dim: 0,
            dialog: None,
            list: None,
            question: None,
        }
    }
}

/// What the upper screen counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Coins {
    /// The level it claims.
    pub level: u8,
    /// Coins in the wallet.
    pub total: u32,
    /// Coins of this round.
    pub round: u32,
}

/// How a card looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardLook {
    Hidden,
    /// Its back, half turned.
    BackTurned,
    Edge,
    /// Its face, half turned.
    FaceTurned(Card),
    Face(Card),
}

impl CardLook {
    /// Whether the card is in motion.
    pub const fn moves(self) -> bool {
        matches!(self, Self::BackTurned | Self::Edge | Self::FaceTurned(_))
    }
}

/// Where the cursor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    Card(Cell),
    QuitButton,
}

/// The buttons beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Button {
    Memo,
    Quit,
}

/// The memo panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemoLook {
    Closed,
    /// Sliding: how many fifths of it are out.
    Opening(u8),
    Closing(u8),
    Open,
}

impl MemoLook {
    /// Whether the cursor is the pencil.
    pub const fn has_pencil(self) -> bool {
        matches!(self, Self::Opening(_) | Self::Open)
    }
}

/// A sprite over a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effect {
    pub kind: EffectKind,
    pub cell: Cell,
    /// Iterations since it began.
    pub age: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EffectKind {
    Sparkle,
    Explosion,
}

impl EffectKind {
    /// Iterations that it lasts: 26 and 76 of 1/60 s.
    pub const fn length(self) -> u32 {
        match self {
            Self::Sparkle => 13,
            Self::Explosion => 38,
        }
    }

    /// The side of the square around the card's centre that it may cover, in pixels.
    pub const fn side(self) -> u32 {
        match self {
            Self::Sparkle => 32,
            Self::Explosion => 64,
        }
    }
}

/// A text window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dialog {
    /// One line, there at once.
    Small(String),
    /// Two lines, printed letter by letter.
    Big(Printer),
}

/// A choice, one above the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct List {
    pub entries: &'static [&'static str],
    /// The framed one.
    pub selected: usize,
    /// Whether it is lit, blinking after it was chosen.
    pub lit: bool,
}
