//! The program for Windows, run by Wine, says the same as the native one. `make test-windows` builds it and
//! runs this with `VOLTSIGHT_EXE` set to it.

use crate::support::require::require;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The program with the library that Wine 8 lacks beside it, in a folder of its own; or why this is left out.
fn exe() -> Option<&'static Path> {
    static EXE: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = EXE.get_or_init(|| {
        let built = PathBuf::from(std::env::var_os("VOLTSIGHT_EXE")?);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("windows");
        std::fs::create_dir_all(&folder).unwrap();
        let library = built.with_file_name("wine").join("bcryptprimitives.dll");
        std::fs::copy(library, folder.join("bcryptprimitives.dll")).unwrap();
        let exe = folder.join("voltsight.exe");
        std::fs::copy(built, &exe).unwrap();
        // Wine makes its own folder at its first start, and says so.
        let version = windows(&exe, &["--version"]);
        assert!(text(&version.stdout).starts_with("voltsight "), "{}", text(&version.stderr));
        Some(exe)
    });
    let why = "VOLTSIGHT_EXE names no program for Windows (`make test-windows` does)";
    require("wine", found.is_some(), why);
    found.as_deref()
}

fn run(mut command: Command, arguments: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

fn native(arguments: &[&str]) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_voltsight")), arguments)
}

fn windows(exe: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new("wine");
    command.arg(exe);
    command.env("WINEDEBUG", "-all").env("WINEPREFIX", exe.with_file_name("wine-home"));
    // Windows has neither; Wine would pass on this system's.
    command.env_remove("XDG_CONFIG_HOME").env_remove("HOME");
    run(command, arguments)
}

/// Text with the line ends and the separators of paths as they are elsewhere.
fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap().replace("\r\n", "\n").replace("\\\\", "/")
}

/// Where two values differ: numbers by more than what the C libraries' functions differ in the last digits.
fn difference(at: &str, a: &Value, b: &Value) -> Option<String> {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) if a.len() == b.len() => {
            a.iter().find_map(|(name, a)| {
                let place = format!("{at}.{name}");
                b.get(name)
                    .map_or(Some(format!("{place} is missing")), |b| difference(&place, a, b))
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(i, (a, b))| difference(&format!("{at}[{i}]"), a, b))
        }
        (Value::Number(a), Value::Number(b)) => {
            let [x, y] = [a, b].map(|number| number.as_f64().unwrap());
            let near = (x - y).abs() <= 1e-4 * x.abs().max(y.abs()).max(1e-3);
            (!near).then(|| format!("{at}: {a} and {b}"))
        }
        (a, b) => (a != b).then(|| format!("{at}: {a} and {b}")),
    }
}

/// Runs both with arguments that make them print JSON, a value or one a line, and compares what they print.
fn same_json(exe: &Path, arguments: &[&str]) {
    let (here, there) = (native(arguments), windows(exe, arguments));
    assert_eq!(here.status.code(), there.status.code(), "{arguments:?}: {}", text(&there.stderr));
    let values = |output: &Output| -> Vec<Value> {
        let text = text(&output.stdout);
        let values = serde_json::Deserializer::from_str(&text).into_iter();
        values
            .map(|value| value.unwrap_or_else(|why| panic!("{arguments:?}: {why}: {text}")))
            .collect()
    };
    let [here, there] = [values(&here), values(&there)].map(Value::Array);
    assert_ne!(here, Value::Array(Vec::new()), "{arguments:?}: nothing is printed");
    assert_eq!(difference("", &here, &there), None, "{arguments:?}");
}

/// The pictures below a folder.
fn pictures(folder: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: Vec<String> = std::fs::read_dir(root.join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".png"))
        .map(|name| format!("{folder}/{name}"))
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{folder}");
    found
}

