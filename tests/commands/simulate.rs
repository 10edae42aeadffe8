//! `voltsight lab simulate` as a whole program.

use serde_json::Value;
use std::process::{Command, Output};

fn simulate(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_voltsight"))
        .args(["lab", "simulate"])
        .args(arguments)
        .output()
        .unwrap()
}

#[test]
fn strategies_are_compared_on_the_same_boards() {
    let arguments =
        ["--strategy", "min-risk", "--strategy", "bogo-flip", "--boards", "200", "--json"];
    let output = simulate(&[&arguments[..], &["--level", "1", "--level", "8"]].concat());
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[3]["strategy"], &lines[3]["level"]), (&"bogo-flip".into(), &8.into()));
    let rate = |line: &Value| line["clear_rate"].as_f64().unwrap();
    assert!(rate(&lines[0]) > 0.7 && rate(&lines[1]) < rate(&lines[0]));
    assert!(rate(&lines[2]) < 0.1);
    let again = simulate(&["--strategy", "min-risk", "--boards", "50", "--level", "2"]);
    let same = simulate(&["--strategy", "min-risk", "--boards", "50", "--level", "2"]);
    assert_eq!(again.stdout, same.stdout);
    let other =
        simulate(&["--strategy", "ratio", "--boards", "50", "--level", "2", "--size", "3x4"]);
    assert_eq!(other.status.code(), Some(0));
}

#[test]
fn unknown_names_and_sizes_get_a_sentence() {
    for (arguments, sentence) in [
        (vec!["--strategy", "luck"], "is not a strategy: choose min-risk"),
        (vec!["--strategy", "ratio", "--size", "9x9"], "from 2x2 to 6x6"),
        (vec!["--strategy", "ratio", "--level", "9"], "is not a level"),
        (vec!["--strategy", "ratio", "--boards", "0"], "not a number from 1 to"),
        (
            vec!["--strategy", "ratio", "--boards", "99999999999"],
            "not a number from 1 to 1000000000",
        ),
    ] {
        let output = simulate(&arguments);
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(sentence), "{said}");
    }
}
