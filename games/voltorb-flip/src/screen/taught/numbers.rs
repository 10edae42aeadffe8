//! Finds the numbers among the blobs next to a board: those that differ and repeat as the given numbers do.

use super::blob::Blob;
use super::header::{Format, Header, HeaderPlace, NumberPlace};
use super::separation::{LEAST_ALIKE, misalignment, separation};
use super::shape::Shape;
use grid::geometry::Rect;
use std::sync::Arc;
use vision::robust::median;
use voltorb_flip::board::Line;

/// The headers of all rows, or of all columns.
#[derive(Clone)]
pub(super) struct Headers {
    pub place: HeaderPlace,
    /// What stands there.
    pub written: Vec<Written>,
    /// The height of a cell, in pixels of the blobs.
    pub row_pitch: f64,
    /// The digits of numbers that are the same in all lines, and those of the others.
    constant: Vec<(u8, Arc<Shape>)>,
    varied: Vec<(u8, Arc<Shape>)>,
    /// How clearly they are told apart.
    score: f32,
    /// What of the score is lost since they do not stand one below the other.
    misaligned: f32,
}

/// A blob that stands on the line of a number.
#[derive(Clone)]
pub(super) struct Written {
    /// Which digit it is; `None`: none.
    pub digit: Option<u8>,
    pub blob: Blob,
    /// Its shape on the line of digits of this height, in cells.
    shape: Arc<Shape>,
    pub height: f64,
}

/// A number of each line.
struct Numbers {
    place: NumberPlace,
    /// Digit, shape and which blob of which line.
    digits: Vec<(u8, Arc<Shape>, (usize, usize))>,
    /// What else stands on the line of digits.
    others: Vec<(Arc<Shape>, (usize, usize))>,
    score: f32,
    /// What of the score is lost since they do not stand one below the other.
    misaligned: f32,
}

/// From which end of a line of digits and other things the digits of a number are counted.
#[derive(Clone, Copy)]
enum End {
    Left,
    Right,
}

/// The least score of headers.
const LEAST_SCORE: f32 = 0.05;
/// How many of the best choices for a number are tried together with another's.
const BEST: usize = 10;
/// What is gained where the digits of a number are all accounted for.
const TWO_DIGITS: f32 = 0.1;
/// What is lost where shapes of one digit are not those of another number.
const OTHER_SHAPES: f32 = 0.04;
/// What is gained where the digits beside rows and columns can be of one font.
const SAME_SHAPES: f32 = 0.02;
/// What is lost where numbers do not stand one below the other, for each height of a digit.
const MISALIGNED: f32 = 0.5;

/// The ways in which the headers of five lines can show these numbers; the best first.
pub(super) fn headers(
    all: &[Header],
    lines: &[Line],
    (before, reach): (bool, f64),
) -> Vec<Headers> {
    let on_lines = text_lines(all);
    let of = |number: fn(&Line) -> u8, short: Format| -> Vec<Numbers> {
        let typed: Vec<u8> = lines.iter().map(number).collect();
        let mut found: Vec<Numbers> = on_lines
            .iter()
            .flat_map(|line| {
                let formats = [Format::TwoDigits, short].into_iter();
                let choices = formats.flat_map(|f| [(f, End::Right), (f, End::Left)]);
                let typed = &typed;
                choices.filter_map(move |(format, end)| line.numbers(typed, format, end))
            })
            .collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found.truncate(BEST);
        found
    };
    let (sums, voltorbs) =
        (of(|line| line.sum, Format::Plain), of(|line| line.voltorbs, Format::OneDigit));
    // What is a part of a longer number is not the number.
    let part_of = |a: &Numbers, b: &Numbers| {
        a.digits.len() < b.digits.len()
            && a.digits.iter().all(|digit| b.digits.iter().any(|other| other.2 == digit.2))
    };
    let whole: Vec<bool> = sums.iter().map(|a| !sums.iter().any(|b| part_of(a, b))).collect();
    // But what looks longer may be two numbers: where it goes with no number of Voltorbs, its part
    // may.
    let of = |wanted: bool| {
        let whole = whole.clone();
        sums.iter().zip(whole).filter(move |(_, whole)| *whole == wanted).map(|(sum, _)| sum)
    };
    let mut found = pairs(of(true), &voltorbs);
    if found.is_empty() {
        found = pairs(of(false), &voltorbs);
    }
    let whole = |(score, sum, voltorbs): (f32, &Numbers, &Numbers)| {
        let used = |at: &(usize, usize)| {
            sum.digits.iter().chain(&voltorbs.digits).any(|(_, _, other)| other == at)
        };
        let written = |number: &Numbers| -> Vec<Written> {
            let height = number.place.height;
            let whole = |digit, shape: &Arc<Shape>, (line, blob): (usize, usize)| Written {
                digit,
                blob: all[line].all()[blob].0.clone(),
                shape: shape.clone(),
                height,
            };
            let digits = number.digits.iter().map(|(d, shape, at)| whole(Some(*d), shape, *at));
            let others = number.others.iter().filter(|(_, at)| !used(at));
            digits.chain(others.map(|(shape, at)| whole(None, shape, *at))).collect()
        };
        Headers {
            place: HeaderPlace { before, reach, sum: sum.place, voltorbs: voltorbs.place },
            written: [written(sum), written(voltorbs)].concat(),
            row_pitch: all[0].row_pitch(),
            constant: of_kind((sum, voltorbs), true),
            varied: of_kind((sum, voltorbs), false),
            score,
            misaligned: misaligned(sum, voltorbs),
        }
    };
    found.into_iter().map(whole).collect()
}

