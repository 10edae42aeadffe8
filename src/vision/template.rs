//! Templates and their scores: normalised cross-correlation at known places.
//!
//! A sheet of templates is a text file, one character a pixel:
//!
//! ```text
//! # a comment
//! size 3 2          width and height of every glyph
//! ink # 66          the brightness of a character, 0 to 255
//! ink . 140
//!
//! glyph 7           what the glyph means: 0 to 9
//! ###
//! ..#
//! ```
//!
//! A sheet is prepared at several blurs, because a display filter, a reduction or a video codec
//! smooths edges, and a sharp template would then favour glyphs with few of them.

use image::{GrayImage, Luma};
use imageproc::definitions::Image;

/// The standard deviations of the Gaussian blurs that sheets are prepared at, in native pixels.
pub const BLURS: [f32; 4] = [0.0, 0.5, 0.8, 1.1];

/// A set of templates of one size, each for one digit.
#[derive(Clone, Debug)]
pub struct Sheet {
    width: u32,
    height: u32,
    glyphs: Vec<Glyph>,
}

#[derive(Clone, Debug)]
struct Glyph {
    digit: u8,
    /// For each of [`BLURS`], the pixels with zero mean and unit norm.
    blurred: Vec<Vec<f32>>,
}

/// The best templates at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The digit whose template fits best.
    pub digit: u8,
    /// Its normalised cross-correlation, -1 to 1.
    pub score: f32,
    /// The digit that fits second best.
    pub second: u8,
    /// The second's normalised cross-correlation.
    pub second_score: f32,
}

impl Match {
    /// By how much the best is better than the second.
    pub fn margin(&self) -> f32 {
        self.score - self.second_score
    }
}

/// What is wrong with a sheet of templates.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SheetError {
    /// A line that is none of those described above.
    #[error(
        "line {line}: expected `size W H`, `ink CHARACTER BRIGHTNESS`, `glyph DIGIT` or a row of pixels, found `{found}`"
    )]
    Syntax {
        /// From 1.
        line: usize,
        /// The line.
        found: String,
    },
    /// A row of pixels of the wrong width or with a character that has no ink.
    #[error(
        "line {line}: a row of glyph {digit} must have {width} characters that have an `ink` line"
    )]
    Row {
        /// From 1.
        line: usize,
        /// The glyph that the row belongs to.
        digit: u8,
        /// The width that `size` gave.
        width: u32,
    },
    /// A glyph with too few or too many rows.
    #[error("glyph {digit} must have {height} rows, it has {found}")]
    Height {
        /// The glyph.
        digit: u8,
        /// The height that `size` gave.
        height: u32,
        /// The rows found.
        found: usize,
    },
    /// No glyphs, or a glyph of one brightness, which correlates with nothing.
    #[error("a sheet needs at least two glyphs, and each of them two brightnesses")]
    Empty,
}

