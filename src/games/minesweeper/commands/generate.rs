//! `voltsight lab mines generate`: random boards that need no guess.

use super::options::{Boards, First};
use crate::output::{Exit, print};
use anyhow::{Context, bail};
use grid::Grid;
use minesweeper::board::{CellState, MineBoard, MineCount};
use minesweeper::generator::solvable;
use minesweeper::layout_file::to_mbf;
use minesweeper::solver::topology::Topology;
use session::files::{OutputFile, shown as shown_path};
use std::path::PathBuf;

/// Make random Minesweeper boards that can be won without a guess
#[derive(Debug, clap::Args)]
pub(super) struct Generate {
    #[command(flatten)]
    boards: Boards,
    #[command(flatten)]
    first: First,
    /// How many boards.
    #[arg(long = "boards", value_name = "N", default_value_t = 1)]
    count: u64,
    /// Give up a board after so many layouts that need a guess.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    tries: u64,
    /// Also write each board as a .mbf file into this folder, as SEED-1.mbf and so on.
    #[arg(long, value_name = "FOLDER")]
    mbf: Option<PathBuf>,
    /// Print a line of JSON for each board.
    #[arg(long)]
    json: bool,
}

impl Generate {
    /// Makes and prints them.
    ///
    /// # Errors
    /// Boards that cannot be, or none found; or a file that cannot be written, or is there already.
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        let first = self.first.cell(&self.boards)?;
        let topology = self.boards.topology();
        for index in 0..self.count {
            let found = solvable::generate(
                &topology,
                self.boards.mines,
                self.first.rule,
                topology.number(first),
                (self.boards.seed, index),
                self.tries,
            );
            let Some((layout, tries)) = found else {
                bail!(
                    "none of {} random layouts can be won without a guess: use fewer mines, or more \
                     --tries",
                    self.tries
                );
            };
            if let Some(folder) = &self.mbf {
                let name = format!("{}-{}.mbf", self.boards.seed, index + 1);
                let file = OutputFile::new(&folder.join(name))?;
                let bytes = to_mbf(&topology, &layout)?;
                file.write(&bytes)
                    .with_context(|| format!("cannot write {}", shown_path(file.path())))?;
            }
            let board = shown(&topology, &layout.mines, &layout.numbers);
            print(&if self.json {
                let first = [first.0, first.1];
                serde_json::json!({ "first": first, "tries": tries, "board": board }).to_string()
                    + "\n"
            } else {
                let (row, column) = (first.0 + 1, first.1 + 1);
                format!("{board}open {row},{column}  (layouts tried: {tries})\n\n")
            })?;
        }
        Ok(Exit::Success)
    }
}

/// The board with everything shown.
fn shown(topology: &Topology, mines: &[bool], numbers: &[u8]) -> MineBoard {
    let cells = Grid::from_fn(topology.rows(), topology.columns(), |r, c| {
        let cell = usize::from(topology.number((r, c)));
        if mines[cell] { CellState::Mine } else { CellState::Open(numbers[cell]) }
    });
    MineBoard { cells, mines: MineCount::Total(mines.iter().filter(|&&mine| mine).count()) }
}
