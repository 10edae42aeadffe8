//! Looks that were learned from stand-ins drawn here: cells that are not square, signs in place of digits, and several
//! looks of one program.

use font8x8::UnicodeFonts;
use grid::Grid;
use image::imageops::{FilterType, resize};
use image::{Rgb, RgbImage};
use lab::minesweeper::arcade::draw::draw;
use minesweeper::board::{CellState, GameState, MineBoard};
use minesweeper::notation::parse_board;
use minesweeper::solver::strategies::MineStrategy;
use minesweeper_game::player::analysis::Analysis;
use minesweeper_game::player::panel;
use minesweeper_game::screen::taught::TaughtMineLook;
use minesweeper_game::screen::teach::{MineLesson, teach, teach_more};
use minesweeper_game::screen::{MineReader, MineReading};

const FIRST: &str = "1F1.../1121../0012F./001F32/001110/000000";
const LATER: &str = ".2101./FF102./33102./F20011/F21110/11..10";

/// Where the cells of a stand-in begin, in pixels.
const MARGIN: u32 = 22;

fn board(text: &str) -> MineBoard {
    parse_board(text).unwrap()
}

fn known(board: &MineBoard) -> Grid<Option<CellState>> {
    board.cells.map(|state| Some(*state))
}

/// How a program draws its cells.
struct Drawn {
    /// Width and height of a cell, in pixels.
    cell: (u32, u32),
    /// What is at a place of a cell that shows a state, from -1 to 1 along each axis from its middle; `None`: its ground.
    mark: fn(CellState, (f32, f32)) -> Option<[u8; 3]>,
    /// The ground of an open cell without a number.
    empty: [u8; 3],
}

impl Drawn {
    fn picture(&self, board: &MineBoard) -> RgbImage {
        let (w, h) = self.cell;
        let (rows, columns) = (board.cells.rows() as u32, board.cells.columns() as u32);
        RgbImage::from_fn(columns * w + 2 * MARGIN, rows * h + 2 * MARGIN, |x, y| {
            let inside = |at: u32, most: u32| at.checked_sub(MARGIN).filter(|at| *at <= most);
            let (Some(x), Some(y)) = (inside(x, columns * w), inside(y, rows * h)) else {
                return Rgb([250, 250, 252]);
            };
            let is_end = x == columns * w || y == rows * h;
            if is_end || x % w == 0 || y % h == 0 {
                return Rgb([120, 124, 130]);
            }
            let state = board.cells[((y / h) as usize, (x / w) as usize)];
            // Of square units, as a font is drawn in a cell that is not square.
            let side = w.min(h) as f32 / 2.0;
            let from_middle =
                |at: u32, length: u32| ((at % length) as f32 - length as f32 / 2.0) / side;
            Rgb((self.mark)(state, (from_middle(x, w), from_middle(y, h))).unwrap_or(match state {
                CellState::Open(0) => self.empty,
                CellState::Open(_) => [244, 244, 246],
                _ => [176, 178, 184],
            }))
        })
    }
}

const COLOURS: [[u8; 3]; 8] = [
    [20, 40, 200],
    [20, 120, 40],
    [210, 30, 30],
    [150, 60, 200],
    [190, 130, 20],
    [20, 150, 150],
    [60, 60, 60],
    [140, 140, 140],
];

/// A pixel of a letter, eight pixels high.
fn letter(letter: char, (x, y): (f32, f32), size: f32) -> bool {
    let at = |v: f32| ((v / size + 1.0) * 4.0).floor();
    let (column, row) = (at(x), at(y));
    let inside = (0.0..8.0).contains(&column) && (0.0..8.0).contains(&row);
    let rows = font8x8::BASIC_FONTS.get(letter).unwrap();
    inside && (rows[row as usize] >> column as u32) & 1 == 1
}

fn digits(state: CellState, at: (f32, f32)) -> Option<[u8; 3]> {
    match state {
        CellState::Open(number @ 1..=8) => {
            letter(char::from(b'0' + number), at, 0.6).then_some(COLOURS[usize::from(number) - 1])
        }
        CellState::Flag => letter('F', at, 0.6).then_some([200, 20, 20]),
        _ => None,
    }
}

fn disc((x, y): (f32, f32), (left, top): (f32, f32), radius: f32) -> bool {
    (x - left).hypot(y - top) < radius
}

