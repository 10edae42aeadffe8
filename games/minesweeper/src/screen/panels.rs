//! Where a theme has its mine counter and its clock, and the colour of their digits.

use super::colour::{Colour, colour};
use grid::geometry::Rect;
use serde::Deserialize;

/// The panels of a theme.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Panels {
    /// The colour of a lit segment; its strongest channel counts.
    pub lit: Colour,
    /// How many digits each has, if not as many as fill it.
    pub digits: Option<usize>,
    pub counter: Panel,
    pub clock: Panel,
}

/// A panel of digits.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Panel {
    /// Whether its left side is measured from the board's left side, or its right side from the board's right.
    from: From,
    /// Its distance above the board's first row, its width and its height, in cells.
    above: f64,
    width: f64,
    height: f64,
    /// How far inwards from that side of the board, in cells.
    #[serde(default)]
    inwards: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum From {
    Left,
    Right,
}

/// Where a theme writes its counter and its clock as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum TextSide {
    /// At the right of the board.
    Right,
    /// Below it, anywhere from the picture's left side to its right.
    Below,
    /// Above it, as two numbers: the mines left, and three digits of a clock.
    Above,
}

/// The panels as a file has them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DrawnPanels {
    lit: String,
    digits: Option<usize>,
    counter: Panel,
    clock: Panel,
}

impl DrawnPanels {
    /// # Errors
    /// A text that is not a colour.
    pub fn panels(&self) -> Result<Panels, String> {
        let Self { digits, counter, clock, .. } = *self;
        Ok(Panels { lit: colour(&self.lit)?, digits, counter, clock })
    }
}

impl Panel {
    /// The panel's area in pixels of the picture, above a board with cells `pitch` pixels wide.
    pub fn on(&self, board: &Rect, pitch: f64) -> Rect {
        let (width, height) = (self.width * pitch, self.height * pitch);
        let x = match self.from {
            From::Left => board.x + self.inwards * pitch,
            From::Right => board.x + board.w - self.inwards * pitch - width,
        };
        Rect::new(x, board.y - self.above * pitch, width, height)
    }
}
