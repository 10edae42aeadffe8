//! What a monitor, a driver or a capture tool does to colours.

use super::dct::luma;
use super::dice::Dice;
use image::RgbImage;
use serde::{Deserialize, Serialize};
use std::f64::consts::TAU;

/// A change of all colours alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Light {
    /// So much is added to each channel, of 255.
    Brightness(f64),
    /// Each channel to this power, on a scale of 0 to 1.
    Gamma(f64),
    /// The distance from middle grey times this.
    Contrast(f64),
    /// The distance from the pixel's luma times this.
    Saturation(f64),
    /// The tint of a display that a night mode sets to so many kelvin.
    NightLight(f64),
    /// High dynamic range shown as if it were not: black lifted to this share of white, white
    /// lowered by half as much, colours paled by as much again.
    WashedOut(f64),
    /// All light times this.
    Dimmed(f64),
    /// Normally distributed noise of this standard deviation, of 255, in each channel.
    Noise(f64),
    /// So much of the way, 0 to 1, to the sepia of the W3C's Filter Effects Module.
    Sepia(f64),
    /// What is left without one kind of cones (Machado, Oliveira and Fernandes 2009, severity 1), of the channels as they
    /// are stored, as filters of pictures do it.
    Lacking(Cones),
    /// White less each channel.
    Inverted,
    /// Each channel times this: another white balance.
    Balance([f64; 3]),
    /// Less light on one side of the picture, and in its corners.
    Uneven {
        /// The way to the darker side, in radians clockwise from the right.
        way: f64,
        /// How much is missing there, 0 to 1.
        by: f64,
        /// How much is missing in the corners, 0 to 1; elsewhere less, with the square of the distance.
        corners: f64,
    },
    /// The reflection of a lamp: light is added, less with the distance from its middle.
    Glare {
        /// Its middle, as shares of the picture's width and height.
        at: [f64; 2],
        /// The distance at which three fifths of it are left, as a share of the picture's longer side.
        size: f64,
        /// How much is added in the middle, of white.
        by: f64,
    },
    /// The bright and dark bands of a display that is lit anew while the shutter is open.
    Bands {
        /// From one dark band to the next, as a share of the picture's height.
        period: f64,
        /// How far into a period the picture's first row is, as a share; a period begins where it is darkest.
        phase: f64,
        /// How much is missing where it is darkest, 0 to 1.
        by: f64,
    },
}

/// A kind of cones of the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cones {
    /// For long waves; who lacks them is a protanope.
    Long,
    /// For middle waves; who lacks them is a deuteranope.
    Middle,
    /// For short waves; who lacks them is a tritanope.
    Short,
}

/// From the channels of a pixel to those of its sepia.
const SEPIA: [[f64; 3]; 3] = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]];

