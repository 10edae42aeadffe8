//! Finds the ink on the ground of a header: digits, a ball, words.

use super::blob::{Blob, SMALLEST};
use super::segment::Window;
use super::view::View;
use grid::geometry::Rect;
use vision::lattice::regions::difference;

/// The share of a cell that a region must fill to be a ground, and the share of its width that it spans; of
/// its height half as much. Bold digits fill as much, and are not as wide.
const LEAST_GROUND: f64 = 0.04;
const LEAST_WIDTH: f64 = 0.3;
/// Grounds whose colours differ by no more are one.
const SAME_GROUND: u8 = 12;
/// A hole shows the ground's colour to this.
const SAME_COLOUR: u8 = 40;
/// Blobs whose boxes overlap so much are the same, seen from two grounds.
const TWIN: f64 = 0.65;
/// What is at least so much of a blob's height and at most so much of its width and lies in it is not a
/// part of it.
const LEAST_HELD: f64 = 0.4;
const MOST_HELD: f64 = 0.8;
/// The highest blob, in cells.
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
    let is_high_part = |b: &Blob, a: &Blob| {
        part(b, a) && f64::from(b.height()) >= LEAST_HELD * f64::from(a.height())
    };
    // So it is where what it holds has the colour of the ground, and it is no wider than two digits.
    let two = |a: &Blob| {
        f64::from(a.width()) <= 2.0 * LEAST_WIDTH * place.pitch.0 && a.halves().is_some()
    };
    // And where it is as high as what stands beside it and holds nothing as high: a box is higher than the digits in it.
    let as_high = |a: &Blob| {
        found.iter().any(|other| {
            let beside = other.right <= a.left || other.left >= a.right;
            let beside = beside || other.bottom <= a.top || other.top >= a.bottom;
            beside
                && other.height().abs_diff(a.height()) <= 1
                && difference(other.colour, a.colour) <= SAME_COLOUR
                && difference(other.ground, a.ground) <= SAME_COLOUR
                && !found.iter().any(|b| inside(b, other) && is_high_part(b, other))
        })
    };
    let hole = |b: &Blob, a: &Blob| {
        let ground = || difference(b.colour, a.ground) <= SAME_COLOUR && (two(a) || as_high(a));
        inside(b, a) && part(b, a) && (narrow(a) || ground())
    };
    let holds =
        |a: &Blob, b: &Blob| !narrow(a) && inside(b, a) && !hole(b, a) && is_high_part(b, a);
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
