//! The built-in game, whose every cell is known, is read at every scale.

use grid::geometry::{Point, Rect};
use grid::reading::{Reading, Unreadable};
use grid::{Cell, Grid};
use image::imageops::{self, FilterType, resize};
use image::{Rgb, RgbImage};
use lab::distort::{Compression, Cover, Distortion, Kernel, Step, Subject};
use lab::minesweeper::arcade::draw::{Palette, draw, draw_in, face};
use minesweeper::board::{CellState, GameState, MineBoard, MineCount};
use minesweeper::notation::parse_board;
use minesweeper_game::screen::taught::TaughtMineLook;
use minesweeper_game::screen::teach::{MineTeachError, teach};
use minesweeper_game::screen::{CellLattice, MineReader, MineReading, NoMineBoard};
use minesweeper_game::truth::MineTruth;
use session::truth::compare;

fn boards() -> Vec<(MineBoard, GameState)> {
    [
        ("..../...1/..../.... left 3", GameState::Playing),
        ("1F1.../1121../0012F./001F32/001110/000000 left 4", GameState::Playing),
        ("X101*./1101../001?W*/001*21/001110/000000 left 4", GameState::Lost),
        ("FFF..F/F8F7F./FFFF.F/24F56F/0123F./001F2. left 0", GameState::Playing),
        ("F1000/11000/00000/00000/00000 left 0", GameState::Won),
        ("...../...../...../...../..... left 5", GameState::Fresh),
    ]
    .map(|(text, state)| (parse_board(text).unwrap(), state))
    .to_vec()
}

#[test]
fn the_built_in_game_is_read_at_every_scale() {
    for (board, state) in boards() {
        for scale in 1..=4 {
            let picture = draw(&board, state, 12, scale);
            let seen = MineReader::new().read(&picture).unwrap();
            for (cell, reading) in seen.cells.cells() {
                let read = reading.value.is_none_or(|read| read == board.cells[cell]);
                assert!(read, "{cell:?} at scale {scale}: {reading:?} in\n{board}");
            }
            let drawn = face((board.cells.rows(), board.cells.columns())).centre();
            let drawn = Point::new(drawn.x * f64::from(scale), drawn.y * f64::from(scale));
            let restart = seen.restart.map(|face| seen.placement.rect_to_picture(face));
            assert!(
                restart.is_some_and(|face| face.contains(drawn)),
                "at scale {scale}: {restart:?}"
            );
            let unread = seen.cells.iter().filter(|reading| reading.value.is_none()).count();
            assert_eq!(unread, 0, "at scale {scale}:\n{board}");
            assert_eq!(seen.state.value, Some(state), "at scale {scale}:\n{board}");
            assert_eq!(seen.board().map(|board| board.cells), Some(board.cells.clone()));
            let counter = seen.mines_left.value.map(MineCount::Left);
            assert_eq!(counter, Some(board.mines), "at scale {scale}:\n{board}");
            assert_eq!(seen.clock.value, Some(12), "at scale {scale}");
        }
    }
}

/// minesweeper.online has two dark themes.
#[test]
fn dark_themes_are_read_at_every_scale() {
    for (look, palette) in [("online-dark", Palette::DARK), ("online-night", Palette::NIGHT)] {
        for (board, state) in boards() {
            for scale in 1..=3 {
                let case = format!("{look} at scale {scale}:\n{board}");
                let picture = draw_in(&palette, &board, state, 12, scale);
                let seen =
                    MineReader::new().read(&picture).unwrap_or_else(|e| panic!("{e}: {case}"));
                assert_eq!(seen.look, look, "{case}");
                let cells = seen.board().map(|board| board.cells);
                assert_eq!(cells, Some(board.cells.clone()), "{case}");
                assert_eq!(seen.state.value, Some(state), "{case}");
                let counter = seen.mines_left.value.map(MineCount::Left);
                assert_eq!(counter, Some(board.mines), "{case}");
                assert_eq!(seen.clock.value, Some(12), "{case}");
            }
        }
    }
}

/// The board with a counter that shows this, right or not.
fn with_counter(cells: &str, left: i64) -> MineBoard {
    MineBoard { mines: MineCount::Left(left), ..parse_board(cells).unwrap() }
}

#[test]
fn every_number_on_counter_and_clock_is_read() {
    for (left, clock) in [(-7, 0), (123, 45), (456, 678), (789, 907), (0, 999)] {
        let board = with_counter("X.../..../...1/....", left);
        let seen = MineReader::new().read(&draw(&board, GameState::Lost, clock, 2)).unwrap();
        assert_eq!(seen.mines_left.value, Some(left));
        assert_eq!(seen.clock.value.map(u64::from), Some(clock));
    }
}

#[test]
fn a_counter_of_more_mines_than_closed_cells_is_not_told() {
    let read = |left| {
        let board = with_counter("F1000/11000/00000/00011/0001.", left);
        MineReader::new().read(&draw(&board, GameState::Playing, 0, 2)).unwrap().mines_left
    };
    assert_eq!(read(1).value, Some(1));
    assert_eq!(read(3).why, Some(Unreadable::Contradicts));
}

