//! Resamples a screen to its native pixels.

use crate::between::{between, nearest};
use grid::geometry::{Placement, Point, Turn};
use image::{RgbImage, imageops};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// How a screen is resampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sampling {
    /// Each native pixel is the mean of the picture over the area that it covers there (over one
    /// picture pixel where it is smaller than that). Undoes enlargement by whole numbers exactly,
    /// and averages noise and filters away.
    Area,
    /// Each native pixel is the picture's pixel at its middle. Undoes any enlargement without a
    /// filter exactly, where area averaging mixes neighbours.
    Nearest,
}

impl Sampling {
    /// The other way to sample.
    pub fn other(self) -> Self {
        match self {
            Self::Area => Self::Nearest,
            Self::Nearest => Self::Area,
        }
    }
}

/// The screen at `placement`, resampled to its native size. What lies outside the picture repeats
/// the picture's border.
pub fn rectify(picture: &RgbImage, placement: &Placement, sampling: Sampling) -> RgbImage {
    if placement.projection.is_some() {
        return projected(picture, placement, sampling);
    }
    let (w, h) = placement.native;
    let (w, h) = match placement.turn {
        Turn::Upright | Turn::UpsideDown => (w, h),
        Turn::Clockwise | Turn::CounterClockwise => (h, w),
    };
    let area = placement.area;
    let taps = match sampling {
        Sampling::Area => taps,
        Sampling::Nearest => nearest_taps,
    };
    let columns = taps(area.x, area.w / f64::from(w), w, picture.width());
    let rows = taps(area.y, area.h / f64::from(h), h, picture.height());
    let upright = resample(picture, &columns, &rows);
    match placement.turn {
        Turn::Upright => upright,
        Turn::Clockwise => imageops::rotate270(&upright),
        Turn::UpsideDown => imageops::rotate180(&upright),
        Turn::CounterClockwise => imageops::rotate90(&upright),
    }
}

/// The screen at a placement with a projection.
fn projected(picture: &RgbImage, placement: &Placement, sampling: Sampling) -> RgbImage {
    let (w, h) = placement.native;
    let (across, down) = placement.scale();
    let samples = |scale: f64| match sampling {
        Sampling::Area => (scale.ceil() as u32).clamp(1, MOST_SAMPLES),
        Sampling::Nearest => 1,
    };
    let (nx, ny) = (samples(across), samples(down));
    let mut out = RgbImage::new(w, h);
    let rows = out.par_chunks_exact_mut(w.max(1) as usize * 3).enumerate();
    rows.for_each(|(y, row)| {
        for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
            let mut sums = [0.0f32; 3];
            for (i, j) in (0..ny).flat_map(|j| (0..nx).map(move |i| (i, j))) {
                let at =
                    |n: usize, i: u32, of: u32| n as f64 + (f64::from(i) + 0.5) / f64::from(of);
                let p = placement.to_picture(Point::new(at(x, i, nx), at(y, j, ny)));
                let colour: [f32; 3] = match sampling {
                    Sampling::Area => between(picture, p),
                    Sampling::Nearest => nearest(picture, p),
                };
                sums.iter_mut().zip(colour).for_each(|(sum, c)| *sum += c);
            }
            let count = (nx * ny) as f32;
            pixel.iter_mut().zip(sums).for_each(|(p, sum)| *p = (sum / count + 0.5) as u8);
        }
    });
    out
}

/// The most samples of a native pixel along each axis. More would hardly tell anything else.
const MOST_SAMPLES: u32 = 4;

/// The picture pixels that make up one native pixel along one axis, with weights that sum to 1.
pub(super) struct Tap {
    pub first: usize,
    pub weights: Vec<f32>,
}

fn nearest_taps(origin: f64, scale: f64, count: u32, limit: u32) -> Vec<Tap> {
    let last = f64::from(limit.saturating_sub(1));
    (0..count)
        .map(|i| {
            let centre = origin + (f64::from(i) + 0.5) * scale;
            Tap { first: centre.floor().clamp(0.0, last) as usize, weights: vec![1.0] }
        })
        .collect()
}

pub(super) fn taps(origin: f64, scale: f64, count: u32, limit: u32) -> Vec<Tap> {
    let last = limit.saturating_sub(1) as f64;
    (0..count)
        .map(|i| {
            let centre = origin + (f64::from(i) + 0.5) * scale;
            let half = scale.max(1.0) / 2.0;
            // Places within a hundredth of a pixel of a border count as on it, so that an exact
            // enlargement is undone exactly.
            let snap = |v: f64| if (v - v.round()).abs() < 0.02 { v.round() } else { v };
            let (low, high) = (snap(centre - half), snap(centre + half));
            let first = low.floor().clamp(0.0, last);
            let end = (high.ceil() - 1.0).clamp(first, last);
            let mut weights: Vec<f32> = (first as usize..=end as usize)
                .map(|p| {
                    let p = p as f64;
                    // A tap over the picture's border gives the pixel there what lies beyond it.
                    let from = if p == first { low.min(p) } else { p };
                    let to = if p == end { high.max(p + 1.0) } else { p + 1.0 };
                    (to.min(high) - from.max(low)).max(0.0) as f32
                })
                .collect();
            let total: f32 = weights.iter().sum();
            if total > 0.0 {
                weights.iter_mut().for_each(|w| *w /= total);
            } else {
                weights[0] = 1.0;
            }
            Tap { first: first as usize, weights }
        })
        .collect()
}

