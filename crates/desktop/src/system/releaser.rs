//! A second process of this program, which releases what is pressed if the first is killed: SIGKILL and its like on
//! other systems leave the first no time to. The second one reads what the first presses and releases, from a pipe
//! that closes with it.

use super::held::{Held, release};
use crate::{KeySymbol, PlatformKind, PointerButton, Stroke};
use std::ffi::OsString;
use std::io::{BufRead, Write, stdin};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The argument that makes a process of this program such a second one.
const ARGUMENT: &str = "--release-what-is-held";

/// The program's file, if it understands [`ARGUMENT`].
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// The second process, if there is one.
static RELEASER: Mutex<Option<Child>> = Mutex::new(None);

/// What is not called by the letter on it.
const NAMES: [(&str, Held); 11] = [
    ("left-button", Held::Button(PointerButton::Left)),
    ("middle-button", Held::Button(PointerButton::Middle)),
    ("right-button", Held::Button(PointerButton::Right)),
    ("up", Held::Key(KeySymbol::Up)),
    ("down", Held::Key(KeySymbol::Down)),
    ("left", Held::Key(KeySymbol::Left)),
    ("right", Held::Key(KeySymbol::Right)),
    ("escape", Held::Key(KeySymbol::Escape)),
    ("return", Held::Key(KeySymbol::Return)),
    ("f2", Held::Key(KeySymbol::F2)),
    ("control", Held::Key(KeySymbol::Control)),
];

/// Serves as that second process if these arguments of a program ask for it, and returns whether they did. If not,
/// this process starts one before it presses anything. A program calls it before all else.
pub fn serves_as_releaser(arguments: impl IntoIterator<Item = OsString>) -> bool {
    if arguments.into_iter().nth(1).is_some_and(|argument| argument == ARGUMENT) {
        release(&left_by(stdin().lock()));
        return true;
    }
    if let Ok(program) = std::env::current_exe() {
        // A second call names the same file.
        let _ = PROGRAM.set(program);
    }
    false
}

/// Starts the second process, unless it runs. Without it only a killed process leaves a button pressed: no reason not
/// to play.
pub(super) fn start() {
    let mut releaser = RELEASER.lock().unwrap_or_else(PoisonError::into_inner);
    let runs = releaser.as_mut().is_some_and(|releaser| matches!(releaser.try_wait(), Ok(None)));
    let Some(program) = PROGRAM.get().filter(|_| !runs) else { return };
    let mut command = Command::new(program);
    command.arg(ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // What a terminal sends to the first process, the second one outlives.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    *releaser = command.spawn().ok();
}

/// Tells the second process what is about to be pressed, or was released.
pub(super) fn tell(stroke: Stroke, what: (PlatformKind, Held)) {
    let mut releaser = RELEASER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pipe) = releaser.as_mut().and_then(|releaser| releaser.stdin.as_mut()) {
        // Somebody ended it: see `start`.
        let _ = pipe.write_all(line(stroke, what).as_bytes());
    }
}

/// A sign, what is pressed or released, and the way to the desktop.
fn line(stroke: Stroke, (platform, what): (PlatformKind, Held)) -> String {
    let sign = if stroke == Stroke::Press { '+' } else { '-' };
    match (NAMES.iter().find(|(_, held)| *held == what), what) {
        (Some((name, _)), _) => format!("{sign}{name} {platform}\n"),
        (None, Held::Key(KeySymbol::Letter(letter))) => format!("{sign}{letter} {platform}\n"),
        (None, _) => unreachable!("all but letters have names"),
    }
}

/// What is still pressed when nothing more is told.
fn left_by(told: impl BufRead) -> Vec<(PlatformKind, Held)> {
    let mut left = Vec::new();
    for line in told.lines().map_while(Result::ok) {
        let mut letters = line.chars();
        let sign = letters.next();
        let Some((name, platform)) = letters.as_str().rsplit_once(' ') else { continue };
        let named = NAMES.iter().find(|(known, _)| *known == name).map(|&(_, held)| held);
        let letter = || name.chars().next().map(|letter| Held::Key(KeySymbol::Letter(letter)));
        let (Some(what), Ok(platform)) = (named.or_else(letter), platform.parse()) else {
            continue;
        };
        let what = (platform, what);
        left.retain(|held| *held != what);
        if sign == Some('+') {
            left.push(what);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_pressed_and_not_released_is_left() {
        let letter = Held::Key(KeySymbol::Letter('x'));
        let all = NAMES.iter().map(|&(_, held)| held).chain([letter]);
        for platform in PlatformKind::ALL {
            let all = all.clone().map(|what| (platform, what));
            let mut told: String = all.clone().map(|what| line(Stroke::Press, what)).collect();
            let expected: Vec<_> = all.clone().collect();
            assert!(left_by(told.as_bytes()) == expected);
            told.extend(all.skip(1).map(|what| line(Stroke::Release, what)));
            assert!(left_by(told.as_bytes()) == expected[..1]);
        }
    }
}
