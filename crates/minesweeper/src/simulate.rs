//! Strategies against random boards: how often they win.

use super::generator::{FirstClick, Layout, stream};
use super::play::{FinishedGame, Play, play};
use super::solver::knowledge::Knowledge;
use super::solver::strategies::MineStrategy;
use super::solver::topology::Topology;
use super::solver::{Decider, Limits};
use rayon::prelude::*;
use std::sync::Arc;

/// What to simulate.
#[derive(Clone, Copy, Debug)]
pub struct MineSimulation {
    /// Rows and columns.
    pub size: (usize, usize),
    /// Mines on each board.
    pub mines: usize,
    /// What the first click is promised.
    pub rule: FirstClick,
    /// Where the first click goes, (row, column).
    pub first: (usize, usize),
    /// How many boards.
    pub boards: u64,
    /// The seed. Board `i` of a seed is the same for every strategy.
    pub seed: u64,
    /// How hard the strategies think.
    pub limits: Limits,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games won without a guess.
    pub without_guess: u64,
    /// Guesses in all games.
    pub guesses: u64,
}

impl Tally {
    fn of(played: FinishedGame) -> Self {
        Self {
            games: 1,
            won: played.won.into(),
            without_guess: (played.won && played.guesses == 0).into(),
            guesses: played.guesses as u64,
        }
    }

    fn and(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            won: self.won + other.won,
            without_guess: self.without_guess + other.without_guess,
            guesses: self.guesses + other.guesses,
        }
    }
}

/// Plays all boards of the plan, in parallel. The result depends on the plan only.
/// `done` is called after each game.
pub fn simulate(
    strategy: MineStrategy,
    how: Play,
    plan: &MineSimulation,
    done: impl Fn() + Sync,
) -> Option<Tally> {
    let topology = Arc::new(Topology::new(plan.size.0, plan.size.1));
    let first = topology.number(plan.first);
    if plan.mines > plan.rule.most_mines(&topology, first) {
        return None;
    }
    let game = |index| {
        let mut stream = stream(plan.seed, index);
        let layout = Layout::random(&topology, plan.mines, plan.rule, first, &mut stream)?;
        let decider = |knowledge: &Knowledge| Decider::new(strategy, plan.limits, knowledge);
        let tally = Tally::of(play(&topology, &layout, first, how, decider));
        done();
        Some(tally)
    };
    (0..plan.boards).into_par_iter().map(game).try_reduce(Tally::default, |a, b| Some(a.and(b)))
}

/// Plays random boards, mines anywhere, each opened on a random cell without mines around it. A
/// board that has none is not won. `boards` are the seed and the number of boards.
pub fn random_zeros(
    strategy: MineStrategy,
    how: Play,
    topology: &Arc<Topology>,
    mines: usize,
    boards: (u64, u64),
    done: impl Fn() + Sync,
) -> Tally {
    let game = |index| {
        let mut stream = stream(boards.0, index);
        let layout = Layout::random(topology, mines, FirstClick::None, 0, &mut stream);
        let opened = layout.and_then(|layout| {
            let cells = 0..topology.cells() as u16;
            let is_zero = |&cell: &u16| {
                layout.numbers[usize::from(cell)] == 0 && !layout.mines[usize::from(cell)]
            };
            let zeros: Vec<u16> = cells.filter(is_zero).collect();
            let chosen = stream.next_u64().checked_rem(zeros.len() as u64)?;
            Some((layout, zeros[chosen as usize]))
        });
        let decider = |knowledge: &Knowledge| Decider::new(strategy, Limits::default(), knowledge);
        let played = opened.map(|(layout, first)| play(topology, &layout, first, how, decider));
        done();
        Tally::of(played.unwrap_or_default())
    };
    (0..boards.1).into_par_iter().map(game).reduce(Tally::default, Tally::and)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(size: (usize, usize), mines: usize, boards: u64) -> MineSimulation {
        let limits = Limits::default();
        MineSimulation {
            size,
            mines,
            rule: FirstClick::Opening,
            first: (2, 2),
            boards,
            seed: 1,
            limits,
        }
    }

    /// Published for the opening rule: 90.34 % on 8x8 with 10 mines, 89.08 % on 16x16 with 40.
    #[test]
    fn the_best_play_wins_about_as_often_as_is_published() {
        for (size, mines, boards, published) in
            [((8, 8), 10, 1000, 0.9034), ((16, 16), 40, 300, 0.8908)]
        {
            let tally =
                simulate(MineStrategy::Best, Play::Guess, &plan(size, mines, boards), || ())
                    .unwrap();
            let rate = tally.won as f64 / tally.games as f64;
            let error = (published * (1.0 - published) / boards as f64).sqrt();
            assert!((rate - published).abs() < 4.0 * error, "{size:?}: {rate} +- {error}");
        }
    }

    #[test]
    fn a_tally_is_the_same_on_any_number_of_threads() {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                simulate(MineStrategy::Best, Play::Guess, &plan((9, 9), 14, 200), || ())
            })
        };
        assert_eq!(run(1), run(3));
        assert!(run(1).is_some_and(|tally| tally.won > 50 && tally.won < 200));
    }

    #[test]
    fn who_never_guesses_wins_what_needs_no_guess() {
        let plan = plan((9, 9), 12, 300);
        let logic = simulate(MineStrategy::Probability, Play::MineProof, &plan, || ()).unwrap();
        let best = simulate(MineStrategy::Best, Play::Guess, &plan, || ()).unwrap();
        assert_eq!(logic.won, logic.without_guess);
        assert_eq!(logic.won, best.without_guess);
        assert!(best.won > logic.won);
    }

    #[test]
    fn mines_that_do_not_fit_are_no_game() {
        assert_eq!(simulate(MineStrategy::Best, Play::Guess, &plan((3, 3), 6, 1), || ()), None);
    }
}
