//! Which readings the game's rules allow: cracked tiles are those that the player stepped on, so they form a path
//! from the start to the player.

use super::tiles::FloorTile;
use super::view::Place;
use grid::{Cell, Grid};
use ice_floor::floor::Floor;
use ice_floor::plan::FloorSection;
use ice_floor::solver::{Answer, solve};

/// Whether a section can look like this while the hero is at `place`; `None` stands for unread tiles. While the
/// player falls, everything is allowed.
pub(super) fn is_possible(
    tiles: &Grid<Option<FloorTile>>,
    section: &'static FloorSection,
    place: Place,
) -> bool {
    let used = |cell: Cell| tiles[cell] == Some(FloorTile::Cracked);
    if tiles.iter().any(|tile| *tile == Some(FloorTile::Hole)) {
        return true;
    }
    let start = section.start();
    let (top, bottom) = (section.corner.0, section.corner.0 + section.size.0);
    let under = cells_under(place);
    if under.iter().any(|cell| cell.0 < top) {
        // Beyond the exit.
        return tiles.cells().all(|(_, tile)| *tile != Some(FloorTile::Ice));
    }
    let is_below = under.iter().any(|cell| cell.0 >= bottom);
    let untouched = tiles.cells().all(|(cell, _)| cell == start || !used(cell));
    if is_below && untouched {
        return true;
    }
    let on: Vec<Cell> = under.iter().filter_map(|cell| section.tile(*cell)).collect();
    if on.is_empty() || tiles[start] == Some(FloorTile::Ice) && !on.contains(&start) {
        return false;
    }
    if on.iter().any(|cell| tiles[*cell] == Some(FloorTile::Stone)) {
        return false;
    }
    let unseen: Vec<Cell> = tiles
        .cells()
        .filter(|(cell, tile)| tile.is_none() && !on.contains(cell))
        .map(|(cell, _)| cell)
        .collect();
    if unseen.len() > MOST_UNSEEN {
        return true;
    }
    // In mid-step the tile ahead is cracked, or not yet; what is not seen is cracked or not.
    let paths = on.iter().flat_map(|last| {
        [false, true]
            .into_iter()
            .filter(|with| on.len() > 1 || *with)
            .map(move |with| (*last, with))
    });
    paths.into_iter().any(|(last, with_other)| {
        (0..1_usize << unseen.len()).any(|choice| {
            let stepped = Grid::from_fn(section.size.0, section.size.1, |r, c| {
                let cell = (r, c);
                match unseen.iter().position(|other| *other == cell) {
                    Some(i) => choice >> i & 1 == 1,
                    None if cell == last => true,
                    None if on.contains(&cell) => with_other,
                    None => used(cell),
                }
            });
            Floor::new(stepped, start, vec![last])
                .is_ok_and(|path| matches!(solve(&path, &|| false).answer, Answer::Walk(_)))
        })
    })
}

/// The most unread tiles with which the rule is checked.
const MOST_UNSEEN: usize = 4;

/// The cells that the hero is on; two in mid-step.
pub(super) fn cells_under(place: Place) -> Vec<Cell> {
    let (row, column) = place.cell();
    let (dx, dy) = place.offset();
    let mut cells = vec![(row, column)];
    if dx != 0 {
        cells.push((row, column.saturating_add_signed(dx.signum() as isize)));
    }
    if dy != 0 {
        cells.push((row.saturating_add_signed(dy.signum() as isize), column));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use ice_floor::plan::{SECTIONS, Version};

    /// Every tile that is taken for whole though it is cracked, or the other way round, is noticed while
    /// a floor of the games is walked, but where the walk may go on from.
    #[test]
    fn a_walk_is_possible_and_another_tile_cracked_is_not() {
        for (version, section) in
            Version::ALL.into_iter().flat_map(|v| SECTIONS.iter().map(move |s| (v, s)))
        {
            let floor = section.floor(version);
            let Answer::Walk(walk) = solve(floor, &|| false).answer else { panic!("no walk") };
            let mut tiles =
                floor.ice().map(|ice| Some(if *ice { FloorTile::Ice } else { FloorTile::Stone }));
            assert!(is_possible(
                &tiles,
                section,
                Place::on((section.corner.0 + section.size.0, 8))
            ));
            for at in &walk {
                tiles[*at] = Some(FloorTile::Cracked);
                let place = Place::on(section.cell(*at));
                assert!(is_possible(&tiles, section, place), "{version:?} {at:?}");
                for (cell, tile) in floor.ice().cells().filter(|(cell, ice)| **ice && cell != at) {
                    assert!(*tile);
                    let mut misread = tiles.clone();
                    misread[cell] = match tiles[cell] {
                        Some(FloorTile::Ice) => Some(FloorTile::Cracked),
                        _ => Some(FloorTile::Ice),
                    };
                    assert!(!is_possible(&misread, section, place), "{version:?} {at:?} {cell:?}");
                }
            }
        }
    }

    #[test]
    fn the_floor_ahead_is_whole() {
        let section = &SECTIONS[0];
        let below = Place::on((20, 8));
        let mut tiles = section
            .floor(Version::Ruby)
            .ice()
            .map(|ice| Some(if *ice { FloorTile::Ice } else { FloorTile::Stone }));
        // Somebody may have stepped on the first tile and back.
        tiles[section.start()] = Some(FloorTile::Cracked);
        assert!(is_possible(&tiles, section, below));
        tiles[(1, 1)] = Some(FloorTile::Cracked);
        assert!(!is_possible(&tiles, section, below));
    }
}
