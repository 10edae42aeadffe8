//! The fonts that looks are drawn with: those of the system, and one of pixels that is always there.

use ab_glyph::{Font as _, FontVec, ScaleFont as _};
use font8x8::UnicodeFonts as _;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A font.
pub enum Font {
    /// 8x8 pixels.
    Pixels,
    /// Outlines.
    Outlines(FontVec),
}

/// Fonts with plain digits: their folder, the Debian packages that put them there, and their names. The list is
/// fixed, so that a seed draws the same look everywhere.
const FONTS: [(&str, &str, &[&str]); 3] = [
    (
        "/usr/share/fonts/truetype/dejavu",
        "fonts-dejavu",
        &[
            "DejaVuSans-Bold",
            "DejaVuSans-BoldOblique",
            "DejaVuSans-ExtraLight",
            "DejaVuSans-Oblique",
            "DejaVuSans",
            "DejaVuSansCondensed-Bold",
            "DejaVuSansCondensed-BoldOblique",
            "DejaVuSansCondensed-Oblique",
            "DejaVuSansCondensed",
            "DejaVuSansMono-Bold",
            "DejaVuSansMono-BoldOblique",
            "DejaVuSansMono-Oblique",
            "DejaVuSansMono",
            "DejaVuSerif-Bold",
            "DejaVuSerif-BoldItalic",
            "DejaVuSerif-Italic",
            "DejaVuSerif",
            "DejaVuSerifCondensed-Bold",
            "DejaVuSerifCondensed-BoldItalic",
            "DejaVuSerifCondensed-Italic",
            "DejaVuSerifCondensed",
        ],
    ),
    (
        "/usr/share/fonts/truetype/liberation",
        "fonts-liberation",
        &[
            "LiberationMono-Bold",
            "LiberationMono-BoldItalic",
            "LiberationMono-Italic",
            "LiberationMono-Regular",
            "LiberationSans-Bold",
            "LiberationSans-BoldItalic",
            "LiberationSans-Italic",
            "LiberationSans-Regular",
            "LiberationSansNarrow-Bold",
            "LiberationSansNarrow-BoldItalic",
            "LiberationSansNarrow-Italic",
            "LiberationSansNarrow-Regular",
            "LiberationSerif-Bold",
            "LiberationSerif-BoldItalic",
            "LiberationSerif-Italic",
            "LiberationSerif-Regular",
        ],
    ),
    (
        "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF",
        "fonts-roboto-unhinted",
        &[
            "Roboto-Black",
            "Roboto-BlackItalic",
            "Roboto-Bold",
            "Roboto-BoldItalic",
            "Roboto-Italic",
            "Roboto-Light",
            "Roboto-LightItalic",
            "Roboto-Medium",
            "Roboto-MediumItalic",
            "Roboto-Regular",
            "Roboto-Thin",
            "Roboto-ThinItalic",
        ],
    ),
];

/// A font that looks are drawn with is missing.
#[derive(Clone, Debug, thiserror::Error)]
#[error("looks are drawn with {}, which is not there: install {package} (of Debian 12)", path.display())]
pub struct NoFonts {
    path: PathBuf,
    package: &'static str,
}

/// The font of pixels, and those of the packages.
///
/// # Errors
/// The first that is missing.
pub fn fonts() -> Result<&'static [Font], NoFonts> {
    static ALL: LazyLock<Result<Vec<Font>, NoFonts>> = LazyLock::new(|| {
        let files = FONTS.iter().flat_map(|&(folder, package, names)| {
            names.iter().map(move |name| (Path::new(folder).join(format!("{name}.ttf")), package))
        });
        let outlines = files.map(|(path, package)| {
            let read = std::fs::read(&path).ok();
            let font = read.and_then(|bytes| FontVec::try_from_vec(bytes).ok());
            font.map(Font::Outlines).ok_or(NoFonts { path, package })
        });
        std::iter::once(Ok(Font::Pixels)).chain(outlines).collect()
    });
    match &*ALL {
        Ok(fonts) => Ok(fonts),
        Err(why) => Err(why.clone()),
    }
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
