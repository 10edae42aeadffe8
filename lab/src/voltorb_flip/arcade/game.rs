//! The game from opening the table to leaving it, one iteration after the other.
//!
//! Source: the public decompilation pret/pokeheartgold, `voltorb_flip.c` (tasks, messages,
//! animations) and `voltorb_flip_tasks.c` (their order). Lengths of sounds and fanfares are not
//! in it, see `lengths.rs`.

use super::controls;
use super::log::{Log, Touched};
use super::round::{MAX_COINS, Play};
use super::screen::{Button, Coins, Dialog, List, MemoLook, Screen};
use super::words;
use crate::arcade::clock::Pressed;
use crate::arcade::print::{Printer, TextSpeed};
use grid::Cell;
use grid::geometry::Point;
use voltorb_flip::generator::{Generator, SIDE};
use voltorb_flip::levels::{Level, Round};

mod buttons;
mod cards;
mod coins;
mod lengths;
mod opening;

/// Ticks of 1/60 s in a pass of the game's loop.
const TICKS: u32 = 2;

/// What the game is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Looks into the wallet, deals, shows the level.
    Opening,
    /// "You've gathered 50,000 Coins."
    CoinsFull,
    /// "Advanced to Game Lv. N!" or "Dropped to Game Lv. N."
    LevelNews,
    /// "Congratulations!"
    Congratulating,
    LevelSound(u32),
    /// "Play VOLTORB Flip Lv. N?" is being printed.
    Greeting,
    Menu,
    /// An entry was chosen.
    MenuChosen(u32),
    AskingInfo,
    InfoMenu,
    InfoChosen(u32),
    HelpFading(usize, u32),
    Help,
    Board,
    /// A button goes down and up.
    Pressing(Button, u32),
    MemoOpening,
    Memo,
    MemoClosing(Button),
    Suspense(Cell, u32),
    Turning(Cell, u32),
    Flipped(Cell),
    /// A sound is waited for after a card that pays.
    CoinSound(u32),
    Counting,
    /// The small window waits for a tap.
    Received,
    Exploding(u32),
    /// "Oh no!"
    Lost(u32),
    Won(u32),
    /// Coins move to the wallet.
    Awarding,
    Awarded(u32),
    /// The quit question is being printed.
    AskingToQuit,
    QuitQuestion,
    QuitChosen(u32),
    Revealing(u32),
    Revealed,
    Clearing(u32),
    /// The player has left the table, or was sent away.
    Over,
}

/// The game.
pub(super) struct Game {
    generator: Generator,
    name: String,
    speed: TextSpeed,
    pub wallet: u32,
    pub play: Play,
    history: Vec<Round>,
    /// What [`Task::Awarding`] still has to move.
    unpaid: u32,
    congratulated: bool,
    /// The entry that was chosen last, framed when a list opens.
    choice: usize,
    pub phase: Task,
    pub screen: Screen,
    /// Where the dimming goes.
    dim_to: u8,
    pub log: Log,
}

impl Game {
    pub fn new(seed: u32, first_level: Level, wallet: u32, speed: TextSpeed, name: String) -> Self {
        let mut generator = Generator::new(seed);
        let wallet = wallet.min(MAX_COINS);
        Self {
            name,
            speed,
            wallet,
            play: Play::new(generator.deal(first_level)),
            generator,
            history: Vec::new(),
            unpaid: 0,
            congratulated: false,
            choice: 0,
            phase: Task::Opening,
            screen: Screen::new(Coins { level: first_level.number(), total: wallet, round: 0 }),
            dim_to: 0,
            log: Log::default(),
        }
    }

    /// One iteration.
    pub fn iterate(&mut self, pen: Pressed<Point>) {
        let advanced = match &mut self.screen.dialog {
            Some(Dialog::Big(printer)) => printer.run(pen, TICKS),
            _ => false,
        };
        let dim = &mut self.screen.dim;
        *dim = if *dim < self.dim_to { *dim + 2 } else { dim.saturating_sub(2).max(self.dim_to) };
        if let Some(effect) = &mut self.screen.effect {
            effect.age += 1;
            if effect.age >= effect.kind.length() {
                self.screen.effect = None;
            }
        }
        let touched = self.act(pen);
        if let Some(at) = pen.begun() {
            let idle = if advanced { Touched::Advance } else { Touched::Nothing };
            self.log.touch(at, touched.unwrap_or(idle));
        }
    }

