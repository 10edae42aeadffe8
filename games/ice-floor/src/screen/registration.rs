//! Locates the view in the room, by comparing it with the floor plan.
//!
//! Ice of any kind is greener than it is red, and walls and floors are not. The normalised cross-correlation of that
//! difference with the plan's ice says where the view lies. It does not depend on brightness, contrast or a tint.

use super::super::art::Room;
use super::cover::Cover;
use super::look::IceLook;
use super::view::{BLOCK, HEIGHT, IceIndex, Place, WIDTH, told};
use grid::Cell;
use ice_floor::plan::CELL;
use image::RgbImage;
use std::cell::LazyCell;
use std::sync::LazyLock;

/// The place of the view in the room, and how well it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Registration {
    /// Where the hero is.
    pub place: Place,
    /// The correlation with the plan, -1 to 1.
    pub score: f32,
    /// Whether the place is certain to the pixel: a hero in mid-step a pixel further would fit clearly worse.
    pub to_the_pixel: bool,
    /// Whether parts of the view lie elsewhere than the whole.
    pub is_bent: bool,
}

/// The least area of ice, and of what is next to it, that must be in view: four cells, in native pixels.
const LEAST_SEEN: f64 = 1024.0;

/// How far a quarter of a view is looked for from where the whole fits, in native pixels; how much of ice and of what is
/// not it must show; and by how much better it must fit there.
const REACH: i32 = 4;
const LEAST_OF_QUARTER: f64 = 256.0;
const BETTER: f32 = 0.004;

/// From which [bend](Fit::bend) on a view is not read, and from which on it does not tell a hero's step to the pixel.
const MOST_BENT: f32 = 1.5;
const MOST_BENT_TO_THE_PIXEL: f32 = 0.75;

/// How far from a whole pixel the place may be that fits best, where a step is told to the pixel.
const MOST_OFF_CENTRE: f32 = 0.35;

/// How well a view fits a place, asked of many places: the sums of its values, and of their squares, over any rectangle
/// are the differences of four running sums (summed-area tables, Crow 1984).
struct Fit {
    step: i32,
    /// Columns and rows of pixels or blocks.
    size: (i32, i32),
    /// Above and to the left of each corner: how many are compared, the sum of their values, and of the squares.
    sums: Vec<[f64; 3]>,
}

impl Fit {
    /// That of a view by pixels (`step` 1) or by blocks, without what is covered.
    fn of(index: &IceIndex, step: i32, cover: &Cover) -> Self {
        let (values, columns) = index.values(step);
        let rows = values.len() as i32 / columns;
        let stride = (columns + 1) as usize;
        let mut sums = vec![[0.0; 3]; stride * (rows + 1) as usize];
        for (y, values) in (0..).zip(values.chunks_exact(columns as usize)) {
            let mut row = [0.0; 3];
            for (x, &value) in (0..).zip(values) {
                let at = (x * step, y * step);
                if index.shows_room(at) && !cover.hides(at) {
                    let value = f64::from(value);
                    add(&mut row, [1.0, value, value * value]);
                }
                let here = (y as usize + 1) * stride + x as usize + 1;
                sums[here] = row;
                let above = sums[here - stride];
                add(&mut sums[here], above);
            }
        }
        Self { step, size: (columns, rows), sums }
    }

    /// The sums over a rectangle, as far as it is in view.
    fn over(&self, (left, top): (i32, i32), side: i32) -> [f64; 3] {
        let (columns, rows) = self.size;
        let at = |x: i32, y: i32| {
            let (x, y) = (x.clamp(0, columns), y.clamp(0, rows));
            self.sums[(y * (columns + 1) + x) as usize]
        };
        let (right, bottom) = (left + side, top + side);
        let [a, b, c, d] = [at(right, bottom), at(left, bottom), at(right, top), at(left, top)];
        [0, 1, 2].map(|i| a[i] - b[i] - c[i] + d[i])
    }

    /// The correlation with the plan if the hero is there, of which whole blocks count; -1 where too little is in
    /// view.
    fn score(&self, place: Place) -> f32 {
        let step = self.step;
        let place = Place { x: place.x / step * step, y: place.y / step * step };
        self.correlation(told(place), LEAST_SEEN)
    }

    /// How far the quarters of the view lie from each other or from the whole, in native pixels: the more, the more the
    /// screen is cut off, bent or seen from the side.
    fn bend(&self, place: Place) -> f32 {
        let quarters = [(false, false), (false, true), (true, false), (true, true)];
        let moves: Vec<[f32; 2]> =
            quarters.into_iter().filter_map(|quarter| self.moved(place, quarter)).collect();
        let spread = [0, 1].map(|axis| {
            let along = || moves.iter().map(|by| by[axis]);
            let (least, most) = (along().fold(0.0, f32::min), along().fold(0.0, f32::max));
            most - least
        });
        spread[0].max(spread[1])
    }

