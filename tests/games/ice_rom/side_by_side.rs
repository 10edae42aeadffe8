//! The test game beside the built-in game: the same keys give the same pictures.

use crate::support::ice_program::Game;
use crate::support::ice_rom::{Direction, Options, Phase, Version, solution};
use ice_floor::plan;
use lab::ice_floor::arcade::{self, IceArcade};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseResult, TestRunner};
use session::capture::Source;
use session::consoles::gba;
use session::input::{Gesture, Hold, InputDevice, Key};

/// A key that is held for so many frames, or none.
type Press = (Option<Direction>, u32);

fn key(direction: Direction) -> Key {
    match direction {
        Direction::Up => Key::Up,
        Direction::Down => Key::Down,
        Direction::Left => Key::Left,
        Direction::Right => Key::Right,
    }
}

/// Plays the same in both, and compares every picture until the hero falls, leaves by the ladder or
/// reaches the leader: there the built-in game goes on sooner. How many were compared.
fn play(version: Version, presses: &[Press]) -> Result<u32, TestCaseError> {
    let Some(mut game) = Game::shown(&Options::of(version)) else { return Ok(0) };
    let versions = vec![match version {
        Version::Ruby => plan::Version::Ruby,
        Version::Emerald => plan::Version::Emerald,
    }];
    let built_in = IceArcade::new(arcade::IceArcadeOptions {
        versions,
        ..arcade::IceArcadeOptions::default()
    });
    let (mut source, mut hand) = (built_in.clone(), built_in);
    let mut compared = 0;
    let mut differ = None;
    let mut ends = false;
    for &(direction, frames) in presses {
        let first = source.next(std::time::Duration::ZERO).unwrap();
        let mut left = frames;
        let mut pass = || {
            if left == 0 || ends || differ.is_some() {
                return Hold::Enough;
            }
            left -= 1;
            game.frame(direction.map_or(0, Direction::button));
            let truth = &game.truth;
            let shown = source.next(gba::FRAME).unwrap().picture;
            if Some(&*shown) != game.picture.as_ref() {
                differ = Some(format!("frame {}: {:?}", truth.frame, truth.log));
            }
            compared += 1;
            ends = !matches!(truth.phase, Phase::Walking | Phase::Opening | Phase::Falling)
                || truth.phase == Phase::Falling && !truth.visible
                || truth.at == (8, 3);
            Hold::On
        };
        match direction {
            Some(direction) => {
                let gesture = Gesture::Key { key: key(direction), hold: std::time::Duration::ZERO };
                let long = std::time::Duration::from_secs(60);
                hand.hold(&gesture, &first, long, &mut pass).unwrap();
            }
            None => while pass() == Hold::On {},
        }
    }
    prop_assert!(differ.is_none(), "another picture in {}", differ.unwrap());
    Ok(compared)
}

fn presses() -> impl Strategy<Value = Vec<Press>> {
    let direction = prop::option::weighted(0.7, prop::sample::select(Direction::ALL.to_vec()));
    prop::collection::vec((direction, 1_u32..40), 1..40)
}

#[test]
fn any_keys_give_the_same_pictures() {
    let config = Config { cases: 30, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let versions = prop::sample::select(Version::ALL.to_vec());
    runner
        .run(&(versions, presses()), |(version, presses)| -> TestCaseResult {
            play(version, &presses).map(|_| ())
        })
        .unwrap();
}

#[test]
fn whole_walks_give_the_same_pictures() {
    for version in Version::ALL {
        let mut presses = Vec::new();
        for floor in version.floors() {
            let keys = format!("U{}", solution(&floor));
            for letter in keys.chars() {
                presses.extend([(Some(Direction::of_letter(letter)), 12), (None, 20)]);
            }
            // The exit opens, and is walked through.
            presses.push((None, 40));
            presses.extend([(Some(Direction::Up), 12), (None, 20)].repeat(2));
        }
        let compared = play(version, &presses).unwrap();
        let walked: u32 = presses.iter().map(|(_, frames)| frames).sum();
        assert!(compared == 0 || compared == walked, "{compared} of {walked}");
    }
}
