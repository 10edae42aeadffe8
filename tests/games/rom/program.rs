//! The C files of the test game, compiled for this machine: boards and levels.

use crate::support::rom::folder;
use crate::support::rom_build;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use voltorb_flip::board::{Board, Card};
use voltorb_flip::generator::Generator;
use voltorb_flip::levels::{Level, Outcome, Round, next_level};

/// The game as a program, built once; `None` (and why, printed) without make, a C compiler or
/// Python.
pub fn built() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    PROGRAM.get_or_init(|| rom_build::program(&folder())).as_deref()
}

/// Runs the program with `arguments` and `input`; its output.
pub fn run(program: &Path, arguments: &[String], input: String) -> Vec<u8> {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{} {arguments:?}", program.display());
    output.stdout
}

fn lines(program: &Path, arguments: &[&str], input: String) -> Vec<String> {
    let arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
    let output = String::from_utf8(run(program, &arguments, input)).unwrap();
    output.lines().map(str::to_owned).collect()
}

fn digits(board: &Board) -> String {
    let row = |r: usize| -> String {
        board.row(r).iter().map(|card: &Card| char::from(b'0' + card.value())).collect()
    };
    (0..5).map(row).collect::<Vec<_>>().join("-")
}

#[test]
fn the_same_seed_deals_the_same_boards() {
    let Some(program) = built() else { return };
    for level in Level::all() {
        for seed in [0, 1, 2, 77, 20_091_003, u32::MAX] {
            let arguments = ["boards", &seed.to_string(), &level.to_string(), "400"];
            let mut generator = Generator::new(seed);
            let expected: Vec<String> = (0..400)
                .map(|_| generator.deal(level))
                .map(|deal| format!("{} {} {}", deal.kind, deal.tries, digits(&deal.board)))
                .collect();
            assert_eq!(lines(program, &arguments, String::new()), expected, "{arguments:?}");
        }
    }
}

#[test]
fn the_same_rounds_lead_to_the_same_level() {
    let Some(program) = built() else { return };
    // All last rounds; after four that may end in level 8, and after none.
    let mut histories = vec![Vec::new()];
    for level in Level::all() {
        for (outcome, flipped) in [Outcome::Won, Outcome::Lost, Outcome::Quit]
            .into_iter()
            .flat_map(|outcome| (0..20).map(move |flipped| (outcome, flipped)))
        {
            let last = Round { level, outcome, flipped };
            histories.push(vec![last]);
            for before in
                [(Outcome::Quit, 8), (Outcome::Won, 9), (Outcome::Lost, 9), (Outcome::Won, 7)]
            {
                let odd = Round { level: Level::FIRST, outcome: before.0, flipped: before.1 };
                let even = Round { level, outcome: Outcome::Won, flipped: 8 };
                histories.push(vec![even, odd, even, even, last]);
                histories.push(vec![odd, even, even, even, even, last]);
            }
        }
    }
    let code = |outcome| match outcome {
        Outcome::Won => 1,
        Outcome::Lost => 2,
        Outcome::Quit => 3,
    };
    let input: String = histories
        .iter()
        .map(|rounds| {
            let words: Vec<String> = rounds
                .iter()
                .rev()
                .map(|round| format!("{},{},{}", round.level, code(round.outcome), round.flipped))
                .collect();
            words.join(" ") + "\n"
        })
        .collect();
    let expected: Vec<String> =
        histories.iter().map(|rounds| next_level(rounds).to_string()).collect();
    assert_eq!(lines(program, &["levels"], input), expected);
}
