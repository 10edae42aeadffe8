//! Decides what to do about a still picture.

use super::analysis::Analysis;
use super::clicks;
use super::moves::{MineMove, next_game};
use super::sight::{MineSight, Unread};
use super::{Game, MinePlayer};
use crate::screen::is_at_its_end;
use crate::words;
use grid::Cell;
use minesweeper::board::{BadBoard, CellState, GameState, MineBoard, MineCount};
use session::{Ending, Intent};
use std::time::Duration;

/// The time limit for what the program does by itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long a press on a number may have no effect before cells are opened one by one.
const CHORD_PATIENCE: Duration = Duration::from_millis(2500);

impl MinePlayer {
    /// Decides what to do about a still picture.
    pub(super) fn judge(&mut self, sight: &MineSight, now: Duration) -> Intent<MineMove> {
        let wait = |why: &str| Intent::Wait { why: why.to_owned(), patience: PATIENCE };
        if self.options.plays && !sight.seen.in_own_light {
            let why = "the board is dimmed or tinted: something may cover it";
            return Intent::Doubt(why.to_owned());
        }
        self.state = sight.state();
        if let Some(what) = self.still_pressed(sight) {
            self.state = Some(GameState::Playing);
            return Intent::Do(what.act(sight));
        }
        let Some(state) = self.state else {
            // A program that tells an end in a dialog may do so before a picture shows it.
            if let Some(dialog) = &sight.dialog {
                self.game.hidden_end |= self.may_have_ended();
                if !self.game.hidden_end {
                    return wait(&format!("the dialog \"{dialog}\" to be closed"));
                }
                // What it shows now is not known.
                self.game.board = None;
                return Intent::Do(MineMove::CloseDialog.act(sight));
            }
            // KMines tells an end in a message over the board, which goes by itself.
            return match sight.cells() {
                Err(unread) if unread.passes => {
                    wait(&format!("{} to be uncovered", words::cell(unread.cell)))
                }
                _ => Intent::Doubt("the state of the game is not recognised".to_owned()),
            };
        };
        match state {
            GameState::Won | GameState::Lost => {
                self.game.board = None;
                let won = state == GameState::Won;
                return self.after(if won { Ending::Won } else { Ending::Lost }, sight);
            }
            // A dialog that the game did not open by itself is not for the player to close.
            _ if let Some(dialog) = &sight.dialog => {
                return wait(&format!("the dialog \"{dialog}\" to be closed"));
            }
            GameState::Fresh => self.game = Game::default(),
            GameState::Playing if self.game.told && !self.is_unchanged(sight) => {
                self.game = Game::default();
            }
            GameState::Playing => {}
        }
        self.game.begun = true;
        match self.take_in(sight) {
            Ok(()) => {}
            Err(Unlike::Passes(what)) => return wait(&what),
            Err(Unlike::Doubt(what)) => return Intent::Doubt(what),
        }
        self.watch_chord(now);
        if let Some(what) = self.advised() {
            return Intent::Do(what.act(sight));
        }
        // Every closed cell is a mine: the program need not show it otherwise.
        if self.game.mines.is_some() {
            self.state = Some(GameState::Won);
            return self.after(Ending::Won, sight);
        }
        wait("the end of the game to be shown")
    }

    /// Whether the move for the board that was taken in last ends the game, or may.
    fn may_have_ended(&self) -> bool {
        let Some((board, analysis)) = &self.game.board else { return false };
        let closed = board.count(CellState::is_closed);
        let safe = self.game.mines.map(|mines| closed.saturating_sub(mines));
        match self.advised() {
            Some(MineMove::Open { certain, .. }) => !certain || safe == Some(1),
            Some(MineMove::Chord(cell)) => {
                clicks::opens(board, analysis, cell).is_some_and(|opened| safe == Some(opened))
            }
            None => safe == Some(0),
            _ => false,
        }
    }

    /// Whether the board is still the one that was taken in last, as far as it can be read.
    fn is_unchanged(&self, sight: &MineSight) -> bool {
        let last = self.game.board.as_ref();
        last.is_some_and(|(board, _)| sight.cells().map_or(true, |cells| cells == board.cells))
    }

    /// The cell to open, if it cannot be read and nothing else differs from the board that was taken in last. A program
    /// shows a cell without its relief from press to release: where its window changes its size between the two, KMines
    /// leaves the cell like that until it is pressed again.
    fn still_pressed(&self, sight: &MineSight) -> Option<MineMove> {
        let (board, _) = self.game.board.as_ref().filter(|_| sight.dialog.is_none())?;
        let what = self.advised()?;
        let MineMove::Open { cell: pressed, .. } = what else { return None };
        let (before, now) = (&board.cells, &sight.seen.cells);
        let alike = (before.rows(), before.columns()) == (now.rows(), now.columns())
            && before.cells().all(|(cell, &was)| cell == pressed || sight.cell(cell) == Some(was));
        let only = Unread { cell: pressed, passes: true };
        (alike && sight.cells() == Err(only)).then_some(what)
    }

