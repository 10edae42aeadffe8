//! `voltsight read` and `voltsight lab check` as whole programs: what they are given, what they print,
//! how they exit. The pictures are those of the built-in game.

use crate::support::require::shared;
use crate::support::scratch::Folder;
use grid::geometry::Point;
use image::{ImageFormat, Rgb, RgbImage};
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions, Presentation, TextSpeed, controls};
use serde_json::Value;
use session::capture::Source;
use session::consoles::ds::TAP_HOLD;
use session::input::{Gesture, InputDevice};
use std::io::Cursor;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use voltorb_flip::levels::Level;
use voltorb_flip_game::screen::Phase;

impl Folder {
    fn file(&self, name: &str, content: &[u8]) -> String {
        std::fs::write(self.path(name), content).unwrap();
        self.path(name)
    }
}

fn voltsight(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
    // No profiles of whoever runs the tests.
    command.env("XDG_CONFIG_HOME", std::env::temp_dir().join("voltsight-cli-no-profiles"));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Exit code, standard output, standard error; a panic would show in the last.
fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = voltsight(arguments);
    let (out, err) = (text(&output.stdout).to_owned(), text(&output.stderr).to_owned());
    assert!(!err.contains("panicked"), "{arguments:?}: {err}");
    (output.status.code().expect("an exit code, not a signal"), out, err)
}

/// The built-in game in a round, with its truth.
fn board(seed: u32, level: u8, presentation: &Presentation) -> (RgbImage, Value) {
    let mut game = FlipArcade::new(FlipArcadeOptions {
        seed,
        level: Level::try_from(level).unwrap(),
        coins: 1234,
        text_speed: TextSpeed::Fast,
        presentation: presentation.clone(),
        ..FlipArcadeOptions::default()
    });
    for _ in 0..200 {
        let frame = game.next(Duration::from_millis(90)).unwrap();
        let at = match game.shown().state {
            Some(Phase::Board) => {
                let picture = (*game.picture()).clone();
                return (picture, serde_json::to_value(game.shown()).unwrap());
            }
            Some(Phase::Menu) => controls::entry(0, 3).centre(),
            _ => Point::new(16.0, 176.0),
        };
        let screen = presentation.touch_screen();
        let at = screen.to_picture(at);
        let tap = Gesture::tap(at, screen.area, TAP_HOLD);
        game.perform(&tap, &frame).unwrap();
    }
    panic!("no board came: {:?}", game.shown());
}

fn native(seed: u32) -> (RgbImage, Value) {
    board(seed, 1, &Presentation::default())
}

fn png(picture: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// A PNG whose header promises `side` x `side` pixels, its checksum right, and that holds two.
fn bomb(side: u32) -> Vec<u8> {
    let mut bytes = png(&RgbImage::new(2, 1));
    bytes[16..20].copy_from_slice(&side.to_be_bytes());
    bytes[20..24].copy_from_slice(&side.to_be_bytes());
    let crc = bytes[12..29].iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |c, _| (c >> 1) ^ (0xedb8_8320 * (c & 1)))
    });
    bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
    bytes
}

#[test]
fn a_board_is_read_for_people() {
    let folder = Folder::new("people");
    let (picture, truth) = native(5);
    let file = folder.picture("board.png", &picture);
    let (code, out, err) = run(&["read", &file]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with(&format!("{file}\n")), "{out}");
    let header = &truth["rows"][0];
    assert!(out.contains(&format!("{}/{}", header[0], header[1])), "{out}");
    assert!(!out.contains('\u{1b}'), "colours in a pipe: {out:?}");
}

#[test]
fn json_has_the_documented_fields_and_the_truth() {
    let folder = Folder::new("json");
    let presentation = Presentation {
        scale: 2.0,
        offset: (31, 77),
        canvas: Some((900, 900)),
        ..Default::default()
    };
    let (picture, truth) = board(6, 4, &presentation);
    let file = folder.picture("window.png", &picture);
    let (code, out, err) = run(&["read", "--json", &file]);
    assert_eq!((code, err.as_str()), (0, ""));
    let seen: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(seen["file"], *file);
    for field in
        ["state", "level", "total_coins", "round_coins", "cursor", "rows", "cols", "tiles", "memos"]
    {
        assert_eq!(seen[field], truth[field], "{field}");
        let confidence = &seen["confidence"][field];
        let least = |v: &Value| match v {
            Value::Array(_) => flat(v).into_iter().fold(1.0, f64::min),
            v => v.as_f64().unwrap(),
        };
        assert!((0.5..=1.0).contains(&least(confidence)), "{field}: {confidence}");
    }
    assert_eq!(seen["unreadable"], serde_json::json!({}));
    assert_eq!(seen["why"], serde_json::json!({}));
    let area = |screen: &str| -> Vec<f64> {
        ["x", "y", "w", "h"]
            .map(|side| seen["screens"][screen]["area"][side].as_f64().unwrap())
            .to_vec()
    };
    assert_eq!(area("top"), [31.0, 77.0, 512.0, 384.0]);
    assert_eq!(area("touch"), [31.0, 461.0, 512.0, 384.0]);
    assert_eq!(seen["screens"]["touch"]["native"], serde_json::json!([256, 192]));
    assert_eq!(seen["screens"]["touch"]["turn"], "upright");

    // What was read can be solved as it stands.
    let mut solve = Command::new(env!("CARGO_BIN_EXE_voltsight"));
    let file = folder.file("position.json", out.as_bytes());
    let solved = solve.args(["solve", "--json", "--deadline", "100", &file]).output().unwrap();
    assert_eq!(solved.status.code(), Some(0), "{}", text(&solved.stderr));
    let advice: Value = serde_json::from_slice(&solved.stdout).unwrap();
    assert_eq!(advice["level"], 4);
}

