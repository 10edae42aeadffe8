//! Goals: when a session stops.

use super::player::{Ending, RoundEnd, noun};
use std::time::Duration;

/// When to stop playing, checked at the end of each round. Without a goal it plays until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Goals {
    /// After so many rounds.
    pub rounds: Option<u64>,
    /// After this score since the start.
    pub score: Option<u64>,
    /// At this time of the source's clock.
    pub until: Option<Duration>,
    /// After a round that was lost.
    pub stop_after_loss: bool,
}

impl Goals {
    /// Why to stop after the round that ended at `at`, the `rounds`-th, with `score` of this unit in
    /// all.
    pub(super) fn reached(
        &self,
        end: &RoundEnd,
        rounds: u64,
        score: u64,
        unit: &str,
        at: Duration,
    ) -> Option<String> {
        if self.rounds.is_some_and(|most| rounds >= most) {
            return Some(format!("{rounds} {} played", noun(rounds, "rounds")));
        }
        if self.score.is_some_and(|enough| score >= enough) {
            return Some(format!("{score} {unit} won"));
        }
        if self.stop_after_loss && end.ending == Ending::Lost {
            return Some("a round was lost".to_owned());
        }
        self.until.is_some_and(|until| at >= until).then(|| "the time is up".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_goal_stops_by_itself() {
        let lost =
            RoundEnd { ending: Ending::Lost, score: 0, level: None, next_level: None, moves: 3 };
        let at = Duration::from_secs(100);
        let reached = |goals: Goals| goals.reached(&lost, 5, 900, "points", at);
        assert_eq!(reached(Goals::default()), None);
        let rounds = |n| Goals { rounds: Some(n), ..Goals::default() };
        assert_eq!((reached(rounds(6)), reached(rounds(5)).is_some()), (None, true));
        let score = |n| Goals { score: Some(n), ..Goals::default() };
        assert_eq!((reached(score(901)), reached(score(900)).is_some()), (None, true));
        let until = |s| Goals { until: Some(Duration::from_secs(s)), ..Goals::default() };
        assert_eq!((reached(until(101)), reached(until(100)).is_some()), (None, true));
        let after_loss = Goals { stop_after_loss: true, ..Goals::default() };
        assert!(reached(after_loss.clone()).is_some());
        let won = RoundEnd { ending: Ending::Won, ..lost };
        assert_eq!(after_loss.reached(&won, 5, 900, "points", at), None);
    }
}
