//! The state of a board that is being entered: keys, presses, and undo.

use super::{Form, Place, Sheet, Side};
use grid::Cell;
use std::collections::BTreeMap;

/// The most changes that can be undone.
const MOST_STEPS: usize = 500;

/// A key that is pressed in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A character.
    Char(char),
    /// Goes on to the next number, or paints.
    Enter,
    /// Deletes the field, or the number before an empty one.
    Backspace,
    /// Deletes the field.
    Delete,
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// The next number of the headers.
    Tab,
    /// The number before.
    BackTab,
}

/// A board as it was at some time.
#[derive(Clone, PartialEq)]
struct Step {
    sheet: Sheet,
    doubts: BTreeMap<Place, String>,
}

/// A board that is being entered.
#[derive(Clone)]
pub struct Typing {
    form: &'static dyn Form,
    now: Step,
    past: Vec<Step>,
    future: Vec<Step>,
    at: Place,
    /// The digit that was typed first, while a second one may follow.
    pending: Option<u8>,
    marking: bool,
    brush: char,
}

impl Typing {
    /// Begins with an empty board.
    pub fn new(form: &'static dyn Form) -> Self {
        let now = Step { sheet: form.blank(), doubts: BTreeMap::new() };
        let letters = form.rules().letters;
        let brush = letters.get(1).map_or(form.rules().blank(), |letter| letter.letter);
        let (past, future) = (Vec::new(), Vec::new());
        let at = first(&now.sheet);
        Self { form, now, past, future, at, pending: None, marking: false, brush }
    }

