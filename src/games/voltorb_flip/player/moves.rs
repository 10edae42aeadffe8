//! What can be done in the game, where it is tapped, and how its effect shows.

use super::sight::Sight;
use crate::companion::Act;
use crate::consoles::ds::TAP_HOLD;
use crate::games::voltorb_flip::screen::layout::{self, buttons};
use crate::games::voltorb_flip::screen::{Phase, Tile};
use crate::geometry::{Placement, Point};
use crate::grid::Cell;
use crate::input::Gesture;
use crate::reading::Unreadable;
use std::fmt;
use std::time::Duration;

/// How long the effect of a tap on a card or button may take to show: a card turns after 0.1 s, a
/// menu's entry blinks for 0.3 s.
const EFFECT: Duration = Duration::from_millis(900);
/// How long after a dismissal the next one may follow: its own 80 ms, and as much for the game to see
/// that the pen was lifted.
const DISMISSAL_EFFECT: Duration = Duration::from_millis(220);
/// The same where it is known that the game waits for a tap, and one may not be enough: the pen's
/// time on the screen, and as much off it.
const DISMISSAL_GAP: Duration = Duration::from_millis(165);
/// How long a text must stand to be complete: the game prints a letter every 8/60 s at its slowest.
const LETTER: Duration = Duration::from_millis(140);

/// What can be done in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Choose "Play" in the menu.
    Play,
    /// Flip a card.
    Flip(Cell),
    /// Tap where nothing is, so that a message goes on.
    Advance,
    /// Close the memo, in which a tap on a card flips nothing.
    CloseMemo,
    /// Press "Quit" on the board.
    AskToQuit,
    /// Answer YES to the quit question.
    Quit,
    /// Answer NO to the quit question.
    Stay,
    /// Leave the list of Game Info.
    LeaveInfo,
}

impl Move {
    /// Where it is tapped, in native pixels of the touch screen.
    pub fn target(self) -> Point {
        match self {
            Self::Play => buttons::PLAY.centre(),
            Self::Flip(cell) => layout::card(cell).centre(),
            Self::Advance => layout::NEUTRAL,
            Self::CloseMemo => buttons::MEMO.centre(),
            Self::AskToQuit => buttons::QUIT.centre(),
            Self::Quit => buttons::YES.centre(),
            Self::Stay => buttons::NO.centre(),
            Self::LeaveInfo => buttons::INFO_RETURN.centre(),
        }
    }

    /// The act on a picture whose touch screen lies at `touch`.
    pub(super) fn act(self, touch: &Placement) -> Act<Self> {
        let dismissal = self == Self::Advance;
        // Boxes want as many taps as they have pages, and none while a fanfare plays or coins fall.
        let (within, tries) = if dismissal { (DISMISSAL_EFFECT, 40) } else { (EFFECT, 6) };
        let after = if dismissal { LETTER } else { Duration::ZERO };
        Act { what: self, gesture: self.gesture(touch), within, tries, after, dismissal }
    }

    /// How it is done on a picture whose touch screen lies at `touch`.
    pub(super) fn gesture(self, touch: &Placement) -> Gesture {
        Gesture::Tap { at: touch.to_picture(self.target()), within: touch.area, hold: TAP_HOLD }
    }

    /// As [`Self::act`], where it was seen that the game waits for it.
    pub(super) fn act_at_once(self, touch: &Placement) -> Act<Self> {
        Act { after: Duration::ZERO, within: DISMISSAL_GAP, ..self.act(touch) }
    }

    /// Whether `now`, a picture taken after it was done, shows that it took effect.
    pub(super) fn took_effect(self, before: &Sight, now: &Sight) -> bool {
        let Some(phase) = now.phase() else { return false };
        let left = |from| phase != from;
        match self {
            Self::Play => left(Phase::Menu),
            Self::Flip(cell) => {
                let turned = now.sighting.board.as_ref().is_some_and(|board| {
                    let tile = &board.tiles[cell];
                    matches!(tile.value, Some(Tile::Some(_)))
                        || tile.why == Some(Unreadable::Moving)
                });
                turned || matches!(phase, Phase::Message | Phase::Clear | Phase::Reveal)
            }
            Self::Advance => Some(phase) != before.phase() || now.has_other_text_than(before),
            Self::CloseMemo => left(Phase::Memo),
            Self::AskToQuit => left(Phase::Board),
            Self::Quit | Self::Stay => left(Phase::Quit),
            Self::LeaveInfo => left(Phase::Info),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play => f.write_str("choose Play"),
            Self::Flip((row, column)) => {
                write!(f, "flip the card in row {}, column {}", row + 1, column + 1)
            }
            Self::Advance => f.write_str("tap the message away"),
            Self::CloseMemo => f.write_str("close the memo"),
            Self::AskToQuit => f.write_str("press Quit and take the coins"),
            Self::Quit => f.write_str("answer YES and take the coins"),
            Self::Stay => f.write_str("answer NO and play on"),
            Self::LeaveInfo => f.write_str("return from the game info"),
        }
    }
}
