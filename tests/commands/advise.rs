//! `voltsight advise`, the configuration file and what is installed, as a user runs them.

use crate::support::scratch::Folder;
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions};
use session::capture::Source;
use session::input::{Gesture, Hand};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use voltorb_flip_game::player::Move;
use voltorb_flip_game::screen::{FlipReader, Phase};

/// Runs the program in a folder that is also its configuration folder.
fn run(folder: &Folder, arguments: &[&str], input: Stdio) -> (i32, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_voltsight"))
        .args(arguments)
        .current_dir(folder.path(""))
        .env("XDG_CONFIG_HOME", folder.path("config"))
        .stdin(input)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn configure(folder: &Folder, text: &str) {
    std::fs::create_dir_all(folder.path("config/voltsight")).unwrap();
    std::fs::write(folder.path("config/voltsight/config.toml"), text).unwrap();
}

/// A picture of the built-in game with a board in play.
fn board() -> image::RgbImage {
    let mut game = FlipArcade::new(FlipArcadeOptions::default());
    let mut reader = FlipReader::new();
    let frame = game.next(Duration::from_secs(2)).unwrap();
    let seen = reader.read(&frame.picture).unwrap();
    let at = seen.touch.to_picture(Move::Play.target());
    game.perform(&Gesture::tap(at, seen.touch.area, Duration::from_millis(80)), &frame).unwrap();
    for _ in 0..100 {
        let frame = game.next(Duration::from_millis(100)).unwrap();
        if reader.read(&frame.picture).is_ok_and(|seen| seen.phase.value == Some(Phase::Board)) {
            return (*frame.picture).clone();
        }
    }
    panic!("there is no board");
}

#[test]
fn a_picture_is_advised_on_from_a_file_and_from_standard_input() {
    let folder = Folder::new("advise");
    let path = folder.picture("shot.png", &board());
    let (code, out, err) = run(&folder, &["advise", &path], Stdio::null());
    assert_eq!(code, 0, "{err}");
    assert!(
        out.contains("▶ row ") && out.contains("✓ safe") && out.contains("chance to clear"),
        "{out}"
    );
    let file = std::fs::File::open(&path).unwrap();
    let (code, same, _) = run(&folder, &["advise", "-"], file.into());
    assert_eq!((code, same.replace("standard input", &path)), (0, out));
    let arguments = ["advise", &path, "--json", "--objective", "coins"];
    let (code, json, err) = run(&folder, &arguments, Stdio::null());
    let json: serde_json::Value = serde_json::from_str(&json).expect(&err);
    assert_eq!((code, json["on"]["position"]["rows"].as_array().map(Vec::len)), (0, Some(5)));
}

#[test]
fn the_annotated_picture_shows_the_best_move_and_nothing_is_written_over() {
    let folder = Folder::new("advise-annotate");
    let picture = board();
    let path = folder.picture("shot.png", &picture);
    let drawn = folder.path("drawn.png");
    let arguments = ["advise", &path, "--annotate", &drawn];
    assert_eq!(run(&folder, &arguments, Stdio::null()).0, 0);
    let annotated = image::open(&drawn).unwrap().into_rgb8();
    let factor = annotated.width() / picture.width();
    assert_eq!(annotated.dimensions(), (picture.width() * factor, picture.height() * factor));
    let best = annotated.pixels().filter(|pixel| pixel.0 == [0, 230, 255]).count();
    assert!(best > 100, "the best card is framed: {best} pixels");
    let (code, _, err) = run(&folder, &arguments, Stdio::null());
    assert!(code == 2 && err.contains("--force"), "{err}");
}

#[test]
fn no_game_and_no_picture_are_told_apart() {
    let folder = Folder::new("advise-none");
    let grey =
        folder.picture("grey.png", &image::RgbImage::from_pixel(300, 200, image::Rgb([90; 3])));
    let (code, _, err) = run(&folder, &["advise", &grey], Stdio::null());
    assert!(code == 1 && err.contains("grey.png"), "{err}");
    assert_eq!(run(&folder, &["advise", "nothing.png"], Stdio::null()).0, 2);
    assert_eq!(run(&folder, &["advise"], Stdio::null()).0, 2);
}

#[test]
fn the_file_sets_what_is_not_typed() {
    let folder = Folder::new("config");
    configure(
        &folder,
        "[demo]\nrounds = 2\nobjective = \"coins\"\njson = true\n\
         [game.voltorb-flip]\nobjective = \"level\"\n",
    );
    let (code, out, err) = run(&folder, &["config", "demo"], Stdio::null());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("rounds = \"2\"  # the file's [demo]"), "{out}");
    assert!(out.contains("objective = \"level\"  # the file's [game.voltorb-flip]"), "{out}");
    assert!(out.contains("seed = \"1\"  # default"), "{out}");
    let rounds = |arguments: &[&str]| {
        let (code, out, err) = run(&folder, arguments, Stdio::null());
        assert_eq!(code, 0, "{err}");
        serde_json::from_str::<serde_json::Value>(&out)
            .ok()
            .map(|told| told["session"]["rounds"].clone())
    };
    assert_eq!(rounds(&["demo"]), Some(2.into()));
    assert_eq!(rounds(&["demo", "--rounds", "1", "--strategy", "min-risk"]), Some(1.into()));
    assert_eq!(rounds(&["demo", "--rounds", "1", "--json=false"]), None, "text, not JSON");
}

#[test]
fn a_typo_in_the_file_is_told_with_the_nearest_name() {
    let folder = Folder::new("config-typo");
    for (text, hint) in [
        ("[demo]\nobjectve = \"coins\"\n", "is \"objective\" meant?"),
        ("[dmeo]\nrounds = 2\n", "is \"demo\" meant?"),
        ("[game.voltorb]\nobjective = \"coins\"\n", "is \"voltorb-flip\" meant?"),
        ("[emulator.mine]\nwindw = \"DeSmuME\"\n", "is \"window\" meant?"),
        ("[demo\n", "config.toml"),
    ] {
        configure(&folder, text);
        let (code, _, err) = run(&folder, &["demo"], Stdio::null());
        assert!(code == 2 && err.contains(hint), "{text}: {err}");
    }
    configure(&folder, "[emulator.mine]\nwindow = \"DeSmuME\"\n");
    let (code, out, _) =
        run(&folder, &["config", "watch", "--emulator", "mine", "--set"], Stdio::null());
    assert!(
        code == 0 && out.contains("window = \"DeSmuME\"  # the file's [emulator.mine]"),
        "{out}"
    );
    let (code, _, err) = run(&folder, &["watch", "--emulator", "mien", "x.png"], Stdio::null());
    assert!(code == 2 && err.contains("is \"mine\" meant?"), "{err}");
}

#[test]
fn completions_and_manual_pages_know_the_commands() {
    let folder = Folder::new("pages");
    for shell in ["bash", "zsh", "fish"] {
        let (code, out, _) = run(&folder, &["completions", shell], Stdio::null());
        assert!(code == 0 && out.contains("advise") && out.contains("objective"), "{shell}");
    }
    assert_eq!(run(&folder, &["man", "pages"], Stdio::null()).0, 0);
    let page = std::fs::read_to_string(folder.path("pages/voltsight-advise.1")).unwrap();
    assert!(page.contains("clipboard"));
    assert!(Path::new(&folder.path("pages/voltsight.1")).exists());
}
