//! The game itself: boards, opening, the end.

use grid::{Cell, Grid};
use minesweeper::board::{self, CellState, GameState, MineBoard, MineCount};
use minesweeper::generator::{FirstClick, Layout, stream};
use minesweeper::solver::topology::Topology;
use std::time::Duration;

/// A game in play. Its mines are laid at the first click.
#[derive(Clone, Debug)]
pub struct MineGame {
    topology: std::sync::Arc<Topology>,
    mines: usize,
    rule: FirstClick,
    seed: u64,
    /// The games begun before this one.
    round: u64,
    layout: Option<Layout>,
    cells: Grid<CellState>,
    state: GameState,
    /// When the first cell was opened, and the last.
    played: Option<(Duration, Duration)>,
}

impl MineGame {
    /// The first game of a series.
    pub fn new(size: (usize, usize), mines: usize, rule: FirstClick, seed: u64) -> Self {
        Self {
            topology: Topology::new(size.0, size.1).into(),
            mines,
            rule,
            seed,
            round: 0,
            layout: None,
            cells: Grid::filled(size.0, size.1, CellState::Closed),
            state: GameState::Fresh,
            played: None,
        }
    }

    /// The next game.
    pub fn restart(&mut self) {
        let size = (self.topology.rows(), self.topology.columns());
        *self = Self { round: self.round + 1, ..Self::new(size, self.mines, self.rule, self.seed) };
    }

    /// How it stands.
    pub fn state(&self) -> GameState {
        self.state
    }

    /// What is to be seen of it.
    pub fn board(&self) -> MineBoard {
        let flags = self.cells.iter().filter(|&&cell| cell == CellState::Flag).count();
        let left = self.mines as i64 - flags as i64;
        MineBoard { cells: self.cells.clone(), mines: MineCount::Left(left) }
    }

    /// Whether a cell is a mine; `None` before the first click.
    pub fn is_mine(&self, cell: Cell) -> Option<bool> {
        Some(self.layout.as_ref()?.mines[usize::from(self.topology.number(cell))])
    }

    /// What the clock shows at `now`.
    pub fn seconds(&self, now: Duration) -> u64 {
        self.played.map_or(0, |(first, last)| {
            let end = if self.state == GameState::Playing { now } else { last };
            end.saturating_sub(first).as_secs()
        })
    }

    /// Opens a cell, and all around it if it is a 0. Whether it was a mine; `None` if it cannot be
    /// opened.
    pub fn open(&mut self, cell: Cell, now: Duration) -> Option<bool> {
        let playing = matches!(self.state, GameState::Fresh | GameState::Playing);
        if !playing || *self.cells.get(cell)? != CellState::Closed {
            return None;
        }
        let first = self.topology.number(cell);
        if self.layout.is_none() {
            let mut stream = stream(self.seed, self.round);
            self.layout = Layout::random(&self.topology, self.mines, self.rule, first, &mut stream);
            self.state = GameState::Playing;
        }
        let layout = self.layout.as_ref()?;
        self.played = Some((self.played.map_or(now, |(first, _)| first), now));
        if layout.mines[usize::from(first)] {
            for (place, state) in self.cells.clone().cells() {
                let mine = layout.mines[usize::from(self.topology.number(place))];
                match (mine, state) {
                    (true, CellState::Flag) | (false, CellState::Closed) => {}
                    (true, _) => self.cells[place] = CellState::Mine,
                    (false, CellState::Flag) => self.cells[place] = CellState::WrongFlag,
                    (false, _) => {}
                }
            }
            self.cells[cell] = CellState::Exploded;
            self.state = GameState::Lost;
            return Some(true);
        }
        self.spread(first);
        Some(false)
    }

    /// Opens a cell that is not a mine, and all around it if it is a 0.
    fn spread(&mut self, first: u16) {
        let Some(layout) = &self.layout else { return };
        let mut open = vec![first];
        while let Some(next) = open.pop() {
            let shown = &mut self.cells[self.topology.place(next)];
            if *shown != CellState::Closed {
                continue;
            }
            let number = layout.numbers[usize::from(next)];
            *shown = CellState::Open(number);
            if number == 0 {
                open.extend(self.topology.around(next));
            }
        }
        let closed = self.cells.iter().filter(|state| state.is_closed()).count();
        if closed == self.mines {
            self.state = GameState::Won;
            let closed = self.cells.map(|state| state.is_closed());
            for (place, _) in closed.cells().filter(|(_, closed)| **closed) {
                self.cells[place] = CellState::Flag;
            }
        }
    }

    /// Sets a flag on a closed cell, or takes it away. Whether there is one now; `None` if there can
    /// be none.
    pub fn flag(&mut self, cell: Cell) -> Option<bool> {
        let playing = matches!(self.state, GameState::Fresh | GameState::Playing);
        let shown = self.cells.get(cell).filter(|state| playing && state.is_closed())?;
        let set = *shown != CellState::Flag;
        self.cells[cell] = if set { CellState::Flag } else { CellState::Closed };
        Some(set)
    }

