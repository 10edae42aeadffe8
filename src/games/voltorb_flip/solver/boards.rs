//! All boards that fit what is seen, each with its weight.
//!
//! With a level the weight of a board is the sum over the level's ten types that deal it of one
//! over the number of boards which that type keeps: the chance that the game dealt this very board,
//! up to a factor. On other sizes than the game's the types are [`scaled`]. Without a level all boards weigh the same.
//!
//! Rows are laid one by one, from the header with the fewest patterns to the one with the most. The
//! columns say which cards a row may hold (one mask test for each pattern), and the last two rows
//! are looked up by what they must add to the columns, so that the work is about that of writing the
//! answer down.

use super::conflict::{self, Conflict};
use super::monitor::{Monitor, Progress, never};
use crate::games::voltorb_flip::board::{Board, Card, Line, Position};
use crate::games::voltorb_flip::scaled;
use crate::grid::{Cell, Grid};
use std::collections::HashMap;
use std::ops::Range;

/// The largest number of rows or columns of a board.
pub const MAX_SIDE: usize = 6;

/// Steps of listing between two looks at the clock: some milliseconds.
const PATIENCE: usize = 1 << 17;

/// A board as two bit planes: bit `row * columns + column` of `low` and `high` are the two binary
/// digits of the card's value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Code {
    pub low: u64,
    pub high: u64,
}

impl Code {
    pub fn card(self, tile: usize) -> Card {
        Card::ALL[usize::from((self.low >> tile & 1) as u8 | ((self.high >> tile & 1) as u8) << 1)]
    }
}

impl Code {
    /// The board with this card at a tile, and Voltorbs elsewhere.
    pub fn one(tile: usize, card: Card) -> Self {
        let value = u64::from(card.value());
        Self { low: (value & 1) << tile, high: (value >> 1) << tile }
    }

    /// The tiles that are no Voltorb.
    #[inline]
    pub fn safe(self) -> u64 {
        self.low | self.high
    }

    /// How many cards are a 3.
    #[inline]
    pub fn threes(self) -> u32 {
        (self.high & self.low).count_ones()
    }

    /// What the 2s and 3s pay together.
    #[inline]
    pub fn coins(self) -> f64 {
        let threes = self.threes();
        let twos = self.high.count_ones() - threes;
        (1u64 << twos) as f64 * THREES[threes as usize]
    }

    /// The board with a Voltorb at every tile that is not in the set.
    pub fn only(self, tiles: u64) -> Self {
        Self { low: self.low & tiles, high: self.high & tiles }
    }

    /// Calls `f` with each tile that is no Voltorb, and its value.
    #[inline]
    pub fn each_safe(self, mut f: impl FnMut(usize, usize)) {
        let mut rest = self.safe();
        while rest != 0 {
            let tile = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            f(tile, (self.low >> tile & 1 | (self.high >> tile & 1) << 1) as usize);
        }
    }
}

/// The powers of 3 up to that of the most tiles of a board.
const THREES: [f64; 37] = {
    let mut powers = [1.0; 37];
    let mut i = 1;
    while i < powers.len() {
        powers[i] = 3.0 * powers[i - 1];
        i += 1;
    }
    powers
};

/// Boards that hold the same cards and weigh the same.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Class {
    /// Which of the boards, all next to each other.
    pub range: Range<usize>,
    /// The weight of each.
    pub weight: f64,
    /// The product of the cards other than Voltorbs of each.
    pub payout: f64,
    /// How many 2s and 3s each has.
    pub multipliers: u32,
}

/// All boards that fit a position, with their weights.
#[derive(Clone, Debug)]
pub struct Boards {
    rows: usize,
    columns: usize,
    pub(super) codes: Vec<Code>,
    pub(super) classes: Vec<Class>,
}

/// Why the boards were not listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotListed {
    /// None fits.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// More fit than were asked for.
    #[error("more than {0} boards fit: give the level, or use a smaller board")]
    TooMany(usize),
    /// Time was up before all were found.
    #[error("time was up when {boards} boards that fit were found: allow more time")]
    TimeUp {
        /// How many were found.
        boards: usize,
    },
    /// The objective depends on the level, which is not known.
    #[error("the objective \"level\" depends on the level of the game: give the level")]
    LevelUnknown,
}

