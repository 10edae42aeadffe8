//! The fonts that looks are drawn with: those of the system, and one of pixels that is always there.

use ab_glyph::{Font as _, FontVec, ScaleFont as _};
use font8x8::UnicodeFonts as _;
use std::path::Path;
use std::sync::LazyLock;

/// A font.
pub enum Font {
    /// 8x8 pixels.
    Pixels,
    /// Outlines.
    Outlines(FontVec),
}

/// Where Debian's packages fonts-dejavu-core, fonts-liberation and fonts-roboto-unhinted have fonts with plain
/// digits.
const FOLDERS: [&str; 4] = [
    "/usr/share/fonts/truetype/liberation2",
    "/usr/share/fonts/truetype/dejavu",
    "/usr/share/fonts/truetype/liberation",
    "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF",
];

/// There are no fonts.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "there are no fonts to draw looks with: install fonts-dejavu-core, fonts-liberation or fonts-roboto-unhinted \
     (looked for in {})", FOLDERS.join(", ")
)]
pub struct NoFonts;

/// The font of pixels, and the fonts of those packages that are installed, by path.
///
/// # Errors
/// None of them is.
pub fn fonts() -> Result<&'static [Font], NoFonts> {
    static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
        let mut paths: Vec<_> = FOLDERS
            .iter()
            .filter_map(|folder| Path::new(folder).read_dir().ok())
            .flat_map(|entries| entries.flatten().map(|entry| entry.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "ttf"))
            .filter(|path| !path.to_string_lossy().contains("TeX"))
            .collect();
        paths.sort();
        let outlines = paths
            .iter()
            .filter_map(|path| FontVec::try_from_vec(std::fs::read(path).ok()?).ok())
            .map(Font::Outlines);
        std::iter::once(Font::Pixels).chain(outlines).collect()
    });
    if FONTS.len() > 1 { Ok(&FONTS) } else { Err(NoFonts) }
}

impl Font {
    /// Draws a text whose digits are `height` pixels high: calls `paint` with each pixel and how much of
    /// it is covered, relative to the left end of the text and the top of its digits. Returns its width.
    pub fn draw(&self, text: &str, height: f64, mut paint: impl FnMut(i32, i32, f32)) -> f64 {
        match self {
            Self::Pixels => {
                // The digits of this font are 7 of 8 pixels high. They grow with the height: the mean of 4x4
                // points tells how much of a pixel is covered.
                let unit = height / 7.0;
                let glyphs: Vec<[u8; 8]> =
                    text.chars().map(|c| font8x8::BASIC_FONTS.get(c).unwrap_or_default()).collect();
                let inked = |x: f64, y: f64| {
                    let (column, row) = ((x / unit) as usize, (y / unit) as usize);
                    let glyph = glyphs.get(column / 8);
                    row < 8 && glyph.is_some_and(|rows| rows[row] >> (column % 8) & 1 == 1)
                };
                let width = 8.0 * unit * glyphs.len() as f64;
                for y in 0..(8.0 * unit).ceil() as i32 {
                    for x in 0..width.ceil() as i32 {
                        let part = |i: i32, k: i32| f64::from(i) + (f64::from(k) + 0.5) / 4.0;
                        let points = (0..16).filter(|k| inked(part(x, k % 4), part(y, k / 4)));
                        let covered = points.count() as f32 / 16.0;
                        if covered > 0.0 {
                            paint(x, y, covered);
                        }
                    }
                }
                width - unit
            }
            Self::Outlines(font) => {
                let bounds = |scale: f32| {
                    let id = font.glyph_id('8');
                    font.outline_glyph(id.with_scale(scale)).map(|glyph| glyph.px_bounds())
                };
                let Some(digit) = bounds(100.0) else { return 0.0 };
                let scale = 100.0 * height as f32 / digit.height();
                let scaled = font.as_scaled(scale);
                let top = bounds(scale).map_or(0.0, |b| b.min.y);
                let mut at = 0.0;
                for character in text.chars() {
                    let glyph = font
                        .glyph_id(character)
                        .with_scale_and_position(scale, ab_glyph::point(at, 0.0));
                    at += scaled.h_advance(glyph.id);
                    if let Some(outline) = font.outline_glyph(glyph) {
                        let bounds = outline.px_bounds();
                        outline.draw(|x, y, cover| {
                            let place = (x as f32 + bounds.min.x, y as f32 + bounds.min.y - top);
                            paint(place.0.round() as i32, place.1.round() as i32, cover);
                        });
                    }
                }
                f64::from(at)
            }
        }
    }
}
