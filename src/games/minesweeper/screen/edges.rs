//! Where the picture changes along one axis: how much of each line between two pixels is an edge.

use crate::geometry::Rect;
use image::RgbImage;

/// Along which axis a profile runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    /// From left to right: edges between columns of pixels.
    X,
    /// From top to bottom: edges between rows.
    Y,
}

/// What lies between two neighbouring lines of pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Edge {
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

/// The edges in an area of the picture along an axis. Entry i lies between the lines of pixels i - 1
/// and i of the picture; the first entry has no edge. Two pixels are an edge if they differ by `least`
/// grey levels of a channel.
pub(super) fn profile(picture: &RgbImage, area: &Rect, along: Along, least: u8) -> Vec<Edge> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let clamp = |v: f64, most: usize| (v.round().max(0.0) as usize).min(most);
    let (left, right) = (clamp(area.x, width), clamp(area.x + area.w, width));
    let (top, bottom) = (clamp(area.y, height), clamp(area.y + area.h, height));
    let length = if along == Along::X { width } else { height };
    let mut counts = vec![(0u32, 0u32); length];
    let raw = picture.as_raw();
    let stride = width * 3;
    for y in top..bottom {
        let row = &raw[y * stride..][..stride];
        match along {
            Along::X => {
                for x in left.max(1)..right {
                    add(&mut counts[x], &row[3 * x - 3..3 * x], &row[3 * x..3 * x + 3], least);
                }
            }
            Along::Y if y > 0 => {
                let above = &raw[(y - 1) * stride..][..stride];
                let counts = &mut counts[y];
                for x in left..right {
                    add(counts, &above[3 * x..3 * x + 3], &row[3 * x..3 * x + 3], least);
                }
            }
            Along::Y => {}
        }
    }
    let lines = match along {
        Along::X => bottom.saturating_sub(top),
        Along::Y => right.saturating_sub(left),
    };
    let share = 1.0 / lines.max(1) as f32;
    let edge = |(count, sum)| Edge { coverage: count as f32 * share, step: sum as f32 * share };
    counts.into_iter().map(edge).collect()
}

fn add(count: &mut (u32, u32), a: &[u8], b: &[u8], least: u8) {
    let step = a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]));
    count.0 += u32::from(step >= least);
    count.1 += u32::from(step);
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
