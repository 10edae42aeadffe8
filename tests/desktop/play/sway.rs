//! On Wayland: in sway, beside a real DeSmuME under Xwayland, as any X program sees it. What works there, and what is
//! refused.

use super::game::Game;
use super::table::{Setup, Table};
use super::views::short_game;
use crate::support::folder;
use crate::support::sway::{native_window, on_sway, person, told};
use std::process::Command;
use std::time::Duration;

/// The way of X programs, without the safeguards that cannot work there.
const WITHOUT: [&str; 6] =
    ["--platform", "native", "--without-guard", "pointer", "--without-guard", "cover"];

fn setup() -> Setup {
    Setup { game: short_game(), ..Setup::default() }
}

/// What the program says when it is run with these arguments, and whether it ends well.
fn said(arguments: &[&str]) -> (bool, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_voltsight")).args(arguments).output().unwrap();
    let text = [out.stdout, out.stderr].concat();
    (out.status.success(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn what_cannot_work_is_refused() {
    let test = "play::sway::what_cannot_work_is_refused";
    on_sway(Duration::from_secs(120), test, &["desmume"], || {
        let _table = Table::open(&folder("sway-refused-game"), &setup());
        super::game::window();
        let (fine, refused) = said(&["play", "--platform", "native"]);
        assert!(!fine && refused.contains("not played"), "{refused}");
        for (guard, is_missing) in
            [("pointer", true), ("cover", true), ("focus", false), ("hotkeys", false)]
        {
            let asks = refused.contains(&format!("--without-guard {guard}"));
            assert_eq!(asks, is_missing, "{guard}: {refused}");
        }
        let (fine, refused) = said(&["watch", "--platform", "native", "--overlay"]);
        assert!(!fine && refused.contains("Wayland"), "{refused}");
        let (fine, doctor) = said(&["doctor", "--platform", "native"]);
        assert!(fine, "{doctor}");
        for point in [
            "Wayland with XWayland",
            "voltsight play needs --without-guard pointer",
            "voltsight play needs --without-guard cover",
            "(stop) are free, and work while an X window has the keyboard",
            "native windows above neither receive nor block them",
            "DeSmuME (",
        ] {
            assert!(doctor.contains(point), "{point}: {doctor}");
        }
    });
}

#[test]
#[ignore = "long play: make soak"]
fn soak_a_game_is_played_with_the_safeguards_that_work() {
    let test = "play::sway::soak_a_game_is_played_with_the_safeguards_that_work";
    on_sway(Duration::from_secs(600), test, &["desmume", "foot"], || {
        let person = person();
        person.move_pointer(20, 20);
        let mut game = Game::start("sway-game", &setup(), &WITHOUT);
        // A native window gets the keyboard, and somebody types there.
        game.flip();
        let terminal = native_window("terminal");
        game.says("held", "no X window has the keyboard");
        game.rests(Duration::from_secs(2));
        told("[class=Desmume] focus");
        game.says("resumed", "");
        drop(terminal);
        // The hotkeys, on the session's own keyboard.
        game.flip();
        person.press_hotkey('p');
        game.says("held", "paused");
        game.rests(Duration::from_secs(2));
        person.press_hotkey('p');
        game.says("resumed", "");
        // Another workspace.
        game.flip();
        told("workspace 2");
        game.says("held", "no X window has the keyboard");
        game.rests(Duration::from_secs(2));
        told("workspace 1");
        told("[class=Desmume] focus");
        game.says("resumed", "");
        // A native window over the game that leaves it the keyboard: the taps go to the game.
        let _over = native_window("over");
        game.rounds(1);
        game.end();
    });
}
