//! Enlarging and reducing pictures with the kernels that emulators and desktops use.

use image::RgbImage;
use serde::{Deserialize, Serialize};

/// How a picture is resampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kernel {
    /// The nearest pixel.
    Nearest,
    /// Linear between the two nearest pixels, also when reducing, as graphics cards sample.
    Bilinear,
    /// Catmull-Rom, widened when reducing.
    Bicubic,
    /// Lanczos with three lobes, widened when reducing.
    Lanczos,
    /// The mean over the area that a pixel covers.
    Area,
    /// The mean of the source pixels whose centres a pixel covers, or the nearest where it covers
    /// none: when reducing a little, one here and two there. Pillow's BOX.
    Box,
}

impl Kernel {
    /// All kernels.
    pub const ALL: [Self; 6] =
        [Self::Nearest, Self::Bilinear, Self::Bicubic, Self::Lanczos, Self::Area, Self::Box];

    /// Weights of the source pixels, first one's index and weights, for a pixel whose area is
    /// [low, high) in source pixels.
    fn taps(self, low: f64, high: f64, length: usize) -> (usize, Vec<f32>) {
        let centre = (low + high) / 2.0;
        let widened = (high - low).max(1.0);
        let (reach, weight): (f64, std::boxed::Box<dyn Fn(f64) -> f64>) = match self {
            Self::Nearest => (0.0, Box::new(|_| 1.0)),
            Self::Bilinear => (1.0, Box::new(|d| (1.0 - d.abs()).max(0.0))),
            Self::Bicubic => (2.0 * widened, Box::new(move |d| catmull_rom(d / widened))),
            Self::Lanczos => (3.0 * widened, Box::new(move |d| lanczos(d / widened))),
            Self::Area => (
                (high - low) / 2.0 + 0.5,
                Box::new(move |d| {
                    let p = centre + d;
                    ((p + 0.5).min(high) - (p - 0.5).max(low)).max(0.0)
                }),
            ),
            Self::Box if centre_count(low, high) == 0 => (0.0, Box::new(|_| 1.0)),
            Self::Box => (
                (high - low) / 2.0 + 0.5,
                Box::new(move |d| {
                    let p = centre + d;
                    if p > low + TIE && p <= high + TIE { 1.0 } else { 0.0 }
                }),
            ),
        };
        let last = length as i64 - 1;
        let (from, to) = if reach == 0.0 {
            (centre.floor() as i64, centre.floor() as i64)
        } else {
            ((centre - reach - 0.5).ceil() as i64, (centre + reach - 0.5).floor() as i64)
        };
        let (first, end) = (from.clamp(0, last), to.clamp(0, last));
        let mut weights = vec![0.0f32; (end - first + 1) as usize];
        for p in from..=to {
            // Beyond the border its pixels are repeated.
            weights[(p.clamp(0, last) - first) as usize] += weight(p as f64 + 0.5 - centre) as f32;
        }
        let total: f32 = weights.iter().sum();
        weights.iter_mut().for_each(|w| *w /= total);
        (first as usize, weights)
    }
}

/// How many source pixels have their centre in (low, high].
fn centre_count(low: f64, high: f64) -> i64 {
    (high - 0.5 + TIE).floor() as i64 - (low - 0.5 + TIE).floor() as i64
}

/// A centre that is off a border by less is on it.
const TIE: f64 = 1e-6;

fn catmull_rom(d: f64) -> f64 {
    let d = d.abs();
    if d < 1.0 {
        1.5 * d.powi(3) - 2.5 * d.powi(2) + 1.0
    } else if d < 2.0 {
        -0.5 * d.powi(3) + 2.5 * d.powi(2) - 4.0 * d + 2.0
    } else {
        0.0
    }
}

fn lanczos(d: f64) -> f64 {
    let sinc = |x: f64| if x == 0.0 { 1.0 } else { x.sin() / x };
    let x = std::f64::consts::PI * d;
    if d.abs() < 3.0 { sinc(x) * sinc(x / 3.0) } else { 0.0 }
}

/// The picture resampled to `width` x `height`, neither of which may be 0.
pub(super) fn resample(picture: &RgbImage, width: u32, height: u32, kernel: Kernel) -> RgbImage {
    resample_from(picture, (width, height), kernel, [0.0; 2])
}

