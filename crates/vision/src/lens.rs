//! Shows templates as a screen below its native size would show them.

use super::rectify::taps;
use grid::geometry::{Placement, Turn};

/// A lens: how native pixels look after the emulator reduced them and `rectify` enlarged them again. Templates seen
/// through it fit a reduced screen as they fit a whole one.
#[derive(Clone, Debug)]
pub struct Lens {
    /// For each native column, the native columns that it shows, with weights that sum to 1.
    columns: Vec<Vec<(u32, f32)>>,
    /// The same for rows.
    rows: Vec<Vec<(u32, f32)>>,
}

/// How a screen was reduced: what each pixel of the picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reduction {
    /// The mean over the area that it covers.
    #[default]
    Area,
    /// The mean of the native pixels whose centres it covers, one here and two there, or the nearest
    /// one where it covers none: a box filter that weighs whole pixels.
    Centres,
    /// Linear between the two native pixels nearest to its centre, as graphics cards sample.
    Linear,
    /// The native pixel under its centre: others are left out.
    Nearest,
}

impl Reduction {
    /// All kinds of reduction.
    pub const ALL: [Self; 4] = [Self::Area, Self::Centres, Self::Linear, Self::Nearest];

    /// The native pixels in the picture pixel that covers [low, high) of an axis of `count` native
    /// pixels, each handed to `visit` with its weight; the weights sum to 1.
    pub(super) fn shares(self, low: f64, high: f64, count: u32, mut visit: impl FnMut(u32, f32)) {
        let last = f64::from(count) - 1.0;
        let inside = |n: f64| n.clamp(0.0, last) as u32;
        match self {
            Self::Area => {
                let (from, to) = (inside(low.floor()), inside(high.ceil() - 1.0));
                for n in from..=to.max(from) {
                    let at = f64::from(n);
                    // The border pixels stand for all that lies beyond them.
                    let left = if n == 0 { low } else { low.max(at) };
                    let right = if n == count - 1 { high } else { high.min(at + 1.0) };
                    visit(n, ((right - left).max(0.0) / (high - low)) as f32);
                }
            }
            Self::Centres => {
                // A centre on the border belongs to the pixel before it.
                let (from, to) = ((low - 0.5).floor() + 1.0, (high - 0.5).floor());
                if to < from {
                    return Self::Nearest.shares(low, high, count, visit);
                }
                let (from, to) = (inside(from), inside(to));
                let weight = 1.0 / (to - from + 1) as f32;
                (from..=to).for_each(|n| visit(n, weight));
            }
            Self::Linear => {
                let at = (low + high) / 2.0 - 0.5;
                let share = (at - at.floor()) as f32;
                visit(inside(at.floor()), 1.0 - share);
                visit(inside(at.floor() + 1.0), share);
            }
            Self::Nearest => visit(inside(((low + high) / 2.0).floor()), 1.0),
        }
    }
}

/// The scale from which a native pixel mostly shows itself.
const LENS_BELOW: f64 = 1.25;

impl Lens {
    /// The lens of a placement in a picture that was reduced this way; `None` if the screen is large enough not to
    /// need one.
    pub fn of(placement: &Placement, reduction: Reduction) -> Option<Self> {
        let (sx, sy) = placement.scale();
        let whole = |s: f64| s == 1.0;
        if sx.min(sy) >= LENS_BELOW || (whole(sx) && whole(sy)) {
            return None;
        }
        let (w, h) = placement.native;
        let area = placement.area;
        let (across, down) = ((area.x, w), (area.y, h));
        let axis = |(start, count): (f64, u32), scale: f64, reversed: bool| {
            let mut axis = lens_axis(start, scale, count, reduction);
            if reversed {
                axis.reverse();
                axis.iter_mut().flatten().for_each(|(native, _)| *native = count - 1 - *native);
            }
            axis
        };
        let (columns, rows) = match placement.turn {
            Turn::Upright => (axis(across, sx, false), axis(down, sy, false)),
            Turn::UpsideDown => (axis(across, sx, true), axis(down, sy, true)),
            Turn::Clockwise => (axis((area.y, w), sx, false), axis((area.x, h), sy, true)),
            Turn::CounterClockwise => (axis((area.y, w), sx, true), axis((area.x, h), sy, false)),
        };
        Some(Self { columns, rows })
    }

    /// The native columns that a native column shows, with weights that sum to 1.
    pub fn column(&self, x: u32) -> &[(u32, f32)] {
        &self.columns[x as usize]
    }

    /// The native rows that a native row shows, with weights that sum to 1.
    pub fn row(&self, y: u32) -> &[(u32, f32)] {
        &self.rows[y as usize]
    }

