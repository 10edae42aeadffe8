//! Finds a top screen that differs from the touch screen in size or aspect, or lies apart from it, as melonDS can
//! arrange.
//!
//! On the top screen two white boxes hold the coins, one above the other, each nearly as wide as the screen. On a
//! line that crosses none of their letters they are two bright cells at a fixed pitch, which give the vertical axis.
//! Their left and right ends give the horizontal one. Both axes are then fitted by correlation with the profiles that
//! the screen must have.

use super::beside::{
    LEAST_TOP, Run, TOP_DOWN, TOP_RIGHT, correlation, mean, sample_between, within,
};
use super::layout::SCREEN;
use super::placing::snap;
use grid::geometry::{Placement, Point, Rect, Turn};
use image::{GrayImage, imageops};
use std::borrow::Cow;
use std::ops::Range;
use vision::lattice::{Axis, CellSpec, combs_along};

/// The two boxes down the screen, from the upper edge of the first one's frame to its lower edge.
const BOXES: CellSpec = CellSpec { cells: 2, pitch: 40.0, cell: 36.0, rim: 0.0, frame: 0.0 };
/// Where the first one begins.
const FIRST_BOX: f64 = 110.0;
/// The scales that one level of a pyramid is searched at.
const SCALES: (f64, f64) = (0.95, 2.0);
/// The least scale of a screen that is read here: below it, only the screen's own headers would show how it was
/// reduced.
const LEAST_SCALE: f64 = 0.98;
/// The distance between searched lines in pixels of the level, and how many pixels are averaged. Left of their
/// letters the boxes are white over 29 native pixels.
const LINES_EVERY: usize = 8;
const LINE_WIDTH: usize = 3;

/// The rows of the boxes, with a little of what is around them.
const BOXES_DOWN: Range<u32> = 106..190;
/// The columns of their left ends, up to where letters and digits may be, and the brightness along their right ends.
const LEFT_END: Range<u32> = 0..14;
const RIGHT_END: [Run; 4] = [(247, 3, 252.0), (250, 2, 190.0), (252, 1, 66.0), (253, 3, 124.0)];
/// Rows through the boxes, away from their round corners, and rows that meet no letter or digit.
const THROUGH: [f64; 4] = [116.5, 139.5, 156.5, 179.5];
const CLEAR: [f64; 4] = [113.5, 142.5, 153.5, 182.5];
/// Columns left of the boxes' letters.
const LEFT: [f64; 3] = [9.5, 21.5, 32.5];
/// The least correlation down a line that is looked at closely, and how many of those are.
const LEAST_LINE: f32 = 0.9;
const MOST_LINES: usize = 24;

/// The top screen anywhere in a picture outside the touch screen; `levels` are the picture and its halvings. Of
/// several the largest.
pub(super) fn top(levels: &[GrayImage], touch: &Placement) -> Option<Placement> {
    let picture = &levels[0];
    if !has_room(picture, touch) {
        return None;
    }
    let found = levels.iter().enumerate().flat_map(|(level, gray)| {
        let gray = upright(gray, touch.turn);
        let factor = f64::from(1u32 << level);
        let lines = lines(&gray);
        let boxes = lines.into_iter().filter_map(|line| screen_at(&gray, line));
        boxes.map(|[x, y]| [x, y].map(|axis| axis.times(factor))).collect::<Vec<_>>()
    });
    let full = upright(picture, touch.turn);
    let all = Rect::new(0.0, 0.0, picture.width().into(), picture.height().into());
    let whole = Placement::new(full.dimensions(), all, touch.turn);
    let mut best: Option<Placement> = None;
    for axes in found {
        let Some([x, y]) = fitted(&full, axes) else { continue };
        if x.scale.min(y.scale) < LEAST_SCALE {
            continue;
        }
        let (w, h) = (f64::from(SCREEN.0), f64::from(SCREEN.1));
        let ((left, w), (top, h)) = (snap(x.origin, x.scale, w), snap(y.origin, y.scale, h));
        let area = whole.rect_to_picture(Rect::new(left, top, w, h));
        let size = |p: &Placement| p.area.w * p.area.h;
        let screen = Placement { area, ..*touch };
        let overlaps =
            area.intersection(&touch.area).is_some_and(|o| o.w * o.h > OVERLAP * size(touch));
        if !overlaps && best.as_ref().is_none_or(|best| size(&screen) > size(best)) {
            best = Some(screen);
        }
    }
    best
}

/// The share of the touch screen that a top screen may cover: both are known to a pixel or two.
const OVERLAP: f64 = 0.02;

/// Whether a screen of the least scale has room beside the touch screen.
fn has_room(picture: &GrayImage, touch: &Placement) -> bool {
    let (w, h) = (f64::from(SCREEN.0) * LEAST_SCALE, f64::from(SCREEN.1) * LEAST_SCALE);
    let (w, h) = match touch.turn {
        Turn::Upright | Turn::UpsideDown => (w, h),
        Turn::Clockwise | Turn::CounterClockwise => (h, w),
    };
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let Rect { x, y, w: wide, h: high } = touch.area;
    (width >= w && y.max(height - y - high) >= h) || (height >= h && x.max(width - x - wide) >= w)
}

/// The picture as it is when the screens in it are upright.
fn upright(picture: &GrayImage, turn: Turn) -> Cow<'_, GrayImage> {
    match turn {
        Turn::Upright => Cow::Borrowed(picture),
        Turn::Clockwise => Cow::Owned(imageops::rotate270(picture)),
        Turn::UpsideDown => Cow::Owned(imageops::rotate180(picture)),
        Turn::CounterClockwise => Cow::Owned(imageops::rotate90(picture)),
    }
}

