//! `voltsight lab campaign`: what every level and streak is worth in the long run, and how that is worked
//! out.

use super::milestones;
use crate::number::whole;
use crate::output::{Exit, print, warn};
use crate::show::table::{Align, Table};
use anyhow::{Context, bail};
use grid::statistics::Z95;
use lab::progress::bar;
use session::files::{self, OutputFile, replace, shown};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use voltorb_flip::campaign::ends;
use voltorb_flip::campaign::values::{Rebuild, Sample};
use voltorb_flip::levels::Level;
use voltorb_flip::solver::target::MOST_COINS;
use voltorb_flip::solver::{CampaignValues, Per};
use voltorb_flip::standing::Standing;

/// Show what each level is worth in coins of later rounds, or compute it again
#[derive(Debug, clap::Args)]
#[command(
    group(clap::ArgGroup::new("made").args(["rebuild", "sample"])),
    after_help = "--objective campaign plays by these values. --rebuild writes them to a file like \
crates/voltorb-flip/src/campaign/per-round.json. Meanwhile it keeps its progress next to that file, in FILE.part: the \
same command continues from there. The same options give the same values on every machine, also after a stop."
)]
pub struct Campaign {
    /// Coins per round, or per minute.
    #[arg(long, default_value_t, value_parser = super::strategy::per())]
    per: Per,
    /// Compute the values and write them to this file.
    #[arg(long, value_name = "FILE")]
    rebuild: Option<PathBuf>,
    /// Play boards of every level for each objective to their end, and write how they ended to this file. --target and
    /// --reach use it.
    #[arg(long, value_name = "FILE")]
    sample: Option<PathBuf>,
    /// Show in how many rounds, or minutes, so many coins can be won, and the objective of each round. simulate
    /// --strategy "target COINS" plays this plan.
    #[arg(long, value_name = "COINS", conflicts_with_all = ["made", "reach"], value_parser = whole::<u32>(1..=u64::from(MOST_COINS)))]
    target: Option<u32>,
    /// Show the chance to reach this level, or a higher one, within --within rounds, and the objective of each round.
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["made", "per"], requires = "within", value_parser = super::solve::level)]
    reach: Option<Level>,
    /// The rounds of --reach.
    #[arg(long, value_name = "ROUNDS", requires = "reach", value_parser = whole::<u32>(1..=10_000))]
    within: Option<u32>,
    /// The level at which --target and --reach begin, if not 1.
    #[arg(long, value_name = "LEVEL", conflicts_with = "made", value_parser = super::solve::level)]
    from: Option<Level>,
    /// Boards of each level: of --sample for every standing, of --rebuild in the last two iterations, in
    /// those before them fewer, and for each streak a quarter of them.
    #[arg(long, value_name = "N", default_value = "200", requires = "made", value_parser = whole::<usize>(8..=1_000_000))]
    boards: usize,
    /// How many times the values are improved.
    #[arg(long, value_name = "N", default_value = "5", requires = "rebuild", value_parser = whole::<usize>(1..=1000))]
    iterations: usize,
    /// Stop the search for a move after N times 16,384 boards.
    #[arg(long, value_name = "N", default_value = "60", requires = "made", value_parser = whole::<u64>(1..=1_000_000_000))]
    work: u64,
    /// The seed of the boards.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "made")]
    seed: u32,
    /// Write over the file of --rebuild or --sample if it is there.
    #[arg(long, requires = "made")]
    force: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// How often unfinished work is kept.
const EVERY: Duration = Duration::from_secs(5);

