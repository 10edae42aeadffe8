//! When `voltsight watch` stops.

use crate::number::whole;
use session::Goals;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// When to stop.
#[derive(Debug, clap::Args)]
pub(super) struct GoalArguments {
    /// Stop after N rounds.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000_000))]
    rounds: Option<u64>,
    /// Stop after the round in which N coins are reached.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=1_000_000_000))]
    coins: Option<u64>,
    /// Stop after the round at a time of day (23:30), or after a length of time (90m, 2h).
    #[arg(long, value_name = "TIME", value_parser = until)]
    until: Option<Instant>,
    /// Stop after a lost round.
    #[arg(long)]
    stop_after_loss: bool,
}

impl GoalArguments {
    /// The goals that were set, for a session that begins now.
    pub fn goals(&self) -> Goals {
        Goals {
            rounds: self.rounds,
            score: self.coins,
            until: self.until.map(|end| end.saturating_duration_since(Instant::now())),
            stop_after_loss: self.stop_after_loss,
        }
    }

    /// Whether the time is up.
    pub fn is_late(&self) -> bool {
        self.until.is_some_and(|end| Instant::now() >= end)
    }
}

/// A year in seconds.
const YEAR: u64 = 366 * 24 * 3600;

/// When the first length of time was read. What is typed is read anew where another game is shown than the default one.
static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// When a length of time from the beginning is over, or when it is that time of day.
fn until(text: &str) -> Result<Instant, String> {
    let wrong =
        || format!("{text:?} is not a time: write 23:30 for a time of day, 90m or 2h for a length");
    if let Some((hours, minutes)) = text.split_once(':') {
        let now = chrono::Local::now().naive_local();
        let (hours, minutes) =
            (hours.parse().map_err(|_| wrong())?, minutes.parse().map_err(|_| wrong())?);
        let then = now.date().and_hms_opt(hours, minutes, 0).ok_or_else(wrong)?;
        let wait = if then > now { then - now } else { then - now + chrono::TimeDelta::days(1) };
        return Ok(Instant::now() + wait.to_std().map_err(|_| wrong())?);
    }
    let unit = match text.chars().last() {
        Some('s') => 1,
        Some('m') => 60,
        Some('h') => 3600,
        _ => return Err(wrong()),
    };
    let number: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    let seconds = number.saturating_mul(unit);
    if !(1..=YEAR).contains(&seconds) {
        return Err(format!("{text:?} is not a time to play: it may be from 1 s to a year"));
    }
    Ok(*BEGIN + Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_times_of_day() {
        let seconds = |text| until(text).map(|end| (end - *BEGIN).as_secs());
        assert_eq!(seconds("90m"), Ok(5400));
        assert_eq!(seconds("2h"), Ok(7200));
        assert_eq!(seconds("45s"), Ok(45));
        assert!(seconds("23:59").is_ok_and(|wait| wait <= 24 * 3600));
        for wrong in ["", "x", "25:00", "12:60", "h", "3", "3µ", "0m", "-1m", "99999999999999h"] {
            assert!(until(wrong).is_err(), "{wrong}");
        }
    }
}
