//! How many boards fit a position, and each tile's chances among them, without listing the boards.
//!
//! The boards are built row by row. What a started board leaves open is, for each column, how many
//! Voltorbs and how much *excess* (the sum over numbers of value - 1) it still has to get in its
//! face-down cards below. Columns that agree in this and in which of their cells below are face
//! down are interchangeable, so a state is the multiset of the columns' needs; the number of ways
//! to complete a state is found once and kept. For the chances of a row's tiles that row is laid
//! first, while the columns still have their identity, and the others complete it; passes for
//! different rows share the states of the rows that come after both.
//!
//! All boards weigh the same here: this is the count without a level.

mod error;
mod states;
mod task;

pub use error::{CountError, LONGEST_SIDE};

use super::monitor::{Monitor, never};
use crate::board::Position;
use grid::Grid;
use states::Counter;
use task::Task;

/// How many states [`count`] keeps at most. Each takes about 80 bytes; this many take a minute or
/// two. Boards up to 8x8 take a tenth of it or less.
pub const MOST_STATES: usize = 2_000_000;

/// The result of [`count`].
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// How many boards fit. 0 if none does.
    pub boards: u128,
    /// For each tile the shares of those boards in which it is a Voltorb, 1, 2, 3; all 0 if no
    /// board fits.
    pub chances: Grid<[f64; 4]>,
    /// How many states were kept to find it: what it costs in memory.
    pub states: usize,
}

/// Counts the boards that fit the position, exactly; its level is ignored.
///
/// # Errors
/// [`CountError`]: the position is too large, or misshapen. That no board fits is not an error.
pub fn count(position: &Position) -> Result<Count, CountError> {
    count_within(position, MOST_STATES, &never)
}

