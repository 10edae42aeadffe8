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
//! glyph 7           what the glyph means: a digit, or another label
//! ###
//! ..#
//! ```
//!
//! A sheet is prepared at several blurs, because a display filter, a reduction or a video codec
//! smooths edges, and a sharp template would then favour glyphs with few of them.

use super::correlation::{self, dot};
use super::lens::Lens;
use image::{GrayImage, Luma};
use imageproc::definitions::Image;
use std::fmt::Display;
use std::str::FromStr;

/// The standard deviations of the Gaussian blurs that sheets are prepared at, in native pixels.
pub const BLURS: [f32; 7] = [0.0, 0.5, 0.65, 0.8, 0.95, 1.1, 1.3];

/// The indices of those [`BLURS`] that suffice while a screen is searched.
pub const FEW_BLURS: [usize; 4] = [0, 1, 3, 5];

/// Pixels around a glyph that are kept for what a blur draws in from there.
pub const MARGIN: u32 = 3;

/// The pixels that border on one side of a glyph, outwards: a brightness for each pixel of [`MARGIN`], which may be
/// more than 255. `None` if the glyph continues as it ends.
pub type Side = Option<[f32; MARGIN as usize]>;

/// The four borders of a glyph.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Border {
    /// Above it, as wide as all of it.
    pub above: Side,
    /// Below it.
    pub below: Side,
    /// To its left.
    pub left: Side,
    /// To its right.
    pub right: Side,
}

/// The meaning of a template: a digit, or what a game's cells may show. Parsed from a sheet's text.
pub trait Label: Copy + Eq + FromStr + Display {}

impl<T: Copy + Eq + FromStr + Display> Label for T {}

/// A set of templates of one size, each with a label. A label may have several, for several shapes:
/// they are not each other's runners-up.
#[derive(Clone, Debug)]
pub struct Sheet<L = u8> {
    width: u32,
    height: u32,
    glyphs: Vec<Glyph<L>>,
    /// For each of [`BLURS`], the correlations of the glyphs with each other, row by row.
    likeness: Vec<Vec<f32>>,
}

#[derive(Clone, Debug)]
struct Glyph<L> {
    label: L,
    /// For each of [`BLURS`], the pixels, with [`MARGIN`] more on every side.
    raw: Vec<Vec<f32>>,
    /// The same without the margin, with zero mean and unit norm.
    unit: Vec<Vec<f32>>,
}

/// The best template at a place, and the runner-up.
///
/// With z the window and t_i the templates, all of zero mean and unit norm, the score of template i is
/// the normalised cross-correlation z·t_i. Its lead over template j is (z·t_i - z·t_j) / (1 - t_i·t_j):
/// 1 if the window is t_i itself, 0 if it fits both alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match<L = u8> {
    /// The label of the template that fits best.
    pub label: L,
    /// Its normalised cross-correlation, -1 to 1.
    pub score: f32,
    /// The label with the least lead over it.
    pub runner_up: L,
    /// The lead over the runner-up. Only the pixels in which two glyphs differ decide between them.
    pub lead: f32,
    /// By how much the score is better than that of any template with another label, 0 and more.
    pub margin: f32,
}

/// The error for a sheet of templates that cannot be parsed.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SheetError {
    /// A line that is none of those described above.
    #[error(
        "line {line}: expected `size W H`, `ink CHARACTER BRIGHTNESS`, `glyph LABEL` or a row of pixels, found `{found}`"
    )]
    Syntax {
        /// From 1.
        line: usize,
        /// The line.
        found: String,
    },
    /// A row of pixels of the wrong width or with a character that has no ink.
    #[error(
        "line {line}: a row of glyph {label} must have {width} characters that have an `ink` line"
    )]
    Row {
        /// From 1.
        line: usize,
        /// The glyph that the row belongs to.
        label: String,
        /// The width that `size` gave.
        width: u32,
    },
    /// A glyph with too few or too many rows.
    #[error("glyph {label} must have {height} rows, it has {found}")]
    Height {
        /// The glyph.
        label: String,
        /// The height that `size` gave.
        height: u32,
        /// The rows found.
        found: usize,
    },
    /// No glyphs, or a glyph of one brightness, which correlates with nothing.
    #[error("a sheet needs at least one glyph, and each of them two brightnesses")]
    Empty,
}

