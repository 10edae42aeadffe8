//! Drawing a position in a look.

use super::dice::Colour;
use super::fonts::Font;
use super::look::{Order, Pattern, RandomLook};
use image::{Rgb, RgbImage};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;
use voltorb_flip::board::{Card, Line, Position};

/// Where a board of so many rows and columns is drawn, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    /// The width and height of the picture.
    pub size: (u32, u32),
    /// The corner of the first card.
    origin: (f64, f64),
    /// From one card to the next.
    pitch: (f64, f64),
    /// The width and height of a card.
    card: (f64, f64),
}

impl Sheet {
    /// `card` is the width of a card in pixels, and `margin` how much table there is around the board, in
    /// cards.
    pub fn new(look: &RandomLook, (rows, columns): (usize, usize), card: f64, margin: f64) -> Self {
        let pitch = ((1.0 + look.gap.0) * card, (look.height + look.gap.1) * card);
        let margin = margin * card;
        let sides = (f64::from(u8::from(look.before.0)), f64::from(u8::from(look.before.1)));
        let origin = (margin + sides.0 * pitch.0, margin + sides.1 * pitch.1);
        let size = (
            (2.0 * margin + (columns as f64 + 1.0) * pitch.0).ceil() as u32,
            (2.0 * margin + (rows as f64 + 1.0) * pitch.1).ceil() as u32,
        );
        Self { size, origin, pitch, card: (card.round(), (look.height * card).round()) }
    }

    /// The area of a card, or of a header beside the cards: x, y, width and height.
    pub fn area(&self, row: f64, column: f64) -> Area {
        let x = self.origin.0 + column * self.pitch.0;
        let y = self.origin.1 + row * self.pitch.1;
        (x.round(), y.round(), self.card.0, self.card.1)
    }
}

/// A picture of a position: `card` is the width of a card in pixels, and `margin` how much table there is
/// around the board, in cards.
pub(super) fn draw(
    look: &RandomLook,
    font: &Font,
    shown: &Position,
    card: f64,
    margin: f64,
) -> RgbImage {
    let (rows, columns) = (shown.rows.len(), shown.cols.len());
    let sheet = Sheet::new(look, (rows, columns), card, margin);
    let (width, height) = sheet.size;
    let mut canvas = Canvas(RgbImage::new(width, height));
    canvas.gradient((0.0, 0.0, f64::from(width), f64::from(height)), look.table);
    for ((row, column), tile) in shown.tiles.cells() {
        let area = sheet.area(row as f64, column as f64);
        let inner = canvas.rim(look, area, card);
        match tile {
            None => canvas.back(look, inner),
            Some(face) => canvas.face(look, font, inner, *face, card),
        }
    }
    for (i, &line) in shown.rows.iter().enumerate() {
        let column = if look.before.0 { -1.0 } else { columns as f64 };
        canvas.header(look, font, sheet.area(i as f64, column), (i, line), card);
    }
    for (i, &line) in shown.cols.iter().enumerate() {
        let row = if look.before.1 { -1.0 } else { rows as f64 };
        canvas.header(look, font, sheet.area(row, i as f64), (i, line), card);
    }
    canvas.0
}

/// x, y, width and height in pixels.
pub(super) type Area = (f64, f64, f64, f64);

struct Canvas(RgbImage);