fn flat(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(values) => values.iter().flat_map(flat).collect(),
        value => vec![value.as_f64().unwrap()],
    }
}

#[test]
fn several_pictures_keep_their_order() {
    let folder = Folder::new("order");
    // The slow one first: pictures are read in parallel.
    let large = Presentation { scale: 4.0, ..Presentation::default() };
    let boards: Vec<(RgbImage, Value)> =
        std::iter::once(board(20, 2, &large)).chain((21..29).map(native)).collect();
    let files: Vec<String> = boards
        .iter()
        .enumerate()
        .map(|(i, (picture, _))| folder.picture(&format!("{i}.png"), picture))
        .collect();
    let arguments: Vec<&str> =
        ["read", "--json"].into_iter().chain(files.iter().map(|f| &**f)).collect();
    let (code, out, _) = run(&arguments);
    assert_eq!(code, 0);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), files.len());
    for ((line, file), (_, truth)) in lines.iter().zip(&files).zip(&boards) {
        assert_eq!((&line["file"], &line["rows"]), (&Value::from(file.as_str()), &truth["rows"]));
    }
}

#[test]
fn what_is_no_board_gets_a_sentence_and_a_code() {
    let folder = Folder::new("bad");
    let noise = RgbImage::from_fn(640, 480, |x, y| {
        let v = (x * 7919 + y * 104_729).wrapping_mul(2_654_435_761) >> 16;
        Rgb([v as u8, (v >> 4) as u8, (v >> 8) as u8])
    });
    let (good, _) = native(7);
    let whole = png(&good);
    for (file, code, sentence) in [
        (
            folder.picture("plain.png", &RgbImage::from_pixel(800, 600, Rgb([30, 90, 160]))),
            1,
            "no game is found in the picture of 800x600 pixels: nothing looks like Voltorb Flip, Minesweeper",
        ),
        (folder.picture("noise.png", &noise), 1, "no game is found"),
        (
            folder.picture("dot.png", &RgbImage::new(1, 1)),
            1,
            "no game is found in the picture of 1x1",
        ),
        (folder.file("cut.png", &whole[..whole.len() / 2]), 2, "is damaged or cut off"),
        (folder.file("empty.png", b""), 2, "is empty (0 bytes)"),
        (folder.file("bomb.png", &bomb(30_000)), 2, "is too large (30000x30000 pixels)"),
        (folder.file("text.png", b"this is not a picture\n"), 2, "is not a picture"),
        (folder.path(""), 2, "is a folder, not a picture"),
        (folder.path("missing.png"), 2, "cannot be read"),
    ] {
        let (exit, out, err) = run(&["read", &file]);
        assert_eq!((exit, out.as_str()), (code, ""), "{file}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
        assert!(err.starts_with("voltsight: ") && err.contains(sentence), "{file}: {err}");
        assert!(err.contains(file.trim_end_matches('/')), "which one? {err}");

        let (exit, out, _) = run(&["read", "--json", &file]);
        assert_eq!(exit, code);
        let line: Value = serde_json::from_str(&out).unwrap();
        assert!(line["error"].as_str().unwrap().contains(sentence), "{out}");
        assert!(line.get("rows").is_none(), "{out}");
    }
}

/// Of several games the one that was nearly recognised is named, with what hinders.
#[test]
fn what_was_nearly_recognised_is_named() {
    let folder = Folder::new("nearly");
    let file = "fixtures/minesweeper/gnome-default-playing.png";
    let whole = image::open(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap().into_rgb8();
    let (w, h) = whole.dimensions();
    let cut = image::imageops::crop_imm(&whole, 0, 0, w / 2, h).to_image();
    let file = folder.picture("cut.png", &cut);
    for command in ["read", "solve"] {
        let (exit, _, err) = run(&[command, &file]);
        assert!(exit == 1 && err.contains("part of the Minesweeper board is cut off"), "{err}");
        let (exit, _, err) = run(&[command, "voltorb-flip", &file]);
        assert!(exit == 1 && err.contains("no Voltorb Flip board found"), "{err}");
    }
}

#[test]
fn one_bad_picture_does_not_hide_the_good_ones() {
    let folder = Folder::new("mixed");
    let (picture, _) = native(8);
    let good = folder.picture("good.png", &picture);
    let blank = folder.picture("blank.png", &RgbImage::new(400, 400));
    let empty = folder.file("empty.png", b"");
    let (code, out, err) = run(&["read", &good, &blank, &good]);
    assert_eq!((code, out.matches(&*good).count()), (1, 2), "{err}");
    // The worst decides.
    let (code, out, err) = run(&["read", &blank, &empty, &good]);
    assert_eq!((code, out.matches(&*good).count(), err.lines().count()), (2, 1, 2), "{err}");
}

/// A small file must not make the program take the memory that its header claims.
#[cfg(target_os = "linux")]
#[test]
fn a_bomb_takes_little_memory() {
    let folder = Folder::new("memory");
    let file = folder.file("bomb.png", &bomb(30_000));
    // 2.7 GB of pixels are claimed; a quarter of that as address space is more than enough to run.
    let program = env!("CARGO_BIN_EXE_voltsight");
    let script = format!("ulimit -v 700000; exec {program} read {file}");
    let mut limited = Command::new("sh");
    // Each thread takes address space of its own.
    limited.args(["-c", &script]).env("RAYON_NUM_THREADS", "2");
    let output = limited.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("too large"), "{}", text(&output.stderr));
}

#[test]
fn annotate_saves_a_picture_for_each() {
    let folder = Folder::new("annotate");
    let files: Vec<String> = (30..32)
        .map(|seed| folder.picture(&format!("board-{seed}.png"), &native(seed).0))
        .collect();
    let target = folder.path("made/on/the/way");
    let (code, _, err) = run(&["read", "--annotate", &target, &files[0], &files[1]]);
    assert_eq!(code, 0, "{err}");
    for seed in 30..32 {
        let annotated = image::open(Path::new(&target).join(format!("board-{seed}.png"))).unwrap();
        let (original, _) = native(seed);
        assert!(annotated.width() >= original.width());
        let small = image::imageops::resize(
            &annotated.to_rgb8(),
            original.width(),
            original.height(),
            image::imageops::FilterType::Nearest,
        );
        assert_ne!(small, original, "nothing was drawn");
    }
}

/// The files in a folder, in order, but for folders.
fn files_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = entries.filter(|entry| entry.file_type().unwrap().is_file());
    let mut names: Vec<_> =
        files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn annotate_never_writes_over_a_picture_that_is_read() {
    let folder = Folder::new("overwrite");
    let picture = png(&native(33).0);
    let shot = folder.file("shot.png", &picture);
    let here = folder.path("");
    for arguments in [
        &["read", "--annotate", &here, &shot][..],
        &["read", "--annotate", &here, "--force", &shot],
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(std::fs::read(&shot).unwrap(), picture);
        assert_eq!(files_in(Path::new(&here)), ["shot-2.png", "shot.png"]);
    }
    // Not even by way of a link, symbolic or not, to it.
    let out = folder.path("out");
    std::fs::create_dir(&out).unwrap();
    let link = Path::new(&out).join("shot.png");
    std::fs::hard_link(&shot, &link).unwrap();
    assert_eq!(run(&["read", "--annotate", &out, "--force", &shot]).0, 0);
    assert_eq!(std::fs::read(&shot).unwrap(), picture);
    #[cfg(unix)]
    {
        std::fs::remove_file(&link).unwrap();
        std::os::unix::fs::symlink(&shot, &link).unwrap();
        assert_eq!(run(&["read", "--annotate", &out, "--force", &shot]).0, 0);
        assert_eq!(std::fs::read(&shot).unwrap(), picture);
    }
}

#[test]
fn annotated_pictures_have_names_of_their_own() {
    let folder = Folder::new("names");
    let picture = png(&native(34).0);
    for sub in ["a", "b"] {
        std::fs::create_dir(folder.path(sub)).unwrap();
    }
    let names =
        ["a/shot.png", "b/shot.png", "touch-2.1x-fresh.png", "touch-2.3x.png", "shot-2.png"];
    let files: Vec<String> = names.iter().map(|name| folder.file(name, &picture)).collect();
    let out = folder.path("out");
    let arguments: Vec<&str> =
        ["read", "--annotate", &out].into_iter().chain(files.iter().map(|f| &**f)).collect();
    let (code, _, err) = run(&arguments);
    assert_eq!((code, err.as_str()), (0, ""));
    let expected =
        ["shot-2-2.png", "shot-2.png", "shot.png", "touch-2.1x-fresh.png", "touch-2.3x.png"];
    assert_eq!(files_in(Path::new(&out)), expected);
    // What is there already stays, unless --force is given.
    let mine = folder.file("out/shot.png", b"mine");
    let (code, printed, err) = run(&arguments);
    assert!(code == 2 && printed.is_empty(), "{printed}");
    assert!(err.contains("shot.png is there already: --force writes over it"), "{err}");
    assert_eq!(std::fs::read(&mine).unwrap(), b"mine");
    let forced: Vec<&str> = arguments.iter().copied().chain(["--force"]).collect();
    assert_eq!(run(&forced).0, 0);
    assert_ne!(std::fs::read(&mine).unwrap(), b"mine");
    assert_eq!(files_in(Path::new(&out)), expected);
}

#[test]
fn a_picture_comes_from_standard_input() {
    let folder = Folder::new("stdin");
    let (picture, truth) = native(35);
    let file = folder.picture("board.png", &picture);
    let read = |arguments: &[&str], file: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
        let input = std::fs::File::open(file).unwrap();
        let output = command.args(arguments).stdin(input).output().unwrap();
        (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
    };
    let (code, out, _) = read(&["read", "--json", "-"], &file);
    let seen: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &seen["file"], &seen["rows"]), (Some(0), &Value::from("-"), &truth["rows"]));
    let (_, out, _) = read(&["read", "-"], &file);
    assert!(out.starts_with("standard input\n"), "{out}");
    let (code, _, err) = read(&["read", "-"], &folder.file("empty", b""));
    assert!(code == Some(2) && err.contains("standard input is empty"), "{err}");
    let (code, _, err) = read(&["read", "-", "-"], &file);
    assert!(code == Some(2) && err.contains("once only"), "{err}");
}

