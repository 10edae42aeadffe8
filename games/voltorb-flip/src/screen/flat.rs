//! Lays a board flat that is seen at an angle, in perspective, curved or inverted, so that the reader of upright
//! boards can read it.

use super::FlipReading;
use super::layout::{CARD, MARGIN, PITCH, SCREEN, SIZE};
use grid::geometry::{Placement, Point, Rect};
use image::{GrayImage, RgbImage, imageops};
use rayon::prelude::*;
use vision::light::{Light, Patch};
use vision::oblique::{self, Oblique, Spec};
use vision::photometry::luminance;
use vision::rectify::{Sampling, rectify};
use vision::robust::median;

/// The cards and the headers: each has a bright frame. They are six by six; something beside may be taken for one
/// more.
const FRAMES: Spec = Spec { pitch: PITCH as f64, cell: CARD as f64, least: 12, most: SIZE + 2 };

/// The most boards that are laid flat, those with the most frames first.
const MOST_BOARDS: usize = 3;
/// How far beyond the frames the other screen may reach, in native pixels: a screen, a gap of 90 lines as between the
/// screens of the console, and a row of cards that a box hides.
const BEYOND: f64 = SCREEN.1 as f64 + 90.0 + PITCH as f64;
/// How many rows of pixels of the last headers may be cut off; their digits end above.
const CUT: f64 = 3.0;
/// A native pixel is so many pixels wide: as many as in the picture, within this range.
const DETAIL: std::ops::RangeInclusive<f64> = 2.0..=4.0;
/// An upright board has the corners of its frames where a rectangle has them, but for so many pixels, native ones or
/// the picture's, whichever are larger.
const UPRIGHT: f64 = 0.4;

/// How a flat picture is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// Where it lies in the picture that it is made from.
    place: Placement,
    /// The middles of its cells lie within.
    middles: Rect,
    /// Whether that is inverted.
    pub inverted: bool,
}

/// A flat picture.
pub(super) struct Flat {
    pub picture: RgbImage,
    pub way: Way,
}

impl Flat {
    /// Lays a picture flat in this way.
    pub fn of(picture: &RgbImage, way: Way) -> Self {
        let mut picture = rectify(picture, &way.place, Sampling::Area);
        if way.inverted {
            imageops::invert(&mut picture);
        } else {
            light_evenly(&mut picture, &way);
        }
        Self { picture, way }
    }

    /// Candidate boards in a picture of this luminance that are inverted or not upright.
    pub fn all<'a>(
        picture: &'a RgbImage,
        luminance: &GrayImage,
    ) -> impl Iterator<Item = Self> + use<'a> {
        let found = oblique::find(luminance, &FRAMES);
        let other = |board: &Oblique| board.inverted || !is_upright(board);
        let ways = found.into_iter().filter(other).take(MOST_BOARDS).filter_map(|board| {
            let place = place(&board, picture.dimensions())?;
            Some(Way { place, middles: board.middles, inverted: board.inverted })
        });
        ways.map(|way| Self::of(picture, way))
    }

    /// Where something of this picture lies in the one that it was made from.
    fn original(&self, placement: Placement) -> Placement {
        Placement { turn: placement.turn, ..self.way.place.part(placement.area, placement.native) }
    }

    /// Converts a reading of this picture to the original picture, of `size`; `None` if that does not hold the whole
    /// board.
    pub fn original_of(
        &self,
        seen: FlipReading,
        (width, height): (u32, u32),
    ) -> Option<FlipReading> {
        let touch = self.original(seen.touch);
        // The last row of headers reaches to the screen's lower edge.
        let start = f64::from(MARGIN);
        let (right, bottom) = (f64::from(MARGIN + PITCH * SIZE as u32 + CARD), f64::from(SCREEN.1));
        let board = Rect::spanning(start, right, start, bottom - CUT);
        let whole = Rect::new(0.0, 0.0, width.into(), height.into());
        let inside = touch.corners_in_picture(board).into_iter().all(|p| whole.contains(p));
        inside.then(|| FlipReading { touch, top: seen.top.map(|top| self.original(top)), ..seen })
    }
}

/// Undoes uneven light in a picture that was laid flat.
fn light_evenly(picture: &mut RgbImage, way: &Way) {
    let Way { place: Placement { area, projection: Some(projection), .. }, middles, .. } = way
    else {
        return;
    };
    let (across, down) = projection.scale_at(middles.centre());
    let patches = patches(picture, *area, middles, |p| projection.to_picture(p));
    let band = NARROWEST_BAND * across.max(down);
    let Some(light) = Light::fit(&patches, LIT_ALIKE, band) else { return };
    let (width, height) = picture.dimensions();
    let (across, down) = (area.w / f64::from(width), area.h / f64::from(height));
    let rows = picture.par_chunks_exact_mut(width as usize * 3).enumerate();
    rows.for_each(|(row, pixels)| {
        let y = area.y + (row as f64 + 0.5) * down;
        for (column, pixel) in pixels.chunks_exact_mut(3).enumerate() {
            let at = Point::new(area.x + (column as f64 + 0.5) * across, y);
            let lit = light.at(at, || projection.to_picture(at));
            pixel.iter_mut().for_each(|c| *c = (f64::from(*c) / lit + 0.5) as u8);
        }
    });
}

