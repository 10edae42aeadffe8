//! Messages that are printed letter by letter, as the games of the Game Boy Advance and the DS do it.

use super::clock::Pressed;
use serde::{Deserialize, Serialize};

/// How fast messages are printed: the game's own option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// Waits for a press, then goes on in an empty window.
pub const PAGE: char = '\x0c';
/// Waits for a press, then moves up by one line.
pub const SCROLL: char = '\r';

/// A message being printed. `\n` begins the second line; [`PAGE`] and [`SCROLL`] show the waiting
/// mark and wait for a press, at the end of a message too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printer {
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

    /// Whether it waits for a press.
    pub fn waits(&self) -> bool {
        matches!(self.text.get(self.done), Some(&PAGE | &SCROLL))
    }

    /// Whether all was printed and gone on from.
    pub fn finished(&self) -> bool {
        self.done == self.text.len()
    }

    /// One pass of a game's loop, of so many ticks of 1/60 s. A press hurries the letters, a new one
    /// goes on where it waits: returns whether it was taken for that.
    pub fn run<P: Copy>(&mut self, pressed: Pressed<P>, ticks: u32) -> bool {
        let went_on = self.waits() && pressed.is_new();
        if went_on {
            self.go_on();
        }
        for _ in 0..ticks {
            self.tick(pressed.is_down());
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

    type Pen = Pressed<()>;
    const UP: Pen = Pen::Up;
    const NEW: Pen = Pen::Down { at: (), new: true };
    const HELD: Pen = Pen::Down { at: (), new: false };

    /// Iterations until it waits or is finished.
    fn run(printer: &mut Printer, pen: Pen) -> u32 {
        let mut iterations = 0;
        while !printer.waits() && !printer.finished() {
            printer.run(pen, 2);
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
        assert!(!printer.run(HELD, 2), "a pen held from before is not a tap");
        assert!(printer.run(NEW, 2));
        run(&mut printer, UP);
        assert_eq!(printer.lines(), &["two", "three"]);
        printer.run(NEW, 2);
        run(&mut printer, UP);
        assert_eq!(printer.lines(), &["four", ""]);
        assert!(printer.waits() && !printer.finished());
        printer.run(NEW, 2);
        assert!(printer.finished());
        assert_eq!(printer.lines(), &["four", ""], "the last page stays until the window goes");
    }
}
