//! The picture of a board: cells of 16 pixels with raised or sunken rims, the counter of mines at the
//! left, the clock at the right, the face between them.

use super::glyphs::{CROSS, FLAG, MINE, MOUTHS, SAFE};
use font8x8::UnicodeFonts;
use grid::geometry::Rect;
use image::imageops::{FilterType, resize};
use image::{Rgb, RgbImage};
use minesweeper::board::{CellState, GameState, MineBoard, MineCount};

/// What the counter of three digits shows of a number.
pub fn counted(number: i64) -> i64 {
    number.clamp(-99, 999)
}

/// Width and height of a cell.
pub const CELL: u32 = 16;

const MARGIN: u32 = 12;
const HEADER: u32 = 52;
const FACE: u32 = 26;

const GROUND: Rgb<u8> = Rgb([192; 3]);
const LIGHT: Rgb<u8> = Rgb([255; 3]);
const SHADE: Rgb<u8> = Rgb([128; 3]);
const BLACK: Rgb<u8> = Rgb([0; 3]);
const RED: Rgb<u8> = Rgb([255, 0, 0]);
const GREEN: Rgb<u8> = Rgb([0, 128, 0]);
const YELLOW: Rgb<u8> = Rgb([255, 221, 51]);
const LED: Rgb<u8> = Rgb([255, 32, 0]);
const LED_OFF: Rgb<u8> = Rgb([72, 0, 0]);

/// The colours of 1 to 8: blue, green, red, dark blue, dark red, teal, black, grey.
const NUMBERS: [Rgb<u8>; 8] = [
    Rgb([0, 0, 255]),
    Rgb([0, 128, 0]),
    Rgb([255, 0, 0]),
    Rgb([0, 0, 128]),
    Rgb([128, 0, 0]),
    Rgb([0, 128, 128]),
    Rgb([0, 0, 0]),
    Rgb([128, 128, 128]),
];

/// Where the cells of a board of (rows, columns) lie in its drawing.
pub fn grid((rows, columns): (usize, usize)) -> Rect {
    let (w, h) = (columns as u32 * CELL, rows as u32 * CELL);
    Rect::new(f64::from(MARGIN), f64::from(HEADER), f64::from(w), f64::from(h))
}

/// Where the face lies in the drawing of a board of (rows, columns).
pub fn face((_, columns): (usize, usize)) -> Rect {
    let x = (width(columns) - FACE) / 2;
    Rect::new(f64::from(x), f64::from(MARGIN + 2), f64::from(FACE), f64::from(FACE))
}

/// The drawing is wide enough for counter, face and clock even if the board is not.
fn width(columns: usize) -> u32 {
    (columns as u32 * CELL + 2 * MARGIN).max(2 * (MARGIN + 42) + FACE + 8)
}

/// The picture of a board, each pixel of the drawing `scale` pixels wide.
pub fn draw(board: &MineBoard, state: GameState, seconds: u64, scale: u32) -> RgbImage {
    let size = (board.cells.rows(), board.cells.columns());
    let (w, h) = (width(size.1), size.0 as u32 * CELL + HEADER + MARGIN);
    let mut canvas = Canvas(RgbImage::from_pixel(w, h, GROUND));
    let grid = grid(size);
    canvas.rim(0, 0, w, h, 3, LIGHT, SHADE);
    canvas.rim(MARGIN - 3, MARGIN - 3, w - 2 * MARGIN + 6, HEADER - MARGIN - 5, 2, SHADE, LIGHT);
    let (left, top) = (grid.x as u32, grid.y as u32);
    canvas.rim(left - 3, top - 3, grid.w as u32 + 6, grid.h as u32 + 6, 3, SHADE, LIGHT);
    let left_mines = match board.mines {
        MineCount::Left(left) => left,
        MineCount::Total(mines) => {
            mines as i64 - board.count(|state| state == CellState::Flag) as i64
        }
        MineCount::Unknown => 0,
    };
    canvas.counter(MARGIN + 3, MARGIN + 3, left_mines);
    canvas.counter(w - MARGIN - 3 - 41, MARGIN + 3, i64::try_from(seconds).unwrap_or(999));
    canvas.face(face(size), state);
    for ((row, column), &cell) in board.cells.cells() {
        canvas.cell(left + column as u32 * CELL, top + row as u32 * CELL, cell);
    }
    let scale = scale.max(1);
    resize(&canvas.0, w * scale, h * scale, FilterType::Nearest)
}

