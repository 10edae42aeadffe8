//! A board that is typed: what is certain, every chance, and what to open.

use grid::Cell;
use minesweeper::board::{CellState, MineBoard};
use minesweeper::generator::FirstClick;
use minesweeper::notation::parse_board;
use minesweeper::solver::strategies::MineStrategy;
use minesweeper_game::player::analysis::Analysis;
use minesweeper_game::player::{near_corner, panel};
use serde_json::json;
use session::question::{Judged, Question};
use session::{Panel, Setting, Units, View};

/// A board with a safe cell.
pub const EXAMPLE: &str = "01.. / 12.. / .... ; mines 3";

/// The setting what the game promises of the first click.
pub const FIRST_CLICK: &str = "first click";

/// A board and what follows from it.
pub struct Typed {
    board: MineBoard,
    rule: FirstClick,
    analysis: Option<Analysis>,
}

impl Typed {
    /// The question what to open on the board of this text.
    ///
    /// # Errors
    /// It is not a board: in a sentence.
    pub fn new(text: &str) -> Result<Self, String> {
        let board = parse_board(text).map_err(|error| error.to_string())?;
        Ok(Self { board, rule: FirstClick::default(), analysis: None })
    }

    /// The cell to begin with: an opening is worth most near a corner, a single cell in it
    /// (docs/measurements/deciding.md).
    fn first(&self) -> Cell {
        let sides = (self.board.cells.rows(), self.board.cells.columns());
        match self.rule {
            FirstClick::Opening => near_corner(sides),
            FirstClick::Safe | FirstClick::None => (0, 0),
        }
    }

    /// Whether the first click is still to come, and where it goes.
    fn is_untouched(&self) -> bool {
        self.board.count(CellState::is_closed) == self.board.cells.iter().len()
    }
}

impl Question for Typed {
    /// How far a guess is looked into is bounded by its work, not by time.
    fn think(&mut self, _: &(dyn Fn() -> bool + Sync)) -> Result<(), String> {
        self.analysis = Some(Analysis::of(&self.board, MineStrategy::Best, self.first())?);
        Ok(())
    }

    fn judge(&self, cell: Cell) -> Option<Judged> {
        let found = self.analysis.as_ref()?;
        let risk = *found.mine.get(cell)?;
        let least = if found.safe.is_empty() { found.guess?.mine } else { 0.0 };
        let is_best = risk <= least;
        let percent = |chance: f64| format!("{:.1} %", 100.0 * chance);
        let words = match (is_best, risk == 0.0) {
            (true, true) => "Right: it was safe.".to_owned(),
            (true, false) => format!("Right: {} risk, the lowest there was.", percent(risk)),
            (false, _) => {
                format!(
                    "You took {} risk, and the best cell had {}.",
                    percent(risk),
                    percent(least)
                )
            }
        };
        let cost = 100.0 * (risk - least).max(0.0);
        Some(Judged { is_best, cost, unit: "%", words })
    }

    fn choose(&mut self, setting: &str, value: &str) -> Result<(), String> {
        if setting != FIRST_CLICK {
            return Err(format!("there is no {setting} to choose"));
        }
        self.rule = value.parse()?;
        self.analysis = None;
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

    fn reasons(&self) -> Vec<String> {
        let promise = match self.rule {
            FirstClick::Opening => {
                "The game keeps the first cell and those around it free of mines, so it opens an area."
            }
            FirstClick::Safe => {
                "The game keeps the first cell free of mines. In a corner it opens an area most often."
            }
            FirstClick::None => {
                "The first cell may be a mine, wherever it is. In a corner it opens an area most often."
            }
        };
        if self.is_untouched() { vec![promise.to_owned()] } else { Vec::new() }
    }

    fn settings(&self) -> Vec<Setting> {
        let rules = [FirstClick::Opening, FirstClick::Safe, FirstClick::None];
        let values = rules.iter().map(ToString::to_string).collect();
        vec![Setting {
            name: FIRST_CLICK,
            key: 'f',
            value: self.rule.to_string(),
            values,
            words: Vec::new(),
        }]
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
    fn a_choice_is_held_against_the_safest() {
        let mut typed = Typed::new(EXAMPLE).unwrap();
        assert_eq!(typed.judge((2, 2)), None, "it was not thought about");
        typed.think(&|| false).unwrap();
        assert!(typed.judge((2, 2)).is_some_and(|judged| judged.is_best && judged.cost == 0.0));
        let mine = &typed.analysis.as_ref().unwrap().mine;
        let (worst, _) = mine.cells().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
        let worse = typed.judge(worst).unwrap();
        assert!(
            !worse.is_best && worse.cost > 0.0 && worse.words.contains("the best cell had 0.0 %")
        );
        assert_eq!(typed.judge((9, 9)), None);
    }

    #[test]
    fn where_to_begin_follows_from_the_rule() {
        let mut typed =
            Typed::new("......... ......... ......... ......... ......... mines 5").unwrap();
        for (rule, first) in [("opening", [2, 2]), ("safe", [0, 0]), ("none", [0, 0])] {
            typed.choose(FIRST_CLICK, rule).unwrap();
            typed.think(&|| false).unwrap();
            assert_eq!(typed.record()["best"], json!(first));
            assert_eq!((typed.reasons().len(), &*typed.settings()[0].value), (1, rule));
        }
        assert!(typed.choose(FIRST_CLICK, "never").is_err());
    }

    #[test]
    fn what_cannot_be_is_told() {
        assert!(Typed::new("hello").is_err());
        let mut typed = Typed::new("1.3 / ...").unwrap();
        assert!(typed.think(&|| false).is_err_and(|why| why.contains("contradict")));
    }
}
