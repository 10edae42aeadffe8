//! What others have published of this game, played again.
//!
//! * Evin Jaff and Rose Bohrer, on Voltorb Flip (2021): BogoFlip, MinRisk, ScoreFirst and CutoffN. Figures
//!   as they are told by Black's articles.
//! * Dylan Black, a series of articles on the game as Pokémon Reborn has it (Maximum Effort, Minimum
//!   Reward, 2021): the rules, and the figure of merit (the ratio).

use grid::Grid;
use grid::statistics::{Estimate, Moments};
use rand_mt::Mt;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use voltorb_flip::board::{Board, Card, Position, headers};
use voltorb_flip::campaign::play::{Played, round};
use voltorb_flip::generator::Generator;
use voltorb_flip::levels::{BoardType, Level, Outcome};
use voltorb_flip::scaled;
use voltorb_flip::solver::strategies::{Strategy, StrategyPlayer};
use voltorb_flip::solver::{Boards, MOST_BOARDS, Objective, Solver, after};

/// Rounds by a strategy.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Rounds {
    /// How many.
    pub rounds: u64,
    /// How many of them were won.
    pub won: u64,
    /// Turns of a round, a flip that shows a Voltorb among them, and how often there were so many.
    pub turns: BTreeMap<u32, u64>,
    /// The same of the rounds that were won.
    pub turns_won: BTreeMap<u32, u64>,
    /// Boards left out: more fit their headers than are listed.
    pub left_out: u64,
}

impl Rounds {
    fn add(&mut self, played: Option<Played>) {
        let Some(played) = played else {
            self.left_out += 1;
            return;
        };
        let turns = played.flips + u32::from(played.outcome == Outcome::Lost);
        self.rounds += 1;
        *self.turns.entry(turns).or_default() += 1;
        if played.outcome == Outcome::Won {
            self.won += 1;
            *self.turns_won.entry(turns).or_default() += 1;
        }
    }

    /// The mean of the turns, of all rounds or of those that were won.
    pub fn mean_turns(&self, won: bool) -> f64 {
        let turns = if won { &self.turns_won } else { &self.turns };
        let rounds: u64 = turns.values().sum();
        let sum: u64 = turns.iter().map(|(&turns, count)| u64::from(turns) * count).sum();
        sum as f64 / rounds.max(1) as f64
    }
}

/// The exact chance that random flips clear a board of a level: every order of its useful cards and its
/// Voltorbs is equally likely, and all useful ones have to come first.
pub fn bogo_chance(level: Level) -> f64 {
    let chance = |t: &BoardType| {
        let useful = u64::from(t.twos + t.threes);
        let orders = (1..=useful).fold(1, |ways, k| ways * (u64::from(t.voltorbs) + k) / k);
        1.0 / orders as f64
    };
    level.types().iter().map(chance).sum::<f64>() / level.types().len() as f64
}

/// Boards dealt at a time.
const CHUNK: u64 = 1 << 14;

/// Plays boards of a level by a strategy.
pub fn play(strategy: Strategy, level: Level, boards: u64, seed: u32) -> Rounds {
    let mut generator = Generator::new(seed);
    played(strategy, Some(level), boards, seed, || generator.deal(level).board)
}

/// Plays boards as Black's program deals those of level 2: every tile by itself a 2 (12 %), a 3 (8 %), a
/// Voltorb (28 %) or else a 1. The player weighs all boards that fit alike, as his does.
pub fn play_independent(strategy: Strategy, boards: u64, seed: u32) -> Rounds {
    let mut stream = Mt::new(seed);
    played(strategy, None, boards, seed, || independent(&mut stream))
}

/// Plays boards of a type of the level of which none is dealt again for its free cards, as on other sizes
/// than the game's. The player weighs all boards that fit alike.
pub fn play_unlimited(strategy: Strategy, level: Level, boards: u64, seed: u32) -> Rounds {
    let mut stream = Mt::new(seed);
    played(strategy, None, boards, seed, || scaled::deal(level, 5, 5, &mut stream))
}

fn independent(stream: &mut Mt) -> Board {
    Grid::from_fn(5, 5, |_, _| match stream.next_u32() % 100 {
        0..12 => Card::Two,
        12..20 => Card::Three,
        20..48 => Card::Voltorb,
        _ => Card::One,
    })
}

