//! The game from opening the table to leaving it, one iteration after the other.
//!
//! Source: the public decompilation pret/pokeheartgold, `voltorb_flip.c` (tasks, messages,
//! animations) and `voltorb_flip_tasks.c` (their order). Lengths of sounds and fanfares are not
//! in it, see [`lengths`].

use super::clock::Pen;
use super::controls;
use super::log::{Log, PlayedRound, Touched};
use super::print::{Printer, TextSpeed};
use super::round::{MAX_COINS, Play};
use super::screen::{
    Button, CardLook, Coins, Dialog, Effect, EffectKind, Focus, List, MemoLook, Screen,
};
use super::words;
use crate::games::voltorb_flip::board::Card;
use crate::games::voltorb_flip::generator::{Generator, SIDE};
use crate::games::voltorb_flip::levels::{Level, Outcome, Round, next_level};
use crate::geometry::Point;
use crate::grid::{Cell, Grid};

/// How long things last, in iterations of 1/30 s.
mod lengths {
    /// A chosen entry blinks.
    pub const BLINK: u32 = 9;
    /// The memo button goes down and up: 8/60 s.
    pub const MEMO_PRESS: u32 = 4;
    /// The quit button goes down and up: 16/60 s.
    pub const QUIT_PRESS: u32 = 8;
    /// The memo panel slides in (10/60 s) or out (9/60 s).
    pub const MEMO_SLIDE: u8 = 5;
    /// A card turns.
    pub const TURN: u32 = 6;
    /// The pages of the game info fade in.
    pub const FADE: u32 = 10;

    // The lengths below depend on sounds that the decompilation does not contain: they are
    // plausible, not measured.

