//! The committed file.

use crate::rom::{Lengths, Options, committed, folder, patched};
use std::path::Path;
use std::process::Command;
use voltsight::games::voltorb_flip::arcade::TextSpeed;
use voltsight::games::voltorb_flip::levels::Level;

/// The compiler of Debian 12, with which the committed file was made: another one gives other
/// bytes of the same game.
const COMPILER: &str = "12.2.1";

#[test]
fn the_committed_file_is_what_its_sources_give() {
    let compiler = Command::new("arm-none-eabi-gcc").arg("-dumpfullversion").output();
    let version = compiler.map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned());
    if version.as_deref().unwrap_or("none") != COMPILER {
        eprintln!("SKIPPED: arm-none-eabi-gcc {COMPILER} is not here, but {version:?}");
        return;
    }
    let build = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rom-file");
    let made = build.join("made.nds");
    let output = Command::new("make")
        .arg(format!("BUILD={}", build.display()))
        .arg(format!("OUT={}", made.display()))
        .current_dir(folder())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = std::fs::read(made).unwrap();
    assert!(made == committed(), "run `make` in {} and commit the file", folder().display());
    assert!(made.len() < 200_000);
}

#[test]
fn the_defaults_are_those_of_the_file_and_options_change_nothing_else() {
    assert!(patched(&Options::default()) == committed());
    let options = Options {
        seed: 0x0102_0304,
        level: Level::LAST,
        coins: 49_999,
        text_speed: TextSpeed::Fast,
        frame_style: 3,
        name: "Grete".to_owned(),
        lengths: Lengths { level: 0x0506, ..Lengths::default() },
    };
    let changed: Vec<usize> = patched(&options)
        .iter()
        .zip(committed())
        .enumerate()
        .filter(|(_, (new, old))| **new != *old)
        .map(|(place, _)| place)
        .collect();
    assert!(changed.iter().all(|place| (0x24c..0x278).contains(place)), "{changed:x?}");
    assert_eq!(changed.len(), 4 + 2 + 3 + 5 + 2, "{changed:x?}");
}
