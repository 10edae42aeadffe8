//! A learned theme as a text file.

use super::drawing::Drawing;
use super::look::{Colour, Ground, Kind, MineLook, Sign, Tolerance, Zones, colour};
use super::shapes::{Ink, Mark};
use super::strokes;
use minesweeper::board::CellState;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A theme learned from pictures.
#[derive(Clone, Debug)]
pub struct TaughtMineLook {
    file: File,
    /// The theme from each picture; they complement each other.
    pub(super) looks: Vec<Arc<MineLook>>,
}

/// The contents of the file. Colours are #rrggbb.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// A sentence for people.
    pub about: String,
    pub grounds: Vec<FileGround>,
    /// The colours of the numbers that were shown.
    pub numbers: BTreeMap<u8, String>,
    pub marks: Vec<FileSign>,
    pub drawings: Vec<FileDrawing>,
    pub tolerance: Tolerance,
    /// As [`MineLook::contrast`] and [`MineLook::margin`].
    pub contrast: [f32; 2],
    pub margin: f64,
    /// What further pictures added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Self>,
}

impl File {
    /// What each picture taught.
    fn lessons(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.more)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileGround {
    kind: Kind,
    fill: String,
    /// The lines along top, left, bottom and right, each from the side inwards.
    sides: [Vec<String>; 4],
    uniform: f32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileSign {
    pub state: CellState,
    pub on: Kind,
    pub colours: Vec<String>,
}

/// How a state is drawn: a number, or a mark.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileDrawing {
    of: CellState,
    /// The ink of its pixels, from 0 to 9.
    rows: Vec<String>,
}

impl TaughtMineLook {
    /// Parses a theme from the text of its file.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn from_file(name: &str, text: &str) -> Result<Self, String> {
        let file: File = serde_json::from_str(text).map_err(|error| error.to_string())?;
        Self::new(name, file)
    }

    /// The theme as the text of its file.
    pub fn to_file(&self) -> String {
        serde_json::to_string_pretty(&self.file).unwrap_or_default() + "\n"
    }

    /// A sentence that says what theme it is.
    pub fn about(&self) -> &str {
        &self.file.about
    }

    /// The number of pictures that it was learned from.
    pub fn pictures(&self) -> usize {
        self.looks.len()
    }

    /// The numbers from 1 to 8 whose colour no picture showed; they stay unread.
    pub fn unknown_numbers(&self) -> Vec<u8> {
        let known = |number: &u8| self.file.lessons().any(|file| file.numbers.contains_key(number));
        (1..=8).filter(|number| !known(number)).collect()
    }

    /// The states whose marks it knows.
    pub fn marks(&self) -> BTreeSet<CellState> {
        let exploded = |ground: &&FileGround| ground.kind == Kind::Exploded;
        let of = |file: &File| -> Vec<CellState> {
            let of_ground = file.grounds.iter().filter(exploded).map(|_| CellState::Exploded);
            file.marks.iter().map(|mark| mark.state).chain(of_ground).collect()
        };
        self.file.lessons().flat_map(of).collect()
    }

    /// The theme extended by what another picture adds.
    pub(super) fn and(&self, name: &str, lesson: File) -> Result<Self, String> {
        let mut file = self.file.clone();
        file.more.push(lesson);
        file.about = format!("learned from {} pictures", file.lessons().count());
        Self::new(name, file)
    }

    pub(super) fn new(name: &str, file: File) -> Result<Self, String> {
        if file.more.iter().any(|lesson| !lesson.more.is_empty()) {
            return Err("more: a theme learned from a picture has no more of its own".to_owned());
        }
        let looks = file.lessons().map(|lesson| lesson.look(name).map(Arc::new));
        Ok(Self { looks: looks.collect::<Result<_, _>>()?, file })
    }
}

impl File {
    /// The look of this name that a picture taught.
    fn look(&self, name: &str) -> Result<MineLook, String> {
        for kind in [Kind::Closed, Kind::Open] {
            if !self.grounds.iter().any(|ground| ground.kind == kind) {
                return Err("grounds: closed and open cells are needed".to_owned());
            }
        }
        let mut numbers = [None; 8];
        for (number, text) in &self.numbers {
            let place = usize::from(*number).checked_sub(1).and_then(|i| numbers.get_mut(i));
            *place.ok_or_else(|| format!("numbers: {number} is none from 1 to 8"))? =
                Some(colour(text)?);
        }
        if !(0.0..0.45).contains(&self.margin) {
            return Err(format!("margin is {}: 0 to 0.45", self.margin));
        }
        self.tolerance.check()?;
        let mut drawings = strokes::shipped().to_vec();
        let own: Vec<Drawing> =
            self.drawings.iter().map(FileDrawing::drawing).collect::<Result<_, _>>()?;
        let symbols = are_symbols(&own, &drawings);
        if symbols {
            drawings.retain(|drawing| !matches!(drawing.mark, Mark::Number(_)));
        }
        drawings.extend(own);
        Ok(MineLook {
            scale: None,
            name: name.to_owned(),
            is_taught: true,
            scene: None,
            drawn: Vec::new(),
            grounds: self.grounds.iter().map(FileGround::ground).collect::<Result<_, _>>()?,
            numbers,
            symbols,
            drawings: drawings.into(),
            panels: None,
            text: None,
            marks: self.marks.iter().map(FileSign::sign).collect::<Result<_, _>>()?,
            tolerance: self.tolerance,
            contrast: self.contrast,
            margin: self.margin,
        })
    }
}

