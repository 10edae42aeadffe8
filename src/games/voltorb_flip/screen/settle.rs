//! What the fields must have in common.

use super::sighting::{LineSighting, Tile};
use crate::grid::Grid;
use crate::reading::Reading;

pub(super) fn settle(
    _rows: &mut [LineSighting],
    _cols: &mut [LineSighting],
    _tiles: &Grid<Reading<Tile>>,
) {
}
