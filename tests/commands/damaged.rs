//! Files of each format that the program reads, changed by chance: the command that reads one ends with what it found or
//! with a sentence, whatever is in it.
//!
//! `make soak` changes each `FUZZ` times.

use crate::support::eventually;
use crate::support::scratch::Folder;
use rand_mt::Mt;
use std::ffi::OsStr;
use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What numbers and texts are replaced by.
const STRANGE: [&str; 14] = [
    "0",
    "-1",
    "9",
    "255",
    "65536",
    "4294967296",
    "99999999999999999999999",
    "1e308",
    "null",
    "\"\"",
    "[]",
    "{}",
    "\u{202e}",
    "true",
];

fn below(random: &mut Mt, limit: usize) -> usize {
    (random.next_u32() as usize) % limit.max(1)
}

/// Where numbers and texts in quotation marks stand.
fn words(bytes: &[u8]) -> Vec<(usize, usize)> {
    let (mut words, mut from) = (Vec::new(), 0);
    while from < bytes.len() {
        let rest = &bytes[from..];
        let length = match rest[0] {
            b'"' => rest[1..].iter().position(|b| *b == b'"').map_or(1, |end| end + 2),
            b'0'..=b'9' => rest.iter().take_while(|b| b.is_ascii_digit()).count(),
            _ => 0,
        };
        if length > 0 {
            words.push((from, from + length));
        }
        from += length.max(1);
    }
    words
}

/// The file with one or two changes.
fn changed(whole: &[u8], random: &mut Mt) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for _ in 0..=below(random, 2) {
        let (a, b) = (below(random, bytes.len()), below(random, bytes.len().min(40)));
        let part = a..(a + b).min(bytes.len());
        match below(random, 8) {
            0 => bytes.truncate(a),
            1 => drop(bytes.drain(part)),
            2 => {
                let again = bytes[part].to_vec();
                bytes.splice(a..a, again);
            }
            3 => bytes.iter_mut().skip(a).take(1).for_each(|byte| *byte = random.next_u32() as u8),
            _ => {
                let words = words(&bytes);
                let Some((from, to)) = words.get(below(random, words.len())) else { continue };
                let strange = STRANGE[below(random, STRANGE.len())];
                bytes.splice(*from..*to, strange.bytes());
            }
        }
    }
    bytes
}

/// The exit code of the program, which has this folder as the user's own, and what it said to standard error.
fn run(folder: &Folder, arguments: &[impl AsRef<OsStr> + Debug]) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_voltsight"))
        .args(arguments)
        .env("XDG_CONFIG_HOME", folder.path(""))
        .env("XDG_STATE_HOME", folder.path("state"))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(folder.path("said")).unwrap())
        .spawn()
        .unwrap();
    let said = || String::from_utf8(std::fs::read(folder.path("said")).unwrap()).unwrap();
    let ended = eventually(&format!("{arguments:?} ends"), || child.try_wait().unwrap());
    let code = ended.code().unwrap_or_else(|| panic!("{arguments:?}: {ended}: {}", said()));
    (code, said())
}

/// A format: a file as it should be, and the commands that read it.
struct Format {
    file: String,
    whole: Vec<u8>,
    commands: Vec<Vec<String>>,
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// What a command of `voltsight` leaves where the folder is the user's own.
fn made(folder: &Folder, arguments: &[&str]) {
    let (code, said) = run(folder, arguments);
    assert_eq!(code, 0, "{arguments:?}: {said}");
}

fn formats(folder: &Folder) -> Vec<Format> {
    let mut formats = Vec::new();
    let mut add = |file: &str, whole: &[u8], commands: &[&str]| {
        let path = folder.path(file);
        std::fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
        let commands = commands.iter().map(|line| {
            line.split(' ')
                .map(|word| if word == "FILE" { path.clone() } else { word.into() })
                .collect()
        });
        formats.push(Format {
            file: path.clone(),
            whole: whole.to_vec(),
            commands: commands.collect(),
        });
    };

    let flip = "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; tiles ..2.1 ..... 1.... ..... .....; level 1";
    add("position.txt", flip.as_bytes(), &["solve FILE"]);
    let flip = r#"{"level": 1, "rows": [[6, 1], [7, 1], [4, 1], [4, 2], [4, 1]], "cols": [[8, 0], [4, 1], [6, 1], [1, 4], [6, 0]],
        "tiles": [[null, null, 2, null, 1], [null, null, null, null, null], [1, null, null, null, null],
        [null, null, null, null, null], [null, null, null, null, null]]}"#;
    add("position.json", flip.as_bytes(), &["solve FILE"]);
    add("board.txt", b"01.. / 12.. / .... ; mines 3", &["solve minesweeper FILE"]);
    let cells = br#"{"cells": ["01..", "12..", "...."], "mines": 3}"#;
    add("board.json", cells, &["solve minesweeper FILE"]);
    add("floor.txt", b"#E./.../.S#", &["solve ice FILE"]);
    let floor = br##"{"rows": ["..#", "...", "#.."], "start": [2, 1], "ends": [[0, 1]]}"##;
    add("floor.json", floor, &["solve ice FILE"]);

