//! Every example of the README, of docs/ and of the help texts is run as it stands there: the
//! commands in `sh` and `console` blocks, with the exit code and the lines shown below them, the
//! positions in help texts. Commands mentioned in passing must at least have the options named.
//!
//! In a `console` block lines that begin with `$ ` are commands and the others what they print; a line
//! `...` stands for any number of lines. Exit codes are shown as `$ echo $?` tells them, else 0 is
//! expected. Each block has an empty folder of its own, in which `fixtures` is that of the project.

use crate::docs::{pages, project};
use crate::support::scratch::Folder;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread::available_parallelism;
use voltsight::games::GAMES;

/// Examples that are not run here, and why. Their options are checked.
const NOT_RUN: [(&str, &str); 15] = [
    ("voltsight doctor --windows", "lists the windows of a desktop: tests/desktop/live"),
    ("voltsight doctor", "looks at a desktop: tests/desktop/live"),
    ("voltsight watch", "waits for an emulator's window: tests/desktop/play"),
    ("voltsight watch --overlay", "draws over a game's window: tests/desktop/live"),
    (
        "voltsight watch --camera /dev/video0",
        "needs a camera: tests/commands/camera.rs takes videos",
    ),
    ("voltsight watch --camera game.mp4", "needs a video: tests/commands/camera.rs"),
    ("voltsight play", "plays in an emulator's window: tests/desktop/play"),
    ("voltsight play --rounds 1", "plays in an emulator's window: tests/desktop/play"),
    ("voltsight play --dry-run", "plays in an emulator's window: tests/desktop/play"),
    ("voltsight play ice", "plays in an emulator's window: tests/desktop/ice"),
    ("voltsight watch --record session.vsr", "waits for an emulator's window: tests/desktop/play"),
    ("voltsight app", "opens a window: tests/desktop/window"),
    ("voltsight app shot.png", "opens a window: tests/desktop/window"),
    ("voltsight app minesweeper --built-in", "opens a window: tests/desktop/window"),
    ("voltsight solve", "asks on a terminal: the tests of commands/ask.rs"),
];

/// A command of an example, what is shown of its output, and its exit code.
#[derive(Debug, PartialEq)]
struct Example {
    command: String,
    output: Option<Vec<String>>,
    code: i32,
}

/// The blocks of a page: the language, the lines.
fn blocks(page: &str) -> Vec<(String, Vec<&str>)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, Vec<&str>)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some((language.trim().to_owned(), Vec::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// The examples of a block.
fn examples(language: &str, lines: &[&str]) -> Vec<Example> {
    let example = |command: &str, output| Example { command: command.to_owned(), output, code: 0 };
    match language {
        "sh" => {
            let commands = lines.iter().map(|line| without_comment(line));
            commands.filter(|c| !c.is_empty()).map(|c| example(c, None)).collect()
        }
        "console" => {
            let mut examples: Vec<Example> = Vec::new();
            let mut lines = lines.iter();
            while let Some(line) = lines.next() {
                match (line.strip_prefix("$ "), examples.last_mut()) {
                    (Some("echo $?"), Some(last)) => {
                        last.code = lines.next().expect("a code below echo $?").parse().unwrap();
                    }
                    (Some(command), _) => {
                        examples.push(example(without_comment(command), Some(vec![])));
                    }
                    (None, Some(Example { output: Some(output), .. })) => {
                        output.push((*line).to_owned());
                    }
                    (None, _) => panic!("output before any command: {line}"),
                }
            }
            examples
        }
        _ => Vec::new(),
    }
}

/// The line up to a `#` that stands after a space and outside of quotes.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (i, character) in line.char_indices() {
        match (quote, character) {
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None, '#') if before == ' ' => return line[..i].trim_end(),
            _ => {}
        }
        before = character;
    }
    line.trim_end()
}

/// Whether the lines are those expected, where `...` stands for any number of lines.
fn alike(expected: &[String], lines: &[&str]) -> bool {
    match (expected, lines) {
        ([], []) => true,
        ([any, rest @ ..], _) if any.trim() == "..." => {
            (0..=lines.len()).any(|skipped| alike(rest, &lines[skipped..]))
        }
        ([first, rest @ ..], [line, others @ ..]) => {
            first.trim_end() == line.trim_end() && alike(rest, others)
        }
        _ => false,
    }
}

