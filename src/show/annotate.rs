//! A picture with what was read drawn over it.

use crate::companion::{PanelCell, Tone};
use crate::files::{OutputFile, shown};
use crate::geometry::{Placement, Rect};
use crate::grid::Grid;
use crate::observation::{Field, Screen};
use crate::output::{print, warn};
use crate::reading::whole_percent;
use anyhow::Context;
use font8x8::UnicodeFonts;
use image::{ImageFormat, Rgb, RgbImage, imageops};
use imageproc::drawing::draw_hollow_rect_mut;
use imageproc::rect::Rect as Box;
use std::io::Cursor;
use std::path::Path;

const SURE: Rgb<u8> = Rgb([255, 255, 255]);
const DOUBTFUL: Rgb<u8> = Rgb([255, 200, 0]);
const UNREAD: Rgb<u8> = Rgb([255, 40, 40]);
const SAFE: Rgb<u8> = Rgb([90, 255, 90]);
const BEST: Rgb<u8> = Rgb([0, 230, 255]);
const GROUND: Rgb<u8> = Rgb([0, 0, 0]);

/// A label's text is 8 pixels high; a card must be large enough to hold two.
const LEAST_SCALE: f64 = 1.8;
/// Pictures are not enlarged beyond this width or height, in pixels.
const LARGEST: u32 = 4096;

/// The picture with a box around each screen and each field, and in it what was read and the
/// confidence in percent: white from 95 % on, yellow below, red where nothing was read. A board too
/// small for the labels is enlarged with its picture.
pub fn annotate(picture: &RgbImage, screens: &[Screen], fields: &[Field]) -> RgbImage {
    let mut sketch = Sketch::of(picture, screens);
    for screen in screens {
        sketch.screen(screen);
    }
    for field in fields {
        if let Some((screen, area)) = field.place {
            sketch.field(&screens[screen].placement, area, field);
        }
    }
    sketch.canvas
}

/// Saves a picture as PNG.
///
/// # Errors
/// The file cannot be written; or it has appeared meanwhile and is not to be written over.
pub fn save(picture: &RgbImage, file: &OutputFile) -> anyhow::Result<()> {
    let cannot = || format!("cannot save {}", shown(file.path()));
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).with_context(cannot)?;
    file.write(png.get_ref()).with_context(cannot)
}

/// Saves a picture beside the one that was read, under a name that is free, and tells it. Where nothing can be
/// written it is told on standard error: pictures may lie in such a place.
///
/// # Errors
/// No name is free.
pub fn save_beside(picture: &RgbImage, read: &Path) -> anyhow::Result<()> {
    let stem = match read.file_stem() {
        Some(stem) if stem != "-" => stem.to_string_lossy().into_owned(),
        _ => "picture".to_owned(),
    };
    let named = |i: usize| {
        let number = if i > 1 { format!("-{i}") } else { String::new() };
        OutputFile::new(&read.with_file_name(format!("{stem}-calibrated{number}.png"))).ok()
    };
    let file = (1..1000).find_map(named).context("no name is free for the annotated picture")?;
    match save(picture, &file) {
        Ok(()) => print(&format!("what was seen is drawn in {}\n", shown(file.path())))?,
        Err(error) => warn(format_args!("voltsight: {error:#}")),
    }
    Ok(())
}

/// The picture with the chances on it: on each cell of the board that lies in the picture its sign, in
/// the colour of its risk, and a frame around the best. `screens` and `fields` are those of the
/// observation that the board was read from.
pub fn advise(
    picture: &RgbImage,
    screens: &[Screen],
    fields: &[Field],
    board: &Grid<PanelCell>,
) -> RgbImage {
    let mut sketch = Sketch::of(picture, screens);
    for cell in board.iter() {
        let field = fields.iter().find(|field| field.name == cell.field && !cell.field.is_empty());
        if let Some((screen, area)) = field.and_then(|field| field.place) {
            sketch.cell(&screens[screen].placement, area, cell);
        }
    }
    sketch.canvas
}

struct Sketch {
    canvas: RgbImage,
    factor: f64,
}

