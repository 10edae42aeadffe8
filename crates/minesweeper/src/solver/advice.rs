//! The answer to one position: what is certain, the chances, what to open and what that promises.

use super::chances::Counter;
use super::dead::dead;
use super::decide::{Decider, Decision, Guess, Limits};
use super::exact;
use super::fifty_fifty::{Pair, pairs};
use super::frontier::NotCounted;
use super::knowledge::{Knowledge, Status};
use super::lookahead::{Prospect, prospects};
use super::proof::{Claim, MineProof, prove};
use super::strategies::MineStrategy;
use crate::board::{BadBoard, MineBoard};
use num_bigint::BigUint;

/// The answer to one position.
#[derive(Clone, Debug)]
pub struct MineAdvice {
    /// How many layouts fit.
    pub layouts: BigUint,
    /// For every cell, row by row, the chance of a mine; 0 for open cells.
    pub mine: Vec<f64>,
    /// Closed cells that are certainly no mines, ascending.
    pub safe: Vec<u16>,
    /// Closed cells that certainly are mines, ascending.
    pub mines: Vec<u16>,
    /// The best guess, where no cell is certainly safe and there is one to be made.
    pub guess: Option<Guess>,
    /// What the cells looked at promise, best first; empty where nothing needs to be guessed.
    pub prospects: Vec<Prospect>,
    /// Pairs of cells that hold one mine between them.
    pub pairs: Vec<Pair>,
    /// Cells that tell nothing if they are safe, since they can show one number only, ascending; empty where nothing
    /// needs to be guessed.
    pub dead: Vec<u16>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMineAdvice {
    /// The size or the number of mines cannot be.
    #[error(transparent)]
    Bad(#[from] BadBoard),
    /// No layout fits; these numbers contradict each other.
    #[error("no layout fits: the numbers contradict each other")]
    Contradiction(MineProof),
    /// The numbers are too tangled to be counted.
    #[error("the numbers depend on each other in too many ways to be counted")]
    TooTangled,
}

/// The answer to a position. If `time_is_up` ends the search, the chance to win is an interval.
///
/// # Errors
/// See [`NoMineAdvice`].
///
/// # Examples
/// ```
/// use minesweeper::{MineBoard, advise};
///
/// // A 1 next to two closed cells: each is a mine in half of the layouts.
/// let board: MineBoard = "1. / 1. ; mines 1".parse()?;
/// let advice = advise(&board, &|| false)?;
/// assert_eq!(advice.mine, [0.0, 0.5, 0.0, 0.5]);
/// assert!(advice.safe.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn advise(
    board: &MineBoard,
    time_is_up: &dyn Fn() -> bool,
) -> Result<MineAdvice, NoMineAdvice> {
    let contradiction = || match prove(board, Claim::Contradiction) {
        Some(proof) => NoMineAdvice::Contradiction(proof),
        None => NoMineAdvice::TooTangled,
    };
    let failed = |why| match why {
        NotCounted::Impossible => contradiction(),
        NotCounted::TooTangled => NoMineAdvice::TooTangled,
    };
    let mut knowledge = Knowledge::of(board).map_err(NoMineAdvice::Bad)?;
    knowledge.propagate().map_err(|_| contradiction())?;
    let layouts = exact::layouts(&knowledge).map_err(failed)?;
    let mut counter = Counter::new(&knowledge);
    let chances = counter.chances(&knowledge).map_err(failed)?;
    let of_chance = |chance: f64| {
        let closed = board.cells.cells().filter(|(_, state)| state.is_closed());
        let cells = closed.map(|(place, _)| knowledge.topology().number(place));
        cells.filter(|&cell| chances.mine[usize::from(cell)] == chance).collect::<Vec<u16>>()
    };
    let (safe, mines) = (of_chance(0.0), of_chance(1.0));
    let mut advice = MineAdvice {
        layouts,
        pairs: pairs(&knowledge, &chances.border, &mines),
        safe,
        mines,
        guess: None,
        prospects: Vec::new(),
        dead: Vec::new(),
        mine: chances.mine.clone(),
    };
    let open_yet =
        knowledge.cells(Status::Unknown).any(|cell| advice.mine[usize::from(cell)] < 1.0);
    if !advice.safe.is_empty() || !open_yet || board.cells.iter().any(|state| state.is_mine()) {
        return Ok(advice);
    }
    advice.guess = guess(&knowledge, time_is_up).map_err(failed)?;
    advice.dead = dead(&mut counter, &knowledge, &chances);
    advice.prospects = prospects(&mut counter, &knowledge, &chances, Limits::default().progress);
    Ok(advice)
}

/// The best guess: the game tree is searched with ever more work until it is done or time is up.
fn guess(
    knowledge: &Knowledge,
    time_is_up: &dyn Fn() -> bool,
) -> Result<Option<Guess>, NotCounted> {
    const MOST_WORK: u64 = 1 << 34;
    let mut limits = Limits { layouts: 4000, work: 1 << 22, ..Limits::default() };
    loop {
        let decision = Decider::new(MineStrategy::Best, limits, knowledge).decide(knowledge)?;
        let Decision::Guess(guess) = decision else { return Ok(None) };
        let done = guess.tree.is_none_or(|(_, value)| value.is_exact());
        if done || limits.work >= MOST_WORK || time_is_up() {
            return Ok(Some(guess));
        }
        limits.work *= 4;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_board;

    /// The cells beside the pair are mines by several numbers together: none of them will ever tell.
    #[test]
    fn a_pair_beside_proven_mines_is_forced() {
        let board = parse_board("001../0013./0001.; mines 3").unwrap();
        let advice = advise(&board, &|| true).unwrap();
        assert!(!advice.pairs.is_empty());
        for pair in &advice.pairs {
            assert!(pair.is_forced(), "{pair:?}");
            for cell in pair.cells {
                assert!((advice.mine[usize::from(cell)] - 0.5).abs() < 1e-12);
            }
        }
    }
}
