//! Stand-ins for versions of the game on other consoles, which are played by keys: ours, drawn with as many pixels as
//! those consoles have.

use crate::arcade::colour::hex;
use font8x8::UnicodeFonts;
use image::imageops::{FilterType, resize};
use image::{Rgb, RgbImage};
use imageproc::drawing::draw_filled_rect_mut;
use imageproc::rect::Rect;
use voltorb_flip::board::{Card, Line, Position};

/// What a stand-in stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handheld {
    /// A hack for the Game Boy Advance, 240x160.
    Advance,
    /// A hack for the Game Boy Color, 160x144.
    Color,
    /// A fan game like Infinite Fusion, 512x384, which goes on without a message after a loss at the same level.
    Fusion,
}

/// How one is drawn. Lengths are in its own pixels.
struct Drawn {
    screen: (u32, u32),
    origin: (u32, u32),
    pitch: u32,
    card: u32,
    /// How much larger than 8x8 its digits are.
    digits: u32,
    /// How much larger than its own an emulator shows its pixels.
    scale: u32,
    table: Rgb<u8>,
    down: [Rgb<u8>; 2],
    up: Rgb<u8>,
    header: Rgb<u8>,
    ink: Rgb<u8>,
    cursor: Rgb<u8>,
}

const ADVANCE: Drawn = Drawn {
    screen: (240, 160),
    origin: (10, 4),
    pitch: 26,
    card: 20,
    digits: 1,
    scale: 3,
    table: hex(0x38_8858),
    down: [hex(0x28_6038), hex(0x50_b078)],
    up: hex(0xd8_a890),
    header: hex(0xf0_e8d0),
    ink: hex(0x20_2030),
    cursor: hex(0xf8_3028),
};

const COLOR: Drawn = Drawn {
    screen: (160, 144),
    origin: (7, 5),
    pitch: 23,
    card: 18,
    digits: 1,
    scale: 3,
    table: hex(0xa8_d8f8),
    down: [hex(0x18_5090), hex(0x30_80d0)],
    up: hex(0xf8_f8f8),
    header: hex(0xf8_f8f8),
    ink: hex(0x00_0000),
    cursor: hex(0x00_0000),
};

const FUSION: Drawn = Drawn {
    screen: (512, 384),
    origin: (24, 12),
    pitch: 60,
    card: 48,
    digits: 2,
    scale: 1,
    table: hex(0x60_4890),
    down: [hex(0x30_2050), hex(0x78_60b8)],
    up: hex(0xe8_d8b0),
    header: hex(0xd0_c8e8),
    ink: hex(0x28_1838),
    cursor: hex(0xf8_d020),
};

fn fill(picture: &mut RgbImage, (x, y, w, h): (u32, u32, u32, u32), colour: Rgb<u8>) {
    draw_filled_rect_mut(picture, Rect::at(x as i32, y as i32).of_size(w, h), colour);
}

impl Handheld {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Advance, Self::Color, Self::Fusion];

    const fn drawn(self) -> &'static Drawn {
        match self {
            Self::Advance => &ADVANCE,
            Self::Color => &COLOR,
            Self::Fusion => &FUSION,
        }
    }

    /// The area of a card, or of a header beside the cards, in pixels of the picture.
    pub(super) fn area(self, row: f64, column: f64) -> (f64, f64, f64, f64) {
        let Drawn { origin, pitch, card, scale, .. } = *self.drawn();
        let [x, y, pitch, card, scale] = [origin.0, origin.1, pitch, card, scale].map(f64::from);
        ((x + column * pitch) * scale, (y + row * pitch) * scale, card * scale, card * scale)
    }

    /// The colours of a card that is turning and of a box.
    pub(super) fn plain(self) -> [[u8; 3]; 2] {
        [self.drawn().up.0, self.drawn().ink.0]
    }

    /// The picture of a position, with the cursor around a card.
    pub(super) fn draw(self, shown: &Position, cursor: Option<(usize, usize)>) -> RgbImage {
        let drawn = self.drawn();
        let (w, h) = drawn.screen;
        let mut picture = RgbImage::from_pixel(w, h, drawn.table);
        let at = |row: usize, column: usize| {
            (
                drawn.origin.0 + column as u32 * drawn.pitch,
                drawn.origin.1 + row as u32 * drawn.pitch,
            )
        };
        for ((row, column), tile) in shown.tiles.cells() {
            drawn.card(&mut picture, at(row, column), *tile);
        }
        for (i, line) in shown.rows.iter().enumerate() {
            drawn.header(&mut picture, at(i, shown.cols.len()), line);
        }
        for (i, line) in shown.cols.iter().enumerate() {
            drawn.header(&mut picture, at(shown.rows.len(), i), line);
        }
        if let Some((row, column)) = cursor {
            drawn.cursor(&mut picture, at(row, column));
        }
        resize(&picture, w * drawn.scale, h * drawn.scale, FilterType::Nearest)
    }
}

impl Drawn {
    fn card(&self, picture: &mut RgbImage, (x, y): (u32, u32), tile: Option<Card>) {
        let side = self.card;
        let Some(card) = tile else {
            fill(picture, (x, y, side, side), self.down[0]);
            let rim = side / 5;
            fill(picture, (x + rim, y + rim, side - 2 * rim, side - 2 * rim), self.down[1]);
            return;
        };
        fill(picture, (x, y, side, side), self.up);
        let letter = ['o', '1', '2', '3'][usize::from(card as u8)];
        let off = (side - 8 * self.digits) / 2;
        if card == Card::Voltorb {
            let rim = side / 4;
            fill(picture, (x + rim, y + rim, side - 2 * rim, side / 4), hex(0xd8_2020));
        }
        self.letter(picture, (x + off, y + off), letter);
    }

    /// The sum in two digits, below it the Voltorbs.
    fn header(&self, picture: &mut RgbImage, (x, y): (u32, u32), line: &Line) {
        fill(picture, (x, y, self.card, self.card), self.header);
        let (letter, high) = (8 * self.digits, self.card / 2);
        let (left, top) = ((self.card - 2 * letter) / 2, ((high - letter) / 2).max(1));
        for (i, digit) in format!("{:02}", line.sum).chars().enumerate() {
            self.letter(picture, (x + left + i as u32 * letter, y + top), digit);
        }
        let digit = char::from(b'0' + line.voltorbs);
        self.letter(picture, (x + left + letter / 2, y + high + top), digit);
    }

    fn letter(&self, picture: &mut RgbImage, (x, y): (u32, u32), letter: char) {
        let rows = font8x8::BASIC_FONTS.get(letter).unwrap_or_default();
        let of = self.digits;
        for (dy, row) in (0..).zip(rows) {
            for dx in (0..8).filter(|dx| row >> dx & 1 == 1) {
                fill(picture, (x + dx * of, y + dy * of, of, of), self.ink);
            }
        }
    }

    /// A frame in the gap around a card.
    fn cursor(&self, picture: &mut RgbImage, (x, y): (u32, u32)) {
        let thick = (self.pitch - self.card) / 2;
        let (x, y, side) = (x - thick, y - thick, self.card + 2 * thick);
        for area in [
            (x, y, side, thick),
            (x, y + side - thick, side, thick),
            (x, y, thick, side),
            (x + side - thick, y, thick, side),
        ] {
            fill(picture, area, self.cursor);
        }
    }
}
