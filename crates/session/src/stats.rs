//! The statistics of a session.

use super::observer::{Event, Observer};
use super::player::{Ending, Units, View};
use serde::Serialize;
use std::time::Duration;

/// The statistics of a session.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Statistics {
    /// Rounds that ended.
    pub rounds: u64,
    /// Of these, won.
    pub won: u64,
    /// Of these, lost.
    pub lost: u64,
    /// Of these, left with what there was.
    pub quit: u64,
    /// The highest level that a round was played at, or that followed one.
    pub highest_level: Option<u8>,
    /// The level that follows the last round.
    pub level: Option<u8>,
    /// What the rounds paid.
    pub score: u64,
    /// Moves that count in the game.
    pub moves: u64,
    /// Pictures that were read, those with the same pixels as the one before not counted.
    pub pictures: u64,
    /// Acts made: every tap and key.
    pub acts: u64,
    /// Of these, dismissals of message boxes.
    pub dismissals: u64,
    /// Acts other than dismissals that were made again because no effect was seen.
    pub repeated: u64,
    /// Acts whose effect was seen; a dismissal is one with all its repetitions.
    pub confirmed: u64,
    /// Of these, acts other than dismissals.
    pub confirmed_moves: u64,
    /// Readings that could not be right, or were not sure enough.
    pub doubts: u64,
    /// The source's clock at the end.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub time: Duration,
    /// From one act that is not a dismissal to the next one of the same round, dismissals in between or
    /// not.
    pub per_move: Pauses,
    /// The same, without dismissals in between.
    pub per_quiet_move: Pauses,
    /// The first part of these: from a tap until its effect is seen.
    pub until_seen: Pauses,
    /// The second part: from then to the next tap.
    pub until_next: Pauses,
    /// What the game counts.
    #[serde(skip)]
    units: Units,
    #[serde(skip)]
    last: Option<Duration>,
    /// When the effect of the last act that was no dismissal was seen, and how long after it.
    #[serde(skip)]
    seen: Option<(Duration, Duration)>,
    #[serde(skip)]
    dismissed: bool,
}

/// Lengths of time.
#[derive(Clone, Debug, Default)]
pub struct Pauses(Vec<Duration>);

impl Pauses {
    /// The length that the share `q`, 0 to 1, does not exceed; `None` without any.
    pub fn quantile(&self, q: f64) -> Option<Duration> {
        let mut sorted = self.0.clone();
        sorted.sort();
        let last = sorted.len().checked_sub(1)?;
        Some(sorted[(q * last as f64).round() as usize])
    }

    /// The number of lengths.
    pub fn count(&self) -> usize {
        self.0.len()
    }
}

/// In JSON: count, median and 90th percentile in seconds.
impl Serialize for Pauses {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let seconds = |q| self.quantile(q).map(|time| time.as_secs_f64());
        let mut fields = serializer.serialize_struct("Pauses", 3)?;
        fields.serialize_field("count", &self.count())?;
        fields.serialize_field("median_seconds", &seconds(0.5))?;
        fields.serialize_field("p90_seconds", &seconds(0.9))?;
        fields.end()
    }
}

fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

impl Observer for Statistics {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        self.time = at;
        self.units = view.units();
        match event {
            Event::Looked { .. } => self.pictures += 1,
            Event::Doubt(_) => self.doubts += 1,
            Event::Acted { act, attempt, .. } => {
                self.acts += 1;
                if act.dismissal {
                    self.dismissals += 1;
                    self.dismissed = true;
                    return;
                }
                self.repeated += u64::from(*attempt > 1);
                if let Some(last) = self.last.replace(at) {
                    let pause = at.saturating_sub(last);
                    self.per_move.0.push(pause);
                    if !self.dismissed {
                        self.per_quiet_move.0.push(pause);
                        if let Some((seen, after)) = self.seen {
                            self.until_seen.0.push(after);
                            self.until_next.0.push(at.saturating_sub(seen));
                        }
                    }
                }
                self.dismissed = false;
                self.seen = None;
            }
            Event::Confirmed { act, after } => {
                self.confirmed += 1;
                if !act.dismissal {
                    self.confirmed_moves += 1;
                    self.seen = Some((at, *after));
                }
            }
            Event::RoundEnd(end) => {
                self.rounds += 1;
                match end.ending {
                    Ending::Won => self.won += 1,
                    Ending::Lost => self.lost += 1,
                    Ending::Quit => self.quit += 1,
                }
                self.score += end.score;
                self.moves += u64::from(end.moves);
                self.level = end.next_level;
                self.highest_level = self.highest_level.max(end.level).max(end.next_level);
                self.last = None;
            }
            _ => {}
        }
    }
}

impl std::fmt::Display for Statistics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "rounds    {} ({} won, {} lost, {} quit) with {} moves, in {:.0} s",
            self.rounds,
            self.won,
            self.lost,
            self.quit,
            self.moves,
            self.time.as_secs_f64()
        )?;
        if let (Some(level), Some(highest)) = (self.level, self.highest_level) {
            writeln!(f, "level     {level}, {highest} at the most")?;
        }
        writeln!(f, "{:<9} {}", self.units.score, self.score)?;
        writeln!(
            f,
            "presses   {} to play: {} confirmed, {} repeated; {} more to close messages",
            self.acts - self.dismissals,
            self.confirmed_moves,
            self.repeated,
            self.dismissals
        )?;
        writeln!(f, "pictures  {} read, {} doubtful", self.pictures, self.doubts)?;
        let show = |pauses: &Pauses| {
            let q = |q| pauses.quantile(q).unwrap_or_default().as_secs_f64();
            format!("{:.2} s, p90 {:.2} s ({})", q(0.5), q(0.9), pauses.count())
        };
        if self.per_move.count() > 0 {
            writeln!(f, "per move  median {}", show(&self.per_move))?;
        }
        if self.per_quiet_move.count() > 0 {
            writeln!(f, "          without a message {}", show(&self.per_quiet_move))?;
            let median = |pauses: &Pauses| pauses.quantile(0.5).unwrap_or_default().as_secs_f64();
            writeln!(
                f,
                "          of that, {:.2} s until the effect is seen, {:.2} s to the next tap",
                median(&self.until_seen),
                median(&self.until_next)
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 102 presses 80 pass messages, several of which one effect confirms: none of them failed.
    #[test]
    fn presses_that_pass_messages_are_not_counted_with_those_that_play() {
        let statistics = Statistics {
            acts: 102,
            dismissals: 80,
            confirmed: 65,
            confirmed_moves: 22,
            ..Statistics::default()
        };
        let told = "presses   22 to play: 22 confirmed, 0 repeated; 80 more to close messages\n";
        assert!(statistics.to_string().contains(told), "{statistics}");
    }

    #[test]
    fn quantiles_of_pauses() {
        let pauses = Pauses([5, 1, 3, 2, 4].map(Duration::from_secs).to_vec());
        assert_eq!(pauses.quantile(0.0), Some(Duration::from_secs(1)));
        assert_eq!(pauses.quantile(0.5), Some(Duration::from_secs(3)));
        assert_eq!(pauses.quantile(1.0), Some(Duration::from_secs(5)));
        assert_eq!(Pauses::default().quantile(0.5), None);
    }
}
