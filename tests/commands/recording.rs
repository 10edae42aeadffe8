//! `voltsight watch --record`, `demo --record` and `voltsight lab replay` as whole programs.

use crate::support::scratch::Folder;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

/// The recordings under test: one of each game.
const RECORDINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/recordings");

fn voltsight(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_voltsight")).args(arguments).output().unwrap()
}

fn found(output: &Output) -> Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_str(&text).unwrap_or_else(|why| panic!("{why}: {text}{said}"))
}

/// How it ended, and what it said on standard error.
fn refusal(arguments: &[&str]) -> (Option<i32>, String) {
    let output = voltsight(arguments);
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_recorded_demo_replays_the_same() {
    let folder = Folder::new("recorded-demo");
    // A walk over the ice takes longest: one is among the recordings of the repository.
    for game in ["voltorb-flip", "minesweeper"] {
        let file = folder.path(&format!("{game}.vsr"));
        let demo = ["demo", game, "--rounds", "1", "--seed", "3", "--json"];
        let played = voltsight(&[&demo[..], &["--record", &file]].concat());
        assert_eq!(played.status.code(), Some(0), "{game}");
        // Recording changes nothing, whatever game is played.
        if game == "voltorb-flip" {
            assert_eq!(found(&voltsight(&demo))["session"], found(&played)["session"]);
        }
        let replayed = voltsight(&["lab", "replay", &file, "--json"]);
        let comparison = &found(&replayed)["comparison"];
        assert_eq!(replayed.status.code(), Some(0), "{game}: {comparison:#}");
        for what in ["pictures", "readings", "events", "gestures"] {
            assert!(comparison[what].as_u64().unwrap() > 0, "{game}: {what}");
        }
        assert_eq!(comparison["confidences"], 0, "{game}");
    }
}

#[test]
fn the_recordings_of_the_repository_replay_the_same() {
    let mut played = 0;
    for entry in std::fs::read_dir(RECORDINGS).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "vsr") {
            let replayed = voltsight(&["lab", "replay", path.to_str().unwrap(), "--json"]);
            assert_eq!(replayed.status.code(), Some(0), "{path:?}: {:#}", found(&replayed));
            played += 1;
        }
    }
    assert_eq!(played, 3, "one of each game");
}

/// The lines of a recording; the pictures stay as they are.
fn altered(recording: &Path, alter: impl Fn(&mut Value) -> bool) -> Vec<u8> {
    let bytes = std::fs::read(recording).unwrap();
    let (mut rest, mut made, mut done) = (&bytes[..], Vec::new(), false);
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| *byte == b'\n').unwrap();
        let mut line: Value = serde_json::from_slice(&rest[..end]).unwrap();
        let png = line["picture"]["bytes"].as_u64().unwrap_or(0) as usize;
        done = done || alter(&mut line);
        made.extend(serde_json::to_vec(&line).unwrap());
        made.extend_from_slice(&rest[end..end + 1 + png]);
        rest = &rest[end + 1 + png..];
    }
    assert!(done);
    made
}

#[test]
fn what_differs_is_told_with_its_time() {
    let folder = Folder::new("replay-differs");
    let recording = Path::new(RECORDINGS).join("voltorb-flip.vsr");
    let file = folder.path("altered.vsr");
    let replayed = |bytes: Vec<u8>| {
        std::fs::write(&file, bytes).unwrap();
        voltsight(&["lab", "replay", &file, "--quiet"])
    };
    let other_value = altered(&recording, |line| {
        let fields = line.pointer_mut("/read/fields").and_then(Value::as_array_mut);
        let field = fields.and_then(|f| f.iter_mut().find(|f| f[0] == "row 1 sum" && f[1] != "14"));
        field.map(|field| field[1] = "14".into()).is_some()
    });
    let output = replayed(other_value);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("row 1 sum: 14 then, "), "{text}");

    let other_move = altered(&recording, |line| {
        let made = line.pointer_mut("/gesture/made");
        made.map(|made| *made = "tap (1.000, 2.000) for 80 ms".into()).is_some()
    });
    let output = replayed(other_move);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("gesture: tap (1.000, 2.000) for 80 ms then, tap ("), "{text}");
    assert!(text.contains("1 readings or decisions differ"), "{text}");
}