    std::fs::create_dir(folder.path("boards")).unwrap();
    made(folder, &["lab", "mines", "generate", "--boards", "1", "--mbf", &folder.path("boards")]);
    let mbf = std::fs::read(folder.path("boards/1-1.mbf")).unwrap();
    add("board.mbf", &mbf, &["lab mines solvable FILE"]);
    let avf = [34, 1, 2, 3, 4, 6, 8, 1, 0, 2, 1, 2, 2, 9, 7, 7];
    add("board.avf", &avf, &["lab mines solvable FILE"]);
    let board = [9, 2, 0, 2, 1, 0, 8, 1, 7, 7];
    let rmv = b"*rmv\x00\x01\x00\x00\x00\x63\x00\x05\x00\x03\x00\x00\x00\x00\x00\x00\x00\x04\
        \x00\x00\x00\x00\x00\x00won.\nV.1\x00\x01\x02me\x00\x00\x00\x00";
    add("board.rmv", &[rmv.as_slice(), &board].concat(), &["lab mines solvable FILE"]);
    let evf = b"\x00\x80\x02\x09\x00\x02\x10\x00\x00\x00\x09\x00\x00\x01a\0b\0c\0\0\0\0DE\0\x40\x00\x40\x07";
    add("board.evf", evf, &["lab mines solvable FILE"]);

    let log = folder.path("log.jsonl");
    made(folder, &["lab", "simulate", "--rounds", "3", "--strategy", "min-risk", "--log", &log]);
    let log = std::fs::read(log).unwrap();
    add("session.jsonl", &log, &["lab stats FILE"]);
    let plan = "lab simulate --sessions 2 --rounds 2 --strategy min-risk --state FILE";
    let state = folder.path("kept");
    made(folder, &plan.replace("FILE", &state).split(' ').collect::<Vec<_>>());
    add("state", &std::fs::read(state).unwrap(), &[plan]);

    for game in ["voltorb-flip", "minesweeper", "ice"] {
        let recording = std::fs::read(fixture(&format!("recordings/{game}.vsr"))).unwrap();
        // The first pictures tell as much as all of them.
        let part = &recording[..recording.len().min(60_000)];
        add(&format!("{game}.vsr"), part, &["lab replay FILE --quiet"]);
    }

    for (game, folder_name, picture) in [
        ("voltorb-flip", "web-look", "smaller.png"),
        ("minesweeper", "minesweeper-looks", "smaller.png"),
        ("ice", "ice-looks", "first.png"),
    ] {
        let truth: serde_json::Value = serde_json::from_slice(
            &std::fs::read(fixture(&format!("{folder_name}/truth.json"))).unwrap(),
        )
        .unwrap();
        let here = format!("{game}-pictures");
        std::fs::create_dir_all(folder.path(&here)).unwrap();
        std::fs::copy(
            fixture(&format!("{folder_name}/{picture}")),
            folder.path(&format!("{here}/{picture}")),
        )
        .unwrap();
        let truth = serde_json::json!({ picture: truth[picture] }).to_string();
        let check = format!("lab check {game} {}", folder.path(&here));
        add(&format!("{here}/truth.json"), truth.as_bytes(), &[&check]);
    }