/// Frames and the table within so many native pixels of each other are lit alike: the sides around a crossing of the
/// table.
const LIT_ALIKE: f64 = 18.0;
/// The narrowest band of light, in native pixels: frames and the table are seen in rows of half a card.
const NARROWEST_BAND: f64 = 24.0;

/// How bright frames and the table are seen around the cells of a flat picture; `seen_at` says where the picture that
/// it was made from shows a place.
fn patches(
    picture: &RgbImage,
    area: Rect,
    middles: &Rect,
    seen_at: impl Fn(Point) -> Point,
) -> Vec<Patch> {
    let (width, height) = picture.dimensions();
    let bright = |x: f64, y: f64| {
        let (u, v) = ((x - area.x) / area.w, (y - area.y) / area.h);
        let inside = (0.0..1.0).contains(&u) && (0.0..1.0).contains(&v);
        let (column, row) = ((u * f64::from(width)) as u32, (v * f64::from(height)) as u32);
        inside.then(|| f64::from(luminance(picture.get_pixel(column, row).0.map(f32::from))))
    };
    let pitch = f64::from(PITCH);
    let along = |from: f64, length: f64| {
        (0..=(length / pitch).round() as u32).map(move |i| from + f64::from(i) * pitch)
    };
    let lattice = |Rect { x, y, w, h }: Rect| {
        along(y, h).flat_map(move |y| along(x, w).map(move |x| Point::new(x, y)))
    };
    let mut patches = Vec::new();
    for cell in lattice(*middles) {
        // A side is seen at places that no link meets.
        // What moved is blurred along its way: sides across it are not as bright as sides along it.
        for (x, y, kind) in [(0.0, -1.0, 0), (0.0, 1.0, 0), (-1.0, 0.0, 1), (1.0, 0.0, 1)] {
            let at = |along: f64| (cell.x + FRAME * x + along * y, cell.y + FRAME * y + along * x);
            let seen = [-9.0, -7.0, -5.0, 5.0, 7.0, 9.0].map(at).map(|(x, y)| bright(x, y));
            let usual = median(seen.into_iter().flatten().collect());
            let at = Point::new(cell.x + FRAME * x, cell.y + FRAME * y);
            patches.extend(usual.map(|bright| Patch { at, seen: seen_at(at), kind, bright }));
        }
    }
    // Crossings of the table lie half a pitch from the cells, on all sides.
    let Rect { x, y, w, h } = *middles;
    for at in lattice(Rect::new(x - pitch / 2.0, y - pitch / 2.0, w + pitch, h + pitch)) {
        let seen: Vec<f64> = (0..9)
            .filter_map(|i| bright(at.x + f64::from(i % 3 - 1), at.y + f64::from(i / 3 - 1)))
            .collect();
        let bright = seen.iter().sum::<f64>() / seen.len().max(1) as f64;
        let patch = Patch { at, seen: seen_at(at), kind: 2, bright };
        patches.extend((!seen.is_empty()).then_some(patch));
    }
    patches
}

/// From the middle of a cell to that of its frame, in native pixels.
const FRAME: f64 = CARD as f64 / 2.0 + 1.0;

/// Whether no more than rounding keeps the frames from being upright.
fn is_upright(board: &Oblique) -> bool {
    let Rect { x, y, w, h } = board.middles;
    let at = |x: f64, y: f64| board.projection.to_picture(Point::new(x, y));
    let [a, b, c, d] = [at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h)];
    let (across, down) = board.projection.scale_at(board.middles.centre());
    let most = UPRIGHT * across.min(down).max(1.0);
    let level = |p: f64, q: f64| (p - q).abs() <= most;
    let is = |[a, b, c, d]: [Point; 4]| {
        level(a.y, b.y) && level(c.y, d.y) && level(a.x, d.x) && level(b.x, c.x)
    };
    let curved = |p: Point, q: Point, middle: Point| {
        let (x, y) = (middle.x - (p.x + q.x) / 2.0, middle.y - (p.y + q.y) / 2.0);
        x.hypot(y) > most
    };
    let straight = !curved(a, b, at(x + w / 2.0, y)) && !curved(a, d, at(x, y + h / 2.0));
    straight && (is([a, b, c, d]) || is([b, c, d, a]))
}

/// The place of a flat picture that holds the board and the other screen, as far as the picture, of `size`, does.
fn place(board: &Oblique, (width, height): (u32, u32)) -> Option<Placement> {
    let (w, h) = (f64::from(width), f64::from(height));
    let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)];
    let corners = corners.map(|(x, y)| board.projection.to_plane(Point::new(x, y)));
    let Rect { x, y, w, h } = board.middles;
    let around = Rect::new(x - BEYOND, y - BEYOND, w + 2.0 * BEYOND, h + 2.0 * BEYOND);
    // Towards the horizon a corner may be anywhere.
    let near = corners.iter().all(|p| around.contains(*p));
    let area = around.intersection(&if near { Rect::around(&corners) } else { around })?;
    let (across, down) = board.projection.scale_at(board.middles.centre());
    let detail = across.max(down).round().clamp(*DETAIL.start(), *DETAIL.end());
    // Native pixels begin where pixels of the flat picture do.
    let (x, y) = (area.x.ceil(), area.y.ceil());
    let (w, h) = ((area.x + area.w - x).floor(), (area.y + area.h - y).floor());
    let flat =
        Placement::upright(((w * detail) as u32, (h * detail) as u32), Rect::new(x, y, w, h));
    Some(Placement { projection: Some(board.projection), ..flat })
}