#[test]
fn a_cut_jpeg_is_damaged() {
    let folder = Folder::new("jpeg");
    let mut bytes = Cursor::new(Vec::new());
    native(36).0.write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
    let bytes = bytes.into_inner();
    let (code, _, err) = run(&["read", &folder.file("cut.jpg", &bytes[..bytes.len() / 3])]);
    assert!(code == 2 && err.contains("is damaged or cut off"), "{err}");
}

/// Neither waited for nor taken for a picture.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    let folder = Folder::new("pipes");
    let pipe = folder.path("pipe.png");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for file in [&*pipe, "/dev/zero"] {
        let (code, _, err) = run(&["read", file]);
        assert!(code == 2 && err.contains("is a pipe or a device, not a file"), "{err}");
    }
}

/// Names of files are printed as they are, but for what would break a line or command a terminal.
#[cfg(unix)]
#[test]
fn names_of_files_cannot_forge_output() {
    use std::os::unix::ffi::OsStringExt;
    let folder = Folder::new("forged");
    let picture = png(&native(37).0);
    let file = folder.file("a\nvoltsight: b\u{1b}[2J.png", &picture);
    let (code, out, err) = run(&["read", &file]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.lines().next().unwrap().ends_with("a\\nvoltsight: b\\u{1b}[2J.png"), "{out}");
    let bytes = [folder.path("").as_bytes(), b"\xff.png"].concat();
    let path = std::path::PathBuf::from(std::ffi::OsString::from_vec(bytes));
    std::fs::write(&path, &picture).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
    let output = command.args(["read", "--json"]).arg(&path).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let seen: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(seen["file"].as_str().unwrap().ends_with("\u{fffd}.png"), "{seen}");
    // A character that turns the text around it, in what other commands say.
    let board = folder.picture("board.png", &native(37).0);
    let turned = folder.file("a\u{202e}gpj", b"no folder");
    let (code, _, err) = run(&["watch", &board, "--log", &turned]);
    assert!(code == 2 && err.contains("a\\u{202e}gpj"), "{code} {err}");
    for command in ["solve", "solve minesweeper", "solve ice", "lab replay", "lab check"] {
        let arguments: Vec<&str> = command.split(' ').chain(["q\u{202e}\n\u{1b}[2J"]).collect();
        let (code, _, err) = run(&arguments);
        assert!(code == 2 && !err.contains(['\u{202e}', '\u{1b}']), "{command}: {code} {err:?}");
        assert_eq!(err.lines().count(), 1, "{command}: {err:?}");
    }
    for argument in ["--no\u{202e}", "--level=\u{1b}[2J"] {
        let (code, _, err) = run(&["solve", argument]);
        assert!(code == 2 && err.contains("\\u{"), "{argument:?}: {code} {err:?}");
        assert!(!err.contains(['\u{202e}', '\u{1b}']), "{argument:?}: {err:?}");
    }
    std::fs::create_dir_all(folder.path("b\u{202e}c/voltsight/config.toml")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
    let command = command.arg("config").env("XDG_CONFIG_HOME", folder.path("b\u{202e}c"));
    let err = command.output().unwrap().stderr;
    assert!(text(&err).contains("b\\u{202e}c"), "{}", text(&err));
}

/// Where nobody reads or nothing can be written: no panic, and a full disk is told.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_told() {
    let folder = Folder::new("full");
    let file = folder.picture("board.png", &native(38).0);
    let program = env!("CARGO_BIN_EXE_voltsight");
    let run = |script: &str| {
        let output = Command::new("sh").args(["-c", script]).output().unwrap();
        (output.status.code(), text(&output.stderr).to_owned())
    };
    let (code, err) = run(&format!("{program} read {file} >/dev/full"));
    assert_eq!(code, Some(2));
    assert!(err.contains("standard output cannot be written"), "{err}");
    let (code, _) = run(&format!("{program} read no-such-file 2>/dev/full"));
    assert_eq!(code, Some(2));
    // A closed pipe is a quiet end, and an early one: the rest is not read for nobody.
    let many = vec![file.as_str(); 2000].join(" ");
    let (_, err) = run(&format!("{program} read {many} missing.png | head -1"));
    assert_eq!(err, "");
}

