//! The rounds that a person played, kept across sessions: summed up, exported and imported.

use crate::player::{Ending, noun};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The most rounds that are kept. The oldest go first.
const MOST: usize = 20_000;

/// The longest time between the ends of two rounds that counts as play, in milliseconds.
const PAUSE: u64 = 15 * 60_000;

/// The columns of a file, in their order.
const COLUMNS: [&str; 6] = ["at", "level", "outcome", "flipped", "coins", "chance"];

/// A round that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// When it ended, in milliseconds since 1970 (UTC).
    pub at: u64,
    /// The level it was played at, if that is known.
    pub level: Option<u8>,
    /// How it ended.
    pub outcome: Ending,
    /// The moves that count in the game.
    #[serde(rename = "flipped")]
    pub moves: u8,
    /// The score it paid.
    #[serde(rename = "coins")]
    pub score: u64,
    /// The chance to win it before the first move, 0 to 1, if it is known.
    pub chance: Option<f64>,
}

impl Played {
    fn can_be(&self) -> bool {
        self.at <= 100_000_000_000_000
            && self.level != Some(0)
            && self.score <= 1_000_000_000
            && self.chance.is_none_or(|chance| (0.0..=1.0).contains(&chance))
    }
}

/// The valid rounds among these entries, oldest first.
pub fn restored(entries: &Value) -> Vec<Played> {
    let read = entries.as_array().into_iter().flatten().filter_map(round);
    with(&read.collect::<Vec<_>>(), Vec::new())
}

fn round(entry: &Value) -> Option<Played> {
    Played::deserialize(entry).ok().filter(Played::can_be)
}

/// The rounds of both lists: each once, oldest first.
pub fn with(rounds: &[Played], more: Vec<Played>) -> Vec<Played> {
    let mut seen = BTreeSet::new();
    let all = rounds.iter().cloned().chain(more);
    let mut all: Vec<Played> = all.filter(|round| seen.insert(line(round))).collect();
    all.sort_by_key(|round| round.at);
    all.split_off(all.len().saturating_sub(MOST))
}

/// The totals of some rounds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sums {
    /// The number of rounds.
    pub rounds: usize,
    /// Of these, won.
    pub won: usize,
    /// The score of all rounds.
    pub score: u64,
    /// The score of the best round.
    pub best: u64,
    /// The highest known level.
    pub level: Option<u8>,
    /// Of the rounds with a known chance: their number, how many were won, and how many wins were expected.
    pub luck: Option<(usize, usize, f64)>,
    /// The score of an hour of play, without pauses.
    pub hourly: Option<f64>,
}

impl Sums {
    /// The summary of these rounds, oldest first.
    pub fn of(rounds: &[Played]) -> Self {
        let won = |round: &&Played| round.outcome == Ending::Won;
        let chances = || rounds.iter().filter_map(|round| Some((round, round.chance?)));
        let weighed = chances().count();
        // A round's time is that since the one before. The first has none, nor has one after a pause.
        let timed = rounds.iter().zip(rounds.iter().skip(1));
        let timed = timed.map(|(before, round)| (round.at.saturating_sub(before.at), round.score));
        let (time, paid) = timed
            .filter(|&(time, _)| 0 < time && time <= PAUSE)
            .fold((0, 0), |(time, paid), (more, score)| (time + more, paid + score));
        Self {
            rounds: rounds.len(),
            won: rounds.iter().filter(won).count(),
            score: rounds.iter().map(|round| round.score).sum(),
            best: rounds.iter().map(|round| round.score).max().unwrap_or_default(),
            level: rounds.iter().filter_map(|round| round.level).max(),
            luck: (weighed > 0).then(|| {
                let won = chances().filter(|(round, _)| won(round)).count();
                (weighed, won, chances().map(|(_, chance)| chance).sum())
            }),
            hourly: (time > 0).then(|| paid as f64 * 3_600_000.0 / time as f64),
        }
    }