impl Canvas {
    fn mix(&mut self, x: i64, y: i64, colour: Colour, cover: f32) {
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if let Some(pixel) = self.0.get_pixel_mut_checked(x, y) {
            let mix =
                |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * cover).round() as u8;
            *pixel = Rgb(std::array::from_fn(|i| mix(pixel[i], colour[i])));
        }
    }

    fn gradient(&mut self, (x, y, w, h): Area, [top, bottom]: [Colour; 2]) {
        for j in 0..h as i64 {
            let share = j as f64 / h.max(1.0);
            let colour = std::array::from_fn(|i| {
                (f64::from(top[i]) * (1.0 - share) + f64::from(bottom[i]) * share).round() as u8
            });
            if w >= 1.0 {
                let row = Rect::at(x as i32, y as i32 + j as i32).of_size(w as u32, 1);
                draw_filled_rect_mut(&mut self.0, row, Rgb(colour));
            }
        }
    }

    /// Draws the rim of a card or header, and returns what is within.
    fn rim(&mut self, look: &RandomLook, (x, y, w, h): Area, card: f64) -> Area {
        let (width, colour) = look.rim;
        let rim = (width * card).round();
        if rim > 0.0 {
            self.gradient((x, y, w, h), [colour; 2]);
        }
        (x + rim, y + rim, w - 2.0 * rim, h - 2.0 * rim)
    }

    fn back(&mut self, look: &RandomLook, (x, y, w, h): Area) {
        self.gradient((x, y, w, h), look.down);
        let (pattern, colour) = look.pattern;
        for j in 0..h as i64 {
            for i in 0..w as i64 {
                let (u, v) = ((i as f64 + 0.5) / w, (j as f64 + 0.5) / h);
                let drawn = match pattern {
                    Pattern::Plain => false,
                    Pattern::Chequered => ((u * 3.0) as u32 + (v * 3.0) as u32) % 2 == 1,
                    Pattern::Disc => (u - 0.5).powi(2) + (v - 0.5).powi(2) < 0.07,
                };
                if drawn {
                    self.mix(x as i64 + i, y as i64 + j, colour, 1.0);
                }
            }
        }
    }

    fn face(&mut self, look: &RandomLook, font: &Font, area: Area, face: Card, card: f64) {
        self.gradient(area, look.up);
        let (x, y, w, h) = area;
        let height = look.sizes.1 * card;
        if face == Card::Voltorb {
            self.ball((x + w / 2.0, y + h / 2.0), height / 2.0, look.digit);
        } else {
            let text = face.value().to_string();
            self.text(font, &text, (x + w / 2.0, y + h / 2.0), height, look.digit);
        }
    }

    fn ball(&mut self, (x, y): (f64, f64), radius: f64, colour: Colour) {
        let reach = radius.ceil() as i64;
        for j in -reach..=reach {
            for i in -reach..=reach {
                let off = ((i * i + j * j) as f64).sqrt();
                if off <= radius && (j as f64).abs() > 0.12 * radius {
                    self.mix(x as i64 + i, y as i64 + j, colour, 1.0);
                }
            }
        }
    }

    /// A text with its middle at a point.
    fn text(&mut self, font: &Font, text: &str, (x, y): (f64, f64), height: f64, colour: Colour) {
        let width = font.draw(text, height, |_, _, _| {});
        let (left, top) = ((x - width / 2.0).round() as i64, (y - height / 2.0).round() as i64);
        font.draw(text, height, |i, j, cover| {
            self.mix(left + i64::from(i), top + i64::from(j), colour, cover);
        });
    }

    fn header(
        &mut self,
        look: &RandomLook,
        font: &Font,
        area: Area,
        (i, line): (usize, Line),
        card: f64,
    ) {
        let (x, y, w, h) = match look.headers {
            Some(grounds) => {
                let inner = self.rim(look, area, card);
                self.gradient(inner, [grounds[i % grounds.len()]; 2]);
                inner
            }
            None => area,
        };
        let (sum, voltorbs) = (look.written(line.sum, true), look.written(line.voltorbs, false));
        let (sum_at, voltorbs_at) = match look.order {
            Order::Above => ((0.5, 0.27), (0.5, 0.73)),
            Order::Below => ((0.5, 0.73), (0.5, 0.27)),
            Order::Left => ((0.3, 0.5), (0.78, 0.5)),
            Order::Right => ((0.7, 0.5), (0.22, 0.5)),
        };
        let at = |(u, v): (f64, f64)| (x + u * w, y + v * h);
        let height = look.sizes.0 * card;
        self.text(font, &sum, at(sum_at), height, look.ink);
        let (u, v) = voltorbs_at;
        if look.ball {
            self.ball(at((0.25, v)), height * 0.55, look.ink);
            self.text(font, &voltorbs, at((0.7, v)), height, look.ink);
        } else {
            self.text(font, &voltorbs, at((u, v)), height, look.ink);
        }
    }
}
