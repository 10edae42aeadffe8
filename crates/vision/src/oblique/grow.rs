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

/// The lattices among `quads` whose pitch is so many times the side of a cell, each of at least so many cells and at most
/// so many columns and rows.
pub(super) fn lattices(
    quads: &[Quad],
    pitch: f64,
    least: usize,
    most: usize,
) -> Vec<Vec<(Place, Point)>> {
    let mut taken = vec![false; quads.len()];
    let mut lattices = Vec::new();
    let index = Index::of(quads);
    // By which seed each cell was reached last.
    let mut reached = vec![usize::MAX; quads.len()];
    for seed in 0..quads.len() {
        if taken[seed] {
            continue;
        }
        let cells = grown(quads, &index, &mut reached, seed, pitch);
        for &(_, index) in &cells {
            taken[index] = true;
        }
        let columns = extent(cells.iter().map(|((x, _), _)| *x));
        let rows = extent(cells.iter().map(|((_, y), _)| *y));
        let is_pattern = columns.max(rows) as usize > most;
        if cells.len() >= least && columns.min(rows) >= LEAST_LINES && !is_pattern {
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

/// Which holes have their middles where: a picture full of a pattern has thousands.
struct Index(HashMap<(i64, i64), Vec<usize>>);

/// The side of the squares in which holes are kept, in pixels: about as far as one may be off its place.
const SQUARE: f64 = 16.0;

impl Index {
    fn of(quads: &[Quad]) -> Self {
        let mut squares: HashMap<_, Vec<usize>> = HashMap::new();
        for (i, quad) in quads.iter().enumerate() {
            squares.entry(Self::square(quad.middle.x, quad.middle.y)).or_default().push(i);
        }
        Self(squares)
    }

    fn square(x: f64, y: f64) -> (i64, i64) {
        ((x / SQUARE).floor() as i64, (y / SQUARE).floor() as i64)
    }

    /// Those in the squares that reach within a distance of a point.
    fn around(&self, to: Point, within: f64) -> impl Iterator<Item = usize> {
        let (left, top) = Self::square(to.x - within, to.y - within);
        let (right, low) = Self::square(to.x + within, to.y + within);
        let squares = (left..=right).flat_map(move |x| (top..=low).map(move |y| (x, y)));
        squares.filter_map(|square| self.0.get(&square)).flatten().copied()
    }
}

/// The cells that are reached from one, neighbour by neighbour.
fn grown(
    quads: &[Quad],
    index: &Index,
    reached: &mut [usize],
    seed: usize,
    pitch: f64,
) -> Vec<(Place, usize)> {
    let mut known: HashMap<Place, usize> = HashMap::from([((0, 0), seed)]);
    reached[seed] = seed;
    let mut open = VecDeque::from([((0, 0), seed, quads[seed].sides)]);
    while let Some((at, cell, sides)) = open.pop_front() {
        let from = quads[cell].middle;
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let next = (at.0 + dx, at.1 + dy);
            if known.contains_key(&next) {
                continue;
            }
            let side = if dx != 0 { sides[0] } else { sides[1] };
            let sign = f64::from(dx + dy) * pitch;
            let to = Point::new(from.x + sign * side.0, from.y + sign * side.1);
            let tolerance = MOST_OFF * pitch * side.0.hypot(side.1);
            let near = index.around(to, tolerance).filter(|&i| reached[i] != seed);
            let near = near.filter_map(|i| {
                let off = (quads[i].middle.x - to.x).hypot(quads[i].middle.y - to.y);
                let sides = (off <= tolerance).then(|| alike(sides, quads[i].sides))??;
                Some((off, i, sides))
            });
            if let Some((_, i, sides)) = near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
            {
                reached[i] = seed;
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
