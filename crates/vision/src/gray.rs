//! Luminance pictures and their pyramid.

use image::{GrayImage, RgbImage};
use rayon::prelude::*;

/// The weights of red, green and blue in luminance, of 256 (ITU-R BT.601).
pub(super) const WEIGHTS: [u8; 3] = [77, 150, 29];

/// The luminance of a picture, 0 to 255.
pub fn luminance(picture: &RgbImage) -> GrayImage {
    let (w, h) = picture.dimensions();
    let mut gray = GrayImage::new(w, h);
    if w == 0 {
        return gray;
    }
    let stride = w as usize;
    gray.as_mut()
        .par_chunks_mut(stride * 16)
        .zip(picture.as_raw().par_chunks(stride * 48))
        .for_each(|(gray, rgb)| {
            for (y, p) in gray.iter_mut().zip(rgb.chunks_exact(3)) {
                let sum: u32 = p
                    .iter()
                    .zip(WEIGHTS)
                    .map(|(&c, weight)| u32::from(c) * u32::from(weight))
                    .sum();
                *y = (sum >> 8) as u8;
            }
        });
    gray
}

/// The picture at half size: each pixel the mean of a 2x2 block. An odd last row or column is left
/// out.
pub fn halve(picture: &GrayImage) -> GrayImage {
    let (w, h) = (picture.width() / 2, picture.height() / 2);
    let mut half = GrayImage::new(w, h);
    if w == 0 || h == 0 {
        return half;
    }
    let stride = picture.width() as usize;
    let source = picture.as_raw();
    half.as_mut().par_chunks_mut(w as usize * 16).enumerate().for_each(|(block, rows)| {
        for (i, row) in rows.chunks_exact_mut(w as usize).enumerate() {
            let top = &source[(block * 16 + i) * 2 * stride..][..stride];
            let bottom = &source[((block * 16 + i) * 2 + 1) * stride..][..stride];
            for ((p, a), b) in row.iter_mut().zip(top.chunks_exact(2)).zip(bottom.chunks_exact(2)) {
                let sum = u16::from(a[0]) + u16::from(a[1]) + u16::from(b[0]) + u16::from(b[1]);
                *p = ((sum + 2) >> 2) as u8;
            }
        }
    });
    half
}

/// Removes the dark lines, one pixel wide, that a display filter draws between pixels: a morphological closing with a
/// square of 2x2. What is darker and at least two pixels wide stays.
pub fn without_thin_lines(picture: &GrayImage) -> GrayImage {
    let brighter = neighbours(picture, |x, last| (x + 1).min(last), u8::max);
    neighbours(&brighter, |x, _| x.saturating_sub(1), u8::min)
}

/// Whether a good part of the picture has thin dark lines at an even pitch, as display filters draw them.
pub fn has_grid(picture: &GrayImage) -> bool {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    if width < SEGMENT || height == 0 {
        return false;
    }
    let mut gridded = 0;
    let mut all = 0;
    for line in 0..LINES {
        // No multiple of a pitch apart: some lines may lie on the grid's own.
        let row = &picture.as_raw()[(line * height / LINES + line % 3).min(height - 1) * width..];
        for segment in row[..width].chunks_exact(SEGMENT) {
            all += 1;
            gridded += usize::from(is_even(segment));
        }
    }
    gridded * LEAST_GRIDDED > all
}

/// The number of rows that are examined for a grid, and of pixels in a segment.
const LINES: usize = 61;
const SEGMENT: usize = 64;
/// One in so many segments must show a grid.
const LEAST_GRIDDED: usize = 8;
/// By how much darker a line of a grid is than both pixels beside it, in grey levels.
const LEAST_DARKER: u8 = 8;

/// Whether a segment of a row is crossed by dark lines a pixel wide, at a pitch of 3 to 10 pixels.
fn is_even(segment: &[u8]) -> bool {
    let is_line =
        |w: &[u8]| w[0].min(w[2]).checked_sub(w[1]).is_some_and(|step| step >= LEAST_DARKER);
    let lines: Vec<usize> =
        segment.windows(3).enumerate().filter(|(_, w)| is_line(w)).map(|(i, _)| i).collect();
    if lines.len() < 5 {
        return false;
    }
    let gaps = lines.len() - 1;
    let pitch = (lines[gaps] - lines[0]) as f64 / gaps as f64;
    // In noise the darkest pixels are about three apart, too, but at any distance from two on.
    let is_even = |pair: &&[usize]| ((pair[1] - pair[0]) as f64 - pitch).abs() < 1.0;
    let even = lines.windows(2).filter(is_even).count();
    (2.7..=10.5).contains(&pitch) && even * 5 >= gaps * 4
}

