//! The top screen: level and coins.

use super::layout::top::{LEVEL, ROUND, WALLET};
use super::looks::DS;
use super::{Screen, headers};
use crate::games::voltorb_flip::levels::Level;
use crate::reading::{Reading, Unreadable};
use crate::vision::template::Sheet;

/// What the top screen says.
pub(super) struct Top {
    pub level: Reading<Level>,
    pub total_coins: Reading<u32>,
    pub round_coins: Reading<u32>,
}

impl Top {
    /// Where the top screen is not in the picture; the menu's question may tell the level.
    pub fn unseen(level: Reading<Level>) -> Self {
        let outside = || Reading::none(Unreadable::Outside);
        Self { level, total_coins: outside(), round_coins: outside() }
    }

    /// Each field from here, or from there if it was not read here.
    pub fn or(self, other: Self) -> Self {
        Self {
            level: self.level.or(other.level),
            total_coins: self.total_coins.or(other.total_coins),
            round_coins: self.round_coins.or(other.round_coins),
        }
    }
}

/// Reads the top screen.
pub(super) fn read(screen: &Screen) -> Top {
    Top {
        level: level_at(screen, &DS.level_title, LEVEL),
        total_coins: counter(screen, WALLET),
        round_coins: counter(screen, ROUND),
    }
}

/// The level's digit at a place, give or take a pixel.
pub(super) fn level_at(screen: &Screen, sheet: &Sheet, (x, y): (u32, u32)) -> Reading<Level> {
    let digit = headers::digit_near(screen, sheet, x, y);
    match digit.value.map(Level::try_from) {
        Some(Ok(level)) => Reading::sure(level, digit.confidence),
        _ => Reading::none(digit.why.unwrap_or(Unreadable::Doubtful)),
    }
}

fn counter(screen: &Screen, (lefts, y): ([u32; 5], u32)) -> Reading<u32> {
    let (mut value, mut confidence) = (0, 1.0);
    for x in lefts {
        let digit = headers::digit_at(screen, &DS.coins, x, y);
        let Some(d) = digit.value else { return Reading::none(Unreadable::Doubtful) };
        value = value * 10 + u32::from(d);
        confidence *= digit.confidence;
    }
    Reading::sure(value, confidence)
}
