//! A clone of the game in a look that chance drew, played by clicks, or one for another console, played by keys: to test
//! whether what one picture taught is played without a wrong click or key.

use super::draw::{Sheet, draw};
use super::fonts::Font;
use super::handheld::Handheld;
use super::look::RandomLook;
use crate::arcade::clock::VirtualClock;
use crate::arcade::drawn::Drawn;
use grid::geometry::Point;
use grid::{Cell, Grid};
use image::{Rgb, RgbImage, imageops};
use session::capture::{CaptureError, Source};
use session::frame::Frame;
use session::input::{Gesture, InputDevice, InputError, Key};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use voltorb_flip::board::{Board, Card, Position, headers};
use voltorb_flip::generator::Generator;
use voltorb_flip::levels::{Level, Outcome};

/// From one pass of the game's loop to the next.
const PASS: Duration = Duration::from_millis(20);
/// How long a card turns, showing neither side.
const TURN: Duration = Duration::from_millis(160);
/// How long all cards lie open after a round.
const OPEN: Duration = Duration::from_millis(1200);
/// The table around the board, in cards.
const MARGIN: f64 = 0.6;

/// What the clone does after a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterRound {
    /// It turns all cards for a while, and deals the next board.
    Deals,
    /// It shows a box over the board, until somebody clicks on it.
    Asks,
}

/// What was done with a clone.
#[derive(Clone, Debug, Default)]
pub struct CloneLog {
    /// Every position that was shown.
    pub positions: Vec<Position>,
    /// The cards that were turned, in their order.
    pub turned: Vec<Cell>,
    /// Clicks on anything but a card that could be turned, and keys that did nothing.
    pub beside: usize,
    /// How the rounds ended.
    pub rounds: Vec<Outcome>,
}

/// The game. Clones of it are handles of the same game.
#[derive(Clone)]
pub struct CloneGame {
    table: Arc<Mutex<Table>>,
}

struct Table {
    game: Game,
    clock: VirtualClock,
    drawn: Drawn<(Position, [Option<Cell>; 2], bool)>,
}

/// How it is drawn.
enum Skin {
    /// As chance has it, with cards of this width in pixels.
    Random {
        look: RandomLook,
        font: &'static Font,
        card: f64,
    },
    Handheld(Handheld),
}

/// What somebody does.
#[derive(Clone, Copy)]
enum Input {
    Click(Point),
    Key(Key),
}

struct Game {
    skin: Skin,
    /// The card under the cursor and the key that turns it, where it is played by keys.
    keys: Option<(Cell, Key)>,
    after: AfterRound,
    generator: Generator,
    board: Board,
    up: Grid<bool>,
    /// The card that turns, and for how long it still does.
    turning: Option<(Cell, Duration)>,
    /// A round is over: for how long all cards still lie open.
    over: Option<Duration>,
    log: CloneLog,
}

impl CloneGame {
    /// A clone whose look and boards follow from `seed`, with cards of this width in pixels, drawn with
    /// one of the fonts.
    ///
    /// # Panics
    /// Without fonts.
    pub fn new(seed: u32, card: f64, fonts: &'static [Font], after: AfterRound) -> Self {
        let look = RandomLook::new(seed, fonts.len());
        let font = &fonts[look.font];
        Self::of(Skin::Random { look, font, card }, None, seed, after)
    }

    /// A stand-in for the game on another console, whose cards the key `turns` turns. After a round it deals the next
    /// board without a message.
    pub fn handheld(kind: Handheld, seed: u32, turns: Key) -> Self {
        Self::of(Skin::Handheld(kind), Some(((0, 0), turns)), seed, AfterRound::Deals)
    }

    fn of(skin: Skin, keys: Option<(Cell, Key)>, seed: u32, after: AfterRound) -> Self {
        let mut generator = Generator::new(seed);
        let board = generator.deal(Level::FIRST).board;
        let up = board.map(|_| false);
        let (turning, over, log) = (None, None, CloneLog::default());
        let mut game = Game { skin, keys, after, generator, board, up, turning, over, log };
        game.note();
        let (clock, drawn) = (VirtualClock::new(PASS), Drawn::default());
        Self { table: Arc::new(Mutex::new(Table { game, clock, drawn })) }
    }

    /// A picture of it with this position, such as one to teach it by.
    pub fn specimen(&self, shows: &Position) -> RgbImage {
        let table = self.table();
        table.game.skin.draw(shows, table.game.cursor())
    }

    /// The picture at this moment.
    pub fn picture(&self) -> Arc<RgbImage> {
        self.table().picture()
    }

    /// What was done so far.
    pub fn log(&self) -> CloneLog {
        self.table().game.log.clone()
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // A panic elsewhere leaves a game that is still a game.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn pass(&mut self, time: Duration, input: Option<Input>) {
        let Self { game, clock, .. } = self;
        clock.pass(time, input, |pressed| game.pass(pressed.begun()));
    }

    fn picture(&mut self) -> Arc<RgbImage> {
        let Self { game, drawn, .. } = self;
        let turning = game.turning.map(|(cell, _)| cell);
        let shown = (game.position(), [turning, game.cursor()], game.over.is_some());
        drawn.of(shown, |_| game.picture())
    }
}

impl Skin {
    fn draw(&self, shown: &Position, cursor: Option<Cell>) -> RgbImage {
        match self {
            Self::Random { look, font, card } => draw(look, font, shown, *card, MARGIN),
            Self::Handheld(kind) => kind.draw(shown, cursor),
        }
    }