    let config = b"[watch]\nrounds = 20\nnotify = true\n[solve]\nexplain = true\n[game.voltorb-flip]\nobjective = \"coins\"\n\
        [emulator.small]\nwindow = \"DeSmuME\"\ntaps-per-minute = 120\n";
    add(
        "voltsight/config.toml",
        config,
        &["config", "config watch --emulator small", "solve ice ruby-1"],
    );
    formats
}

/// The files of one learned theme of each game, each with the folder's `list` and a reading with it alone.
fn profiles(folder: &Folder) -> Vec<Format> {
    let mut formats = Vec::new();
    for (game, kept, pictures, picture) in [
        ("voltorb-flip", "profiles", "looks", "first.png"),
        ("voltorb-flip", "profiles", "web-look", "smaller.png"),
        ("minesweeper", "minesweeper-profiles", "minesweeper-looks", "smaller.png"),
        ("ice", "ice-profiles", "ice-looks", "first.png"),
    ] {
        let name = format!("of-{pictures}");
        // What it has read it draws beside the picture.
        std::fs::create_dir_all(folder.path(pictures)).unwrap();
        for file in ["first.png", "truth.json"].map(|file| format!("{pictures}/{file}")) {
            std::fs::copy(fixture(&file), folder.path(&file)).unwrap();
        }
        let first = folder.path(&format!("{pictures}/first.png"));
        made(folder, &["look", "learn", game, &name, &first, "--truth"]);
        let picture = fixture(&format!("{pictures}/{picture}"));
        let read = ["read", game, "--profile", &name, picture.to_str().unwrap()].map(str::to_owned);
        let list = ["look", "list"].map(str::to_owned);
        for entry in std::fs::read_dir(folder.path(&format!("voltsight/{kept}/{name}"))).unwrap() {
            let path = entry.unwrap().path();
            let whole = std::fs::read(&path).unwrap();
            let file = path.to_str().unwrap().to_owned();
            formats.push(Format { file, whole, commands: vec![list.to_vec(), read.to_vec()] });
        }
    }
    formats
}

/// Changes each file so many times, and runs what reads it.
fn try_all(folder: &Folder, formats: &[Format], times: u32, seed: u32) {
    let (mut read, mut refused) = (0, 0);
    for format in formats {
        let mut random = Mt::new(seed);
        for time in 0..times {
            std::fs::write(&format.file, changed(&format.whole, &mut random)).unwrap();
            for command in &format.commands {
                let (code, said) = run(folder, command);
                let what = format!("{command:?}, change {time} of seed {seed}: {code}, {said}");
                // 1: what was found is not what is asked for. 2: it cannot be used.
                assert!((0..=2).contains(&code) && !said.contains("panicked"), "{what}");
                assert!(code != 2 || !said.trim().is_empty(), "{what}");
                *if code == 2 { &mut refused } else { &mut read } += 1;
            }
        }
        std::fs::write(&format.file, &format.whole).unwrap();
        for command in &format.commands {
            let (code, said) = run(folder, command);
            assert!(code <= 1, "{command:?} with the file as it was: {code}, {said}");
        }
    }
    println!("{} files, {times} changes each: {read} read, {refused} refused", formats.len());
    assert!(read > 0 && refused > 0, "{read} read, {refused} refused");
}

#[test]
fn files_that_are_damaged_are_read_or_refused() {
    let folder = Folder::new("damaged");
    try_all(&folder, &formats(&folder), 6, 1);
}

#[test]
fn themes_that_are_damaged_are_read_or_refused() {
    let folder = Folder::new("damaged-themes");
    try_all(&folder, &profiles(&folder), 3, 1);
}

#[test]
#[ignore = "many files: make soak"]
fn soak_of_damaged_files() {
    let times = std::env::var("FUZZ").map_or(300, |n| n.parse().expect("FUZZ is a number"));
    let folder = Folder::new("damaged-soak");
    try_all(&folder, &formats(&folder), times, 2);
    try_all(&folder, &profiles(&folder), times / 3, 2);
}