fn resample(picture: &RgbImage, columns: &[Tap], rows: &[Tap]) -> RgbImage {
    let stride = picture.width() as usize * 3;
    let source = picture.as_raw();
    let (Some(left), Some(right)) =
        (columns.first().map(|t| t.first), columns.last().map(|t| t.first + t.weights.len()))
    else {
        return RgbImage::new(0, 0);
    };
    let mut out = RgbImage::new(columns.len() as u32, rows.len() as u32);
    if columns.iter().chain(rows).all(|tap| tap.weights.len() == 1) {
        for (tap, row) in rows.iter().zip(out.chunks_exact_mut(columns.len() * 3)) {
            let source = &source[tap.first * stride..][..stride];
            for (tap, pixel) in columns.iter().zip(row.chunks_exact_mut(3)) {
                pixel.copy_from_slice(&source[tap.first * 3..][..3]);
            }
        }
        return out;
    }
    let mut line = vec![0.0f32; (right - left) * 3];
    for (tap, row) in rows.iter().zip(out.chunks_exact_mut(columns.len() * 3)) {
        line.fill(0.0);
        for (i, &weight) in tap.weights.iter().enumerate() {
            let source = &source[(tap.first + i) * stride + left * 3..][..line.len()];
            for (sum, &p) in line.iter_mut().zip(source) {
                *sum += weight * f32::from(p);
            }
        }
        for (tap, pixel) in columns.iter().zip(row.chunks_exact_mut(3)) {
            let mut sums = [0.5f32; 3];
            let from = &line[(tap.first - left) * 3..];
            for (&weight, p) in tap.weights.iter().zip(from.chunks_exact(3)) {
                for (sum, value) in sums.iter_mut().zip(p) {
                    *sum += weight * value;
                }
            }
            for (p, sum) in pixel.iter_mut().zip(sums) {
                *p = sum as u8;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::geometry::Rect;
    use image::Rgb;

    fn pattern(w: u32, h: u32) -> RgbImage {
        RgbImage::from_fn(w, h, |x, y| {
            Rgb([(x * 37 + y * 11) as u8, (x * y) as u8, (y * 53) as u8])
        })
    }

    #[test]
    fn a_whole_enlargement_is_undone_exactly_in_every_turn() {
        let native = pattern(16, 12);
        for turn in [Turn::Upright, Turn::Clockwise, Turn::UpsideDown, Turn::CounterClockwise] {
            let turned = match turn {
                Turn::Upright => native.clone(),
                Turn::Clockwise => imageops::rotate90(&native),
                Turn::UpsideDown => imageops::rotate180(&native),
                Turn::CounterClockwise => imageops::rotate270(&native),
            };
            let (w, h) = (turned.width() * 3, turned.height() * 3);
            let large = imageops::resize(&turned, w, h, imageops::FilterType::Nearest);
            let mut window = RgbImage::new(w + 20, h + 20);
            imageops::replace(&mut window, &large, 7, 9);
            let area = Rect::new(7.0, 9.0, f64::from(w), f64::from(h));
            let placement = Placement::new((16, 12), area, turn);
            assert_eq!(rectify(&window, &placement, Sampling::Area), native, "{turn:?}");
            // The placement says the same as the pixels.
            let p = placement.to_picture(grid::geometry::Point::new(2.5, 5.5));
            assert_eq!(
                window.get_pixel(p.x as u32, p.y as u32),
                native.get_pixel(2, 5),
                "{turn:?}"
            );
        }
    }

    #[test]
    fn an_odd_enlargement_without_a_filter_is_undone_by_nearest_sampling() {
        let native = pattern(16, 12);
        let large = imageops::resize(&native, 25, 19, imageops::FilterType::Nearest);
        let placement = Placement::upright((16, 12), Rect::new(0.0, 0.0, 25.0, 19.0));
        assert_eq!(rectify(&large, &placement, Sampling::Nearest), native);
    }

    #[test]
    fn outside_the_picture_its_border_is_repeated() {
        let picture = RgbImage::from_pixel(4, 4, Rgb([9, 8, 7]));
        let placement = Placement::upright((16, 12), Rect::new(-10.0, -10.0, 30.0, 30.0));
        assert!(rectify(&picture, &placement, Sampling::Area).pixels().all(|p| p.0 == [9, 8, 7]));
    }
}
