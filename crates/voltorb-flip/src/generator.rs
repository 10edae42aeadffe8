//! The game's board generator: the same seed deals the same boards, draw for draw.
//!
//! Source: the public decompilation pret/pokeheartgold, `voltorb_flip_game.c`
//! (`SelectBoardId`, `GenerateBoard`, `PlaceCardsOnBoard`, `RetryBoardGen`) and `math_util.c`
//! (`MTRandom`, the standard MT19937 with 32-bit outputs).

use super::board::{Board, Card};
use super::levels::{BoardType, Level};
use grid::Grid;
use rand_mt::Mt;

/// Rows and columns of the game's board.
pub const SIDE: usize = 5;
const CARDS: usize = SIDE * SIDE;

/// After so many rejected boards the last one is dealt all the same. Never in practice: at least
/// 35 % of the tries are accepted at every type.
const MAX_TRIES: u32 = 1000;

/// After so many draws of a taken cell the remaining cards of that kind are left out.
const MAX_MISSES: u32 = 100;

/// The game's random stream, seeded once, and the boards dealt from it.
#[derive(Clone, Debug)]
pub struct Generator {
    stream: Mt,
}

/// A dealt board and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The level it was dealt for.
    pub level: Level,
    /// Which of [`Level::types`] it is, 0 to 9.
    pub kind: usize,
    /// What every card shows, 5x5.
    pub board: Board,
    /// How many boards were drawn until one was accepted, 1 to 1000.
    pub tries: u32,
}

impl Generator {
    /// A stream from `seed`, as the game seeds its own when it boots.
    pub fn new(seed: u32) -> Self {
        Self { stream: Mt::new(seed) }
    }

    /// Deals the next board: one draw chooses the type, then boards are drawn until one of them
    /// keeps the type's limits.
    ///
    /// # Examples
    /// ```
    /// use voltorb_flip::{Card, Level, generator::Generator};
    ///
    /// let deal = Generator::new(1).deal(Level::FIRST);
    /// let voltorbs = deal.board.iter().filter(|card| **card == Card::Voltorb).count();
    /// assert_eq!(voltorbs, usize::from(Level::FIRST.types()[deal.kind].voltorbs));
    /// ```
    pub fn deal(&mut self, level: Level) -> Deal {
        let kind = (self.stream.next_u32() % 100 / 10) as usize;
        let board_type = &level.types()[kind];
        let mut tries = 1;
        let mut cards = self.draw(board_type);
        while !keeps_limits(board_type, &cards) && tries < MAX_TRIES {
            cards = self.draw(board_type);
            tries += 1;
        }
        let board = Grid::from_fn(SIDE, SIDE, |r, c| cards[r * SIDE + c]);
        Deal { level, kind, board, tries }
    }

    /// One board with the type's cards, its limits not looked at.
    fn draw(&mut self, board_type: &BoardType) -> [Card; CARDS] {
        let mut cards = [Card::One; CARDS];
        self.place(&mut cards, Card::Voltorb, board_type.voltorbs);
        self.place(&mut cards, Card::Two, board_type.twos);
        self.place(&mut cards, Card::Three, board_type.threes);
        cards
    }

    /// Turns `count` of the cards that still are 1s into `card`.
    fn place(&mut self, cards: &mut [Card; CARDS], card: Card, count: u8) {
        let (mut placed, mut misses) = (0, 0);
        while placed < count && misses < MAX_MISSES {
            let cell = self.stream.next_u32() as usize % CARDS;
            if cards[cell] == Card::One {
                cards[cell] = card;
                placed += 1;
            } else {
                misses += 1;
            }
        }
    }
}

