//! Separates connected pieces of ink from a ground of one colour.

use super::blob::{Blob, SMALLEST};
use image::RgbImage;
use std::ops::Range;
use vision::lattice::regions::difference;

/// The cosine between the directions, from the ground's colour, of two colours of one ink.
const SAME_DIRECTION: f32 = 0.4;
/// What is weaker than the strongest ink of a piece divided by the first, or differs by less than
/// the second, of 255, is not ink.
const FAINT: f32 = 3.2;
const LEAST_INK: u8 = 16;
/// The share of the pixels around a blob that must be ground.
const LEAST_ON_GROUND: f32 = 0.25;

/// Connected pixels of ink.
struct Piece {
    /// How its pixels are numbered.
    numbers: Vec<u16>,
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
    pixels: Vec<(u32, u32)>,
}

impl Piece {
    fn is_high(&self) -> bool {
        self.height() >= SMALLEST
    }

    /// Whether another lies within its box.
    fn holds(&self, other: &Self) -> bool {
        other.left > self.left
            && other.top > self.top
            && other.right < self.right
            && other.bottom < self.bottom
    }

    /// Both in one.
    fn with(mut self, other: Self) -> Self {
        self.numbers.extend(other.numbers);
        self.pixels.extend(other.pixels);
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
            ..self
        }
    }

    /// The height, in pixels.
    fn height(&self) -> u32 {
        self.bottom - self.top
    }

    /// Whether it is wider than a digit of its height.
    fn is_squat(&self) -> bool {
        f64::from(self.height()) < NARROWEST * f64::from(self.right - self.left)
    }

    /// Whether another may be a part of the same digit: a thin stroke between them is weaker than
    /// half. They stand one above the other, and together are as high as the higher, or as what is
    /// whole elsewhere; or neither can be a digit, and both together can.
    fn goes_with(&self, other: &Self, heights: &[u32]) -> bool {
        let common = self.right.min(other.right).saturating_sub(self.left.max(other.left));
        let narrower = (self.right - self.left).min(other.right - other.left);
        let together = self.bottom.max(other.bottom) - self.top.min(other.top);
        let higher = self.height().max(other.height());
        let as_high = |&height: &u32| height > higher && height.abs_diff(together) <= 1;
        let wide = self.right.max(other.right) - self.left.min(other.left);
        let halves = self.is_squat()
            && other.is_squat()
            && f64::from(together) >= NARROWEST * f64::from(wide);
        f64::from(common) >= SAME_COLUMNS * f64::from(narrower)
            && (together <= higher + 1 || heights.iter().any(as_high) || halves)
    }
}

/// A digit is at least so many times as high as wide.
const NARROWEST: f64 = 1.1;
/// The share of the narrower of two parts of a digit that lies above or below the other.
const SAME_COLUMNS: f64 = 0.5;

/// Parts of a piece of ink, those put together that are of one digit; `heights` are those of all
/// parts.
fn whole(mut parts: Vec<Piece>, heights: &[u32]) -> Vec<Piece> {
    parts.sort_by_key(|part| std::cmp::Reverse(part.pixels.len()));
    let mut found: Vec<Piece> = Vec::new();
    for part in parts {
        match found.iter().position(|known| known.goes_with(&part, heights)) {
            Some(i) => {
                let known = found.swap_remove(i);
                found.push(known.with(part));
            }
            None => found.push(part),
        }
    }
    found
}

/// The area that is searched, on the ground of one colour.
pub(super) struct Window<'a> {
    pub picture: &'a RgbImage,
    /// The colour of the ground.
    pub colour: [u8; 3],
    /// The least difference from it, of 255, that is ink.
    pub contrast: u8,
    /// The pixels [left, right) x [top, bottom).
    pub left: u32,
    pub top: u32,
    pub right: u32,
    pub bottom: u32,
}

