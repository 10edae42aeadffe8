//! The rules of docs/architecture.md that the compiler does not check: which crate may depend on which, who names a
//! game, and who asks for the operating system.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The crates, each with those of ours that it may depend on.
const ARROWS: [(&str, &[&str]); 12] = [
    ("crates/grid", &[]),
    ("crates/ice-floor", &["grid"]),
    ("crates/minesweeper", &["grid"]),
    ("crates/voltorb-flip", &["grid"]),
    ("crates/vision", &["grid"]),
    ("crates/session", &["grid"]),
    ("crates/desktop", &["grid", "session"]),
    ("games/ice-floor", &["grid", "vision", "session", "ice-floor"]),
    ("games/minesweeper", &["grid", "vision", "session", "minesweeper"]),
    ("games/voltorb-flip", &["grid", "vision", "session", "voltorb-flip"]),
    (
        "lab",
        &[
            "grid",
            "vision",
            "session",
            "ice-floor",
            "minesweeper",
            "voltorb-flip",
            "ice-floor-game",
            "minesweeper-game",
            "voltorb-flip-game",
        ],
    ),
    (
        "",
        &[
            "grid",
            "vision",
            "session",
            "desktop",
            "ice-floor",
            "minesweeper",
            "voltorb-flip",
            "ice-floor-game",
            "minesweeper-game",
            "voltorb-flip-game",
            "lab",
        ],
    ),
];

/// The crates that other programs take.
const SOLVERS: [&str; 4] =
    ["crates/grid", "crates/ice-floor", "crates/minesweeper", "crates/voltorb-flip"];

/// Whether the crate in a folder may depend on something.
type MayDepend = fn(&str) -> bool;

/// Crates of others, and which of ours may depend on them. What all may is not named.
const FOREIGN: [(&[&str], MayDepend); 4] = [
    // The command line and what is drawn in a terminal or a window: the program alone.
    (&["clap", "ratatui", "crossterm", "eframe", "rfd", "anstream"], |of| of.is_empty()),
    (
        &[
            "enigo",
            "windows-sys",
            "x11rb",
            "xcap",
            "global-hotkey",
            "zbus",
            "libspa",
            "pipewire-sys",
            "wayland-client",
            "wayland-protocols",
            "wayland-protocols-misc",
            "wayland-protocols-wlr",
        ],
        |of| of == "crates/desktop",
    ),
    // Pictures.
    (&["image", "imageproc", "nalgebra"], |of| !SOLVERS.contains(&of)),
    // Errors without a type.
    (&["anyhow"], |of| !SOLVERS.contains(&of) && of != "crates/vision"),
];

/// The games, each with the folders that may name it.
const GAMES: [(&str, [&str; 4]); 3] = [
    ("ice floor", ["crates/ice-floor", "games/ice-floor", "lab/src/ice_floor", "src/games"]),
    (
        "minesweeper",
        ["crates/minesweeper", "games/minesweeper", "lab/src/minesweeper", "src/games"],
    ),
    (
        "voltorb flip",
        ["crates/voltorb-flip", "games/voltorb-flip", "lab/src/voltorb_flip", "src/games"],
    ),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn manifest(folder: &str) -> Table {
    let path = root().join(folder).join("Cargo.toml");
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

/// What a crate's manifest says that it is built with, for any system, by the names that it uses. What its tests need
/// is left out.
fn dependencies(folder: &str) -> BTreeSet<String> {
    let manifest = manifest(folder);
    let systems = manifest.get("target").and_then(Value::as_table);
    let systems =
        systems.into_iter().flatten().filter_map(|(_, system)| system.get("dependencies"));
    let tables = manifest.get("dependencies").into_iter().chain(systems);
    tables.filter_map(Value::as_table).flat_map(|table| table.keys().cloned()).collect()
}

/// The names by which our own crates are depended on.
fn ours() -> BTreeSet<String> {
    let manifest = manifest("");
    let all = manifest["workspace"]["dependencies"].as_table().unwrap();
    all.iter().filter(|(_, of)| of.get("path").is_some()).map(|(name, _)| name.clone()).collect()
}

/// The sources below a folder, but for tests in files of their own, by their paths from the project's.
fn sources(folder: &str) -> Vec<(String, String)> {
    fn visit(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    visit(&root().join(folder).join("src"), &mut found);
    found.retain(|path| !path.ends_with("tests.rs") && !path.iter().any(|part| part == "tests"));
    let name =
        |path: &Path| path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
    let code = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned()
    };
    found.iter().map(|path| (name(path), code(path))).collect()
}

fn all_sources() -> impl Iterator<Item = (String, String)> {
    ARROWS.iter().flat_map(|(folder, _)| sources(folder))
}

#[test]
fn the_crates_depend_on_each_other_as_the_arrows_say() {
    let ours = ours();
    assert_eq!(ours.len(), ARROWS.len() - 1, "each crate has its arrows: {ours:?}");
    for (folder, may) in ARROWS {
        let needs = dependencies(folder);
        let more: Vec<_> =
            needs.intersection(&ours).filter(|of| !may.contains(&of.as_str())).collect();
        assert!(more.is_empty(), "{folder:?} depends on {more:?}");
    }
}

#[test]
fn each_crate_does_without_what_is_not_its_matter() {
    for (folder, _) in ARROWS {
        let needs = dependencies(folder);
        for (foreign, may) in FOREIGN {
            let barred = foreign.iter().filter(|of| needs.contains(**of)).collect::<Vec<_>>();
            assert!(may(folder) || barred.is_empty(), "{folder:?} depends on {barred:?}");
        }
    }
}

#[test]
fn what_serves_all_games_names_none() {
    for (game, own) in GAMES {
        let names = [game.to_owned(), game.replace(' ', "-"), game.replace(' ', "_")];
        let mut seen = 0;
        for (path, text) in all_sources() {
            // The list of the laboratory's modules.
            let may = own.iter().any(|own| path.starts_with(own)) || path == "lab/src/lib.rs";
            let text = text.to_lowercase();
            let is_named = names.iter().any(|name| text.contains(name.as_str()));
            assert!(may || !is_named, "{path} names {game}");
            seen += usize::from(is_named);
        }
        assert!(seen > 10, "{game} is named in {seen} files");
    }
}

/// What differs from one operating system to another stands in one room. A browser is none: what is left out
/// there is asked of the family `wasm`.
#[test]
fn only_one_room_asks_for_the_operating_system() {
    for (path, text) in
        all_sources().filter(|(path, _)| !path.starts_with("crates/desktop/src/system/"))
    {
        for asked in text.split("cfg(").skip(1).chain(text.split("cfg!(").skip(1)) {
            let asked = asked.split([']', ';', '{', '}']).next().unwrap_or_default();
            for system in ["unix", "windows", "target_os"] {
                assert!(!asked.contains(system), "{path} asks for {system}");
            }
        }
    }
}
