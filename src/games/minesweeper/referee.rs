//! Checks the player against the built-in game: what was read against what was drawn, what a press met
//! against what was meant. The player learns nothing of it.

use super::arcade::{MineArcade, MineTap};
use super::board::{GameState, MineCount};
use super::player::MineMove;
use super::screen::MineSighting;
use super::words;
use crate::companion::{Ending, Event, Observer, View};
use serde::Serialize;
use std::any::Any;
use std::fmt;
use std::time::Duration;

/// Looks on, with a view of the game's inside.
pub struct Referee {
    game: MineArcade,
    verdict: Verdict,
    meant: Vec<MineMove>,
}

/// What the referee found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Verdict {
    /// Pictures compared.
    pub pictures: u64,
    /// Fields that were read, and right.
    pub fields: u64,
    /// Fields that were read wrong: when, what.
    pub misreads: Vec<String>,
    /// Pictures of the game in which it was not found.
    pub not_found: u64,
    /// Presses that met something else than was meant.
    pub wrong_presses: Vec<String>,
    /// Cells that were opened as certainly safe.
    pub safe: u64,
    /// Of these, mines.
    pub not_safe: Vec<String>,
    /// Cells that were opened as a guess, the first of each game included.
    pub guesses: u64,
    /// Games whose end was told otherwise than it was.
    pub misreported_games: Vec<String>,
}

impl Verdict {
    /// Whether nothing was wrong.
    pub fn clean(&self) -> bool {
        self.misreads.is_empty()
            && self.wrong_presses.is_empty()
            && self.not_safe.is_empty()
            && self.misreported_games.is_empty()
    }

    fn judge_press(&mut self, meant: MineMove, tap: MineTap) {
        let right = match (meant, tap) {
            (MineMove::Open { cell, certain }, MineTap::Opened { cell: met, mine }) => {
                *(if certain { &mut self.safe } else { &mut self.guesses }) += 1;
                if certain && mine {
                    self.not_safe.push(words::cell(cell));
                }
                met == cell
            }
            (MineMove::Chord(cell), MineTap::Chorded { cell: met, mine }) => {
                self.safe += 1;
                if mine {
                    self.not_safe.push(format!("around {}", words::cell(cell)));
                }
                met == cell
            }
            (MineMove::Flag(cell), MineTap::Flagged { cell: met, set: true })
            | (MineMove::Unflag(cell), MineTap::Flagged { cell: met, set: false }) => met == cell,
            (MineMove::Restart, MineTap::Next) => true,
            _ => false,
        };
        if !right {
            self.wrong_presses.push(format!("meant to {meant}, met {tap:?}"));
        }
    }
}

impl Referee {
    /// A referee for `game`.
    pub fn new(game: MineArcade) -> Self {
        Self { game, verdict: Verdict::default(), meant: Vec::new() }
    }

    /// What was found, once the game is over.
    pub fn verdict(mut self) -> Verdict {
        let taps = self.game.taps();
        if taps.len() != self.meant.len() {
            let (meant, made) = (self.meant.len(), taps.len());
            self.verdict
                .wrong_presses
                .push(format!("{meant} presses were meant, {made} were made"));
        }
        for (meant, tap) in self.meant.iter().zip(taps) {
            self.verdict.judge_press(*meant, tap);
        }
        self.verdict
    }

    fn judge_reading(&mut self, at: Duration, seen: &MineSighting) {
        let (inside, mut wrong) = (self.game.inside(), Vec::new());
        let board = inside.board();
        self.verdict.pictures += 1;
        let mut judge = |what: &dyn Fn() -> String, right: Option<bool>| match right {
            Some(true) => self.verdict.fields += 1,
            Some(false) => wrong.push(what()),
            None => {}
        };
        let size = |rows, columns| format!("a board of {rows} x {columns}");
        let read = (seen.cells.rows(), seen.cells.columns());
        let same_size = read == (board.cells.rows(), board.cells.columns());
        judge(&|| size(read.0, read.1), Some(same_size));
        for (cell, reading) in seen.cells.cells().filter(|_| same_size) {
            let is = board.cells[cell];
            let value = reading.value;
            judge(
                &|| {
                    let read = value.map_or('-', |value| value.letter());
                    format!("{} read {read}, it is {}", words::cell(cell), is.letter())
                },
                value.map(|value| value == is),
            );
        }
        let state = seen.state.value;
        judge(
            &|| format!("the state read {state:?}, it is {:?}", inside.state()),
            state.map(|state| state == inside.state()),
        );
        let left = seen.mines_left.value;
        judge(
            &|| format!("mines left read {left:?}, it is {:?}", board.mines),
            left.map(|left| MineCount::Left(left) == board.mines),
        );
        let at = at.as_secs_f64();
        self.verdict.misreads.extend(wrong.into_iter().map(|what| format!("{at:.3} s: {what}")));
    }
}

impl Observer for Referee {
    fn notice(&mut self, at: Duration, event: &Event<'_>, _: &dyn View) {
        match event {
            Event::Looked { seen, .. } => {
                let seen: &dyn Any = *seen;
                if let Some(seen) = seen.downcast_ref() {
                    self.judge_reading(at, seen);
                }
            }
            Event::NotVisible { .. } => self.verdict.not_found += 1,
            Event::Acted { act, .. } => self.meant.extend(act.move_of::<MineMove>()),
            Event::RoundEnd(end) => {
                let is = self.game.inside().state();
                let told = match end.ending {
                    Ending::Won => GameState::Won,
                    Ending::Lost | Ending::Quit => GameState::Lost,
                };
                if told != is {
                    self.verdict.misreported_games.push(format!("told {told:?}, it was {is:?}"));
                }
            }
            _ => {}
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pictures, fields, safe, guesses, .. } = self;
        let (misreads, wrong) = (self.misreads.len(), self.wrong_presses.len());
        writeln!(f, "reading   {pictures} pictures, {fields} fields right, {misreads} wrong")?;
        writeln!(f, "presses   {wrong} met something else than was meant")?;
        writeln!(
            f,
            "safe      {safe} presses certainly safe, of these {} on mines; {guesses} guesses",
            self.not_safe.len()
        )?;
        writeln!(f, "games     {} misreported", self.misreported_games.len())?;
        let wrong = self.misreads.iter().chain(&self.wrong_presses).chain(&self.not_safe);
        wrong.chain(&self.misreported_games).take(20).try_for_each(|what| writeln!(f, "  {what}"))
    }
}
