//! How a move is made: by a pen on a touch screen, or by the keys of a game with a cursor.
//!
//! The keys are those of the minigame of Pokémon Essentials (`004_Minigame_VoltorbFlip.rb` in
//! Maruno17/pokemon-essentials) and of its adaption for plain RPG Maker XP. The arrows move the cursor by a card, and
//! from one edge to the other. The key that confirms flips the card under it, goes on after a text and answers YES.
//! The key that cancels asks to quit, and answers NO. These are Return and Escape in RPG Maker XP and in mkxp by
//! default. Marks are made in a mode of its own, which the key Action (Z), in older versions Control, ends; the
//! adaption has no such mode.

use super::moves::Move;
use super::sight::{Sight, sure};
use super::step::CursorStep;
use crate::screen::looks::{Look, TurnKey};
use session::consoles::ds::TAP_HOLD;
use session::input::{Gesture, Key};
use std::time::Duration;

/// How long one key is tried to end the marking mode before the other one is.
const MEMO_TURN: Duration = Duration::from_secs(3);

/// The controls of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Controls {
    Pen,
    Keys,
    /// A tap on a card turns it; nothing else is known.
    Cards,
}

impl Controls {
    /// The controls of a theme's game, if they are known.
    pub fn of(look: &Look) -> Option<Self> {
        match (look.is_tapped(), look.is_keyed()) {
            (true, _) => Some(Self::Pen),
            (_, true) => Some(Self::Keys),
            _ => look.shows_cards_alone().then_some(Self::Cards),
        }
    }

    /// The move to make now so that `what` comes about: with keys the cursor has to be there first. None if
    /// it has to and is not seen.
    pub fn towards(self, what: Move, sight: &Sight) -> Option<Move> {
        match (self, what) {
            (Self::Keys, Move::Flip(cell)) => {
                let &at = sure(&sight.reading.cursor)?;
                // Where a cursor goes from an edge is known of the games whose scripts are.
                let step = match sight.reading.look.shows_cards_alone() {
                    true => CursorStep::within(at, cell),
                    false => CursorStep::from_to(at, cell),
                };
                Some(step.map_or(what, |step| Move::Point(step, cell)))
            }
            _ => Some(what),
        }
    }

    /// The gesture for a move on a picture; `memo` is the key that is tried to end the marking of cards.
    pub fn gesture(self, what: Move, sight: &Sight, memo: Key) -> Gesture {
        match self {
            Self::Pen => {
                let touch = &sight.reading.touch;
                let hold = what.pen_hold(sight.is_text());
                Gesture::tap(touch.to_picture(what.target()), touch.bounds(), hold)
            }
            Self::Keys => {
                let key = match (what, sight.reading.look.turns()) {
                    (Move::Flip(_), TurnKey::X) => Key::A,
                    (Move::Flip(_), TurnKey::Z) => Key::Z,
                    _ => key(what, memo),
                };
                Gesture::Key { key, hold: TAP_HOLD }
            }
            Self::Cards => {
                let touch = &sight.reading.touch;
                let at = touch.to_picture(what.area().centre());
                Gesture::tap(at, touch.rect_to_picture(what.area()), TAP_HOLD)
            }
        }
    }
}

/// The key that makes a move.
fn key(what: Move, memo: Key) -> Key {
    match what {
        Move::Point(CursorStep::Up, _) => Key::Up,
        Move::Point(CursorStep::Down, _) => Key::Down,
        Move::Point(CursorStep::Left, _) => Key::Left,
        Move::Point(CursorStep::Right, _) => Key::Right,
        Move::AskToQuit | Move::Stay => Key::Escape,
        Move::CloseMemo => memo,
        Move::Play | Move::Flip(_) | Move::Advance | Move::Quit | Move::LeaveInfo => Key::Enter,
    }
}

/// The key to try after marks have been made for so long.
pub(super) fn memo_key(time: Duration) -> Key {
    let turn = time.as_millis() / MEMO_TURN.as_millis();
    if turn.is_multiple_of(2) { Key::Z } else { Key::ControlKey }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_keys_are_tried_in_turn_to_end_the_marking() {
        let at = |seconds| memo_key(Duration::from_secs(seconds));
        assert_eq!([at(0), at(2), at(3), at(6)], [Key::Z, Key::Z, Key::ControlKey, Key::Z]);
    }
}
