//! What only the built-in game knows, for a referee.

use super::arcade::draw::counted;
use super::arcade::{MineArcade, MineTap};
use crate::referee::{Judged, Refereed, Verdict};
use minesweeper::board::{GameState, MineCount};
use minesweeper_game::player::MineMove;
use minesweeper_game::screen::MineReading;
use minesweeper_game::words;
use session::observation::Observation;
use session::truth::Comparison;
use session::{Ending, RoundEnd};
use std::any::Any;

impl Refereed for MineArcade {
    type Move = MineMove;

    fn judge_reading(&self, seen: &dyn Observation) -> Option<Judged> {
        let seen: &MineReading = (seen as &dyn Any).downcast_ref()?;
        Some(Judged { comparison: self.compare(seen), in_motion: false })
    }

    fn judge_acts(&self, meant: &[MineMove], verdict: &mut Verdict) {
        let taps = self.taps();
        if taps.len() != meant.len() {
            let (meant, made) = (meant.len(), taps.len());
            verdict.wrong_taps.push(format!("{meant} taps were meant, {made} were made"));
        }
        for (meant, tap) in meant.iter().zip(&taps) {
            if let Some(wrong) = wrong(*meant, *tap) {
                verdict.wrong_taps.push(wrong);
            }
        }
    }

    fn judge_rounds(&self, told: &[RoundEnd], verdict: &mut Verdict) {
        for (number, (told, was)) in (1..).zip(told.iter().zip(self.ends())) {
            let is = if was == GameState::Won { Ending::Won } else { Ending::Lost };
            if told.ending != is {
                let told = told.ending;
                verdict.misreported_rounds.push(format!("game {number}: told {told}, was {is}"));
            }
        }
    }
}

impl MineArcade {
    /// What was read of this moment's picture against what it shows.
    fn compare(&self, seen: &MineReading) -> Comparison {
        let inside = self.inside();
        let board = inside.board();
        let mut found = Comparison::default();
        let mut judge = |right: Option<bool>, what: &dyn Fn() -> String| match right {
            Some(true) => found.right += 1,
            Some(false) => found.wrong.push(what()),
            None => {}
        };
        let read = (seen.cells.rows(), seen.cells.columns());
        let same_size = read == (board.cells.rows(), board.cells.columns());
        judge(Some(same_size), &|| format!("read a board of {} x {}", read.0, read.1));
        for (cell, reading) in seen.cells.cells().filter(|_| same_size) {
            let (is, value) = (board.cells[cell], reading.value);
            judge(value.map(|value| value == is), &|| {
                let read = value.map_or('-', |value| value.letter());
                format!("{} read {read}, it is {}", words::cell(cell), is.letter())
            });
        }
        let state = seen.state.value;
        judge(state.map(|state| state == inside.state()), &|| {
            format!("the state read {state:?}, it is {:?}", inside.state())
        });
        if let (Some(read), MineCount::Left(left)) = (seen.mines_left.value, board.mines) {
            let shown = counted(left);
            judge(Some(read == shown), &|| format!("the counter read {read}, it shows {shown}"));
        }
        found
    }
}

/// What is wrong with a tap that was meant so and met this: another target, or a mine where it was
/// certain that there is none.
fn wrong(meant: MineMove, tap: MineTap) -> Option<String> {
    let right = match (meant, tap) {
        (MineMove::Open { cell, certain }, MineTap::Opened { cell: met, mine }) => {
            met == cell && !(certain && mine)
        }
        (MineMove::Chord(cell), MineTap::Chorded { cell: met, mine }) => met == cell && !mine,
        (MineMove::Flag(cell), MineTap::Flagged { cell: met, set: true })
        | (MineMove::Unflag(cell), MineTap::Flagged { cell: met, set: false }) => met == cell,
        (MineMove::Restart, MineTap::Next) => true,
        _ => false,
    };
    (!right).then(|| format!("meant to {meant}, hit {tap:?}"))
}