/// A folder to run examples in.
fn workplace(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir(folder.path("fixtures")).unwrap();
    for entry in std::fs::read_dir(project("fixtures")).unwrap() {
        let entry = entry.unwrap();
        let copy = Path::new(&folder.path("fixtures")).join(entry.file_name());
        if !entry.file_name().to_string_lossy().ends_with("looks") {
            #[cfg(unix)]
            std::os::unix::fs::symlink(entry.path(), copy).unwrap();
            continue;
        }
        // `look learn` saves a picture beside those that teach.
        std::fs::create_dir(&copy).unwrap();
        for file in std::fs::read_dir(entry.path()).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), copy.join(file.file_name())).unwrap();
        }
    }
    folder
}

/// Runs a command of a shell in the folder: exit code, what it printed, what it complained.
fn run(folder: &Folder, command: &str) -> (i32, String, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_voltsight")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        std::iter::once(program.to_owned()).chain(std::env::split_paths(&path)),
    );
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder.path(""))
        .env("PATH", path.unwrap())
        .env("XDG_CONFIG_HOME", folder.path("config"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let code = output.status.code().expect("an exit code, not a signal");
    (code, text(&output.stdout), text(&output.stderr))
}

/// The reason for which an example is not run.
fn reason(command: &str) -> Option<&'static str> {
    NOT_RUN.iter().find(|(listed, _)| *listed == command).map(|(_, why)| *why)
}

/// `voltsight` as the first word, or after a pipe.
fn is_ours(command: &str) -> bool {
    command.split('|').any(|part| part.split_whitespace().next() == Some("voltsight"))
}

/// What came of examples.
#[derive(Default)]
struct Tried {
    ran: usize,
    not_run: Vec<String>,
    failures: Vec<String>,
}

