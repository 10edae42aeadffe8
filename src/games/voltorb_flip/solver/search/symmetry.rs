//! Which states are the same but for the order of rows and columns.
//!
//! A round's rows and columns are sorted by header first, so that exchangeable ones stand next to
//! each other. A state is written as its *closure*: for each tile 0 if it is open, else 1 plus the
//! value which it has in every board left. The closure determines the boards left and the other way
//! round, so it is the state's name.

use crate::games::voltorb_flip::board::{Line, Position};
use crate::games::voltorb_flip::solver::boards::MAX_SIDE;
use std::ops::Range;

/// The closure of a state: the rows, then the columns, each a number with a digit to base 5 for
/// each of its tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Closure {
    rows: [u16; MAX_SIDE],
    columns: [u16; MAX_SIDE],
}

const POWERS: [u16; MAX_SIDE] = [1, 5, 25, 125, 625, 3125];

/// Bits for the number of one line: 5^6 < 2^14.
const BITS: u32 = 14;

/// At most this many orders of the columns are tried to find a state's name.
const MOST_ORDERS: usize = 24;

/// The symmetries of a round's headers.
#[derive(Debug)]
pub struct Symmetry {
    rows: Lines,
    /// The groups of equal columns.
    columns: Vec<Range<usize>>,
    /// If the board may be mirrored along its diagonal.
    transposed: Option<Lines>,
}

/// How lines may be exchanged: those along which the state is written, and those across.
#[derive(Debug)]
struct Lines {
    number: usize,
    /// Lines that may be sorted among each other.
    groups: Vec<Range<usize>>,
    /// For each order of the lines across but the one they have: a line's number in that order.
    orders: Vec<Vec<u16>>,
}

impl Closure {
    /// Notes that the tile has the same value in all boards left.
    pub fn determine(&mut self, row: usize, column: usize, value: usize) {
        self.rows[row] += POWERS[column] * (value as u16 + 1);
        self.columns[column] += POWERS[row] * (value as u16 + 1);
    }
}

impl Symmetry {
    /// For a position whose rows and columns are sorted.
    pub fn new(position: &Position) -> Self {
        let lines = |along: &[Line], across: &[Line]| Lines {
            number: along.len(),
            groups: groups(along),
            orders: orders(across),
        };
        Self {
            rows: lines(&position.rows, &position.cols),
            columns: groups(&position.cols),
            transposed: (position.rows == position.cols)
                .then(|| lines(&position.cols, &position.rows)),
        }
    }

    /// Tiles of which each other tile is a mirror image in this state: without the lines that are equal
    /// to one before them, header and all that is known of their tiles.
    pub fn distinct(&self, closure: &Closure, columns: usize) -> u64 {
        let again = |groups: &[Range<usize>], numbers: &[u16; MAX_SIDE]| {
            let mut again = 0u64;
            for group in groups {
                for line in group.start + 1..group.end {
                    let before = &numbers[group.start..line];
                    again |= u64::from(before.contains(&numbers[line])) << line;
                }
            }
            again
        };
        let rows = again(&self.rows.groups, &closure.rows);
        let columns_again = again(&self.columns, &closure.columns);
        if rows | columns_again == 0 {
            return !0;
        }
        let row = !columns_again & ((1 << columns) - 1);
        let kept = (0..self.rows.number).filter(|row| rows >> row & 1 == 0);
        kept.fold(0, |tiles, number| tiles | row << (number * columns))
    }

    /// The name of a state: equal for two states only if an exchange of equal rows and equal columns
    /// turns one into the other. Never 0.
    pub fn key(&self, closure: &Closure) -> u128 {
        let key = self.rows.least(&closure.rows);
        let mirrored = self.transposed.as_ref().map(|lines| lines.least(&closure.columns));
        // One bit above all lines keeps it from being 0.
        mirrored.map_or(key, |mirrored| key.min(mirrored)) | 1 << (BITS * MAX_SIDE as u32)
    }
}

impl Lines {
    fn least(&self, numbers: &[u16; MAX_SIDE]) -> u128 {
        let mut least = self.sorted(*numbers);
        for order in &self.orders {
            let mut other = [0; MAX_SIDE];
            for (other, &number) in other.iter_mut().zip(&numbers[..self.number]) {
                *other = order[usize::from(number)];
            }
            least = least.min(self.sorted(other));
        }
        least
    }

    fn sorted(&self, mut numbers: [u16; MAX_SIDE]) -> u128 {
        for group in &self.groups {
            let group = &mut numbers[group.clone()];
            for end in 1..group.len() {
                let mut i = end;
                while i > 0 && group[i - 1] > group[i] {
                    group.swap(i - 1, i);
                    i -= 1;
                }
            }
        }
        numbers.iter().fold(0, |key, &number| key << BITS | u128::from(number))
    }
}

/// The runs of at least two equal lines.
fn groups(lines: &[Line]) -> Vec<Range<usize>> {
    let mut groups = Vec::new();
    let mut start = 0;
    for run in lines.chunk_by(|a, b| a == b) {
        if run.len() > 1 {
            groups.push(start..start + run.len());
        }
        start += run.len();
    }
    groups
}

/// All orders of the lines that exchange equal ones, as tables of line numbers, without the order
/// that changes nothing. Only some of them if there are many.
fn orders(lines: &[Line]) -> Vec<Vec<u16>> {
    let mut orders = vec![(0..lines.len()).collect::<Vec<_>>()];
    for group in groups(lines) {
        for end in group.start + 1..group.end {
            let shorter = orders.clone();
            for i in group.start..end {
                orders.extend(shorter.iter().map(|order| {
                    let mut order = order.clone();
                    order.swap(i, end);
                    order
                }));
            }
        }
    }
    let table = |order: &Vec<usize>| {
        let numbers = 0..5u16.pow(lines.len() as u32);
        numbers
            .map(|number| {
                let digit = |i: usize| number / POWERS[i] % 5;
                order.iter().enumerate().map(|(to, &from)| digit(from) * POWERS[to]).sum()
            })
            .collect()
    };
    orders[1..].iter().take(MOST_ORDERS).map(table).collect()
}