/// [`count`] with a bound of one's own on the states kept, given up when time is up.
///
/// # Errors
/// As [`count`], and [`CountError::TimeUp`].
pub fn count_within(
    position: &Position,
    most_states: usize,
    monitor: &dyn Monitor,
) -> Result<Count, CountError> {
    let (rows, columns) = (position.tiles.rows(), position.tiles.columns());
    let sides = 1..=LONGEST_SIDE;
    if !sides.contains(&rows) || !sides.contains(&columns) {
        return Err(CountError::Size { rows, columns });
    }
    if position.rows.len() != rows || position.cols.len() != columns {
        return Err(CountError::Headers);
    }
    let nothing =
        |states| Count { boards: 0, chances: Grid::filled(rows, columns, [0.0; 4]), states };
    // A state has an entry per column: lay the board so that it has the fewer columns.
    let turned = columns > rows;
    let Some(task) = Task::new(position, turned) else { return Ok(nothing(0)) };
    let mut counter = Counter::new(&task, most_states, monitor);
    let mut boards = 0;
    let mut shares: Vec<Option<Vec<[f64; 4]>>> = vec![None; task.rows.len()];
    for r in 0..task.rows.len() {
        let same = (0..r).find(|&q| task.rows[q] == task.rows[r]);
        shares[r] = match same {
            Some(q) => shares[q].clone(),
            None => {
                let (total, counts) = counter.row(r)?;
                boards = total;
                if boards == 0 {
                    return Ok(nothing(counter.states));
                }
                let share = |c: [u128; 4]| c.map(|n| n as f64 / boards as f64);
                Some(counts.into_iter().map(share).collect())
            }
        };
    }
    let chances = Grid::from_fn(rows, columns, |r, c| {
        let mut chances = [0.0; 4];
        match (position.tiles[(r, c)], turned) {
            (Some(card), _) => chances[usize::from(card.value())] = 1.0,
            (None, false) => chances = shares[task.order[r]].as_ref().map_or(chances, |row| row[c]),
            (None, true) => chances = shares[task.order[c]].as_ref().map_or(chances, |row| row[r]),
        }
        chances
    });
    Ok(Count { boards, chances, states: counter.states })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Card, Line, headers};

    fn lines(pairs: &[(u8, u8)]) -> Vec<Line> {
        pairs.iter().map(|&(sum, voltorbs)| Line { sum, voltorbs }).collect()
    }

    fn counted(rows: &[(u8, u8)], cols: &[(u8, u8)]) -> Count {
        let tiles = Grid::filled(rows.len(), cols.len(), None);
        count(&Position { level: None, rows: lines(rows), cols: lines(cols), tiles }).unwrap()
    }

    /// A board of the size, from a small random number generator (xorshift).
    fn random_board(rows: usize, columns: usize, seed: &mut u64) -> Board {
        Grid::from_fn(rows, columns, |_, _| {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            Card::ALL[[0, 0, 1, 1, 1, 2, 2, 3][(*seed >> 33) as usize % 8]]
        })
    }

    fn covered(board: &Board, face_up: impl Fn(usize, usize) -> bool) -> Position {
        let (rows, cols) = headers(board);
        let tiles = Grid::from_fn(board.rows(), board.columns(), |r, c| {
            face_up(r, c).then(|| board[(r, c)])
        });
        Position { level: None, rows, cols, tiles }
    }

    #[test]
    fn known_counts() {
        assert_eq!(counted(&[(0, 2), (2, 0)], &[(1, 1), (1, 1)]).boards, 1);
        assert_eq!(counted(&[(2, 0), (1, 1)], &[(2, 0), (1, 1)]).boards, 1);
        let even = counted(&[(1, 1), (1, 1)], &[(1, 1), (1, 1)]);
        assert_eq!(even.boards, 2);
        assert!(even.chances.iter().all(|c| *c == [0.5, 0.5, 0.0, 0.0]));
        assert_eq!(counted(&[(2, 1), (1, 2), (1, 2)], &[(1, 2), (2, 1), (1, 2)]).boards, 5);
        assert_eq!(counted(&[(2, 1), (1, 2)], &[(1, 2), (2, 1)]).boards, 0);
    }

    /// Against a listing of all 4^n fillings of the face-down tiles.
    #[test]
    fn agrees_with_listing_on_small_boards() {
        let mut seed = 88_172_645_463_325_252;
        for (rows, columns) in [(1, 1), (2, 2), (3, 2), (2, 4), (3, 3), (4, 2), (5, 2)] {
            for round in 0..30 {
                let board = random_board(rows, columns, &mut seed);
                let position = covered(&board, |r, c| (r * 7 + c * 3 + round) % 5 < round % 4);
                let down: Vec<_> =
                    position.tiles.cells().filter(|(_, t)| t.is_none()).map(|(c, _)| c).collect();
                let mut boards = 0;
                let mut seen = Grid::filled(rows, columns, [0u128; 4]);
                for filling in 0..1u32 << (2 * down.len()) {
                    let mut full = position.tiles.map(|t| t.unwrap_or(Card::One));
                    for (i, &cell) in down.iter().enumerate() {
                        full[cell] = Card::ALL[(filling >> (2 * i)) as usize & 3];
                    }
                    if headers(&full) == (position.rows.clone(), position.cols.clone()) {
                        boards += 1;
                        for (cell, card) in full.cells() {
                            seen[cell][usize::from(card.value())] += 1;
                        }
                    }
                }
                let found = count(&position).unwrap();
                assert_eq!(found.boards, boards, "{position:?}");
                for (cell, chances) in found.chances.cells() {
                    for (chance, n) in chances.iter().zip(seen[cell]) {
                        assert!((chance - n as f64 / boards as f64).abs() < 1e-12);
                    }
                }
            }
        }
    }

    #[test]
    fn chances_of_an_8x8_board_add_up_to_its_headers() {
        let mut seed = 7;
        let board = random_board(8, 8, &mut seed);
        let position = covered(&board, |r, c| (r + 3 * c) % 4 == 0);
        let found = count(&position).unwrap();
        assert!(found.boards > 1_000_000);
        for (r, line) in position.rows.iter().enumerate() {
            let voltorbs: f64 = found.chances.row(r).iter().map(|c| c[0]).sum();
            let sum: f64 =
                found.chances.row(r).iter().map(|c| c[1] + 2.0 * c[2] + 3.0 * c[3]).sum();
            assert!((voltorbs - f64::from(line.voltorbs)).abs() < 1e-9);
            assert!((sum - f64::from(line.sum)).abs() < 1e-9);
        }
    }

    #[test]
    fn what_is_too_large_is_refused_in_a_sentence() {
        let mut seed = 3;
        let board = random_board(6, 6, &mut seed);
        let error = count_within(&covered(&board, |_, _| false), 50, &never).unwrap_err();
        assert_eq!(error, CountError::TooManyStates(50));
        let board = random_board(11, 2, &mut seed);
        let error = count(&covered(&board, |_, _| false)).unwrap_err();
        assert!(error.to_string().contains("11 x 2 cannot be counted"), "{error}");
    }

    #[test]
    #[ignore = "a measurement: cargo test --release --lib -- --ignored --nocapture how_far"]
    fn how_far_it_goes() {
        for side in 5..=9 {
            for round in 0..3 {
                let mut seed = 1000 * side as u64 + round + 1;
                let board = random_board(side, side, &mut seed);
                let start = std::time::Instant::now();
                match count(&covered(&board, |_, _| false)) {
                    Ok(n) => println!(
                        "{side}x{side}: {} boards, {} states, {:.2?}",
                        n.boards,
                        n.states,
                        start.elapsed()
                    ),
                    Err(error) => println!("{side}x{side}: {error} ({:.2?})", start.elapsed()),
                }
            }
        }
    }
}