#[test]
fn every_fixture_is_read_the_same() {
    let Some(exe) = exe() else { return };
    for (game, folder) in [
        ("voltorb-flip", "fixtures/voltorb-flip/arcade"),
        ("voltorb-flip", "fixtures/voltorb-flip/desmume"),
        ("minesweeper", "fixtures/minesweeper"),
        ("ice", "fixtures/ice-floor"),
    ] {
        let pictures = pictures(folder);
        let mut arguments = vec!["read", game, "--json"];
        arguments.extend(pictures.iter().map(String::as_str));
        same_json(exe, &arguments);
    }
}

#[test]
fn positions_of_every_game_are_solved_the_same() {
    let Some(exe) = exe() else { return };
    let position = "rows 3/3 8/0 5/2 7/2 2/3; cols 4/1 5/2 4/3 8/1 4/3; level 5";
    for objective in ["clear", "coins", "level", "next", "survive-4", "campaign"] {
        same_json(exe, &["solve", position, "--objective", objective, "--json"]);
    }
    same_json(exe, &["solve", "ice", "emerald-3", "--count", "--json"]);
    same_json(exe, &["solve", "minesweeper", "1... .... .... ....", "--json"]);
}

#[test]
fn built_in_games_and_strategies_play_the_same() {
    let Some(exe) = exe() else { return };
    for game in ["voltorb-flip", "minesweeper", "ice"] {
        same_json(exe, &["demo", game, "--rounds", "1", "--seed", "3", "--json"]);
    }
    let strategy = ["--strategy", "min-risk", "--boards", "200", "--seed", "4", "--json"];
    same_json(exe, &[&["lab", "simulate"], &strategy[..]].concat());
}

#[test]
fn recordings_replay_the_same() {
    let Some(exe) = exe() else { return };
    for game in ["voltorb-flip", "minesweeper", "ice"] {
        let file = format!("fixtures/recordings/{game}.vsr");
        same_json(exe, &["lab", "replay", &file, "--json"]);
    }
}

#[test]
fn bad_input_is_a_sentence() {
    let Some(exe) = exe() else { return };
    for arguments in [
        &["read", "no-such-picture.png"][..],
        &["read", "Cargo.toml"],
        &["solve", "rows 9/9"],
        &["solve", "fixtures"],
        &["lab", "replay", "Cargo.toml"],
        &["read", "CON"],
    ] {
        let output = windows(exe, arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.starts_with("voltsight: ") && said.lines().count() == 1,
            "{arguments:?}: {said}"
        );
    }
}

#[test]
fn a_look_is_learned_kept_and_removed() {
    let Some(exe) = exe() else { return };
    let picture = "fixtures/voltorb-flip/arcade/board-1.png";
    let shows = "rows 7/1 6/1 4/2 3/4 7/2; cols 4/3 5/2 5/2 5/2 8/1";
    let listed = || text(&windows(exe, &["look", "list"]).stdout);
    windows(exe, &["look", "remove", "by-wine"]);
    assert!(!listed().contains("by-wine"));
    let learned = windows(exe, &["look", "learn", "by-wine", picture, "--shows", shows]);
    assert_eq!(learned.status.code(), Some(0), "{}", text(&learned.stderr));
    assert!(listed().contains("by-wine"));
    let removed = windows(exe, &["look", "remove", "by-wine"]);
    assert_eq!(removed.status.code(), Some(0), "{}", text(&removed.stderr));
    assert!(!listed().contains("by-wine"));
}

#[test]
fn an_annotated_picture_is_written_once() {
    let Some(exe) = exe() else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("windows-annotated");
    let _ = std::fs::remove_dir_all(&folder);
    let target = folder.to_str().unwrap();
    let arguments = ["read", "--annotate", target, "fixtures/voltorb-flip/arcade/board-1.png"];
    // Wine shows the root of this system as drive Z, which is the current one here.
    let first = windows(exe, &arguments);
    assert_eq!(first.status.code(), Some(0), "{}", text(&first.stderr));
    assert!(folder.join("board-1.png").is_file());
    let again = windows(exe, &arguments);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("is there already"), "{}", text(&again.stderr));
}
