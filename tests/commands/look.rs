//! `voltsight look learn` as a whole program: looks that it does not know, drawn here over boards of
//! the built-in game, are learned from two pictures, and others are read.

use crate::support::scratch::Folder;
use font8x8::UnicodeFonts;
use grid::geometry::Point;
use image::{Rgb, RgbImage, imageops};
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions, Presentation, controls};
use serde_json::Value;
use session::capture::Source;
use session::consoles::ds::TAP_HOLD;
use session::input::{Gesture, InputDevice};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use voltorb_flip::board::Board;
use voltorb_flip::board::Position;
use voltorb_flip::notation::write_position;
use voltorb_flip_game::screen::layout;
use voltorb_flip_game::screen::{FlipReader, Phase};

/// It is the configuration folder too.
impl Folder {
    /// Exit code, standard output, standard error.
    fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        self.talk(arguments, "")
    }

    fn talk(&self, arguments: &[&str], input: &str) -> (i32, String, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_voltsight"))
            .args(arguments)
            .env("XDG_CONFIG_HOME", self.path(""))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert!(!err.contains("panicked"), "{arguments:?}: {err}");
        (output.status.code().expect("an exit code, not a signal"), out, err)
    }
}

/// A board of the built-in game in its native pixels, both screens.
fn board(seed: u32) -> (RgbImage, Position, Board) {
    let mut game = FlipArcade::new(FlipArcadeOptions { seed, ..FlipArcadeOptions::default() });
    for _ in 0..200 {
        let frame = game.next(Duration::from_millis(90)).unwrap();
        let at = match game.shown().state {
            Some(Phase::Board) => {
                let truth = serde_json::to_value(game.shown()).unwrap();
                let position = serde_json::from_value(truth).unwrap();
                return ((*game.picture()).clone(), position, game.inside().board);
            }
            Some(Phase::Menu) => controls::entry(0, 3).centre(),
            _ => Point::new(16.0, 176.0),
        };
        let screen = Presentation::default().touch_screen();
        let at = screen.to_picture(at);
        let tap = Gesture::tap(at, screen.area, TAP_HOLD);
        game.perform(&tap, &frame).unwrap();
    }
    panic!("no board came");
}

const TOUCH: u32 = 192;
const INK: Rgb<u8> = Rgb([60, 60, 60]);

fn letter(picture: &mut RgbImage, (x, y): (u32, u32), letter: char, ink: Rgb<u8>) {
    let glyph = font8x8::BASIC_FONTS.get(letter).unwrap();
    for (dy, row) in (0..).zip(glyph) {
        for dx in (0..8).filter(|dx| row >> dx & 1 == 1) {
            picture.put_pixel(x + dx, y + dy, ink);
        }
    }
}

fn fill(picture: &mut RgbImage, (x, y, w, h): (u32, u32, u32, u32), colour: Rgb<u8>) {
    for (x, y) in (y..y + h).flat_map(|y| (x..x + w).map(move |x| (x, y))) {
        picture.put_pixel(x, y, colour);
    }
}

/// The board with letters for digits, A for 0 and so on, and some cards face up, theirs lower case.
fn lettered(seed: u32) -> (RgbImage, Position) {
    let (mut picture, mut position, board) = board(seed);
    for i in 0..layout::SIZE {
        for (places, line) in [
            (layout::row_digits(i), position.rows[i]),
            (layout::column_digits(i), position.cols[i]),
        ] {
            for ((x, y), digit) in
                places.into_iter().zip([line.sum / 10, line.sum % 10, line.voltorbs])
            {
                let ground = *picture.get_pixel(x, y + TOUCH);
                fill(&mut picture, (x, y + TOUCH, 8, 8), ground);
                letter(&mut picture, (x, y + TOUCH), char::from(b'A' + digit), INK);
            }
        }
    }
    for (cell, card) in board.cells() {
        let up = (3 * cell.0 + 2 * cell.1 + seed as usize).is_multiple_of(3);
        if up && card.value() > 0 {
            let (x, y) = layout::corner(cell);
            let y = y + TOUCH;
            fill(&mut picture, (x + 1, y + 1, 22, 22), Rgb([165, 90, 82]));
            fill(&mut picture, (x + 2, y + 2, 20, 20), Rgb([189, 140, 132]));
            letter(&mut picture, (x + 8, y + 8), char::from(b'a' + card.value()), INK);
            position.tiles[cell] = Some(*card);
        }
    }
    (picture, Position { level: None, ..position })
}

