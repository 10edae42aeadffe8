//! Where in the room the screen is: the view is held against the floor plan.
//!
//! Ice, whole, cracked or with a stone on it, is greener than it is red, and walls and floors are not.
//! The normalised cross-correlation of that difference with the plan's ice says where the view lies; it
//! does not change with brightness, contrast or a tint.

use super::super::art::Room;
use super::cover::Cover;
use super::look::IceLook;
use super::view::{BLOCK, IceIndex, Place};
use grid::Cell;
use ice_floor::plan::CELL;
use image::RgbImage;
use std::sync::LazyLock;

/// Where the view lies, and how well it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Registration {
    /// Where the hero is.
    pub place: Place,
    /// The correlation with the plan, -1 to 1.
    pub score: f32,
    /// Whether it is sure to the pixel: a hero in mid-step a pixel further would fit clearly worse.
    pub to_the_pixel: bool,
}

/// How much of the ice, and of what is beside it, must be in view: four cells, in pixels.
const LEAST_SEEN: f32 = 1024.0;

impl IceIndex {
    /// The correlation with the plan if the hero is there, without what is covered.
    pub fn score(&self, place: Place, step: i32, cover: &Cover) -> f32 {
        let [mut n, mut ice, mut sum, mut squares, mut on_ice] = [0.0f32; 5];
        self.compare(place, step, |at, is_ice, value| {
            if cover.hides(at) {
                return;
            }
            n += 1.0;
            sum += value;
            squares += value * value;
            if is_ice {
                ice += 1.0;
                on_ice += value;
            }
        });
        let pixels = (step * step) as f32;
        if (ice.min(n - ice)) * pixels < LEAST_SEEN {
            return -1.0;
        }
        let spread = (n * squares - sum * sum) * ice * (n - ice);
        if spread <= 0.0 { -1.0 } else { (n * on_ice - ice * sum) / spread.sqrt() }
    }
}

/// The places where the hero can be at multiples of `step` pixels, standing or between two cells.
fn places(step: i32) -> Vec<Place> {
    let room = Room::get();
    let open = |cell: Cell| room.floor.get(cell).is_some_and(|tile| !room.solid.contains(tile));
    let mut places = Vec::new();
    for (cell, _) in room.floor.cells().filter(|(cell, _)| open(*cell)) {
        let here = Place::on(cell);
        places.push(here);
        for (beside, (dx, dy)) in [((cell.0, cell.1 + 1), (1, 0)), ((cell.0 + 1, cell.1), (0, 1))] {
            if open(beside) {
                let between = (step..CELL).step_by(step as usize);
                places.extend(between.map(|d| Place { x: here.x + d * dx, y: here.y + d * dy }));
            }
        }
    }
    places
}

/// How far the hero goes from one picture to the next, in pixels, while somebody looks on.
const NEAR: i32 = 24;

/// By how much the correlation of a view near the last one may be less than that had.
const NO_WORSE: f32 = 0.03;

/// A view that fits so well is believed without a look at the light that it is shown in.
const CLEAR: f32 = 0.8;

/// A view that fits less by blocks of pixels is none of the gym, wherever it lies, and is looked at no closer;
/// and so is one that fits less where the hero may stand. Of 2,000 views that fitted well enough, distorted in
/// all ways, none was under 0.58 by blocks and 0.46 where the hero may stand; most other parts of a desktop are.
const LEAST_COARSE: f32 = 0.5;
const LEAST_STANDING: f32 = 0.38;

/// Finds where the view of a native picture lies that has this look. It is looked for near the `last` one
/// first. `slack` is by how much less the view may fit of a hero who stands than of one who is a pixel or two
/// from there; a text box hides the lower rows.
pub fn register(
    native: &RgbImage,
    look: &IceLook,
    last: Option<Registration>,
    slack: f32,
    text_box: bool,
) -> Option<Registration> {
    let by = |weights| register_by(&IceIndex::of(native, weights, text_box), last, slack);
    let plain = by(look.weights());
    if plain.is_some_and(|found| found.score >= CLEAR) {
        return plain;
    }
    // In warm light ice is not greener than it is red: what is bright is taken for white.
    let white = [0, 1, 2].map(|channel| bright(native, channel) / bright(native, 0));
    let balanced = by(look.weights_in_light(white));
    [plain, balanced].into_iter().flatten().max_by(|a, b| a.score.total_cmp(&b.score))
}

/// The brightness that one in twenty pixels has in a channel.
pub(super) fn bright(native: &RgbImage, channel: usize) -> f32 {
    let mut values: Vec<u8> = native.pixels().map(|p| p[channel]).collect();
    let at = values.len() * 19 / 20;
    f32::from(*values.select_nth_unstable(at).1).max(1.0)
}

fn register_by(index: &IceIndex, last: Option<Registration>, slack: f32) -> Option<Registration> {
    static STANDING: LazyLock<Vec<Place>> = LazyLock::new(|| places(CELL));
    static COARSE: LazyLock<Vec<Place>> = LazyLock::new(|| places(BLOCK));
    static ALL: LazyLock<Vec<Place>> = LazyLock::new(|| places(1));
    let best = |among: &[Place], step: i32, cover: &Cover, (centre, reach): (Place, i32)| {
        among
            .iter()
            .filter(|p| (p.x - centre.x).abs() + (p.y - centre.y).abs() <= reach)
            .map(|&place| (place, index.score(place, step, cover)))
            .max_by(|a, b| a.1.total_cmp(&b.1))
    };
    let around = |centre: (Place, i32)| {
        let coarse = best(&COARSE, BLOCK, &Cover::NONE, centre);
        let (coarse, _) = coarse.filter(|best| best.1 >= LEAST_COARSE)?;
        let (found, _) = best(&ALL, 1, &Cover::NONE, (coarse, BLOCK))?;
        // What lies over a part of the view moves the place at which it fits best.
        let cover = Cover::of(index, found);
        let (found, score) = best(&ALL, 1, &cover, (found, BLOCK))?;
        let standing = Place::on(found.cell());
        let (dx, dy) = found.offset();
        let worse = score - index.score(standing, 1, &cover);
        let stands = dx.abs() + dy.abs() <= AS_GOOD_AS_STANDING && worse <= slack;
        let place = if stands { standing } else { found };
        let beside = [-1, 1].map(|d| match dx {
            0 => Place { y: found.y + d, ..found },
            _ => Place { x: found.x + d, ..found },
        });
        let is_clear = |other: Place| index.score(other, 1, &cover) < score - CLEARLY;
        // A hero who stands and one a pixel from there fit as well as each other at half that difference.
        let to_the_pixel =
            if stands { worse <= CLEARLY / 2.0 } else { beside.into_iter().all(is_clear) };
        Some(Registration { place, score: index.score(place, 1, &Cover::NONE), to_the_pixel })
    };
    let near = last.and_then(|last| {
        around((last.place, NEAR)).filter(|found| found.score >= last.score - NO_WORSE)
    });
    let anywhere = (Place { x: 0, y: 0 }, i32::MAX);
    let may_fit = || {
        let standing = best(&STANDING, BLOCK, &Cover::NONE, anywhere);
        standing.is_some_and(|(_, score)| score >= LEAST_STANDING)
    };
    near.or_else(|| may_fit().then(|| around(anywhere)).flatten())
}

/// By how much worse a place fits that is clearly another one.
const CLEARLY: f32 = 0.009;

/// How many pixels a hero who stands may seem to be from there.
const AS_GOOD_AS_STANDING: i32 = 2;