    /// The sound before a card turns.
    pub const BEFORE_TURN: u32 = 2;
    /// The fanfare of "Is this what you're expecting?!".
    pub const SUSPENSE: u32 = 60;
    /// The sound of coins before they are counted.
    pub const COINS: u32 = 12;
    /// The explosion's sound, longer than the sprite.
    pub const EXPLOSION: u32 = 45;
    /// The fanfare of a lost round.
    pub const LOSS: u32 = 90;
    /// The fanfare of a won round.
    pub const WIN: u32 = 120;
    /// The last coin falling into the wallet.
    pub const AWARD: u32 = 15;
    /// The sound of another level.
    pub const LEVEL: u32 = 20;
}

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
    first_level: Level,
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
            first_level,
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

    fn open(&mut self) -> Phase {
        if self.wallet >= MAX_COINS {
            self.print(&words::coins_full());
            return Phase::CoinsFull;
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
        Phase::LevelNews
    }

    fn after_level_news(&mut self) -> Phase {
        let up = self.history.last().is_some_and(|last| self.play.deal.level > last.level);
        if !up || self.congratulated {
            return Phase::LevelSound(lengths::LEVEL);
        }
        self.congratulated = true;
        self.print(&words::congratulations());
        Phase::Congratulating
    }

    fn greet(&mut self) -> Phase {
        self.dim_to = Screen::DIMMED;
        self.choice = 0;
        self.print(&words::play(self.play.deal.level));
        Phase::Greeting
    }

    fn ask_info(&mut self) -> Phase {
        self.print(words::WHICH_INFO);
        Phase::AskingInfo
    }

    fn leave_menu(&mut self) -> Phase {
        self.screen.list = None;
        match self.choice {
            0 => {
                self.close_dialog();
                self.screen.headers = self.play.headers();
                self.screen.in_play = true;
                self.screen.cursor = Some(Focus::Card((0, 0)));
                Phase::Board
            }
            1 => {
                self.choice = 0;
                self.ask_info()
            }
            _ => Phase::Over,
        }
    }

    fn leave_info(&mut self) -> Phase {
        self.screen.list = None;
        match self.choice {
            3 => self.greet(),
            page => Phase::HelpFading(page, lengths::FADE),
        }
    }

    fn touch_board(&mut self, tap: Option<Point>) -> (Phase, Option<Touched>) {
        let Some(at) = tap else { return (Phase::Board, None) };
        if let Some(cell) = controls::card_at(at) {
            self.screen.cursor = Some(Focus::Card(cell));
            if self.play.face_up[cell] {
                return (Phase::Board, Some(Touched::FaceUpCard(cell)));
            }
            (self.before_turn(cell), Some(Touched::Card(cell)))
        } else {
            self.touch_buttons(at, Phase::Board)
        }
    }

    fn touch_memo(&mut self, tap: Option<Point>) -> (Phase, Option<Touched>) {
        let Some(at) = tap else { return (Phase::Memo, None) };
        if let Some(cell) = controls::card_at(at) {
            self.screen.cursor = Some(Focus::Card(cell));
            return (Phase::Memo, Some(Touched::Pencil(cell)));
        }
        if let Some(mark) = controls::toggle_at(at) {
            let Some(Focus::Card(cell)) = self.screen.cursor else { return (Phase::Memo, None) };
            if !self.play.face_up[cell] {
                let marked = &mut self.screen.marks[cell][mark];
                *marked = !*marked;
            }
            return (Phase::Memo, Some(Touched::Mark(cell, mark)));
        }
        self.touch_buttons(at, Phase::Memo)
    }

    fn touch_buttons(&mut self, at: Point, otherwise: Phase) -> (Phase, Option<Touched>) {
        if controls::MEMO.contains(at) {
            self.screen.pressed = Some(Button::Memo);
            (Phase::Pressing(Button::Memo, lengths::MEMO_PRESS), Some(Touched::MemoButton))
        } else if controls::QUIT.contains(at) {
            self.screen.pressed = Some(Button::Quit);
            self.screen.cursor = Some(Focus::QuitButton);
            (Phase::Pressing(Button::Quit, lengths::QUIT_PRESS), Some(Touched::QuitButton))
        } else {
            (otherwise, None)
        }
    }

    /// A pressed button has come up again.
    fn release(&mut self, button: Button) -> Phase {
        self.screen.pressed = None;
        if self.screen.memo == MemoLook::Open {
            self.screen.memo = MemoLook::Closing(lengths::MEMO_SLIDE);
            Phase::MemoClosing(button)
        } else if button == Button::Memo {
            self.screen.memo = MemoLook::Opening(0);
            Phase::MemoOpening
        } else {
            self.ask_to_quit()
        }
    }

    fn before_turn(&mut self, cell: Cell) -> Phase {
        if self.play.is_suspenseful(cell) {
            self.screen.dialog = Some(Dialog::Small(words::SUSPENSE.to_owned()));
            Phase::Suspense(cell, lengths::SUSPENSE)
        } else {
            Phase::Suspense(cell, lengths::BEFORE_TURN)
        }
    }

    /// Iteration `step` of a card turning face up.
    fn turn_up(&mut self, cell: Cell, step: u32) {
        let card = self.play.deal.board[cell];
        match step {
            1 => self.screen.cards[cell] = CardLook::BackTurned,
            2 => self.screen.cards[cell] = CardLook::Edge,
            4 => self.screen.cards[cell] = CardLook::FaceTurned(card),
            5 => self.screen.cards[cell] = CardLook::Face(card),
            _ => {}
        }
    }

    fn flipped(&mut self, cell: Cell) -> Phase {
        let is_first = self.play.payout == 0;
        let card = self.play.flip(cell);
        let coins = self.play.payout;
        let kind = if card == Card::Voltorb { EffectKind::Explosion } else { EffectKind::Sparkle };
        self.screen.effect = Some(Effect { kind, cell, age: 0 });
        match card {
            Card::Voltorb => return Phase::Exploding(lengths::EXPLOSION),
            Card::One if !is_first => return self.end_flip(),
            _ => {}
        }
        let words =
            if is_first { words::first_coins(card, coins) } else { words::more_coins(card, coins) };
        self.screen.dialog = Some(Dialog::Small(words));
        Phase::CoinSound(lengths::COINS)
    }

    fn end_flip(&mut self) -> Phase {
        self.screen.dialog = None;
        if self.play.outcome == Some(Outcome::Lost) {
            self.reveal()
        } else if self.play.is_cleared() {
            self.dim_to = Screen::DIMMED;
            self.print(&words::win());
            Phase::Won(lengths::WIN)
        } else {
            Phase::Board
        }
    }

    fn ask_to_quit(&mut self) -> Phase {
        self.dim_to = Screen::DIMMED;
        match self.play.payout {
            0 => self.print(words::QUIT_WITH_NOTHING),
            coins => self.print(&words::quit(coins)),
        }
        Phase::AskingToQuit
    }

    fn answer_quit(&mut self) -> Phase {
        let quit = self.screen.question.take().is_some_and(|question| question.selected == 0);
        if !quit {
            self.close_dialog();
            return Phase::Board;
        }
        self.play.outcome = Some(Outcome::Quit);
        if self.play.payout == 0 { self.reveal() } else { self.award() }
    }

    fn award(&mut self) -> Phase {
        self.play.outcome.get_or_insert(Outcome::Won);
        self.unpaid = self.play.payout;
        let words = words::award(&self.name, self.unpaid);
        self.print(&words);
        Phase::Awarding
    }

    /// One coin moves to the wallet, or `all`.
    fn move_coins(&mut self, all: bool) -> Phase {
        let all = all || self.wallet >= MAX_COINS;
        let moved = if all { self.unpaid } else { self.unpaid.min(1) };
        self.unpaid -= moved;
        self.wallet = (self.wallet + moved).min(MAX_COINS);
        let (wallet, unpaid) = (self.wallet, self.unpaid);
        let coins = &mut self.screen.coins;
        (coins.total, coins.round) = (wallet, unpaid);
        if moved == 0 || all { Phase::Awarded(lengths::AWARD) } else { Phase::Awarding }
    }

    fn reveal(&mut self) -> Phase {
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
        Phase::Revealing(0)
    }

    /// Iteration `step` of the columns turning face down, left to right.
    fn clear(&mut self, step: u32) -> Phase {
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
            return Phase::Clearing(step + 1);
        }
        self.history.push(self.play.result());
        let level = self.screen.coins.level;
        self.screen = Screen::new(Coins { level, total: self.wallet, round: 0 });
        Phase::Opening
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

    fn show_list(&mut self, entries: &'static [&'static str]) {
        self.screen.list = Some(List { entries, selected: self.choice, lit: false });
    }

    /// The entry of the open list at `at`, now framed.
    fn choose(&mut self, at: Point) -> Option<Touched> {
        let list = self.screen.list.as_mut()?;
        let index = controls::entry_at(at, list.entries.len())?;
        list.selected = index;
        self.choice = index;
        Some(Touched::Entry(list.entries[index]))
    }

    /// Lets the chosen entry blink.
    fn blink(&mut self, left: u32) {
        for list in [&mut self.screen.list, &mut self.screen.question].into_iter().flatten() {
            list.lit = left % 4 >= 2;
        }
    }
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..SIDE * SIDE).map(|i| (i / SIDE, i % SIDE))
}
