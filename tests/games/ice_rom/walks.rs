//! What the ice does.

use crate::support::ice_program::Game;
use crate::support::ice_rom::{
    BUTTON_A, Direction, Kind, Options, Phase, SECTIONS, Version, solution,
};

#[test]
fn the_six_floors_lead_to_the_platform() {
    // The counts at which the real games open the exits, which then add 1 themselves.
    for (version, opens) in [(Version::Ruby, [8, 28, 69]), (Version::Emerald, [8, 28, 67])] {
        let options = Options::of(version);
        let Some(mut game) = Game::start(&options) else { return };
        for (section, floor) in options.floors.iter().enumerate() {
            let (_, y, _, height) = SECTIONS[section];
            assert_eq!(usize::from(game.truth.at.1), y + height, "in front of {floor}");
            assert_eq!(usize::from(game.truth.section), section + 1);
            game.walk("U");
            game.walk(&solution(floor));
            assert_eq!(usize::from(game.truth.opened), section + 1, "{floor}");
            assert_eq!(game.truth.counter, opens[section] + 1);
            let left = game.truth.floor(section + 1);
            assert!(left.iter().all(|kind| matches!(kind, Kind::Cracked | Kind::Stone)));
            game.walk("UU");
        }
        assert_eq!((game.truth.section, game.truth.at, game.truth.falls), (4, (8, 4), 0));
        game.walk("UU");
        assert_eq!((game.truth.at, game.truth.bumps), ((8, 3), 1), "the leader is in the way");
        game.frame(BUTTON_A);
        assert_eq!(game.truth.phase, Phase::Talking);
    }
}

#[test]
fn cracked_ice_drops_the_hero_and_the_gym_begins_anew() {
    let Some(mut game) = Game::start(&Options::default()) else { return };
    game.walk("UR");
    assert_eq!(game.truth.kind((9, 19)), Kind::Cracked);
    game.walk("L");
    assert_eq!((game.truth.falls, game.truth.in_basement, game.truth.at), (1, true, (8, 19)));
    assert_eq!(game.truth.phase, Phase::Walking);
    // To the ladder, and up; then back to the stairs.
    game.walk("RRRDDD");
    assert_eq!((game.truth.in_basement, game.truth.at), (false, (11, 22)));
    let fresh = Game::start(&Options::default()).unwrap();
    assert_eq!(game.truth.cells, fresh.truth.cells);
    assert_eq!((game.truth.counter, game.truth.opened), (1, 0));
    game.walk("LLLUU");
    assert_eq!((game.truth.at, game.truth.section), ((8, 20), 1));
    game.walk("U");
    assert_eq!(game.truth.counter, 2);
}

#[test]
fn a_closed_exit_pushes_back_onto_the_cracked_tile() {
    let Some(mut game) = Game::start(&Options::default()) else { return };
    game.walk("UUUU");
    assert_eq!((game.truth.slides, game.truth.falls), (1, 1));
    assert_eq!((game.truth.in_basement, game.truth.at), (true, (8, 17)));
    assert_eq!(game.truth.facing, Direction::Up, "he is pushed without turning");
}

#[test]
fn every_third_press_is_lost_if_so_patched() {
    let options = Options { lost: 3, ..Options::default() };
    let Some(mut game) = Game::start(&options) else { return };
    game.walk("UUU");
    assert_eq!((game.truth.at, game.truth.presses, game.truth.lost), ((8, 18), 3, 1));
    game.walk("U");
    assert_eq!(game.truth.at, (8, 17));
}

#[test]
fn a_text_box_opens_after_so_many_steps() {
    let options = Options { message: 2, ..Options::default() };
    let Some(mut game) = Game::start(&options) else { return };
    game.walk("UU");
    assert_eq!((game.truth.phase, game.truth.messages), (Phase::Talking, 1));
    game.walk("U");
    assert_eq!(game.truth.at, (8, 18), "the box has the controls");
    game.frame(BUTTON_A);
    game.walk("U");
    assert_eq!(game.truth.at, (8, 17));
}
