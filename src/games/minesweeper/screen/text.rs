//! A counter of mines and a clock that are written as text beside the board, as GNOME Mines and KMines have
//! them: `6/40`, flags and mines, and `02:38`.
//!
//! Characters are connected components of ink on a plain ground, words are characters side by side, and a
//! character is told by normalised cross-correlation with drawn digits. Of touching characters some come apart at
//! a higher level of ink: all levels are tried, and what two of them read differently is not told. Nor is a counter
//! whose flags are not those on the board.

use super::drawing::Drawing;
use super::likeness::Likeness;
use super::panels::TextSide;
use super::shapes::{Ink, Mark};
use super::strokes;
use crate::geometry::Rect;
use crate::reading::{Reading, Unreadable};
use image::RgbImage;
use std::sync::{Arc, LazyLock};

/// How far from the board it is looked for, in cells, and in pixels at least.
const FAR: f64 = 14.0;
const FAR_PIXELS: f64 = 320.0;

/// The ground of a block of pixels is the commonest colour in it and so far around it, which must have this share:
/// width and height, in pixels.
const BLOCK: (usize, usize) = (16, 8);
const AROUND: (usize, usize) = (24, 8);
const LEAST_GROUND: f32 = 0.4;

/// Levels at which a pixel counts as ink, in grey levels off its ground.
const LEVELS: [u8; 4] = [45, 75, 105, 140];

/// How high a character is, in pixels.
const HEIGHTS: std::ops::RangeInclusive<usize> = 6..=40;

/// The gap between the characters of a word, to its height, at the most.
const GAP: f64 = 0.42;

/// The characters of a counter or a clock.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=9;

/// How high a dot of a colon is, to its word, at the most.
const DOT: f64 = 0.35;

/// How like its drawing a character must be, and by how much it must lead over every other.
const LEAST_LIKENESS: f32 = 0.86;
const LEAST_LEAD: f32 = 0.09;

/// How sure a number is whose characters all are like their drawings.
const SURE: f32 = 0.97;

