//! Reads a mine counter and a clock that are text next to the board: in GNOME Mines and KMines `6/40` (flags and mines)
//! and `02:38`, in Google's game `34` (the mines left) and `038`.
//!
//! Characters are connected components of ink on a plain ground, and words are characters side by side. A character
//! is recognised by its normalised cross-correlation with drawn digits. Some touching characters separate at a higher
//! level of ink: all levels are tried. What two levels read differently stays unread, and so does a counter whose
//! flags are not those on the board.

use super::drawing::Drawing;
use super::likeness::Likeness;
use super::panels::TextSide;
use super::shapes::{Ink, Mark};
use super::strokes;
use grid::geometry::Rect;
use grid::reading::{Reading, Unreadable};
use image::{GenericImageView, GrayImage, Luma, RgbImage, SubImage, imageops};
use imageproc::contrast::{ThresholdType, threshold};
use imageproc::definitions::Image;
use imageproc::region_labelling::{Connectivity, connected_components};
use std::sync::{Arc, LazyLock};

/// How far from the board text is searched: in cells, and at least so many pixels.
const FAR: f64 = 14.0;
const FAR_PIXELS: f64 = 320.0;

/// The size of a block, width and height in pixels; how far around it its ground is searched; and the share that the
/// commonest colour must have to be the ground.
const BLOCK: (usize, usize) = (16, 8);
const AROUND: (usize, usize) = (24, 8);
const LEAST_GROUND: f32 = 0.4;

/// The levels from which a pixel counts as ink, in grey levels off its ground.
const LEVELS: [u8; 4] = [45, 75, 105, 140];

/// The heights of a character, in pixels.
const HEIGHTS: std::ops::RangeInclusive<u32> = 6..=40;

/// The widest gap between characters of a word, as a share of its height.
const GAP: f64 = 0.42;

/// The number of characters of a counter or a clock.
const LENGTHS: std::ops::RangeInclusive<usize> = 1..=9;

/// How far above a board numbers are searched, in cells, and at least so many pixels; the digits of a clock there; and how
/// much the heights of two numbers of a line may differ, in pixels.
const ABOVE_BOARD: f64 = 3.0;
const ABOVE_BOARD_PIXELS: f64 = 70.0;
const CLOCK_DIGITS: usize = 3;
const SAME_HEIGHT: u32 = 1;

/// How many times as high as a character the next one of its word may be, but for a dot.
const AS_HIGH: f64 = 1.5;

/// The largest height of a colon's dot, as a share of its word's.
const DOT: f64 = 0.35;

/// The least correlation of a character with its drawing, and its least lead over every other.
const LEAST_LIKENESS: f32 = 0.86;
const LEAST_LEAD: f32 = 0.09;

/// The confidence of a number all of whose characters resemble their drawings.
const SURE: f32 = 0.97;

/// How far above a word the ground is looked at that leads to the board, in pixels; how far a pixel of it may be off the
/// one beside the word, in grey levels of a channel; and the least share of pixels that are not.
const ABOVE: u32 = 2;
const SAME_GROUND: u8 = 24;
const LEAST_SAME: f32 = 0.9;

/// Where texts are searched, in pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TextPlace {
    area: Rect,
    /// From where on the ground leads to them: the board's right side, or its middle if they stand below it. `None` above
    /// it, between pictures, in a header as wide as the board.
    board: Option<f64>,
}

/// The texts beside a board.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    place: TextPlace,
    /// What the area showed.
    shown: Arc<RgbImage>,
    /// The numbers of flags that the program may count.
    flags: Vec<u32>,
    /// The mines left; unread if the number of flags is unknown.
    pub counter: Reading<i64>,
    /// The seconds on the clock.
    pub clock: Reading<u32>,
}

/// Where the texts next to a board are searched.
pub(super) fn place(picture: &RgbImage, board: &Rect, pitch: f64, side: TextSide) -> TextPlace {
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let far = (FAR * pitch).max(FAR_PIXELS);
    let (right, bottom) = ((board.x + board.w).min(width), (board.y + board.h).min(height));
    match side {
        TextSide::Right => {
            let area = Rect::spanning(right, (right + far).min(width), board.y.max(0.0), bottom);
            TextPlace { area, board: Some(right) }
        }
        TextSide::Below => {
            let area = Rect::spanning(0.0, width, bottom, (bottom + far).min(height));
            TextPlace { area, board: Some(board.x + board.w / 2.0) }
        }
        TextSide::Above => {
            let high = (ABOVE_BOARD * pitch).max(ABOVE_BOARD_PIXELS);
            let (top, left) = ((board.y - high).max(0.0), board.x.max(0.0));
            let area = Rect::spanning(left, right, top, board.y.max(0.0));
            TextPlace { area, board: None }
        }
    }
}

