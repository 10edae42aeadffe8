//! What to open next: what is certain, else the guess of a strategy.

use super::chances::{Chances, Counter};
use super::frontier::NotCounted;
use super::knowledge::{Knowledge, Status};
use super::lookahead::prospects;
use super::solutions::Solutions;
use super::strategies::MineStrategy;
use super::tree::{Bounds, Tree};

/// How hard a decider thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// The most layouts for the full game tree.
    pub layouts: usize,
    /// The work of one search of it, in looks at a cell in a layout.
    pub work: u64,
    /// What a chance of progress is worth compared with a chance to survive.
    pub progress: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { layouts: 1000, work: 30_000_000, progress: 0.03 }
    }
}

/// Decides, move by move, in one game.
pub struct Decider {
    strategy: MineStrategy,
    limits: Limits,
    counter: Counter,
}

/// What to do in a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// These cells are certainly safe.
    Safe(Vec<u16>),
    /// Nothing is certain.
    Guess(Guess),
    /// Every cell that is left is a mine.
    Done,
}

/// The best cell where nothing is certain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// Which cell.
    pub cell: u16,
    /// The chance that it is a mine.
    pub mine: f64,
    /// The layouts and how many of them are won, if the game tree was searched.
    pub tree: Option<(u32, Bounds)>,
}

impl Decider {
    /// A decider for a game on the board of `knowledge`.
    pub fn new(strategy: MineStrategy, limits: Limits, knowledge: &Knowledge) -> Self {
        Self { strategy, limits, counter: Counter::new(knowledge) }
    }

    /// What to do in a position from which the trivial rules prove nothing more.
    ///
    /// # Errors
    /// No layout fits, or there are too many states to count.
    pub fn decide(&mut self, knowledge: &Knowledge) -> Result<Decision, NotCounted> {
        if knowledge.unknowns() == 0 {
            return Ok(Decision::Done);
        }
        let chances = self.counter.chances(knowledge)?;
        let safe: Vec<u16> = chances.safe(knowledge).collect();
        if !safe.is_empty() {
            return Ok(Decision::Safe(safe));
        }
        if knowledge.cells(Status::Unknown).all(|cell| chances.mine[usize::from(cell)] == 1.0) {
            return Ok(Decision::Done);
        }
        Ok(Decision::Guess(self.guess(knowledge, &chances)))
    }

    fn guess(&mut self, knowledge: &Knowledge, chances: &Chances) -> Guess {
        let mine = |cell: u16| chances.mine[usize::from(cell)];
        let guess = |cell| Guess { cell, mine: mine(cell), tree: None };
        let unknown = || knowledge.cells(Status::Unknown);
        let least = || unknown().min_by(|&a, &b| mine(a).total_cmp(&mine(b)));
        // Chances that differ by rounding only are equal.
        let rounded = |cell: u16| (mine(cell) * 1e9).round() as u64;
        let corners =
            || unknown().min_by_key(|&cell| (rounded(cell), knowledge.unknown_around(cell)));
        match self.strategy {
            MineStrategy::Probability => guess(least().unwrap_or(0)),
            MineStrategy::Corners => guess(corners().unwrap_or(0)),
            MineStrategy::Lookahead => self.ahead(knowledge, chances),
            MineStrategy::Best => match self.tree(knowledge, chances) {
                Some(searched) if searched.tree.is_some_and(|(_, value)| value.is_exact()) => {
                    searched
                }
                // What was proven of the value is told all the same.
                searched => {
                    let tree = searched.and_then(|guess| guess.tree);
                    Guess { tree, ..self.ahead(knowledge, chances) }
                }
            },
        }
    }

    fn ahead(&mut self, knowledge: &Knowledge, chances: &Chances) -> Guess {
        let prospects = prospects(&mut self.counter, knowledge, chances, self.limits.progress);
        let cell = prospects.first().map_or(0, |prospect| prospect.cell);
        Guess { cell, mine: chances.mine[usize::from(cell)], tree: None }
    }

    fn tree(&mut self, knowledge: &Knowledge, chances: &Chances) -> Option<Guess> {
        let layouts = self.counter.layouts(knowledge, chances.ln_weight)?;
        if layouts > self.limits.layouts as f64 + 0.5 {
            return None;
        }
        let solutions = Solutions::list(knowledge, &chances.border, self.limits.layouts + 1)?;
        let answer = Tree::new(knowledge, &solutions, self.limits.work).solve();
        let (cell, _) = *answer.cells.first()?;
        let mine = chances.mine[usize::from(cell)];
        let tree = Some((answer.layouts, answer.value));
        Some(Guess { cell, mine, tree })
    }
}
