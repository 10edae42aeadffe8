//! What happens, in lines of text.

use session::{Event, Stopped, Units};
use std::time::Duration;

/// A line with the time before it.
pub(crate) fn stamped(at: Duration, line: &str) -> String {
    format!("{:8.2} s  {line}", at.as_secs_f64())
}

/// A number of something, the plural of whose first word ends with an s.
fn counted(number: u64, units: &str) -> String {
    let noun = units.split(' ').next().unwrap_or_default();
    match noun.strip_suffix('s') {
        Some(one) if number == 1 => format!("1 {one}{}", &units[noun.len()..]),
        _ => format!("{number} {units}"),
    }
}

/// What happened in a line, and whether it is told even when only rounds are.
pub(crate) fn line(event: &Event<'_>, units: Units) -> Option<(String, bool)> {
    Some(match event {
        Event::Acted { act, attempt: 1, .. } if !act.dismissal => (act.what.to_string(), false),
        Event::Acted { act, attempt, .. } if !act.dismissal => {
            (format!("{}, attempt {attempt}", act.what), true)
        }
        Event::Doubt(what) => (format!("unclear: {what}"), false),
        Event::Resumed => ("resumed".to_owned(), true),
        Event::Note(what) => ((*what).to_owned(), true),
        Event::RoundEnd(end) => {
            let mut line = {
                let Units { score, moves } = units;
                let (score, moves) = (counted(end.score, score), counted(end.moves.into(), moves));
                format!("round {}: {score}, {moves}", end.ending)
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

/// Why nothing is done for a while, if that is what the event says.
pub(crate) fn obstacle(event: &Event<'_>) -> Option<String> {
    Some(match event {
        Event::Standstill(what) => format!("waiting for {what}"),
        Event::Held(why) => (*why).to_owned(),
        Event::NoPicture(why) => why.to_string(),
        Event::NotVisible { why, .. } => why.to_string(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_not_many() {
        assert_eq!(counted(1, "cards"), "1 card");
        assert_eq!(counted(1, "games won"), "1 game won");
        assert_eq!(counted(0, "coins"), "0 coins");
        assert_eq!(counted(12, "cells"), "12 cells");
    }
}