    /// Whether the view fits best within a third of a pixel of a place, along both axes.
    fn is_centred(&self, place: Place) -> bool {
        [(1, 0), (0, 1)].into_iter().all(|(x, y)| {
            let at = |d: i32| self.score(Place { x: place.x + d * x, y: place.y + d * y });
            top(at(-1), at(0), at(1)).abs() <= MOST_OFF_CENTRE
        })
    }

    /// By how much a quarter of the view, right or left and lower or upper, must be moved to fit best, along both axes, in
    /// native pixels. `None` if it shows too little.
    fn moved(&self, place: Place, quarter: (bool, bool)) -> Option<[f32; 2]> {
        let middle = |from: i32| from + CELL / 2;
        let is_in =
            |(x, y): (i32, i32)| (middle(x) >= WIDTH / 2, middle(y) >= HEIGHT / 2) == quarter;
        let cells: Vec<_> = told(place).filter(|(at, _)| is_in(*at)).collect();
        let at = |dx: i32, dy: i32| {
            let moved = cells.iter().map(|((x, y), is_ice)| ((x + dx, y + dy), *is_ice));
            self.correlation(moved, LEAST_OF_QUARTER)
        };
        let there = at(0, 0);
        let moves = (-REACH..=REACH).flat_map(|dy| (-REACH..=REACH).map(move |dx| (dx, dy)));
        let moves = moves.map(|(dx, dy)| (at(dx, dy), (dx, dy)));
        let (most, (dx, dy)) = moves.max_by(|a, b| a.0.total_cmp(&b.0))?;
        if there <= 0.0 || most < there + BETTER {
            return (there > 0.0).then_some([0.0; 2]);
        }
        let x = dx as f32 + top(at(dx - 1, dy), most, at(dx + 1, dy));
        let y = dy as f32 + top(at(dx, dy - 1), most, at(dx, dy + 1));
        Some([x, y])
    }

    /// The correlation with cells of the plan: each with its top left pixel, and whether it is ice. -1 where `least` native
    /// pixels of ice, or of what is not, are not in view.
    fn correlation(&self, cells: impl Iterator<Item = ((i32, i32), bool)>, least: f64) -> f32 {
        let step = self.step;
        let [mut all, mut on_ice] = [[0.0; 3]; 2];
        for ((left, top), is_ice) in cells {
            let cell = self.over((left / step, top / step), CELL / step);
            add(&mut all, cell);
            if is_ice {
                add(&mut on_ice, cell);
            }
        }
        let ([n, sum, squares], [ice, sum_on_ice, _]) = (all, on_ice);
        if ice.min(n - ice) * f64::from(step * step) < least {
            return -1.0;
        }
        let spread = (n * squares - sum * sum) * ice * (n - ice);
        if spread <= 0.0 { -1.0 } else { ((n * sum_on_ice - ice * sum) / spread.sqrt()) as f32 }
    }
}