/// An area as far as it lies in the picture.
fn shown<'a>(picture: &'a RgbImage, area: &Rect) -> SubImage<&'a RgbImage> {
    let whole = |v: f64| v.max(0.0) as u32;
    let (right, bottom) = (whole((area.x + area.w).ceil()), whole((area.y + area.h).ceil()));
    let (x, y) = (whole(area.x), whole(area.y));
    let (width, height) = (right.saturating_sub(x), bottom.saturating_sub(y));
    imageops::crop_imm(picture, x, y, width, height)
}

impl Texts {
    /// The same texts, if a picture shows the same there, and so many flags may be counted.
    pub fn again(&self, picture: &RgbImage, place: TextPlace, flags: &[u32]) -> Option<&Self> {
        let now = shown(picture, &place.area);
        let is_same = self.place == place && self.flags == flags;
        let is_shown = || {
            self.shown.dimensions() == now.dimensions()
                && now.pixels().zip(self.shown.pixels()).all(|((.., now), was)| now == *was)
        };
        (is_same && is_shown()).then_some(self)
    }

    /// Reads the texts of a board.
    pub fn read(picture: &RgbImage, place: TextPlace, flags: Vec<u32>) -> Self {
        let area = place.area;
        let words: Vec<Word> = Inked::of(picture, &area)
            .iter()
            .flat_map(|inked| LEVELS.iter().flat_map(|level| inked.words(*level)))
            .collect();
        let (counter, clock) = match place.board {
            Some(board) => beside(picture, &area, board, &words, &flags),
            None => above(&words),
        };
        Self {
            place,
            shown: Arc::new(shown(picture, &area).to_image()),
            flags,
            counter: counter.map_or_else(Reading::none, |left| Reading::sure(left, SURE)),
            clock: clock.map_or_else(Reading::none, |seconds| Reading::sure(seconds, SURE)),
        }
    }
}

/// The box of a word in its area, left, top, right and bottom, and what it says.
type Word = ([u32; 4], String);

/// The mines left and the seconds among words from which the ground leads to the board, where so many flags may be counted.
fn beside(
    picture: &RgbImage,
    area: &Rect,
    board: f64,
    words: &[Word],
    flags: &[u32],
) -> (Result<i64, Unreadable>, Result<u32, Unreadable>) {
    let texts = words.iter().filter(|(word, _)| leads_to(picture, area, board, *word));
    let texts: Vec<&str> = texts.map(|(_, text)| text.as_str()).collect();
    let counters = texts.iter().filter_map(|text| {
        let (flagged, mines) = text.split_once('/')?;
        Some((flagged.parse().ok()?, mines.parse().ok()?))
    });
    let counter = only(counters).and_then(|(flagged, mines): (u32, u32)| match flags {
        [] => Err(Unreadable::Doubtful),
        flags if flags.contains(&flagged) => Ok(i64::from(mines) - i64::from(flagged)),
        _ => Err(Unreadable::Contradicts),
    });
    (counter, only(texts.iter().filter_map(|text| seconds(text))))
}

/// The mines left and the seconds of a header: the seconds have three digits, the mines left stand before them.
fn above(words: &[Word]) -> (Result<i64, Unreadable>, Result<u32, Unreadable>) {
    let numbers = words.iter().filter(|(_, text)| text.bytes().all(|c| c.is_ascii_digit()));
    let numbers: Vec<&Word> = numbers.collect();
    let clocks = numbers.iter().filter(|(_, text)| text.len() == CLOCK_DIGITS);
    let Some(first) = clocks.clone().max_by_key(|(at, _)| at[0]) else {
        return (Err(Unreadable::Absent), Err(Unreadable::Absent));
    };
    let [clock_left, clock_top, _, clock_bottom] = first.0;
    let is_there = |at: &[u32; 4]| at[0].abs_diff(clock_left) <= clock_bottom - clock_top;
    let clock =
        only(clocks.filter(|(at, _)| is_there(at)).filter_map(|(_, text)| text.parse().ok()));
    let is_in_line = |[_, top, _, bottom]: &[u32; 4]| {
        top.abs_diff(clock_top) <= SAME_HEIGHT && bottom.abs_diff(clock_bottom) <= SAME_HEIGHT
    };
    let before = numbers.iter().filter(|(at, _)| at[2] < clock_left && is_in_line(at));
    (only(before.filter_map(|(_, text)| text.parse().ok())), clock)
}

