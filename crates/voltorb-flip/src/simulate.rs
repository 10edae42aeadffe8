//! Strategies against boards of the real generator: how often they clear them, and for how much.

use super::board::{Board, Card, Position, headers};
use super::generator::{Generator, SIDE};
use super::levels::{Level, Outcome};
use super::scaled;
use super::solver::strategies::{Choice, Strategy, StrategyPlayer};
use super::solver::{Boards, MOST_BOARDS, NotListed};
use rand_mt::Mt;
use rayon::prelude::*;

/// What to simulate.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The level whose boards are dealt.
    pub level: Level,
    /// Rows and columns of the boards. 5x5 boards are the game's, others are [`scaled`].
    pub size: (usize, usize),
    /// How many boards.
    pub boards: usize,
    /// The seed of the generator. The same seed deals the same boards to every strategy.
    pub seed: u32,
    /// Whether the player knows the level; without it all boards that fit weigh the same.
    pub level_known: bool,
}

/// How rounds ended.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RoundTally {
    /// Rounds played.
    pub rounds: usize,
    /// Rounds in which every 2 and 3 was found.
    pub cleared: usize,
    /// Rounds that ended on a Voltorb.
    pub lost: usize,
    /// Cards flipped, Voltorbs left out.
    pub flips: usize,
    /// Coins won in all rounds.
    pub coins: f64,
    /// The sum of their squares.
    coins_squared: f64,
}

impl RoundTally {
    /// The share of rounds cleared and its standard error.
    pub fn clear_rate(&self) -> (f64, f64) {
        let n = self.rounds as f64;
        let rate = self.cleared as f64 / n;
        (rate, (rate * (1.0 - rate) / n).sqrt())
    }

    /// The mean of the coins and its standard error.
    pub fn mean_coins(&self) -> (f64, f64) {
        let n = self.rounds as f64;
        let mean = self.coins / n;
        (mean, ((self.coins_squared / n - mean * mean).max(0.0) / n).sqrt())
    }

    fn of(end: Round) -> Self {
        let coins = end.coins as f64;
        Self {
            rounds: 1,
            cleared: usize::from(end.outcome == Outcome::Won),
            lost: usize::from(end.outcome == Outcome::Lost),
            flips: end.flips,
            coins,
            coins_squared: coins * coins,
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            rounds: self.rounds + other.rounds,
            cleared: self.cleared + other.cleared,
            lost: self.lost + other.lost,
            flips: self.flips + other.flips,
            coins: self.coins + other.coins,
            coins_squared: self.coins_squared + other.coins_squared,
        }
    }
}

/// A finished round.
struct Round {
    outcome: Outcome,
    flips: usize,
    coins: u64,
}

/// Plays all boards of the plan, in parallel. The result depends on the plan only.
///
/// # Errors
/// Too many boards fit to be listed: only on boards larger than the game's.
pub fn simulate(strategy: Strategy, plan: &Plan) -> Result<RoundTally, NotListed> {
    let level = plan.level_known.then_some(plan.level);
    let mut dealer = Dealer::new(plan);
    let mut tally = RoundTally::default();
    while tally.rounds < plan.boards {
        let first = tally.rounds;
        let count = CHUNK.min(plan.boards - first);
        let boards: Vec<Board> = (0..count).map(|_| dealer.deal()).collect();
        let rounds: Vec<RoundTally> = boards
            .par_iter()
            .enumerate()
            .map(|(i, board)| {
                let player =
                    StrategyPlayer::new(strategy, plan.seed.wrapping_add((first + i) as u32));
                play(player, board, level).map(RoundTally::of)
            })
            .collect::<Result<_, _>>()?;
        // Added up in order: floating-point sums must not depend on the threads.
        tally = rounds.into_iter().fold(tally, RoundTally::and);
    }
    Ok(tally)
}

/// So many boards are dealt at a time, whatever their number: what waits takes little memory.
const CHUNK: usize = 1 << 14;

/// Deals the boards of a plan one by one.
struct Dealer {
    plan: Plan,
    stream: Deals,
}

enum Deals {
    Game(Generator),
    Scaled(Mt),
}

impl Dealer {
    fn new(plan: &Plan) -> Self {
        let stream = if plan.size == (SIDE, SIDE) {
            Deals::Game(Generator::new(plan.seed))
        } else {
            Deals::Scaled(Mt::new(plan.seed))
        };
        Self { plan: *plan, stream }
    }

    fn deal(&mut self) -> Board {
        let Plan { level, size: (rows, columns), .. } = self.plan;
        match &mut self.stream {
            Deals::Game(generator) => generator.deal(level).board,
            Deals::Scaled(stream) => scaled::deal(level, rows, columns, stream),
        }
    }
}

