//! Reads the tiles of a section, and its exit.
//!
//! A tile on which the outcomes that count (`outcome`) disagree is doubtful, and so is a tile that something covers.

use super::alike::{Alike, Blocks};
use super::colours::{COVERED, MOST_OFF};
use super::exit;
use super::look::IceLook;
use super::outcome::{Outcome, Outcomes};
use super::rules::{cells_under, is_possible};
use super::tiles::{ExitState, FloorTile, Seen, Signature};
use super::view::{HERO, Place};
use grid::reading::{Reading, Unreadable};
use grid::{Cell, Grid};
use ice_floor::plan::{CELL, FloorSection, Version};
use image::RgbImage;
use vision::photometry::Colour;

/// The tiles and the exit of a section, as read.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The version of the game whose colours the tiles have.
    pub version: Version,
    /// Whether the version is certain: the stones lie as in it, or all tiles look like its own.
    pub is_version_sure: bool,
    /// The section's tiles.
    pub tiles: Grid<Reading<FloorTile>>,
    /// The section's exit.
    pub exit: Reading<ExitState>,
    /// Whether the stones lie as in one of the games.
    pub stones: Stones,
    /// Whether cells of a kind look as alike as in a view that is not bent or turned.
    pub is_well_explained: bool,
}

/// How the visible stones compare with those of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stones {
    /// They lie as in one of the games.
    Known,
    /// No stone is visible, and the games have none there.
    None,
    /// They lie as in none of the games.
    Other,
}

/// The rows above the hero's cell that its hat covers, in native pixels.
const HAT: i32 = 6;

/// The share of the blocks that other cells of the same kind must explain.
const LEAST_EXPLAINED: f32 = 0.85;

/// The explained share from which a view counts as neither bent nor turned. Below it every tile is trusted less.
const WELL_EXPLAINED: f32 = 0.95;

/// The least contrast of a cell next to that of most cells. One with less is seen through something.
const LEAST_GAIN: f32 = 0.7;

/// Reads the cells of `section` from a native picture in which the hero is at `place`.
pub fn read(
    native: &RgbImage,
    place: Place,
    section: &'static FloorSection,
    look: &IceLook,
) -> Option<Cells> {
    let shown = |cell: Cell| shown(native, place, cell);
    let seen = Grid::from_fn(section.size.0, section.size.1, |r, c| shown(section.cell((r, c))));
    let outcomes = Outcomes::of(&seen, section, place, look)?;
    let best = outcomes.likeliest();
    let mut tiles = Grid::from_fn(section.size.0, section.size.1, |r, c| match &seen[(r, c)] {
        Ok(seen) => decided(seen, (r, c), section, place, &outcomes),
        Err(why) => Reading::none(*why),
    });
    let least_gain = cover_the_faint(&mut tiles, &seen, section, best);
    let trust = cover_the_unlike(&mut tiles, native, place, section)?;
    tiles = tiles.map(|tile| Reading { confidence: trust * tile.confidence, ..tile.clone() });
    let (exit, looks_open) = exit::read(&section.exit().map(shown), &outcomes, least_gain);
    let is_possible = is_possible(&tiles.map(|tile| tile.value), section, place);
    if !is_possible {
        let contradicts = |tile: &Reading<FloorTile>| match tile.value {
            Some(_) => Reading::none(Unreadable::Contradicts),
            None => tile.clone(),
        };
        tiles = tiles.map(contradicts);
    }
    let exit = match exit.why {
        Some(Unreadable::Doubtful) if is_possible && looks_open => {
            exit::opened(&tiles, section, &cells_under(place)).unwrap_or(exit)
        }
        _ => exit,
    };
    let is_whole = tiles.iter().all(|tile| tile.why != Some(Unreadable::Doubtful));
    let is_version_sure = is_possible && (best.is_known || is_whole);
    let stones = match best.is_known {
        true if tiles.iter().any(|tile| tile.value == Some(FloorTile::Stone)) => Stones::Known,
        true => Stones::None,
        false => Stones::Other,
    };
    let is_well_explained = trust == 1.0;
    Some(Cells { version: best.version, is_version_sure, tiles, exit, stones, is_well_explained })
}

/// What a tile is, by what is seen of it.
fn decided(
    seen: &Signature,
    tile: Cell,
    section: &FloorSection,
    place: Place,
    outcomes: &Outcomes<'_>,
) -> Reading<FloorTile> {
    let (shaded, cell) = (section.is_shaded(tile), section.cell(tile));
    let partly = if is_beside_hero(place, cell) { MOST_OFF } else { 0.0 };
    // Stones lie where the games have them, whatever their colours are.
    let as_stone = |outcome: &Outcome<'_>, tile| match tile {
        FloorTile::Stone if outcome.is_known => COVERED,
        _ => 0.0,
    };
    let told = outcomes.decide(
        &FloorTile::ALL,
        |outcome, tile| outcome.fit.usual_off() + as_stone(outcome, tile),
        |outcome, tile| outcome.fit.most_off + partly + as_stone(outcome, tile),
        |outcome, tile| outcome.fit.off(seen, outcome.templates.tile(tile, shaded)),
    );
    // A hole is where the player falls; what is as dark elsewhere lies over the floor.
    match told.value {
        Some(FloorTile::Hole) if !cells_under(place).contains(&cell) => {
            Reading::none(Unreadable::Doubtful)
        }
        _ => told,
    }
}

