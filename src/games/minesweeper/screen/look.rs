//! Looks: the colours of the cells' grounds and marks, from JSON files.

pub(super) use super::colour::{Colour, colour, difference};
use super::drawing::Drawing;
use super::scene::Scene;
use super::shapes::Mark;
use super::sighting::CELL;
use super::strokes::{self, mark};
use crate::games::minesweeper::board::CellState;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a ground says of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// The cell is closed, with or without a mark.
    Closed,
    /// It is open.
    Open,
    /// It is the mine that exploded.
    Exploded,
    /// It has a wrong flag.
    Wrong,
}

impl Kind {
    /// How many there are.
    pub const COUNT: usize = 4;
}

/// Lines of pixels along each side of a cell that are looked at.
pub(super) const DEPTH: usize = 4;

/// A relief of less, in grey levels of a channel, is none.
const FLAT: f32 = 5.0;

/// The mean colours of parts of a cell: of the lines of native pixels along its sides, and of its
/// ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Zones {
    /// Along top, left, bottom and right, each from the side inwards.
    pub sides: [[Colour; DEPTH]; 4],
    /// Of the ground.
    pub ground: Colour,
    /// The share of the pixels looked at for the ground that have its colour, 0 to 1.
    pub uniform: f32,
}

impl Zones {
    /// How far the sides are off: the root of the mean square of all their lines' differences, in grey
    /// levels of a channel. Other than the farthest side, it shows a move along one axis whatever the other
    /// is off.
    pub fn sides_distance(&self, other: &Self, depth: usize) -> f32 {
        let sides = self.sides.iter().zip(&other.sides);
        let square = |(a, b): (&[Colour; DEPTH], &[Colour; DEPTH])| {
            side_distance(&a[..depth], &b[..depth], [0.0; 3]).powi(2)
        };
        (sides.map(square).sum::<f32>() / 4.0).sqrt()
    }

    /// The same of these sides only.
    pub fn distance_of(&self, other: &Self, sides: [usize; 2], depth: usize) -> f32 {
        let off =
            |i: usize| side_distance(&self.sides[i][..depth], &other.sides[i][..depth], [0.0; 3]);
        off(sides[0]).max(off(sides[1]))
    }

    /// How far sides and ground are off, each to its tolerance; the farthest counts. Sides are
    /// compared with their own grounds.
    pub fn distance(&self, other: &Self, tolerance: &Tolerance) -> f32 {
        let lighter = std::array::from_fn(|i| self.ground[i] - other.ground[i]);
        let sides = self.farthest_side(other, lighter, tolerance.depth) / tolerance.sides;
        sides.max(self.ground_distance(other, tolerance))
    }

    /// How far the ground alone is off, to its tolerance.
    pub fn ground_distance(&self, other: &Self, tolerance: &Tolerance) -> f32 {
        difference(self.ground, other.ground) / tolerance.ground
    }

    /// How much of a drawing's relief is seen at these sides: its lines' differences from the ground,
    /// projected on those that are drawn. 0 for a flat area, about 1 for a cell as it is drawn, and 1 where it is
    /// drawn flat.
    pub fn relief(&self, drawn: &Self, sides: &[usize]) -> f32 {
        let (mut across, mut square, mut count) = (0.0, 0.0, 0.0);
        let lines = sides.iter().flat_map(|i| self.sides[*i].iter().zip(&drawn.sides[*i]));
        for (seen, drawn_line) in lines {
            for i in 0..3 {
                let expected = drawn_line[i] - drawn.ground[i];
                across += expected * (seen[i] - self.ground[i]);
                square += expected * expected;
            }
            count += 3.0;
        }
        if square > FLAT * FLAT * count { across / square } else { 1.0 }
    }

    fn farthest_side(&self, other: &Self, lighter: Colour, depth: usize) -> f32 {
        let sides = self.sides.iter().zip(&other.sides);
        let off = sides.map(|(a, b)| side_distance(&a[..depth], &b[..depth], lighter));
        off.fold(0.0, f32::max)
    }
}

/// The root of the mean square of the differences between the lines of two sides.
fn side_distance(a: &[Colour], b: &[Colour], lighter: Colour) -> f32 {
    let square = |(a, b): (&Colour, &Colour)| {
        difference(*a, std::array::from_fn(|i| b[i] + lighter[i])).powi(2)
    };
    (a.iter().zip(b).map(square).sum::<f32>() / a.len() as f32).sqrt()
}

/// How far a cell may be off the colours of its ground, in grey levels of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tolerance {
    /// The lines along its sides.
    pub sides: f32,
    /// The ground itself.
    pub ground: f32,
    /// The least share of the pixels looked at for the ground that have its colour: half a bar and
    /// half a margin are no cell.
    pub uniform: f32,
    /// The lines along each side that are compared, 1 to [`DEPTH`]: as far as marks do not reach.
    #[serde(default = "whole_depth")]
    pub depth: usize,
}

const fn whole_depth() -> usize {
    DEPTH
}

impl Tolerance {
    /// That no more lines are compared than there are.
    pub fn check(&self) -> Result<(), String> {
        match (1..=DEPTH).contains(&self.depth) {
            true => Ok(()),
            false => Err(format!("depth is {}: 1 to {DEPTH}", self.depth)),
        }
    }
}

/// A ground of cells.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub kind: Kind,
    /// The number that goes with this ground, in looks where the ground tells it.
    pub number: Option<u8>,
    pub zones: Zones,
}

/// A mark that is no number.
#[derive(Clone, Debug)]
pub(super) struct Sign {
    /// What a cell with it shows.
    pub state: CellState,
    /// The kind of ground that it stands on.
    pub on: Kind,
    /// The shapes that it may have.
    pub shapes: Vec<Mark>,
    /// The colours that it has, all of them.
    pub colours: Vec<Colour>,
}

