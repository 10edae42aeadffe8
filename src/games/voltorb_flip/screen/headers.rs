//! The digits of the headers.

use super::Screen;
use super::layout::{SIZE, column_digits, row_digits};
use super::looks::DS;
use super::phase::Cover;
use super::sighting::LineSighting;
use crate::reading::{Reading, Unreadable};
use crate::vision::template::{BLURS, Match, Sheet};

/// The least correlation of a digit that is read.
const LEAST_SCORE: f32 = 0.70;
/// The least lead over the second-best digit.
const LEAST_MARGIN: f32 = 0.06;

/// The blur at which the templates fit the headers best, as an index into [`BLURS`].
pub(super) fn sharpest(screen: &Screen) -> usize {
    let total = |blur: usize| -> f32 {
        (0..SIZE)
            .flat_map(|i| row_digits(i).into_iter().chain(column_digits(i)))
            .map(|(x, y)| DS.digits.best(&screen.gray, x, y, blur).score)
            .sum()
    };
    (0..BLURS.len()).max_by(|&a, &b| total(a).total_cmp(&total(b))).unwrap_or(0)
}

/// Row and column headers.
pub(super) fn read(screen: &Screen, cover: &Cover) -> (Vec<LineSighting>, Vec<LineSighting>) {
    let line = |digits: [(u32, u32); 3]| {
        let [tens, ones, voltorbs] = digits.map(|(x, y)| {
            if cover.hides(x, y, 8, 8) {
                Reading::none(Unreadable::Covered)
            } else {
                digit_at(screen, &DS.digits, x, y)
            }
        });
        let sum = match (tens.value, ones.value) {
            (Some(t), Some(o)) => Reading::sure(10 * t + o, tens.confidence * ones.confidence),
            _ => Reading::none(tens.why.or(ones.why).unwrap_or(Unreadable::Doubtful)),
        };
        LineSighting { sum, voltorbs }
    };
    (
        (0..SIZE).map(|r| line(row_digits(r))).collect(),
        (0..SIZE).map(|c| line(column_digits(c))).collect(),
    )
}

/// The digit with its corner at (x, y).
pub(super) fn digit_at(screen: &Screen, sheet: &Sheet, x: u32, y: u32) -> Reading<u8> {
    reading(sheet.best(&screen.gray, x, y, screen.blur))
}

/// The digit with its corner at (x, y) or one pixel beside.
pub(super) fn digit_near(screen: &Screen, sheet: &Sheet, x: u32, y: u32) -> Reading<u8> {
    let best = (x - 1..=x + 1)
        .flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)))
        .map(|(x, y)| sheet.best(&screen.gray, x, y, screen.blur))
        .max_by(|a, b| a.score.total_cmp(&b.score));
    best.map_or(Reading::none(Unreadable::Doubtful), reading)
}

fn reading(best: Match) -> Reading<u8> {
    if std::env::var("DBG").is_ok() {
        eprintln!("{best:?}");
    }
    if best.score < LEAST_SCORE || best.margin() < LEAST_MARGIN {
        return Reading::none(Unreadable::Doubtful);
    }
    Reading::sure(best.digit, certainty(best))
}

/// The chance that the best match is the right one: a logistic curve over the lead.
pub(super) fn certainty(best: Match) -> f32 {
    1.0 / (1.0 + (-40.0 * (best.margin() - 0.02)).exp()) * best.score.clamp(0.0, 1.0).powf(0.05)
}
