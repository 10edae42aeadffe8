//! Options that several commands share: the size, the mines, the first click.

use anyhow::{bail, ensure};
use minesweeper::board::{BadBoard, check_size};
use minesweeper::generator::FirstClick;
use minesweeper::solver::topology::Topology;
use std::sync::Arc;

/// What boards to deal.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Boards {
    /// Rows x columns.
    #[arg(long, value_name = "RxC", default_value = "8x8", value_parser = size)]
    pub size: (usize, usize),
    /// Mines on each board.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub mines: usize,
    /// The seed of the boards: the same seed deals the same boards.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// What the first click is promised, and where it goes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct First {
    /// What the first click is promised: opening (no mine in it or next to it), safe, or none.
    #[arg(long, value_name = "RULE", default_value = "opening")]
    pub rule: FirstClick,
    /// Where the first click goes, ROW,COLUMN from 1. [default: 3,3 for an opening, else 1,1]
    #[arg(long, value_name = "R,C", value_parser = place)]
    pub first: Option<(usize, usize)>,
}

/// Reads a size, rows x columns.
pub(super) fn size(text: &str) -> Result<(usize, usize), String> {
    let (rows, columns) = text
        .split_once(['x', 'X'])
        .and_then(|(rows, columns)| Some((rows.trim().parse().ok()?, columns.trim().parse().ok()?)))
        .ok_or_else(|| format!("{text:?} is not a size: give rows x columns, as in 16x30"))?;
    check_size(rows, columns).map_err(|error| error.to_string())?;
    Ok((rows, columns))
}

/// Reads a place, row and column from 1; they are from 0 in what is returned.
pub(super) fn place(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    text.split_once(',')
        .and_then(|(row, column)| Some((number(row)?, number(column)?)))
        .ok_or_else(|| format!("{text:?} is not a cell: give its row and column from 1, as in 3,3"))
}

impl Boards {
    /// The topology of the boards.
    pub(super) fn topology(&self) -> Arc<Topology> {
        Arc::new(Topology::new(self.size.0, self.size.1))
    }

    /// Refuses more mines than there is room for.
    ///
    /// # Errors
    /// A sentence that says how many there is room for.
    pub(super) fn check_mines(&self, room: usize, for_what: &str) -> anyhow::Result<()> {
        check_mines(self.mines, self.size, room, for_what)
    }
}

/// Refuses more mines than there is room for on a board of `rows` x `columns`.
///
/// # Errors
/// A sentence that says how many there is room for.
pub(super) fn check_mines(
    mines: usize,
    (rows, columns): (usize, usize),
    room: usize,
    for_what: &str,
) -> anyhow::Result<()> {
    let cells = rows * columns;
    if mines > cells {
        bail!(BadBoard::TooManyMines { mines: mines as i64, room: cells });
    }
    ensure!(
        mines <= room,
        "{mines} mines do not fit on {rows} x {columns} cells {for_what}: at most {room}",
    );
    Ok(())
}

impl First {
    /// The cell of the first click, once the board is known to have it and to have room.
    ///
    /// # Errors
    /// It lies outside, or there are too many mines for the rule.
    pub(super) fn cell(&self, boards: &Boards) -> anyhow::Result<(usize, usize)> {
        let (rows, columns) = boards.size;
        // An opening in the interior opens nine cells at least, in a corner four; a single safe cell
        // is most often an opening in a corner.
        let default = match self.rule {
            FirstClick::Opening => (2.min((rows - 1) / 2), 2.min((columns - 1) / 2)),
            FirstClick::Safe | FirstClick::None => (0, 0),
        };
        let (row, column) = self.first.unwrap_or(default);
        ensure!(
            row < rows && column < columns,
            "the first click {},{} lies outside the board of {rows} x {columns}",
            row + 1,
            column + 1,
        );
        let topology = Topology::new(rows, columns);
        let room = self.rule.most_mines(&topology, topology.number((row, column)));
        let what = format!(
            "under the rule \"{}\" with a first click on {},{}",
            self.rule,
            row + 1,
            column + 1
        );
        boards.check_mines(room, &what)?;
        Ok((row, column))
    }
}

/// The 95 % confidence interval of a share, by Wilson's score: good for shares near 0 and 1 too.
/// Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209-212.
pub(super) fn interval(hits: u64, of: u64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (of as f64, hits as f64 / of as f64);
    let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_places_are_read_or_refused() {
        assert_eq!(size("16x30"), Ok((16, 30)));
        assert!(size("10000x10000").unwrap_err().contains("too large"));
        assert!(size("16").unwrap_err().contains("is not a size"));
        assert_eq!(place("1, 2"), Ok((0, 1)));
        assert!(place("0,1").unwrap_err().contains("from 1"));
    }

    /// Against values of a published table for 5 of 10 and 0 of 10.
    #[test]
    fn the_interval_is_wilsons() {
        let (low, high) = interval(5, 10);
        assert!((low - 0.2366).abs() < 1e-4 && (high - 0.7634).abs() < 1e-4, "{low} {high}");
        let (low, high) = interval(0, 10);
        assert!(low == 0.0 && (high - 0.2775).abs() < 1e-4, "{high}");
    }
}
