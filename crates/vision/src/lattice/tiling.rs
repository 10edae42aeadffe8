//! Finds equal boxes in straight rows and columns at even distances: the cells of a board whose theme is unknown, or
//! parts of them.

use super::regions::{Region, boxes};
use image::RgbImage;

/// Boxes of one size at the crossings of evenly spaced rows and columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiling {
    /// The left edges of the columns.
    pub columns: Comb,
    /// The top edges of the rows.
    pub rows: Comb,
    /// The width and height of a box, in pixels.
    pub size: (f64, f64),
    /// At how many of the crossings there is a box.
    pub boxes: usize,
}

/// Evenly spaced places along an axis, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comb {
    /// The first.
    pub first: f64,
    /// From one to the next.
    pub pitch: f64,
    /// How many there are.
    pub count: usize,
}

impl Comb {
    /// The place with this number.
    pub fn at(&self, i: f64) -> f64 {
        self.first + i * self.pitch
    }

    /// The number of the place that `position` is at, if it is within `slack` pixels of one.
    fn index(&self, position: f64, slack: f64) -> Option<usize> {
        let i = ((position - self.first) / self.pitch).round();
        let inside = i >= 0.0 && i < self.count as f64;
        (inside && (position - self.at(i)).abs() <= slack).then_some(i as usize)
    }
}

/// The smallest box that counts, in pixels, and as one part in so many of the picture's shorter side.
const SMALLEST: u32 = 5;
const SMALLEST_PART: u32 = 150;
/// The share of the crossings that must have a box.
const LEAST_PRESENT: f64 = 0.4;
/// The largest pitch, in widths of a box.
const WIDEST_PITCH: f64 = 6.0;
/// The most tilings that are returned.
const MOST_TILINGS: usize = 60;

/// The tilings among the regions of a picture with at least `least` columns and rows, that which covers
/// most first. Neighbouring pixels whose channels differ by no more than `tolerance` are of one region.
pub fn tilings(picture: &RgbImage, tolerance: u8, least: usize) -> Vec<Tiling> {
    let (width, height) = picture.dimensions();
    let smallest = SMALLEST.max(width.min(height) / SMALLEST_PART);
    let mut boxes = boxes(picture, tolerance, smallest);
    boxes.sort_unstable_by_key(|r| (r.size(), r.top, r.left));
    let mut found: Vec<Tiling> = Vec::new();
    for group in boxes.chunk_by(|a, b| a.size() == b.size()) {
        let size = group[0].size();
        let slack = |length: u32| 1 + length / 40;
        let alike = |r: &&Region| {
            let (w, h) = r.size();
            w.abs_diff(size.0) <= slack(size.0) && h.abs_diff(size.1) <= slack(size.1)
        };
        // Boxes of nearly the width are neighbours in the order.
        let from = boxes.partition_point(|r| r.size().0 + slack(size.0) < size.0);
        let to = boxes.partition_point(|r| r.size().0 <= size.0 + slack(size.0));
        let members: Vec<Region> = boxes[from..to].iter().filter(alike).copied().collect();
        if members.len() < 2 * least {
            continue;
        }
        let columns = combs(members.iter().map(|r| r.left).collect(), size.0, least);
        let rows = combs(members.iter().map(|r| r.top).collect(), size.1, least);
        for &columns in &columns {
            for &rows in &rows {
                let tiling = tiling(&members, columns, rows);
                found.extend(tiling.filter(|new| !found.iter().any(|old| same(old, new))));
            }
        }
    }
    let covers = |t: &Tiling| t.boxes as f64 * t.size.0 * t.size.1;
    found.sort_by(|a, b| covers(b).total_cmp(&covers(a)));
    found.truncate(MOST_TILINGS);
    found
}

fn same(a: &Tiling, b: &Tiling) -> bool {
    let near = |a: Comb, b: Comb| {
        a.count == b.count && (a.first - b.first).abs() < 2.0 && (a.pitch - b.pitch).abs() < 0.4
    };
    let sizes = (a.size.0 - b.size.0).abs().max((a.size.1 - b.size.1).abs());
    near(a.columns, b.columns) && near(a.rows, b.rows) && sizes < 2.0
}

/// The boxes that lie at crossings, if they are enough.
fn tiling(members: &[Region], columns: Comb, rows: Comb) -> Option<Tiling> {
    let mut present = vec![false; columns.count * rows.count];
    let (mut width, mut height, mut boxes) = (0, 0, 0);
    let slack = |comb: Comb| (comb.pitch / 40.0).max(1.5);
    for member in members {
        let column = columns.index(f64::from(member.left), slack(columns));
        let row = rows.index(f64::from(member.top), slack(rows));
        if let (Some(column), Some(row)) = (column, row)
            && !std::mem::replace(&mut present[row * columns.count + column], true)
        {
            width += member.size().0;
            height += member.size().1;
            boxes += 1;
        }
    }
    let all = present.len() as f64;
    let mean = |sum: u32| f64::from(sum) / boxes as f64;
    (boxes as f64 >= LEAST_PRESENT * all).then(|| Tiling {
        columns,
        rows,
        size: (mean(width), mean(height)),
        boxes,
    })
}

