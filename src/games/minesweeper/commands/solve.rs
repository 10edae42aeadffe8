//! `voltsight solve minesweeper`: what is certain, every chance, and what to open.

use super::solvable::{from_openings, of_file, read};
use super::table;
use crate::output::{Exit, print};
use anyhow::bail;
use minesweeper::board::MineBoard;
use minesweeper::notation::{looks_like_a_board, parse_board};
use minesweeper::solver::advice::{MineAdvice, NoMineAdvice, advise};
use minesweeper::solver::proof::{Claim, prove};
use minesweeper_game::words;
use serde_json::json;
use std::time::{Duration, Instant};

/// Work out the best move of a position, or of a picture of a game
#[derive(Debug, clap::Args)]
#[command(after_help = NOTATION)]
pub(super) struct Solve {
    /// A board, a picture of a game, or a file that holds a board (see below); - for standard input.
    #[arg(value_name = "BOARD|FILE|PICTURE|-", required = true)]
    input: Vec<String>,
    /// How many mines the board has, if the board does not say it.
    #[arg(long, value_name = "N")]
    mines: Option<usize>,
    /// Explain the answer: which numbers prove a cell safe or a mine, else the odds and what the guess promises.
    #[arg(long)]
    explain: bool,
    /// Search this long for the exact chance to win, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    deadline: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

const NOTATION: &str = "\
A board is written row by row, rows between spaces, / or lines, then \"mines N\" for all mines or
\"left N\" for the game's counter (mines less flags):
  \"01.. / 12.. / .... ; mines 3\"
. closed, 0 to 8 open, F flag, ? question mark, + marked as safe by the game, * mine, X exploded
mine, W wrong flag. Flags prove nothing: they are closed cells. Without a number of mines every
cell is taken for a mine with the chance 20 %.
Or as JSON: {\"cells\": [\"01..\", ...], \"mines\": 3} or \"mines_left\".

Of a file that says where the mines lie (a .mbf board, a recorded game: .avf, .rmv, .evf) it lists
the openings from which the board can be won without a guess.

--json prints layouts (all that fit, as text: the number can be long), mine (the chance of every
cell), safe and mines (cells that are certain, [row, column] from 0), best, win (the chance to win
by the best play: low and high, equal if exact; null if not searched), dead (cells that would tell
nothing, where a guess is needed), and with --explain why.

Exit codes: 0 solved; 1 no layout fits (the answer names the numbers); 2 not understood.";

/// So many certain cells are explained.
const MOST_EXPLAINED: usize = 12;

impl Solve {
    /// Reads the board, solves it, prints the answer.
    ///
    /// # Errors
    /// Input that cannot be read or is not a board.
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        if let [name] = self.input.as_slice()
            && let Some((topology, layout)) = of_file(name)?
        {
            if self.mines.is_some() {
                bail!("--mines is for a position: {name} says where the mines lie");
            }
            return from_openings(topology, &layout, self.json);
        }
        let board = self.board()?;
        let (start, time) = (Instant::now(), Duration::from_millis(self.deadline));
        let advice = match advise(&board, &|| start.elapsed() >= time) {
            Ok(advice) => advice,
            Err(NoMineAdvice::Bad(bad)) => bail!(bad),
            Err(NoMineAdvice::TooTangled) => bail!(
                "the numbers of this board depend on each other in too many ways to be counted: more than {} \
                 states",
                minesweeper::solver::frontier::MOST_STATES
            ),
            Err(NoMineAdvice::Contradiction(proof)) => {
                let why = words::contradiction(&board, &proof);
                print(&if self.json {
                    json!({"layouts": "0", "conflict": why}).to_string() + "\n"
                } else {
                    format!("No layout fits: {why}.\n")
                })?;
                return Ok(Exit::No);
            }
        };
        let why = if self.explain { explain(&board, &advice) } else { Vec::new() };
        print(&if self.json {
            self.report(&board, &advice, &why)
        } else {
            table::text(&board, &advice, &why)
        })?;
        Ok(Exit::Success)
    }

    fn board(&self) -> anyhow::Result<MineBoard> {
        let typed = self.input.join(" ");
        let mut board = match self.input.as_slice() {
            _ if looks_like_a_board(&typed) => parse_board(&typed)?,
            [name] => parse_board(&read(name)?)?,
            _ => bail!("{typed:?} is not a board: see voltsight solve minesweeper --help"),
        };
        if let Some(mines) = self.mines {
            use minesweeper::board::MineCount;
            if board.total_mines()?.is_some_and(|told| told != mines) {
                bail!("the board says another number of mines than --mines {mines}: leave one out");
            }
            board.mines = MineCount::Total(mines);
        }
        Ok(board)
    }

    fn report(&self, board: &MineBoard, advice: &MineAdvice, why: &[String]) -> String {
        let columns = board.cells.columns();
        let place = |cell: u16| [usize::from(cell) / columns, usize::from(cell) % columns];
        let places = |cells: &[u16]| cells.iter().map(|&cell| place(cell)).collect::<Vec<_>>();
        let best = advice.guess.map(|guess| guess.cell).or(advice.safe.first().copied());
        let win = advice.guess.and_then(|guess| guess.tree).map(|(all, value)| {
            let share = |count: u32| f64::from(count) / f64::from(all);
            json!({"low": share(value.low), "high": share(value.high)})
        });
        let mine: Vec<&[f64]> = advice.mine.chunks(columns).collect();
        let mut report = json!({
            "layouts": advice.layouts.to_string(),
            "mine": mine,
            "safe": places(&advice.safe),
            "mines": places(&advice.mines),
            "best": best.map(place),
            "win": win,
            "dead": places(&advice.dead),
        });
        if self.explain {
            report["why"] = json!(why);
        }
        report.to_string() + "\n"
    }
}

/// Why the advice is what it is, in sentences.
fn explain(board: &MineBoard, advice: &MineAdvice) -> Vec<String> {
    let certain = advice.safe.iter().map(|&cell| (cell, Claim::Safe(cell), "safe"));
    let mines = advice.mines.iter().map(|&cell| (cell, Claim::Mine(cell), "a mine"));
    let shown: Vec<_> = certain.chain(mines).collect();
    let mut why: Vec<String> = shown
        .iter()
        .take(MOST_EXPLAINED)
        .filter_map(|&(cell, claim, what)| {
            let place = words::place(board, cell);
            if words::is_marked_safe(board, cell) {
                return Some(format!("{place} is safe: the game marks it"));
            }
            let proof = prove(board, claim)?;
            Some(format!("{place} is {what} by {}", words::numbers(board, &proof)))
        })
        .collect();
    if shown.len() > MOST_EXPLAINED {
        why.push(format!("{} more cells are certain", shown.len() - MOST_EXPLAINED));
    }
    why.extend(table::promise(board, advice));
    why
}
