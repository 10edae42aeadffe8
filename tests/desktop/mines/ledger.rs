//! What the program says against where the mines are: every cell of every board that a decision was
//! based on, every press, every end.

use super::program::Mines;
use crate::support::flips::{Entry, round_end};
use grid::{Cell, Grid};
use minesweeper::board::{CellState, MineBoard, neighbours};
use session::Ending;
use std::collections::BTreeSet;
use std::fmt;

/// A game as it has to stand after the presses that were made.
struct Played {
    mines: BTreeSet<Cell>,
    cells: Grid<CellState>,
    lost: bool,
}

impl Played {
    fn new(mines: BTreeSet<Cell>, rows: usize, columns: usize) -> Self {
        Self { mines, cells: Grid::filled(rows, columns, CellState::Closed), lost: false }
    }

    fn around(&self, cell: Cell) -> Vec<Cell> {
        neighbours(self.cells.rows(), self.cells.columns(), cell).collect()
    }

    fn open(&mut self, cell: Cell) {
        if !matches!(self.cells[cell], CellState::Closed | CellState::Question) {
            return;
        }
        if self.mines.contains(&cell) {
            self.lost = true;
            return;
        }
        let near = self.around(cell);
        let number = near.iter().filter(|near| self.mines.contains(near)).count() as u8;
        self.cells[cell] = CellState::Open(number);
        if number == 0 {
            near.into_iter().for_each(|near| self.open(near));
        }
    }

    fn won(&self) -> bool {
        let open = self.cells.iter().filter(|state| state.number().is_some()).count();
        open + self.mines.len() == self.cells.iter().count()
    }
}

/// The book that is kept.
#[derive(Default)]
pub struct Ledger {
    played: Option<Played>,
    /// The press that was made and is not confirmed yet.
    pending: Option<String>,
    /// Games that have ended, and of these won.
    pub games: usize,
    pub won: usize,
    /// Boards and cells compared.
    pub boards: usize,
    pub cells: usize,
    /// Boards of which the number of mines was known.
    pub counters: usize,
    /// Presses confirmed, of these several cells at once, and flags.
    pub presses: usize,
    pub chords: usize,
    pub flags: usize,
    pub guesses: usize,
    /// Presses that had to be made again.
    pub repeated: usize,
    /// Cells that were read wrong, or that a press beside its cell has changed.
    pub wrong: Vec<String>,
    /// Presses said to be safe that met a mine.
    pub not_safe: Vec<String>,
    /// Ends told otherwise than they were.
    pub misreported: Vec<String>,
}

/// The cell in a sentence's end, "row 2, column 3".
fn cell_in(text: &str) -> Option<Cell> {
    let (_, place) = text.split_once("row ")?;
    let (row, column) = place.split_once(", column ")?;
    Some((row.parse::<usize>().ok()? - 1, column.parse::<usize>().ok()? - 1))
}

impl Ledger {
    /// Another process lies on the table.
    pub fn begin_anew(&mut self) {
        (self.played, self.pending) = (None, None);
    }

    /// Takes in what has happened.
    pub fn hear(&mut self, entry: &Entry, mines: &mut Mines) {
        match entry.kind() {
            "advised" => self.compare(entry, mines),
            "acted" => {
                if entry.0["attempt"].as_u64() != Some(1) {
                    self.repeated += 1;
                }
                // A press that ends a game may be seen only after the dialog about it was closed.
                if cell_in(entry.text()).is_some() {
                    self.pending = Some(entry.text().to_owned());
                }
            }
            "confirmed" => self.settle(mines),
            "round-end" => {
                // The end shows that the last press took effect.
                self.settle(mines);
                let end = round_end(entry).unwrap();
                self.games += 1;
                self.won += usize::from(end.ending == Ending::Won);
                let right = self.played.as_ref().is_some_and(|played| match end.ending {
                    Ending::Won => played.won() && !played.lost,
                    Ending::Lost | Ending::Quit => played.lost,
                });
                if !right {
                    self.misreported.push(format!("game {}: {end:?}", self.games));
                }
                self.played = None;
            }
            _ => {}
        }
    }

    /// A press has taken effect.
    fn settle(&mut self, mines: &mut Mines) {
        let Some(what) = self.pending.take() else { return };
        let Some(cell) = cell_in(&what) else { return };
        let (rows, columns, _) = mines.kind.board(mines.level);
        let played =
            self.played.get_or_insert_with(|| Played::new(mines.next_layout(cell), rows, columns));
        self.presses += 1;
        if what.starts_with("flag") {
            self.flags += 1;
            played.cells[cell] = CellState::Flag;
        } else if what.starts_with("take") {
            played.cells[cell] = CellState::Closed;
        } else if what.starts_with("open all") {
            self.chords += 1;
            played.around(cell).into_iter().for_each(|near| played.open(near));
        } else {
            self.guesses += usize::from(what.starts_with("guess"));
            played.open(cell);
        }
        if played.lost && !what.starts_with("guess") {
            self.not_safe.push(format!("game {}: {what}", self.games + 1));
        }
    }

    /// A decision is based on a board.
    fn compare(&mut self, entry: &Entry, mines: &Mines) {
        let board = &entry.0["on"]["board"];
        if board.is_null() {
            return;
        }
        let board: MineBoard = serde_json::from_value(board.clone()).unwrap();
        self.boards += 1;
        let game = self.games + 1;
        let (.., laid) = mines.kind.board(mines.level);
        if let Ok(Some(counted)) = board.total_mines() {
            self.counters += 1;
            if counted != laid {
                self.wrong
                    .push(format!("game {game}: {counted} mines are counted, {laid} are laid"));
            }
        }
        for (cell, &read) in board.cells.cells() {
            let is = self.played.as_ref().map_or(Some(&CellState::Closed), |p| p.cells.get(cell));
            self.cells += 1;
            if is != Some(&read) {
                let is = is.map_or('-', |is| is.letter());
                self.wrong.push(format!("game {game}, {cell:?}: read {}, is {is}", read.letter()));
            }
        }
    }

    /// That nothing is wrong.
    #[track_caller]
    pub fn assert_clean(&self) {
        assert!(self.wrong.is_empty(), "{:#?}", &self.wrong[..self.wrong.len().min(10)]);
        assert!(self.not_safe.is_empty(), "{:#?}", self.not_safe);
        assert!(self.misreported.is_empty(), "{:#?}", self.misreported);
    }
}

impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, won, boards, cells, counters, .. } = self;
        let Self { presses, chords, flags, guesses, repeated, .. } = self;
        write!(
            f,
            "{games} games, {won} won; {boards} boards compared, {cells} cells, {counters} counters, \
             {} wrong; {presses} presses ({guesses} guesses, {chords} on numbers, {flags} flags), \
             {repeated} made again, {} safe ones met a mine, {} ends misreported",
            self.wrong.len(),
            self.not_safe.len(),
            self.misreported.len()
        )
    }
}