    /// The form that is filled in.
    pub fn form(&self) -> &'static dyn Form {
        self.form
    }

    /// The board as entered so far.
    pub fn sheet(&self) -> &Sheet {
        &self.now.sheet
    }

    /// The doubtful fields with the reason: they were read and not yet entered by hand.
    pub fn doubts(&self) -> &BTreeMap<Place, String> {
        &self.now.doubts
    }

    /// The field that is chosen.
    pub fn at(&self) -> Place {
        self.at
    }

    /// Whether a second digit may follow that which was typed.
    pub fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// Whether letters are marks.
    pub fn is_marking(&self) -> bool {
        self.marking
    }

    /// Whether letters are to be marks.
    pub fn set_marking(&mut self, marking: bool) {
        self.marking = marking && self.form.rules().marks;
    }

    /// The letter that a press paints.
    pub fn brush(&self) -> char {
        self.brush
    }

    /// Chooses what a press paints.
    pub fn set_brush(&mut self, letter: char) {
        if self.form.rules().letter(letter).is_some() {
            self.brush = letter;
        }
    }

    /// Whether there is something to undo, and to redo.
    pub fn has_steps(&self) -> [bool; 2] {
        [!self.past.is_empty(), !self.future.is_empty()]
    }

    /// Whether nothing was entered on the board.
    pub fn is_blank(&self) -> bool {
        let (sheet, blank) = (&self.now.sheet, self.form.blank());
        let empty = |headers: &[super::Header]| headers.iter().flatten().all(Option::is_none);
        let begun = |(cell, letter): (Cell, &char)| {
            *letter != blank.cells.get(cell).copied().unwrap_or(self.form.rules().blank())
        };
        empty(&sheet.right) && empty(&sheet.below) && !sheet.cells.cells().any(begun)
    }

    /// Chooses a field.
    pub fn select(&mut self, place: Place) {
        self.pending = None;
        let inside = match place {
            Place::Cell(cell) => self.now.sheet.cells.get(cell).is_some(),
            Place::Header { side, at, .. } => at < self.now.sheet.headers(side).len(),
        };
        if inside {
            self.at = place;
        }
    }

    /// A press on a field. It chooses the field; on the chosen field it deletes a cell, or moves to the header's
    /// other number. In a form that paints, it paints.
    pub fn press(&mut self, place: Place) {
        let again = place.is_beside(self.at);
        match place {
            Place::Cell(cell) if self.form.rules().paints => {
                self.select(place);
                self.paint(cell, self.brush);
            }
            Place::Cell(cell) if again && !self.marking => {
                self.enter_letter(cell, self.form.rules().blank());
            }
            Place::Header { .. } if again => {
                if let Place::Header { part, .. } = self.at {
                    self.select(place.with_part(1 - part));
                }
            }
            _ => self.select(place),
        }
    }

    /// A press with the other button on a cell: the next letter in turn, then none.
    pub fn turn(&mut self, cell: Cell) {
        self.select(Place::Cell(cell));
        let rules = self.form.rules();
        let Some(&letter) = self.now.sheet.cells.get(cell) else { return };
        if rules.paints {
            return self.paint(cell, rules.blank());
        }
        let at = rules.letters.iter().position(|known| known.letter == letter).unwrap_or(0);
        self.enter_letter(cell, rules.letters[(at + 1) % rules.letters.len()].letter);
    }

    /// Enters a number in the header that is chosen, and goes on.
    pub fn enter_number(&mut self, value: u8) {
        let Some((side, at, part)) = self.header() else { return };
        let most = self.form.rules().header.map_or(0, |parts| parts[part].most);
        if value <= most {
            self.set_number(side, at, part, Some(value), false);
            self.go_on();
        }
    }

    /// Enters a letter in the cell that is chosen; one that it holds is taken back. Where letters are painted, it is
    /// what a press paints from now on.
    pub fn enter(&mut self, letter: char) {
        match self.at {
            _ if self.form.rules().paints => self.set_brush(letter),
            Place::Cell(cell) if self.marking => self.mark(cell, letter),
            Place::Cell(cell) => self.enter_letter(cell, letter),
            Place::Header { .. } => {}
        }
    }

    /// Handles a key; returns whether it means something here.
    pub fn key(&mut self, key: Key) -> bool {
        match key {
            Key::Up | Key::Down | Key::Left | Key::Right => {
                self.step(key);
                return true;
            }
            Key::Tab | Key::BackTab => return self.tab(key == Key::BackTab),
            _ => {}
        }
        match self.at {
            Place::Cell(cell) => self.key_in_cell(cell, key),
            Place::Header { side, at, part } => self.key_in_header(side, at, part, key),
        }
    }

    fn key_in_cell(&mut self, cell: Cell, key: Key) -> bool {
        let rules = self.form.rules();
        match key {
            Key::Char(' ') | Key::Enter if rules.paints => self.paint(cell, self.brush),
            Key::Backspace | Key::Delete => self.change(|sheet, blank| sheet.cells[cell] = blank),
            Key::Char('m' | 'M') if rules.marks => self.marking = !self.marking,
            Key::Char(key) => {
                let Some(letter) = rules.letters.iter().find(|known| known.keys.contains(key))
                else {
                    return false;
                };
                match (rules.paints, self.marking) {
                    (true, _) => self.paint(cell, letter.letter),
                    (false, true) => self.mark(cell, letter.letter),
                    (false, false) => self.enter_letter(cell, letter.letter),
                }
            }
            _ => return false,
        }
        true
    }

    fn key_in_header(&mut self, side: Side, at: usize, part: usize, key: Key) -> bool {
        match key {
            Key::Backspace | Key::Delete => {
                let is_empty = self.now.sheet.number(side, at, part).is_none();
                let before = self.beside(-1).filter(|_| key == Key::Backspace && is_empty);
                if let Place::Header { side, at, part } = before.unwrap_or(self.at) {
                    self.select(before.unwrap_or(self.at));
                    self.set_number(side, at, part, None, false);
                }
                true
            }
            Key::Enter | Key::Char(' ' | '/' | ',' | '.' | ':' | ';') => {
                self.go_on();
                true
            }
            Key::Char(key) => match key.to_digit(10) {
                Some(digit) => self.digit(side, at, part, digit as u8),
                None => false,
            },
            _ => false,
        }
    }

    /// A digit of a number. One that may be the first of two waits for the second, or for the next number.
    fn digit(&mut self, side: Side, at: usize, part: usize, digit: u8) -> bool {
        let Some(parts) = self.form.rules().header else { return false };
        let most = parts[part].most;
        let amends = self.pending.is_some();
        let value = self.pending.map_or(digit, |first| 10 * first + digit);
        if value > most {
            return false;
        }
        self.set_number(side, at, part, Some(value), amends);
        if !amends && most > 9 && 10 * digit <= most {
            self.pending = Some(digit);
        } else {
            self.go_on();
        }
        true
    }

    /// Undoes the last change; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.future.push(std::mem::replace(&mut self.now, before));
        self.stay_inside();
        true
    }

    /// Makes the change again that was undone last; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(after) = self.future.pop() else { return false };
        self.past.push(std::mem::replace(&mut self.now, after));
        self.stay_inside();
        true
    }

    /// Replaces the board, with these doubts about it, and chooses the first doubtful field.
    pub fn replace(&mut self, sheet: Sheet, doubts: BTreeMap<Place, String>) {
        let doubtful = doubts.keys().next().copied();
        self.commit(Step { sheet, doubts }, false);
        let missing = headers(self.sheet()).find(|place| self.number_at(*place).is_none());
        self.at = doubtful.or(missing).unwrap_or(Place::Cell((0, 0)));
        self.stay_inside();
    }

    /// Sets a choice next to the board.
    pub fn choose(&mut self, name: &str, value: Option<String>) {
        self.change(|sheet, _| sheet.choose(name, value));
    }

    /// Resizes the board, if its rules allow it.
    pub fn resize(&mut self, rows: usize, columns: usize) {
        let rules = self.form.rules();
        let Some(most) = rules.sides else { return };
        let sheet = self.now.sheet.resized(rules, rows.clamp(1, most), columns.clamp(1, most));
        self.change(|old, _| *old = sheet);
        self.stay_inside();
    }

    /// Enters both numbers of a header.
    pub fn fill_in(&mut self, side: Side, at: usize, line: [u8; 2]) {
        self.change(|sheet, _| {
            for (part, number) in line.into_iter().enumerate() {
                sheet.set_number(side, at, part, Some(number));
            }
        });
        self.go_on();
    }

    /// Starts another board: only the choices next to it stay.
    pub fn clear(&mut self) {
        self.replace(self.form.cleared(self.sheet()), BTreeMap::new());
        self.at = first(self.sheet());
    }

    fn header(&self) -> Option<(Side, usize, usize)> {
        match self.at {
            Place::Header { side, at, part } => Some((side, at, part)),
            Place::Cell(_) => None,
        }
    }

    fn number_at(&self, place: Place) -> Option<u8> {
        match place {
            Place::Header { side, at, part } => self.now.sheet.number(side, at, part),
            Place::Cell(_) => None,
        }
    }

    fn set_number(&mut self, side: Side, at: usize, part: usize, value: Option<u8>, amends: bool) {
        let mut step = self.now.clone();
        step.sheet.set_number(side, at, part, value);
        step.doubts.remove(&Place::Header { side, at, part });
        self.commit(step, amends);
        self.pending = None;
    }

    fn enter_letter(&mut self, cell: Cell, letter: char) {
        self.change(|sheet, blank| {
            let held = std::mem::replace(&mut sheet.cells[cell], letter);
            if held == letter {
                sheet.cells[cell] = blank;
            }
        });
    }

    fn mark(&mut self, cell: Cell, letter: char) {
        let letters = self.form.rules().letters;
        if letter == self.form.rules().blank() {
            return;
        }
        self.change(|sheet, _| {
            let marks = &sheet.marks[cell];
            let holds = |other: char| marks.contains(other) != (other == letter);
            sheet.marks[cell] =
                letters.iter().map(|known| known.letter).filter(|&other| holds(other)).collect();
        });
    }

    fn paint(&mut self, cell: Cell, letter: char) {
        let form = self.form;
        let single = form.rules().letter(letter).is_some_and(|known| known.single);
        self.change(|sheet, blank| {
            let before = sheet.cells[cell];
            let now = if before == letter { blank } else { letter };
            if single && now == letter {
                let others = sheet.cells.map(|&held| if held == letter { blank } else { held });
                sheet.cells = others;
            }
            sheet.cells[cell] = now;
            form.painted(sheet, before, now);
        });
    }

    /// A change of the sheet; what it changes is not doubtful any more.
    fn change(&mut self, change: impl FnOnce(&mut Sheet, char)) {
        let mut step = self.now.clone();
        change(&mut step.sheet, self.form.rules().blank());
        let (old, new) = (&self.now.sheet, &step.sheet);
        step.doubts.retain(|place, _| match *place {
            Place::Cell(cell) => old.cells.get(cell) == new.cells.get(cell),
            Place::Header { side, at, part } => {
                old.number(side, at, part) == new.number(side, at, part)
            }
        });
        // What was pressed is no longer doubtful, though it may hold what it held.
        self.commit(step, false);
        self.pending = None;
    }

    /// Makes this the board. What `amends` is one step with the change before.
    fn commit(&mut self, step: Step, amends: bool) {
        if step == self.now {
            return;
        }
        let before = std::mem::replace(&mut self.now, step);
        self.future.clear();
        if !amends {
            self.past.push(before);
            let more = self.past.len().saturating_sub(MOST_STEPS);
            self.past.drain(..more);
        }
    }

    /// The number of the headers that is `by` places on.
    fn beside(&self, by: isize) -> Option<Place> {
        let all: Vec<Place> = headers(self.sheet()).collect();
        let now = all.iter().position(|place| *place == self.at)?;
        all.get(now.checked_add_signed(by)?).copied()
    }

    /// Goes on to the next number; after the last one to one that is missing, and then to the cells.
    fn go_on(&mut self) {
        let missing = headers(self.sheet()).find(|place| self.number_at(*place).is_none());
        let next = self.beside(1).or(missing).unwrap_or(Place::Cell((0, 0)));
        self.select(next);
    }

    fn tab(&mut self, back: bool) -> bool {
        match (self.at, back) {
            (Place::Header { .. }, _) => match self.beside(if back { -1 } else { 1 }) {
                Some(place) => self.select(place),
                None if back => return false,
                None => self.select(Place::Cell((0, 0))),
            },
            (Place::Cell(_), true) if !self.now.sheet.below.is_empty() => {
                let last = headers(self.sheet()).last();
                last.into_iter().for_each(|last| self.select(last));
            }
            // On to what stands beside the board.
            (Place::Cell(_), _) => return false,
        }
        true
    }

    /// One step in the picture of the board: the headers lie at its right and below it.
    fn step(&mut self, key: Key) {
        let sheet = &self.now.sheet;
        let (rows, columns) = (sheet.cells.rows(), sheet.cells.columns());
        let (row, column) = match self.at {
            Place::Cell(cell) => cell,
            Place::Header { side: Side::Right, at, .. } => (at, columns),
            Place::Header { side: Side::Below, at, .. } => (rows, at),
        };
        let (row, column) = match key {
            Key::Up => (row.checked_sub(1), Some(column)),
            Key::Down => (Some(row + 1), Some(column)),
            Key::Left => (Some(row), column.checked_sub(1)),
            _ => (Some(row), Some(column + 1)),
        };
        let (Some(row), Some(column)) = (row, column) else { return };
        let header = |side, at| Place::Header { side, at, part: 0 };
        match (row < rows, column < columns) {
            (true, true) => self.select(Place::Cell((row, column))),
            (true, false) if column == columns => self.select(header(Side::Right, row)),
            (false, true) if row == rows => self.select(header(Side::Below, column)),
            _ => {}
        }
    }

    fn stay_inside(&mut self) {
        self.pending = None;
        let (at, cells) = (self.at, &self.now.sheet.cells);
        if let Place::Cell((row, column)) = at {
            let last = |count: usize| count.saturating_sub(1);
            self.at = Place::Cell((row.min(last(cells.rows())), column.min(last(cells.columns()))));
        }
    }
}

/// The field to begin with.
fn first(sheet: &Sheet) -> Place {
    headers(sheet).next().unwrap_or(Place::Cell((0, 0)))
}

/// The numbers of the headers in the order in which they are typed.
fn headers(sheet: &Sheet) -> impl Iterator<Item = Place> {
    let of = |side: Side| {
        let count = sheet.headers(side).len();
        let parts = (0..count).flat_map(|at| [0, 1].map(|part| (at, part)));
        parts.map(move |(at, part)| Place::Header { side, at, part })
    };
    of(Side::Right).chain(of(Side::Below)).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests;
