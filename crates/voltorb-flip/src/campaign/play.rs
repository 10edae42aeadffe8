//! Rounds and sessions played to their end.

use crate::board::{Board, Card, Position, headers};
use crate::generator::Generator;
use crate::levels::{Level, Outcome, Round};
use crate::solver::strategies::{Choice, StrategyPlayer};
use crate::solver::{Boards, MOST_BOARDS, NotListed};

/// A finished round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub outcome: Outcome,
    /// Cards flipped, Voltorbs left out.
    pub flips: u32,
    /// How many of them the game announced in a message box: the first one, and each 2 or 3.
    pub boxed: u32,
    /// Coins that it paid.
    pub coins: u64,
}

impl Played {
    /// The round as later rounds depend on it, played at this level.
    pub fn at(self, level: Level) -> Round {
        Round { level, outcome: self.outcome, flipped: self.flips as u8 }
    }
}

/// The position before the first flip of a board.
pub fn face_down(board: &Board, level: Option<Level>) -> Position {
    let (rows, cols) = headers(board);
    Position { level, rows, cols, tiles: board.map(|_| None) }
}

/// Plays one round to its end.
///
/// # Errors
/// Too many boards fit to be listed: only on boards larger than the game's.
pub fn round(
    player: &mut StrategyPlayer,
    board: &Board,
    level: Option<Level>,
) -> Result<Played, NotListed> {
    round_told(player, board, level, |_, _, _| {})
}

/// [`round`], passing every position, the move made in it and the player to `tell`.
///
/// # Errors
/// As [`round`].
pub fn round_told(
    player: &mut StrategyPlayer,
    board: &Board,
    level: Option<Level>,
    mut tell: impl FnMut(&Position, Choice, &StrategyPlayer),
) -> Result<Played, NotListed> {
    let mut position = face_down(board, level);
    let mut possible = player.weighs().then(|| Boards::list(&position, MOST_BOARDS)).transpose()?;
    let mut to_find = board.iter().filter(|&&card| card >= Card::Two).count();
    let mut played = Played { outcome: Outcome::Won, flips: 0, boxed: 0, coins: 0 };
    while to_find > 0 {
        let chosen = match &possible {
            Some(boards) => player.choose(&position, &boards.odds())?,
            None => player.play(&position)?,
        };
        tell(&position, chosen, player);
        let Choice::Flip(cell) = chosen else {
            return Ok(Played { outcome: Outcome::Quit, ..played });
        };
        let card = board[cell];
        if card == Card::Voltorb {
            return Ok(Played { outcome: Outcome::Lost, coins: 0, ..played });
        }
        position.tiles[cell] = Some(card);
        possible = possible.and_then(|boards| boards.with(cell, card));
        played.boxed += u32::from(played.flips == 0 || card >= Card::Two);
        played.flips += 1;
        played.coins = played.coins.max(1) * u64::from(card.value());
        to_find -= usize::from(card >= Card::Two);
    }
    Ok(played)
}

/// The board of a round: the same for the same seed, session, round and level, whoever plays.
pub fn dealt(seed: u32, session: u64, round: u32, level: Level) -> Board {
    // SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014).
    let mix = |mut z: u64| {
        z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    };
    let place = u64::from(round) << 8 | u64::from(level.number());
    let mixed = mix(mix(mix(u64::from(seed)) ^ session) ^ place);
    Generator::new((mixed >> 32) as u32).deal(level).board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::strategies::Strategy;

    #[test]
    fn the_same_round_is_dealt_to_everybody_and_rounds_differ() {
        let level = Level::LAST;
        assert_eq!(dealt(1, 2, 3, level), dealt(1, 2, 3, level));
        let boards = [(2, 2, 3), (1, 3, 3), (1, 2, 4)].map(|(a, b, c)| dealt(a, b, c, level));
        assert!(boards.iter().all(|board| *board != dealt(1, 2, 3, level)));
    }

    #[test]
    fn a_round_ends_by_clearing_losing_or_quitting() {
        let mut seen = std::collections::HashSet::new();
        for session in 0..40 {
            for strategy in [Strategy::MinRisk, Strategy::Logic] {
                let board = dealt(1, session, 0, Level::FIRST);
                let mut player = StrategyPlayer::new(strategy, 1);
                let played = round(&mut player, &board, Some(Level::FIRST)).unwrap();
                let all: u64 =
                    board.iter().map(|card| u64::from(card.value())).filter(|&v| v > 0).product();
                match played.outcome {
                    Outcome::Won => assert_eq!(played.coins, all),
                    Outcome::Lost => assert_eq!(played.coins, 0),
                    Outcome::Quit => assert!(played.coins < all),
                }
                seen.insert(played.outcome);
            }
        }
        assert_eq!(seen.len(), 3);
    }
}
