//! Before a round: the wallet, the level, the menus.

use super::{Game, Task, lengths};
use crate::voltorb_flip::arcade::controls;
use crate::voltorb_flip::arcade::log::Touched;
use crate::voltorb_flip::arcade::round::{MAX_COINS, Play};
use crate::voltorb_flip::arcade::screen::{Focus, List, Screen};
use crate::voltorb_flip::arcade::words;
use grid::geometry::Point;
use voltorb_flip::levels::next_level;

impl Game {
    pub(super) fn open(&mut self) -> Task {
        if self.wallet >= MAX_COINS {
            self.print(&words::coins_full());
            return Task::CoinsFull;
        }
        let Some(last) = self.history.last() else {
            return self.greet();
        };
        let (last, level) = (last.level, next_level(&self.history));
        self.play = Play::new(self.generator.deal(level));
        self.screen.coins.level = level.number();
        if level == last {
            return self.greet();
        }
        self.dim_to = Screen::DIMMED;
        self.print(&if level > last { words::advanced(level) } else { words::dropped(level) });
        Task::LevelNews
    }

    pub(super) fn after_level_news(&mut self) -> Task {
        let up = self.history.last().is_some_and(|last| self.play.deal.level > last.level);
        if !up || self.congratulated {
            return Task::LevelSound(lengths::LEVEL);
        }
        self.congratulated = true;
        self.print(&words::congratulations());
        Task::Congratulating
    }

    pub(super) fn greet(&mut self) -> Task {
        self.dim_to = Screen::DIMMED;
        self.choice = 0;
        self.print(&words::play(self.play.deal.level));
        Task::Greeting
    }

    pub(super) fn ask_info(&mut self) -> Task {
        self.print(words::WHICH_INFO);
        Task::AskingInfo
    }

    pub(super) fn leave_menu(&mut self) -> Task {
        self.screen.list = None;
        match self.choice {
            0 => {
                self.close_dialog();
                self.screen.headers = self.play.headers();
                self.screen.in_play = true;
                self.screen.cursor = Some(Focus::Card((0, 0)));
                Task::Board
            }
            1 => {
                self.choice = 0;
                self.ask_info()
            }
            _ => Task::Over,
        }
    }

    pub(super) fn leave_info(&mut self) -> Task {
        self.screen.list = None;
        match self.choice {
            3 => self.greet(),
            page => Task::HelpFading(page, lengths::FADE),
        }
    }

    pub(super) fn show_list(&mut self, entries: &'static [&'static str]) {
        self.screen.list = Some(List { entries, selected: self.choice, lit: false });
    }

    /// The entry of the open list at `at`, now framed.
    pub(super) fn choose(&mut self, at: Point) -> Option<Touched> {
        let list = self.screen.list.as_mut()?;
        let index = controls::entry_at(at, list.entries.len())?;
        list.selected = index;
        self.choice = index;
        Some(Touched::Entry(list.entries[index]))
    }

    /// Lets the chosen entry blink.
    pub(super) fn blink(&mut self, left: u32) {
        for list in [&mut self.screen.list, &mut self.screen.question].into_iter().flatten() {
            list.lit = left % 4 >= 2;
        }
    }
}