    /// The game has ended: tells so, and goes on to the next.
    fn after(&mut self, ending: Ending, sight: &MineSight) -> Intent<MineMove> {
        let is_open =
            |(cell, _): &(Cell, _)| sight.cell(*cell).is_some_and(|c| c.number().is_some());
        self.end(ending, sight.seen.cells.cells().filter(is_open).count());
        if sight.dialog.is_some() {
            return Intent::Do(MineMove::CloseDialog.act(sight));
        }
        match sight.restart().is_some() || next_game(&sight.seen.look).is_some() {
            true => Intent::Do(MineMove::Restart.act(sight)),
            false => {
                Intent::Wait { why: "the next game to be started".to_owned(), patience: PATIENCE }
            }
        }
    }

    /// Notices that the program does not take presses on numbers.
    fn watch_chord(&mut self, now: Duration) {
        let chord = match self.advised() {
            Some(MineMove::Chord(cell)) if self.options.plays => cell,
            _ => {
                self.game.chord = None;
                return;
            }
        };
        match self.game.chord.filter(|(cell, _)| *cell == chord) {
            None => self.game.chord = Some((chord, now)),
            Some((_, since)) if now.saturating_sub(since) >= CHORD_PATIENCE => {
                self.without_chords = true;
                let note = "a press on a number opens nothing in this program: cells are opened one by one";
                self.notes.push(note.to_owned());
            }
            Some(_) => {}
        }
    }

    /// Takes in the board that a picture shows.
    ///
    /// # Errors
    /// Why it cannot be right, in a sentence.
    fn take_in(&mut self, sight: &MineSight) -> Result<(), Unlike> {
        let cells = sight.cells().map_err(|unread| {
            let what = words::cell(unread.cell);
            match unread.passes {
                true => Unlike::Passes(format!("{what} to be uncovered")),
                false => Unlike::Doubt(format!("{what} cannot be read")),
            }
        })?;
        let mut board = MineBoard { cells, mines: MineCount::Unknown };
        board.mines = self.mines(&board, sight.mines_left())?;
        if let Some((before, _)) = &self.game.board {
            if *before == board {
                return Ok(());
            }
            if let Some(doubt) = changed(before, &board) {
                return Err(Unlike::Doubt(doubt));
            }
        }
        let first = self.first(&board);
        let analysis = Analysis::of(&board, self.options.strategy, first)?;
        self.game.mines = match board.mines {
            MineCount::Total(mines) => Some(mines),
            _ => None,
        };
        self.game.board = Some((board, analysis));
        self.game.hidden_end = false;
        Ok(())
    }

    /// How many mines there are: as was told, else by the counter, else as it was before.
    fn mines(&self, board: &MineBoard, left: Option<i64>) -> Result<MineCount, String> {
        let Some(left) = left else {
            let mines = self.options.mines.or(self.game.mines);
            return Ok(mines.map_or(MineCount::Unknown, MineCount::Total));
        };
        let flags = board.count(|state| state == CellState::Flag);
        if is_at_its_end(left) {
            return self.mines_of_a_full_counter(left, flags);
        }
        let counted = usize::try_from(left + flags as i64)
            .map_err(|_| BadBoard::TooManyFlags { left, flags }.to_string())?;
        let known = self.options.mines.or(self.game.mines);
        match known.filter(|&known| known != counted) {
            Some(known) => Err(format!(
                "the counter says {left}, which with {flags} flags makes {counted} mines, and there \
                 are {known}"
            )),
            None => Ok(MineCount::Total(counted)),
        }
    }

    /// The same where the counter shows the most or the least that it can: there may be more, or fewer.
    fn mines_of_a_full_counter(&self, left: i64, flags: usize) -> Result<MineCount, String> {
        let Some(known) = self.options.mines.or(self.game.mines) else {
            return Ok(MineCount::Unknown);
        };
        let remaining = i64::try_from(known).unwrap_or(i64::MAX).saturating_sub(flags as i64);
        let agrees = if left < 0 { remaining <= left } else { remaining >= left };
        match agrees {
            true => Ok(MineCount::Total(known)),
            false => Err(format!(
                "the counter says {left}, and of {known} mines {flags} have a flag: {remaining} are left"
            )),
        }
    }

    /// The first cell to open.
    pub(super) fn first(&self, board: &MineBoard) -> Cell {
        let told = self.options.first.filter(|&cell| board.cells.get(cell).is_some());
        told.unwrap_or_else(|| near_corner((board.cells.rows(), board.cells.columns())))
    }
}

/// The cell at which an opening is worth most on a board of this size (at least 1 x 1): row 4, column 4 where there
/// is room (`docs/measurements/deciding.md`).
pub fn near_corner((rows, columns): (usize, usize)) -> Cell {
    let near = if rows.min(columns) >= 16 { 3 } else { 2 };
    (near.min((rows - 1) / 2), near.min((columns - 1) / 2))
}

/// The reason why a board is not accepted.
enum Unlike {
    /// Something covers it, and may go away.
    Passes(String),
    /// The reading contradicts itself or earlier pictures.
    Doubt(String),
}

impl From<String> for Unlike {
    fn from(doubt: String) -> Self {
        Self::Doubt(doubt)
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
