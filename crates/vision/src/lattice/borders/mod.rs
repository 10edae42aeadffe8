//! Finds lattices of touching cells by the borders between them. The numbers of rows and columns follow from the
//! picture.
//!
//! 1. [`EdgeMap`]: which neighbouring pixels differ, summed so that any area has a profile at once;
//!
//! 2. combs: edges at an even pitch in the profiles of bands of the picture, any of them missing now and then;
//!
//! 3. [`candidates`]: combs across the picture, and combs of about the same pitch down it at the same place.
//!
//! Which of them is a board, and where its borders are to a part of a pixel, follows from the cells' look, which a
//! game knows.

mod axis;
mod candidates;
mod comb;
mod edges;

pub use axis::{CellAxis, CellLattice};
pub use candidates::{BorderSpec, candidates};
pub use edges::{Along, Edge, EdgeMap, stands_out};
