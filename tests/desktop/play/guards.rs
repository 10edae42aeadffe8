//! What it does not do, and playing by hand with its advice.

use super::game::{Game, bring_on_screen, window};
use super::table::{Setup, Table};
use super::views::short_game;
use crate::support::flips::Acts;
use crate::support::flips::Session as Watch;
use crate::support::user::User;
use crate::support::{folder, within};
use grid::geometry::Point;
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions, Touched};
use session::consoles::ds::TIMING;
use session::frame::Frame;
use session::input::{Gesture, InputDevice, InputError};
use session::{Goals, Pace, Session};
use std::time::Duration;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions, Move};
use voltorb_flip_game::screen::{Phase, layout};

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
        let mut session = Watch::start(&folder, &["--dry-run"]);
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
                game.user.move_window(window(), 40 + 17 * (i % 30), 30 + 11 * (i % 30));
            }
        }
        let round = &game.table.last_round().expect("a round was played");
        assert_eq!(usize::from(round.flipped), flipped.len(), "{round:?}");
        game.session.interrupt();
        assert_eq!(game.session.end(), 0);
    });
}

/// A game whose touch screen is not calibrated: what is meant for a card comes to the one on its right, and that on the
/// right to the first.
struct Shifted(FlipArcade);

impl InputDevice for Shifted {
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        let Gesture::Tap { at, within, button, hold } = *gesture else {
            panic!("no keys: {gesture:?}")
        };
        let card = layout::card((0, 1)).x - layout::card((0, 0)).x;
        let right = match self.0.shown().state {
            Some(Phase::Board) if at.x > layout::card((0, 4)).x => -4.0 * card,
            Some(Phase::Board) => card,
            _ => 0.0,
        };
        let at = Point::new(at.x + right, at.y);
        self.0.perform(&Gesture::Tap { at, within, button, hold }, frame)
    }
}

#[test]
fn a_tap_that_turns_another_card_ends_the_play() {
    let game = FlipArcade::new(FlipArcadeOptions::default());
    let mut player =
        FlipPlayer::new(FlipPlayerOptions { plays: true, ..FlipPlayerOptions::default() });
    let stopped = Session::new(&mut game.clone())
        .playing(&mut Shifted(game.clone()))
        .at_pace(Pace::with(TIMING))
        .until(Goals { rounds: Some(1), ..Goals::default() })
        .run(&mut player);
    assert!(!stopped.as_meant() && stopped.to_string().contains("another card"), "{stopped}");
    let cards =
        game.log().taps.iter().filter(|tap| matches!(tap.touched, Touched::Card(_))).count();
    assert_eq!(cards, 1, "{:?}", game.log().taps);
}
