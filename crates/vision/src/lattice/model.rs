//! The profile that a lattice must have, and its correlation with one seen.

use super::axis::Axis;
use super::spec::{Along, LatticeSpec};
use crate::correlation::Correlation;
use crate::lens::Reduction;

/// The profile that a lattice must have across its cells, and how much each place of it counts:
/// the inside of the cells differs, their frames and rims do not. Held as running integrals, for
/// the mean over a pixel is then a difference.
pub(super) struct Model {
    /// The pieces of constant brightness, in order.
    pieces: Vec<Piece>,
    /// Native ends of the whole.
    start: f64,
    end: f64,
}

/// A stretch of the profile, and the integrals of brightness and weight up to its start.
struct Piece {
    end: f64,
    shade: f64,
    weight: f64,
    /// The integrals at native 0, were the whole line like this piece: what is added to `x * shade`
    /// and `x * weight` for the integrals up to x.
    offset: (f64, f64),
}

impl Model {
    /// The profile along an axis of the cells that `counts` names; the others have weight 0.
    pub(super) fn new(lattice: &LatticeSpec, along: Along, counts: impl Fn(usize) -> bool) -> Self {
        let [frame, rim, inside, between] = lattice.shades.map(f64::from);
        let (spec, _) = lattice.along(along);
        let start = -spec.frame - 2.0;
        let mut model = Self { pieces: Vec::new(), start, end: start };
        for cell in 0..spec.cells {
            let start = cell as f64 * spec.pitch;
            let w = if counts(cell) { 1.0 } else { 0.0 };
            for (end, shade, weight) in [
                (start - spec.frame, between, w),
                (start, frame, w),
                (start + spec.rim, rim, w),
                (start + spec.rim + 1.0, inside, 0.5 * w),
                (start + spec.cell - spec.rim - 1.0, inside, 0.0),
                (start + spec.cell - spec.rim, inside, 0.5 * w),
                (start + spec.cell, rim, w),
                (start + spec.cell + spec.frame, frame, w),
            ] {
                model.push(end, shade, weight);
            }
        }
        let last = if counts(spec.cells - 1) { 1.0 } else { 0.0 };
        model.push(model.end + 2.0, between, last);
        model
    }

    /// Shade and weight of each native line, for lattices whose pieces end at whole native pixels.
    pub(super) fn lines(&self) -> Vec<(f64, f64)> {
        let count = (self.end - self.start).round() as usize;
        let at = |i: usize| self.start + i as f64 + 0.5;
        let piece = |x: f64| self.pieces.iter().find(|p| p.end > x);
        (0..count).filter_map(|i| piece(at(i))).map(|p| (p.shade, p.weight)).collect()
    }

    fn push(&mut self, end: f64, shade: f64, weight: f64) {
        // The integrals are continuous where the pieces meet.
        let (s, w) = self.pieces.last().map_or((0.0, 0.0), |p| p.integrals(self.end));
        let offset = (s - shade * self.end, w - weight * self.end);
        self.pieces.push(Piece { end, shade, weight, offset });
        self.end = end;
    }

    /// The weighted normalised cross-correlation with the profile `seen`, whose first value is that
    /// of pixel `from`.
    pub(super) fn correlation(&self, seen: &[f32], from: usize, axis: Axis) -> f64 {
        let pixel = 1.0 / axis.scale;
        let native = |i: usize| ((from + i) as f64 - axis.origin) * pixel;
        // A pixel counts if at least half of it lies on the model.
        let first = (axis.at(self.start) - 0.5 - from as f64).ceil().max(0.0) as usize;
        let last = (axis.at(self.end) - 0.5 - from as f64).floor();
        let last = (last.max(-1.0) + 1.0) as usize;
        let Some(seen) = seen.get(first..last.min(seen.len())) else { return -1.0 };
        let mut sums = Correlation::default();
        let mut pieces = self.pieces.iter();
        let Some(mut piece) = pieces.next() else { return -1.0 };
        let mut low = native(first).max(self.start);
        while piece.end < low
            && let Some(next) = pieces.next()
        {
            piece = next;
        }
        let (mut shade_low, mut weight_low) = piece.integrals(low);
        for (i, &value) in seen.iter().enumerate() {
            let high = native(first + i + 1).min(self.end);
            while piece.end < high
                && let Some(next) = pieces.next()
            {
                piece = next;
            }
            let (shade_high, weight_high) = piece.integrals(high);
            let (shade, weight) = (shade_high - shade_low, weight_high - weight_low);
            sums.add(shade / (high - low), f64::from(value), weight * axis.scale);
            (low, shade_low, weight_low) = (high, shade_high, weight_high);
        }
        sums.value()
    }

    /// The weighted normalised cross-correlation with what is seen in a picture that came about by
    /// `reduction`; `lines` are those of the model.
    pub(super) fn explains(
        &self,
        lines: &[(f64, f64)],
        seen: &[f32],
        from: usize,
        axis: Axis,
        reduction: Reduction,
    ) -> f64 {
        match reduction {
            Reduction::Area => self.correlation(seen, from, axis),
            Reduction::Nearest => self.agreement(seen, from, axis),
            _ => agreement_of_lines(lines, self.start, seen, from, axis, reduction),
        }
    }

    /// The weighted normalised cross-correlation where each pixel shows the native place of its
    /// centre.
    fn agreement(&self, seen: &[f32], from: usize, axis: Axis) -> f64 {
        let mut sums = Correlation::default();
        let mut pieces = self.pieces.iter();
        let Some(mut piece) = pieces.next() else { return -1.0 };
        for (i, &value) in seen.iter().enumerate() {
            let native = ((from + i) as f64 + 0.5 - axis.origin) / axis.scale;
            while piece.end <= native
                && let Some(next) = pieces.next()
            {
                piece = next;
            }
            sums.add(piece.shade, f64::from(value), piece.weight);
        }
        sums.value()
    }
}

/// The weighted normalised cross-correlation where each pixel shows the native lines that `reduction`
/// mixes in it; `lines` are shade and weight of each, the first of which begins at `start`.
fn agreement_of_lines(
    lines: &[(f64, f64)],
    start: f64,
    seen: &[f32],
    from: usize,
    axis: Axis,
    reduction: Reduction,
) -> f64 {
    let mut sums = Correlation::default();
    for (i, &value) in seen.iter().enumerate() {
        let line = |pixel: usize| (pixel as f64 - axis.origin) / axis.scale - start;
        let (low, high) = (line(from + i), line(from + i + 1));
        // A pixel that shows more than the lines does not count.
        if low < 0.0 || high >= lines.len() as f64 {
            continue;
        }
        let (mut shade, mut weight) = (0.0, 0.0);
        reduction.shares(low, high, lines.len() as u32, |n, share| {
            let line = lines[n as usize];
            shade += line.0 * f64::from(share);
            weight += line.1 * f64::from(share);
        });
        sums.add(shade, f64::from(value), weight);
    }
    sums.value()
}

impl Piece {
    /// The integrals of brightness and weight up to native `x`.
    fn integrals(&self, x: f64) -> (f64, f64) {
        (x * self.shade + self.offset.0, x * self.weight + self.offset.1)
    }
}
