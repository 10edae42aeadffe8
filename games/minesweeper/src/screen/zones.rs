//! The zones of a cell: the colours along its sides and of its ground, and their distance from a theme's.

use super::colour::{Colour, difference};
use serde::{Deserialize, Serialize};

/// The kinds of grounds: what each says of its cell.
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
    /// A mine is shown on it, or a wrong flag: its mark tells which.
    Mined,
    /// The keyboard's cursor is on the cell: its mark or its neighbours show what it is.
    Cursor,
}

impl Kind {
    /// The number of kinds.
    pub const COUNT: usize = 6;
}

/// The number of lines of native pixels along each side of a cell that are sampled.
pub(super) const DEPTH: usize = 4;

/// The least relief, in grey levels of a channel.
const FLAT: f32 = 5.0;

/// The mean colours of a cell: of the lines of native pixels along its sides, and of its ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Zones {
    /// The lines along top, left, bottom and right, each from the side inwards.
    pub sides: [[Colour; DEPTH]; 4],
    /// Of the ground.
    pub ground: Colour,
    /// The share of the sampled pixels of the ground that have its colour, 0 to 1.
    pub uniform: f32,
}

impl Zones {
    /// The distance of the sides: the root mean square of all differences, in grey levels of a channel. Unlike the
    /// farthest side, it shows a move along one axis wherever the other is.
    pub fn sides_distance(&self, other: &Self, depth: usize) -> f32 {
        let sides = self.sides.iter().zip(&other.sides);
        let square = |(a, b): (&[Colour; DEPTH], &[Colour; DEPTH])| {
            side_distance(&a[..depth], &b[..depth], [0.0; 3]).powi(2)
        };
        (sides.map(square).sum::<f32>() / 4.0).sqrt()
    }

    /// The mean square difference of some sides from another cell that is lighter by `lighter`.
    pub fn square_of(&self, other: &Self, lighter: Colour, sides: &[usize], depth: usize) -> f32 {
        let square = |i: &usize| {
            side_distance(&self.sides[*i][..depth], &other.sides[*i][..depth], lighter).powi(2)
        };
        sides.iter().map(square).sum::<f32>() / sides.len() as f32
    }

    /// The distance of these two sides only.
    pub fn distance_of(&self, other: &Self, sides: [usize; 2], depth: usize) -> f32 {
        let off =
            |i: usize| side_distance(&self.sides[i][..depth], &other.sides[i][..depth], [0.0; 3]);
        off(sides[0]).max(off(sides[1]))
    }

    /// The distance from another cell in units of the tolerance; the farthest of sides and ground counts. Sides are
    /// compared with their own grounds.
    pub fn distance(&self, other: &Self, tolerance: &Tolerance) -> f32 {
        let lighter = std::array::from_fn(|i| self.ground[i] - other.ground[i]);
        let sides = self.farthest_side(other, lighter, tolerance.depth) / tolerance.sides;
        sides.max(self.ground_distance(other, tolerance))
    }

    /// The distance of the ground alone, in units of the tolerance.
    pub fn ground_distance(&self, other: &Self, tolerance: &Tolerance) -> f32 {
        difference(self.ground, other.ground) / tolerance.ground
    }

    /// The share of a drawing's relief that these sides show: their differences from the ground, projected on those
    /// of the drawing. 0 for a flat area, about 1 for a cell as drawn, 1 if it is drawn flat.
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

/// The most by which a cell may differ from its ground, in grey levels of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tolerance {
    /// The lines along its sides.
    pub sides: f32,
    /// The ground itself.
    pub ground: f32,
    /// The least share of the sampled pixels of the ground that have its colour.
    pub uniform: f32,
    /// The number of lines along each side that are compared, 1 to [`DEPTH`]: as far as marks do not reach.
    #[serde(default = "whole_depth")]
    pub depth: usize,
}

const fn whole_depth() -> usize {
    DEPTH
}

impl Tolerance {
    /// Checks that no more lines are compared than exist.
    pub fn check(&self) -> Result<(), String> {
        match (1..=DEPTH).contains(&self.depth) {
            true => Ok(()),
            false => Err(format!("depth is {}: 1 to {DEPTH}", self.depth)),
        }
    }
}
