//! Logs of moves: a line of JSON for each event, the same of rounds that were watched, played in the
//! built-in game, and simulated; and what they come to.
//!
//! Three events matter. `advised`: the position and the advice for it (`on`). `acted`: the move made. And
//! `round-end`: how the round ended. Sessions have others besides.

use grid::Cell;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use voltorb_flip::board::{Card, MAX_SIDE, Position};
use voltorb_flip::levels::{Level, Outcome};
use voltorb_flip::solver::strategies::Choice;
use voltorb_flip::solver::{Advice, Boards, MOST_BOARDS, Objective, Solver, WorkLimit};

/// The work that a position may take whose moves are compared, see [`WorkLimit`].
const WORK: u64 = 1000;

/// What is logged of a position and the advice for it.
pub fn advised(position: &Position, choice: Choice, advice: Option<&Advice>) -> Value {
    let cell = match choice {
        Choice::Flip(cell) => Some(cell),
        Choice::Quit => None,
    };
    json!({"event": "advised", "move": told(choice), "on": {
        "position": position,
        "best": cell,
        "quit": cell.is_none(),
        "value": advice.map(|advice| advice.value),
        "exact": advice.map(|advice| advice.exact),
        "objective": advice.map(|advice| advice.objective),
    }})
}

/// What is logged of a move.
pub fn acted(choice: Choice) -> Value {
    json!({"event": "acted", "move": told(choice)})
}

/// What is logged of the end of a round.
pub fn ended(level: Level, next: Level, outcome: Outcome, flips: u32, coins: u64) -> Value {
    json!({"event": "round-end", "round": {
        "ending": outcome, "level": level, "next_level": next, "moves": flips, "score": coins,
    }})
}

/// The words in which players tell it, too.
fn told(choice: Choice) -> String {
    match choice {
        Choice::Flip((row, column)) => {
            format!("flip the card in row {}, column {}", row + 1, column + 1)
        }
        Choice::Quit => "press Quit and take the coins".to_owned(),
    }
}

/// The card that a logged move flips.
fn flipped(what: &str) -> Option<Cell> {
    let place = what.strip_prefix("flip the card in row ")?;
    let (row, column) = place.split_once(", column ")?;
    let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(column)?))
}

#[derive(Deserialize)]
struct Line {
    event: String,
    #[serde(default, rename = "move")]
    what: Option<String>,
    #[serde(default)]
    on: Option<On>,
    #[serde(default)]
    round: Option<End>,
}

#[derive(Deserialize)]
struct On {
    position: Option<Position>,
    best: Option<Cell>,
    quit: Option<bool>,
    value: Option<f64>,
    objective: Option<Objective>,
}

#[derive(Deserialize)]
struct End {
    ending: Outcome,
    score: u64,
}

/// The last advice of a round.
struct Last {
    position: Position,
    best: Option<Cell>,
    quit: bool,
    objective: Option<Objective>,
}

/// What logs come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LogSummary {
    /// Rounds that ended.
    pub rounds: u64,
    /// Of these, won.
    pub won: u64,
    /// Of these, lost.
    pub lost: u64,
    /// Of these, quit.
    pub quit: u64,
    /// Coins that they paid.
    pub coins: u64,
    /// Rounds played for the chance to clear whose first advice told it.
    pub judged: u64,
    /// How many of these were won.
    pub cleared: u64,
    /// How many were to be expected.
    pub expected: f64,
    /// The standard error of what was to be expected.
    pub error: f64,
    /// Cards flipped.
    pub flips: u64,
    /// Of these, others than the advice.
    pub others: u64,
    /// What these cost in chance to clear, as far as it was worked out, in boards.
    pub cost: f64,
    /// Losses by a card that was a risk.
    pub unlucky: u64,
    /// The sum of their risks.
    pub risk: f64,
    /// Losses by a card that cannot have been a Voltorb, or in a position that no board fits: something was
    /// misread.
    pub misread: u64,
}

