//! Corrections: values that a person typed in place of readings.

use crate::observation::Field;
use grid::reading::SURE;
use serde::Serialize;

/// A correction: a value that a person typed in place of a reading.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Correction {
    /// The field's name in the observation.
    pub field: String,
    /// What was typed.
    pub value: String,
    /// The reading that it replaced, if there was one.
    pub read: Option<String>,
    /// The confidence of that reading, 0 to 1.
    pub confidence: f32,
}

/// The corrections that hold, oldest first.
#[derive(Debug, Default)]
pub(super) struct Corrections(Vec<Correction>);

impl Corrections {
    pub fn all(&self) -> &[Correction] {
        &self.0
    }

    /// Corrects the field `field` of a picture with the fields `seen`, earlier corrections of it
    /// included.
    pub fn add(&mut self, seen: &[Field], field: &str, value: String) {
        let before = self.0.iter().position(|held| held.field == field).map(|i| self.0.remove(i));
        // The reader's own value stands beside it, not what was typed before.
        let (read, confidence) = match before {
            Some(before) => (before.read, before.confidence),
            None => {
                let seen = seen.iter().find(|seen| seen.name == field);
                (seen.and_then(|s| s.value.clone()), seen.map_or(0.0, |s| s.confidence))
            }
        };
        self.0.push(Correction { field: field.to_owned(), value, read, confidence });
    }

    /// Undoes the last correction.
    pub fn undo(&mut self) -> Option<Correction> {
        self.0.pop()
    }

    /// Drops all corrections; returns whether there were any.
    pub fn clear(&mut self) -> bool {
        !std::mem::take(&mut self.0).is_empty()
    }

    /// Drops what the picture contradicts, which the reader reads in `read`: it is sure of another
    /// value than it read when the field was corrected and than was typed, or does not have the
    /// field any more. Tells what was dropped.
    pub fn review(&mut self, read: &[Field]) -> Vec<Correction> {
        let holds = |held: &Correction| {
            let Some(seen) = read.iter().find(|seen| seen.name == held.field) else { return false };
            let as_before = seen.value == held.read || seen.value.is_none();
            as_before || seen.value.as_ref() == Some(&held.value) || seen.confidence < SURE
        };
        let (held, dropped) = std::mem::take(&mut self.0).into_iter().partition(holds);
        self.0 = held;
        dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::reading::{Reading, Unreadable};

    fn read(value: &str, confidence: f32) -> [Field; 1] {
        [Field::of("sum", &Reading::sure(value.to_owned(), confidence), Clone::clone)]
    }

    #[test]
    fn a_correction_holds_until_the_picture_says_otherwise() {
        let mut corrections = Corrections::default();
        corrections.add(&read("6", 0.97), "sum", "8".to_owned());
        assert_eq!(corrections.all()[0].read.as_deref(), Some("6"));
        assert!(corrections.review(&read("6", 0.99)).is_empty(), "the same reading as before");
        assert!(corrections.review(&read("5", 0.5)).is_empty(), "not sure");
        let covered = Field::of("sum", &Reading::<u8>::none(Unreadable::Covered), u8::to_string);
        assert!(corrections.review(&[covered]).is_empty(), "covered");
        assert!(corrections.review(&read("8", 0.99)).is_empty(), "what was typed");
        assert_eq!(corrections.review(&read("5", 0.99)).len(), 1, "another picture");
        assert!(corrections.all().is_empty());
        corrections.add(&read("6", 0.97), "sum", "8".to_owned());
        assert_eq!(corrections.review(&[]).len(), 1, "no such field: another board");
    }

    #[test]
    fn the_last_correction_of_a_field_counts_and_is_taken_back_first() {
        let mut corrections = Corrections::default();
        corrections.add(&read("6", 0.97), "sum", "8".to_owned());
        corrections.add(&read("6", 0.97), "other", "1".to_owned());
        corrections.add(&read("6", 0.97), "sum", "9".to_owned());
        assert_eq!(corrections.all().len(), 2);
        assert_eq!(corrections.undo().map(|last| last.value), Some("9".to_owned()));
    }
}
