//! The light frames around the cards: where they are seen, nothing lies over a card's rim.

use super::Screen;
use super::layout::{SIZE, corner};
use crate::grid::{Cell, Grid};
use crate::vision::photometry::{Colour, Photometry, luminance, median};

/// The halves of a card's sides: above, below, left and right, each its first and its second half.
/// The links between the cards meet the middle.
type Halves<T> = [[T; 2]; 4];

/// Along which halves of its sides each card's frame is seen, be it white or the cursor's.
pub(super) struct Frames(Grid<Halves<bool>>);

impl Frames {
    pub fn of(screen: &Screen, light: &Photometry) -> Self {
        let seen = Grid::from_fn(SIZE, SIZE, |r, c| halves(screen, light, corner((r, c))));
        let usual: Halves<Colour> = std::array::from_fn(|side| {
            std::array::from_fn(|half| {
                let median = median(seen.iter().map(|halves| halves[side][half]).collect());
                // Of a board that is mostly covered it is that of something else.
                if near(&median, &USUAL, MOST_OFF_USUAL) { median } else { USUAL }
            })
        });
        Self(Grid::from_fn(SIZE, SIZE, |r, c| {
            std::array::from_fn(|side| {
                std::array::from_fn(|half| {
                    let colour = &seen[(r, c)][side][half];
                    near(colour, &usual[side][half], MOST_OFF) || is_cursor(colour)
                })
            })
        }))
    }

    /// Where a card's frame is seen.
    pub fn halves(&self, cell: Cell) -> &Halves<bool> {
        &self.0[cell]
    }

    /// Whether anything of a card's frame is seen.
    pub fn is_seen(&self, cell: Cell) -> bool {
        self.0[cell].as_flattened().contains(&true)
    }

    /// The sides of a card, of four, along which its frame is seen.
    pub fn sides(&self, cell: Cell) -> usize {
        self.0[cell].iter().filter(|side| **side == [true; 2]).count()
    }
}

/// The colours of a frame and the dark edge inside it together. The cursor's frame lies a pixel
/// farther in.
fn halves(screen: &Screen, light: &Photometry, (x, y): (u32, u32)) -> Halves<Colour> {
    let seen = |x, y, w, h| light.canonical(screen.mean(x, y, w, h));
    let halves = [2, 17];
    [
        halves.map(|d| seen(x + d, y - 1, 5, 2)),
        halves.map(|d| seen(x + d, y + 23, 5, 2)),
        halves.map(|d| seen(x - 1, y + d, 2, 5)),
        halves.map(|d| seen(x + 23, y + d, 2, 5)),
    ]
}

fn near(a: &Colour, b: &Colour, most: f32) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < most)
}

/// A white frame and its edge.
const USUAL: Colour = [115.0, 150.0, 137.0];
/// How far each channel of a board's usual frame may be off that.
const MOST_OFF_USUAL: f32 = 60.0;
/// How far each channel of a frame may be off the usual one.
const MOST_OFF: f32 = 65.0;

/// Whether it may be the cursor's frame, red or yellow: (165, 101, 84) to (222, 74, 72), or
/// (256, 190, 49).
fn is_cursor(colour: &Colour) -> bool {
    let [r, g, b] = *colour;
    r > 100.0 && r - b > 60.0 && (20.0..215.0).contains(&g) && luminance(*colour) < 204.0
}
