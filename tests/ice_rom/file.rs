//! The committed file.

use crate::ice_rom::{Direction, Options, Version, committed, folder, patched};
use std::path::Path;
use std::process::Command;

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
    let build = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ice-rom-file");
    let made = build.join("made.gba");
    let output = Command::new("make")
        .arg(format!("BUILD={}", build.display()))
        .arg(format!("OUT={}", made.display()))
        .current_dir(folder())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = std::fs::read(made).unwrap();
    assert!(made == committed(), "run `make` in {} and commit the file", folder().display());
    assert!(made.len() < 100_000);
}

#[test]
fn the_header_is_that_of_a_cartridge() {
    let rom = committed();
    let sum = rom[0xa0..0xbd].iter().fold(0x19_u8, |sum, byte| sum.wrapping_add(*byte));
    assert_eq!(rom[0xbd], sum.wrapping_neg());
    assert_eq!(rom[0xb2], 0x96);
}

#[test]
fn the_defaults_are_those_of_the_file_and_options_change_nothing_else() {
    assert!(patched(&Options::default()) == committed());
    let options = Options {
        start: (9, 21),
        facing: Direction::Left,
        lost: 0x0102,
        message: 0x0304,
        ..Options::of(Version::Emerald)
    };
    let changed: Vec<usize> = patched(&options)
        .iter()
        .zip(committed())
        .enumerate()
        .filter(|(_, (new, old))| **new != *old)
        .map(|(place, _)| place)
        .collect();
    assert!(changed.iter().all(|place| (0x10c..0x162).contains(place)), "{changed:x?}");
    let floors = changed.iter().filter(|place| **place >= 0x118).count();
    assert_eq!(changed.len() - floors, 8, "{changed:x?}");
    assert!(floors > 4, "{changed:x?}");
}
