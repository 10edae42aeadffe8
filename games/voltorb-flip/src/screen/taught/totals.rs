//! Settles doubtful digits by the rules of any board: the sums of the rows and those of the columns have one total,
//! so have the Voltorbs, and each line fits its cards.

use super::header::Number;
use crate::screen::reading::{LineReading, Tile};
use crate::screen::reconcile::SETTLED;
use crate::screen::rules::{FaceUp, MOST_DOUBTFUL, face_up};
use grid::Grid;
use grid::reading::Reading;
use voltorb_flip::board::Line;

/// The sums, and the Voltorbs.
const KINDS: usize = 2;

/// Settles doubtful numbers of which one choice is left. A kind of numbers takes part if all of it was seen but
/// for [`MOST_DOUBTFUL`] digits: its totals are one equation. What is left must be what the number looks most
/// like, so that two witnesses say the same.
pub(super) fn reconcile(
    (rows, cols): (&mut [LineReading], &mut [LineReading]),
    seen: (&[[Number; 2]], &[[Number; 2]]),
    tiles: &Grid<Reading<Tile>>,
) {
    let count = rows.len();
    let numbers: Vec<&[Number; 2]> = seen.0.iter().chain(seen.1).collect();
    let open = Open::of(&numbers);
    if open.is_empty() {
        return;
    }
    let face_up = face_up(tiles);
    let mut left: Vec<Vec<u8>> = vec![Vec::new(); open.len()];
    let choices = open.iter().map(|open| open.may_be.len()).product();
    for choice in 0..choices {
        let (mut rest, mut values) = (choice, Open::known(&numbers));
        let mut chosen = Vec::with_capacity(open.len());
        for Open { line, kind, may_be } in &open {
            let value = may_be[rest % may_be.len()];
            rest /= may_be.len();
            values[*line][*kind] = Some(value);
            chosen.push(value);
        }
        if fits(&values, count, &face_up) {
            for (left, value) in left.iter_mut().zip(chosen) {
                if !left.contains(&value) {
                    left.push(value);
                }
            }
        }
    }
    let mut lines: Vec<&mut LineReading> = rows.iter_mut().chain(cols).collect();
    for (open, left) in open.iter().zip(left) {
        if left == open.may_be[..1] {
            let line = &mut lines[open.line];
            let number = if open.kind == 0 { &mut line.sum } else { &mut line.voltorbs };
            *number = Reading::sure(left[0], SETTLED);
        }
    }
}

/// A number that is to be settled.
struct Open<'a> {
    /// Which of all rows and columns it is of.
    line: usize,
    /// 0: it is a sum; 1: a number of Voltorbs.
    kind: usize,
    /// What it may be: that which it looks most like first.
    may_be: &'a [u8],
}

