//! Reads the numbers of the headers, at their places.

use super::blob::Blob;
use super::glyph::{Seen, Shapes};
use super::ink::blobs;
use super::place::{LineAt, slot};
use super::shape::Shape;
use super::view::View;
use grid::geometry::Rect;
use grid::reading::{Reading, Unreadable};
use serde::{Deserialize, Serialize};

/// Where the headers of the rows, or those of the columns, are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HeaderPlace {
    /// Whether they are left of the rows, or above the columns.
    pub before: bool,
    /// How far beside the board they reach, in cells.
    pub reach: f64,
    /// The sums.
    pub sum: NumberPlace,
    /// The numbers of Voltorbs.
    pub voltorbs: NumberPlace,
}

/// Where a number stands in a header. Lengths are in cells, from where the line begins
/// ([`LineAt::origin`]).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NumberPlace {
    /// The middle of its digits, downwards.
    pub middle: f64,
    /// The height of its digits.
    pub height: f64,
    /// The left edge of its first digit, at the least.
    pub left: f64,
    /// The right edge of its last, at the most.
    pub right: f64,
    /// The width of its widest digit.
    pub widest: f64,
    /// How it is written.
    pub format: Format,
}

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Format {
    /// With two digits, the first of which may be 0.
    TwoDigits,
    /// With as many digits as it has.
    Plain,
    /// With one digit.
    OneDigit,
}

impl Format {
    /// A number as it is written.
    pub fn write(self, number: u8) -> Vec<u8> {
        match self {
            Self::Plain | Self::OneDigit if number < 10 => vec![number],
            _ => vec![number / 10, number % 10],
        }
    }
}

/// How far digits may be off their line, in heights of a digit; by what share they may differ in height; and the
/// pixels that rounding may add.
const OFF_LINE: f64 = 0.3;
const OFF_HEIGHT: f64 = 0.25;
const ROUNDING: f64 = 1.2;

/// The overlap in width from which a blob is a part of a higher one.
const SAME_PLACE: f64 = 0.8;

/// The blobs of a header, left to right, each with its box in cells from where the line begins.
pub(super) struct Header {
    blobs: Vec<(Blob, Rect)>,
    pixel: f64,
    row_pitch: f64,
}

impl Header {
    /// The header of a line.
    pub fn of(view: &View, line: LineAt, (before, reach): (bool, f64), contrast: u8) -> Self {
        let place = &view.place;
        let area = place.area(slot(line, before, reach));
        let (x, y) = line.origin();
        let from = place.moved(x, y);
        let mut blobs: Vec<(Blob, Rect)> = blobs(view, area, contrast)
            .into_iter()
            .map(|blob| {
                let area = blob.area(&from);
                (blob, area)
            })
            .collect();
        blobs.sort_by(|a, b| a.1.x.total_cmp(&b.1.x));
        Self { blobs, pixel: 1.0 / place.pitch.1, row_pitch: place.pitch.1 }
    }

    /// The height of a cell, in pixels of the blobs.
    pub fn row_pitch(&self) -> f64 {
        self.row_pitch
    }

    /// All blobs with their boxes.
    pub fn all(&self) -> &[(Blob, Rect)] {
        &self.blobs
    }

    /// Those that stand in a line of digits with this middle and height, left to right. Of two in
    /// one place only that is one which is the more of the line's height.
    pub fn line(&self, middle: f64, height: f64) -> Vec<&(Blob, Rect)> {
        let on_line = |area: &Rect| {
            let rounding = ROUNDING * self.pixel;
            (area.y + area.h / 2.0 - middle).abs() <= OFF_LINE * height + rounding
                && (area.h - height).abs() <= OFF_HEIGHT * height + rounding
        };
        let found: Vec<&(Blob, Rect)> =
            self.blobs.iter().filter(|(_, area)| on_line(area)).collect();
        let off = |area: &Rect| (area.h - height).abs();
        let within = |a: &Rect, b: &Rect| {
            let common = (a.x + a.w).min(b.x + b.w) - a.x.max(b.x);
            common >= SAME_PLACE * a.w
                && a.y >= b.y - self.pixel
                && a.y + a.h <= b.y + b.h + self.pixel
        };
        let part = |a: &Rect| found.iter().any(|(_, b)| within(a, b) && off(b) < off(a));
        found.iter().copied().filter(|(_, area)| !part(area)).collect()
    }