/// Whether one ground leads from a word to the board: then both are in one window, and the word is not that of another
/// game on the desktop.
fn leads_to(picture: &RgbImage, area: &Rect, board: f64, [left, top, right, _]: [u32; 4]) -> bool {
    let x = |word: u32| word + area.x as u32;
    let y = (top + area.y as u32).saturating_sub(ABOVE);
    let board = board as u32;
    let at = |x: u32| picture.get_pixel_checked(x, y).map(|pixel| pixel.0);
    let Some(ground) = at(x(left)) else { return false };
    let is_same = |x: u32| {
        at(x).is_some_and(|seen| seen.iter().zip(ground).all(|(a, b)| a.abs_diff(b) <= SAME_GROUND))
    };
    let between = if board < x(left) { board..x(left) } else { x(right)..board };
    let all = between.len().max(1) as f32;
    between.is_empty() || between.filter(|x| is_same(*x)).count() as f32 >= LEAST_SAME * all
}

/// The value that is there, if all are the same.
fn only<T: PartialEq>(mut values: impl Iterator<Item = T>) -> Result<T, Unreadable> {
    let first = values.next().ok_or(Unreadable::Absent)?;
    if values.all(|other| other == first) { Ok(first) } else { Err(Unreadable::Doubtful) }
}

/// The seconds of a clock such as `02:38` or `1:02:38`.
fn seconds(text: &str) -> Option<u32> {
    let (first, rest) = text.split_once(':')?;
    rest.split(':').try_fold(first.parse().ok()?, |sum: u32, part| {
        let part: u32 = if part.len() == 2 { part.parse().ok()? } else { return None };
        (part < 60).then_some(())?;
        sum.checked_mul(60)?.checked_add(part)
    })
}

/// How much each pixel of a part of a picture is off its ground, in grey levels.
struct Inked(GrayImage);

/// The label of each pixel's component, 0 for none.
type Labels = Image<Luma<u32>>;

