//! The last state of a session.

use super::control::Control;
use super::corrections::Correction;
use super::observer::{Event, Observer};
use super::panel::Panel;
use super::player::{RoundEnd, View};
use super::stopped::Stopped;
use crate::input::Gesture;
use crate::observation::{Field, Observation, Screen};
use serde_json::Value;
use std::time::Duration;

/// An observer that keeps the last state, for callers that resume a session picture by picture and look at the
/// outcome in between.
#[derive(Default)]
pub struct LastState {
    /// Requests to the session, for its next picture.
    pub requests: Vec<Control>,
    /// The last reading, if the picture showed the game.
    pub seen: Option<Seen>,
    /// Notes of the session; whoever shows them takes them.
    pub notes: Vec<String>,
    /// The rounds that ended; whoever counts them takes them.
    pub rounds: Vec<RoundEnd>,
    /// The corrections that still hold.
    pub corrections: Vec<Correction>,
    advised: Option<Advised>,
    why: Option<String>,
}

/// The reading of a picture.
pub struct Seen {
    /// The name of the theme.
    pub look: String,
    /// The places of the game's screens.
    pub screens: Vec<Screen>,
    /// The fields.
    pub fields: Vec<Field>,
    /// The reading in the form of `voltsight read --json`.
    pub report: Option<Value>,
}

/// An advised move.
pub struct Advised {
    /// The move, as a sentence's end.
    pub what: String,
    /// The gesture that makes it, in pixels of the picture.
    pub gesture: Gesture,
    /// The position that it is based on, as in a session's log.
    pub on: Value,
}

impl Seen {
    /// Creates the reading from an observation.
    pub fn of(seen: &dyn Observation) -> Self {
        Self {
            look: seen.look().to_owned(),
            screens: seen.screens(),
            fields: seen.fields(),
            report: serde_json::to_value(seen.report()).ok(),
        }
    }
}

impl LastState {
    /// The move that is advised now.
    pub fn advised(&self) -> Option<&Advised> {
        self.advised.as_ref().filter(|_| self.why.is_none())
    }

    /// The reason why no move is advised now, if it is known.
    pub fn why(&self) -> Option<&str> {
        self.why.as_deref()
    }

    /// The current advice in a sentence: the panel's, or the move if the panel has none (such as to close what covers
    /// the board).
    pub fn advice(&self, panel: &Panel) -> Option<String> {
        let advised = self.advised()?;
        panel.advice.clone().or_else(|| Some(advised.what.clone()))
    }

    /// Withholds advice for this reason, until it is resolved. The move is kept, so the loop does not announce it again
    /// if it is still the best one.
    pub fn refuse(&mut self, why: String) {
        self.why = Some(why);
    }
}

impl Observer for LastState {
    fn notice(&mut self, _: Duration, event: &Event<'_>, view: &dyn View) {
        match event {
            Event::Looked { seen, .. } => self.seen = Some(Seen::of(*seen)),
            Event::NotVisible { why, .. } => {
                self.seen = None;
                self.refuse(why.to_string());
            }
            Event::NoPicture(why) => self.refuse(why.to_string()),
            Event::Advised { act, .. } => {
                let (what, gesture) = (act.what.to_string(), act.gesture.clone());
                self.advised = Some(Advised { what, gesture, on: view.record() });
                self.why = None;
            }
            Event::Refined => {
                if let Some(advised) = &mut self.advised {
                    advised.on = view.record();
                }
            }
            Event::Resumed => self.why = None,
            Event::Waiting(what) => {
                self.advised = None;
                self.refuse(format!("waiting for {what}"));
            }
            Event::Doubt(what) => {
                self.advised = None;
                self.refuse((*what).to_owned());
            }
            Event::Standstill(what) => self.refuse(format!("still waiting for {what}")),
            Event::Note(what) => self.notes.push((*what).to_owned()),
            Event::RoundEnd(end) => {
                self.notes.push(format!("round {}", end.ending));
                self.rounds.push((*end).clone());
            }
            Event::Corrected(held) => self.corrections = held.to_vec(),
            Event::Stopped(why @ (Stopped::Over(_) | Stopped::Fault(_))) => {
                self.refuse(why.to_string());
            }
            _ => {}
        }
    }

    fn requests(&mut self) -> Vec<Control> {
        std::mem::take(&mut self.requests)
    }
}
