//! A test game of `fixtures/rom`, made from its sources: its file once more, and its C files as a
//! program for this machine.

use super::require::{self, require};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiler of Debian 12, with which the committed files were made: another one gives other
/// bytes of the same game.
const COMPILER: &str = "12.2.1";

/// A folder for what is made of a game for this purpose.
fn build_folder(game: &Path, purpose: &str) -> PathBuf {
    let name = game.file_name().unwrap().to_str().unwrap();
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{purpose}"))
}

/// Makes what the arguments say, in a folder that one process at a time makes something in.
fn make(game: &Path, build: &Path, arguments: &[String]) {
    std::fs::create_dir_all(build).unwrap();
    let alone = File::create(build.with_extension("lock")).unwrap();
    alone.lock().unwrap();
    let output = Command::new("make").args(arguments).current_dir(game).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The file that the sources in `game` give; `None` (and why, printed) without the compiler that the
/// committed one was made with.
pub fn file(game: &Path) -> Option<Vec<u8>> {
    let compiler = Command::new("arm-none-eabi-gcc").arg("-dumpfullversion").output();
    let version = compiler.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    let is_here = version.as_deref().is_ok_and(|version| version == COMPILER);
    let why = format!("arm-none-eabi-gcc {COMPILER} is not here, but {version:?}");
    if !require("arm-none-eabi-gcc", is_here, &why) {
        return None;
    }
    let build = build_folder(game, "file");
    let made = build.join("game.rom");
    make(game, &build, &[format!("BUILD={}", build.display()), format!("OUT={}", made.display())]);
    Some(std::fs::read(made).unwrap())
}

/// The game as a program, in the folder `game` and of the same name; `None` (and why, printed) without
/// make, a C compiler or Python.
pub fn program(game: &Path) -> Option<PathBuf> {
    for tool in ["make", "cc", "python3"] {
        require::program(tool)?;
    }
    let build = build_folder(game, "program");
    make(game, &build, &["host".to_owned(), format!("BUILD={}", build.display())]);
    Some(build.join(game.file_name().unwrap()))
}

/// Where two files of one length differ.
pub fn differences(a: &[u8], b: &[u8]) -> Vec<usize> {
    assert_eq!(a.len(), b.len());
    (0..a.len()).filter(|&place| a[place] != b[place]).collect()
}
