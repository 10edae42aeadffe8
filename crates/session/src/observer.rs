//! Events of the loop, and observers of them.

use super::act::ActView;
use super::control::Control;
use super::corrections::Correction;
use super::player::{RoundEnd, View};
use super::stopped::Stopped;
use crate::capture::CaptureError;
use crate::frame::Frame;
use crate::observation::Observation;
use serde_json::Value;
use std::time::Duration;

/// An event of the loop.
pub enum Event<'a> {
    /// A new picture was read. Not sent for a picture with the same pixels as the one before.
    Looked {
        /// The picture.
        frame: &'a Frame,
        /// What it shows.
        seen: &'a dyn Observation,
    },
    /// The game is not visible in the picture.
    NotVisible {
        /// The picture.
        frame: &'a Frame,
        /// Why.
        why: &'a dyn std::error::Error,
    },
    /// There is no picture at the moment.
    NoPicture(&'a CaptureError),
    /// The input device may not act at the moment, or the game stands still. Sent when the reason changes.
    Held(&'a str),
    /// The loop waits for something that happens by itself. Sent when the reason changes.
    Waiting(&'a str),
    /// The game does not go on as it should: what the loop waits for, and what may be the cause.
    Standstill(&'a str),
    /// What [`Event::NoPicture`], [`Event::NotVisible`], [`Event::Held`] or [`Event::Standstill`] reported is over.
    Resumed,
    /// The reading cannot be right. Sent when the reason changes.
    Doubt(&'a str),
    /// A move is advised. Sent when the move changes, or what it is based on.
    Advised {
        /// What.
        act: ActView<'a>,
        /// The picture that it was decided on.
        frame: &'a Frame,
    },
    /// More is known about the advised move: its value.
    Refined,
    /// It was made.
    Acted {
        /// What.
        act: ActView<'a>,
        /// The picture that it was decided on.
        frame: &'a Frame,
        /// 1 for the first attempt.
        attempt: u32,
    },
    /// The picture shows its effect.
    Confirmed {
        /// What.
        act: ActView<'a>,
        /// How long after it was made.
        after: Duration,
    },
    /// Its effect did not show in time.
    NoEffect {
        /// What.
        act: ActView<'a>,
        /// How many attempts were made.
        attempt: u32,
    },
    /// A round has ended.
    RoundEnd(&'a RoundEnd),
    /// These corrections hold from now on.
    Corrected(&'a [Correction]),
    /// A checkpoint: from here on the session can be replayed from `memory` alone.
    Checkpoint {
        /// The picture at hand, which is read anew.
        frame: &'a Frame,
        /// What is remembered.
        memory: &'a Value,
    },
    /// A person requested a report of what came before.
    ReportAsked,
    /// A note about something else.
    Note(&'a str),
    /// The loop has ended.
    Stopped(&'a Stopped),
}

/// An observer of a session: a view, a log, a referee.
pub trait Observer {
    /// Receives an event, at the time `at` of the source's clock. `view` is what the player knows and advises then.
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View);

    /// Why the loop should end for this observer: nobody reads what it shows, or it cannot be written. Called before
    /// each picture.
    fn objection(&self) -> Option<Stopped> {
        None
    }

    /// The person's requests since the last call. Called before each picture.
    fn requests(&mut self) -> Vec<Control> {
        Vec::new()
    }
}
