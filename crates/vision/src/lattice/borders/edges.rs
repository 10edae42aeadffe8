//! Edge profiles: how much of each line between two rows or columns of pixels is an edge.

use grid::geometry::Rect;
use image::RgbImage;
use std::ops::Range;

/// Along which axis a profile runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// From left to right: edges between columns of pixels.
    X,
    /// From top to bottom: edges between rows.
    Y,
}

/// What lies between two neighbouring lines of pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edge {
    /// The share of the line that is an edge, 0 to 1.
    pub coverage: f32,
    /// The mean difference, in grey levels.
    pub step: f32,
}

/// A place where many pixels of a line are edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peak {
    /// In pixels of the picture; 5.0 lies between the pixels 4 and 5.
    pub at: f64,
}

/// The step between lines whose sums are kept, in pixels: at every line they would take eight times the memory of the
/// picture.
const KEPT: usize = 4;

/// The edges of a picture, summed so that the profile of any area takes few passes along its axis.
pub struct EdgeMap<'a> {
    picture: &'a RgbImage,
    least: u8,
    width: usize,
    height: usize,
    /// Between columns x - 1 and x, all rows above y, at `y / KEPT * width + x`: edges and grey levels.
    across: Vec<Sum>,
    /// Between rows y - 1 and y, all columns left of x, at `y * kept_columns + x / KEPT`.
    down: Vec<Sum>,
}

/// How many edges, and the sum of their grey levels.
type Sum = [u32; 2];

impl<'a> EdgeMap<'a> {
    /// Computes the edges of a picture. Two neighbouring pixels are an edge if they differ by `least` grey levels of
    /// a channel.
    pub fn new(picture: &'a RgbImage, least: u8) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let (mut across, mut down) = (Vec::new(), Vec::new());
        across.reserve_exact(width * (height / KEPT + 1));
        down.reserve_exact(height * (width / KEPT + 1));
        let mut map = Self { picture, least, width, height, across: Vec::new(), down: Vec::new() };
        let mut columns = vec![Sum::default(); width];
        for y in 0..=height {
            if y % KEPT == 0 {
                across.extend_from_slice(&columns);
            }
            if y == height {
                break;
            }
            map.add_row(y, 0..width, &mut columns);
            let mut sum = Sum::default();
            for from in (0..=width).step_by(KEPT) {
                down.push(sum);
                map.add_columns(y, from..(from + KEPT).min(width), &mut sum);
            }
        }
        (map.across, map.down) = (across, down);
        map
    }

    fn row(&self, y: usize) -> &[u8] {
        let stride = 3 * self.width;
        &self.picture.as_raw()[y * stride..][..stride]
    }

    /// Adds the edges of a row that lie between column x - 1 and x of a range, each to its own sum.
    fn add_row(&self, y: usize, columns: Range<usize>, sums: &mut [Sum]) {
        let row = self.row(y);
        let first = columns.start.max(1);
        let sums = sums.iter_mut().skip(first - columns.start);
        let beside = row.chunks_exact(3).zip(row.chunks_exact(3).skip(1)).skip(first - 1);
        for (sum, (left, right)) in sums.zip(beside) {
            add(sum, left, right, self.least);
        }
    }

    /// Adds the edges between row y - 1 and y in a range of columns.
    fn add_columns(&self, y: usize, columns: Range<usize>, sum: &mut Sum) {
        if y > 0 {
            let range = 3 * columns.start..3 * columns.end;
            let (above, below) = (&self.row(y - 1)[range.clone()], &self.row(y)[range]);
            let pixels = above.chunks_exact(3).zip(below.chunks_exact(3));
            pixels.for_each(|(above, below)| add(sum, above, below, self.least));
        }
    }

    /// Of columns, the edges in all rows above y.
    fn above(&self, y: usize, columns: Range<usize>) -> Vec<Sum> {
        let kept = &self.across[y / KEPT * self.width..][..self.width];
        let mut sums = kept[columns.clone()].to_vec();
        (y / KEPT * KEPT..y).for_each(|y| self.add_row(y, columns.clone(), &mut sums));
        sums
    }

    /// Of a row, the edges in all columns left of x.
    fn left_of(&self, x: usize, y: usize) -> Sum {
        let mut sum = self.down[y * (self.width / KEPT + 1) + x / KEPT];
        self.add_columns(y, x / KEPT * KEPT..x, &mut sum);
        sum
    }

    /// Width and height of the picture.
    pub fn size(&self) -> (f64, f64) {
        (self.width as f64, self.height as f64)
    }

    /// The share of a line between two lines of pixels that is an edge, from one place along it to another: the
    /// line is at `at` along the axis.
    pub fn coverage(&self, along: Along, at: usize, (from, to): (usize, usize)) -> f32 {
        let [from_sum, to_sum] = match along {
            Along::X if at < self.width && to <= self.height => {
                [from, to].map(|y| self.above(y, at..at + 1)[0])
            }
            Along::Y if at < self.height && to <= self.width => {
                [from, to].map(|x| self.left_of(x, at))
            }
            _ => return 0.0,
        };
        Edge::between(from_sum, to_sum, to - from).coverage
    }

