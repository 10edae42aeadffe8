//! Decides what to do about a still picture, by the phase of the game.

use super::FlipPlayer;
use super::controls::{Controls, memo_key};
use super::moves::Move;
use super::round::{Counting, Doubt, Round, Turned, missing};
use super::sight::{Sight, sure};
use crate::screen::{BoardReading, Phase, Tile};
use session::Intent;
use std::time::Duration;
use voltorb_flip::board::Position;
use voltorb_flip::levels::Outcome;
use voltorb_flip::solver::Advice;

/// The time limit for what the game does by itself: a slowly printed message takes 20 s.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
/// The time limit for the box that a card brings. The game shows it at once.
const BOX_PATIENCE: Duration = Duration::from_millis(1500);
/// The time limit for the top screen to begin counting what a card paid: it waits for a sound of 0.4 s, then counts
/// 30 coins a second. A tap cuts that short.
const COUNT_PATIENCE: Duration = Duration::from_millis(800);
/// The coins that a full wallet holds; then the game ends the session of the table.
const FULL_WALLET: u32 = 50_000;

impl FlipPlayer {
    /// What to do about a still picture.
    pub(super) fn judge(&mut self, sight: &Sight, now: Duration) -> Intent<Move> {
        let look = &sight.reading.look;
        if self.options.plays && Controls::of(look).is_none() {
            return Intent::Over(format!(
                "voltsight cannot play games with the theme {look}; `voltsight watch` advises"
            ));
        }
        if look.shows_cards_alone() {
            return self.judge_cards(sight, now);
        }
        let Some(phase) = sight.phase() else {
            return Intent::Doubt("the state of the game is not recognised".to_owned());
        };
        self.phase = Some(phase);
        if let Some(&coins) = sure(&sight.reading.total_coins) {
            self.wallet = Some(coins);
            self.solver.set_wallet(coins);
        }
        self.marking_since = match phase {
            Phase::Memo => self.marking_since.or(Some(now)),
            _ => None,
        };
        self.memo_key = memo_key(now.saturating_sub(self.marking_since.unwrap_or(now)));
        let wait = |why: &str| Intent::Wait { why: why.to_owned(), patience: PATIENCE };
        match (phase, sight.reading.board.as_ref()) {
            (Phase::Menu, _) => {
                self.leave_table(sight);
                self.act(Move::Play, sight)
            }
            (Phase::Info, _) => {
                self.session.see_info();
                self.act(Move::LeaveInfo, sight)
            }
            (Phase::Notice, _) => {
                self.leave_table(sight);
                if self.is_wallet_full() {
                    return Intent::Over(full_wallet());
                }
                self.act_on_text(sight)
            }
            (Phase::Between, _) => {
                self.leave_table(sight);
                match self.controls() {
                    Controls::Pen | Controls::Cards => wait("the next round"),
                    // A box that is not known for one asks for it.
                    Controls::Keys => self.act(Move::Advance, sight),
                }
            }
            (Phase::Moving, _) => wait("the cards to lie still"),
            (_, None) => Intent::Doubt("no board can be read".to_owned()),
            (phase, Some(board)) => {
                if let Some(intent) = self.take_in(sight, board, phase) {
                    return intent;
                }
                self.judge_board(sight, board, phase, now)
            }
        }
    }

    /// No board is in play: the round is over, and the level of the next may be shown.
    pub(super) fn leave_table(&mut self, sight: &Sight) {
        self.end_round(false);
        self.round = None;
        (self.flipping, self.astray) = (None, None);
        self.advice = None;
        self.solver.rest();
        self.session.read(sure(&sight.reading.level).copied());
    }

    /// Takes in a board in play. An answer if it cannot be what it seems.
    fn take_in(
        &mut self,
        sight: &Sight,
        board: &BoardReading,
        phase: Phase,
    ) -> Option<Intent<Move>> {
        // All cards face up, and the cards that turn back after it, are not the player's doing.
        let over = phase == Phase::Reveal || self.round.as_ref().is_some_and(|round| round.ended);
        let dealt = phase == Phase::Board && sight.is_dealt();
        if over && dealt && self.deals_at_once() {
            self.leave_table(sight);
        } else if over {
            return None;
        }
        self.session.read(sure(&sight.reading.level).copied());
        let new = self.round.is_none();
        self.turned = None;
        self.has_played = true;
        let round = self.round.get_or_insert_with(Round::new);
        let meant = self.flipping.filter(|_| self.options.plays);
        if let Some((meant, other)) = meant.and_then(|meant| round.astray(meant, board)) {
            self.astray = Some(Doubt::Astray(meant, other));
        }
        let doubt = round.take_in(board).err().or_else(|| self.astray.clone());
        if new && phase == Phase::Board {
            round.rest();
        }
        doubt.map(|doubt| Intent::Doubt(doubt.to_string()))
    }

