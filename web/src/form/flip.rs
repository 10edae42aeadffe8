//! The form of Voltorb Flip.

use super::{Form, Misfit};
use serde_json::{Value, json};
use voltorb_flip::Outcome;
use voltorb_flip::board::{Card, coins};
use voltorb_flip::levels::{self, Level, Round};
use voltorb_flip::notation::parse_pasted;
use voltorb_flip::solver::draft::{self, Draft};
use voltorb_flip::solver::rules::Candidates;
use voltorb_flip::solver::{LineId, MOST_BOARDS, never};

pub struct FlipForm;

fn draft(text: &str) -> Result<Draft, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn told(misfit: &draft::Misfit) -> Misfit {
    let row = |line: &LineId| if let LineId::Row(row) = *line { Some(row) } else { None };
    let column = |line: &LineId| if let LineId::Column(c) = *line { Some(c) } else { None };
    Misfit {
        text: misfit.conflict.to_string(),
        rows: misfit.lines.iter().filter_map(row).collect(),
        cols: misfit.lines.iter().filter_map(column).collect(),
        cells: misfit.cells.clone(),
        level: misfit.level,
        ..Misfit::default()
    }
}

/// What lines alone prove of a card.
fn proven(candidates: Candidates) -> Option<String> {
    match candidates.sure() {
        Some(Card::Voltorb) => Some("V".to_owned()),
        Some(card) => Some(card.value().to_string()),
        None if candidates.is_safe() => Some("safe".to_owned()),
        None if candidates.is_useless() => Some("useless".to_owned()),
        None => None,
    }
}

impl Form for FlipForm {
    fn check(&self, text: &str, deep: bool) -> Result<Value, String> {
        let draft = draft(text)?;
        let misfits = if deep { draft.all_misfits(&never) } else { draft.misfits() };
        let position = draft.position();
        let lines = || draft.rows.iter().chain(&draft.cols).flatten();
        let candidates = draft.candidates();
        let proven = candidates.map(|&candidates| proven(candidates));
        let implied = draft.implied().map(|(id, line)| {
            let (side, at) = match id {
                LineId::Row(row) => ("rows", row),
                LineId::Column(column) => ("cols", column),
            };
            json!({ "side": side, "at": at, "line": line })
        });
        let [rows, cols] = draft.totals();
        // One side is enough: both have the same totals.
        let whole = [(&draft.rows, rows), (&draft.cols, cols)]
            .into_iter()
            .find(|(lines, _)| lines.iter().flatten().all(Option::is_some));
        let levels: Vec<Level> = whole
            .map(|(_, totals)| Level::all().filter(|level| level.deals(totals)).collect())
            .unwrap_or_default();
        let up = || draft.tiles.iter().flatten();
        let outcome = position
            .as_ref()
            .and_then(|position| position.outcome())
            .or_else(|| up().any(|&card| card == Card::Voltorb).then_some(Outcome::Lost));
        let flipped = up().filter(|&&card| card != Card::Voltorb).count();
        let coins = coins(&draft.tiles);
        Ok(json!({
            "complete": position.is_some(),
            "missing": lines().filter(|number| number.is_none()).count(),
            "misfits": misfits.iter().map(told).collect::<Vec<_>>(),
            "proven": misfits.is_empty().then_some(proven),
            "implied": implied,
            "totals": { "rows": rows, "cols": cols },
            "levels": levels,
            "round": { "outcome": outcome, "flipped": flipped, "coins": coins },
        }))
    }

    fn pasted(&self, text: &str) -> Result<Value, String> {
        let position = parse_pasted(text).map_err(|error| error.to_string())?;
        if (position.rows.len(), position.cols.len()) != (5, 5) {
            return Err("the board has five rows and five columns: give ten headers".to_owned());
        }
        Ok(json!(Draft::from(position)))
    }
}

pub fn level_chances(text: &str) -> Vec<(Level, f64)> {
    let position = draft(text).ok().and_then(|draft| draft.position());
    let chances = position
        .map(|position| voltorb_flip::solver::level_chances(&position, MOST_BOARDS, &never));
    chances.and_then(Result::ok).unwrap_or_default()
}

pub fn next_level(rounds: &str) -> Result<u8, String> {
    let rounds: Vec<Round> = serde_json::from_str(rounds).map_err(|error| error.to_string())?;
    Ok(levels::next_level(&rounds).number())
}
