//! The edges of a profile, and looking them up by place.

/// A step in brightness along a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Where, in pixels, to a fraction.
    pub(super) at: f64,
    /// How much, in grey levels over two pixels; negative where it gets darker.
    pub(super) step: f64,
}

/// The weakest step that counts as an edge, in grey levels over two pixels.
const LEAST_STEP: f64 = 9.0;

/// The edges of a profile: where the central difference is extreme, to a fraction of a pixel by a
/// parabola through three values.
pub(super) fn edges(profile: &[f32]) -> Vec<Edge> {
    let slope = |i: usize| f64::from(profile[i + 1] - profile[i - 1]);
    let mut edges = Vec::new();
    for i in 2..profile.len().saturating_sub(2) {
        let here = slope(i);
        if here.abs() < LEAST_STEP {
            continue;
        }
        let (before, after) = (slope(i - 1) * here.signum(), slope(i + 1) * here.signum());
        let peak = here.abs();
        if peak > before && peak >= after {
            let curve = before - 2.0 * peak + after;
            let shift = if curve < 0.0 { 0.5 * (before - after) / curve } else { 0.0 };
            // The central difference at pixel i belongs to that pixel's centre.
            edges.push(Edge { at: i as f64 + 0.5 + shift.clamp(-0.5, 0.5), step: here });
        }
    }
    edges
}

/// Looks up the nearest edge of one sign within a tolerance.
pub(super) struct EdgeMap {
    pub(super) edges: Vec<f64>,
    /// For each pixel, the first edge at or after its left border.
    from: Vec<u32>,
}

impl EdgeMap {
    pub(super) fn new(edges: impl Iterator<Item = f64>, length: usize) -> Self {
        let edges: Vec<f64> = edges.collect();
        let mut from = Vec::with_capacity(length + 1);
        let mut next = 0;
        for pixel in 0..=length {
            while next < edges.len() && edges[next] < pixel as f64 {
                next += 1;
            }
            from.push(next as u32);
        }
        Self { edges, from }
    }

    pub(super) fn between(&self, low: f64, high: f64) -> &[f64] {
        let last = self.from.len() as f64 - 1.0;
        let pixel = low.floor().clamp(0.0, last) as usize;
        let mut first = self.from[pixel] as usize;
        while first < self.edges.len() && self.edges[first] < low {
            first += 1;
        }
        let mut end = first;
        while end < self.edges.len() && self.edges[end] <= high {
            end += 1;
        }
        &self.edges[first..end]
    }

    pub(super) fn nearest(&self, at: f64, tolerance: f64) -> Option<f64> {
        self.between(at - tolerance, at + tolerance)
            .iter()
            .copied()
            .min_by(|a, b| (a - at).abs().total_cmp(&(b - at).abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_lie_where_the_step_is() {
        let profile: Vec<f32> = (0..40)
            .map(|i| {
                if i < 10 {
                    200.0
                } else if i < 25 {
                    50.0
                } else {
                    120.0
                }
            })
            .collect();
        let edges = edges(&profile);
        assert_eq!(edges.len(), 2, "{edges:?}");
        assert!((edges[0].at - 10.0).abs() < 0.51 && edges[0].step < 0.0);
        assert!((edges[1].at - 25.0).abs() < 0.51 && edges[1].step > 0.0);
    }
}
