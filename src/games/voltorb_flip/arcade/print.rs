//! Messages that are printed letter by letter.

use super::clock::Pen;
use serde::{Deserialize, Serialize};

/// How fast messages are printed: the game's own option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum TextSpeed {
    /// A letter every 8/60 s.
    Slow,
    /// A letter every 4/60 s.
    #[default]
    Mid,
    /// A letter every 1/60 s.
    Fast,
}

impl TextSpeed {
    /// Ticks of 1/60 s per letter.
    const fn ticks(self) -> u32 {
        match self {
            Self::Slow => 8,
            Self::Mid => 4,
            Self::Fast => 1,
        }
    }
}

/// Waits for a tap, then goes on in an empty window.
pub(super) const PAGE: char = '\x0c';
/// Waits for a tap, then moves up by one line.
pub(super) const SCROLL: char = '\r';

/// A message being printed. `\n` begins the second line; [`PAGE`] and [`SCROLL`] show the waiting
/// mark and wait for a tap, at the end of a message too.
#[derive(Clone, Debug)]
pub(super) struct Printer {
    text: Vec<char>,
    /// How much of `text` is done with.
    done: usize,
    lines: [String; 2],
    row: usize,
    /// Ticks until the next letter.
    delay: u32,
    speed: TextSpeed,
}

impl Printer {
    /// Starts printing `text`.
    pub fn new(text: &str, speed: TextSpeed) -> Self {
        let lines = [String::new(), String::new()];
        Self { text: text.chars().collect(), done: 0, lines, row: 0, delay: 0, speed }
    }

    /// What is in the window now.
    pub fn lines(&self) -> &[String; 2] {
        &self.lines
    }

    /// Whether it waits for a tap.
    pub fn waits(&self) -> bool {
        matches!(self.text.get(self.done), Some(&PAGE | &SCROLL))
    }

    /// Whether all was printed and tapped away.
    pub fn finished(&self) -> bool {
        self.done == self.text.len()
    }

    /// One iteration of the game, two ticks. Returns whether a tap was taken to go on.
    pub fn run(&mut self, pen: Pen) -> bool {
        let went_on = self.waits() && pen.is_new();
        if went_on {
            self.go_on();
        }
        for _ in 0..2 {
            self.tick(pen.is_down());
        }
        went_on
    }

    fn go_on(&mut self) {
        if self.done + 1 < self.text.len() {
            if self.text[self.done] == PAGE {
                self.lines = Default::default();
                self.row = 0;
            } else {
                self.lines.swap(0, 1);
                self.lines[1].clear();
                self.row = 1;
            }
        }
        self.done += 1;
        self.delay = 0;
    }

    fn tick(&mut self, hurried: bool) {
        if self.finished() || self.waits() {
            return;
        }
        if self.delay > 0 && !hurried {
            self.delay -= 1;
        } else {
            match self.text[self.done] {
                '\n' => self.row = 1,
                letter => {
                    self.lines[self.row].push(letter);
                    self.delay = self.speed.ticks() - 1;
                }
            }
            self.done += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    const UP: Pen = Pen::Up;
    const NEW: Pen = Pen::Down { at: Point::new(2.0, 2.0), new: true };
    const HELD: Pen = Pen::Down { at: Point::new(2.0, 2.0), new: false };

    /// Iterations until it waits or is finished.
    fn run(printer: &mut Printer, pen: Pen) -> u32 {
        let mut iterations = 0;
        while !printer.waits() && !printer.finished() {
            printer.run(pen);
            iterations += 1;
        }
        iterations
    }

    #[test]
    fn letters_come_at_the_text_speed_and_a_held_pen_hurries_them() {
        let text = "twelve chars";
        assert_eq!(run(&mut Printer::new(text, TextSpeed::Slow), UP), (11 * 8 + 1_u32).div_ceil(2));
        assert_eq!(run(&mut Printer::new(text, TextSpeed::Mid), UP), (11 * 4 + 1_u32).div_ceil(2));
        assert_eq!(run(&mut Printer::new(text, TextSpeed::Fast), UP), 6);
        assert_eq!(run(&mut Printer::new(text, TextSpeed::Slow), HELD), 6);
    }

    #[test]
    fn a_page_begins_anew_and_a_scroll_keeps_the_second_line() {
        let mut printer = Printer::new("one\ntwo\rthree\x0cfour\x0c", TextSpeed::Fast);
        run(&mut printer, UP);
        assert_eq!(printer.lines(), &["one", "two"]);
        assert!(!printer.run(HELD), "a pen held from before is no tap");
        assert!(printer.run(NEW));
        run(&mut printer, UP);
        assert_eq!(printer.lines(), &["two", "three"]);
        printer.run(NEW);
        run(&mut printer, UP);
        assert_eq!(printer.lines(), &["four", ""]);
        assert!(printer.waits() && !printer.finished());
        printer.run(NEW);
        assert!(printer.finished());
        assert_eq!(printer.lines(), &["four", ""], "the last page stays until the window goes");
    }
}
