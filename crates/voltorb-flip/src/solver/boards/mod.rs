//! All boards that fit what is seen, each with its weight.
//!
//! The weights are the posterior up to a factor, by Bayes' rule: the level's ten types are equally likely,
//! and so are the boards that a type keeps, hence
//!
//! ```text
//! weight(board) = sum of 1 / accepted(type) over the types of the level that deal the board
//! ```
//!
//! On other sizes than the game's the types are those of [`scaled`](crate::scaled).
//! Without a level all boards weigh the same, or what they weigh at all levels together
//! ([`Boards::list_at_any_level`]).

mod code;
mod dealer;
mod error;
mod layout;
mod misfit;
mod stream;

use super::conflict;
use super::monitor::{Monitor, Progress, never};
use crate::board::{Board, Card, Position, totals};
use crate::levels::Level;
pub(super) use code::Code;
use dealer::Dealer;
pub(super) use dealer::Free;
pub use error::NotListed;
use grid::{Cell, Grid};
use layout::{Layout, Step};
use misfit::together;
use std::collections::HashMap;
use std::ops::Range;
pub use stream::BoardStream;

/// Steps of listing between two looks at the clock: some milliseconds.
const PATIENCE: usize = 1 << 17;

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

impl Boards {
    /// Lists the boards that fit the headers, the cards face up, and the level if known; at most
    /// `limit` of them.
    ///
    /// # Errors
    /// [`NotListed::Conflict`] with the smallest reason why no board fits;
    /// [`NotListed::TooMany`] when more than `limit` fit.
    ///
    /// # Examples
    /// ```
    /// use voltorb_flip::solver::boards::Boards;
    ///
    /// let position = "rows 3/1 3/1 4/0; cols 3/1 3/1 4/0".parse()?;
    /// let boards = Boards::list(&position, 100)?;
    /// assert_eq!(boards.count(), 6);
    /// // The chances of row 1, column 1: half of the six boards have a Voltorb there.
    /// assert_eq!(boards.odds()[(0, 0)][0], 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list(position: &Position, limit: usize) -> Result<Self, NotListed> {
        Self::list_in_time(position, limit, &never)
    }

    /// [`Boards::list`], given up when time is up. That is asked every `PATIENCE` steps, so that few
    /// boards are listed in any case.
    ///
    /// # Errors
    /// As [`Boards::list`], and [`NotListed::TimeUp`].
    pub fn list_in_time(
        position: &Position,
        limit: usize,
        monitor: &dyn Monitor,
    ) -> Result<Self, NotListed> {
        Self::dealt(position, &Dealer::new(position), limit, monitor)
    }

    /// [`Boards::list_in_time`] where the level is not known but is one of the game's, each as likely as the
    /// others beforehand: a board weighs what it weighs at all of them together.
    ///
    /// # Errors
    /// As [`Boards::list_in_time`]. [`NotListed::Conflict`] also if boards fit, but no level deals any of them.
    pub fn list_at_any_level(
        position: &Position,
        limit: usize,
        monitor: &dyn Monitor,
    ) -> Result<Self, NotListed> {
        Self::dealt(position, &Dealer::of_levels(position, Level::all()), limit, monitor)
    }

    fn dealt(
        position: &Position,
        dealer: &Dealer,
        limit: usize,
        monitor: &dyn Monitor,
    ) -> Result<Self, NotListed> {
        conflict::lines(position)?;
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
                Step::Board(code) => found.push(code, dealer, limit),
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
            return Err(together(position).into());
        }
        Ok(found.finish(position.rows.len(), position.cols.len()))
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
        code.board(self.rows, self.columns)
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

/// How likely each level is that deals boards which fit a position, its own level left aside, if all are
/// equally likely beforehand (Bayes' rule). Empty if none does.
///
/// # Errors
/// Time was up, or more boards fit than are listed.
pub fn level_chances(
    position: &Position,
    limit: usize,
    monitor: &dyn Monitor,
) -> Result<Vec<(Level, f64)>, NotListed> {
    let mut chances = Vec::new();
    for level in Level::all().filter(|level| level.deals(totals(&position.rows))) {
        let position = Position { level: Some(level), ..position.clone() };
        match Boards::list_in_time(&position, limit, monitor) {
            Ok(boards) => chances.push((level, boards.weight())),
            Err(NotListed::Conflict(_)) => {}
            Err(other) => return Err(other),
        }
    }
    let total: f64 = chances.iter().map(|(_, weight)| weight).sum();
    Ok(chances.into_iter().map(|(level, weight)| (level, weight / total)).collect())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{headers, parse_board};
    use crate::solver::testing::{hidden, typed};

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

    /// By the law of total probability.
    #[test]
    fn at_any_level_the_odds_are_those_of_the_levels_by_their_chances() {
        let position = typed(
            &[[5, 2], [4, 2], [6, 2], [3, 3], [6, 1]],
            &[[4, 2], [5, 2], [7, 1], [5, 2], [3, 3]],
        );
        let chances = level_chances(&position, usize::MAX, &never).unwrap();
        assert!(chances.len() > 1, "{chances:?}");
        assert!((chances.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
        let mut mixed = position.tiles.map(|_| [0.0; 4]);
        for (level, chance) in chances {
            let position = Position { level: Some(level), ..position.clone() };
            for (cell, odds) in Boards::list(&position, usize::MAX).unwrap().odds().cells() {
                mixed[cell].iter_mut().zip(odds).for_each(|(sum, odds)| *sum += chance * odds);
            }
        }
        let any = Boards::list_at_any_level(&position, usize::MAX, &never).unwrap().odds();
        for (cell, odds) in any.cells() {
            let near = odds.iter().zip(mixed[cell]).all(|(a, b)| (a - b).abs() < 1e-12);
            assert!(near, "{cell:?}: {odds:?} {:?}", mixed[cell]);
        }
    }

    #[test]
    fn too_many_boards_are_refused() {
        let position = typed(&[[5, 1]; 5], &[[5, 1]; 5]);
        assert_eq!(Boards::list(&position, 1000).unwrap_err(), NotListed::TooMany(1000));
    }
}
