//! What the player remembers of a section, from all pictures so far.

use super::super::screen::{FloorTile, IceReading};
use grid::{Cell, Grid};
use ice_floor::floor::Floor;
use ice_floor::plan::{FloorSection, Version};
use ice_floor::solver::{Answer, solve};
use std::time::Duration;
use web_time::Instant;

/// The time limit for finding a walk. The games' floors take far less than a millisecond.
const THINKING: Duration = Duration::from_secs(5);

/// The tiles of one section, as far as any picture has shown them.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The section.
    pub section: &'static FloorSection,
    /// Its tiles; `None` for those that were not seen yet.
    pub tiles: Grid<Option<FloorTile>>,
}

/// How a picture agrees with what was remembered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Added {
    /// The picture agrees.
    Fits,
    /// Cracked ice is whole again: the section was reset.
    Whole,
    /// The picture shows another floor; the text says where they differ.
    Contradicts(String),
}

impl Memory {
    /// Creates the memory of a section that no picture has shown yet.
    pub fn new(section: &'static FloorSection) -> Self {
        Self { section, tiles: Grid::filled(section.size.0, section.size.1, None) }
    }

    /// Adds what a picture of the section shows. The hero must stand on a cell, not be in mid-step.
    pub fn add(&mut self, seen: &IceReading) -> Added {
        let read = || seen.tiles.cells().filter_map(|(tile, r)| Some((tile, r.value?)));
        let used =
            |tile: Option<FloorTile>| matches!(tile, Some(FloorTile::Cracked | FloorTile::Hole));
        let is_whole = read().any(|(tile, now)| used(self.tiles[tile]) && now == FloorTile::Ice);
        if is_whole {
            self.tiles = Grid::filled(self.section.size.0, self.section.size.1, None);
        }
        for (tile, now) in read() {
            if let Some(before) = self.tiles[tile]
                && (before == FloorTile::Stone) != (now == FloorTile::Stone)
            {
                let (row, column) = (tile.0 + 1, tile.1 + 1);
                return Added::Contradicts(format!(
                    "the tile in row {row}, column {column} is {} and was {}",
                    now.name(),
                    before.name()
                ));
            }
        }
        for (tile, now) in read() {
            self.tiles[tile] = Some(now);
        }
        // Ice that one stands on is cracked.
        if let Some(tile) = self.section.tile(seen.hero.cell()) {
            self.tiles[tile] = Some(FloorTile::Cracked);
        }
        if is_whole { Added::Whole } else { Added::Fits }
    }

    /// Remembers that a tile was stepped on, seen or not.
    pub fn step_on(&mut self, tile: Cell) {
        self.tiles[tile] = Some(FloorTile::Cracked);
    }

    /// Whether there is ice left to step on.
    pub fn has_ice(&self) -> bool {
        self.tiles.iter().any(|tile| *tile == Some(FloorTile::Ice))
    }

    /// Checks that the section is one of the games' floors: it must have as many tiles of ice as its exit waits for.
    /// With `any`, every floor that was seen in full is accepted.
    ///
    /// # Errors
    /// A sentence that says what is missing or different.
    pub fn believed(&self, any: bool) -> Result<(), String> {
        if let Some((tile, _)) = self.tiles.cells().find(|(_, tile)| tile.is_none()) {
            return Err(format!(
                "the tile in row {}, column {} was not seen yet",
                tile.0 + 1,
                tile.1 + 1
            ));
        }
        let ice = self.tiles.iter().filter(|tile| **tile != Some(FloorTile::Stone)).count();
        let counts = Version::ALL.map(|version| self.section.floor(version).tiles());
        if any || counts.contains(&ice) {
            return Ok(());
        }
        Err(format!(
            "section {} has {ice} tiles of ice, as it was read, and the games have {}",
            self.section.number,
            if counts[0] == counts[1] {
                counts[0].to_string()
            } else {
                format!("{} or {}", counts[0], counts[1])
            }
        ))
    }

    /// Finds a walk over the remaining ice, from the tile that the hero stands on or is about to step on.
    ///
    /// # Errors
    /// A sentence: there is no walk, or none was found in time.
    pub fn walk(&self, from: Cell) -> Result<Vec<Cell>, String> {
        let ice = Grid::from_fn(self.tiles.rows(), self.tiles.columns(), |r, c| {
            self.tiles[(r, c)] == Some(FloorTile::Ice) || (r, c) == from
        });
        let floor = Floor::new(ice, from, vec![self.section.end()])
            .map_err(|error| format!("no walk is left: {error}"))?;
        let end = Instant::now() + THINKING;
        match solve(&floor, &|| Instant::now() >= end).answer {
            Answer::Walk(walk) => Ok(walk),
            Answer::Impossible(why) => Err(format!("no walk is left: {why}")),
            Answer::Unknown => Err("a walk was not found in time".to_owned()),
        }
    }
}
