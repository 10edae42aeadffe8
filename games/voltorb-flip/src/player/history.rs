//! What the player knows across the rounds of a session: the level, and its source.

use super::round::Headers;
use serde::{Deserialize, Serialize};
use voltorb_flip::board::totals;
use voltorb_flip::levels::{self, Level};

/// The rounds of this session, and the level of the one being played or about to be.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct SessionHistory {
    /// The rounds whose end was seen, oldest first; emptied when one ended unseen.
    pub rounds: Vec<levels::Round>,
    /// What follows from the history.
    predicted: Option<Level>,
    /// What the pictures say.
    read: Option<Level>,
    /// Whether Game Info was visited since the last round: the top screen then shows level 1,
    /// whatever the level (`VoltorbFlip_RenderTopScreen` formats a constant there).
    info_seen: bool,
}

impl SessionHistory {
    /// A picture says that this is the level.
    pub fn read(&mut self, level: Option<Level>) {
        if !self.info_seen {
            self.read = level.or(self.read);
        }
    }

    /// The list of Game Info is open.
    pub fn see_info(&mut self) {
        self.info_seen = true;
    }

    /// A round has ended. What the next level is then.
    pub fn end(&mut self, round: Option<levels::Round>) -> Option<Level> {
        self.info_seen = false;
        self.read = None;
        match round {
            Some(round) => {
                self.rounds.push(round);
                self.predicted = Some(levels::next_level(&self.rounds));
            }
            None => self.lose_track(),
        }
        self.predicted
    }

    /// Rounds may have been played unseen.
    pub fn lose_track(&mut self) {
        *self = Self { info_seen: self.info_seen, ..Self::default() };
    }

    /// The level of the round with these headers: what was read, or what follows from the rounds
    /// before, whichever deals such boards; `None` if neither does.
    pub fn level(&self, headers: Option<&Headers>) -> Option<Level> {
        let possible =
            |level: &Level| headers.is_none_or(|headers| level.deals(totals(&headers.rows)));
        let only = || {
            let mut fitting = Level::all().filter(possible);
            let level = fitting.next()?;
            fitting.next().is_none().then_some(level)
        };
        [self.read, self.predicted]
            .into_iter()
            .flatten()
            .find(possible)
            .or_else(|| headers.and_then(|_| only()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltorb_flip::board::{headers, parse_board};
    use voltorb_flip::levels::{Outcome, Round};

    fn headers_of(board: &str) -> Headers {
        let (rows, cols) = headers(&parse_board(board).unwrap());
        Headers { rows, cols }
    }

    fn level(n: u8) -> Level {
        Level::try_from(n).unwrap()
    }

    /// A board of level 2: seven Voltorbs, one 2, three 3s.
    const LEVEL_2: &str = "01111-10131-11031-11013-20100";

    #[test]
    fn the_constant_1_after_game_info_is_not_believed() {
        let mut session = SessionHistory::default();
        session.end(Some(Round { level: level(1), outcome: Outcome::Won, flipped: 9 }));
        session.see_info();
        session.read(Some(level(1)));
        assert_eq!(session.level(None), Some(level(2)));
        assert_eq!(session.level(Some(&headers_of(LEVEL_2))), Some(level(2)));
    }

    #[test]
    fn a_level_that_deals_no_such_board_is_not_believed() {
        let mut session = SessionHistory::default();
        session.read(Some(level(1)));
        assert_eq!(session.level(None), Some(level(1)));
        assert_eq!(session.level(Some(&headers_of(LEVEL_2))), Some(level(2)));
    }

    #[test]
    fn a_round_that_ended_unseen_leaves_only_what_is_read() {
        let mut session = SessionHistory::default();
        let won = Round { level: level(3), outcome: Outcome::Won, flipped: 12 };
        assert_eq!(session.end(Some(won)), Some(level(4)));
        assert_eq!(session.end(None), None);
        assert_eq!(session.level(None), None);
        session.read(Some(level(5)));
        assert_eq!(session.level(None), Some(level(5)));
    }
}
