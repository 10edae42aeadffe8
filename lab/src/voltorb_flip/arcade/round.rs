//! The rules of one round: what a flip pays, when it is won, when the game builds up suspense.
//!
//! Source: the public decompilation pret/pokeheartgold, `voltorb_flip_game.c`
//! (`MultiplyPayoutAndUpdateCardsFlipped`, `EarnedMaxPayout`) and `voltorb_flip.c`
//! (`PlaySuspensefulFanfare`).

use grid::{Cell, Grid};
use voltorb_flip::board::{Card, Line, headers};
use voltorb_flip::generator::{Deal, SIDE};
use voltorb_flip::levels::{Outcome, Round};

/// What a round can pay at most, and what a wallet holds.
pub(super) const MAX_COINS: u32 = 50_000;

/// A round being played.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub deal: Deal,
    pub face_up: Grid<bool>,
    /// What the round has earned: 0 before the first card.
    pub payout: u32,
    /// Cards other than Voltorbs that the player flipped.
    pub flipped: u8,
    pub outcome: Option<Outcome>,
}

impl Play {
    pub fn new(deal: Deal) -> Self {
        let face_up = Grid::filled(SIDE, SIDE, false);
        Self { deal, face_up, payout: 0, flipped: 0, outcome: None }
    }

    /// The headers: rows, columns.
    pub fn headers(&self) -> [[Line; SIDE]; 2] {
        let (rows, columns) = headers(&self.deal.board);
        [rows, columns].map(|lines| std::array::from_fn(|i| lines[i]))
    }

    /// Turns a card over and counts it. Returns what it shows.
    pub fn flip(&mut self, cell: Cell) -> Card {
        let card = self.deal.board[cell];
        self.face_up[cell] = true;
        if card == Card::Voltorb {
            self.outcome = Some(Outcome::Lost);
        } else {
            self.flipped += 1;
            self.payout = (self.payout.max(1) * u32::from(card.value())).min(MAX_COINS);
        }
        card
    }

    /// Whether the round has paid all that it can.
    pub fn is_cleared(&self) -> bool {
        let most: u32 = self.deal.board.iter().map(|c| u32::from(c.value().max(1))).product();
        self.payout == most.min(MAX_COINS)
    }

    /// Whether the game asks "Is this what you're expecting?!" before this card: both its lines
    /// have Voltorbs, and in one of them they are 75 % of the cards not flipped yet.
    pub fn is_suspenseful(&self, (row, column): Cell) -> bool {
        let [rows, columns] = self.headers();
        let voltorbs = [rows[row].voltorbs, columns[column].voltorbs];
        let flipped = [
            self.face_up.row(row).iter().filter(|&&up| up).count(),
            self.face_up.column(column).filter(|&&up| up).count(),
        ];
        voltorbs.iter().all(|&v| v > 0)
            && voltorbs.iter().zip(flipped).any(|(&v, f)| 100 * usize::from(v) / (SIDE - f) >= 75)
    }

    /// How it ended, as far as the next level depends on it.
    pub fn result(&self) -> Round {
        Round {
            level: self.deal.level,
            outcome: self.outcome.unwrap_or(Outcome::Quit),
            flipped: self.flipped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltorb_flip::board::parse_board;
    use voltorb_flip::levels::Level;

    fn play(board: &str) -> Play {
        let board = parse_board(board).unwrap();
        Play::new(Deal { level: Level::FIRST, kind: 0, board, tries: 1 })
    }

    #[test]
    fn cards_multiply_and_the_last_multiplier_clears_the_board() {
        let mut play = play("12311-00011-11111-11131-11111");
        let paid: Vec<u32> = [(0, 0), (0, 1), (0, 2), (2, 2)]
            .map(|cell| {
                play.flip(cell);
                play.payout
            })
            .to_vec();
        assert_eq!(paid, [1, 2, 6, 6]);
        assert!(!play.is_cleared());
        play.flip((3, 3));
        assert_eq!((play.payout, play.flipped, play.is_cleared()), (18, 5, true));
    }

    #[test]
    fn a_voltorb_loses_and_is_not_counted() {
        let mut play = play("12311-00011-11111-11131-11111");
        play.flip((0, 1));
        assert_eq!(play.flip((1, 0)), Card::Voltorb);
        assert_eq!(play.result().outcome, Outcome::Lost);
        assert_eq!(play.result().flipped, 1);
    }

    #[test]
    fn suspense_needs_voltorbs_in_both_lines_and_three_quarters_in_one() {
        let mut play = play("00011-11111-11111-11111-10111");
        assert!(!play.is_suspenseful((0, 0)), "3 of 5 in the row");
        play.flip((0, 3));
        assert!(play.is_suspenseful((0, 0)), "3 of 4 in the row");
        assert!(!play.is_suspenseful((0, 4)), "no Voltorb in its column");
        assert!(!play.is_suspenseful((4, 1)), "2 of 5 in its column, 1 of 5 in its row");
    }
}
