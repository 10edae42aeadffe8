//! What the game is doing, told by what lies over the board.

use super::cards::Cards;
use super::looks::States;
use super::sighting::LineSighting;
use super::{Screen, cards, layout};
use crate::games::voltorb_flip::board::Line;
use crate::games::voltorb_flip::levels::Level;
use crate::reading::{Reading, Unreadable};
use crate::vision::photometry::{Colour, Photometry};
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
    /// `None` if something else lies where it would be.
    pub memo_panel: Option<bool>,
}

/// The text box at the lower edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextBox {
    None,
    /// From y 160.
    Small,
    /// From y 144.
    Large,
    /// Something else that is white lies there.
    Strange,
}

impl TextBox {
    fn of(screen: &Screen, light: &Photometry) -> Self {
        let white = |y, h, least| white_share(screen, light, 24, y, 192, h) >= least;
        // Frames differ in how far they reach in.
        let (top, box_) = match (white(148, 6, 0.3), white(154, 12, 0.55), white(171, 10, 0.55)) {
            (_, _, false) => return Self::None,
            (true, true, true) => (144, Self::Large),
            (false, false, true) => (160, Self::Small),
            _ => return Self::Strange,
        };
        // Each of the frames that a player can choose from is darker than the paper all along its
        // upper and its lower edge. The box is not dimmed where the board is: its own white is the
        // measure.
        let luma = |x, y, w, h| screen.mean(x, y, w, h).iter().sum::<f32>();
        let paper = (0..8).map(|i| luma(32 + 24 * i, 182, 12, 3)).fold(0.0, f32::max);
        let edged = (0..8).filter(|i| {
            [top + 1, 188].iter().all(|&y| luma(32 + 24 * i, y, 12, 3) < MOST_EDGE * paper)
        });
        if edged.count() >= 5 { box_ } else { Self::Strange }
    }
}

/// The most brightness of a text box's edge, as a share of its paper's. The lightest of the real
/// game's frames has 0.8.
const MOST_EDGE: f32 = 0.88;

/// The least brightness of the answers to the quit question. They are white and not dimmed: 393 and
/// more where the dimmed board is taken for the measure, less under scan lines. The table has 104.
const ANSWERS: f32 = 240.0;

/// A place to one side of the words of a list's entry.
struct Entry {
    /// Whether an entry is there; `None` where something lies over it.
    lit: Option<bool>,
    colour: Colour,
}

impl Entry {
    fn is_like(&self, other: &Self) -> bool {
        let near = |a: f32, b: f32| (a - b).abs() < 0.15 * a.max(b).max(60.0);
        self.colour.iter().zip(other.colour).all(|(&a, b)| near(a, b))
    }
}

/// The list whose entries are seen; `entry(y)` looks to the left and to the right of the words.
fn list(entry: impl Fn(u32) -> [Entry; 2]) -> List {
    let entries = ENTRIES.map(&entry);
    let count = |side: usize, lit| entries.iter().filter(|entry| entry[side].lit == lit).count();
    let (left, right) = (count(0, Some(true)), count(1, Some(true)));
    if left + right < 2 && count(0, None) < 2 {
        return List::None;
    }
    if left < entries.len() && left + right < 4 {
        return List::Strange;
    }
    // Only the longer list has an entry above those of the menu. What lies over one side of it is
    // not like the entries on the other.
    let above = entry(LONGER);
    let lit = |side: usize| {
        let others = || entries.iter().map(|entry| &entry[1 - side]);
        above[side].lit == Some(true)
            && others().all(|other| other.lit != Some(true) || above[side].is_like(other))
    };
    match (lit(0) || lit(1), above.iter().any(|side| side.lit == Some(false))) {
        (true, false) => List::Info,
        (false, true) => List::Menu,
        _ => List::Strange,
    }
}

/// By how much green exceeds red on the table in a picture with any saturation to speak of.
const LEAST_HUE: f32 = 4.0;

fn is_grey(screen: &Screen) -> bool {
    let [r, g, _] = cards::table(screen);
    g - r < LEAST_HUE
}

/// Where the entries of the menu are looked at, from top to bottom, and the first one of the list
/// that has one more.
const ENTRIES: [u32; 3] = [75, 99, 123];
const LONGER: u32 = 51;

/// The list at the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    None,
    Menu,
    Info,
    YesNo,
    /// A list that something lies over.
    Strange,
}

impl Cover {
    pub fn of(screen: &Screen, light: &Photometry) -> Self {
        let box_ = TextBox::of(screen, light);
        // Buttons are not dimmed where the board behind them is: they outshine the table, about 135
        // here, by 40 while an entry blinks and by 60 else.
        let seen = |x, y, w, h| light.canonical(screen.mean(x, y, w, h));
        let brightness = |[r, g, b]: Colour| (r + g + b) / 3.0;
        let grey = is_grey(screen);
        // The entries of lists are pale green. Face-up cards are red, and never as bright as what
        // may lie over a list. They are looked at to both sides of their words.
        let entry = |y: u32| {
            [152, 230].map(|x| {
                let colour = seen(x, y, 14, 10);
                let [r, g, b] = colour;
                let lit = if grey || ((0.2..0.95).contains(&(r / g)) && b > 0.5 * g) {
                    Some(brightness(colour) > 158.0)
                } else {
                    (brightness(colour) < 200.0).then_some(false)
                };
                Entry { lit, colour }
            })
        };
        // To the left of the words: a window may lie over the right of the screen.
        let answers = || [88, 120].iter().all(|&y| brightness(seen(206, y, 18, 14)) > ANSWERS);
        let boxes = screen.look.manifest.states == States::Boxes;
        let list = if boxes && box_ != TextBox::Small { list(entry) } else { List::None };
        let list = match (list, box_) {
            (List::None, TextBox::Large) if answers() => List::YesNo,
            (list, TextBox::Large) => list,
            // Something may lie over the lower edge of the box that belongs to the list.
            (List::Menu | List::Info, TextBox::Strange) => list,
            _ => List::None,
        };
        let box_ = if list == List::None { box_ } else { TextBox::Large };
        let memo_panel = if boxes { memo_panel(screen, light) } else { Some(false) };
        Self { box_, list, memo_panel }
    }

