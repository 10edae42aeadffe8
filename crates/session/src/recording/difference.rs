//! Compares a replay with its recording: where the loop reads or decides differently.

use super::record::Read;
use super::writer::percent;
use crate::observation::Field;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::time::Duration;

/// How many differences are kept; the others are counted.
const MOST: usize = 50;

/// The longest text that is shown of what was told.
const LONGEST: usize = 160;

/// One difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// When, on the clock of the recording.
    pub at: Duration,
    /// What differs: the name of a field, `told` (an event) or `gesture`.
    pub what: String,
    /// What it was when the recording was made; `None`: nothing.
    pub then: Option<String>,
    /// What it is now; `None`: nothing.
    pub now: Option<String>,
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".to_owned());
        let Self { at, what, then, now } = self;
        write!(f, "{:9.3} s  {what}: {} then, {} now", at.as_secs_f64(), said(then), said(now))
    }
}

/// The result of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReplayComparison {
    /// Pictures that were taken, those like the one before too.
    pub pictures: u64,
    /// Readings: pictures that were new and showed the game.
    pub readings: u64,
    /// Events compared: advice, acts, rounds, waiting.
    pub events: u64,
    /// Gestures that were made or refused.
    pub gestures: u64,
    /// Fields with equal values whose confidence differs by more than a hundredth.
    pub confidences: u64,
    /// How many differences there are.
    pub different: u64,
    /// The first of them.
    pub differences: Vec<Difference>,
}

impl ReplayComparison {
    /// Whether all readings and decisions are the same.
    pub const fn same(&self) -> bool {
        self.different == 0
    }

    pub(super) fn differs(
        &mut self,
        at: Duration,
        what: impl Into<String>,
        then: Option<String>,
        now: Option<String>,
    ) {
        self.different += 1;
        if self.differences.len() < MOST {
            self.differences.push(Difference { at, what: what.into(), then, now });
        }
    }

    /// Compares what was told.
    pub(super) fn events(&mut self, at: Duration, then: Option<&Value>, now: Option<&Value>) {
        // A number that was written and read may differ in its last digit from one that was not.
        let written = now.and_then(|now| serde_json::from_str::<Value>(&now.to_string()).ok());
        let now = written.as_ref();
        if then != now && ![then, now].into_iter().flatten().any(is_stop) {
            self.differs(at, "told", then.map(short), now.map(short));
        }
    }
}

/// Why the loop ended: a recording always ends otherwise.
fn is_stop(event: &Value) -> bool {
    event["event"] == "stopped"
}

/// An event, cut if it is long.
fn short(event: &Value) -> String {
    let text = event.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text,
    }
}

impl Display for ReplayComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} pictures, {} readings, {} events, {} gestures",
            self.pictures, self.readings, self.events, self.gestures
        )?;
        if self.confidences > 0 {
            writeln!(f, "{} equal readings have another confidence", self.confidences)?;
        }
        if self.same() {
            return write!(f, "read and decided as when it was recorded");
        }
        writeln!(f, "{} readings or decisions differ:", self.different)?;
        for difference in &self.differences {
            writeln!(f, "{difference}")?;
        }
        match self.different - self.differences.len() as u64 {
            0 => Ok(()),
            more => write!(f, "and {more} more"),
        }
    }
}

/// The fields that were read last when the recording was made.
#[derive(Default)]
pub(super) struct Readings(BTreeMap<String, (Option<String>, u8)>);

impl Readings {
    /// Takes in what was read of the next picture.
    pub fn update(&mut self, read: Read) {
        if read.all {
            self.0.clear();
        }
        self.0.extend(read.fields.into_iter().map(|(name, value, sure)| (name, (value, sure))));
    }

    /// Compares with what is read now.
    pub fn compare(&self, at: Duration, now: &[Field], comparison: &mut ReplayComparison) {
        comparison.readings += 1;
        let names: BTreeMap<&str, &Field> = now.iter().map(|f| (f.name.as_str(), f)).collect();
        for (name, (value, _)) in
            self.0.iter().filter(|(name, _)| !names.contains_key(name.as_str()))
        {
            comparison.differs(at, name, value.clone().or(Some("unread".to_owned())), None);
        }
        let said = |value: &Option<String>| value.clone().unwrap_or_else(|| "unread".to_owned());
        for (name, field) in names {
            match self.0.get(name) {
                None => comparison.differs(at, name, None, Some(said(&field.value))),
                Some((value, _)) if *value != field.value => {
                    comparison.differs(at, name, Some(said(value)), Some(said(&field.value)));
                }
                Some((_, sure)) if sure.abs_diff(percent(field)) > 1 => comparison.confidences += 1,
                Some(_) => {}
            }
        }
    }
}