/// The longest evenly spaced sequences among positions of boxes of this length.
fn combs(mut positions: Vec<u32>, length: u32, least: usize) -> Vec<Comb> {
    positions.sort_unstable();
    // Positions that differ by rounding only are one.
    let apart = 1 + length / 40;
    let places: Vec<f64> = positions
        .chunk_by(|a, b| b - a <= apart)
        .filter(|near| near.len() > 1)
        .map(|near| near.iter().map(|&p| f64::from(p)).sum::<f64>() / near.len() as f64)
        .collect();
    let mut found: Vec<Comb> = Vec::new();
    for (i, &first) in places.iter().enumerate() {
        for &second in &places[i + 1..] {
            let pitch = second - first;
            if pitch < 0.98 * f64::from(length) {
                continue;
            }
            if pitch > WIDEST_PITCH * f64::from(length) {
                break;
            }
            let mut comb = Comb { first, pitch, count: 2 };
            while let Some(place) = nearest(&places, comb.at(comb.count as f64), comb.pitch) {
                comb.pitch = (place - first) / comb.count as f64;
                comb.count += 1;
            }
            let part_of = |longer: &Comb| {
                (longer.pitch - comb.pitch).abs() < 0.02 * comb.pitch
                    && longer.index(first, 2.0).is_some()
                    && longer.count >= comb.count
            };
            if comb.count >= least && !found.iter().any(part_of) {
                found.push(Comb { first: origin(&places, &comb), ..comb });
            }
        }
    }
    found
}

/// The place nearest to where one is expected.
fn nearest(places: &[f64], expected: f64, pitch: f64) -> Option<f64> {
    let slack = (pitch / 40.0).max(1.5);
    let at = places.partition_point(|&p| p < expected - slack);
    let near = places[at..].iter().copied().take_while(|&p| p <= expected + slack);
    near.min_by(|a, b| (a - expected).abs().total_cmp(&(b - expected).abs()))
}

/// Where the first place is, as all places tell at this pitch.
fn origin(places: &[f64], comb: &Comb) -> f64 {
    let off = (0..comb.count).filter_map(|i| {
        let expected = comb.at(i as f64);
        nearest(places, expected, comb.pitch).map(|place| place - expected)
    });
    comb.first + off.sum::<f64>() / comb.count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    /// Cells with a rim and a dot, on a table, at any pitch, and a box beside.
    fn board(origin: (f64, f64), pitch: (f64, f64), cell: (f64, f64)) -> RgbImage {
        RgbImage::from_fn(400, 330, |x, y| {
            let at = |v: u32, origin: f64, pitch: f64, cell: f64| {
                let v = f64::from(v) + 0.5 - origin;
                let i = (v / pitch).floor();
                let within = v - i * pitch;
                ((0.0..5.0).contains(&i) && within < cell).then_some((within, cell - within))
            };
            let column = at(x, origin.0, pitch.0, cell.0);
            let row = at(y, origin.1, pitch.1, cell.1);
            match (column, row) {
                (Some((a, b)), Some((c, d))) if a.min(b).min(c).min(d) < 3.0 => {
                    Rgb([230, 230, 200])
                }
                (Some((a, _)), Some((c, _)))
                    if (6.0..16.0).contains(&a) && (8.0..16.0).contains(&c) =>
                {
                    Rgb([200, 30, 30])
                }
                (Some(_), Some(_)) => Rgb([20, 90, 60]),
                _ if x > 360 && y > 300 => Rgb([0, 0, 0]),
                _ => Rgb([40, 160, 110]),
            }
        })
    }

    #[test]
    fn pitch_size_and_place_are_measured() {
        for (pitch, cell) in [((40.0, 40.0), (32.0, 32.0)), ((51.7, 33.3), (30.0, 28.0))] {
            let origin = (21.0, 13.0);
            let found = tilings(&board(origin, pitch, cell), 10, 5);
            let first = found.first().expect("the cells");
            assert_eq!((first.columns.count, first.rows.count, first.boxes), (5, 5, 25));
            for (seen, truth) in [
                (first.columns.pitch, pitch.0),
                (first.rows.pitch, pitch.1),
                (first.columns.first, origin.0),
                (first.rows.first, origin.1),
                (first.size.0, cell.0),
                (first.size.1, cell.1),
            ] {
                assert!((seen - truth).abs() < 0.8, "{seen} for {truth}: {first:?}");
            }
            // The dots, too.
            assert!(found.iter().any(|t| t.size.0 < 12.0 && t.boxes == 25), "{found:?}");
        }
    }

    #[test]
    fn four_columns_are_too_few() {
        let picture = board((21.0, 13.0), (40.0, 40.0), (32.0, 32.0));
        let cut = image::imageops::crop_imm(&picture, 0, 0, 178, 330).to_image();
        assert!(tilings(&cut, 10, 5).is_empty());
    }
}