fn json(out: &str) -> Value {
    serde_json::from_str(out).unwrap_or_else(|error| panic!("{error}: {out}"))
}

fn assert_read(out: &str, position: &Position) {
    let seen = json(out);
    assert_eq!(seen["rows"], serde_json::to_value(&position.rows).unwrap(), "{out}");
    assert_eq!(seen["cols"], serde_json::to_value(&position.cols).unwrap(), "{out}");
    assert_eq!(seen["tiles"], serde_json::to_value(&position.tiles).unwrap(), "{out}");
    assert_eq!(seen["unreadable"], serde_json::json!({}));
}

#[test]
fn a_look_is_learned_used_listed_and_removed() {
    let folder = Folder::new("letters");
    let boards: Vec<(RgbImage, Position)> = (1..=6).map(lettered).collect();
    let files: Vec<String> = boards
        .iter()
        .enumerate()
        .map(|(i, (picture, _))| folder.picture(&format!("{i}.png"), picture))
        .collect();
    let shows: Vec<String> = boards.iter().map(|(_, position)| write_position(position)).collect();

    // The looks that ship do not know it, and say so.
    let (_, out, err) = folder.run(&["read", &files[0]]);
    assert!((out + &err).contains("`voltsight look learn`"));

    let (code, out, err) = folder.run(&[
        "look", "learn", "letters", &files[0], &files[1], "--shows", &shows[0], "--shows",
        &shows[1],
    ]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("90 fields right, 0 unread, 0 wrong"), "{out}");
    assert!(out.contains("cross-check"), "{out}");

    // Other pictures of that look, of other sizes, by themselves and by name. A digit that neither
    // picture showed may stay unread, but nothing is wrong.
    let mut right = 0;
    for (i, (picture, position)) in boards.iter().enumerate() {
        let large = imageops::resize(picture, 640, 960, imageops::FilterType::Triangle);
        for picture in [picture, &large] {
            let file = folder.picture("picture.png", picture);
            for arguments in
                [&["read", "--json", &file][..], &["read", "--json", "--profile", "letters", &file]]
            {
                let (code, out, err) = folder.run(arguments);
                assert_eq!((code, err.as_str()), (0, ""));
                let seen = json(&out);
                assert_eq!(seen["look"]["name"], "letters", "{out}");
                assert_eq!(seen["look"]["learnt"], true);
                for (part, lines) in [("rows", &position.rows), ("cols", &position.cols)] {
                    for (seen, line) in seen[part].as_array().unwrap().iter().zip(lines) {
                        for (seen, truth) in [(&seen[0], line.sum), (&seen[1], line.voltorbs)] {
                            assert!(seen.is_null() || *seen == truth, "{i} {part}: {out}");
                            right += usize::from(!seen.is_null());
                        }
                    }
                }
                if i < 2 {
                    assert_read(&out, position);
                }
            }
        }
    }
    assert!(right >= 6 * 4 * 20 * 3 / 4, "{right} headers of {}", 6 * 4 * 20);

    let (_, out, _) = folder.run(&["read", &files[0]]);
    assert!(out.contains("letters (learned from 2"), "{out}");
    let (code, out, _) = folder.run(&["look", "list"]);
    assert!(code == 0 && out.contains("letters") && out.contains("voltsight/profiles"), "{out}");
    let (code, ..) = folder.run(&["look", "remove", "letters"]);
    assert_eq!(code, 0);
    let (_, out, _) = folder.run(&["look", "list"]);
    assert!(out.contains("none"), "{out}");
}

