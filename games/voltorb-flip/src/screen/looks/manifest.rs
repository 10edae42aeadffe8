//! `look.json`: where a theme has level, coins and digits, and how its game differs from the DS games.

use super::super::layout::SIZE;
use super::error::LookError;
use serde::{Deserialize, Serialize};
use vision::photometry::Colour;

/// The content of `look.json`. Lengths are native pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// A sentence for people.
    pub about: String,
    /// The built-in theme whose sheets stand in for missing ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in super::super) base: Option<String>,
    /// The game's screen in the board's frame: x, y, width, height.
    pub(in super::super) screen: [i32; 4],
    /// Where level and coins are shown.
    pub(in super::super) panel: Panel,
    /// The level's digit on the panel.
    pub(in super::super) level: Place,
    /// The wallet on the panel.
    pub(in super::super) total_coins: Counter,
    /// The coins of the round on the panel.
    pub(in super::super) round_coins: Counter,
    /// Where the marks are on a face-down card.
    pub(in super::super) marks: Marks,
    /// What tells what the game is doing.
    pub(in super::super) states: States,
    /// Whether the game deals the boards of HeartGold and SoulSilver.
    pub(in super::super) dealt: bool,
    /// Whether the game is played by a cursor and keys, as the minigame of Pokémon Essentials is.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(in super::super) keys: bool,
    /// The key that turns the card under the cursor then.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(in super::super) turns: TurnKey,
    /// How far the digits of sums and of Voltorbs are off their place on a DS, in x and y.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(in super::super) shift: Shift,
    /// The colours, where they are not those of a DS.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in super::super) colours: Option<Colours>,
    /// What a digit must score, where it is not what the reader asks of any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(in super::super) least: Leasts,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The key that turns the card under the cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TurnKey {
    /// Return, as in RPG Maker's games.
    #[default]
    Return,
    /// The key X, the button A of most emulators.
    X,
    /// The key Z.
    Z,
}

impl TurnKey {
    /// All keys that turn cards.
    pub const ALL: [Self; 3] = [Self::Return, Self::X, Self::Z];

    /// The key's name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Return => "return",
            Self::X => "x",
            Self::Z => "z",
        }
    }
}

/// Where level and coins are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum Panel {
    /// On a second screen of 256x192 pixels, which is searched for on every side.
    TopScreen,
    /// At this place in the board's frame: x, y, width, height.
    BesideCards([i32; 4]),
}

/// Where a digit stands on the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Place {
    /// Its left and top edge, in pixels of which `detail` make one native pixel.
    pub at: [u32; 2],
    /// How much finer than the board it is drawn.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub detail: u32,
}

/// Where the five digits of a counter stand on the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Counter {
    /// Their left edges.
    pub lefts: [u32; 5],
    /// Their top edge.
    pub top: u32,
    /// How much finer than the board they are drawn.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub detail: u32,
}

fn one() -> u32 {
    1
}

fn is_one(n: &u32) -> bool {
    *n == 1
}

/// Where the marks are on a face-down card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum Marks {
    /// All in the corners.
    Corners,
    /// That for a Voltorb in the middle.
    Middle,
}

/// What tells what the game is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in super::super) enum States {
    /// The boxes, lists and the panel that a DS draws over the board.
    Boxes,
    /// Nothing but the cards and the cursor: yellow while marks are made, red else.
    Cursor,
    /// Nothing but the cards.
    Cards,
}

/// How far the digits of the headers are off their place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in super::super) struct Shift {
    /// Of both digits of a sum.
    pub sum: [i32; 2],
    /// Of the digit of the Voltorbs.
    pub voltorbs: [i32; 2],
}

impl Shift {
    /// The places of a header's digits (tens and ones of the sum, then the Voltorbs), from where a DS has them.
    pub fn of(&self, places: [(u32, u32); 3]) -> [(u32, u32); 3] {
        let shifts = [self.sum, self.sum, self.voltorbs];
        std::array::from_fn(|i| {
            let ((x, y), [dx, dy]) = (places[i], shifts[i]);
            (x.saturating_add_signed(dx), y.saturating_add_signed(dy))
        })
    }
}

/// What a template must score to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(in super::super) struct Leasts {
    /// Of the headers' digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digits: Option<f32>,
    /// Of the middles of face-up cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faces: Option<f32>,
}

/// The colours of a board, red, green and blue from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Colours {
    /// Around every card.
    pub frame: Colour,
    /// The dark edge of every card.
    pub edge: Colour,
    /// The table between the cards.
    pub table: Colour,
    /// The headers of the rows, top to bottom.
    pub lines: [Colour; 5],
    /// Beside the middle of a face-down card.
    pub down: Colour,
    /// Beside the middle of a face-up card.
    pub up: Colour,
    /// In the corners of a face-down card without marks.
    pub corner: Colour,
}

/// The colours of the five rows, and of the five columns: of their headers and their links.
pub(in super::super) const LINES: [Colour; SIZE] = [
    [231.0, 115.0, 82.0],
    [66.0, 173.0, 66.0],
    [239.0, 165.0, 57.0],
    [49.0, 148.0, 255.0],
    [198.0, 99.0, 231.0],
];

/// The colours of a DS.
pub(in super::super) const DS: Colours = Colours {
    frame: [214.0, 239.0, 231.0],
    edge: [41.0, 41.0, 41.0],
    table: [41.0, 165.0, 107.0],
    lines: LINES,
    down: [28.0, 140.0, 101.0],
    up: [189.0, 140.0, 132.0],
    corner: [28.0, 140.0, 101.0],
};

impl Manifest {
    /// The panel's width and height.
    pub(in super::super) fn panel_size(&self) -> (u32, u32) {
        match self.panel {
            Panel::TopScreen => super::super::layout::SCREEN,
            Panel::BesideCards([_, _, w, h]) => (w.max(0) as u32, h.max(0) as u32),
        }
    }

    /// Checks that everything lies where it can be read.
    pub(super) fn check(&self, coins: (u32, u32), level: (u32, u32)) -> Result<(), LookError> {
        let (w, h) = self.panel_size();
        let inside = |x: u32, y: u32, size: (u32, u32), detail: u32| {
            (1..=4).contains(&detail)
                && x.saturating_add(size.0 + 1) <= w * detail
                && y.saturating_add(size.1 + 1) <= h * detail
                && (x, y) >= (1, 1)
        };
        // Larger panels are no panels of this game.
        if !(1..=1024).contains(&w) || !(1..=1024).contains(&h) {
            return Err(LookError::Outside("panel"));
        }
        let Place { at: [x, y], detail } = self.level;
        if !inside(x, y, level, detail) {
            return Err(LookError::Outside("level"));
        }
        for (name, Counter { lefts, top, detail }) in
            [("total_coins", self.total_coins), ("round_coins", self.round_coins)]
        {
            if !lefts.into_iter().all(|x| inside(x, top, coins, detail)) {
                return Err(LookError::Outside(name));
            }
        }
        let Shift { sum, voltorbs } = self.shift;
        if sum.into_iter().chain(voltorbs).any(|v| v.abs() > MOST_SHIFT) {
            return Err(LookError::Outside("shift"));
        }
        let [_, _, w, h] = self.screen;
        if w <= 0 || h <= 0 {
            return Err(LookError::Outside("screen"));
        }
        Ok(())
    }
}

/// The farthest that the digits of the headers may be off their place on a DS. The headers' boxes
/// end there.
pub(in super::super) const MOST_SHIFT: i32 = 3;