fn played(
    strategy: Strategy,
    level: Option<Level>,
    boards: u64,
    seed: u32,
    mut deal: impl FnMut() -> Board,
) -> Rounds {
    let mut rounds = Rounds::default();
    let mut first = 0;
    while first < boards {
        let dealt: Vec<Board> = (0..CHUNK.min(boards - first)).map(|_| deal()).collect();
        let ended: Vec<Option<Played>> = dealt
            .par_iter()
            .enumerate()
            .map(|(number, board)| {
                let seed = seed.wrapping_add((first as usize + number) as u32);
                round(&mut StrategyPlayer::new(strategy, seed), board, level).ok()
            })
            .collect();
        ended.into_iter().for_each(|played| rounds.add(played));
        first += dealt.len() as u64;
    }
    rounds
}

/// How many boards fit the headers of boards of a size, and how long the exact first move for the chance to
/// clear them takes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AtSize {
    /// Rows and columns.
    pub side: usize,
    /// Boards that were tried.
    pub boards: usize,
    /// How many of them were worked out within [`LIMIT`].
    pub solved: usize,
    /// Boards that fit, where they were listed.
    pub fit: Estimate,
    /// Seconds for the first move, of one thread; [`LIMIT`] where it was not found by then.
    pub seconds: Estimate,
}

/// The longest that a board is worked at.
pub const LIMIT: Duration = Duration::from_secs(2);

/// The same for boards of 2 x 2 to 6 x 6 with the shares of level 2. Tells time: not the same twice.
pub fn sizes(boards: usize, seed: u32) -> Vec<AtSize> {
    let level = Level::all().nth(1).unwrap_or(Level::FIRST);
    let at = |side: usize| {
        let (mut generator, mut stream) = (Generator::new(seed), Mt::new(seed));
        let (mut fit, mut time, mut solved) = (Moments::default(), Moments::default(), 0);
        for _ in 0..boards {
            let board = match side {
                5 => generator.deal(level).board,
                _ => scaled::deal(level, side, side, &mut stream),
            };
            let (rows, cols) = headers(&board);
            let position = Position { level: None, rows, cols, tiles: board.map(|_| None) };
            let start = Instant::now();
            let in_time = after(LIMIT);
            let listed = Boards::list_in_time(&position, MOST_BOARDS, &in_time);
            if let Ok(listed) = listed {
                fit.add(listed.count() as i64);
                let advice = Solver::new(Objective::Clear).best_move(&position, &in_time);
                solved += usize::from(advice.is_ok_and(|advice| advice.exact));
            }
            time.add(start.elapsed().min(LIMIT).as_micros() as i64);
        }
        AtSize { side, boards, solved, fit: fit.mean(), seconds: time.mean().per(1e6) }
    };
    (2..=6).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0.52 % of two million boards, published.
    #[test]
    fn random_flips_clear_what_is_published_and_what_is_worked_out() {
        let chance = bogo_chance(Level::FIRST);
        assert!((chance - 0.0052).abs() < 5e-5, "{chance}");
        let rounds = play(Strategy::BogoFlip, Level::FIRST, 60_000, 3);
        let error = (chance * (1.0 - chance) / 6e4).sqrt();
        let share = rounds.won as f64 / rounds.rounds as f64;
        assert!((share - chance).abs() < 4.0 * error, "{share} {chance}");
        assert_eq!(rounds.turns.values().sum::<u64>(), 60_000);
        assert!(rounds.turns_won.values().sum::<u64>() == rounds.won);
    }

    #[test]
    fn tiles_by_themselves_have_the_shares_that_are_published() {
        let mut stream = Mt::new(1);
        let boards: Vec<Board> = (0..2000).map(|_| independent(&mut stream)).collect();
        for (card, share) in [(Card::Two, 0.12), (Card::Three, 0.08), (Card::Voltorb, 0.28)] {
            let of = |board: &Board| board.iter().filter(|&&c| c == card).count();
            let found = boards.iter().map(of).sum::<usize>() as f64 / 50_000.0;
            assert!((found - share).abs() < 0.01, "{card:?} {found}");
        }
    }
}
