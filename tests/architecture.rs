//! The rules of docs/architecture.md that can be read off the sources: who names a game, what a room
//! may import, that no files import each other in a circle, and that no two public types share a
//! name.
//!
//! Imports are the paths of `use` items and those written out in code; what is only compiled for
//! tests is left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Rooms that serve all games and import none.
const SHARED: [&str; 13] = [
    "arcade",
    "background",
    "capture",
    "companion",
    "consoles",
    "desktop",
    "distort",
    "input",
    "laboratory",
    "profiles",
    "recording",
    "show",
    "vision",
];

/// What a game may not import: windows, terminals, commands of the program.
const NOT_FOR_GAMES: [&str; 13] = [
    "crate::capture::window",
    "crate::cli",
    "crate::desktop",
    "crate::input::desktop",
    "crate::show::terminal",
    "crate::system::connect",
    "crate::system::presser",
    "crate::window",
    "crossterm",
    "eframe",
    "windows_sys",
    "x11rb",
    "xcap",
];

/// Crates that talk to a desktop.
const OF_A_DESKTOP: [&str; 4] = ["enigo", "windows_sys", "x11rb", "xcap"];

/// The crates that other programs can use, and what they do without.
const PURE: [&str; 4] = ["grid", "ice-floor", "minesweeper", "voltorb-flip"];
const NOT_FOR_PURE: [&str; 6] = ["anyhow", "clap", "crossterm", "image", "imageproc", "ratatui"];

/// A source file: its path from the folder of sources, and its text without comments, strings and tests.
struct Source {
    path: String,
    text: String,
    code: String,
}

/// Those of the program.
fn sources() -> Vec<Source> {
    sources_of("src")
}

/// The folders of sources: the program's, and those of the crates that it is made of.
fn folders() -> Vec<String> {
    let crates = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).unwrap();
    let names = crates.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let folders: Vec<_> = names.map(|name| format!("crates/{name}/src")).collect();
    assert!(folders.len() >= 2, "{folders:?}");
    std::iter::once("src".to_owned()).chain(folders).collect()
}