impl Boards {
    /// Lists the boards that fit the headers, the cards face up, and the level if known; at most
    /// `limit` of them.
    ///
    /// # Errors
    /// [`NotListed::Conflict`] with the smallest reason why no board fits;
    /// [`NotListed::TooMany`] when more than `limit` fit.
    pub fn list(position: &Position, limit: usize) -> Result<Self, NotListed> {
        Self::list_in_time(position, limit, &never)
    }

    /// [`Boards::list`], given up when time is up. That is asked every [`PATIENCE`] steps, so that few
    /// boards are listed in any case.
    ///
    /// # Errors
    /// As [`Boards::list`], and [`NotListed::TimeUp`].
    pub fn list_in_time(
        position: &Position,
        limit: usize,
        monitor: &dyn Monitor,
    ) -> Result<Self, NotListed> {
        conflict::lines(position)?;
        let dealer = Dealer::new(position);
        let mut found = Found { classes: Vec::new(), index: HashMap::new(), count: 0 };
        let (mut steps, mut stopped) = (0, false);
        let complete = Layout::new(position).each(|step| {
            steps += 1;
            if steps % PATIENCE == 0 {
                monitor.report(Progress::Listing { boards: found.count });
                stopped = monitor.time_is_up();
            }
            let room = match step {
                Step::Row => true,
                Step::Board(code) => found.push(code, &dealer, limit),
            };
            room && !stopped
        });
        if stopped {
            return Err(NotListed::TimeUp { boards: found.count });
        }
        if !complete {
            return Err(NotListed::TooMany(limit));
        }
        if found.count == 0 {
            return Err(conflict::together(position).into());
        }
        Ok(found.finish(position.rows.len(), position.cols.len()))
    }

    /// Whether any board fits the position; stops at the first.
    pub(super) fn exist(position: &Position) -> bool {
        let dealer = Dealer::new(position);
        !Layout::new(position).each(|step| match step {
            Step::Row => true,
            Step::Board(code) => dealer.weight(code).is_none(),
        })
    }

    /// How many boards fit, at least one.
    pub fn count(&self) -> usize {
        self.codes.len()
    }

    /// The sum of all weights. Only ratios of weights mean something.
    pub fn weight(&self) -> f64 {
        self.classes.iter().map(|class| class.range.len() as f64 * class.weight).sum()
    }

    /// Every board with its weight.
    pub fn iter(&self) -> impl Iterator<Item = (Board, f64)> {
        self.classes.iter().flat_map(move |class| {
            self.codes[class.range.clone()].iter().map(|&code| (self.board(code), class.weight))
        })
    }

    /// Every board with the place of its class in this order, sorted by that.
    pub(super) fn numbered(&self, order: &[usize]) -> Vec<(Code, u8)> {
        let numbered = order.iter().enumerate().flat_map(|(place, &number)| {
            let codes = &self.codes[self.classes[number].range.clone()];
            codes.iter().map(move |&code| (code, place as u8))
        });
        numbered.collect()
    }

    fn board(&self, code: Code) -> Board {
        Grid::from_fn(self.rows, self.columns, |r, c| code.card(r * self.columns + c))
    }

    /// Each tile's chances of being a Voltorb, a 1, a 2 and a 3.
    pub fn odds(&self) -> Grid<[f64; 4]> {
        let mut counts = vec![[0.0; 4]; self.rows * self.columns];
        for class in &self.classes {
            for &code in &self.codes[class.range.clone()] {
                for (tile, odds) in counts.iter_mut().enumerate() {
                    odds[usize::from(code.card(tile).value())] += class.weight;
                }
            }
        }
        Grid::from_fn(self.rows, self.columns, |r, c| {
            let odds = counts[r * self.columns + c];
            let total: f64 = odds.iter().sum();
            odds.map(|weight| weight / total)
        })
    }

    /// How many of the cards are known to be safe once the one at `cell` is flipped, on average; those
    /// face up are among them.
    pub(super) fn safe_after(&self, (row, column): Cell) -> f64 {
        let tile = row * self.columns + column;
        let (mut safe, mut weights) = ([u64::MAX; 4], [0.0; 4]);
        for class in &self.classes {
            for code in &self.codes[class.range.clone()] {
                let value = usize::from(code.card(tile).value());
                safe[value] &= code.safe();
                weights[value] += class.weight;
            }
        }
        // Of a Voltorb none is left to be flipped.
        let cards = |value: usize| weights[value] * f64::from(safe[value].count_ones());
        (1..4).filter(|&value| weights[value] > 0.0).map(cards).sum::<f64>() / self.weight()
    }

