//! The scene of a live view, in a terminal or a window: what is known of the session so far.

use super::lines::{line, obstacle, stamped};
use grid::reading::{SURE, Unreadable, whole_percent};
use session::observation::Field;
use session::{Correction, Ending, Event, Panel, PanelHeader, Setting, Tone, Units, View};
use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

/// How many of the last events are kept: more than the largest view has lines for.
const REMEMBERED: usize = 200;

/// What the loop does at the moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum State {
    /// Nothing is told yet.
    #[default]
    Beginning,
    /// There is a move to make.
    Ready,
    /// The game goes on by itself, or is read again.
    Waiting(String),
    /// Nothing may be done, or nothing is seen, until that is over.
    Halted(String),
}

/// The session's rounds so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Totals {
    pub rounds: u64,
    pub won: u64,
    pub lost: u64,
    pub score: u64,
    /// How many losses were to be expected from the chances of the moves made.
    pub expected_losses: f64,
}

/// The largest cell that a board has had: cells do not change their size with each move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CellSize {
    /// The characters of the longest sign.
    pub sign: usize,
    /// The most lines of details.
    pub lines: usize,
    /// The characters of the longest of these lines.
    pub line: usize,
}

/// What a live view shows.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The source's clock.
    pub(crate) at: Duration,
    pub(crate) panel: Panel,
    pub(crate) units: Units,
    pub(crate) settings: Vec<Setting>,
    /// Whether moves are made, not only shown.
    pub(crate) plays: bool,
    pub(crate) state: State,
    /// The fields of the last picture by their names.
    readings: BTreeMap<String, Field>,
    /// The values that a field can be corrected to: empty if there are too many to list, `None` if it cannot be
    /// corrected.
    values: BTreeMap<String, &'static [&'static str]>,
    pub(crate) corrections: Vec<Correction>,
    pub(crate) totals: Totals,
    /// The last events, the newest last.
    pub(crate) events: VecDeque<String>,
    cell_size: CellSize,
    /// The chance of losing by the move that was advised last.
    risk: f64,
    /// The act that was advised last: shown where the panel advises nothing, as under a message.
    act: Option<String>,
}

impl Scene {
    /// Nothing yet; `plays` says whether moves are made, not only shown.
    pub fn new(plays: bool) -> Self {
        Self { plays, ..Self::default() }
    }

    /// A session begins, perhaps after others: what these came to stays.
    pub fn begin(&mut self, plays: bool) {
        self.plays = plays;
        self.state = State::Beginning;
        self.corrections.clear();
    }

    /// Takes in what happened.
    pub fn take_in(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        self.at = at;
        self.panel = view.panel();
        self.measure_cells();
        self.units = view.units();
        self.settings = view.settings();
        match event {
            Event::Looked { seen, .. } => {
                let fields = seen.fields();
                let typed = |name: &String| Some((name.clone(), view.values(name)?));
                self.values = fields.iter().filter_map(|field| typed(&field.name)).collect();
                let fields = fields.into_iter();
                self.readings = fields.map(|field| (field.name.clone(), field)).collect();
            }
            Event::Corrected(corrections) => self.corrections = corrections.to_vec(),
            Event::Advised { act, .. } => {
                self.risk = self.chosen_risk();
                self.act = Some(act.what.to_string());
            }
            Event::Acted { act, attempt: 1, .. } if !act.dismissal => {
                self.totals.expected_losses += std::mem::take(&mut self.risk);
            }
            Event::RoundEnd(end) => {
                let totals = &mut self.totals;
                totals.rounds += 1;
                totals.won += u64::from(end.ending == Ending::Won);
                totals.lost += u64::from(end.ending == Ending::Lost);
                totals.score += end.score;
            }
            _ => {}
        }
        if matches!(event, Event::Acted { .. } | Event::Waiting(_) | Event::Doubt(_)) {
            self.act = None;
        }
        if self.panel.advice.is_none() {
            self.panel.advice.clone_from(&self.act);
        }
        self.state = self.state_after(event);
        let told = line(event, self.units).map(|(line, _)| line).or_else(|| obstacle(event));
        if let Some(told) = told {
            if self.events.len() == REMEMBERED {
                self.events.pop_front();
            }
            self.events.push_back(stamped(at, &told));
        }
    }

    fn measure_cells(&mut self) {
        let Some(cells) = &self.panel.cells else { return };
        for cell in cells.iter() {
            let size = &mut self.cell_size;
            size.sign = size.sign.max(cell.sign.chars().count());
            size.lines = size.lines.max(cell.lines.len());
            let line = cell.lines.iter().map(|line| line.chars().count()).max();
            size.line = size.line.max(line.unwrap_or(0));
        }
    }

    /// The largest cell that this board has had.
    pub(crate) fn cell_size(&self) -> CellSize {
        self.cell_size
    }

    /// Advice goes on during a halt, and does not end it.
    fn state_after(&self, event: &Event<'_>) -> State {
        if let Some(why) = obstacle(event) {
            return State::Halted(why);
        }
        match event {
            Event::Resumed | Event::Acted { .. } => State::Ready,
            _ if matches!(self.state, State::Halted(_)) => self.state.clone(),
            Event::Waiting(what) => State::Waiting(format!("waiting for {what}")),
            Event::Doubt(what) => State::Waiting(format!("reading again: {what}")),
            Event::Advised { .. } | Event::Refined => State::Ready,
            _ => self.state.clone(),
        }
    }

