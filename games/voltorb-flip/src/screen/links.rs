//! Reads the coloured links between the cards, which tell rows and columns apart.
//!
//! Every row and every column has a colour of its own, in a fixed order. Links show it between all cards, even if a
//! box or a window hides the headers. Under the wrong turn, or a row too high or low, the order differs.

use super::contrast::Steps;
use super::frames::Side;
use super::layout::{SIZE, corner};
use grid::Cell;
use grid::geometry::{Placement, Point};
use image::RgbImage;
use vision::photometry::{Colour, median};

/// The least spread of the links' colours about their mean, in grey levels, that tells an order:
/// pictures with less are grey.
const LEAST_SPREAD: f32 = 5.0;

/// How the links at a place are ordered.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Order {
    /// How well they show the order of rows and of columns, each -1 to 1 (the cosine similarity of their
    /// chroma with that of the look), the lower of both; 0 where too few lines show a link.
    pub similarity: f32,
    /// The share of the board's links that are seen.
    pub shown: f32,
}

/// How the links at a place are ordered, where those of each row and column are to have the colour of
/// `lines`. `None` if the picture is grey.
pub(super) fn order(
    picture: &RgbImage,
    touch: &Placement,
    steps: &Steps,
    lines: &[Colour; SIZE],
) -> Option<Order> {
    let rows = axis(lines, |line, i| {
        let (x, y) = corner((line, i));
        let shown = is_shown(steps, (line, i), Side::Right);
        shown.then(|| chroma(picture, touch, (x + 26, y + 10), (4, 4)))?
    });
    let columns = axis(lines, |line, i| {
        let (x, y) = corner((i, line));
        let shown = is_shown(steps, (i, line), Side::Below);
        shown.then(|| chroma(picture, touch, (x + 10, y + 26), (4, 4)))?
    });
    if rows.len().min(columns.len()) < LEAST_LINES || rows.len() + columns.len() < LEAST_ALL {
        return Some(Order::default());
    }
    // About the mean of both: of a few lines alone the others' order may be like.
    let all = || rows.iter().chain(&columns);
    let links: f32 = all().map(|line| line.links).sum();
    let means = [0, 1].map(|of| {
        let sum =
            |channel: usize| all().map(|line| line.links * line.chroma[of][channel]).sum::<f32>();
        std::array::from_fn(|channel| sum(channel) / links)
    });
    match (cosine(&rows, means), cosine(&columns, means)) {
        (Some(rows), Some(columns)) => {
            let shown = links / (2 * SIZE * SIZE) as f32;
            Some(Order { similarity: rows.min(columns), shown })
        }
        (None, None) => None,
        // Only a part is grey: then it is not the board.
        _ => Some(Order::default()),
    }
}

/// The least rows, and the least columns, that must show a link, and the least of both together.
const LEAST_LINES: usize = 2;
const LEAST_ALL: usize = 7;

/// A line that shows links.
struct Seen {
    /// The chroma that it must have, and the one seen.
    chroma: [Colour; 2],
    /// How many links it shows.
    links: f32,
}

/// The lines that show links; `link(line, i)` is the chroma of a line's i-th link.
fn axis(lines: &[Colour; SIZE], link: impl Fn(usize, usize) -> Option<Colour>) -> Vec<Seen> {
    let seen = lines.iter().enumerate().map(|(line, &colour)| {
        let seen: Vec<Colour> = (0..SIZE).filter_map(|i| link(line, i)).collect();
        let links = seen.len() as f32;
        (links > 0.0).then(|| Seen { chroma: [without_luma(colour), median(seen)], links })
    });
    seen.flatten().collect()
}

/// Whether nothing lies over the link on one side of a card: the frames are seen that it connects. The
/// last one leads to a header.
fn is_shown(steps: &Steps, cell: Cell, side: Side) -> bool {
    let beside = side.beside(cell).is_none_or(|beside| steps.shows(beside, side.opposite()));
    steps.shows(cell, side) && beside
}

/// The cosine similarity of what must be seen and what is, about these means; `None` if
/// hardly any colour is seen.
fn cosine(lines: &[Seen], means: [Colour; 2]) -> Option<f32> {
    let (mut aa, mut bb, mut ab, mut n) = (0.0f32, 0.0, 0.0, 0.0);
    for Seen { chroma, links } in lines {
        for channel in 0..3 {
            let [a, b] = [0, 1].map(|of| chroma[of][channel] - means[of][channel]);
            aa += links * a * a;
            bb += links * b * b;
            ab += links * a * b;
        }
        n += links;
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
