//! The state of the game, recognised by what lies over the board.

use super::cards::Cards;
use super::cover::{Cover, List, TextBox};
use super::layout;
use super::looks::States;
use super::native::Screen;
use super::reading::{LineReading, Phase};
use grid::reading::{Reading, Unreadable};
use voltorb_flip::board::Line;
use voltorb_flip::levels::Level;

/// Tells the phase from what covers the board and what is on it. `known` if something besides the
/// cards shows that it is the game whose phases these are.
pub(super) fn phase(
    states: States,
    known: bool,
    cover: &Cover,
    cards: &Cards,
    rows: &[LineReading],
    cols: &[LineReading],
) -> Reading<Phase> {
    let value = match (cover.list, cover.box_) {
        (List::Menu, _) => Phase::Menu,
        (List::Info, _) => Phase::Info,
        (List::YesNo, _) => Phase::Quit,
        (List::Strange, _) | (List::None, TextBox::Strange) => {
            return Reading::none(Unreadable::Covered);
        }
        (List::None, TextBox::Small) => Phase::Message,
        (List::None, box_) => match (box_, cleared(rows, cols)) {
            (_, None) => return Reading::none(Unreadable::Doubtful),
            (TextBox::Large, Some(true)) => Phase::Notice,
            (TextBox::Large, Some(false)) => Phase::Clear,
            // What hides the headers of the columns may be a box.
            (_, Some(_)) if !headers_shown(cols) => return Reading::none(Unreadable::Covered),
            (_, Some(true)) => Phase::Between,
            (_, Some(false)) if cover.memo_panel.is_none() => {
                return Reading::none(Unreadable::Covered);
            }
            (_, Some(false)) => match open(states, cover, cards) {
                Some(phase) => phase,
                None => return Reading::none(Unreadable::Doubtful),
            },
        },
    };
    let told_by_cards = matches!(value, Phase::Board | Phase::Memo | Phase::Reveal);
    // A box or a list is the game's own.
    if (value.is_bare() && !known)
        || (told_by_cards && cards.doubtful())
        || (value == Phase::Board && (cards.disturbed() || cards.may_turn()))
    {
        return Reading::none(Unreadable::Doubtful);
    }
    Reading::sure(value, 0.99)
}

/// Whether the headers of the columns are seen.
fn headers_shown(cols: &[LineReading]) -> bool {
    cols.iter().filter(|c| c.sum.value.is_some() || c.voltorbs.value.is_some()).count() >= 2
}

/// The phase of a board in play over which no box lies; `None` if its cards do not tell.
fn open(states: States, cover: &Cover, cards: &Cards) -> Option<Phase> {
    Some(if cards.moving() {
        Phase::Moving
    } else if cover.memo_panel == Some(true) || (states == States::Cursor && cards.marking) {
        Phase::Memo
    } else if cards.revealed() {
        Phase::Reveal
    } else if !cards.any_down() {
        // A round goes on while a Voltorb lies face down.
        return None;
    } else if !cards.voltorbs().is_empty() {
        // A Voltorb among face-down cards explodes until a box tells the loss.
        Phase::Moving
    } else {
        Phase::Board
    })
}

/// Whether the headers are those of a cleared table; `None` if they do not tell. No line of a board
/// in play reads 00/0: without Voltorbs its sum is at least 5.
pub(super) fn cleared(rows: &[LineReading], cols: &[LineReading]) -> Option<bool> {
    let lines = || rows.iter().chain(cols).filter_map(LineReading::line);
    let zero = lines().filter(|&line| line == Line { sum: 0, voltorbs: 0 }).count();
    match (zero, lines().count() - zero) {
        (1.., 0) => Some(true),
        (0, 1..) => Some(false),
        _ => None,
    }
}

/// The level in the menu's question; `screens` as [`super::top::read`] takes them.
pub(super) fn menu_level<'a>(
    cover: &Cover,
    screens: impl FnOnce() -> Vec<Screen<'a>>,
) -> Reading<Level> {
    if cover.list != List::Menu {
        return Reading::none(Unreadable::Outside);
    }
    let screens = screens();
    let at = |place| super::top::level_at(&screens, &screens[0].look.level_menu, place);
    layout::MENU_LEVELS
        .into_iter()
        .map(at)
        .reduce(Reading::or)
        .unwrap_or(Reading::none(Unreadable::Doubtful))
}