#[test]
fn colours_are_learned_where_they_are_others() {
    let folder = Folder::new("colours");
    let recoloured = |seed| {
        let (mut picture, position) = lettered(seed);
        // No affine map undoes that, as it undoes a tint.
        for Rgb([r, g, b]) in picture.pixels_mut() {
            if *g > (*r).max(*b) { std::mem::swap(g, b) } else { std::mem::swap(r, b) }
        }
        (picture, position)
    };
    let (picture, position) = recoloured(1);
    let file = folder.picture("learn.png", &picture);
    let (code, out, err) =
        folder.run(&["look", "learn", "other", &file, "--shows", &write_position(&position)]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, out, _) = folder.run(&["read", "--json", &file]);
    assert_eq!(code, 0);
    assert_read(&out, &position);
    let profile = std::fs::read_to_string(folder.path("voltsight/profiles/other/look.json"));
    assert!(json(&profile.unwrap())["colours"].is_object());
}

#[test]
fn what_pictures_show_can_be_typed() {
    let folder = Folder::new("typed");
    let (picture, position) = lettered(1);
    let file = folder.picture("letters.png", &picture);
    let (code, out, err) =
        folder.talk(&["look", "learn", "typed", &file], &(write_position(&position) + "\n"));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("What does"), "{out}");
    // What the looks that ship can read need only be confirmed.
    let (picture, ..) = board(3);
    let file = folder.picture("known.png", &picture);
    let (code, out, _) = folder.talk(&["look", "learn", "known", &file], "\n");
    assert_eq!(code, 0, "{out}");
    assert!(out.contains("is read as"), "{out}");
    let (code, _, err) = folder.talk(&["look", "learn", "nothing", &file], "");
    assert!(code == 2 && err.contains("it was not said"), "{err}");
}

#[test]
fn a_profile_is_shared_by_its_folder() {
    let (ours, theirs) = (Folder::new("ours"), Folder::new("theirs"));
    let (picture, position) = lettered(1);
    let file = ours.picture("letters.png", &picture);
    let shows = write_position(&position);
    assert_eq!(ours.run(&["look", "learn", "shared", &file, "--shows", &shows]).0, 0);
    let (code, _, err) = ours.run(&["look", "learn", "shared", &file, "--shows", &shows]);
    assert!(code == 2 && err.contains("--replace"), "{err}");
    let folder = ours.path("voltsight/profiles/shared");
    let (code, out, _) = theirs.run(&["look", "import", &folder]);
    assert_eq!(code, 0, "{out}");
    let (_, out, _) = theirs.run(&["read", "--json", &file]);
    assert_read(&out, &position);
    // A profile that is damaged is told, and does not stop the rest.
    std::fs::write(ours.path("voltsight/profiles/shared/digits.txt"), "size 8 8\nrubbish").unwrap();
    let (_, _, err) = ours.run(&["read", &file]);
    assert!(err.contains("digits.txt is not as expected: line 2"), "{err}");
    let (code, _, err) = ours.run(&["read", "--profile", "shared", &file]);
    assert!(code == 2 && err.contains("digits.txt"), "{err}");
}

#[cfg(unix)]
#[test]
fn removing_a_linked_profile_removes_the_link() {
    let folder = Folder::new("linked");
    let (picture, position) = lettered(1);
    let file = folder.picture("letters.png", &picture);
    let shows = write_position(&position);
    assert_eq!(folder.run(&["look", "learn", "real", &file, "--shows", &shows]).0, 0);
    let profiles = folder.path("voltsight/profiles");
    std::fs::rename(format!("{profiles}/real"), folder.path("kept")).unwrap();
    std::os::unix::fs::symlink(folder.path("kept"), format!("{profiles}/mine")).unwrap();
    let (code, out, _) = folder.run(&["look", "list"]);
    assert!(code == 0 && out.contains("mine"), "{out}");
    assert_eq!(folder.run(&["look", "remove", "mine"]).0, 0);
    assert!(Path::new(&folder.path("kept/look.json")).is_file(), "what it led to is gone");
    assert!(folder.run(&["look", "list"]).1.contains("none"));
    // A pipe in a folder that is taken up is not waited for.
    std::fs::remove_file(folder.path("kept/digits.txt")).unwrap();
    let pipe = folder.path("kept/digits.txt");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let (code, _, err) = folder.run(&["look", "import", &folder.path("kept")]);
    assert!(code == 2 && err.contains("pipe or a device"), "{err}");
}