    /// The state in plain words.
    pub(crate) fn state_text(&self) -> String {
        match &self.state {
            State::Beginning => "looking for the game".to_owned(),
            State::Ready if self.plays => "playing".to_owned(),
            State::Ready => "your move".to_owned(),
            State::Waiting(what) => what.clone(),
            State::Halted(why) => format!("halted: {why}"),
        }
    }

    fn chosen_risk(&self) -> f64 {
        let chosen = self.panel.cells.iter().flat_map(|cells| cells.iter()).find(|c| c.chosen);
        match chosen.map(|cell| cell.tone) {
            Some(Tone::Risk(risk)) => risk,
            _ => 0.0,
        }
    }

    /// Whether a person has typed any of these fields over.
    pub(crate) fn is_corrected(&self, fields: &[String]) -> bool {
        self.corrections.iter().any(|held| fields.contains(&held.field))
    }

    /// The least confidence of these fields in the last picture; `None` if one of them is not in it
    /// or was not read, as under a message box.
    pub(crate) fn confidence(&self, fields: &[String]) -> Option<f32> {
        let each = fields.iter().map(|name| {
            self.readings.get(name).filter(|seen| seen.value.is_some()).map(|seen| seen.confidence)
        });
        each.reduce(|a, b| Some(a?.min(b?))).flatten()
    }

    /// A header and how sure it is.
    pub(crate) fn header(&self, header: &PanelHeader, with_confidence: bool) -> String {
        let mut text = header.text.clone();
        if self.is_corrected(&header.fields) {
            text.push('*');
        } else if let Some(confidence) = self.confidence(&header.fields) {
            if with_confidence {
                text.push_str(&format!(" {}%", whole_percent(confidence)));
            } else if confidence < SURE {
                text.push('!');
            }
        }
        text
    }

    /// The values that can be typed over a field: empty where there are too many to list, `None`
    /// where it cannot be typed over.
    pub fn values(&self, field: &str) -> Option<&'static [&'static str]> {
        self.values.get(field).copied()
    }

    /// Whether any field of the last picture can be corrected.
    pub fn has_values(&self) -> bool {
        !self.values.is_empty()
    }

    /// What the reader says of a field, and what was typed over it.
    pub(crate) fn read(&self, field: &str) -> String {
        let held = self.corrections.iter().find(|held| held.field == field);
        let (value, sure) = match (held, self.readings.get(field)) {
            (Some(held), _) => (held.read.clone(), held.confidence),
            (None, Some(seen)) => (seen.value.clone(), seen.confidence),
            (None, None) => (None, 0.0),
        };
        let read =
            value.map_or("unread".to_owned(), |v| format!("read {v} {}%", whole_percent(sure)));
        held.map_or(read.clone(), |held| format!("{} by hand, {read}", held.value))
    }

    /// The fields of the last picture that are not on the board and have a value, after those that
    /// are new.
    pub(crate) fn other_fields(&self) -> Vec<String> {
        let cells = self.panel.cells.iter().flat_map(|cells| cells.iter()).map(|cell| &cell.field);
        let headers = self.panel.right.iter().chain(&self.panel.below).flat_map(|h| &h.fields);
        let shown: Vec<&String> = cells.chain(headers).collect();
        let has_value = |seen: &Field| seen.value.as_ref().is_some_and(|value| !value.is_empty());
        let others = self.readings.values().filter(|seen| !shown.contains(&&seen.name));
        let (new, rest): (Vec<&Field>, Vec<&Field>) =
            others.partition(|seen| self.is_new(&seen.name));
        let rest = rest.into_iter().filter(|seen| has_value(seen));
        new.into_iter().chain(rest).map(|seen| seen.name.clone()).collect()
    }

    /// Whether a field is like nothing that its look was taught, so that a person can name it by
    /// typing it over.
    pub(crate) fn is_new(&self, field: &str) -> bool {
        let is_named = self.corrections.iter().any(|held| held.field == field);
        let seen =
            self.readings.get(field).filter(|_| !is_named && self.values.contains_key(field));
        seen.is_some_and(|seen| seen.why == Some(Unreadable::New))
    }

    /// The first field that is new.
    pub(crate) fn first_new(&self) -> Option<&str> {
        self.readings.keys().map(String::as_str).find(|field| self.is_new(field))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::reading::Reading;

    #[test]
    fn what_is_new_is_offered_first_until_it_is_named() {
        let number = |name: &str, reading: Reading<u8>| Field::of(name, &reading, u8::to_string);
        let fields = [
            number("a", Reading::sure(1, 0.9)),
            number("b", Reading::none(Unreadable::Covered)),
            number("c", Reading::none(Unreadable::New)),
            number("d", Reading::none(Unreadable::New)),
        ];
        let mut scene = Scene {
            readings: fields.into_iter().map(|field| (field.name.clone(), field)).collect(),
            // Nobody can type over d.
            values: ["a", "b", "c"].map(|name| (name.to_owned(), &["1", "2"][..])).into(),
            ..Scene::default()
        };
        assert_eq!(scene.first_new(), Some("c"));
        assert_eq!(scene.other_fields(), ["c", "a"]);
        let (field, value) = ("c".to_owned(), "2".to_owned());
        scene.corrections = vec![Correction { field, value, read: None, confidence: 0.0 }];
        assert_eq!(scene.first_new(), None);
    }
}