    /// The area of a card of a board of so many rows and columns, or of a header beside the cards.
    fn area(&self, size: (usize, usize), row: f64, column: f64) -> (f64, f64, f64, f64) {
        match self {
            Self::Random { look, card, .. } => {
                Sheet::new(look, size, *card, MARGIN).area(row, column)
            }
            Self::Handheld(kind) => kind.area(row, column),
        }
    }

    /// The colours of a card that is turning and of a box.
    fn plain(&self) -> [[u8; 3]; 2] {
        match self {
            Self::Random { look, .. } => [look.up[0], look.ink],
            Self::Handheld(kind) => kind.plain(),
        }
    }
}

impl Game {
    fn position(&self) -> Position {
        let (rows, cols) = headers(&self.board);
        let open = self.over.is_some() && self.after == AfterRound::Deals;
        let tiles = Grid::from_fn(rows.len(), cols.len(), |r, c| {
            (open || self.up[(r, c)]).then_some(self.board[(r, c)])
        });
        Position { level: None, rows, cols, tiles }
    }

    /// Keeps the position that is shown now.
    fn note(&mut self) {
        self.log.positions.push(self.position());
    }

    fn cursor(&self) -> Option<Cell> {
        self.keys.map(|(cell, _)| cell)
    }

    fn area(&self, row: f64, column: f64) -> (f64, f64, f64, f64) {
        self.skin.area((self.board.rows(), self.board.columns()), row, column)
    }

    fn picture(&self) -> RgbImage {
        let shown = self.position();
        let mut picture = self.skin.draw(&shown, self.cursor());
        let [up, ink] = self.skin.plain();
        let mut cover = |(x, y, w, h): (f64, f64, f64, f64), colour: [u8; 3]| {
            let part = RgbImage::from_pixel(w as u32, h as u32, Rgb(colour));
            imageops::replace(&mut picture, &part, x as i64, y as i64);
        };
        if let Some(((row, column), _)) = self.turning {
            cover(self.area(row as f64, column as f64), up);
        }
        if self.over.is_some() && self.after == AfterRound::Asks {
            let (x, y, _, h) = self.area(1.5, 0.5);
            let (right, ..) = self.area(1.5, 4.5);
            cover((x, y, right - x, 2.0 * h), ink);
        }
        picture
    }

    /// One pass of the loop, with a click or a key that has come since the last one.
    fn pass(&mut self, input: Option<Input>) {
        match input {
            Some(Input::Click(at)) => self.click(at),
            Some(Input::Key(key)) => self.press(key),
            None => {}
        }
        let less = |left: Duration| left.saturating_sub(PASS);
        if let Some((cell, left)) = self.turning {
            self.turning = Some((cell, less(left))).filter(|(_, left)| !left.is_zero());
            if self.turning.is_none() {
                self.up[cell] = true;
                self.judge(cell);
                self.note();
            }
        } else if let Some(left) = self.over {
            self.over = Some(less(left));
            if self.after == AfterRound::Deals && less(left).is_zero() {
                self.deal();
            }
        }
    }

    /// Ends the round if the card that was turned does.
    fn judge(&mut self, cell: Cell) {
        let hidden = self.board.cells().any(|(at, card)| *card >= Card::Two && !self.up[at]);
        let outcome = match self.board[cell] {
            Card::Voltorb => Outcome::Lost,
            _ if hidden => return,
            _ => Outcome::Won,
        };
        self.log.rounds.push(outcome);
        self.over = Some(OPEN);
    }

    fn deal(&mut self) {
        self.over = None;
        self.board = self.generator.deal(Level::FIRST).board;
        self.up = self.board.map(|_| false);
        self.note();
    }

    fn press(&mut self, key: Key) {
        let Some(((row, column), turns)) = self.keys else { return self.log.beside += 1 };
        let last = (self.board.rows() - 1, self.board.columns() - 1);
        let to = match key {
            Key::Up if row > 0 => (row - 1, column),
            Key::Down if row < last.0 => (row + 1, column),
            Key::Left if column > 0 => (row, column - 1),
            Key::Right if column < last.1 => (row, column + 1),
            key if key == turns => return self.turn(Some((row, column))),
            _ => return self.log.beside += 1,
        };
        self.keys = Some((to, turns));
    }

    fn click(&mut self, at: Point) {
        let hit = self.board.cells().map(|(cell, _)| cell).find(|&(row, column)| {
            let (x, y, w, h) = self.area(row as f64, column as f64);
            (x..x + w).contains(&at.x) && (y..y + h).contains(&at.y)
        });
        self.turn(hit.filter(|_| self.keys.is_none()));
    }

    /// Turns a card, if it can be turned now.
    fn turn(&mut self, cell: Option<Cell>) {
        match cell.filter(|&cell| !self.up[cell] && self.turning.is_none() && self.over.is_none()) {
            Some(cell) => {
                self.turning = Some((cell, TURN));
                self.log.turned.push(cell);
            }
            None => self.log.beside += 1,
        }
    }
}

impl Source for CloneGame {
    fn name(&self) -> String {
        "a clone of the game".to_owned()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        let mut table = self.table();
        table.pass(wait, None);
        let picture = table.picture();
        Ok(Frame::shared(picture, table.clock.now()))
    }
}

impl InputDevice for CloneGame {
    fn perform(&mut self, gesture: &Gesture, _frame: &Frame) -> Result<(), InputError> {
        let (input, hold) = match *gesture {
            Gesture::Tap { at, hold, .. } => (Input::Click(at), hold),
            Gesture::Key { key, hold } => (Input::Key(key), hold),
        };
        self.table().pass(hold, Some(input));
        Ok(())
    }
}
