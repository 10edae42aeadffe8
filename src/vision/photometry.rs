//! Undoing what a display, a filter or a dimmed screen does to colours.

/// A map of colours, each channel by itself: `canonical = (seen - offset) / gain`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Photometry {
    gain: [f32; 3],
    offset: [f32; 3],
}

impl Photometry {
    /// The least-squares map that takes each pair's second colour (seen) to its first (canonical).
    /// `None` if a channel has too little contrast to tell (below a twentieth of the canonical).
    pub fn fit(pairs: &[([f32; 3], [f32; 3])]) -> Option<Self> {
        let n = pairs.len() as f32;
        let (mut gain, mut offset) = ([0.0; 3], [0.0; 3]);
        for channel in 0..3 {
            let mean =
                |f: &dyn Fn(&([f32; 3], [f32; 3])) -> f32| pairs.iter().map(f).sum::<f32>() / n;
            let (mx, my) = (mean(&|p| p.0[channel]), mean(&|p| p.1[channel]));
            let var = mean(&|p| (p.0[channel] - mx).powi(2));
            let cov = mean(&|p| (p.0[channel] - mx) * (p.1[channel] - my));
            gain[channel] = cov / var.max(1e-6);
            offset[channel] = my - gain[channel] * mx;
        }
        gain.iter().all(|&g| g > 0.05).then_some(Self { gain, offset })
    }

    /// The canonical colour for one that was seen. May lie outside 0 to 255.
    pub fn canonical(&self, seen: [f32; 3]) -> [f32; 3] {
        std::array::from_fn(|i| (seen[i] - self.offset[i]) / self.gain[i])
    }

    /// The mean gain over the channels: 1 for a picture as the game draws it, about a half for a
    /// dimmed one.
    pub fn gain(&self) -> f32 {
        self.gain.iter().sum::<f32>() / 3.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tint_is_undone() {
        let tint = |c: [f32; 3]| [0.5 * c[0] + 10.0, 0.9 * c[1], 0.3 * c[2] + 50.0];
        let colours = [[0.0, 0.0, 0.0], [255.0, 255.0, 255.0], [40.0, 160.0, 100.0]];
        let map = Photometry::fit(&colours.map(|c| (c, tint(c)))).unwrap();
        let back = map.canonical(tint([200.0, 30.0, 60.0]));
        assert!((back[0] - 200.0).abs() < 0.1 && (back[2] - 60.0).abs() < 0.1, "{back:?}");
        assert_eq!(Photometry::fit(&colours.map(|c| (c, [7.0; 3]))), None);
    }
}
