//! Playing in a session: the options of `watch` that only make sense for this game.

use super::super::usual;
use super::StrategyArguments;
use crate::number::whole;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use session::ErasedPlayer;
use std::time::Duration;
use voltorb_flip::solver::strategies::Strategy;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions};

/// How to play.
#[derive(Debug, clap::Args)]
pub(super) struct Play {
    #[command(flatten)]
    strategy: StrategyArguments,
    /// How long to think about a move before advising it, in milliseconds. It thinks on until you flip the card.
    #[arg(long, hide_short_help = true, default_value = "2000", value_name = "MS", value_parser = whole::<u64>(0..=3_600_000))]
    think: u64,
}

impl Play {
    /// How cards are chosen.
    pub fn strategy(&self) -> Strategy {
        self.strategy.strategy()
    }

    /// How long a move is thought about before it is advised.
    pub fn thinking(&self) -> Duration {
        Duration::from_millis(self.think)
    }
}

/// The command with these options.
pub(in super::super) fn options(command: Command) -> Command {
    Play::augment_args(command)
}

/// The player that was asked for; `profile` names the one to read with.
///
/// # Errors
/// The profile cannot be used.
pub(in super::super) fn player(
    options: &ArgMatches,
    profile: Option<&str>,
    plays: bool,
) -> anyhow::Result<Box<dyn ErasedPlayer>> {
    let play = Play::from_arg_matches(options)?;
    Ok(<dyn ErasedPlayer>::begin(FlipPlayer::new(FlipPlayerOptions {
        strategy: play.strategy(),
        thinking: play.thinking(),
        ..usual(profile, plays)?
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_typed_the_options_are_the_usual_ones() {
        let typed = options(Command::new("watch")).get_matches_from(["watch"]);
        let play = Play::from_arg_matches(&typed).unwrap();
        let FlipPlayerOptions { strategy, thinking, .. } = FlipPlayerOptions::default();
        assert_eq!(format!("{:?}", play.strategy()), format!("{strategy:?}"));
        assert_eq!(play.thinking(), thinking);
    }
}