/// Cells of GNOME Mines' theme bgcolors, most of them open and nearly as light as the gaps between them.
#[test]
fn few_contrasts_do_not_move_the_board_by_a_pixel() {
    let gap = Rgb([0xf6, 0xf5, 0xf4]);
    for (pitch, left, top) in [(46, 34, 69), (27, 34, 68), (33, 21, 52), (62, 9, 75)] {
        let picture = RgbImage::from_fn(left + 8 * pitch + 60, top + 8 * pitch + 20, |x, y| {
            let at = |at: u32, from: u32| at.checked_sub(from).filter(|at| *at < 8 * pitch);
            let (Some(x), Some(y)) = (at(x, left), at(y, top)) else { return gap };
            let is_gap = |at: u32| at % pitch < 2 || at % pitch >= pitch - 2;
            match x / pitch {
                _ if is_gap(x) || is_gap(y) => gap,
                7 => Rgb([0xba, 0xbd, 0xb6]),
                _ => Rgb([0xde, 0xde, 0xdc]),
            }
        });
        let area = MineReader::new().read(&picture).unwrap().lattice.area();
        assert_eq!((area.x, area.y), (f64::from(left), f64::from(top)), "pitch {pitch}");
    }
}

/// A picture of ours with its levels changed, from 0 to 1 each.
fn in_light(name: &str, change: impl Fn(usize, f64) -> f64) -> RgbImage {
    let mut picture = recorded(name);
    for pixel in picture.pixels_mut() {
        pixel.0 = std::array::from_fn(|i| {
            (255.0 * change(i, f64::from(pixel.0[i]) / 255.0)).round().clamp(0.0, 255.0) as u8
        });
    }
    picture
}

/// A night mode, a dimmed screen and an HDR one, each as it is.
#[test]
fn a_board_in_another_light_is_read() {
    let night = |i: usize, v: f64| [1.0, 0.82, 0.62][i] * v;
    let dimmed = |_, v: f64| 0.45 * v;
    let washed_out = |_, v: f64| 0.2 + 0.7 * v;
    let lights: [&dyn Fn(usize, f64) -> f64; 3] = [&night, &dimmed, &washed_out];
    for name in [
        "gnome-classic-playing.png",
        "gnome-bgcolors-expert.png",
        "kmines-classic-playing.png",
        "sgt-completed.png",
    ] {
        let own = MineReader::new().read(&in_light(name, |_, v| v)).unwrap();
        assert!(own.in_own_light);
        let told = |seen: &MineReading| {
            seen.cells.rows() * seen.cells.columns()
                - seen.cells.iter().filter(|cell| cell.value.is_none()).count()
        };
        for (i, light) in lights.iter().enumerate() {
            let mut reader = MineReader::new();
            let picture = in_light(name, light);
            let seen = reader.read(&picture).unwrap_or_else(|why| panic!("{name}, {i}: {why}"));
            for (cell, reading) in seen.cells.cells() {
                let is = own.cells[cell].value;
                assert!(
                    reading.value.is_none() || reading.value == is,
                    "{name}, {i}: {cell:?} {reading:?} {is:?}"
                );
            }
            assert!(100 * told(&seen) >= 98 * told(&own), "{name}, {i}: {}", told(&seen));
            // The next picture is read in the same light, and one in the looks' own as that.
            assert_eq!(reader.read(&picture).unwrap().cells, seen.cells);
            assert!(reader.read(&in_light(name, |_, v| v)).unwrap().in_own_light);
        }
    }
}

/// Dimmed themes of a site, and a board of which a line at the end has neither a number nor a mark.
#[test]
fn a_small_dimmed_board_is_read() {
    let (board, state) = &boards()[1];
    assert!(board.cells.row(board.cells.rows() - 1).iter().all(|cell| *cell == CellState::Open(0)));
    for palette in [Palette::CLASSIC, Palette::DARK, Palette::NIGHT] {
        for brightness in [0.75, 0.6, 0.45] {
            let mut picture = draw_in(&palette, board, *state, 12, 2);
            for pixel in picture.pixels_mut() {
                pixel.0 = pixel.0.map(|level| (f64::from(level) * brightness).round() as u8);
            }
            let seen = MineReader::new()
                .read(&picture)
                .unwrap_or_else(|why| panic!("{palette:?} at {brightness}: {why}"));
            let cells = seen.board().map(|board| board.cells);
            assert_eq!(cells, Some(board.cells.clone()), "{palette:?} at {brightness}");
        }
    }
}

/// A program dims its window while it asks something: what lies over it is to be answered first.
#[test]
fn a_board_that_is_dimmed_later_on_is_not_read() {
    let mut reader = MineReader::new();
    let dimmed = in_light("kmines-classic-playing.png", |_, v| 0.45 * v);
    assert!(!reader.read(&dimmed).unwrap().in_own_light);
    assert!(reader.read(&in_light("kmines-classic-playing.png", |_, v| v)).unwrap().in_own_light);
    assert!(reader.read(&dimmed).is_err());
}

/// Nothing but buttons, which any light may have made of a look's closed cells.
#[test]
fn a_grid_without_numbers_is_no_board_in_another_light() {
    let fresh = in_light("kmines-default-fresh.png", |_, v| 0.5 * v);
    assert!(MineReader::new().read(&fresh).is_err());
}

