//! The player on the built-in game.

use super::super::arcade::{IceArcade, IceArcadeOptions as Game, WalkTally};
use super::super::plan::Version;
use super::*;
use crate::companion::{Goals, Pace, Session, Stopped};
use crate::consoles::gba;

/// Walks until a goal is reached.
fn play(game: &IceArcade, player: &mut IcePlayer, rounds: u64) -> Stopped {
    let (mut source, mut hand) = (game.clone(), game.clone());
    let until = Some(Duration::from_secs(120 * rounds));
    Session::new(&mut source)
        .playing(&mut hand)
        .at_pace(Pace::with(gba::TIMING))
        .until(Goals { rounds: Some(rounds), until, ..Goals::default() })
        .run(player)
}

#[test]
fn all_six_floors_are_walked_without_a_fall() {
    let game = IceArcade::new(Game::default());
    let stopped = play(&game, &mut IcePlayer::new(IcePlayerOptions::default()), 2);
    let WalkTally { walks, falls, .. } = game.inside();
    assert_eq!((walks, falls), (2, 0), "{stopped}");
    assert!(matches!(stopped, Stopped::Goal(_)), "{stopped}");
}

#[test]
fn lost_keys_are_pressed_again() {
    let game =
        IceArcade::new(Game { versions: vec![Version::Emerald], lose_every: 3, ..Game::default() });
    let stopped = play(&game, &mut IcePlayer::new(IcePlayerOptions::default()), 1);
    let WalkTally { walks, falls, lost, .. } = game.inside();
    assert_eq!((walks, falls), (1, 0), "{stopped}");
    assert!(lost > 20, "{lost}");
}

/// However fast the game runs, and however many steps a press makes there, nobody falls: the walk goes on
/// from where the player stands, or the player says what to do.
#[test]
fn a_press_of_two_steps_is_not_a_fall() {
    for rush in [2, 4, 8, 12, 16] {
        let game = IceArcade::new(Game { rush, ..Game::default() });
        let mut player = IcePlayer::new(IcePlayerOptions::default());
        let stopped = play(&game, &mut player, 1);
        let WalkTally { walks, falls, .. } = game.inside();
        assert_eq!(falls, 0, "at {rush}x: {stopped}");
        // So fast, the gym may be entered anew before the player is seen to have arrived.
        assert!(walks >= 1 || stopped.to_string().contains("lower speed"), "at {rush}x: {stopped}");
    }
}
