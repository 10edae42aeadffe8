//! The places of everything on the screens, in native pixels of the touch screen (256x192) and of the top screen.
//!
//! Source: the public decompilation pret/pokeheartgold (`voltorb_flip_input.c` for what can be touched,
//! `src/yes_no_prompt.c` and `TouchscreenListMenu_CreateWindows` for the lists), and measurements on its screens for
//! what is only drawn.

use grid::Cell;
use grid::geometry::{Point, Rect};
use vision::lattice::{CellSpec, LatticeSpec};

/// The width and height of one screen of a DS, in pixels.
pub const SCREEN: (u32, u32) = (256, 192);
/// A part of a screen or a card: left, top, width and height, in native pixels.
pub(super) type Part = (u32, u32, u32, u32);

/// Rows and columns of the board.
pub const SIZE: usize = 5;
/// The distance from one card to the next, in native pixels.
pub const PITCH: u32 = 32;
/// The side of a card, in native pixels.
pub const CARD: u32 = 24;
/// The left edge of the first column and the top edge of the first row, in native pixels.
pub const MARGIN: u32 = 8;

/// The cards of a row, and of a column.
const LINE_OF_CARDS: CellSpec =
    CellSpec { cells: SIZE, pitch: PITCH as f64, cell: CARD as f64, rim: 1.0, frame: 2.0 };

/// The lattice of cards, for a search in a picture. One level of its pyramid covers scales from 0.6 to 1.4.
pub const CARDS: LatticeSpec = LatticeSpec {
    x: LINE_OF_CARDS,
    y: LINE_OF_CARDS,
    shades: [229.0, 41.0, 118.0, 124.0],
    scales: (0.6, 1.4),
    stretch: (0.93, 1.07),
};

/// The lattice of cards for a stretched picture: each axis has a scale of its own, and on a level of the pyramid
/// cards may be up to twice as wide as high.
pub const STRETCHED_CARDS: LatticeSpec =
    LatticeSpec { scales: (0.6, 2.4), stretch: (0.45, 2.2), ..CARDS };

/// The top-left corner of the card at (row, column); row 5 and column 5 are the headers' places.
pub const fn corner((row, column): Cell) -> (u32, u32) {
    (MARGIN + PITCH * column as u32, MARGIN + PITCH * row as u32)
}

/// The rectangle of the card at (row, column), which is also where it is tapped.
pub fn card(cell: Cell) -> Rect {
    let (x, y) = corner(cell);
    Rect::new(f64::from(x), f64::from(y), f64::from(CARD), f64::from(CARD))
}

/// The header box of a row.
pub fn row_header(row: usize) -> Rect {
    card((row, SIZE))
}

/// The header box of a column.
pub fn column_header(column: usize) -> Rect {
    card((SIZE, column))
}

/// A point where a tap advances messages and does nothing else in any state of the game.
pub const NEUTRAL: Point = Point::new(16.0, 176.0);

/// The buttons: what can be tapped besides the cards.
pub mod buttons {
    use grid::geometry::Rect;

    /// Opens and closes the memo panel.
    pub const MEMO: Rect = Rect::spanning(192.0, 256.0, 8.0, 72.0);
    /// Asks whether to quit the round.
    pub const QUIT: Rect = Rect::spanning(192.0, 256.0, 160.0, 192.0);
    /// The menu's first entry.
    pub const PLAY: Rect = Rect::spanning(144.0, 248.0, 72.0, 88.0);
    /// The menu's second entry.
    pub const GAME_INFO: Rect = Rect::spanning(144.0, 248.0, 96.0, 112.0);
    /// The menu's third entry: leaves the table.
    pub const LEAVE: Rect = Rect::spanning(144.0, 248.0, 120.0, 136.0);
    /// The last entry of the list that Game Info opens: back to the menu.
    pub const INFO_RETURN: Rect = LEAVE;
    /// Answers the quit question.
    pub const YES: Rect = Rect::spanning(200.0, 248.0, 80.0, 112.0);
    /// Answers the quit question.
    pub const NO: Rect = Rect::spanning(200.0, 248.0, 112.0, 144.0);
}

/// The two digits of a row's sum, then the digit of its Voltorbs: top-left corners of 8x8 glyphs.
pub fn row_digits(row: usize) -> [(u32, u32); 3] {
    header_digits(corner((row, SIZE)))
}

/// The places of the digits of a column's header.
pub fn column_digits(column: usize) -> [(u32, u32); 3] {
    header_digits(corner((SIZE, column)))
}

/// Row and column headers are drawn alike.
const fn header_digits((x, y): (u32, u32)) -> [(u32, u32); 3] {
    [(x + 8, y), (x + 16, y), (x + 16, y + 13)]
}

/// The places of the level's digit in the menu's question (7x11, with its shadow): in the game's own letters, and in
/// the narrower ones of the built-in game.
pub const MENU_LEVELS: [(u32, u32); 2] = [(131, 154), (126, 154)];