#[test]
fn a_cut_recording_is_played_up_to_there_and_said_to_be_cut() {
    let folder = Folder::new("replay-cut");
    let whole = std::fs::read(Path::new(RECORDINGS).join("ice.vsr")).unwrap();
    let file = folder.path("cut.vsr");
    for part in [3, 5, 7] {
        std::fs::write(&file, &whole[..whole.len() * part / 9]).unwrap();
        let output = voltsight(&["lab", "replay", &file, "--quiet"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code().is_some_and(|code| code < 2), "{said}");
    }
    std::fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    let (_, said) = refusal(&["lab", "replay", &file, "--quiet"]);
    assert!(said.contains("ends in the middle of a line"), "{said}");
}

/// As on a full disk.
#[test]
fn a_log_that_was_not_finished_is_summed_up() {
    let folder = Folder::new("stats-cut");
    let log = folder.path("log");
    assert!(voltsight(&["demo", "--rounds", "2", "--quiet", "--log", &log]).status.success());
    let file = Path::new(&log).join("session.jsonl");
    let whole = std::fs::read_to_string(&file).unwrap();
    let last = whole.trim_end().rfind('\n').unwrap();
    std::fs::write(&file, &whole[..last + 20]).unwrap();
    let output = voltsight(&["lab", "stats", &log]);
    let (told, said) = (String::from_utf8(output.stdout), String::from_utf8(output.stderr));
    let (told, said) = (told.unwrap(), said.unwrap());
    assert!(output.status.success() && told.contains("rounds    2"), "{told}{said}");
    assert!(said.contains("ends in the middle of a line"), "{said}");
    // What is wrong elsewhere is no log.
    std::fs::write(&file, format!("{}\n{whole}", &whole[..20])).unwrap();
    assert_eq!(refusal(&["lab", "stats", &log]).0, Some(2));
}

#[test]
fn what_is_no_recording_or_is_damaged_gets_a_sentence() {
    let folder = Folder::new("replay-refused");
    let whole = std::fs::read(Path::new(RECORDINGS).join("ice.vsr")).unwrap();
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle..middle + 400].fill(b'x');
    let first = String::from_utf8(whole.split(|b| *b == b'\n').next().unwrap().to_vec()).unwrap();
    let newer = first.replace("\"format\":1", "\"format\":99") + "\n";
    let unknown = first.replace("\"game\":\"ice\"", "\"game\":\"chess\"") + "\n";
    for (bytes, sentence) in [
        (&b"no recording\n"[..], "is not a recording"),
        (b"", "is not a recording"),
        (&damaged, "is damaged in line"),
        (newer.as_bytes(), "has format 99"),
        (unknown.as_bytes(), "\"chess\", a game that this program does not know"),
    ] {
        let file = folder.path("bad.vsr");
        std::fs::write(&file, bytes).unwrap();
        let (code, said) = refusal(&["lab", "replay", &file]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(sentence), "{said}");
    }
    let (code, said) = refusal(&["lab", "replay", "no/such/file.vsr"]);
    assert!(code == Some(2) && said.contains("cannot be read"), "{said}");
}

#[test]
fn nothing_is_written_over() {
    let folder = Folder::new("record-over");
    let file = folder.path("there.vsr");
    std::fs::write(&file, "mine").unwrap();
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/ice-floor/emerald-1x-1-start.png");
    for arguments in [
        vec!["demo", "--rounds", "1", "--record", file.as_str()],
        vec!["watch", "--record", file.as_str(), fixture],
    ] {
        let (code, said) = refusal(&arguments);
        assert!(code == Some(2) && said.contains("is there already"), "{said}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    }
}

#[test]
fn saved_pictures_are_recorded_too() {
    let folder = Folder::new("record-pictures");
    let file = folder.path("pictures.vsr");
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/voltorb-flip/desmume");
    let recorded = voltsight(&["watch", "--record", &file, fixtures, "--quiet"]);
    assert_eq!(recorded.status.code(), Some(0));
    let replayed = voltsight(&["lab", "replay", &file, "--json"]);
    let comparison = &found(&replayed)["comparison"];
    assert_eq!(replayed.status.code(), Some(0), "{comparison:#}");
    assert!(comparison["readings"].as_u64().unwrap() > 20, "{comparison:#}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    // Nothing can be made in /proc.
    let (code, said) = refusal(&["demo", "--rounds", "1", "--record", "/proc/session.vsr"]);
    assert!(code == Some(2) && said.contains("/proc/session.vsr cannot be made"), "{said}");
}
