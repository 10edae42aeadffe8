//! A session of any game: all of the loop except the player, which the game brings.

use super::goals::Goals;
use super::observer::Observer;
use super::pace::Pace;
use crate::capture::Source;
use crate::input::InputDevice;

/// A session to run: its source, its input device, its observers, and when it stops.
pub struct Session<'a> {
    pub(super) source: &'a mut dyn Source,
    pub(super) hand: Option<&'a mut dyn InputDevice>,
    pub(super) observers: Vec<&'a mut dyn Observer>,
    pub(super) goals: Goals,
    pub(super) pace: Pace,
    pub(super) asked: Box<dyn Fn() -> Option<String> + 'a>,
}

impl<'a> Session<'a> {
    /// A session that only advises.
    pub fn new(source: &'a mut dyn Source) -> Self {
        Self {
            source,
            hand: None,
            observers: Vec::new(),
            goals: Goals::default(),
            pace: Pace::default(),
            asked: Box::new(|| None),
        }
    }

    /// Lets it play, with this input device.
    #[must_use]
    pub fn playing(mut self, hand: &'a mut dyn InputDevice) -> Self {
        self.hand = Some(hand);
        self
    }

    /// Sends all events to `observer`.
    #[must_use]
    pub fn observed_by(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observers.push(observer);
        self
    }

    /// Sets when to stop.
    #[must_use]
    pub fn until(mut self, goals: Goals) -> Self {
        self.goals = goals;
        self
    }

    /// Sets how often to look and how long to wait.
    #[must_use]
    pub fn at_pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    /// Stops as soon as `asked` gives a reason; it is asked before each picture.
    #[must_use]
    pub fn unless(mut self, asked: impl Fn() -> Option<String> + 'a) -> Self {
        self.asked = Box::new(asked);
        self
    }

    /// Whether moves are made, not only shown.
    pub fn plays(&self) -> bool {
        self.hand.is_some()
    }
}
