//! Where cards stand out in a picture, whatever their look.

use super::contrast::{Contrast, Steps};
use super::layout::{CARDS, PITCH};
use super::placing::placement;
use grid::geometry::{Point, Turn};
use image::GrayImage;
use rayon::prelude::*;
use vision::lattice::{self, Axis, Lattice, LatticeSpec};

/// Lattices that are looked at, the best supported first.
const MOST_FAMILIES: usize = 100;
/// Places on the same cards that are looked at closely.
const MOST_PLACES: usize = 10;
/// Boards that are looked at closely, those that stand out most clearly. Of 222 pictures with a board none has more than
/// three; noise and patterns have dozens.
const MOST_BOARDS: usize = 6;

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
    let mut boards: Vec<(f64, Vec<Lattice>)> = Vec::new();
    for (contrast, place) in places {
        match boards.iter_mut().find(|(_, board)| overlap(&board[0], &place)) {
            Some((clear, board)) if board.len() < MOST_PLACES => {
                *clear = clear.max(contrast.clear);
                board.push(place);
            }
            Some(_) => {}
            None => boards.push((contrast.clear, vec![place])),
        }
    }
    if boards.len() > MOST_BOARDS {
        // A dim board is as clear as a bright one.
        let mut clears: Vec<f64> = boards.iter().map(|(clear, _)| *clear).collect();
        clears.sort_by(|a, b| b.total_cmp(a));
        boards.retain(|(clear, _)| *clear >= clears[MOST_BOARDS - 1]);
        boards.truncate(MOST_BOARDS);
    }
    boards.into_iter().map(|(_, board)| board).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::layout::SCREEN;
    use image::Luma;
    use vision::gray::pyramid;

    #[test]
    fn of_a_pattern_a_few_boards_are_looked_at_and_beside_one_a_real_board_is() {
        let chequers = |x: u32, y: u32| if (x / 16 + y / 16) % 2 == 0 { 235 } else { 20 };
        let mut picture = GrayImage::from_fn(1600, 900, |x, y| Luma([chequers(x, y)]));
        let found = |picture: &GrayImage| boards(&pyramid(picture.clone(), SCREEN.1 / 2), &CARDS);
        assert_eq!(found(&picture).len(), MOST_BOARDS);
        // Cards of 24 pixels with a dark rim, in light frames, as dim as few are.
        let native = |v: u32| (v / 2).checked_sub(8).map(|v| (v / PITCH, v % PITCH));
        for (y, x) in (0..2 * SCREEN.1).flat_map(|y| (0..2 * SCREEN.1).map(move |x| (y, x))) {
            let card = native(x).zip(native(y)).filter(|((c, _), (r, _))| *c.max(r) < 6);
            let shade =
                match card {
                    Some(((_, x), (_, y))) if x < 24 && y < 24 => {
                        if x.min(y) < 2 || x.max(y) >= 22 { 60 } else { 75 }
                    }
                    Some(((_, x), (_, y))) if (x < 26 || x >= 30) && (y < 26 || y >= 30) => 95,
                    _ => 80,
                };
            picture.put_pixel(x + 300, y + 200, Luma([shade]));
        }
        let found = found(&picture);
        let near = |a: f64, b: f64| (a - b).abs() < 3.0;
        let is_it = |l: &Lattice| near(l.x.origin, 316.0) && near(l.y.origin, 216.0);
        assert!(found.len() <= MOST_BOARDS);
        assert!(found.iter().flatten().any(is_it), "{found:?}");
    }
}