impl Tried {
    /// Runs the examples of a block, in a folder of its own.
    fn block(&mut self, page: &str, number: usize, examples: &[Example]) {
        let folder = workplace(&format!("examples-{}-{number}", page.replace('/', "-")));
        for Example { command, output, code } in examples {
            if !is_ours(command) {
                continue;
            }
            if let Some(why) = reason(command) {
                eprintln!("not run: {command} ({why})");
                self.not_run.push(command.clone());
                let (code, _, err) = run(&folder, &format!("{command} --help"));
                assert_eq!(code, 0, "{page}: {command}: {err}");
                continue;
            }
            self.ran += 1;
            let (exit, out, err) = run(&folder, command);
            let mut lines: Vec<&str> = out.lines().chain(err.lines()).collect();
            while lines.pop_if(|line| line.is_empty()).is_some() {}
            if exit != *code {
                self.failures.push(format!("{page}: {command}\nends with {exit}: {out}{err}"));
            } else if output.as_ref().is_some_and(|output| !alike(output, &lines)) {
                self.failures.push(format!("{page}: {command}\nprints {out}{err}"));
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn every_example_of_the_documentation_does_what_it_shows() {
    let pages = pages();
    let blocks: Vec<_> = pages
        .iter()
        .flat_map(|(page, text)| {
            let blocks = blocks(text).into_iter().enumerate();
            blocks.map(|(number, block)| (page, number, block)).collect::<Vec<_>>()
        })
        .collect();
    let left = Mutex::new(blocks.into_iter());
    let next = || left.lock().unwrap().next();
    let worker = || {
        let mut tried = Tried::default();
        while let Some((page, number, (language, lines))) = next() {
            tried.block(page, number, &examples(&language, &lines));
        }
        tried
    };
    let workers = available_parallelism().map_or(1, usize::from);
    let tried: Vec<Tried> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let failures: Vec<_> = tried.iter().flat_map(|tried| tried.failures.clone()).collect();
    let ran: usize = tried.iter().map(|tried| tried.ran).sum();
    let met = tried.iter().flat_map(|tried| &tried.not_run);
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(ran >= 5, "only {ran} examples were found");
    let stale: Vec<_> = NOT_RUN.iter().filter(|(c, _)| !met.clone().any(|met| met == c)).collect();
    assert!(stale.is_empty(), "no example: {stale:?}");
}

/// The commands between backquotes, line breaks taken for spaces.
fn mentioned(page: &str) -> Vec<String> {
    let mut outside = String::new();
    let mut within = false;
    for line in page.lines() {
        if line.starts_with("```") {
            within = !within;
        } else if !within {
            outside += line;
            // A span does not go on beyond its paragraph.
            outside.push_str(if line.is_empty() { "`\n`" } else { " " });
        }
    }
    let spans = outside.split('`').skip(1).step_by(2);
    let ours = spans.map(str::trim).filter(|s| s.starts_with("voltsight ") && !s.contains('\n'));
    ours.map(str::to_owned).collect()
}

/// The command with a value for each placeholder in capitals, and without trailing dots.
fn filled_in(command: &str) -> String {
    let words = command.split(' ').map(|word| {
        let bare = word.trim_end_matches("...");
        let placeholder = !bare.is_empty() && bare.chars().all(|c| c.is_ascii_uppercase());
        if placeholder { "1" } else { bare }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(unix)]
#[test]
fn commands_that_are_mentioned_have_the_options_named() {
    let folder = workplace("mentioned");
    let mut count = 0;
    for (page, text) in pages() {
        for command in mentioned(&text) {
            // A pattern of what can be typed.
            if command.contains("COMMAND") || command.contains(['[', '<']) {
                continue;
            }
            count += 1;
            let (code, _, err) = run(&folder, &format!("{} --help", filled_in(&command)));
            assert_eq!(code, 0, "{page}: {command}: {err}");
        }
    }
    assert!(count >= 5, "only {count} were found");
}

/// The names of the commands that a help text lists: lines of a name and what it does, one step in.
fn listed(help: &str) -> Vec<String> {
    let names = help.lines().filter_map(|line| line.strip_prefix("  ")?.split_once("  "));
    let is_name = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase()) && !name.is_empty();
    names.map(|(name, _)| name).filter(is_name).map(str::to_owned).collect()
}

/// The positions that a help text of Voltorb Flip gives as examples: lines that begin with `rows`,
/// and what begins so between quotation marks.
fn positions(help: &str) -> Vec<String> {
    let joined = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let quoted = joined.split('"').skip(1).step_by(2).filter(|text| text.starts_with("rows "));
    let lines = help.lines().map(str::trim).filter(|line| line.starts_with("rows "));
    let all: Vec<String> = quoted.chain(lines).map(str::to_owned).collect();
    all.into_iter().filter(|text| text.contains("cols ")).collect()
}

#[cfg(unix)]
#[test]
fn every_example_of_a_help_text_works() {
    let folder = workplace("help");
    let (mut commands, mut solved) = (0, 0);
    for game in GAMES.map(|game| game.name()) {
        let (_, all, _) = run(&folder, "voltsight --help");
        let (groups, mut names): (Vec<_>, Vec<_>) =
            listed(&all).into_iter().partition(|name| ["look", "lab"].contains(&name.as_str()));
        for group in groups {
            let (_, all, _) = run(&folder, &format!("voltsight {group} {game} --help"));
            names.extend(listed(&all).into_iter().map(|name| format!("{group} {name}")));
        }
        for name in names {
            commands += 1;
            let (code, help, err) = run(&folder, &format!("voltsight {name} {game} --help"));
            assert_eq!(code, 0, "{name}: {err}");
            let mut is_sketch = false;
            for line in help.lines().map(str::trim) {
                let example = line.strip_prefix("$ ").unwrap_or(line);
                // These may need a window, or a picture of the reader's own: their options are checked.
                is_sketch = line == "Examples:" || is_sketch && !line.is_empty();
                if is_sketch && example.starts_with("voltsight ") {
                    let (code, _, err) = run(&folder, &format!("{example} --help"));
                    assert_eq!(code, 0, "{name}: {example}: {err}");
                } else if example.starts_with("voltsight ") {
                    let (code, out, err) = run(&folder, without_comment(example));
                    assert_eq!(code, 0, "{name} --help: {example}: {out}{err}");
                }
            }
            for position in positions(&help) {
                solved += 1;
                let (code, out, err) = run(&folder, &format!("voltsight solve '{position}'"));
                assert_eq!(code, 0, "{name} --help: {position}: {out}{err}");
            }
        }
    }
    assert!(commands >= 40 && solved >= 1, "{commands} commands, {solved} positions");
}

#[test]
fn blocks_are_understood() {
    let page =
        "text\n```console\n$ voltsight solve 'a # b'  # why\none\n...\nlast\n$ echo $?\n1\n```\n";
    let blocks = blocks(page);
    let output = Some(["one", "...", "last"].map(str::to_owned).to_vec());
    let example = Example { command: "voltsight solve 'a # b'".to_owned(), output, code: 1 };
    assert_eq!(examples(&blocks[0].0, &blocks[0].1), [example]);
    let shown = ["a", "...", "z"].map(str::to_owned);
    assert!(alike(&shown, &["a", "z"]) && alike(&shown, &["a ", "b", "c", "z"]));
    assert!(!alike(&shown, &["a", "z", "b"]) && !alike(&shown, &["a"]));
    assert_eq!(mentioned("a `voltsight solve\n--json` b\n\n`other`"), ["voltsight solve --json"]);
    assert_eq!(
        filled_in("voltsight lab check --distort N DIR..."),
        "voltsight lab check --distort 1 1"
    );
}
