//! What the player knows of one round, across pictures: a box hides headers and a pencil a card, but what was read
//! stays known.

use super::sight::sure;
use crate::screen::layout::SIZE;
use crate::screen::{BoardReading, LineReading, Tile};
use grid::{Cell, Grid};
use std::time::Duration;
use voltorb_flip::board::{Card, Line, Position, totals};
use voltorb_flip::levels::{Level, Outcome};

/// The headers of a board in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Headers {
    pub rows: Vec<Line>,
    pub cols: Vec<Line>,
}

/// How long after a picture with the last coin a tap is certain to be taken: a little more than a pass of the game's
/// loop (33.4 ms).
const ONE_PASS: Duration = Duration::from_millis(38);

/// The most coins that the game counts (30 a second) in less time than a tap and the gap after it take.
const COUNTED_SOON: u32 = 3;

/// What is known of one round.
#[derive(Clone, Debug)]
pub(super) struct Round {
    pub headers: Option<Headers>,
    /// `None`: never read.
    pub tiles: Grid<Option<Tile>>,
    /// Whether the reveal was seen: from then on cards that turn mean nothing.
    pub ended: bool,
    /// Whether the quit question was seen since the last card.
    pub asked_to_quit: bool,
    /// The cards face up, and what they paid, when the board last stood without a box.
    quiet: (usize, u32),
    /// Whether a box was seen since.
    boxed: bool,
    /// Since when the box that the last card brings has been missed.
    missed: Option<Duration>,
    /// Since when that box has stood there while its coins are counted.
    counting: Option<Duration>,
    /// Since when they have been counted.
    counted: Option<Duration>,
}

/// A board whose round is over: what the player turned, and what the game turns then.
#[derive(Clone, Debug)]
pub(super) struct Turned {
    pub headers: Option<Headers>,
    /// `None`: not read.
    pub tiles: Grid<Option<Tile>>,
}

impl Turned {
    /// The board that a picture shows after a round; the headers are those of the round, if it is known.
    pub fn of(board: &BoardReading, round: Option<&Round>) -> Self {
        let headers = round.and_then(|round| round.headers.clone());
        let seen = || Headers::read(board).ok().flatten();
        Self { headers: headers.or_else(seen), tiles: board.tiles.map(|tile| sure(tile).copied()) }
    }
}

/// What the top screen says while a box tells the coins that a card paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// The coins are counted: the box waits for a tap.
    Done,
    /// They are about to be counted, or soon will have been: a tap would come too early.
    Awaited,
    /// They are being counted, and will be for a while: a tap cuts that short.
    Running,
    /// It is not seen, or takes long.
    Unseen,
}

/// The reason why a reading cannot be right, or cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Doubt {
    #[error("the card in row {}, column {} was face up and now reads face down", .0.0 + 1, .0.1 + 1)]
    TurnedBack(Cell),
    #[error("the card in row {}, column {} read {} and now reads {}", .0.0 + 1, .0.1 + 1, .1.value(), .2.value())]
    Changed(Cell, Card, Card),
    #[error("the header of {0} read {1} and now reads {2}")]
    HeaderChanged(String, u8, u8),
    #[error(
        "the row headers add up to {0} and {1} Voltorbs, the column headers to {2} and {3}: one is misread"
    )]
    Totals(u32, u32, u32, u32),
    #[error("the header of {0} cannot be read ({1})")]
    UnreadHeader(String, String),
    #[error("the card in row {}, column {} cannot be read ({})", .0.0 + 1, .0.1 + 1, .1)]
    UnreadCard(Cell, String),
    #[error(
        "a press for the card in row {}, column {} turned another card, in row {}, column {}: calibrate the emulator's \
         touch screen, or tell which keys it takes",
        .0.0 + 1, .0.1 + 1, .1.0 + 1, .1.1 + 1
    )]
    Astray(Cell, Cell),
}

