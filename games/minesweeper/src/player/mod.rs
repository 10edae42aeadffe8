//! The player of Minesweeper: it remembers the board from picture to picture, and chooses the cell to open.
//!
//! It opens a cell only if the cell is certainly safe or the best guess. While a picture is in doubt, it opens
//! nothing.

pub mod analysis;
mod clicks;
mod decide;
mod moves;
pub mod panel;
mod settings;
mod sight;

pub use decide::near_corner;
pub use moves::MineMove;
pub use sight::MineSight;

use super::screen::MineReading;
use analysis::Analysis;
use grid::Cell;
use minesweeper::board::{GameState, MineBoard};
use minesweeper::solver::strategies::MineStrategy;
use serde::{Deserialize, Serialize};
use serde_json::json;
use session::frame::Frame;
use session::input::Gesture;
use session::observation::{NotFound, Observation, Reader};
use session::{Ending, Intent, Panel, Player, RoundEnd, Setting, Units, View};
use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

/// The options of [`MinePlayer`].
#[derive(Clone, Copy, Debug, Default)]
pub struct MinePlayerOptions {
    /// The strategy for guesses.
    pub strategy: MineStrategy,
    /// The number of all mines, if the picture does not show a counter.
    pub mines: Option<usize>,
    /// The first cell to open; `None` for one that is good if the first click opens an area.
    pub first: Option<Cell>,
    /// Whether to flag certain mines, and to open several cells at once with presses on numbers.
    pub flags: bool,
    /// Whether the moves are made, and not only shown.
    pub plays: bool,
}

/// A player of Minesweeper.
pub struct MinePlayer {
    options: MinePlayerOptions,
    reader: Box<dyn Reader>,
    /// What was seen last.
    seen: Option<Arc<MineReading>>,
    game: Game,
    state: Option<GameState>,
    /// Whether the program was seen not to take presses on numbers.
    without_chords: bool,
    ended: Option<RoundEnd>,
    notes: Vec<String>,
}

/// What is known of the game that is on the screen.
#[derive(Default)]
struct Game {
    /// The last board that was taken in, and what follows from it.
    board: Option<(MineBoard, Analysis)>,
    /// All mines, once they are known.
    mines: Option<usize>,
    /// Whether it was seen before it had ended.
    begun: bool,
    /// Whether its end was told.
    told: bool,
    /// Whether it may have ended under a dialog.
    hidden_end: bool,
    /// The press on a number that was decided on last, and when that was first.
    chord: Option<(Cell, Duration)>,
}

/// All that is remembered from one game to the next.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MineMemory {
    /// How it guesses, as it is typed.
    strategy: String,
    flags: bool,
    without_chords: bool,
}

impl MinePlayer {
    /// Creates a player that reads with `reader`.
    pub fn new(options: MinePlayerOptions, reader: Box<dyn Reader>) -> Self {
        Self {
            options,
            reader,
            game: Game::default(),
            seen: None,
            state: None,
            without_chords: false,
            ended: None,
            notes: Vec::new(),
        }
    }

    /// The move for the board that was taken in last.
    fn advised(&self) -> Option<MineMove> {
        let (board, analysis) = self.game.board.as_ref()?;
        clicks::next(board, analysis, self.options.flags, !self.without_chords)
    }

    /// The game on the screen has ended: tells so, once. One that was over when it was first seen is nobody's round.
    fn end(&mut self, ending: Ending, opened: usize) {
        if std::mem::replace(&mut self.game.told, true) || !self.game.begun {
            return;
        }
        self.ended = Some(RoundEnd {
            ending,
            score: u64::from(ending == Ending::Won),
            level: None,
            next_level: None,
            moves: u32::try_from(opened).unwrap_or(u32::MAX),
        });
    }
}

impl Player for MinePlayer {
    type Sight = MineSight;
    type Move = MineMove;
    type NotVisible = NotFound;

