//! Learns templates from examples: pieces whose digit is known are compared, averaged, and written as a sheet.

use super::correlation::{dot, scale_to_unit};
use super::template::normalised;
use image::GrayImage;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Example pieces of pictures, all of one size, each with the digit that it shows.
#[derive(Clone, Debug)]
pub struct Examples {
    size: (u32, u32),
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
struct Piece {
    digit: u8,
    raw: Vec<f32>,
    /// With zero mean and unit norm; `None` if it is of one brightness.
    unit: Option<Vec<f32>>,
}

/// How similar the examples are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Likeness {
    /// The lowest correlation of an example with the mean of all of its digit.
    pub same: f32,
    /// The highest correlation of the means of two digits.
    pub other: f32,
    /// Those two digits.
    pub closest: (u8, u8),
}

impl Examples {
    /// Creates an empty set of examples of `size` pixels.
    pub fn new(size: (u32, u32)) -> Self {
        Self { size, pieces: Vec::new() }
    }

    /// Adds the piece with its top-left corner at (x, y), unless it leaves the picture.
    pub fn add(&mut self, picture: &GrayImage, (x, y): (u32, u32), digit: u8) {
        let (w, h) = self.size;
        if x + w > picture.width() || y + h > picture.height() {
            return;
        }
        let pixels = (y..y + h).flat_map(|y| (x..x + w).map(move |x| (x, y)));
        let raw: Vec<f32> = pixels.map(|(x, y)| f32::from(picture.get_pixel(x, y)[0])).collect();
        self.pieces.push(Piece { digit, unit: normalised(raw.clone()), raw });
    }

    /// Adds the examples of another set of the same size.
    pub fn extend(&mut self, others: &Self) {
        let len = self.len();
        self.pieces.extend(others.pieces.iter().filter(|p| p.raw.len() == len).cloned());
    }

    fn len(&self) -> usize {
        (self.size.0 * self.size.1) as usize
    }

    /// The digits that have examples.
    pub fn digits(&self) -> BTreeSet<u8> {
        self.pieces.iter().map(|piece| piece.digit).collect()
    }

    /// The mean of the examples of each digit, each brought to the average brightness and contrast of all.
    pub fn means(&self) -> BTreeMap<u8, Vec<f32>> {
        let moments = |raw: &[f32]| {
            let n = raw.len().max(1) as f32;
            let mean = raw.iter().sum::<f32>() / n;
            let variance = raw.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / n;
            (mean, variance.sqrt())
        };
        let n = self.pieces.len().max(1) as f32;
        let (mean, spread) = self
            .pieces
            .iter()
            .map(|piece| moments(&piece.raw))
            .fold((0.0, 0.0), |sum, m| (sum.0 + m.0 / n, sum.1 + m.1 / n));
        let mut sums: BTreeMap<u8, (Vec<f32>, f32)> = BTreeMap::new();
        for piece in &self.pieces {
            let (own_mean, own_spread) = moments(&piece.raw);
            let (sum, count) =
                sums.entry(piece.digit).or_insert_with(|| (vec![0.0; piece.raw.len()], 0.0));
            *count += 1.0;
            for (sum, value) in sum.iter_mut().zip(&piece.raw) {
                *sum += mean + (value - own_mean) * spread / own_spread.max(1.0);
            }
        }
        sums.into_iter()
            .map(|(digit, (sum, count))| (digit, sum.into_iter().map(|s| s / count).collect()))
            .collect()
    }

    /// How clearly the examples separate the digits, -2 to 2: by how much an example is more like the others of its
    /// digit than like any other digit, on average over the digits that have several. Below 0 the digits are not where
    /// they are said to be. `None` if no digit has two examples, or there is one digit only.
    pub fn separation(&self) -> Option<f32> {
        let mut sums: BTreeMap<u8, (Vec<f32>, usize)> = BTreeMap::new();
        for piece in &self.pieces {
            let (sum, count) =
                sums.entry(piece.digit).or_insert_with(|| (vec![0.0; self.len()], 0));
            *count += 1;
            for (sum, v) in sum.iter_mut().zip(piece.unit.iter().flatten()) {
                *sum += v;
            }
        }
        if sums.len() < 2 {
            return None;
        }
        let units: BTreeMap<u8, Option<Vec<f32>>> =
            sums.iter().map(|(&digit, (sum, _))| (digit, unit(sum.clone()))).collect();
        let mut margins: BTreeMap<u8, (f32, f32)> = BTreeMap::new();
        for piece in self.pieces.iter().filter(|p| sums[&p.digit].1 > 1) {
            let margin = piece.unit.as_ref().map_or(-1.0, |seen| {
                let rest = sums[&piece.digit].0.iter().zip(seen).map(|(s, v)| s - v).collect();
                let like = |unit: Option<&Vec<f32>>| unit.map_or(-1.0, |unit| dot(unit, seen));
                let others = units.iter().filter(|(digit, _)| **digit != piece.digit);
                let runner_up = others.map(|(_, u)| like(u.as_ref())).fold(-1.0f32, f32::max);
                like(unit(rest).as_ref()) - runner_up
            });
            let (sum, count) = margins.entry(piece.digit).or_default();
            *sum += margin;
            *count += 1.0;
        }
        let n = margins.len() as f32;
        (n > 0.0).then(|| margins.values().map(|(sum, count)| sum / count).sum::<f32>() / n)
    }

