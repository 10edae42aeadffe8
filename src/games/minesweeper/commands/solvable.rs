//! `voltsight lab mines solvable`: whether boards can be won without a guess, and how many.

use super::options::{Boards, interval, place};
use crate::output::{Exit, print};
use anyhow::{Context, bail, ensure};
use lab::progress::bar;
use minesweeper::board::{CellState, MineBoard};
use minesweeper::generator::{Layout, solvable};
use minesweeper::layout_file::LayoutFile;
use minesweeper::notation::{looks_like_a_board, parse_board};
use minesweeper::play::{FinishedGame, Play};
use minesweeper::simulate::{Tally, random_zeros};
use minesweeper::solver::strategies::MineStrategy;
use minesweeper::solver::topology::Topology;
use serde_json::json;
use session::files::{open, read_text, shown};
use session::noun;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Check whether a board, or what share of random ones, can be won without a guess
#[derive(Debug, clap::Args)]
#[command(
    after_help = "A board is written with its mines, rows between spaces, / or lines: * is a \
mine, any other cell is safe, as in \"*1. / 11. / ...\". A file may also be one that players exchange: a \
.mbf board, or a recorded game (.avf, .rmv, .evf). --open says which cell is opened first; else each \
opening is tried. Without a board, random ones are dealt (mines anywhere, all layouts equally likely), and each is opened on a \
random cell without mines around it; a board that has no such cell counts as one that needs a guess.

Every cell that can be proven safe is opened: a board is called unsolvable only if it is.

