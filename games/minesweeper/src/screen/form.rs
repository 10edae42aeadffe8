//! Whether cells are square.

use std::ops::RangeInclusive;
use vision::lattice::borders::CellLattice;

/// Cells are square whose height is so much of their width: what they are off is an error of the borders.
const SQUARE: RangeInclusive<f64> = 0.965..=1.035;

/// How high cells that are read may be to their width: those of tables on web pages, and of stretched pictures.
pub const HEIGHTS: RangeInclusive<f64> = 0.5..=2.0;

/// The form of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As wide as high.
    Square,
    /// Clearly wider than high, or higher than wide.
    Oblong,
}

impl Form {
    /// How high cells of it are to their width.
    pub const fn heights(self) -> RangeInclusive<f64> {
        match self {
            Self::Square => SQUARE,
            Self::Oblong => HEIGHTS,
        }
    }

    /// The form of a lattice's cells.
    pub fn of(lattice: &CellLattice) -> Self {
        match SQUARE.contains(&(lattice.y.pitch() / lattice.x.pitch())) {
            true => Self::Square,
            false => Self::Oblong,
        }
    }
}
