//! The committed file.

use crate::support::ice_rom::{Direction, Options, Version, committed, folder, patched};
use crate::support::rom_build;

#[test]
fn the_committed_file_is_what_its_sources_give() {
    let Some(made) = rom_build::file(&folder()) else { return };
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
    let changed = rom_build::differences(&patched(&options), &committed());
    assert!(changed.iter().all(|place| (0x10c..0x162).contains(place)), "{changed:x?}");
    let floors = changed.iter().filter(|place| **place >= 0x118).count();
    assert_eq!(changed.len() - floors, 8, "{changed:x?}");
    assert!(floors > 4, "{changed:x?}");
}
