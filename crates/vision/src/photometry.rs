//! Undoing what a display, a filter or a dimmed screen does to colours.

use super::gray::WEIGHTS;
use nalgebra::{Matrix4, Matrix4x3, Vector4};

/// A colour, red, green and blue from 0 to 255.
pub type Colour = [f32; 3];

/// The luminance of a colour, 0 to 255.
#[inline]
pub fn luminance(colour: Colour) -> f32 {
    colour.iter().zip(WEIGHTS).map(|(c, weight)| c * f32::from(weight)).sum::<f32>() / 256.0
}

/// Whether each channel of two colours is less than `most` apart.
#[inline]
pub fn near(a: &Colour, b: &Colour, most: f32) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < most)
}

/// The median of colours by channel: what covers fewer than half of the places does not count. There
/// must be one colour at least.
pub fn median(mut colours: Vec<Colour>) -> Colour {
    std::array::from_fn(|i| {
        let middle = colours.len() / 2;
        colours.select_nth_unstable_by(middle, |a, b| a[i].total_cmp(&b[i])).1[i]
    })
}

/// The colour that most of the colours are like, as the places of a board show it: what covers the
/// others may be of any colours. That of the places whose nearest three in five are nearest to them.
/// There must be one colour at least.
pub fn usual(colours: &[Colour]) -> Colour {
    let count = |share: f32| ((share * colours.len() as f32) as usize).max(1);
    let off = |a: &Colour, b: &Colour| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f32>();
    let nearest = |colour: &Colour| {
        let mut others: Vec<(f32, Colour)> = colours.iter().map(|c| (off(colour, c), *c)).collect();
        others.sort_by(|a, b| a.0.total_cmp(&b.0));
        others
    };
    let spread = |others: &[(f32, Colour)]| others[..count(LIKE)].iter().map(|o| o.0).sum::<f32>();
    let mut best = nearest(&colours[0]);
    for colour in &colours[1..] {
        let others = nearest(colour);
        if spread(&others) < spread(&best) {
            best = others;
        }
    }
    let like = &best[..count(MEANT)];
    std::array::from_fn(|i| like.iter().map(|o| o.1[i]).sum::<f32>() / like.len() as f32)
}

/// The share of places that are held against each other, and of those that give the mean.
const LIKE: f32 = 0.6;
const MEANT: f32 = 0.4;

/// An affine map of colours: `canonical = A * seen + b`, with a full 3x3 matrix `A`, so that it
/// undoes tints, brightness, contrast and saturation alike; and the one that makes them. Where colours are lost,
/// as in a grey picture, neither is the other's inverse: what they have in common is undone, all is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Photometry {
    undo: Matrix4x3<f32>,
    make: Matrix4x3<f32>,
}

/// Keeps a map from tearing apart colours that look alike, as in a picture with hardly any
/// saturation: the variance, in grey levels squared, that measured colours are taken to have.
const NOISE: f32 = 6.0;

/// How much more contrast colours may have on one side than on the other: less than a tenth is noise.
const MOST_GAIN: f32 = 10.0;

impl Photometry {
    /// The least-squares maps between each pair's second colour (seen) and its first (canonical),
    /// regularised towards ones that keep hues (ridge regression about the best scaling of all
    /// channels alike). `None` if the colours have too little contrast to tell.
    pub fn fit(pairs: &[(Colour, Colour)]) -> Option<Self> {
        let turned: Vec<(Colour, Colour)> = pairs.iter().map(|&(to, from)| (from, to)).collect();
        Some(Self { undo: Self::map(pairs)?, make: Self::map(&turned)? })
    }

    /// The map that takes each pair's second colour to its first.
    fn map(pairs: &[(Colour, Colour)]) -> Option<Matrix4x3<f32>> {
        let n = pairs.len() as f32;
        let mean = |f: fn(&(Colour, Colour)) -> Colour, i: usize| {
            pairs.iter().map(|p| f(p)[i]).sum::<f32>() / n
        };
        let (mut var, mut cov) = (0.0, 0.0);
        for i in 0..3 {
            let (to, from) = (mean(|p| p.0, i), mean(|p| p.1, i));
            for (canonical, seen) in pairs {
                var += (seen[i] - from).powi(2);
                cov += (seen[i] - from) * (canonical[i] - to);
            }
        }
        let gain = cov / var.max(1e-6);
        if !(gain > 0.0 && gain < MOST_GAIN) {
            return None;
        }
        let mut normal = Matrix4::<f32>::zeros();
        let mut right = Matrix4x3::<f32>::zeros();
        for (canonical, seen) in pairs {
            let row = Vector4::new(seen[0], seen[1], seen[2], 1.0);
            normal += row * row.transpose();
            for (i, &value) in canonical.iter().enumerate() {
                right.set_column(i, &(right.column(i) + row * value));
            }
        }
        let ridge = NOISE * n;
        for i in 0..3 {
            normal[(i, i)] += ridge;
            right[(i, i)] += ridge * gain;
        }
        let map = normal.cholesky()?.solve(&right);
        map.iter().all(|v| v.is_finite()).then_some(map)
    }

    /// The canonical colour for one that was seen. May lie outside 0 to 255.
    #[inline]
    pub fn canonical(&self, seen: Colour) -> Colour {
        apply(&self.undo, seen)
    }

    /// How a canonical colour is seen. May lie outside 0 to 255.
    #[inline]
    pub fn seen(&self, canonical: Colour) -> Colour {
        apply(&self.make, canonical)
    }
}

fn apply(map: &Matrix4x3<f32>, [r, g, b]: Colour) -> Colour {
    let row = Vector4::new(r, g, b, 1.0);
    std::array::from_fn(|i| map.column(i).dot(&row))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLOURS: [Colour; 6] = [
        [10.0, 10.0, 10.0],
        [250.0, 250.0, 250.0],
        [40.0, 160.0, 100.0],
        [230.0, 115.0, 80.0],
        [50.0, 150.0, 255.0],
        [200.0, 100.0, 230.0],
    ];

    fn undone(change: impl Fn(Colour) -> Colour) -> Colour {
        let map = Photometry::fit(&COLOURS.map(|c| (c, change(c)))).unwrap();
        map.canonical(change([190.0, 140.0, 130.0]))
    }

    #[test]
    fn a_tint_and_a_loss_of_saturation_are_undone() {
        let tint = |c: Colour| [0.5 * c[0] + 10.0, 0.9 * c[1], 0.3 * c[2] + 50.0];
        let pale = |c: Colour| {
            let gray = luminance(c);
            c.map(|v| gray + 0.3 * (v - gray))
        };
        for back in [undone(tint), undone(pale)] {
            assert!((back[0] - 190.0).abs() < 8.0, "{back:?}");
            assert!((back[1] - 140.0).abs() < 8.0, "{back:?}");
            assert!((back[2] - 130.0).abs() < 8.0, "{back:?}");
        }
    }

    #[test]
    fn what_lies_over_some_places_does_not_change_the_usual_colour() {
        let table = [41.0, 165.0, 107.0];
        let line = [250.0, 60.0, 90.0];
        let mut colours = vec![table; 5];
        colours.extend([line, line, [250.0; 3], [20.0, 30.0, 200.0]]);
        assert_eq!(usual(&colours), table);
        assert_eq!(usual(&[line]), line);
    }

    #[test]
    fn without_contrast_there_is_no_map() {
        assert_eq!(Photometry::fit(&COLOURS.map(|c| (c, [7.0; 3]))), None);
        assert_eq!(Photometry::fit(&COLOURS.map(|c| (c, c.map(|v| 255.0 - v)))), None);
    }
}
