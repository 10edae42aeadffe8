//! Zero-mean normalised cross-correlation: how alike two signals are, whatever their brightness and
//! contrast.
//!
//! Of values a and b with weights w it is
//! `sum w (a - A) (b - B) / sqrt(sum w (a - A)² · sum w (b - B)²)`, with A and B the weighted means: from
//! -1 to 1 (J. P. Lewis, "Fast Template Matching", Vision Interface 1995). For vectors of zero mean and
//! unit norm, as templates are prepared, that is the [`dot`] product.

/// The dot product of two vectors.
#[inline]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Scales values to unit norm, and returns their former norm; values of norm 0 stay 0.
pub fn scale_to_unit(values: &mut [f32]) -> f32 {
    let norm = dot(values, values).sqrt();
    values.iter_mut().for_each(|v| *v /= norm.max(f32::MIN_POSITIVE));
    norm
}

/// Gives values zero mean and unit norm, and returns their former norm about the mean: the standard deviation times
/// the root of their number.
pub fn normalise(values: &mut [f32]) -> f32 {
    let mean = values.iter().sum::<f32>() / values.len() as f32;
    values.iter_mut().for_each(|v| *v -= mean);
    scale_to_unit(values)
}

/// Accumulates the correlation of pairs of values, each with a weight.
#[derive(Clone, Copy, Debug, Default)]
pub struct Correlation {
    n: f64,
    a: f64,
    b: f64,
    aa: f64,
    bb: f64,
    ab: f64,
}

impl Correlation {
    /// Adds a pair of values.
    #[inline]
    pub fn add(&mut self, a: f64, b: f64, weight: f64) {
        self.n += weight;
        self.a += weight * a;
        self.b += weight * b;
        self.aa += weight * a * a;
        self.bb += weight * b * b;
        self.ab += weight * a * b;
    }

    /// The product of the weighted sums of squares about the means.
    fn squares(&self) -> f64 {
        let Self { n, a, b, aa, bb, .. } = self;
        (aa - a * a / n) * (bb - b * b / n)
    }

    /// The correlation, -1 to 1; -1 where either side is of one value.
    #[inline]
    pub fn value(&self) -> f64 {
        let Self { n, a, b, ab, .. } = self;
        let norm = self.squares();
        if *n > 0.0 && norm > 0.0 { (ab - a * b / n) / norm.sqrt() } else { -1.0 }
    }

    /// The product of the standard deviations of both sides; 0 if there are no pairs.
    #[inline]
    pub fn deviations(&self) -> f64 {
        if self.n > 0.0 { self.squares().max(0.0).sqrt() / self.n } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: [f32; 5] = [3.0, 9.0, 4.0, 4.0, 7.0];
    const B: [f32; 5] = [1.0, 8.0, 2.0, 5.0, 5.0];

    fn pairs(weight: f64) -> Correlation {
        let mut sums = Correlation::default();
        A.iter().zip(B).for_each(|(&a, b)| sums.add(a.into(), b.into(), weight));
        sums
    }

    #[test]
    fn both_ways_to_correlate_agree() {
        let (mut a, mut b) = (A, B);
        let deviations = normalise(&mut a) * normalise(&mut b) / 5.0;
        assert!((f64::from(dot(&a, &b)) - pairs(1.0).value()).abs() < 1e-6);
        assert!((f64::from(deviations) - pairs(1.0).deviations()).abs() < 1e-5);
    }

    #[test]
    fn brightness_contrast_and_one_weight_for_all_change_nothing() {
        let mut sums = Correlation::default();
        A.iter().zip(B).for_each(|(&a, b)| sums.add(f64::from(a) * 0.3 + 90.0, b.into(), 1.0));
        assert!((sums.value() - pairs(1.0).value()).abs() < 1e-9);
        assert!((pairs(0.2).value() - pairs(1.0).value()).abs() < 1e-9);
    }

    #[test]
    fn what_is_of_one_value_correlates_with_nothing() {
        let mut flat = [7.0f32; 4];
        assert_eq!((normalise(&mut flat), flat), (0.0, [0.0; 4]));
        let mut sums = Correlation::default();
        assert_eq!((sums.value(), sums.deviations()), (-1.0, 0.0));
        [1.0, 2.0].iter().for_each(|&b| sums.add(5.0, b, 1.0));
        assert_eq!((sums.value(), sums.deviations()), (-1.0, 0.0));
    }
}
