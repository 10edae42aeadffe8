//! Plays a game of which only the cards are known, as with most learned themes.
//!
//! A tap on a card turns it, and the cards alone show the state. At anything else the player waits, and the session
//! stops.

use super::FlipPlayer;
use super::decide::PATIENCE;
use super::moves::Move;
use super::round::{Round, Turned, missing};
use super::sight::{Sight, sure};
use crate::field_text::card_name;
use crate::screen::BoardReading;
use grid::Cell;
use grid::reading::Unreadable;
use session::Intent;
use std::time::Duration;
use voltorb_flip::levels::Outcome;

/// The longest time in which a turning card shows neither side.
const TURNING: Duration = Duration::from_millis(600);

/// Whether every card is seen to lie so.
fn all_lie(board: &BoardReading, face_up: bool) -> bool {
    board.tiles.iter().all(|tile| sure(tile).is_some_and(|card| card.is_some() == face_up))
}

/// The first card whose face was never shown, where everything else of the board is read.
fn only_new(board: &BoardReading) -> Option<Cell> {
    let lines = board.rows.iter().chain(&board.cols);
    let headers =
        lines.flat_map(|line| [&line.sum, &line.voltorbs]).all(|number| sure(number).is_some());
    let unread = || board.tiles.cells().filter(|(_, tile)| sure(tile).is_none());
    let new = unread().all(|(_, tile)| tile.why == Some(Unreadable::New));
    (headers && new).then(|| unread().next().map(|(cell, _)| cell)).flatten()
}

/// What is asked about a card whose face was never shown.
fn unnamed(cell: Cell) -> String {
    format!(
        "you to name what {} shows, which is new: correct it (key e, or a click in the window), or teach it \
         (voltsight look add NAME IMAGE)",
        card_name(cell)
    )
}

impl FlipPlayer {
    /// What to do about a still picture of such a game.
    pub(super) fn judge_cards(&mut self, sight: &Sight, now: Duration) -> Intent<Move> {
        self.phase = sight.phase();
        let new = sight.reading.board.as_ref().and_then(only_new);
        self.new_since = new.and(self.new_since.or(Some(now)));
        let Some(board) = sight.reading.board.as_ref() else {
            return Intent::Doubt("no board can be read".to_owned());
        };
        let next = || Intent::Wait {
            why: "the next board: voltsight does not know how to start it in this game".to_owned(),
            patience: PATIENCE,
        };
        if let Some(round) = &self.round {
            // Another board was dealt, whether the end of the round was seen or not.
            if all_lie(board, false) && (round.ended || round.face_up().next().is_some()) {
                self.leave_table(sight);
            } else if round.ended {
                return next();
            }
        }
        // A round is never played that far: these cards were turned by the game.
        if all_lie(board, true) && self.round.is_some() {
            self.take_last(board);
            self.end_round(false);
            self.turned = Some(Turned::of(board, self.round.as_ref()));
            self.advice = None;
            return next();
        }
        if let (Some(cell), Some(since)) = (new, self.new_since) {
            // Advice disturbs nobody, and there may be one picture only.
            let turned = !self.options.plays || now.saturating_sub(since) >= TURNING;
            return Intent::Wait {
                why: if turned { unnamed(cell) } else { "the cards to lie still".to_owned() },
                patience: PATIENCE,
            };
        }
        // What lies over the board may be anything: all of it has to be seen in this very picture.
        if let Some(doubt) = missing(&Round::new(), board) {
            return Intent::Doubt(doubt.to_string());
        }
        self.turned = None;
        let round = self.round.get_or_insert_with(Round::new);
        if let Err(doubt) = round.take_in(board) {
            return Intent::Doubt(doubt.to_string());
        }
        round.rest();
        if matches!(round.outcome(), Some(Outcome::Won | Outcome::Lost)) {
            self.end_round(true);
            self.advice = None;
            return next();
        }
        let Some(position) = round.position(None) else {
            return Intent::Doubt("the headers do not add up".to_owned());
        };
        self.follow(position, board, sight)
    }

    /// Takes in what the last card showed when the game turned all others too.
    pub(super) fn take_last(&mut self, board: &BoardReading) {
        if let (Some(cell), Some(round)) = (self.flipping.take(), &mut self.round)
            && !round.ended
            && !round.asked_to_quit
            && let Some(&tile) = sure(&board.tiles[cell])
        {
            round.tiles[cell] = Some(tile);
        }
    }
}
