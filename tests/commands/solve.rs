//! `voltsight solve` as a whole program: what is typed, what is printed, how it exits.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn solve(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_voltsight"))
        .arg("solve")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may have ended already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn json(arguments: &[&str], input: &str) -> Value {
    let output = solve(&[arguments, &["--json"]].concat(), input);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn published_boards_have_their_numbers_of_solutions() {
    for (position, solutions) in [
        ("rows 0/2, 2/0; cols 1/1, 1/1", 1),
        ("rows 2/0, 1/1; cols 2/0, 1/1", 1),
        ("rows 1/1, 1/1; cols 1/1, 1/1", 2),
        ("rows 2/1, 1/2, 1/2; cols 1/2, 2/1, 1/2", 5),
    ] {
        assert_eq!(json(&[position], "")["solutions"], solutions, "{position}");
    }
    let even = json(&["rows 1/1 1/1 cols 1/1 1/1"], "");
    for tile in even["tiles"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()) {
        assert_eq!(
            (&tile["voltorb"], &tile["one"], &tile["two"], &tile["three"]),
            (&0.5.into(), &0.5.into(), &0.0.into(), &0.0.into())
        );
    }
}

#[test]
fn a_position_may_be_words_a_file_or_standard_input_in_either_notation() {
    let compact = "rows 2/0, 1/1; cols 2/0, 1/1; tiles .. 1.";
    let full = r#"{"level": null, "rows": [[2,0],[1,1]], "cols": [[2,0],[1,1]],
                   "tiles": [[null,null],[1,null]], "cursor": [0,0], "state": "board"}"#;
    let expected = json(&[compact], "");
    assert_eq!(expected["tiles"][1][0]["face_up"], true);
    assert_eq!(json(&compact.split(' ').collect::<Vec<_>>(), ""), expected);
    assert_eq!(json(&["-"], compact), expected);
    assert_eq!(json(&["-"], full), expected);
    assert_eq!(json(&[], full), expected);
    let file = std::env::temp_dir().join(format!("voltsight-solve-{}.json", std::process::id()));
    std::fs::write(&file, full).unwrap();
    let from_file = json(&[file.to_str().unwrap()], "");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(from_file, expected);
}

#[test]
fn the_best_tile_is_named_and_explained() {
    let position = "rows 4/0 2/1 1/2; cols 3/0 2/1 2/2";
    let output = solve(&[position, "--explain"], "");
    let said = text(&output.stdout);
    assert!(said.starts_with("3 x 3: "), "{said}");
    assert!(said.contains("certainly no Voltorb"), "{said}");
    assert!(said.contains("has no Voltorb: all its cards are safe."), "{said}");
    assert!(said.contains("Useless (1 or Voltorb): "), "{said}");
    assert!(!said.contains('\u{1b}'), "colours in a pipe");
    let report = json(&[position, "--explain"], "");
    let best = report["best"].as_array().unwrap();
    let tile =
        &report["tiles"][best[0].as_u64().unwrap() as usize][best[1].as_u64().unwrap() as usize];
    assert_eq!((&tile["safe"], &tile["useful"]), (&true.into(), &true.into()));
    assert!(report["why"].as_array().unwrap().len() > 1);
}

