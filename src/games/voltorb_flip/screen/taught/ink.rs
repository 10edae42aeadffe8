//! What is drawn on the ground of a header: digits, a ball, words.

use super::place::BoardPlace;
use super::view::View;
use crate::geometry::Rect;
use crate::vision::lattice::regions::difference;
use image::RgbImage;
use std::ops::Range;

/// A connected piece of ink.
#[derive(Clone, Debug)]
pub(super) struct Blob {
    /// The pixels [left, right) x [top, bottom) enclose it.
    pub left: u32,
    /// The first row.
    pub top: u32,
    /// The column behind the last.
    pub right: u32,
    /// The row below the last.
    pub bottom: u32,
    /// The mean colours of its ink and of its ground.
    colour: [u8; 3],
    ground: [u8; 3],
    /// The share of the pixels around it that are ground.
    on_ground: f32,
    /// How unlike the ground each pixel of the bounding box and of one pixel around it is, row by row, 0 to
    /// 1; 0 where something else is drawn.
    ink: Vec<f32>,
}

impl Blob {
    /// The width, in pixels.
    pub fn width(&self) -> u32 {
        self.right - self.left
    }

    /// The height, in pixels.
    pub fn height(&self) -> u32 {
        self.bottom - self.top
    }

    /// The ink at a pixel; 0 outside.
    pub fn ink(&self, x: i64, y: i64) -> f32 {
        let (x, y) = (x - i64::from(self.left) + 1, y - i64::from(self.top) + 1);
        let (w, h) = (i64::from(self.width()) + 2, i64::from(self.height()) + 2);
        if (0..w).contains(&x) && (0..h).contains(&y) {
            self.ink[(y * w + x) as usize]
        } else {
            0.0
        }
    }

    /// How much of the box that encloses both is in the boxes of both.
    fn overlap(&self, other: &Self) -> f64 {
        let area = |left: u32, top: u32, right: u32, bottom: u32| {
            f64::from(right.saturating_sub(left)) * f64::from(bottom.saturating_sub(top))
        };
        let (a, b) = (self, other);
        let common =
            (a.left.max(b.left), a.top.max(b.top), a.right.min(b.right), a.bottom.min(b.bottom));
        let both =
            (a.left.min(b.left), a.top.min(b.top), a.right.max(b.right), a.bottom.max(b.bottom));
        area(common.0, common.1, common.2, common.3) / area(both.0, both.1, both.2, both.3)
    }

    /// The box in cells of the board.
    pub fn area(&self, place: &BoardPlace) -> Rect {
        let x = (f64::from(self.left) - place.left) / place.pitch.0;
        let y = (f64::from(self.top) - place.top) / place.pitch.1;
        let (w, h) = (f64::from(self.width()), f64::from(self.height()));
        Rect::new(x, y, w / place.pitch.0, h / place.pitch.1)
    }

    /// Both halves of a blob that is wider than digits are: two of them that touch.
    pub fn halves(&self) -> Option<[Self; 2]> {
        let (w, h) = (self.width(), self.height());
        if f64::from(w) < WIDE * f64::from(h) {
            return None;
        }
        let column =
            |x: u32| -> f32 { (self.top..self.bottom).map(|y| self.ink(x.into(), y.into())).sum() };
        let middle = self.left + 2 * w / 5..=self.left + 3 * w / 5;
        let cut = middle.min_by(|&a, &b| column(a).total_cmp(&column(b)))?;
        Some([self.part(self.left, cut), self.part(cut, self.right)])
    }

    /// The part between two columns.
    fn part(&self, left: u32, right: u32) -> Self {
        let row_has_ink = |y: &u32| (left..right).any(|x| self.ink(x.into(), (*y).into()) > 0.5);
        let top = (self.top..self.bottom).find(row_has_ink).unwrap_or(self.top);
        let bottom = (top..self.bottom).rev().find(row_has_ink).map_or(self.bottom, |y| y + 1);
        let mut ink = Vec::new();
        for y in i64::from(top) - 1..=i64::from(bottom) {
            for x in i64::from(left) - 1..=i64::from(right) {
                let inside = (i64::from(left)..i64::from(right)).contains(&x);
                ink.push(if inside { self.ink(x, y) } else { 0.0 });
            }
        }
        Self { left, top, right, bottom, ink, ..*self }
    }
}

/// A blob this many times as wide as high is two digits.
const WIDE: f64 = 1.15;
/// The share of a cell that a region must fill to be a ground, and the share of its width that it spans; of
/// its height half as much. Bold digits fill as much, and are not as wide.
const LEAST_GROUND: f64 = 0.04;
const LEAST_WIDTH: f64 = 0.3;
/// Grounds whose colours differ by no more are one.
const SAME_GROUND: u8 = 12;
/// A hole shows the ground's colour to this.
const SAME_COLOUR: u8 = 40;
/// The cosine between the directions, from the ground's colour, of two colours of one ink.
const SAME_DIRECTION: f32 = 0.4;
/// The share of the pixels around a blob that must be ground.
const LEAST_ON_GROUND: f32 = 0.25;
/// Blobs whose boxes overlap so much are the same, seen from two grounds.
const TWIN: f64 = 0.65;
/// What is at least so much of a blob's height and at most so much of its width and lies in it is not a
/// part of it.
const LEAST_HELD: f64 = 0.4;
const MOST_HELD: f64 = 0.8;
/// The smallest blob, in pixels, and the highest, in cells.
const SMALLEST: u32 = 4;
const HIGHEST: f64 = 0.75;