/// A connected component: its box, and the label of its pixels.
#[derive(Clone, Copy, Debug)]
struct Component {
    label: u32,
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Component {
    const fn height(&self) -> u32 {
        self.bottom - self.top
    }
}

impl Inked {
    /// Of an area of the picture.
    fn of(picture: &RgbImage, area: &Rect) -> Option<Self> {
        let (left, right) = (area.x as usize, (area.x + area.w) as usize);
        let (top, bottom) = (area.y as usize, (area.y + area.h) as usize);
        let (width, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
        let least = *HEIGHTS.start() as usize;
        if width < least || height < least {
            return None;
        }
        let stride = 3 * picture.width() as usize;
        let row = |y: usize| &picture.as_raw()[(top + y) * stride..][3 * left..3 * right];
        let mut ink = vec![0; width * height];
        let mut counts = Counts::default();
        for y in (0..height).step_by(BLOCK.1) {
            let rows = y.saturating_sub(AROUND.1)..(y + BLOCK.1 + AROUND.1).min(height);
            for x in (0..width).step_by(BLOCK.0) {
                let from = x.saturating_sub(AROUND.0);
                let until = (x + BLOCK.0 + AROUND.0).min(width);
                let around = rows.clone().flat_map(|y| pixels(&row(y)[3 * from..3 * until]));
                let Some(ground) = counts.commonest(around) else { continue };
                let block = x..(x + BLOCK.0).min(width);
                for y in y..(y + BLOCK.1).min(height) {
                    let seen = pixels(&row(y)[3 * block.start..3 * block.end]);
                    for (ink, pixel) in ink[y * width..][block.clone()].iter_mut().zip(seen) {
                        let off = (0..3).map(|i| pixel[i].abs_diff(ground[i]));
                        *ink = off.max().unwrap_or(0);
                    }
                }
            }
        }
        GrayImage::from_raw(width as u32, height as u32, ink).map(Self)
    }

    /// The words at a level of ink that may be a counter or a clock.
    fn words(&self, level: u8) -> Vec<Word> {
        let (labels, mut components) = self.components(level);
        components.sort_by_key(|component| component.left);
        let mut words: Vec<Vec<Component>> = Vec::new();
        for component in components {
            match words.iter_mut().find(|word| is_next(word, &component)) {
                Some(word) => word.push(component),
                None => words.push(vec![component]),
            }
        }
        words.iter().filter_map(|word| Some((around(word), self.text(word, &labels)?))).collect()
    }

    /// The text of a word, if it may be a counter or a clock and all of its characters are recognised.
    fn text(&self, word: &[Component], labels: &Labels) -> Option<String> {
        let height = word.iter().map(Component::height).max().unwrap_or(0);
        let fits = LENGTHS.contains(&word.len()) && HEIGHTS.contains(&height);
        if !fits || !self.is_alone(word, height) {
            return None;
        }
        let mut text = String::new();
        let mut rest = word.iter().peekable();
        while let Some(component) = rest.next() {
            let is_dot = |c: &Component| f64::from(c.height()) <= DOT * f64::from(height);
            if is_dot(component) {
                // Two dots, one above the other.
                let other = rest.next_if(|other| is_dot(other))?;
                let [upper, lower] = match component.top < other.top {
                    true => [component, other],
                    false => [other, component],
                };
                self.is_colon(upper, lower).then_some(())?;
                text.push(':');
            } else {
                text.push(self.character(component, labels)?);
            }
        }
        Some(text)
    }

    /// Whether a dot and the one below it are a colon, with ground between them: of a thin slash whose middle is
    /// weak the ends may be all that is strong.
    fn is_colon(&self, upper: &Component, lower: &Component) -> bool {
        let (left, right) = (upper.left.min(lower.left), upper.right.max(lower.right));
        let mut between = upper.bottom..lower.top;
        upper.left.abs_diff(lower.left) <= 1
            && between.any(|y| !(left..right).any(|x| self.is_ink(x, y)))
    }

    fn is_ink(&self, x: u32, y: u32) -> bool {
        self.0.get_pixel_checked(x, y).is_some_and(|pixel| pixel[0] >= LEVELS[0])
    }

    /// Whether there is ground beside a word, and no ink: what was cut off would be another number.
    fn is_alone(&self, word: &[Component], height: u32) -> bool {
        let [left, top, right, bottom] = around(word);
        let far = (GAP * f64::from(height)) as u32;
        if left <= far || right + far >= self.0.width() {
            return false;
        }
        let (before, behind) = (left - far - 1..left - 1, right + 1..right + 1 + far);
        !(top..bottom).any(|y| before.clone().chain(behind.clone()).any(|x| self.is_ink(x, y)))
    }

    /// What a component is most like, if it leads.
    fn character(&self, component: &Component, labels: &Labels) -> Option<char> {
        static DIGITS: LazyLock<Arc<[Drawing]>> = LazyLock::new(strokes::digits);
        let ink = self.ink_of(component, labels);
        let likeness = Likeness::of(&ink, ink.height as f32, &DIGITS)?;
        let digits = (0..=9).map(|n| (Mark::Number(n), char::from(b'0' + n)));
        let mut all: Vec<(f32, char)> = digits
            .chain([(Mark::Slash, '/')])
            .map(|(mark, character)| (likeness.best(mark), character))
            .collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let is_told = all[0].0 >= LEAST_LIKENESS && all[0].0 - all[1].0 >= LEAST_LEAD;
        is_told.then_some(all[0].1)
    }

    /// The ink of a component and of the weaker pixels that touch it, 1 for the strongest.
    fn ink_of(&self, component: &Component, labels: &Labels) -> Ink {
        let (width, height) = self.0.dimensions();
        let (left, top) = (component.left.saturating_sub(2), component.top.saturating_sub(2));
        let (right, bottom) =
            ((component.right + 2).min(width), (component.bottom + 2).min(height));
        let label = |x: u32, y: u32| labels.get_pixel_checked(x, y).map_or(0, |label| label[0]);
        let is_its_own = |x: u32, y: u32| {
            let beside = |steps: [(i32, i32); 4]| {
                steps.map(|(dx, dy)| label(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy)))
            };
            let near = beside([(-1, 0), (1, 0), (0, -1), (0, 1)]);
            let far = || beside([(-1, -1), (1, -1), (-1, 1), (1, 1)]);
            match label(x, y) {
                0 if near == [0; 4] => far().contains(&component.label),
                0 => near.contains(&component.label),
                label => label == component.label,
            }
        };
        let places = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        let mut pixels: Vec<f32> = places
            .map(|(x, y)| if is_its_own(x, y) { f32::from(self.0.get_pixel(x, y)[0]) } else { 0.0 })
            .collect();
        let most = pixels.iter().copied().fold(1.0, f32::max);
        pixels.iter_mut().for_each(|pixel| *pixel /= most);
        Ink { width: (right - left) as usize, height: (bottom - top) as usize, pixels }
    }

