//! The numbers of a scene: text bitmaps, compared with the visible ink by normalised cross-correlation.

use super::super::shapes::Ink;
use std::collections::BTreeMap;

/// How far around its place a number is searched, in pixels of its drawing.
const REACH: i32 = 2;

/// The side of a cell, in pixels, from which the edges of strokes are sharp.
const SHARP: f64 = 30.0;

/// The drawings of 1 to 8, for sharp cells and for others, with zero mean and unit norm.
#[derive(Clone, Debug)]
pub(super) struct Digits {
    width: usize,
    height: usize,
    drawn: Vec<[Vec<f32>; 2]>,
}

impl Digits {
    /// Parses drawings from lines of text: `#` is full ink, `+` and `-` less, `.` none.
    pub fn parse(
        text: &BTreeMap<u8, Vec<String>>,
        width: usize,
        height: usize,
    ) -> Result<Self, String> {
        let one = |digit: u8| -> Result<[Vec<f32>; 2], String> {
            let lines = text.get(&digit).ok_or_else(|| format!("{digit} is not drawn"))?;
            let fits = lines.len() == height && lines.iter().all(|line| line.len() == width);
            if !fits {
                return Err(format!("{digit} is not drawn on {width} x {height} pixels"));
            }
            let pixel = |letter: char| match letter {
                '#' => Ok(1.0),
                '+' => Ok(0.7),
                '-' => Ok(0.4),
                '.' => Ok(0.0),
                other => Err(format!("{other:?} is not a strength of ink")),
            };
            let pixels: Vec<f32> =
                lines.iter().flat_map(|line| line.chars()).map(pixel).collect::<Result<_, _>>()?;
            let sharp = blurred(&Ink { width, height, pixels });
            let soft = blurred(&blurred(&sharp));
            Ok([normal(sharp.pixels), normal(soft.pixels)])
        };
        let all = (1..=8).map(one).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { width, height, drawn: all })
    }

    /// Width and height of the drawings.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The correlation of the ink of a cell with each of 1 to 8, -1 to 1. `pitch` is the side of the cell in pixels.
    pub fn likeness(&self, ink: &Ink, pitch: f64) -> [f32; 8] {
        let mut best = [-1.0f32; 8];
        for y in -REACH..=REACH {
            for x in -REACH..=REACH {
                let moved = normal(self.moved(ink, x, y));
                for (best, drawn) in best.iter_mut().zip(&self.drawn) {
                    let drawn = &drawn[usize::from(pitch < SHARP)];
                    let like: f32 = drawn.iter().zip(&moved).map(|(a, b)| a * b).sum();
                    *best = best.max(like);
                }
            }
        }
        best
    }

    fn moved(&self, ink: &Ink, x: i32, y: i32) -> Vec<f32> {
        let at = |i: usize| ink.at((i % self.width) as i32 + x, (i / self.width) as i32 + y);
        (0..self.width * self.height).map(at).collect()
    }
}

/// Each pixel with a part of those around it: 1, 2, 1 along both axes.
fn blurred(ink: &Ink) -> Ink {
    let pixel = |i: usize| {
        let (x, y) = ((i % ink.width) as i32, (i / ink.width) as i32);
        let weights = [(-1, 0.25), (0, 0.5), (1, 0.25)];
        let row = |y: i32| weights.iter().map(|(dx, w)| w * ink.at(x + dx, y)).sum::<f32>();
        weights.iter().map(|(dy, w)| w * row(y + dy)).sum()
    };
    let pixels = (0..ink.pixels.len()).map(pixel).collect();
    Ink { width: ink.width, height: ink.height, pixels }
}

/// With zero mean and unit norm.
fn normal(mut pixels: Vec<f32>) -> Vec<f32> {
    let mean = pixels.iter().sum::<f32>() / pixels.len().max(1) as f32;
    pixels.iter_mut().for_each(|pixel| *pixel -= mean);
    let norm = pixels.iter().map(|pixel| pixel * pixel).sum::<f32>().sqrt().max(1e-3);
    pixels.iter_mut().for_each(|pixel| *pixel /= norm);
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_drawn_otherwise_is_named() {
        let drawn = |line: &str| (1..=8).map(|digit| (digit, vec![line.to_owned()])).collect();
        assert!(Digits::parse(&drawn(".#"), 2, 1).is_ok());
        assert!(Digits::parse(&drawn(".#"), 2, 2).unwrap_err().contains("2 x 2"));
        assert!(Digits::parse(&drawn("?#"), 2, 1).unwrap_err().contains("strength"));
        assert!(Digits::parse(&BTreeMap::new(), 2, 1).unwrap_err().contains("1 is not drawn"));
    }
}