impl Round {
    pub fn new() -> Self {
        Self {
            headers: None,
            tiles: Grid::filled(SIZE, SIZE, None),
            ended: false,
            asked_to_quit: false,
            quiet: (0, 0),
            boxed: false,
            missed: None,
            counting: None,
            counted: None,
        }
    }

    /// Adds what a picture of the board shows: everything, or nothing if any of it contradicts what is known.
    pub fn take_in(&mut self, board: &BoardReading) -> Result<(), Doubt> {
        if let Some(headers) = &self.headers {
            headers.agree_with(board)?;
        }
        for (cell, reading) in board.tiles.cells() {
            match (self.tiles[cell], sure(reading)) {
                (Some(Some(_)), Some(None)) => return Err(Doubt::TurnedBack(cell)),
                (Some(Some(was)), Some(&Some(is))) if was != is => {
                    return Err(Doubt::Changed(cell, was, is));
                }
                _ => {}
            }
        }
        if self.headers.is_none() {
            self.headers = Headers::read(board)?;
        }
        for (cell, reading) in board.tiles.cells() {
            if let Some(&tile) = sure(reading) {
                self.tiles[cell] = Some(tile);
            }
        }
        Ok(())
    }

    /// The card that was meant and the one that turned instead, if that one was known to be face down.
    pub fn astray(&self, meant: Cell, board: &BoardReading) -> Option<(Cell, Cell)> {
        let lies = matches!(sure(&board.tiles[meant]), Some(None));
        let turned = |cell: &Cell| {
            matches!((self.tiles[*cell], sure(&board.tiles[*cell])), (Some(None), Some(Some(_))))
        };
        let other = board.tiles.cells().map(|(cell, _)| cell).find(turned)?;
        lies.then_some((meant, other))
    }

    /// The position, if all of it is known.
    pub fn position(&self, level: Option<Level>) -> Option<Position> {
        let headers = self.headers.as_ref()?;
        if self.tiles.iter().any(Option::is_none) {
            return None;
        }
        let (rows, cols) = (headers.rows.clone(), headers.cols.clone());
        Some(Position { level, rows, cols, tiles: self.tiles.map(|tile| tile.flatten()) })
    }

    /// The cards known to be face up.
    pub fn face_up(&self) -> impl Iterator<Item = Card> {
        self.tiles.iter().filter_map(|tile| tile.flatten())
    }

    /// The cards other than Voltorbs that were flipped.
    pub fn flipped(&self) -> usize {
        self.face_up().filter(|&card| card != Card::Voltorb).count()
    }

    /// The coins that the cards pay so far: the product of their numbers, 0 before the first.
    pub fn coins(&self) -> u32 {
        let mut safe = self.face_up().filter(|&card| card != Card::Voltorb).peekable();
        if safe.peek().is_none() {
            return 0;
        }
        safe.map(|card| u32::from(card.value())).product()
    }

