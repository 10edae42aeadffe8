//! Boxes and labels for what lies on a screen of a game, on a picture of it or on a transparent ground.

use font8x8::UnicodeFonts;
use grid::geometry::{Placement, Rect};
use grid::reading::{SURE, whole_percent};
use image::{DynamicImage, RgbImage, Rgba, RgbaImage, imageops};
use imageproc::drawing::draw_hollow_rect_mut;
use imageproc::rect::Rect as Box;
use session::observation::{Field, Screen};
use session::{PanelCell, Tone};
use std::collections::HashMap;

const WHITE: Rgba<u8> = Rgba([255, 255, 255, 255]);
const DOUBTFUL: Rgba<u8> = Rgba([255, 200, 0, 255]);
const UNREAD: Rgba<u8> = Rgba([255, 40, 40, 255]);
const SAFE: Rgba<u8> = Rgba([90, 255, 90, 255]);
const BEST: Rgba<u8> = Rgba([0, 230, 255, 255]);
const GROUND: Rgba<u8> = Rgba([0, 0, 0, 255]);

/// The width and height of a character, in pixels, before it is enlarged.
const CHARACTER: u32 = 8;
/// A card must be large enough to hold two lines of text.
const LEAST_SCALE: f64 = 1.8;
/// Pictures are not enlarged beyond this width or height, in pixels.
const LARGEST: u32 = 4096;

/// Something to draw on.
pub(super) struct Sketch {
    canvas: RgbaImage,
    /// How many pixels of the canvas a pixel of the picture takes.
    factor: f64,
}

impl Sketch {
    /// A picture to draw on, enlarged if its board is too small for the labels.
    pub(super) fn over(picture: &RgbImage, screens: &[Screen]) -> Self {
        let scales = screens.first().map(|screen| screen.placement.scale());
        let least = scales.map_or(LEAST_SCALE, |(sx, sy)| sx.min(sy));
        let wanted = (LEAST_SCALE / least).ceil().max(1.0) as u32;
        let most = (LARGEST / picture.width().max(picture.height()).max(1)).max(1);
        let factor = wanted.min(most);
        let canvas = DynamicImage::from(picture.clone()).into_rgba8();
        let canvas = if factor > 1 {
            let (w, h) = (canvas.width() * factor, canvas.height() * factor);
            imageops::resize(&canvas, w, h, imageops::FilterType::Nearest)
        } else {
            canvas
        };
        Self { canvas, factor: f64::from(factor) }
    }

    /// A transparent ground of the size of a picture.
    #[cfg(feature = "live")]
    pub(super) fn transparent((width, height): (u32, u32)) -> Self {
        Self { canvas: RgbaImage::new(width, height), factor: 1.0 }
    }

    /// What was drawn, with the picture below it.
    pub(super) fn into_picture(self) -> RgbImage {
        DynamicImage::from(self.canvas).into_rgb8()
    }

    /// What was drawn; transparent where nothing was.
    #[cfg(feature = "live")]
    pub(super) fn into_canvas(self) -> RgbaImage {
        self.canvas
    }