fn add(sums: &mut [f64; 3], more: [f64; 3]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// Where the parabola through three values, one apart from each other, has its top: at most half a step from the middle.
fn top(before: f32, middle: f32, after: f32) -> f32 {
    let bend = (before + after - 2.0 * middle).min(-1e-6);
    ((before - after) / (2.0 * bend)).clamp(-0.5, 0.5)
}

/// The correlation with the plan, pixel by pixel, if the hero is at `place`.
pub fn score(index: &IceIndex, place: Place) -> f32 {
    Fit::of(index, 1, &Cover::NONE).score(place)
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

/// How far the hero may go between two pictures for the search to start near its last place, in native pixels.
const NEAR: i32 = 24;

/// By how much the correlation near the last view may fall before the whole plan is searched.
const NO_WORSE: f32 = 0.03;

/// The correlation from which the light of the picture is not corrected first.
const CLEAR: f32 = 0.8;

/// The lowest correlation by blocks, and where the hero may stand, at which a view is looked at more closely. Lower
/// ones are not the gym.
const LEAST_COARSE: f32 = 0.5;
const LEAST_STANDING: f32 = 0.38;

/// Locates the view of a native picture that has this theme, near the `last` place first. `slack` is by how much less
/// the view may fit of a standing hero than of one a pixel or two away. A text box hides the lower rows.
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

/// The 95th percentile of a channel's brightness.
pub(super) fn bright(native: &RgbImage, channel: usize) -> f32 {
    let mut values: Vec<u8> = native.pixels().map(|p| p[channel]).collect();
    let at = values.len() * 19 / 20;
    f32::from(*values.select_nth_unstable(at).1).max(1.0)
}

fn register_by(index: &IceIndex, last: Option<Registration>, slack: f32) -> Option<Registration> {
    static STANDING: LazyLock<Vec<Place>> = LazyLock::new(|| places(CELL));
    static COARSE: LazyLock<Vec<Place>> = LazyLock::new(|| places(BLOCK));
    static ALL: LazyLock<Vec<Place>> = LazyLock::new(|| places(1));
    let best = |among: &[Place], fit: &Fit, (centre, reach): (Place, i32)| {
        among
            .iter()
            .filter(|p| (p.x - centre.x).abs() + (p.y - centre.y).abs() <= reach)
            .map(|&place| (place, fit.score(place)))
            .max_by(|a, b| a.1.total_cmp(&b.1))
    };
    let by_blocks = Fit::of(index, BLOCK, &Cover::NONE);
    let whole = LazyCell::new(|| Fit::of(index, 1, &Cover::NONE));
    let around = |centre: (Place, i32)| {
        let coarse = best(&COARSE, &by_blocks, centre);
        let (coarse, _) = coarse.filter(|best| best.1 >= LEAST_COARSE)?;
        let (found, _) = best(&ALL, &whole, (coarse, BLOCK))?;
        // What lies over a part of the view moves the place at which it fits best.
        let seen = Fit::of(index, 1, &Cover::of(index, found));
        let (found, score) = best(&ALL, &seen, (found, BLOCK))?;
        let standing = Place::on(found.cell());
        let (dx, dy) = found.offset();
        let worse = score - seen.score(standing);
        let stands = dx.abs() + dy.abs() <= AS_GOOD_AS_STANDING && worse <= slack;
        let place = if stands { standing } else { found };
        let beside = [-1, 1].map(|d| match dx {
            0 => Place { y: found.y + d, ..found },
            _ => Place { x: found.x + d, ..found },
        });
        let is_clear = |other: Place, by: f32| seen.score(other) < score - by;
        // A hero who stands and one a pixel from there fit as well as each other at half that difference. Where each
        // pixel of a step is shown, the one who stands fits better.
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let mut around = around.map(|(x, y)| Place { x: place.x + x, y: place.y + y }).into_iter();
        let to_the_pixel = match stands {
            true if slack > 0.0 => worse <= CLEARLY / 2.0,
            true => around.all(|other| is_clear(other, CLEARLY / 4.0)),
            // A step in a light that is not understood is not told from what lies over the view.
            false => score >= CLEAR && beside.into_iter().all(|other| is_clear(other, CLEARLY)),
        };
        let bend = seen.bend(place);
        let to_the_pixel = to_the_pixel && bend < MOST_BENT_TO_THE_PIXEL && seen.is_centred(place);
        let (score, is_bent) = (whole.score(place), bend >= MOST_BENT);
        Some(Registration { place, score, to_the_pixel, is_bent })
    };
    let near = last.and_then(|last| {
        around((last.place, NEAR)).filter(|found| found.score >= last.score - NO_WORSE)
    });
    let anywhere = (Place { x: 0, y: 0 }, i32::MAX);
    let may_fit = || {
        let standing = best(&STANDING, &by_blocks, anywhere);
        standing.is_some_and(|(_, score)| score >= LEAST_STANDING)
    };
    near.or_else(|| may_fit().then(|| around(anywhere)).flatten())
}

/// The loss of correlation from which a place is clearly another one.
const CLEARLY: f32 = 0.009;

/// How far a standing hero may seem to be off its cell, in native pixels.
const AS_GOOD_AS_STANDING: i32 = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use ice_floor::plan::SECTIONS;

    /// Held against the sums pixel by pixel, for a hero anywhere, with and without a text box.
    #[test]
    fn the_fit_is_the_correlation_with_the_plan() {
        let picture = RgbImage::from_fn(240, 160, |x, y| {
            image::Rgb([(x * 7 + y * 3) as u8, (x * y) as u8, (x + 5 * y) as u8])
        });
        for (text_box, section) in
            [false, true].into_iter().flat_map(|t| SECTIONS.iter().map(move |s| (t, s)))
        {
            let index = IceIndex::of(&picture, [-1.0, 1.0, 0.0], text_box);
            let standing = Place::on(section.cell(section.end()));
            let place = Place { x: standing.x + 3, y: standing.y - 5 };
            let [mut n, mut ice, mut sum, mut squares, mut on_ice] = [0.0f64; 5];
            index.compare(place, |_, is_ice, value| {
                let value = f64::from(value);
                n += 1.0;
                sum += value;
                squares += value * value;
                ice += f64::from(u8::from(is_ice));
                on_ice += if is_ice { value } else { 0.0 };
            });
            let spread = (n * squares - sum * sum) * ice * (n - ice);
            let direct = (n * on_ice - ice * sum) / spread.sqrt();
            let fit = f64::from(score(&index, place));
            assert!(n > 5000.0 && (fit - direct).abs() < 1e-5, "{fit} {direct}, {n} pixels");
        }
    }
}
