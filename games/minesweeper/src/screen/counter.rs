//! Reads the mine counter and the clock of the Windows family: red seven-segment digits on a black panel above the
//! board. A theme may say where they are and in which colour.

use super::look::{Colour, MineLook};
use super::panels::Panels;
use grid::geometry::Rect;
use grid::reading::{Reading, Unreadable};
use image::RgbImage;

/// How far from the board panels are searched, in cells: to the sides (a window may be wider) and above.
const BESIDE: f64 = 5.0;
const ABOVE: f64 = 5.0;

/// The heights of a panel in cells, and the widths of a digit as a share of its height.
const HEIGHTS: std::ops::Range<f64> = 0.9..2.6;
const DIGIT: f64 = 13.0 / 23.0;

/// The number of digits of a panel, and how far its width may be off theirs, in digits.
const DIGITS: std::ops::RangeInclusive<usize> = 2..=5;
const OFF: f64 = 0.35;

/// How far apart in height counter and clock may be, in cells.
const LEVEL: f64 = 0.25;

/// The least share of a panel's rectangle that is black or red.
const LEAST_FILLED: f64 = 0.85;

/// The least brightness of a lit segment, and the most of an unlit one, as shares of the brightest segment.
const LIT: f32 = 0.75;
const DARK: f32 = 0.6;

/// The brightness of the brightest segment from which a light theme counts it as lit.
const BRIGHT: f32 = 190.0;
const DIM: f32 = 90.0;

/// The segments of a digit: the rectangle of each (left, top, right, bottom, as shares of the digit), and whether it
/// is horizontal. Top, upper left, upper right, middle, lower left, lower right, bottom.
const SEGMENTS: [([f64; 4], bool); 7] = [
    ([0.4, 0.0, 0.6, 0.28], true),
    ([0.0, 0.22, 0.38, 0.34], false),
    ([0.58, 0.22, 1.0, 0.34], false),
    ([0.4, 0.36, 0.6, 0.64], true),
    ([0.0, 0.66, 0.38, 0.78], false),
    ([0.58, 0.66, 1.0, 0.78], false),
    ([0.4, 0.72, 0.6, 1.0], true),
];

/// The segments of 0 to 9 and of the minus sign; bit 0 is the first segment.
const SIGNS: [(u8, char); 11] = [
    (0b111_0111, '0'),
    (0b010_0100, '1'),
    (0b101_1101, '2'),
    (0b110_1101, '3'),
    (0b010_1110, '4'),
    (0b110_1011, '5'),
    (0b111_1011, '6'),
    (0b010_0101, '7'),
    (0b111_1111, '8'),
    (0b110_1111, '9'),
    (0b000_1000, '-'),
];

/// The colour of the Windows family's segments.
const RED: Colour = [255.0, 0.0, 0.0];

/// Reads the mine counter and the clock above a board with cells `pitch` pixels wide: where the theme has them, or
/// where panels are found.
pub(super) fn read(
    picture: &RgbImage,
    board: &Rect,
    pitch: f64,
    look: &MineLook,
) -> (Reading<i64>, Reading<u32>) {
    if let Some(&Panels { lit, digits, counter, clock }) = look.panels.as_ref() {
        let [counter, clock] = [counter, clock].map(|panel| panel.on(board, pitch));
        let seconds = number(picture, &clock, lit, digits);
        return (number(picture, &counter, lit, digits), seconds);
    }
    let mut panels = panels(picture, board, pitch, &is_panel);
    if panels.is_empty() {
        panels = self::panels(picture, board, pitch, &is_plainly_panel);
    }
    // Another game beside this one has panels, too: this one's are above its board, or where its window is wider, at
    // its two sides at one height.
    let side = |panel: &Rect| panel.centre().x < board.centre().x;
    let is_own = |panel: &&Rect| {
        let is_above = panel.x < board.x + board.w && panel.x + panel.w > board.x;
        is_above
            || panels.iter().any(|other| {
                side(other) != side(panel)
                    && (other.y - panel.y).abs() + (other.h - panel.h).abs() < LEVEL * pitch
            })
    };
    let nearest = |is_left: bool| {
        let off = |panel: &&Rect| match is_left {
            true => (panel.x - board.x).abs(),
            false => (panel.x + panel.w - board.x - board.w).abs(),
        };
        let own = panels.iter().filter(is_own).filter(|panel| side(panel) == is_left);
        own.min_by(|a, b| off(a).total_cmp(&off(b)))
    };
    let (left, right) = (nearest(true), nearest(false));
    // A program that was taught may show them elsewhere, or in another way.
    let unseen = if look.is_taught { Unreadable::Untaught } else { Unreadable::Absent };
    let counter = left.map_or(Reading::none(unseen), |p| number(picture, p, RED, None));
    let clock = right.map_or(Reading::none(unseen), |p| number(picture, p, RED, None));
    (counter, clock)
}

/// Whether a pixel may be a panel's: black, or a red of any strength.
fn is_panel([red, green, blue]: [u8; 3]) -> bool {
    green < 100 && blue < 100 && red.saturating_add(24) >= green.max(blue)
}

/// The same in a dark theme, whose frame around the panels is nearly black, too.
fn is_plainly_panel([red, green, blue]: [u8; 3]) -> bool {
    let other = green.max(blue);
    is_panel([red, green, blue]) && (red.max(other) < 16 || red >= other.saturating_add(8))
}