/// The mines that are left, and the seconds on the clock. `flags` are how many flags the board may count; with
/// none the counter is not told.
pub(super) fn read(
    picture: &RgbImage,
    board: &Rect,
    pitch: f64,
    side: TextSide,
    flags: &[u32],
) -> (Reading<i64>, Reading<u32>) {
    let Some(area) = Inked::beside(picture, board, pitch, side) else {
        return (Reading::none(Unreadable::Absent), Reading::none(Unreadable::Absent));
    };
    let texts: Vec<String> = LEVELS.iter().flat_map(|level| area.words(*level)).collect();
    let counters = texts.iter().filter_map(|text| {
        let (flagged, mines) = text.split_once('/')?;
        Some((flagged.parse().ok()?, mines.parse().ok()?))
    });
    let counter = only(counters).and_then(|(flagged, mines): (u32, u32)| match flags {
        [] => Err(Unreadable::Doubtful),
        flags if flags.contains(&flagged) => Ok(i64::from(mines) - i64::from(flagged)),
        _ => Err(Unreadable::Contradicts),
    });
    let clock = only(texts.iter().filter_map(|text| seconds(text)));
    (
        counter.map_or_else(Reading::none, |left| Reading::sure(left, SURE)),
        clock.map_or_else(Reading::none, |seconds| Reading::sure(seconds, SURE)),
    )
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
struct Inked {
    width: usize,
    height: usize,
    ink: Vec<u8>,
}

/// A connected component: its box, and the label of its pixels.
#[derive(Clone, Copy, Debug)]
struct Component {
    label: u32,
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Component {
    const fn height(&self) -> usize {
        self.bottom - self.top
    }
}

impl Inked {
    /// The part of the picture beside a board.
    fn beside(picture: &RgbImage, board: &Rect, pitch: f64, side: TextSide) -> Option<Self> {
        let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
        let far = (FAR * pitch).max(FAR_PIXELS);
        let (right, bottom) = (board.x + board.w, board.y + board.h);
        let area = match side {
            TextSide::Right => Rect::spanning(right, right + far, board.y, bottom),
            TextSide::Below => Rect::spanning(0.0, width, bottom, bottom + far),
        };
        let clamp = |v: f64, most: f64| v.clamp(0.0, most) as usize;
        let (left, right) = (clamp(area.x, width), clamp(area.x + area.w, width));
        let (top, bottom) = (clamp(area.y, height), clamp(area.y + area.h, height));
        let (width, height) = (right.checked_sub(left)?, bottom.checked_sub(top)?);
        if width < *HEIGHTS.start() || height < *HEIGHTS.start() {
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
        Some(Self { width, height, ink })
    }

    /// The words at a level of ink that are a counter or a clock.
    fn words(&self, level: u8) -> Vec<String> {
        let (labels, mut components) = self.components(level);
        components.sort_by_key(|component| component.left);
        let mut words: Vec<Vec<Component>> = Vec::new();
        for component in components {
            match words.iter_mut().find(|word| goes_on(word, &component)) {
                Some(word) => word.push(component),
                None => words.push(vec![component]),
            }
        }
        words.iter().filter_map(|word| self.text(word, &labels)).collect()
    }

    /// The text of a word, if it may be a counter or a clock and all its characters are told.
    fn text(&self, word: &[Component], labels: &[u32]) -> Option<String> {
        let height = word.iter().map(Component::height).max().unwrap_or(0);
        let fits = LENGTHS.contains(&word.len()) && HEIGHTS.contains(&height);
        if !fits || !self.is_alone(word, height) {
            return None;
        }
        let mut text = String::new();
        let mut rest = word.iter().peekable();
        while let Some(component) = rest.next() {
            let is_dot = |c: &Component| c.height() as f64 <= DOT * height as f64;
            if is_dot(component) {
                // Two dots, one above the other.
                let other = rest.next_if(|other| is_dot(other))?;
                let [upper, lower] = match component.top < other.top {
                    true => [component, other],
                    false => [other, component],
                };
                (upper.bottom < lower.top && component.left.abs_diff(other.left) <= 1)
                    .then_some(())?;
                text.push(':');
            } else {
                text.push(self.character(component, labels)?);
            }
        }
        let separators = text.chars().filter(|c| !c.is_ascii_digit()).count();
        (separators > 0).then_some(text)
    }

    /// Whether there is no ink beside a word: what was cut off would be another number.
    fn is_alone(&self, word: &[Component], height: usize) -> bool {
        let [left, top, right, bottom] = around(word);
        let far = (GAP * height as f64) as usize;
        let before = left.saturating_sub(far + 1)..left.saturating_sub(1);
        let behind = (right + 1).min(self.width)..(right + 1 + far).min(self.width);
        let is_ink = |x: usize, y: usize| self.ink[y * self.width + x] >= LEVELS[0];
        !(top..bottom).any(|y| before.clone().chain(behind.clone()).any(|x| is_ink(x, y)))
    }

    /// What a component is most like, if it leads.
    fn character(&self, component: &Component, labels: &[u32]) -> Option<char> {
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
    fn ink_of(&self, component: &Component, labels: &[u32]) -> Ink {
        let (left, top) = (component.left.saturating_sub(2), component.top.saturating_sub(2));
        let (right, bottom) =
            ((component.right + 2).min(self.width), (component.bottom + 2).min(self.height));
        let label = |x: i32, y: i32| {
            let inside =
                (0..self.width as i32).contains(&x) && (0..self.height as i32).contains(&y);
            if inside { labels[y as usize * self.width + x as usize] } else { 0 }
        };
        let is_its_own = |x: i32, y: i32| {
            let near = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(dx, dy)| label(x + dx, y + dy));
            let far = || [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(dx, dy)| label(x + dx, y + dy));
            match label(x, y) {
                0 if near == [0; 4] => far().contains(&component.label),
                0 => near.contains(&component.label),
                label => label == component.label,
            }
        };
        let mut pixels = Vec::with_capacity((right - left) * (bottom - top));
        for y in top..bottom {
            for x in left..right {
                let ink = f32::from(self.ink[y * self.width + x]);
                pixels.push(if is_its_own(x as i32, y as i32) { ink } else { 0.0 });
            }
        }
        let most = pixels.iter().copied().fold(1.0, f32::max);
        pixels.iter_mut().for_each(|pixel| *pixel /= most);
        Ink { width: right - left, height: bottom - top, pixels }
    }

    /// The components of the pixels from a level of ink on, not those of no character's size; and each pixel's
    /// label, 0 for none.
    fn components(&self, level: u8) -> (Vec<u32>, Vec<Component>) {
        let mut labels = vec![0u32; self.ink.len()];
        let mut found = Vec::new();
        let mut queue = Vec::new();
        let mut label = 0;
        for start in 0..self.ink.len() {
            if self.ink[start] < level || labels[start] != 0 {
                continue;
            }
            label += 1;
            labels[start] = label;
            queue.push(start);
            let mut seen =
                Component { label, left: usize::MAX, top: usize::MAX, right: 0, bottom: 0 };
            while let Some(at) = queue.pop() {
                let (x, y) = (at % self.width, at / self.width);
                seen.left = seen.left.min(x);
                seen.top = seen.top.min(y);
                seen.right = seen.right.max(x + 1);
                seen.bottom = seen.bottom.max(y + 1);
                for near_y in y.saturating_sub(1)..(y + 2).min(self.height) {
                    for near_x in x.saturating_sub(1)..(x + 2).min(self.width) {
                        let near = near_y * self.width + near_x;
                        if self.ink[near] >= level && labels[near] == 0 {
                            labels[near] = label;
                            queue.push(near);
                        }
                    }
                }
            }
            if seen.height() <= *HEIGHTS.end() && seen.right - seen.left <= *HEIGHTS.end() {
                found.push(seen);
            }
        }
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
fn around(word: &[Component]) -> [usize; 4] {
    word.iter().fold([usize::MAX, usize::MAX, 0, 0], |[left, top, right, bottom], c| {
        [left.min(c.left), top.min(c.top), right.max(c.right), bottom.max(c.bottom)]
    })
}

/// Whether a component is the next character of a word.
fn goes_on(word: &[Component], next: &Component) -> bool {
    let [_, top, right, bottom] = around(word);
    let height = (bottom - top).max(next.height());
    let overlap = bottom.min(next.bottom).saturating_sub(top.max(next.top));
    2 * overlap >= next.height().min(bottom - top)
        && next.left as f64 <= right as f64 + GAP * height as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use ab_glyph::{Font as _, FontVec, ScaleFont as _};
    use image::Rgb;

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
        read(picture, &BOARD, 20.0, TextSide::Right, flags)
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

    #[test]
    fn what_is_written_beside_a_clock_is_none() {
        assert_eq!(seconds("02:38"), Some(158));
        assert_eq!(seconds("1:02:38"), Some(3_758));
        for text in ["02:61", "2:3", ":12", "12:", "99999999999:00", "1/2", "12:345"] {
            assert_eq!(seconds(text), None, "{text}");
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
