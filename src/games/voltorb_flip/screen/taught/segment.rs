//! Connected pieces of ink on a ground of one colour.

use super::blob::{Blob, SMALLEST};
use crate::vision::lattice::regions::difference;
use image::RgbImage;
use std::ops::Range;

/// The cosine between the directions, from the ground's colour, of two colours of one ink.
const SAME_DIRECTION: f32 = 0.4;
/// The share of the pixels around a blob that must be ground.
const LEAST_ON_GROUND: f32 = 0.25;

/// Connected pixels of ink.
struct Piece {
    number: u16,
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
    pixels: Vec<(u32, u32)>,
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

    /// Its 8-connected components of ink. Each is cut where its ink is less than half as strong as it mostly
    /// is: between digits that stand close.
    pub fn blobs(&self) -> Vec<Blob> {
        let everywhere = (self.left..self.right, self.top..self.bottom);
        let mut of: Vec<u16> = vec![0; everywhere.0.len() * everywhere.1.len()];
        let mut found = Vec::new();
        for piece in self.pieces(everywhere, &mut of, 0, 1, self.contrast) {
            let full = self.full(&piece);
            let within = (piece.left..piece.right, piece.top..piece.bottom);
            let next = of.iter().copied().max().unwrap_or(0);
            if next > u16::MAX / 2 {
                // Noise, no header.
                return Vec::new();
            }
            let parts =
                self.pieces(within, &mut of, piece.number, next + 1, (full / 2).max(self.contrast));
            found.extend(parts.iter().filter_map(|part| self.blob(&of, part)));
        }
        found
    }

    /// How strong the ink of a piece mostly is.
    fn full(&self, piece: &Piece) -> u8 {
        let mut ink: Vec<u8> = piece.pixels.iter().map(|&(x, y)| self.differs(x, y)).collect();
        ink.sort_unstable();
        ink[ink.len() * 9 / 10]
    }

    /// The connected pieces, of at least a certain height, of the pixels within a part of the area that have
    /// the number `from` and differ so much; they are numbered from `next` on.
    fn pieces(
        &self,
        (xs, ys): (Range<u32>, Range<u32>),
        of: &mut [u16],
        from: u16,
        next: u16,
        contrast: u8,
    ) -> Vec<Piece> {
        let w = self.right - self.left;
        let index = |x: u32, y: u32| ((y - self.top) * w + x - self.left) as usize;
        let mut pieces = Vec::new();
        let mut number = next;
        // The strongest ink first: what is blurred belongs to what it is beside.
        let mut seeds: Vec<(u32, u32)> = ys
            .clone()
            .flat_map(|y| xs.clone().map(move |x| (x, y)))
            .filter(|&(x, y)| of[index(x, y)] == from && self.differs(x, y) >= contrast)
            .collect();
        seeds.sort_by_key(|&(x, y)| std::cmp::Reverse(self.differs(x, y)));
        for (x, y) in seeds {
            if of[index(x, y)] != from || number == u16::MAX {
                continue;
            }
            let mut piece = Piece {
                number,
                left: x,
                top: y,
                right: x + 1,
                bottom: y + 1,
                pixels: vec![(x, y)],
            };
            of[index(x, y)] = number;
            // White frames are told from black digits that touch them: their colours differ from the ground
            // in other directions.
            let mut direction = self.direction((x, y));
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
                            && self.differs(u, v) >= contrast
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
            if piece.bottom - piece.top >= SMALLEST {
                pieces.push(piece);
            }
        }
        pieces
    }

    /// A component with its ink: its pixels, and those beside it that are half covered. `None` if it does not
    /// lie on the ground.
    fn blob(&self, of: &[u16], piece: &Piece) -> Option<Blob> {
        let full = f32::from(self.full(piece));
        let &Piece { number, left, top, right, bottom, .. } = piece;
        let w = i64::from(self.right - self.left);
        let component = |x: i64, y: i64| {
            let inside = (i64::from(self.left)..i64::from(self.right)).contains(&x)
                && (i64::from(self.top)..i64::from(self.bottom)).contains(&y);
            inside.then(|| of[((y - i64::from(self.top)) * w + x - i64::from(self.left)) as usize])
        };
        // What was cut off a piece is as good as ground.
        let ground = |x: i64, y: i64, n: u16| {
            n == 0 || f32::from(self.differs(x as u32, y as u32)) < full / 2.0
        };
        let mut ink = Vec::new();
        let (mut on_ground, mut around) = (0, 0);
        for y in i64::from(top) - 1..=i64::from(bottom) {
            for x in i64::from(left) - 1..=i64::from(right) {
                let beside =
                    (-1..=1).any(|dy| (-1..=1).any(|dx| component(x + dx, y + dy) == Some(number)));
                let part = match component(x, y) {
                    Some(n) if n == number => true,
                    Some(n) => beside && ground(x, y, n),
                    None => false,
                };
                if beside && component(x, y) != Some(number) {
                    around += 1;
                    on_ground += i32::from(part);
                }
                ink.push(if part {
                    (f32::from(self.differs(x as u32, y as u32)) / full).min(1.0)
                } else {
                    0.0
                });
            }
        }
        let on_ground = on_ground as f32 / around.max(1) as f32;
        let lies = on_ground >= LEAST_ON_GROUND;
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
            on_ground,
            ink,
        })
    }
}

/// The cosine of the angle between two directions.
fn cosine(a: [f32; 3], b: [f32; 3]) -> f32 {
    let product = |a: [f32; 3], b: [f32; 3]| (0..3).map(|i| a[i] * b[i]).sum::<f32>();
    product(a, b) / (product(a, a) * product(b, b)).sqrt().max(f32::MIN_POSITIVE)
}