/// Each pixel with its neighbours to one side, along both axes.
fn neighbours(
    picture: &GrayImage,
    beside: impl Fn(usize, usize) -> usize + Sync,
    choose: fn(u8, u8) -> u8,
) -> GrayImage {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    let mut out = GrayImage::new(picture.width(), picture.height());
    if width == 0 || height == 0 {
        return out;
    }
    let row = |y: usize| &picture.as_raw()[y * width..][..width];
    out.as_mut().par_chunks_mut(width).enumerate().for_each(|(y, out)| {
        let (here, other) = (row(y), row(beside(y, height - 1)));
        let column: Vec<u8> = here.iter().zip(other).map(|(&a, &b)| choose(a, b)).collect();
        for (x, p) in out.iter_mut().enumerate() {
            *p = choose(column[x], column[beside(x, width - 1)]);
        }
    });
    out
}

/// The picture and its halvings, largest first, down to the last that is at least `least` pixels
/// wide and high (the first is always there).
pub fn pyramid(picture: GrayImage, least: u32) -> Vec<GrayImage> {
    let mut levels = vec![picture];
    while let Some(last) = levels.last()
        && last.width().min(last.height()) / 2 >= least
    {
        levels.push(halve(last));
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Luma, Rgb};

    #[test]
    fn white_stays_white_and_halves_are_means() {
        let picture = RgbImage::from_pixel(5, 3, Rgb([255, 255, 255]));
        assert!(luminance(&picture).pixels().all(|p| p[0] == 255));
        let gray = GrayImage::from_fn(5, 3, |x, y| Luma([(10 * x + 4 * y) as u8]));
        let half = halve(&gray);
        assert_eq!(half.dimensions(), (2, 1));
        assert_eq!(half.get_pixel(1, 0)[0], 27);
    }

    #[test]
    fn thin_dark_lines_vanish_and_wider_ones_stay() {
        let dark = |x: u32| matches!(x, 3 | 7 | 10 | 11);
        let picture = GrayImage::from_fn(14, 5, |x, _| Luma([if dark(x) { 20 } else { 200 }]));
        let closed = without_thin_lines(&picture);
        let expected =
            GrayImage::from_fn(14, 5, |x, _| Luma([if matches!(x, 10 | 11) { 20 } else { 200 }]));
        assert_eq!(closed, expected);
        assert_eq!(without_thin_lines(&GrayImage::new(0, 0)).dimensions(), (0, 0));
    }

    #[test]
    fn a_grid_is_told_from_cards_text_and_noise() {
        let cell = |x: u32, y: u32| 90 + ((x / 37 + y / 23) % 3 * 50) as u8;
        for pitch in 3..=6 {
            let dark = |v: u32| v % pitch == pitch - 1;
            let grid = GrayImage::from_fn(400, 300, |x, y| {
                Luma([if dark(x) || dark(y) { cell(x, y) * 3 / 4 } else { cell(x, y) }])
            });
            assert!(has_grid(&grid), "{pitch}");
        }
        assert!(!has_grid(&GrayImage::from_fn(400, 300, |x, y| Luma([cell(x, y)]))));
        let cards = GrayImage::from_fn(400, 300, |x, y| {
            Luma([if matches!(x % 32, 0 | 23) || matches!(y % 32, 0 | 23) { 40 } else { 200 }])
        });
        assert!(!has_grid(&cards));
        let noise = GrayImage::from_fn(400, 300, |x, y| {
            let hash = (x * 73_856_093) ^ (y * 19_349_663);
            Luma([(hash.wrapping_mul(2_654_435_761) >> 24) as u8])
        });
        assert!(!has_grid(&noise));
        assert!(!has_grid(&GrayImage::new(0, 0)));
    }

    #[test]
    fn a_pyramid_stops_at_the_least_size() {
        let sizes: Vec<_> =
            pyramid(GrayImage::new(64, 40), 10).iter().map(GrayImage::dimensions).collect();
        assert_eq!(sizes, [(64, 40), (32, 20), (16, 10)]);
        assert_eq!(pyramid(GrayImage::new(0, 0), 10).len(), 1);
    }
}
