//! Compares a native picture with the floor plan: how much each pixel looks like ice, and what the plan says.

use super::super::art::Room;
use grid::{Cell, Grid};
use ice_floor::plan::CELL;
use image::RgbImage;
use session::consoles::gba;
use std::sync::LazyLock;
use vision::photometry::Colour;

/// The top left pixel of the hero's cell on the screen, in native pixels. The camera keeps it there.
pub const HERO: (i32, i32) = (112, 72);

/// How far the hero's picture reaches above that cell, in native pixels.
pub const HEAD: i32 = 16;

/// The hero's place: the top left pixel of its cell, in pixels of the room. Both are multiples of [`CELL`] while it
/// stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Pixels to the right.
    pub x: i32,
    /// Pixels downwards.
    pub y: i32,
}

impl Place {
    /// The place of a hero who stands on a cell.
    pub const fn on((row, column): Cell) -> Self {
        Self { x: column as i32 * CELL, y: row as i32 * CELL }
    }

    /// The nearest cell of the room.
    pub fn cell(self) -> Cell {
        let nearest = |v: i32| ((v + CELL / 2 - 1).div_euclid(CELL)) as usize;
        (nearest(self.y), nearest(self.x))
    }

    /// The offset from that cell, right and down, in pixels.
    pub fn offset(self) -> (i32, i32) {
        let cell = Self::on(self.cell());
        (self.x - cell.x, self.y - cell.y)
    }

    /// Whether the hero stands on a cell.
    pub const fn stands(self) -> bool {
        self.x % CELL == 0 && self.y % CELL == 0
    }

    /// The top left pixel on the screen of a cell of the room.
    pub const fn on_screen(self, (row, column): Cell) -> (i32, i32) {
        (HERO.0 + column as i32 * CELL - self.x, HERO.1 + row as i32 * CELL - self.y)
    }
}

/// The side of the blocks of the first, coarse comparison, in native pixels.
pub(super) const BLOCK: i32 = 4;

/// What the plan says of a pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Expected {
    Ice,
    Other,
    /// Not known, or both.
    Either,
}

/// How far from ice the plan is certain, in cells. Beyond the walls any colour may lie, in Emerald even that of ice.
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

/// The cells in view on which the plan is certain, if the hero is at `place`: each with its top left pixel on the
/// screen, and whether it is ice.
pub(super) fn told(place: Place) -> impl Iterator<Item = ((i32, i32), bool)> {
    let cells = |from: i32, length: i32, most: usize| {
        let first = from.div_euclid(CELL).max(0);
        first as usize..most.min(((from + length - 1).div_euclid(CELL) + 1).max(0) as usize)
    };
    let rows = cells(place.y - HERO.1, HEIGHT, PLAN.rows());
    let columns = cells(place.x - HERO.0, WIDTH, PLAN.columns());
    let cells = rows.flat_map(move |row| columns.clone().map(move |column| (row, column)));
    cells.filter_map(move |cell| match PLAN[cell] {
        Expected::Either => None,
        expected => Some((place.on_screen(cell), expected == Expected::Ice)),
    })
}

/// How much each pixel of a native picture, and each block, looks like ice. For the built-in themes: how much greener
/// than red it is.
pub(super) struct IceIndex {
    pixels: Vec<f32>,
    blocks: Vec<f32>,
    /// The rows that show the room.
    rows: i32,
}

/// The most that a pixel can count towards ice, in grey levels above the rest of the view: a spot of pure green would
/// otherwise outweigh the floor.
const ENOUGH: f32 = 60.0;

/// The rows above a text box, in native pixels.
const ABOVE_TEXT: i32 = 112;

pub(super) const WIDTH: i32 = gba::SCREEN.0 as i32;
pub(super) const HEIGHT: i32 = gba::SCREEN.1 as i32;

impl IceIndex {
    /// Computes the index of a native picture. `weights` are the channel weights whose sum is larger for ice;
    /// `text_box` leaves out the rows of a text box.
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

    /// The values row by row, and how many make a row; `step` is 1 for pixels, or [`BLOCK`].
    pub fn values(&self, step: i32) -> (&[f32], i32) {
        (if step == 1 { &self.pixels } else { &self.blocks }, WIDTH / step)
    }

    /// Whether a pixel shows the room: neither a text box nor the hero.
    pub fn shows_room(&self, (x, y): (i32, i32)) -> bool {
        let is_hero = (0..CELL).contains(&(x - HERO.0)) && (-HEAD..CELL).contains(&(y - HERO.1));
        y < self.rows && !is_hero
    }

    /// Calls `each` with a pixel of the screen, what the plan says of it and its value, if the hero is at `place`. It
    /// leaves out pixels that do not show the room, or of which the plan says nothing.
    pub fn compare(&self, place: Place, mut each: impl FnMut((i32, i32), bool, f32)) {
        for ((left, top), is_ice) in told(place) {
            for y in top.max(0)..(top + CELL).min(HEIGHT) {
                for x in left.max(0)..(left + CELL).min(WIDTH) {
                    if self.shows_room((x, y)) {
                        each((x, y), is_ice, self.pixels[(y * WIDTH + x) as usize]);
                    }
                }
            }
        }
    }
}

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
