//! What lies on the cells of a section.
//!
//! Which tiles there are, and by what map of colours they are shown, is found alternately: the tiles
//! that are nearest give a map (least squares), and through it the tiles are looked at again. It begins
//! with the colours as they are, and with all cells, or the lighter ones, taken for whole or for cracked
//! ice; the outcome that leaves the least difference counts.

use super::super::plan::{CELL, FloorSection, Version};
use super::registration::{HERO, Place};
use super::tiles::{ExitState, FloorTile, Signature, Templates};
use crate::grid::{Cell, Grid};
use crate::reading::{Reading, Unreadable};
use crate::vision::photometry::{Colour, Photometry};
use crate::vision::template::BLURS;
use image::RgbImage;
use std::sync::LazyLock;

/// What the cells of a section show.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The version whose colours they have.
    pub version: Version,
    /// Its tiles.
    pub tiles: Grid<Reading<FloorTile>>,
    /// Its exit.
    pub exit: Reading<ExitState>,
}

/// The rows above the hero's cell that its hat covers.
const HAT: i32 = 6;

/// How often tiles and colours are found from each other.
const ROUNDS: usize = 4;

/// What a shift of all colours by a grey level counts, beside a difference of a grey level that is
/// left: of two versions that fit alike through some map, the one whose colours are shown as they are.
const SHIFT: f32 = 0.03;

/// What it counts, likewise, that the stones lie as those of one of the games: through some map of colours
/// a stone may look like cracked ice.
const KNOWN: f32 = 3.0;

/// Cells that together cost more are those of something else, or of a floor that is not to be seen well
/// enough.
const MOST_COST: f32 = 5.0;

/// A difference of so many grey levels between two tiles' distances makes one e times as likely.
const SOFTNESS: f32 = 1.2;

/// A tile that is less likely than this is doubtful.
const LEAST_SURE: f32 = 0.9;

/// Nor is a tile believed that differs by more grey levels.
const MOST_OFF: f32 = 18.0;

/// Templates of both versions at all blurs.
static TEMPLATES: LazyLock<Vec<(Version, Templates)>> = LazyLock::new(|| {
    let all = Version::ALL.into_iter().flat_map(|version| BLURS.map(|blur| (version, blur)));
    all.map(|(version, blur)| (version, Templates::new(version, blur))).collect()
});

/// Why a cell shows nothing, or what it shows.
type Seen = Result<Signature, Unreadable>;

/// Reads the cells of `section` off a native picture in which the hero is at `place`.
pub fn read(native: &RgbImage, place: Place, section: &FloorSection) -> Option<Cells> {
    let look = |cell: Cell| look(native, place, cell);
    let seen = Grid::from_fn(section.size.0, section.size.1, |r, c| look(section.cell((r, c))));
    let known: Vec<(bool, &Signature)> = seen
        .cells()
        .filter_map(|(tile, seen)| Some((section.is_shaded(tile), seen.as_ref().ok()?)))
        .collect();
    let fits = TEMPLATES.iter().flat_map(|(version, templates)| {
        fits(&known, templates).into_iter().map(move |fit| (*version, templates, fit))
    });
    let judged = fits.map(|(version, templates, fit)| {
        let is_known = known_stones(&seen, section, |cell| fit.nearest(cell, templates).0);
        let cost = fit.cost - if is_known { KNOWN } else { 0.0 };
        (cost, (version, templates, fit))
    });
    let (cost, (version, templates, fit)) = judged.min_by(|a, b| a.0.total_cmp(&b.0))?;
    if cost > MOST_COST {
        return None;
    }
    let tiles = Grid::from_fn(section.size.0, section.size.1, |r, c| match &seen[(r, c)] {
        Ok(cell) => {
            let shaded = section.is_shaded((r, c));
            let offs =
                FloorTile::ALL.map(|tile| (tile, fit.off(cell, templates.tile(tile, shaded))));
            decide(&offs)
        }
        Err(why) => Reading::none(*why),
    });
    // The upper cell of the exit is free of the hero on the last tile.
    let exits = section.exit().map(look);
    let exit = exits.into_iter().map(|seen| match seen {
        Ok(cell) => decide(
            &[ExitState::Closed, ExitState::Open].map(|e| (e, fit.off(&cell, templates.exit(e)))),
        ),
        Err(why) => Reading::none(why),
    });
    let exit = exit.reduce(|a, b| if a.confidence >= b.confidence { a } else { b })?;
    let version = by_stones(&tiles, section).unwrap_or(version);
    Some(Cells { version, tiles, exit })
}

/// Whether all cells that are seen, if they show these tiles, have stones where one of the games has.
fn known_stones(
    seen: &Grid<Seen>,
    section: &FloorSection,
    tile: impl Fn((bool, &Signature)) -> FloorTile,
) -> bool {
    let stones: Vec<(Cell, bool)> = seen
        .cells()
        .filter_map(|(at, cell)| {
            let cell = (section.is_shaded(at), cell.as_ref().ok()?);
            Some((at, tile(cell) == FloorTile::Stone))
        })
        .collect();
    Version::ALL.into_iter().any(|version| {
        let ice = section.floor(version).ice();
        stones.iter().all(|(at, is_stone)| ice[*at] != *is_stone)
    })
}

/// The version whose stones these are, if all tiles were read but what the hero covers, which is none.
fn by_stones(tiles: &Grid<Reading<FloorTile>>, section: &FloorSection) -> Option<Version> {
    let is_known =
        |tile: &Reading<FloorTile>| tile.value.is_some() || tile.why == Some(Unreadable::Covered);
    let ice = tiles.map(|tile| tile.value != Some(FloorTile::Stone));
    tiles.iter().all(is_known).then(|| section.version(&ice)).flatten()
}

