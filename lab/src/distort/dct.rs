//! Luma and chroma planes, and blocks of 8x8 transformed and quantised.

use image::RgbImage;
use std::sync::LazyLock;

/// A plane of one component, row by row.
struct Plane {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

/// The rows of the orthonormal DCT-II of length 8.
static BASIS: LazyLock<[[f32; 8]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|k| {
        let norm = if k == 0 { (1.0f32 / 8.0).sqrt() } else { 0.5 };
        std::array::from_fn(|n| {
            norm * (std::f32::consts::PI / 8.0 * (n as f32 + 0.5) * k as f32).cos()
        })
    })
});

impl Plane {
    fn of(picture: &RgbImage, component: impl Fn([f32; 3]) -> f32) -> Self {
        Self {
            width: picture.width() as usize,
            height: picture.height() as usize,
            values: picture.pixels().map(|p| component(p.0.map(f32::from))).collect(),
        }
    }

    fn at(&self, x: usize, y: usize) -> f32 {
        self.values[y.min(self.height - 1) * self.width + x.min(self.width - 1)]
    }

    /// At half the width and height, rounded up.
    fn halved(&self) -> Self {
        let (width, height) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let values = (0..width * height)
            .map(|i| {
                let (x, y) = (2 * (i % width), 2 * (i / width));
                let pairs = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                pairs.iter().map(|&(x, y)| self.at(x, y)).sum::<f32>() / 4.0
            })
            .collect();
        Self { width, height, values }
    }

    /// Each block of 8x8 to its transform, rounded to multiples of `step`, and back.
    fn quantise(&mut self, step: f32) {
        for top in (0..self.height).step_by(8) {
            for left in (0..self.width).step_by(8) {
                let block: [[f32; 8]; 8] =
                    std::array::from_fn(|y| std::array::from_fn(|x| self.at(left + x, top + y)));
                let rounded = transform(&block).map(|row| row.map(|v| (v / step).round() * step));
                let block = inverse(&rounded);
                for (y, row) in block.iter().enumerate().take(self.height - top) {
                    for (x, &value) in row.iter().enumerate().take(self.width - left) {
                        self.values[(top + y) * self.width + left + x] = value;
                    }
                }
            }
        }
    }
}

fn transform(block: &[[f32; 8]; 8]) -> [[f32; 8]; 8] {
    let rows: [[f32; 8]; 8] =
        block.map(|row| BASIS.map(|basis| (0..8).map(|n| basis[n] * row[n]).sum()));
    BASIS.map(|basis| std::array::from_fn(|x| (0..8).map(|n| basis[n] * rows[n][x]).sum()))
}

fn inverse(block: &[[f32; 8]; 8]) -> [[f32; 8]; 8] {
    let rows: [[f32; 8]; 8] =
        block.map(|row| std::array::from_fn(|n| (0..8).map(|k| BASIS[k][n] * row[k]).sum()));
    std::array::from_fn(|n| std::array::from_fn(|x| (0..8).map(|k| BASIS[k][n] * rows[k][x]).sum()))
}

/// The luma of a colour (ITU-R BT.601).
pub(super) fn luma([r, g, b]: [f32; 3]) -> f32 {
    0.299 * r + 0.587 * g + 0.114 * b
}

/// Luma, blue and red difference (ITU-R BT.601), the latter two at half the resolution.
fn planes(picture: &RgbImage) -> [Plane; 3] {
    [
        Plane::of(picture, luma),
        Plane::of(picture, |p| 0.564 * (p[2] - luma(p))).halved(),
        Plane::of(picture, |p| 0.713 * (p[0] - luma(p))).halved(),
    ]
}

fn joined([luma, blue, red]: &[Plane; 3]) -> RgbImage {
    RgbImage::from_fn(luma.width as u32, luma.height as u32, |x, y| {
        let (x, y) = (x as usize, y as usize);
        let (l, b, r) = (luma.at(x, y), blue.at(x / 2, y / 2), red.at(x / 2, y / 2));
        let (b, r) = (b / 0.564, r / 0.713);
        let green = l - (0.299 * r + 0.114 * b) / 0.587;
        image::Rgb([l + r, green, l + b].map(|v| (v + 0.5) as u8))
    })
}

/// The picture with its colours at half the resolution.
pub(super) fn subsample(picture: &RgbImage) -> RgbImage {
    joined(&planes(picture))
}

/// The picture with its colours at half the resolution and blocks rounded to multiples of `step`.
pub(super) fn quantise(picture: &RgbImage, step: f32) -> RgbImage {
    let mut planes = planes(picture);
    planes.iter_mut().for_each(|plane| plane.quantise(step));
    joined(&planes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn the_transform_is_undone_by_its_inverse() {
        let block: [[f32; 8]; 8] =
            std::array::from_fn(|y| std::array::from_fn(|x| ((x * 31 + y * 17) % 23) as f32));
        let back = inverse(&transform(&block));
        for (a, b) in block.iter().flatten().zip(back.iter().flatten()) {
            assert!((a - b).abs() < 1e-3);
        }
        // All of a flat block is in its first coefficient: 8 times the mean.
        assert!((transform(&[[5.0; 8]; 8])[0][0] - 40.0).abs() < 1e-3);
    }

    #[test]
    fn subsampling_keeps_grey_and_blends_colours() {
        let gray = RgbImage::from_fn(9, 7, |x, y| Rgb([(x * 20 + y) as u8; 3]));
        assert_eq!(subsample(&gray), gray);
        let stripes = RgbImage::from_fn(8, 8, |x, _| Rgb([if x % 2 == 0 { 200 } else { 0 }, 0, 0]));
        let out = subsample(&stripes);
        assert!(out.get_pixel(0, 0)[0] < 190 && out.get_pixel(1, 0)[0] > 30);
    }
}
