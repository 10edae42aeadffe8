//! The top screen: level and coins.

use super::layout::top::{LEVEL, ROUND, WALLET};
use super::looks::DS;
use super::{Screen, headers};
use crate::games::voltorb_flip::levels::Level;
use crate::reading::{Reading, Unreadable};
use crate::vision::template::Sheet;

/// The level in the title.
pub(super) fn level(screen: &Screen) -> Reading<Level> {
    level_at(screen, &DS.level_title, LEVEL)
}

/// The level's digit at a place, give or take a pixel.
pub(super) fn level_at(screen: &Screen, sheet: &Sheet, (x, y): (u32, u32)) -> Reading<Level> {
    let digit = headers::digit_near(screen, sheet, x, y);
    match digit.value.map(Level::try_from) {
        Some(Ok(level)) => Reading::sure(level, digit.confidence),
        _ => Reading::none(digit.why.unwrap_or(Unreadable::Doubtful)),
    }
}

/// The wallet and the coins of this round.
pub(super) fn coins(screen: &Screen) -> (Reading<u32>, Reading<u32>) {
    (counter(screen, WALLET), counter(screen, ROUND))
}

/// What is said of the coins when there is no top screen.
pub(super) fn unseen_coins() -> (Reading<u32>, Reading<u32>) {
    (Reading::none(Unreadable::Outside), Reading::none(Unreadable::Outside))
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
