//! Windows that stretch the game's screens, and show them at unequal sizes, as melonDS can.

use crate::support::flips::{Acts, Session as Watch, round_end};
use crate::support::stand_in::StandIn;
use crate::support::user::User;
use crate::support::{folder, on_desktop};
use grid::Cell;
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions, Presentation, Sizes, Touched};
use voltorb_flip::board::{Position, headers};
use voltorb_flip::levels::Level;
use voltorb_flip_game::player::{Move, ending};

/// Both at 16:9; both at 21:9, interpolated; a large touch screen at 5:3 below a small upright top screen.
const SIZES: [(Sizes, bool); 3] = [
    (Sizes { top: (683, 384), touch: (683, 384) }, false),
    (Sizes { top: (800, 343), touch: (800, 343) }, true),
    (Sizes { top: (288, 300), touch: (840, 504) }, true),
];

#[test]
fn stretched_windows_are_played_without_a_wrong_tap() {
    let test = "play::stretched::stretched_windows_are_played_without_a_wrong_tap";
    played(test, 1, &SIZES[2..]);
}

/// How many rounds each of the long tests plays.
const ROUNDS: u32 = 10;

#[test]
#[ignore = "long play: make soak"]
fn soak_at_16_9() {
    played("play::stretched::soak_at_16_9", ROUNDS, &SIZES[..1]);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_at_21_9() {
    played("play::stretched::soak_at_21_9", ROUNDS, &SIZES[1..2]);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_with_screens_of_two_sizes() {
    played("play::stretched::soak_with_screens_of_two_sizes", ROUNDS, &SIZES[2..]);
}

/// Plays so many rounds in a window of each of these sizes.
fn played(test: &str, rounds: u32, all: &[(Sizes, bool)]) {
    on_desktop(test, &[], || {
        let folder = folder(test.rsplit("::").next().unwrap_or(test));
        let user = User::new();
        user.move_pointer(1500, 1000);
        let all = all.iter().flat_map(|shown| (0..rounds).map(move |_| shown));
        for (seed, &(sizes, smooth)) in (11..).zip(all) {
            let presentation =
                Presentation { sizes: Some(sizes), smooth, ..Presentation::default() };
            let level = Level::try_from(3).unwrap();
            let options =
                FlipArcadeOptions { seed, level, presentation, ..FlipArcadeOptions::default() };
            let game = FlipArcade::new(options);
            let _window = StandIn::show_presented(game.clone(), (120, 60));
            let mut watch = Watch::start(&folder, &["play", "--rounds", "1"]);
            assert_eq!(watch.end(), 0, "{sizes:?}: {}", watch.said());
            assert_right(&watch, &game, level);
        }
    });
}

/// Compares what the session saw and did with what the game knows.
pub(super) fn assert_right(watch: &Watch, game: &FlipArcade, level: Level) {
    assert_right_but(watch, game, level, 0);
}

/// The same of a window that was moved so many times, each time maybe under a tap.
pub(super) fn assert_right_but(watch: &Watch, game: &FlipArcade, level: Level, mut moves: usize) {
    let (log, said) = (game.log(), watch.said());
    let round = &log.rounds[0];
    let (rows, cols) = headers(&round.board);
    let mut seen = 0;
    for entry in &watch.story {
        if let Ok(position) = serde_json::from_value::<Position>(entry.0["on"]["position"].clone())
        {
            assert_eq!((position.level, &position.rows), (Some(level), &rows), "{said}");
            assert_eq!(position.cols, cols, "{said}");
            for (cell, tile) in position.tiles.cells() {
                assert!(tile.is_none_or(|card| card == round.board[cell]), "{cell:?}: {said}");
            }
            seen += 1;
        }
    }
    assert!(seen > 0, "no position in {said}");
    let meant: Vec<Cell> = watch
        .story
        .iter()
        .filter(|entry| entry.kind() == "acted")
        .filter_map(|entry| match entry.what() {
            Some(Move::Flip(cell)) => Some(cell),
            _ => None,
        })
        .collect();
    let mut flipped = Vec::new();
    for tap in &log.taps {
        match tap.touched {
            Touched::Card(cell) => flipped.push(cell),
            // A tap whose effect was late is made again, and finds the card turned.
            Touched::FaceUpCard(cell) if flipped.last() == Some(&cell) => {}
            Touched::Advance | Touched::Nothing | Touched::Lost | Touched::Entry("Play") => {}
            // Where the strategy quits.
            Touched::QuitButton | Touched::Yes => {}
            Touched::Outside if moves > 0 => moves -= 1,
            other => panic!("{:?} hit {other:?}: {said}", tap.at),
        }
    }
    flipped.dedup();
    let mut wanted = meant;
    wanted.dedup();
    assert_eq!(flipped, wanted, "{said}");
    let ends: Vec<_> = watch.story.iter().filter_map(round_end).collect();
    assert_eq!(ends.len(), 1, "{said}");
    assert_eq!(ends[0].ending, ending(round.round.outcome), "{said}");
}
