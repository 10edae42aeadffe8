//! Level and coins, on the top screen or on a panel beside the cards.

use super::looks::{Counter, Look, Manifest};
use super::{Screen, headers};
use crate::games::voltorb_flip::levels::Level;
use crate::reading::{Reading, Unreadable};
use crate::vision::template::Sheet;

/// What the top screen or the panel says.
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

/// Reads the top screen or the panel; `screen` resamples it, so many times finer than native.
pub(super) fn read<'a>(look: &'a Look, screen: impl Fn(u32) -> Screen<'a>) -> Top {
    let Manifest { level, total_coins, round_coins, .. } = &look.manifest;
    let plain = screen(1);
    let fine = |detail: u32| (detail != 1).then(|| screen(detail));
    let number = |c: &Counter| counter(fine(c.detail).as_ref().unwrap_or(&plain), c);
    let [x, y] = level.at;
    let title = fine(level.detail);
    Top {
        level: level_at(title.as_ref().unwrap_or(&plain), &look.level_title, (x, y)),
        total_coins: number(total_coins),
        round_coins: number(round_coins),
    }
}

/// Whether the panel of a look is what is seen: it has digits where its coins must be.
pub(super) fn fits(screen: &Screen) -> bool {
    let Manifest { total_coins, round_coins, .. } = &screen.look.manifest;
    let places = [total_coins, round_coins].into_iter().flat_map(|c| c.lefts.map(|x| (x, c.top)));
    let clear = places
        .map(|(x, y)| screen.best(&screen.look.coins, x, y))
        .filter(|best| best.score > LEAST_DIGIT && best.lead > 0.0)
        .count();
    clear >= LEAST_CLEAR
}

/// The least correlation of a digit that tells a panel.
const LEAST_DIGIT: f32 = 0.6;
/// How many of the ten digits of the counters must be seen.
const LEAST_CLEAR: usize = 8;

/// The level's digit at a place, give or take a pixel.
pub(super) fn level_at(screen: &Screen, sheet: &Sheet, (x, y): (u32, u32)) -> Reading<Level> {
    let digit = headers::digit_near(screen, sheet, x, y);
    match digit.value.map(Level::try_from) {
        Some(Ok(level)) => Reading::sure(level, digit.confidence),
        _ => Reading::none(digit.why.unwrap_or(Unreadable::Doubtful)),
    }
}

fn counter(screen: &Screen, counter: &Counter) -> Reading<u32> {
    let (mut value, mut confidence) = (0, 1.0);
    for x in counter.lefts {
        let digit = headers::digit_at(screen, &screen.look.coins, x, counter.top);
        let Some(d) = digit.value else { return Reading::none(Unreadable::Doubtful) };
        value = value * 10 + u32::from(d);
        confidence *= digit.confidence;
    }
    Reading::sure(value, confidence)
}
