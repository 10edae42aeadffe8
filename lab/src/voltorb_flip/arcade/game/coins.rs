//! Taking the coins: the quit question and the payment.

use super::{Game, Task, lengths};
use crate::voltorb_flip::arcade::round::MAX_COINS;
use crate::voltorb_flip::arcade::screen::Screen;
use crate::voltorb_flip::arcade::words;
use voltorb_flip::levels::Outcome;

impl Game {
    pub(super) fn ask_to_quit(&mut self) -> Task {
        self.dim_to = Screen::DIMMED;
        match self.play.payout {
            0 => self.print(words::QUIT_WITH_NOTHING),
            coins => self.print(&words::quit(coins)),
        }
        Task::AskingToQuit
    }

    pub(super) fn answer_quit(&mut self) -> Task {
        let quit = self.screen.question.take().is_some_and(|question| question.selected == 0);
        if !quit {
            self.close_dialog();
            return Task::Board;
        }
        self.play.outcome = Some(Outcome::Quit);
        if self.play.payout == 0 { self.reveal() } else { self.award() }
    }

    pub(super) fn award(&mut self) -> Task {
        self.play.outcome.get_or_insert(Outcome::Won);
        self.unpaid = self.play.payout;
        let words = words::award(&self.name, self.unpaid);
        self.print(&words);
        Task::Awarding
    }

    /// One coin moves to the wallet, or `all`.
    pub(super) fn move_coins(&mut self, all: bool) -> Task {
        let all = all || self.wallet >= MAX_COINS;
        let moved = if all { self.unpaid } else { self.unpaid.min(1) };
        self.unpaid -= moved;
        self.wallet = (self.wallet + moved).min(MAX_COINS);
        let (wallet, unpaid) = (self.wallet, self.unpaid);
        let coins = &mut self.screen.coins;
        (coins.total, coins.round) = (wallet, unpaid);
        if moved == 0 || all { Task::Awarded(lengths::AWARD) } else { Task::Awarding }
    }
}
