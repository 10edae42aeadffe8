//! Rounds on end without a disturbance.

use crate::ledger::Ledger;
use crate::rom;
use crate::session::Session;
use crate::support::{folder, within};
use crate::table::{Setup, Table};
use std::time::Duration;
use voltsight::games::voltorb_flip::arcade::TextSpeed;
use voltsight::games::voltorb_flip::player::Move;

/// The game as it is, with the text speed that people who have read its messages choose.
fn quick() -> Setup {
    let game = rom::Options { text_speed: TextSpeed::Fast, ..rom::Options::default() };
    Setup { game, ..Setup::default() }
}

/// Plays `rounds` and compares after each; says how it went.
fn play(name: &str, setup: &Setup, rounds: usize) {
    let folder = folder(name);
    let mut table = Table::open(&folder, setup);
    let mut ledger = Ledger::open(&mut table);
    let number = rounds.to_string();
    let mut session = Session::start(&folder, &["--auto", "--quiet", "--rounds", &number]);
    while let Some(entry) = session.next(Duration::from_secs(120)) {
        ledger.hear(&entry);
        // The tap on "Play" is over, and the next one comes after the board is shown.
        if entry.is_act(Move::Play) {
            ledger.settle(&mut table);
            if ledger.compared.is_multiple_of(10) {
                println!("{:7.0} s  {ledger}", entry.at());
            }
        }
    }
    ledger.settle(&mut table);
    println!("{}\n{ledger}", session.said());
    assert_eq!(session.end(), 0);
    assert_eq!(ledger.compared, rounds);
    ledger.assert_clean();
}

/// The number of rounds in `ROUNDS`, for `make soak ROUNDS=300`.
#[test]
#[ignore = "takes more than an hour: make soak"]
fn many_rounds_at_the_usual_settings() {
    let rounds = std::env::var("ROUNDS").map_or(300, |n| n.parse().expect("ROUNDS is a number"));
    let limit = Duration::from_secs(600 + 60 * rounds as u64);
    let name = "soak::many_rounds_at_the_usual_settings";
    within(limit, name, &["desmume"], &[], || play("many-rounds", &quick(), rounds));
}

#[test]
fn a_few_rounds() {
    let limit = Duration::from_secs(600);
    within(limit, "soak::a_few_rounds", &["desmume"], &[], || {
        play("a-few-rounds", &quick(), 6);
    });
}
