//! Where in the room the screen is: the view is held against the floor plan.
//!
//! Ice, whole, cracked or with a stone on it, is greener than it is red, and walls and floors are not.
//! The normalised cross-correlation of that difference with the plan's ice says where the view lies; it
//! does not change with brightness, contrast or a tint.

use super::super::art::Room;
use super::super::plan::CELL;
use crate::consoles::gba;
use crate::grid::{Cell, Grid};
use image::RgbImage;
use std::sync::LazyLock;

/// The hero's cell on the screen, in native pixels: the camera follows so that it is always here.
pub const HERO: (i32, i32) = (112, 72);

/// How much of the hero's picture stands above that cell.
pub const HEAD: i32 = 16;

/// Where the hero is: the top left pixel of its cell, in pixels of the room. On a multiple of [`CELL`]
/// both ways while it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// To the right.
    pub x: i32,
    /// Downwards.
    pub y: i32,
}

impl Place {
    /// On a cell.
    pub const fn on((row, column): Cell) -> Self {
        Self { x: column as i32 * CELL, y: row as i32 * CELL }
    }

    /// The nearest cell.
    pub fn cell(self) -> Cell {
        let nearest = |v: i32| ((v + CELL / 2 - 1).div_euclid(CELL)) as usize;
        (nearest(self.y), nearest(self.x))
    }

    /// How far it is from there, right and down.
    pub fn offset(self) -> (i32, i32) {
        let cell = Self::on(self.cell());
        (self.x - cell.x, self.y - cell.y)
    }

    /// Whether it stands on a cell.
    pub const fn stands(self) -> bool {
        self.x % CELL == 0 && self.y % CELL == 0
    }

    /// The top left pixel of a cell of the room on the screen.
    pub const fn on_screen(self, (row, column): Cell) -> (i32, i32) {
        (HERO.0 + column as i32 * CELL - self.x, HERO.1 + row as i32 * CELL - self.y)
    }
}

/// Where the view lies, and how well it fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Registration {
    /// Where the hero is.
    pub place: Place,
    /// The correlation with the plan, -1 to 1.
    pub score: f32,
}

/// The side of the blocks that are compared first, in native pixels.
const BLOCK: i32 = 4;

/// How much of the ice, and of what is beside it, must be in view: four cells, in pixels.
const LEAST_SEEN: f32 = 1024.0;

/// What the plan says of a pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Ice,
    Other,
    /// Not known, or both.
    Either,
}

/// How far from ice, in cells, the plan says what lies there: what is beyond the walls may have any
/// colours, and has those of ice in Emerald.
const AROUND: usize = 2;

/// The room by cells.
static PLAN: LazyLock<Grid<Expected>> = LazyLock::new(|| {
    let room = &Room::get().floor;
    let is_ice = |cell: Cell| room.get(cell).is_some_and(|t| ["ice", "ice-top"].contains(&&**t));
    let near = |(r, c): Cell| {
        let mut around = (r.saturating_sub(AROUND)..=r + AROUND)
            .flat_map(|r| (c.saturating_sub(AROUND)..=c + AROUND).map(move |c| (r, c)));
        around.any(is_ice)
    };
    Grid::from_fn(room.rows(), room.columns(), |r, c| match room[(r, c)].as_str() {
        "ice" | "ice-top" => Expected::Ice,
        // Nor is it said how floors are furnished.
        "slide" | "floor" | "ladder" | "door" => Expected::Either,
        _ if near((r, c)) => Expected::Other,
        _ => Expected::Either,
    })
});

/// What the plan says of the room's pixel (x, y).
fn plan(x: i32, y: i32) -> Expected {
    let at = |v: i32| usize::try_from(v.div_euclid(CELL)).ok();
    let cell = at(y).zip(at(x)).and_then(|cell| PLAN.get(cell));
    cell.copied().unwrap_or(Expected::Either)
}

/// By how much each pixel of a native picture is greener than it is red, and the same by blocks.
struct Greenness {
    pixels: Vec<f32>,
    blocks: Vec<f32>,
    /// The rows that show the room.
    rows: i32,
}

/// The rows above a text box.
const ABOVE_TEXT: i32 = 112;

const WIDTH: i32 = gba::SCREEN.0 as i32;
const HEIGHT: i32 = gba::SCREEN.1 as i32;

impl Greenness {
    /// `gain` is what green is multiplied by first.
    fn of(native: &RgbImage, gain: f32, text_box: bool) -> Self {
        let rows = if text_box { ABOVE_TEXT } else { HEIGHT };
        let mut pixels: Vec<f32> =
            native.pixels().map(|p| gain * f32::from(p[1]) - f32::from(p[0])).collect();
        // More than half of a view is walls and the dark, which are not to be told from each other.
        let mut ordered = pixels.clone();
        let middle = ordered.len() / 2;
        let usual = *ordered.select_nth_unstable_by(middle, f32::total_cmp).1;
        pixels.iter_mut().for_each(|value| *value = value.max(usual));
        let block = |i: i32| {
            let (x, y) = (i % (WIDTH / BLOCK) * BLOCK, i / (WIDTH / BLOCK) * BLOCK);
            let inside = (0..BLOCK * BLOCK).map(|k| (x + k % BLOCK, y + k / BLOCK));
            inside.map(|(x, y)| pixels[(y * WIDTH + x) as usize]).sum::<f32>()
                / (BLOCK * BLOCK) as f32
        };
        let blocks = (0..WIDTH / BLOCK * (HEIGHT / BLOCK)).map(block).collect();
        Self { pixels, blocks, rows }
    }