/// One round to its end.
fn play(
    mut player: StrategyPlayer,
    board: &Board,
    level: Option<Level>,
) -> Result<Round, NotListed> {
    let (rows, cols) = headers(board);
    let mut position = Position { level, rows, cols, tiles: board.map(|_| None) };
    let mut possible = player.weighs().then(|| Boards::list(&position, MOST_BOARDS)).transpose()?;
    let mut to_find = board.iter().filter(|&&card| card >= Card::Two).count();
    let (mut flips, mut coins) = (0, 0);
    while to_find > 0 {
        let chosen = match &possible {
            Some(boards) => player.choose(&position, &boards.odds())?,
            None => player.play(&position)?,
        };
        let Choice::Flip(cell) = chosen else {
            return Ok(Round { outcome: Outcome::Quit, flips, coins });
        };
        let card = board[cell];
        if card == Card::Voltorb {
            return Ok(Round { outcome: Outcome::Lost, flips, coins: 0 });
        }
        position.tiles[cell] = Some(card);
        possible = possible.and_then(|boards| boards.with(cell, card));
        flips += 1;
        coins = coins.max(1) * u64::from(card.value());
        to_find -= usize::from(card >= Card::Two);
    }
    Ok(Round { outcome: Outcome::Won, flips, coins })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Objective, Solver, never};

    fn tally(strategy: &str, level: u8, boards: usize) -> RoundTally {
        let level = Level::try_from(level).unwrap();
        let plan = Plan { level, size: (5, 5), boards, seed: 1, level_known: true };
        simulate(strategy.parse().unwrap(), &plan).unwrap()
    }

    /// Published: 82.1 % and 27.8 % cleared at levels 1 and 8 (10,000 boards of another seed).
    #[test]
    fn least_risk_clears_about_what_is_published() {
        for (level, published) in [(1, 0.821), (8, 0.278)] {
            let (rate, error) = tally("min-risk", level, 400).clear_rate();
            assert!((rate - published).abs() < 4.0 * error, "level {level}: {rate} +- {error}");
        }
    }

    #[test]
    fn random_flips_clear_next_to_nothing_and_logic_never_loses() {
        let bogo = tally("bogo-flip", 1, 300);
        assert!(bogo.cleared < 10 && bogo.lost > 290, "{bogo:?}");
        let logic = tally("logic", 1, 300);
        assert_eq!(logic.lost, 0);
        assert!(logic.cleared > 0 && logic.flips > 300, "{logic:?}");
    }

    #[test]
    fn other_sizes_are_played_too() {
        let level = Level::try_from(2).unwrap();
        let plan = Plan { level, size: (4, 3), boards: 200, seed: 1, level_known: true };
        let tally = simulate(Strategy::MinRisk, &plan).unwrap();
        assert!(tally.cleared > 100 && tally.lost > 0, "{tally:?}");
    }

    #[test]
    fn a_tally_is_the_same_every_time() {
        assert_eq!(tally("ratio", 3, 50), tally("ratio", 3, 50));
    }

    /// Along played rounds: the value of the tile that is advised, put together from the values of
    /// the positions that it leads to, is the value of the position.
    #[test]
    fn the_advised_flip_is_worth_the_value_of_the_position() {
        let level = Level::FIRST;
        let plan = Plan { level, size: (SIDE, SIDE), boards: 40, seed: 11, level_known: true };
        let advise = |position: &Position| {
            Solver::new(Objective::Clear).best_move(position, &never).unwrap()
        };
        let mut dealer = Dealer::new(&plan);
        for board in (0..plan.boards).map(|_| dealer.deal()) {
            let (rows, cols) = headers(&board);
            let tiles = board.map(|_| None);
            let mut position = Position { level: Some(level), rows, cols, tiles };
            loop {
                let advice = advise(&position);
                let Some(best) = advice.best.filter(|_| advice.over.is_none()) else { break };
                let value = |card: Card| {
                    let chance = advice.tiles[best].odds[usize::from(card.value())];
                    let mut next = position.clone();
                    next.tiles[best] = Some(card);
                    let reached = (chance > 0.0).then(|| advise(&next));
                    reached.map_or(0.0, |a| chance * if a.over.is_some() { 1.0 } else { a.value })
                };
                let sum: f64 = [Card::One, Card::Two, Card::Three].into_iter().map(value).sum();
                assert!((sum - advice.value).abs() < 1e-9, "{position:?}: {sum} {}", advice.value);
                if board[best] == Card::Voltorb {
                    break;
                }
                position.tiles[best] = Some(board[best]);
            }
        }
    }
}
