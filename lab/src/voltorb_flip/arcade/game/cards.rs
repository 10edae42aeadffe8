//! Cards turning: flipped, revealed, cleared away.

use super::{Game, Task, lengths};
use crate::voltorb_flip::arcade::log::PlayedRound;
use crate::voltorb_flip::arcade::screen::{CardLook, Coins, Dialog, Effect, EffectKind, Screen};
use crate::voltorb_flip::arcade::words;
use grid::{Cell, Grid};
use voltorb_flip::board::Card;
use voltorb_flip::generator::SIDE;
use voltorb_flip::levels::Outcome;

impl Game {
    pub(super) fn before_turn(&mut self, cell: Cell) -> Task {
        if self.play.is_suspenseful(cell) {
            self.screen.dialog = Some(Dialog::Small(words::SUSPENSE.to_owned()));
            Task::Suspense(cell, lengths::SUSPENSE)
        } else {
            Task::Suspense(cell, lengths::BEFORE_TURN)
        }
    }

    /// Iteration `step` of a card turning face up.
    pub(super) fn turn_up(&mut self, cell: Cell, step: u32) {
        let card = self.play.deal.board[cell];
        match step {
            1 => self.screen.cards[cell] = CardLook::BackTurned,
            2 => self.screen.cards[cell] = CardLook::Edge,
            4 => self.screen.cards[cell] = CardLook::FaceTurned(card),
            5 => self.screen.cards[cell] = CardLook::Face(card),
            _ => {}
        }
    }

    pub(super) fn flipped(&mut self, cell: Cell) -> Task {
        let is_first = self.play.payout == 0;
        let card = self.play.flip(cell);
        let coins = self.play.payout;
        let kind = if card == Card::Voltorb { EffectKind::Explosion } else { EffectKind::Sparkle };
        self.screen.effect = Some(Effect { kind, cell, age: 0 });
        match card {
            Card::Voltorb => return Task::Exploding(lengths::EXPLOSION),
            Card::One if !is_first => return self.end_flip(),
            _ => {}
        }
        let words =
            if is_first { words::first_coins(card, coins) } else { words::more_coins(card, coins) };
        self.screen.dialog = Some(Dialog::Small(words));
        Task::CoinSound(lengths::COINS)
    }

    pub(super) fn end_flip(&mut self) -> Task {
        self.screen.dialog = None;
        if self.play.outcome == Some(Outcome::Lost) {
            self.reveal()
        } else if self.play.is_cleared() {
            self.dim_to = Screen::DIMMED;
            self.print(&words::win());
            Task::Won(lengths::WIN)
        } else {
            Task::Board
        }
    }

    pub(super) fn reveal(&mut self) -> Task {
        self.close_dialog();
        self.screen.marks = Grid::filled(SIDE, SIDE, [false; 4]);
        let paid = match self.play.outcome {
            Some(Outcome::Lost) => 0,
            _ => self.play.payout,
        };
        self.log.rounds.push(PlayedRound {
            round: self.play.result(),
            kind: self.play.deal.kind,
            board: self.play.deal.board.clone(),
            coins: paid,
        });
        Task::Revealing(0)
    }

    /// Iteration `step` of the columns turning face down, left to right.
    pub(super) fn clear(&mut self, step: u32) -> Task {
        let column = (step / lengths::TURN) as usize;
        for cell in (0..SIDE).map(|row| (row, column)) {
            match step % lengths::TURN {
                1 => self.screen.cards[cell] = CardLook::FaceTurned(self.play.deal.board[cell]),
                2 => self.screen.cards[cell] = CardLook::Edge,
                4 => self.screen.cards[cell] = CardLook::BackTurned,
                5 => self.screen.cards[cell] = CardLook::Hidden,
                _ => {}
            }
        }
        if step + 1 < lengths::TURN * SIDE as u32 {
            return Task::Clearing(step + 1);
        }
        self.history.push(self.play.result());
        let level = self.screen.coins.level;
        self.screen = Screen::new(Coins { level, total: self.wallet, round: 0 });
        Task::Opening
    }
}
