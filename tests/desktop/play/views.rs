//! The sizes, layouts and filters that DeSmuME offers: some cards in one of each. `soak.rs` plays rounds in all.

use super::game::Game;
use super::table::{Setup, View};
use crate::support::desmume::Kind;
use crate::support::rom::{Lengths, Options};
use crate::support::within;
use lab::voltorb_flip::arcade::TextSpeed;
use std::time::Duration;

/// A game with short sounds: the views are what is tried.
pub fn short_game() -> Options {
    let lengths = Lengths { suspense: 20, explosion: 20, loss: 30, win: 20, ..Lengths::default() };
    Options { text_speed: TextSpeed::Fast, lengths, ..Options::default() }
}

/// Plays in each view.
pub fn play(test: &str, kind: Kind, views: &[(&str, View)], body: impl Fn(&mut Game)) {
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
            body(&mut game);
            game.end();
        }
    });
}

/// What a view has to show: cards face down and face up, and that taps land.
fn some_cards(game: &mut Game) {
    for _ in 0..3 {
        game.flip();
    }
}

pub fn usual() -> View {
    View::default()
}

#[test]
fn a_size() {
    let views = [("free", View { halves: 0, ..usual() })];
    play("play::views::a_size", Kind::Gtk, &views, some_cards);
}

#[test]
fn a_layout() {
    let views = [("horizontal", View { layout: 1, ..usual() })];
    play("play::views::a_layout", Kind::Gtk, &views, some_cards);
}

#[test]
fn a_filter() {
    let views = [("2xBRZ", View { filter: 19, halves: 3, ..usual() })];
    play("play::views::a_filter", Kind::Gtk, &views, some_cards);
}

#[test]
fn a_size_in_retroarch() {
    let views = [("1.5x", View { halves: 3, ..usual() })];
    play("play::views::a_size_in_retroarch", Kind::RetroArch, &views, some_cards);
}

#[test]
fn the_bare_program() {
    play("play::views::the_bare_program", Kind::Cli, &[("as it is", usual())], some_cards);
}