    fn judge_board(
        &mut self,
        sight: &Sight,
        board: &BoardReading,
        phase: Phase,
        now: Duration,
    ) -> Intent<Move> {
        let wait = |why: &str| Intent::Wait { why: why.to_owned(), patience: PATIENCE };
        match phase {
            Phase::Reveal => self.reveal(sight, board),
            Phase::Memo => self.act(Move::CloseMemo, sight),
            Phase::Quit => self.answer(sight),
            Phase::Clear | Phase::Message if self.controls() == Controls::Keys => {
                // In a round that is not seen to be over a box is the question whether to quit, and
                // NO sends any other away too.
                let open = self.round.as_ref().filter(|round| !round.ended);
                match open.map(Round::outcome) {
                    None | Some(Some(Outcome::Lost | Outcome::Won)) => {
                        self.act(Move::Advance, sight)
                    }
                    Some(_) => self.answer(sight),
                }
            }
            Phase::Clear => self.act_on_text(sight),
            Phase::Message => {
                let Some(round) = self.round.as_mut().filter(|round| !round.ended) else {
                    return self.act(Move::Advance, sight);
                };
                round.see_box();
                if round.outcome() == Some(Outcome::Lost) {
                    wait("the Voltorb's fanfare to end")
                } else if round.is_suspense() && board.tiles.iter().all(|tile| sure(tile).is_some())
                {
                    wait("the card to turn after the fanfare")
                } else {
                    let counted = sure(&sight.reading.round_coins).copied();
                    match round.counting(now, counted, COUNT_PATIENCE) {
                        Counting::Running => {
                            let gesture = self.gesture(Move::Advance, sight);
                            Intent::Do(Move::Advance.act_on_counter(gesture))
                        }
                        Counting::Awaited => wait("the coins to be counted"),
                        Counting::Done | Counting::Unseen => self.act(Move::Advance, sight),
                    }
                }
            }
            _ => self.judge_quiet_board(sight, board, now),
        }
    }

    /// All cards are face up: the round is over.
    fn reveal(&mut self, sight: &Sight, board: &BoardReading) -> Intent<Move> {
        // A box may have hidden what the last card showed.
        self.take_last(board);
        self.end_round(true);
        self.turned = Some(Turned::of(board, self.round.as_ref()));
        self.advice = None;
        if self.is_wallet_full() {
            return Intent::Over(full_wallet());
        }
        self.act(Move::Advance, sight)
    }

    /// Answers the question whether to quit.
    fn answer(&mut self, sight: &Sight) -> Intent<Move> {
        let quit = self.advice.as_ref().is_some_and(|(_, advice)| advice.quit);
        // A box of a game without a touch screen may be another one, which NO sends away too.
        if let Some(round) = &mut self.round {
            round.asked_to_quit |= quit || self.look.is_tapped();
        }
        self.act(if quit { Move::Quit } else { Move::Stay }, sight)
    }

    /// Makes a move, or the step that leads to it.
    fn act(&self, what: Move, sight: &Sight) -> Intent<Move> {
        match self.controls().towards(what, sight) {
            Some(now) => Intent::Do(now.act(self.gesture(now, sight))),
            None => Intent::Doubt("the cursor is not seen, which the keys move".to_owned()),
        }
    }

    /// Goes on after a text that is printed letter by letter.
    fn act_on_text(&self, sight: &Sight) -> Intent<Move> {
        Intent::Do(Move::Advance.act_on_text(self.gesture(Move::Advance, sight)))
    }

    /// Whether a DS game has paid all that it will.
    fn is_wallet_full(&self) -> bool {
        self.look.is_tapped() && self.wallet.is_some_and(|coins| coins >= FULL_WALLET)
    }

    /// The board without a box: the place to flip a card.
    fn judge_quiet_board(
        &mut self,
        sight: &Sight,
        board: &BoardReading,
        now: Duration,
    ) -> Intent<Move> {
        let wait = |why: &str| Intent::Wait { why: why.to_owned(), patience: PATIENCE };
        let Some(round) = self.round.as_mut().filter(|round| !round.ended) else {
            return wait("the table to be cleared");
        };
        if let Some(doubt) = missing(round, board) {
            return Intent::Doubt(doubt.to_string());
        }
        if round.outcome() == Some(Outcome::Lost) {
            return wait("the explosion to end");
        }
        if self.look.is_tapped() && round.is_box_to_come(now, BOX_PATIENCE) {
            return wait("the game to show the coins");
        }
        if round.outcome() == Some(Outcome::Won) {
            return wait("the game to end the round");
        }
        // A game that deals other boards has no levels whose weights would hold.
        let level = self.session.level(round.headers.as_ref()).filter(|_| self.look.dealt());
        let Some(position) = round.position(level) else {
            return Intent::Doubt("the headers do not add up".to_owned());
        };
        self.follow(position, board, sight)
    }

    /// Does what is advised in a position.
    pub(super) fn follow(
        &mut self,
        position: Position,
        board: &BoardReading,
        sight: &Sight,
    ) -> Intent<Move> {
        let advice = match self.advise(position) {
            Ok(advice) => advice,
            Err(why) => return Intent::Doubt(why),
        };
        match advice.best {
            _ if advice.quit && self.look.shows_cards_alone() => Intent::Over(
                "the advice is to quit with the coins, but voltsight does not know how to quit in this game"
                    .to_owned(),
            ),
            _ if advice.quit => self.act(Move::AskToQuit, sight),
            Some(cell) if sure(&board.tiles[cell]) == Some(&Tile::None) => {
                let act = self.act(Move::Flip(cell), sight);
                if matches!(&act, Intent::Do(act) if act.what == Move::Flip(cell)) {
                    self.flipping = Some(cell);
                }
                act
            }
            Some(cell) => Intent::Doubt(format!(
                "the card to flip, in row {}, column {}, does not read face down",
                cell.0 + 1,
                cell.1 + 1
            )),
            None => Intent::Doubt("there is nothing to flip, and the round is not over".to_owned()),
        }
    }

    /// The advice for a position. Asked again for the same position it tells what was found since.
    fn advise(&mut self, position: Position) -> Result<Advice, String> {
        if let Some((known, advice)) = &self.advice
            && *known == position
            && advice.exact
        {
            return Ok(advice.clone());
        }
        let thinking = self.options.thinking;
        let advice = self.solver.advise(&position, thinking).map_err(|why| why.to_string())?;
        self.advice = Some((position, advice.clone()));
        Ok(advice)
    }
}

fn full_wallet() -> String {
    format!("the wallet is full: {FULL_WALLET} coins, and the next round would not begin")
}
