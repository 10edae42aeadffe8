//! What a display shader draws between the pixels of a game.

use image::RgbImage;
use imageproc::filter::gaussian_blur_f32;
use serde::{Deserialize, Serialize};

/// A display shader. Lengths are in picture pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Display {
    /// Each `period`-th row, on average, darkened to a share of its brightness.
    Scanlines {
        /// From one dark line to the next.
        period: f64,
        /// What remains of the brightness, 0 to 1.
        keep: f64,
    },
    /// A dark line between the game's pixels, across and down.
    Grid {
        /// From one dark line to the next.
        period: f64,
        /// What remains of the brightness, 0 to 1.
        keep: f64,
    },
    /// The three colours of each of the game's pixels beside each other: each third of one shows one colour, and what
    /// is kept of the others.
    Stripes {
        /// From one pixel of the game to the next.
        period: f64,
        /// What remains of the other two colours, 0 to 1.
        keep: f64,
    },
    /// Out of focus: a blur of this standard deviation.
    Blur(f64),
    /// Soft pixels, a glow around what is bright, and faint scanlines.
    Tube {
        /// The standard deviation of the blur.
        blur: f64,
        /// How much of the glow is added, 0 to 1.
        bloom: f64,
        /// From one dark line to the next.
        period: f64,
    },
}

impl Display {
    pub(super) fn apply(self, picture: &RgbImage) -> RgbImage {
        match self {
            Self::Scanlines { period, keep } => darken(picture.clone(), period, keep, false),
            Self::Grid { period, keep } => darken(picture.clone(), period, keep, true),
            Self::Stripes { period, keep } => striped(picture.clone(), period, keep),
            Self::Blur(deviation) => gaussian_blur_f32(picture, deviation as f32),
            Self::Tube { blur, bloom, period } => {
                let soft = gaussian_blur_f32(picture, blur as f32);
                let glow = gaussian_blur_f32(picture, (4.0 * blur) as f32);
                let mut out = soft;
                for (p, &g) in out.as_mut().iter_mut().zip(glow.as_raw()) {
                    *p = (f64::from(*p) + bloom * f64::from(g)).min(255.0) as u8;
                }
                darken(out, period, 0.85, false)
            }
        }
    }
}

/// Whether the last pixel of a period lies at `i`.
fn on_line(i: u32, period: f64) -> bool {
    (f64::from(i + 1) / period).floor() > (f64::from(i) / period).floor()
}

fn darken(mut picture: RgbImage, period: f64, keep: f64, across: bool) -> RgbImage {
    for (x, y, p) in picture.enumerate_pixels_mut() {
        if on_line(y, period) || (across && on_line(x, period)) {
            p.0 = p.0.map(|v| (f64::from(v) * keep) as u8);
        }
    }
    picture
}

fn striped(mut picture: RgbImage, period: f64, keep: f64) -> RgbImage {
    for (x, _, p) in picture.enumerate_pixels_mut() {
        let third = ((f64::from(x) + 0.5) / period).fract() * 3.0;
        for (i, v) in p.0.iter_mut().enumerate() {
            if i != third as usize {
                *v = (f64::from(*v) * keep) as u8;
            }
        }
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn lines_are_as_many_as_the_period_says() {
        let picture = RgbImage::from_pixel(50, 50, Rgb([200; 3]));
        let lines = Display::Scanlines { period: 2.5, keep: 0.5 }.apply(&picture);
        assert_eq!((0..50).filter(|&y| lines.get_pixel(0, y)[0] == 100).count(), 20);
        let grid = Display::Grid { period: 5.0, keep: 0.5 }.apply(&picture);
        assert_eq!(grid.pixels().filter(|p| p[0] == 200).count(), 40 * 40);
    }

    #[test]
    fn a_tube_glows_beyond_what_is_bright() {
        let picture = RgbImage::from_fn(40, 40, |x, _| Rgb([if x < 20 { 0 } else { 200 }; 3]));
        let tube = Display::Tube { blur: 1.0, bloom: 0.3, period: 1000.0 }.apply(&picture);
        assert!(tube.get_pixel(17, 5)[0] > 0 && tube.get_pixel(35, 5)[0] > 240);
    }
}