impl Sketch {
    /// A picture to draw on, enlarged if its board is too small for the labels.
    fn of(picture: &RgbImage, screens: &[Screen]) -> Self {
        let scales = screens.first().map(|screen| screen.placement.scale());
        let least = scales.map_or(LEAST_SCALE, |(sx, sy)| sx.min(sy));
        let wanted = (LEAST_SCALE / least).ceil().max(1.0) as u32;
        let most = (LARGEST / picture.width().max(picture.height()).max(1)).max(1);
        let factor = wanted.min(most);
        let canvas = if factor > 1 {
            let (w, h) = (picture.width() * factor, picture.height() * factor);
            imageops::resize(picture, w, h, imageops::FilterType::Nearest)
        } else {
            picture.clone()
        };
        Self { canvas, factor: f64::from(factor) }
    }

    fn cell(&mut self, placement: &Placement, area: Rect, cell: &PanelCell) {
        let colour = match cell.tone {
            Tone::Safe => SAFE,
            Tone::Risk(risk) if risk < 0.2 => SAFE,
            Tone::Risk(risk) if risk < 0.4 => DOUBTFUL,
            Tone::Risk(_) | Tone::Fatal => UNREAD,
            _ => SURE,
        };
        let (x, y) = self.outline(placement, area, colour);
        if cell.chosen {
            for inset in [-1.0, -0.5, 0.0, 0.5, 1.0, 1.5] {
                let Rect { x, y, w, h } = area;
                let inner = Rect::new(x + inset, y + inset, w - 2.0 * inset, h - 2.0 * inset);
                self.outline(placement, inner, BEST);
            }
        }
        let mark = match cell.tone {
            _ if cell.chosen => ">",
            Tone::Useless => "x",
            _ => "",
        };
        let ink = if cell.chosen { BEST } else { colour };
        self.text(x + 4, y + 4, &format!("{mark}{}", cell.sign), ink);
    }

    fn screen(&mut self, screen: &Screen) {
        let (w, h) = screen.placement.native;
        let area = Rect::new(0.0, 0.0, f64::from(w), f64::from(h));
        let corner = self.outline(&screen.placement, area, SURE);
        self.text(corner.0, corner.1 - 10, &screen.caption, SURE);
    }

    fn field(&mut self, placement: &Placement, area: Rect, field: &Field) {
        let label = field.label.as_ref().or(field.value.as_ref());
        let (text, colour) = match label {
            Some(text) => (text.as_str(), colour(field.confidence)),
            None => ("?", UNREAD),
        };
        let (x, y) = self.outline(placement, area, colour);
        // A frame that says enough, such as a cursor's, has no text.
        if text.is_empty() {
            return;
        }
        self.text(x + 2, y + 2, text, colour);
        if field.value.is_some() {
            let percent = format!("{}%", whole_percent(field.confidence));
            self.text(x + 2, y + 11, &percent, colour);
        }
    }

    /// Draws a native rectangle and gives the picture coordinates of its top-left corner.
    fn outline(&mut self, placement: &Placement, area: Rect, colour: Rgb<u8>) -> (i32, i32) {
        let r = placement.rect_to_picture(area);
        let (x, y) = ((r.x * self.factor) as i32, (r.y * self.factor) as i32);
        let (w, h) = ((r.w * self.factor) as u32, (r.h * self.factor) as u32);
        draw_hollow_rect_mut(&mut self.canvas, Box::at(x, y).of_size(w.max(1), h.max(1)), colour);
        (x, y)
    }

    /// Writes text on a dark ground; what lies outside the picture is left out.
    fn text(&mut self, x: i32, y: i32, text: &str, colour: Rgb<u8>) {
        for (i, character) in text.chars().enumerate() {
            let glyph = font8x8::BASIC_FONTS.get(character).unwrap_or([0; 8]);
            for (dy, row) in glyph.into_iter().enumerate() {
                for dx in 0..8 {
                    let ink = if row >> dx & 1 == 1 { colour } else { GROUND };
                    let (x, y) = (x + 8 * i as i32 + dx, y + dy as i32);
                    if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
                        && let Some(pixel) = self.canvas.get_pixel_mut_checked(x, y)
                    {
                        *pixel = ink;
                    }
                }
            }
        }
    }
}

fn colour(confidence: f32) -> Rgb<u8> {
    if confidence >= 0.95 { SURE } else { DOUBTFUL }
}