    /// The summary as names and texts; nothing without rounds. `unit` is what a score is counted in, in the plural.
    pub fn facts(&self, unit: &str) -> Vec<(String, String)> {
        if self.rounds == 0 {
            return Vec::new();
        }
        let luck = self.luck.map(|(rounds, won, expected)| {
            let more = won as f64 - expected;
            let sign = if more < 0.0 { '−' } else { '+' };
            let luck = format!("{won} won, {expected:.1} expected of {rounds}");
            ("luck".to_owned(), format!("{luck} ({sign}{:.1})", more.abs()))
        });
        let level = self.level.map_or_else(|| "unknown".to_owned(), |level| level.to_string());
        let hourly = self.hourly.map(|hourly| (format!("{unit} an hour"), grouped(hourly as u64)));
        [
            ("rounds".to_owned(), format!("{} ({} won)", self.rounds, self.won)),
            (unit.to_owned(), grouped(self.score)),
            ("best round".to_owned(), grouped(self.best)),
            ("highest level".to_owned(), level),
        ]
        .into_iter()
        .chain(hourly)
        .chain(luck)
        .collect()
    }

    /// Rounds and score in a few words.
    pub fn brief(&self, unit: &str) -> String {
        let counted = |count: u64, what| format!("{} {}", grouped(count), noun(count, what));
        match self.rounds {
            0 => "no rounds yet".to_owned(),
            rounds => {
                format!("{}, {}", counted(rounds as u64, "rounds"), counted(self.score, unit))
            }
        }
    }
}

/// A number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let comma = |at: usize| if at > 0 && (digits.len() - at).is_multiple_of(3) { "," } else { "" };
    digits.char_indices().map(|(at, digit)| format!("{}{digit}", comma(at))).collect()
}

/// The score after each round, from 0 before the first.
pub fn course(rounds: &[Played]) -> Vec<u64> {
    let mut total = 0;
    let after = rounds.iter().map(|round| {
        total += round.score;
        total
    });
    std::iter::once(0).chain(after).collect()
}

/// Rounds as a table: a line of column names, then a line a round.
pub fn to_csv(rounds: &[Played]) -> String {
    let lines = std::iter::once(COLUMNS.join(",")).chain(rounds.iter().map(line));
    lines.map(|line| line + "\r\n").collect()
}

fn line(round: &Played) -> String {
    let known = |value: Option<String>| value.unwrap_or_default();
    let Played { at, level, outcome, moves, score, chance } = round;
    let level = known(level.map(|level| level.to_string()));
    let chance = known(chance.map(|chance| chance.to_string()));
    format!("{},{level},{outcome},{moves},{score},{chance}", time(*at))
}

/// Rounds as JSON.
pub fn to_json(rounds: &[Played]) -> String {
    format!("{:#}\n", json!({ "voltsight": 1, "rounds": rounds }))
}

/// Parses rounds that [`to_csv`] or [`to_json`] wrote.
///
/// # Errors
/// The end of a sentence: there are none, or something is not a round.
pub fn parse(text: &str) -> Result<Vec<Played>, String> {
    let entries = if text.trim_start().starts_with(['{', '[']) {
        let json: Value = serde_json::from_str(text).map_err(|why| why.to_string())?;
        json.get("rounds").unwrap_or(&json).as_array().cloned().unwrap_or_default()
    } else {
        let mut lines = text.trim().lines();
        let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        lines.map(|line| entry(&names, line)).collect()
    };
    if entries.is_empty() {
        return Err("there are no rounds in this file".to_owned());
    }
    let rounds = entries.iter().enumerate().map(|(at, entry)| {
        round(entry).ok_or_else(|| {
            let number = at + 1;
            format!("entry {number} of this file is not a round: export a file to see the format")
        })
    });
    rounds.collect()
}

