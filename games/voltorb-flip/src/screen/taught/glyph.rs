//! Recognises digits by their known shapes.

use super::blob::Blob;
use super::shape::{Fit, Probe, Shape};
use serde::{Deserialize, Serialize};

/// What a shape is, as a profile's file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sample {
    /// The digit; `None`: something else that stands beside digits.
    pub digit: Option<u8>,
    /// The rows of the canvas, a character for each pixel: `.` is not ink, `0` to `9` and `#` are more.
    pub rows: Vec<String>,
    /// The side of a pixel of the picture that showed it, in pixels of the canvas.
    #[serde(default = "one")]
    pub pixel: f64,
}

/// A profile that does not tell how large the pixels were.
const fn one() -> f64 {
    1.0
}

/// Shapes whose meaning is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Shapes {
    known: Vec<(Option<u8>, Shape)>,
}

/// What is clear enough to be read.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Seen {
    /// A digit, and the chance that it is this one.
    Digit(u8, f32),
    /// A digit that is not clear: that which it is most like, then those that it may be as well, and those whose
    /// shape nobody knows.
    Doubtful(Vec<u8>),
    /// Something that stood beside digits when the look was taught.
    Other,
    /// None of these, or several.
    Unclear,
}

/// The largest distance of a shape from its digit (1 less their correlation), as a share of the distance from every
/// other.
const MOST_DISTANCE: f32 = 0.5;
/// The least correlation of a shape with its digit.
const LEAST_LIKE: f32 = 0.8;
/// The largest difference of a shape from its digit in one square, as a share of full ink: if all digits are known,
/// and if some are not.
const MOST_RESIDUAL: f32 = 0.45;
const MOST_RESIDUAL_OF_SOME: f32 = 0.32;
/// The correlation from which a shape may be a digit.
const LIKE_DIGIT: f32 = 0.85;
/// The correlation from which a shape adds nothing to another.
const NEARLY_SAME: f32 = 0.985;
impl Shapes {
    /// Learned digits, from their shapes.
    pub fn new(known: Vec<(Option<u8>, Shape)>) -> Self {
        Self { known }
    }

    /// All shapes in the form of a profile's file.
    pub fn samples(&self) -> Vec<Sample> {
        self.known
            .iter()
            .map(|(digit, shape)| Sample {
                digit: *digit,
                rows: shape.rows(),
                pixel: shape.pixel(),
            })
            .collect()
    }

    /// Adds a shape, unless one with the same meaning is nearly the same.
    pub fn add(&mut self, meaning: Option<u8>, shape: Shape) {
        let same = |(known, other): &(Option<u8>, Shape)| {
            *known == meaning && shape.likeness(other) >= NEARLY_SAME
        };
        if !self.known.iter().any(same) {
            self.known.push((meaning, shape));
        }
    }

    /// These shapes, after the last was added. What is not a digit and looks like one is left out: where it
    /// stands again it is doubtful.
    pub fn settled(self) -> Self {
        let digits: Vec<Shape> = self
            .known
            .iter()
            .filter(|(d, _)| d.is_some())
            .map(|(_, shape)| shape.clone())
            .collect();
        let like_digit = |shape: &Shape| digits.iter().any(|d| d.likeness(shape) >= LIKE_DIGIT);
        let known = self.known.into_iter().filter(|(d, shape)| d.is_some() || !like_digit(shape));
        Self::new(known.collect())
    }

    /// The digits that are not among them.
    pub fn unknown(&self) -> impl Iterator<Item = u8> {
        (0..=9).filter(|digit| !self.known.iter().any(|(known, _)| *known == Some(*digit)))
    }

    /// The two digits that are most alike, and how much.
    pub fn alike(&self) -> Option<(f32, (u8, u8))> {
        let digits: Vec<(u8, &Shape)> =
            self.known.iter().filter_map(|(digit, shape)| Some(((*digit)?, shape))).collect();
        let pairs = digits.iter().enumerate().flat_map(|(i, a)| {
            digits[..i].iter().filter(|b| b.0 != a.0).map(move |b| (a.1.likeness(b.1), (b.0, a.0)))
        });
        pairs.max_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Recognises a blob; its line of digits is `height` pixels high.
    pub fn read(&self, blob: &Blob, height: f64) -> Seen {
        let mut probe = Probe::new(blob, height);
        let fits: Vec<Fit> = self.known.iter().map(|(_, known)| probe.fit(known)).collect();
        let nearer = |&a: &usize, &b: &usize| fits[a].likeness.total_cmp(&fits[b].likeness);
        let Some(best) = (0..fits.len()).max_by(nearer) else { return Seen::Unclear };
        let (meaning, fit) = (self.known[best].0, fits[best]);
        let some_unknown = self.unknown().next().is_some();
        let most_residual = if some_unknown { MOST_RESIDUAL_OF_SOME } else { MOST_RESIDUAL };
        let others = (0..fits.len()).filter(|&i| self.known[i].0 != meaning);
        let next = others.map(|i| fits[i].likeness).fold(0.0, f32::max);
        let distance = (1.0 - fit.likeness) / (1.0 - next).max(f32::MIN_POSITIVE);
        let clear = fit.likeness >= LEAST_LIKE
            && fit.residual <= most_residual
            && distance <= MOST_DISTANCE;
        let near = |i: &usize| 1.0 - fit.likeness > MOST_DISTANCE * (1.0 - fits[*i].likeness);
        match meaning {
            Some(digit) if !clear && fit.likeness >= LEAST_LIKE => {
                let near: Vec<Option<u8>> =
                    (0..fits.len()).filter(near).map(|i| self.known[i].0).collect();
                let others = near.iter().filter_map(|other| *other).chain(self.unknown());
                let mut may_be = vec![digit];
                for other in others {
                    if !may_be.contains(&other) {
                        may_be.push(other);
                    }
                }
                // It may be no digit at all.
                if near.contains(&None) { Seen::Unclear } else { Seen::Doubtful(may_be) }
            }
            _ if !clear => Seen::Unclear,
            None => Seen::Other,
            // From 0.985 at the edge of what is clear to 0.9998.
            Some(digit) => Seen::Digit(digit, 1.0 / (1.0 + (-8.4 * (1.0 - distance)).exp())),
        }
    }
}