#[test]
fn an_error_is_said_once() {
    let folder = Folder::new("once");
    for arguments in [
        &["solve", "no-such-file"][..],
        &["read", "no-such-file"],
        &["lab", "check", "no-such-folder"],
        &["look", "import", "no-such-folder"],
        &["look", "learn", "x", "no-such-file"],
    ] {
        let (code, _, err) = run(arguments);
        assert_eq!(code, 2);
        let cause = "No such file or directory";
        assert_eq!(err.matches(cause).count(), 1, "{arguments:?}: {err}");
    }
    let junk = folder.file("junk", &[b'x'; 2 << 20]);
    for arguments in [&["solve", &*junk][..], &["solve", "/dev/zero"]] {
        let (code, _, err) = run(arguments);
        assert!(code == 2 && err.contains("more than 1024 KiB"), "{err:.200}");
    }
    let marked = folder.file("marked", "\u{feff}rows 1/1 1/1; cols 1/1 1/1".as_bytes());
    assert_eq!(run(&["solve", &marked]).0, 0);
}

#[test]
fn pictures_to_watch_that_are_not_there_are_an_error() {
    for command in [&["watch", "no-such-folder"][..], &["play", "--dry-run", "no-such-folder"]] {
        let (code, _, err) = run(command);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains("there is no file or folder no-such-folder"), "{err}");
    }
}

