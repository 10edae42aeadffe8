//! Finds the extent of a board: the likeliest rectangle of cells on an unbounded lattice.

use super::likelihood;
use super::look::MineLook;
use super::sample::{IntegralImage, Sample};
use super::trace::LEAST_SIDE;
use std::collections::HashMap;
use vision::lattice::borders::{CellAxis, CellLattice};

/// How many lines beyond a rectangle are examined: something may cover fewer.
const BEYOND: i64 = 3;

/// By how much of a cell the last one may reach out of the picture.
const OUTSIDE: f64 = 0.06;

/// The first and last line along an axis, counted from the first of the lattice.
type Span = (i64, i64);

/// The part of an unbounded lattice that is likeliest a board, with the logarithm of its odds. `None` if it has too
/// few rows or columns.
pub(super) fn extent(
    picture: &IntegralImage<'_>,
    lattice: &CellLattice,
    look: &MineLook,
) -> Option<(f32, CellLattice)> {
    let (width, height) = picture.size();
    let (all_x, all_y) = (lines(&lattice.x, width), lines(&lattice.y, height));
    let mut known: HashMap<(i64, i64), f32> = HashMap::new();
    let mut rows: Span = (0, lattice.y.cells() as i64 - 1);
    let mut columns: Span = (0, lattice.x.cells() as i64 - 1);
    loop {
        let grown = |(first, last): Span, all: Span| {
            ((first - BEYOND).max(all.0), (last + BEYOND).min(all.1))
        };
        let (in_rows, in_columns) = (grown(rows, all_y), grown(columns, all_x));
        let area = CellLattice { x: part(&lattice.x, in_columns)?, y: part(&lattice.y, in_rows)? };
        let sample = Sample::new(picture, &area);
        let odds = |(row, column): (usize, usize)| {
            let cell = (in_rows.0 + row as i64, in_columns.0 + column as i64);
            *known
                .entry(cell)
                .or_insert_with(|| likelihood::of_cell(look, &sample.zones((row, column))))
        };
        let odds: Vec<f32> = sample.cells().map(odds).collect();
        let (total, [top, bottom, left, right]) = likeliest(&odds, area.x.cells());
        let best = (
            (in_rows.0 + top as i64, in_rows.0 + bottom as i64),
            (in_columns.0 + left as i64, in_columns.0 + right as i64),
        );
        let is_whole = |span: Span, best: Span| best.0 >= span.0 && best.1 <= span.1;
        if is_whole(rows, best.0) && is_whole(columns, best.1) {
            let least = LEAST_SIDE as i64 - 1;
            let is_board = best.0.1 - best.0.0 >= least && best.1.1 - best.1.0 >= least;
            let found = CellLattice { x: part(&lattice.x, best.1)?, y: part(&lattice.y, best.0)? };
            return (is_board && total > 0.0).then_some((total, found));
        }
        rows = (rows.0.min(best.0.0), rows.1.max(best.0.1));
        columns = (columns.0.min(best.1.0), columns.1.max(best.1.1));
    }
}

/// The logarithm of the odds that all cells of a lattice are there.
pub(super) fn of_whole(picture: &IntegralImage<'_>, lattice: &CellLattice, look: &MineLook) -> f32 {
    let sample = Sample::new(picture, lattice);
    sample.cells().map(|cell| likelihood::of_cell(look, &sample.zones(cell))).sum()
}

/// Whether a line that more likely consists of cells than not follows on any side of a lattice.
pub(super) fn goes_on(picture: &IntegralImage<'_>, lattice: &CellLattice, look: &MineLook) -> bool {
    let (width, height) = picture.size();
    let beside = |axis: &CellAxis, length: f64| {
        let (first, last) = lines(axis, length);
        let next = [-1, axis.cells() as i64].into_iter();
        let next = next.filter(move |line| (first..=last).contains(line));
        next.filter_map(|line| part(axis, (line, line))).collect::<Vec<_>>()
    };
    let columns = beside(&lattice.x, width).into_iter();
    let columns = columns.map(|x| CellLattice { x, y: lattice.y.clone() });
    let rows = beside(&lattice.y, height).into_iter();
    let rows = rows.map(|y| CellLattice { x: lattice.x.clone(), y });
    columns.chain(rows).any(|line| of_whole(picture, &line, look) > 0.0)
}

/// The lines of an axis that goes on that lie in the picture.
fn lines(axis: &CellAxis, length: f64) -> Span {
    let pitch = axis.pitch();
    let before = ((axis.start() + OUTSIDE * pitch) / pitch).floor();
    let after = ((length + OUTSIDE * pitch - axis.end()) / pitch).floor();
    (-before as i64, axis.cells() as i64 - 1 + after as i64)
}

/// Some lines of an axis that goes on; `None` if there is none.
fn part(axis: &CellAxis, (first, last): Span) -> Option<CellAxis> {
    let count = axis.cells() as i64;
    let border = |i: i64| match usize::try_from(i) {
        Err(_) => axis.start() + i as f64 * axis.pitch(),
        Ok(at) if i < count => axis.cell(at).0,
        Ok(_) => axis.end() + (i - count) as f64 * axis.pitch(),
    };
    (last >= first).then(|| CellAxis::new((first..=last + 1).map(border).collect()))
}

/// The rectangle of the greatest sum among values that are so many to a row: the first and the last row and column, and
/// the sum (J. Bentley, "Programming pearls: algorithm design techniques", CACM 1984: the greatest sum of a row, for
/// each pair of a first and a last row).
fn likeliest(values: &[f32], columns: usize) -> (f32, [usize; 4]) {
    let rows = values.len() / columns;
    let mut best = (f32::NEG_INFINITY, [0; 4]);
    for top in 0..rows {
        let mut sums = vec![0.0; columns];
        for bottom in top..rows {
            let row = &values[bottom * columns..(bottom + 1) * columns];
            sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
            let (mut sum, mut left) = (0.0, 0);
            for (right, value) in sums.iter().enumerate() {
                if sum <= 0.0 {
                    (sum, left) = (0.0, right);
                }
                sum += value;
                if sum > best.0 {
                    best = (sum, [top, bottom, left, right]);
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_mostly_covered_inside_a_board_is_part_of_it_and_one_beside_it_is_not() {
        let board = |row: usize, column: usize| match (row, column) {
            (0 | 7, _) | (_, 0 | 6) => -1.0,
            (3, 2..) => -1.0,
            _ => 1.0,
        };
        let values: Vec<f32> = (0..56).map(|i| board(i / 7, i % 7)).collect();
        let (total, area) = likeliest(&values, 7);
        assert_eq!(area, [1, 6, 1, 5]);
        assert!((total - 22.0).abs() < 1e-3, "{total}");
    }
}