#[test]
fn bad_input_gets_a_sentence() {
    let folder = Folder::new("bad");
    let (picture, position) = lettered(1);
    let file = folder.picture("letters.png", &picture);
    let shows = write_position(&position);
    let blank = folder.picture("blank.png", &RgbImage::from_pixel(400, 300, Rgb([9, 90, 9])));
    let mut swapped = position.clone();
    swapped.rows.rotate_left(1);
    swapped.cols.rotate_left(2);
    swapped.tiles = swapped.tiles.map(|_| None);
    let swapped = write_position(&swapped);
    for (arguments, expected) in [
        (vec!["x", &blank, "--shows", &shows], "nothing in it looks like five by five equal cells"),
        (vec!["x", &file, "--shows", "rows 1/1"], "the cols are missing"),
        (vec!["x", &file, "--shows", "rows 1/1 1/1; cols 1/1 1/1"], "five rows and five columns"),
        (
            vec!["x", &file, "--shows", "rows 9/0 5/0 5/0 5/0 5/0; cols 5/0 5/0 5/0 5/0 5/0"],
            "sums of 29 in all rows and of 25",
        ),
        (
            vec!["x", &file, "--shows", "rows 99/0 5/0 5/0 5/0 5/0; cols 99/0 5/0 5/0 5/0 5/0"],
            "99/0 in row 1 is impossible",
        ),
        (vec!["x", &file, "--shows", &swapped], "do not match the numbers"),
        (vec!["x", &file, "--shows", &shows, "--base", "none"], "\"none\" is not a built-in theme"),
        (vec!["ds", &file, "--shows", &shows], "give the profile another name"),
        (vec!["../x", &file, "--shows", &shows], "cannot be a profile's name"),
        (vec!["x", "missing.png", "--shows", &shows], "missing.png"),
        (vec!["x", &file, "--shows", &shows, "--shows", &shows], "2 times for 1 picture"),
        (vec!["remove", "x"], "there is no learned theme \"x\""),
        (vec!["remove", "voltorb-flip", "x"], "there is no profile \"x\""),
        (vec!["import", &folder.path("nowhere")], "nowhere"),
    ] {
        let teaches = (!["remove", "import"].contains(&arguments[0])).then_some("learn");
        let arguments: Vec<&str> = ["look"].into_iter().chain(teaches).chain(arguments).collect();
        let (code, out, err) = folder.run(&arguments);
        assert_eq!(code, 2, "{arguments:?}: {out}{err}");
        assert!(err.contains(expected), "{arguments:?}: {err}");
    }
    let (code, _, err) = folder.run(&["read", "--profile", "x", &file]);
    assert!(code == 2 && err.contains("there is no profile \"x\""), "{err}");
    assert!(!Path::new(&folder.path("voltsight")).exists());
}

/// A board of another kind is taught by one picture, and learns more from a second.
#[test]
fn a_taught_look_says_what_taught_it() {
    let folder = Folder::new("taught");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/looks");
    let picture = |name: &str| {
        let to = folder.path(name);
        std::fs::copy(fixtures.join(name), &to).unwrap();
        to
    };
    picture("truth.json");
    let [first, later, other] = ["first.png", "later.png", "other.png"].map(picture);
    let (code, out, err) = folder.run(&["look", "learn", "mine", &first, "--truth"]);
    assert!(code == 0 && out.contains("mine, learned from 1 picture\n"), "{out}{err}");
    assert!(folder.run(&["look", "list"]).1.contains("a board learned from one picture"));
    let shows_eights = || {
        let (code, out, _) = folder.run(&["read", "--json", "--profile", "mine", &other]);
        assert_eq!(code, 0, "{out}");
        serde_json::from_str::<Value>(&out).unwrap()["rows"][1][0] == 8
    };
    assert!(!shows_eights());
    let (code, out, err) = folder.run(&["look", "add", "mine", &later, "--truth"]);
    assert!(code == 0 && out.contains("mine, learned from 1 picture more\n"), "{out}{err}");
    assert!(folder.run(&["look", "list"]).1.contains("a board learned from several pictures"));
    assert!(shows_eights());
}