    /// The first native row that is covered all along.
    pub fn top(&self) -> u32 {
        match self.box_ {
            // What is hidden by something else shows by itself.
            TextBox::None | TextBox::Strange => layout::SCREEN.1,
            TextBox::Small => 160,
            TextBox::Large => 144,
        }
    }

    /// Whether a place of the board is covered.
    pub fn hides(&self, x: u32, y: u32, w: u32, h: u32) -> bool {
        let list_from = match self.list {
            List::None => None,
            List::Menu => Some((136, 64)),
            List::Info | List::Strange => Some((136, 40)),
            List::YesNo => Some((200, 80)),
        };
        y + h > self.top() || list_from.is_some_and(|(left, top)| x + w > left && y + h > top)
    }
}

/// How far each channel may be off the table's where nothing lies over it.
const MOST_OFF_TABLE: f32 = 14.0;

/// Whether the memo panel is there: orange below, with four greyish buttons above, where the table
/// is green. `None` if something lies over it that leaves too little of it.
fn memo_panel(screen: &Screen, light: &Photometry) -> Option<bool> {
    let seen = |x, y, w, h| light.canonical(screen.mean(x, y, w, h));
    let below = seen(202, 131, 18, 16);
    let [r, g, b] = below;
    let orange = r - g > 40.0 && r - b > 40.0;
    let buttons = [(206, 84), (229, 84), (206, 107), (229, 107)].map(|(x, y)| seen(x, y, 12, 16));
    let table = |[r, g, _]: &Colour| g - r > 40.0;
    // A chosen button is green, too, but not like the table.
    let ground = light.canonical(cards::table(screen));
    let same = |c: &Colour| c.iter().zip(ground).all(|(a, b)| (a - b).abs() < MOST_OFF_TABLE);
    // Chosen buttons are darker than the others, but for that of the Voltorb, which is lighter.
    let button = |&[r, _, b]: &Colour| (90.0..235.0).contains(&r) && r > b - 40.0;
    let lit = buttons.iter().filter(|&c| button(c) && !table(c)).count();
    let bare = buttons.iter().filter(|&c| same(c)).count();
    match (orange, table(&below)) {
        (true, _) if lit >= 1 => Some(true),
        (_, true) if bare >= 2 => Some(false),
        (false, false) if lit >= 3 && !is_grey(screen) => Some(true),
        (_, false) if bare == 4 => Some(false),
        _ => None,
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
            (_, Some(true)) => Phase::Between,
            // What hides the headers of the columns may be a box.
            (_, Some(false)) if !headers_shown(cols) => return Reading::none(Unreadable::Covered),
            (_, Some(false)) if cover.memo_panel.is_none() => {
                return Reading::none(Unreadable::Covered);
            }
            (_, Some(false)) => open(states, cover, cards),
        },
    };
    let open = matches!(value, Phase::Board | Phase::Memo | Phase::Reveal);
    if open && cards.doubtful() || value == Phase::Board && cards.disturbed() {
        return Reading::none(Unreadable::Doubtful);
    }
    Reading::sure(value, 0.99)
}

/// Whether the headers of the columns are seen.
fn headers_shown(cols: &[LineSighting]) -> bool {
    cols.iter().filter(|c| c.sum.value.is_some() || c.voltorbs.value.is_some()).count() >= 2
}

/// The phase of a board in play over which no box lies.
fn open(states: States, cover: &Cover, cards: &Cards) -> Phase {
    if cards.moving() {
        Phase::Moving
    } else if cover.memo_panel == Some(true) || (states == States::Cursor && cards.marking) {
        Phase::Memo
    } else if cards.revealed() {
        Phase::Reveal
    } else if !cards.voltorbs().is_empty() {
        // A Voltorb among face-down cards explodes until a box tells the loss.
        Phase::Moving
    } else {
        Phase::Board
    }
}

/// Whether the headers are those of a cleared table; `None` if they do not tell. No line of a board
/// in play reads 00/0: without Voltorbs its sum is at least 5.
pub(super) fn cleared(rows: &[LineSighting], cols: &[LineSighting]) -> Option<bool> {
    let lines = || rows.iter().chain(cols).filter_map(LineSighting::line);
    let zero = lines().filter(|&line| line == Line { sum: 0, voltorbs: 0 }).count();
    match (zero, lines().count() - zero) {
        (1.., 0) => Some(true),
        (0, 1..) => Some(false),
        _ => None,
    }
}

/// The level in the menu's question.
pub(super) fn menu_level(screen: &Screen, cover: &Cover) -> Reading<Level> {
    if cover.list != List::Menu {
        return Reading::none(Unreadable::Outside);
    }
    let at = |place| super::top::level_at(screen, &screen.look.level_menu, place);
    layout::MENU_LEVELS
        .into_iter()
        .map(at)
        .reduce(Reading::or)
        .unwrap_or(Reading::none(Unreadable::Doubtful))
}