/// Who begins to watch when a round is over has not seen it.
#[test]
fn a_round_that_was_over_before_is_not_counted() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let file = |name: &str| fixtures.join(name).to_str().unwrap().to_owned();
    for (over, next) in [
        ("minesweeper/gnome-default-lost.png", "minesweeper/gnome-fresh.png"),
        ("minesweeper/sgt-completed.png", "minesweeper/sgt-completed.png"),
        ("voltorb-flip/arcade/reveal-1.png", "voltorb-flip/arcade/menu-1.png"),
        ("ice-floor/emerald-1x-1-done.png", "ice-floor/emerald-1x-2-start.png"),
    ] {
        let (code, out, err) = run(&["watch", "--json", &file(over), &file(next)]);
        let last: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
        assert_eq!((code, &last["session"]["rounds"]), (0, &Value::from(0)), "{over}: {out} {err}");
        assert!(!out.contains("round-end"), "{over}: {out}");
    }
}

#[test]
fn a_file_to_watch_that_is_no_picture_is_an_error() {
    let folder = Folder::new("watch-no-picture");
    let empty = folder.file("empty.png", b"");
    let board = folder.picture("board.png", &native(39).0);
    for command in [&["watch", &*empty][..], &["watch", "--quiet", &board, &empty]] {
        let (code, _, err) = run(command);
        assert!(code == 2 && err.contains("empty.png is empty"), "{command:?}: {code} {err}");
    }
    let text = folder.file("text.png", b"no picture");
    let (code, _, err) = run(&["watch", &empty, &board, &text]);
    assert!(code == 2 && err.contains("and 1 more cannot be read"), "{code} {err}");
}

/// Each game's pictures, stored turned and mirrored as cameras do.
#[test]
fn pictures_are_read_as_their_exif_data_says_they_are_to_be_seen() {
    use image::codecs::png::PngEncoder;
    use image::metadata::Orientation::{self, *};
    use image::{DynamicImage, ImageEncoder};

    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    // What cameras write, and how what they store is made of what is to be seen.
    let stored: [(u8, Orientation); 7] = [
        (2, FlipHorizontal),
        (3, Rotate180),
        (4, FlipVertical),
        (5, Rotate90FlipH),
        (6, Rotate270),
        (7, Rotate270FlipH),
        (8, Rotate90),
    ];
    for picture in [
        "voltorb-flip/arcade/board-1.png",
        "minesweeper/gnome-bgcolors-small.png",
        "ice-floor/emerald-1x-1-start.png",
    ] {
        let folder = Folder::new("exif");
        let upright = image::open(fixtures.join(picture)).unwrap().into_rgb8();
        let mut files = vec![folder.picture("1.png", &upright)];
        for (said, made) in stored {
            let mut turned = DynamicImage::from(upright.clone());
            turned.apply_orientation(made);
            // TIFF, little-endian; one entry: orientation (0x0112), a short, once; no more directories.
            let entry = [0x12, 1, 3, 0, 1, 0, 0, 0, said, 0, 0, 0];
            let exif = [b"II*\0\x08\0\0\0\x01\0".as_slice(), &entry, &[0; 4]].concat();
            let mut bytes = Vec::new();
            let mut encoder = PngEncoder::new(&mut bytes);
            encoder.set_exif_metadata(exif).unwrap();
            turned.write_with_encoder(encoder).unwrap();
            files.push(folder.file(&format!("{said}.png"), &bytes));
        }
        let arguments: Vec<&str> =
            ["read", "--json"].into_iter().chain(files.iter().map(String::as_str)).collect();
        let (code, out, err) = run(&arguments);
        assert_eq!((code, &*err), (0, ""), "{picture}");
        let seen: Vec<Value> = out
            .lines()
            .map(|line| {
                let mut seen: Value = serde_json::from_str(line).unwrap();
                seen.as_object_mut().unwrap().remove("file");
                seen
            })
            .collect();
        assert_eq!(seen.len(), files.len());
        for (file, turned) in files.iter().zip(&seen) {
            assert_eq!(turned, &seen[0], "{file} of {picture}");
        }
    }
}

