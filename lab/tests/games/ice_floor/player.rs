//! The player on the built-in game.

use grid::Cell;
use grid::Grid;
use grid::reading::Reading;
use ice_floor::plan::{FloorSection, SECTIONS};
use ice_floor::plan::{MIDDLE, Version};
use ice_floor_game::player::{FOOT, IcePlayer, IcePlayerOptions, PLATFORM};
use ice_floor_game::screen::FloorTile;
use ice_floor_game::screen::Place;
use lab::ice_floor::arcade::{IceArcade, IceArcadeOptions as Game, WalkTally};
use session::capture::Source;
use session::consoles::gba;
use session::{Goals, Pace, Session, Stopped};
use session::{Intent, Player};
use std::time::Duration;

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
    for rush in [2, 8, 16] {
        let game = IceArcade::new(Game { rush, ..Game::default() });
        let mut player = IcePlayer::new(IcePlayerOptions::default());
        let stopped = play(&game, &mut player, 1);
        let WalkTally { walks, falls, .. } = game.inside();
        assert_eq!(falls, 0, "at {rush}x: {stopped}");
        // So fast, the gym may be entered anew before the player is seen to have arrived.
        assert!(walks >= 1 || stopped.to_string().contains("lower speed"), "at {rush}x: {stopped}");
    }
}

/// Whoever falls from a section is in the basement, whatever a picture of it looks like.
#[test]
fn the_leader_is_not_reached_from_within_a_section() {
    let mut game = IceArcade::new(Game::default());
    let frame = Source::next(&mut game, Duration::ZERO).unwrap();
    let mut player = IcePlayer::new(IcePlayerOptions::default());
    let first = player.look(&frame).unwrap();
    let on = |section: &'static FloorSection, hero: Cell, tile: FloorTile| {
        let tiles = Grid::filled(section.size.0, section.size.1, Reading::sure(tile, 0.99));
        let mut seen = first.clone();
        (seen.section, seen.hero, seen.tiles) = (section, Place::on(hero), tiles);
        seen
    };
    let [.., second, third] = &SECTIONS;
    let platform = on(third, (PLATFORM, MIDDLE), FloorTile::Ice);
    let walked = [
        (second, FloorTile::Cracked, false),
        (third, FloorTile::Ice, false),
        (third, FloorTile::Cracked, true),
    ];
    for (section, tile, ends) in walked {
        player.forget();
        player.decide(&on(section, section.cell(section.end()), tile), Duration::ZERO);
        let intent = player.decide(&platform, Duration::from_secs(1));
        assert_eq!(player.round_end().is_some(), ends, "{}: {intent:?}", section.number);
        assert_eq!(matches!(intent, Intent::Doubt(_)), !ends, "{intent:?}");
    }
}

/// A person who is advised may make several steps at a time.
#[test]
fn only_presses_of_ours_are_told_to_go_too_far() {
    let mut game = IceArcade::new(Game::default());
    let frame = Source::next(&mut game, Duration::ZERO).unwrap();
    for only_advises in [false, true] {
        let mut player = IcePlayer::new(IcePlayerOptions { only_advises, any_floor: false });
        let first = player.look(&frame).unwrap();
        let mut stand = |row: usize, at: u64| {
            let mut seen = first.clone();
            seen.hero = Place::on((row, MIDDLE));
            player.decide(&seen, Duration::from_secs(at))
        };
        let intent = stand(FOOT + 3, 0);
        assert!(matches!(intent, Intent::Do(_)), "{intent:?}");
        stand(FOOT + 1, 1);
        let told = player.notes().iter().any(|note| note.contains("made 2 steps"));
        assert_eq!(told, !only_advises);
    }
}