Exit codes: 0 solvable (from one opening at least), or random boards tested; 1 the board needs a guess; \
2 not understood."
)]
pub(super) struct Solvable {
    /// A board with its mines (see below), a file that holds one, or - for standard input.
    #[arg(value_name = "BOARD|FILE|-")]
    board: Vec<String>,
    /// The cell that is opened first, ROW,COLUMN from 1.
    #[arg(long, value_name = "R,C", value_parser = place)]
    open: Option<(usize, usize)>,
    #[command(flatten)]
    boards: Boards,
    /// How many random boards.
    #[arg(long = "boards", value_name = "N", default_value_t = 1000)]
    count: u64,
    /// Prove without knowing how many mines there are.
    #[arg(long, conflicts_with = "board")]
    ignore_mine_count: bool,
    /// Guess where proofs end, too, and count the share that is won.
    #[arg(long)]
    guess: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Solvable {
    /// Tests and prints.
    ///
    /// # Errors
    /// Boards that cannot be, or text that is none.
    pub(super) fn run(self) -> anyhow::Result<Exit> {
        if let [name] = self.board.as_slice()
            && let Some((topology, layout)) = of_file(name)?
        {
            return self.one(topology, &layout);
        }
        match self.text()? {
            Some(text) => {
                let (topology, layout) = of_board(&parse_board(&text)?)?;
                self.one(topology, &layout)
            }
            None => self.many(),
        }
    }

    /// The board that was typed or read.
    fn text(&self) -> anyhow::Result<Option<String>> {
        let typed = self.board.join(" ");
        if typed.is_empty() {
            return Ok(None);
        }
        if looks_like_a_board(&typed) {
            return Ok(Some(typed));
        }
        let [name] = self.board.as_slice() else {
            bail!(
                "{typed:?} is not a board: write rows of * and . (see voltsight lab mines solvable --help)"
            )
        };
        read(name).map(Some)
    }

    fn one(&self, topology: Topology, layout: &Layout) -> anyhow::Result<Exit> {
        let Some((row, column)) = self.open else {
            return from_openings(topology, layout, self.json);
        };
        ensure!(
            row < topology.rows() && column < topology.columns(),
            "--open {},{} lies outside the board of {} x {}",
            row + 1,
            column + 1,
            topology.rows(),
            topology.columns(),
        );
        let first = topology.number((row, column));
        ensure!(!layout.mines[usize::from(first)], "the cell of --open is a mine");
        let played = solvable::by_proof(&Arc::new(topology), layout, first);
        print(&self.verdict(layout, played))?;
        Ok(if played.won { Exit::Success } else { Exit::No })
    }

    fn verdict(&self, layout: &Layout, played: FinishedGame) -> String {
        let safe = safe(layout);
        if self.json {
            let report = json!({"solvable": played.won, "opened": played.opened, "safe": safe});
            return report.to_string() + "\n";
        }
        if played.won {
            return format!("Solvable without a guess: all {safe} safe cells can be proven.\n");
        }
        format!("Needs a guess: {} of {safe} safe cells can be proven.\n", played.opened)
    }

    fn many(&self) -> anyhow::Result<Exit> {
        ensure!(self.count > 0, "there is nothing to test: give --boards a number from 1");
        ensure!(self.open.is_none(), "--open is for one board: give the board too");
        let cells = self.boards.size.0 * self.boards.size.1;
        self.boards.check_mines(cells - 1, "with a cell to open")?;
        let by_proof =
            if self.ignore_mine_count { Play::ProofWithoutCount } else { Play::MineProof };
        let proof = self.play(by_proof);
        let best = self.guess.then(|| self.play(Play::Guess));
        print(&if self.json {
            let best = best.map(|best| share(&best));
            let report = json!({
                "size": self.boards.size, "mines": self.boards.mines, "seed": self.boards.seed,
                "boards": self.count, "solvable": share(&proof), "won_with_best_guesses": best,
            });
            report.to_string() + "\n"
        } else {
            let mut text = format!(
                "{} boards of {} x {} with {} mines: {} solvable without a guess, in {:.2} s.\n",
                self.count,
                self.boards.size.0,
                self.boards.size.1,
                self.boards.mines,
                win_rate(&proof),
                proof.seconds,
            );
            if let Some(best) = best {
                let (share, seconds) = (win_rate(&best), best.seconds);
                text += &format!("With the best guesses {share} are won, in {seconds:.2} s.\n");
            }
            text
        })?;
        Ok(Exit::Success)
    }

    fn play(&self, how: Play) -> Timed {
        let start = Instant::now();
        let guessing = how == Play::Guess;
        let bar = bar(self.count, if guessing { "guessing" } else { "proving" });
        let (topology, mines) = (self.boards.topology(), self.boards.mines);
        let boards = (self.boards.seed, self.count);
        let strategy = if guessing { MineStrategy::Best } else { MineStrategy::Probability };
        let tally = random_zeros(strategy, how, &topology, mines, boards, || bar.inc(1));
        bar.finish_and_clear();
        Timed { tally, seconds: start.elapsed().as_secs_f64() }
    }
}

/// Says from which of its openings a board can be won without a guess.
///
/// # Errors
/// Nothing can be printed.
pub(super) fn from_openings(
    topology: Topology,
    layout: &Layout,
    as_json: bool,
) -> anyhow::Result<Exit> {
    let topology = Arc::new(topology);
    let play = |first: u16| (topology.place(first), solvable::by_proof(&topology, layout, first));
    let tried: Vec<_> = solvable::openings(&topology, layout).into_iter().map(play).collect();
    let won = tried.iter().filter(|(_, played)| played.won).count();
    let (safe, size) = (safe(layout), (topology.rows(), topology.columns()));
    let mines = topology.cells() - safe;
    print(&if as_json {
        let opening = |((row, column), played): &((usize, usize), FinishedGame)| json!({"first": [row, column], "solvable": played.won, "opened": played.opened});
        let openings: Vec<_> = tried.iter().map(opening).collect();
        json!({
            "size": size, "mines": mines, "solvable": won > 0, "safe": safe, "openings": openings,
        })
        .to_string()
            + "\n"
    } else {
        let noun = noun(mines as u64, "mines");
        let mut text = format!("{} x {} cells, {mines} {noun}.\n", size.0, size.1);
        text += &match (tried.len(), won) {
            (0, _) => "Needs a guess: no cell is without mines around it.\n".to_owned(),
            (all, 0) => format!("Needs a guess from each of its {all} openings:\n"),
            (all, won) => format!("Solvable without a guess from {won} of {all} openings:\n"),
        };
        for ((row, column), played) in &tried {
            let told = match played.won {
                true => "solvable".to_owned(),
                false => format!("{} of {safe} safe cells can be proven", played.opened),
            };
            text += &format!("  open {},{}: {told}\n", row + 1, column + 1);
        }
        text
    })?;
    Ok(if won > 0 { Exit::Success } else { Exit::No })
}

fn safe(layout: &Layout) -> usize {
    layout.mines.iter().filter(|&&mine| !mine).count()
}

/// The layout that a board shows.
fn of_board(board: &MineBoard) -> anyhow::Result<(Topology, Layout)> {
    let topology = Topology::new(board.cells.rows(), board.cells.columns());
    let is_mine = |state: CellState| state.is_mine() || state == CellState::Flag;
    let mines = board.cells.iter().map(|&state| is_mine(state)).collect();
    let layout = Layout::new(&topology, mines);
    for (cell, state) in board.cells.cells() {
        let number = layout.numbers[usize::from(topology.number(cell))];
        ensure!(
            state.number().is_none_or(|shown| shown == number),
            "row {}, column {} shows {}, but has {number} mines around it",
            cell.0 + 1,
            cell.1 + 1,
            state.letter(),
        );
    }
    Ok((topology, layout))
}

/// The layout in a file, if it is of a kind that players exchange.
///
/// # Errors
/// It cannot be read, or is none.
pub(super) fn of_file(name: &str) -> anyhow::Result<Option<(Topology, Layout)>> {
    let path = Path::new(name);
    let Some(kind) = LayoutFile::of(path) else { return Ok(None) };
    let why = || format!("cannot read the board of {}", shown(path));
    let mut bytes = Vec::new();
    open(path).with_context(why)?.take(LONGEST_INPUT).read_to_end(&mut bytes).with_context(why)?;
    kind.read(&bytes).map(Some).with_context(why)
}

struct Timed {
    tally: Tally,
    seconds: f64,
}

fn share(timed: &Timed) -> serde_json::Value {
    let (low, high) = interval(timed.tally.won, timed.tally.games);
    json!({
        "count": timed.tally.won,
        "share": timed.tally.won as f64 / timed.tally.games as f64,
        "interval_95": [low, high],
        "seconds": timed.seconds,
    })
}

fn win_rate(timed: &Timed) -> String {
    let (low, high) = interval(timed.tally.won, timed.tally.games);
    let rate = timed.tally.won as f64 / timed.tally.games as f64;
    format!("{:.2} % ({:.2} to {:.2})", 100.0 * rate, 100.0 * low, 100.0 * high)
}

/// The longest text read, in bytes: more than the largest board takes.
const LONGEST_INPUT: u64 = 1 << 20;

/// The text of a file, or of standard input for `-`.
pub(super) fn read(name: &str) -> anyhow::Result<String> {
    let text = if name == "-" {
        read_text(std::io::stdin().lock(), LONGEST_INPUT)
    } else {
        let hint = || {
            format!(
                "{} is neither a board nor a file that can be opened: a board is written as \"01.. / 12..; mines 3\"",
                shown(Path::new(name))
            )
        };
        read_text(std::fs::File::open(name).with_context(hint)?, LONGEST_INPUT)
    };
    text.with_context(|| format!("cannot read a board from {name}"))
}
