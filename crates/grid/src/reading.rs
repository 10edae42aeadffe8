//! A reading: the value of one field and its confidence, or the reason why there is none.

use serde::{Deserialize, Serialize};

/// The least confidence of a field that a move depends on. What is less sure is marked wherever it is shown, and
/// contradicts nothing that a person typed. The strictest reader tells no digit below 0.973; a number of two digits that
/// both only just pass has the product of both, 0.947, and is refused. None of 11,900 confidences that were read off
/// the pictures under fixtures/ lies between 0.9 and this.
pub const SURE: f32 = 0.95;

/// One field of a picture, as a reader read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reading<T> {
    /// The value; `None` if it could not be read.
    pub value: Option<T>,
    /// The chance that `value` is right, 0 to 1; 0 without a value.
    pub confidence: f32,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<Unreadable>,
}

/// Why a field could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unreadable {
    /// Something of the game lies over it (a message box, a menu, the pencil).
    Covered,
    /// A card in motion.
    Moving,
    /// It lies outside the picture.
    Outside,
    /// The game does not show it now.
    Absent,
    /// Two readings fit it about equally well, or none fits.
    Doubtful,
    /// What was read there breaks a rule of the game together with the rest.
    Contradicts,
    /// It is like nothing that this look was taught.
    New,
    /// This look was not taught where it stands.
    Untaught,
}

impl<T> Reading<T> {
    /// A value read with the given confidence.
    pub fn sure(value: T, confidence: f32) -> Self {
        Self { value: Some(value), confidence, why: None }
    }

    /// This reading if it has a value, else the other.
    pub fn or(self, other: Self) -> Self {
        if self.value.is_some() { self } else { other }
    }

    /// Combines the readings of two pictures of the same thing: the surer one, and of two equally sure the `other`.
    /// `None` if both are sure and differ. Two that agree are no surer than the surer one, since what spoils one
    /// picture may spoil the next in the same way.
    ///
    /// # Examples
    /// ```
    /// use grid::reading::{Reading, Unreadable};
    ///
    /// let glare = Reading::none(Unreadable::Doubtful);
    /// assert_eq!(glare.together(&Reading::sure(3, 0.99)), Some(Reading::sure(3, 0.99)));
    /// assert_eq!(Reading::sure(8, 0.98).together(&Reading::sure(3, 0.99)), None);
    /// ```
    pub fn together(&self, other: &Self) -> Option<Self>
    where
        T: Clone + PartialEq,
    {
        let contradict = self.is_sure() && other.is_sure() && self.value != other.value;
        let surer = if self.confidence > other.confidence { self } else { other };
        (!contradict).then(|| surer.clone())
    }

    /// Whether it has a value that a move may depend on.
    pub fn is_sure(&self) -> bool {
        self.value.is_some() && self.confidence >= SURE
    }

    /// No value, for the given reason.
    pub const fn none(why: Unreadable) -> Self {
        Self { value: None, confidence: 0.0, why: Some(why) }
    }
}

/// A confidence in whole percent, never rounded up to certainty.
pub fn whole_percent(confidence: f32) -> u8 {
    (100.0 * confidence).floor().clamp(0.0, 99.0) as u8
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Covered => "covered",
            Self::Moving => "moving",
            Self::Outside => "outside the picture",
            Self::Absent => "not shown",
            Self::Doubtful => "doubtful",
            Self::Contradicts => "contradicts the rest",
            Self::New => {
                "new: unlike anything this theme has learned; `voltsight look add` teaches it"
            }
            Self::Untaught => "not learned: a learned theme does not know where it is",
        })
    }
}
