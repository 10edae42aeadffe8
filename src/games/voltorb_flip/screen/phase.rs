//! What the game is doing, told by what lies over the board.

use super::cards::Cards;
use super::looks::States;
use super::sighting::LineSighting;
use super::{Screen, layout};
use crate::games::voltorb_flip::board::Line;
use crate::games::voltorb_flip::levels::Level;
use crate::reading::{Reading, Unreadable};
use crate::vision::photometry::Photometry;
use serde::{Deserialize, Serialize};

/// What the game is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Waiting for a card.
    Board,
    /// The memo panel is open: a tap on a card moves the pencil.
    Memo,
    /// A small box over the column headers: coins received, or suspense.
    #[serde(rename = "msg")]
    Message,
    /// "Play VOLTORB Flip?" with its list, over a cleared table.
    Menu,
    /// The list that Game Info opens.
    Info,
    /// "Will you quit?" with YES and NO.
    Quit,
    /// A large box over a board in play: game clear, the award, or what quitting would pay.
    Clear,
    /// A large box over a cleared table: a new level, a full wallet.
    Notice,
    /// All cards face up at the end of a round; a tap goes on.
    Reveal,
    /// A cleared table.
    Between,
    /// A card is turning.
    #[serde(rename = "anim")]
    Moving,
}

impl Phase {
    /// Its name, as in `truth.json`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Memo => "memo",
            Self::Message => "msg",
            Self::Menu => "menu",
            Self::Info => "info",
            Self::Quit => "quit",
            Self::Clear => "clear",
            Self::Notice => "notice",
            Self::Reveal => "reveal",
            Self::Between => "between",
            Self::Moving => "anim",
        }
    }
}

/// What lies over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cover {
    pub box_: TextBox,
    pub list: List,
    pub memo_panel: bool,
}

/// The text box at the lower edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextBox {
    None,
    /// From y 160.
    Small,
    /// From y 144.
    Large,
}

/// The list at the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    None,
    Menu,
    Info,
    YesNo,
}

impl Cover {
    pub fn of(screen: &Screen, light: &Photometry) -> Self {
        let box_ = if white_share(screen, light, 24, 171, 192, 10) < 0.55 {
            TextBox::None
        } else if white_share(screen, light, 24, 154, 192, 12) < 0.55 {
            TextBox::Small
        } else {
            TextBox::Large
        };
        // Buttons are not dimmed where the board behind them is: they outshine the table, about 135
        // here, by 40 while an entry blinks and by 60 else.
        let bright = |x, y, w, h| {
            let [r, g, b] = light.canonical(screen.mean(x, y, w, h));
            (r + g + b) / 3.0 > 158.0
        };
        let boxes = screen.look.manifest.states == States::Boxes;
        let list = if !boxes || box_ != TextBox::Large {
            List::None
        } else if bright(152, 98, 24, 12) {
            if bright(152, 51, 24, 10) { List::Info } else { List::Menu }
        } else if bright(206, 88, 36, 14) && bright(206, 120, 36, 14) {
            List::YesNo
        } else {
            List::None
        };
        // Its lower left is orange, where the table is green; above are greyish buttons.
        let memo_panel = boxes && box_ != TextBox::Large && {
            let [r, g, b] = light.canonical(screen.mean(202, 131, 18, 16));
            let [button, ..] = light.canonical(screen.mean(206, 84, 12, 16));
            r - g > 40.0 && r - b > 40.0 && button > 90.0
        };
        Self { box_, list, memo_panel }
    }

    /// The first native row that is covered all along.
    pub fn top(&self) -> u32 {
        match self.box_ {
            TextBox::None => layout::SCREEN.1,
            TextBox::Small => 160,
            TextBox::Large => 144,
        }
    }

    /// Whether a place of the board is covered.
    pub fn hides(&self, x: u32, y: u32, w: u32, h: u32) -> bool {
        let list_from = match self.list {
            List::None => None,
            List::Menu | List::Info => Some((136, if self.list == List::Menu { 64 } else { 40 })),
            List::YesNo => Some((200, 80)),
        };
        y + h > self.top() || list_from.is_some_and(|(left, top)| x + w > left && y + h > top)
    }
}

/// The share of pixels in a rectangle that are as white as, or whiter than, the card frames.
fn white_share(screen: &Screen, light: &Photometry, x: u32, y: u32, w: u32, h: u32) -> f32 {
    let white = (y..y + h)
        .flat_map(|y| (x..x + w).map(move |x| (x, y)))
        .filter(|&(x, y)| {
            let c = light.canonical(screen.colour.get_pixel(x, y).0.map(f32::from));
            c.iter().all(|&v| v > 205.0)
        })
        .count();
    white as f32 / (w * h) as f32
}

/// Tells the phase from what covers the board and what is on it.
pub(super) fn phase(
    states: States,
    cover: &Cover,
    cards: &Cards,
    rows: &[LineSighting],
    cols: &[LineSighting],
) -> Reading<Phase> {
    // No line of a board in play reads 00/0: without Voltorbs its sum is at least 5. What is not
    // covered has to say so.
    let lines = || rows.iter().chain(cols);
    let fields = || lines().flat_map(|l| [&l.sum, &l.voltorbs]);
    let cleared = lines().filter(|l| l.line() == Some(Line { sum: 0, voltorbs: 0 })).count() >= 2
        && fields().all(|f| f.value == Some(0) || f.why == Some(Unreadable::Covered));
    let value = match (cover.list, cover.box_) {
        (List::Menu, _) => Phase::Menu,
        (List::Info, _) => Phase::Info,
        (List::YesNo, _) => Phase::Quit,
        (List::None, TextBox::Large) if cleared => Phase::Notice,
        (List::None, TextBox::Large) => Phase::Clear,
        (List::None, TextBox::Small) => Phase::Message,
        (List::None, TextBox::None) if cleared => Phase::Between,
        (List::None, TextBox::None) if cards.moving() => Phase::Moving,
        (List::None, TextBox::None) if cover.memo_panel => Phase::Memo,
        (List::None, TextBox::None) if states == States::Cursor && cards.marking => Phase::Memo,
        (List::None, TextBox::None) if cards.revealed() => Phase::Reveal,
        // A Voltorb among face-down cards explodes until a box tells the loss.
        (List::None, TextBox::None) if cards.shows_voltorb() => Phase::Moving,
        (List::None, TextBox::None) => Phase::Board,
    };
    if value == Phase::Board && cards.disturbed() {
        return Reading::none(Unreadable::Doubtful);
    }
    Reading::sure(value, 0.99)
}

/// The level in the menu's question.
pub(super) fn menu_level(screen: &Screen, cover: &Cover) -> Reading<Level> {
    if cover.list != List::Menu {
        return Reading::none(Unreadable::Outside);
    }
    super::top::level_at(screen, &screen.look.level_menu, layout::MENU_LEVEL)
}
