//! The reason for a piece of advice, in words: what a person can see in single lines first, then
//! the odds and what the gamble buys.

use super::rules::{Candidates, Deduction, Rule, deduce};
use super::{Advice, CampaignValues, Objective, TileAdvice};
use crate::board::Position;
use crate::levels::{LONG_ROUND, Outcome};
use grid::Cell;
pub use grid::chance::percent;

/// The reason for a piece of advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What to do, with the shortest reason: one sentence.
    pub verdict: String,
    /// The reasons at length, a sentence or two each: proofs first.
    pub reasons: Vec<String>,
}

/// Explains the advice that the solver gave for this position.
pub fn explain(position: &Position, advice: &Advice) -> Explanation {
    match (advice.over, advice.best) {
        (Some(Outcome::Won), _) => verdict("The board is cleared: every 2 and 3 is face up."),
        (Some(_), _) => verdict("A Voltorb is face up: the round is over."),
        (None, best) if advice.quit => stop(position, advice, best),
        (None, None) => verdict("No card is worth a flip: nothing can be gained."),
        (None, Some(best)) => flip(position, advice, best),
    }
}

fn verdict(text: &str) -> Explanation {
    Explanation { verdict: text.to_owned(), reasons: Vec::new() }
}

/// Quitting, or leaving the other cards alone where quitting changes nothing.
fn stop(position: &Position, advice: &Advice, best: Option<Cell>) -> Explanation {
    let coins = position.coins();
    let verdict = match advice.objective {
        Objective::Coins => {
            format!("Quit: the {} are worth more than the best flip.", counted(coins))
        }
        Objective::Campaign(_) => format!(
            "Quit: the {} and what the level is worth then are more than the best flip.",
            counted(coins)
        ),
        _ => "Flip no more: nothing more can be gained.".to_owned(),
    };
    let reasons = best.map(|cell| {
        let tile = &advice.tiles[cell];
        format!(
            "The best flip would be {}, a Voltorb in {}: {}.",
            place(cell),
            percent(tile.odds[0]),
            prospect(advice.objective, tile),
        )
    });
    Explanation { verdict, reasons: reasons.into_iter().collect() }
}

fn flip(position: &Position, advice: &Advice, best: Cell) -> Explanation {
    let tile = &advice.tiles[best];
    let deduction = deduce(position, &Rule::ALL);
    if tile.safe {
        return flip_safe(advice, best, &deduction);
    }
    let verdict = format!(
        "Flip {}: a Voltorb in {}, a 2 or 3 in {}.",
        place(best),
        percent(tile.odds[0]),
        percent(tile.odds[2] + tile.odds[3]),
    );
    let mut reasons = Vec::new();
    if advice.objective == Objective::Clear && !advice.tiles.iter().any(|t| t.safe && t.useful) {
        reasons.push("No card that may be a 2 or 3 is certainly safe.".to_owned());
    }
    let odds: Vec<_> = ["a Voltorb", "a 1", "a 2", "a 3"]
        .iter()
        .zip(tile.odds)
        .filter(|&(_, chance)| chance > 0.0)
        .map(|(card, chance)| format!("{card} in {}", percent(chance)))
        .collect();
    reasons.push(format!(
        "{} is {} of what fits{}.",
        capitalised(&place(best)),
        odds.join(", "),
        if position.level.is_some() { ", weighed as the level deals it" } else { "" },
    ));
    reasons.push(what_it_buys(advice, tile));
    reasons.extend(rounds_to_come(position, advice));
    reasons.extend(estimates(advice));
    reasons.extend(too_early(advice, tile));
    reasons.extend(less_risky(advice, best, &deduction));
    Explanation { verdict, reasons }
}

/// What the ends of the round are worth for the rounds after it.
fn rounds_to_come(position: &Position, advice: &Advice) -> Option<String> {
    let Objective::Campaign(per) = advice.objective else { return None };
    let (standing, values) = (advice.standing?, CampaignValues::shipped(per));
    let flipped = position.tiles.iter().flatten().count() as u8;
    let end = |outcome, cards| {
        let next = standing.after(outcome, cards);
        let place = match next.streak {
            0 => format!("level {}", next.level),
            1 => format!("level {} with a long round behind", next.level),
            n => format!("level {} with {n} long rounds behind", next.level),
        };
        (next, place, values.worth(next))
    };
    let (lost, lost_at, lost_worth) = end(Outcome::Lost, flipped);
    let (won, won_at, won_worth) = end(Outcome::Won, flipped.max(LONG_ROUND));
    let more = won_worth - lost_worth;
    if won == lost || more <= 0.0 {
        return None;
    }
    Some(format!(
        "Clearing the board is worth more than its coins: it leads to {won_at}, a Voltorb now to \
         {lost_at}, and that is worth {} more in the rounds to come, where a {per} brings {} on average.",
        coins_text(more),
        coins_text(values.gain),
    ))
}

