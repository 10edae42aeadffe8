//! How the hero stands.

use ice_floor_game::screen::HeroLook;
use lab::ice_floor::arcade::{IceArcade, IceArcadeOptions};
use session::capture::Source;
use session::input::{Gesture, InputDevice, Key};
use std::time::Duration;

#[test]
fn a_turn_is_seen() {
    let game = IceArcade::new(IceArcadeOptions::default());
    let (mut source, mut hand) = (game.clone(), game.clone());
    let before = HeroLook::of(&game.picture());
    assert!(before.is_like(&HeroLook::of(&game.picture())));
    for key in [Key::Left, Key::Right, Key::Down, Key::Up] {
        let frame = source.next(Duration::from_secs(1)).unwrap();
        let before = HeroLook::of(&frame.picture);
        hand.perform(&Gesture::Key { key, hold: Duration::from_millis(20) }, &frame).unwrap();
        let after = source.next(Duration::from_secs(1)).unwrap();
        assert!(!before.is_like(&HeroLook::of(&after.picture)), "{key:?}");
    }
}