    /// The phase's part of an iteration. Returns what a tap has hit, if it has hit anything.
    fn act(&mut self, pen: Pressed<Point>) -> Option<Touched> {
        let tap = pen.begun();
        let mut touched = None;
        self.phase = match self.phase {
            Task::Opening => self.open(),
            Task::CoinsFull if self.printed() => Task::Over,
            Task::LevelNews if self.printed() => self.after_level_news(),
            Task::Congratulating if self.printed() => Task::LevelSound(lengths::LEVEL),
            Task::LevelSound(0) => self.greet(),
            Task::LevelSound(left) => Task::LevelSound(left - 1),
            Task::Greeting if self.printed() => {
                self.show_list(words::MAIN_MENU);
                Task::Menu
            }
            Task::Menu => {
                touched = tap.and_then(|at| self.choose(at));
                if touched.is_some() { Task::MenuChosen(lengths::BLINK) } else { Task::Menu }
            }
            Task::MenuChosen(0) => self.leave_menu(),
            Task::MenuChosen(left) => {
                self.blink(left);
                Task::MenuChosen(left - 1)
            }
            Task::AskingInfo if self.printed() => {
                self.show_list(words::INFO_MENU);
                Task::InfoMenu
            }
            Task::InfoMenu => {
                touched = tap.and_then(|at| self.choose(at));
                if touched.is_some() { Task::InfoChosen(lengths::BLINK) } else { Task::InfoMenu }
            }
            Task::InfoChosen(0) => self.leave_info(),
            Task::InfoChosen(left) => {
                self.blink(left);
                Task::InfoChosen(left - 1)
            }
            Task::HelpFading(page, 0) => {
                self.screen.help = Some(page);
                self.print(&words::info(page));
                Task::Help
            }
            Task::HelpFading(page, left) => Task::HelpFading(page, left - 1),
            Task::Help if self.printed() => {
                // The game prints a constant 1 here, whatever the level.
                self.screen.help = None;
                self.screen.coins.level = 1;
                self.ask_info()
            }
            Task::Board => {
                let (phase, what) = self.touch_board(tap);
                touched = what;
                phase
            }
            Task::Pressing(button, 0) => self.release(button),
            Task::Pressing(button, left) => Task::Pressing(button, left - 1),
            Task::MemoOpening => match self.screen.memo {
                MemoLook::Opening(step) if step < lengths::MEMO_SLIDE => {
                    self.screen.memo = MemoLook::Opening(step + 1);
                    Task::MemoOpening
                }
                _ => {
                    self.screen.memo = MemoLook::Open;
                    Task::Memo
                }
            },
            Task::Memo => {
                let (phase, what) = self.touch_memo(tap);
                touched = what;
                phase
            }
            Task::MemoClosing(button) => match self.screen.memo {
                MemoLook::Closing(step) if step > 0 => {
                    self.screen.memo = MemoLook::Closing(step - 1);
                    Task::MemoClosing(button)
                }
                _ => {
                    self.screen.memo = MemoLook::Closed;
                    if button == Button::Quit { self.ask_to_quit() } else { Task::Board }
                }
            },
            Task::Suspense(cell, 0) => {
                self.screen.marks[cell] = [false; 4];
                Task::Turning(cell, 0)
            }
            Task::Suspense(cell, left) => Task::Suspense(cell, left - 1),
            Task::Turning(cell, step) => {
                self.turn_up(cell, step);
                if step + 1 < lengths::TURN {
                    Task::Turning(cell, step + 1)
                } else {
                    Task::Flipped(cell)
                }
            }
            Task::Flipped(cell) => self.flipped(cell),
            Task::CoinSound(0) => Task::Counting,
            Task::CoinSound(left) => Task::CoinSound(left - 1),
            Task::Counting => {
                let payout = self.play.payout;
                let coins = &mut self.screen.coins;
                if tap.is_some() {
                    coins.round = payout;
                    touched = Some(Touched::Advance);
                    Task::Counting
                } else if coins.round < payout {
                    coins.round += 1;
                    Task::Counting
                } else {
                    Task::Received
                }
            }
            Task::Received if tap.is_some() => {
                touched = Some(Touched::Advance);
                self.end_flip()
            }
            Task::Exploding(0) => {
                self.screen.dialog = Some(Dialog::Small(words::LOSS.to_owned()));
                self.screen.coins.round = 0;
                Task::Lost(lengths::LOSS)
            }
            Task::Exploding(left) => Task::Exploding(left - 1),
            Task::Lost(0) => self.end_flip(),
            Task::Lost(left) => Task::Lost(left - 1),
            Task::Won(0) if self.printed() => self.award(),
            Task::Won(left) => Task::Won(left.saturating_sub(1)),
            Task::Awarding => {
                touched = tap.map(|_| Touched::Advance);
                self.move_coins(tap.is_some())
            }
            Task::Awarded(0) if self.printed() => self.reveal(),
            Task::Awarded(left) => Task::Awarded(left.saturating_sub(1)),
            Task::AskingToQuit if self.printed() => {
                self.screen.question =
                    Some(List { entries: words::YES_NO, selected: 0, lit: false });
                Task::QuitQuestion
            }
            Task::QuitQuestion => {
                let choice = tap.and_then(|at| {
                    [controls::YES, controls::NO].iter().position(|c| c.contains(at))
                });
                if let (Some(choice), Some(question)) = (choice, &mut self.screen.question) {
                    question.selected = choice;
                    touched = Some(if choice == 0 { Touched::Yes } else { Touched::No });
                    Task::QuitChosen(lengths::BLINK)
                } else {
                    Task::QuitQuestion
                }
            }
            Task::QuitChosen(0) => self.answer_quit(),
            Task::QuitChosen(left) => {
                self.blink(left);
                Task::QuitChosen(left - 1)
            }
            Task::Revealing(step) => {
                for cell in cells() {
                    if !self.play.face_up[cell] {
                        self.turn_up(cell, step);
                    }
                }
                if step + 1 < lengths::TURN { Task::Revealing(step + 1) } else { Task::Revealed }
            }
            Task::Revealed if tap.is_some() => {
                touched = Some(Touched::Advance);
                Task::Clearing(0)
            }
            Task::Clearing(step) => self.clear(step),
            waiting => waiting,
        };
        touched
    }

    fn print(&mut self, text: &str) {
        self.screen.dialog = Some(Dialog::Big(Printer::new(text, self.speed)));
    }

    fn printed(&self) -> bool {
        match &self.screen.dialog {
            Some(Dialog::Big(printer)) => printer.finished(),
            _ => true,
        }
    }

    fn close_dialog(&mut self) {
        self.screen.dialog = None;
        self.dim_to = 0;
    }
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..SIDE * SIDE).map(|i| (i / SIDE, i % SIDE))
}
