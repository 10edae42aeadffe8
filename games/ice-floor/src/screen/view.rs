//! What a native picture shows of the room: how much it looks like ice, beside what the floor plan says.

use super::super::art::Room;
use grid::{Cell, Grid};
use ice_floor::plan::CELL;
use image::RgbImage;
use session::consoles::gba;
use std::sync::LazyLock;
use vision::photometry::Colour;

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

/// The side of the blocks that are compared first, in native pixels.
pub(super) const BLOCK: i32 = 4;

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

/// What the plan says of the room's pixels, and of those around it that are in view from within: all of
/// them, or the first of each block.
struct Chart {
    step: i32,
    columns: usize,
    expected: Vec<Expected>,
}

static PIXELS: LazyLock<Chart> = LazyLock::new(|| Chart::every(1));
static BLOCKS: LazyLock<Chart> = LazyLock::new(|| Chart::every(BLOCK));

impl Chart {
    fn every(step: i32) -> Self {
        let far = |cells: usize, screen: i32| (cells as i32 * CELL + screen) / step;
        let (rows, columns) = (far(PLAN.rows(), HEIGHT), far(PLAN.columns(), WIDTH));
        let at = |v: i32| usize::try_from(v.div_euclid(CELL)).ok();
        let says = |x: i32, y: i32| {
            let cell = at(y).zip(at(x)).and_then(|cell| PLAN.get(cell));
            cell.copied().unwrap_or(Expected::Either)
        };
        let row = |y: i32| (0..columns).map(move |x| says(x * step - HERO.0, y * step - HERO.1));
        Self { step, columns: columns as usize, expected: (0..rows).flat_map(row).collect() }
    }

    /// What the plan says of the screen's row `y`, from its left end on, if the hero is at `place`; nothing
    /// if that is not in the room.
    fn row(&self, place: Place, y: i32) -> &[Expected] {
        let (Ok(x), Ok(y)) =
            (usize::try_from(place.x / self.step), usize::try_from((place.y + y) / self.step))
        else {
            return &[];
        };
        let row = self.expected.get(y * self.columns..).unwrap_or_default();
        row.get(x..self.columns).unwrap_or_default()
    }
}

/// How much each pixel of a native picture has the colour of ice, in looks that ship by how much it is
/// greener than it is red, and the same by blocks.
pub(super) struct IceIndex {
    pixels: Vec<f32>,
    blocks: Vec<f32>,
    /// The rows that show the room.
    rows: i32,
}

/// By how many levels more than the rest of the view ice is greener than it is red, on average and rounded, in
/// the version in which that is more. What is further from the rest counts for no more than ice: a spot of pure
/// green over a corner would outweigh the floor.
const ENOUGH: f32 = 60.0;

/// The rows above a text box.
const ABOVE_TEXT: i32 = 112;

pub(super) const WIDTH: i32 = gba::SCREEN.0 as i32;
pub(super) const HEIGHT: i32 = gba::SCREEN.1 as i32;

impl IceIndex {
    /// `weights` are those of the channels that make the value, larger for ice than for what is beside it.
    pub fn of(native: &RgbImage, weights: Colour, text_box: bool) -> Self {
        let rows = if text_box { ABOVE_TEXT } else { HEIGHT };
        let mut pixels: Vec<f32> =
            native.pixels().map(|p| (0..3).map(|i| weights[i] * f32::from(p[i])).sum()).collect();
        // More than half of a view is walls and the dark, which are not to be told from each other.
        let mut ordered = pixels.clone();
        let middle = ordered.len() / 2;
        let usual = *ordered.select_nth_unstable_by(middle, f32::total_cmp).1;
        let most = usual + ENOUGH * weights.iter().map(|weight| weight.abs()).sum::<f32>() / 2.0;
        pixels.iter_mut().for_each(|value| *value = value.max(usual).min(most));
        let block = |i: i32| {
            let (x, y) = (i % (WIDTH / BLOCK) * BLOCK, i / (WIDTH / BLOCK) * BLOCK);
            let inside = (0..BLOCK * BLOCK).map(|k| (x + k % BLOCK, y + k / BLOCK));
            inside.map(|(x, y)| pixels[(y * WIDTH + x) as usize]).sum::<f32>()
                / (BLOCK * BLOCK) as f32
        };
        let blocks = (0..WIDTH / BLOCK * (HEIGHT / BLOCK)).map(block).collect();
        Self { pixels, blocks, rows }
    }

    /// Tells `each` what the plan says of a place on the screen and the value there, where it says anything
    /// and the hero is not, if the hero is at `place`; `step` is 1 for pixels, or [`BLOCK`].
    pub fn compare(&self, place: Place, step: i32, mut each: impl FnMut((i32, i32), bool, f32)) {
        let (values, chart) =
            if step == 1 { (&self.pixels, &PIXELS) } else { (&self.blocks, &BLOCKS) };
        for (row, values) in (0..).zip(values.chunks_exact((WIDTH / step) as usize)) {
            let y = row * step;
            if y >= self.rows {
                break;
            }
            let beside_hero = (y - HERO.1 + HEAD) as u32 > 31;
            for (column, (&value, &expected)) in (0..).zip(values.iter().zip(chart.row(place, y))) {
                let x = column * step;
                let hero = !beside_hero && (x - HERO.0) as u32 <= 15;
                if !hero && expected != Expected::Either {
                    each((x, y), expected == Expected::Ice, value);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At the room's corners and in its middle, for pixels and for blocks.
    #[test]
    fn the_chart_says_of_each_pixel_what_the_plan_says_of_its_cell() {
        let cells = [(0, 0), (PLAN.rows() - 1, PLAN.columns() - 1), (9, 8), (21, 3)];
        for (place, chart) in cells
            .into_iter()
            .flat_map(|cell| [&*PIXELS, &*BLOCKS].map(|chart| (Place::on(cell), chart)))
        {
            for y in (0..HEIGHT).step_by(chart.step as usize) {
                let row = chart.row(place, y);
                let says = (0..WIDTH / chart.step).map(|column| {
                    let (x, y) = (place.x - HERO.0 + column * chart.step, place.y - HERO.1 + y);
                    let cell = (y.div_euclid(CELL) as usize, x.div_euclid(CELL) as usize);
                    PLAN.get(cell).copied().unwrap_or(Expected::Either)
                });
                assert!(
                    says.eq(row[..(WIDTH / chart.step) as usize].iter().copied()),
                    "{place:?} {y}"
                );
            }
        }
    }

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