    /// The boards that show `card` at `cell`, in the same order, or `None` if there are none.
    pub fn with(&self, (row, column): Cell, card: Card) -> Option<Self> {
        let tile = row * self.columns + column;
        let (mut codes, mut classes) = (Vec::new(), Vec::new());
        for class in &self.classes {
            let start = codes.len();
            let kept =
                self.codes[class.range.clone()].iter().filter(|code| code.card(tile) == card);
            codes.extend(kept);
            if codes.len() > start {
                classes.push(Class { range: start..codes.len(), ..*class });
            }
        }
        (!codes.is_empty()).then_some(Self { codes, classes, ..*self })
    }
}

/// Boards while they are found, sorted into classes.
struct Found {
    classes: Vec<(Class, Vec<Code>)>,
    index: HashMap<(u32, u64), usize>,
    count: usize,
}

impl Found {
    /// Takes up a board if it can be dealt; `false` when there are too many.
    fn push(&mut self, code: Code, dealer: &Dealer, limit: usize) -> bool {
        let Some(weight) = dealer.weight(code) else { return true };
        self.count += 1;
        let threes = code.threes();
        let class = *self.index.entry((threes, weight.to_bits())).or_insert_with(|| {
            let (payout, multipliers) = (code.coins(), code.high.count_ones());
            let class = Class { range: 0..0, weight, payout, multipliers };
            self.classes.push((class, Vec::new()));
            self.classes.len() - 1
        });
        self.classes[class].1.push(code);
        self.count <= limit
    }

    fn finish(self, rows: usize, columns: usize) -> Boards {
        let mut codes = Vec::with_capacity(self.count);
        let mut classes = Vec::with_capacity(self.classes.len());
        for (class, members) in self.classes {
            let start = codes.len();
            codes.extend(members);
            classes.push(Class { range: start..codes.len(), ..class });
        }
        Boards { rows, columns, codes, classes }
    }
}

/// What the level deals, worked out for one set of headers. Which cards are free depends on the
/// headers alone.
struct Dealer {
    /// For each type that can be dealt with these totals: 2s, 3s, limits, weight.
    types: Vec<(u32, u32, u32, u32, f64)>,
    free: Free,
    any: bool,
}

/// Where the 2s and 3s are *free*: in a row or a column without a Voltorb.
#[derive(Debug)]
pub(super) struct Free {
    tiles: u64,
    /// The tiles of each line.
    lines: Vec<u64>,
}

impl Free {
    pub fn new(position: &Position) -> Self {
        let (rows, columns) = (&position.rows, &position.cols);
        let row_mask = |r: usize| ((1u64 << columns.len()) - 1) << (r * columns.len());
        let column_mask =
            |c: usize| (0..rows.len()).fold(0u64, |mask, r| mask | 1 << (r * columns.len() + c));
        let lines: Vec<u64> =
            (0..rows.len()).map(row_mask).chain((0..columns.len()).map(column_mask)).collect();
        let tiles = rows
            .iter()
            .chain(columns)
            .zip(&lines)
            .filter(|(line, _)| line.voltorbs == 0)
            .fold(0, |free, (_, mask)| free | mask);
        Self { tiles, lines }
    }

    /// Of the 2s and 3s at these tiles the most free ones in a line, and all of them.
    pub fn count(&self, multipliers: u64) -> (u32, u32) {
        let free = multipliers & self.tiles;
        if free == 0 {
            return (0, 0);
        }
        let most = self.lines.iter().map(|line| (free & line).count_ones()).max().unwrap_or(0);
        (most, free.count_ones())
    }
}

impl Dealer {
    fn new(position: &Position) -> Self {
        let (rows, columns) = (&position.rows, &position.cols);
        let voltorbs = total(rows).1;
        let types = position
            .level
            .map_or(Vec::new(), |level| scaled::types(level, rows.len(), columns.len()))
            .into_iter()
            .filter(|t| u32::from(t.voltorbs) == voltorbs);
        let types = types
            .map(|t| {
                let [twos, threes, line, total] =
                    [t.twos, t.threes, t.line_limit, t.total_limit].map(u32::from);
                (twos, threes, line, total, 1.0 / t.accepted as f64)
            })
            .collect();
        Self { types, free: Free::new(position), any: position.level.is_none() }
    }

