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

/// The sides that face each other along each axis, as indices of [`Zones::sides`]: rows first.
pub(super) const AXES: [[usize; 2]; 2] = [[0, 2], [1, 3]];

/// The lines along a side of a cell, from the side inwards.
pub(super) type Side = [Colour; DEPTH];

/// The mean colours of a cell: of the lines of native pixels along its sides, and of its ground.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Zones {
    /// The lines along top, left, bottom and right, each from the side inwards.
    pub sides: [Side; 4],
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
        let square =
            |(a, b): (&Side, &Side)| side_distance(&a[..depth], &b[..depth], [0.0; 3]).powi(2);
        (sides.map(square).sum::<f32>() / 4.0).sqrt()
    }

    /// The distance of the ground alone, in units of the tolerance.
    pub fn ground_distance(&self, other: &Self, tolerance: &Tolerance) -> f32 {
        difference(self.ground, other.ground) / tolerance.ground
    }
}

/// The root of the mean square of the differences between the lines of two sides.
pub(super) fn side_distance(a: &[Colour], b: &[Colour], lighter: Colour) -> f32 {
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
    /// The number of lines that place a lattice, if more: of all cells of a board, few have marks that reach so far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub placing: Option<usize>,
}

const fn whole_depth() -> usize {
    DEPTH
}

impl Tolerance {
    /// The number of lines along each side that place a lattice.
    pub fn placing(&self) -> usize {
        self.placing.unwrap_or(self.depth)
    }

    /// Checks that no more lines are compared than exist.
    pub fn check(&self) -> Result<(), String> {
        let is_lines = |depth| (1..=DEPTH).contains(&depth);
        match [self.depth, self.placing()].into_iter().find(|depth| !is_lines(*depth)) {
            None => Ok(()),
            Some(depth) => Err(format!("depth or placing is {depth}: 1 to {DEPTH}")),
        }
    }
}
