//! A person and a desktop that get in the way.

use super::game::{Game, play, window};
use super::program::{Kind, Level};
use crate::support::painter::cover;
use std::time::Duration;

const SGT: Kind = Kind::Sgt { guesses: true };

fn medium(test: &str, kind: Kind, body: impl FnOnce(Game)) {
    play(test, (kind, Level::Medium, 5), &[], Duration::from_secs(300), body);
}

fn moved_covered_and_minimised(test: &str, kind: Kind) {
    medium(test, kind, |mut game| {
        let window = window();
        game.opens(2);
        game.user.move_window(window, 300, 200);
        game.opens(2);
        let cover = cover(&game.user, window);
        game.says("held", "\"cover 60 fps\" covers the game");
        // A press that was under way when it came may have met it, and is told a moment later.
        game.rests(Duration::from_secs(1));
        let met = cover.presses().len();
        assert!(met <= 1, "{met} presses");
        game.rests(Duration::from_secs(1));
        assert_eq!(cover.presses().len(), met, "nothing is pressed while it is covered");
        cover.close();
        game.says("resumed", "");
        game.opens(2);
        game.user.minimise(window);
        game.says("no-picture", "minimised");
        game.rests(Duration::from_secs(1));
        game.user.restore(window);
        game.says("resumed", "");
        game.opens(2);
        game.end(true);
    });
}

#[test]
fn gnome_mines_is_moved_covered_and_minimised() {
    let test = "mines::disturbed::gnome_mines_is_moved_covered_and_minimised";
    moved_covered_and_minimised(test, Kind::Gnome);
}

#[test]
fn kmines_is_moved_covered_and_minimised() {
    moved_covered_and_minimised(
        "mines::disturbed::kmines_is_moved_covered_and_minimised",
        Kind::KMINES,
    );
}

#[test]
fn sgt_mines_is_moved_covered_and_minimised() {
    let test = "mines::disturbed::sgt_mines_is_moved_covered_and_minimised";
    moved_covered_and_minimised(test, SGT);
}

fn resized_and_restarted(test: &str, kind: Kind) {
    medium(test, kind, |mut game| {
        for (width, height) in [(1100, 900), (800, 700)] {
            game.opens(2);
            game.user.resize_window(window(), width, height);
        }
        game.opens(2);
        game.restart();
        game.says("resumed", "");
        game.opens(2);
        game.end(true);
    });
}

#[test]
fn gnome_mines_is_resized_and_restarted() {
    resized_and_restarted("mines::disturbed::gnome_mines_is_resized_and_restarted", Kind::Gnome);
}

#[test]
fn kmines_is_resized_and_restarted() {
    resized_and_restarted("mines::disturbed::kmines_is_resized_and_restarted", Kind::KMINES);
}

#[test]
fn sgt_mines_is_resized_and_restarted() {
    resized_and_restarted("mines::disturbed::sgt_mines_is_resized_and_restarted", SGT);
}

fn pointer_taken_and_stopped(test: &str, kind: Kind) {
    medium(test, kind, |mut game| {
        game.opens(2);
        game.user.move_pointer(1500, 700);
        game.says("held", "the pointer was moved");
        game.rests(Duration::from_secs(1));
        game.user.press_hotkey('p');
        game.says("resumed", "");
        game.opens(2);
        game.user.press_hotkey('s');
        game.says("stopped", "stop hotkey");
        game.end(false);
    });
}

#[test]
fn the_pointer_is_taken_from_gnome_mines() {
    pointer_taken_and_stopped(
        "mines::disturbed::the_pointer_is_taken_from_gnome_mines",
        Kind::Gnome,
    );
}

#[test]
fn the_pointer_is_taken_from_kmines() {
    pointer_taken_and_stopped("mines::disturbed::the_pointer_is_taken_from_kmines", Kind::KMINES);
}

#[test]
fn the_pointer_is_taken_from_sgt_mines() {
    pointer_taken_and_stopped("mines::disturbed::the_pointer_is_taken_from_sgt_mines", SGT);
}
