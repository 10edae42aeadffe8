//! How like the drawings a mark is.

use super::drawing::Drawing;
use super::sample::Marked;
use super::shapes::{Ink, Mark, Shape};
use std::collections::HashMap;
use std::sync::Arc;

/// The least height of a mark to its cell's.
const LEAST_HEIGHT: f32 = 0.22;

/// How strong the ink at the rim of a mark's box is at least.
const AT_RIM: f32 = 0.3;

/// Drawings that are rendered at the size of the mark: those whose stretched shape is most like it.
const RENDERED: usize = 10;

/// Marks that are remembered.
const MOST_KNOWN: usize = 2_000;

/// How like each drawing a mark is.
#[derive(Clone, Debug)]
pub(super) struct Likeness {
    drawings: Arc<[Drawing]>,
    /// Of each drawing, -1 to 1.
    likeness: Vec<f32>,
}

impl Likeness {
    /// `None` if it is too small to be a mark.
    pub fn of(ink: &Ink, cell_height: f32, drawings: &Arc<[Drawing]>) -> Option<Self> {
        let bounds = ink.bounds(AT_RIM)?;
        if bounds[3] - bounds[1] < LEAST_HEIGHT * cell_height {
            return None;
        }
        let shape = Shape::of(ink, bounds)?;
        // What is not rendered is less like it by as much as those gain that are.
        let mut all: Vec<f32> = drawings.iter().map(|drawn| shape.likeness(&drawn.shape)).collect();
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by(|a, b| all[*b].total_cmp(&all[*a]));
        for i in order.into_iter().take(RENDERED) {
            all[i] = drawings[i].fit(ink, bounds);
        }
        Some(Self { drawings: Arc::clone(drawings), likeness: all })
    }

    /// How like the drawing of this meaning that is most alike.
    pub fn best(&self, which: Mark) -> f32 {
        self.drawing(&[which]).map_or(-1.0, |(_, likeness)| likeness)
    }

    /// The drawing of these marks that is most alike, and how much.
    pub fn drawing(&self, which: &[Mark]) -> Option<(&Shape, f32)> {
        let of = self
            .likeness
            .iter()
            .zip(self.drawings.iter())
            .filter(|(_, drawn)| which.contains(&drawn.mark));
        let best = of.max_by(|(a, _), (b, _)| a.total_cmp(b));
        best.map(|(likeness, drawn)| (&drawn.shape, *likeness))
    }

    /// By how much one mark leads over another, where 1 is the lead that its drawing itself has: what
    /// differs in a small part only is told apart by that part.
    pub fn lead(&self, one: &[Mark], other: &[Mark]) -> f32 {
        match (self.drawing(one), self.drawing(other)) {
            (Some((a, like_a)), Some((b, like_b))) => {
                (like_a - like_b) / (1.0 - a.likeness(b)).max(0.01)
            }
            _ => 0.0,
        }
    }

    /// How like each other the drawings of two marks are that are most like this one.
    pub fn alike(&self, one: &[Mark], other: &[Mark]) -> f32 {
        match (self.drawing(one), self.drawing(other)) {
            (Some((a, _)), Some((b, _))) => a.likeness(b),
            _ => -1.0,
        }
    }

    /// How like the drawing of one mark that is most like this the nearest drawing of another is.
    pub fn nearest(&self, one: &[Mark], others: &[Mark]) -> f32 {
        let Some((one, _)) = self.drawing(one) else { return -1.0 };
        let drawn = self.drawings.iter().filter(|drawn| others.contains(&drawn.mark));
        drawn.map(|drawn| drawn.shape.likeness(one)).fold(-1.0, f32::max)
    }
}

/// The marks that were compared: most are seen many times, pixel for pixel. By the address of the
/// drawings, which a likeness keeps alive, the width, and the ink.
#[derive(Clone, Debug, Default)]
pub(super) struct Likenesses(HashMap<(usize, usize, Vec<u8>), Option<Likeness>>);

impl Likenesses {
    /// `None` if it is too small to be a mark.
    pub fn of(&mut self, marked: &Marked, drawings: &Arc<[Drawing]>) -> Option<&Likeness> {
        let Marked { ink, cell_height, .. } = marked;
        let pixels = ink.pixels.iter().map(|ink| (ink * 255.0) as u8).collect();
        if self.0.len() >= MOST_KNOWN {
            self.0.clear();
        }
        let known = self.0.entry((drawings.as_ptr() as usize, ink.width, pixels));
        known.or_insert_with(|| Likeness::of(ink, *cell_height, drawings)).as_ref()
    }
}
