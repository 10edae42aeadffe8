//! Where the picture changes along one axis: how much of each line between two pixels is an edge.

use crate::geometry::Rect;
use image::RgbImage;

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

/// The edges of a picture, summed so that the profile of any area takes one pass along its axis.
pub struct EdgeMap {
    width: usize,
    height: usize,
    /// Between columns x - 1 and x, all rows above y, at `y * width + x`: edges and grey levels.
    across: Vec<[u32; 2]>,
    /// Between rows y - 1 and y, all columns left of x, at `y * (width + 1) + x`.
    down: Vec<[u32; 2]>,
}

impl EdgeMap {
    /// Two neighbouring pixels are an edge if they differ by `least` grey levels of a channel.
    pub fn new(picture: &RgbImage, least: u8) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let raw = picture.as_raw();
        let stride = width * 3;
        let mut across = vec![[0; 2]; width * (height + 1)];
        let mut down = vec![[0; 2]; (width + 1) * height];
        for y in 0..height {
            let row = &raw[y * stride..][..stride];
            let (above, below) = across.split_at_mut((y + 1) * width);
            let (above, below) = (&above[y * width..], &mut below[..width]);
            for x in 0..width {
                let edge =
                    if x == 0 { [0; 2] } else { edge(&row[3 * x - 3..], &row[3 * x..], least) };
                below[x] = [above[x][0] + edge[0], above[x][1] + edge[1]];
            }
            if y > 0 {
                let above = &raw[(y - 1) * stride..][..stride];
                let sums = &mut down[y * (width + 1)..][..width + 1];
                for x in 0..width {
                    let edge = edge(&above[3 * x..], &row[3 * x..], least);
                    sums[x + 1] = [sums[x][0] + edge[0], sums[x][1] + edge[1]];
                }
            }
        }
        Self { width, height, across, down }
    }

    /// Width and height of the picture.
    pub fn size(&self) -> (f64, f64) {
        (self.width as f64, self.height as f64)
    }

    /// The share of a line between two lines of pixels that is an edge, from one place along it to another: the
    /// line is at `at` along the axis.
    pub fn coverage(&self, along: Along, at: usize, (from, to): (usize, usize)) -> f32 {
        let (edges, length) = match along {
            Along::X if at < self.width && to <= self.height => {
                let sum = |y: usize| self.across[y * self.width + at][0];
                (sum(to).wrapping_sub(sum(from)), to - from)
            }
            Along::Y if at < self.height && to <= self.width => {
                let sum = |x: usize| self.down[at * (self.width + 1) + x][0];
                (sum(to).wrapping_sub(sum(from)), to - from)
            }
            _ => return 0.0,
        };
        edges as f32 / length.max(1) as f32
    }

    /// The edges in an area of the picture along an axis. Entry i lies between the lines of pixels
    /// i - 1 and i of the picture; the first entry has no edge.
    pub fn profile(&self, area: &Rect, along: Along) -> Vec<Edge> {
        let clamp = |v: f64, most: usize| (v.round().max(0.0) as usize).min(most);
        let (left, right) = (clamp(area.x, self.width), clamp(area.x + area.w, self.width));
        let (top, bottom) = (clamp(area.y, self.height), clamp(area.y + area.h, self.height));
        let between = |from: [u32; 2], to: [u32; 2], lines: usize| {
            let share = 1.0 / lines.max(1) as f32;
            Edge {
                coverage: to[0].wrapping_sub(from[0]) as f32 * share,
                step: to[1].wrapping_sub(from[1]) as f32 * share,
            }
        };
        match along {
            Along::X => {
                let at = |y: usize, x: usize| self.across[y * self.width + x];
                let inside = |x: &usize| (left..right).contains(x);
                let column = |x| between(at(top, x), at(bottom, x), bottom - top);
                (0..self.width)
                    .map(|x| if inside(&x) { column(x) } else { Edge::default() })
                    .collect()
            }
            Along::Y => {
                let at = |y: usize, x: usize| self.down[y * (self.width + 1) + x];
                let inside = |y: &usize| (top..bottom).contains(y);
                let row = |y| between(at(y, left), at(y, right), right - left);
                (0..self.height)
                    .map(|y| if inside(&y) { row(y) } else { Edge::default() })
                    .collect()
            }
        }
    }
}

/// Whether two pixels are an edge, and by how many grey levels they differ.
fn edge(a: &[u8], b: &[u8], least: u8) -> [u32; 2] {
    let step = a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]));
    [u32::from(step >= least), u32::from(step)]
}

/// The local maxima of a profile of which at least the share `least` is an edge, each at the centroid
/// of the steps beside it.
pub(super) fn peaks(profile: &[Edge], least: f32) -> Vec<Peak> {
    let step = |i: usize| profile.get(i).map_or(0.0, |edge| edge.step);
    let mut found: Vec<Peak> = Vec::new();
    for (i, edge) in profile.iter().enumerate().skip(1) {
        if edge.coverage < least || step(i) < step(i - 1) || step(i) <= step(i + 1) {
            continue;
        }
        let near = [(i - 1, step(i - 1)), (i, step(i)), (i + 1, step(i + 1))];
        let weight: f32 = near.iter().map(|(_, step)| step * step).sum();
        let moment: f32 = near.iter().map(|(at, step)| *at as f32 * step * step).sum();
        found.push(Peak { at: f64::from(moment / weight) });
    }
    found
}