impl Window<'_> {
    fn differs(&self, x: u32, y: u32) -> u8 {
        difference(self.picture.get_pixel(x, y).0, self.colour)
    }

    /// In which direction a pixel's colour lies from that of the ground.
    fn direction(&self, (x, y): (u32, u32)) -> [f32; 3] {
        let colour = self.picture.get_pixel(x, y).0;
        std::array::from_fn(|i| f32::from(colour[i]) - f32::from(self.colour[i]))
    }

    /// The picture's 8-connected components of ink. Each is cut where its ink is less than half as strong as it
    /// mostly is: between digits that stand close.
    pub fn blobs(&self) -> Vec<Blob> {
        let everywhere = (self.left..self.right, self.top..self.bottom);
        let mut of: Vec<u16> = vec![0; everywhere.0.len() * everywhere.1.len()];
        // Thin strokes that lie between pixels are much weaker than the strongest.
        let faint = |strongest: u8| (f32::from(strongest) / FAINT) as u8;
        let weakest = |strongest: u8| faint(strongest).max(LEAST_INK).min(self.contrast);
        let pieces = self.pieces(everywhere, &mut of, 0, 1, (self.contrast, &weakest));
        let mut cut = Vec::new();
        // How the pixels of each piece are numbered once all are cut.
        let mut numbers: Vec<Vec<u16>> = pieces.iter().map(|piece| piece.numbers.clone()).collect();
        for (i, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.is_high()) {
            let full = self.full(piece);
            let within = (piece.left..piece.right, piece.top..piece.bottom);
            let next = of.iter().copied().max().unwrap_or(0);
            if next > u16::MAX / 2 {
                // Noise, no header.
                return Vec::new();
            }
            let least = full / 2;
            let parts =
                self.pieces(within, &mut of, piece.numbers[0], next + 1, (least, &|_| least));
            numbers[i].extend(parts.iter().flat_map(|part| &part.numbers));
            cut.push((piece.numbers[0], parts));
        }
        let heights: Vec<u32> =
            cut.iter().flat_map(|(_, parts)| parts).map(Piece::height).collect();
        let mut found = Vec::new();
        for (weak, parts) in cut {
            for mut part in whole(parts, &heights) {
                if part.is_high() {
                    // The dot of a zero, however high it is.
                    let held = pieces.iter().zip(&numbers).filter(|(other, _)| part.holds(other));
                    let held: Vec<u16> =
                        held.flat_map(|(_, numbers)| numbers.iter().copied()).collect();
                    part.numbers.extend(held);
                    found.extend(self.blob(&of, &part, weak));
                }
            }
        }
        found
    }

    /// How strong the ink of a piece mostly is.
    fn full(&self, piece: &Piece) -> u8 {
        let mut ink: Vec<u8> = piece.pixels.iter().map(|&(x, y)| self.differs(x, y)).collect();
        ink.sort_unstable();
        ink[ink.len() * 9 / 10]
    }

    /// The connected pieces of the pixels within a part of the area that have the number `from`.
    /// The strongest pixel of each differs by `least`, and the others by what `weakest` says of it;
    /// they are numbered from `next` on.
    fn pieces(
        &self,
        (xs, ys): (Range<u32>, Range<u32>),
        of: &mut [u16],
        from: u16,
        next: u16,
        (least, weakest): (u8, &dyn Fn(u8) -> u8),
    ) -> Vec<Piece> {
        let w = self.right - self.left;
        let index = |x: u32, y: u32| ((y - self.top) * w + x - self.left) as usize;
        let mut pieces = Vec::new();
        let mut number = next;
        // The strongest ink first: what is blurred belongs to what it is beside.
        let mut seeds: Vec<(u32, u32)> = ys
            .clone()
            .flat_map(|y| xs.clone().map(move |x| (x, y)))
            .filter(|&(x, y)| of[index(x, y)] == from && self.differs(x, y) >= least)
            .collect();
        seeds.sort_by_key(|&(x, y)| std::cmp::Reverse(self.differs(x, y)));
        for (x, y) in seeds {
            if of[index(x, y)] != from || number == u16::MAX {
                continue;
            }
            let mut piece = Piece {
                numbers: vec![number],
                left: x,
                top: y,
                right: x + 1,
                bottom: y + 1,
                pixels: vec![(x, y)],
            };
            of[index(x, y)] = number;
            // White frames are told from black digits that touch them: their colours differ from
            // the ground in other directions.
            let mut direction = self.direction((x, y));
            let weakest = weakest(self.differs(x, y));
            let mut done = 0;
            while let Some(&(x, y)) = piece.pixels.get(done) {
                done += 1;
                piece.left = piece.left.min(x);
                piece.right = piece.right.max(x + 1);
                piece.top = piece.top.min(y);
                piece.bottom = piece.bottom.max(y + 1);
                for v in y.saturating_sub(1).max(ys.start)..(y + 2).min(ys.end) {
                    for u in x.saturating_sub(1).max(xs.start)..(x + 2).min(xs.end) {
                        let at = index(u, v);
                        let own = self.direction((u, v));
                        if of[at] == from
                            && self.differs(u, v) >= weakest
                            && cosine(own, direction) > SAME_DIRECTION
                        {
                            of[at] = number;
                            piece.pixels.push((u, v));
                            direction.iter_mut().zip(own).for_each(|(sum, v)| *sum += v);
                        }
                    }
                }
            }
            number += 1;
            pieces.push(piece);
        }
        pieces
    }

    /// A component with its ink: its pixels, and those beside it that are half covered. Those of
    /// the number `weak` were cut off it, and are its own above and below it. `None` if it does not
    /// lie on the ground.
    fn blob(&self, of: &[u16], piece: &Piece, weak: u16) -> Option<Blob> {
        let full = f32::from(self.full(piece));
        let &Piece { left, top, right, bottom, .. } = piece;
        let w = i64::from(self.right - self.left);
        let component = |x: i64, y: i64| {
            let inside = (i64::from(self.left)..i64::from(self.right)).contains(&x)
                && (i64::from(self.top)..i64::from(self.bottom)).contains(&y);
            inside.then(|| of[((y - i64::from(self.top)) * w + x - i64::from(self.left)) as usize])
        };
        let own = |n: u16| piece.numbers.contains(&n);
        let mut ink = Vec::new();
        let (mut on_ground, mut around, mut clear) = (0, 0, 0.0);
        for y in i64::from(top) - 1..=i64::from(bottom) {
            for x in i64::from(left) - 1..=i64::from(right) {
                let near = |belongs: &dyn Fn(u16) -> bool| {
                    (-1..=1)
                        .any(|dy| (-1..=1).any(|dx| component(x + dx, y + dy).is_some_and(belongs)))
                };
                let beside = near(&own);
                let above = || {
                    (i64::from(left)..i64::from(right)).contains(&x)
                        && !near(&|n| n != 0 && n != weak && !own(n))
                };
                let number = component(x, y);
                let part = match number {
                    Some(n) if own(n) => true,
                    Some(n) if n == weak => beside || above(),
                    // What was cut off another piece is as good as ground.
                    Some(n) => {
                        beside
                            && (n == 0 || f32::from(self.differs(x as u32, y as u32)) < full / 2.0)
                    }
                    None => false,
                };
                let strength = match part {
                    true => f32::from(self.differs(x as u32, y as u32)) / full,
                    false => 0.0,
                };
                if beside && !number.is_some_and(own) {
                    around += 1;
                    on_ground += i32::from(part);
                    clear += if part { (1.0 - strength).max(0.0) } else { 0.0 };
                }
                ink.push(strength);
            }
        }
        let share = |of: f32| of / around.max(1) as f32;
        let lies = share(on_ground as f32) >= LEAST_ON_GROUND;
        let mut sums = [0u32; 3];
        for &(x, y) in &piece.pixels {
            let colour = self.picture.get_pixel(x, y).0;
            sums.iter_mut().zip(colour).for_each(|(sum, v)| *sum += u32::from(v));
        }
        let colour = sums.map(|sum| (sum / piece.pixels.len() as u32) as u8);
        lies.then_some(Blob {
            left,
            top,
            right,
            bottom,
            colour,
            ground: self.colour,
            on_ground: share(clear),
            ink,
        })
    }
}

/// The cosine of the angle between two directions.
fn cosine(a: [f32; 3], b: [f32; 3]) -> f32 {
    let product = |a: [f32; 3], b: [f32; 3]| (0..3).map(|i| a[i] * b[i]).sum::<f32>();
    product(a, b) / (product(a, a) * product(b, b)).sqrt().max(f32::MIN_POSITIVE)
}