/// The same, beginning so many source pixels to the right of the picture's left edge and below its
/// top edge.
pub(super) fn resample_from(
    picture: &RgbImage,
    (width, height): (u32, u32),
    kernel: Kernel,
    phase: [f64; 2],
) -> RgbImage {
    let taps = |from: u32, to: u32, phase: f64| -> Vec<(usize, Vec<f32>)> {
        let step = f64::from(from) / f64::from(to);
        let at = |i: u32| f64::from(i) * step + phase;
        (0..to).map(|i| kernel.taps(at(i), at(i + 1), from as usize)).collect()
    };
    let columns = taps(picture.width(), width, phase[0]);
    let rows = taps(picture.height(), height, phase[1]);
    let stride = picture.width() as usize * 3;
    let source = picture.as_raw();
    let mut out = RgbImage::new(width, height);
    let mut line = vec![0.0f32; stride];
    let mut made: Option<&(usize, Vec<f32>)> = None;
    for (row, out) in rows.iter().zip(out.chunks_exact_mut(width as usize * 3)) {
        // Enlarging by nearest uses a row several times.
        if made != Some(row) {
            line.fill(0.0);
            for (i, &weight) in row.1.iter().enumerate() {
                let source = &source[(row.0 + i) * stride..][..stride];
                line.iter_mut().zip(source).for_each(|(sum, &p)| *sum += weight * f32::from(p));
            }
            made = Some(row);
        }
        for ((first, weights), pixel) in columns.iter().zip(out.chunks_exact_mut(3)) {
            let mut sums = [0.5f32; 3];
            for (&weight, p) in weights.iter().zip(line[first * 3..].chunks_exact(3)) {
                sums.iter_mut().zip(p).for_each(|(sum, value)| *sum += weight * value);
            }
            // The cast saturates: kernels with negative lobes overshoot.
            pixel.iter_mut().zip(sums).for_each(|(p, sum)| *p = sum as u8);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, imageops};

    fn pattern(w: u32, h: u32) -> RgbImage {
        RgbImage::from_fn(w, h, |x, y| Rgb([(x * 29 + y) as u8, (y * 17) as u8, (x * y) as u8]))
    }

    #[test]
    fn the_same_size_gives_the_same_picture() {
        let picture = pattern(20, 13);
        for kernel in Kernel::ALL {
            assert_eq!(resample(&picture, 20, 13, kernel), picture, "{kernel:?}");
        }
    }

    #[test]
    fn nearest_and_area_enlarge_by_whole_numbers_alike() {
        let picture = pattern(9, 7);
        let large = imageops::resize(&picture, 27, 21, imageops::FilterType::Nearest);
        assert_eq!(resample(&picture, 27, 21, Kernel::Nearest), large);
        assert_eq!(resample(&picture, 27, 21, Kernel::Area), large);
        assert_eq!(resample(&large, 9, 7, Kernel::Area), picture);
    }

    #[test]
    fn a_box_takes_whole_pixels_and_begins_where_it_is_told() {
        let line = RgbImage::from_fn(5, 1, |x, _| Rgb([10 * x as u8; 3]));
        let reduced = |phase: f64| -> Vec<u8> {
            let out = resample_from(&line, (4, 1), Kernel::Box, [phase, 0.0]);
            out.pixels().map(|p| p[0]).collect()
        };
        // As Pillow's resize(..., BOX) has it.
        assert_eq!(reduced(0.0), [0, 15, 30, 40]);
        assert_eq!(reduced(0.4), [5, 20, 30, 40]);
    }

    #[test]
    fn every_kernel_keeps_a_flat_picture_flat() {
        let picture = RgbImage::from_pixel(17, 11, Rgb([200, 3, 77]));
        for kernel in Kernel::ALL {
            for (w, h) in [(40, 29), (11, 7), (1, 1)] {
                let out = resample(&picture, w, h, kernel);
                assert!(out.pixels().all(|p| p.0 == [200, 3, 77]), "{kernel:?} {w}x{h}");
            }
        }
    }

    #[test]
    fn the_smooth_kernels_keep_a_ramp_a_ramp() {
        let ramp = RgbImage::from_fn(20, 4, |x, _| Rgb([(10 * x) as u8; 3]));
        for kernel in [Kernel::Bilinear, Kernel::Bicubic, Kernel::Lanczos] {
            let out = resample(&ramp, 40, 8, kernel);
            // Source coordinate of pixel 21: 10.25 in pixel centres.
            assert!((i32::from(out.get_pixel(21, 4)[0]) - 102).abs() <= 2, "{kernel:?}");
        }
    }
}