/// What is seen of a cell of the room.
fn look(native: &RgbImage, place: Place, cell: Cell) -> Seen {
    let (left, top) = place.on_screen(cell);
    let (width, height) = native.dimensions();
    let inside = |x: i32, y: i32| (x as u32) < width && (y as u32) < height;
    let covered = |x: i32, y: i32| {
        (HERO.0..HERO.0 + CELL).contains(&x) && (HERO.1 - HAT..HERO.1 + CELL).contains(&y)
    };
    let signature = |hides: &dyn Fn(i32, i32) -> bool| {
        Signature::of(|x, y| {
            let (x, y) = (left + x, top + y);
            (inside(x, y) && !hides(x, y))
                .then(|| native.get_pixel(x as u32, y as u32).0.map(f32::from))
        })
    };
    let free = signature(&covered);
    match free.is_seen() {
        true => Ok(free),
        false if signature(&|_, _| false).is_seen() => Err(Unreadable::Covered),
        false => Err(Unreadable::Outside),
    }
}

/// A map of colours, and how the cells fit through it.
struct Fit {
    map: Option<Photometry>,
    /// By how many grey levels a cell differs from its template, in the mean, and what the map costs.
    cost: f32,
}

impl Fit {
    fn off(&self, cell: &Signature, template: &Signature) -> f32 {
        match &self.map {
            Some(map) => cell.map(|c| map.canonical(c)).distance(template),
            None => cell.distance(template),
        }
    }

    /// The tile that a cell is nearest to, and by how much it is off.
    fn nearest(
        &self,
        (shaded, cell): (bool, &Signature),
        templates: &Templates,
    ) -> (FloorTile, f32) {
        let cell = match &self.map {
            Some(map) => cell.map(|c| map.canonical(c)),
            None => cell.clone(),
        };
        let off = |tile| cell.distance(templates.tile(tile, shaded));
        FloorTile::ALL
            .map(|tile| (tile, off(tile)))
            .into_iter()
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or((FloorTile::Ice, f32::INFINITY))
    }
}

/// The outcomes from every beginning.
fn fits(cells: &[(bool, &Signature)], templates: &Templates) -> Vec<Fit> {
    let plain = Fit { map: None, cost: 0.0 };
    let mut by_light: Vec<(bool, &Signature)> = cells.to_vec();
    by_light.sort_by(|a, b| b.1.brightness().total_cmp(&a.1.brightness()));
    // Stones are darker than ice, cracked or not, in any light.
    let as_all = |share: usize, tile: FloorTile| {
        let light = &by_light[..by_light.len().div_ceil(share)];
        fitted(light, &vec![tile; light.len()], templates)
    };
    let beginnings = [
        Some(plain),
        as_all(1, FloorTile::Ice),
        as_all(1, FloorTile::Cracked),
        as_all(2, FloorTile::Ice),
        as_all(2, FloorTile::Cracked),
        as_all(6, FloorTile::Ice),
        as_all(6, FloorTile::Cracked),
    ];
    let mut outcomes = Vec::new();
    for (i, beginning) in beginnings.into_iter().enumerate() {
        let Some(mut fit) = beginning else { continue };
        if i == 0 {
            // The colours as they are count for themselves.
            outcomes.push(judged(Fit { map: None, ..fit }, cells, templates));
        }
        for _ in 0..ROUNDS {
            let nearest: Vec<FloorTile> =
                cells.iter().map(|cell| fit.nearest(*cell, templates).0).collect();
            match fitted(cells, &nearest, templates) {
                Some(better) => fit = better,
                None => break,
            }
        }
        if fit.map.is_some() {
            outcomes.push(judged(fit, cells, templates));
        }
    }
    outcomes
}

/// The map of colours by which cells show these tiles.
fn fitted(cells: &[(bool, &Signature)], tiles: &[FloorTile], templates: &Templates) -> Option<Fit> {
    let pairs: Vec<(Colour, Colour)> = cells
        .iter()
        .zip(tiles)
        .flat_map(|((shaded, cell), tile)| templates.tile(*tile, *shaded).pairs(cell))
        .collect();
    if pairs.is_empty() {
        return None;
    }
    Some(Fit { map: Some(Photometry::fit(&pairs)?), cost: 0.0 })
}

/// The same with what is left.
fn judged(fit: Fit, cells: &[(bool, &Signature)], templates: &Templates) -> Fit {
    let count = cells.len().max(1) as f32;
    let residual = cells.iter().map(|cell| fit.nearest(*cell, templates).1).sum::<f32>() / count;
    let shift = fit.map.as_ref().map_or(0.0, |map| {
        let off = |colour: Colour| {
            let mapped = map.canonical(colour);
            mapped.iter().zip(colour).map(|(a, b)| (a - b).abs()).sum::<f32>() / 3.0
        };
        let colours: Vec<f32> =
            cells.iter().flat_map(|(_, cell)| cell.colours()).map(off).collect();
        colours.iter().sum::<f32>() / colours.len().max(1) as f32
    });
    Fit { cost: residual + SHIFT * shift, ..fit }
}

/// The nearest of several, and how likely it is.
fn decide<T: Copy>(offs: &[(T, f32)]) -> Reading<T> {
    let Some(&(best, least)) = offs.iter().min_by(|a, b| a.1.total_cmp(&b.1)) else {
        return Reading::none(Unreadable::Doubtful);
    };
    let total: f32 = offs.iter().map(|(_, off)| ((least - off) / SOFTNESS).exp()).sum();
    let confidence = 1.0 / total;
    if confidence < LEAST_SURE || least > MOST_OFF || !confidence.is_finite() {
        return Reading::none(Unreadable::Doubtful);
    }
    Reading::sure(best, confidence)
}
