//! `voltsight solve`, the configuration file and what is installed, as a user runs them.

use crate::support::scratch::Folder;
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions};
use session::capture::Source;
use session::input::{Gesture, InputDevice};
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
    let (code, out, err) = run(&folder, &["solve", &path], Stdio::null());
    assert_eq!(code, 0, "{err}");
    assert!(
        out.contains("▶ flip row ") && out.contains("✓ safe") && out.contains("chance to clear"),
        "{out}"
    );
    let file = std::fs::File::open(&path).unwrap();
    let (code, same, _) = run(&folder, &["solve", "-"], file.into());
    assert_eq!((code, same.replace("standard input", &path)), (0, out));
    let arguments = ["solve", &path, "--json", "--objective", "coins"];
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
    let arguments = ["solve", &path, "--annotate", &drawn];
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
    let (code, _, err) = run(&folder, &["solve", &grey], Stdio::null());
    assert!(code == 1 && err.contains("grey.png"), "{err}");
    assert_eq!(run(&folder, &["solve", "nothing.png"], Stdio::null()).0, 2);
    assert_eq!(run(&folder, &["solve"], Stdio::null()).0, 2);
}

#[test]
fn the_file_sets_what_is_not_typed() {
    let folder = Folder::new("config");
    configure(
        &folder,
        "[demo]\nrounds = 2\nobjective = \"coins\"\njson = true\n\
         [game.voltorb-flip]\nobjective = \"level\"\n[game.minesweeper]\nsize = \"9x9\"\n",
    );
    let (code, out, err) = run(&folder, &["config", "demo"], Stdio::null());
    assert_eq!(code, 0, "{err}");
    let elsewhere = "# [game.minesweeper] counts elsewhere: voltsight config minesweeper";
    assert!(out.contains(elsewhere) && !out.contains("# [game.voltorb-flip]"), "{out}");
    let (_, there, _) = run(&folder, &["config", "minesweeper", "--set"], Stdio::null());
    assert!(there.contains("size = \"9x9\"  # the file's [game.minesweeper]"), "{there}");
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
        let wanted = format!("completions-{shell}");
        let (code, out, _) = run(&folder, &["--generate", &wanted], Stdio::null());
        assert!(code == 0 && out.contains("solve") && out.contains("objective"), "{shell}");
    }
    let (code, page, _) = run(&folder, &["--generate", "man"], Stdio::null());
    assert!(code == 0 && page.contains("VOLTSIGHT SOLVE") && page.contains("clipboard"));
    let (code, _, err) = run(&folder, &["--generate", "mam"], Stdio::null());
    assert!(code == 2 && err.contains("is \"man\" meant?"), "{err}");
}

#[test]
fn old_names_work_and_say_the_new_ones() {
    let folder = Folder::new("old-names");
    for (old, new) in [
        (vec!["check", "no-such-folder"], "`check` is now `lab check`"),
        (vec!["calibrate", "--list"], "`calibrate` is now `look list`"),
        (vec!["watch", "--auto", "--pid", "0"], "`watch --auto` is now `play`"),
        (vec!["advise", "nothing.png"], "`advise` is now `solve`"),
    ] {
        let (_, _, err) = run(&folder, &old, Stdio::null());
        assert!(err.contains(new), "{old:?}: {err}");
    }
    let new = run(&folder, &["lab", "mines", "solvable", "*1. / 11. / ..."], Stdio::null());
    let old = run(&folder, &["mines", "solvable", "*1. / 11. / ..."], Stdio::null());
    assert_eq!((old.0, old.1), (new.0, new.1));
    let picture =
        concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/voltorb-flip/desmume/2x-board.png");
    let (code, out, err) = run(&folder, &["watch", picture, "--dry-run"], Stdio::null());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("would"), "{out}");
}

#[test]
fn an_option_of_another_game_names_that_game() {
    let folder = Folder::new("others-option");
    for arguments in [["demo", "--flags"], ["solve", "--count"]] {
        let (code, _, err) = run(&folder, &arguments, Stdio::null());
        assert!(code == 2 && err.contains(" after the command"), "{arguments:?}: {err}");
    }
    let (code, _, err) = run(&folder, &["demo", "--sped", "2"], Stdio::null());
    assert!(code == 2 && err.contains("--speed") && !err.contains(" after the command"), "{err}");
}

/// The words of a position say which game it is of.
#[test]
fn the_game_of_a_position_is_found_out() {
    let folder = Folder::new("which-game");
    for (position, said) in [
        ("rows 0/2 2/0; cols 1/1 1/1", "board fits"),
        ("01.. / 12.. / .... ; mines 3", "mine"),
        ("ruby-1", "Walk"),
    ] {
        let (code, out, err) = run(&folder, &["solve", position], Stdio::null());
        assert_eq!(code, 0, "{position}: {err}");
        assert!(out.contains(said), "{position}: {out}");
    }
    std::fs::write(folder.path("board.txt"), "01.. / 12.. / .... ; mines 3").unwrap();
    let (code, out, _) = run(&folder, &["solve", &folder.path("board.txt")], Stdio::null());
    assert!(code == 0 && out.contains("mine"), "{out}");
    let file = std::fs::File::open(folder.path("board.txt")).unwrap();
    let (code, out, _) = run(&folder, &["solve", "-"], file.into());
    assert!(code == 0 && out.contains("mine"), "{out}");
    // Who mistyped a board is not asked for another game's.
    for (position, said) in [
        ("01. / 12.. / .... ; mines 3", "row 2 has 4 entries where the first row has 3"),
        ("01.. / 12.. / .... ; mines 30", "30 mines, but only"),
    ] {
        let (code, _, err) = run(&folder, &["solve", position], Stdio::null());
        assert!(code == 2 && err.contains(said), "{position}: {err}");
    }
    let both = ["solve", "ruby-1", "--annotate", "x.png"];
    let (code, _, err) = run(&folder, &both, Stdio::null());
    assert!(code == 2 && err.contains("--annotate is for a picture"), "{err}");
}
