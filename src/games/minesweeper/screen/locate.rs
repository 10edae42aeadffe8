//! Which lattice with which look is the board: the largest rectangle of cells that have the grounds of
//! one look.

use super::candidates::{CellLattice, candidates};
use super::cell::nearest;
use super::comb::Comb;
use super::look::{MineLook, Zones};
use super::sample::Sample;
use crate::grid::Grid;
use image::RgbImage;
use std::ops::Range;

/// The least rows and columns of a board, and the least share of its cells whose ground is one of the
/// look's.
const LEAST_SIDE: usize = 4;
const LEAST_SHARE: f32 = 0.55;

/// The share of cells of a lattice that must be near a look's grounds for it to be looked at closely.
const LEAST_ROUGHLY: f32 = 0.3;

/// The share of the cells of a row or column at the rim of the board that must have such a ground.
const LEAST_AT_RIM: f32 = 0.6;

/// The least mean relief of those cells: a flat area of the right colour has none.
const LEAST_RELIEF: f32 = 0.35;

/// The steps of the search for the place where grounds fit best, in pixels; how often each is tried,
/// and the least gain that counts, in cells.
const STEPS: [f64; 3] = [1.0, 0.5, 0.2];
const MOST_ROUNDS: usize = 4;
const LEAST_GAIN: f32 = 0.02;

/// The share of the best fit that a lattice of whole pixels must have to be preferred.
const WHOLE: f32 = 0.97;

/// By how much its borders may be off that, in pixels.
const NEAR_WHOLE: f64 = 0.75;

/// How much neighbouring pixels differ at the borders of cells, in grey levels of a channel: strong
/// borders are looked for first, which noise and gradients do not have.
const BORDERS: [u8; 2] = [22, 5];

/// Lattices that are looked at closely.
const MOST_LATTICES: usize = 40;

/// Pairs of a lattice and a look that are looked at closely.
const MOST_PAIRS: usize = 12;

/// The share of cells with a look's grounds with which a board counts as still there.
const LEAST_STILL: f32 = 0.9;

/// Looks whose grounds fit nearly as well as the best are told apart by the marks.
const ALIKE: f32 = 0.9;

/// A board: its lattice, and the looks whose grounds it has, best first.
#[derive(Clone, Debug)]
pub(super) struct Located<'a> {
    pub lattice: CellLattice,
    pub looks: Vec<&'a MineLook>,
}

/// The board with most cells that fit, if there is one.
pub(super) fn locate<'a>(picture: &RgbImage, looks: &'a [MineLook]) -> Option<Located<'a>> {
    BORDERS.into_iter().find_map(|least| with_borders(picture, looks, least))
}

fn with_borders<'a>(picture: &RgbImage, looks: &'a [MineLook], least: u8) -> Option<Located<'a>> {
    let mut pairs: Vec<(f32, CellLattice, &MineLook)> = Vec::new();
    for lattice in candidates(picture, least).into_iter().take(MOST_LATTICES) {
        let zones = Sample::new(picture, &lattice).zones();
        for look in looks.iter().filter(|look| share(look, &zones, 1.5) > LEAST_ROUGHLY) {
            pairs.push((score(look, &zones, 2.0), lattice, look));
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut best: Option<(f32, CellLattice)> = None;
    for (_, lattice, look) in pairs.into_iter().take(MOST_PAIRS) {
        let Some(lattice) = grown(picture, &lattice, look) else { continue };
        let zones = Sample::new(picture, &lattice).zones();
        let score = score(look, &zones, 1.0);
        if share(look, &zones, 1.0) >= LEAST_SHARE
            && best.as_ref().is_none_or(|(most, _)| score > *most)
        {
            best = Some((score, lattice));
        }
    }
    let (_, lattice) = best?;
    Some(Located { lattice, looks: fitting(picture, &lattice, looks) })
}

/// The looks whose grounds the cells of a lattice have, best first: all that fit nearly as well as the
/// best.
fn fitting<'a>(
    picture: &RgbImage,
    lattice: &CellLattice,
    looks: &'a [MineLook],
) -> Vec<&'a MineLook> {
    let zones = Sample::new(picture, lattice).zones();
    let mut fitting: Vec<(f32, &MineLook)> =
        looks.iter().map(|look| (score(look, &zones, 1.0), look)).collect();
    fitting.sort_by(|a, b| b.0.total_cmp(&a.0));
    let most = fitting.first().map_or(0.0, |(score, _)| *score);
    fitting.retain(|(score, _)| *score >= ALIKE * most);
    fitting.into_iter().map(|(_, look)| look).collect()
}