struct Canvas(RgbImage);

impl Canvas {
    fn fill(&mut self, x: u32, y: u32, w: u32, h: u32, colour: Rgb<u8>) {
        for y in y..y + h {
            for x in x..x + w {
                if let Some(pixel) = self.0.get_pixel_mut_checked(x, y) {
                    *pixel = colour;
                }
            }
        }
    }

    /// A rim inside a rectangle: `light` at the top and left, `dark` at the bottom and right.
    #[allow(clippy::too_many_arguments)]
    fn rim(&mut self, x: u32, y: u32, w: u32, h: u32, thick: u32, light: Rgb<u8>, dark: Rgb<u8>) {
        for i in 0..thick {
            self.fill(x + i, y + i, w - 2 * i - 1, 1, light);
            self.fill(x + i, y + i, 1, h - 2 * i - 1, light);
            self.fill(x + i + 1, y + h - 1 - i, w - 2 * i - 1, 1, dark);
            self.fill(x + w - 1 - i, y + i + 1, 1, h - 2 * i - 1, dark);
        }
    }

    fn glyph(&mut self, x: u32, y: u32, rows: &[&str]) {
        for (dy, row) in rows.iter().enumerate() {
            for (dx, letter) in row.chars().enumerate() {
                let colour = match letter {
                    'k' => BLACK,
                    'w' => LIGHT,
                    'r' => RED,
                    'g' => GREEN,
                    _ => continue,
                };
                self.fill(x + dx as u32, y + dy as u32, 1, 1, colour);
            }
        }
    }

    fn cell(&mut self, x: u32, y: u32, cell: CellState) {
        match cell {
            CellState::Closed | CellState::Flag | CellState::Question | CellState::Safe => {
                self.fill(x, y, CELL, CELL, GROUND);
                self.rim(x, y, CELL, CELL, 2, LIGHT, SHADE);
                match cell {
                    CellState::Flag => self.glyph(x + 4, y + 3, &FLAG),
                    CellState::Question => self.letter(x + 4, y + 4, '?', BLACK),
                    CellState::Safe => self.glyph(x + 4, y + 4, &SAFE),
                    _ => {}
                }
                return;
            }
            _ => {}
        }
        self.fill(x, y, CELL, CELL, if cell == CellState::Exploded { RED } else { GROUND });
        self.fill(x, y, CELL, 1, SHADE);
        self.fill(x, y, 1, CELL, SHADE);
        match cell {
            CellState::Open(number @ 1..=8) => {
                let letter = char::from(b'0' + number);
                self.letter(x + 5, y + 5, letter, NUMBERS[usize::from(number) - 1]);
            }
            CellState::Mine | CellState::Exploded => self.glyph(x + 2, y + 2, &MINE),
            CellState::WrongFlag => {
                self.glyph(x + 2, y + 2, &MINE);
                self.glyph(x + 3, y + 3, &CROSS);
            }
            _ => {}
        }
    }

    /// A letter of 8 x 8 pixels.
    fn letter(&mut self, x: u32, y: u32, letter: char, colour: Rgb<u8>) {
        let rows = font8x8::BASIC_FONTS.get(letter).unwrap_or_default();
        for (dy, row) in rows.into_iter().enumerate() {
            for dx in (0..8).filter(|dx| row >> dx & 1 == 1) {
                self.fill(x + dx, y + dy as u32, 1, 1, colour);
            }
        }
    }

