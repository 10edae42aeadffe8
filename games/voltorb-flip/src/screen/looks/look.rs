//! A theme: its sheets of templates, its colours, and the places of level and coins.

use super::error::LookError;
use super::manifest::{Colours, Counter, DS, Manifest, Place, States, TurnKey};
use grid::geometry::Rect;
use vision::photometry::{Colour, luminance};
use vision::template::{Border, Sheet, SheetError};

/// A theme of Voltorb Flip.
#[derive(Debug)]
pub struct Look {
    name: String,
    learned: bool,
    pub(in super::super) manifest: Manifest,
    /// The digits of the headers, 8x8.
    pub(in super::super) digits: Sheet,
    /// The same digits where they stand in the header of each line.
    pub(in super::super) lines: Vec<LineSheets>,
    /// The middles of face-up cards, 16x16; 0 is the Voltorb.
    pub(in super::super) faces: Sheet,
    /// The marks in the corners of face-down cards, 6x6; 0 is the Voltorb.
    pub(in super::super) marks: Sheet,
    /// The marks in the middle of face-down cards, 16x16; 0 is the Voltorb.
    pub(in super::super) marks_middle: Option<Sheet>,
    /// Digits of the coin counters.
    pub(in super::super) coins: Sheet,
    /// The level beside the coins.
    pub(in super::super) level_title: Sheet,
    /// The level in the menu's question, 7x11: a question mark follows closely.
    pub(in super::super) level_menu: Sheet,
}

/// The digits of one line's header: between its frames, and on its colour.
#[derive(Debug)]
pub(in super::super) struct LineSheets {
    /// The sum's first digit.
    pub tens: Sheet,
    /// Its second.
    pub ones: Sheet,
    /// That of the Voltorbs.
    pub voltorbs: Sheet,
}

/// The brightness of the digits in pictures of a DS. A sheet that was learned has other units.
const INK: f32 = 66.0;

impl LineSheets {
    /// The sheet's own paper stands for the line's colour: frame and table are as much lighter or
    /// darker as they are in the picture, measured by the step from paper to ink.
    fn new(digits: &Sheet, line: Colour, frame: Colour, table: Colour) -> Result<Self, SheetError> {
        let (ink, paper) = digits.extremes();
        let drawn = |colour: Colour| {
            let step = (luminance(colour) - luminance(line)) / (luminance(line) - INK).max(1.0);
            paper + step * (paper - ink)
        };
        let [frame, table] = [frame, table].map(drawn);
        // The frame is two pixels wide. Below a sum is the line with the Voltorb.
        let (outer, inner) = (Some([frame, frame, table]), Some([frame, frame, paper]));
        let sum = Border { above: outer, below: inner, ..Border::default() };
        Ok(Self {
            tens: digits.bordered(&sum)?,
            ones: digits.bordered(&Border { right: outer, ..sum })?,
            voltorbs: digits.bordered(&Border { right: outer, ..Border::default() })?,
        })
    }
}