    fn look(&mut self, frame: &Frame) -> Result<MineSight, NotFound> {
        let seen: Box<dyn Any> = match self.reader.read(&frame.picture) {
            Ok(seen) => seen,
            // What the window shows besides may be hidden by its dialog.
            Err(why) => {
                let under = frame.dialog.as_ref().zip(self.seen.as_ref()).ok_or(why)?;
                return Ok(MineSight::under(under.0, under.1));
            }
        };
        let Ok(seen) = seen.downcast::<MineReading>() else {
            return Err(NotFound::nothing("this is a picture of another game"));
        };
        let seen: Arc<MineReading> = Arc::from(seen);
        self.seen = Some(Arc::clone(&seen));
        Ok(MineSight { seen, dialog: frame.dialog.clone() })
    }

    fn observation<'s>(&self, sight: &'s MineSight) -> &'s dyn Observation {
        &*sight.seen
    }

    fn correct(&self, sight: &mut MineSight, field: &str, value: &str) -> Result<(), String> {
        sight.correct(field, value)
    }

    fn at_rest(&self, before: &MineSight, now: &MineSight) -> bool {
        now.is_same_as(before)
    }

    fn together(&self, before: &MineSight, now: &MineSight) -> Option<MineSight> {
        now.together_with(before)
    }

    fn decide(&mut self, sight: &MineSight, now: Duration) -> Intent<MineMove> {
        self.judge(sight, now)
    }

    fn aim(&self, what: &MineMove, sight: &MineSight) -> Gesture {
        what.gesture(sight)
    }

    fn took_effect(&self, what: &MineMove, before: &MineSight, now: &MineSight) -> bool {
        what.took_effect(before, now)
    }

    fn forget(&mut self) {
        self.game = Game::default();
    }

    fn choose(&mut self, setting: &str, value: &str) -> Result<(), String> {
        let options = settings::chosen(self.options, setting, value)?;
        if let Some((board, analysis)) = &self.game.board
            && options.strategy != self.options.strategy
        {
            let analysis = Analysis::of(board, options.strategy, self.first(board))
                .unwrap_or_else(|_| analysis.clone());
            self.game.board = Some((board.clone(), analysis));
        }
        self.options = options;
        Ok(())
    }

    fn checkpoint(&self, sight: &MineSight) -> Option<serde_json::Value> {
        let begins = self.game.told && sight.state() == Some(GameState::Fresh);
        if !begins || !self.notes.is_empty() || self.ended.is_some() {
            return None;
        }
        let memory = MineMemory {
            strategy: self.options.strategy.to_string(),
            flags: self.options.flags,
            without_chords: self.without_chords,
        };
        serde_json::to_value(memory).ok()
    }

    fn recall(&mut self, memory: &serde_json::Value) -> Result<(), String> {
        let MineMemory { strategy, flags, without_chords } =
            MineMemory::deserialize(memory).map_err(|why| why.to_string())?;
        let options = MinePlayerOptions { strategy: strategy.parse()?, flags, ..self.options };
        *self = Self { without_chords, ..Self::new(options, self.reader.fresh()) };
        Ok(())
    }

    fn round_end(&mut self) -> Option<RoundEnd> {
        self.ended.take()
    }

    fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}

impl View for MinePlayer {
    fn units(&self) -> Units {
        Units { score: "games won", moves: "cells" }
    }

    fn panel(&self) -> Panel {
        panel::panel(self)
    }

    fn settings(&self) -> Vec<Setting> {
        settings::settings(&self.options)
    }

    fn values(&self, field: &str) -> Option<&'static [&'static str]> {
        sight::values(field)
    }

    fn record(&self) -> serde_json::Value {
        let game = self.game.board.as_ref();
        let guess = game.and_then(|(_, analysis)| analysis.guess);
        json!({
            "state": self.state,
            "board": game.map(|(board, _)| board),
            "safe": game.map(|(_, analysis)| &analysis.safe),
            "guess": guess.map(|guess| json!({
                "cell": guess.cell,
                "mine": guess.mine,
                "win": guess.win.map(|(low, high)| json!({"low": low, "high": high})),
            })),
        })
    }
}
