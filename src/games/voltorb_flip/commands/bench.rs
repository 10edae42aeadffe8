//! `voltsight lab bench`: how long the solver takes for the first move of boards as the game deals them.

use super::simulate::within;
use crate::output::{Exit, print};
use crate::show::table::{Align, Table};
use anyhow::Context;
use desktop::system;
use rayon::prelude::*;
use std::time::{Duration, Instant};
use voltorb_flip::board::{Position, headers};
use voltorb_flip::generator::Generator;
use voltorb_flip::levels::Level;
use voltorb_flip::solver::{Objective, Solver, after, never};

/// Measure the solver
#[derive(Debug, clap::Args)]
pub struct Bench {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Solver(SolverBench),
}

/// Time the exact first move over many boards
#[derive(Debug, clap::Args)]
#[command(after_help = "A new solver solves each board. The times of a \
board are processor time (on Windows: time gone by), so that what else the machine does changes them \
little; \"all s\" is the time gone by for all boards of the level. Peak is the most memory that the process ever had; only Linux reports it. With --deadline each board is also \
solved without it: loss is by how much the move that was found in time is worse than the best one, \
gap how far apart the proven bounds are, both in percentage points (coins: in coins).")]
struct SolverBench {
    /// How many boards of each level, 1 to 1,000,000.
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = within::<1_000_000>)]
    boards: usize,
    /// The level of the boards, 1 to 8; may be given several times. Without it: all.
    #[arg(long = "level", value_name = "N", value_parser = super::solve::level)]
    levels: Vec<Level>,
    /// What the move aims at, as for solve.
    #[arg(long, value_name = "NAME", default_value = "clear")]
    objective: Objective,
    /// How many boards are solved at the same time, 1 to 256. Without it: one, then as many as the
    /// machine has processors.
    #[arg(long, value_name = "N", value_parser = within::<256>)]
    threads: Option<usize>,
    /// Milliseconds for each board.
    #[arg(long, value_name = "MS")]
    deadline: Option<u64>,
    /// The seed of the generator.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
}

/// What was measured on one board.
struct Sample {
    solutions: u128,
    time: Duration,
    /// Only with a deadline.
    loss: f64,
    gap: f64,
    exact: bool,
}

impl Bench {
    /// Measures and prints a table.
    ///
    /// # Errors
    /// So many threads cannot be had.
    pub fn run(self) -> anyhow::Result<Exit> {
        let What::Solver(bench) = self.what;
        bench.run()
    }
}

impl SolverBench {
    fn run(self) -> anyhow::Result<Exit> {
        let levels =
            if self.levels.is_empty() { Level::all().collect() } else { self.levels.clone() };
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or(vec![1, all], |threads| vec![threads]);
        for threads in threads {
            self.table(&levels, threads)?;
        }
        Ok(Exit::Success)
    }

    fn table(&self, levels: &[Level], threads: usize) -> anyhow::Result<()> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let Self { objective, boards, seed, .. } = self;
        let mut heading = format!("{objective}, {boards} boards a level, seed {seed}, ");
        heading += &format!("{threads} thread{}", if threads == 1 { "" } else { "s" });
        if let Some(deadline) = self.deadline {
            heading += &format!(", {deadline} ms");
        }
        let table = self.columns();
        print(&(heading + "\n" + &table.heading()))?;
        for &level in levels {
            let mut generator = Generator::new(self.seed);
            let mut samples = Vec::with_capacity(self.boards);
            let start = Instant::now();
            while samples.len() < self.boards {
                let count = CHUNK.min(self.boards - samples.len());
                let positions: Vec<Position> =
                    (0..count).map(|_| first_position(&mut generator, level)).collect();
                let measured: Result<Vec<_>, _> = pool.install(|| {
                    positions.par_iter().map(|position| self.sample(position)).collect()
                });
                samples.extend(measured?);
            }
            print(&table.line(self.line(level, samples, start.elapsed())))?;
        }
        Ok(())
    }

    fn sample(&self, position: &Position) -> anyhow::Result<Sample> {
        let start = Spent::now();
        let mut solver = Solver::new(self.objective);
        let advice = match self.deadline {
            Some(deadline) => solver.best_move(position, &after(Duration::from_millis(deadline))),
            None => solver.best_move(position, &never),
        }
        .context("a dealt board has no solution: this is a mistake of the program")?;
        let time = start.elapsed();
        let mut sample = Sample {
            solutions: advice.solutions,
            time,
            loss: 0.0,
            gap: advice.upper - advice.lower,
            exact: advice.exact,
        };
        if !advice.exact {
            let best = solver.best_move(position, &never)?;
            if best.best != advice.best {
                let every = solver.advise(position, &never)?;
                let value = advice.best.and_then(|cell| every.tiles[cell].value);
                sample.loss = every.value - value.unwrap_or(0.0);
            }
        }
        Ok(sample)
    }

    fn columns(&self) -> Table {
        let times = ["median ms", "p90 ms", "p99 ms", "max ms"].map(|heading| (heading, 10));
        let mut columns = vec![("level", 0), ("compatible", 0)];
        columns.extend(times);
        columns.extend([("all s", 7), ("peak MiB", 0)]);
        if self.deadline.is_some() {
            columns.extend([("exact, %", 0), ("loss", 7), ("gap", 7)]);
        }
        Table::new(columns.into_iter().map(|(heading, width)| (heading, Align::Right, width)))
    }

    fn line(&self, level: Level, mut samples: Vec<Sample>, all: Duration) -> Vec<String> {
        samples.sort_by_key(|sample| sample.time);
        let count = samples.len();
        let rank = |share: f64| samples[((count - 1) as f64 * share).round() as usize].time;
        let mean = |f: fn(&Sample) -> f64| samples.iter().map(f).sum::<f64>() / count as f64;
        let mut line =
            vec![level.to_string(), format!("{:.1}", mean(|sample| sample.solutions as f64))];
        let times = [0.5, 0.9, 0.99, 1.0].map(rank);
        line.extend(times.map(|time| format!("{:.2}", time.as_secs_f64() * 1e3)));
        line.push(format!("{:.1}", all.as_secs_f64()));
        line.push(peak_memory().map_or("-".to_owned(), |bytes| (bytes >> 20).to_string()));
        if self.deadline.is_some() {
            let unit = if matches!(self.objective, Objective::Coins | Objective::Campaign(_)) {
                1.0
            } else {
                100.0
            };
            let exact = mean(|sample| f64::from(u8::from(sample.exact)));
            let (loss, gap) = (mean(|sample| sample.loss), mean(|sample| sample.gap));
            line.push(format!("{:.1}", 100.0 * exact));
            line.extend([format!("{:.4}", unit * loss), format!("{:.3}", unit * gap)]);
        }
        line
    }
}

/// So many boards are dealt at a time, whatever their number: what waits takes little memory.
const CHUNK: usize = 4096;

/// The position before the first flip of the next board.
fn first_position(generator: &mut Generator, level: Level) -> Position {
    let board = generator.deal(level).board;
    let (rows, cols) = headers(&board);
    Position { level: Some(level), rows, cols, tiles: board.map(|_| None) }
}

/// The time that a thread has worked: it does not go on while another program has the processor.
struct Spent(Duration);

impl Spent {
    fn now() -> Self {
        Self(system::thread_time())
    }

    fn elapsed(&self) -> Duration {
        Self::now().0.saturating_sub(self.0)
    }
}

/// The most memory that this process has had, in bytes, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