/// A line of a table as an entry.
fn entry(names: &[&str], line: &str) -> Value {
    let fields = names.iter().zip(line.split(','));
    let fields = fields.map(|(&name, value)| {
        let value = match name {
            "at" => json!(moment(value)),
            "outcome" => json!(value),
            _ => serde_json::from_str(value).unwrap_or_default(),
        };
        (name.to_owned(), value)
    });
    Value::Object(fields.collect::<Map<_, _>>())
}

/// Milliseconds since 1970 as ISO 8601 has them: "2026-11-28T15:04:05.678Z".
fn time(at: u64) -> String {
    let at = i64::try_from(at).ok().and_then(DateTime::from_timestamp_millis);
    at.unwrap_or(DateTime::<Utc>::MAX_UTC).to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// The time that [`time`] wrote, in milliseconds since 1970.
fn moment(text: &str) -> Option<u64> {
    let at = DateTime::parse_from_rfc3339(text).ok()?;
    u64::try_from(at.timestamp_millis()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(minute: u64, score: u64) -> Played {
        let (level, chance) = (Some(3), Some(0.5));
        Played { at: minute * 60_000, level, outcome: Ending::Won, moves: 5, score, chance }
    }

    fn lost(minute: u64) -> Played {
        Played { outcome: Ending::Lost, chance: Some(0.25), ..played(minute, 0) }
    }

    #[test]
    fn rounds_are_summed_up_with_luck_and_without_pauses() {
        let sums = Sums::of(&[played(0, 100), lost(2), played(4, 50), played(100, 1000)]);
        assert_eq!((sums.rounds, sums.won, sums.score, sums.best), (4, 3, 1150, 1000));
        assert_eq!((sums.level, sums.luck), (Some(3), Some((4, 3, 1.75))));
        // Four minutes for 50 coins: the hour and a half without a round is left out.
        assert_eq!(sums.hourly, Some(750.0));
        let facts = sums.facts("coins");
        assert_eq!(facts[1], ("coins".into(), "1,150".into()));
        assert_eq!(facts[5].1, "3 won, 1.8 expected of 4 (+1.2)");
        assert_eq!(sums.brief("coins"), "4 rounds, 1,150 coins");
        assert_eq!(Sums::of(&[played(0, 1)]).brief("coins"), "1 round, 1 coin");
        assert_eq!((Sums::of(&[]).hourly, Sums::of(&[]).facts("coins").len()), (None, 0));
        assert_eq!(course(&[played(0, 3), lost(1), played(2, 4)]), [0, 3, 3, 7]);
    }

    #[test]
    fn rounds_are_exported_and_imported() {
        let unknown = Played { level: None, chance: None, ..lost(2) };
        let rounds = [played(0, 100), unknown.clone(), Played { at: 1_795_878_245_678, ..lost(3) }];
        for text in [to_csv(&rounds), to_json(&rounds)] {
            assert_eq!(parse(&text).unwrap(), rounds, "{text}");
        }
        assert!(to_csv(&rounds).contains("2026-11-28T15:04:05.678Z,3,lost,5,0,0.25"));
        let more = with(&rounds[..2], parse(&to_csv(&[unknown, played(1, 7)])).unwrap());
        assert_eq!(more.iter().map(|round| round.at / 60_000).collect::<Vec<_>>(), [0, 1, 2]);
        let wrong = to_json(&[Played { level: Some(0), ..lost(1) }]);
        for bad in ["", "a,b\n1,2", "{\"rows\": 1}", "{", &wrong] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        let kept = json!([rounds[0], { "outcome": "<b>" }, null]);
        assert_eq!(restored(&kept), rounds[..1]);
    }

    #[test]
    fn every_day_is_written_and_read() {
        for day in (0..60_000).step_by(7) {
            let at = day * 86_400_000 + 86_399_999;
            assert_eq!(moment(&time(at)), Some(at));
        }
        assert_eq!(time(951_782_400_000), "2000-02-29T00:00:00.000Z");
    }
}
