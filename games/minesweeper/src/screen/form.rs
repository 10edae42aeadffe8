//! Whether cells are square.

use std::ops::RangeInclusive;
use vision::lattice::borders::CellLattice;

/// The ratios of height to width at which cells count as square: the rest is an error of the borders.
const SQUARE: RangeInclusive<f64> = 0.965..=1.035;

/// The ratios of height to width that are read at all: tables on web pages, and stretched pictures.
pub const HEIGHTS: RangeInclusive<f64> = 0.5..=2.0;

/// The proportions of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As wide as high.
    Square,
    /// Clearly wider than high, or higher than wide.
    Oblong,
}

impl Form {
    /// The ratios of height to width of this form.
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
