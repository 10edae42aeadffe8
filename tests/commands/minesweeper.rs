//! Minesweeper's commands as a user runs them: answers, exit codes, and sentences for bad input.

use crate::support::scratch::Folder;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_voltsight"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Who does not read it all has closed the pipe.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn solve(arguments: &[&str], input: &str) -> Output {
    run(&[&["solve", "minesweeper"], arguments].concat(), input)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}{}", text(&output.stdout), text(&output.stderr)))
}

#[test]
fn a_board_is_solved_and_explained() {
    let output = solve(&["01.. / 12.. / .... ; mines 3", "--json", "--explain"], "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let answer = json(&output);
    assert_eq!(answer["layouts"], "12");
    assert_eq!(answer["safe"], serde_json::json!([[2, 2]]));
    assert_eq!(answer["best"], serde_json::json!([2, 2]));
    assert_eq!(answer["mine"][0][2], 0.5);
    let why = answer["why"][0].as_str().unwrap();
    assert!(why.starts_with("row 3, column 3 is safe by the 1 in row 1, column 2"), "{why}");
}

#[test]
fn a_picture_is_solved() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/minesweeper");
    let picture = format!("{folder}/kmines-default-playing.png");
    let seen = json(&solve(&[&picture, "--mines", "40", "--json"], ""));
    let truth: Value =
        serde_json::from_str(&std::fs::read_to_string(format!("{folder}/truth.json")).unwrap())
            .unwrap();
    let rows = truth["kmines-default-playing.png"]["cells"].as_array().unwrap();
    let rows: Vec<&str> = rows.iter().map(|row| row.as_str().unwrap()).collect();
    let typed = json(&solve(&[&format!("{} mines 40", rows.join(" ")), "--json"], ""));
    assert!(typed["safe"].as_array().is_some_and(|safe| !safe.is_empty()), "{typed}");
    assert_eq!((&seen["game"], &seen["on"]["safe"]), (&"minesweeper".into(), &typed["safe"]));
    let chosen = |cells: &Value| cells.as_array().unwrap().iter().any(|c| c["chosen"] == true);
    assert!(seen["panel"]["cells"].as_array().unwrap().iter().any(chosen), "{seen}");
    let none = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/minesweeper-looks/first.png");
    let output = solve(&[none], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("first.png"), "{}", text(&output.stderr));
}

#[test]
fn a_guess_tells_the_chance_to_win() {
    let output = solve(&[".10/.31/**1 mines 3", "--json"], "");
    let answer = json(&output);
    assert_eq!(answer["layouts"], "2", "{answer}");
    let output = solve(&[".1/.2/.. mines 2", "--json"], "");
    let win = &json(&output)["win"];
    assert_eq!(win["low"], win["high"]);
    assert!(win["low"].as_f64().is_some_and(|win| win > 0.0 && win < 1.0), "{win}");
}

#[test]
fn a_contradiction_names_its_numbers() {
    let output = solve(&["-"], "1.3\n...\n");
    assert_eq!(output.status.code(), Some(1));
    let expected = "the 1 in row 1, column 1 and the 3 in row 1, column 3 contradict each other";
    assert!(text(&output.stdout).contains(expected), "{}", text(&output.stdout));
}