/// The panels above the board: connected rectangles of such pixels whose width is that of some digits.
fn panels(
    picture: &RgbImage,
    board: &Rect,
    pitch: f64,
    is_panel: &dyn Fn([u8; 3]) -> bool,
) -> Vec<Rect> {
    let clamp = |v: f64, most: u32| v.clamp(0.0, f64::from(most)) as u32;
    let (left, right) = (
        clamp(board.x - BESIDE * pitch, picture.width()),
        clamp(board.x + board.w + BESIDE * pitch, picture.width()),
    );
    let (top, bottom) =
        (clamp(board.y - ABOVE * pitch, picture.height()), clamp(board.y, picture.height()));
    let (width, height) = ((right - left) as usize, (bottom - top) as usize);
    let mut open: Vec<bool> = (0..width * height)
        .map(|i| {
            let (x, y) = (left + (i % width) as u32, top + (i / width) as u32);
            is_panel(picture.get_pixel(x, y).0)
        })
        .collect();
    let mut found = Vec::new();
    let mut queue = Vec::new();
    for start in 0..open.len() {
        if !std::mem::take(&mut open[start]) {
            continue;
        }
        queue.push(start);
        let (mut low, mut high, mut count) = ((usize::MAX, usize::MAX), (0, 0), 0);
        while let Some(at) = queue.pop() {
            let (x, y) = (at % width, at / width);
            count += 1;
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x + 1), high.1.max(y + 1));
            let beside = [
                (x > 0).then(|| at - 1),
                (x + 1 < width).then_some(at + 1),
                at.checked_sub(width),
                (y + 1 < height).then_some(at + width),
            ];
            for next in beside.into_iter().flatten() {
                if std::mem::take(&mut open[next]) {
                    queue.push(next);
                }
            }
        }
        let (w, h) = ((high.0 - low.0) as f64, (high.1 - low.1) as f64);
        let panel = Rect::new(f64::from(left) + low.0 as f64, f64::from(top) + low.1 as f64, w, h);
        let filled = f64::from(count) / (w * h);
        if HEIGHTS.contains(&(h / pitch)) && fitting(&panel).is_some() && filled >= LEAST_FILLED {
            found.push(panel);
        }
    }
    found
}

/// How many digits fill a panel.
fn fitting(panel: &Rect) -> Option<usize> {
    let count = panel.w / (panel.h * DIGIT);
    let whole = count.round() as usize;
    (DIGITS.contains(&whole) && (count - whole as f64).abs() <= OFF).then_some(whole)
}

/// The number on a panel, of so many digits or of as many as fill it.
fn number<T: std::str::FromStr>(
    picture: &RgbImage,
    panel: &Rect,
    lit: Colour,
    digits: Option<usize>,
) -> Reading<T> {
    let count = digits.or_else(|| fitting(panel)).unwrap_or(0);
    let width = panel.w / count as f64;
    let digits: Vec<_> = (0..count)
        .map(|i| Rect::new(panel.x + i as f64 * width, panel.y, width, panel.h))
        .map(|area| segments(picture, &area, lit))
        .collect();
    let all = || digits.iter().flatten().copied();
    let most = all().fold(0.0, f32::max);
    // Where all are alike and dim, they may all be off.
    let is_told = most >= BRIGHT || most >= DIM && all().any(|seen| seen <= DARK * most);
    let text: Option<String> = digits.iter().map(|seen| sign(seen, most)).collect();
    match text.filter(|_| is_told).and_then(|text| text.parse().ok()) {
        Some(number) => Reading::sure(number, 0.98),
        None => Reading::none(Unreadable::Doubtful),
    }
}

/// How much of a colour each segment of a digit has.
fn segments(picture: &RgbImage, area: &Rect, colour: Colour) -> [f32; 7] {
    SEGMENTS.map(|([left, top, right, bottom], is_horizontal)| {
        let place = Rect::spanning(
            area.x + left * area.w,
            area.x + right * area.w,
            area.y + top * area.h,
            area.y + bottom * area.h,
        );
        strongest(picture, &place, is_horizontal, colour)
    })
}

/// The sign that these segments make if the brightest on the panel has so much of its colour.
fn sign(seen: &[f32; 7], most: f32) -> Option<char> {
    let mut lit = 0;
    for (i, seen) in seen.iter().enumerate() {
        match seen / most {
            seen if seen >= LIT => lit |= 1 << i,
            seen if seen <= DARK => {}
            _ => return None,
        }
    }
    SIGNS.iter().find(|(segments, _)| *segments == lit).map(|(_, sign)| *sign)
}

/// The mean of the line of pixels across an area that has most of the channel that is the colour's, counted
/// above the two others.
fn strongest(picture: &RgbImage, area: &Rect, is_horizontal: bool, colour: Colour) -> f32 {
    let range = |from: f64, length: f64, most: u32| {
        let first = from.round().max(0.0) as u32;
        first..((from + length).round() as u32).max(first + 1).min(most)
    };
    let across = range(area.x, area.w, picture.width());
    let down = range(area.y, area.h, picture.height());
    let own = [0, 1, 2].into_iter().max_by(|a, b| colour[*a].total_cmp(&colour[*b])).unwrap_or(0);
    let strength = |x: u32, y: u32| {
        let seen = picture.get_pixel(x, y).0.map(f32::from);
        seen[own] - (seen.iter().sum::<f32>() - seen[own]) / 2.0
    };
    let mean = |values: &mut dyn Iterator<Item = f32>| {
        let (sum, count) = values.fold((0.0, 0.0), |(sum, count), v| (sum + v, count + 1.0));
        if count > 0.0 { sum / count } else { 0.0 }
    };
    let lines: Vec<f32> = match is_horizontal {
        true => down.map(|y| mean(&mut across.clone().map(|x| strength(x, y)))).collect(),
        false => across.map(|x| mean(&mut down.clone().map(|y| strength(x, y)))).collect(),
    };
    lines.into_iter().fold(0.0, f32::max)
}
