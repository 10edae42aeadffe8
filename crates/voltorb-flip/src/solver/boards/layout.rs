//! All boards with the right headers.
//!
//! Rows are laid one by one, from the header with the fewest patterns to the one with the most. The
//! columns say which cards a row may hold (one mask test for each pattern), and the last two rows
//! are looked up by what they must add to the columns, so that the work is about that of writing the
//! answer down.

use super::code::Code;
use crate::board::{Card, Line, Position};

/// A way to fill a row.
#[derive(Clone, Copy)]
struct Pattern {
    code: Code,
    /// Bit `4 * column + value` for each card.
    cards: u32,
    /// What it takes from the columns, a byte each: the card's value, plus 32 for a Voltorb.
    takes: u64,
}

fn takes(card: Card, column: usize) -> u64 {
    u64::from(if card == Card::Voltorb { 32 } else { card.value() }) << (8 * column)
}

/// A step of laying the rows.
pub enum Step {
    /// The next row is laid.
    Row,
    /// All rows are laid.
    Board(Code),
}

/// How the rows are laid.
pub struct Layout {
    /// The patterns of each row but the last two.
    rows: Vec<Vec<Pattern>>,
    /// For each of those rows, each column and each state of a column (its byte of `takes` yet to be
    /// taken): bit `v` if a card of value `v` leaves a column that can be completed.
    fits: Vec<Vec<[u8; 256]>>,
    /// The fillings of the last two rows, sorted by what they take.
    pairs: Vec<(u64, Code)>,
    /// What all rows together must take.
    start: u64,
}

impl Layout {
    /// The rows of a position whose headers are all possible by themselves.
    pub fn new(position: &Position) -> Self {
        let columns = position.cols.len();
        let mut rows: Vec<(usize, Vec<Pattern>)> =
            (0..position.rows.len()).map(|r| (r, patterns(position, r))).collect();
        rows.sort_by_key(|(_, patterns)| patterns.len());
        let (mut state, mut fits) = (Vec::new(), Vec::new());
        // The states that a column can be in before each row, from the last row back.
        for (c, line) in position.cols.iter().enumerate() {
            let mut possible = [false; 256];
            possible[0] = true;
            let mut column = Vec::new();
            for &(r, _) in rows.iter().rev() {
                let (mut before, mut cards) = ([false; 256], [0u8; 256]);
                for card in Card::ALL {
                    if position.tiles[(r, c)].is_some_and(|seen| seen != card) {
                        continue;
                    }
                    let taken = takes(card, 0) as usize;
                    for left in (0..256 - taken).filter(|&left| possible[left]) {
                        before[left + taken] = true;
                        cards[left + taken] |= 1 << card.value();
                    }
                }
                possible = before;
                column.push(cards);
            }
            column.reverse();
            fits.push(column);
            state.push(u64::from(line.sum) + 32 * u64::from(line.voltorbs));
        }
        let start = state.iter().enumerate().fold(0, |start, (c, byte)| start | byte << (8 * c));
        let top = rows.len() - 2;
        let fits = (0..top).map(|d| (0..columns).map(|c| fits[c][d]).collect()).collect();
        let last = rows.split_off(top);
        let mut pairs = Vec::with_capacity(last[0].1.len() * last[1].1.len());
        for a in &last[0].1 {
            pairs.extend(last[1].1.iter().map(|b| (a.takes + b.takes, a.code | b.code)));
        }
        pairs.sort_unstable();
        Self { rows: rows.into_iter().map(|(_, patterns)| patterns).collect(), fits, pairs, start }
    }

    /// Hands every step, and with them every board with the right headers, to `take` until it says
    /// `false`; whether it never did.
    pub fn each(&self, mut take: impl FnMut(Step) -> bool) -> bool {
        self.lay(0, self.start, Code::default(), &mut take)
    }

    fn lay(&self, row: usize, left: u64, code: Code, take: &mut impl FnMut(Step) -> bool) -> bool {
        let Some(patterns) = self.rows.get(row) else {
            let first = self.pairs.partition_point(|&(takes, _)| takes < left);
            return self.pairs[first..]
                .iter()
                .take_while(|&&(takes, _)| takes == left)
                .all(|&(_, pair)| take(Step::Board(code | pair)));
        };
        if !take(Step::Row) {
            return false;
        }
        let fits = self.fits[row].iter().enumerate().fold(0u32, |fits, (c, cards)| {
            fits | u32::from(cards[(left >> (8 * c) & 255) as usize]) << (4 * c)
        });
        patterns
            .iter()
            .filter(|pattern| pattern.cards & !fits == 0)
            .all(|pattern| self.lay(row + 1, left - pattern.takes, code | pattern.code, take))
    }
}

/// The fillings of a row that fit its header and its cards face up.
fn patterns(position: &Position, row: usize) -> Vec<Pattern> {
    let columns = position.cols.len();
    let Line { sum, voltorbs } = position.rows[row];
    let mut patterns = vec![(Pattern { code: Code::default(), cards: 0, takes: 0 }, 0u8, 0u8)];
    for c in 0..columns {
        let seen = position.tiles[(row, c)];
        let mut longer = Vec::with_capacity(4 * patterns.len());
        for &(pattern, s, v) in &patterns {
            for card in Card::ALL.into_iter().filter(|&card| seen.is_none_or(|seen| seen == card)) {
                let (s, v) = (s + card.value(), v + u8::from(card == Card::Voltorb));
                let left = (columns - c - 1) as u8;
                let safe_left = (left + v).saturating_sub(voltorbs);
                if v > voltorbs || s + safe_left > sum || s + 3 * safe_left < sum {
                    continue;
                }
                let code = Code::one(row * columns + c, card) | pattern.code;
                let cards = pattern.cards | 1 << (4 * c + usize::from(card.value()));
                longer.push((Pattern { code, cards, takes: pattern.takes + takes(card, c) }, s, v));
            }
        }
        patterns = longer;
    }
    let full = patterns.into_iter().filter(|&(_, s, v)| (s, v) == (sum, voltorbs));
    full.map(|(pattern, _, _)| pattern).collect()
}