impl Cones {
    /// From the channels of a pixel to those that are left without them.
    const fn left(self) -> [[f64; 3]; 3] {
        match self {
            Self::Long => [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
            Self::Middle => [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
            Self::Short => [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        }
    }
}

impl Light {
    pub(super) fn apply(self, picture: &mut RgbImage, dice: &mut Dice) {
        match self {
            Self::Brightness(add) => channels(picture, |v| v + add / 255.0),
            Self::Gamma(power) => channels(picture, |v| v.powf(power)),
            Self::Contrast(factor) => channels(picture, |v| 0.5 + (v - 0.5) * factor),
            Self::Dimmed(factor) => channels(picture, |v| v * factor),
            Self::Saturation(factor) => saturate(picture, factor),
            Self::WashedOut(lift) => {
                saturate(picture, 1.0 - lift);
                channels(picture, |v| lift + v * (1.0 - 1.5 * lift));
            }
            Self::NightLight(kelvin) => {
                let tint = white_point(kelvin);
                for p in picture.pixels_mut() {
                    p.0 = std::array::from_fn(|i| (f64::from(p[i]) * tint[i] + 0.5) as u8);
                }
            }
            Self::Sepia(share) => mix(picture, SEPIA, share),
            Self::Lacking(cones) => mix(picture, cones.left(), 1.0),
            Self::Inverted => channels(picture, |v| 1.0 - v),
            Self::Balance(factors) => {
                for p in picture.pixels_mut() {
                    p.0 = std::array::from_fn(|i| (f64::from(p[i]) * factors[i]).round() as u8);
                }
            }
            Self::Uneven { way, by, corners } => uneven(picture, way, by, corners),
            Self::Glare { at, size, by } => glare(picture, at, size, by),
            Self::Bands { period, phase, by } => {
                let period = period * f64::from(picture.height());
                for (_, y, p) in picture.enumerate_pixels_mut() {
                    let turn = f64::from(y) / period + phase;
                    let light = 1.0 - by * (1.0 + (TAU * turn).cos()) / 2.0;
                    p.0 = p.0.map(|v| (f64::from(v) * light).round() as u8);
                }
            }
            Self::Noise(deviation) => {
                for v in picture.as_mut().iter_mut() {
                    *v = (f64::from(*v) + deviation * dice.normal()).round() as u8;
                }
            }
        }
    }
}

fn uneven(picture: &mut RgbImage, way: f64, by: f64, corners: f64) {
    let (w, h) = (f64::from(picture.width()), f64::from(picture.height()));
    let (sin, cos) = way.sin_cos();
    for (x, y, p) in picture.enumerate_pixels_mut() {
        // From -1 to 1 across the picture.
        let (u, v) = (2.0 * f64::from(x) / w - 1.0, 2.0 * f64::from(y) / h - 1.0);
        let side = (1.0 + (u * cos + v * sin).clamp(-1.0, 1.0)) / 2.0;
        let light = (1.0 - by * side) * (1.0 - corners * (u * u + v * v) / 2.0);
        p.0 = p.0.map(|c| (f64::from(c) * light).round() as u8);
    }
}

fn glare(picture: &mut RgbImage, at: [f64; 2], size: f64, by: f64) {
    let (w, h) = (f64::from(picture.width()), f64::from(picture.height()));
    let size = size * w.max(h);
    for (x, y, p) in picture.enumerate_pixels_mut() {
        let far = (f64::from(x) - at[0] * w).hypot(f64::from(y) - at[1] * h) / size;
        let add = 255.0 * by * (-far * far / 2.0).exp();
        p.0 = p.0.map(|v| (f64::from(v) + add).round() as u8);
    }
}

fn channels(picture: &mut RgbImage, f: impl Fn(f64) -> f64) {
    let table: [u8; 256] =
        std::array::from_fn(|v| (f(v as f64 / 255.0) * 255.0).round().clamp(0.0, 255.0) as u8);
    picture.as_mut().iter_mut().for_each(|v| *v = table[usize::from(*v)]);
}

/// Takes each pixel so much of the way to what `matrix` makes of its channels.
fn mix(picture: &mut RgbImage, matrix: [[f64; 3]; 3], share: f64) {
    for p in picture.pixels_mut() {
        let colour = p.0.map(f64::from);
        p.0 = std::array::from_fn(|i| {
            let mixed: f64 = matrix[i].iter().zip(colour).map(|(part, v)| part * v).sum();
            (colour[i] + share * (mixed - colour[i])).round().clamp(0.0, 255.0) as u8
        });
    }
}

fn saturate(picture: &mut RgbImage, factor: f64) {
    for p in picture.pixels_mut() {
        let colour = p.0.map(f32::from);
        let luma = luma(colour);
        p.0 = colour.map(|v| (luma + (v - luma) * factor as f32).round() as u8);
    }
}

/// The colour of a black body against that at 6500 K, each channel 0 to 1, between 2000 and 6500 K
/// (a fit by Tanner Helland to Mitchell Charity's table of black-body colours).
fn white_point(kelvin: f64) -> [f64; 3] {
    let t = kelvin.clamp(2000.0, 6500.0) / 100.0;
    let green = 99.470_802_586_1 * t.ln() - 161.119_568_166_1;
    let blue = 138.517_731_223_1 * (t - 10.0).ln() - 305.044_792_730_7;
    [1.0, (green / 255.0).clamp(0.0, 1.0), (blue / 255.0).clamp(0.0, 1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn after(light: Light, colour: [u8; 3]) -> [u8; 3] {
        let mut picture = RgbImage::from_pixel(1, 1, Rgb(colour));
        light.apply(&mut picture, &mut Dice::new(1));
        picture.get_pixel(0, 0).0
    }

    #[test]
    fn each_light_does_what_its_name_says() {
        assert_eq!(after(Light::Brightness(20.0), [10, 100, 250]), [30, 120, 255]);
        assert_eq!(after(Light::Dimmed(0.5), [10, 100, 250]), [5, 50, 125]);
        assert_eq!(after(Light::Contrast(0.0), [10, 100, 250]), [128; 3]);
        let gray = after(Light::Saturation(0.0), [10, 100, 250]);
        assert!(gray[0] == gray[1] && gray[1] == gray[2]);
        assert!(after(Light::Gamma(2.0), [128; 3])[0] < 70);
        let warm = after(Light::NightLight(3000.0), [255; 3]);
        assert!(warm[0] == 255 && warm[1] < 200 && warm[2] < 130, "{warm:?}");
        assert!(after(Light::NightLight(6500.0), [255; 3])[2] > 245);
        assert_eq!(after(Light::WashedOut(0.2), [0; 3]), [51; 3]);
        assert_eq!(after(Light::Sepia(1.0), [100; 3]), [135, 120, 94]);
        assert_eq!(after(Light::Sepia(0.0), [10, 100, 250]), [10, 100, 250]);
        assert_eq!(after(Light::Inverted, [10, 100, 250]), [245, 155, 5]);
        let protan = |colour| after(Light::Lacking(Cones::Long), colour);
        let (red, green) = (protan([200, 60, 60]), protan([84, 76, 60]));
        assert!((0..2).all(|i| red[i].abs_diff(green[i]) < 12), "{red:?} {green:?}");
        for cones in [Cones::Long, Cones::Middle, Cones::Short] {
            let grey = after(Light::Lacking(cones), [128; 3]);
            assert!(grey.iter().all(|v| v.abs_diff(128) <= 1), "{cones:?}: {grey:?}");
        }
    }

    #[test]
    fn a_lamp_lights_one_place_and_bands_come_again() {
        let mut picture = RgbImage::from_pixel(100, 50, Rgb([100; 3]));
        Light::Glare { at: [0.25, 0.5], size: 0.05, by: 0.5 }
            .apply(&mut picture, &mut Dice::new(1));
        assert_eq!(picture.get_pixel(25, 25).0, [228; 3]);
        assert_eq!(picture.get_pixel(75, 25).0, [100; 3]);
        let mut picture = RgbImage::from_pixel(10, 100, Rgb([200; 3]));
        let bands = Light::Bands { period: 0.4, phase: 0.0, by: 0.5 };
        bands.apply(&mut picture, &mut Dice::new(1));
        let rows = [0, 20, 40, 60, 80].map(|y| picture.get_pixel(3, y)[0]);
        assert_eq!(rows, [100, 200, 100, 200, 100]);
    }

    #[test]
    fn noise_has_the_deviation_asked_for() {
        let mut picture = RgbImage::from_pixel(60, 60, Rgb([128; 3]));
        Light::Noise(8.0).apply(&mut picture, &mut Dice::new(3));
        let n = picture.as_raw().len() as f64;
        let squares: f64 = picture.as_raw().iter().map(|&v| (f64::from(v) - 128.0).powi(2)).sum();
        assert!(((squares / n).sqrt() - 8.0).abs() < 0.4);
    }
}