    /// Three digits of seven segments, 41 x 25 pixels; from -99 to 999.
    fn counter(&mut self, x: u32, y: u32, value: i64) {
        /// The segments of each digit, from bit 0: top, upper left, upper right, middle, lower
        /// left, lower right, bottom; the last is the minus sign.
        const SEGMENTS: [u8; 11] = [
            0b111_0111, 0b010_0100, 0b101_1101, 0b110_1101, 0b010_1110, 0b110_1011, 0b111_1011,
            0b010_0101, 0b111_1111, 0b110_1111, 0b000_1000,
        ];
        let value = counted(value);
        let text = if value < 0 { format!("-{:02}", -value) } else { format!("{value:03}") };
        self.fill(x, y, 41, 25, BLACK);
        for (i, letter) in text.chars().enumerate() {
            let digit = letter.to_digit(10).map_or(10, |digit| digit as usize);
            let (x, y) = (x + 2 + 13 * i as u32, y + 2);
            let places = [
                (1, 0, 9, 2),
                (0, 1, 2, 9),
                (9, 1, 2, 9),
                (1, 9, 9, 2),
                (0, 11, 2, 9),
                (9, 11, 2, 9),
                (1, 19, 9, 2),
            ];
            for (segment, (dx, dy, w, h)) in places.into_iter().enumerate() {
                let on = SEGMENTS[digit] >> segment & 1 == 1;
                self.fill(x + dx, y + dy, w, h, if on { LED } else { LED_OFF });
            }
        }
    }

    fn face(&mut self, place: Rect, state: GameState) {
        let (x, y) = (place.x as u32, place.y as u32);
        self.rim(x, y, FACE, FACE, 2, LIGHT, SHADE);
        let middle = f64::from(FACE) / 2.0 - 0.5;
        for dy in 0..FACE {
            for dx in 0..FACE {
                let far = (f64::from(dx) - middle).hypot(f64::from(dy) - middle);
                if far < 9.0 {
                    self.fill(x + dx, y + dy, 1, 1, if far < 8.0 { YELLOW } else { BLACK });
                }
            }
        }
        let mouth = match state {
            GameState::Fresh | GameState::Playing => &MOUTHS[0],
            GameState::Won => {
                // Dark glasses.
                self.fill(x + 7, y + 9, 12, 1, BLACK);
                &MOUTHS[1]
            }
            GameState::Lost => &MOUTHS[2],
        };
        for eye in [8, 15] {
            self.fill(x + eye, y + 9, 3, 3, BLACK);
        }
        self.glyph(x + 8, y + 15, mouth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minesweeper::notation::parse_board;

    #[test]
    fn every_state_of_a_cell_looks_different_at_every_scale() {
        let board = parse_board(".012345/678F?*X/W...... left 3").unwrap();
        for scale in [1, 3] {
            let picture = draw(&board, GameState::Playing, 12, scale);
            let area = grid((3, 7));
            let side = CELL * scale;
            let (x, y) = (area.x as u32 * scale, area.y as u32 * scale);
            let cut = |row: u32, column: u32| {
                let (x, y) = (x + column * side, y + row * side);
                image::imageops::crop_imm(&picture, x, y, side, side).to_image().into_raw()
            };
            let cells: Vec<Vec<u8>> = (0..15).map(|i| cut(i / 7, i % 7)).collect();
            for (i, a) in cells.iter().enumerate() {
                assert!(cells[..i].iter().all(|b| a != b), "cell {i} at scale {scale}");
            }
        }
    }

    #[test]
    fn counter_clock_and_face_show_the_state() {
        let picture =
            |text: &str, state, seconds| draw(&parse_board(text).unwrap(), state, seconds, 1);
        let first = picture("... left 3", GameState::Playing, 5);
        assert_ne!(first, picture("... left 2", GameState::Playing, 5));
        assert_ne!(first, picture("... left 3", GameState::Playing, 6));
        assert_ne!(first, picture("... left 3", GameState::Lost, 5));
        assert_ne!(first, picture("... left 3", GameState::Won, 5));
    }
}
