//! The best move: a position in, advice out. Pure: no clock but the question whether time is up, no
//! input or output.
//!
//! ```
//! use voltorb_flip::board::Position;
//! use voltorb_flip::solver::{Objective, Solver, never};
//!
//! let text = r#"{"rows": [[1, 1], [1, 1]], "cols": [[1, 1], [1, 1]],
//!                "tiles": [[null, null], [null, null]]}"#;
//! let position: Position = serde_json::from_str(text)?;
//! let mut solver = Solver::new(Objective::Next);
//! let advice = solver.advise(&position, &never)?;
//! assert_eq!(advice.solutions, 2);
//! assert_eq!(advice.tiles[(0, 0)].odds, [0.5, 0.5, 0.0, 0.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Keep one [`Solver`] for a whole round, and across rounds: it reuses what it knows when the next
//! position belongs to the same round. Asked the same position again with a later deadline, it works
//! out nothing twice that is proven already.

mod advice;
pub mod boards;
#[cfg(test)]
mod brute;
mod choice;
mod conflict;
pub mod count;
pub mod draft;
pub mod end_sample;
mod estimate;
pub mod explain;
pub mod large;
mod monitor;
mod objective;
#[cfg(test)]
mod properties;
pub mod rules;
mod search;
pub mod strategies;
pub mod target;
#[cfg(test)]
mod testing;
pub mod values;
pub mod worth;

use advice::Depth;
pub use advice::{Action, Advice, RunnerUp, TileAdvice};
pub use boards::{BoardStream, Boards, NotListed, level_chances};
pub use conflict::{Conflict, LineId};
pub use monitor::{Monitor, Progress, WorkLimit, after, never};
pub use objective::{NoSuchObjective, Objective};
pub use values::{CampaignValues, NoSuchRate, Per};

use super::board::{Position, totals};
use super::levels::{Level, Round};
use super::standing::Standing;
use grid::Grid;
use std::sync::Arc;
use worth::EndWorth;

/// The most boards that are listed: beyond it the answer would take gigabytes and hours. No position
/// of the game with its level known comes near.
pub const MOST_BOARDS: usize = 4_000_000;

/// With more boards than these the search is not even begun once time is up: only from fewer does it soon
/// get bounds that are better than those of the chances.
const MANY_BOARDS: usize = 1 << 16;

/// The most memory that a solver uses to remember states, in bytes.
const MEMORY: usize = 512 << 20;

/// Finds the best move for an objective and remembers what it found within a round.
#[derive(Debug)]
pub struct Solver {
    objective: Objective,
    history: Vec<Round>,
    values: Option<Arc<CampaignValues>>,
    round: Option<search::Memory>,
    /// Whether a level that is not known is one of the game's.
    any_level: bool,
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new(objective: Objective) -> Self {
        let values = match objective {
            Objective::Campaign(per) => Some(CampaignValues::shipped(per).clone()),
            _ => None,
        };
        Self { objective, history: Vec::new(), values, round: None, any_level: false }
    }

    /// The solver that takes a level that is not known for one of the game's: it weighs the boards by
    /// [`Boards::list_at_any_level`], and all alike only if no level deals any that fits.
    #[must_use]
    pub fn at_any_level(self) -> Self {
        Self { any_level: true, ..self }
    }

    /// What it solves for.
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// A solver for [`Objective::Campaign`] by other values than those that ship.
    pub fn with_values(values: Arc<CampaignValues>) -> Self {
        let objective = Objective::Campaign(values.per);
        let values = Some(values);
        Self { objective, history: Vec::new(), values, round: None, any_level: false }
    }

    /// What the ends of the round are worth at this position, for [`Objective::Campaign`].
    fn end_worth(&self, position: &Position) -> Option<EndWorth> {
        let standing = Standing::at(position.level?, &self.history);
        Some(self.values.as_ref()?.end_worth(standing))
    }

    /// Tells the finished rounds of this session, oldest first. Only [`Objective::Level`] and
    /// [`Objective::Campaign`] depend on them: four long rounds without a loss make a fifth lead to level
    /// 8. Without them the rule is taken not to apply.
    pub fn set_history(&mut self, history: &[Round]) {
        self.history = history.to_vec();
    }

    /// The best move and the value of each tile. When time is up the answer is the best
    /// known so far, with `exact` false and bounds that are proven.
    ///
    /// # Errors
    /// No board fits the position, or too many do to be listed: see [`NotListed`].
    pub fn advise(
        &mut self,
        position: &Position,
        monitor: &dyn Monitor,
    ) -> Result<Advice, NotListed> {
        self.answer(position, monitor, Depth::EveryTile)
    }