/// That the chances are not those of the boards that fit.
fn estimates(advice: &Advice) -> Option<String> {
    (!advice.counted).then(|| {
        "The boards that fit were not all counted: the chances are estimates from the headers."
            .to_owned()
    })
}

/// Why a safe card that may be a 2 or 3 is left alone.
fn too_early(advice: &Advice, best: &TileAdvice) -> Option<String> {
    let safe = |tile: &TileAdvice| tile.safe && tile.useful && tile.upper < best.lower - 1e-9;
    let (cell, _) = advice.tiles.cells().find(|(_, tile)| safe(tile))?;
    Some(format!(
        "{} is safe, but better left for later: the last 2 or 3 ends the round.",
        capitalised(&place(cell))
    ))
}

fn flip_safe(advice: &Advice, best: Cell, deduction: &Deduction) -> Explanation {
    let tile = &advice.tiles[best];
    let worth = match tile.odds {
        [_, _, _, 1.0] => "a 3".to_owned(),
        [_, _, 1.0, _] => "a 2".to_owned(),
        [_, 1.0, ..] => "a 1, and counts as a card flipped".to_owned(),
        [_, _, two, three] => format!("a 2 or 3 in {}", percent(two + three)),
    };
    let verdict = format!("Flip {}: certainly no Voltorb, {worth}.", place(best));
    let mut reasons = Vec::new();
    if deduction.candidates[best].is_safe() {
        reasons.extend(
            deduction.chain(best, Candidates::is_safe).iter().map(|proof| proof.because.clone()),
        );
    } else {
        reasons.push(match advice.solutions {
            1 => "Only one board fits.".to_owned(),
            n => format!("It is no Voltorb in any of the {n} boards that fit, though no single line shows it."),
        });
    }
    if tile.useful && advice.objective.is_never_early() {
        reasons.push("A safe card that may be a 2 or 3 is always worth its flip.".to_owned());
    }
    let also: Vec<_> = advice
        .tiles
        .cells()
        .filter(|&(cell, t)| cell != best && t.safe && t.useful)
        .map(|(cell, _)| place(cell))
        .collect();
    if !also.is_empty() {
        reasons.push(format!("Just as safe and useful: {}.", also.join("; ")));
    }
    reasons.extend(estimates(advice));
    if advice.objective != Objective::Next {
        reasons.push(what_it_buys(advice, tile));
    }
    Explanation { verdict, reasons }
}

/// What the best flip is worth, and the runner-up.
fn what_it_buys(advice: &Advice, tile: &TileAdvice) -> String {
    let now = format!(
        "Flipped now and played on in the best way, it {}",
        prospect(advice.objective, tile)
    );
    let Some(other) = advice.runner_up.filter(|_| advice.exact) else {
        return format!("{now}.");
    };
    let runner_up = match advice.objective {
        _ if other.margin < 1e-9 => "just as good".to_owned(),
        Objective::Coins | Objective::Campaign(_) => {
            format!("{} less", coins_text(other.margin))
        }
        _ => format!("{} points less", points(other.margin)),
    };
    format!("{now}; next best is {}, {runner_up}.", place(other.cell))
}

