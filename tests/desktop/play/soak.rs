//! Rounds on end without a disturbance.

use super::game::Game;
use super::table::Setup;
use super::views::short_game;
use crate::support::desmume::Kind;
use crate::support::flips::Acts;
use crate::support::within;
use std::time::Duration;
use voltsight::games::voltorb_flip::player::Move;

/// Twice the size and no filter; fast texts and short sounds.
fn quick() -> Setup {
    Setup { game: short_game(), ..Setup::default() }
}

/// Plays `rounds` and compares after each; says how it went.
fn play(name: &str, setup: &Setup, rounds: usize) {
    let mut game = Game::start(name, setup, &["--rounds", &rounds.to_string()]);
    while let Some(entry) = game.next() {
        if entry.is_act(Move::Play) && game.ledger.compared.is_multiple_of(10) {
            println!("{:7.0} s  {}", entry.at(), game.ledger);
        }
    }
    assert_eq!(game.session.end(), 0);
    assert_eq!(game.end().compared, rounds);
}

/// The number of rounds in `ROUNDS`, for `make soak ROUNDS=300`.
#[test]
#[ignore = "takes more than an hour: make soak"]
fn many_rounds_at_the_usual_settings() {
    let rounds = std::env::var("ROUNDS").map_or(300, |n| n.parse().expect("ROUNDS is a number"));
    let limit = Duration::from_secs(600 + 60 * rounds as u64);
    let name = "play::soak::many_rounds_at_the_usual_settings";
    within(limit, name, &["desmume"], &[], || play("many-rounds", &quick(), rounds));
}

/// As many as `ROUNDS` says, 20 without it, at the usual settings of a player of RetroArch.
#[test]
#[ignore = "takes some minutes: make soak-retroarch"]
fn rounds_in_retroarch() {
    let rounds = std::env::var("ROUNDS").map_or(20, |n| n.parse().expect("ROUNDS is a number"));
    let limit = Duration::from_secs(600 + 60 * rounds as u64);
    within(limit, "play::soak::rounds_in_retroarch", Kind::RetroArch.needs(), &[], || {
        let setup = Setup { kind: Kind::RetroArch, ..quick() };
        play("rounds-in-retroarch", &setup, rounds);
    });
}

#[test]
fn a_few_rounds() {
    let limit = Duration::from_secs(600);
    within(limit, "play::soak::a_few_rounds", &["desmume"], &[], || {
        play("a-few-rounds", &quick(), 4);
    });
}
