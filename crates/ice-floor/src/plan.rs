//! The gym's floor plan: where the three sections lie in the room, and what the two versions of the
//! game put there.
//!
//! Source: the map `SootopolisCity_Gym_1F` in the public decompilations (pret/pokeruby,
//! pret/pokeemerald): 17 x 26 cells of 16 x 16 pixels. Cells are (row, column) from the top left.

use super::floor::Floor;
use super::notation::{FLOORS, parse_floor};
use grid::{Cell, Grid};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Rows and columns of the room.
pub const ROOM: (usize, usize) = (26, 17);

/// The side of a cell in native pixels.
pub const CELL: i32 = 16;

/// The column of all starts, ends and exits.
pub const MIDDLE: usize = 8;

/// Which of the games: they differ in where the stones lie, and in colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Version {
    /// Ruby and Sapphire.
    Ruby,
    /// Emerald.
    Emerald,
}

impl Version {
    /// Both versions of the game.
    pub const ALL: [Self; 2] = [Self::Ruby, Self::Emerald];

    /// The version's name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ruby => "ruby",
            Self::Emerald => "emerald",
        }
    }
}

/// One of the three floors of ice in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloorSection {
    /// 1 to 3, from the door.
    pub number: u8,
    /// The room's cell of its top left tile.
    pub corner: Cell,
    /// Its rows and columns.
    pub size: (usize, usize),
}

/// The sections, in the order in which they are walked.
pub const SECTIONS: [FloorSection; 3] = [
    FloorSection { number: 1, corner: (17, 7), size: (3, 3) },
    FloorSection { number: 2, corner: (12, 5), size: (3, 7) },
    FloorSection { number: 3, corner: (6, 3), size: (4, 11) },
];

impl FloorSection {
    /// The section that a player in this row of the room is on or comes to next; above the last it is
    /// the last.
    pub fn ahead(row: usize) -> &'static Self {
        // The stairs of a section lead to the tile below the next one's start.
        let last = SECTIONS.len() - 1;
        let reached = |section: &&FloorSection| row >= section.corner.0;
        SECTIONS.iter().find(reached).unwrap_or(&SECTIONS[last])
    }

    /// The tile of this section on a cell of the room.
    pub fn tile(&self, (row, column): Cell) -> Option<Cell> {
        let tile = (row.checked_sub(self.corner.0)?, column.checked_sub(self.corner.1)?);
        (tile.0 < self.size.0 && tile.1 < self.size.1).then_some(tile)
    }

    /// The room's cell of one of its tiles.
    pub const fn cell(&self, (row, column): Cell) -> Cell {
        (self.corner.0 + row, self.corner.1 + column)
    }

    /// The tile where the walk begins.
    pub const fn start(&self) -> Cell {
        (self.size.0 - 1, self.size.1 / 2)
    }

    /// The tile where it ends.
    pub const fn end(&self) -> Cell {
        (0, self.size.1 / 2)
    }

    /// The room's cells of the exit: a slide, and stairs once it is open. The nearer one first.
    pub const fn exit(&self) -> [Cell; 2] {
        [(self.corner.0 - 1, MIDDLE), (self.corner.0 - 2, MIDDLE)]
    }

    /// Whether a wall shades the tile: those of the top row but the one before the exit.
    pub const fn is_shaded(&self, (row, column): Cell) -> bool {
        row == 0 && column != self.size.1 / 2
    }

    /// The floor as the game has it at first.
    pub fn floor(&self, version: Version) -> &'static Floor {
        &GAMES[version as usize][usize::from(self.number) - 1]
    }

    /// Which version has its stones there, if one has.
    pub fn version(&self, ice: &Grid<bool>) -> Option<Version> {
        Version::ALL.into_iter().find(|version| self.floor(*version).ice() == ice)
    }
}

/// The floors by version and section.
static GAMES: LazyLock<[Vec<Floor>; 2]> = LazyLock::new(|| {
    Version::ALL.map(|version| {
        let of = |(name, _): &&(&str, &str)| name.starts_with(version.name());
        let parse = |(_, rows): &(&str, &str)| parse_floor(rows).expect("the games' floors parse");
        FLOORS.iter().filter(of).map(parse).collect()
    })
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floors_have_the_size_of_their_sections() {
        for version in Version::ALL {
            for section in &SECTIONS {
                let floor = section.floor(version);
                assert_eq!((floor.ice().rows(), floor.ice().columns()), section.size);
                assert_eq!((floor.start(), floor.ends()), (section.start(), &[section.end()][..]));
                assert_eq!(section.cell(section.end()).1, MIDDLE);
                assert_eq!(section.version(floor.ice()), Some(version));
            }
        }
    }

    #[test]
    fn the_way_up_passes_all_sections() {
        let numbers: Vec<u8> =
            (0..ROOM.0).rev().map(|row| FloorSection::ahead(row).number).collect();
        assert!(numbers.is_sorted());
        assert_eq!(FloorSection::ahead(20).number, 1);
        assert_eq!(FloorSection::ahead(15).number, 2);
        assert_eq!(FloorSection::ahead(10).number, 3);
        assert_eq!(SECTIONS[1].tile((14, 8)), Some((2, 3)));
        assert_eq!(SECTIONS[1].tile((15, 8)), None);
    }
}
