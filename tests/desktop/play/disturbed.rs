//! A person and a desktop that get in the way.

use super::game::Game;
use super::table::{Setup, View};
use super::views::short_game;
use crate::support::desmume::Kind;
use crate::support::flips::Acts;
use crate::support::painter::cover;
use crate::support::rom::Options;
use crate::support::within;
use std::time::Duration;
use voltorb_flip_game::player::Move;

const CONTROL: u32 = 0xffe3;
const PAUSE: u32 = 0xff13;

fn play(test: &str, kind: Kind, seed: u32, view: View, body: impl FnOnce(Game)) {
    within(Duration::from_secs(600), test, kind.needs(), &[], || {
        let game = Options { seed, ..short_game() };
        let setup = Setup { kind, view, game };
        body(Game::start(&test.replace("::", "-"), &setup, &[]));
    });
}

fn moved_covered_and_minimised(test: &str, kind: Kind) {
    play(test, kind, 21, View { halves: 3, ..View::default() }, |mut game| {
        let window = game.window();
        for (x, y) in [(20, 30), (700, 200)] {
            game.flip();
            game.user.move_window(window, x, y);
        }
        game.flip();
        let cover = cover(&game.user, window);
        game.says("held", "\"cover 60 fps\" covers the game");
        game.rests(Duration::from_secs(2));
        assert_eq!(cover.presses(), []);
        cover.close();
        game.says("resumed", "");
        game.flip();
        game.user.minimise(window);
        game.says("no-picture", "minimised");
        game.rests(Duration::from_secs(2));
        game.user.restore(window);
        game.says("resumed", "");
        // A part of the game hangs off the screen.
        game.flip();
        game.user.move_window(window, 400, 1000);
        game.says("held", "off the screen");
        game.rests(Duration::from_secs(1));
        game.user.move_window(window, 400, 100);
        game.says("resumed", "");
        game.flip();
        game.end();
    });
}

#[test]
fn the_window_is_moved_covered_and_minimised() {
    let test = "play::disturbed::the_window_is_moved_covered_and_minimised";
    moved_covered_and_minimised(test, Kind::Gtk);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_the_bare_window_is_moved_covered_and_minimised() {
    let test = "play::disturbed::soak_the_bare_window_is_moved_covered_and_minimised";
    moved_covered_and_minimised(test, Kind::Cli);
}

#[test]
fn the_window_is_resized_and_its_layout_changed() {
    let test = "play::disturbed::the_window_is_resized_and_its_layout_changed";
    play(test, Kind::Gtk, 22, View { halves: 0, ..View::default() }, |mut game| {
        let window = game.window();
        for (width, height) in [(512, 874), (333, 620), (700, 760), (300, 560)] {
            game.flip();
            game.user.resize_window(window, width, height);
        }
        game.flip();
        // Horizontal, the touch screen alone or the other one, and vertical again.
        for (key, sees_touch_screen) in [('2', true), ('0', false), ('1', true)] {
            game.user.restore(window);
            game.user.press_keys(&[CONTROL, u32::from(key)]);
            if sees_touch_screen {
                game.flip();
            } else {
                std::thread::sleep(Duration::from_secs(2));
            }
        }
        game.flip();
        game.end();
    });
}

#[test]
fn the_emulator_is_paused_and_frozen() {
    let test = "play::disturbed::the_emulator_is_paused_and_frozen";
    play(test, Kind::Gtk, 23, View::default(), |mut game| {
        let window = game.window();
        for _ in 0..2 {
            game.flip();
            game.user.restore(window);
            game.user.press_keys(&[PAUSE]);
            game.says("held", "DeSmuME is paused");
            game.rests(Duration::from_secs(2));
            game.user.press_keys(&[PAUSE]);
            game.says("resumed", "");
        }
        game.flip();
        game.table.emulator.signal("STOP");
        game.says("standstill", "is the emulator paused");
        game.table.emulator.signal("CONT");
        game.says("resumed", "");
        game.flip();
        game.end();
    });
}

#[test]
fn the_emulator_is_killed_and_restarted() {
    let test = "play::disturbed::the_emulator_is_killed_and_restarted";
    play(test, Kind::Gtk, 24, View::default(), |mut game| {
        for halves in [3, 4] {
            game.flip();
            game.flip();
            game.ledger.settle(&mut game.table);
            game.ledger.interrupt();
            game.table.emulator.signal("KILL");
            game.says("no-picture", "was closed");
            game.rests(Duration::from_secs(2));
            let view = View { halves, ..View::default() };
            let setup = Setup { game: Options { seed: 25, ..short_game() }, view, kind: Kind::Gtk };
            game.start_anew(&setup);
            game.flip();
        }
        game.rounds(1);
        game.end();
    });
}

#[test]
fn the_pointer_is_moved_and_the_hotkeys_are_pressed() {
    let test = "play::disturbed::the_pointer_is_moved_and_the_hotkeys_are_pressed";
    play(test, Kind::Gtk, 26, View::default(), |mut game| {
        game.flip();
        assert_eq!(game.user.pointer(), (1500, 1000), "the pointer is put back");
        game.user.move_pointer(1400, 900);
        game.says("held", "the pointer was moved");
        game.rests(Duration::from_secs(2));
        game.user.press_hotkey('p');
        game.says("resumed", "");
        game.flip();
        assert_eq!(game.user.pointer(), (1400, 900));
        game.user.press_hotkey('p');
        game.says("held", "paused; Ctrl+Alt+P resumes");
        game.rests(Duration::from_secs(2));
        game.user.press_hotkey('p');
        game.says("resumed", "");
        game.flip();
        game.user.move_pointer(0, 0);
        game.says("held", "corner of the screen");
        game.rests(Duration::from_secs(1));
        game.user.move_pointer(1500, 1000);
        game.user.press_hotkey('p');
        game.says("resumed", "");
        game.flip();
        game.user.press_hotkey('s');
        let end = game.until("it stops", |entry| entry.kind() == "stopped");
        assert!(end.text().contains("the stop hotkey was pressed"), "{end:?}");
        game.end();
    });
}

#[test]
fn taps_are_lost() {
    play("play::disturbed::taps_are_lost", Kind::Gtk, 27, View::default(), |mut game| {
        for _ in 0..5 {
            // The tap follows at once. An emulator that is frozen as long as it lasts sees the
            // press and the release together, which the game does not feel.
            game.until("a card is about to be flipped", |entry| {
                entry.kind() == "advised" && matches!(entry.what(), Some(Move::Flip(_)))
            });
            game.table.emulator.signal("STOP");
            std::thread::sleep(Duration::from_millis(120));
            game.table.emulator.signal("CONT");
        }
        game.flip();
        let unfelt = game.end().unfelt;
        assert!(unfelt > 0, "no tap was lost");
    });
}
