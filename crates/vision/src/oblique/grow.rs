//! Which holes are cells of one lattice.

use super::quads::{Quad, cross, turns};
use grid::geometry::Point;
use std::collections::{HashMap, VecDeque};

/// Column and row of a cell, from the one that its lattice was grown from.
pub(super) type Place = (i32, i32);

/// How far off its expected place, in pitches, the next cell may be.
const MOST_OFF: f64 = 0.2;
/// How many times as long, or as short, its sides may be.
const MOST_GROWN: f64 = 1.4;
/// The least sine and the largest cosine of the angle between a side and that of the next cell, times their lengths.
const MOST_TURNED: f64 = 0.35;

/// The lattices among `quads` whose pitch is so many times the side of a cell, each of at least so many cells.
pub(super) fn lattices(quads: &[Quad], pitch: f64, least: usize) -> Vec<Vec<(Place, Point)>> {
    let mut taken = vec![false; quads.len()];
    let mut lattices = Vec::new();
    for seed in 0..quads.len() {
        if taken[seed] {
            continue;
        }
        let cells = grown(quads, seed, pitch);
        for &(_, index) in &cells {
            taken[index] = true;
        }
        let columns = extent(cells.iter().map(|((x, _), _)| *x));
        let rows = extent(cells.iter().map(|((_, y), _)| *y));
        if cells.len() >= least && columns.min(rows) >= LEAST_LINES {
            lattices.push(cells.into_iter().map(|(at, i)| (at, quads[i].middle)).collect());
        }
    }
    lattices
}

/// The least number of rows and of columns.
const LEAST_LINES: i32 = 3;

fn extent(values: impl Iterator<Item = i32> + Clone) -> i32 {
    let (least, most) = (values.clone().min(), values.max());
    least.zip(most).map_or(0, |(least, most)| most - least + 1)
}

/// The cells that are reached from one, neighbour by neighbour.
fn grown(quads: &[Quad], seed: usize, pitch: f64) -> Vec<(Place, usize)> {
    let mut known: HashMap<Place, usize> = HashMap::from([((0, 0), seed)]);
    let mut used = vec![false; quads.len()];
    used[seed] = true;
    let mut open = VecDeque::from([((0, 0), seed, quads[seed].sides)]);
    while let Some((at, index, sides)) = open.pop_front() {
        let from = quads[index].middle;
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let next = (at.0 + dx, at.1 + dy);
            if known.contains_key(&next) {
                continue;
            }
            let side = if dx != 0 { sides[0] } else { sides[1] };
            let sign = f64::from(dx + dy) * pitch;
            let to = Point::new(from.x + sign * side.0, from.y + sign * side.1);
            let tolerance = MOST_OFF * pitch * side.0.hypot(side.1);
            let near = (0..quads.len()).filter(|&i| !used[i]).filter_map(|i| {
                let off = (quads[i].middle.x - to.x).hypot(quads[i].middle.y - to.y);
                let sides = (off <= tolerance).then(|| alike(sides, quads[i].sides))??;
                Some((off, i, sides))
            });
            if let Some((_, i, sides)) = near.min_by(|a, b| a.0.total_cmp(&b.0)) {
                used[i] = true;
                known.insert(next, i);
                open.push_back((next, i, sides));
            }
        }
    }
    known.into_iter().collect()
}

/// The sides of the next cell, taken in the order of this one's; none if they are others.
fn alike(known: [(f64, f64); 2], next: [(f64, f64); 2]) -> Option<[(f64, f64); 2]> {
    let length = |(x, y): (f64, f64)| x.hypot(y);
    let turned = turns(next).into_iter().max_by(|a, b| {
        let dot = |s: &[(f64, f64); 2]| s[0].0 * known[0].0 + s[0].1 * known[0].1;
        dot(a).total_cmp(&dot(b))
    })?;
    let fits = known.iter().zip(turned).all(|(&a, b)| {
        let (la, lb) = (length(a), length(b));
        la.max(lb) <= MOST_GROWN * la.min(lb) && cross(a, b).abs() <= MOST_TURNED * la * lb
    });
    fits.then_some(turned)
}
