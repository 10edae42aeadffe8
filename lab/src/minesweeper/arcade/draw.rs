//! The picture of a board: cells of 16 pixels with raised or sunken rims, the counter of mines at the
//! left, the clock at the right, the face between them.

use super::glyphs::{CROSS, FLAG, MINE, MOUTHS, SAFE};
use crate::arcade::colour::hex;
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

const BLACK: Rgb<u8> = Rgb([0; 3]);
const YELLOW: Rgb<u8> = Rgb([255, 221, 51]);

/// The colours of a theme.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Of closed cells and what is around the board: their ground, and the sides that are lit and those that are not.
    closed: [Rgb<u8>; 3],
    /// Of open cells: their ground, and the lines between them.
    open: [Rgb<u8>; 2],
    /// Of marks: red ones, a flag's pole and a question mark, the mark of a safe cell.
    marks: [Rgb<u8>; 3],
    /// The ground of the mine that exploded.
    exploded: Rgb<u8>,
    /// Of 1 to 8.
    numbers: [Rgb<u8>; 8],
    /// Of a segment that is lit, and of one that is not.
    led: [Rgb<u8>; 2],
}

impl Palette {
    /// The grey of Windows.
    pub const CLASSIC: Self = Self {
        closed: [hex(0xc0_c0c0), hex(0xff_ffff), hex(0x80_8080)],
        open: [hex(0xc0_c0c0), hex(0x80_8080)],
        marks: [hex(0xff_0000), BLACK, hex(0x00_8000)],
        exploded: hex(0xff_0000),
        numbers: [
            hex(0x00_00ff),
            hex(0x00_8000),
            hex(0xff_0000),
            hex(0x00_0080),
            hex(0x80_0000),
            hex(0x00_8080),
            BLACK,
            hex(0x80_8080),
        ],
        led: [hex(0xff_2000), hex(0x48_0000)],
    };

    /// The dark theme of minesweeper.online.
    pub const DARK: Self = Self {
        closed: [hex(0x4c_545c), hex(0x70_7880), hex(0x22_2a32)],
        open: [hex(0x38_4048), hex(0x1e_262e)],
        marks: [hex(0xf7_5353), hex(0xd8_e0e8), hex(0x66_dd66)],
        exploded: hex(0xee_6666),
        numbers: [
            hex(0x7c_c7ff),
            hex(0x66_c266),
            hex(0xff_7788),
            hex(0xee_88ff),
            hex(0xdd_aa22),
            hex(0x66_cccc),
            hex(0x88_8888),
            hex(0xd0_d8e0),
        ],
        led: [hex(0xcc_0000), hex(0x40_0000)],
    };

    /// Its dark theme without a shade of blue.
    pub const NIGHT: Self = Self {
        closed: [hex(0x44_4444), hex(0x60_6060), hex(0x20_2020)],
        open: [hex(0x33_3333), hex(0x20_2020)],
        marks: [hex(0xcc_6666), hex(0xcc_cccc), hex(0x57_975f)],
        exploded: hex(0xdd_5050),
        numbers: [
            hex(0x66_a4dd),
            hex(0x50_a050),
            hex(0xcc_6677),
            hex(0xbb_77dd),
            hex(0xaa_9900),
            hex(0x55_aaaa),
            hex(0x99_9999),
            hex(0xcc_cccc),
        ],
        led: [hex(0xaa_0000), hex(0x40_0000)],
    };
}

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
    draw_in(&Palette::CLASSIC, board, state, seconds, scale)
}

/// The same in the colours of a theme.
pub fn draw_in(
    palette: &Palette,
    board: &MineBoard,
    state: GameState,
    seconds: u64,
    scale: u32,
) -> RgbImage {
    let size = (board.cells.rows(), board.cells.columns());
    let (w, h) = (width(size.1), size.0 as u32 * CELL + HEADER + MARGIN);
    let [ground, light, shade] = palette.closed;
    let mut canvas = Canvas { picture: RgbImage::from_pixel(w, h, ground), palette };
    let grid = grid(size);
    canvas.rim(0, 0, w, h, 3, light, shade);
    canvas.rim(MARGIN - 3, MARGIN - 3, w - 2 * MARGIN + 6, HEADER - MARGIN - 5, 2, shade, light);
    let (left, top) = (grid.x as u32, grid.y as u32);
    canvas.rim(left - 3, top - 3, grid.w as u32 + 6, grid.h as u32 + 6, 3, shade, light);
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
    resize(&canvas.picture, w * scale, h * scale, FilterType::Nearest)
}

struct Canvas<'a> {
    picture: RgbImage,
    palette: &'a Palette,
}

impl Canvas<'_> {
    fn fill(&mut self, x: u32, y: u32, w: u32, h: u32, colour: Rgb<u8>) {
        for y in y..y + h {
            for x in x..x + w {
                if let Some(pixel) = self.picture.get_pixel_mut_checked(x, y) {
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

    /// A small picture, in a colour and in those of marks.
    fn glyph(&mut self, x: u32, y: u32, rows: &[&str], dark: Rgb<u8>) {
        let ([red, _, safe], [_, light, _]) = (self.palette.marks, self.palette.closed);
        for (dy, row) in rows.iter().enumerate() {
            for (dx, letter) in row.chars().enumerate() {
                let colour = match letter {
                    'k' => dark,
                    'w' => light,
                    'r' => red,
                    'g' => safe,
                    _ => continue,
                };
                self.fill(x + dx as u32, y + dy as u32, 1, 1, colour);
            }
        }
    }

    fn cell(&mut self, x: u32, y: u32, cell: CellState) {
        let Palette { closed: [ground, light, shade], open: [open, line], .. } = *self.palette;
        let [_, pole, _] = self.palette.marks;
        match cell {
            CellState::Closed | CellState::Flag | CellState::Question | CellState::Safe => {
                self.fill(x, y, CELL, CELL, ground);
                self.rim(x, y, CELL, CELL, 2, light, shade);
                match cell {
                    CellState::Flag => self.glyph(x + 4, y + 3, &FLAG, pole),
                    CellState::Question => self.letter(x + 4, y + 4, '?', pole),
                    CellState::Safe => self.glyph(x + 4, y + 4, &SAFE, pole),
                    _ => {}
                }
                return;
            }
            _ => {}
        }
        let is_exploded = cell == CellState::Exploded;
        self.fill(x, y, CELL, CELL, if is_exploded { self.palette.exploded } else { open });
        self.fill(x, y, CELL, 1, line);
        self.fill(x, y, 1, CELL, line);
        match cell {
            CellState::Open(number @ 1..=8) => {
                let letter = char::from(b'0' + number);
                self.letter(x + 5, y + 5, letter, self.palette.numbers[usize::from(number) - 1]);
            }
            CellState::Mine | CellState::Exploded => self.glyph(x + 2, y + 2, &MINE, BLACK),
            CellState::WrongFlag => {
                self.glyph(x + 2, y + 2, &MINE, BLACK);
                self.glyph(x + 3, y + 3, &CROSS, BLACK);
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
                self.fill(x + dx, y + dy, w, h, self.palette.led[usize::from(!on)]);
            }
        }
    }

    fn face(&mut self, place: Rect, state: GameState) {
        let (x, y) = (place.x as u32, place.y as u32);
        let [_, light, shade] = self.palette.closed;
        self.rim(x, y, FACE, FACE, 2, light, shade);
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
        self.glyph(x + 8, y + 15, mouth, BLACK);
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
