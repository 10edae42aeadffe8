//! The moves in the game: where each is tapped, and how its effect shows.

use super::sight::{Sight, sure};
use super::step::CursorStep;
use crate::screen::layout::{self, buttons};
use crate::screen::{Phase, Tile};
use grid::Cell;
use grid::geometry::{Point, Rect};
use grid::reading::Unreadable;
use session::Act;
use session::consoles::ds::TAP_HOLD;
use session::input::Gesture;
use std::fmt;
use std::time::Duration;

/// The time limit for a tap on a card or button to show its effect: a card turns after 0.1 s, a menu's entry blinks
/// for 0.3 s.
const EFFECT: Duration = Duration::from_millis(900);
/// How soon the next tap on a message may follow, if the message goes on by itself.
const MESSAGE_EFFECT: Duration = Duration::from_millis(165);
/// How long the pen is held on a message: the game polls it every 33.4 ms, an emulator 60 times a second.
const MESSAGE_HOLD: Duration = Duration::from_millis(60);
/// How long the pen is held on a text that is being printed: it has begun to change by then.
const TEXT_HOLD: Duration = Duration::from_millis(120);
/// The longest press on a text: a page has at most two lines of 39 letters, printed at 60 a second while the pen is
/// held.
const LONGEST_HOLD: Duration = Duration::from_millis(1500);

/// A move in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Choose "Play" in the menu.
    Play,
    /// Flip a card.
    Flip(Cell),
    /// Move the cursor by a card, to flip one.
    Point(CursorStep, Cell),
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

/// How long the effect of a gesture is waited for, if a tap waits `of_tap`. A key that comes twice flips the card under
/// the cursor once the message is gone.
const fn within(gesture: &Gesture, of_tap: Duration) -> Duration {
    if gesture.is_tap() { of_tap } else { EFFECT }
}

impl Move {
    /// The point that is tapped, in native pixels of the touch screen.
    pub fn target(self) -> Point {
        self.area().centre()
    }

    /// What is tapped, a card, a button or a point, in native pixels of the touch screen.
    pub(super) fn area(self) -> Rect {
        match self {
            Self::Play => buttons::PLAY,
            Self::Flip(cell) | Self::Point(_, cell) => layout::card(cell),
            Self::Advance => Rect::new(layout::NEUTRAL.x, layout::NEUTRAL.y, 0.0, 0.0),
            Self::CloseMemo => buttons::MEMO,
            Self::AskToQuit => buttons::QUIT,
            Self::Quit => buttons::YES,
            Self::Stay => buttons::NO,
            Self::LeaveInfo => buttons::INFO_RETURN,
        }
    }

    /// The act of making it by this gesture.
    pub(super) fn act(self, gesture: Gesture) -> Act<Self> {
        let dismissal = self == Self::Advance;
        // Boxes want as many taps as they have pages, and none while a fanfare plays or coins fall.
        let (of_tap, tries) = if dismissal { (MESSAGE_EFFECT, 40) } else { (EFFECT, 6) };
        let within = within(&gesture, of_tap);
        let (after, hold_on) = (Duration::ZERO, Duration::ZERO);
        Act { what: self, gesture, within, tries, after, hold_on, dismissal }
    }

    /// How long the pen is held for it; `on_text` says whether the picture shows a text that is printed
    /// letter by letter.
    pub(super) fn pen_hold(self, on_text: bool) -> Duration {
        match self {
            Self::Advance if on_text => TEXT_HOLD,
            Self::Advance => MESSAGE_HOLD,
            _ => TAP_HOLD,
        }
    }

    /// The act on a picture with a box whose coins are being counted, which it cuts short: another
    /// one has to follow.
    pub(super) fn act_on_counter(self, gesture: Gesture) -> Act<Self> {
        Act { within: within(&gesture, MESSAGE_HOLD), ..self.act(gesture) }
    }

    /// The act on a picture with a text that is printed letter by letter. A new press goes on to the
    /// next page, and while it is held the game prints a letter each 1/60 s, whatever the text speed
    /// (`TextPrinter_ContinueInputHeld` in pret/pokeheartgold, `render_text.c`).
    pub(super) fn act_on_text(self, gesture: Gesture) -> Act<Self> {
        Act {
            hold_on: if gesture.is_tap() { LONGEST_HOLD } else { Duration::ZERO },
            ..self.act(gesture)
        }
    }

    /// Whether a press that is held on a text is of use: the text is being printed, and no coins are
    /// counted, which only a new press cuts short.
    pub(super) fn gains(self, before: &Sight, now: &Sight) -> bool {
        let coins = |sight: &Sight| sure(&sight.reading.round_coins).copied();
        now.is_text()
            && now.phase() == before.phase()
            && now.has_other_text_than(before)
            && coins(now) == coins(before)
    }

    /// Whether `now`, a picture taken after it was done, shows that it took effect.
    pub(super) fn took_effect(self, before: &Sight, now: &Sight) -> bool {
        // Of such a game it is enough that the card lies face down no more, whatever it shows.
        if let Self::Flip(cell) = self
            && now.reading.look.shows_cards_alone()
        {
            let tile = now.reading.board.as_ref().map(|board| board.tiles[cell].value);
            return tile != Some(Some(Tile::None));
        }
        let Some(phase) = now.phase() else { return false };
        let left = |from| phase != from;
        match self {
            Self::Play => left(Phase::Menu),
            Self::Flip(cell) => {
                let turned = now.reading.board.as_ref().is_some_and(|board| {
                    let tile = &board.tiles[cell];
                    matches!(tile.value, Some(Tile::Some(_)))
                        || tile.why == Some(Unreadable::Moving)
                });
                turned || matches!(phase, Phase::Message | Phase::Clear | Phase::Reveal)
            }
            Self::Advance => Some(phase) != before.phase() || now.has_other_text_than(before),
            Self::CloseMemo => left(Phase::Memo),
            Self::AskToQuit => left(Phase::Board),
            // In games without a touch screen any box may ask.
            Self::Quit | Self::Stay => Some(phase) != before.phase(),
            Self::Point(step, _) => {
                let from = sure(&before.reading.cursor).map(|&cell| step.leads(cell));
                from.is_some() && sure(&now.reading.cursor).copied() == from
            }
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
            Self::Point(step, (row, column)) => write!(
                f,
                "move the cursor {step}, to the card in row {}, column {}",
                row + 1,
                column + 1
            ),
            Self::Advance => f.write_str("tap the message away"),
            Self::CloseMemo => f.write_str("close the memo"),
            Self::AskToQuit => f.write_str("press Quit and take the coins"),
            Self::Quit => f.write_str("answer YES and take the coins"),
            Self::Stay => f.write_str("answer NO and play on"),
            Self::LeaveInfo => f.write_str("return from the game info"),
        }
    }
}