/// A look.
#[derive(Clone, Debug)]
pub(super) struct MineLook {
    pub name: String,
    /// Whether a picture of the user's taught it.
    pub taught: bool,
    /// How its cells are told if they are little pictures: then it has no grounds.
    pub scene: Option<Arc<Scene>>,
    /// What the grounds are made from, if they have lines that are so many pixels wide.
    pub drawn: Vec<Drawn>,
    pub grounds: Vec<Ground>,
    /// The colours of 1 to 8, those that are known.
    pub numbers: [Option<Colour>; 8],
    /// The shapes that its marks may have.
    pub drawings: Arc<[Drawing]>,
    /// The marks that are no numbers.
    pub marks: Vec<Sign>,
    /// How far a cell may be off the colours of its ground.
    pub tolerance: Tolerance,
    /// Below the first contrast a cell has no mark, from the second on it has one, in grey levels.
    pub contrast: [f32; 2],
    /// Where marks begin, as a part of the cell.
    pub margin: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    #[allow(dead_code)]
    about: String,
    grounds: Vec<Drawn>,
    numbers: [String; 8],
    marks: Vec<DrawnSign>,
    tolerance: Tolerance,
    #[serde(default = "usual_contrast")]
    contrast: [f32; 2],
    margin: f64,
}

const fn usual_contrast() -> [f32; 2] {
    [24.0, 44.0]
}

/// A ground as a file has it. Lines have a width: a part of the cell, or pixels of the picture from 1 on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Drawn {
    kind: Kind,
    number: Option<u8>,
    fill: String,
    top: Option<(f32, String)>,
    left: Option<(f32, String)>,
    bottom: Option<(f32, String)>,
    right: Option<(f32, String)>,
    /// A line along all four sides, outside of the others.
    gap: Option<(f32, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawnSign {
    state: CellState,
    on: Kind,
    shapes: Vec<String>,
    colours: Vec<String>,
}

impl DrawnSign {
    fn sign(&self) -> Result<Sign, String> {
        let shape = |name: &String| mark(name).ok_or_else(|| format!("{name:?} is no shape"));
        Ok(Sign {
            state: self.state,
            on: self.on,
            shapes: self.shapes.iter().map(shape).collect::<Result<_, _>>()?,
            colours: self.colours.iter().map(|text| colour(text)).collect::<Result<_, _>>()?,
        })
    }
}

impl MineLook {
    /// A look whose cells are told as a scene's.
    pub(super) fn of_scene(name: &str, scene: Scene) -> Self {
        Self {
            name: name.to_owned(),
            taught: false,
            scene: Some(Arc::new(scene)),
            drawn: Vec::new(),
            grounds: Vec::new(),
            numbers: [None; 8],
            drawings: Arc::new([]),
            marks: Vec::new(),
            tolerance: Tolerance::default(),
            contrast: [0.0; 2],
            margin: 0.0,
        }
    }

    pub(super) fn parse(name: &str, text: &str) -> Result<Self, String> {
        let manifest: Manifest = serde_json::from_str(text).map_err(|error| error.to_string())?;
        manifest.tolerance.check()?;
        let mut numbers = [None; 8];
        for (number, text) in numbers.iter_mut().zip(&manifest.numbers) {
            *number = Some(colour(text)?);
        }
        Ok(Self {
            name: name.to_owned(),
            taught: false,
            scene: None,
            drawings: Arc::clone(strokes::shipped()),
            grounds: grounds(&manifest.grounds, f64::from(CELL))?,
            drawn: manifest.grounds,
            numbers,
            marks: manifest.marks.iter().map(DrawnSign::sign).collect::<Result<_, _>>()?,
            tolerance: manifest.tolerance,
            contrast: manifest.contrast,
            margin: manifest.margin,
        })
    }
}

fn grounds(drawn: &[Drawn], pitch: f64) -> Result<Vec<Ground>, String> {
    drawn.iter().map(|drawn| drawn.ground(pitch)).collect()
}

impl MineLook {
    /// Whether its cells have gaps between them.
    pub fn has_gaps(&self) -> bool {
        !self.drawn.is_empty()
            && self
                .drawn
                .iter()
                .all(|drawn| drawn.gap.as_ref().is_some_and(|(width, _)| *width >= 1.0))
    }

    /// The look of cells that are so wide, in pixels.
    pub fn at(self: &Arc<Self>, pitch: f64) -> Arc<Self> {
        if !self.drawn.iter().flat_map(Drawn::lines).any(|(width, _)| *width >= 1.0) {
            return Arc::clone(self);
        }
        match grounds(&self.drawn, pitch) {
            Ok(grounds) => Arc::new(Self { grounds, ..Self::clone(self) }),
            Err(_) => Arc::clone(self),
        }
    }
}

impl Drawn {
    fn lines(&self) -> impl Iterator<Item = &(f32, String)> {
        [&self.top, &self.left, &self.bottom, &self.right, &self.gap].into_iter().flatten()
    }

    /// The ground of cells that are so wide, in pixels.
    fn ground(&self, pitch: f64) -> Result<Ground, String> {
        let fill = colour(&self.fill)?;
        let mut sides = [[fill; DEPTH]; 4];
        for (lines, side) in
            sides.iter_mut().zip([&self.top, &self.left, &self.bottom, &self.right])
        {
            let mut place = 0.0;
            for (width, text) in self.gap.iter().chain(side) {
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
        Ok(Ground { kind: self.kind, number: self.number, zones })
    }
}