    /// The shape of a blob on a line of this height.
    pub fn shape(&self, blob: &Blob, height: f64) -> Shape {
        Shape::of(blob, height * self.row_pitch)
    }

    /// The shapes of the `count` digits at a place; `None` if there are more or less.
    pub fn digits(&self, place: &NumberPlace, shapes: &Shapes, count: usize) -> Option<Vec<Shape>> {
        let height = place.height * self.row_pitch;
        let digits: Vec<Shape> = self
            .near(place)
            .filter(|(blob, _)| shapes.read(blob, height) != Seen::Other)
            .map(|(blob, _)| self.shape(blob, place.height))
            .collect();
        (digits.len() == count).then_some(digits)
    }

    /// What stands on a number's line where its digits may be.
    fn near(&self, place: &NumberPlace) -> impl Iterator<Item = &(Blob, Rect)> {
        // A number of more digits than were seen may reach further to either side.
        let further = match place.format {
            Format::TwoDigits | Format::OneDigit => 0.5 * place.widest,
            Format::Plain => 1.1 * place.widest,
        };
        let (from, to) = (place.left - further, place.right + further);
        let near = move |area: &Rect| area.x >= from && area.x + area.w <= to;
        self.line(place.middle, place.height).into_iter().filter(move |(_, area)| near(area))
    }

    /// The number at a place, of which a line has no more than `most`.
    pub fn number(&self, place: &NumberPlace, shapes: &Shapes, most: u8) -> Number {
        let mut digits: Vec<(Rect, Vec<u8>, f32)> = Vec::new();
        for (blob, area) in self.near(place) {
            match shapes.read(blob, place.height * self.row_pitch) {
                Seen::Digit(digit, confidence) => digits.push((*area, vec![digit], confidence)),
                Seen::Doubtful(may_be) => digits.push((*area, may_be, 1.0)),
                Seen::Other => {}
                Seen::Unclear => return Number::default(),
            }
        }
        // What stands together is one number.
        let apart = |pair: &[(Rect, Vec<u8>, f32)]| {
            pair[1].0.x - (pair[0].0.x + pair[0].0.w) > 0.9 * place.widest
        };
        if digits.windows(2).any(apart) {
            return Number::default();
        }
        let doubtful = digits.iter().filter(|digit| digit.1.len() > 1).count();
        let confidence = digits.iter().map(|d| d.2).product();
        let (tens, ones) = match (place.format, digits.as_slice()) {
            (Format::TwoDigits | Format::Plain, [tens, ones]) => (tens.1.as_slice(), &ones.1),
            (Format::Plain | Format::OneDigit, [ones]) => (&[0][..], &ones.1),
            _ => return Number::default(),
        };
        let two = tens.iter().flat_map(|&tens| ones.iter().map(move |&ones| (tens, ones)));
        // Without leading zeros.
        let written =
            |&(tens, _): &(u8, u8)| place.format != Format::Plain || digits.len() == 1 || tens > 0;
        let numbers = two.filter(written).map(|(tens, ones)| 10 * tens + ones);
        let may_be: Vec<u8> = numbers.filter(|&number| number <= most).collect();
        let reading = match may_be.as_slice() {
            [number] if doubtful == 0 => Reading::sure(*number, confidence),
            _ => Reading::none(Unreadable::Doubtful),
        };
        Number { reading, may_be, doubtful }
    }
}

/// A number of a header as it was seen.
pub(super) struct Number {
    /// What it is, if that is clear.
    pub reading: Reading<u8>,
    /// What it may be: that which it looks most like first. None where not even that can be told.
    pub may_be: Vec<u8>,
    /// How many of its digits are doubtful.
    pub doubtful: usize,
}

impl Default for Number {
    /// One that is not read at all.
    fn default() -> Self {
        Self { reading: Reading::none(Unreadable::Doubtful), may_be: Vec::new(), doubtful: 0 }
    }
}
