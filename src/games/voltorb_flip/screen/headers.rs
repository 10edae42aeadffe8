//! The digits of the headers.

use super::Screen;
use super::layout::{SIZE, column_digits, row_digits};
use super::looks::DS;
use super::phase::Cover;
use crate::reading::{Reading, Unreadable};
use crate::vision::template::{BLURS, Match, Sheet};

/// The least correlation of a digit that is read.
const LEAST_SCORE: f32 = 0.84;
/// The least lead over the closest rival.
const LEAST_LEAD: f32 = 0.3;

/// The digits of one header as they fit: tens and ones of the sum, then the Voltorbs; `None` where
/// something lies over it.
pub(super) type Digits = [Option<Match>; 3];

/// The sheets for a header's digits.
fn sheets() -> [&'static Sheet; 3] {
    [&DS.sums, &DS.sums, &DS.voltorbs]
}

/// How well the headers' digits fit on the whole, and at which blur, an index into [`BLURS`]. Only
/// those of the rows: boxes lie over the columns'.
pub(super) fn sharpest(screen: &Screen) -> (f32, usize) {
    let mean = |blur: usize| -> f32 {
        let places = || (0..SIZE).flat_map(|r| row_digits(r).into_iter().zip(sheets()));
        places()
            .map(|(at, sheet)| sheet.best(&screen.gray, at, blur, screen.lens.as_ref()).score)
            .sum::<f32>()
            / places().count() as f32
    };
    let best = (0..BLURS.len()).map(|blur| (mean(blur), blur)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.unwrap_or_default()
}

/// The digits of all headers: rows top to bottom, columns left to right.
pub(super) fn read(screen: &Screen, cover: &Cover) -> (Vec<Digits>, Vec<Digits>) {
    let digits = |places: [(u32, u32); 3]| {
        let sheets = sheets();
        std::array::from_fn(|i| {
            let (x, y) = places[i];
            (!cover.hides(x, y, 8, 8)).then(|| screen.best(sheets[i], x, y))
        })
    };
    (
        (0..SIZE).map(|r| digits(row_digits(r))).collect(),
        (0..SIZE).map(|c| digits(column_digits(c))).collect(),
    )
}

/// The digit with its corner at (x, y).
pub(super) fn digit_at(screen: &Screen, sheet: &Sheet, x: u32, y: u32) -> Reading<u8> {
    reading(&screen.best(sheet, x, y))
}

/// The digit with its corner at (x, y) or one pixel beside.
pub(super) fn digit_near(screen: &Screen, sheet: &Sheet, x: u32, y: u32) -> Reading<u8> {
    let best = (x - 1..=x + 1)
        .flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)))
        .map(|(x, y)| screen.best(sheet, x, y))
        .max_by(|a, b| a.score.total_cmp(&b.score));
    best.map_or(Reading::none(Unreadable::Doubtful), |best| reading(&best))
}

/// The best digit, if it is clear.
pub(super) fn reading(best: &Match) -> Reading<u8> {
    if best.score < LEAST_SCORE || best.lead < LEAST_LEAD {
        return Reading::none(Unreadable::Doubtful);
    }
    Reading::sure(best.digit, certainty(best))
}

/// The chance that the best match is the right one: a logistic curve over its lead.
pub(super) fn certainty(best: &Match) -> f32 {
    1.0 / (1.0 + (-12.0 * best.lead).exp())
}