#[test]
fn the_short_help_is_short_and_the_long_one_whole() {
    let (code, short, _) = run(&["watch", "-h"]);
    assert!(code == 0 && short.lines().count() <= 24, "{short}");
    assert!(short.contains("Examples: voltsight watch"), "{short}");
    let (code, long, _) = run(&["watch", "--help"]);
    assert!(code == 0 && long.contains("--pause-key") && !short.contains("--pause-key"), "{long}");
}

#[test]
fn nothing_to_read_is_a_usage_error() {
    let (code, _, err) = run(&["read"]);
    assert_eq!(code, 2);
    assert!(err.contains("<IMAGE>"), "{err}");
}

/// A folder with two boards, and one that is said to be another.
fn checked(folder: &Folder, falsify: impl Fn(&mut Value)) -> String {
    let mut truths = serde_json::Map::new();
    for seed in 40..42 {
        let (picture, truth) = native(seed);
        folder.picture(&format!("{seed}.png"), &picture);
        truths.insert(format!("{seed}.png"), truth);
    }
    falsify(&mut truths["41.png"]);
    folder.file("truth.json", Value::from(truths).to_string().as_bytes());
    folder.path("")
}

#[test]
fn check_counts_what_is_right() {
    let folder = Folder::new("right");
    let path = checked(&folder, |_| {});
    let (code, out, err) = run(&["lab", "check", "--min-right", "100", &path]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    let (code, out, _) = run(&["lab", "check", "--json", &path]);
    assert_eq!(code, 0);
    let folders: Value = serde_json::from_str(&out).unwrap();
    for (picture, file) in
        folders[0]["pictures"].as_array().unwrap().iter().zip(["40.png", "41.png"])
    {
        assert_eq!(picture["file"], file);
        // State, level, two counters, cursor, 20 numbers in headers, 25 cards, 25 memos.
        assert_eq!(picture["right"], 75);
        assert_eq!(picture["wrong"], serde_json::json!([]));
        assert_eq!(picture["unreadable"], serde_json::json!([]));
    }
}

#[test]
fn check_names_what_is_wrong_and_fails() {
    let folder = Folder::new("wrong");
    let path = checked(&folder, |truth| {
        truth["round_coins"] = 777.into();
        truth["level"] = 8.into();
    });
    let (code, out, _) = run(&["lab", "check", &path]);
    assert_eq!(code, 1, "{out}");
    assert!(out.contains("41.png: round coins: read 0 ("), "{out}");
    assert!(out.contains("is 777"), "{out}");
    assert_eq!(run(&["lab", "check", &path, "--max-wrong", "1"]).0, 1);
    assert_eq!(run(&["lab", "check", &path, "--max-wrong", "2"]).0, 0);
    assert_eq!(run(&["lab", "check", &path, "--max-wrong", "2", "--min-right", "50"]).0, 0);
    assert_eq!(run(&["lab", "check", &path, "--max-wrong", "2", "--min-right", "51"]).0, 1);
}

#[test]
fn check_says_what_is_missing() {
    let folder = Folder::new("missing");
    let (code, _, err) = run(&["lab", "check", &folder.path("")]);
    assert_eq!(code, 2);
    assert!(err.contains("has no truth.json"), "{err}");
    folder.file("truth.json", b"{\"a.png\": {\"rows\": 3}}");
    let (code, _, err) = run(&["lab", "check", &folder.path("")]);
    assert_eq!(code, 2);
    assert!(err.contains("is not as expected"), "{err}");
    // A picture that is not there is told with the others, and is bad input whatever the limits are.
    let (picture, _) = native(43);
    folder.picture("here.png", &picture);
    folder.file(
        "truth.json",
        b"{\"gone.png\": {\"rows\": null}, \"here.png\": {\"state\": \"board\"}}",
    );
    let (code, out, err) = run(&["lab", "check", &folder.path(""), "--max-wrong", "9"]);
    assert_eq!(code, 2, "{out}");
    assert!(out.contains("gone.png") && out.contains("cannot be read"), "{out}");
    assert!(err.contains("1 of the pictures named cannot be read"), "{err}");
}

/// `check` of one board whose truth is as given.
fn check_truth(folder: &Folder, truth: &str) -> (i32, String, String) {
    folder.file("truth.json", format!("{{\"a.png\": {truth}}}").as_bytes());
    run(&["lab", "check", "--min-right", "100", &folder.path("")])
}

#[test]
fn each_field_that_a_truth_gives_is_compared() {
    let folder = Folder::new("each");
    let (picture, truth) = native(44);
    folder.picture("a.png", &picture);
    let other = |field: &str| match field {
        "state" => serde_json::json!("menu"),
        "rows" | "cols" => serde_json::json!([[99, 0], [1, 4], [1, 4], [1, 4], [1, 4]]),
        "tiles" => serde_json::json!(vec![[2; 5]; 5]),
        "memos" => serde_json::json!(vec![[[1]; 5]; 5]),
        "cursor" => serde_json::json!([4, 4]),
        _ => serde_json::json!(7),
    };
    let fields = [
        "state",
        "level",
        "rows",
        "cols",
        "tiles",
        "memos",
        "cursor",
        "total_coins",
        "round_coins",
    ];
    for field in fields {
        let alone = |value: &Value| serde_json::json!({ field: value }).to_string();
        let (code, out, err) = check_truth(&folder, &alone(&truth[field]));
        assert_eq!((code, err.as_str()), (0, ""), "{field}: {out}");
        let (code, out, _) = check_truth(&folder, &alone(&other(field)));
        assert!(code == 1 && out.contains("WRONG  "), "{field}: {out}");
    }
    for field in ["rows", "cols", "tiles", "memos"] {
        let (code, out, _) = check_truth(&folder, &format!("{{\"{field}\": null}}"));
        assert!(code == 1 && out.contains("none is in play"), "{field}: {out}");
    }
    // What is not given is not compared.
    assert_eq!(check_truth(&folder, "{}").0, 0);
}

#[test]
fn a_truth_that_cannot_be_is_refused() {
    let folder = Folder::new("refused");
    let (picture, _) = native(45);
    folder.picture("a.png", &picture);
    for (truth, expected) in [
        ("{\"tilez\": []}", "a.png: there is no field of a truth \"tilez\"; is \"tiles\" meant?"),
        ("{\"col\": []}", "is \"cols\" meant?"),
        ("{\"memo\": []}", "is \"memos\" meant?"),
        ("{\"total_coin\": 3}", "is \"total_coins\" meant?"),
        ("{\"unreadable\": {\"row\": []}}", "is \"rows\" meant?"),
        ("{\"rows\": [[1, 1]]}", "a.png: rows: 1 headers, there are 5"),
        ("{\"rows\": 3}", "a.png: rows: invalid type"),
        ("{\"level\": 9}", "a.png: level: "),
        ("{\"tiles\": [[1, 2], [3, 0]]}", "tiles: 2 x 2 cards, there are 5 x 5"),
        (
            "{\"memos\": [[[7],[],[],[],[]],[[],[],[],[],[]],[[],[],[],[],[]],[[],[],[],[],[]],[[],[],[],[],[]]]}",
            "7 is not a mark",
        ),
        ("{\"cursor\": [0, 5]}", "cursor: [0, 5] is not a card"),
        ("{\"animating\": [[9, 9]]}", "animating: [9, 9] is not a card"),
        ("{\"unreadable\": {\"cols\": [[0, 2]]}}", "[0, 2] is not a part of a header"),
        (
            "{\"rows\": null, \"tiles\": [[1,1,1,1,1],[1,1,1,1,1],[1,1,1,1,1],[1,1,1,1,1],[1,1,1,1,1]]}",
            "all or none",
        ),
        ("{\"level\": 1, \"level\": 2}", "\"level\" stands there twice"),
        ("{}, \"a.png\": {}", "\"a.png\" stands there twice"),
        ("[]", "truth.json is not as expected"),
    ] {
        let (code, _, err) = check_truth(&folder, truth);
        assert!(code == 2 && err.contains(expected), "{truth}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
    folder.file("truth.json", b"{}");
    let (code, _, err) = run(&["lab", "check", &folder.path("")]);
    assert!(code == 2 && err.contains("names no picture"), "{err}");
    for wrong in ["nan", "101", "-1"] {
        assert_eq!(run(&["lab", "check", &format!("--min-right={wrong}"), &folder.path("")]).0, 2);
    }
    // A byte order mark, as editors on Windows write it.
    folder.file("truth.json", "\u{feff}{\"a.png\": {\"state\": \"board\"}}".as_bytes());
    let (code, _, err) = run(&["lab", "check", &folder.path("")]);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[cfg(unix)]
#[test]
fn a_folder_with_links_to_itself_is_checked_once() {
    let folder = Folder::new("links");
    let within = Path::new(&folder.path("a")).join("b");
    std::fs::create_dir_all(&within).unwrap();
    for (name, to) in [("self", "."), ("up", "a/b"), ("a/b/root", "../.."), ("again", "a")] {
        std::os::unix::fs::symlink(to, folder.path(name)).unwrap();
    }
    let (picture, _) = native(46);
    picture.save(within.join("a.png")).unwrap();
    std::fs::write(within.join("truth.json"), b"{\"a.png\": {\"state\": \"board\"}}").unwrap();
    let (code, out, err) = run(&["lab", "check", "--json", &folder.path("")]);
    assert_eq!((code, err.as_str()), (0, ""));
    let folders: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(folders.as_array().unwrap().len(), 1, "{out}");
}

/// Real screens of the game, where they are at hand: nothing is read wrong.
#[test]
fn no_field_of_a_real_screen_is_wrong() {
    let Some(screens) = shared("screens/voltorb-flip") else { return };
    for folder in ["captures", "renders", "fan-games"] {
        let folder = screens.join(folder);
        let (_, out, err) = run(&["lab", "check", "--json", folder.to_str().unwrap()]);
        let folders: Value =
            serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}"));
        for picture in folders[0]["pictures"].as_array().unwrap() {
            assert_eq!(picture["wrong"], serde_json::json!([]), "{picture}");
            assert_eq!(picture["unreadable"], serde_json::json!([]), "{picture}");
        }
    }
}

/// A program without its window says how to get one with it.
#[cfg(not(feature = "window"))]
#[test]
fn without_its_window_it_says_how_to_get_it() {
    let (code, _, err) = run(&["app"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("has no window") && err.contains("make build"), "{err}");
}

#[test]
fn templates_of_a_folder_take_the_places_of_those_that_are_built_in() {
    let folder = Folder::new("templates");
    let (picture, _) = board(3, 2, &Presentation::default());
    let picture = folder.picture("board.png", &picture);
    let mine = folder.path("mine");
    let read = || run(&["read", &picture, "--json", "--templates", &mine]);
    let read_rows = |out: &str| {
        let seen: Value = serde_json::from_str(out).unwrap();
        seen["rows"].as_array().map_or(0, |rows| rows.iter().filter(|row| !row.is_null()).count())
    };
    let (code, out, _) = run(&["read", &picture, "--json"]);
    assert_eq!((code, read_rows(&out)), (0, 5), "{out}");

    assert_eq!(read().0, 2, "there is no such folder");
    std::fs::create_dir_all(Path::new(&mine).join("voltorb-flip/ds")).unwrap();
    let (code, _, err) = read();
    assert!(code == 2 && err.contains("it holds no template, such as"), "{err}");

    // Digits that no game draws are found nowhere; those that are built in are not looked for.
    let shipped = include_str!("../../templates/voltorb-flip/ds/digits.txt");
    let row = |line: &str| match line.len() == 8 && line.starts_with(['#', '.']) {
        true => line.chars().rev().map(|c| if c == '#' { '.' } else { '#' }).collect(),
        false => line.to_owned(),
    };
    let strange: Vec<String> = shipped.lines().map(row).collect();
    folder.file("mine/voltorb-flip/ds/digits.txt", strange.join("\n").as_bytes());
    let (_, out, err) = read();
    assert!(err.is_empty() && read_rows(&out) == 0, "{out}{err}");

    folder.file("mine/voltorb-flip/ds/digits.txt", b"glyph");
    let (code, _, err) = read();
    assert!(code == 2 && err.contains("--templates") && err.contains("digits.txt"), "{err}");
    folder.file("mine/voltorb-flip/ds/digit.txt", b"");
    let (code, _, err) = read();
    assert!(code == 2 && err.contains("\"voltorb-flip/ds/digits.txt\" meant?"), "{err}");
}

#[test]
fn help_is_wrapped_between_words_at_the_width_of_the_terminal() {
    for command in ["watch", "solve", "check", "app"] {
        let help = |columns: &str| {
            let output = Command::new(env!("CARGO_BIN_EXE_voltsight"))
                .args([command, "--help"])
                .env("COLUMNS", columns)
                .output()
                .unwrap();
            String::from_utf8(output.stdout).unwrap()
        };
        let (narrow, wide) = (help("80"), help("400"));
        // What follows the options is laid out by hand.
        let widest = narrow.lines().map(|line| line.chars().count()).max();
        assert!(widest.is_some_and(|widest| widest <= 100), "{command}: {widest:?}");
        let options = narrow.split("Exit codes").next().unwrap_or_default();
        let too_wide = options.lines().find(|line| line.starts_with("      ") && line.len() > 80);
        assert_eq!(too_wide, None, "{command}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&narrow), words(&wide), "{command}: no word is cut");
    }
}