/// Those below a folder.
fn sources_of(folder: &str) -> Vec<Source> {
    fn visit(folder: &Path, root: &Path, found: &mut Vec<Source>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, root, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                let code = without_tests(&without_comments(&text));
                found.push(Source { path: name, text, code });
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    visit(&root, &root, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    let hidden: BTreeSet<String> = found.iter().flat_map(only_for_tests).collect();
    found.retain(|source| {
        let mut module = module_of(&source.path);
        while !module.is_empty() {
            if hidden.contains(&module) {
                return false;
            }
            module = module.rsplit_once("::").map_or(String::new(), |(up, _)| up.to_owned());
        }
        true
    });
    found
}

/// The text without comments and with empty string and character literals.
fn without_comments(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '/' if rest.peek() == Some(&'/') => while rest.next_if(|c| *c != '\n').is_some() {},
            '"' => {
                while let Some(c) = rest.next() {
                    match c {
                        '\\' => drop(rest.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                code.push_str("\"\"");
            }
            '\'' => {
                // A character or a lifetime: a character ends within three.
                let ahead: Vec<char> = rest.clone().take(3).collect();
                match ahead[..] {
                    ['\\', ..] => {
                        rest.next();
                        rest.next();
                        while rest.next_if(|c| *c != '\'').is_some() {}
                        rest.next();
                    }
                    [_, '\'', ..] => {
                        rest.next();
                        rest.next();
                    }
                    _ => code.push('\''),
                }
            }
            _ => code.push(character),
        }
    }
    code
}

/// The code without its inline modules for tests, which stand at the end of a file.
fn without_tests(code: &str) -> String {
    let end = code.match_indices("#[cfg(test)]").find(|(at, mark)| {
        let item = code[at + mark.len()..].trim_start();
        let ends = item.find(';').unwrap_or(item.len());
        item.starts_with("mod ") && item.find('{').is_some_and(|open| open < ends)
    });
    end.map_or(code, |(at, _)| &code[..at]).to_owned()
}

/// The modules that a file declares for tests only.
fn only_for_tests(source: &Source) -> Vec<String> {
    let parent = module_of(&source.path);
    let marks = source.code.match_indices("#[cfg(test)]");
    let items = marks.map(|(at, mark)| source.code[at + mark.len()..].trim_start());
    let names = items.filter_map(|item| {
        let item = item.strip_prefix("pub ").unwrap_or(item);
        let name = item.strip_prefix("mod ")?.split(';').next()?;
        Some(format!("{parent}::{}", name.trim()))
    });
    names.collect()
}

/// `crate::games::x` for `games/x.rs` and `games/x/mod.rs`, `crate` for `lib.rs`.
fn module_of(path: &str) -> String {
    let path = path.strip_suffix(".rs").unwrap_or(path);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    match path {
        "lib" | "main" => "crate".to_owned(),
        path => format!("crate::{}", path.replace('/', "::")),
    }
}

/// The paths that a file's code names, from `crate` on where they begin with `crate`, `self` or
/// `super`, with the braces of `use` items multiplied out.
fn paths(source: &Source) -> BTreeSet<String> {
    let module = module_of(&source.path);
    let mut found = BTreeSet::new();
    let code: String = source.code.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut inside = code.as_str();
    // Items of `use`, with braces.
    while let Some(at) = find_word(inside, "use") {
        let item = &inside[at + 3..];
        let end = item.find(';').unwrap_or(item.len());
        multiply(item[..end].trim(), &mut found);
        inside = &item[end..];
    }
    // Paths in code.
    for (at, _) in code.match_indices("::") {
        let before = &code[..at];
        let start = before.rfind(|c: char| !is_word(c) && c != ':').map_or(0, |i| i + 1);
        let first = before[start..].split("::").next().unwrap_or_default();
        // What is followed by braces is an item of `use`, above; `pub(in path)` imports nothing.
        let braces = code[at + 2..].starts_with('{');
        let visibility = before[..start].ends_with("(in ");
        if matches!(first, "crate" | "self" | "super") && !braces && !visibility {
            let end =
                code[at..].find(|c: char| !is_word(c) && c != ':').map_or(code.len(), |i| at + i);
            found.insert(code[start..end].trim_end_matches(':').to_owned());
        }
    }
    found.into_iter().map(|path| absolute(&module, &path)).collect()
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn find_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && after == Some(' ')
    })
}

/// `a::{b, c::{d, e}}` becomes `a::b`, `a::c::d`, `a::c::e`.
fn multiply(item: &str, found: &mut BTreeSet<String>) {
    let Some(open) = item.find('{') else {
        let path = item.split(" as ").next().unwrap_or_default();
        found.insert(
            path.replace(' ', "").trim_end_matches("::*").trim_end_matches("::self").to_owned(),
        );
        return;
    };
    let (prefix, list) = (&item[..open], &item[open + 1..item.rfind('}').unwrap_or(item.len())]);
    let (mut depth, mut start) = (0, 0);
    for (i, character) in list.char_indices().chain([(list.len(), ',')]) {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = list[start..i].trim();
                if !part.is_empty() {
                    multiply(&format!("{prefix}{part}"), found);
                }
                start = i + 1;
            }
            _ => {}
        }
    }
}

/// A path as seen from a module, from `crate` on if it is one of ours.
fn absolute(module: &str, path: &str) -> String {
    let mut base: Vec<&str> = module.split("::").collect();
    let mut parts = path.split("::").peekable();
    match parts.peek() {
        Some(&"self") => drop(parts.next()),
        Some(&"super") => {
            while parts.next_if_eq(&"super").is_some() {
                base.pop();
            }
        }
        _ => return path.to_owned(),
    }
    base.into_iter().chain(parts).collect::<Vec<_>>().join("::")
}

