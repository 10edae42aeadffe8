//! The boards that fit a position, one after the other: however many there are, few are in memory.

use super::code::Code;
use super::dealer::Dealer;
use super::error::NotListed;
use super::layout::{Layout, Step};
use super::misfit::together;
use crate::board::{Board, Position};
use crate::solver::conflict;
use crate::solver::count::count;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The boards that fit a position with their chances, in memory that does not grow with their number.
/// They are gone through twice: once for the sum of their weights, and once to tell each. Without a level
/// all weigh the same, and are counted without being gone through.
pub struct BoardStream {
    layout: Layout,
    dealer: Dealer,
    rows: usize,
    columns: usize,
    count: u128,
    weight: f64,
}

impl BoardStream {
    /// For the headers, the cards face up, and the level if known.
    ///
    /// # Errors
    /// [`NotListed::Conflict`] with the smallest reason why no board fits.
    pub fn new(position: &Position) -> Result<Self, NotListed> {
        conflict::lines(position)?;
        let mut stream = Self {
            layout: Layout::new(position),
            dealer: Dealer::new(position),
            rows: position.rows.len(),
            columns: position.cols.len(),
            count: 0,
            weight: 0.0,
        };
        let counted = position.level.is_none().then(|| count(position).ok()).flatten();
        if let Some(counted) = counted {
            (stream.count, stream.weight) = (counted.boards, counted.boards as f64);
        } else {
            let (mut boards, mut sum) = (0, 0.0);
            stream.codes(|_, weight| {
                boards += 1;
                sum += weight;
                true
            });
            (stream.count, stream.weight) = (boards, sum);
        }
        if stream.count == 0 { Err(together(position).into()) } else { Ok(stream) }
    }

    /// How many boards fit, at least one.
    pub fn count(&self) -> u128 {
        self.count
    }

    /// Hands every board with its weight to `take` until it says `false`.
    fn codes(&self, mut take: impl FnMut(Code, f64) -> bool) {
        self.layout.each(|step| match step {
            Step::Row => true,
            Step::Board(code) => self.dealer.weight(code).is_none_or(|weight| take(code, weight)),
        });
    }

    /// Hands every board with its chance to `take` until it says `false`, in no order of their chances.
    pub fn each(&self, mut take: impl FnMut(&Board, f64) -> bool) {
        self.codes(|code, weight| take(&code.board(self.rows, self.columns), weight / self.weight));
    }

    /// So many boards, or all if there are fewer, the likeliest first, and those as likely in the order
    /// of [`BoardStream::each`]. Only they are in memory.
    pub fn likeliest(&self, most: usize) -> Vec<(Board, f64)> {
        // The least likely on top, and of those the one found last. Weights are above 0, so that their
        // bits are in their order.
        let mut kept = BinaryHeap::new();
        let mut found = 0u64;
        self.codes(|code, weight| {
            let entry = (Reverse(weight.to_bits()), found, code);
            found += 1;
            if kept.len() < most {
                kept.push(entry);
            } else if let Some(mut least) = kept.peek_mut()
                && entry < *least
            {
                *least = entry;
            }
            true
        });
        let sorted = kept.into_sorted_vec().into_iter();
        sorted
            .map(|(Reverse(weight), _, code)| {
                (code.board(self.rows, self.columns), f64::from_bits(weight) / self.weight)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Boards;
    use super::*;
    use crate::generator::Generator;
    use crate::levels::Level;
    use crate::solver::testing::{hidden, typed};

    fn stream(position: &Position) -> Vec<(Board, f64)> {
        let mut boards = Vec::new();
        BoardStream::new(position).unwrap().each(|board, chance| {
            boards.push((board.clone(), chance));
            true
        });
        boards
    }

    /// The boards and chances are those of the list, at every level.
    #[test]
    fn the_stream_is_the_list_and_the_likeliest_come_first() {
        let mut generator = Generator::new(5);
        for level in Level::all().chain(Level::all()) {
            let position = hidden(&generator.deal(level).board, Some(level.number()));
            let listed = Boards::list(&position, usize::MAX).unwrap();
            let all = stream(&position);
            assert_eq!(all.len(), listed.count());
            assert!((all.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-9);
            for (board, weight) in listed.iter().take(50) {
                let found = all.iter().find(|(other, _)| *other == board).unwrap();
                assert!((found.1 - weight / listed.weight()).abs() < 1e-12);
            }
            let mut sorted = all.clone();
            sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
            for most in [1, 7, usize::MAX] {
                let likeliest = BoardStream::new(&position).unwrap().likeliest(most);
                assert_eq!(likeliest, sorted[..most.min(sorted.len())]);
            }
        }
    }

    #[test]
    fn without_a_level_the_boards_are_counted_and_a_conflict_is_told() {
        let even = typed(&[[5, 1]; 5], &[[5, 1]; 5]);
        let boards = BoardStream::new(&even).unwrap();
        let mut seen = 0;
        boards.each(|_, chance| {
            seen += 1;
            assert!((chance * boards.count() as f64 - 1.0).abs() < 1e-12);
            seen < 1000
        });
        assert_eq!(seen, 1000);
        let none = typed(&[[2, 0], [1, 1]], &[[1, 1], [1, 0]]);
        assert!(matches!(BoardStream::new(&none), Err(NotListed::Conflict(_))));
    }
}