    /// Opens all cells around an open one that have no flag, if as many have one as it counts. Whether
    /// a mine was among them; `None` if there is nothing to open.
    pub fn chord(&mut self, cell: Cell, now: Duration) -> Option<bool> {
        let number = self.cells.get(cell)?.number()?;
        let near = board::neighbours(self.cells.rows(), self.cells.columns(), cell);
        let near: Vec<Cell> = near.filter(|&near| self.cells[near].is_closed()).collect();
        let (flags, closed): (Vec<Cell>, Vec<Cell>) =
            near.into_iter().partition(|&near| self.cells[near] == CellState::Flag);
        if self.state != GameState::Playing
            || flags.len() != usize::from(number)
            || closed.is_empty()
        {
            return None;
        }
        // A mine ends the game before anything else is opened.
        let mine = closed.iter().copied().find(|&near| self.is_mine(near) == Some(true));
        let first = mine.map_or(closed, |mine| vec![mine]);
        Some(first.into_iter().any(|near| self.open(near, now) == Some(true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chord_opens_what_its_flags_leave() {
        let now = Duration::from_secs(1);
        let around = |cell| board::neighbours(5, 6, cell);
        let closed = |game: &MineGame, cell: Cell| game.board().cells[cell].is_closed();
        let begun = |seed| {
            let mut game = MineGame::new((5, 6), 4, FirstClick::Opening, seed);
            game.open((2, 2), now);
            let cells = game.board().cells;
            let found = cells.cells().find(|(cell, state)| {
                let shut = around(*cell).filter(|&near| closed(&game, near)).count();
                state.number().is_some_and(|number| number > 0 && shut > usize::from(number))
            });
            let cell = found.map(|(cell, _)| cell)?;
            Some((game, cell))
        };
        let (mut game, cell) = (1..100).find_map(begun).unwrap();
        assert_eq!(game.chord(cell, now), None, "without flags");
        let mines = |game: &MineGame| -> Vec<Cell> {
            around(cell).filter(|&near| game.is_mine(near) == Some(true)).collect()
        };
        for near in mines(&game) {
            assert_eq!(game.clone().flag(near), Some(true));
            game.flag(near);
            assert_eq!(game.open(near, now), None, "a flag is not opened");
        }
        let mut wrong = game.clone();
        assert_eq!(game.chord(cell, now), Some(false));
        let left = around(cell).filter(|&near| closed(&game, near));
        assert!(left.into_iter().all(|near| game.is_mine(near) == Some(true)));
        // The flag on another cell: a mine is opened.
        let cells: Vec<Cell> = around(cell).filter(|&near| closed(&wrong, near)).collect();
        let is_mine = |cell: &&Cell| wrong.is_mine(**cell) == Some(true);
        let mine = *cells.iter().find(is_mine).unwrap();
        let safe = *cells.iter().find(|cell| !is_mine(cell)).unwrap();
        assert_eq!((wrong.flag(mine), wrong.flag(safe)), (Some(false), Some(true)));
        assert_eq!((wrong.chord(cell, now), wrong.state()), (Some(true), GameState::Lost));
        assert_eq!(wrong.board().cells[safe], CellState::WrongFlag);
    }

    #[test]
    fn a_game_is_won_when_every_safe_cell_is_open_and_lost_on_a_mine() {
        let mut game = MineGame::new((5, 6), 4, FirstClick::Opening, 3);
        assert_eq!((game.state(), game.is_mine((0, 0))), (GameState::Fresh, None));
        assert_eq!(game.open((2, 2), Duration::from_secs(1)), Some(false));
        assert_eq!(game.board().cells[(2, 2)], CellState::Open(0));
        assert_eq!(game.open((2, 2), Duration::from_secs(2)), None);
        let mut lost = game.clone();
        let places: Vec<Cell> = game.board().cells.cells().map(|(cell, _)| cell).collect();
        for &cell in &places {
            if game.is_mine(cell) == Some(false) {
                game.open(cell, Duration::from_secs(9));
            }
        }
        assert_eq!((game.state(), game.seconds(Duration::from_secs(50))), (GameState::Won, 8));
        assert_eq!(game.board().mines, MineCount::Left(0));
        let mine = places.iter().copied().find(|&cell| lost.is_mine(cell) == Some(true)).unwrap();
        assert_eq!(lost.open(mine, Duration::from_secs(5)), Some(true));
        assert_eq!(lost.state(), GameState::Lost);
        assert_eq!(lost.board().count(CellState::is_mine), 4);
        lost.restart();
        assert_eq!(
            (lost.state(), lost.board()),
            (GameState::Fresh, {
                MineBoard { mines: MineCount::Left(4), ..MineBoard::closed(5, 6, 4) }
            })
        );
    }
}