#[test]
fn bad_input_is_a_sentence_and_exit_code_2() {
    let huge = format!("{}\n", ".".repeat(10_000)).repeat(10_000);
    let cases: [(&[&str], &str, &str); 9] = [
        (&["... mines 5"], "", "5 mines, but only 3 cells"),
        (&["... / .."], "", "has 2 entries where the first row has 3"),
        (&["... / ..z"], "", "row 2: 'z' is not a cell"),
        (&["-"], "{\"cells\": [\"..1\", \".", "this is not a board in JSON"),
        (&["-"], &huge, "more than 1024 KiB"),
        (&["no-such-file"], "", "no-such-file is neither a board nor a file"),
        (&["...", "--mines", "4"], "", "4 mines, but only 3 cells"),
        (&["... mines 1", "--mines", "2"], "", "another number of mines"),
        (&["-"], "", "no cells"),
    ];
    for (arguments, input, sentence) in cases {
        let output = solve(arguments, input);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
    for arguments in [
        &["lab", "simulate", "minesweeper", "--size", "10000x10000"][..],
        &["lab", "simulate", "minesweeper", "--mines", "60"],
        &["lab", "mines", "solvable", "...", "--open", "9,9"],
        &["lab", "mines", "generate", "--boards", "1", "--mines=99"],
        &["demo", "minesweeper", "--mines", "80"],
        &["demo", "minesweeper", "--size", "10000x10000"],
    ] {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn simulations_play_the_same_games_on_any_number_of_threads() {
    let play = |threads: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_voltsight"))
            .args(["lab", "simulate", "minesweeper", "--boards", "200", "--json"])
            .args(["--size", "9x9", "--mines", "15", "--strategy", "best"])
            .env("RAYON_NUM_THREADS", threads)
            .output()
            .unwrap();
        let answer = json(&output);
        (answer["won"].clone(), answer["guesses"].clone())
    };
    let (won, guesses) = play("1");
    assert!(won.as_u64().is_some_and(|won| won > 50 && won < 200), "{won}");
    assert_eq!(play("3"), (won, guesses));
}

#[test]
fn a_board_is_told_to_need_a_guess_or_not() {
    let output = run(&["lab", "mines", "solvable", "*1. / 11. / ...", "--open", "3,3"], "");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let output = run(&["lab", "mines", "solvable", "*.. / ...", "--open", "1,3"], "");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("4 of 5 safe cells"), "{}", text(&output.stdout));
}

#[test]
fn a_generated_board_is_solvable() {
    let output = run(&["lab", "mines", "generate", "--size", "9x9", "--mines", "12", "--json"], "");
    let made = json(&output);
    let board = made["board"].to_string();
    let output = run(&["lab", "mines", "solvable", &board, "--open", "3,3", "--json"], "");
    assert_eq!(json(&output)["solvable"], true, "{board}");
}

#[test]
fn a_board_in_a_file_that_players_exchange_is_taken() {
    let folder = Folder::new("exchanged");
    let at = folder.path("");
    let make = || {
        let size = ["--size", "9x9", "--mines", "10", "--boards", "2", "--mbf", &at];
        run(&[&["lab", "mines", "generate"][..], &size].concat(), "")
    };
    let made = make();
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    // Nothing is written over.
    let again = make();
    assert_eq!(again.status.code(), Some(2), "{}", text(&again.stdout));
    assert!(text(&again.stderr).contains("is there already"), "{}", text(&again.stderr));
    let board = folder.path("1-2.mbf");
    for command in [&["lab", "mines", "solvable"][..], &["solve", "minesweeper"], &["solve"]] {
        let output = run(&[command, &[&board]].concat(), "");
        let told = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{command:?}: {}", text(&output.stderr));
        assert!(told.contains("9 x 9 cells, 10 mines"), "{command:?}: {told}");
        assert!(told.contains("without a guess from 1 of 2 openings"), "{command:?}: {told}");
    }
    let answer = json(&run(&["solve", &board, "--json"], ""));
    assert_eq!((&answer["solvable"], &answer["safe"]), (&true.into(), &71.into()), "{answer}");
    // A part of a file, and another kind.
    let bytes = std::fs::read(&board).unwrap();
    for (name, bytes, sentence) in [
        ("part.mbf", &bytes[..20], "the file ends before its board does"),
        ("board.rmv", &bytes[..], "this is no .rmv file"),
    ] {
        let path = folder.path(name);
        std::fs::write(&path, bytes).unwrap();
        let output = run(&["solve", &path], "");
        assert_eq!(output.status.code(), Some(2), "{name}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains(sentence), "{name}: {}", text(&output.stderr));
    }
}

#[test]
fn the_demonstration_plays_and_its_referee_finds_nothing_wrong() {
    let play = |arguments: &[&str]| {
        let all = [&["demo", "minesweeper", "--rounds", "2", "--json"], arguments].concat();
        let output = run(&all, "");
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}{}",
            text(&output.stdout),
            text(&output.stderr)
        );
        json(&output)
    };
    let plain = play(&["--seed", "3"]);
    let referee = &plain["referee"];
    assert!(referee["fields"].as_u64().is_some_and(|fields| fields > 1_000), "{referee}");
    assert_eq!(plain["referee"], play(&["--seed", "3"])["referee"], "the same seed");
    let flagged =
        play(&["--seed", "3", "--flags", "--size", "12x16", "--mines", "25", "--scale", "2"]);
    assert_eq!(flagged["referee"]["wrong_taps"], serde_json::json!([]));
}

#[test]
fn a_look_is_learned_from_one_picture_and_reads_others() {
    let folder = Folder::new("mine-look");
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/minesweeper-looks");
    for name in ["first.png", "later.png", "truth.json"] {
        std::fs::copy(format!("{fixtures}/{name}"), folder.path(name)).unwrap();
    }
    let first = folder.path("first.png");
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_voltsight"))
            .args(&arguments[..2])
            .arg("minesweeper")
            .args(&arguments[2..])
            .env("XDG_CONFIG_HOME", folder.path("settings"))
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    let before = run(&["lab", "check", fixtures]);
    assert!(text(&before.stdout).contains("no Minesweeper board found"), "it is known already");
    let learned = run(&["look", "learn", "chequered", &first, "--truth"]);
    assert_eq!(learned.status.code(), Some(0), "{}", text(&learned.stderr));
    assert!(text(&learned.stdout).contains("not seen: 5 6 7 8; they stay unread"));
    assert!(std::path::Path::new(&folder.path("first-learned.png")).is_file());
    let after = run(&["lab", "check", "--json", fixtures]);
    let told = json(&after);
    for picture in told[0]["pictures"].as_array().unwrap() {
        assert_eq!(picture["wrong"], serde_json::json!([]), "{picture}");
        assert_eq!(picture["unreadable"], serde_json::json!([]), "{picture}");
    }
    let again = run(&["look", "learn", "chequered", &first, "--truth"]);
    assert_eq!(again.status.code(), Some(2), "it is not written over");
    let later = folder.path("later.png");
    let more = run(&["look", "add", "chequered", &later, "--truth"]);
    assert_eq!(more.status.code(), Some(0), "{}", text(&more.stderr));
    let listed = run(&["look", "list"]);
    assert!(text(&listed.stdout).contains("learned from 2 pictures"), "{}", text(&listed.stdout));
    for (arguments, expected) in [
        (vec!["look", "learn", "x", &first, "--shows", "1./.."], "it takes 4 of each"),
        (vec!["look", "learn", "x", &first, "--shows", "1.y/..."], "row 1"),
        (vec!["look", "learn", "x", &first], "--shows"),
        (vec!["look", "learn", "sgt", &first, "--truth"], "give the profile another name"),
        (vec!["look", "learn", "x", &first, "--truth", "--board", "1,2"], "four numbers"),
        (
            vec!["look", "learn", "x", &first, "--truth", "--board", "0,0,90,10"],
            "twice as wide as high",
        ),
        (vec!["look", "add", "nobody", &first, "--truth"], "there is no profile \"nobody\""),
        (vec!["read", &first, "--profile", "nobody"], "there is no profile \"nobody\""),
    ] {
        let output = run(&arguments);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
    assert_eq!(run(&["look", "remove", "chequered"]).status.code(), Some(0));
}
