//! What the loop waits for, and since when.

use std::time::Duration;

/// Why the loop does nothing at the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// The game goes on by itself.
    Wait(String),
    /// What is read cannot be right.
    Doubt(String),
    /// The game, or the picture, is out of sight.
    Unseen(String),
    /// The picture moves.
    Unrest,
    /// The hand may not act, or the source says that the game stands still.
    Held(String),
    /// The game takes no input: a few acts were made in vain, and the next one is due later.
    Unresponsive(String),
}

/// What is waited for, if anything.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    on: Option<(Pause, Duration)>,
    /// Whether it was told that this takes too long.
    overdue: bool,
}

impl Waiting {
    /// Whether this is waited for.
    pub fn is_for(&self, pause: &Pause) -> bool {
        self.on.as_ref().is_some_and(|(on, _)| on == pause)
    }

    /// Whether the game is out of sight.
    pub fn is_unseen(&self) -> bool {
        matches!(self.on, Some((Pause::Unseen(_), _)))
    }

    /// Whether nothing may be done.
    pub fn is_held(&self) -> bool {
        matches!(self.on, Some((Pause::Held(_), _)))
    }

    /// Waits for this from now on, unless it already does: then since when.
    pub fn since(&self, pause: &Pause) -> Option<Duration> {
        match &self.on {
            Some((on, since)) if on == pause => Some(*since),
            // A moving picture does not end what was waited for before.
            Some((Pause::Wait(_) | Pause::Doubt(_), since)) if *pause == Pause::Unrest => {
                Some(*since)
            }
            _ => None,
        }
    }

    /// Waits for this from `now` on. Whether something else, that should not have been, is over.
    pub fn begin(&mut self, pause: Pause, now: Duration) -> bool {
        let was_stopped = self.is_stopped();
        self.on = Some((pause, now));
        self.overdue = false;
        was_stopped && !self.is_stopped()
    }

    /// Whether it waits for something that is not a part of the game.
    fn is_stopped(&self) -> bool {
        self.overdue
            || matches!(
                self.on,
                Some((Pause::Unseen(_) | Pause::Held(_) | Pause::Unresponsive(_), _))
            )
    }

    /// That it takes too long: whether this is new.
    pub fn is_newly_overdue(&mut self) -> bool {
        !std::mem::replace(&mut self.overdue, true)
    }

    /// Waits for nothing any more. Whether something that should not have been is over.
    pub fn end(&mut self) -> bool {
        std::mem::take(self).is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_once_when_what_should_not_be_is_over() {
        let at = Duration::from_secs;
        let mut waiting = Waiting::default();
        let unseen = Pause::Unseen("minimised".to_owned());
        assert!(!waiting.begin(unseen.clone(), at(1)));
        assert!(waiting.is_unseen() && waiting.is_for(&unseen));
        assert!(waiting.begin(Pause::Unrest, at(2)), "it is seen again");
        assert!(!waiting.end());
        waiting.begin(Pause::Wait("the fanfare to end".to_owned()), at(3));
        assert_eq!(waiting.since(&Pause::Unrest), Some(at(3)), "motion does not end the wait");
        assert!(waiting.is_newly_overdue() && !waiting.is_newly_overdue());
        assert!(waiting.end(), "it took too long, and is over");
    }
}
