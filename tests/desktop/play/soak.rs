//! Long play: rounds on end without a disturbance, and a round in every view.

use super::game::Game;
use super::rounds::{play, quick};
use super::table::{Setup, View};
use super::views::{self, short_game, usual};
use crate::support::desmume::Kind;
use crate::support::rom::hit;
use crate::support::within;
use std::time::Duration;

/// The number of rounds in `ROUNDS`, for `make soak ROUNDS=300`.
#[test]
#[ignore = "long play: make soak"]
fn many_rounds_at_the_usual_settings() {
    let rounds = std::env::var("ROUNDS").map_or(300, |n| n.parse().expect("ROUNDS is a number"));
    let limit = Duration::from_secs(600 + 60 * rounds as u64);
    let name = "play::soak::many_rounds_at_the_usual_settings";
    within(limit, name, &["desmume"], &[], || play("many-rounds", &quick(), rounds));
}

/// As many as `RETROARCH_ROUNDS` says, 20 without it, at the usual settings of a player of RetroArch.
#[test]
#[ignore = "long play: make soak"]
fn rounds_in_retroarch() {
    let rounds = std::env::var("RETROARCH_ROUNDS").map_or(20, |n| n.parse().expect("a number"));
    let limit = Duration::from_secs(600 + 60 * rounds as u64);
    within(limit, "play::soak::rounds_in_retroarch", Kind::RetroArch.needs(), &[], || {
        let setup = Setup { kind: Kind::RetroArch, ..quick() };
        play("rounds-in-retroarch", &setup, rounds);
    });
}

#[test]
#[ignore = "long play: make soak"]
fn sizes() {
    let size = |halves| View { halves, ..usual() };
    let views = [("1x", size(2)), ("1.5x", size(3)), ("3x", size(6)), ("free", size(0))];
    views::play("play::soak::sizes", Kind::Gtk, &views, |game| game.rounds(1));
}

#[test]
#[ignore = "long play: make soak"]
fn layouts() {
    let views = [
        ("horizontal", View { layout: 1, ..usual() }),
        ("touch screen alone", View { layout: 2, swapped: true, ..usual() }),
        ("gap", View { gap: 64, ..usual() }),
        ("swapped", View { swapped: true, halves: 3, ..usual() }),
    ];
    views::play("play::soak::layouts", Kind::Gtk, &views, |game| game.rounds(1));
}

#[test]
#[ignore = "long play: make soak"]
fn filters() {
    let views = [
        ("hq2x", View { filter: 3, ..usual() }),
        ("2xBRZ", View { filter: 19, halves: 3, ..usual() }),
        ("4xBRZ", View { filter: 21, halves: 6, ..usual() }),
        ("bilinear", View { scaling: 4, halves: 3, ..usual() }),
    ];
    views::play("play::soak::filters", Kind::Gtk, &views, |game| game.rounds(1));
}

#[test]
#[ignore = "long play: make soak"]
fn sizes_in_retroarch() {
    let size = |halves| View { halves, ..usual() };
    let smooth = View { scaling: 4, ..usual() };
    let views = [("1x", size(2)), ("1.5x", size(3)), ("smooth", smooth), ("3x", size(6))];
    views::play("play::soak::sizes_in_retroarch", Kind::RetroArch, &views, |game| game.rounds(1));
}

/// In both orders.
#[test]
#[ignore = "long play: make soak"]
fn layouts_in_retroarch() {
    let beside = |halves, swapped| View { layout: 1, swapped, halves, ..usual() };
    let views = [
        ("horizontal, 1x", beside(2, false)),
        ("horizontal swapped, 1.5x", beside(3, true)),
        ("horizontal, 2x", beside(4, false)),
        ("horizontal swapped, 3x", beside(6, true)),
        ("drawn at 2x", View { filter: 2, halves: 2, ..usual() }),
    ];
    views::play("play::soak::layouts_in_retroarch", Kind::RetroArch, &views, |game| game.rounds(1));
}

/// The core of Debian 12 feels no pen on a touch screen that it shows above the other or alone, and beyond a gap
/// at another place.
#[test]
#[ignore = "long play: make soak"]
fn a_layout_in_which_retroarch_feels_no_taps_is_told() {
    let test = "play::soak::a_layout_in_which_retroarch_feels_no_taps_is_told";
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