    /// The correlation with the plan if the hero is there; `step` is 1 for pixels, or [`BLOCK`].
    fn score(&self, place: Place, step: i32) -> f32 {
        let values = if step == 1 { &self.pixels } else { &self.blocks };
        let (left, top) = (place.x - HERO.0, place.y - HERO.1);
        let [mut n, mut ice, mut sum, mut squares, mut on_ice] = [0.0f32; 5];
        for (row, values) in (0..).zip(values.chunks_exact((WIDTH / step) as usize)) {
            let y = row * step;
            if y >= self.rows {
                break;
            }
            for (column, &value) in (0..).zip(values) {
                let x = column * step;
                let hero = (x - HERO.0) as u32 <= 15 && (y - HERO.1 + HEAD) as u32 <= 31;
                let expected = plan(left + x, top + y);
                if hero || expected == Expected::Either {
                    continue;
                }
                n += 1.0;
                sum += value;
                squares += value * value;
                if expected == Expected::Ice {
                    ice += 1.0;
                    on_ice += value;
                }
            }
        }
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

/// Finds where the view of a native picture lies. It is looked for near the `last` one first. `slack` is
/// by how much less the view may fit of a hero who stands than of one who is a pixel or two from there;
/// a text box hides the lower rows.
pub fn register(
    native: &RgbImage,
    last: Option<Registration>,
    slack: f32,
    text_box: bool,
) -> Option<Registration> {
    let plain = register_by(&Greenness::of(native, 1.0, text_box), last, slack);
    if plain.is_some_and(|found| found.score >= CLEAR) {
        return plain;
    }
    // In warm light ice is not greener than it is red: what is bright is taken for white.
    let gain = bright(native, 0) / bright(native, 1);
    let balanced = register_by(&Greenness::of(native, gain, text_box), last, slack);
    [plain, balanced].into_iter().flatten().max_by(|a, b| a.score.total_cmp(&b.score))
}

/// The brightness that one in twenty pixels has in a channel.
pub(super) fn bright(native: &RgbImage, channel: usize) -> f32 {
    let mut values: Vec<u8> = native.pixels().map(|p| p[channel]).collect();
    let at = values.len() * 19 / 20;
    f32::from(*values.select_nth_unstable(at).1).max(1.0)
}

fn register_by(
    greenness: &Greenness,
    last: Option<Registration>,
    slack: f32,
) -> Option<Registration> {
    static COARSE: LazyLock<Vec<Place>> = LazyLock::new(|| places(BLOCK));
    static ALL: LazyLock<Vec<Place>> = LazyLock::new(|| places(1));
    let best = |among: &[Place], step: i32, (centre, reach): (Place, i32)| {
        among
            .iter()
            .filter(|p| (p.x - centre.x).abs() + (p.y - centre.y).abs() <= reach)
            .map(|&place| Registration { place, score: greenness.score(place, step) })
            .max_by(|a, b| a.score.total_cmp(&b.score))
    };
    let around = |centre: (Place, i32)| {
        let coarse = best(&COARSE, BLOCK, centre)?;
        let found = best(&ALL, 1, (coarse.place, BLOCK))?;
        let standing = Place::on(found.place.cell());
        let (dx, dy) = found.place.offset();
        let score = greenness.score(standing, 1);
        let stands = dx.abs() + dy.abs() <= AS_GOOD_AS_STANDING && score >= found.score - slack;
        Some(if stands { Registration { place: standing, score } } else { found })
    };
    let near = last.and_then(|last| {
        around((last.place, NEAR)).filter(|found| found.score >= last.score - NO_WORSE)
    });
    near.or_else(|| around((Place { x: 0, y: 0 }, i32::MAX)))
}

/// How many pixels a hero who stands may seem to be from there.
const AS_GOOD_AS_STANDING: i32 = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_told_from_the_nearest_cell() {
        assert_eq!(Place::on((3, 5)).cell(), (3, 5));
        let walking = Place { x: 80, y: 217 };
        assert_eq!((walking.cell(), walking.offset()), ((14, 5), (0, -7)));
        let halfway = Place { x: 80, y: 216 };
        assert_eq!((halfway.cell(), halfway.offset()), ((13, 5), (0, 8)));
        assert!(!walking.stands() && Place::on((1, 2)).stands());
        assert_eq!(Place::on((9, 8)).on_screen((9, 8)), HERO);
    }
}
