//! Whether headers and cards can be a board's.

use super::lesson::LearnError;
use crate::screen::layout::SIZE;
use voltorb_flip::board::{Position, totals};

/// Whether what a picture is said to show can be.
pub(super) fn check(picture: usize, shows: &Position) -> Result<(), LearnError> {
    let Position { rows, cols, tiles, .. } = shows;
    let sizes = [rows.len(), cols.len(), tiles.rows(), tiles.columns()];
    if sizes != [SIZE; 4] {
        return Err(LearnError::Size(picture));
    }
    let impossible = |what: String| Err(LearnError::Impossible { picture, what });
    let (r, c) = (totals(rows), totals(cols));
    if r.0 != c.0 {
        return impossible(format!("sums of {} in all rows and of {} in all columns", r.0, c.0));
    }
    if r.1 != c.1 {
        return impossible(format!("{} Voltorbs in all rows and {} in all columns", r.1, c.1));
    }
    for (what, lines) in [("row", rows), ("column", cols)] {
        for (i, line) in lines.iter().enumerate() {
            let safe = SIZE.checked_sub(usize::from(line.voltorbs));
            let fits = |safe| (safe..=3 * safe).contains(&usize::from(line.sum));
            if !safe.is_some_and(fits) {
                return impossible(format!("{}/{} in {what} {}", line.sum, line.voltorbs, i + 1));
            }
        }
    }
    Ok(())
}