impl Look {
    /// Builds a look from its files: `text` gives the text of a file by its name without extension.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub(in super::super) fn new(
        name: &str,
        learned: bool,
        manifest: Manifest,
        text: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, LookError> {
        let sheet = |name: &'static str| -> Result<Option<Sheet>, LookError> {
            text(name)
                .map(|text| Sheet::parse(&text))
                .transpose()
                .map_err(|error| LookError::Sheet { name, error })
        };
        let of_size = |name: &'static str, size: (u32, u32)| {
            sheet(name)?
                .filter(|sheet| sheet.size() == size)
                .ok_or(LookError::Missing { name, size })
        };
        let any =
            |name: &'static str| sheet(name)?.ok_or(LookError::Missing { name, size: (8, 8) });
        let digits = of_size(DIGITS, (8, 8))?;
        let colours = manifest.colours.as_ref().unwrap_or(&DS);
        let lines = colours
            .lines
            .map(|line| LineSheets::new(&digits, line, colours.frame, colours.table))
            .into_iter()
            .collect::<Result<_, _>>()
            .map_err(|error| LookError::Sheet { name: DIGITS, error })?;
        let look = Self {
            name: name.to_owned(),
            learned,
            digits,
            lines,
            faces: of_size(FACES, (16, 16))?,
            marks: of_size(MARKS, (6, 6))?,
            marks_middle: sheet(MARKS_MIDDLE)?.filter(|sheet| sheet.size() == (16, 16)),
            coins: any(COINS)?,
            level_title: any(LEVEL_TITLE)?,
            level_menu: of_size(LEVEL_MENU, (7, 11))?,
            manifest,
        };
        look.manifest.check(look.coins.size(), look.level_title.size())?;
        Ok(look)
    }

    /// The theme's name: a built-in one, or that of the user's profile.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it was learned from the user's pictures.
    pub fn learned(&self) -> bool {
        self.learned
    }

    /// A sentence that says what theme it is.
    pub fn about(&self) -> &str {
        &self.manifest.about
    }

    /// Whether the game deals the boards of HeartGold and SoulSilver, level by level.
    pub fn dealt(&self) -> bool {
        self.manifest.dealt
    }

    /// Whether its game is played by taps on a DS touch screen.
    pub fn is_tapped(&self) -> bool {
        self.manifest.states == States::Boxes
    }

    /// Whether its game is played by a cursor and keys.
    pub fn is_keyed(&self) -> bool {
        self.manifest.keys
    }

    /// The key that turns the card under the cursor, if the game is played by keys.
    pub fn turns(&self) -> TurnKey {
        self.manifest.turns
    }

    /// Whether only the cards of its game are known, which a tap or a key turns.
    pub fn shows_cards_alone(&self) -> bool {
        self.manifest.states == States::Cards
    }

    /// The frame around every card: its colour where nothing dims it.
    pub(in super::super::super) fn frame(&self) -> Colour {
        self.colours().frame
    }

    /// The colours of its board.
    pub(in super::super) fn colours(&self) -> &Colours {
        self.manifest.colours.as_ref().unwrap_or(&DS)
    }

    /// The screen that must be in the picture as a whole, in the board's frame.
    pub(in super::super) fn screen(&self) -> Rect {
        let [x, y, w, h] = self.manifest.screen;
        Rect::new(f64::from(x), f64::from(y), f64::from(w), f64::from(h))
    }

    /// The places of level, wallet and the coins of the round, in native pixels of the panel.
    pub fn fields(&self) -> Fields {
        let counter = |c: &Counter| {
            let detail = f64::from(c.detail);
            let (w, h) = self.coins.size();
            let (first, last) = (c.lefts[0], c.lefts[4] + w);
            let (top, bottom) = (c.top, c.top + h);
            let [x0, x1, y0, y1] = [first, last, top, bottom].map(|v| f64::from(v) / detail);
            Rect::spanning(x0, x1, y0, y1)
        };
        let Place { at: [x, y], detail } = self.manifest.level;
        let (w, h) = self.level_title.size();
        let [x, y, w, h] = [x, y, w, h].map(|v| f64::from(v) / f64::from(detail));
        Fields {
            level: Rect::new(x, y, w, h),
            total_coins: counter(&self.manifest.total_coins),
            round_coins: counter(&self.manifest.round_coins),
        }
    }
}

impl std::fmt::Display for Look {
    /// Its name, and what it is.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.name, self.manifest.about)
    }
}

/// The places of level and coins, in native pixels of the panel or top screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fields {
    /// The level's digit.
    pub level: Rect,
    /// The wallet.
    pub total_coins: Rect,
    /// The coins of the round.
    pub round_coins: Rect,
}

/// The sheet of the headers' digits.
pub(in super::super) const DIGITS: &str = "digits";
/// That of face-up cards.
pub(in super::super) const FACES: &str = "faces";
/// That of the marks in a card's corners.
pub(in super::super) const MARKS: &str = "marks";
/// That of the marks in a card's middle.
pub(in super::super) const MARKS_MIDDLE: &str = "marks-middle";
/// That of the coin counters.
pub(in super::super) const COINS: &str = "coins";
/// That of the level beside the coins.
pub(in super::super) const LEVEL_TITLE: &str = "level-title";
/// That of the level in the menu's question.
pub(in super::super) const LEVEL_MENU: &str = "level-menu";
