//! What it does not do, and playing by hand with its advice.

use super::game::{Game, bring_on_screen, window};
use super::table::{Setup, Table};
use super::views::short_game;
use crate::support::flips::Acts;
use crate::support::flips::Session;
use crate::support::user::User;
use crate::support::{folder, within};
use std::time::Duration;
use voltorb_flip_game::player::Move;

const LIMIT: Duration = Duration::from_secs(300);

fn setup() -> Setup {
    Setup { game: short_game(), ..Setup::default() }
}

#[test]
fn a_dry_run_says_where_and_taps_nothing() {
    let test = "play::guards::a_dry_run_says_where_and_taps_nothing";
    within(LIMIT, test, &["desmume"], &[], || {
        let folder = folder("dry-run");
        let mut table = Table::open(&folder, &setup());
        let user = User::new();
        bring_on_screen(&user);
        user.move_pointer(1500, 1000);
        let mut session = Session::start(&folder, &["--dry-run"]);
        loop {
            let entry = session.next(Duration::from_secs(60)).expect("it runs");
            if entry.kind() == "advised" && entry.what() == Some(Move::Play) {
                break;
            }
        }
        std::thread::sleep(Duration::from_secs(2));
        assert!(session.said().contains("would tap ("), "{}", session.said());
        assert_eq!(table.truth().touches, 0);
        assert_eq!(user.pointer(), (1500, 1000));
        session.interrupt();
        assert_eq!(session.end(), 0);
    });
}

#[test]
fn more_taps_than_allowed_halt() {
    let test = "play::guards::more_taps_than_allowed_halt";
    within(LIMIT, test, &["desmume"], &[], || {
        let mut game = Game::start("limit", &setup(), &["--taps-per-minute", "6"]);
        game.says("held", "6 taps within a minute");
        game.rests(Duration::from_secs(2));
        assert_eq!(game.table.truth().touches, 6);
        game.user.press_hotkey('p');
        game.says("resumed", "");
        game.flip();
        game.end();
    });
}

#[test]
fn a_person_plays_by_its_advice() {
    let test = "play::guards::a_person_plays_by_its_advice";
    within(LIMIT, test, &["desmume"], &[], || {
        let mut game = Game::advised("advice", &setup());
        let mut flipped = Vec::new();
        for i in 0.. {
            let what = game.advice();
            game.tap(what);
            // Where the game is slow to turn a card, it is tapped again.
            if matches!(what, Move::Flip(_)) && !flipped.contains(&what) {
                flipped.push(what);
            }
            if !flipped.is_empty() && what == Move::Play {
                break;
            }
            // Whatever happens to the window meanwhile.
            if i % 5 == 4 {
                game.user.move_window(window(), 40 + 17 * i, 30 + 11 * i);
            }
        }
        let round = &game.table.last_round().expect("a round was played");
        assert_eq!(usize::from(round.flipped), flipped.len(), "{round:?}");
        game.session.interrupt();
        assert_eq!(game.session.end(), 0);
    });
}