#[test]
fn the_level_weighs_the_boards() {
    // Board 12201-01300-21011-21101-11111, of which level 1 has 30 look-alikes.
    let position = "rows 6/1 4/3 5/1 5/1 5/0; cols 6/1 6/0 7/1 2/3 4/1";
    assert_eq!(json(&[position, "--level", "1"], "")["solutions"], 30);
    assert_eq!(json(&[&format!("{position}; level 1")], "")["solutions"], 30);
    assert!(json(&[position], "")["solutions"].as_u64().unwrap() > 30);
    let output = solve(&[&format!("{position}; level 1"), "--level", "2"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("another level"), "{}", text(&output.stderr));
}

#[test]
fn strategies_go_by_their_names_and_rounds_before_are_told() {
    let even = "rows 2/1 2/1; cols 2/1 2/1";
    let report = json(&[even, "--strategy", "min-risk"], "");
    assert_eq!((&report["value"], &report["quit"]), (&0.5.into(), &false.into()));
    let report = json(&[even, "--strategy", "safe-house"], "");
    assert_eq!((&report["best"], &report["quit"]), (&Value::Null, &true.into()));
    let report = json(&[even, "--history", "won 9, quit 8,lost 0"], "");
    assert_eq!(report["value"], 0.5);
    for (arguments, sentence) in [
        (["--strategy", "luck"], "is not a strategy"),
        (["--history", "won"], "is not a round"),
        (["--history", "won 26"], "is not a round"),
    ] {
        let output = solve(&[&[even][..], &arguments].concat(), "");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(sentence), "{}", text(&output.stderr));
    }
    let both = solve(&[even, "--strategy", "ratio", "--objective", "coins"], "");
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn an_answer_in_no_time_is_bounded_on_both_sides() {
    // Board 11210-21001-02121-11210-00112, which takes seconds.
    let position = "rows 5/1 4/2 6/1 5/1 4/2; cols 4/2 5/1 6/1 5/1 4/2; level 2";
    for objective in ["clear", "coins", "level", "survive 8", "clear-with 12"] {
        let report = json(&[position, "--objective", objective, "--deadline", "1"], "");
        let bound = |value: &Value, name: &str| value[name].as_f64().unwrap();
        let most = if objective == "coins" { 50_000.0 } else { 1.0 };
        // The level is soon seen to be kept.
        if objective != "level" {
            assert_eq!(report["exact"], false, "{objective}");
        }
        let tiles =
            report["tiles"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap());
        for value in tiles.chain([&report]) {
            let (lower, upper) = (bound(value, "lower"), bound(value, "upper"));
            assert!(0.0 <= lower && lower <= upper && upper <= most, "{objective}: {value}");
        }
    }
}

#[test]
fn impossible_headers_are_an_answer_and_name_the_conflict() {
    let output = solve(&["rows 1/1 2/1; cols 1/1 1/1"], "");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.contains("row sums total 3 but the column sums total 2"), "{said}");
    let output = solve(&["rows 1/1 2/1; cols 1/1 1/1", "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["solutions"], 0);
    assert!(report["conflict"].as_str().unwrap().contains("row sums total 3"));
}

#[test]
fn what_is_not_understood_gets_a_sentence_and_code_2() {
    for (arguments, input, sentence) in [
        (vec!["rows 1-1 1/1; cols 1/1 1/1"], "", "\"1-1\" is not a header"),
        (vec!["rows 1/1 1/1; cols 1/1 1/1; tiles .. ..x"], "", "'x' is not a card"),
        (vec!["rows 1/1; cols 1/1"], "", "a board has 2 to"),
        (vec!["no-such-file"], "", "no-such-file is neither a position nor a file"),
        (vec!["6/1", "7/1"], "", "begin with rows"),
        (vec!["6/1 7/1 6/1 7-1"], "", "\"7-1\" is not a header"),
        (vec!["6/1 7/1 6/1 7/1 5/1"], "", "5 headers without the words"),
        (vec![], "", "the rows are missing"),
        (vec!["-"], "{\"rows\": 3}", "expected {\"level\""),
        (vec!["rows 1/1 1/1 cols 1/1 1/1", "--objective", "win"], "", "is not an objective"),
        (vec!["rows 1/1 1/1 cols 1/1 1/1", "--level", "0"], "", "is not a level"),
    ] {
        let output = solve(&arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains(sentence), "{arguments:?}: {said}");
    }
}

#[test]
fn boards_too_large_to_list_get_exact_chances() {
    let line = "7/1 7/1 7/1 7/1 7/1 7/1 7/1";
    let report = json(&[&format!("rows {line} cols {line}")], "");
    assert_eq!(report["exact"], false);
    assert!((report["tiles"][3][4]["voltorb"].as_f64().unwrap() - 1.0 / 7.0).abs() < 1e-12);
}

/// All boards, or the likeliest, as text, CSV and JSON lines: the same boards, chances that add up to 1.
#[test]
fn the_boards_that_fit_are_listed_with_their_chances() {
    let position = "rows 3/3 8/0 5/2 7/2 2/3; cols 4/1 5/2 4/3 8/1 4/3; level 5";
    let list = |more: &[&str]| {
        let output = solve(&[&[position, "--list"], more].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let all = list(&["--json"]);
    let boards: Vec<Value> = all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(json(&[position], "")["solutions"], boards.len());
    let chances: Vec<f64> = boards.iter().map(|b| b["chance"].as_f64().unwrap()).collect();
    assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let csv = list(&["--csv"]);
    assert_eq!(csv.lines().next(), Some("board,chance"));
    for (line, board) in csv.lines().skip(1).zip(&boards) {
        let (cards, chance) = line.split_once(',').unwrap();
        assert_eq!(board["board"], cards);
        assert_eq!(board["chance"], chance.parse::<f64>().unwrap());
    }
    let most = chances.iter().copied().fold(0.0, f64::max);
    let likeliest = list(&["3", "--json"]);
    assert_eq!(likeliest.lines().count(), 3);
    let first: Value = serde_json::from_str(likeliest.lines().next().unwrap()).unwrap();
    assert_eq!(first["chance"], most);
    assert!(list(&["1"]).contains(first["board"].as_str().unwrap()));
    let none = solve(&["rows 2/0 1/1; cols 1/1 1/1", "--list"], "");
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stdout).starts_with("No board fits: "));
}
