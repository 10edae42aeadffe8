//! `voltsight solve`: the best move of a Voltorb Flip position that is typed or read from a file.

use super::answer::{AnswerReport, text};
use super::ask;
use super::list::{List, ListError};
use super::strategy::{self, StrategyArguments};
use super::thinking::Thinking;
use crate::output::{Exit, print};
use anyhow::{Context, bail};
use session::files::{read_text, shown};
use std::io::{IsTerminal, Read};
use std::path::Path;
use std::time::Duration;
use voltorb_flip::board::Position;
use voltorb_flip::levels::{Level, Outcome, Round};
use voltorb_flip::notation::{looks_like_a_position, parse_level, parse_position};
use voltorb_flip::solver::large::{NoAdvice, advise};
use voltorb_flip::solver::strategies::{Strategy, StrategyPlayer};
use voltorb_flip::solver::{Advice, Conflict, Monitor, NotListed, Objective, Solver};

/// The longest input read, in bytes. What `read --json` prints of a board is a hundredth of it.
const LONGEST_INPUT: u64 = 1 << 20;

/// Work out the best move of a position, or of a picture of a game
#[derive(Debug, clap::Args)]
#[command(after_help = NOTATION)]
pub struct Solve {
    /// A position, a picture of a game, or a file that holds a position (see below); - for standard input. Without it,
    /// voltsight reads standard input; in a terminal it asks you.
    #[arg(value_name = "POSITION|FILE|PICTURE|-")]
    input: Vec<String>,
    /// The level of the game, 1 to 8, if the position does not say it. With a level, boards weigh
    /// as the game deals them; without one, all that fit weigh the same.
    #[arg(long, value_name = "N", value_parser = level)]
    level: Option<Level>,
    #[command(flatten)]
    strategy: StrategyArguments,
    /// The rounds played before this one, oldest first, as in "won 9, quit 8": at level 8 the
    /// objective level depends on them (a fifth round in a row with 8 cards, none lost, leads to it).
    #[arg(long, value_name = "ROUNDS", value_delimiter = ',', value_parser = strategy::round)]
    history: Vec<(Outcome, u8)>,
    /// Answer within this many milliseconds, exact or not. Without it, Ctrl-C asks for the best
    /// answer so far.
    #[arg(long, value_name = "MS")]
    deadline: Option<u64>,
    /// Explain the answer: what single lines prove, else the odds and what the gamble buys.
    #[arg(long)]
    explain: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    list: List,
}

const NOTATION: &str = "\
A position is written as
  rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1 6/1 1/4 6/0; tiles ..2.1 ..... 1.... ..... .....; level 1
Headers are sum/Voltorbs, rows from the top, columns from the left. Tiles, row by row: . face down, 1, 2, 3, and 0 \
or V for a Voltorb; without them all cards are face down. The level may be left out. Commas may stand for spaces, \
and the ; may be left out. Headers alone, without words, will do as well:
  6/1 7/1 4/1 4/2 4/1 8/0 4/1 6/1 1/4 6/0
Boards have 2 x 2 to 6 x 6 cards; without a level up to 10 x 10, where from some size on only the chances are worked \
out, not the best play. On other sizes than 5 x 5 the level's shares of 2s, 3s and Voltorbs are scaled.