/// The sums and numbers of Voltorbs that can stand together, and how clearly their digits are told
/// apart; the best first.
fn pairs<'a>(
    sums: impl Iterator<Item = &'a Numbers>,
    voltorbs: &'a [Numbers],
) -> Vec<(f32, &'a Numbers, &'a Numbers)> {
    let mut found = Vec::new();
    for (sum, voltorb) in sums.flat_map(|sum| voltorbs.iter().map(move |v| (sum, v))) {
        let shared = sum.digits.iter().any(|a| voltorb.digits.iter().any(|b| a.2 == b.2));
        let padded = voltorb.place.format == Format::TwoDigits;
        let unlike = padded || sum.place.format == Format::TwoDigits;
        if shared
            || !of_about_one_size(&sum.place, &voltorb.place)
            || (padded && sum.place.format == Format::Plain)
            || (unlike && !zeros_are_alike(sum, voltorb))
        {
            continue;
        }
        let digits = sum.digits.iter().chain(&voltorb.digits);
        let pooled: Vec<(u8, &Shape)> = digits.map(|(d, shape, _)| (*d, &**shape)).collect();
        let apart = (sum.score + voltorb.score) / 2.0 - OTHER_SHAPES;
        let bonus = bonus(sum.place.format) - misaligned(sum, voltorb);
        let score = separation(&pooled).map_or(apart, |s| (s + bonus).max(apart));
        found.push((score, sum, voltorb));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(BEST);
    found
}

/// What is lost since the numbers of lines do not stand one below the other.
fn misaligned(sum: &Numbers, voltorbs: &Numbers) -> f32 {
    (sum.misaligned + voltorbs.misaligned) / 2.0
}

/// The digits of those of two numbers that are constant, or of those that are not.
fn of_kind((a, b): (&Numbers, &Numbers), constant: bool) -> Vec<(u8, Arc<Shape>)> {
    let numbers = [a, b].into_iter().filter(|number| number.is_constant() == constant);
    numbers.flat_map(|n| n.digits.iter().map(|(d, shape, _)| (*d, shape.clone()))).collect()
}

impl Numbers {
    /// Whether all its digits are one: then a box or a word in every line may be taken for it.
    fn is_constant(&self) -> bool {
        self.digits.iter().all(|(digit, ..)| *digit == self.digits[0].0)
    }
}

/// Whether digits that are the same in every line are digits: they look like those of a number that
/// is not, or, where none shows them, stand where the same number of the other lines does.
fn constant_are_digits(rows: &Headers, columns: &Headers) -> bool {
    let varied = || rows.varied.iter().chain(&columns.varied);
    let alike = |(digit, shape): &(u8, Arc<Shape>)| {
        varied().any(|(other, known)| other == digit && shape.likeness(known) >= LEAST_ALIKE)
    };
    let shown = |digit: u8| varied().any(|(other, _)| *other == digit);
    let of_one = columns.constant.is_empty() || rows.constant.is_empty();
    let placed = of_one && same_place(&rows.place, &columns.place);
    let constant = rows.constant.iter().chain(&columns.constant);
    constant.into_iter().all(|known| alike(known) || (placed && !shown(known.0)))
}

/// Whether the Voltorbs stand at the same place beside the sums of the rows as of the columns.
fn same_place(rows: &HeaderPlace, columns: &HeaderPlace) -> bool {
    let (sum, voltorbs) = (&rows.sum, &rows.voltorbs);
    let near = |of: fn(&NumberPlace) -> f64, most: f64| {
        let off = |place: &HeaderPlace| of(&place.voltorbs) - of(&place.sum);
        (off(rows) - off(columns)).abs() <= most
    };
    let aside = SAME_PLACE * sum.widest.min(voltorbs.widest);
    let is_beside = near(|place| place.left, aside)
        || near(|place| place.right, aside)
        || near(|place| place.left + place.right, 2.0 * aside);
    is_beside
        && near(|place| place.middle, SAME_PLACE * sum.height.min(voltorbs.height))
        && near(|place| place.height, SAME_PLACE * sum.height)
        && rows.sum.format == columns.sum.format
        && rows.voltorbs.format == columns.voltorbs.format
}

/// How far numbers may be from one place and stand there, in heights or widths of a digit.
const SAME_PLACE: f64 = 0.25;

/// Whether the digits of a sum and of the Voltorbs beside it are about as high: the box around a
/// header, or a part of a ball, is constant as a digit may be.
fn of_about_one_size(sum: &NumberPlace, voltorbs: &NumberPlace) -> bool {
    as_high(sum, voltorbs, MOST_UNLIKE)
}

/// How many times as high the digits of one number may be as those of the other in a header.
const MOST_UNLIKE: f64 = 1.9;

/// Whether the digits beside the rows are about as high as those beside the columns, sums and
/// Voltorbs each: no game draws them otherwise, but halves of a ball may differ and repeat as
/// digits do.
fn of_one_size(rows: &Headers, columns: &Headers) -> bool {
    as_high(&rows.place.sum, &columns.place.sum, MOST_HIGHER)
        && as_high(&rows.place.voltorbs, &columns.place.voltorbs, MOST_HIGHER)
}

/// How many times as high digits beside the rows may be as those beside the columns.
const MOST_HIGHER: f64 = 1.35;

/// Whether the digits of neither number are so many times as high as those of the other.
fn as_high(a: &NumberPlace, b: &NumberPlace, most: f64) -> bool {
    (1.0 / most..most).contains(&(a.height / b.height))
}

impl Headers {
    /// What is gained and lost by where their numbers stand.
    fn bonus(&self) -> f32 {
        bonus(self.place.sum.format) - self.misaligned
    }
}

/// What is gained where the digits of a number are all accounted for.
fn bonus(format: Format) -> f32 {
    if format == Format::TwoDigits { TWO_DIGITS } else { 0.0 }
}

/// How alike zeros of two numbers are at the least: a ball is as round, and less like them.
const SAME_ZERO: f32 = 0.85;

/// Whether the leading zeros of one number may be the same digit as the zeros of the other: else
/// they are something else that stands before it.
fn zeros_are_alike(a: &Numbers, b: &Numbers) -> bool {
    let zeros = |n: &Numbers| -> Vec<Arc<Shape>> {
        n.digits
            .iter()
            .filter(|(digit, ..)| *digit == 0)
            .map(|(_, shape, _)| shape.clone())
            .collect()
    };
    let (a, b) = (zeros(a), zeros(b));
    let alike = |a: &[Arc<Shape>], b: &[Arc<Shape>]| {
        a.iter().all(|a| b.iter().any(|b| a.likeness(b) >= SAME_ZERO))
    };
    a.is_empty() || b.is_empty() || (alike(&a, &b) && alike(&b, &a))
}

/// The headers of rows and of columns that fit each other best, and how clearly all digits are told
/// apart.
pub(super) fn both(rows: Vec<Headers>, columns: Vec<Headers>) -> Option<(f32, Headers, Headers)> {
    let mut best: Option<(f32, &Headers, &Headers)> = None;
    for row in &rows {
        for column in &columns {
            if !constant_are_digits(row, column) || !of_one_size(row, column) {
                continue;
            }
            let written = row.written.iter().chain(&column.written);
            let pooled: Vec<(u8, &Shape)> =
                written.filter_map(|written| Some((written.digit?, &*written.shape))).collect();
            let mean = (row.score + column.score) / 2.0;
            let bonus = (row.bonus() + column.bonus()) / 2.0;
            let apart = mean - OTHER_SHAPES;
            // Where sums and Voltorbs are written alike and change together, they can change places
            // beside the columns but for the shapes beside the rows.
            let alike = |pooled: f32| (pooled + bonus).max(apart + SAME_SHAPES);
            let score = separation(&pooled).map_or(apart, alike) + 0.01 * mean;
            if best.as_ref().is_none_or(|(most, ..)| score > *most) {
                best = Some((score, row, column));
            }
        }
    }
    best.filter(|(score, ..)| *score > LEAST_SCORE)
        .map(|(score, r, c)| (score, r.clone(), c.clone()))
}

/// Blobs at one height beside all five lines.
struct TextLine {
    middle: f64,
    height: f64,
    /// Of each line left to right: the box, the shape, and which blob it is.
    members: Vec<Vec<(Rect, Arc<Shape>, usize)>>,
}

fn text_lines(all: &[Header]) -> Vec<TextLine> {
    let mut found: Vec<TextLine> = Vec::new();
    for (_, area) in all.iter().flat_map(Header::all) {
        let (middle, height) = (area.y + area.h / 2.0, area.h);
        let known = |line: &TextLine| {
            (line.middle - middle).abs() < 0.12 * height
                && (line.height - height).abs() < 0.1 * height
        };
        if found.iter().any(known) {
            continue;
        }
        let counts = all.iter().map(|header| header.line(middle, height).len());
        if !counts.into_iter().all(|count| (1..=8).contains(&count)) {
            continue;
        }
        let members: Vec<Vec<_>> = all
            .iter()
            .map(|header| {
                let at = |blob: *const _| header.all().iter().position(|b| std::ptr::eq(b, blob));
                let shape =
                    |b: &(Blob, Rect)| Some((b.1, Arc::new(header.shape(&b.0, height)), at(b)?));
                header.line(middle, height).into_iter().filter_map(shape).collect()
            })
            .collect();
        found.push(TextLine { middle, height, members });
    }
    found
}

impl TextLine {
    /// The numbers of all lines, if this line of digits can show them so.
    fn numbers(&self, typed: &[u8], format: Format, end: End) -> Option<Numbers> {
        let mut digits = Vec::new();
        let mut others = Vec::new();
        let (mut middles, mut heights) = (Vec::new(), Vec::new());
        let (mut left, mut right, mut widest) = (f64::MAX, f64::MIN, 0.0f64);
        let mut extents = vec![(f64::MAX, f64::MIN); typed.len()];
        for (i, (&number, members)) in typed.iter().zip(&self.members).enumerate() {
            let written = format.write(number);
            let rest = members.len().checked_sub(written.len())?;
            let from = match end {
                End::Left => 0,
                End::Right => rest,
            };
            for (j, (area, shape, blob)) in members.iter().enumerate() {
                let at = (i, *blob);
                match j.checked_sub(from).and_then(|j| written.get(j)) {
                    Some(&digit) => {
                        digits.push((digit, shape.clone(), at));
                        middles.push(area.y + area.h / 2.0);
                        heights.push(area.h);
                        (left, right) = (left.min(area.x), right.max(area.x + area.w));
                        let extent = &mut extents[i];
                        *extent = (extent.0.min(area.x), extent.1.max(area.x + area.w));
                        widest = widest.max(area.w);
                    }
                    None => others.push((shape.clone(), at)),
                }
            }
        }
        let score = separation(&digits.iter().map(|(d, s, _)| (*d, &**s)).collect::<Vec<_>>())?;
        let (middle, height) = (median(middles)?, median(heights)?);
        let misaligned = MISALIGNED * (misalignment(&extents) / height) as f32;
        let score = score + bonus(format) - misaligned;
        let place = NumberPlace { middle, height, left, right, widest, format };
        Some(Numbers { place, digits, others, score, misaligned })
    }
}