/// Why not the tiles that look safer: one that is worth a flip less, one that is worth none.
fn less_risky(advice: &Advice, best: Cell, deduction: &Deduction) -> Vec<String> {
    let risk = advice.tiles[best].odds[0];
    let safest = |useful: bool| {
        advice
            .tiles
            .cells()
            .filter(|(_, t)| !t.face_up && t.useful == useful && t.odds[0] < risk - 1e-9)
            .min_by(|a, b| a.1.odds[0].total_cmp(&b.1.odds[0]))
    };
    let mut reasons = Vec::new();
    if let Some((cell, tile)) = safest(true) {
        let value = tile
            .value
            .map_or(String::new(), |_| format!(", but it {}", prospect(advice.objective, tile)));
        reasons.push(format!(
            "{} is less of a risk ({}){value}.",
            capitalised(&place(cell)),
            percent(tile.odds[0]),
        ));
    }
    let flips_count = matches!(
        advice.objective,
        Objective::Level | Objective::Survive(_) | Objective::ClearWith(_) | Objective::Campaign(_)
    );
    if let Some((cell, tile)) = safest(false).filter(|_| !flips_count) {
        let mut text = format!(
            "{} is {}, but it can only be a 1 or a Voltorb: it cannot help to clear the board.",
            capitalised(&place(cell)),
            match tile.odds[0] {
                0.0 => "safe".to_owned(),
                risk => format!("less of a risk ({})", percent(risk)),
            },
        );
        if deduction.candidates[cell].is_useless() {
            for proof in deduction.chain(cell, Candidates::is_useless) {
                text += " ";
                text += &proof.because;
            }
        }
        reasons.push(text);
    }
    reasons
}

/// What flipping a tile leads to, as a verb phrase: "clears the board in 54.3 % of all cases".
fn prospect(objective: Objective, tile: &TileAdvice) -> String {
    let amount = |show: &dyn Fn(f64) -> String| match tile.value {
        Some(value) => show(value),
        None => format!("between {} and {}", show(tile.lower), show(tile.upper)),
    };
    let cases = amount(&percent);
    match objective {
        Objective::Clear => format!("clears the board in {cases} of all cases"),
        Objective::Coins => format!("brings {} on average", amount(&coins_text)),
        Objective::Campaign(_) => {
            format!("is worth {} with the rounds after it", amount(&coins_text))
        }
        Objective::Level => format!("keeps or raises the level in {cases} of all cases"),
        Objective::Survive(cards) => format!("gets to {cards} cards in {cases} of all cases"),
        Objective::ClearWith(cards) => {
            format!("clears the board with {cards} or more cards flipped in {cases} of all cases")
        }
        Objective::Next => format!("is no Voltorb in {cases} of all cases"),
    }
}

fn counted(coins: u64) -> String {
    format!("{coins} coin{}", if coins == 1 { "" } else { "s" })
}

fn coins_text(coins: f64) -> String {
    format!("{coins:.1} coins")
}

/// A tile's place, counted from 1: "row 2, column 3".
pub fn place((row, column): Cell) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

/// A difference of chances in percentage points, with two digits that count.
fn points(margin: f64) -> String {
    let points = 100.0 * margin;
    if points < 0.001 {
        "less than 0.001".to_owned()
    } else if points < 1.0 {
        format!("{points:.3}")
    } else {
        format!("{points:.1}")
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;
    use crate::solver::{Solver, never};

    fn explained(text: &str, objective: Objective) -> Explanation {
        let position = parse_position(text).unwrap();
        let advice = Solver::new(objective).advise(&position, &never).unwrap();
        explain(&position, &advice)
    }

    #[test]
    fn a_safe_tile_is_proved_by_what_a_person_can_see() {
        let text = "rows 4/0 2/1 1/2; cols 3/0 2/1 2/2";
        let found = explained(text, Objective::Next);
        assert!(found.verdict.contains("certainly no Voltorb"), "{found:?}");
        assert!(found.reasons[0].contains("no Voltorb: all its cards are safe."), "{found:?}");
    }

    #[test]
    fn a_gamble_is_explained_by_its_odds() {
        let found = explained("rows 2/1 2/1; cols 2/1 2/1", Objective::Next);
        assert!(
            found.verdict.starts_with("Flip row 1, column 1: a Voltorb in 50.0 %"),
            "{found:?}"
        );
        assert!(found.reasons.iter().any(|r| r.contains("next best is row")), "{found:?}");
    }

    #[test]
    fn finished_rounds_are_recognised() {
        let won = explained("rows 2/1 2/1; cols 2/1 2/1; tiles 2. .2", Objective::Next);
        assert!(won.verdict.contains("cleared"), "{won:?}");
        let lost = explained("rows 2/1 2/1; cols 2/1 2/1; tiles 0. ..", Objective::Next);
        assert!(lost.verdict.contains("Voltorb is face up"), "{lost:?}");
    }

    #[test]
    fn chances_never_round_to_certainty() {
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(percent(0.9999), "more than 99.9 %");
        assert_eq!(percent(0.0001), "less than 0.1 %");
        assert_eq!(percent(0.125), "12.5 %");
        assert_eq!(points(0.0000001), "less than 0.001");
    }
}