    /// The components of the pixels from a level of ink on, not those of no character's size.
    fn components(&self, level: u8) -> (Labels, Vec<Component>) {
        let strong = threshold(&self.0, level - 1, ThresholdType::Binary);
        let labels = connected_components(&strong, Connectivity::Eight, Luma([0]));
        // They are numbered from 1 on, line by line as they begin.
        let mut found: Vec<Component> = Vec::new();
        for (x, y, &Luma([label])) in labels.enumerate_pixels().filter(|(.., label)| label[0] > 0) {
            let at = label as usize - 1;
            if at == found.len() {
                found.push(Component { label, left: x, top: y, right: x, bottom: y });
            }
            let seen = &mut found[at];
            (seen.left, seen.right) = (seen.left.min(x), seen.right.max(x + 1));
            seen.bottom = y + 1;
        }
        let most = *HEIGHTS.end();
        found.retain(|seen| seen.height() <= most && seen.right - seen.left <= most);
        (labels, found)
    }
}

fn pixels(row: &[u8]) -> impl Iterator<Item = [u8; 3]> + '_ {
    row.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]])
}

/// How many pixels have a colour, to 16 grey levels of each channel, and the sum of them.
struct Counts(Vec<(u32, [u32; 3])>);

impl Default for Counts {
    fn default() -> Self {
        Self(vec![(0, [0; 3]); 1 << 12])
    }
}

impl Counts {
    /// The commonest colour, if many pixels have it.
    fn commonest(&mut self, pixels: impl Iterator<Item = [u8; 3]>) -> Option<[u8; 3]> {
        let mut all = 0;
        let mut seen = Vec::new();
        for pixel in pixels {
            let coarse = pixel.iter().fold(0, |bin, channel| bin << 4 | usize::from(channel >> 4));
            let (count, sum) = &mut self.0[coarse];
            if *count == 0 {
                seen.push(coarse);
            }
            *count += 1;
            sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += u32::from(value));
            all += 1;
        }
        let counted = seen.into_iter().map(|bin| std::mem::take(&mut self.0[bin]));
        let (count, sum) = counted.max_by_key(|(count, _)| *count)?;
        (count as f32 >= LEAST_GROUND * all as f32).then(|| sum.map(|sum| (sum / count) as u8))
    }
}

/// The box of a word: left, top, right, bottom.
fn around(word: &[Component]) -> [u32; 4] {
    word.iter().fold([u32::MAX, u32::MAX, 0, 0], |[left, top, right, bottom], c| {
        [left.min(c.left), top.min(c.top), right.max(c.right), bottom.max(c.bottom)]
    })
}