/// The board where it was in the picture before, if it still is there: its cells have the grounds of a
/// look, and none borders on it that has, too.
pub(super) fn still_there<'a>(
    picture: &RgbImage,
    before: &CellLattice,
    looks: &'a [MineLook],
) -> Option<Located<'a>> {
    let area = before.area();
    let inside = area.x + area.w <= f64::from(picture.width()) + 2.0
        && area.y + area.h <= f64::from(picture.height()) + 2.0;
    let looks = if inside { fitting(picture, before, looks) } else { return None };
    let look = looks.first()?;
    let zones = Sample::new(picture, before).zones();
    if share(look, &zones, 1.0) < LEAST_STILL {
        return None;
    }
    let now = extent(picture, before, look)?;
    let same = (now.x.cells, now.y.cells) == (before.x.cells, before.y.cells)
        && (now.x.origin - before.x.origin).abs() < before.x.pitch / 2.0
        && (now.y.origin - before.y.origin).abs() < before.y.pitch / 2.0;
    same.then_some(Located { lattice: *before, looks })
}

/// The lattice settled on the board and grown to all of it, by turns: the more of the board it has, the
/// better it tells the pitch.
fn grown(picture: &RgbImage, lattice: &CellLattice, look: &MineLook) -> Option<CellLattice> {
    let mut settled = settle_on(picture, lattice, look);
    for _ in 0..MOST_ROUNDS {
        let all = extent(picture, &settled, look)?;
        let size = |lattice: &CellLattice| (lattice.x.cells, lattice.y.cells);
        let same = size(&all) == size(&settled);
        settled = settle_on(picture, &all, look);
        if same {
            break;
        }
    }
    Some(settled)
}

/// How well the grounds of all cells fit: a cell counts up to 1, and nothing from `loosely` times the
/// look's tolerance on.
fn score(look: &MineLook, zones: &Grid<Zones>, loosely: f32) -> f32 {
    zones.iter().map(|zones| 1.0 - (nearest(look, zones).1 / loosely).min(1.0)).sum()
}

/// The share of cells that are off by less than `loosely` times the look's tolerance.
fn share(look: &MineLook, zones: &Grid<Zones>, loosely: f32) -> f32 {
    let like = zones.iter().filter(|zones| nearest(look, zones).1 <= loosely).count();
    like as f32 / zones.iter().len().max(1) as f32
}

/// The lattice with its four sides moved to where the sides of the cells fit best: a pattern search.
fn settle_on(picture: &RgbImage, lattice: &CellLattice, look: &MineLook) -> CellLattice {
    let score = |lattice: &CellLattice| fit(look, &Sample::new(picture, lattice).all_sides());
    let mut best = *lattice;
    let mut most = score(&best);
    for step in STEPS {
        for _ in 0..MOST_ROUNDS {
            let before = most;
            for (horizontal, side) in
                [(true, Move::Both), (false, Move::Both), (true, Move::Start), (false, Move::Start)]
            {
                for direction in [-1.0, 1.0] {
                    let mut moved = best;
                    let axis = if horizontal { &mut moved.x } else { &mut moved.y };
                    let by = step * direction * (axis.pitch / 24.0).max(1.0);
                    axis.origin += by;
                    if side == Move::Start {
                        axis.pitch -= by / axis.cells as f64;
                    }
                    let score = score(&moved);
                    if score > most + LEAST_GAIN {
                        (most, best) = (score, moved);
                    }
                }
            }
            if most <= before {
                break;
            }
        }
    }
    // Where nothing was scaled, cells are whole pixels wide.
    let mut whole = best;
    for axis in [&mut whole.x, &mut whole.y] {
        axis.pitch = axis.pitch.round();
        axis.origin = axis.origin.round();
    }
    let moved = |a: &Comb, b: &Comb| (a.end() - b.end()).abs().max((a.origin - b.origin).abs());
    let near = moved(&best.x, &whole.x).max(moved(&best.y, &whole.y)) < NEAR_WHOLE;
    if near && score(&whole) > most * WHOLE { whole } else { best }
}