/// Takes up logs, line by line.
#[derive(Default)]
pub struct LogReader {
    summary: LogSummary,
    variance: f64,
    /// The value of the round before its first flip, if it is a chance to clear.
    chance: Option<f64>,
    last: Option<Last>,
    aimed: Option<Cell>,
}

impl LogReader {
    /// Takes up a line.
    ///
    /// # Errors
    /// It is not a line of a log.
    pub fn read(&mut self, line: &str) -> Result<(), serde_json::Error> {
        let line: Line = serde_json::from_str(line)?;
        self.check(&line).map_err(serde::de::Error::custom)?;
        match (line.event.as_str(), line.what, line.on, line.round) {
            ("advised", _, Some(on), _) => self.advised(on),
            ("acted", Some(what), ..) => self.aimed = flipped(&what).or(self.aimed),
            ("round-end", .., Some(end)) => self.ended(&end),
            _ => {}
        }
        Ok(())
    }

    /// Whether the line speaks of a board that can be, and of cards on it.
    fn check(&self, line: &Line) -> Result<(), String> {
        let position = line.on.as_ref().and_then(|on| on.position.as_ref());
        let on = |position: &Position, cell: Option<Cell>| match cell {
            Some((row, column)) if position.tiles.get((row, column)).is_none() => {
                let [row, column] = [row, column].map(|line| line.saturating_add(1));
                Err(format!("row {row}, column {column} is not a card of the board"))
            }
            _ => Ok(()),
        };
        if let Some(position) = position {
            let (rows, columns) = (position.rows.len(), position.cols.len());
            if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&columns) {
                return Err(format!("a board of {rows} x {columns} cards is none of this game"));
            }
            on(position, line.on.as_ref().and_then(|on| on.best))
        } else if let Some(last) = &self.last {
            on(&last.position, line.what.as_deref().and_then(flipped))
        } else {
            Ok(())
        }
    }

    /// The sums of all that was read.
    pub fn finish(mut self) -> LogSummary {
        self.summary.error = self.variance.sqrt();
        self.summary
    }

    fn advised(&mut self, on: On) {
        let Some(position) = on.position else { return };
        if let Some(last) = self.last.take() {
            let before = &last.position;
            if (&before.rows, &before.cols) == (&position.rows, &position.cols) {
                let mut new = position
                    .tiles
                    .cells()
                    .filter(|(cell, card)| card.is_some() && before.tiles[*cell].is_none());
                if let (Some((cell, _)), None) = (new.next(), new.next()) {
                    self.flip(&last, cell);
                }
            }
        }
        if position.tiles.iter().all(Option::is_none) && on.objective == Some(Objective::Clear) {
            self.chance = on.value;
        }
        let quit = on.quit.unwrap_or(false);
        self.last = Some(Last { position, best: on.best, quit, objective: on.objective });
    }

    /// A card was flipped where this was the advice.
    fn flip(&mut self, last: &Last, cell: Cell) {
        self.summary.flips += 1;
        if last.best == Some(cell) && !last.quit {
            return;
        }
        self.summary.others += 1;
        if last.objective == Some(Objective::Clear)
            && let Ok(advice) =
                Solver::new(Objective::Clear).advise(&last.position, &WorkLimit::new(WORK))
            && let Some(value) = advice.tiles[cell].value.filter(|_| advice.exact)
        {
            self.summary.cost += advice.value - value;
        }
    }

    fn ended(&mut self, end: &End) {
        let (chance, last, aimed) = (self.chance.take(), self.last.take(), self.aimed.take());
        let summary = &mut self.summary;
        summary.rounds += 1;
        summary.coins += end.score;
        match end.ending {
            Outcome::Won => summary.won += 1,
            Outcome::Lost => summary.lost += 1,
            Outcome::Quit => summary.quit += 1,
        }
        if let Some(chance) = chance.filter(|chance| (0.0..=1.0).contains(chance)) {
            summary.judged += 1;
            summary.cleared += u64::from(end.ending == Outcome::Won);
            summary.expected += chance;
            self.variance += chance * (1.0 - chance);
        }
        let Some((last, cell)) = last.zip(aimed) else { return };
        if last.position.tiles.get(cell) != Some(&None) {
            return;
        }
        self.flip(&last, cell);
        if end.ending == Outcome::Lost {
            let risk = Boards::list(&last.position, MOST_BOARDS)
                .map_or(0.0, |boards| boards.odds()[cell][usize::from(Card::Voltorb.value())]);
            if risk > 0.0 {
                self.summary.unlucky += 1;
                self.summary.risk += risk;
            } else {
                self.summary.misread += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use voltorb_flip::notation::parse_position;

    fn summary(lines: &[Value]) -> LogSummary {
        let mut reader = LogReader::default();
        lines.iter().for_each(|line| reader.read(&line.to_string()).unwrap());
        reader.finish()
    }

    fn at(text: &str, best: Cell) -> Value {
        let position = parse_position(text).unwrap();
        let advice = Solver::new(Objective::Clear).best_move(&position, &|| false).unwrap();
        advised(&position, Choice::Flip(best), Some(&advice))
    }

    /// Two boards fit, each with a 2 in a diagonal: a coin to toss.
    #[test]
    fn luck_risk_and_other_play_are_told_apart() {
        let even = "rows 2/1 2/1; cols 2/1 2/1";
        let end = |outcome| ended(Level::FIRST, Level::FIRST, outcome, 1, 0);
        let toss = [at(even, (0, 0)), acted(Choice::Flip((0, 1))), end(Outcome::Lost)];
        let found = summary(&toss);
        assert_eq!((found.rounds, found.lost, found.judged, found.cleared), (1, 1, 1, 0));
        assert_eq!((found.unlucky, found.misread, found.others), (1, 0, 1));
        assert!((found.expected - 0.5).abs() < 1e-12 && (found.error - 0.5).abs() < 1e-12);
        assert!(found.cost.abs() < 1e-12 && (found.risk - 0.5).abs() < 1e-12);
        // After a 2 at one corner the opposite one is safe: that cannot have been a Voltorb.
        let safe = "rows 2/1 2/1; cols 2/1 2/1; tiles 2. ..";
        let misread =
            [at(even, (0, 0)), at(safe, (1, 1)), acted(Choice::Flip((1, 1))), end(Outcome::Lost)];
        let found = summary(&misread);
        assert_eq!((found.flips, found.others, found.misread), (2, 0, 1));
    }

    /// Each of these was an index out of bounds once.
    #[test]
    fn boards_and_cards_that_cannot_be_are_refused() {
        let even = at("rows 2/1 2/1; cols 2/1 2/1", (0, 0)).to_string();
        let mut reader = LogReader::default();
        reader.read(&even).unwrap();
        let error = |reader: &mut LogReader, line: &str| reader.read(line).unwrap_err().to_string();
        let far = acted(Choice::Flip((8, 1))).to_string();
        assert!(error(&mut reader, &far).contains("row 9, column 2"));
        let best = even.replace(r#""best":[0,0]"#, r#""best":[0,7]"#);
        assert!(error(&mut reader, &best).contains("row 1, column 8"));
        let rows = even.replace(r#""rows":["#, r#""rows":[[1,1],"#);
        assert!(error(&mut reader, &rows).contains("2 x 2 cards beside headers of 3 rows"));
        let position = |side: usize| {
            let lines = vec![[side, 0]; side];
            let tiles = vec![vec![Value::Null; side]; side];
            json!({"event": "advised", "on": {"position": {"rows": lines, "cols": lines, "tiles": tiles}}})
        };
        assert!(error(&mut reader, &position(9).to_string()).contains("9 x 9 cards"));
        reader.read(&position(5).to_string()).unwrap();
    }

    #[test]
    fn what_is_no_log_is_refused() {
        assert!(LogReader::default().read("rows 1/1").is_err());
        assert!(LogReader::default().read(r#"{"event": "held", "why": "paused"}"#).is_ok());
    }
}