    /// The outcome of the round, by the cards that the player flipped, once it has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.face_up().any(|card| card == Card::Voltorb) {
            return Some(Outcome::Lost);
        }
        let headers = self.headers.as_ref()?;
        let (sum, voltorbs) = totals(&headers.rows);
        let cards = self.tiles.iter().len() as u32;
        let found: u32 = self.face_up().map(|card| u32::from(card.value()) - 1).sum();
        let won = sum + voltorbs == cards + found && self.flipped() > 0;
        Some(if won { Outcome::Won } else { Outcome::Quit })
    }

    /// Whether a box is about a card that has not turned yet: "Is this what you're expecting?!"
    pub fn is_suspense(&self) -> bool {
        self.face_up().count() == self.quiet.0
    }

    /// A box stands over the board.
    pub fn see_box(&mut self) {
        self.boxed = true;
        self.missed = None;
    }

    /// The board stands without a box: tells whether one is still to come, as after the first card
    /// and after every 2 and 3. One that does not come within `patience` was missed.
    pub fn is_box_to_come(&mut self, at: Duration, patience: Duration) -> bool {
        let (cards, coins) = self.quiet;
        let brings = self.face_up().count() > cards && (cards == 0 || self.coins() > coins);
        if brings && !self.boxed {
            let since = *self.missed.get_or_insert(at);
            if at.saturating_sub(since) < patience {
                return true;
            }
        }
        self.rest();
        false
    }

    /// A box tells what the last card paid, and the top screen shows `counted` coins of this round.
    pub fn counting(&mut self, at: Duration, counted: Option<u32>, patience: Duration) -> Counting {
        if counted == Some(self.coins()) {
            let since = *self.counted.get_or_insert(at);
            let done = at.saturating_sub(since) >= ONE_PASS;
            return if done { Counting::Done } else { Counting::Awaited };
        }
        let since = *self.counting.get_or_insert(at);
        let left = counted.map_or(0, |counted| self.coins().saturating_sub(counted));
        // Anything else than what was there before, or is there on the way, is not this counter.
        let possible = counted.is_some_and(|c| (self.quiet.1..self.coins()).contains(&c));
        if possible && counted != Some(self.quiet.1) && left > COUNTED_SOON {
            Counting::Running
        } else if possible && at.saturating_sub(since) < patience {
            Counting::Awaited
        } else {
            Counting::Unseen
        }
    }

    /// Notes that the cards face up now need no more box.
    pub fn rest(&mut self) {
        self.quiet = (self.face_up().count(), self.coins());
        self.boxed = false;
        self.missed = None;
        self.counting = None;
        self.counted = None;
    }
}

impl Headers {
    /// The headers of a board, if all are seen and agree; `None` while a box covers some.
    fn read(board: &BoardReading) -> Result<Option<Self>, Doubt> {
        let lines = |lines: &[LineReading]| -> Option<Vec<Line>> {
            lines
                .iter()
                .map(|line| Some(Line { sum: *sure(&line.sum)?, voltorbs: *sure(&line.voltorbs)? }))
                .collect()
        };
        let (Some(rows), Some(cols)) = (lines(&board.rows), lines(&board.cols)) else {
            return Ok(None);
        };
        let ((a, b), (c, d)) = (totals(&rows), totals(&cols));
        if (a, b) != (c, d) {
            return Err(Doubt::Totals(a, b, c, d));
        }
        Ok(Some(Self { rows, cols }))
    }

    /// # Errors
    /// The first field that now reads otherwise.
    fn agree_with(&self, board: &BoardReading) -> Result<(), Doubt> {
        let known = self.rows.iter().chain(&self.cols);
        for ((known, seen), name) in known.zip(board.rows.iter().chain(&board.cols)).zip(names()) {
            for (was, is) in [(known.sum, &seen.sum), (known.voltorbs, &seen.voltorbs)] {
                if let Some(&is) = sure(is)
                    && is != was
                {
                    return Err(Doubt::HeaderChanged(name, was, is));
                }
            }
        }
        Ok(())
    }
}

/// What a player needs of a board without a box, and cannot get from this picture nor from what
/// was known before.
pub(super) fn missing(round: &Round, board: &BoardReading) -> Option<Doubt> {
    let why = |why: Option<grid::reading::Unreadable>| {
        why.map_or_else(|| "not surely enough".to_owned(), |why| why.to_string())
    };
    if round.headers.is_none() {
        let lines = board.rows.iter().chain(&board.cols);
        for (line, name) in lines.zip(names()) {
            for number in [&line.sum, &line.voltorbs] {
                if sure(number).is_none() {
                    return Some(Doubt::UnreadHeader(name, why(number.why)));
                }
            }
        }
    }
    board
        .tiles
        .cells()
        .find(|&(cell, seen)| {
            // A card that is face up stays so.
            !matches!(round.tiles[cell], Some(Some(_))) && sure(seen).is_none()
        })
        .map(|(cell, seen)| Doubt::UnreadCard(cell, why(seen.why)))
}

/// The lines' names: the rows', then the columns'.
fn names() -> impl Iterator<Item = String> {
    ["row", "column"].into_iter().flat_map(|kind| (1..=SIZE).map(move |n| format!("{kind} {n}")))
}
