//! Compares marks with the drawings of a theme.

use super::drawing::Drawing;
use super::likelihood::of_shape;
use super::sample::Marked;
use super::shapes::{Ink, Mark, Shape};
use std::collections::HashMap;
use std::sync::Arc;

/// The least height of a mark, as a share of its cell's.
const LEAST_HEIGHT: f32 = 0.22;

/// The least strengths of the ink at the rim of a mark's box, 0 to 1. Strokes that are blurred are weak at their ends; what
/// compression leaves around strokes may be as strong. So both boxes are looked at where they differ by a pixel or more.
const AT_RIM: [f32; 2] = [0.3, 0.5];

/// The evidence for another number than the one that its ground tells, as a logarithm of odds, beyond which the two
/// contradict each other.
const CONTRADICTS: f32 = 3.5;

/// How many drawings are rendered at the size of the mark: those with the most similar stretched shape.
const RENDERED: usize = 10;

/// The most marks that are remembered.
const MOST_KNOWN: usize = 2_000;

/// The correlation of a mark with each drawing.
#[derive(Clone, Debug)]
pub(super) struct Likeness {
    drawings: Arc<[Drawing]>,
    /// Of each drawing, -1 to 1.
    likeness: Vec<f32>,
}

impl Likeness {
    /// Compares a mark with the drawings; `None` if it is too small to be a mark.
    pub fn of(ink: &Ink, cell_height: f32, drawings: &Arc<[Drawing]>) -> Option<Self> {
        let [wide, tight] = AT_RIM.map(|least| ink.bounds(least));
        let (wide, tight) = (wide?, tight?);
        let is_mark = |bounds: [f32; 4]| bounds[3] - bounds[1] >= LEAST_HEIGHT * cell_height;
        let mut likeness = Self::within(ink, wide, drawings).filter(|_| is_mark(wide))?;
        if is_mark(tight) && wide.iter().zip(tight).any(|(a, b)| (a - b).abs() >= 1.0) {
            let again = Self::within(ink, tight, drawings)?;
            likeness.likeness.iter_mut().zip(again.likeness).for_each(|(a, b)| *a = a.max(b));
        }
        Some(likeness)
    }

    /// Compares the mark that is about as large as `bounds` with the drawings.
    fn within(ink: &Ink, bounds: [f32; 4], drawings: &Arc<[Drawing]>) -> Option<Self> {
        let shape = Shape::of(ink, bounds)?;
        let mut all: Vec<f32> = drawings.iter().map(|drawn| shape.likeness(&drawn.shape)).collect();
        let mut order: Vec<usize> = (0..all.len()).collect();
        order.sort_by(|a, b| all[*b].total_cmp(&all[*a]));
        let mut rendered: Vec<Mark> = Vec::new();
        for (rank, i) in order.into_iter().enumerate() {
            // Of each mark one at least: next to what is rendered, what is not looks unlike.
            let mark = drawings[i].mark;
            if rank < RENDERED || !rendered.contains(&mark) {
                all[i] = drawings[i].fit(ink, bounds);
                rendered.push(mark);
            }
        }
        Some(Self { drawings: Arc::clone(drawings), likeness: all })
    }

    /// The correlation with the most similar drawing of this meaning, -1 to 1.
    pub fn best(&self, which: Mark) -> f32 {
        self.drawing(&[which]).map_or(-1.0, |(_, likeness)| likeness)
    }

    /// The most similar drawing of these marks, and its correlation.
    pub fn drawing(&self, which: &[Mark]) -> Option<(&Shape, f32)> {
        let of = self
            .likeness
            .iter()
            .zip(self.drawings.iter())
            .filter(|(_, drawn)| which.contains(&drawn.mark));
        let best = of.max_by(|(a, _), (b, _)| a.total_cmp(b));
        best.map(|(likeness, drawn)| (&drawn.shape, *likeness))
    }

    /// By how much one mark leads over another; 1 is the lead that its drawing itself has. So the part in which two
    /// marks differ decides between them.
    pub fn lead(&self, one: &[Mark], other: &[Mark]) -> f32 {
        match (self.drawing(one), self.drawing(other)) {
            (Some((a, like_a)), Some((b, like_b))) => {
                (like_a - like_b) / (1.0 - a.likeness(b)).max(0.01)
            }
            _ => 0.0,
        }
    }

    /// Whether the mark is clearly another number than this one.
    pub fn speaks_against(&self, number: u8) -> bool {
        let evidence = |number| of_shape(self.best(Mark::Number(number)));
        let others = (1..=8).filter(|other| *other != number).map(evidence);
        others.fold(0.0, f32::max) - evidence(number) > CONTRADICTS
    }

    /// The correlation of the two most similar drawings of two marks.
    pub fn alike(&self, one: &[Mark], other: &[Mark]) -> f32 {
        match (self.drawing(one), self.drawing(other)) {
            (Some((a, _)), Some((b, _))) => a.likeness(b),
            _ => -1.0,
        }
    }

    /// The correlation of the most similar drawing of one mark with the nearest drawing of another.
    pub fn nearest(&self, one: &[Mark], others: &[Mark]) -> f32 {
        let Some((one, _)) = self.drawing(one) else { return -1.0 };
        let drawn = self.drawings.iter().filter(|drawn| others.contains(&drawn.mark));
        drawn.map(|drawn| drawn.shape.likeness(one)).fold(-1.0, f32::max)
    }
}

/// A cache of compared marks, since most recur pixel for pixel. Its keys are the address of the drawings (which a
/// likeness keeps alive), the width, and the ink.
#[derive(Clone, Debug, Default)]
pub(super) struct Likenesses(HashMap<(usize, usize, Vec<u8>), Option<Likeness>>);

impl Likenesses {
    /// Compares a mark with the drawings; `None` if it is too small to be a mark.
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
