//! What happens, in lines of text.

use session::{Event, Stopped, Units, noun};
use std::time::Duration;

/// A line with the time before it.
pub(crate) fn stamped(at: Duration, line: &str) -> String {
    format!("{:8.2} s  {line}", at.as_secs_f64())
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
                let (score, moves) = (noun(end.score, score), noun(end.moves.into(), moves));
                format!("round {}: {} {score}, {} {moves}", end.ending, end.score, end.moves)
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