    /// The best move alone: as [`Solver::advise`], but the values of the other tiles stay at the
    /// bounds that were found on the way, which is several times faster.
    ///
    /// # Errors
    /// As [`Solver::advise`].
    pub fn best_move(
        &mut self,
        position: &Position,
        monitor: &dyn Monitor,
    ) -> Result<Advice, NotListed> {
        self.answer(position, monitor, Depth::BestMove)
    }

    /// The boards that fit, weighed.
    fn boards(&self, position: &Position, monitor: &dyn Monitor) -> Result<Boards, NotListed> {
        if self.any_level
            && position.level.is_none()
            && Level::all().any(|level| level.deals(totals(&position.rows)))
        {
            match Boards::list_at_any_level(position, MOST_BOARDS, monitor) {
                Err(NotListed::Conflict(_)) => {}
                other => return other,
            }
        }
        Boards::list_in_time(position, MOST_BOARDS, monitor)
    }

    fn answer(
        &mut self,
        position: &Position,
        monitor: &dyn Monitor,
        depth: Depth,
    ) -> Result<Advice, NotListed> {
        let boards = self.boards(position, monitor)?;
        let odds = boards.odds();
        let worth = self.end_worth(position);
        let mut advice = outline(self.objective, position, &odds, boards.count() as u128, worth);
        if worth.is_some() {
            advice.standing = position.level.map(|level| Standing::at(level, &self.history));
        }
        if advice.over.is_some() {
            return Ok(advice);
        }
        if boards.count() > MANY_BOARDS && monitor.time_is_up() {
            return Ok(advice);
        }
        let Some(aim) = search::Aim::new(self.objective, position, &self.history, worth)? else {
            return Ok(advice);
        };
        let remembered = self.round.take().filter(|memory| memory.is_of(position, aim));
        let mut memory = remembered.unwrap_or_else(|| search::Memory::new(position, aim, MEMORY));
        let answer = search::search(position, &boards, &mut memory, monitor, depth);
        self.round = Some(memory);
        answer.fill(&mut advice, &boards);
        Ok(advice)
    }
}

/// The advice that follows from the odds alone: exact for [`Objective::Next`].
fn outline(
    objective: Objective,
    position: &Position,
    odds: &Grid<[f64; 4]>,
    solutions: u128,
    worth: Option<EndWorth>,
) -> Advice {
    let over = position.outcome();
    let most = most(objective, position, worth);
    let tiles = Grid::from_fn(odds.rows(), odds.columns(), |r, c| {
        let odds = odds[(r, c)];
        let face_up = position.tiles[(r, c)].is_some();
        let useful = !face_up && odds[2] + odds[3] > 0.0;
        // A level can be kept, and a later round be worth something, after a loss as well.
        let has_worth = matches!(objective, Objective::Level | Objective::Campaign(_));
        let survival = if has_worth { 1.0 } else { 1.0 - odds[0] };
        let upper = if face_up || over.is_some() { 0.0 } else { most * survival };
        let value = (objective == Objective::Next && !face_up && over.is_none()).then_some(upper);
        let lower = value.unwrap_or(0.0);
        TileAdvice { odds, face_up, safe: !face_up && odds[0] == 0.0, useful, value, lower, upper }
    });
    let useful: Vec<_> =
        tiles.cells().filter(|(_, tile)| tile.useful).map(|(cell, &tile)| (cell, tile)).collect();
    let [best, second] = match over {
        None => choice::best_two(&useful, objective, None),
        Some(_) => [None; 2],
    };
    let exact = objective == Objective::Next || useful.is_empty() || over.is_some();
    let flips = useful.iter().map(|(_, tile)| tile.upper).fold(0.0, f64::max);
    let upper = match objective {
        _ if over.is_some() => 0.0,
        Objective::Clear | Objective::ClearWith(_) | Objective::Next => flips,
        // These can gain by flips that are not useful, or by none.
        Objective::Level | Objective::Survive(_) | Objective::Coins | Objective::Campaign(_) => {
            most
        }
    };
    let lower = if exact { upper } else { 0.0 };
    let runner_up = second
        .map(|cell| RunnerUp { cell, margin: if exact { upper - tiles[cell].upper } else { 0.0 } });
    Advice {
        objective,
        solutions,
        counted: true,
        tiles,
        best,
        quit: false,
        value: lower,
        exact,
        lower,
        upper,
        runner_up,
        standing: None,
        over,
    }
}

/// The most that a position can be worth: a chance of 1, or the coins of a cleared board, of which 2s
/// bring the most for their part of the sums, with what that is worth for the rounds after it.
fn most(objective: Objective, position: &Position, worth: Option<EndWorth>) -> f64 {
    let coins = 2f64.powi(position.excess());
    match objective {
        Objective::Coins => coins,
        Objective::Campaign(_) => {
            coins + worth.map_or(0.0, |worth| worth.won[worth::COUNTED] - worth.lost[0])
        }
        _ => 1.0,
    }
}
