//! A reading as text.

use crate::games::voltorb_flip::board::Card;
use crate::games::voltorb_flip::screen::{LineSighting, Sighting};
use crate::geometry::Placement;
use crate::reading::Reading;
use std::fmt::{Display, Write};

/// What was read, with the confidence of every field in percent.
pub fn text(seen: &Sighting) -> String {
    let mut out = String::new();
    let mut line = |name: &str, value: String| {
        let _ = writeln!(out, "  {name:<12} {value}");
    };
    line("look", seen.look.to_string());
    line("state", field(&seen.phase, |phase| phase.name().to_owned()));
    line("level", field(&seen.level, ToString::to_string));
    line("total coins", field(&seen.total_coins, ToString::to_string));
    line("round coins", field(&seen.round_coins, ToString::to_string));
    line("cursor", field(&seen.cursor, |(r, c)| format!("row {}, column {}", r + 1, c + 1)));
    line("touch screen", place(&seen.touch));
    line("top screen", seen.top.as_ref().map_or("not in the picture".to_owned(), place));
    let Some(board) = &seen.board else {
        let none = match seen.phase.value {
            Some(_) => "none in play",
            None => "not readable; another look can be taught with `voltsight calibrate`",
        };
        line("board", none.to_owned());
        return out;
    };
    out.push('\n');
    let width = 11;
    let mut row = |cells: Vec<String>| {
        let text: String = cells.iter().map(|cell| format!("{cell:<width$}")).collect();
        let _ = writeln!(out, "  {}", text.trim_end());
    };
    for (r, header) in board.rows.iter().enumerate() {
        let tiles = (0..board.tiles.columns()).map(|c| {
            let marks: String =
                board.memos[(r, c)].value.iter().flat_map(|m| m.marks()).map(letter).collect();
            cell(&board.tiles[(r, c)], |tile| match tile {
                None if marks.is_empty() => ".".to_owned(),
                None => format!(".({marks})"),
                Some(card) => letter(*card).to_string(),
            })
        });
        row(tiles.chain([headers(header)]).collect());
    }
    row(board.cols.iter().map(headers).collect());
    out.push_str("\n  . face down, V Voltorb, (V12) memo marks; headers sum/Voltorbs; then the confidence in %\n");
    out
}

fn letter(card: Card) -> char {
    match card {
        Card::Voltorb => 'V',
        card => char::from(b'0' + card.value()),
    }
}

fn field<T>(field: &Reading<T>, show: impl Fn(&T) -> String) -> String {
    match (&field.value, field.why) {
        (Some(value), _) => format!("{} ({} %)", show(value), percent(field.confidence)),
        (None, Some(why)) => format!("- ({why})"),
        (None, None) => "-".to_owned(),
    }
}

fn cell<T>(field: &Reading<T>, show: impl Fn(&T) -> String) -> String {
    match &field.value {
        Some(value) => format!("{} {}", show(value), percent(field.confidence)),
        None => "?".to_owned(),
    }
}

fn headers(line: &LineSighting) -> String {
    let part = |field: &Reading<u8>| field.value.map_or("?".to_owned(), |v| v.to_string());
    let least = line.sum.confidence.min(line.voltorbs.confidence);
    format!("{}/{} {}", part(&line.sum), part(&line.voltorbs), percent(least))
}

/// A confidence in whole percent, never rounded up to certainty.
fn percent(confidence: f32) -> impl Display {
    (100.0 * confidence).floor().min(99.0)
}

fn place(placement: &Placement) -> String {
    let (sx, sy) = placement.scale();
    let area = placement.area;
    format!("at ({:.1}, {:.1}), scale {sx:.3} x {sy:.3}", area.x, area.y)
}