/// What is moved along an axis.
#[derive(Clone, Copy, PartialEq)]
enum Move {
    /// All borders.
    Both,
    /// The first border; the last stays.
    Start,
}

/// How well the sides of all cells fit: a cell counts up to 1.
fn fit(look: &MineLook, zones: &[Zones]) -> f32 {
    let off = |zones: &Zones| {
        let grounds = look.grounds.iter().map(|ground| ground.zones.sides_distance(zones));
        grounds.fold(f32::INFINITY, f32::min)
    };
    zones.iter().map(|zones| 1.0 - (off(zones) / (1.5 * look.tolerance.sides)).min(1.0)).sum()
}

/// The rectangle of cells that fit: the lattice without rows and columns at its rim that do not, grown
/// by those that do.
fn extent(picture: &RgbImage, lattice: &CellLattice, look: &MineLook) -> Option<CellLattice> {
    let mut wide = *lattice;
    let mut rows = 0..lattice.y.cells;
    let mut columns = 0..lattice.x.cells;
    for (axis, core, length) in [
        (&mut wide.x, &mut columns, f64::from(picture.width())),
        (&mut wide.y, &mut rows, f64::from(picture.height())),
    ] {
        let slack = axis.pitch * 0.06 + 1.0;
        let before = ((axis.origin + slack) / axis.pitch).floor().max(0.0);
        let after = ((length + slack - axis.end()) / axis.pitch).floor().max(0.0);
        axis.origin -= before * axis.pitch;
        axis.cells += before as usize + after as usize;
        *core = core.start + before as usize..core.end + before as usize;
    }
    let zones = Sample::new(picture, &wide).zones();
    // The relief of each cell that fits: at its left and right, at its top and bottom.
    let fits = zones.map(|zones| {
        let (ground, off, _) = nearest(look, zones);
        let relief = |sides| zones.relief(&ground.zones, sides);
        (off <= 1.0 && zones.uniform >= look.tolerance.uniform)
            .then(|| [relief(&[1, 3]), relief(&[0, 2])])
    });
    let enough = |cells: &mut dyn Iterator<Item = Option<f32>>| {
        let (mut all, mut like, mut relief) = (0.0, 0.0, 0.0);
        for fits in cells {
            all += 1.0;
            like += f32::from(u8::from(fits.is_some()));
            relief += fits.unwrap_or(0.0);
        }
        like >= LEAST_AT_RIM * all && relief >= LEAST_RELIEF * like
    };
    let row = |r: usize, columns: &Range<usize>| {
        enough(&mut columns.clone().map(|c| fits[(r, c)].map(|relief| relief[0])))
    };
    let column = |c: usize, rows: &Range<usize>| {
        enough(&mut rows.clone().map(|r| fits[(r, c)].map(|relief| relief[1])))
    };
    loop {
        if rows.len() < LEAST_SIDE || columns.len() < LEAST_SIDE {
            return None;
        }
        if !row(rows.start, &columns) {
            rows.start += 1;
        } else if !row(rows.end - 1, &columns) {
            rows.end -= 1;
        } else if !column(columns.start, &rows) {
            columns.start += 1;
        } else if !column(columns.end - 1, &rows) {
            columns.end -= 1;
        } else {
            break;
        }
    }
    loop {
        if rows.start > 0 && row(rows.start - 1, &columns) {
            rows.start -= 1;
        } else if rows.end < fits.rows() && row(rows.end, &columns) {
            rows.end += 1;
        } else if columns.start > 0 && column(columns.start - 1, &rows) {
            columns.start -= 1;
        } else if columns.end < fits.columns() && column(columns.end, &rows) {
            columns.end += 1;
        } else {
            break;
        }
    }
    wide.x.origin += columns.start as f64 * wide.x.pitch;
    wide.x.cells = columns.len();
    wide.y.origin += rows.start as f64 * wide.y.pitch;
    wide.y.cells = rows.len();
    Some(wide)
}
