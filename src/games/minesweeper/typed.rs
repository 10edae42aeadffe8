//! A board that is typed: what is certain, every chance, and what to open.

use minesweeper::board::MineBoard;
use minesweeper::notation::parse_board;
use minesweeper::solver::strategies::MineStrategy;
use minesweeper_game::player::analysis::Analysis;
use minesweeper_game::player::panel;
use serde_json::json;
use session::question::Question;
use session::{Panel, Units, View};

/// A board with a safe cell.
pub const EXAMPLE: &str = "01.. / 12.. / .... ; mines 3";

/// A board and what follows from it.
pub struct Typed {
    board: MineBoard,
    analysis: Option<Analysis>,
}

impl Typed {
    /// The question what to open on the board of this text.
    ///
    /// # Errors
    /// It is no board: in a sentence.
    pub fn new(text: &str) -> Result<Self, String> {
        let board = parse_board(text).map_err(|error| error.to_string())?;
        Ok(Self { board, analysis: None })
    }
}

impl Question for Typed {
    /// How far a guess is looked into is bounded by its work, not by time.
    fn think(&mut self, _: &(dyn Fn() -> bool + Sync)) -> Result<(), String> {
        let (rows, columns) = (self.board.cells.rows(), self.board.cells.columns());
        let middle = (rows / 2, columns / 2);
        self.analysis = Some(Analysis::of(&self.board, MineStrategy::Best, middle)?);
        Ok(())
    }
}

impl View for Typed {
    fn units(&self) -> Units {
        Units { score: "games", moves: "cells" }
    }

    fn panel(&self) -> Panel {
        self.analysis
            .as_ref()
            .map_or_else(Panel::default, |found| panel::of_board(&self.board, found))
    }

    fn record(&self) -> serde_json::Value {
        let Some(found) = &self.analysis else { return json!(null) };
        let best = found.safe.first().copied().or(found.guess.map(|guess| guess.cell));
        json!({"mine": found.mine, "safe": found.safe, "best": best})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_answered() {
        let mut typed = Typed::new(EXAMPLE).unwrap();
        typed.think(&|| false).unwrap();
        let panel = typed.panel();
        assert_eq!(panel.advice.as_deref().map(|advice| &advice[..4]), Some("open"));
        assert!(panel.cells.unwrap()[(2, 2)].chosen);
        assert_eq!(typed.record()["best"], json!([2, 2]));
    }

    #[test]
    fn what_cannot_be_is_told() {
        assert!(Typed::new("hello").is_err());
        let mut typed = Typed::new("1.3 / ...").unwrap();
        assert!(typed.think(&|| false).is_err_and(|why| why.contains("contradict")));
    }
}
