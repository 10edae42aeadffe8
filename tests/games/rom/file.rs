//! The committed file.

use crate::support::rom::{Lengths, Options, committed, folder, patched};
use crate::support::rom_build;
use lab::voltorb_flip::arcade::TextSpeed;
use voltorb_flip::levels::Level;

#[test]
fn the_committed_file_is_what_its_sources_give() {
    let Some(made) = rom_build::file(&folder()) else { return };
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
    let changed = rom_build::differences(&patched(&options), &committed());
    assert!(changed.iter().all(|place| (0x24c..0x278).contains(place)), "{changed:x?}");
    assert_eq!(changed.len(), 4 + 2 + 3 + 5 + 2, "{changed:x?}");
}
