//! Trials counted.

use super::calibration::Calibration;
use super::trial::Trial;
use serde::Serialize;
use session::truth::Comparison;

/// Trials counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrialTally {
    /// Pictures read.
    pub frames: usize,
    /// Pictures of which all that they show was read, and nothing wrong.
    pub fully_right: usize,
    /// Fields read, and right.
    pub right: usize,
    /// Fields shown but not read.
    pub unreadable: usize,
    /// Fields read wrong.
    pub wrong: usize,
    /// Pictures in which the game was not found.
    pub not_found: usize,
    /// How sure the reader was, and how often rightly.
    pub calibration: Calibration,
}

impl TrialTally {
    /// Counts one more.
    pub fn add(&mut self, trial: &Trial) {
        self.count(&trial.comparison, trial.seen.is_ok());
    }

    /// Counts a picture, and whether the game was found in it.
    pub fn count(&mut self, comparison: &Comparison, is_found: bool) {
        self.frames += 1;
        self.fully_right += usize::from(comparison.fully_right());
        self.right += comparison.right;
        self.unreadable += comparison.unreadable.len();
        self.wrong += comparison.wrong.len();
        self.not_found += usize::from(!is_found);
        for &(confidence, right) in &comparison.claims {
            self.calibration.add(confidence, right);
        }
    }

    /// The share of pictures that are fully right.
    pub fn share_right(&self) -> f64 {
        self.fully_right as f64 / self.frames.max(1) as f64
    }

    /// The share of wrong fields among those that were read.
    pub fn wrong_share(&self) -> f64 {
        self.wrong as f64 / (self.right + self.wrong).max(1) as f64
    }

    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            frames: self.frames + other.frames,
            fully_right: self.fully_right + other.fully_right,
            right: self.right + other.right,
            unreadable: self.unreadable + other.unreadable,
            wrong: self.wrong + other.wrong,
            not_found: self.not_found + other.not_found,
            calibration: self.calibration.plus(other.calibration),
        }
    }
}
