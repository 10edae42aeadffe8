//! The smoothing enlargements that emulators offer for pixel art.
//!
//! xBR comes from the crate `xbr`. hq2x and xBRZ proper exist in Rust only under the LGPL and the
//! GPL; [`PixelArt::Smooth`] is a filter of our own that looks like hq2x (edges rounded off,
//! similar neighbours blended, unlike ones not) and is no implementation of it.

use image::{Rgb, RgbImage};
use serde::{Deserialize, Serialize};

/// A smoothing enlargement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PixelArt {
    /// EPX, also known as Scale2x: corners only, no blending.
    Scale2x,
    /// Hyllian's xBR.
    Xbr,
    /// In the manner of hq2x.
    Smooth,
}

impl PixelArt {
    /// All filters.
    pub const ALL: [Self; 3] = [Self::Scale2x, Self::Xbr, Self::Smooth];

    /// The picture at twice its size.
    pub(super) fn twice(self, picture: &RgbImage) -> RgbImage {
        match self {
            Self::Scale2x => quarters(picture, |around| {
                let [_, above, _, left, middle, right, _, below, _] = *around;
                let corner = |a: [u8; 3], b: [u8; 3], c: [u8; 3], d: [u8; 3]| {
                    if a == b && a != d && b != c { a } else { middle }
                };
                [
                    corner(left, above, below, right),
                    corner(above, right, left, below),
                    corner(below, left, right, above),
                    corner(right, below, above, left),
                ]
            }),
            Self::Smooth => quarters(picture, |around| {
                let middle = around[4];
                // For each quarter the neighbours beside, above or below, and across the corner.
                [[3, 1, 0], [5, 1, 2], [3, 7, 6], [5, 7, 8]].map(|near| {
                    let [beside, upright, across] = near.map(|i: usize| around[i]);
                    if similar(beside, upright) && !similar(beside, middle) {
                        // A diagonal edge runs here: the corner belongs half to the other side.
                        blend(&[(middle, 2), (beside, 1), (upright, 1)])
                    } else {
                        let weigh = |p, weight| (p, if similar(p, middle) { weight } else { 0 });
                        blend(&[(middle, 4), weigh(beside, 2), weigh(upright, 2), weigh(across, 1)])
                    }
                })
            }),
            Self::Xbr => {
                let (w, h) = picture.dimensions();
                let rgba = image::DynamicImage::from(picture.clone()).into_rgba8();
                let large = xbr::x2(xbr::Block::new(rgba.into_raw(), w, h));
                let rgb = large.bytes.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
                // Four bytes a pixel in, four out: the size is right.
                RgbImage::from_raw(2 * w, 2 * h, rgb).unwrap_or_default()
            }
        }
    }
}

/// Each pixel replaced by four, made from the 3x3 pixels around it.
fn quarters(picture: &RgbImage, make: impl Fn(&[[u8; 3]; 9]) -> [[u8; 3]; 4]) -> RgbImage {
    let (w, h) = picture.dimensions();
    let mut out = RgbImage::new(2 * w, 2 * h);
    for y in 0..h {
        for x in 0..w {
            let around: [[u8; 3]; 9] = std::array::from_fn(|i| {
                let x = (x + i as u32 % 3).saturating_sub(1).min(w - 1);
                let y = (y + i as u32 / 3).saturating_sub(1).min(h - 1);
                picture.get_pixel(x, y).0
            });
            for (i, p) in make(&around).into_iter().enumerate() {
                out.put_pixel(2 * x + i as u32 % 2, 2 * y + i as u32 / 2, Rgb(p));
            }
        }
    }
    out
}

/// Whether two colours are near in luma and chroma, with the thresholds of hq2x (48, 7, 6 of 256).
fn similar(a: [u8; 3], b: [u8; 3]) -> bool {
    let [r, g, b] = [0, 1, 2].map(|i| i32::from(a[i]) - i32::from(b[i]));
    let (y, u, v) = ((r + g + b) / 4, (r - b) / 4, (2 * g - r - b) / 8);
    y.abs() <= 48 && u.abs() <= 7 && v.abs() <= 6
}

fn blend(parts: &[([u8; 3], u32)]) -> [u8; 3] {
    let total: u32 = parts.iter().map(|p| p.1).sum();
    std::array::from_fn(|i| {
        ((parts.iter().map(|(p, w)| u32::from(p[i]) * w).sum::<u32>() + total / 2) / total) as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn straight_edges_stay_and_diagonal_ones_are_smoothed() {
        let straight = RgbImage::from_fn(12, 12, |x, _| Rgb([if x < 6 { 0 } else { 255 }; 3]));
        let diagonal = RgbImage::from_fn(12, 12, |x, y| Rgb([if x < y { 0 } else { 255 }; 3]));
        let nearest = |p: &RgbImage| RgbImage::from_fn(24, 24, |x, y| *p.get_pixel(x / 2, y / 2));
        for filter in PixelArt::ALL {
            let out = filter.twice(&straight);
            assert_eq!(out.dimensions(), (24, 24), "{filter:?}");
            // Away from the border, beyond which xBR takes all to be black.
            let inner = |p: &RgbImage| image::imageops::crop_imm(p, 6, 6, 12, 12).to_image();
            assert_eq!(inner(&out), inner(&nearest(&straight)), "{filter:?}");
            assert_ne!(inner(&filter.twice(&diagonal)), inner(&nearest(&diagonal)), "{filter:?}");
        }
    }
}
