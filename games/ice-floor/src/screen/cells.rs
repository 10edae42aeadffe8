//! Reads the tiles of a section.
//!
//! Each of several colour maps (`colours`) yields an outcome. The outcome that leaves the least difference counts,
//! together with those that leave hardly more. A tile on which they disagree is doubtful, and so is a tile that
//! something covers. An outcome that the game's rules exclude (`rules`) does not count.

use super::alike::{Alike, Blocks};
use super::colours::{COVERED, Fit, MOST_OFF, fits};
use super::look::IceLook;
use super::rules::{cells_under, is_possible};
use super::tiles::{ExitState, FloorTile, Signature, Templates};
use super::view::{HERO, Place};
use grid::reading::{Reading, SURE, Unreadable};
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

/// What known stones earn an outcome, in grey levels: a colour map may make a stone look like cracked ice.
const KNOWN: f32 = 3.0;

/// What an outcome costs that the player could not have walked, in grey levels.
const IMPOSSIBLE: f32 = 8.0;

/// The cost, in grey levels, that makes an outcome less likely by a factor of e.
const ALIKE: f32 = 0.4;

/// The logarithm of the odds at which an outcome no longer counts.
const UNLIKELY: f32 = 4.6;

/// The highest mean cost of all cells, in grey levels. Above it the view shows something else, or a floor that is not
/// clear enough.
const MOST_COST: f32 = 5.0;

/// The difference between two tiles' distances, in grey levels, that makes one more likely by a factor of e.
const SOFTNESS: f32 = 1.2;

/// By how much [`SOFTNESS`] grows for each grey level by which a cell differs from all tiles by more than usual: what
/// covers a part of it says nothing about the rest.
const SOFTER: f32 = 0.3;

/// The probability below which a tile is doubtful.
const LEAST_SURE: f32 = 0.95;

/// The share of the blocks that other cells of the same kind must explain.
const LEAST_EXPLAINED: f32 = 0.85;

/// The explained share from which a view counts as neither bent nor turned. Below it every tile is trusted less.
const WELL_EXPLAINED: f32 = 0.95;

/// The most by which an exit may differ from its drawing, in grey levels.
const EXIT_OFF: f32 = 18.0;

/// The least contrast of a cell next to that of most cells. One with less is seen through something.
const LEAST_GAIN: f32 = 0.7;

/// Why a cell shows nothing, or what it shows.
type Seen = Result<Signature, Unreadable>;

