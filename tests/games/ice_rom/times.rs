//! When it does it. Frame 0 is the one in which a step's key is read.

use crate::support::ice_program::Game;
use crate::support::ice_rom::{Action, Direction, Kind, Options, Phase, Truth, Version};

const UP: u16 = 0x40;
const RIGHT: u16 = 0x10;

/// The frame from 0 in which something is so for the first time, while `buttons` are held.
fn when(game: &mut Game, buttons: u16, mut so: impl FnMut(&Truth) -> bool) -> usize {
    (0..300).find(|_| so(game.frame(buttons))).expect("it happens within five seconds")
}

#[test]
fn a_step_takes_16_frames_and_cracks_the_tile_on_the_way() {
    let Some(mut game) = Game::start(&Options::default()) else { return };
    for frame in 0..16 {
        let truth = game.frame(UP);
        assert_eq!((truth.at, truth.offset), ((8, 19), (0, 15 - frame)));
        assert_eq!(truth.counter, if frame < 1 { 1 } else { 2 });
        assert_eq!(truth.kind((8, 19)), if frame < 6 { Kind::Ice } else { Kind::Cracked });
    }
    assert_eq!(game.truth.action, Action::Standing);
    // The key is still held: the next step follows at once, also in another direction.
    assert_eq!(game.frame(RIGHT).offset, (-15, 0));
    assert_eq!(game.truth.turns, 0);
}

#[test]
fn a_turn_takes_8_frames_and_9_to_16_frames_are_one_step() {
    for (held, steps) in [(1, 0), (8, 0), (9, 1), (16, 1), (24, 1), (25, 2)] {
        let Some(mut game) = Game::start(&Options { start: (4, 23), ..Options::default() }) else {
            return;
        };
        game.frames(RIGHT, held);
        game.rest();
        let Truth { turns, steps: stepped, .. } = game.truth;
        assert_eq!((turns, stepped), (1, steps), "{held} frames to another direction");
    }
    for (held, steps) in [(1, 1), (16, 1), (17, 2)] {
        let start = Options { start: (4, 23), facing: Direction::Right, ..Options::default() };
        let mut game = Game::start(&start).unwrap();
        game.frames(RIGHT, held);
        game.rest();
        assert_eq!((game.truth.turns, game.truth.steps), (0, steps), "{held} frames ahead");
    }
}

#[test]
fn a_bump_takes_32_frames_and_another_direction_interrupts_it() {
    let start = Options { start: (3, 23), facing: Direction::Left, ..Options::default() };
    let Some(mut game) = Game::start(&start) else { return };
    assert_eq!(game.frame(0x20).action, Action::Bumping);
    assert_eq!(when(&mut game, 0, |truth| truth.action == Action::Standing), 30);
    game.frames(0x20, 5);
    assert_eq!(game.frame(UP).action, Action::Stepping);
    assert_eq!((game.truth.bumps, game.truth.at), (2, (3, 22)));
}

#[test]
fn the_exit_opens_43_frames_after_the_last_step_began() {
    let Some(mut game) = Game::start(&Options::of(Version::Emerald)) else { return };
    game.walk("ULURRU");
    game.frames(0x20, 8);
    assert_eq!(game.truth.action, Action::Standing, "turned to the last tile");
    let mut opening = None;
    let opened = when(&mut game, 0x20, |truth| {
        opening.get_or_insert(truth.frame);
        truth.opened == 1
    });
    assert_eq!(opened, 43);
    assert_eq!((game.truth.phase, game.truth.at), (Phase::Opening, (8, 17)));
    assert_eq!(game.truth.kind((8, 16)), Kind::Stairs);
    // The controls are free in the next frame, and a held key turns him.
    assert_eq!(game.frame(UP).action, Action::Turning);
}

#[test]
fn a_fall_shows_the_hole_in_frame_6_and_no_hero_in_38() {
    let Some(mut game) = Game::start(&Options::default()) else { return };
    game.walk("UR");
    game.frames(0x20, 8);
    let mut frame = 0;
    let (mut hole, mut gone) = (None, None);
    let out = when(&mut game, 0x20, |truth| {
        hole = hole.or((truth.kind((8, 19)) == Kind::Hole).then_some(frame));
        gone = gone.or((!truth.visible).then_some(frame));
        frame += 1;
        truth.phase == Phase::FadingOut
    });
    assert_eq!((hole, gone, out), (Some(6), Some(38), 99));
}