impl Campaign {
    /// Tells the values, after they are worked out if that is asked for.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn run(self) -> anyhow::Result<Exit> {
        if let Some(file) = &self.sample {
            self.sampled(file)?;
            return Ok(Exit::Success);
        }
        let from = self.from.unwrap_or(Level::FIRST);
        if let (Some(level), Some(rounds)) = (self.reach, self.within) {
            print(&milestones::reach(level, rounds, from, self.json))?;
            return Ok(Exit::Success);
        }
        let values = match &self.rebuild {
            Some(file) => self.rebuilt(file)?,
            None => (**CampaignValues::shipped(self.per)).clone(),
        };
        if let Some(coins) = self.target {
            print(&milestones::target(coins, from, &values, self.json))?;
            return Ok(Exit::Success);
        }
        print(&if self.json { serde_json::to_string(&values)? + "\n" } else { text(&values) })?;
        Ok(Exit::Success)
    }

    fn sampled(&self, file: &Path) -> anyhow::Result<()> {
        let output = OutputFile::forced(file, self.force)?;
        let bar = bar(ends::pieces() as u64, "standings");
        let sample = ends::sample(self.boards, self.seed, self.work, || bar.inc(1))?;
        bar.finish_and_clear();
        let text = serde_json::to_string(&sample)?.replace("{\"objective", "\n{\"objective") + "\n";
        output.write(text.as_bytes()).with_context(|| format!("cannot write {}", shown(file)))
    }

    fn rebuilt(&self, file: &Path) -> anyhow::Result<CampaignValues> {
        let output = OutputFile::forced(file, self.force)?;
        let mut part = file.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let Self { per, boards, iterations, work, seed, .. } = *self;
        let mut rebuild = begun(&part, Sample { per, boards, iterations, work, seed })?;
        let keep = |rebuild: &Rebuild| {
            let text = serde_json::to_vec(rebuild)?;
            replace(&part, &text).with_context(|| format!("cannot write {}", shown(&part)))
        };
        // Told before hours of work, not after them.
        keep(&rebuild)?;
        let bar = bar(rebuild.left(), "rounds");
        let (all, mut kept) = (rebuild.left(), Instant::now());
        while !rebuild.is_done() {
            let improved = rebuild.step()?;
            bar.set_position(all - rebuild.left());
            if improved {
                let CampaignValues { gain, gain_error, residual, boards, .. } = &rebuild.values;
                bar.suspend(|| {
                    warn(format!(
                        "{} of {iterations}, {boards} boards a level: {gain:.2} ± {gain_error:.2} coins \
                         a {per}; the equation was off by {residual:.1} coins at the most",
                        rebuild.iterations
                    ));
                });
            }
            if improved || kept.elapsed() >= EVERY {
                keep(&rebuild)?;
                kept = Instant::now();
            }
        }
        bar.finish_and_clear();
        let text = serde_json::to_string_pretty(&rebuild.values)? + "\n";
        output.write(text.as_bytes()).with_context(|| format!("cannot write {}", shown(file)))?;
        std::fs::remove_file(&part).with_context(|| format!("cannot remove {}", shown(&part)))?;
        Ok(rebuild.values)
    }
}

/// The longest file of work that is read, in bytes.
const LONGEST: u64 = 64 << 20;

/// The work that is kept in this file, or none yet.
fn begun(part: &Path, sample: Sample) -> anyhow::Result<Rebuild> {
    if !part.exists() {
        return Ok(Rebuild::new(sample));
    }
    let text =
        files::text(part, LONGEST).with_context(|| format!("cannot read {}", shown(part)))?;
    let rebuild: Rebuild = serde_json::from_str(&text)
        .with_context(|| format!("{} holds no work of campaign --rebuild", shown(part)))?;
    if rebuild.sample != sample || !rebuild.is_whole() {
        bail!(
            "{} holds work with other options: give the same ones, or remove the file",
            shown(part)
        );
    }
    Ok(rebuild)
}

fn text(values: &CampaignValues) -> String {
    let text = format!(
        "{:.1} coins a {} in the long run (95 %: ± {:.1}, from {} boards of each level; the equation \
         was off\nby {:.1} coins at the most before the last iteration). Rounds that begin at level 1 bring {:.0} \
         coins less,\nall in all, than as many in the long run.\n\n\
         What a level is worth, in coins to come, next to a start at level 1, by the rounds in a row\n\
         with 8 cards flipped and none lost that were played last:\n\n",
        values.gain,
        values.per,
        Z95 * values.gain_error,
        values.boards,
        values.residual,
        values.start_lacks(),
    );
    let streaks = (0..=Standing::LONGEST_STREAK).map(|streak| streak.to_string());
    let headings =
        [vec!["level".to_owned()], streaks.collect(), vec!["rounds, %".to_owned()]].concat();
    let table = Table::new(headings.iter().map(|heading| (heading.as_str(), Align::Right, 6)));
    let lines = Level::all().map(|level| {
        let place = usize::from(level.number() - 1);
        let share: f64 = values.occupancy[place].iter().sum();
        let worths = values.worth[place].iter().map(|worth| format!("{worth:.0}"));
        [vec![level.to_string()], worths.collect(), vec![format!("{:.1}", 100.0 * share)]].concat()
    });
    text + &table.whole(&lines.collect::<Vec<_>>())
}
