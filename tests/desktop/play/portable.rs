//! By the portable platform, which macOS uses: nothing but xcap and enigo, here in an X server.

use super::game::{Game, bring_on_screen};
use super::rounds::{play_with, quick};
use super::table::Table;
use crate::support::painter::cover;
use crate::support::user::User;
use crate::support::{folder, within};
use std::process::Command;
use std::time::Duration;

/// It hears no hotkeys.
pub(super) const PORTABLE: [&str; 4] = ["--platform", "portable", "--without-guard", "hotkeys"];

fn said(arguments: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_voltsight")).args(arguments).output().unwrap();
    String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned()
}

#[test]
fn it_goes_on_after_a_cover() {
    let test = "play::portable::it_goes_on_after_a_cover";
    within(Duration::from_secs(600), test, &["desmume"], &[], || {
        let mut game = Game::start("portable-cover", &quick(), &PORTABLE);
        game.flip();
        let over = cover(&game.user, game.window());
        game.says("no-picture", "lies over it");
        game.rests(Duration::from_secs(2));
        assert!(over.presses().is_empty(), "the cover was tapped");
        over.close();
        game.says("resumed", "");
        game.flip();
        game.end();
    });
}

#[test]
fn the_doctor_and_the_list_know_it() {
    let test = "play::portable::the_doctor_and_the_list_know_it";
    within(Duration::from_secs(120), test, &["desmume"], &[], || {
        let _table = Table::open(&folder("portable-doctor"), &quick());
        bring_on_screen(&User::new());
        let windows = said(&["doctor", "--windows", "--platform", "portable"]);
        assert!(windows.contains("DeSmuME") && windows.contains("yes"), "{windows}");
        let doctor = said(&["doctor", "--platform", "portable"]);
        for point in [
            "can be made (enigo)",
            "tried: halts when the pointer is moved by hand",
            "tried: halts when another window has the keyboard",
            "voltsight play needs --without-guard hotkeys here",
            "DeSmuME (",
        ] {
            assert!(doctor.contains(point), "{point}: {doctor}");
        }
        let refused = said(&["play", "--platform", "portable"]);
        assert!(refused.contains("--without-guard hotkeys"), "{refused}");
        let overlay = said(&["watch", "--overlay", "--platform", "portable"]);
        assert!(overlay.contains("an overlay cannot be shown"), "{overlay}");
        let unknown = said(&["watch", "--platform", "x"]);
        assert!(unknown.contains("there are native, portable"), "{unknown}");
    });
}

#[test]
#[ignore = "long play: make soak"]
fn soak_rounds() {
    let test = "play::portable::soak_rounds";
    within(Duration::from_secs(3600), test, &["desmume"], &[], || {
        play_with("portable-soak", &quick(), 10, &PORTABLE);
    });
}
