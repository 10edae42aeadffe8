//! Rounds on end without a disturbance.

use super::game::Game;
use super::table::Setup;
use super::views::short_game;
use crate::support::flips::Acts;
use crate::support::within;
use std::time::Duration;
use voltorb_flip_game::player::Move;

/// Twice the size and no filter; fast texts and short sounds.
pub fn quick() -> Setup {
    Setup { game: short_game(), ..Setup::default() }
}

/// Plays `rounds` and compares after each; says how it went.
pub fn play(name: &str, setup: &Setup, rounds: usize) {
    play_with(name, setup, rounds, &[]);
}

/// As [`play`], with further arguments for `voltsight play`.
pub fn play_with(name: &str, setup: &Setup, rounds: usize, arguments: &[&str]) {
    let number = rounds.to_string();
    let mut game = Game::start(name, setup, &[&["--rounds", &number], arguments].concat());
    while let Some(entry) = game.next() {
        if entry.is_act(Move::Play) && game.ledger.compared.is_multiple_of(10) {
            println!("{:7.0} s  {}", entry.at(), game.ledger);
        }
    }
    assert_eq!(game.session.end(), 0);
    assert_eq!(game.end().compared, rounds);
}

#[test]
fn a_few_rounds() {
    let limit = Duration::from_secs(600);
    within(limit, "play::rounds::a_few_rounds", &["desmume"], &[], || {
        play("a-few-rounds", &quick(), 2);
    });
}
