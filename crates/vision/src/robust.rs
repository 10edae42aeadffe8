//! What outliers do not distort: medians, and weights for robust least squares.

/// The middle one of values, the upper one of two; `None` of none.
pub fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// The multiple of the usual distance from which a value counts less.
const USUAL: f64 = 1.5;

/// The median of distances, and the roots of the weights that iteratively reweighted least squares gives to what is so
/// far off: Huber's, "Robust estimation of a location parameter" (1964).
pub(super) fn weights(distances: &[f64]) -> (f64, Vec<f64>) {
    let usual = median(distances.to_vec()).unwrap_or(0.0);
    let weight = |distance: &f64| (USUAL * usual / distance.max(1e-9)).min(1.0).sqrt();
    (usual, distances.iter().map(weight).collect())
}

#[cfg(test)]
mod tests {
    use super::weights;

    #[test]
    fn what_is_far_off_counts_less() {
        let (usual, weights) = weights(&[1.0, 6.0, 0.5, 1.5, 1.0]);
        assert_eq!(usual, 1.0);
        assert_eq!(weights, [1.0, 0.5, 1.0, 1.0, 1.0]);
        assert_eq!(super::weights(&[]), (0.0, vec![]));
    }
}