/// Whether a component is the next character of a word.
fn is_next(word: &[Component], next: &Component) -> bool {
    let [_, top, right, bottom] = around(word);
    let (high, low) = ((bottom - top).max(next.height()), (bottom - top).min(next.height()));
    // A picture beside a number is no character of it.
    let is_as_high = f64::from(high) <= AS_HIGH * f64::from(low);
    if !is_as_high && f64::from(low) > DOT * f64::from(high) {
        return false;
    }
    let overlap = bottom.min(next.bottom).saturating_sub(top.max(next.top));
    2 * overlap >= next.height().min(bottom - top)
        && f64::from(next.left) <= f64::from(right) + GAP * f64::from(high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ab_glyph::{Font as _, FontVec, ScaleFont as _};
    use image::Rgb;
    use image::imageops::FilterType;

    /// Fonts that windows are written in, of those that `make test` installs.
    const FONTS: [&str; 3] = [
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
        "/usr/share/fonts/truetype/roboto/unhinted/RobotoTTF/Roboto-Regular.ttf",
    ];

    const BOARD: Rect = Rect { x: 10.0, y: 20.0, w: 200.0, h: 160.0 };

    /// A window in which these texts stand at the right of the board, one below the other.
    fn window(font: &FontVec, height: f32, texts: &[&str], [ground, ink]: [u8; 2]) -> RgbImage {
        let mut picture = RgbImage::from_pixel(420, 200, Rgb([ground; 3]));
        let scaled = font.as_scaled(height);
        for (line, text) in texts.iter().enumerate() {
            let mut at = 260.0;
            let base = 60.0 + 50.0 * line as f32;
            for character in text.chars() {
                let glyph = scaled.scaled_glyph(character);
                let id = glyph.id;
                let placed = ab_glyph::Glyph { position: ab_glyph::point(at, base), ..glyph };
                at += scaled.h_advance(id);
                let Some(outline) = font.outline_glyph(placed) else { continue };
                let bounds = outline.px_bounds();
                outline.draw(|x, y, cover| {
                    let pixel =
                        picture.get_pixel_mut(bounds.min.x as u32 + x, bounds.min.y as u32 + y);
                    let under = f32::from(pixel[0]);
                    let mixed = under + cover.min(1.0) * (f32::from(ink) - under);
                    *pixel = Rgb([mixed as u8; 3]);
                });
            }
        }
        picture
    }

    fn fonts() -> Vec<FontVec> {
        let read = |path: &&str| FontVec::try_from_vec(std::fs::read(path).ok()?).ok();
        let found: Vec<FontVec> = FONTS.iter().filter_map(read).collect();
        if found.is_empty() {
            eprintln!("skipped: no font in {FONTS:?}");
        }
        found
    }

    fn told(picture: &RgbImage, flags: &[u32]) -> (Reading<i64>, Reading<u32>) {
        let place = place(picture, &BOARD, 20.0, TextSide::Right);
        let Texts { counter, clock, .. } = Texts::read(picture, place, flags.to_vec());
        (counter, clock)
    }

    #[test]
    fn no_number_is_wrong_and_most_are_told_in_fonts_of_any_size() {
        let (mut right, mut all) = (0, 0);
        for (i, font) in fonts().iter().enumerate() {
            for height in [13.0, 14.5, 16.0, 18.0, 21.0, 26.0] {
                for n in 0..8u32 {
                    let flags = (7 * n * n + 3 * n + i as u32) % 40;
                    let mines = [10, 40, 99, 38, 256, 170, 68, 90][n as usize];
                    let time = (37 * n, format!("{:02}:{:02}", 37 * n / 60, 37 * n % 60));
                    let colours = if n % 2 == 0 { [246, 46] } else { [30, 230] };
                    let texts = [&format!("{flags}/{mines}"), time.1.as_str()];
                    let (left, clock) = told(&window(font, height, &texts, colours), &[flags]);
                    let truth = i64::from(mines) - i64::from(flags);
                    assert!(
                        left.value.is_none_or(|left| left == truth),
                        "{texts:?} {height}: {left:?}"
                    );
                    assert!(
                        clock.value.is_none_or(|s| s == time.0),
                        "{texts:?} {height}: {clock:?}"
                    );
                    right += usize::from(left.value.is_some()) + usize::from(clock.value.is_some());
                    all += 2;
                }
            }
        }
        assert!(4 * right >= 3 * all, "{right} of {all}");
    }

    #[test]
    fn a_counter_that_the_flags_contradict_and_one_that_is_there_twice_are_not_told() {
        for (i, font) in fonts().iter().take(2).enumerate() {
            let see = |texts: &[&str], flags: &[u32]| {
                told(&window(font, 16.0, texts, [246, 46]), flags).0
            };
            let whole = see(&["23/40"], &[23]);
            assert_eq!(whole.value, Some(17), "{} {:?}", FONTS[i], whole.why);
            assert_eq!(see(&["23/40"], &[20, 23]).value, Some(17));
            assert_eq!(see(&["23/40"], &[22]).why, Some(Unreadable::Contradicts));
            assert_eq!(see(&["23/40"], &[]).why, Some(Unreadable::Doubtful));
            assert_eq!(see(&["23/40", "23/48"], &[23]).why, Some(Unreadable::Doubtful));
            for other in ["Start Over", "1/2/20", "00:18", "23/", "/40", "x23/40", "23/40x"] {
                assert_eq!(see(&[other], &[23, 1, 0]).value, None, "{other}");
            }
        }
    }

    /// Google's game: a flag and a stopwatch stand before the numbers.
    #[test]
    fn the_numbers_of_a_header_are_told_by_their_order() {
        for font in fonts().into_iter().take(2) {
            let header = |texts: &[(f32, &str)]| {
                let mut picture = RgbImage::from_pixel(420, 300, Rgb([70; 3]));
                for (x, text) in texts {
                    let drawn = window(&font, 20.0, &[text], [70, 230]);
                    let part = imageops::crop_imm(&drawn, 255, 30, 60, 50).to_image();
                    imageops::replace(&mut picture, &part, *x as i64, 20);
                }
                for x in [60, 180] {
                    let over = imageproc::rect::Rect::at(x, 28).of_size(24, 34);
                    imageproc::drawing::draw_filled_rect_mut(
                        &mut picture,
                        over,
                        Rgb([230, 160, 0]),
                    );
                }
                let board = Rect::new(10.0, 90.0, 400.0, 200.0);
                let place = place(&picture, &board, 25.0, TextSide::Above);
                let Texts { counter, clock, .. } = Texts::read(&picture, place, Vec::new());
                (counter.value, clock.value)
            };
            assert_eq!(header(&[(90.0, "34"), (210.0, "038")]), (Some(34), Some(38)));
            assert_eq!(header(&[(90.0, "9"), (210.0, "038")]), (Some(9), Some(38)));
            // Below zero, without a clock, and beside other numbers of that height.
            assert_eq!(header(&[(90.0, "-3"), (210.0, "038")]), (None, Some(38)));
            assert_eq!(header(&[(90.0, "34"), (210.0, "38")]), (None, None));
            assert_eq!(header(&[(90.0, "34"), (10.0, "7"), (210.0, "038")]), (None, Some(38)));
        }
    }

    #[test]
    fn the_texts_of_another_window_are_none_of_the_boards() {
        for font in fonts().iter().take(2) {
            let mut picture = window(font, 16.0, &["23/40", "02:38"], [246, 46]);
            assert_eq!(told(&picture, &[23]).1.value, Some(158));
            // The window ends at its board: what follows is the desktop, and then another one.
            for y in 0..200 {
                (216..250).for_each(|x| picture.put_pixel(x, y, Rgb([40, 90, 140])));
            }
            let (counter, clock) = told(&picture, &[23]);
            assert_eq!((counter.value, clock.value), (None, None));
        }
    }

    #[test]
    fn what_is_written_beside_a_clock_is_none() {
        assert_eq!(seconds("02:38"), Some(158));
        assert_eq!(seconds("1:02:38"), Some(3_758));
        for text in ["02:61", "2:3", ":12", "12:", "99999999999:00", "1/2", "12:345"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    /// GNOME Mines' `0/10`, reduced: the ends of its slash are stronger than its middle.
    #[test]
    fn the_ends_of_a_slash_are_no_colon() {
        let fresh =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/minesweeper/gnome-fresh.png");
        let fresh = image::open(fresh).unwrap().to_rgb8();
        for (w, h, filter) in [(632, 442, FilterType::Lanczos3), (688, 482, FilterType::Triangle)] {
            let reduced = image::imageops::resize(&fresh, w, h, filter);
            let board = f64::from(w) * 0.68;
            let area = Rect::spanning(board, w.into(), 0.0, f64::from(h) / 2.0);
            let clock =
                Texts::read(&reduced, TextPlace { area, board: Some(board) }, vec![0]).clock.value;
            assert!(clock.is_none_or(|clock| clock == 0), "{w}x{h}: {clock:?}");
        }
    }

    #[test]
    fn a_small_or_missing_area_has_no_text() {
        for (w, h) in [(0, 0), (1, 1), (215, 300), (260, 30)] {
            let picture = RgbImage::new(w, h);
            assert_eq!(told(&picture, &[0]).0.why, Some(Unreadable::Absent), "{w}x{h}");
        }
    }
}
