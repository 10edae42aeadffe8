//! What a session told about one picture.

use serde::Serialize;
use serde_json::Value;
use std::time::Duration;
use voltsight::companion::{Control, Correction, Event, Observer, Panel, Stopped, View};
use voltsight::input::Gesture;
use voltsight::observation::{Field, Screen};

/// What was told since it was last taken, for the page.
#[derive(Default)]
pub struct Heard {
    /// What the page asks for with the next picture.
    pub requests: Vec<Control>,
    /// What the last picture showed.
    pub seen: Option<Seen>,
    /// What was read, as `voltsight read --json` has it.
    pub report: Option<Value>,
    /// The move that is advised, as a sentence's end, and what it is based on.
    pub advised: Option<(String, Value)>,
    /// How that move is made on the picture.
    pub gesture: Option<Gesture>,
    /// Why there is no advice.
    pub why: Option<String>,
    /// What else was said since the last picture.
    pub notes: Vec<String>,
    /// What a person typed over.
    pub corrections: Vec<Correction>,
}

/// What a picture showed, for the page.
#[derive(Clone)]
pub struct Seen {
    pub look: String,
    pub screens: Vec<Screen>,
    pub fields: Vec<Field>,
}

/// A field for the page.
#[derive(Serialize)]
pub struct FieldReport<'a> {
    name: &'a str,
    value: Option<&'a str>,
    confidence: f32,
    why: Option<String>,
}

impl Seen {
    /// The fields for the page.
    pub fn fields(&self) -> Vec<FieldReport<'_>> {
        fn report(field: &Field) -> FieldReport<'_> {
            let Field { name, value, confidence, why, .. } = field;
            let why = why.as_ref().map(ToString::to_string);
            FieldReport { name, value: value.as_deref(), confidence: *confidence, why }
        }
        self.fields.iter().map(report).collect()
    }
}

impl Heard {
    /// The advice in a sentence: the panel's, or the move where that tells none.
    pub fn advice(&self, panel: &Panel) -> Option<String> {
        let (what, _) = self.advised.as_ref()?;
        panel.advice.clone().or_else(|| Some(what.clone()))
    }

    fn refuse(&mut self, why: String) {
        self.why = Some(why);
        self.advised = None;
        self.gesture = None;
    }
}

impl Observer for Heard {
    fn notice(&mut self, _: Duration, event: &Event<'_>, view: &dyn View) {
        match event {
            Event::Looked { seen, .. } => {
                let (look, screens) = (seen.look().to_owned(), seen.screens());
                self.seen = Some(Seen { look, screens, fields: seen.fields() });
                self.report = serde_json::to_value(seen.report()).ok();
            }
            Event::NotVisible { why, .. } => {
                (self.seen, self.report) = (None, None);
                self.refuse(why.to_string());
            }
            Event::Advised { act, .. } => {
                self.advised = Some((act.what.to_string(), view.record()));
                self.gesture = Some(act.gesture.clone());
                self.why = None;
            }
            Event::Refined => {
                if let Some((_, on)) = &mut self.advised {
                    *on = view.record();
                }
            }
            Event::Waiting(what) => self.refuse(format!("nothing to do but wait for {what}")),
            Event::Standstill(what) => self.refuse(format!("still waiting for {what}")),
            Event::Doubt(what) => self.refuse((*what).to_owned()),
            Event::Note(what) => self.notes.push((*what).to_owned()),
            Event::RoundEnd(end) => self.notes.push(format!("round {}", end.ending)),
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
