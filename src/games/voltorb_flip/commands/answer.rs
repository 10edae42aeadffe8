//! What `voltsight solve` answers, for people and as JSON.

use super::table;
use grid::{Cell, Grid};
use serde::Serialize;
use voltorb_flip::board::Position;
use voltorb_flip::levels::{Level, Outcome};
use voltorb_flip::solver::explain::{explain, percent};
use voltorb_flip::solver::{Advice, Objective, TileAdvice};

/// The answer for people.
pub(super) fn text(position: &Position, advice: &Advice, at_length: bool) -> String {
    let size = format!("{} x {}", position.rows.len(), position.cols.len());
    let level = position.level.map_or(String::new(), |level| format!(", level {level}"));
    let fit = match advice.solutions {
        0 if !advice.counted => {
            "the boards that fit were not counted; the chances are estimates".to_owned()
        }
        n if !advice.counted => {
            format!("at least {n} boards fit; the chances are estimates")
        }
        1 => "1 board fits".to_owned(),
        n => format!("{n} boards fit"),
    };
    let mut text = format!("{size}{level}: {fit}.\n\n");
    text += &table::table(position, advice);
    text += &table::legend(advice);
    text += "\n";
    for (label, tiles) in [
        ("Safe and useful", places(&advice.tiles, |tile| tile.safe && tile.useful)),
        ("Useless (1 or Voltorb)", places(&advice.tiles, |tile| !tile.face_up && !tile.useful)),
    ] {
        if !tiles.is_empty() {
            text += &format!("{label}: {tiles}.\n");
        }
    }
    text += &value(advice);
    let explanation = explain(position, advice);
    text += &format!("\n{}\n", explanation.verdict);
    if at_length {
        for reason in explanation.reasons {
            text += &format!("  * {reason}\n");
        }
    }
    text
}

/// The value of the position, in a line.
fn value(advice: &Advice) -> String {
    if advice.over.is_some() {
        return String::new();
    }
    let what = match advice.objective {
        Objective::Clear => "Chance to clear the board".to_owned(),
        Objective::Coins => "Coins to expect".to_owned(),
        Objective::Level => "Chance to keep or raise the level".to_owned(),
        Objective::Survive(cards) => format!("Chance to get to {cards} cards"),
        Objective::ClearWith(cards) => format!("Chance to clear with {cards} cards or more"),
        Objective::Next => "Chance that the next card is no Voltorb".to_owned(),
        Objective::Campaign(_) => {
            "Worth of the round, with what its end is worth for later ones, in coins".to_owned()
        }
    };
    let amount = |value: f64| match advice.objective {
        Objective::Coins | Objective::Campaign(_) => format!("{value:.2}"),
        _ => percent(value),
    };
    if advice.exact {
        format!("{what}: {}.\n", amount(advice.value))
    } else {
        let (lower, upper) = (amount(advice.lower), amount(advice.upper));
        format!("{what}: from {lower} to {upper} (not worked out exactly).\n")
    }
}

/// "row 1, columns 2, 3; row 4; row 5, column 1": a row without columns means all of it.
fn places(tiles: &Grid<TileAdvice>, which: impl Fn(&TileAdvice) -> bool) -> String {
    let row = |r: usize| {
        let cells = tiles.row(r).iter().enumerate();
        let columns: Vec<_> =
            cells.filter(|(_, tile)| which(tile)).map(|(c, _)| (c + 1).to_string()).collect();
        match columns.len() {
            0 => None,
            1 => Some(format!("row {}, column {}", r + 1, columns[0])),
            n if n == tiles.columns() => Some(format!("row {}", r + 1)),
            _ => Some(format!("row {}, columns {}", r + 1, columns.join(", "))),
        }
    };
    (0..tiles.rows()).filter_map(row).collect::<Vec<_>>().join("; ")
}

/// The answer as JSON; the fields are described in `solve --help`.
#[derive(Debug, Serialize)]
pub(super) struct AnswerReport {
    level: Option<Level>,
    solutions: u128,
    counted: bool,
    objective: Objective,
    value: f64,
    exact: bool,
    lower: f64,
    upper: f64,
    best: Option<Cell>,
    quit: bool,
    over: Option<Outcome>,
    runner_up: Option<RunnerUp>,
    tiles: Grid<Tile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Vec<String>>,
}

#[derive(Debug, Serialize)]
struct RunnerUp {
    tile: Cell,
    margin: f64,
}

#[derive(Clone, Debug, Serialize)]
struct Tile {
    voltorb: f64,
    one: f64,
    two: f64,
    three: f64,
    value: Option<f64>,
    lower: f64,
    upper: f64,
    face_up: bool,
    safe: bool,
    useful: bool,
}

impl AnswerReport {
    /// The answer; with its reasons if `at_length`.
    pub(super) fn new(position: &Position, advice: &Advice, at_length: bool) -> Self {
        let why = at_length.then(|| {
            let explanation = explain(position, advice);
            std::iter::once(explanation.verdict).chain(explanation.reasons).collect()
        });
        let tile = |tile: &TileAdvice| {
            let [voltorb, one, two, three] = tile.odds;
            let TileAdvice { value, lower, upper, face_up, safe, useful, .. } = *tile;
            Tile { voltorb, one, two, three, value, lower, upper, face_up, safe, useful }
        };
        Self {
            level: position.level,
            solutions: advice.solutions,
            counted: advice.counted,
            objective: advice.objective,
            value: advice.value,
            exact: advice.exact,
            lower: advice.lower,
            upper: advice.upper,
            best: advice.best,
            quit: advice.quit,
            over: advice.over,
            runner_up: advice
                .runner_up
                .map(|other| RunnerUp { tile: other.cell, margin: other.margin }),
            tiles: advice.tiles.map(tile),
            why,
        }
    }
}