/// A line down which the boxes seem to be: its x, and the vertical axis of the screen.
#[derive(Clone, Copy)]
struct Line {
    x: f64,
    y: Axis,
    likeness: f32,
}

/// The lines down which the boxes seem to be, the likeliest of each place.
fn lines(gray: &GrayImage) -> Vec<Line> {
    let (width, height) = (gray.width() as usize, gray.height() as usize);
    let count = (width.saturating_sub(LINE_WIDTH)) / LINES_EVERY;
    let mut darkness = vec![vec![0.0f32; height]; count];
    for (y, row) in gray.as_raw().chunks_exact(width.max(1)).enumerate() {
        for (line, pixels) in darkness.iter_mut().zip(row.chunks_exact(LINES_EVERY)) {
            let sum: u32 = pixels[..LINE_WIDTH].iter().map(|&p| u32::from(p)).sum();
            line[y] = 255.0 - sum as f32 / LINE_WIDTH as f32;
        }
    }
    let mut found: Vec<Line> = Vec::new();
    for (i, darkness) in darkness.iter().enumerate() {
        let x = (i * LINES_EVERY) as f64 + LINE_WIDTH as f64 / 2.0;
        for (boxes, _) in combs_along(darkness, &BOXES, SCALES) {
            let y = Axis { origin: boxes.at(-FIRST_BOX), scale: boxes.scale };
            let at = |native: f64| {
                let at = y.at(native);
                let value = darkness.get(at.max(0.0) as usize).filter(|_| at >= 0.0)?;
                Some(255.0 - value)
            };
            let Some(likeness) =
                correlation(within(TOP_DOWN, BOXES_DOWN), at).filter(|&l| l >= LEAST_LINE)
            else {
                continue;
            };
            // The boxes are wide: neighbouring lines show the same ones.
            let same = |l: &&mut Line| {
                (l.y.at(FIRST_BOX) - boxes.origin).abs() < 2.0
                    && (l.y.scale / y.scale - 1.0).abs() < 0.05
                    && x - l.x < f64::from(SCREEN.0) * y.scale
            };
            match found.iter_mut().find(same) {
                Some(known) if known.likeness < likeness => *known = Line { x, y, likeness },
                Some(_) => {}
                None => found.push(Line { x, y, likeness }),
            }
        }
    }
    found.sort_by(|a, b| b.likeness.total_cmp(&a.likeness));
    found.truncate(MOST_LINES);
    found
}

/// The axes of the screen whose boxes a line meets, to a pixel or two: from the line the boxes go on to both sides.
fn screen_at(gray: &GrayImage, Line { x, y, .. }: Line) -> Option<[Axis; 2]> {
    let at = |x: f64, native: f64| sample_between(gray, Point::new(x, y.at(native)));
    let clear = |x: f64| mean(CLEAR.map(|native| at(x, native)));
    let middle = (clear(x)? + mean([107.5, 148.0].map(|native| at(x, native)))?) / 2.0;
    let end = |step: f64| {
        let places = (1..).map(|i| x + step * f64::from(i));
        places
            .map_while(|x| Some((x, clear(x)?)))
            .find(|(_, bright)| *bright < middle)
            .map(|end| end.0)
    };
    let (left, right) = (end(-1.0)? + 0.5, end(1.0)? - 0.5);
    let scale = (right - left) / (END.1 - END.0);
    let aspect = scale / y.scale;
    let origin = left - END.0 * scale;
    ASPECTS.contains(&aspect).then_some([Axis { origin, scale }, y])
}

/// Where the boxes' light frames begin and end.
const END: (f64, f64) = (4.0, 252.0);
/// The scale along x of that along y.
const ASPECTS: Range<f64> = 0.45..2.2;

/// The axes near those given at which the screen's profiles fit best, if they fit well.
fn fitted(gray: &GrayImage, [x, y]: [Axis; 2]) -> Option<[Axis; 2]> {
    let at = |x: f64, y: f64| sample_between(gray, Point::new(x, y));
    let down =
        |x: Axis, y: Axis| correlation(TOP_DOWN, |v| mean(LEFT.map(|u| at(x.at(u), y.at(v)))));
    let across = |x: Axis, y: Axis| {
        let ends = within(TOP_RIGHT, LEFT_END).chain(RIGHT_END);
        correlation(ends, |u| mean(THROUGH.map(|v| at(x.at(u), y.at(v)))))
    };
    let (_, y) = climbed(y, (0.0, f64::from(SCREEN.1)), |y| down(x, y))?;
    let (likeness, x) = climbed(x, (0.0, f64::from(SCREEN.0)), |x| across(x, y))?;
    (likeness.min(down(x, y)?) >= LEAST_TOP).then_some([x, y])
}

/// The axis near one at which `score` is highest, and that score: a pattern search over both ends, which lie at the
/// native places `ends`.
fn climbed(
    axis: Axis,
    (from, to): (f64, f64),
    score: impl Fn(Axis) -> Option<f32>,
) -> Option<(f32, Axis)> {
    let mut best = (score(axis)?, axis);
    let mut step = FIRST_STEP * axis.scale;
    while step > LAST_STEP * axis.scale {
        let moves = [(1.0, 1.0), (-1.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)];
        let (first, last) = (best.1.at(from), best.1.at(to));
        let moved = moves.map(|(a, b)| {
            let (first, last) = (first + a * step, last + b * step);
            let scale = (last - first) / (to - from);
            Axis { origin: first - from * scale, scale }
        });
        let scored = moved.into_iter().filter_map(|axis| Some((score(axis)?, axis)));
        match scored.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some(there) if there.0 > best.0 => best = there,
            _ => step /= 2.0,
        }
    }
    Some(best)
}

/// How far, in native pixels, ends are moved at first and at last.
const FIRST_STEP: f64 = 1.0;
const LAST_STEP: f64 = 0.02;
