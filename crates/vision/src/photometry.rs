//! Undoes what a display, a filter or a dimmed screen does to colours.

use super::gray::WEIGHTS;
use nalgebra::{Matrix3, Matrix4x3, Vector3, Vector4};

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

/// The colour that most places of a board agree on, whatever covers the others: the mean of the places whose nearest
/// three in five are nearest to them. There must be one colour at least.
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

/// The share of places that are compared with each other, and of those that give the mean.
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

/// The variance, in grey levels squared, that measured colours are assumed to have: it keeps a map from separating
/// colours that look alike.
const NOISE: f64 = 6.0;

/// The largest gain in contrast; below a tenth, contrast is noise.
const MOST_GAIN: f64 = 10.0;

impl Photometry {
    /// The least-squares maps between each pair's second colour (seen) and its first (canonical),
    /// regularised towards ones that keep hues (ridge regression about the best scaling of all
    /// channels alike). `None` if the colours have too little contrast to tell.
    pub fn fit(pairs: &[(Colour, Colour)]) -> Option<Self> {
        let [to, from] = [pairs.first()?.0, pairs.first()?.1].map(wide);
        // Sums of differences from the first pair: what does not vary is then zero, and not nearly.
        let n = pairs.len() as f64;
        let (mut sum_to, mut sum_from) = (Vector3::zeros(), Vector3::zeros());
        let [mut to_to, mut from_from, mut to_from] = [Matrix3::<f64>::zeros(); 3];
        for &(canonical, seen) in pairs {
            let (canonical, seen) = (wide(canonical) - to, wide(seen) - from);
            sum_to += canonical;
            sum_from += seen;
            to_to += canonical * canonical.transpose();
            from_from += seen * seen.transpose();
            to_from += canonical * seen.transpose();
        }
        let (mean_to, mean_from) = (sum_to / n, sum_from / n);
        to_to -= mean_to * sum_to.transpose();
        from_from -= mean_from * sum_from.transpose();
        to_from -= mean_to * sum_from.transpose();
        let (to, from) = (to + mean_to, from + mean_from);
        Some(Self {
            undo: map(n, (from, to), from_from, to_from)?,
            make: map(n, (to, from), to_to, to_from.transpose())?,
        })
    }

    /// The canonical colour for one that was seen. May lie outside 0 to 255.
    #[inline]
    pub fn canonical(&self, seen: Colour) -> Colour {
        apply(&self.undo, seen)
    }

    /// The visible colour of a canonical one. May lie outside 0 to 255.
    #[inline]
    pub fn seen(&self, canonical: Colour) -> Colour {
        apply(&self.make, canonical)
    }

    /// What is left of a canonical colour in this light: a grey picture has lost its hue. May lie outside 0 to 255.
    #[inline]
    pub fn left_of(&self, canonical: Colour) -> Colour {
        self.canonical(self.seen(canonical))
    }
}

/// The map from colours whose mean is `from` to ones whose mean is `to`: `within` is the sum of the squares of the
/// former about their mean, `across` that of their products with the latter, of `n` pairs.
fn map(
    n: f64,
    (from, to): (Vector3<f64>, Vector3<f64>),
    within: Matrix3<f64>,
    across: Matrix3<f64>,
) -> Option<Matrix4x3<f32>> {
    let gain = across.trace() / within.trace().max(1e-6);
    if !(gain > 0.0 && gain < MOST_GAIN) {
        return None;
    }
    let ridge = Matrix3::identity() * (NOISE * n);
    let turned = (within + ridge).cholesky()?.solve(&(across.transpose() + ridge * gain));
    let shift = to.transpose() - from.transpose() * turned;
    let map = Matrix4x3::from_fn(|row, i| {
        let value = if row < 3 { turned[(row, i)] } else { shift[i] };
        value as f32
    });
    map.iter().all(|v| v.is_finite()).then_some(map)
}

fn wide(colour: Colour) -> Vector3<f64> {
    Vector3::from(colour.map(f64::from))
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
