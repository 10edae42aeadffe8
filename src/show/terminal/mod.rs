//! What people see of a session: a live view on a terminal, lines or JSON elsewhere.
//!
//! The live view in parts: a [`Scene`] keeps what was told, a [`Mode`] what keys mean, [`draw`] puts
//! both on a frame, whichever terminal that is of.

mod board;
mod draw;
mod keys;
mod large;
mod live;
mod screen;

pub use super::scene::Scene;
pub use draw::draw;
pub use keys::Mode;

use super::lines::{line, obstacle, stamped};
use crate::output::is_unread;
use desktop::system::reader_is_gone;
use live::Live;
use session::log::entry;
use session::{Control, Event, Observer, Stopped, View};
use std::io::{IsTerminal, Write, stdout};
use std::time::Duration;

/// How many of the last events are left on the terminal when the live view ends.
const LEFT: usize = 8;

/// How long keys are waited for before the next picture while the loop is paused: nothing hurries.
const PAUSED: Duration = Duration::from_millis(50);

/// How much is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A view that is redrawn in place.
    Live,
    /// A line for each event.
    Lines,
    /// A line for each round, and for what goes wrong.
    Rounds,
    /// A JSON object for each event, as in the session log.
    Json,
}

/// Shows what happens.
pub struct Terminal<W: Write> {
    out: W,
    /// Whether nobody can see any more what is written.
    unread: fn() -> bool,
    /// Why it cannot be written.
    failure: Option<std::io::Error>,
    detail: Detail,
    /// Whether moves are made, not only shown.
    plays: bool,
    live: Option<Live>,
    paused: bool,
}

impl Terminal<std::io::Stdout> {
    /// A view on the standard output: live on a terminal, lines elsewhere or if `lines`, and only
    /// the rounds if `quiet`. Colours are left out where `NO_COLOR` is set.
    pub fn standard(quiet: bool, lines: bool) -> Self {
        let live = stdout().is_terminal() && !lines && screen::can_place();
        let detail = match (quiet, live) {
            (true, _) => Detail::Rounds,
            (false, true) => Detail::Live,
            (false, false) => Detail::Lines,
        };
        Self { unread: reader_is_gone, ..Self::new(stdout(), detail) }
    }

    /// The events as JSON on the standard output, one a line.
    pub fn json() -> Self {
        Self { unread: reader_is_gone, ..Self::new(stdout(), Detail::Json) }
    }
}

impl<W: Write> Terminal<W> {
    /// A view that is written to `out`; a live one is drawn on the standard output, and `out` gets
    /// what is left of it at its end.
    pub fn new(out: W, detail: Detail) -> Self {
        let (unread, failure, live) = (|| false, None, None);
        Self { out, unread, failure, detail, plays: false, live, paused: false }
    }

    /// Says whether moves are made, not only shown.
    #[must_use]
    pub fn playing(mut self, plays: bool) -> Self {
        self.plays = plays;
        self
    }

    /// Whether the view is redrawn in place.
    pub fn is_live(&self) -> bool {
        self.detail == Detail::Live
    }

    fn show(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) -> std::io::Result<()> {
        match self.detail {
            Detail::Live => self.show_live(at, event, view),
            Detail::Json => match entry(at, event, view) {
                Some(entry) => self.write(&entry.to_string()),
                None => Ok(()),
            },
            Detail::Lines | Detail::Rounds => {
                let all = self.detail == Detail::Lines;
                let advised = match event {
                    Event::Advised { act, .. } if all && !act.dismissal => {
                        view.panel().advice.map(|advice| format!("advice: {advice}"))
                    }
                    _ => None,
                };
                let told = line(event, view.units()).filter(|(_, always)| all || *always);
                let told = told.map(|(line, _)| line).or_else(|| obstacle(event)).or(advised);
                told.map_or(Ok(()), |line| self.write(&stamped(at, &line)))
            }
        }
    }

    fn show_live(
        &mut self,
        at: Duration,
        event: &Event<'_>,
        view: &dyn View,
    ) -> std::io::Result<()> {
        let plays = self.plays;
        let live = match &self.live {
            Some(live) => live,
            None => self.live.insert(Live::open()?),
        };
        live.update(|scene| {
            scene.plays = plays;
            scene.take_in(at, event, view);
        });
        self.paused = match event {
            Event::Held(_) => true,
            Event::Resumed | Event::Acted { .. } => false,
            _ => self.paused,
        };
        if !matches!(event, Event::Stopped(_)) {
            return Ok(());
        }
        // The live view is gone with its screen: what it said last stays.
        let scene = self.live.take().map(Live::close).unwrap_or_default();
        let first = scene.events.len().saturating_sub(LEFT);
        scene.events.iter().skip(first).try_for_each(|line| self.write(line))
    }

    fn write(&mut self, line: &str) -> std::io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }
}

impl<W: Write> Observer for Terminal<W> {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        if self.failure.is_none() {
            self.failure = self.show(at, event, view).err();
        }
    }

    fn objection(&self) -> Option<Stopped> {
        let unwritable = |why: &dyn std::fmt::Display| {
            Some(Stopped::Unwritable(format!("what happens cannot be shown: {why}")))
        };
        if let Some(why) = self.live.as_ref().and_then(Live::failure) {
            return unwritable(&why);
        }
        match &self.failure {
            Some(why) if !is_unread(why) => unwritable(why),
            failure => (failure.is_some() || (self.unread)()).then_some(Stopped::Unread),
        }
    }

    fn requests(&mut self) -> Vec<Control> {
        let Some(live) = &self.live else { return Vec::new() };
        let asked = live.asked();
        if asked.is_empty() && self.paused {
            std::thread::sleep(PAUSED);
        }
        asked
    }
}
