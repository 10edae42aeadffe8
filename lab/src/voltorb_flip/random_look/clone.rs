//! A clone of the game in a look that chance drew, played by clicks: to test whether what one picture taught
//! is played without a wrong click.

use super::draw::{Sheet, draw};
use super::fonts::Font;
use super::look::RandomLook;
use crate::arcade::clock::VirtualClock;
use crate::arcade::drawn::Drawn;
use grid::geometry::Point;
use grid::{Cell, Grid};
use image::{Rgb, RgbImage, imageops};
use session::capture::{CaptureError, Source};
use session::frame::Frame;
use session::input::{Gesture, Hand, InputError};
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
    /// Clicks on anything but a card that could be turned.
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
    drawn: Drawn<(Position, Option<Cell>, bool)>,
}

struct Game {
    look: RandomLook,
    font: &'static Font,
    card: f64,
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
        let mut generator = Generator::new(seed);
        let board = generator.deal(Level::FIRST).board;
        let up = board.map(|_| false);
        let (turning, over, log) = (None, None, CloneLog::default());
        let mut game = Game { look, font, card, after, generator, board, up, turning, over, log };
        game.note();
        let (clock, drawn) = (VirtualClock::new(PASS), Drawn::default());
        Self { table: Arc::new(Mutex::new(Table { game, clock, drawn })) }
    }

    /// A picture of it with this position, such as one to teach it by.
    pub fn specimen(&self, shows: &Position) -> RgbImage {
        let Game { look, font, card, .. } = &self.table().game;
        draw(look, font, shows, *card, MARGIN)
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
    fn pass(&mut self, time: Duration, clicked: Option<Point>) {
        let Self { game, clock, .. } = self;
        clock.pass(time, clicked, |pressed| game.pass(pressed.begun()));
    }

    fn picture(&mut self) -> Arc<RgbImage> {
        let Self { game, drawn, .. } = self;
        let turning = game.turning.map(|(cell, _)| cell);
        drawn.of((game.position(), turning, game.over.is_some()), |_| game.picture())
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

    fn sheet(&self) -> Sheet {
        let size = (self.board.rows(), self.board.columns());
        Sheet::new(&self.look, size, self.card, MARGIN)
    }

    fn picture(&self) -> RgbImage {
        let shown = self.position();
        let mut picture = draw(&self.look, self.font, &shown, self.card, MARGIN);
        let mut cover = |(x, y, w, h): (f64, f64, f64, f64), colour: [u8; 3]| {
            let part = RgbImage::from_pixel(w as u32, h as u32, Rgb(colour));
            imageops::replace(&mut picture, &part, x as i64, y as i64);
        };
        if let Some(((row, column), _)) = self.turning {
            cover(self.sheet().area(row as f64, column as f64), self.look.up[0]);
        }
        if self.over.is_some() && self.after == AfterRound::Asks {
            let (x, y, _, h) = self.sheet().area(1.5, 0.5);
            let (right, ..) = self.sheet().area(1.5, 4.5);
            cover((x, y, right - x, 2.0 * h), self.look.ink);
        }
        picture
    }

    /// One pass of the loop, with a click that has come since the last one.
    fn pass(&mut self, clicked: Option<Point>) {
        if let Some(at) = clicked {
            self.click(at);
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

    fn click(&mut self, at: Point) {
        let sheet = self.sheet();
        let hit = self.board.cells().map(|(cell, _)| cell).find(|&(row, column)| {
            let (x, y, w, h) = sheet.area(row as f64, column as f64);
            (x..x + w).contains(&at.x) && (y..y + h).contains(&at.y)
        });
        match hit.filter(|&cell| !self.up[cell] && self.turning.is_none() && self.over.is_none()) {
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

impl Hand for CloneGame {
    fn perform(&mut self, gesture: &Gesture, _frame: &Frame) -> Result<(), InputError> {
        let Gesture::Tap { at, hold, .. } = *gesture else {
            return Err(InputError::Failed("this game is played by clicks".to_owned()));
        };
        self.table().pass(hold, Some(at));
        Ok(())
    }
}
