//! Detects what covers the board: the game's text boxes, lists and memo panel, or something else.

use super::layout::Part;
use super::looks::States;
use super::native::Screen;
use super::{colours, ground, layout};
use vision::photometry::{Colour, Photometry, near};

/// What lies over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cover {
    pub box_: TextBox,
    pub list: List,
    /// `None` if something else lies where it would be.
    pub memo_panel: Option<bool>,
    /// Whether a button is seen that a DS shows beside the board while no list is open. Other games
    /// draw the same cards on another screen.
    pub buttons: bool,
}

/// The text box at the lower edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextBox {
    None,
    /// From y 160.
    Small,
    /// From y 144.
    Large,
    /// Something else that is white lies there, or that the board is seen through.
    Strange,
}

impl TextBox {
    fn of(screen: &Screen, light: &Photometry) -> Self {
        let white = |y, h, least| white_share(screen, light, 24, y, 192, h) >= least;
        // Frames differ in how far they reach in.
        let (top, box_) = match (white(148, 6, 0.3), white(154, 12, 0.55), white(171, 10, 0.55)) {
            (_, _, false) => return Self::None,
            (true, true, true) => (144, Self::Large),
            // The board is seen above it. If it is not, something may lie over the upper part of the larger box.
            (false, false, true) if !knows_table(screen) || ground::is_seen(screen, ABOVE) => {
                (160, Self::Small)
            }
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

/// The part of the board above the small text box that the large one hides.
const ABOVE: Part = (16, 146, 176, 12);

/// The part of the board that the menu and the longer list hide.
const LIST: Part = (140, 68, 56, 72);

/// Whether the table has the colours of the game on a DS.
fn knows_table(screen: &Screen) -> bool {
    screen.look.manifest.colours.is_none()
}

/// The largest brightness of a text box's edge, as a share of its paper's. The lightest frame of the game has 0.8.
const MOST_EDGE: f32 = 0.88;

/// The least brightness of the answers to the quit question: they have 393 and more next to a dimmed board, the table
/// 104.
const ANSWERS: f32 = 240.0;

/// The left edges of four places side by side in the answers.
const ANSWER_COLUMNS: [u32; 4] = [206, 217, 228, 239];

/// The largest brightness of what is between the answers, as a share of theirs: 0.76 at most in 500 distorted pictures.
const MOST_BETWEEN: f32 = 0.85;

/// A place to one side of the words of a list's entry.
struct Entry {
    /// Whether an entry is there; `None` where something lies over it.
    lit: Option<bool>,
    colour: Colour,
}

impl Entry {
    /// The entries of lists are pale green. Face-up cards are red, and never as bright as what may
    /// lie over a list. Buttons are not dimmed where the board behind them is: they outshine the
    /// table, about 135 here, by 40 while an entry blinks and by 60 else.
    fn new(colour: Colour, grey: bool) -> Self {
        let [r, g, b] = colour;
        let lit = if grey || ((0.2..0.85).contains(&(r / g)) && b > 0.5 * g) {
            Some(brightness(colour) > LIT)
        } else {
            (brightness(colour) < MOST_UNLIT).then_some(false)
        };
        Self { lit, colour }
    }

    fn is_like(&self, other: &Self) -> bool {
        let near = |a: f32, b: f32| (a - b).abs() < 0.15 * a.max(b).max(60.0);
        self.colour.iter().zip(other.colour).all(|(&a, b)| near(a, b))
    }
}

/// The least brightness of an entry, and the most of the board where none is.
const LIT: f32 = 158.0;
const MOST_UNLIT: f32 = 200.0;

fn brightness([r, g, b]: Colour) -> f32 {
    (r + g + b) / 3.0
}

/// The list whose entries are seen; `entry(y)` looks to the left and to the right of the words.
fn list(entry: impl Fn(u32) -> [Entry; 2]) -> List {
    let entries = ENTRIES.map(&entry);
    let count = |side: usize, lit| entries.iter().filter(|entry| entry[side].lit == lit).count();
    let (left, right) = (count(0, Some(true)), count(1, Some(true)));
    let bare = count(0, Some(false)) == entries.len();
    if bare || (left + right < 2 && count(0, None) < 2) {
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

/// The answers to the quit question, if they are there. `seen(x, y, w, h)` is the mean colour over a rectangle, `ground`
/// that of the table.
fn answers(seen: impl Fn(u32, u32, u32, u32) -> Colour, ground: Colour) -> List {
    let answers = [88, 120].map(|y| ANSWER_COLUMNS.map(|x| seen(x, y, 10, 12)));
    // It is darker between them, where nothing lies over it: a panel over both hides that.
    let between = ANSWER_COLUMNS.map(|x| brightness(seen(x, 111, 10, 3)));
    let between = between.into_iter().fold(f32::MAX, f32::min);
    let is_lit = |[answer, ..]: &[Colour; 4]| {
        brightness(*answer) > ANSWERS && between < MOST_BETWEEN * brightness(*answer)
    };
    let is_bare = |c: &Colour| near(c, &ground, MOST_OFF_GROUND);
    match (answers.iter().all(is_lit), answers.as_flattened().iter().any(is_bare)) {
        (true, _) => List::YesNo,
        (false, true) => List::None,
        // Something lies over them.
        (false, false) => List::Strange,
    }
}

/// By how much green exceeds red on the table in a picture with any saturation to speak of.
const LEAST_HUE: f32 = 4.0;

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
    /// Nothing lies over the board.
    pub const NONE: Self =
        Self { box_: TextBox::None, list: List::None, memo_panel: Some(false), buttons: false };

    pub fn of(screen: &Screen, light: &Photometry) -> Self {
        let box_ = TextBox::of(screen, light);
        let seen = |x, y, w, h| light.canonical(screen.mean(x, y, w, h));
        let table = colours::table(screen);
        let grey = table[1] - table[0] < LEAST_HUE;
        // To both sides of the words.
        let entry = |y| [152, 230].map(|x| Entry::new(seen(x, y, 14, 10), grey));
        // To the left of the words: a window may lie over the right of the screen.
        let ground = light.canonical(table);
        let boxes = screen.look.manifest.states == States::Boxes;
        let list = if boxes && box_ != TextBox::Small { list(entry) } else { List::None };
        let list = match (list, box_) {
            (List::None, TextBox::Large)
                if knows_table(screen) && !ground::is_seen(screen, LIST) =>
            {
                List::Strange
            }
            (List::None, TextBox::Large) => answers(seen, ground),
            (list, TextBox::Large) => list,
            // Something may lie over the box that belongs to the list.
            (List::Menu | List::Info, _) => list,
            _ => List::None,
        };
        let box_ = if list == List::None { box_ } else { TextBox::Large };
        let (list, box_) = if boxes && shines_through(screen, list, box_) {
            (List::None, TextBox::Strange)
        } else {
            (list, box_)
        };
        let memo_panel = if boxes { memo_panel(seen, ground, grey) } else { Some(false) };
        // Of a look with colours of its own those of the buttons are not known.
        let buttons = screen.look.manifest.colours.is_some()
            || [MEMO_BUTTON, QUIT_BUTTON].iter().any(|parts| {
                parts.iter().all(|&((x, y, w, h), colour)| {
                    near(&seen(x, y, w, h), &light.left_of(colour), MOST_OFF_BUTTON)
                })
            });
        Self { box_, list, memo_panel, buttons }
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

/// Whether the board is seen where a list or a box should hide it.
fn shines_through(screen: &Screen, list: List, box_: TextBox) -> bool {
    let under_list = matches!(list, List::Menu | List::Info).then_some(LIST);
    let under_box = match box_ {
        TextBox::Small => Some((16, 168, 176, 18)),
        TextBox::Large => Some((16, 152, 176, 34)),
        TextBox::None | TextBox::Strange => None,
    };
    knows_table(screen)
        && (under_list.is_some_and(|part| ground::is_seen_a_little(screen, part))
            || under_box.is_some_and(|part| ground::is_seen(screen, part)))
}

/// A part of a button, and its colour.
type ButtonPart = (Part, Colour);

/// The left of the buttons beside the board, free of letters: a window may lie over their right. The
/// button for memos is white above and grey below, that to quit is of two blues.
const MEMO_BUTTON: [ButtonPart; 2] =
    [((200, 24, 9, 9), [251.0, 251.0, 251.0]), ((200, 51, 8, 12), [170.0, 170.0, 170.0])];
const QUIT_BUTTON: [ButtonPart; 2] =
    [((199, 167, 12, 6), [105.0, 170.0, 251.0]), ((199, 177, 10, 7), [49.0, 105.0, 227.0])];

/// How far each channel of a button may be off its colour.
const MOST_OFF_BUTTON: f32 = 50.0;

/// The same of the table beside a box, where a display glows.
const MOST_OFF_GROUND: f32 = 40.0;

/// How much brighter the buttons of the memo panel are than what is between them: 57, less where it is blurred.
const LEAST_PARTED: f32 = 12.0;

/// How far each channel may be off the table's where nothing lies over it.
const MOST_OFF_TABLE: f32 = 14.0;

/// Whether the memo panel is there: orange below, with four greyish buttons above, where the table
/// is green. `None` if something lies over it that leaves too little of it. `seen(x, y, w, h)` is the
/// mean colour over a rectangle.
fn memo_panel(
    seen: impl Fn(u32, u32, u32, u32) -> Colour,
    ground: Colour,
    grey: bool,
) -> Option<bool> {
    let below = seen(202, 131, 18, 16);
    let [r, g, b] = below;
    let orange = r - g > 40.0 && r - b > 40.0;
    let buttons = [(206, 84), (229, 84), (206, 107), (229, 107)].map(|(x, y)| seen(x, y, 12, 16));
    let table = |[r, g, _]: &Colour| g - r > 40.0;
    // Chosen buttons are darker than the others, but for that of the Voltorb, which is lighter.
    let button = |&[r, _, b]: &Colour| (90.0..235.0).contains(&r) && r > b - 40.0;
    let lit = buttons.iter().filter(|&c| button(c) && !table(c)).count();
    // Between the buttons it is darker: a window that is grey all over is not.
    let gap = brightness(seen(223, 84, 2, 16));
    let is_parted = [buttons[0], buttons[1]].iter().all(|&c| brightness(c) > gap + LEAST_PARTED);
    // A chosen button is green, too, but not like the table.
    let bare = buttons.iter().filter(|&c| near(c, &ground, MOST_OFF_TABLE)).count();
    match (orange, table(&below)) {
        (true, _) if lit >= 1 => Some(true),
        (_, true) if bare >= 2 => Some(false),
        (false, false) if lit >= 3 && !grey && is_parted => Some(true),
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