/// Of a board that was read before only the number is in doubt; in a first picture, whether this is the look that it seems.
#[test]
fn a_number_that_its_neighbours_cannot_meet_is_not_told() {
    let board = |rows: &str| parse_board(&format!("{rows} left 2")).unwrap();
    let (right, wrong) =
        (board("00000/00000/00000/0011./001.."), board("00000/05000/00000/0011./001.."));
    let mut reader = MineReader::new();
    let mut read = |board| reader.read(&draw(board, GameState::Playing, 0, 2));
    assert!(matches!(read(&wrong), Err(NoMineBoard::Unlike { unread: 1, .. })));
    assert_eq!(read(&right).unwrap().cells[(1, 1)].value, Some(CellState::Open(0)));
    let seen = read(&wrong).unwrap();
    assert_eq!(seen.cells[(1, 1)].value, None);
    assert_eq!(seen.cells[(0, 0)].value, Some(wrong.cells[(0, 0)]));
}

/// A filter for the colour-blind makes flags look like mines.
#[test]
fn a_mine_that_is_shown_though_none_exploded_is_not_believed() {
    let read = |rows: &str| {
        let board = parse_board(&format!("{rows} left 2")).unwrap();
        MineReader::new().read(&draw(&board, GameState::Lost, 0, 2))
    };
    let told = read("00000/00000/00011/0012*/001X.").unwrap();
    assert_eq!(told.state.value, Some(GameState::Lost));
    for rows in ["00000/00000/00011/0012*/001..", "00000/00000/00011/0012./001.W"] {
        assert!(matches!(read(rows), Err(NoMineBoard::Unlike { unread: 1, .. })), "{rows}");
    }
}

#[test]
fn a_cell_that_is_held_down_is_not_told() {
    let board = parse_board("...../.0.../...../..111/..100 left 3").unwrap();
    let seen = MineReader::new().read(&draw(&board, GameState::Playing, 0, 2)).unwrap();
    assert_eq!(seen.cells[(1, 1)].value, None);
    assert_eq!(seen.cells[(4, 4)].value, Some(board.cells[(4, 4)]));
}

/// A window of GNOME Mines whose right part is missing, and with it half a column.
#[test]
fn a_board_that_is_cut_off_is_refused() {
    let mut picture = recorded("gnome-default-expert.png");
    for (_, _, pixel) in picture.enumerate_pixels_mut().filter(|(x, ..)| *x > 23 + 31 * 20 + 15) {
        *pixel = Rgb([0xf6, 0xf5, 0xf4]);
    }
    assert_eq!(MineReader::new().read(&picture), Err(NoMineBoard::CutOff));
}

