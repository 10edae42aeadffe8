//! Parses the grounds of cells from the files of themes, with lines along the sides of a cell.

use super::colour::colour;
use super::reading::CELL;
use super::zones::{DEPTH, Kind, Zones};
use serde::Deserialize;

/// A ground: how a cell looks without its mark.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub kind: Kind,
    /// The number that goes with this ground, in themes where the ground shows it.
    pub number: Option<u8>,
    /// Which of the two colours of a chequered board it has; neighbouring cells have different ones.
    pub chequer: Option<bool>,
    /// Whether a closed cell under the pointer has it too.
    pub hovered: bool,
    pub zones: Zones,
}

/// A ground as a file has it. A line's width is a share of the cell, or pixels of the picture from 1 on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Drawn {
    kind: Kind,
    number: Option<u8>,
    /// As [`Ground::chequer`].
    chequer: Option<bool>,
    /// As [`Ground::hovered`].
    #[serde(default)]
    hovered: bool,
    fill: String,
    #[serde(default)]
    top: Lines,
    #[serde(default)]
    left: Lines,
    #[serde(default)]
    bottom: Lines,
    #[serde(default)]
    right: Lines,
    /// A line along all four sides, outside of the others: where it has the colour of the desktop's theme, a ground for
    /// each that it may have.
    gap: Option<Gap>,
    /// A line that each of the four sides may have or not, outside of the others: a ground for each case.
    rim: Option<Line>,
}

/// How wide, and its colour.
type Line = (f32, String);

/// How wide, and its colours.
type Gap = (f32, Colours);

/// One colour, or several.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Colours {
    One(String),
    Several(Vec<String>),
}

impl Colours {
    fn all(&self) -> &[String] {
        match self {
            Self::One(colour) => std::slice::from_ref(colour),
            Self::Several(colours) => colours,
        }
    }
}

/// The lines along a side: one, or several from the side inwards.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Lines {
    One(Line),
    Several(Vec<Line>),
}

impl Default for Lines {
    fn default() -> Self {
        Self::Several(Vec::new())
    }
}

impl Lines {
    fn all(&self) -> &[Line] {
        match self {
            Self::One(line) => std::slice::from_ref(line),
            Self::Several(lines) => lines,
        }
    }
}

/// The grounds of cells that are `pitch` pixels wide.
///
/// # Errors
/// A text that is not a colour.
pub(super) fn grounds(drawn: &[Drawn], pitch: f64) -> Result<Vec<Ground>, String> {
    let mut all = Vec::new();
    for drawn in drawn {
        let cases = if drawn.rim.is_some() { 16 } else { 1 };
        for gap in drawn.gaps() {
            for rimmed in 0..cases {
                all.push(drawn.ground(pitch, gap.as_ref(), rimmed)?);
            }
        }
    }
    Ok(all)
}

impl Drawn {
    /// The widths of all lines.
    fn widths(&self) -> impl Iterator<Item = f32> {
        let lines = self.sides().into_iter().flat_map(Lines::all).chain(&self.rim);
        lines.map(|(width, _)| *width).chain(self.gap.iter().map(|(width, _)| *width))
    }

    /// Each gap that it may have; of what has none, that.
    fn gaps(&self) -> Vec<Option<Line>> {
        let Some((width, colours)) = &self.gap else { return vec![None] };
        colours.all().iter().map(|colour| Some((*width, colour.clone()))).collect()
    }

    fn sides(&self) -> [&Lines; 4] {
        [&self.top, &self.left, &self.bottom, &self.right]
    }

    /// Whether it has lines of a fixed width in pixels.
    pub fn has_pixels(&self) -> bool {
        self.widths().any(|width| width >= 1.0)
    }

    /// Whether it has a gap of a fixed width in pixels.
    pub fn has_gap(&self) -> bool {
        self.gap.as_ref().is_some_and(|(width, _)| *width >= 1.0)
    }

    /// The ground of cells that are so wide, in pixels, with such a gap. Bit `i` of `rimmed` says whether side `i` has
    /// the rim.
    fn ground(&self, pitch: f64, gap: Option<&Line>, rimmed: u32) -> Result<Ground, String> {
        let fill = colour(&self.fill)?;
        let mut sides = [[fill; DEPTH]; 4];
        for (i, (lines, side)) in sides.iter_mut().zip(self.sides()).enumerate() {
            let mut place = 0.0;
            let rim = self.rim.iter().filter(|_| rimmed >> i & 1 == 1);
            for (width, text) in rim.chain(gap).chain(side.all()) {
                let line = colour(text)?;
                let width = if *width < 1.0 { *width } else { *width / pitch as f32 };
                let (from, to) = (place * CELL as f32, (place + width) * CELL as f32);
                for (i, part) in lines.iter_mut().enumerate() {
                    let (low, high) = (i as f32, i as f32 + 1.0);
                    let share = (to.min(high) - from.max(low)).max(0.0);
                    *part = std::array::from_fn(|i| part[i] + share * (line[i] - fill[i]));
                }
                place += width;
            }
        }
        let zones = Zones { sides, ground: fill, uniform: 1.0 };
        let (kind, number, chequer, hovered) = (self.kind, self.number, self.chequer, self.hovered);
        Ok(Ground { kind, number, chequer, hovered, zones })
    }
}
