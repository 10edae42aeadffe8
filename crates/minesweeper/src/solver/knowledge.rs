//! What is known of each cell, and what the trivial rules make of it: a number whose mines are all
//! known has no other mine around it; a number that needs all its unknown neighbours makes them mines.

use super::topology::Topology;
use crate::board::{BadBoard, CellState, MineBoard};
use std::sync::Arc;

/// What is known of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Open, with its number.
    Open(u8),
    /// Closed, nothing known.
    Unknown,
    /// Proven to be no mine, not opened.
    Safe,
    /// Proven to be a mine.
    Mine,
}

/// A number that the cells around it cannot meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impossible(pub u16);

/// A position as the solver keeps it while a game goes on.
#[derive(Clone, Debug)]
pub struct Knowledge {
    topology: Arc<Topology>,
    /// All mines of the board, if known.
    mines: Option<usize>,
    status: Vec<Status>,
    /// For each cell, its neighbours of status [`Status::Mine`].
    known_mines: Vec<u8>,
    /// For each cell, its neighbours of status [`Status::Unknown`].
    unknown: Vec<u8>,
    /// Open cells that the rules are to look at.
    pending: Vec<u16>,
    /// Cells that were proven safe and not yet taken by [`Knowledge::next_safe`].
    safe: Vec<u16>,
    marked_mines: usize,
    unknowns: usize,
}

impl Knowledge {
    /// Nothing is open yet.
    pub fn new(topology: Arc<Topology>, mines: Option<usize>) -> Self {
        let cells = topology.cells();
        let unknown = (0..cells).map(|cell| topology.around(cell as u16).len() as u8).collect();
        Self {
            topology,
            mines,
            status: vec![Status::Unknown; cells],
            known_mines: vec![0; cells],
            unknown,
            pending: Vec::new(),
            safe: Vec::new(),
            marked_mines: 0,
            unknowns: cells,
        }
    }

    /// What a board shows. Flags and question marks are closed cells: they prove nothing.
    ///
    /// # Errors
    /// The size or the number of mines cannot be.
    pub fn of(board: &MineBoard) -> Result<Self, BadBoard> {
        let mines = board.total_mines()?;
        let topology = Arc::new(Topology::new(board.cells.rows(), board.cells.columns()));
        let mut knowledge = Self::new(topology, mines);
        for (cell, &state) in board.cells.iter().enumerate() {
            let cell = cell as u16;
            match state {
                CellState::Open(number) => knowledge.open(cell, number),
                CellState::Mine | CellState::Exploded => knowledge.mark(cell, Status::Mine),
                CellState::WrongFlag | CellState::Safe => knowledge.mark(cell, Status::Safe),
                CellState::Closed | CellState::Flag | CellState::Question => {}
            }
        }
        Ok(knowledge)
    }

    /// The board's topology.
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// All mines of the board, if known.
    pub fn mines(&self) -> Option<usize> {
        self.mines
    }

    /// The mines that are not yet proven, if the number of all is known; negative if more are
    /// proven than there are.
    pub fn mines_left(&self) -> Option<i64> {
        self.mines.map(|mines| mines as i64 - self.marked_mines as i64)
    }

    /// The mines that are proven.
    pub fn marked_mines(&self) -> usize {
        self.marked_mines
    }

    /// How many cells are unknown.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }

    /// What is known of a cell.
    pub fn status(&self, cell: u16) -> Status {
        self.status[usize::from(cell)]
    }

    /// The mines that are missing around an open cell, if it is one.
    pub fn need(&self, cell: u16) -> Option<i16> {
        match self.status(cell) {
            Status::Open(number) => {
                Some(i16::from(number) - i16::from(self.known_mines[usize::from(cell)]))
            }
            _ => None,
        }
    }

    /// How many neighbours of a cell are unknown.
    pub fn unknown_around(&self, cell: u16) -> usize {
        self.unknown[usize::from(cell)].into()
    }

    /// How many neighbours of a cell are proven mines.
    pub fn mines_around(&self, cell: u16) -> u8 {
        self.known_mines[usize::from(cell)]
    }

    /// A cell is open and shows `number`.
    pub fn open(&mut self, cell: u16, number: u8) {
        let before = std::mem::replace(&mut self.status[usize::from(cell)], Status::Open(number));
        if before == Status::Unknown {
            self.no_longer_unknown(cell, false);
        }
        self.pending.push(cell);
    }

    /// A cell is proven to be safe or a mine.
    pub fn mark(&mut self, cell: u16, as_what: Status) {
        if self.status(cell) != Status::Unknown {
            return;
        }
        self.status[usize::from(cell)] = as_what;
        match as_what {
            Status::Mine => {
                self.marked_mines += 1;
                self.no_longer_unknown(cell, true);
            }
            _ => {
                self.safe.push(cell);
                self.no_longer_unknown(cell, false);
            }
        }
    }

    fn no_longer_unknown(&mut self, cell: u16, mine: bool) {
        self.unknowns -= 1;
        for i in 0..self.topology.around(cell).len() {
            let near = self.topology.around(cell)[i];
            let at = usize::from(near);
            self.unknown[at] -= 1;
            self.known_mines[at] += u8::from(mine);
            if matches!(self.status[at], Status::Open(_)) {
                self.pending.push(near);
            }
        }
    }

    /// Applies the trivial rules until they prove nothing more.
    ///
    /// # Errors
    /// A number that the cells around it cannot meet.
    pub fn propagate(&mut self) -> Result<(), Impossible> {
        while let Some(cell) = self.pending.pop() {
            let Some(need) = self.need(cell) else { continue };
            let unknown = i16::from(self.unknown[usize::from(cell)]);
            if need < 0 || need > unknown {
                return Err(Impossible(cell));
            }
            if unknown == 0 || (need != 0 && need != unknown) {
                continue;
            }
            let proven = if need == 0 { Status::Safe } else { Status::Mine };
            for i in 0..self.topology.around(cell).len() {
                self.mark(self.topology.around(cell)[i], proven);
            }
        }
        Ok(())
    }

    /// A cell that was proven safe and is not open yet; each is given once.
    pub fn next_safe(&mut self) -> Option<u16> {
        while let Some(cell) = self.safe.pop() {
            if self.status(cell) == Status::Safe {
                return Some(cell);
            }
        }
        None
    }

    /// Cells that were proven safe since [`Knowledge::next_safe`] last gave all.
    pub fn safe_count(&self) -> usize {
        self.safe.len()
    }

    /// All cells of a status.
    pub fn cells(&self, status: Status) -> impl Iterator<Item = u16> + '_ {
        (0..self.status.len() as u16).filter(move |&cell| self.status(cell) == status)
    }
}