    /// The weight of a board with the right headers, or `None` if the level never deals it.
    fn weight(&self, code: Code) -> Option<f64> {
        if self.any {
            return Some(1.0);
        }
        let threes = code.threes();
        let twos = code.high.count_ones() - threes;
        let (most, free) = self.free.count(code.high);
        let weight: f64 = self
            .types
            .iter()
            .filter(|t| (t.0, t.1) == (twos, threes) && most < t.2 && free < t.3)
            .map(|t| t.4)
            .sum();
        (weight > 0.0).then_some(weight)
    }
}

/// The sums and the Voltorbs of all lines together.
pub(super) fn total(lines: &[Line]) -> (u32, u32) {
    lines.iter().fold((0, 0), |(sum, voltorbs), line| {
        (sum + u32::from(line.sum), voltorbs + u32::from(line.voltorbs))
    })
}

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
enum Step {
    /// The next row is laid.
    Row,
    /// All rows are laid.
    Board(Code),
}

/// How the rows are laid.
struct Layout {
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
    fn new(position: &Position) -> Self {
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
    fn each(&self, mut take: impl FnMut(Step) -> bool) -> bool {
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

impl std::ops::BitOr for Code {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }
}

/// The board with these cards at these tiles, and Voltorbs elsewhere.
impl FromIterator<(usize, Card)> for Code {
    fn from_iter<I: IntoIterator<Item = (usize, Card)>>(cards: I) -> Self {
        let cards = cards.into_iter();
        cards.fold(Self::default(), |board, (tile, card)| board | Self::one(tile, card))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::voltorb_flip::board::{headers, parse_board};
    use crate::games::voltorb_flip::solver::testing::{hidden, typed};

    fn count(position: &Position) -> usize {
        Boards::list(position, usize::MAX).unwrap().count()
    }

    #[test]
    fn published_counts() {
        assert_eq!(count(&typed(&[[0, 2], [2, 0]], &[[1, 1], [1, 1]])), 1);
        assert_eq!(count(&typed(&[[2, 0], [1, 1]], &[[2, 0], [1, 1]])), 1);
        assert_eq!(count(&typed(&[[1, 1], [1, 1]], &[[1, 1], [1, 1]])), 2);
        let three = typed(&[[2, 1], [1, 2], [1, 2]], &[[1, 2], [2, 1], [1, 2]]);
        assert_eq!(count(&three), 5);
    }

    /// Every 2 x 3 board, sorted by headers: the list for each headers is that group, also with
    /// each single card face up.
    #[test]
    fn lists_are_complete_on_every_small_board() {
        let mut groups: HashMap<_, Vec<Board>> = HashMap::new();
        for n in 0..4usize.pow(6) {
            let board = Grid::from_fn(2, 3, |r, c| Card::ALL[n >> (2 * (3 * r + c)) & 3]);
            groups.entry(headers(&board)).or_default().push(board);
        }
        for group in groups.values() {
            let mut position = hidden(&group[0], None);
            assert_eq!(count(&position), group.len());
            for (cell, &card) in group[0].cells() {
                position.tiles = group[0].map(|_| None);
                position.tiles[cell] = Some(card);
                let expected: Vec<_> = group.iter().filter(|board| board[cell] == card).collect();
                let boards = Boards::list(&position, usize::MAX).unwrap();
                assert_eq!(boards.count(), expected.len());
                assert!(boards.iter().all(|(board, _)| expected.contains(&&board)));
            }
        }
    }

    #[test]
    fn odds_and_restriction_agree() {
        let board = parse_board("12201-01300-21011-21101-11111").unwrap();
        let boards = Boards::list(&hidden(&board, Some(1)), usize::MAX).unwrap();
        let odds = boards.odds();
        for (cell, odds) in odds.cells() {
            assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for card in Card::ALL {
                let part = boards.with(cell, card).map_or(0.0, |boards| boards.weight());
                let chance = odds[usize::from(card.value())];
                assert!((part / boards.weight() - chance).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn too_many_boards_are_refused() {
        let position = typed(&[[5, 1]; 5], &[[5, 1]; 5]);
        assert_eq!(Boards::list(&position, 1000).unwrap_err(), NotListed::TooMany(1000));
    }
}
