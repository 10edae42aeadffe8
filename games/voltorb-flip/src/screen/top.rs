//! Reads level and coins, on the top screen or on a panel beside the cards.

use super::looks::{Counter, Look, Manifest, Panel};
use super::native::{Screen, certainty};
use super::{headers, registered};
use grid::reading::{Reading, Unreadable};
use vision::template::{Match, Sheet};
use voltorb_flip::levels::Level;

/// Level and coins as read.
pub(super) struct Top {
    pub level: Reading<Level>,
    pub total_coins: Reading<u32>,
    pub round_coins: Reading<u32>,
}

impl Top {
    /// Creates an unread top screen, with the level from the menu's question.
    pub fn unseen(level: Reading<Level>) -> Self {
        let outside = || Reading::none(Unreadable::Outside);
        Self { level, total_coins: outside(), round_coins: outside() }
    }

    /// Whether each field was read.
    pub fn is_whole(&self) -> bool {
        self.level.value.is_some()
            && self.total_coins.value.is_some()
            && self.round_coins.value.is_some()
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

/// Reads the top screen or the panel; `screens` resamples it, so many times finer than native,
/// once, or from all places beside its own ([`registered::beside`]).
pub(super) fn read<'a>(look: &'a Look, screens: impl Fn(u32) -> Vec<Screen<'a>>) -> Top {
    let manifest = &look.manifest;
    let Manifest { level, total_coins, round_coins, .. } = manifest;
    let plain = screens(1);
    let fine = |detail: u32| (detail != 1).then(|| screens(detail));
    let number = |c: &Counter| counter(fine(c.detail).as_ref().unwrap_or(&plain), c);
    let [x, y] = level.at;
    let title = fine(level.detail);
    Top {
        level: {
            let title = title.as_ref().unwrap_or(&plain);
            let level = level_at(title, &look.level_title, (x, y));
            let title = &title[title.len() / 2];
            match manifest.panel {
                Panel::TopScreen => level.or(last_of_title(title, &look.level_title, y)),
                Panel::BesideCards(_) => level,
            }
        },
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

/// The least correlation of a digit that identifies a panel.
const LEAST_DIGIT: f32 = 0.6;
/// How many of the ten digits of the counters must be seen.
const LEAST_CLEAR: usize = 8;

/// The level's digit at a place, give or take a pixel.
pub(super) fn level_at(screens: &[Screen], sheet: &Sheet, (x, y): (u32, u32)) -> Reading<Level> {
    let digit = match screens {
        [screen] => headers::digit_near(screen, sheet, x, y),
        _ => {
            let at = |reach| {
                let [digit] = registered::group(screens, sheet, [(x, y)], reach);
                digit
            };
            let read = |best| screens[0].reading(&best);
            // The title is what lies farthest from the cards: a camera's curve may move it by more. Then it must fit as
            // one anywhere must.
            let near = at(FARTHEST).map(read).filter(|digit| digit.value.is_some());
            let far =
                || at(FARTHEST_OF_ALL).filter(|best| is_elsewhere(&screens[0], best)).map(read);
            near.or_else(far).unwrap_or(Reading::none(Unreadable::Doubtful))
        }
    };
    match digit.value.map(Level::try_from) {
        Some(Ok(level)) => Reading::sure(level, digit.confidence),
        _ => Reading::none(digit.why.unwrap_or(Unreadable::Doubtful)),
    }
}

/// The level where the title is in another language: it is centred, so the level stands elsewhere,
/// but last.
fn last_of_title(screen: &Screen, sheet: &Sheet, y: u32) -> Reading<Level> {
    let (w, h) = sheet.size();
    let doubtful = || Reading::none(Unreadable::Doubtful);
    let column = |x: u32| (y..y + h).map(move |y| screen.gray.get_pixel(x, y)[0]);
    let mut all: Vec<u8> = TITLE.flat_map(column).collect();
    let middle = all.len() / 2;
    let ground = *all.select_nth_unstable(middle).1;
    let inked = |x: &u32| column(*x).any(|v| v.saturating_sub(ground) > LEAST_INK);
    let Some(last) = TITLE.rev().find(inked).filter(|&last| last > TITLE.start + w) else {
        return doubtful();
    };
    // A digit's last bright column is its fourth to its sixth.
    let best = screen
        .best_among(sheet, last - w + 2..=last - 2, y)
        .filter(|best| is_elsewhere(screen, best));
    match best.map(|best| (Level::try_from(best.label), certainty(&best))) {
        Some((Ok(level), confidence)) => Reading::sure(level, confidence),
        _ => doubtful(),
    }
}

/// Whether a digit is the level that is not where it usually is.
fn is_elsewhere(screen: &Screen, best: &Match) -> bool {
    best.score > LEAST_ELSEWHERE.0 && best.lead > LEAST_ELSEWHERE.1 && screen.is_distinct(best)
}

/// Where the title may stand.
const TITLE: std::ops::Range<u32> = 8..248;
/// By how many grey levels letters outshine the ground of the title.
const LEAST_INK: u8 = 60;
/// The least score and lead of a digit that is not where it usually is.
const LEAST_ELSEWHERE: (f32, f32) = (0.9, 0.5);

/// How far beside its place something of a top screen may be that is known by cards far away, in native pixels.
const FARTHEST: i64 = 2;
/// The same of the title.
const FARTHEST_OF_ALL: i64 = 8;

fn counter(screens: &[Screen], counter: &Counter) -> Reading<u32> {
    let screen = &screens[0];
    let places = counter.lefts.map(|x| (x, counter.top));
    let digits = match screens {
        [screen] => places.map(|(x, y)| headers::digit_at(screen, &screen.look.coins, x, y)),
        _ => registered::group(screens, &screen.look.coins, places, FARTHEST).map(|digit| {
            digit.map_or(Reading::none(Unreadable::Doubtful), |best| screen.reading(&best))
        }),
    };
    let (mut value, mut confidence) = (0, 1.0);
    for digit in digits {
        let Some(d) = digit.value else { return Reading::none(Unreadable::Doubtful) };
        value = value * 10 + u32::from(d);
        confidence *= digit.confidence;
    }
    Reading::sure(value, confidence)
}
