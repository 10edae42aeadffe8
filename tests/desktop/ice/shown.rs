//! The committed game in a real mGBA shows, pixel by pixel, what its C files show on this machine.

use super::table::Table;
use crate::support::ice_program::{Game, SCREEN};
use crate::support::ice_rom::{BUTTON_A, Options, Phase, Truth, Version};
use crate::support::mgba::{self, MGBA};
use crate::support::{folder, on_desktop, patience};
use image::imageops::{FilterType, resize};
use std::time::{Duration, Instant};

/// Compares the emulator with the program, both at rest.
fn compare(table: &Table, scale: u8, game: &Game, what: &str) {
    table.halted(|truth| {
        let same = |truth: &Truth| Truth {
            // They were not started at the same moment, and only one of them takes time.
            frame: 0,
            slowest: 0,
            ..truth.clone()
        };
        assert_eq!(same(truth), same(&game.truth), "{what}");
        let (width, height) = (SCREEN.0 * u32::from(scale), SCREEN.1 * u32::from(scale));
        let expected = resize(game.picture.as_ref().unwrap(), width, height, FilterType::Nearest);
        let mut shown = table.picture().picture;
        // A frame that a busy machine was too late for is never shown; the next one shows the same game.
        let (begin, limit) = (Instant::now(), patience(Duration::from_secs(5)));
        while *shown != expected && begin.elapsed() < limit {
            table.user.press_keys(&mgba::NEXT_FRAME);
            std::thread::sleep(Duration::from_millis(50));
            shown = table.picture().picture;
        }
        assert_eq!(shown.dimensions(), expected.dimensions());
        if *shown != expected {
            let folder = folder("walk-shown-failed");
            shown.save(folder.join("shown.png")).unwrap();
            expected.save(folder.join("expected.png")).unwrap();
            panic!("{what}: pixels differ, see {}", folder.display());
        }
    });
}

fn the_same(test: &str, version: Version, scale: u8) {
    on_desktop(test, &[MGBA], || {
        let options = Options::of(version);
        let Some(mut game) = Game::shown(&options) else { return };
        let table =
            Table::open(&folder(&format!("{}-rom", test.replace("::", "-"))), &options, scale);
        compare(&table, scale, &game, "at the stairs");
        let (side, up) = match version {
            Version::Ruby => ("L", "UR"),
            Version::Emerald => ("R", "UL"),
        };
        for (what, keys) in [("on the ice", "UU"), ("below the wall", side), ("at the exit", up)] {
            table.walk(keys);
            game.walk(keys);
            compare(&table, scale, &game, what);
        }
        // On cracked ice and down; then up the ladder.
        table.walk("D");
        game.walk("D");
        assert!(game.truth.in_basement);
        compare(&table, scale, &game, "in the basement");
        for keys in ["RRR", "DDDD", "LLLLD"] {
            table.walk(keys);
            game.walk(keys);
        }
        compare(&table, scale, &game, "beside the guide");
        table.speak();
        game.frame(BUTTON_A);
        assert_eq!(game.truth.phase, Phase::Talking);
        compare(&table, scale, &game, "at the text box");
    });
}

#[test]
fn ruby_at_2x() {
    the_same("ice::shown::ruby_at_2x", Version::Ruby, 2);
}

#[test]
fn emerald_at_3x() {
    the_same("ice::shown::emerald_at_3x", Version::Emerald, 3);
}