/// The share, as one in so many, of drawings that resemble their digit if numbers are no digits.
const MOST_LIKE_DIGITS: usize = 3;

/// Whether a theme's numbers are symbols instead of digits: so few drawings resemble the digit that they mean. By
/// chance it is one in eight.
fn are_symbols(own: &[Drawing], digits: &[Drawing]) -> bool {
    let is_number = |drawing: &&Drawing| matches!(drawing.mark, Mark::Number(1..=8));
    let is_digit = |drawing: &&Drawing| {
        let like = |digit: &&Drawing| drawing.shape.likeness(&digit.shape);
        let nearest = digits.iter().filter(is_number).max_by(|a, b| like(a).total_cmp(&like(b)));
        nearest.is_some_and(|nearest| nearest.mark == drawing.mark)
    };
    let numbers = || own.iter().filter(is_number);
    let all = numbers().count();
    all > 0 && MOST_LIKE_DIGITS * numbers().filter(is_digit).count() <= all
}

impl FileGround {
    pub fn new(ground: &Ground) -> Self {
        let Zones { sides, ground: fill, uniform } = &ground.zones;
        let lines = |side: &[Colour]| side.iter().map(|line| written(*line)).collect();
        Self {
            kind: ground.kind,
            fill: written(*fill),
            sides: [0, 1, 2, 3].map(|i| lines(&sides[i])),
            uniform: *uniform,
        }
    }

    fn ground(&self) -> Result<Ground, String> {
        let mut zones =
            Zones { ground: colour(&self.fill)?, uniform: self.uniform, ..Zones::default() };
        for (side, lines) in zones.sides.iter_mut().zip(&self.sides) {
            if lines.len() != side.len() {
                return Err(format!("grounds: a side has {} lines, {0} are needed", side.len()));
            }
            for (line, text) in side.iter_mut().zip(lines) {
                *line = colour(text)?;
            }
        }
        Ok(Ground::seen(self.kind, zones))
    }
}

impl FileSign {
    fn sign(&self) -> Result<Sign, String> {
        Ok(Sign {
            state: self.state,
            on: self.on,
            shapes: vec![Mark::Taught(self.state)],
            colours: self.colours.iter().map(|text| colour(text)).collect::<Result<_, _>>()?,
        })
    }
}

impl FileDrawing {
    pub fn new(of: CellState, ink: &Ink) -> Self {
        let level = |ink: &f32| char::from(b'0' + (ink.clamp(0.0, 1.0) * 9.0).round() as u8);
        let rows = ink.pixels.chunks(ink.width.max(1));
        Self { of, rows: rows.map(|row| row.iter().map(level).collect()).collect() }
    }

    fn drawing(&self) -> Result<Drawing, String> {
        let width = self.rows.first().map_or(0, |row| row.chars().count());
        let mut pixels = Vec::new();
        for row in &self.rows {
            let levels: Option<Vec<u32>> = row.chars().map(|c| c.to_digit(10)).collect();
            let levels = levels.filter(|levels| levels.len() == width && width <= MOST_WIDTH);
            let levels = levels
                .ok_or_else(|| format!("drawings: {row:?} is not a row of {width} digits"))?;
            pixels.extend(levels.iter().map(|level| *level as f32 / 9.0));
        }
        if self.rows.len() > MOST_WIDTH {
            return Err(format!("drawings: {} rows are too many", self.rows.len()));
        }
        let mark = match self.of {
            CellState::Open(number @ 1..=8) => Mark::Number(number),
            CellState::Open(_) | CellState::Closed => {
                return Err("drawings: a cell without a mark has none".to_owned());
            }
            state => Mark::Taught(state),
        };
        let ink = Ink { width, height: self.rows.len(), pixels };
        Drawing::taught(mark, &ink).ok_or_else(|| "drawings: one shows nothing".to_owned())
    }
}

/// The most pixels along a side of a drawing.
const MOST_WIDTH: usize = 64;

/// A colour as `#rrggbb`.
pub(super) fn written(colour: Colour) -> String {
    let [r, g, b] = colour.map(|value| value.round().clamp(0.0, 255.0) as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}
