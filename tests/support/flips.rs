//! A running `voltsight watch` that plays Voltorb Flip, heard through its session log.

use session::RoundEnd;
use voltorb_flip_game::player::Move;

pub use crate::support::session::{Entry, Session};

/// The game's moves in the log.
pub trait Acts {
    /// What was done or advised, if that is what it is about.
    fn what(&self) -> Option<Move>;

    /// Whether it is this act, made.
    fn is_act(&self, what: Move) -> bool;
}

impl Acts for Entry {
    fn what(&self) -> Option<Move> {
        let text = self.0["move"].as_str()?;
        let cards = (0..25).map(|i| Move::Flip((i / 5, i % 5)));
        let others = [
            Move::Play,
            Move::Advance,
            Move::CloseMemo,
            Move::AskToQuit,
            Move::Quit,
            Move::Stay,
            Move::LeaveInfo,
        ];
        let found = cards.chain(others).find(|what| what.to_string() == text);
        Some(found.unwrap_or_else(|| panic!("no move is {text:?}")))
    }

    fn is_act(&self, what: Move) -> bool {
        self.kind() == "acted" && self.what() == Some(what)
    }
}

/// How a round ended, as the log says it.
pub fn round_end(entry: &Entry) -> Option<RoundEnd> {
    (entry.kind() == "round-end").then(|| serde_json::from_value(entry.0["round"].clone()).unwrap())
}