    /// Cells of the board, each where the field was seen that it was read as; how many of them were.
    pub(super) fn cells<'c>(
        &mut self,
        screens: &[Screen],
        fields: &[Field],
        cells: impl Iterator<Item = &'c PanelCell>,
    ) -> usize {
        let places = fields.iter().filter_map(|field| Some((field.name.as_str(), field.place?)));
        let places: HashMap<_, _> = places.collect();
        let mut drawn = 0;
        for cell in cells {
            if let Some((screen, area)) = places.get(cell.field.as_str()) {
                self.cell(&screens[*screen].placement, *area, cell);
                drawn += 1;
            }
        }
        drawn
    }

    /// A cell of the board with its sign, in the colour of its risk; around the best a thick frame. The sign is as
    /// large as the cell allows, and left out if it would reach beyond it.
    fn cell(&mut self, placement: &Placement, area: Rect, cell: &PanelCell) {
        let colour = match cell.tone {
            Tone::Safe => SAFE,
            Tone::Risk(risk) if risk < 0.2 => SAFE,
            Tone::Risk(risk) if risk < 0.4 => DOUBTFUL,
            Tone::Risk(_) | Tone::Fatal => UNREAD,
            _ => WHITE,
        };
        let frame = self.outline(placement, area, colour);
        if cell.chosen {
            for inset in [-1.0, -0.5, 0.0, 0.5, 1.0, 1.5] {
                let Rect { x, y, w, h } = area;
                let inner = Rect::new(x + inset, y + inset, w - 2.0 * inset, h - 2.0 * inset);
                self.outline(placement, inner, BEST);
            }
        }
        let ink = if cell.chosen { BEST } else { colour };
        // Beside the frame: a pixel on either side, and room for the thick one.
        let room = frame.width().min(frame.height()).saturating_sub(2);
        let gap = if room >= 4 * CHARACTER { 4 } else { 1 };
        let zoom = (room / (4 * CHARACTER)).max(1);
        let fits = |text: &&String| text.chars().count() as u32 * CHARACTER * zoom <= room;
        if let Some(text) = labels(cell).iter().find(fits) {
            self.text(frame.left() + gap, frame.top() + gap, zoom, text, ink);
        }
    }

    /// The frame of a screen, with its caption above it.
    pub(super) fn screen(&mut self, screen: &Screen) {
        let (w, h) = screen.placement.native;
        let area = Rect::new(0.0, 0.0, f64::from(w), f64::from(h));
        let frame = self.outline(&screen.placement, area, WHITE);
        self.text(frame.left(), frame.top() - 10, 1, &screen.caption, WHITE);
    }

    /// A field with its value, and how sure that is.
    pub(super) fn field(&mut self, placement: &Placement, area: Rect, field: &Field) {
        let label = field.label.as_ref().or(field.value.as_ref());
        let (text, colour) = match label {
            Some(text) => (text.as_str(), colour(field.confidence)),
            None => ("?", UNREAD),
        };
        let frame = self.outline(placement, area, colour);
        // A frame that says enough, such as a cursor's, has no text.
        if text.is_empty() {
            return;
        }
        let (x, y) = (frame.left() + 2, frame.top() + 2);
        self.text(x, y, 1, text, colour);
        if field.value.is_some() {
            let percent = format!("{}%", whole_percent(field.confidence));
            self.text(x, y + 9, 1, &percent, colour);
        }
    }

    /// A sentence in the top left corner of a screen.
    #[cfg(feature = "live")]
    pub(super) fn notice(&mut self, screen: &Screen, text: &str) {
        let corner = screen.placement.rect_to_picture(Rect::new(0.0, 0.0, 1.0, 1.0));
        let zoom = (screen.placement.scale().0.floor() as u32).max(1);
        let (x, y) = ((corner.x * self.factor) as i32, (corner.y * self.factor) as i32);
        self.text(x + 2, y + 2, zoom, text, BEST);
    }

    /// Draws a native rectangle and gives where it lies on the canvas.
    fn outline(&mut self, placement: &Placement, area: Rect, colour: Rgba<u8>) -> Box {
        let r = placement.rect_to_picture(area);
        let (x, y) = ((r.x * self.factor) as i32, (r.y * self.factor) as i32);
        let (w, h) = ((r.w * self.factor) as u32, (r.h * self.factor) as u32);
        let frame = Box::at(x, y).of_size(w.max(1), h.max(1));
        draw_hollow_rect_mut(&mut self.canvas, frame, colour);
        frame
    }

    /// Writes text on a dark ground, each pixel of a character `zoom` pixels wide; what lies outside the canvas
    /// is left out.
    fn text(&mut self, x: i32, y: i32, zoom: u32, text: &str, colour: Rgba<u8>) {
        let (size, zoom) = ((CHARACTER * zoom) as i32, zoom as i32);
        for (i, character) in text.chars().enumerate() {
            let glyph = font8x8::BASIC_FONTS.get(character).unwrap_or([0; 8]);
            for dy in 0..size {
                for dx in 0..size {
                    let set = glyph[(dy / zoom) as usize] >> (dx / zoom) & 1 == 1;
                    let (x, y) = (x + size * i as i32 + dx, y + dy);
                    if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
                        && let Some(pixel) = self.canvas.get_pixel_mut_checked(x, y)
                    {
                        *pixel = if set { colour } else { GROUND };
                    }
                }
            }
        }
    }
}

/// What is written on a cell, the fullest first.
fn labels(cell: &PanelCell) -> Vec<String> {
    let sign = cell.sign.clone();
    let number = sign.trim_end_matches('%').to_owned();
    match cell.tone {
        _ if cell.chosen => vec![format!(">{sign}"), sign, number],
        Tone::Useless => vec![format!("x{sign}"), "x".to_owned()],
        _ => vec![sign, number],
    }
}

fn colour(confidence: f32) -> Rgba<u8> {
    if confidence >= SURE { WHITE } else { DOUBTFUL }
}
