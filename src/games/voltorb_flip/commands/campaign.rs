//! `voltsight campaign`: what every level and streak is worth in the long run, and how that is worked
//! out.

use crate::files::shown;
use crate::games::voltorb_flip::campaign::values::{Sample, iterate};
use crate::games::voltorb_flip::levels::Level;
use crate::games::voltorb_flip::solver::{CampaignValues, Per};
use crate::games::voltorb_flip::standing::Standing;
use crate::laboratory::shards::replace;
use crate::laboratory::statistics::Z95;
use crate::number::whole;
use crate::output::{Exit, print, warn};
use anyhow::Context;
use std::path::PathBuf;

/// Tell what each level is worth for the coins of the rounds to come, or work it out anew
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The values are those by which --objective campaign plays. --rebuild writes \
them to a file of the form of src/games/voltorb_flip/campaign/per-round.json; that the file is \
there already makes it go on from its values. The same options give the same values on every \
machine."
)]
pub struct Campaign {
    /// Coins per round, or per minute.
    #[arg(long, value_enum, default_value_t)]
    per: Per,
    /// Work the values out and write them to this file.
    #[arg(long, value_name = "FILE")]
    rebuild: Option<PathBuf>,
    /// Boards of each level whose worth is taken the mean of.
    #[arg(long, value_name = "N", default_value = "200", requires = "rebuild", value_parser = whole::<usize>(2..=1_000_000))]
    boards: usize,
    /// Of these boards so many are played to their end, for each streak.
    #[arg(long, value_name = "N", default_value = "24", requires = "rebuild", value_parser = whole::<usize>(1..=1_000_000))]
    played: usize,
    /// How many times the values are improved.
    #[arg(long, value_name = "N", default_value = "3", requires = "rebuild", value_parser = whole::<usize>(1..=1000))]
    iterations: usize,
    /// End the search for a move after so many times 16,384 boards looked at.
    #[arg(long, value_name = "N", default_value = "60", requires = "rebuild", value_parser = whole::<u64>(1..=1_000_000_000))]
    work: u64,
    /// The seed of the boards.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "rebuild")]
    seed: u32,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Campaign {
    /// Tells the values, after they are worked out if that is asked for.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn run(self) -> anyhow::Result<Exit> {
        let values = match &self.rebuild {
            Some(file) => self.rebuilt(file)?,
            None => (**CampaignValues::shipped(self.per)).clone(),
        };
        print(&if self.json { serde_json::to_string(&values)? + "\n" } else { text(&values) })?;
        Ok(Exit::Success)
    }

    fn rebuilt(&self, file: &std::path::Path) -> anyhow::Result<CampaignValues> {
        let mut values = if file.exists() {
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("cannot read {}", shown(file)))?;
            let known: CampaignValues = serde_json::from_str(&text)
                .with_context(|| format!("{} holds no values of a campaign", shown(file)))?;
            anyhow::ensure!(
                known.per == self.per && known.worth.len() == 8 && known.minutes.len() == 8,
                "{} holds the values per {}, for {} levels: give another file",
                shown(file),
                known.per,
                known.worth.len()
            );
            known
        } else {
            (**CampaignValues::shipped(self.per)).clone()
        };
        let Self { boards, played: rounds, iterations, work, seed, .. } = *self;
        let plan = Sample { boards, rounds, work, seed };
        for number in 1..=iterations {
            let found = iterate(&values, &plan)?;
            warn(format!(
                "{number} of {iterations}: {:.2} ± {:.2} coins a {}; the equation was off by {:.1} coins \
                 at the most",
                found.values.gain, found.values.gain_error, self.per, found.residual
            ));
            values = found.values;
            let text = serde_json::to_string_pretty(&values)? + "\n";
            replace(file, &text).with_context(|| format!("cannot write {}", shown(file)))?;
        }
        Ok(values)
    }
}

fn text(values: &CampaignValues) -> String {
    let mut text = format!(
        "{:.1} coins a {} in the long run (95 %: ± {:.1}, from {} boards of each level).\n\n\
         What a level is worth, in coins to come, next to a start at level 1, by the rounds in a row\n\
         with 8 cards flipped and none lost that were played last:\n\n\
         level       0       1       2       3       4\n",
        values.gain,
        values.per,
        Z95 * values.gain_error,
        values.boards
    );
    for level in Level::all() {
        text += &format!("{level:>5}");
        for streak in 0..=Standing::LONGEST_STREAK {
            text += &format!("{:>8.0}", values.worth(Standing { level, streak }));
        }
        text += "\n";
    }
    text
}
