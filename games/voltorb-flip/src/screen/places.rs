//! Finds places where cards stand out in a picture, for any theme.

use super::contrast::{Contrast, Steps};
use super::layout::{CARDS, PITCH};
use super::placing::placement;
use grid::geometry::{Point, Turn};
use image::GrayImage;
use rayon::prelude::*;
use vision::lattice::{self, Axis, Lattice, LatticeSpec};

/// The most lattices that are examined, the best supported first.
const MOST_FAMILIES: usize = 100;
/// The most boards that are examined closely. The right one is among the three clearest.
const MOST_BOARDS: usize = 6;
/// The most places on the same cards that are examined closely.
const MOST_PLACES: usize = 10;

/// Places where cards like those of `spec` stand out, those on the same cards together, clearest first.
pub(super) fn boards(levels: &[GrayImage], spec: &LatticeSpec) -> Vec<Vec<Lattice>> {
    let mut places: Vec<(Contrast, Lattice)> = Vec::new();
    for family in families(levels, spec) {
        for shift in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
            let lattice = shifted(family, shift);
            let known = places.iter().any(|(_, l)| lattice::same(l, &lattice, &CARDS));
            if !known && let Some(contrast) = upright_contrast(levels, &lattice) {
                places.push((contrast, lattice));
            }
        }
    }
    let strength = |c: &Contrast| c.step * c.clear;
    places.sort_by(|a, b| strength(&b.0).total_cmp(&strength(&a.0)));
    let mut boards: Vec<Vec<Lattice>> = Vec::new();
    for (_, place) in places {
        match boards.iter().position(|board| overlap(&board[0], &place)) {
            Some(at) if boards[at].len() < MOST_PLACES => boards[at].push(place),
            None if boards.len() < MOST_BOARDS => boards.push(vec![place]),
            _ => {}
        }
    }
    boards
}

/// The lattices in the picture, one of those that differ by whole rows and columns only.
fn families(levels: &[GrayImage], spec: &LatticeSpec) -> Vec<Lattice> {
    let mut families: Vec<Lattice> = Vec::new();
    for lattice in lattice::find(levels, spec) {
        let related = |a: Axis, b: Axis| {
            let rows = (a.origin - b.origin) / (f64::from(PITCH) * b.scale);
            rows.abs() < 2.5
                && (rows - rows.round()).abs() < 0.15
                && (a.scale / b.scale - 1.0).abs() < 0.04
        };
        let known = families.iter().any(|f| related(f.x, lattice.x) && related(f.y, lattice.y));
        if !known && upright_contrast(levels, &lattice).is_some() {
            families.push(lattice);
        }
        if families.len() == MOST_FAMILIES {
            break;
        }
    }
    families.into_par_iter().map(|lattice| lattice::polish(levels, lattice, &CARDS)).collect()
}

/// Whether two lattices share cards.
fn overlap(a: &Lattice, b: &Lattice) -> bool {
    let shared = a.bounds(&CARDS).intersection(&b.bounds(&CARDS));
    shared.is_some_and(|s| s.w * s.h > 0.2 * a.bounds(&CARDS).w * a.bounds(&CARDS).h)
}

fn shifted(mut lattice: Lattice, (x, y): (i32, i32)) -> Lattice {
    lattice.x.origin += f64::from(x) * f64::from(PITCH) * lattice.x.scale;
    lattice.y.origin += f64::from(y) * f64::from(PITCH) * lattice.y.scale;
    lattice
}

/// How clearly the cards of a lattice stand out.
fn upright_contrast(levels: &[GrayImage], lattice: &Lattice) -> Option<Contrast> {
    Steps::of(&sampler(levels, lattice), &placement(lattice, Turn::Upright)).contrast()
}

/// Samples the level of the pyramid on which the lattice is nearest to native size from above, so
/// that what a display filter draws between native pixels is averaged away.
pub(super) fn sampler<'a>(
    levels: &'a [GrayImage],
    lattice: &Lattice,
) -> impl Fn(Point) -> Option<f64> + 'a {
    let level = lattice::native_level(levels, lattice);
    let (picture, factor) = (&levels[level], f64::from(1u32 << level));
    move |p: Point| {
        let (x, y) = (p.x / factor, p.y / factor);
        let inside = x >= 0.0 && y >= 0.0;
        inside.then(|| picture.get_pixel_checked(x as u32, y as u32))?.map(|p| f64::from(p[0]))
    }
}
