//! The options that say how to play, the same wherever there is a choice.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use voltorb_flip::levels::{Level, Outcome};
use voltorb_flip::solver::strategies::Strategy;
use voltorb_flip::solver::{Objective, Per};

/// An objective, or a strategy.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct StrategyArguments {
    /// Aim to clear boards or to win coins: clear, coins, level, next, "survive N", "clear-with N", or campaign, the
    /// most coins in the long run, with what the next level is worth.
    #[arg(long, value_name = "NAME", default_value = "clear")]
    objective: Objective,
    /// Play by a simpler rule instead: min-risk, score-first, "cutoff N", ratio, bogo-flip, logic, or a rule of
    /// it: safe-house, n-sum, exhausted-reward, only-voltorbs-left, extended-subset-n-sum; or "target N":
    /// so many coins in the wallet as soon as can be.
    #[arg(long, value_name = "NAME", conflicts_with = "objective")]
    strategy: Option<Strategy>,
    /// Count the coins of --objective campaign by round or by minute.
    #[arg(long, value_parser = per(), conflicts_with = "strategy", hide_short_help = true)]
    per: Option<Per>,
}

/// Reads what coins are counted by.
pub fn per() -> impl TypedValueParser<Value = Per> {
    let names = Per::ALL.map(|per| {
        PossibleValue::new(per.name()).help(match per {
            Per::Round => "Coins per round",
            Per::Minute => "Coins per minute",
        })
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Per>())
}

impl StrategyArguments {
    /// How to play.
    pub fn strategy(self) -> Strategy {
        let objective = match (self.objective, self.per) {
            (Objective::Campaign(_), Some(per)) => Objective::Campaign(per),
            (objective, _) => objective,
        };
        self.strategy.unwrap_or(Strategy::Exact(objective))
    }
}

/// A finished round as it is typed, such as `won 8`: how it ended, and how many cards were flipped.
pub fn round(text: &str) -> Result<(Outcome, u8), String> {
    let wrong = || {
        format!(
            "{text:?} is not a round: write won, lost or quit and the cards flipped, as in \"won 8\""
        )
    };
    let (outcome, flipped) = text.trim().split_once(' ').ok_or_else(wrong)?;
    let outcome = match outcome {
        "won" => Outcome::Won,
        "lost" => Outcome::Lost,
        "quit" => Outcome::Quit,
        _ => return Err(wrong()),
    };
    let flipped =
        flipped.trim().parse().ok().filter(|&cards: &u8| usize::from(cards) <= Level::TILES);
    Ok((outcome, flipped.ok_or_else(wrong)?))
}