    /// The similarity of the examples of one digit and of different digits; `None` with fewer than two digits.
    pub fn likeness(&self) -> Option<Likeness> {
        let means: Vec<(u8, Vec<f32>)> =
            self.means().into_iter().filter_map(|(d, mean)| Some((d, normalised(mean)?))).collect();
        let pairs =
            means.iter().enumerate().flat_map(|(i, a)| means[..i].iter().map(move |b| (b, a)));
        let (other, closest) =
            pairs.map(|(a, b)| (dot(&a.1, &b.1), (a.0, b.0))).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let same = self
            .pieces
            .iter()
            .filter_map(|piece| {
                let mean = means.iter().find(|(digit, _)| *digit == piece.digit)?;
                Some(dot(&mean.1, piece.unit.as_ref()?))
            })
            .fold(1.0, f32::min);
        Some(Likeness { same, other, closest })
    }
}

/// Unit norm; the values have zero mean already.
fn unit(mut values: Vec<f32>) -> Option<Vec<f32>> {
    (scale_to_unit(&mut values) > 0.1).then_some(values)
}

/// The inks of a sheet that was learned, dark to light.
const INKS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// A sheet of templates as text, with a comment at its head.
pub fn write_sheet(comment: &str, (w, h): (u32, u32), glyphs: &BTreeMap<u8, Vec<f32>>) -> String {
    let mut text = format!("# {comment}\nsize {w} {h}\n");
    let steps = INKS.len() as f32 - 1.0;
    for (i, &ink) in INKS.iter().enumerate() {
        let _ = writeln!(text, "ink {} {:.0}", char::from(ink), i as f32 / steps * 255.0);
    }
    for (digit, pixels) in glyphs {
        let _ = writeln!(text, "\nglyph {digit}");
        for row in pixels.chunks(w as usize) {
            let ink = |v: &f32| INKS[(v.clamp(0.0, 255.0) / 255.0 * steps).round() as usize];
            let row: String = row.iter().map(|v| char::from(ink(v))).collect();
            let _ = writeln!(text, "{row}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::Sheet;
    use image::Luma;

    /// Bars for 1, dots for 2, at changing brightness.
    fn picture() -> GrayImage {
        GrayImage::from_fn(24, 4, |x, y| {
            let ink = if x < 12 { x % 4 == 1 } else { (x % 4 == 2) ^ (y == 1) };
            Luma([if ink { 20 + x as u8 } else { 150 + 3 * x as u8 }])
        })
    }

    fn examples(at: [(u32, u8); 6]) -> Examples {
        let mut examples = Examples::new((4, 4));
        for (x, digit) in at {
            examples.add(&picture(), (x, 0), digit);
        }
        examples
    }

    #[test]
    fn examples_that_are_named_right_stand_apart() {
        let right = examples([(0, 1), (4, 1), (8, 1), (12, 2), (16, 2), (20, 2)]);
        let mixed = examples([(0, 1), (4, 2), (8, 1), (12, 2), (16, 1), (20, 2)]);
        assert!(right.separation().unwrap() > 0.3, "{:?}", right.separation());
        assert!(mixed.separation().unwrap() < 0.0, "{:?}", mixed.separation());
        let likeness = right.likeness().unwrap();
        assert_eq!(likeness.closest, (1, 2));
        assert!(likeness.same > 0.98 && likeness.other < 0.6, "{likeness:?}");
    }

    #[test]
    fn what_is_learned_is_written_and_read_again() {
        let learned = examples([(0, 1), (4, 1), (8, 1), (12, 2), (16, 2), (20, 2)]);
        let text = write_sheet("bars and dots", (4, 4), &learned.means());
        let sheet = Sheet::<u8>::parse(&text).unwrap();
        for (x, digit) in [(4, 1), (16, 2)] {
            let best = sheet.best(&picture(), (x, 0), 0, None);
            assert_eq!(best.label, digit);
            assert!(best.score > 0.98 && best.lead > 0.8, "{best:?}");
        }
    }

    #[test]
    fn nothing_is_learned_from_one_digit_or_one_brightness() {
        let mut examples = Examples::new((4, 4));
        assert_eq!(examples.separation(), None);
        assert_eq!(examples.likeness(), None);
        for digit in [1, 1, 2, 2] {
            examples.add(&GrayImage::new(8, 8), (0, 0), digit);
        }
        assert_eq!(examples.separation(), Some(-1.0));
        examples.add(&GrayImage::new(8, 8), (6, 6), 3);
        assert_eq!(examples.digits().len(), 2);
    }
}
