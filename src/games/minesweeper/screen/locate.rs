//! Which lattice with which look is the board: the largest rectangle of cells that have the grounds of
//! one look.

use super::candidates::{CellLattice, candidates};
use super::cell::{GROUND_OFF, nearest};
use super::look::{MineLook, Zones};
use super::sample::Sample;
use crate::grid::Grid;
use image::RgbImage;

/// The least rows and columns of a board, and the least share of its cells whose ground is one of the
/// look's.
const LEAST_SIDE: usize = 4;
const LEAST_SHARE: f32 = 0.55;

/// The share of the cells of a row or column at the rim of the board that must have such a ground.
const LEAST_AT_RIM: f32 = 0.6;

/// Rows and columns by which a lattice is continued on each side, in case its borders were not seen.
const CONTINUED: usize = 2;

/// The steps of the search for the place where grounds fit best, in pixels; how often each is tried,
/// and the least gain that counts, in cells.
const STEPS: [f64; 3] = [1.0, 0.5, 0.2];
const MOST_ROUNDS: usize = 4;
const LEAST_GAIN: f32 = 0.02;

/// The share of the best fit that a lattice of whole pixels must have to be preferred.
const WHOLE: f32 = 0.97;

/// How much neighbouring pixels differ at the borders of cells, in grey levels of a channel: strong
/// borders are looked for first, which noise and gradients do not have.
const BORDERS: [u8; 2] = [22, 5];

/// Lattices that are looked at closely.
const MOST_LATTICES: usize = 40;

/// A board: its lattice and its look.
pub(super) struct Located<'a> {
    pub lattice: CellLattice,
    pub look: &'a MineLook,
}

/// The board with most cells that fit, if there is one.
pub(super) fn locate<'a>(picture: &RgbImage, looks: &'a [MineLook]) -> Option<Located<'a>> {
    BORDERS.into_iter().find_map(|least| with_borders(picture, looks, least))
}

fn with_borders<'a>(picture: &RgbImage, looks: &'a [MineLook], least: u8) -> Option<Located<'a>> {
    let mut best: Option<(f32, Located<'a>)> = None;
    for lattice in candidates(picture, least).into_iter().take(MOST_LATTICES) {
        let zones = Sample::new(picture, &lattice).zones();
        for look in looks {
            if share(look, &zones) < LEAST_SHARE * 0.6 {
                continue;
            }
            let shifted = settle_on(picture, &lattice, look);
            let Some(lattice) = extent(picture, &shifted, look) else { continue };
            let zones = Sample::new(picture, &lattice).zones();
            let share = share(look, &zones);
            let score = score(look, &zones);
            if share >= LEAST_SHARE && best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, Located { lattice, look }));
            }
        }
    }
    best.map(|(_, located)| located)
}

/// How well the grounds of all cells fit: a cell counts up to 1.
fn score(look: &MineLook, zones: &Grid<Zones>) -> f32 {
    zones.iter().map(|zones| 1.0 - (nearest(look, zones).1 / GROUND_OFF).min(1.0)).sum()
}

fn share(look: &MineLook, zones: &Grid<Zones>) -> f32 {
    let like = zones.iter().filter(|zones| nearest(look, zones).1 <= GROUND_OFF).count();
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
    if score(&whole) > most * WHOLE { whole } else { best }
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
    zones.iter().map(|zones| 1.0 - (off(zones) / (1.5 * GROUND_OFF)).min(1.0)).sum()
}

/// The rectangle of cells that fit, grown from the lattice's own.
fn extent(picture: &RgbImage, lattice: &CellLattice, look: &MineLook) -> Option<CellLattice> {
    let mut wide = *lattice;
    for (axis, length) in
        [(&mut wide.x, f64::from(picture.width())), (&mut wide.y, f64::from(picture.height()))]
    {
        let slack = axis.pitch * 0.06 + 1.0;
        for _ in 0..CONTINUED {
            if axis.origin - axis.pitch >= -slack {
                axis.origin -= axis.pitch;
                axis.cells += 1;
            }
            if axis.end() + axis.pitch <= length + slack {
                axis.cells += 1;
            }
        }
    }
    let zones = Sample::new(picture, &wide).zones();
    let fits = zones.map(|zones| nearest(look, zones).1 <= GROUND_OFF);
    let (mut rows, mut columns) = (0..fits.rows(), 0..fits.columns());
    let enough = |cells: &mut dyn Iterator<Item = bool>| {
        let (mut all, mut like) = (0, 0);
        cells.for_each(|fits| {
            all += 1;
            like += usize::from(fits);
        });
        like as f32 >= LEAST_AT_RIM * all as f32
    };
    loop {
        if rows.len() < LEAST_SIDE || columns.len() < LEAST_SIDE {
            return None;
        }
        let row = |r: usize| enough(&mut columns.clone().map(|c| fits[(r, c)]));
        let column = |c: usize| enough(&mut rows.clone().map(|r| fits[(r, c)]));
        if !row(rows.start) {
            rows.start += 1;
        } else if !row(rows.end - 1) {
            rows.end -= 1;
        } else if !column(columns.start) {
            columns.start += 1;
        } else if !column(columns.end - 1) {
            columns.end -= 1;
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