/// Which files each file imports, by their paths.
fn imports(sources: &[Source]) -> BTreeMap<&str, BTreeSet<&str>> {
    // `main.rs` is a crate of its own, whose root would be taken for the library's.
    let library = || sources.iter().filter(|source| source.path != "main.rs");
    let files: BTreeMap<String, &str> =
        library().map(|s| (module_of(&s.path), s.path.as_str())).collect();
    let mut graph = BTreeMap::new();
    for source in library() {
        let mut targets = BTreeSet::new();
        let module = module_of(&source.path);
        for path in paths(source) {
            // `child::Item` after `mod child;`.
            let own = format!("{module}::{path}");
            let head = path.split("::").next().unwrap_or_default();
            let path = if files.contains_key(&format!("{module}::{head}")) { own } else { path };
            let mut prefix = path.as_str();
            loop {
                if let Some(file) = files.get(prefix) {
                    targets.insert(*file);
                    break;
                }
                let Some((up, _)) = prefix.rsplit_once("::") else { break };
                prefix = up;
            }
        }
        targets.remove(source.path.as_str());
        targets.remove("lib.rs");
        graph.insert(source.path.as_str(), targets);
    }
    graph
}

/// Everything that can be reached from a file.
fn reached<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>, from: &'a str) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut rest: Vec<&str> = graph[from].iter().copied().collect();
    while let Some(file) = rest.pop() {
        if seen.insert(file) {
            rest.extend(graph.get(file).into_iter().flatten());
        }
    }
    seen
}

/// The groups of files each of which imports the others, directly or by way of others.
fn circles<'a>(graph: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<BTreeSet<&'a str>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|&file| (file, reached(graph, file))).collect();
    let within = reach.iter().filter(|(file, reach)| reach.contains(*file));
    within
        .map(|(file, seen)| {
            seen.iter().copied().filter(|other| reach[other].contains(file)).collect()
        })
        .collect()
}

/// The public types of the library: the name of each, and the files that define one of that name. A
/// type is public if a public module defines it or passes it on (`pub use`).
fn public_types(sources: &[Source]) -> BTreeMap<String, BTreeSet<&str>> {
    let files: BTreeMap<String, &Source> =
        sources.iter().filter(|s| s.path != "main.rs").map(|s| (module_of(&s.path), s)).collect();
    let mut found: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    // Modules, and items of them.
    let mut open = vec!["crate".to_owned()];
    while let Some(path) = open.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        if let Some(source) = files.get(&path) {
            // A module: all that it names as public.
            let code: String = source.code.split_whitespace().collect::<Vec<_>>().join(" ");
            for (at, mark) in code.match_indices("pub ") {
                let mut words = code[at + mark.len()..].splitn(2, ' ');
                let (kind, rest) = (words.next().unwrap_or_default(), words.next());
                let rest = rest.unwrap_or_default();
                let name = rest.split(|c| !is_word(c)).next().unwrap_or_default();
                match kind {
                    "use" => {
                        let mut uses = BTreeSet::new();
                        multiply(rest.split(';').next().unwrap_or_default(), &mut uses);
                        open.extend(uses.into_iter().map(|used| from_module(&files, &path, &used)));
                    }
                    "mod" | "struct" | "enum" | "trait" | "type" | "union" => {
                        open.push(format!("{path}::{name}"));
                    }
                    _ => {}
                }
            }
        } else if let Some((module, name)) = path.rsplit_once("::")
            && let Some(source) = files.get(module)
        {
            // An item: defined here, or taken from elsewhere.
            let code: String = source.code.split_whitespace().collect::<Vec<_>>().join(" ");
            let kinds = ["struct", "enum", "trait", "type", "union"];
            let defines = |kind: &&str| {
                code.match_indices(&format!("{kind} {name}"))
                    .any(|(at, mark)| !code[at + mark.len()..].starts_with(is_word))
            };
            if kinds.iter().any(defines) {
                found.entry(name.to_owned()).or_default().insert(source.path.as_str());
                continue;
            }
            for (at, mark) in code.match_indices(" use ").chain(code.match_indices("use ")) {
                let mut uses = BTreeSet::new();
                multiply(code[at + mark.len()..].split(';').next().unwrap_or_default(), &mut uses);
                let named = uses.into_iter().filter(|used| used.rsplit("::").next() == Some(name));
                open.extend(named.map(|used| from_module(&files, module, &used)));
            }
        }
    }
    found
}

