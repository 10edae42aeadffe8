//! A picture with what was read drawn over it.

use crate::games::voltorb_flip::board::Card;
use crate::games::voltorb_flip::screen::{LineSighting, Sighting, layout};
use crate::geometry::{Placement, Rect};
use crate::reading::Reading;
use font8x8::UnicodeFonts;
use image::{Rgb, RgbImage, imageops};
use imageproc::drawing::draw_hollow_rect_mut;
use imageproc::rect::Rect as Box;

const SURE: Rgb<u8> = Rgb([255, 255, 255]);
const DOUBTFUL: Rgb<u8> = Rgb([255, 200, 0]);
const UNREAD: Rgb<u8> = Rgb([255, 40, 40]);
const GROUND: Rgb<u8> = Rgb([0, 0, 0]);

/// A label's text is 8 pixels high; a card must be large enough to hold two.
const LEAST_SCALE: f64 = 1.8;
/// Pictures are not enlarged beyond this width or height, in pixels.
const LARGEST: u32 = 4096;

/// The picture with a box around each screen and each field, and in it what was read and the
/// confidence in percent: white from 95 % on, yellow below, red where nothing was read. A board too
/// small for the labels is enlarged with its picture.
pub fn annotate(picture: &RgbImage, seen: &Sighting) -> RgbImage {
    let (sx, sy) = seen.touch.scale();
    let wanted = (LEAST_SCALE / sx.min(sy)).ceil().max(1.0) as u32;
    let most = (LARGEST / picture.width().max(picture.height()).max(1)).max(1);
    let factor = wanted.min(most);
    let canvas = if factor > 1 {
        let (w, h) = (picture.width() * factor, picture.height() * factor);
        imageops::resize(picture, w, h, imageops::FilterType::Nearest)
    } else {
        picture.clone()
    };
    let mut sketch = Sketch { canvas, factor: f64::from(factor) };
    sketch.screen(&seen.touch, &format!("{} {}", phase(seen), percent(seen.phase.confidence)));
    if let Some(top) = &seen.top {
        sketch.screen(top, "top screen");
        let fields = seen.look.fields();
        sketch.field(top, fields.total_coins, &seen.total_coins, u32::to_string);
        sketch.field(top, fields.round_coins, &seen.round_coins, u32::to_string);
        sketch.field(top, fields.level, &seen.level, |level| format!("Lv {level}"));
    }
    if let Some(board) = &seen.board {
        for (cell, tile) in board.tiles.cells() {
            let marks: String =
                board.memos[cell].value.iter().flat_map(|memo| memo.marks()).map(card).collect();
            sketch.field(&seen.touch, layout::card(cell), tile, |tile| match tile {
                None if marks.is_empty() => "-".to_owned(),
                None => format!("-{marks}"),
                Some(shown) => card(*shown).to_string(),
            });
        }
        for (i, line) in board.rows.iter().enumerate() {
            sketch.header(&seen.touch, layout::row_header(i), line);
        }
        for (i, line) in board.cols.iter().enumerate() {
            sketch.header(&seen.touch, layout::column_header(i), line);
        }
    }
    if let Some(cursor) = seen.cursor.value {
        let Rect { x, y, w, h } = layout::card(cursor);
        sketch.outline(&seen.touch, Rect::new(x - 3.0, y - 3.0, w + 6.0, h + 6.0), DOUBTFUL);
    }
    sketch.canvas
}

fn card(card: Card) -> char {
    match card {
        Card::Voltorb => 'V',
        card => char::from(b'0' + card.value()),
    }
}

fn phase(seen: &Sighting) -> &'static str {
    seen.phase.value.map_or("?", |phase| phase.name())
}

fn percent(confidence: f32) -> String {
    format!("{:.0}%", 100.0 * confidence)
}

struct Sketch {
    canvas: RgbImage,
    factor: f64,
}

impl Sketch {
    fn screen(&mut self, placement: &Placement, label: &str) {
        let (w, h) = placement.native;
        let area = Rect::new(0.0, 0.0, f64::from(w), f64::from(h));
        let corner = self.outline(placement, area, SURE);
        self.text(corner.0, corner.1 - 10, label, SURE);
    }

    fn field<T>(
        &mut self,
        placement: &Placement,
        area: Rect,
        field: &Reading<T>,
        show: impl Fn(&T) -> String,
    ) {
        let (text, colour) = match &field.value {
            Some(value) => (show(value), colour(field.confidence)),
            None => ("?".to_owned(), UNREAD),
        };
        let (x, y) = self.outline(placement, area, colour);
        self.text(x + 2, y + 2, &text, colour);
        if field.value.is_some() {
            self.text(x + 2, y + 11, &percent(field.confidence), colour);
        }
    }

    fn header(&mut self, placement: &Placement, area: Rect, line: &LineSighting) {
        let half = Rect { h: area.h / 3.0, ..area };
        let rest = Rect { y: area.y + area.h / 3.0, h: area.h * 2.0 / 3.0, ..area };
        self.field(placement, half, &line.sum, |sum| sum.to_string());
        self.field(placement, rest, &line.voltorbs, |voltorbs| format!("V{voltorbs}"));
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
