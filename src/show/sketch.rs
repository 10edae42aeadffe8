//! Boxes and labels for what lies on a screen of a game, on a picture of it or on a transparent ground.

use font8x8::UnicodeFonts;
use grid::geometry::{Placement, Rect};
use grid::reading::{SURE, whole_percent};
use image::{DynamicImage, RgbImage, Rgba, RgbaImage, imageops};
use imageproc::drawing::{draw_hollow_rect_mut, draw_line_segment_mut};
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
/// A card must be large enough to hold two lines of text; or a number that is legible at arm's length, also where the
/// picture is shown somewhat smaller.
pub(super) const SMALL_TEXT: f64 = 1.8;
pub(super) const LARGE_TEXT: f64 = 3.6;
/// The characters of a number and its mark: a cell's text is so large that these fit.
const IN_CELL: u32 = 3;
/// Pictures are not enlarged beyond this width or height, in pixels.
const LARGEST: u32 = 4096;

/// Something to draw on.
pub(super) struct Sketch {
    canvas: RgbaImage,
    /// How many pixels of the canvas a pixel of the picture takes.
    factor: f64,
}

impl Sketch {
    /// A picture to draw on, enlarged by a whole factor until its board has this scale.
    pub(super) fn over(picture: &RgbImage, screens: &[Screen], scale: f64) -> Self {
        let scales = screens.first().map(|screen| screen.placement.scale());
        let least = scales.map_or(scale, |(sx, sy)| sx.min(sy));
        let wanted = (scale / least).ceil().max(1.0) as u32;
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
            // A line at every pixel from one native pixel outside to one and a half inside.
            let pixel = 1.0 / (placement.scale().0 * self.factor);
            let lines = (2.5 / pixel).ceil() as u32;
            for inset in (0..=lines).map(|i| (f64::from(i) * pixel - 1.0).min(1.5)) {
                let Rect { x, y, w, h } = area;
                let inner = Rect::new(x + inset, y + inset, w - 2.0 * inset, h - 2.0 * inset);
                self.outline(placement, inner, BEST);
            }
        }
        let ink = if cell.chosen { BEST } else { colour };
        // Beside the frame: a pixel on either side, and room for the thick one.
        let room = frame.width().min(frame.height()).saturating_sub(2);
        let zoom = (room / (IN_CELL * CHARACTER)).max(1);
        let width = |text: &str| text.chars().count() as u32 * CHARACTER * zoom;
        if let Some(text) = labels(cell).iter().find(|text| width(text) <= room) {
            let across = (frame.width() - width(text)) / 2;
            let down = frame.height().saturating_sub(CHARACTER * zoom) / 2;
            self.text(frame.left() + across as i32, frame.top() + down as i32, zoom, text, ink);
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
        if placement.projection.is_none() {
            draw_hollow_rect_mut(&mut self.canvas, frame, colour);
        } else {
            let corners = placement
                .corners_in_picture(area)
                .map(|p| ((p.x * self.factor) as f32, (p.y * self.factor) as f32));
            for (from, to) in corners.into_iter().zip(corners.into_iter().cycle().skip(1)) {
                draw_line_segment_mut(&mut self.canvas, from, to, colour);
            }
        }
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
        Tone::Useless if !cell.chosen => vec![format!("x{number}"), "x".to_owned()],
        _ => vec![sign, number],
    }
}

fn colour(confidence: f32) -> Rgba<u8> {
    if confidence >= SURE { WHITE } else { DOUBTFUL }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a game of twice its size, whose cells are 24 native pixels wide.
    #[test]
    fn numbers_are_as_large_as_cells_allow_and_never_look_like_bounds() {
        let area = Rect::new(0.0, 0.0, 512.0, 384.0);
        let placement = Placement::upright((256, 192), area);
        let screens = [Screen { placement, caption: String::new() }];
        let mut sketch = Sketch::over(&RgbImage::new(512, 384), &screens, LARGE_TEXT);
        assert_eq!(sketch.canvas.dimensions(), (1024, 768));
        let cell = PanelCell {
            sign: "67%".to_owned(),
            lines: Vec::new(),
            tone: Tone::Risk(0.67),
            chosen: false,
            field: String::new(),
        };
        sketch.cell(&placement, Rect::new(8.0, 8.0, 24.0, 24.0), &cell);
        // Within the frame: rows that show ink.
        let inside = |y: &u32| (36..124).any(|x| *sketch.canvas.get_pixel(x, *y) == UNREAD);
        let rows = (36..124).filter(inside).count();
        assert!(rows >= 20, "the text is {rows} pixels high");
        let best = PanelCell { chosen: true, ..cell };
        assert!(labels(&best).iter().all(|label| !label.starts_with('>')), "greater than?");
    }
}