/// Pictures that end within a board, through its cells or between them, by any part of a cell and on each side.
#[test]
fn a_part_of_a_board_is_not_taken_for_all_of_it() {
    let (mut refused, mut tried) = (0, 0);
    for name in ["winemine-playing.png", "kmines-default-34.png", "sgt-completed.png"] {
        let whole = recorded(name);
        let truth = MineReader::new().read(&whole).unwrap();
        let (rows, columns) = (truth.cells.rows(), truth.cells.columns());
        let area = truth.lattice.area();
        let pitch = truth.lattice.x.pitch();
        for step in 0..3 {
            // From a third of a cell to half the board, and what lies beside it.
            let cut = |cells: usize| pitch * (0.3 + f64::from(step) / 2.3 * (cells as f64 / 2.0));
            let left = (area.x + cut(columns)) as u32;
            let top = (area.y + cut(rows)) as u32;
            let right = (area.x + area.w - cut(columns)) as u32;
            let bottom = (area.y + area.h - cut(rows)) as u32;
            let (w, h) = whole.dimensions();
            for (x, y, w, h) in
                [(left, 0, w - left, h), (0, top, w, h - top), (0, 0, right, h), (0, 0, w, bottom)]
            {
                let part = image::imageops::crop_imm(&whole, x, y, w, h).to_image();
                tried += 1;
                match MineReader::new().read(&part) {
                    Ok(seen) => {
                        let seen = (seen.cells.rows(), seen.cells.columns());
                        assert_eq!(seen, (rows, columns), "{name} from ({x}, {y}), {w}x{h}");
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(refused > tried / 2, "{refused} of {tried}");
}

/// Of the next cells no more is seen than the gap before them, and a little.
#[test]
fn a_board_that_is_cut_off_in_a_gap_is_refused() {
    let whole = recorded("gnome-bgcolors-small.png");
    let area = MineReader::new().read(&whole).unwrap().lattice.area();
    let pitch = area.w / 8.0;
    for beyond in [2, 3] {
        let x = (area.x + 4.0 * pitch) as u32 - beyond;
        let part = imageops::crop_imm(&whole, x, 0, whole.width() - x, whole.height()).to_image();
        assert_eq!(MineReader::new().read(&part).err(), Some(NoMineBoard::CutOff), "{beyond}");
    }
}

#[test]
fn a_counter_that_the_picture_cuts_off_is_not_read_in_part() {
    let whole = recorded("gnome-classic-playing.png");
    let seen = MineReader::new().read(&whole).unwrap();
    let (left, area) = (seen.mines_left.value, seen.lattice.area());
    let (mut told, mut reader) = (0, MineReader::new());
    for width in ((area.x + area.w) as u32 + 20..whole.width()).step_by(3) {
        let part = imageops::crop_imm(&whole, 0, 0, width, whole.height()).to_image();
        let Ok(seen) = reader.read(&part) else { continue };
        assert!(seen.mines_left.value.is_none_or(|read| Some(read) == left), "{width}: {seen:?}");
        told += usize::from(seen.mines_left.value.is_some());
    }
    assert!(told > 0);
}

fn recorded(file: &str) -> RgbImage {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/minesweeper");
    image::open(format!("{folder}/{file}")).unwrap().to_rgb8()
}

#[test]
fn a_board_of_which_columns_are_covered_but_for_a_few_cells_is_refused() {
    let mut picture = recorded("kmines-default-34.png");
    imageproc::drawing::draw_filled_rect_mut(
        &mut picture,
        imageproc::rect::Rect::at(361, 118).of_size(284, 326),
        Rgb([30, 32, 36]),
    );
    let covered = NoMineBoard::Covered { rows: 16, columns: 8 };
    assert_eq!(MineReader::new().read(&picture), Err(covered));
}

/// A plain window over the last rows: of the first of them a strip is seen.
#[test]
fn a_row_of_which_only_a_strip_is_seen_is_not_taken_for_a_frame() {
    for (name, strip) in [("kmines-default-fresh.png", 0.4), ("gnome-bgcolors-hovered.png", 0.11)] {
        let mut picture = recorded(name);
        let truth = MineReader::new().read(&picture).unwrap();
        let (rows, columns) = (truth.cells.rows(), truth.cells.columns());
        let last = truth.lattice.cell((rows - 1, 0));
        let top = (last.y + strip * last.h) as i32;
        imageproc::drawing::draw_filled_rect_mut(
            &mut picture,
            imageproc::rect::Rect::at(0, top).of_size(2000, 2000),
            Rgb([222, 222, 222]),
        );
        let seen = MineReader::new().read(&picture);
        let covered = NoMineBoard::Covered { rows: rows - 1, columns };
        assert!(seen == Err(covered) || seen == Err(NoMineBoard::CutOff), "{name}: {seen:?}");
    }
}

/// Under a light panel closed cells may look open, under a dark one open ones closed; and a black bar over the upper
/// parts of scenes may look like mines.
#[test]
fn no_cell_is_told_wrong_under_a_panel() {
    let panels = [(250.0, 0.55), (250.0, 0.6), (250.0, 0.64), (20.0, 0.12), (20.0, 0.2)];
    let uneven = panels.map(|panel| ("gnome-bgcolors-uneven.png", [350, 110, 690, 212], panel));
    let green = ("kmines-green-42.png", [92, 101, 206, 129], (20.0, 1.0));
    let graveyard = ("kmines-graveyard-38.png", [545, 30, 780, 104], (240.0, 0.33));
    let mut read = 0;
    for (name, [left, top, right, bottom], (panel, opacity)) in
        uneven.into_iter().chain([green, graveyard])
    {
        let whole = recorded(name);
        let truth = MineReader::new().read(&whole).unwrap();
        let mut picture = whole.clone();
        let (right, bottom) = (right.min(whole.width()), bottom.min(whole.height()));
        for (x, y) in (left..right).flat_map(|x| (top..bottom).map(move |y| (x, y))) {
            let shown = |c: u8| (f32::from(c) * (1.0 - opacity) + panel * opacity).round() as u8;
            picture.put_pixel(x, y, Rgb(whole.get_pixel(x, y).0.map(shown)));
        }
        let Ok(seen) = MineReader::new().read(&picture) else { continue };
        read += 1;
        let wrong = |(cell, seen): &(Cell, &Reading<CellState>)| {
            seen.value.is_some_and(|seen| truth.cells[*cell].value != Some(seen))
        };
        let wrong: Vec<_> = seen.cells.cells().filter(wrong).collect();
        assert!(wrong.is_empty(), "{name} {panel} {opacity}: {wrong:?}");
    }
    assert!(read >= 3, "all but {read} were refused");
}

/// A window with a text and pictures over the last rows, but for the last column of them.
#[test]
fn rows_under_a_window_are_not_taken_for_the_end_of_the_board() {
    for name in ["winemine-playing.png", "winemine-fresh.png", "gnome-fresh.png"] {
        let whole = recorded(name);
        let truth = MineReader::new().read(&whole).unwrap();
        let (rows, columns) = (truth.cells.rows(), truth.cells.columns());
        for covered in 2..rows - 4 {
            let mut picture = whole.clone();
            let (first, last) =
                (truth.lattice.cell((rows - covered, 0)), truth.lattice.cell((0, columns - 1)));
            let (left, top) = (first.x as u32 - 3, first.y as u32);
            let window =
                (left..last.x as u32).flat_map(|x| (top..whole.height()).map(move |y| (x, y)));
            for (x, y) in window {
                let patch =
                    (x / 23).wrapping_mul(7919).wrapping_add(y / 19).wrapping_mul(2_654_435_761);
                picture.put_pixel(x, y, Rgb([24, 16, 8].map(|shift| (patch >> shift) as u8)));
            }
            let seen = MineReader::new().read(&picture).map(|seen| seen.cells.rows());
            assert!(seen.is_err() || seen == Ok(rows), "{name}: {covered} rows covered: {seen:?}");
        }
    }
}

/// Draws what one cell shows over another.
fn copy_cell(picture: &mut RgbImage, lattice: &CellLattice, from: Cell, to: Cell) {
    let (from, to) = (lattice.cell(from), lattice.cell(to));
    let (x, y) = (from.x as u32, from.y as u32);
    let cell = image::imageops::crop_imm(picture, x, y, from.w as u32, from.h as u32).to_image();
    image::imageops::replace(picture, &cell, to.x as i64, to.y as i64);
}

/// GNOME Mines shows its keyboard's cursor by a colour that a closed cell and an open one have alike.
#[test]
fn a_cell_under_the_keyboards_cursor_is_told_by_its_mark_or_by_the_cells_around_it() {
    let picture = recorded("gnome-default-cursor.png");
    let mut reader = MineReader::new();
    let seen = reader.read(&picture).unwrap();
    let shown = seen.board().unwrap().cells;
    let cursor = (0, 7);
    assert_eq!(shown[cursor], CellState::Open(0));
    let mut told = 0;
    for (cell, state) in shown.cells() {
        let mut picture = picture.clone();
        copy_cell(&mut picture, &seen.lattice, cursor, cell);
        copy_cell(&mut picture, &seen.lattice, (0, 3), cursor);
        let cursor_hides_it = state.number() > Some(0);
        match reader.read(&picture) {
            Ok(now) if !cursor_hides_it => {
                assert_eq!(now.cells[cell].value, Some(*state), "{cell:?}");
                told += 1;
            }
            // A number that is painted over is not a blank cell of a game.
            Ok(now) => assert_ne!(now.cells[cell].value, Some(CellState::Open(0)), "{cell:?}"),
            Err(why) => panic!("{cell:?}: {why}"),
        }
    }
    assert!(told > 40, "{told} cells");
}

/// In GNOME Mines a closed cell under the pointer has the colour of one that was opened in a lost game. There is one
/// pointer: where two cells look so, neither is told.
#[test]
fn of_two_cells_that_look_as_under_the_pointer_none_is_told() {
    let mut picture = recorded("gnome-bgcolors-hovered.png");
    let seen = MineReader::new().read(&picture).unwrap();
    let (last, first) = ((7, 7), (0, 7));
    assert_eq!(seen.cells[last].value, Some(CellState::Closed));
    copy_cell(&mut picture, &seen.lattice, last, first);
    let seen = MineReader::new().read(&picture).unwrap();
    assert_eq!([first, last].map(|cell| seen.cells[cell].value), [None, None]);
}

/// A picture in which each channel's level is another.
fn relit(picture: &RgbImage, level: impl Fn(f32) -> f32) -> RgbImage {
    let mut relit = picture.clone();
    for pixel in relit.pixels_mut() {
        pixel.0 = pixel.0.map(|c| (255.0 * level(f32::from(c) / 255.0)).round() as u8);
    }
    relit
}

fn enlarged(picture: &RgbImage, by: f64, filter: FilterType) -> RgbImage {
    let side = |length: u32| (f64::from(length) * by).round() as u32;
    resize(picture, side(picture.width()), side(picture.height()), filter)
}

/// A picture as a poor JPEG.
fn compressed(picture: &RgbImage, seed: u64, quality: u8, subsampled: bool) -> RgbImage {
    distorted(picture, seed, vec![Step::Compress(Compression::Jpeg { quality, subsampled })])
}

fn distorted(picture: &RgbImage, seed: u64, steps: Vec<Step>) -> RgbImage {
    let touch = MineReader::new().read(picture).unwrap().placement;
    let subject = Subject { picture: picture.clone().into(), touch, top: None };
    Distortion { seed, steps }.apply(&subject, &subject).picture
}

/// What is read of pictures in which a smaller part tells marks, or a look's colours are another look's: the truth
/// or nothing. Each of these was read wrong once.
#[test]
fn what_is_changed_is_read_right_or_not_at_all() {
    let expert = recorded("gnome-bgcolors-expert.png");
    let fresh = recorded("kmines-default-fresh.png");
    let classic = recorded("gnome-classic-expert.png");
    let (small, lost) = (recorded("gnome-bgcolors-small.png"), recorded("kmines-green-lost.png"));
    let (playing, scene) =
        (recorded("gnome-classic-playing.png"), recorded("kmines-graveyard-38.png"));
    let [light, dark] = [0.7, 1.0 / 0.7].map(|power| relit(&expert, |level| level.powf(power)));
    // The edge of a light panel is as light as a flag of this theme.
    let graveyard = recorded("kmines-graveyard-24-fresh.png");
    let panel = vec![
        Step::Scale { x: 2.0, y: 2.0, kernel: Kernel::Nearest },
        Step::Cover(Cover::Panel {
            area: Rect::new(
                329.405_052_897_379_4,
                210.817_651_892_650_87,
                93.031_676_710_776_88,
                68.472_098_205_009_36,
            ),
            colour: [235, 240, 250],
            opacity: 0.550_206_043_471_297_1,
        }),
    ];
    let pale = |share: f32| relit(&lost, |level| 0.5 + share * (level - 0.5));
    for (original, changed) in [
        (&expert, light),
        (&expert, dark),
        (&expert, enlarged(&expert, 2.237, FilterType::Triangle)),
        (&expert, enlarged(&expert, 2.457, FilterType::CatmullRom)),
        (&expert, enlarged(&expert, 0.927, FilterType::CatmullRom)),
        (&expert, enlarged(&expert, 0.74, FilterType::Lanczos3)),
        (&fresh, enlarged(&fresh, 3.994_16, FilterType::Nearest)),
        (&classic, enlarged(&classic, 0.89, FilterType::Triangle)),
        (&classic, enlarged(&classic, 0.89, FilterType::CatmullRom)),
        (&classic, enlarged(&classic, 0.89, FilterType::Nearest)),
        (&small, enlarged(&small, 906.0 / 610.0, FilterType::Triangle)),
        (&small, enlarged(&small, 1.285, FilterType::Lanczos3)),
        (&lost, pale(0.549)),
        (&lost, pale(0.578)),
        (&playing, compressed(&playing, 13_930_795_779_859_541_671, 26, true)),
        (&playing, compressed(&playing, 6_389_326_802_219_549_253, 16, true)),
        (&scene, compressed(&scene, 4_002_380_542_190_124_183, 36, true)),
        (&graveyard, distorted(&graveyard, 12_414_786_436_570_220_460, panel)),
    ] {
        let truth = MineReader::new().read(original).unwrap().cells;
        let Ok(seen) = MineReader::new().read(&changed) else { continue };
        let size = |cells: &Grid<_>| (cells.rows(), cells.columns());
        assert_eq!(size(&seen.cells), size(&truth), "{:?}", changed.dimensions());
        for (cell, reading) in seen.cells.cells() {
            let right = reading.value.is_none() || reading.value == truth[cell].value;
            assert!(right, "{cell:?} of {:?}: {reading:?}", changed.dimensions());
        }
    }
}

/// As where a picture of few colours has none for the ground of a number: what stands on the ground decides.
#[test]
fn a_number_on_the_ground_of_another_is_not_taken_for_that() {
    let picture = recorded("gnome-bgcolors-expert.png");
    let seen = MineReader::new().read(&picture).unwrap();
    let first = |number| {
        let mut cells = seen.cells.cells();
        cells.find(|(_, seen)| seen.value == Some(CellState::Open(number))).unwrap().0
    };
    let corner = |cell: Cell| {
        let Rect { x, y, w, h } = seen.lattice.cell(cell);
        *picture.get_pixel((x + 0.2 * w) as u32, (y + 0.2 * h) as u32)
    };
    for (number, other) in [(3, 2), (2, 3)] {
        let (cell, grounds) = (first(number), [first(number), first(other)].map(corner));
        let mut changed = picture.clone();
        let area = seen.lattice.cell(cell);
        for (x, y, pixel) in changed.enumerate_pixels_mut() {
            if area.contains(Point::new(x.into(), y.into())) && *pixel == grounds[0] {
                *pixel = grounds[1];
            }
        }
        let read = MineReader::new().read(&changed).unwrap().cells[cell].value;
        assert!(read.is_none_or(|read| read == CellState::Open(number)), "{number}: {read:?}");
    }
}

/// As in a picture of 16 colours, in which a flag's red lies around it. Without the count of flags, numbers that do not see
/// all their mines contradict it.
#[test]
fn an_exploded_mine_while_others_are_hidden_is_no_loss() {
    let lost = recorded("gnome-classic-lost.png");
    let mut picture = recorded("gnome-classic-playing.png");
    let find = |picture: &RgbImage, state: CellState| {
        let seen = MineReader::new().read(picture).unwrap();
        let mut cells = seen.cells.cells();
        let (cell, _) = cells.find(|(_, seen)| seen.value == Some(state)).unwrap();
        (cell, seen.lattice.cell(cell))
    };
    let (_, exploded) = find(&lost, CellState::Exploded);
    let (cell, flag) = find(&picture, CellState::Flag);
    let [x, y, w, h] = [exploded.x, exploded.y, exploded.w, exploded.h].map(|at| at.round() as u32);
    let mine = imageops::crop_imm(&lost, x, y, w, h).to_image();
    let size = [flag.w, flag.h].map(|side| side.round() as u32);
    let mine = resize(&mine, size[0], size[1], FilterType::Triangle);
    imageops::replace(&mut picture, &mine, flag.x.round() as i64, flag.y.round() as i64);
    let seen = MineReader::new().read(&picture).unwrap();
    assert_eq!((seen.state.value, seen.cells[cell].value), (None, None));
    let board = seen.lattice.area();
    let beside =
        picture.enumerate_pixels_mut().filter(|(x, ..)| f64::from(*x) > board.x + board.w + 9.0);
    beside.for_each(|(.., pixel)| *pixel = Rgb([0xf6, 0xf5, 0xf4]));
    let seen = MineReader::new().read(&picture).unwrap();
    assert_eq!(seen.mines_left.why, Some(Unreadable::Absent));
    assert_eq!((seen.state.value, seen.cells[cell].value), (None, None));
}

#[test]
fn a_board_enlarged_unevenly_is_read_to_its_last_row() {
    let fresh = recorded("kmines-default-fresh.png");
    let seen = MineReader::new().read(&enlarged(&fresh, 3.994_16, FilterType::Nearest)).unwrap();
    assert_eq!((seen.cells.rows(), seen.cells.columns()), (9, 9));
    assert!(seen.cells.iter().all(|cell| cell.value == Some(CellState::Closed)));
}

#[test]
fn texts_are_read_again_once_they_change() {
    let picture = recorded("gnome-default-playing.png");
    let mut reader = MineReader::new();
    let mut read = |picture: &RgbImage| {
        let seen = reader.read(picture).unwrap();
        ((seen.mines_left.value, seen.clock.value), seen.lattice.area())
    };
    let (whole, board) = read(&picture);
    assert_eq!(whole, (Some(17), Some(17)));
    assert_eq!(read(&picture).0, whole);
    let mut without = picture.clone();
    let beside =
        without.enumerate_pixels_mut().filter(|(x, ..)| f64::from(*x) > board.x + board.w + 9.0);
    beside.for_each(|(.., pixel)| *pixel = Rgb([0xf6, 0xf5, 0xf4]));
    assert_eq!(read(&without).0, (None, None));
    assert_eq!(read(&picture).0, whole);
}

#[test]
fn what_is_no_board_is_none() {
    let flat = RgbImage::from_pixel(300, 200, Rgb([192; 3]));
    assert_eq!(MineReader::new().read(&flat), Err(NoMineBoard::NoCells));
    // A grid of lines without any marks of a game.
    let grid = RgbImage::from_fn(320, 320, |x, y| {
        if x % 20 == 0 || y % 20 == 0 { Rgb([0; 3]) } else { Rgb([255; 3]) }
    });
    assert_eq!(MineReader::new().read(&grid), Err(NoMineBoard::NoCells));
    // The greens of a look without borders, in squares that are flat or shaded one way only.
    let lines = |at: u32| at.is_multiple_of(20);
    let green = |x: u32, y: u32, shade: u8| {
        let inside = (50..370).contains(&x) && (40..280).contains(&y);
        Rgb(if inside { [165 - shade, 220 - shade, 110 - shade] } else { [200; 3] })
    };
    let greens: [&dyn Fn(u32, u32) -> Rgb<u8>; 3] = [
        &|x, y| if lines(x + 10) || lines(y) { Rgb([255; 3]) } else { green(x, y, 0) },
        &|x, y| green(x, y, (y % 20) as u8 * 3 / 2),
        &|x, y| green(x, y, ((x + 10) % 20) as u8 * 3 / 2),
    ];
    for (i, green) in greens.into_iter().enumerate() {
        let picture = RgbImage::from_fn(420, 340, green);
        assert!(MineReader::new().read(&picture).is_err(), "green {i}");
    }
    for (w, h) in [(0, 0), (1, 1), (1, 900), (40, 3)] {
        assert!(MineReader::new().read(&RgbImage::new(w, h)).is_err());
    }
}

/// GNOME Mines 40 and KMines 22.12, captured by us, with the mines as their random numbers put them.
#[test]
fn recorded_windows_are_read_and_nothing_is_wrong() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/minesweeper");
    let text = std::fs::read_to_string(format!("{folder}/truth.json")).unwrap();
    let entries: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    let mut right = 0;
    for (name, entry) in &entries {
        let truth = MineTruth::from_json(entry.as_object().unwrap()).unwrap();
        let seen =
            MineReader::new().read(&recorded(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
        let result = compare(&truth, Some(&seen));
        assert_eq!(result.wrong, Vec::<String>::new(), "{name}");
        assert!(result.unreadable.len() <= 2, "{name}: {:?}", result.unreadable);
        right += result.right;
    }
    assert!(right > 2_400, "{right}");
}

#[test]
fn a_reader_follows_a_game_and_notices_another_board() {
    let mut reader = MineReader::new();
    for (board, state) in boards().into_iter().chain(boards().into_iter().rev()) {
        for _ in 0..2 {
            let seen = reader.read(&draw(&board, state, 3, 2)).unwrap();
            assert_eq!(seen.board().map(|board| board.cells), Some(board.cells.clone()));
        }
    }
    assert!(reader.read(&RgbImage::from_pixel(300, 300, Rgb([192; 3]))).is_err());
}

/// A game that is paused hides its board, under a plain panel or so that the window's ground shows: no other picture is
/// said to be of a paused game.
#[test]
fn a_paused_game_is_told_from_another_picture() {
    let (board, state) = &boards()[1];
    let playing = draw(board, *state, 12, 2);
    let mut reader = MineReader::new();
    let area = reader.read(&playing).unwrap().lattice.area();
    let (left, top) = (area.x as u32, area.y as u32);
    let with_panel = |width: u32, ground: fn(u32) -> u8| {
        let mut picture = playing.clone();
        for (x, y) in (0..width).flat_map(|x| (0..area.h as u32).map(move |y| (x, y))) {
            // What is written on it.
            let ink = (y / 4 == 10 && x % 3 == 0 && x > 20).then_some(250);
            picture.put_pixel(left + x, top + y, Rgb([ink.unwrap_or_else(|| ground(y)); 3]));
        }
        picture
    };
    let whole = area.w as u32;
    for paused in [with_panel(whole, |_| 190), with_panel(whole, |y| 100 + (y / 2) as u8)] {
        assert_eq!(reader.read(&paused).unwrap_err(), NoMineBoard::Hidden);
        assert_ne!(MineReader::new().read(&paused).unwrap_err(), NoMineBoard::Hidden);
        assert_eq!(reader.read(&playing).unwrap().cells.rows(), board.cells.rows());
    }
    for other in
        [with_panel(2 * whole / 3, |_| 190), RgbImage::new(playing.width(), playing.height())]
    {
        assert_ne!(reader.read(&other).err(), Some(NoMineBoard::Hidden));
    }
}

/// Only the cells that have changed are read of a picture that follows another: the result is the same. Where so
/// many cells contradict each other that the first picture of a board would be refused, one that was seen is read.
#[test]
fn what_follows_is_read_as_if_it_came_first() {
    let rows = "1F10001F/112F1022/001121*1/00001.21/1100011F/F1000011/22100000/F1000000";
    let end = with_counter(rows, 9);
    let mut reader = MineReader::new();
    let mut board = end.clone();
    board.cells = board.cells.map(|_| CellState::Closed);
    let mut closed = MineReader::new();
    closed.read(&draw(&board, GameState::Fresh, 0, 2)).unwrap();
    let cells: Vec<_> = end.cells.cells().map(|(cell, _)| cell).collect();
    let mut as_first = 0;
    for step in 0..cells.len() {
        let cell = cells[step * 29 % cells.len()];
        board.cells[cell] = end.cells[cell];
        // A game shows several cells at once.
        if step % 4 != 3 {
            continue;
        }
        let picture = draw(&board, GameState::Playing, step as u64 / 3, 2);
        let first = MineReader::new().read(&picture);
        as_first += usize::from(first.is_ok());
        let expected = match first {
            Err(NoMineBoard::Unlike { .. }) => closed.clone().read(&picture),
            told => told,
        };
        assert_eq!(reader.read(&picture), expected, "step {step}");
    }
    assert!(8 * as_first >= cells.len(), "{as_first} pictures were read as the first ones");
}

/// A picture of a look that is not known: its channels changed places, and lighter than before.
fn recoloured(board: &MineBoard, state: GameState, scale: u32, channels: [usize; 3]) -> RgbImage {
    let mut picture = draw(board, state, 12, scale);
    for pixel in picture.pixels_mut() {
        pixel.0 = channels.map(|i| 60 + (f32::from(pixel.0[i]) * 0.6) as u8);
    }
    for (x, y, pixel) in picture.enumerate_pixels_mut() {
        // A slope of light from one corner to the other.
        let light = ((x + y) / (8 * scale)).min(20) as u8;
        pixel.0 = pixel.0.map(|value| value + light);
    }
    picture
}

#[test]
fn a_look_is_taught_by_one_picture_and_others_are_read() {
    let shown = |board: &MineBoard| board.cells.map(|state| Some(*state));
    let (first, later) = (
        parse_board("1F1.../1121../0012F./001F32/001110/000000").unwrap(),
        parse_board("..1000/.F1011/1111.1/F1.32./22.1../F1.1..").unwrap(),
    );
    for channels in [[2, 0, 1], [1, 2, 0], [0, 0, 0]] {
        for scale in [2, 3] {
            let picture = recoloured(&first, GameState::Playing, scale, channels);
            let lesson = teach("mine", &picture, &shown(&first), None).unwrap();
            assert!(lesson.is_good(), "{channels:?}: {:?}", lesson.comparison);
            assert_eq!(lesson.look.unknown_numbers(), [4, 5, 6, 7, 8]);
            let look = TaughtMineLook::from_file("mine", &lesson.look.to_file()).unwrap();
            for other in [2, 3, 4] {
                let picture = recoloured(&later, GameState::Playing, other, channels);
                let seen = MineReader::only(look.clone()).read(&picture).unwrap();
                let truth = MineTruth {
                    cells: Some((0..6).map(|row| shown(&later).row(row).to_vec()).collect()),
                    ..MineTruth::default()
                };
                let compared = compare(&truth, Some(&seen));
                assert_eq!(compared.wrong, [""; 0], "{channels:?} at scale {other}");
                assert!(compared.right >= 33, "{channels:?} at {other}: {:?}", compared.unreadable);
            }
            // What was not shown stays unread.
            let unknown = parse_board("FFF..F/F8F7F./FFFF.F/24F56F/0123F./001F2.").unwrap();
            let picture = recoloured(&unknown, GameState::Playing, scale, channels);
            if let Ok(seen) = MineReader::only(look.clone()).read(&picture) {
                for (cell, reading) in seen.cells.cells() {
                    let right = reading.value.is_none_or(|read| read == unknown.cells[cell]);
                    assert!(right, "{channels:?}, {cell:?}: {reading:?}");
                }
            }
        }
    }
}

#[test]
fn what_teaches_nothing_is_refused_with_a_reason() {
    let cells = |text: &str| parse_board(text).unwrap().cells.map(|state| Some(*state));
    let board = parse_board("1F1.../1121../0012F./001F32/001110/000000").unwrap();
    let picture = draw(&board, GameState::Playing, 12, 2);
    let refused = |picture: &RgbImage, text: &str| teach("x", picture, &cells(text), None).err();
    assert_eq!(refused(&picture, "..../..../..../...."), Some(MineTeachError::OneKind("open")));
    assert_eq!(refused(&picture, "0000/0000/0000/0000"), Some(MineTeachError::OneKind("closed")));
    let flat = RgbImage::from_pixel(200, 200, Rgb([90, 90, 90]));
    let none = MineTeachError::NoCells { rows: 4, columns: 4 };
    assert_eq!(refused(&flat, "1.../1111/0000/0000"), Some(none));
    // What it is said to show is not what it shows.
    let swapped = teach("x", &picture, &cells("000000/001110/001F32/0012F./1121../1F1..."), None);
    assert!(swapped.is_err() || swapped.is_ok_and(|lesson| !lesson.is_good()));
    for wrong in ["", "{}", "[1]"] {
        assert!(TaughtMineLook::from_file("x", wrong).is_err());
    }
}