/// The blobs on all grounds within `area` of a view. `contrast` is the least difference of a pixel
/// from the ground that is ink.
pub(super) fn blobs(
    View { picture, regions, place }: &View,
    area: Rect,
    contrast: u8,
) -> Vec<Blob> {
    let (width, height) = picture.dimensions();
    let clamp = |v: f64, most: u32| v.round().clamp(0.0, f64::from(most)) as u32;
    let (x0, x1) = (clamp(area.x, width), clamp(area.x + area.w, width));
    let (y0, y1) = (clamp(area.y, height), clamp(area.y + area.h, height));
    if x1 < x0 + SMALLEST || y1 < y0 + SMALLEST {
        return Vec::new();
    }
    let mut grounds: rustc_hash::FxHashMap<usize, Ground> = Default::default();
    for y in y0..y1 {
        for x in x0..x1 {
            grounds.entry(regions.label(x, y)).or_default().add(x, y, picture.get_pixel(x, y).0);
        }
    }
    let least = LEAST_GROUND * place.pitch.0 * place.pitch.1;
    let wide = |g: &Ground| {
        f64::from(g.right - g.left) >= LEAST_WIDTH * place.pitch.0
            && f64::from(g.bottom - g.top) >= LEAST_WIDTH / 2.0 * place.pitch.1
    };
    let mut grounds: Vec<Ground> =
        grounds.into_values().filter(|g| f64::from(g.pixels) >= least && wide(g)).collect();
    grounds.sort_unstable_by_key(|g| (std::cmp::Reverse(g.pixels), g.sums));
    let mut colours: Vec<[u8; 3]> = Vec::new();
    for ground in &grounds {
        let colour = ground.colour();
        if colours.iter().all(|&known| difference(known, colour) > SAME_GROUND) {
            colours.push(colour);
        }
    }
    let mut found: Vec<Blob> = Vec::new();
    for colour in colours {
        let window = Window { picture, colour, contrast, left: x0, top: y0, right: x1, bottom: y1 };
        for blob in window.blobs() {
            // Cut off by the area's edge: what it is cannot be told.
            let cut = blob.left == x0 || blob.right == x1 || blob.top == y0 || blob.bottom == y1;
            let high = f64::from(blob.height()) > HIGHEST * place.pitch.1;
            if cut || high || blob.height() < SMALLEST {
                continue;
            }
            match found.iter_mut().find(|other| other.overlap(&blob) >= TWIN) {
                // What lies on one ground may be an edge seen from another.
                Some(other) if other.on_ground < blob.on_ground => *other = blob,
                Some(_) => {}
                None => found.push(blob),
            }
        }
    }
    // What has something in it is a box or a frame around it; but where it is no wider than digits are, it is
    // a digit with a hole.
    let inside = |b: &Blob, a: &Blob| {
        b.left >= a.left && b.right <= a.right && b.top >= a.top && b.bottom <= a.bottom
    };
    let narrow = |a: &Blob| f64::from(a.width()) < LEAST_WIDTH * place.pitch.0;
    let part = |b: &Blob, a: &Blob| f64::from(b.width()) <= MOST_HELD * f64::from(a.width());
    // So it is where what it holds has the colour of the ground, and it is no wider than two digits.
    let two = |a: &Blob| {
        f64::from(a.width()) <= 2.0 * LEAST_WIDTH * place.pitch.0 && a.halves().is_some()
    };
    let hole = |b: &Blob, a: &Blob| {
        let ground = || two(a) && difference(b.colour, a.ground) <= SAME_COLOUR;
        inside(b, a) && part(b, a) && (narrow(a) || ground())
    };
    let holds = |a: &Blob, b: &Blob| {
        !narrow(a)
            && inside(b, a)
            && !hole(b, a)
            && part(b, a)
            && f64::from(b.height()) >= LEAST_HELD * f64::from(a.height())
    };
    let plain = found.iter().filter(|a| !found.iter().any(|b| holds(a, b) || hole(a, b)));
    plain
        .flat_map(|blob| match blob.halves() {
            Some(halves) => halves.to_vec(),
            None => vec![blob.clone()],
        })
        .collect()
}

/// The pixels of a region within the area.
#[derive(Default)]
struct Ground {
    pixels: u32,
    sums: [u32; 3],
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
}

impl Ground {
    fn add(&mut self, x: u32, y: u32, colour: [u8; 3]) {
        if self.pixels == 0 {
            (self.left, self.top) = (x, y);
        }
        self.left = self.left.min(x);
        self.right = self.right.max(x + 1);
        self.bottom = y + 1;
        self.pixels += 1;
        self.sums.iter_mut().zip(colour).for_each(|(sum, v)| *sum += u32::from(v));
    }

    fn colour(&self) -> [u8; 3] {
        self.sums.map(|sum| (sum / self.pixels.max(1)) as u8)
    }
}

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
struct Window<'a> {
    picture: &'a RgbImage,
    colour: [u8; 3],
    contrast: u8,
    left: u32,
    top: u32,
    right: u32,
    bottom: u32,
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
    fn blobs(&self) -> Vec<Blob> {
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