/// A path that a module names, from `crate` on: `child::Item` is one of its own modules' items.
fn from_module(files: &BTreeMap<String, &Source>, module: &str, path: &str) -> String {
    let own = format!("{module}::{}", path.split("::").next().unwrap_or_default());
    if files.contains_key(&own) { format!("{module}::{path}") } else { absolute(module, path) }
}

/// The folders of the games.
fn games(sources: &[Source]) -> BTreeSet<String> {
    let inside = sources.iter().filter_map(|s| s.path.strip_prefix("games/")?.split_once('/'));
    inside.map(|(game, _)| game.to_owned()).collect()
}

#[test]
fn no_file_outside_a_game_names_it_but_the_registry() {
    let sources = sources();
    let games = games(&sources);
    assert!(games.len() >= 2, "{games:?}");
    let mut naming = BTreeSet::new();
    for game in &games {
        let names = [game.clone(), game.replace('_', "-"), game.replace('_', " ")];
        let inside = format!("games/{game}/");
        for source in sources.iter().filter(|s| !s.path.starts_with(&inside)) {
            let text = source.text.to_lowercase();
            if source.path != "games/mod.rs"
                && names.iter().any(|name| text.contains(name.as_str()))
            {
                naming.insert(source.path.as_str());
            }
        }
    }
    assert!(naming.is_empty(), "these name a game: {naming:?}");
}

#[test]
fn shared_rooms_import_no_game() {
    let sources = sources();
    let games = games(&sources);
    for source in &sources {
        let room = source.path.split(['/', '.']).next().unwrap_or_default();
        if SHARED.contains(&room) {
            let is_of_games = |path: &String| {
                path.starts_with("crate::games")
                    || games.iter().any(|game| path.split("::").next() == Some(game))
            };
            let of_games: Vec<_> = paths(source).into_iter().filter(is_of_games).collect();
            assert!(of_games.is_empty(), "{} imports {of_games:?}", source.path);
        }
    }
}

#[test]
fn a_game_imports_no_other_game_no_window_and_no_terminal() {
    let sources = sources();
    let games = games(&sources);
    for source in &sources {
        let Some((game, _)) = source.path.strip_prefix("games/").and_then(|p| p.split_once('/'))
        else {
            continue;
        };
        for path in paths(source) {
            let mut others = games.iter().filter(|other| *other != game);
            assert!(
                // Its room, and the crate of its solver.
                !others.any(|other| path.starts_with(&format!("crate::games::{other}"))
                    || path.split("::").next() == Some(other)),
                "{} imports another game: {path}",
                source.path
            );
            let barred = NOT_FOR_GAMES
                .iter()
                .any(|barred| path == *barred || path.starts_with(&format!("{barred}::")));
            assert!(!barred, "{} imports {path}", source.path);
        }
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    for folder in folders() {
        let sources = sources_of(&folder);
        let graph = imports(&sources);
        let circles = circles(&graph);
        assert!(circles.is_empty(), "these of {folder} import each other: {circles:#?}");
    }
}

#[test]
fn no_two_public_types_share_a_name() {
    let sources = sources();
    let mut types = public_types(&sources);
    assert!(types.len() > 100, "{types:?}");
    types.retain(|_, files| files.len() > 1);
    assert!(types.is_empty(), "these share a name: {types:#?}");
}

/// What differs from one operating system to another stands in one room. A browser is none: what is left out
/// there is asked of the family `wasm`.
#[test]
fn only_one_room_asks_for_the_operating_system() {
    for source in sources().iter().filter(|source| !source.path.starts_with("system/")) {
        let code: String = source.code.split_whitespace().collect();
        for (at, mark) in code.match_indices("cfg!(").chain(code.match_indices("cfg(")) {
            let asked = &code[at + mark.len()..];
            let asked = &asked[..asked.find([']', ';', '{', '}']).unwrap_or(asked.len())];
            for system in ["unix", "windows", "target_os"] {
                assert!(!asked.contains(system), "{} asks for {system}", source.path);
            }
        }
    }
}

/// What talks to a desktop stands in that room too.
#[test]
fn only_one_room_names_the_crates_of_a_desktop() {
    let sources = sources();
    let names = |source: &&Source, name: &str| {
        let words = source.code.split(|character: char| !is_word(character));
        words.into_iter().any(|word| word == name)
    };
    for name in OF_A_DESKTOP {
        let (inside, outside): (Vec<_>, Vec<_>) = sources
            .iter()
            .filter(|source| names(source, name))
            .map(|source| source.path.as_str())
            .partition(|path| path.starts_with("system/"));
        assert!(!inside.is_empty(), "nothing names {name} any more");
        assert!(outside.is_empty(), "these name {name}: {outside:?}");
    }
}

#[test]
fn the_solvers_crates_depend_on_no_picture_no_command_line_and_no_desktop() {
    for name in PURE {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("crates/{name}/Cargo.toml"));
        let manifest = std::fs::read_to_string(path).unwrap();
        for barred in NOT_FOR_PURE.iter().chain(&OF_A_DESKTOP) {
            let is_barred = |line: &str| {
                let crate_name = line.split(['.', ' ', '=']).next().unwrap_or_default();
                crate_name.replace('-', "_") == *barred
            };
            assert!(!manifest.lines().any(is_barred), "crates/{name} depends on {barred}");
        }
    }
}

