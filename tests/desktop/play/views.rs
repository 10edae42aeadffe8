//! The sizes, layouts and filters that DeSmuME offers: a round is played in each.

use super::game::Game;
use super::table::{Setup, View};
use crate::support::desmume::Kind;
use crate::support::rom::{Lengths, Options, hit};
use crate::support::within;
use std::time::Duration;
use voltsight::games::voltorb_flip::arcade::TextSpeed;

/// A game with short sounds: the views are what is tried.
pub fn short_game() -> Options {
    let lengths = Lengths { suspense: 20, explosion: 20, loss: 30, win: 20, ..Lengths::default() };
    Options { text_speed: TextSpeed::Fast, lengths, ..Options::default() }
}

fn play(test: &str, kind: Kind, views: &[(&str, View)]) {
    // Three times the game and the window's frame.
    let screen = ["-screen", "0", "1600x1400x24"];
    within(Duration::from_secs(900), test, kind.needs(), &screen, || {
        for (i, (name, view)) in views.iter().enumerate() {
            println!("{name}: {view:?}");
            let seed = 100 + i as u32;
            let setup = Setup { kind, view: *view, game: Options { seed, ..short_game() } };
            let mut game = Game::start(&test.replace("::", "-"), &setup, &[]);
            if view.halves == 0 && kind == Kind::Gtk {
                let window = game.window();
                game.user.resize_window(window, 437, 709);
            }
            game.rounds(1);
            game.end();
        }
    });
}

fn usual() -> View {
    View::default()
}

#[test]
fn sizes() {
    let size = |halves| View { halves, ..usual() };
    let views = [("1x", size(2)), ("1.5x", size(3)), ("3x", size(6)), ("free", size(0))];
    play("play::views::sizes", Kind::Gtk, &views);
}

#[test]
fn layouts() {
    let views = [
        ("horizontal", View { layout: 1, ..usual() }),
        ("touch screen alone", View { layout: 2, swapped: true, ..usual() }),
        ("gap", View { gap: 64, ..usual() }),
        ("swapped", View { swapped: true, halves: 3, ..usual() }),
    ];
    play("play::views::layouts", Kind::Gtk, &views);
}

#[test]
fn filters() {
    let views = [
        ("hq2x", View { filter: 3, ..usual() }),
        ("2xBRZ", View { filter: 19, halves: 3, ..usual() }),
        ("4xBRZ", View { filter: 21, halves: 6, ..usual() }),
        ("bilinear", View { scaling: 4, halves: 3, ..usual() }),
    ];
    play("play::views::filters", Kind::Gtk, &views);
}

#[test]
fn sizes_in_retroarch() {
    let size = |halves| View { halves, ..usual() };
    let smooth = View { scaling: 4, ..usual() };
    let views = [("1x", size(2)), ("1.5x", size(3)), ("smooth", smooth), ("3x", size(6))];
    play("play::views::sizes_in_retroarch", Kind::RetroArch, &views);
}

/// In both orders.
#[test]
fn layouts_in_retroarch() {
    let beside = |halves, swapped| View { layout: 1, swapped, halves, ..usual() };
    let views = [
        ("horizontal, 1x", beside(2, false)),
        ("horizontal swapped, 1.5x", beside(3, true)),
        ("horizontal, 2x", beside(4, false)),
        ("horizontal swapped, 3x", beside(6, true)),
        ("drawn at 2x", View { filter: 2, halves: 2, ..usual() }),
    ];
    play("play::views::layouts_in_retroarch", Kind::RetroArch, &views);
}

/// The core of Debian 12 feels no pen on a touch screen that it shows above the other or alone, and beyond a gap
/// at another place.
#[test]
fn a_layout_in_which_retroarch_feels_no_taps_is_told() {
    let test = "play::views::a_layout_in_which_retroarch_feels_no_taps_is_told";
    within(Duration::from_secs(300), test, Kind::RetroArch.needs(), &[], || {
        let views = [
            View { swapped: true, ..usual() },
            View { layout: 2, ..usual() },
            View { gap: 64, ..usual() },
        ];
        for view in views {
            let setup = Setup { kind: Kind::RetroArch, view, game: short_game() };
            let mut game = Game::start("retroarch-without-taps", &setup, &[]);
            game.says("standstill", "Screen Layout");
            let truth = game.table.truth();
            assert_eq!(truth.hits[hit::NOTHING], truth.touches);
        }
    });
}

#[test]
fn the_bare_program() {
    play("play::views::the_bare_program", Kind::Cli, &[("as it is", usual())]);
}