impl Sheet {
    /// Reads a sheet in the format above.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, SheetError> {
        let (mut width, mut height) = (0u32, 0u32);
        let mut inks: Vec<(char, u8)> = Vec::new();
        let mut glyphs: Vec<(u8, Vec<u8>)> = Vec::new();
        for (i, text) in text.lines().enumerate() {
            let line = i + 1;
            let syntax = || SheetError::Syntax { line, found: text.to_owned() };
            let words: Vec<&str> = text.split_whitespace().collect();
            match words[..] {
                // A row of pixels may begin with any ink, so only `# ` is a comment.
                [] | ["#", ..] => {}
                ["size", w, h] => {
                    width = w.parse().map_err(|_| syntax())?;
                    height = h.parse().map_err(|_| syntax())?;
                }
                ["ink", character, brightness] => {
                    let mut characters = character.chars();
                    let (Some(ink), None) = (characters.next(), characters.next()) else {
                        return Err(syntax());
                    };
                    inks.push((ink, brightness.parse().map_err(|_| syntax())?));
                }
                ["glyph", digit] => {
                    glyphs.push((digit.parse().map_err(|_| syntax())?, Vec::new()));
                }
                [row] => {
                    let (digit, pixels) = glyphs.last_mut().ok_or_else(syntax)?;
                    let row: Option<Vec<u8>> = row
                        .chars()
                        .map(|c| inks.iter().find(|(ink, _)| *ink == c).map(|(_, b)| *b))
                        .collect();
                    match row {
                        Some(row) if row.len() == width as usize => pixels.extend(row),
                        _ => return Err(SheetError::Row { line, digit: *digit, width }),
                    }
                }
                _ => return Err(syntax()),
            }
        }
        let glyphs = glyphs
            .into_iter()
            .map(|(digit, pixels)| {
                let found = pixels.len() / width.max(1) as usize;
                let image = GrayImage::from_raw(width, height, pixels)
                    .filter(|_| found == height as usize)
                    .ok_or(SheetError::Height { digit, height, found })?;
                let blurred: Option<Vec<_>> = BLURS.iter().map(|&b| prepare(&image, b)).collect();
                Ok(Glyph { digit, blurred: blurred.ok_or(SheetError::Empty)? })
            })
            .collect::<Result<Vec<_>, SheetError>>()?;
        if glyphs.len() < 2 {
            return Err(SheetError::Empty);
        }
        Ok(Self { width, height, glyphs })
    }

    /// Width and height of its templates in native pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The two templates that fit best with their top-left corner at (x, y) of `picture`, with
    /// templates blurred by `BLURS[blur]`. Where the picture is of one brightness, or the place is
    /// not wholly inside it, every score is 0.
    pub fn best(&self, picture: &GrayImage, x: u32, y: u32, blur: usize) -> Match {
        let window = self.window(picture, x, y);
        let mut best = Match { digit: 0, score: -1.0, second: 0, second_score: -1.0 };
        for glyph in &self.glyphs {
            let score = dot(&glyph.blurred[blur], &window);
            if score > best.score {
                best = Match {
                    digit: glyph.digit,
                    score,
                    second: best.digit,
                    second_score: best.score,
                };
            } else if score > best.second_score {
                (best.second, best.second_score) = (glyph.digit, score);
            }
        }
        best
    }

    /// The normalised cross-correlation of the template for `digit` at (x, y); 0 if there is none.
    pub fn score(&self, picture: &GrayImage, x: u32, y: u32, blur: usize, digit: u8) -> f32 {
        let window = self.window(picture, x, y);
        self.glyphs
            .iter()
            .find(|g| g.digit == digit)
            .map_or(0.0, |g| dot(&g.blurred[blur], &window))
    }

    fn window(&self, picture: &GrayImage, x: u32, y: u32) -> Vec<f32> {
        if x + self.width > picture.width() || y + self.height > picture.height() {
            return vec![0.0; (self.width * self.height) as usize];
        }
        let stride = picture.width() as usize;
        let mut window: Vec<f32> = (y..y + self.height)
            .flat_map(|row| {
                picture.as_raw()[row as usize * stride + x as usize..][..self.width as usize].iter()
            })
            .map(|&p| f32::from(p))
            .collect();
        if !normalise(&mut window) {
            window.fill(0.0);
        }
        window
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Zero mean, unit norm; `false` if all values are nearly the same.
fn normalise(values: &mut [f32]) -> bool {
    let mean = values.iter().sum::<f32>() / values.len() as f32;
    values.iter_mut().for_each(|v| *v -= mean);
    let norm = values.iter().map(|v| v * v).sum::<f32>().sqrt();
    values.iter_mut().for_each(|v| *v /= norm.max(f32::MIN_POSITIVE));
    // One grey level of standard deviation is noise, not a glyph.
    norm > (values.len() as f32).sqrt()
}

fn prepare(glyph: &GrayImage, blur: f32) -> Option<Vec<f32>> {
    let mut pixels: Vec<f32> = if blur == 0.0 {
        glyph.as_raw().iter().map(|&p| f32::from(p)).collect()
    } else {
        let image: Image<Luma<f32>> = Image::from_fn(glyph.width(), glyph.height(), |x, y| {
            Luma([f32::from(glyph.get_pixel(x, y)[0])])
        });
        imageproc::filter::gaussian_blur_f32(&image, blur).into_raw()
    };
    normalise(&mut pixels).then_some(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "# two bars\nsize 3 3\nink # 10\nink . 200\n\nglyph 1\n.#.\n.#.\n.#.\n\nglyph 7\n###\n...\n...\n";

    #[test]
    fn a_glyph_fits_itself_at_any_brightness_and_contrast() {
        let sheet = Sheet::parse(SHEET).unwrap();
        let picture =
            GrayImage::from_fn(5, 4, |x, y| Luma([if x == 2 && y > 0 { 90 } else { 120 }]));
        let found = sheet.best(&picture, 1, 1, 0);
        assert_eq!((found.digit, found.second), (1, 7));
        assert!(found.score > 0.999 && found.margin() > 0.5, "{found:?}");
        assert_eq!(sheet.score(&picture, 1, 1, 0, 1), found.score);
        assert_eq!(sheet.best(&GrayImage::new(5, 4), 1, 1, 0).score, 0.0);
        assert_eq!(sheet.best(&picture, 3, 3, 0).score, 0.0);
    }

    #[test]
    fn what_is_wrong_with_a_sheet_is_named() {
        for (from, to, expected) in [
            ("glyph 7\n###", "glyph 7\n##", "line 12: a row of glyph 7"),
            ("glyph 7\n###\n", "glyph 7\n", "glyph 7 must have 3 rows, it has 2"),
            ("ink # 10", "ink # ten", "line 3: expected"),
            ("###\n...\n...", "...\n...\n...", "two brightnesses"),
        ] {
            let error = Sheet::parse(&SHEET.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(matches!(Sheet::parse(""), Err(SheetError::Empty)));
    }
}
