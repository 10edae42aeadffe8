//! The game from opening the table to leaving it, one iteration after the other.
//!
//! Source: the public decompilation pret/pokeheartgold, `voltorb_flip.c` (tasks, messages,
//! animations) and `voltorb_flip_tasks.c` (their order). Lengths of sounds and fanfares are not
//! in it, see `lengths.rs`.

use super::clock::Pen;
use super::controls;
use super::log::{Log, Touched};
use super::print::{Printer, TextSpeed};
use super::round::{MAX_COINS, Play};
use super::screen::{Button, Coins, Dialog, List, MemoLook, Screen};
use super::words;
use crate::games::voltorb_flip::generator::{Generator, SIDE};
use crate::games::voltorb_flip::levels::{Level, Round};
use crate::grid::Cell;

mod buttons;
mod cards;
mod coins;
mod lengths;
mod opening;

/// What the game is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
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
    /// What [`Phase::Awarding`] still has to move.
    unpaid: u32,
    congratulated: bool,
    /// The entry that was chosen last, framed when a list opens.
    choice: usize,
    pub phase: Phase,
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
            phase: Phase::Opening,
            screen: Screen::new(Coins { level: first_level.number(), total: wallet, round: 0 }),
            dim_to: 0,
            log: Log::default(),
        }
    }

    /// One iteration.
    pub fn iterate(&mut self, pen: Pen) {
        let advanced = match &mut self.screen.dialog {
            Some(Dialog::Big(printer)) => printer.run(pen),
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
        if let Some(at) = pen.tap() {
            let idle = if advanced { Touched::Advance } else { Touched::Nothing };
            self.log.touch(at, touched.unwrap_or(idle));
        }
    }

    /// The phase's part of an iteration. Returns what a tap has hit, if it has hit anything.
    fn act(&mut self, pen: Pen) -> Option<Touched> {
        let tap = pen.tap();
        let mut touched = None;
        self.phase = match self.phase {
            Phase::Opening => self.open(),
            Phase::CoinsFull if self.printed() => Phase::Over,
            Phase::LevelNews if self.printed() => self.after_level_news(),
            Phase::Congratulating if self.printed() => Phase::LevelSound(lengths::LEVEL),
            Phase::LevelSound(0) => self.greet(),
            Phase::LevelSound(left) => Phase::LevelSound(left - 1),
            Phase::Greeting if self.printed() => {
                self.show_list(words::MAIN_MENU);
                Phase::Menu
            }
            Phase::Menu => {
                touched = tap.and_then(|at| self.choose(at));
                if touched.is_some() { Phase::MenuChosen(lengths::BLINK) } else { Phase::Menu }
            }
            Phase::MenuChosen(0) => self.leave_menu(),
            Phase::MenuChosen(left) => {
                self.blink(left);
                Phase::MenuChosen(left - 1)
            }
            Phase::AskingInfo if self.printed() => {
                self.show_list(words::INFO_MENU);
                Phase::InfoMenu
            }
            Phase::InfoMenu => {
                touched = tap.and_then(|at| self.choose(at));
                if touched.is_some() { Phase::InfoChosen(lengths::BLINK) } else { Phase::InfoMenu }
            }
            Phase::InfoChosen(0) => self.leave_info(),
            Phase::InfoChosen(left) => {
                self.blink(left);
                Phase::InfoChosen(left - 1)
            }
            Phase::HelpFading(page, 0) => {
                self.screen.help = Some(page);
                self.print(&words::info(page));
                Phase::Help
            }
            Phase::HelpFading(page, left) => Phase::HelpFading(page, left - 1),
            Phase::Help if self.printed() => {
                // The game prints a constant 1 here, whatever the level.
                self.screen.help = None;
                self.screen.coins.level = 1;
                self.ask_info()
            }
            Phase::Board => {
                let (phase, what) = self.touch_board(tap);
                touched = what;
                phase
            }
            Phase::Pressing(button, 0) => self.release(button),
            Phase::Pressing(button, left) => Phase::Pressing(button, left - 1),
            Phase::MemoOpening => match self.screen.memo {
                MemoLook::Opening(step) if step < lengths::MEMO_SLIDE => {
                    self.screen.memo = MemoLook::Opening(step + 1);
                    Phase::MemoOpening
                }
                _ => {
                    self.screen.memo = MemoLook::Open;
                    Phase::Memo
                }
            },
            Phase::Memo => {
                let (phase, what) = self.touch_memo(tap);
                touched = what;
                phase
            }
            Phase::MemoClosing(button) => match self.screen.memo {
                MemoLook::Closing(step) if step > 0 => {
                    self.screen.memo = MemoLook::Closing(step - 1);
                    Phase::MemoClosing(button)
                }
                _ => {
                    self.screen.memo = MemoLook::Closed;
                    if button == Button::Quit { self.ask_to_quit() } else { Phase::Board }
                }
            },
            Phase::Suspense(cell, 0) => {
                self.screen.marks[cell] = [false; 4];
                Phase::Turning(cell, 0)
            }
            Phase::Suspense(cell, left) => Phase::Suspense(cell, left - 1),
            Phase::Turning(cell, step) => {
                self.turn_up(cell, step);
                if step + 1 < lengths::TURN {
                    Phase::Turning(cell, step + 1)
                } else {
                    Phase::Flipped(cell)
                }
            }
            Phase::Flipped(cell) => self.flipped(cell),
            Phase::CoinSound(0) => Phase::Counting,
            Phase::CoinSound(left) => Phase::CoinSound(left - 1),
            Phase::Counting => {
                let payout = self.play.payout;
                let coins = &mut self.screen.coins;
                if tap.is_some() {
                    coins.round = payout;
                    touched = Some(Touched::Advance);
                    Phase::Counting
                } else if coins.round < payout {
                    coins.round += 1;
                    Phase::Counting
                } else {
                    Phase::Received
                }
            }
            Phase::Received if tap.is_some() => {
                touched = Some(Touched::Advance);
                self.end_flip()
            }
            Phase::Exploding(0) => {
                self.screen.dialog = Some(Dialog::Small(words::LOSS.to_owned()));
                self.screen.coins.round = 0;
                Phase::Lost(lengths::LOSS)
            }
            Phase::Exploding(left) => Phase::Exploding(left - 1),
            Phase::Lost(0) => self.end_flip(),
            Phase::Lost(left) => Phase::Lost(left - 1),
            Phase::Won(0) if self.printed() => self.award(),
            Phase::Won(left) => Phase::Won(left.saturating_sub(1)),
            Phase::Awarding => {
                touched = tap.map(|_| Touched::Advance);
                self.move_coins(tap.is_some())
            }
            Phase::Awarded(0) if self.printed() => self.reveal(),
            Phase::Awarded(left) => Phase::Awarded(left.saturating_sub(1)),
            Phase::AskingToQuit if self.printed() => {
                self.screen.question =
                    Some(List { entries: words::YES_NO, selected: 0, lit: false });
                Phase::QuitQuestion
            }
            Phase::QuitQuestion => {
                let choice = tap.and_then(|at| {
                    [controls::YES, controls::NO].iter().position(|c| c.contains(at))
                });
                if let (Some(choice), Some(question)) = (choice, &mut self.screen.question) {
                    question.selected = choice;
                    touched = Some(if choice == 0 { Touched::Yes } else { Touched::No });
                    Phase::QuitChosen(lengths::BLINK)
                } else {
                    Phase::QuitQuestion
                }
            }
            Phase::QuitChosen(0) => self.answer_quit(),
            Phase::QuitChosen(left) => {
                self.blink(left);
                Phase::QuitChosen(left - 1)
            }
            Phase::Revealing(step) => {
                for cell in cells() {
                    if !self.play.face_up[cell] {
                        self.turn_up(cell, step);
                    }
                }
                if step + 1 < lengths::TURN { Phase::Revealing(step + 1) } else { Phase::Revealed }
            }
            Phase::Revealed if tap.is_some() => {
                touched = Some(Touched::Advance);
                Phase::Clearing(0)
            }
            Phase::Clearing(step) => self.clear(step),
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