#[test]
fn imports_are_understood() {
    let source = |path: &str, text: &str| Source {
        path: path.to_owned(),
        text: text.to_owned(),
        code: without_tests(&without_comments(text)),
    };
    let text = "use super::{a::{B, C as D}, e};\nuse crate::x::*; // use crate::no;\n\
        pub(in crate::no) fn f<'a>() { crate::y::Z::new('\"', \"crate::no\"); self::g::h() }\n\
        #[cfg(test)]\nmod tests { use crate::no; }";
    let of = source("games/p/q.rs", text);
    let expected = [
        "crate::games::p::a::B",
        "crate::games::p::a::C",
        "crate::games::p::e",
        "crate::games::p::q::g::h",
        "crate::x",
        "crate::y::Z::new",
    ];
    assert_eq!(paths(&of), BTreeSet::from(expected.map(str::to_owned)));
    let files = [
        source("lib.rs", "mod a; mod b; mod c;"),
        source("a.rs", "use crate::b::T;"),
        source("b.rs", "fn f(x: crate::c::T) {}"),
        source("c/mod.rs", "mod d; use d::T;"),
        source("c/d.rs", "use crate::a::T;"),
    ];
    let graph = imports(&files);
    let circle = BTreeSet::from(["a.rs", "b.rs", "c/d.rs", "c/mod.rs"]);
    assert_eq!(circles(&graph), BTreeSet::from([circle]));
    assert_eq!(module_of("games/x/mod.rs"), "crate::games::x");
}

#[test]
fn public_types_are_told_from_others() {
    let source = |path: &str, code: &str| Source {
        path: path.to_owned(),
        text: String::new(),
        code: code.to_owned(),
    };
    let files = [
        source("lib.rs", "pub mod a; mod b; pub mod c;"),
        source("a.rs", "pub struct T; struct V; pub(crate) struct W; pub(super) use crate::b::X;"),
        source("b/mod.rs", "mod d; pub enum T {} pub use d::V; pub struct X; pub struct W;"),
        source("b/d.rs", "pub enum V {} pub trait U {}"),
        source("c.rs", "pub use crate::b::{V, W as _}; pub type T = u8; fn f(u: struct_u) {}"),
    ];
    let expected = [
        ("T", BTreeSet::from(["a.rs", "c.rs"])),
        ("V", BTreeSet::from(["b/d.rs"])),
        ("W", BTreeSet::from(["b/mod.rs"])),
    ];
    assert_eq!(public_types(&files), BTreeMap::from(expected.map(|(n, f)| (n.to_owned(), f))));
}
