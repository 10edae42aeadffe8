//! What to do about a still picture.

use super::analysis::Analysis;
use super::moves::MineMove;
use super::sight::MineSight;
use super::{Game, MinePlayer};
use crate::companion::{Ending, Intent};
use crate::games::minesweeper::board::{CellState, GameState, MineBoard, MineCount};
use crate::games::minesweeper::words;
use crate::grid::Cell;
use std::time::Duration;

/// How long the program may take for what it does by itself.
const PATIENCE: Duration = Duration::from_secs(10);

impl MinePlayer {
    /// What to do about a still picture.
    pub(super) fn judge(&mut self, sight: &MineSight) -> Intent<MineMove> {
        let wait = |why: &str| Intent::Wait { why: why.to_owned(), patience: PATIENCE };
        self.state = sight.state;
        let Some(state) = sight.state else {
            return Intent::Doubt("it cannot be told how the game stands".to_owned());
        };
        if let GameState::Won | GameState::Lost = state {
            let ending = if state == GameState::Won { Ending::Won } else { Ending::Lost };
            let opened = |cell: &&Option<CellState>| cell.is_some_and(|c| c.number().is_some());
            self.end(ending, sight.cells.iter().filter(opened).count());
            self.game.board = None;
            return match sight.restart {
                Some(_) => Intent::Do(MineMove::Restart.act(sight)),
                None => wait("the next game to be started"),
            };
        }
        if state == GameState::Fresh || self.game.told {
            self.game = Game::default();
        }
        if let Err(doubt) = self.take_in(sight) {
            return Intent::Doubt(doubt);
        }
        match self.advised() {
            Some(what) => Intent::Do(what.act(sight)),
            None => wait("the end of the game to be shown"),
        }
    }

    /// Takes in the board that a picture shows.
    ///
    /// # Errors
    /// Why it cannot be right, in a sentence.
    fn take_in(&mut self, sight: &MineSight) -> Result<(), String> {
        if let Some((cell, _)) = sight.cells.cells().find(|(_, cell)| cell.is_none()) {
            return Err(format!("{} cannot be read", words::cell(cell)));
        }
        let cells = sight.cells.map(|cell| cell.unwrap_or(CellState::Closed));
        let mut board = MineBoard { cells, mines: MineCount::Unknown };
        board.mines = self.mines(&board, sight.mines_left)?;
        if let Some((before, _)) = &self.game.board {
            if *before == board {
                return Ok(());
            }
            if let Some(doubt) = changed(before, &board) {
                return Err(doubt);
            }
        }
        let first = self.first(&board);
        let analysis = Analysis::of(&board, self.options.strategy, first)?;
        self.game.mines = match board.mines {
            MineCount::Total(mines) => Some(mines),
            _ => None,
        };
        self.game.board = Some((board, analysis));
        Ok(())
    }

    /// How many mines there are: as was told, else by the counter, else as it was before.
    fn mines(&self, board: &MineBoard, left: Option<i64>) -> Result<MineCount, String> {
        let Some(left) = left else {
            let mines = self.options.mines.or(self.game.mines);
            return Ok(mines.map_or(MineCount::Unknown, MineCount::Total));
        };
        let flags = board.count(|state| state == CellState::Flag) as i64;
        let counted = usize::try_from(left + flags).map_err(|_| {
            format!("{left} mines left and {flags} flags make fewer mines than none")
        })?;
        let known = self.options.mines.or(self.game.mines);
        match known.filter(|&known| known != counted) {
            Some(known) => Err(format!(
                "the counter says {left}, which with {flags} flags makes {counted} mines, and there \
                 are {known}"
            )),
            None => Ok(MineCount::Total(counted)),
        }
    }

    /// The cell to begin with. On 16 x 30 cells with 99 mines an opening on row 4, column 4 was worth
    /// one game in a hundred more than one on row 3, column 3 (docs/minesweeper.md).
    fn first(&self, board: &MineBoard) -> Cell {
        let (rows, columns) = (board.cells.rows(), board.cells.columns());
        let near = if rows.min(columns) >= 16 { 3 } else { 2 };
        let told = self.options.first.filter(|&cell| board.cells.get(cell).is_some());
        told.unwrap_or((near.min((rows - 1) / 2), near.min((columns - 1) / 2)))
    }
}

/// What in `now` cannot follow from `before`: an open cell never changes.
fn changed(before: &MineBoard, now: &MineBoard) -> Option<String> {
    let size = |board: &MineBoard| (board.cells.rows(), board.cells.columns());
    if size(before) != size(now) {
        let (rows, columns) = size(now);
        return Some(format!("the board has {rows} x {columns} cells now"));
    }
    before.cells.cells().find_map(|(cell, was)| {
        let is = now.cells[cell];
        let differs = was.number().is_some() && is != *was;
        differs.then(|| {
            format!("{} was {} and is {} now", words::cell(cell), was.letter(), is.letter())
        })
    })
}
