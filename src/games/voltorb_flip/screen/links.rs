//! The coloured links between the cards, which tell one row and column from the next.
//!
//! Every row and every column has a colour of its own, in a fixed order. Links show it between all
//! cards, also where a box or a window hides the headers, and under the wrong turn or a row too
//! high or low the order is another.

use super::layout::{SIZE, corner};
use crate::geometry::{Placement, Point};
use crate::vision::photometry::{Colour, median};
use image::RgbImage;

/// The colours of the five rows, and of the five columns: of their headers and their links.
pub(super) const LINES: [Colour; SIZE] = [
    [231.0, 115.0, 82.0],
    [66.0, 173.0, 66.0],
    [239.0, 165.0, 57.0],
    [49.0, 148.0, 255.0],
    [198.0, 99.0, 231.0],
];

/// The least spread of the links' colours about their mean, in grey levels, that tells an order:
/// pictures with less are grey.
const LEAST_SPREAD: f32 = 5.0;

/// How well the links show the order of rows and of columns at a place, each -1 to 1 (the
/// normalised cross-correlation of their chroma with that of `lines`), the lower of both; 0 where
/// the links of more than a line lie outside the picture. `None` if the picture is grey.
pub(super) fn order(picture: &RgbImage, touch: &Placement, lines: &[Colour; SIZE]) -> Option<f32> {
    let link = |x: u32, y: u32, w: u32, h: u32| chroma(picture, touch, (x, y), (w, h));
    let rows = line_order(lines, |line, i| {
        let (x, y) = corner((line, i));
        link(x + 26, y + 10, 4, 4)
    });
    let columns = line_order(lines, |line, i| {
        let (x, y) = corner((i, line));
        link(x + 10, y + 26, 4, 4)
    });
    match (rows, columns) {
        (Some(rows), Some(columns)) => Some(rows.min(columns)),
        (None, None) => None,
        // Only a part is grey: then it is not the board.
        _ => Some(0.0),
    }
}

/// `link(line, i)` is the chroma of a line's i-th link.
fn line_order(
    lines: &[Colour; SIZE],
    link: impl Fn(usize, usize) -> Option<Colour>,
) -> Option<f32> {
    let mut pairs: Vec<(Colour, Colour)> = Vec::with_capacity(SIZE);
    for (line, &colour) in lines.iter().enumerate() {
        let links: Vec<Colour> = (0..SIZE).filter_map(|i| link(line, i)).collect();
        if links.len() > SIZE / 2 {
            pairs.push((without_luma(colour), median(links)));
        }
    }
    if pairs.len() < SIZE - 1 {
        return Some(0.0);
    }
    let n = pairs.len() as f32;
    let (mut aa, mut bb, mut ab) = (0.0f32, 0.0, 0.0);
    for channel in 0..3 {
        let a = pairs.iter().map(|p| p.0[channel]).sum::<f32>() / n;
        let b = pairs.iter().map(|p| p.1[channel]).sum::<f32>() / n;
        for (expected, seen) in &pairs {
            let (x, y) = (expected[channel] - a, seen[channel] - b);
            aa += x * x;
            bb += y * y;
            ab += x * y;
        }
    }
    ((bb / n).sqrt() > LEAST_SPREAD).then(|| ab / (aa * bb).sqrt())
}

fn without_luma([r, g, b]: Colour) -> Colour {
    let luma = (r + g + b) / 3.0;
    [r - luma, g - luma, b - luma]
}

/// Samples to each side of a link.
const SAMPLES: u32 = 4;

/// The mean chroma over a native rectangle; `None` if a part lies outside the picture.
fn chroma(
    picture: &RgbImage,
    touch: &Placement,
    (x, y): (u32, u32),
    (w, h): (u32, u32),
) -> Option<Colour> {
    let mut sum = [0.0f32; 3];
    for i in 0..SAMPLES * SAMPLES {
        let at = |i: u32, from: u32, length: u32| {
            f64::from(from) + (f64::from(i) + 0.5) * f64::from(length) / f64::from(SAMPLES)
        };
        let p = touch.to_picture(Point::new(at(i % SAMPLES, x, w), at(i / SAMPLES, y, h)));
        let inside = p.x >= 0.0 && p.y >= 0.0;
        let pixel = inside.then(|| picture.get_pixel_checked(p.x as u32, p.y as u32))??;
        for (sum, &value) in sum.iter_mut().zip(&pixel.0) {
            *sum += f32::from(value);
        }
    }
    Some(without_luma(sum.map(|s| s / (SAMPLES * SAMPLES) as f32)))
}
