//! Measures how clearly the shapes of digits differ, and whether numbers are in line.

use super::shape::Shape;

/// The correlation between shapes: at least this within one digit, at most this between two.
pub(super) const LEAST_ALIKE: f32 = 0.7;
const MOST_ALIKE: f32 = 0.965;
/// One in so many shapes may be more similar to another digit than to its own, and one in so many pairs of a digit
/// may be dissimilar.
const MOST_MIXED: usize = 8;

/// How far numbers, given by their left and right edges, are from being in line: by their left edges, their right
/// edges or their middles.
pub(super) fn misalignment(extents: &[(f64, f64)]) -> f64 {
    let spread = |place: fn(&(f64, f64)) -> f64| {
        let places = || extents.iter().map(place);
        places().fold(f64::MIN, f64::max) - places().fold(f64::MAX, f64::min)
    };
    spread(|e| e.0).min(spread(|e| e.1)).min(spread(|e| (e.0 + e.1) / 2.0))
}

/// How clearly shapes differ by digit, 0 to 1: how much more similar a shape is to others of its digit than to those
/// of another. `None` if they cannot be told apart.
pub(super) fn separation(shapes: &[(u8, &Shape)]) -> Option<f32> {
    let n = shapes.len();
    let mut likeness = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..i {
            let likeness_of = shapes[i].1.likeness(shapes[j].1);
            (likeness[i * n + j], likeness[j * n + i]) = (likeness_of, likeness_of);
        }
    }
    // A digit has one shape, not one here and another there.
    let pairs = || (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    let same = || pairs().filter(|&(i, j)| shapes[i].0 == shapes[j].0);
    let unlike = same().filter(|&(i, j)| likeness[i * n + j] < LEAST_ALIKE).count();
    if MOST_MIXED * unlike > same().count() {
        return None;
    }
    // Shapes of one digit tell nothing but that they are alike.
    if shapes.iter().all(|(digit, _)| *digit == shapes[0].0) {
        return Some(0.01);
    }
    let (mut sum, mut count, mut mixed) = (0.0, 0, 0);
    for i in 0..n {
        let like = |same: bool| {
            (0..n)
                .filter(move |&j| j != i && (shapes[j].0 == shapes[i].0) == same)
                .map(|j| likeness[i * n + j])
                .fold(-1.0f32, f32::max)
        };
        let (same, other) = (like(true), like(false));
        if same < 0.0 {
            // The only one of its digit.
            if other > MOST_ALIKE {
                return None;
            }
            continue;
        }
        if same < LEAST_ALIKE {
            return None;
        }
        // One shape is not two digits.
        mixed += usize::from(other > same || other > MOST_ALIKE);
        sum += same - other.max(0.0);
        count += 1;
    }
    // Where digits are a few pixels high, one or the other is more like another digit.
    (MOST_MIXED * mixed <= n).then(|| if count > 0 { sum / count as f32 } else { 0.01 })
}
