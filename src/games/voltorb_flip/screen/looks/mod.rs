//! What the reader looks for: a *look* is a set of templates and where they are to be found. A look
//! is data: `look.json` ([`Manifest`]) and sheets of templates, in `templates/voltorb-flip/` for the
//! looks that ship, in a folder of the user's for one that was learnt ([`crate::profiles`]).
//!
//! Coordinates are those of the *board's frame*: the native pixels of a DS touch screen whose first
//! card has its corner at (8, 8). A game that draws the same cards elsewhere on its screen has a
//! screen that begins elsewhere in that frame.

mod manifest;
mod shipped;

pub use manifest::Manifest;
pub(super) use manifest::{
    Colours, Counter, DS, Leasts, MOST_SHIFT, Marks, Panel, Place, Shift, States,
};
pub(super) use shipped::names;
pub use shipped::shipped;

use crate::geometry::Rect;
use crate::vision::photometry::{Colour, luminance};
use crate::vision::template::{Border, Sheet, SheetError};

/// Why a look cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LookError {
    /// There is no `look.json`.
    #[error("it has no look.json")]
    NoManifest,
    /// `look.json` says something else than what is understood.
    #[error("look.json is not as expected: {0}")]
    Manifest(serde_json::Error),
    /// A sheet of templates is not as expected.
    #[error("{name}.txt is not as expected: {error}")]
    Sheet {
        /// The sheet's name.
        name: &'static str,
        /// What and where.
        error: SheetError,
    },
    /// Neither the look nor the one it builds on has this sheet, or it has another size.
    #[error("{name}.txt is missing, or its templates are not {w}x{h} pixels large", w = size.0, h = size.1)]
    Missing {
        /// The sheet's name.
        name: &'static str,
        /// The size that its templates must have.
        size: (u32, u32),
    },
    /// A place lies outside the screen that it belongs to.
    #[error("look.json: {0} lies outside its screen")]
    Outside(&'static str),
    /// It builds on a look that does not ship.
    #[error("look.json builds on {0:?}, which is no look that ships: use {names}", names = shipped::names())]
    Base(String),
}

/// One look of the game.
#[derive(Debug)]
pub struct Look {
    name: String,
    learnt: bool,
    pub(super) manifest: Manifest,
    /// The digits of the headers, 8x8.
    pub(super) digits: Sheet,
    /// The same digits where they stand in the header of each line.
    pub(super) lines: Vec<LineSheets>,
    /// The middles of face-up cards, 16x16; 0 is the Voltorb.
    pub(super) faces: Sheet,
    /// The marks in the corners of face-down cards, 6x6; 0 is the Voltorb.
    pub(super) marks: Sheet,
    /// The marks in the middle of face-down cards, 16x16; 0 is the Voltorb.
    pub(super) marks_middle: Option<Sheet>,
    /// Digits of the coin counters.
    pub(super) coins: Sheet,
    /// The level beside the coins.
    pub(super) level_title: Sheet,
    /// The level in the menu's question, 7x11: a question mark follows closely.
    pub(super) level_menu: Sheet,
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

/// The brightness of the digits in pictures of a DS. A sheet that was learnt has other units.
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
    pub(super) fn new(
        name: &str,
        learnt: bool,
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
            learnt,
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

    /// Its name: that of a look that ships, or of the user's profile.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it was learnt from the user's pictures.
    pub fn learnt(&self) -> bool {
        self.learnt
    }

    /// What it is, in a sentence.
    pub fn about(&self) -> &str {
        &self.manifest.about
    }

    /// Whether the game deals the boards of HeartGold and SoulSilver, level by level.
    pub fn dealt(&self) -> bool {
        self.manifest.dealt
    }

    /// Whether its game is a DS game's, played by taps on the touch screen.
    pub fn is_tapped(&self) -> bool {
        self.manifest.states == States::Boxes
    }

    /// The colours of its board.
    pub(super) fn colours(&self) -> &Colours {
        self.manifest.colours.as_ref().unwrap_or(&DS)
    }

    /// The screen that must be in the picture as a whole, in the board's frame.
    pub(super) fn screen(&self) -> Rect {
        let [x, y, w, h] = self.manifest.screen;
        Rect::new(f64::from(x), f64::from(y), f64::from(w), f64::from(h))
    }

    /// Where level, wallet and the coins of the round stand, in the panel's native pixels.
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

/// A look that was learnt, from its files: `text` gives the text of a file by its name. Sheets that
/// it has not are those of the look that ships and that it builds on.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn from_files(name: &str, text: impl Fn(&str) -> Option<String>) -> Result<Look, LookError> {
    let json = text(MANIFEST).ok_or(LookError::NoManifest)?;
    let manifest: Manifest = serde_json::from_str(&json).map_err(LookError::Manifest)?;
    let base = manifest.base.clone().unwrap_or_else(|| shipped()[0].name.clone());
    if !shipped().iter().any(|look| look.name == base) {
        return Err(LookError::Base(base));
    }
    let sheet = |name: &str| {
        text(&format!("{name}.txt")).or_else(|| shipped::text(&base, name).map(str::to_owned))
    };
    Look::new(name, true, manifest, sheet)
}

/// The file that says where a look has what.
pub const MANIFEST: &str = "look.json";

/// The files that a look may have.
pub fn file_names() -> impl Iterator<Item = String> {
    let sheets = [DIGITS, FACES, MARKS, MARKS_MIDDLE, COINS, LEVEL_TITLE, LEVEL_MENU];
    [MANIFEST.to_owned()].into_iter().chain(sheets.map(|sheet| format!("{sheet}.txt")))
}

/// Where level and coins stand, in the native pixels of the panel or top screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fields {
    /// The level's digit.
    pub level: Rect,
    /// The wallet.
    pub total_coins: Rect,
    /// The coins of the round.
    pub round_coins: Rect,
}

/// The names of the sheets.
pub(super) const DIGITS: &str = "digits";
pub(super) const FACES: &str = "faces";
pub(super) const MARKS: &str = "marks";
pub(super) const MARKS_MIDDLE: &str = "marks-middle";
pub(super) const COINS: &str = "coins";
pub(super) const LEVEL_TITLE: &str = "level-title";
pub(super) const LEVEL_MENU: &str = "level-menu";