/// Reads the cells of `section` from a native picture in which the hero is at `place`.
pub fn read(
    native: &RgbImage,
    place: Place,
    section: &'static FloorSection,
    look: &IceLook,
) -> Option<Cells> {
    let shown = |cell: Cell| shown(native, place, cell);
    let seen = Grid::from_fn(section.size.0, section.size.1, |r, c| shown(section.cell((r, c))));
    let known: Vec<(bool, &Signature)> = seen
        .cells()
        .filter_map(|(tile, seen)| Some((section.is_shaded(tile), seen.as_ref().ok()?)))
        .collect();
    let fits = look.templates().iter().flat_map(|(version, templates)| {
        fits(&known, templates).into_iter().map(move |fit| (*version, templates, fit))
    });
    let mut outcomes: Vec<Outcome<'_>> = fits
        .map(|(version, templates, fit)| {
            let offs = Grid::from_fn(section.size.0, section.size.1, |r, c| {
                let cell = seen[(r, c)].as_ref().ok()?;
                Some(fit.nearest((section.is_shaded((r, c)), cell), templates))
            });
            let nearest =
                offs.map(|cell| cell.filter(|cell| cell.1 <= fit.most_off).map(|cell| cell.0));
            // What lies over a cell is not a stone, whatever it is nearest to.
            let may_be_stone = fit.most_off + COVERED;
            let free = offs.map(|cell| cell.filter(|cell| cell.1 <= may_be_stone));
            let stones = known_stones(&free.map(|cell| cell.map(|cell| cell.0)), section);
            let is_known = stones.iter().any(|fits| *fits);
            let version = match stones {
                [true, false] => Version::ALL[0],
                [false, true] => Version::ALL[1],
                _ => version,
            };
            let cost = fit.cost - if is_known { KNOWN } else { 0.0 };
            let is_possible = false;
            Outcome { cost, version, templates, fit, nearest, is_known, is_possible }
        })
        .collect();
    outcomes.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    // What comes after the first that is possible does not count any more.
    let mut until = outcomes.first()?.cost + IMPOSSIBLE;
    outcomes.retain_mut(|outcome| {
        let counts = outcome.cost <= until;
        if counts && is_possible(&outcome.nearest, section, place) {
            outcome.is_possible = true;
            until = until.min(outcome.cost + UNLIKELY * ALIKE);
        }
        counts
    });
    outcomes.sort_by(|a, b| a.rank().total_cmp(&b.rank()));
    let best = outcomes.first().filter(|best| best.full_cost() <= MOST_COST)?;
    let weight = |outcome: &Outcome<'_>| ((best.rank() - outcome.rank()) / ALIKE).exp();
    let counting: Vec<(f32, &Outcome<'_>)> = outcomes
        .iter()
        .filter(|outcome| outcome.rank() <= best.rank() + UNLIKELY * ALIKE)
        .map(|outcome| (weight(outcome), outcome))
        .collect();
    let hero = cells_under(place);
    let mut tiles = Grid::from_fn(section.size.0, section.size.1, |r, c| match &seen[(r, c)] {
        Ok(seen) => {
            let shaded = section.is_shaded((r, c));
            let template = |o: &Outcome<'_>, tile| o.templates.tile(tile, shaded).clone();
            let cell = section.cell((r, c));
            let partly = if is_beside_hero(place, cell) { MOST_OFF } else { 0.0 };
            // Stones lie where the games have them, whatever their colours are.
            let as_stone = |o: &Outcome<'_>, tile| match tile {
                FloorTile::Stone if o.is_known => COVERED,
                _ => 0.0,
            };
            let tile = decide(
                &FloorTile::ALL,
                &counting,
                |o, tile| o.fit.usual_off() + as_stone(o, tile),
                |o, tile| o.fit.most_off + partly + as_stone(o, tile),
                |o, tile| o.fit.off(seen, &template(o, tile)),
            );
            // A hole is where the player falls; what is as dark elsewhere lies over the floor.
            match tile.value {
                Some(FloorTile::Hole) if !hero.contains(&cell) => {
                    Reading::none(Unreadable::Doubtful)
                }
                _ => tile,
            }
        }
        Err(why) => Reading::none(*why),
    });
    let gain = |tile: Cell, value| {
        let template = best.templates.tile(value, section.is_shaded(tile));
        Some(best.fit.gain(seen[tile].as_ref().ok()?, template))
    };
    let least_gain = LEAST_GAIN * usual_gain(&tiles, gain);
    let is_faint = |(tile, reading): &(Cell, &Reading<FloorTile>)| {
        let gain = reading.value.and_then(|value| gain(*tile, value));
        gain.is_some_and(|gain| gain < least_gain)
    };
    let faint: Vec<Cell> = tiles.cells().filter(is_faint).map(|(tile, _)| tile).collect();
    for tile in faint {
        tiles[tile] = Reading::none(Unreadable::Covered);
    }
    let (told, blocks) = told(native, place, section, &tiles);
    let alike = Alike::of(&blocks);
    let explained = alike.explained();
    if explained < LEAST_EXPLAINED {
        return None;
    }
    let trust = (explained / WELL_EXPLAINED).min(1.0);
    for (tile, _) in told.iter().zip(alike.covered()).filter(|(_, covered)| *covered) {
        tiles[*tile] = Reading::none(Unreadable::Covered);
    }
    tiles = tiles.map(|tile| Reading { confidence: trust * tile.confidence, ..tile.clone() });
    let (exit, looks_open) = exit(section.exit().map(shown), &counting, least_gain);
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
            opened(&tiles, section, &hero).unwrap_or(exit)
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

/// The contrast of most of the tiles that were told, as a share of their templates'; 1 if there are none.
fn usual_gain(
    tiles: &Grid<Reading<FloorTile>>,
    gain: impl Fn(Cell, FloorTile) -> Option<f32>,
) -> f32 {
    let told = tiles.cells().filter_map(|(tile, reading)| gain(tile, reading.value?));
    let mut gains: Vec<f32> = told.collect();
    gains.sort_by(f32::total_cmp);
    gains.get(gains.len() / 2).copied().unwrap_or(1.0)
}

/// The exit, of which two cells may be seen: the hero on the last tile leaves the upper one free. Also whether it looks
/// open rather than closed in the likeliest outcome, and has the contrast of one.
fn exit(
    cells: [Seen; 2],
    outcomes: &[(f32, &Outcome<'_>)],
    least_gain: f32,
) -> (Reading<ExitState>, bool) {
    let off = |outcome: &Outcome<'_>, cell: &Signature, exit| {
        outcome.fit.off(cell, outcome.templates.exit(exit))
    };
    let [one, other] = cells.each_ref().map(|cell| match cell {
        Ok(cell) => decide(
            &[ExitState::Closed, ExitState::Open],
            outcomes,
            |outcome, _| outcome.fit.usual_off(),
            |_, _| EXIT_OFF,
            |outcome, exit| off(outcome, cell, exit),
        ),
        Err(why) => Reading::none(*why),
    });
    let told = match (one.value, other.value) {
        (Some(a), Some(b)) if a != b => Reading::none(Unreadable::Doubtful),
        _ if one.confidence >= other.confidence => one,
        _ => other,
    };
    let looks_open = |(_, outcome): &(f32, &Outcome<'_>)| {
        let all = |exit| cells.iter().flatten().map(|cell| off(outcome, cell, exit)).sum::<f32>();
        all(ExitState::Open) < all(ExitState::Closed)
    };
    // No tile has its colours: what a map that suits the tiles makes of them is a guess, and another one may differ.
    let is_agreed = told.value.is_none_or(|value| {
        outcomes.iter().all(|outcome| looks_open(outcome) == (value == ExitState::Open))
    });
    let told = if is_agreed { told } else { Reading::none(Unreadable::Doubtful) };
    let is_clear = |(_, outcome): &(f32, &Outcome<'_>)| {
        let stairs = outcome.templates.exit(ExitState::Open);
        cells.iter().flatten().all(|cell| outcome.fit.gain(cell, stairs) >= least_gain)
    };
    (told, outcomes.first().is_some_and(|likeliest| looks_open(likeliest) && is_clear(likeliest)))
}

/// The exit of a floor all of whose tiles are cracked: it is open. The tile that the hero stands on counts as stepped
/// on. `None` in mid-step, and if a tile is whole or uncertain.
///
/// The game opens it in the moment after the last step: it is no surer than [`SURE`], and this is not asked of an exit
/// that looks closed rather than open.
fn opened(
    tiles: &Grid<Reading<FloorTile>>,
    section: &FloorSection,
    hero: &[Cell],
) -> Option<Reading<ExitState>> {
    if hero.len() > 1 {
        return None;
    }
    let mut sure = SURE;
    let others = tiles.cells().filter(|(tile, _)| !hero.contains(&section.cell(*tile)));
    for (_, reading) in others {
        match reading.value {
            Some(FloorTile::Cracked | FloorTile::Stone) => sure = sure.min(reading.confidence),
            _ => return None,
        }
    }
    Some(Reading::sure(ExitState::Open, sure))
}

/// Whether the hero, who may stand out beyond its cell and its hat, can be over a part of a cell.
fn is_beside_hero(place: Place, cell: Cell) -> bool {
    let (x, y) = place.on_screen(cell);
    (x - HERO.0).abs() < CELL && (HERO.1 - 2 * CELL..HERO.1 + CELL).contains(&y)
}

/// What the cells show through one map of colours.
struct Outcome<'a> {
    cost: f32,
    version: Version,
    templates: &'a Templates,
    fit: Fit,
    nearest: Grid<Option<FloorTile>>,
    is_known: bool,
    is_possible: bool,
}

impl Outcome<'_> {
    /// Its cost, where what is covered counts in full.
    fn full_cost(&self) -> f32 {
        self.fit.full_cost - if self.is_known { KNOWN } else { 0.0 }
    }

    /// The lower, the likelier.
    fn rank(&self) -> f32 {
        self.cost + if self.is_possible { 0.0 } else { IMPOSSIBLE }
    }
}