fn discs(state: CellState, at: (f32, f32)) -> Option<[u8; 3]> {
    match state {
        CellState::Open(number @ 1..=8) => {
            disc(at, (0.0, 0.0), 0.5).then_some(COLOURS[usize::from(number) - 1])
        }
        _ => digits(state, at),
    }
}

/// As on dice, all of one colour.
fn pips(state: CellState, at: (f32, f32)) -> Option<[u8; 3]> {
    const PLACES: [&[(i8, i8)]; 8] = [
        &[(0, 0)],
        &[(-1, -1), (1, 1)],
        &[(-1, -1), (0, 0), (1, 1)],
        &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
        &[(-1, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (1, 1)],
        &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
    ];
    match state {
        CellState::Open(number @ 1..=8) => {
            let mut places = PLACES[usize::from(number) - 1].iter();
            let is_pip =
                |(x, y): &(i8, i8)| disc(at, (0.55 * f32::from(*x), 0.55 * f32::from(*y)), 0.25);
            places.any(is_pip).then_some([30, 30, 40])
        }
        _ => digits(state, at),
    }
}

/// How many cells are told; none of them may be wrong.
fn right(seen: &MineReading, board: &MineBoard) -> usize {
    assert_eq!(
        (seen.cells.rows(), seen.cells.columns()),
        (board.cells.rows(), board.cells.columns())
    );
    for (cell, reading) in seen.cells.cells() {
        let right = reading.value.is_none_or(|read| read == board.cells[cell]);
        assert!(right, "{cell:?}: {reading:?}");
    }
    seen.cells.iter().filter(|reading| reading.value.is_some()).count()
}

/// What a stand-in teaches, as it is saved.
fn learned(drawn: &Drawn, board: &MineBoard) -> TaughtMineLook {
    let lesson = teach("mine", &drawn.picture(board), &known(board), None).unwrap();
    saved(&lesson)
}

fn saved(lesson: &MineLesson) -> TaughtMineLook {
    assert!(lesson.is_good(), "{:?}", lesson.comparison);
    TaughtMineLook::from_file("mine", &lesson.look.to_file()).unwrap()
}

#[test]
fn cells_that_are_not_square_are_learned_and_read() {
    let (first, later) = (board(FIRST), board(LATER));
    for cell in [(40, 31), (56, 34), (27, 44)] {
        let drawn = Drawn { cell, mark: digits, empty: [222, 224, 228] };
        let look = learned(&drawn, &first);
        let seen = MineReader::with([look]).read(&drawn.picture(&later)).unwrap();
        assert!(right(&seen, &later) >= 34, "{cell:?}");
        // A tap goes where the cell is.
        let (w, h) = (f64::from(cell.0), f64::from(cell.1));
        let middle = seen.in_picture((4, 1)).centre();
        let off_x = middle.x - (f64::from(MARGIN) + 1.5 * w);
        let off_y = middle.y - (f64::from(MARGIN) + 4.5 * h);
        assert!(off_x.abs() < 2.0 && off_y.abs() < 2.0, "{cell:?}: {middle:?}");
        let native = seen.placement.rect_to_picture(seen.cell_area((4, 1))).centre();
        assert!((native.x - middle.x).hypot(native.y - middle.y) < 0.01);
    }
}

#[test]
fn a_shipped_look_is_read_in_a_stretched_picture() {
    for (text, state) in [(FIRST, GameState::Playing), (LATER, GameState::Playing)] {
        let board = board(text);
        let picture = draw(&board, state, 12, 3);
        for (x, y) in [(1.25, 1.0), (1.0, 1.3), (1.6, 1.0), (0.8, 1.0)] {
            let size = |pixels: u32, by: f64| (f64::from(pixels) * by).round() as u32;
            let (width, height) = (size(picture.width(), x), size(picture.height(), y));
            let stretched = resize(&picture, width, height, FilterType::CatmullRom);
            let seen = MineReader::new().read(&stretched).unwrap();
            let told = right(&seen, &board);
            assert!(told >= 34, "{x} x {y}: {told} cells of\n{board}");
        }
    }
}

#[test]
fn signs_in_place_of_digits_are_learned() {
    // All numbers but the last; then all of them.
    let first =
        board("1F2221000/123FF1000/02F653100/02FFF.310/025.7FF10/02F..F521/13F44F3F./1F3F21.11");
    let all =
        board("F11112F4./112F23F.F/002F34.8F/0012F3.FF/11223333./1F3F2F2.1/12F332.3F/012F1113F");
    for (name, mark) in [("discs", discs as fn(_, _) -> _), ("pips", pips)] {
        for cell in [(30, 30), (33, 33)] {
            let drawn = Drawn { cell, mark, empty: [244, 244, 246] };
            let look = learned(&drawn, &first);
            assert_eq!(look.unknown_numbers(), [8], "{name}");
            let mut reader = MineReader::only(look);
            let seen = reader.read(&drawn.picture(&first)).unwrap();
            assert_eq!(right(&seen, &first), 72, "{name}");
            // What was not shown is taken for nothing else.
            if let Ok(seen) = reader.anew().read(&drawn.picture(&all)) {
                right(&seen, &all);
                assert_eq!(seen.cells[(2, 7)].value, None, "{name}");
            }
        }
    }
}

#[test]
fn the_look_that_tells_most_is_taken() {
    let (first, later) = (board(FIRST), board(LATER));
    // As the built-in game, with a colour of its own where no mine is near: the look that ships tells the rest.
    let picture = |board: &MineBoard| {
        let mut picture = draw(board, GameState::Playing, 12, 2);
        let plain = MineReader::new().read(&picture).unwrap();
        for (cell, _) in board.cells.cells().filter(|(_, state)| **state == CellState::Open(0)) {
            let area = plain.in_picture(cell);
            for y in 4..area.h as u32 {
                for x in 4..area.w as u32 {
                    picture.put_pixel(area.x as u32 + x, area.y as u32 + y, Rgb([236, 226, 150]));
                }
            }
        }
        picture
    };
    let shipped = MineReader::new().read(&picture(&later));
    assert!(shipped.is_ok_and(|seen| seen.look == "windows-classic" && right(&seen, &later) < 36));
    let lesson = teach("mine", &picture(&first), &known(&first), None).unwrap();
    let mut reader = MineReader::with([saved(&lesson)]);
    let seen = reader.read(&picture(&later)).unwrap();
    assert_eq!((seen.look.as_str(), right(&seen, &later)), ("mine", 36));
    // What a look that ships tells wholly is left to it.
    let plain = reader.anew().read(&draw(&later, GameState::Playing, 12, 2)).unwrap();
    assert_eq!((plain.look.as_str(), right(&plain, &later)), ("windows-classic", 36));
}

#[test]
fn another_picture_teaches_what_the_first_did_not_show() {
    let drawn = Drawn { cell: (30, 30), mark: discs, empty: [244, 244, 246] };
    let first = board("0000000/0011100/001F211/001...1/001.F21/001F210");
    let other = board("FF.1100/222F332/002.FF./001FF42/0024.20/001FF10");
    let both = board("00001.F/01122.2/12F3F21/1F3F.10/11.2332/0113..F/01F3F42");
    let look = learned(&drawn, &first);
    assert_eq!(look.unknown_numbers(), [3, 4, 5, 6, 7, 8]);
    let alone = MineReader::only(look.clone()).read(&drawn.picture(&both));
    assert!(alone.is_err() || alone.is_ok_and(|seen| right(&seen, &both) < 49));
    let lesson =
        teach_more("mine", Some(&look), &drawn.picture(&other), &known(&other), None).unwrap();
    let look = saved(&lesson);
    assert_eq!((look.pictures(), look.unknown_numbers()), (2, vec![5, 6, 7, 8]));
    let seen = MineReader::only(look).read(&drawn.picture(&both)).unwrap();
    assert_eq!(right(&seen, &both), 49);
}

#[test]
fn the_cell_that_the_game_marks_is_the_safe_first_one() {
    let board = board("....../....../.+..../....../....../...... left 6");
    for scale in 1..=3 {
        let seen = MineReader::new().read(&draw(&board, GameState::Fresh, 0, scale)).unwrap();
        assert_eq!(right(&seen, &board), 36, "at scale {scale}");
        assert_eq!(seen.state.value, Some(GameState::Fresh));
        let board = seen.board().unwrap();
        let analysis = Analysis::of(&board, MineStrategy::Best, (0, 0)).unwrap();
        assert_eq!((analysis.safe.clone(), analysis.mine[(2, 1)]), (vec![(2, 1)], 0.0));
        let advice = panel::of_board(&board, &analysis).advice.unwrap();
        assert!(advice.contains("row 3, column 2") && advice.contains("marks"), "{advice}");
    }
}