    /// The edges in an area of the picture along an axis. Entry i lies between the lines of pixels
    /// i - 1 and i of the picture; the first entry has no edge.
    pub fn profile(&self, area: &Rect, along: Along) -> Vec<Edge> {
        let clamp = |v: f64, most: usize| (v.round().max(0.0) as usize).min(most);
        let (left, right) = (clamp(area.x, self.width), clamp(area.x + area.w, self.width));
        let (top, bottom) = (clamp(area.y, self.height), clamp(area.y + area.h, self.height));
        let (begin, inside, length): (_, Vec<Edge>, _) = match along {
            Along::X => {
                let columns = left..right.max(left);
                let sums =
                    self.above(top, columns.clone()).into_iter().zip(self.above(bottom, columns));
                let edges = sums.map(|(top_sum, sum)| Edge::between(top_sum, sum, bottom - top));
                (left, edges.collect(), self.width)
            }
            Along::Y => {
                let row =
                    |y| Edge::between(self.left_of(left, y), self.left_of(right, y), right - left);
                (top, (top..bottom).map(row).collect(), self.height)
            }
        };
        let mut profile = vec![Edge::default(); length];
        profile[begin..begin + inside.len()].copy_from_slice(&inside);
        profile
    }
}

impl Edge {
    /// Of a line of so many pixels, by the sums to its ends.
    fn between(from: Sum, to: Sum, pixels: usize) -> Self {
        let share = |i: usize| to[i].wrapping_sub(from[i]) as f32 / pixels.max(1) as f32;
        Self { coverage: share(0), step: share(1) }
    }
}

/// Adds whether two pixels are an edge, and by how many grey levels they differ.
fn add(sum: &mut Sum, a: &[u8], b: &[u8], least: u8) {
    let step = a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]));
    sum[0] += u32::from(step >= least);
    sum[1] += u32::from(step);
}

/// The number of lines to each side that count as the neighbourhood of one; and the factor by which a line must
/// exceed their median to stand out.
const AROUND: usize = 24;
const STANDS_OUT: f32 = 1.25;

/// Whether a line is one of its own: where most lines around it are edges of at least the share `least`, as in
/// noise, it must be stronger than they are. What is an edge everywhere has no borders.
#[must_use]
pub fn stands_out(profile: &[Edge], at: usize, least: f32) -> bool {
    let around = &profile[at.saturating_sub(AROUND)..(at + AROUND + 1).min(profile.len())];
    let edges = around.iter().filter(|edge| edge.coverage >= least).count();
    if 2 * edges <= around.len() {
        return true;
    }
    let mut steps: Vec<f32> = around.iter().map(|edge| edge.step).collect();
    let middle = steps.len() / 2;
    let (_, usual, _) = steps.select_nth_unstable_by(middle, f32::total_cmp);
    profile[at].step >= STANDS_OUT * *usual
}

/// The local maxima of a profile of which at least the share `least` is an edge and which stand out, each at the
/// centroid of the steps beside it.
pub(super) fn peaks(profile: &[Edge], least: f32) -> Vec<Peak> {
    let step = |i: usize| profile.get(i).map_or(0.0, |edge| edge.step);
    let mut found: Vec<Peak> = Vec::new();
    for (i, edge) in profile.iter().enumerate().skip(1) {
        let is_peak = edge.coverage >= least && step(i) >= step(i - 1) && step(i) > step(i + 1);
        if !is_peak || !stands_out(profile, i, least) {
            continue;
        }
        let near = [(i - 1, step(i - 1)), (i, step(i)), (i + 1, step(i + 1))];
        let weight: f32 = near.iter().map(|(_, step)| step * step).sum();
        let moment: f32 = near.iter().map(|(at, step)| *at as f32 * step * step).sum();
        found.push(Peak { at: f64::from(moment / weight) });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// Noise of all grey levels, each pixel by itself.
    fn noise(x: u32, y: u32) -> [u8; 3] {
        let mixed =
            (x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77)).wrapping_mul(0xc2b2_ae3d);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x27d4_eb2f);
        [(mixed >> 24) as u8, (mixed >> 16) as u8, (mixed >> 8) as u8]
    }

    /// Pairs of peaks are what takes long: noise has hardly any, lines on a ground all of theirs.
    #[test]
    fn noise_has_few_peaks_and_lines_beside_it_keep_theirs() {
        let all = |picture: &RgbImage| {
            let map = EdgeMap::new(picture, 22);
            let band = Rect::new(0.0, 0.0, f64::from(picture.width()), 36.0);
            peaks(&map.profile(&band, Along::X), 0.5)
        };
        let picture = RgbImage::from_fn(1200, 36, |x, y| Rgb(noise(x, y)));
        let found = all(&picture).len();
        assert!(found <= 24, "{found} of 1200");
        let picture = RgbImage::from_fn(1200, 36, |x, y| match x {
            300..900 if x % 20 == 0 => Rgb([60; 3]),
            300..900 => Rgb([200; 3]),
            _ => Rgb(noise(x, y)),
        });
        let inside = all(&picture).iter().filter(|peak| (330.0..870.0).contains(&peak.at)).count();
        assert!(inside >= 27, "{inside}");
    }
}
