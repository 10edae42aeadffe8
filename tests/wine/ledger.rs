//! What the program says against what the window says: each tap, each board that a card was chosen on.

use crate::support::flips::{Acts, Entry, round_end};
use crate::window::Window;
use serde_json::Value;
use std::fmt;
use voltorb_flip_game::player::Move;

/// The book.
#[derive(Debug, Default)]
pub struct Ledger {
    pub rounds: usize,
    pub taps: usize,
    pub cards: usize,
    /// Numbers and cards that decisions were based on.
    pub numbers: usize,
    /// Taps that the game did not feel.
    pub lost: usize,
    /// What is wrong.
    pub wrong: Vec<String>,
}

/// Compares a session with the window that it played in; the window was there all the time.
pub fn compare(story: &[Entry], window: &mut Window) -> Ledger {
    let mut ledger = Ledger::default();
    let taps = window.taps();
    let (mut made, mut advised) = (taps.iter(), Value::Null);
    for entry in story {
        match entry.kind() {
            "advised" => advised = entry.0["on"].clone(),
            "acted" => {
                let Some(tap) = made.next() else {
                    ledger.wrong.push(format!("never felt: {entry:?}"));
                    continue;
                };
                ledger.take(entry.what().unwrap(), tap, &advised);
            }
            _ => {}
        }
    }
    ledger.wrong.extend(made.map(|tap| format!("nobody's tap: {tap}")));
    let told = story.iter().filter_map(round_end);
    for (said, is) in told.zip(window.of_kind("round")) {
        ledger.rounds += 1;
        let right = format!("{:?}", said.ending) == is["outcome"].as_str().unwrap()
            && i64::from(said.moves) == is["flipped"].as_i64().unwrap();
        if !right {
            ledger.wrong.push(format!("{said:?}, is {is}"));
        }
    }
    ledger
}

impl Ledger {
    fn take(&mut self, what: Move, tap: &Value, advised: &Value) {
        self.taps += 1;
        let touched = tap["touched"].as_str().unwrap_or_default();
        if touched == "Lost" {
            self.lost += 1;
            return;
        }
        let right = match what {
            Move::Flip((row, column)) => {
                self.cards += 1;
                tap["card"] == serde_json::json!([row, column])
            }
            Move::Play => touched.starts_with("Entry"),
            Move::LeaveInfo => touched.starts_with("Entry"),
            Move::Advance => matches!(touched, "Advance" | "Nothing"),
            Move::CloseMemo => touched == "MemoButton",
            Move::AskToQuit => touched == "QuitButton",
            Move::Quit => touched == "Yes",
            Move::Stay => touched == "No",
            // A DS has no cursor that moves.
            Move::Point(..) => false,
        };
        if !right {
            self.wrong.push(format!("{what:?}: {tap}"));
        }
        if matches!(what, Move::Flip(_)) {
            for field in ["rows", "cols", "tiles"] {
                let (said, is) = (&advised["position"][field], &tap["before"][field]);
                self.numbers += said.as_array().map_or(0, |lines| 5 * lines.len());
                if said != is || said.is_null() {
                    self.wrong.push(format!("{field}: read {said}, is {is}"));
                }
            }
        }
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "against the window's truth: {} rounds, {} taps ({} cards, {} not felt), {} numbers and cards, {} wrong",
            self.rounds,
            self.taps,
            self.cards,
            self.lost,
            self.numbers,
            self.wrong.len()
        )
    }
}
