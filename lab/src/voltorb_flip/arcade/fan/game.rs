//! The minigame of Pokémon Essentials, and its adaption for plain RPG Maker XP, one picture of 40 a second
//! after the other.
//!
//! Source: `004_Minigame_VoltorbFlip.rb` (KitsuneKouta) of github.com/Maruno17/pokemon-essentials, and the
//! adaption by FL: what each key does in which state, how long cards turn. A pass that only waits does not
//! look at the keys. What is our own: the boards (those of the DS), and how long a text is printed.

use super::cards::{clearing, turning};
use super::kind::FanKind;
use super::log::{FanLog, Keyed};
use super::words;
use crate::arcade::clock::Pressed;
use crate::voltorb_flip::arcade::round::Play;
use crate::voltorb_flip::arcade::screen::{CardLook, Effect, EffectKind};
use grid::{Cell, Grid};
use session::input::Key;
use voltorb_flip::board::Card;
use voltorb_flip::generator::{Generator, SIDE};
use voltorb_flip::levels::{Level, Outcome};

/// Passes in 0.05 s.
const STEP: u32 = 2;
/// Passes that a letter takes to be printed.
const LETTER: u32 = 1;
/// Passes that "Oh no!" stays: nothing hastens it.
const LOSS: u32 = 80;

/// What the game is at, and since how many passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// The box that asks whether to play, with its list.
    Menu,
    Board,
    Turning(Cell),
    Shining(Cell),
    Exploding(Cell),
    Lost,
    Won,
    /// The box that tells the coins, after a won round or a quit one.
    Paid,
    Asking,
    Revealing,
    Revealed,
    Clearing,
    News,
    Left,
}

pub(super) struct FanGame {
    kind: FanKind,
    generator: Generator,
    pub level: Level,
    pub play: Play,
    pub wallet: u32,
    pub task: Task,
    /// Passes since it is at that.
    pub age: u32,
    pub cursor: Cell,
    pub cards: Grid<CardLook>,
    pub marks: Grid<bool>,
    /// Whether what confirms marks cards.
    pub marking: bool,
    pub log: FanLog,
}

impl FanGame {
    pub fn new(kind: FanKind, seed: u32, level: Level) -> Self {
        let mut generator = Generator::new(seed);
        let play = Play::new(generator.deal(level));
        let mut game = Self {
            kind,
            generator,
            level,
            play,
            wallet: 0,
            task: Task::Menu,
            age: 0,
            cursor: (0, 0),
            cards: Grid::filled(SIDE, SIDE, CardLook::Hidden),
            marks: Grid::filled(SIDE, SIDE, false),
            marking: false,
            log: FanLog::default(),
        };
        game.greet();
        game
    }

    /// The text in the box; none where there is no box.
    pub fn text(&self) -> Option<String> {
        let boxes = self.kind == FanKind::Essentials;
        let coins = self.play.payout;
        let text = match self.task {
            Task::Menu => words::play(self.level),
            Task::Lost => words::LOST.to_owned(),
            Task::Won => words::WON.to_owned(),
            Task::Paid => words::paid(coins),
            Task::Asking => words::quit(coins),
            Task::News => words::level(self.level),
            _ => return None,
        };
        boxes.then(|| text.chars().take((self.age / LETTER) as usize).collect())
    }