/// Another drawing of the ice floor is taught by one picture, and read at another scale and of
/// another version. The web page's board, its cards and all between them drawn as a picture without
/// any even colour.
fn textured(name: &str) -> (RgbImage, String) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/web-look").join(name);
    let mut picture = image::open(file).unwrap().into_rgb8();
    let seen = FlipReader::new().read(&picture).unwrap();
    let first = seen.touch.rect_to_picture(layout::card((0, 0)));
    let last = seen.touch.rect_to_picture(layout::card((4, 4)));
    let pitch = (last.x - first.x) / 4.0;
    // The card's frame, and a part of the gap.
    let side = 0.955 * pitch;
    let margin = (side - first.w) / 2.0;
    for row in 0..5 {
        for column in 0..5 {
            let left = first.x - margin + f64::from(column) * pitch;
            let top = first.y - margin + f64::from(row) * pitch;
            for y in top.round() as u32..(top + side).round() as u32 {
                for x in left.round() as u32..(left + side).round() as u32 {
                    let (u, v) = ((f64::from(x) - left) / side, (f64::from(y) - top) / side);
                    let wave = |fx: f64, fy: f64, phase: f64| {
                        (128.0 + 100.0 * (fx * u + fy * v + phase).sin()) as u8
                    };
                    let colour =
                        [wave(31.0, 17.0, 0.0), wave(-23.0, 29.0, 1.0), wave(13.0, -37.0, 2.0)];
                    picture.put_pixel(x, y, Rgb(colour));
                }
            }
        }
    }
    let (x, y) = ((first.x - margin).round(), (first.y - margin).round());
    (picture, format!("{x},{y},{},{}", (4.0 * pitch + side).round(), (4.0 * pitch + side).round()))
}

/// The pictures of the web page that are textured; the first teaches.
const NAMES: [&str; 2] = ["first.png", "smaller.png"];

#[test]
fn a_board_without_even_cells_is_taught_where_somebody_says_it_is() {
    let folder = Folder::new("taught-textured");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/web-look");
    let truth = std::fs::read_to_string(fixtures.join("truth.json")).unwrap();
    std::fs::write(folder.path("truth.json"), &truth).unwrap();
    let boards = NAMES.map(|name| {
        let (picture, board) = textured(name);
        picture.save(folder.path(name)).unwrap();
        board
    });
    let (first, board) = (&folder.path(NAMES[0]), &boards[0]);
    let (code, out, err) = folder.run(&["look", "learn", "mine", first, "--truth"]);
    assert!(code == 2 && err.contains("--board X,Y,WIDTH,HEIGHT"), "{out}{err}");
    let (code, out, err) =
        folder.run(&["look", "learn", "mine", first, "--truth", "--board", board]);
    assert_eq!(code, 0, "{out}{err}");
    // Found again by what lies around the cards, in another picture and at another size.
    let truth: Value = serde_json::from_str(&truth).unwrap();
    for name in &NAMES[1..] {
        let (code, out, err) =
            folder.run(&["read", "--json", "--profile", "mine", &folder.path(name)]);
        assert_eq!(code, 0, "{name}: {out}{err}");
        let read: Value = serde_json::from_str(&out).unwrap();
        let mut unread = 0;
        for lines in ["rows", "cols"] {
            for (i, part) in (0..5).flat_map(|i| [(i, 0), (i, 1)]) {
                let (seen, shown) = (&read[lines][i][part], &truth[name][lines][i][part]);
                assert!(seen.is_null() || seen == shown, "{name}: {lines} {i} {seen} {shown}");
                unread += usize::from(seen.is_null());
            }
        }
        // 9 was not shown to it.
        assert!(unread <= 4, "{name}: {unread} of 20");
        let cards = read["confidence"]["tiles"].as_array().unwrap().iter();
        let cards = cards.flat_map(|row| row.as_array().unwrap());
        assert!(cards.clone().count() == 25 && cards.clone().all(|sure| sure.as_f64() > Some(0.9)));
    }
}

/// A picture of the web page's board on which one card shows a face that no picture has shown.
fn new_face(cell: (usize, usize)) -> RgbImage {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/web-look/first.png");
    let mut picture = image::open(file).unwrap().into_rgb8();
    let seen = FlipReader::new().read(&picture).unwrap();
    let card = seen.touch.rect_to_picture(layout::card(cell));
    let (x, y, w, h) = (card.x as u32, card.y as u32, card.w as u32, card.h as u32);
    fill(&mut picture, (x + 1, y + 1, w - 2, h - 2), Rgb([240, 230, 200]));
    fill(&mut picture, (x + w / 2 - 3, y + h / 5, 6, 3 * h / 5), Rgb([20, 20, 60]));
    picture
}

