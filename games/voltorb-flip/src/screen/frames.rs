//! The light frames around the cards: where they are seen, nothing lies over a card's rim.

use super::layout::{SIZE, corner};
use super::native::Screen;
use grid::{Cell, Grid};
use vision::photometry::{Colour, Photometry, luminance, median, near};

/// The halves of a card's sides: above, below, left and right, each its first and its second half.
/// The links between the cards meet the middle.
type Halves<T> = [[T; 2]; 4];

/// A side of a card, in the order of [`Halves`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Above,
    Below,
    Left,
    Right,
}

impl Side {
    pub const ALL: [Self; 4] = [Self::Above, Self::Below, Self::Left, Self::Right];

    pub fn opposite(self) -> Self {
        match self {
            Self::Above => Self::Below,
            Self::Below => Self::Above,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The card on that side.
    pub fn beside(self, (row, column): Cell) -> Option<Cell> {
        let (row, column) = match self {
            Self::Above => (row.checked_sub(1)?, column),
            Self::Below => (row + 1, column),
            Self::Left => (row, column.checked_sub(1)?),
            Self::Right => (row, column + 1),
        };
        (row < SIZE && column < SIZE).then_some((row, column))
    }
}

/// Along which halves of its sides each card's frame is seen, be it white or the cursor's.
pub(super) struct Frames(Grid<Halves<bool>>);

impl Frames {
    pub fn of(screen: &Screen, light: &Photometry) -> Self {
        let seen = Grid::from_fn(SIZE, SIZE, |r, c| halves(screen, light, corner((r, c))));
        let usual: Halves<Colour> = std::array::from_fn(|side| {
            std::array::from_fn(|half| {
                let median = median(seen.iter().map(|halves| halves[side][half].colour).collect());
                // Of a board that is mostly covered it is that of something else.
                if near(&median, &USUAL, MOST_OFF_USUAL) { median } else { USUAL }
            })
        });
        // Below native size a frame and its edge are mixed in another way in each line.
        let alike = |(r, c): Cell, side: usize, half: usize| {
            let of_line = (0..SIZE).map(|i| if side < 2 { (r, i) } else { (i, c) });
            let line = median(of_line.map(|cell| seen[cell][side][half].colour).collect());
            near(&line, &USUAL, MOST_OFF_MIXED)
                && near(&seen[(r, c)][side][half].colour, &line, MOST_OFF_LINE)
        };
        Self(Grid::from_fn(SIZE, SIZE, |r, c| {
            std::array::from_fn(|side| {
                std::array::from_fn(|half| {
                    let Half { colour, step } = &seen[(r, c)][side][half];
                    (*step > LEAST_STEP && near(colour, &usual[side][half], MOST_OFF))
                        || is_cursor(colour)
                        || (screen.lens.is_some() && alike((r, c), side, half))
                })
            })
        }))
    }

    /// The halves of a card's sides along which its frame is visible.
    pub fn halves(&self, cell: Cell) -> &Halves<bool> {
        &self.0[cell]
    }

    /// Whether anything of a card's frame is seen.
    pub fn is_seen(&self, cell: Cell) -> bool {
        self.0[cell].as_flattened().contains(&true)
    }

    /// Whether a card's frame is seen all along a side.
    pub fn is_whole(&self, cell: Cell, side: Side) -> bool {
        self.0[cell][side as usize] == [true; 2]
    }

    /// The sides of a card, of four, along which its frame is seen.
    pub fn sides(&self, cell: Cell) -> usize {
        self.0[cell].iter().filter(|side| **side == [true; 2]).count()
    }
}

/// A frame and the dark edge inside it, along half of a side.
struct Half {
    /// Of both together: the cursor's frame lies a pixel farther in.
    colour: Colour,
    /// How much brighter the frame is.
    step: f32,
}

fn halves(screen: &Screen, light: &Photometry, (x, y): (u32, u32)) -> Halves<Half> {
    let half = |frame: (u32, u32), edge: (u32, u32), (w, h): (u32, u32)| {
        let [frame, edge] = [frame, edge].map(|(x, y)| light.canonical(screen.mean(x, y, w, h)));
        Half {
            colour: std::array::from_fn(|i| (frame[i] + edge[i]) / 2.0),
            step: luminance(frame) - luminance(edge),
        }
    };
    let (across, down) = ((5, 1), (1, 5));
    let halves = [2, 17];
    [
        halves.map(|d| half((x + d, y - 1), (x + d, y), across)),
        halves.map(|d| half((x + d, y + 24), (x + d, y + 23), across)),
        halves.map(|d| half((x - 1, y + d), (x, y + d), down)),
        halves.map(|d| half((x + 24, y + d), (x + 23, y + d), down)),
    ]
}

/// A white frame and its edge.
const USUAL: Colour = [115.0, 150.0, 137.0];
/// How far each channel of a board's usual frame may be off that.
const MOST_OFF_USUAL: f32 = 60.0;
/// How far each channel of a frame may be off the usual one.
const MOST_OFF: f32 = 65.0;

/// How far each channel of a line's frames may be off a white one where it is mixed with its edge or
/// with the table, and how far each of its frames may be off the others.
const MOST_OFF_MIXED: f32 = 95.0;
const MOST_OFF_LINE: f32 = 25.0;

/// By how much a frame is brighter than its edge at the least: 183 in native pixels, less where
/// they are blurred.
const LEAST_STEP: f32 = 20.0;

/// Whether it may be the cursor's frame, red or yellow: (165, 101, 84) to (222, 74, 72), or
/// (256, 190, 49).
fn is_cursor(colour: &Colour) -> bool {
    let [r, g, b] = *colour;
    r > 100.0 && r - b > 60.0 && (20.0..215.0).contains(&g) && luminance(*colour) < 204.0
}
