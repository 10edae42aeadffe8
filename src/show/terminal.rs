//! The live view: the board with its chances redrawn in place on a terminal, plain lines elsewhere.

use super::paint::{Row, Span, render, rows};
use crate::companion::{Event, Observer, Stopped, Units, View};
use crossterm::cursor::MoveToPreviousLine;
use crossterm::queue;
use crossterm::style::Color;
use crossterm::terminal::{Clear, ClearType, size};
use std::collections::VecDeque;
use std::io::{IsTerminal, Write, stdout};
use std::time::Duration;

/// How many of the last happenings are shown.
const REMEMBERED: usize = 5;

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A view that is redrawn in place.
    Live,
    /// A line for each happening.
    Lines,
    /// A line for each round, and for what goes wrong.
    Rounds,
}

/// Shows what happens.
pub struct Terminal<W: Write> {
    out: W,
    /// Whether nobody can see any more what is written.
    unread: fn() -> bool,
    /// Why it cannot be written.
    failure: Option<std::io::Error>,
    detail: Detail,
    coloured: bool,
    /// How many lines of the live view are on the screen.
    drawn: u16,
    happened: VecDeque<String>,
    /// Why nothing may be done, until that is over.
    stopped: Option<String>,
    /// What is waited for at the moment.
    waiting: Option<String>,
}

impl Terminal<std::io::Stdout> {
    /// A view on the standard output: live on a terminal, lines elsewhere or if `lines`, and only
    /// the rounds if `quiet`. Colours are left out where `NO_COLOR` is set.
    pub fn standard(quiet: bool, lines: bool) -> Self {
        let live = stdout().is_terminal() && !lines;
        let coloured = live && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let detail = match (quiet, live) {
            (true, _) => Detail::Rounds,
            (false, true) => Detail::Live,
            (false, false) => Detail::Lines,
        };
        Self { unread: reader_is_gone, ..Self::new(stdout(), detail, coloured) }
    }
}

/// Whether the standard output is a pipe that nobody reads any more.
#[cfg(unix)]
fn reader_is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let out = stdout();
    let mut ask = [PollFd::new(&out, PollFlags::empty())];
    poll(&mut ask, Some(&Timespec::default())).is_ok()
        && ask[0].revents().intersects(PollFlags::ERR)
}

/// Where this cannot be asked, the next line tells.
#[cfg(not(unix))]
fn reader_is_gone() -> bool {
    false
}

impl<W: Write> Terminal<W> {
    /// A view that is written to `out`.
    pub fn new(out: W, detail: Detail, coloured: bool) -> Self {
        Self {
            out,
            unread: || false,
            failure: None,
            detail,
            coloured,
            drawn: 0,
            happened: VecDeque::new(),
            stopped: None,
            waiting: None,
        }
    }

    /// Whether the view is redrawn in place.
    pub fn is_live(&self) -> bool {
        self.detail == Detail::Live
    }

    fn draw(&mut self, view: &dyn View) -> std::io::Result<()> {
        let (width, height) = size().unwrap_or((80, 24));
        let mut lines: Vec<Row> = rows(&view.panel());
        lines.push(match self.stopped.as_ref().or(self.waiting.as_ref()) {
            Some(what) => vec![Span { colour: Some(Color::Yellow), ..Span::plain(what.as_str()) }],
            None => Row::new(),
        });
        lines.extend(self.happened.iter().map(|line| vec![Span::dim(line.as_str())]));
        // What would scroll away could not be overwritten.
        lines.truncate(usize::from(height.saturating_sub(1)));
        if self.drawn > 0 {
            queue!(self.out, MoveToPreviousLine(self.drawn))?;
        }
        for line in &lines {
            queue!(self.out, Clear(ClearType::CurrentLine))?;
            writeln!(self.out, "{}", render(line, usize::from(width), self.coloured))?;
        }
        queue!(self.out, Clear(ClearType::FromCursorDown))?;
        self.drawn = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        self.out.flush()
    }