#[test]
fn of_a_picture_that_is_read_only_the_new_card_is_asked() {
    let folder = Folder::new("taught-new");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/web-look");
    let [first, _] = ["first.png", "truth.json"].map(|name| {
        let to = folder.path(name);
        std::fs::copy(fixtures.join(name), &to).unwrap();
        to
    });
    let (code, out, err) = folder.run(&["look", "learn", "mine", &first, "--truth"]);
    assert_eq!(code, 0, "{out}{err}");
    let picture = folder.path("face.png");
    new_face((0, 1)).save(&picture).unwrap();
    let picture = picture.as_str();
    let value = || {
        let (_, out, err) = folder.run(&["read", picture, "--profile", "mine", "--json"]);
        assert!(err.is_empty(), "{err}");
        serde_json::from_str::<Value>(&out).unwrap()["tiles"][0][1].clone()
    };
    assert_eq!(value(), Value::Null);
    let add = ["look", "add", "mine", picture];
    // Nothing is learned without an answer, and what is not a card is asked again.
    let (code, out, err) = folder.talk(&add, "");
    assert!(code == 2 && out.contains("card (1, 2) is new to mine: what is it?"), "{out}{err}");
    assert!(err.contains("nothing is learned"), "{err}");
    let (code, out, err) = folder.talk(&add, "7\n1\n");
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("all headers and 24 cards are read"), "{out}");
    assert_eq!(out.matches("what is it?").count(), 2, "{out}");
    assert_eq!(value(), 1);
}

#[test]
fn another_drawing_of_the_ice_floor_is_taught_by_one_picture() {
    let folder = Folder::new("taught-ice");
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ice-looks");
    let looks = fixtures.to_str().unwrap();
    let first = folder.path("first.png");
    for name in ["first.png", "truth.json"] {
        std::fs::copy(fixtures.join(name), folder.path(name)).unwrap();
    }
    let ice = |words: &[&str]| folder.run(&[&words[..2], &["ice"], &words[2..]].concat());
    assert!(ice(&["lab", "check", looks]).1.contains("no ice floor found"), "it is known already");
    let rows = "xx#xx...... xxxxx@#..#. x#xx#...... xxxxxx..#..";
    let elsewhere = "....... .#...#. ...@...";
    for (arguments, expected) in [
        (
            vec!["x", &first, "--shows", &rows.replace('x', ".")],
            "no cracked tile is wholly visible",
        ),
        (vec!["x", &first, "--shows", elsewhere], "no screen in the picture"),
        (vec!["x", &first, "--shows", &rows.replace('@', "x")], "mark with @ the one tile"),
        (
            vec!["x", &first, "--shows", &rows.replacen('#', ".", 1)],
            "no version of the game has stones",
        ),
        (vec!["x", &first, "--shows", rows, "--screen", "9,9,96,64"], "no screen in the picture"),
        (vec!["ruby", &first, "--truth"], "give the profile another name"),
    ] {
        let (code, out, err) = ice(&[&["look", "learn"], &arguments[..]].concat());
        assert_eq!(code, 2, "{arguments:?}: {out}{err}");
        assert!(err.contains(expected), "{arguments:?}: {err}");
    }
    let (code, out, err) = ice(&["look", "learn", "lava", &first, "--shows", rows]);
    assert!(code == 0 && out.contains("cracked, ice, ice-top"), "{out}{err}");
    assert!(Path::new(&folder.path("first-learned.png")).is_file());
    let (code, out, _) = ice(&["lab", "check", "--json", looks]);
    assert_eq!(code, 0, "{out}");
    for picture in serde_json::from_str::<Value>(&out).unwrap()[0]["pictures"].as_array().unwrap() {
        assert_eq!(picture["unreadable"], serde_json::json!([]), "{picture}");
    }
    assert_eq!(ice(&["look", "learn", "lava", &first, "--truth"]).0, 2, "it is not written over");
    assert!(ice(&["look", "list"]).1.contains("lava"));
    assert_eq!(ice(&["look", "remove", "lava"]).0, 0);
}
