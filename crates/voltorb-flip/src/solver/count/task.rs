//! A position as the counter sees it: what each line's face-down cells still have to hold.

use crate::board::{Card, Line, Position};

/// What a line's face-down cells hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    pub voltorbs: u8,
    pub excess: u8,
}

impl Need {
    /// What `header` leaves for the cells of `tiles` that are face down, or `None` if they cannot
    /// hold it.
    fn new<'a>(header: Line, tiles: impl Iterator<Item = &'a Option<Card>>) -> Option<Self> {
        let (mut sum, mut voltorbs) = (i32::from(header.sum), i32::from(header.voltorbs));
        let mut cells = 0;
        for tile in tiles {
            match tile {
                Some(card) => {
                    sum -= i32::from(card.value());
                    voltorbs -= i32::from(*card == Card::Voltorb);
                }
                None => cells += 1,
            }
        }
        let excess = sum - (cells - voltorbs);
        let need = Self { voltorbs: voltorbs.try_into().ok()?, excess: excess.try_into().ok()? };
        need.fits(cells as u8).then_some(need)
    }

    pub fn fits(self, cells: u8) -> bool {
        self.voltorbs <= cells && self.excess <= 2 * (cells - self.voltorbs)
    }

    /// What is left after a card is laid, if it still fits the cells that remain.
    pub fn after(self, card: usize, cells: u8) -> Option<Self> {
        let (v, e) = COST[card];
        let left =
            Self { voltorbs: self.voltorbs.checked_sub(v)?, excess: self.excess.checked_sub(e)? };
        left.fits(cells).then_some(left)
    }
}

/// What each card takes from a line's (Voltorbs, excess).
pub const COST: [(u8, u8); 4] = [(1, 0), (0, 0), (0, 1), (0, 2)];

/// A set of rows or of columns, a bit each.
pub type Set = u16;

/// The position in the counter's own terms.
pub struct Task {
    /// `order[r]` is the place of the position's row `r` in `rows`.
    pub order: Vec<usize>,
    /// Each row's need, and which of its cells are face down.
    pub rows: Vec<(Need, Set)>,
    /// Each column's need, and which of its cells are face down.
    pub columns: Vec<(Need, Set)>,
}

impl Task {
    /// Puts the rows with the fewest fillings first: measured, that keeps states and time lowest
    /// (the reverse takes 2 to 14 times as long on 8x8 boards).
    fn ordered(rows: &[(Need, Set)], columns: &[(Need, Set)]) -> Self {
        let mut laid: Vec<usize> = (0..rows.len()).collect();
        laid.sort_by_key(|&r| fillings(rows[r]));
        let mut order = vec![0; rows.len()];
        laid.iter().enumerate().for_each(|(place, &r)| order[r] = place);
        // A column's set of face-down cells speaks of the new places.
        let moved = |down: Set| (0..rows.len()).map(|r| (down >> r & 1) << order[r]).sum();
        let columns = columns.iter().map(|&(need, down)| (need, moved(down))).collect();
        Self { rows: laid.iter().map(|&r| rows[r]).collect(), columns, order }
    }

    /// `None` if a line cannot hold what its header says, or the totals disagree.
    pub fn new(position: &Position, turned: bool) -> Option<Self> {
        fn line<'a>(
            header: Line,
            tiles: impl Iterator<Item = &'a Option<Card>> + Clone,
        ) -> Option<(Need, Set)> {
            let down = tiles.clone().enumerate().map(|(i, t)| Set::from(t.is_none()) << i).sum();
            Some((Need::new(header, tiles)?, down))
        }
        let tiles = &position.tiles;
        let rows = position.rows.iter().enumerate().map(|(r, &h)| line(h, tiles.row(r).iter()));
        let columns: Option<Vec<_>> = position
            .cols
            .iter()
            .enumerate()
            .map(|(c, &h)| {
                let cells: Vec<_> = tiles.column(c).copied().collect();
                line(h, cells.iter())
            })
            .collect();
        let (rows, columns) = (rows.collect::<Option<Vec<_>>>()?, columns?);
        let total = |lines: &[(Need, Set)]| {
            lines.iter().fold((0, 0), |(v, e), (need, _)| {
                (v + u32::from(need.voltorbs), e + u32::from(need.excess))
            })
        };
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        (total(&rows) == total(&columns)).then(|| Self::ordered(&rows, &columns))
    }
}

/// In how many ways a line can be filled.
fn fillings((need, down): (Need, Set)) -> u64 {
    let choose = |n: u64, k: u64| (0..k).fold(1, |c, i| c * (n - i) / (i + 1));
    let (cells, voltorbs, excess) =
        (u64::from(down.count_ones()), u64::from(need.voltorbs), u64::from(need.excess));
    let numbers = cells - voltorbs;
    // With `threes` 3s, the rest of the excess are 2s.
    let rewards = (0..=excess / 2)
        .filter(|threes| excess - threes <= numbers)
        .map(|threes| choose(numbers, threes) * choose(numbers - threes, excess - 2 * threes));
    choose(cells, voltorbs) * rewards.sum::<u64>()
}