/// For each version, whether the stones among these tiles lie as it has them.
fn known_stones(tiles: &Grid<Option<FloorTile>>, section: &FloorSection) -> [bool; 2] {
    Version::ALL.map(|version| {
        let ice = section.floor(version).ice();
        let same = |(at, tile): (Cell, &Option<FloorTile>)| {
            tile.is_none_or(|tile| ice[at] != (tile == FloorTile::Stone))
        };
        tiles.cells().all(same)
    })
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

/// The likeliest of several in all outcomes, by their weights, and how likely it is. What is off by more than
/// `most_off` in an outcome is none of them there; of what is off by more than `usual_off` less is known.
fn decide<T: Copy>(
    all: &[T],
    outcomes: &[(f32, &Outcome<'_>)],
    usual_off: impl Fn(&Outcome<'_>, T) -> f32,
    most_off: impl Fn(&Outcome<'_>, T) -> f32,
    off: impl Fn(&Outcome<'_>, T) -> f32,
) -> Reading<T> {
    let mut chances = vec![0.0f32; all.len()];
    for (weight, outcome) in outcomes {
        let offs: Vec<f32> = all.iter().map(|what| off(outcome, *what)).collect();
        let nearest = offs.iter().copied().zip(all).min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((least, what)) = nearest.filter(|(off, what)| *off <= most_off(outcome, **what))
        else {
            continue;
        };
        let unusual = (least - usual_off(outcome, *what)).max(0.0);
        let softness = SOFTNESS + SOFTER * unusual;
        let likely = offs.iter().map(|off| ((least - off) / softness).exp());
        let total: f32 = likely.clone().sum();
        for (chance, likely) in chances.iter_mut().zip(likely) {
            *chance += weight * likely / total;
        }
    }
    let total: f32 = outcomes.iter().map(|(weight, _)| weight).sum();
    let best = chances.iter().zip(all).max_by(|a, b| a.0.total_cmp(b.0));
    let Some((chance, best)) = best else { return Reading::none(Unreadable::Doubtful) };
    let confidence = chance / total;
    if confidence < LEAST_SURE || !confidence.is_finite() {
        return Reading::none(Unreadable::Doubtful);
    }
    Reading::sure(*best, confidence)
}