    /// Shows the pixels at (x, y), of `width` by `height`, through the lens: `pixels` has `margin` more on every
    /// side.
    pub fn see(
        &self,
        pixels: &[f32],
        (width, height): (u32, u32),
        margin: u32,
        (x, y): (u32, u32),
    ) -> Vec<f32> {
        let [w, h, m] = [width, height, margin].map(|v| v as usize);
        let wide = w + 2 * m;
        let from = |start: u32| i64::from(start) - i64::from(margin);
        let clamp = |native: u32, from: i64, size: usize| {
            (i64::from(native) - from).clamp(0, size as i64 - 1) as usize
        };
        let mut rows = vec![0.0; wide * h];
        for (i, row) in rows.chunks_exact_mut(wide).enumerate() {
            for &(native, weight) in &self.rows[y as usize + i] {
                let source = &pixels[clamp(native, from(y), h + 2 * m) * wide..][..wide];
                row.iter_mut().zip(source).for_each(|(sum, p)| *sum += weight * p);
            }
        }
        let mut seen = vec![0.0; w * h];
        for (seen, row) in seen.chunks_exact_mut(w).zip(rows.chunks_exact(wide)) {
            for (j, sum) in seen.iter_mut().enumerate() {
                for &(native, weight) in &self.columns[x as usize + j] {
                    *sum += weight * row[clamp(native, from(x), wide)];
                }
            }
        }
        seen
    }
}

/// What each of `count` native pixels shows, along one axis.
fn lens_axis(start: f64, scale: f64, count: u32, reduction: Reduction) -> Vec<Vec<(u32, f32)>> {
    let first = start.floor().min(0.0);
    let length = (f64::from(count) * scale + start - first).ceil() as u32 + 2;
    // The native pixels under each picture pixel.
    let under: Vec<Vec<(u32, f32)>> = (0..length)
        .map(|p| {
            let at = |p: f64| (p + first - start) / scale;
            let mut shares = Vec::new();
            let (low, high) = (at(f64::from(p)), at(f64::from(p) + 1.0));
            reduction.shares(low, high, count, |n, weight| shares.push((n, weight)));
            shares
        })
        .collect();
    taps(start - first, scale, count, length)
        .into_iter()
        .map(|tap| {
            let mut shown: Vec<(u32, f32)> = Vec::new();
            for (i, weight) in tap.weights.iter().enumerate() {
                for &(native, share) in &under[tap.first + i] {
                    match shown.iter_mut().find(|(n, _)| *n == native) {
                        Some((_, sum)) => *sum += weight * share,
                        None => shown.push((native, weight * share)),
                    }
                }
            }
            shown
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rectify::{Sampling, rectify};
    use grid::geometry::Rect;
    use image::{Rgb, RgbImage};

    #[test]
    fn a_lens_shows_what_reducing_and_enlarging_does() {
        let native = RgbImage::from_fn(32, 24, |x, y| {
            Rgb([if (x / 3 + y / 2) % 2 == 0 { 240 } else { 20 }; 3])
        });
        // Reduced by area averaging to two thirds.
        let reduced = {
            let placement = Placement::upright((21, 16), Rect::new(0.0, 0.0, 32.0, 24.0));
            rectify(&native, &placement, Sampling::Area)
        };
        let placement = Placement::upright((32, 24), Rect::new(0.0, 0.0, 21.0, 16.0));
        let back = rectify(&reduced, &placement, Sampling::Area);
        let lens = Lens::of(&placement, Reduction::Area).unwrap();
        let gray: Vec<f32> = native.pixels().map(|p| f32::from(p[0])).collect();
        let seen = lens.see(&gray, (32, 24), 0, (0, 0));
        for (seen, back) in seen.iter().zip(back.pixels()) {
            assert!((seen - f32::from(back[0])).abs() < 2.0, "{seen} {back:?}");
        }
        let native = Placement::upright((32, 24), Rect::new(0.0, 0.0, 32.0, 24.0));
        assert!(Lens::of(&native, Reduction::Area).is_none());
    }

    #[test]
    fn every_reduction_shares_out_each_pixel_and_knows_its_own() {
        // 5 native pixels to 4: Pillow's BOX takes the pixels 0; 1 and 2; 3; 4.
        let shares = |reduction: Reduction, low, high| {
            let mut shares = Vec::new();
            reduction.shares(low, high, 5, |n, weight| shares.push((n, weight)));
            shares
        };
        let centres: Vec<Vec<u32>> = (0..4)
            .map(|p| {
                let (low, high) = (1.25 * f64::from(p), 1.25 * f64::from(p + 1));
                shares(Reduction::Centres, low, high).into_iter().map(|(n, _)| n).collect()
            })
            .collect();
        assert_eq!(centres, [vec![0], vec![1, 2], vec![3], vec![4]]);
        assert_eq!(shares(Reduction::Linear, 1.0, 2.5), [(1, 0.75), (2, 0.25)]);
        assert_eq!(shares(Reduction::Nearest, 1.0, 2.5), [(1, 1.0)]);
        for reduction in Reduction::ALL {
            for (low, high) in [(-1.2, 0.1), (0.3, 1.9), (2.2, 2.4), (3.9, 5.7)] {
                let total: f32 = shares(reduction, low, high).iter().map(|s| s.1).sum();
                assert!((total - 1.0).abs() < 1e-5, "{reduction:?} [{low}, {high}): {total}");
            }
        }
    }
}
