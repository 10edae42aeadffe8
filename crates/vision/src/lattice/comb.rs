//! Combs among the edges of a line: falling and rising edges at a fixed pitch.

use super::axis::Axis;
use super::edges::{Edge, EdgeMap, edges};
use super::spec::CellSpec;

/// The share of a comb's edges that a scan line must show.
const LEAST_SUPPORT: f64 = 0.65;

/// All combs along a profile of brightness, at scales between two: an axis each, and the share of edges found,
/// 0.65 to 1. The cells of `spec` are darker than what is between them.
pub fn combs_along(profile: &[f32], spec: &CellSpec, scales: (f64, f64)) -> Vec<(Axis, f64)> {
    combs(&edges(profile), profile.len(), spec, scales)
}

/// All combs among the edges of a line, at scales between two: an axis each, and the share of edges
/// found.
pub(super) fn combs(
    edges: &[Edge],
    length: usize,
    spec: &CellSpec,
    scales: (f64, f64),
) -> Vec<(Axis, f64)> {
    if edges.len() < 2 * spec.cells - 3 {
        return Vec::new();
    }
    let falls = EdgeMap::new(edges.iter().filter(|e| e.step < 0.0).map(|e| e.at), length);
    let rises = EdgeMap::new(edges.iter().filter(|e| e.step > 0.0).map(|e| e.at), length);
    let gap = spec.pitch - spec.cell;
    let mut found = Vec::new();
    for &start in &falls.edges {
        let (low, high) = (start + spec.cell * scales.0, start + spec.cell * scales.1);
        let mut best: Option<(Axis, f64)> = None;
        for &end in rises.between(low, high) {
            let scale = (end - start) / spec.cell;
            let Some(next) = falls.nearest(end + gap * scale, 1.3) else { continue };
            let axis = Axis { origin: start, scale: (next - start) / spec.pitch };
            if let Some((axis, support)) = follow(axis, &falls, &rises, spec)
                && support >= LEAST_SUPPORT
                && best.is_none_or(|(_, most)| support > most)
            {
                best = Some((axis, support));
            }
        }
        found.extend(best);
    }
    found
}

/// Follows a comb from its first cell, fitting pitch and phase to what is found on the way.
fn follow(
    mut axis: Axis,
    falls: &EdgeMap,
    rises: &EdgeMap,
    spec: &CellSpec,
) -> Option<(Axis, f64)> {
    let mut fit = Fit::default();
    for cell in 0..spec.cells {
        let native = cell as f64 * spec.pitch;
        let tolerance = if cell < 2 { 1.3 } else { 1.1 };
        if let Some(at) = falls.nearest(axis.at(native), tolerance) {
            fit.falls.add(native, at);
        }
        let native = native + spec.cell;
        if let Some(at) = rises.nearest(axis.at(native), tolerance) {
            fit.rises.add(native, at);
        }
        if cell > 0 {
            axis = fit.axis().unwrap_or(axis);
        }
        // Two edges of the first three cells are missing at the most: else this is no comb.
        if cell == 2 && fit.len() < 4 {
            return None;
        }
    }
    Some((axis, fit.len() as f64 / (2 * spec.cells) as f64))
}

/// A least-squares line through the edges found, falling and rising ones with an offset of their
/// own: a cell's dark rim, narrower than a pixel or blurred, shifts the two in opposite directions.
#[derive(Default)]
struct Fit {
    falls: Moments,
    rises: Moments,
}

/// Sums over pairs of a native and a picture coordinate.
#[derive(Default)]
struct Moments {
    n: f64,
    native: f64,
    at: f64,
    native_native: f64,
    native_at: f64,
}

impl Moments {
    fn add(&mut self, native: f64, at: f64) {
        self.n += 1.0;
        self.native += native;
        self.at += at;
        self.native_native += native * native;
        self.native_at += native * at;
    }

    /// The variance of the native coordinates and their covariance with the picture's, times n.
    fn spread(&self) -> (f64, f64) {
        let mean = self.native / self.n;
        (self.native_native - mean * self.native, self.native_at - mean * self.at)
    }
}

impl Fit {
    fn len(&self) -> usize {
        (self.falls.n + self.rises.n) as usize
    }

    fn axis(&self) -> Option<Axis> {
        let groups = [&self.falls, &self.rises];
        if groups.iter().any(|g| g.n == 0.0) {
            return None;
        }
        let spreads = groups.map(Moments::spread);
        let (var, cov) = (spreads[0].0 + spreads[1].0, spreads[0].1 + spreads[1].1);
        let scale = cov / var;
        let origin = groups.iter().map(|g| (g.at - g.native * scale) / g.n).sum::<f64>() / 2.0;
        (var > 1e-6 && scale > 0.0).then_some(Axis { origin, scale })
    }
}