impl<L: Label> Sheet<L> {
    /// Reads a sheet in the format above.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(text: &str) -> Result<Self, SheetError> {
        let (mut width, mut height) = (0u32, 0u32);
        let mut inks: Vec<(char, u8)> = Vec::new();
        let mut glyphs: Vec<(L, Vec<u8>)> = Vec::new();
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
                ["glyph", label] => {
                    glyphs.push((label.parse().map_err(|_| syntax())?, Vec::new()));
                }
                [row] => {
                    let (label, pixels) = glyphs.last_mut().ok_or_else(syntax)?;
                    let row: Option<Vec<u8>> = row
                        .chars()
                        .map(|c| inks.iter().find(|(ink, _)| *ink == c).map(|(_, b)| *b))
                        .collect();
                    match row {
                        Some(row) if row.len() == width as usize => pixels.extend(row),
                        _ => {
                            let label = label.to_string();
                            return Err(SheetError::Row { line, label, width });
                        }
                    }
                }
                _ => return Err(syntax()),
            }
        }
        let glyphs = glyphs
            .into_iter()
            .map(|(label, pixels)| {
                let found = pixels.len() / width.max(1) as usize;
                if found != height as usize {
                    let label = label.to_string();
                    return Err(SheetError::Height { label, height, found });
                }
                Ok((label, pixels.into_iter().map(f32::from).collect()))
            })
            .collect::<Result<Vec<_>, SheetError>>()?;
        Self::new(width, height, &glyphs, &Border::default())
    }

    /// The darkest and the lightest brightness in its glyphs.
    pub fn extremes(&self) -> (f32, f32) {
        let pixels = || self.glyphs().flat_map(|(_, pixels)| pixels);
        (pixels().fold(f32::INFINITY, f32::min), pixels().fold(f32::NEG_INFINITY, f32::max))
    }

    /// The sheet with another border around its glyphs. Only a blur draws it in.
    ///
    /// # Errors
    /// None in a sheet that was read; the type says that a sheet is built.
    pub fn bordered(&self, border: &Border) -> Result<Self, SheetError> {
        let glyphs: Vec<(L, Vec<f32>)> = self.glyphs().collect();
        Self::new(self.width, self.height, &glyphs, border)
    }

    /// The sheet without so many columns at the left and right of its glyphs, and rows above and below.
    ///
    /// # Errors
    /// [`SheetError::Empty`] if nothing, or nothing but one brightness, is left of a glyph.
    pub fn trimmed(&self, [left, right, above, below]: [u32; 4]) -> Result<Self, SheetError> {
        let rest = |length: u32, less: u32| {
            length.checked_sub(less).filter(|&left| left > 0).ok_or(SheetError::Empty)
        };
        let (width, height) = (rest(self.width, left + right)?, rest(self.height, above + below)?);
        let columns = left as usize..(left + width) as usize;
        let part = |pixels: Vec<f32>| {
            let rows = pixels.chunks_exact(self.width as usize);
            let rows = rows.skip(above as usize).take(height as usize);
            rows.flat_map(|row| &row[columns.clone()]).copied().collect()
        };
        let glyphs: Vec<(L, Vec<f32>)> =
            self.glyphs().map(|(label, pixels)| (label, part(pixels))).collect();
        Self::new(width, height, &glyphs, &Border::default())
    }

    fn new(
        width: u32,
        height: u32,
        glyphs: &[(L, Vec<f32>)],
        border: &Border,
    ) -> Result<Self, SheetError> {
        let glyphs = glyphs
            .iter()
            .map(|(label, pixels)| {
                let wide = with_border(pixels, (width, height), border);
                let raw: Vec<_> = BLURS.iter().map(|&sigma| blur(&wide, sigma)).collect();
                let unit: Option<Vec<_>> =
                    raw.iter().map(|raw| normalised(inside(raw, width, height))).collect();
                Ok(Glyph { label: *label, unit: unit.ok_or(SheetError::Empty)?, raw })
            })
            .collect::<Result<Vec<_>, SheetError>>()?;
        if glyphs.is_empty() {
            return Err(SheetError::Empty);
        }
        let likeness = (0..BLURS.len())
            .map(|blur| {
                let pairs = glyphs.iter().flat_map(|a| glyphs.iter().map(move |b| (a, b)));
                pairs.map(|(a, b)| dot(&a.unit[blur], &b.unit[blur])).collect()
            })
            .collect();
        Ok(Self { width, height, glyphs, likeness })
    }

    /// The labels and the brightness of their pixels, row by row.
    pub fn glyphs(&self) -> impl Iterator<Item = (L, Vec<f32>)> {
        let pixels = |glyph: &Glyph<L>| inside(&glyph.raw[0], self.width, self.height);
        self.glyphs.iter().map(move |glyph| (glyph.label, pixels(glyph)))
    }

    /// Width and height of its templates in native pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The template that fits best with its top-left corner at (x, y) of `picture`, with templates
    /// blurred by `BLURS[blur]` and seen through `lens`. Where the picture is of one brightness, or
    /// the place is not wholly inside it, score and lead are 0.
    pub fn best(
        &self,
        picture: &GrayImage,
        (x, y): (u32, u32),
        blur: usize,
        lens: Option<&Lens>,
    ) -> Match<L> {
        self.best_of(picture, (x, y), blur, lens, |_| true)
    }

    /// The template that fits best among the glyphs with the labels that `wanted` names.
    pub fn best_of(
        &self,
        picture: &GrayImage,
        (x, y): (u32, u32),
        blur: usize,
        lens: Option<&Lens>,
        wanted: impl Fn(L) -> bool,
    ) -> Match<L> {
        let window = self.window(picture, x, y);
        let seen: Option<Vec<Vec<f32>>> = lens.map(|lens| {
            let see = |g: &Glyph<L>| lens.see(&g.raw[blur], self.size(), MARGIN, (x, y));
            // A glyph that the lens blurs away correlates with nothing.
            self.glyphs.iter().map(|g| normalised(see(g)).unwrap_or_default()).collect()
        });
        let glyph = |i: usize| seen.as_ref().map_or(&self.glyphs[i].unit[blur], |seen| &seen[i]);
        let count = self.glyphs.len();
        let wanted = || (0..count).filter(|&i| wanted(self.glyphs[i].label));
        let scores: Vec<f32> = (0..count).map(|i| dot(glyph(i), &window)).collect();
        let best = wanted().max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0);
        let likeness = |i: usize| match &seen {
            Some(seen) => dot(&seen[best], &seen[i]),
            None => self.likeness[blur][best * count + i],
        };
        let (runner_up, lead) = wanted()
            .filter(|&i| self.glyphs[i].label != self.glyphs[best].label)
            .map(|i| (i, (scores[best] - scores[i]) / (1.0 - likeness(i)).max(1e-3)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or((best, 0.0));
        let label = |i: usize| self.glyphs[i].label;
        let margin = wanted()
            .filter(|&i| label(i) != label(best))
            .map(|i| scores[best] - scores[i])
            .min_by(f32::total_cmp)
            .unwrap_or(0.0);
        Match { label: label(best), score: scores[best], runner_up: label(runner_up), lead, margin }
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

/// A glyph with what borders on it.
fn with_border(pixels: &[f32], (w, h): (u32, u32), border: &Border) -> Image<Luma<f32>> {
    // How far a pixel lies before the first and beyond the last.
    let beyond = |at: u32, size: u32| (MARGIN.checked_sub(at + 1), at.checked_sub(MARGIN + size));
    let of = |side: Side, distance: Option<u32>| Some(side?[distance? as usize]);
    Image::from_fn(w + 2 * MARGIN, h + 2 * MARGIN, |x, y| {
        let ((left, right), (above, below)) = (beyond(x, w), beyond(y, h));
        let drawn = of(border.above, above)
            .or_else(|| of(border.below, below))
            .or_else(|| of(border.left, left))
            .or_else(|| of(border.right, right));
        let clamp = |at: u32, size: u32| at.saturating_sub(MARGIN).min(size - 1);
        Luma([drawn.unwrap_or_else(|| pixels[(clamp(y, h) * w + clamp(x, w)) as usize])])
    })
}

/// The pixels of a glyph without what borders on it.
fn inside(pixels: &[f32], width: u32, height: u32) -> Vec<f32> {
    let (w, m) = (width as usize, MARGIN as usize);
    let rows = pixels.chunks_exact(w + 2 * m).skip(m).take(height as usize);
    rows.flat_map(|row| &row[m..m + w]).copied().collect()
}

/// Zero mean, unit norm; `false` if all values are nearly the same.
fn normalise(values: &mut [f32]) -> bool {
    // One grey level of standard deviation is noise, not a glyph.
    correlation::normalise(values) > (values.len() as f32).sqrt()
}

/// Zero mean, unit norm; `None` if all values are nearly the same.
pub(super) fn normalised(mut pixels: Vec<f32>) -> Option<Vec<f32>> {
    normalise(&mut pixels).then_some(pixels)
}

/// Pixels of `(width, height)` after a Gaussian blur of this standard deviation.
pub fn blurred(pixels: &[f32], (width, height): (u32, u32), sigma: f32) -> Vec<f32> {
    let pixels = Image::from_raw(width, height, pixels.to_vec());
    blur(&pixels.expect("as many pixels as width and height say"), sigma)
}

fn blur(glyph: &Image<Luma<f32>>, sigma: f32) -> Vec<f32> {
    if sigma == 0.0 {
        return glyph.as_raw().clone();
    }
    imageproc::filter::gaussian_blur_f32(glyph, sigma).into_raw()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "# two bars\nsize 3 3\nink # 10\nink . 200\n\nglyph 1\n.#.\n.#.\n.#.\n\nglyph 7\n###\n...\n...\n";

    #[test]
    fn a_glyph_fits_itself_at_any_brightness_and_contrast() {
        let sheet = Sheet::<u8>::parse(SHEET).unwrap();
        let picture =
            GrayImage::from_fn(5, 4, |x, y| Luma([if x == 2 && y > 0 { 90 } else { 120 }]));
        let found = sheet.best(&picture, (1, 1), 0, None);
        assert_eq!((found.label, found.runner_up), (1, 7));
        assert!(found.score > 0.999 && found.lead > 0.999, "{found:?}");
        assert_eq!(sheet.best(&GrayImage::new(5, 4), (1, 1), 0, None).score, 0.0);
        assert_eq!(sheet.best(&picture, (3, 3), 0, None).score, 0.0);
    }

    #[test]
    fn a_trimmed_sheet_has_what_is_left_of_its_glyphs() {
        let sheet = Sheet::<u8>::parse(SHEET).unwrap().trimmed([1, 0, 0, 1]).unwrap();
        assert_eq!(sheet.size(), (2, 2));
        let glyphs: Vec<_> = sheet.glyphs().collect();
        assert_eq!(glyphs[0], (1, vec![10.0, 200.0, 10.0, 200.0]));
        assert_eq!(glyphs[1], (7, vec![10.0, 10.0, 200.0, 200.0]));
        let all = Sheet::<u8>::parse(SHEET).unwrap().trimmed([2, 1, 0, 0]);
        assert!(matches!(all, Err(SheetError::Empty)));
    }

    #[test]
    fn shapes_of_one_label_are_not_each_others_runners_up() {
        let sheet = Sheet::<u8>::parse(&format!("{SHEET}\nglyph 1\n##.\n.#.\n.#.\n")).unwrap();
        let picture = GrayImage::from_fn(3, 3, |x, _| Luma([if x == 1 { 10 } else { 200 }]));
        let found = sheet.best(&picture, (0, 0), 0, None);
        assert_eq!((found.label, found.runner_up), (1, 7));
    }

    #[test]
    fn what_is_wrong_with_a_sheet_is_named() {
        for (from, to, expected) in [
            ("glyph 7\n###", "glyph 7\n##", "line 12: a row of glyph 7"),
            ("glyph 7\n###\n", "glyph 7\n", "glyph 7 must have 3 rows, it has 2"),
            ("ink # 10", "ink # ten", "line 3: expected"),
            ("###\n...\n...", "...\n...\n...", "two brightnesses"),
        ] {
            let error = Sheet::<u8>::parse(&SHEET.replace(from, to)).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(matches!(Sheet::<u8>::parse(""), Err(SheetError::Empty)));
    }

    #[test]
    fn labels_may_be_other_than_digits() {
        let text = SHEET.replace("glyph 1", "glyph F").replace("glyph 7", "glyph ?");
        let sheet = Sheet::<char>::parse(&text).unwrap();
        let picture = GrayImage::from_fn(3, 3, |_, y| Luma([if y == 0 { 30 } else { 180 }]));
        let found = sheet.best(&picture, (0, 0), 0, None);
        assert_eq!((found.label, found.runner_up), ('?', 'F'));
        assert!(Sheet::<u8>::parse(&text).is_err());
    }
}