impl<'a> Open<'a> {
    /// Those of all lines that the totals may settle.
    fn of(numbers: &[&'a [Number; 2]]) -> Vec<Self> {
        let mut all = Vec::new();
        for kind in 0..KINDS {
            let open = numbers.iter().enumerate().filter(|(_, n)| n[kind].reading.value.is_none());
            let open: Vec<(usize, &Number)> = open.map(|(line, n)| (line, &n[kind])).collect();
            let doubtful: usize = open.iter().map(|(_, number)| number.doubtful).sum();
            if doubtful <= MOST_DOUBTFUL && open.iter().all(|(_, n)| !n.may_be.is_empty()) {
                all.extend(open.iter().map(|&(line, n)| Self { line, kind, may_be: &n.may_be }));
            }
        }
        all
    }

    /// The sum and the Voltorbs of each line, so far as they were read.
    fn known(numbers: &[&[Number; 2]]) -> Vec<[Option<u8>; 2]> {
        numbers.iter().map(|n| [n[0].reading.value, n[1].reading.value]).collect()
    }
}

/// Whether a board can have these headers, of which the first `rows` are those of the rows: so far as they are
/// known.
fn fits(values: &[[Option<u8>; 2]], rows: usize, face_up: &[FaceUp]) -> bool {
    let total = |lines: &[[Option<u8>; 2]], kind: usize| -> Option<u32> {
        lines.iter().map(|line| line[kind].map(u32::from)).sum()
    };
    let balanced = (0..KINDS).all(|kind| {
        let totals = total(&values[..rows], kind).zip(total(&values[rows..], kind));
        totals.is_none_or(|(rows, cols)| rows == cols)
    });
    balanced
        && values.iter().zip(face_up).all(|(line, face_up)| match *line {
            [Some(sum), Some(voltorbs)] => face_up.allows(Line { sum, voltorbs }),
            _ => true,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::reading::Unreadable;

    /// A board with these headers, as [`Number`]s that are all clear.
    fn clear(lines: [[u8; 2]; 5]) -> Vec<[Number; 2]> {
        let number = |value| Number {
            reading: Reading::sure(value, 0.99),
            may_be: vec![value],
            doubtful: 0,
        };
        lines.map(|line| line.map(number)).into_iter().collect()
    }

    fn doubtful(may_be: &[u8]) -> Number {
        let reading = Reading::none(Unreadable::Doubtful);
        Number { reading, may_be: may_be.to_vec(), doubtful: usize::from(!may_be.is_empty()) }
    }

    const ROWS: [[u8; 2]; 5] = [[6, 1], [4, 1], [4, 2], [6, 1], [4, 1]];
    const COLS: [[u8; 2]; 5] = [[5, 1], [5, 1], [4, 2], [6, 1], [4, 1]];

    /// The rows and columns that are read of what was seen.
    fn read(rows: &[[Number; 2]], cols: &[[Number; 2]]) -> [Vec<[Option<u8>; 2]>; 2] {
        let plain = |lines: &[[Number; 2]]| -> Vec<LineReading> {
            let line = |n: &[Number; 2]| LineReading {
                sum: n[0].reading.clone(),
                voltorbs: n[1].reading.clone(),
            };
            lines.iter().map(line).collect()
        };
        let (mut r, mut c) = (plain(rows), plain(cols));
        let tiles = Grid::filled(5, 5, Reading::sure(None, 0.99));
        reconcile((&mut r, &mut c), (rows, cols), &tiles);
        [r, c].map(|lines| lines.iter().map(|l| [l.sum.value, l.voltorbs.value]).collect())
    }

    #[test]
    fn what_totals_and_shape_agree_on_is_read() {
        let (mut rows, mut cols) = (clear(ROWS), clear(COLS));
        rows[3][0] = doubtful(&[6, 8, 9]);
        cols[2][1] = doubtful(&[2, 3]);
        let [r, c] = read(&rows, &cols);
        assert_eq!((r[3], c[2]), ([Some(6), Some(1)], [Some(4), Some(2)]));
    }

    #[test]
    fn what_totals_and_shape_do_not_agree_on_is_not_read() {
        let (mut rows, cols) = (clear(ROWS), clear(COLS));
        // The totals say 6, of which the shape is not the likeliest.
        rows[3][0] = doubtful(&[8, 6]);
        assert_eq!(read(&rows, &cols)[0][3][0], None);
        // They say what the shape cannot be.
        rows[3][0] = doubtful(&[8, 9]);
        assert_eq!(read(&rows, &cols)[0][3][0], None);
    }

    #[test]
    fn two_of_a_row_and_a_column_that_grow_together_are_not_read() {
        let (mut rows, mut cols) = (clear(ROWS), clear(COLS));
        rows[3][0] = doubtful(&[6, 8]);
        cols[3][0] = doubtful(&[6, 8]);
        let [r, c] = read(&rows, &cols);
        assert_eq!((r[3][0], c[3][0]), (None, None));
        // Unless only one of them can.
        cols[3][0] = doubtful(&[6, 7]);
        let [r, c] = read(&rows, &cols);
        assert_eq!((r[3][0], c[3][0]), (Some(6), Some(6)));
    }

    #[test]
    fn nothing_is_settled_beside_a_number_that_was_not_seen() {
        let (mut rows, cols) = (clear(ROWS), clear(COLS));
        rows[3][0] = doubtful(&[6, 8]);
        rows[1][0] = doubtful(&[]);
        assert_eq!(read(&rows, &cols)[0][3][0], None);
        // The other kind is.
        rows[2][1] = doubtful(&[2, 3]);
        assert_eq!(read(&rows, &cols)[0][2][1], Some(2));
    }
}