/// Whether a board keeps the limits of its type on *free* cards: 2s and 3s in a row or column
/// without a Voltorb. `cards` row by row.
pub(super) fn keeps_limits(board_type: &BoardType, cards: &[Card; CARDS]) -> bool {
    let mut voltorbs = ([0u8; SIDE], [0u8; SIDE]);
    for (i, _) in cards.iter().enumerate().filter(|(_, c)| **c == Card::Voltorb) {
        voltorbs.0[i / SIDE] += 1;
        voltorbs.1[i % SIDE] += 1;
    }
    let (mut total, mut free) = (0, ([0u8; SIDE], [0u8; SIDE]));
    for (i, _) in cards.iter().enumerate().filter(|(_, c)| **c >= Card::Two) {
        let (row, column) = (i / SIDE, i % SIDE);
        if voltorbs.0[row] == 0 || voltorbs.1[column] == 0 {
            total += 1;
            free.0[row] += 1;
            free.1[column] += 1;
        }
    }
    total < board_type.total_limit
        && free.0.iter().chain(&free.1).all(|&line| line < board_type.line_limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_board;

    fn count(board: &Board, card: Card) -> u8 {
        board.iter().filter(|&&c| c == card).count() as u8
    }

    /// Computed by another implementation of both MT19937 and the rules.
    #[test]
    fn seed_1_deals_these_boards() {
        let mut generator = Generator::new(1);
        for (level, (kind, tries, board)) in Level::all().zip([
            (4, 1, "11211-11210-11100-20101-13120"),
            (4, 2, "01110-11111-02322-21112-00100"),
            (0, 2, "01313-10010-11010-01132-02111"),
            (0, 2, "13102-02033-01111-01210-11010"),
            (7, 1, "11010-33100-01323-01010-10013"),
            (9, 1, "00110-11030-31302-00113-20130"),
            (9, 2, "10201-10032-20221-00330-01021"),
            (8, 1, "13001-13031-30122-30000-10310"),
        ]) {
            let board = parse_board(board).unwrap();
            assert_eq!(generator.deal(level), Deal { level, kind, board, tries });
        }
    }

    #[test]
    fn every_deal_has_the_cards_and_keeps_the_limits_of_its_type() {
        let mut generator = Generator::new(2);
        for level in Level::all() {
            let mut kinds = [0u32; 10];
            for _ in 0..2_000 {
                let deal = generator.deal(level);
                let board_type = &level.types()[deal.kind];
                assert_eq!(count(&deal.board, Card::Voltorb), board_type.voltorbs);
                assert_eq!(count(&deal.board, Card::Two), board_type.twos);
                assert_eq!(count(&deal.board, Card::Three), board_type.threes);
                let cards: Vec<Card> = deal.board.iter().copied().collect();
                assert!(keeps_limits(board_type, cards[..].try_into().unwrap()));
                kinds[deal.kind] += 1;
            }
            // Each type has one chance in ten: 200 expected, standard deviation 13.4.
            assert!(kinds.iter().all(|n| (130..=270).contains(n)), "level {level}: {kinds:?}");
        }
    }

    /// The exact counts of `BoardType::accepted` against the share of draws that are accepted.
    #[test]
    fn the_share_of_accepted_draws_is_the_exact_one() {
        const DRAWS: u32 = 10_000;
        let choose =
            |n: u8, k: u8| (0..k).fold(1.0, |x, i| x * f64::from(n - i) / f64::from(i + 1));
        let mut generator = Generator::new(3);
        for level in Level::all() {
            for (kind, t) in level.types().iter().enumerate() {
                let all = choose(25, t.voltorbs)
                    * choose(25 - t.voltorbs, t.twos)
                    * choose(25 - t.voltorbs - t.twos, t.threes);
                let exact = t.accepted as f64 / all;
                let accepted = (0..DRAWS).filter(|_| keeps_limits(t, &generator.draw(t))).count();
                let share = accepted as f64 / f64::from(DRAWS);
                let deviation = (exact * (1.0 - exact) / f64::from(DRAWS)).sqrt();
                assert!(
                    (share - exact).abs() < 5.0 * deviation,
                    "level {level} type {kind}: {share} of the draws, exactly {exact}"
                );
            }
        }
    }

    #[test]
    fn a_free_card_counts_once_for_the_board_and_once_for_each_of_its_lines() {
        let board_type = |line_limit, total_limit| BoardType {
            voltorbs: 0,
            twos: 0,
            threes: 0,
            line_limit,
            total_limit,
            accepted: 0,
        };
        // Voltorbs on the diagonal but for the last one: row 4 and column 4 are free lines.
        let mut cards = [Card::One; CARDS];
        for i in 0..4 {
            cards[i * 6] = Card::Voltorb;
        }
        cards[4] = Card::Two; // row 0, column 4: free by its column, counts for row 0 too
        cards[1] = Card::Three; // row 0, column 1: both lines have a Voltorb, never counts
        assert!(keeps_limits(&board_type(2, 2), &cards));
        assert!(!keeps_limits(&board_type(2, 1), &cards));
        cards[3 * 5 + 4] = Card::Two; // a second one in column 4
        assert!(!keeps_limits(&board_type(2, 3), &cards));
        assert!(!keeps_limits(&board_type(3, 2), &cards));
        assert!(keeps_limits(&board_type(3, 3), &cards));
    }
}