    /// The answers beside the box, once its text is printed.
    pub fn answers(&self) -> Option<&'static [&'static str]> {
        let answers: &[&str] = match self.task {
            Task::Menu => &words::ENTRIES,
            Task::Asking => &words::ANSWERS,
            _ => return None,
        };
        (self.kind == FanKind::Essentials && self.printed()).then_some(answers)
    }

    /// Whether black lies over all but the box.
    pub fn dimmed(&self) -> bool {
        matches!(self.task, Task::Menu | Task::Won | Task::Paid | Task::Asking | Task::News)
    }

    /// Whether a round is on the table.
    pub fn in_play(&self) -> bool {
        !matches!(self.task, Task::Menu | Task::News | Task::Left)
    }

    /// The effect over a card.
    pub fn effect(&self) -> Option<Effect> {
        let effect = |kind: EffectKind, cell, passes: u32| {
            let age = self.age * kind.length() / passes;
            Some(Effect { kind, cell, age: age.min(kind.length() - 1) })
        };
        match self.task {
            Task::Shining(cell) => effect(EffectKind::Sparkle, cell, 4 * STEP),
            Task::Exploding(cell) => effect(EffectKind::Explosion, cell, 9 * STEP),
            _ => None,
        }
    }

    /// One pass.
    pub fn pass(&mut self, key: Pressed<Key>) {
        self.age += 1;
        let key = key.begun();
        let done = match self.task {
            Task::Board => key.map(|key| self.press(key)),
            Task::Menu | Task::Asking => key.map(|key| self.choose(key)),
            Task::Won | Task::Paid | Task::News => key.map(|key| self.go_on(key)),
            Task::Revealed => key.map(|key| {
                let ends = matches!(key, Key::Enter | Key::Escape);
                self.begin(if ends { Task::Clearing } else { Task::Revealed });
                if ends { Keyed::WentOn } else { Keyed::Nothing }
            }),
            _ => {
                self.run();
                key.map(|_| Keyed::Unheard)
            }
        };
        if let (Some(key), Some(done)) = (key, done) {
            self.log.pressed.push((key, done));
        }
    }

    /// A key on the board.
    fn press(&mut self, key: Key) -> Keyed {
        let (row, column) = self.cursor;
        self.cursor = match key {
            Key::Up => ((row + SIDE - 1) % SIDE, column),
            Key::Down => ((row + 1) % SIDE, column),
            Key::Left => (row, (column + SIDE - 1) % SIDE),
            Key::Right => (row, (column + 1) % SIDE),
            Key::Enter if self.marking => return self.mark(),
            Key::Enter => return self.flip(),
            Key::Escape => {
                self.begin(Task::Asking);
                return Keyed::Asked;
            }
            // The adaption marks without a mode of its own.
            Key::Z if self.kind == FanKind::RpgMaker => return self.mark(),
            key if self.kind == FanKind::Essentials && key == self.log.memo_key => {
                self.marking = !self.marking;
                return Keyed::Memo;
            }
            _ => return Keyed::Nothing,
        };
        Keyed::Moved(self.cursor)
    }

    fn mark(&mut self) -> Keyed {
        self.marks[self.cursor] = !self.marks[self.cursor];
        Keyed::Marked(self.cursor)
    }

    fn flip(&mut self) -> Keyed {
        if self.play.face_up[self.cursor] {
            return Keyed::Nothing;
        }
        self.begin(Task::Turning(self.cursor));
        Keyed::Flipped(self.cursor)
    }

    /// A key while something is asked.
    fn choose(&mut self, key: Key) -> Keyed {
        let boxes = self.kind == FanKind::Essentials;
        if boxes && !self.printed() {
            return Keyed::Nothing;
        }
        match (self.task, key) {
            (Task::Menu, Key::Enter) => {
                self.begin(Task::Board);
                Keyed::Played
            }
            (Task::Menu, Key::Escape) => {
                self.begin(Task::Left);
                Keyed::Left
            }
            (_, Key::Enter) => {
                self.play.outcome = Some(Outcome::Quit);
                self.pay();
                self.begin(if boxes { Task::Paid } else { Task::Revealing });
                Keyed::Quit
            }
            (_, Key::Escape) => {
                self.begin(Task::Board);
                Keyed::Stayed
            }
            _ => Keyed::Nothing,
        }
    }

    /// A key at a box that only tells something.
    fn go_on(&mut self, key: Key) -> Keyed {
        if !self.printed() || !matches!(key, Key::Enter | Key::Escape) {
            return Keyed::Nothing;
        }
        match self.task {
            Task::Won => self.begin(Task::Paid),
            Task::Paid => self.begin(Task::Revealing),
            _ => self.greet(),
        }
        Keyed::WentOn
    }

    /// What goes on by itself.
    fn run(&mut self) {
        let step = self.age / STEP;
        match self.task {
            Task::Turning(cell) => {
                self.cards[cell] = turning(self.play.deal.board[cell], step);
                if step > 3 {
                    self.turned(cell);
                }
            }
            Task::Shining(_) if step >= 4 => {
                if self.play.is_cleared() {
                    self.play.outcome = Some(Outcome::Won);
                    self.pay();
                    let boxes = self.kind == FanKind::Essentials;
                    self.begin(if boxes { Task::Won } else { Task::Revealing });
                } else {
                    self.begin(Task::Board);
                }
            }
            Task::Exploding(_) if step >= 9 => {
                let boxes = self.kind == FanKind::Essentials;
                self.begin(if boxes { Task::Lost } else { Task::Revealing });
            }
            Task::Lost if self.age > LOSS => self.begin(Task::Revealing),
            Task::Revealing => {
                let board = &self.play.deal.board;
                self.cards = Grid::from_fn(SIDE, SIDE, |r, c| {
                    if self.play.face_up[(r, c)] {
                        return CardLook::Face(board[(r, c)]);
                    }
                    turning(board[(r, c)], step)
                });
                if step > 3 {
                    self.begin(Task::Revealed);
                }
            }
            Task::Clearing => {
                let board = &self.play.deal.board;
                self.cards = Grid::from_fn(SIDE, SIDE, |r, c| {
                    clearing(board[(r, c)], step.saturating_sub(4 * c as u32))
                });
                if step >= 4 * SIDE as u32 {
                    self.end_round();
                }
            }
            _ => {}
        }
    }

    fn turned(&mut self, cell: Cell) {
        self.marks[cell] = false;
        let card = self.play.flip(cell);
        self.log.turned(&self.play);
        self.begin(match card {
            Card::Voltorb => Task::Exploding(cell),
            _ => Task::Shining(cell),
        });
    }

    fn pay(&mut self) {
        self.wallet += self.play.payout;
    }

    fn end_round(&mut self) {
        let before = self.level.number();
        let level = match self.play.outcome {
            Some(Outcome::Won) => (before + 1).min(Level::LAST.number()),
            Some(Outcome::Lost) => before.min(self.play.flipped).max(1),
            _ => return self.begin(Task::Left),
        };
        self.level = Level::try_from(level).unwrap_or(Level::FIRST);
        self.play = Play::new(self.generator.deal(self.level));
        self.cards = Grid::filled(SIDE, SIDE, CardLook::Hidden);
        self.marks = Grid::filled(SIDE, SIDE, false);
        (self.cursor, self.marking) = ((0, 0), false);
        match self.kind {
            FanKind::Essentials if level != before => self.begin(Task::News),
            _ => self.greet(),
        }
    }

    /// Begins a round: Essentials asks first.
    fn greet(&mut self) {
        self.log.deal(&self.play);
        self.begin(match self.kind {
            FanKind::Essentials => Task::Menu,
            FanKind::RpgMaker => Task::Board,
        });
    }

    fn begin(&mut self, task: Task) {
        if task != self.task {
            self.age = 0;
            if task == Task::Revealing {
                self.log.end(&self.play);
            }
        }
        self.task = task;
    }

    fn printed(&self) -> bool {
        let letters = self.text().map_or(0, |text| text.chars().count() as u32);
        self.age / LETTER > letters
    }
}