As JSON: {\"level\": 3 or null, \"rows\": [[6, 1], ...], \"cols\": [...], \"tiles\": [[null, 2, ...], ...]}

--json prints solutions, counted (false if time was up before all were found: then there are at least so many \
solutions, and the chances are estimates), objective, value, exact, lower, upper, best ([row, column] from 0, or \
null), quit, over, runner_up, and tiles[row][column] with its chances voltorb, one, two, three, its value (null if \
not known), lower, upper, and whether it is face_up, safe, useful; with --explain also why. Of a picture it prints \
game, advice (a sentence), and on (what it is based on).

Exit codes: 0 solved; 1 no board fits (the answer says what is in conflict), or the picture shows no game or none \
with a move to make; 2 not understood.";

/// Reads the value of a `--level` option.
pub fn level(text: &str) -> Result<Level, String> {
    parse_level(text)
        .map_err(|error| error.to_string())?
        .ok_or_else(|| format!("{text:?} is not a level: give one number from 1 to 8"))
}

impl Solve {
    /// Reads the position, solves it, prints the answer.
    ///
    /// # Errors
    /// Input that cannot be read or is not a position.
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut adviser = Adviser::new(self.strategy.strategy(), &self.rounds());
        if self.list.is_wanted() {
            let position = self.position()?;
            return match self.list.print(&position, self.json) {
                Ok(()) => Ok(Exit::Success),
                Err(ListError::NotListed(NotListed::Conflict(conflict)))
                    if !is_misshapen(&conflict) =>
                {
                    print(&self.refusal(&conflict)?)?;
                    Ok(Exit::No)
                }
                Err(error) => Err(error.into()),
            };
        }
        if self.input.is_empty() && !self.json && std::io::stdin().is_terminal() {
            return ask::ask(self.level, |position| self.answer(&mut adviser, position));
        }
        let (text, advice) = self.answer(&mut adviser, &self.position()?)?;
        print(&text)?;
        Ok(if advice.is_some() { Exit::Success } else { Exit::No })
    }

    /// The position that was given, with its level.
    fn position(&self) -> anyhow::Result<Position> {
        let mut position = parse_position(&self.text()?)?;
        if let Some(level) = self.level {
            if position.level.is_some_and(|other| other != level) {
                bail!("the position says another level than --level {level}: leave one out");
            }
            position.level = Some(level);
        }
        Ok(position)
    }

    /// What was typed, or what the file or standard input holds.
    fn text(&self) -> anyhow::Result<String> {
        let typed = self.input.join(" ");
        if looks_like_a_position(&typed) {
            return Ok(typed);
        }
        match self.input.as_slice() {
            [] => read(std::io::stdin().lock(), "standard input"),
            [dash] if dash == "-" => read(std::io::stdin().lock(), "standard input"),
            [file] => {
                let hint = || {
                    format!(
                        "{} is neither a position nor a file that can be opened: a position is written as \
                         \"rows 0/2 2/0; cols 1/1 1/1\" (see voltsight solve --help)",
                        shown(Path::new(file))
                    )
                };
                read(std::fs::File::open(file).with_context(hint)?, file)
            }
            _ => bail!(
                "{typed:?} is not a position: begin with rows, as in \
                 \"rows 0/2 2/0; cols 1/1 1/1\", or give all headers, those of the rows first \
                 (see voltsight solve --help)"
            ),
        }
    }

    /// The answer as text or JSON; no advice if no board fits.
    fn answer(
        &self,
        adviser: &mut Adviser,
        position: &Position,
    ) -> anyhow::Result<(String, Option<Advice>)> {
        let objective = match self.strategy.strategy() {
            Strategy::Exact(objective) => objective,
            _ => Objective::Next,
        };
        let thinking = Thinking::begin(self.deadline.map(Duration::from_millis), objective)?;
        let advice = adviser.advise(position, &thinking);
        drop(thinking);
        let advice = match advice {
            Ok(advice) => advice,
            Err(NoAdvice::Conflict(conflict)) if !is_misshapen(&conflict) => {
                return Ok((self.refusal(&conflict)?, None));
            }
            Err(error) => return Err(error.into()),
        };
        let text = if self.json {
            let report = AnswerReport::new(position, &advice, self.explain);
            serde_json::to_string(&report)? + "\n"
        } else {
            text(position, &advice, self.explain)
        };
        Ok((text, Some(advice)))
    }

    /// The rounds before this one. Only how they ended matters, not their levels.
    fn rounds(&self) -> Vec<Round> {
        let round = |&(outcome, flipped)| Round { level: Level::LAST, outcome, flipped };
        self.history.iter().map(round).collect()
    }

    fn refusal(&self, conflict: &Conflict) -> anyhow::Result<String> {
        Ok(if self.json {
            let report = serde_json::json!({ "solutions": 0, "conflict": conflict.to_string() });
            serde_json::to_string(&report)? + "\n"
        } else {
            format!("No board fits: {conflict}.\n")
        })
    }
}

/// What finds the move.
enum Adviser {
    Exact(Box<Solver>),
    Other(Box<StrategyPlayer>),
}

impl Adviser {
    fn new(strategy: Strategy, history: &[Round]) -> Self {
        let Strategy::Exact(objective) = strategy else {
            let mut player = StrategyPlayer::new(strategy, 1);
            player.set_history(history);
            return Self::Other(Box::new(player));
        };
        let mut solver = Solver::new(objective);
        solver.set_history(history);
        Self::Exact(Box::new(solver))
    }

    fn advise(&mut self, position: &Position, monitor: &dyn Monitor) -> Result<Advice, NoAdvice> {
        match self {
            Self::Exact(solver) => advise(solver, position, monitor),
            Self::Other(player) => player.advise(position, monitor).map_err(|why| match why {
                NotListed::Conflict(conflict) => conflict.into(),
                other => NoAdvice::Unknown(other),
            }),
        }
    }
}

/// A conflict that is not a statement about boards, but a position that cannot be asked about.
fn is_misshapen(conflict: &Conflict) -> bool {
    matches!(conflict, Conflict::Shape { .. })
}

/// Reads a position, and no more of the input than any position takes.
fn read(input: impl Read, name: &str) -> anyhow::Result<String> {
    read_text(input, LONGEST_INPUT).with_context(|| format!("cannot read a position from {name}"))
}
