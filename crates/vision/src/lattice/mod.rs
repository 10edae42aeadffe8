//! Finding a lattice of equal cells, each dark-edged within a light frame, at any scale.
//!
//! A scan line across a row of such cells shows a *comb*: a falling edge where the frame ends and
//! a cell begins, a rising edge where it ends, and again, at a fixed pitch and a fixed ratio of
//! cell to pitch. The ratios do not depend on the scale, so one pass over a picture finds lattices
//! of any scale between limits, as the finder patterns of a QR code are found; a pyramid of halved
//! pictures covers the rest and blurs away what a display filter draws between pixels.
//!
//! 1. edges along some rows of each pyramid level, averaged over five rows;
//! 2. combs among them, joined by pitch and phase to columns of votes;
//! 3. the same comb search down the averaged profile of such a column gives the rows;
//! 4. [`polish`] fits the one that is taken by correlation with the profile that the lattice must
//!    have, as the picture's pixels sample it. Edges alone are drawn towards whole pixels.

mod axis;
mod columns;
mod comb;
mod edges;
mod find;
mod model;
mod polish;
mod profile;
mod sharpen;
mod spec;

pub use axis::{Axis, Lattice, same};
pub use comb::combs_along;
pub use find::find;
pub use polish::{native_level, polish};
pub use sharpen::{Profiles, sharpen};
pub use spec::{CellSpec, LatticeSpec};

pub mod borders;
pub mod regions;
#[cfg(test)]
mod tests;
pub mod tiling;