/// Takes tiles with less contrast than the others for covered; returns the least that a cell must have, as a share of its
/// template's.
fn cover_the_faint(
    tiles: &mut Grid<Reading<FloorTile>>,
    seen: &Grid<Seen>,
    section: &FloorSection,
    outcome: &Outcome<'_>,
) -> f32 {
    let gain = |(tile, reading): (Cell, &Reading<FloorTile>)| {
        let template = outcome.templates.tile(reading.value?, section.is_shaded(tile));
        Some((tile, outcome.fit.gain(seen[tile].as_ref().ok()?, template)))
    };
    let mut gains: Vec<(Cell, f32)> = tiles.cells().filter_map(gain).collect();
    gains.sort_by(|a, b| a.1.total_cmp(&b.1));
    let usual = gains.get(gains.len() / 2).map_or(1.0, |(_, usual)| *usual);
    let least = LEAST_GAIN * usual;
    for (tile, _) in gains.into_iter().take_while(|(_, gain)| *gain < least) {
        tiles[tile] = Reading::none(Unreadable::Covered);
    }
    least
}

/// Takes tiles that look unlike others of their kind for covered; returns how far the view is trusted, 0 to 1. `None` if too
/// little of it is explained.
fn cover_the_unlike(
    tiles: &mut Grid<Reading<FloorTile>>,
    native: &RgbImage,
    place: Place,
    section: &FloorSection,
) -> Option<f32> {
    let (told, blocks) = told(native, place, section, tiles);
    let alike = Alike::of(&blocks);
    let explained = alike.explained();
    if explained < LEAST_EXPLAINED {
        return None;
    }
    for (tile, _) in told.iter().zip(alike.covered()).filter(|(_, covered)| *covered) {
        tiles[*tile] = Reading::none(Unreadable::Covered);
    }
    Some((explained / WELL_EXPLAINED).min(1.0))
}

/// Whether the hero, who may stand out beyond its cell and its hat, can be over a part of a cell.
fn is_beside_hero(place: Place, cell: Cell) -> bool {
    let (x, y) = place.on_screen(cell);
    (x - HERO.0).abs() < CELL && (HERO.1 - 2 * CELL..HERO.1 + CELL).contains(&y)
}

/// Whether the hero covers a pixel of the screen.
pub(super) fn is_under_hero((x, y): (i32, i32)) -> bool {
    (HERO.0..HERO.0 + CELL).contains(&x) && (HERO.1 - HAT..HERO.1 + CELL).contains(&y)
}

/// What lies on a cell, and whether a wall shades it.
type Kind = (FloorTile, bool);

/// The recognised tiles; for each, the kind of its cell and what its blocks show.
fn told(
    native: &RgbImage,
    place: Place,
    section: &FloorSection,
    tiles: &Grid<Reading<FloorTile>>,
) -> (Vec<Cell>, Vec<(Kind, Blocks)>) {
    let told = tiles.cells().filter_map(|(tile, reading)| Some((tile, reading.value?)));
    told.map(|(tile, value)| {
        let (left, top) = place.on_screen(section.cell(tile));
        let beside = |(x, y)| (-1..=1).any(|dx| (-1..=1).any(|dy| is_under_hero((x + dx, y + dy))));
        let blocks = Blocks::of(|x, y| pixel(native, (left + x, top + y), &beside));
        (tile, ((value, section.is_shaded(tile)), blocks))
    })
    .unzip()
}

/// The colour of a pixel of the screen, where it is one and nothing hides it.
fn pixel(native: &RgbImage, at: (i32, i32), hides: &dyn Fn((i32, i32)) -> bool) -> Option<Colour> {
    let (x, y) = (u32::try_from(at.0).ok()?, u32::try_from(at.1).ok()?);
    let colour = native.get_pixel_checked(x, y).filter(|_| !hides(at))?;
    Some(colour.0.map(f32::from))
}

/// What is seen of a cell of the room.
fn shown(native: &RgbImage, place: Place, cell: Cell) -> Seen {
    let (left, top) = place.on_screen(cell);
    let signature = |hides: &dyn Fn((i32, i32)) -> bool| {
        Signature::of(|x, y| pixel(native, (left + x, top + y), hides))
    };
    let free = signature(&is_under_hero);
    match free.is_seen() {
        true => Ok(free),
        false if signature(&|_| false).is_seen() => Err(Unreadable::Covered),
        false => Err(Unreadable::Outside),
    }
}