    fn remember(&mut self, at: Duration, line: &str) {
        if self.happened.len() == REMEMBERED {
            self.happened.pop_front();
        }
        self.happened.push_back(stamped(at, line));
    }

    fn write_line(&mut self, at: Duration, line: &str) -> std::io::Result<()> {
        writeln!(self.out, "{}", stamped(at, line))?;
        self.out.flush()
    }
}

fn stamped(at: Duration, line: &str) -> String {
    format!("{:8.2} s  {line}", at.as_secs_f64())
}

/// The happening in a line, and whether it is told even when only rounds are.
fn line(event: &Event<'_>, units: Units) -> Option<(String, bool)> {
    Some(match event {
        Event::Acted { act, attempt: 1, .. } if !act.dismissal => (act.what.to_string(), false),
        Event::Acted { act, attempt, .. } if !act.dismissal => {
            (format!("{}, attempt {attempt}", act.what), true)
        }
        Event::Doubt(what) => (format!("in doubt: {what}"), false),
        Event::Resumed => ("going on".to_owned(), true),
        Event::Note(what) => ((*what).to_owned(), true),
        Event::RoundEnd(end) => {
            let mut line = {
                let Units { score, moves } = units;
                format!("round {}: {} {score}, {} {moves}", end.ending, end.score, end.moves)
            };
            if let (Some(level), Some(next)) = (end.level, end.next_level) {
                line.push_str(&format!(", level {level} -> {next}"));
            }
            (line, true)
        }
        Event::Stopped(why) => {
            let prefix = if why.as_meant() { "" } else { "stopped: " };
            let why = match why {
                Stopped::Asked(why) => format!("stopped: {why}"),
                why => format!("{prefix}{why}"),
            };
            (why, true)
        }
        _ => return None,
    })
}

/// Whether it says why nothing is done for a while.
fn is_stop(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::NoPicture(_) | Event::NotVisible { .. } | Event::Held(_) | Event::Standstill(_)
    )
}

impl<W: Write> Observer for Terminal<W> {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        if self.failure.is_none() {
            self.failure = self.show(at, event, view).err();
        }
    }

    fn objection(&self) -> Option<Stopped> {
        match &self.failure {
            Some(why) if why.kind() != std::io::ErrorKind::BrokenPipe => {
                Some(Stopped::Unwritable(format!("what happens cannot be shown: {why}")))
            }
            failure => (failure.is_some() || (self.unread)()).then_some(Stopped::Unread),
        }
    }
}

impl<W: Write> Terminal<W> {
    fn show(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) -> std::io::Result<()> {
        let waiting = match event {
            Event::Looked { .. } => return Ok(()),
            Event::Standstill(what) | Event::Waiting(what) => Some(format!("waiting for {what}")),
            Event::Held(why) => Some((*why).to_owned()),
            Event::NoPicture(why) => Some(why.to_string()),
            Event::NotVisible { why, .. } => Some(why.to_string()),
            Event::Doubt(what) => Some(format!("reading again: {what}")),
            _ => None,
        };
        let told = line(event, view.units());
        match self.detail {
            Detail::Live => {
                // Advice goes on during a halt, and does not end it.
                match event {
                    _ if is_stop(event) => self.stopped = waiting.clone(),
                    Event::Resumed | Event::Acted { .. } | Event::Stopped(_) => self.stopped = None,
                    _ => {}
                }
                self.waiting = waiting;
                if let Some((line, _)) = told {
                    self.remember(at, &line);
                }
                self.draw(view)
            }
            Detail::Lines | Detail::Rounds => {
                let all = self.detail == Detail::Lines;
                if let Some(why) = waiting.filter(|_| is_stop(event)) {
                    return self.write_line(at, &why);
                }
                let advised = match event {
                    Event::Advised { act, .. } if all && !act.dismissal => {
                        view.panel().advice.map(|advice| format!("advice: {advice}"))
                    }
                    _ => None,
                };
                let told = told.filter(|(_, always)| all || *always).map(|(line, _)| line);
                told.or(advised).map_or(Ok(()), |line| self.write_line(at, &line))
            }
        }
    }
}
