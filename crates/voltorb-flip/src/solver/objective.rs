//! What a player can want of a round.

use super::values::Per;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What the advice aims at. Its value is a chance, except for [`Objective::Coins`] and
/// [`Objective::Campaign`].
///
/// Written as `clear`, `coins`, `level`, `survive 8`, `clear-with 8`, `next`, `campaign`,
/// `campaign minute`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Objective {
    /// The chance to clear the board: to find every 2 and 3.
    #[default]
    Clear,
    /// The expected coins of this round; the player may quit and take what was found.
    Coins,
    /// The chance that the next round is played at this level or a higher one; at level 1, which
    /// cannot be lost, at a higher one.
    Level,
    /// The chance to flip this many cards in this round without a Voltorb. Clearing the board ends
    /// the round, so a board cleared with fewer cards does not count.
    Survive(u8),
    /// The chance to clear the board with at least this many cards flipped.
    ClearWith(u8),
    /// The chance that the next useful card is no Voltorb: one card ahead, no further.
    Next,
    /// The most coins in the long run, round after round: those of this round, and what the level and
    /// the streak that it leads to are worth, told against a loss without any card flipped.
    Campaign(Per),
}

impl Objective {
    /// Whether the flip of a safe card never costs anything. Not so where the round can end too early,
    /// with the last 2 or 3: for [`Objective::Survive`] and [`Objective::ClearWith`].
    pub fn is_never_early(self) -> bool {
        !matches!(self, Self::Survive(_) | Self::ClearWith(_))
    }
}

/// A name of no objective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not an objective: choose clear, coins, level, next, campaign (per round, or \
     \"campaign minute\"), or, with a number of cards from 1 to 36, survive or clear-with (as in \
     \"survive 8\")"
)]
pub struct NoSuchObjective(String);

impl FromStr for Objective {
    type Err = NoSuchObjective;

    /// Between name and number may stand a space, `-`, `=` or `:`, or nothing.
    fn from_str(text: &str) -> Result<Self, NoSuchObjective> {
        let name = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let cards = text[name.len()..].parse().ok().filter(|cards| (1..=36).contains(cards));
        match (name.strip_suffix([' ', '-', '=', ':']).unwrap_or(name), cards) {
            ("survive", Some(cards)) => return Ok(Self::Survive(cards)),
            ("clear-with", Some(cards)) => return Ok(Self::ClearWith(cards)),
            _ => {}
        }
        if let Some(per) = text.strip_prefix("campaign") {
            let per = per.trim_start_matches([' ', '-', '=', ':']);
            let per = if per.is_empty() { Ok(Per::default()) } else { per.parse() };
            return per.map(Self::Campaign).map_err(|_| NoSuchObjective(text.to_owned()));
        }
        match text {
            "clear" => Ok(Self::Clear),
            "coins" => Ok(Self::Coins),
            "level" => Ok(Self::Level),
            "next" => Ok(Self::Next),
            _ => Err(NoSuchObjective(text.to_owned())),
        }
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clear => f.write_str("clear"),
            Self::Coins => f.write_str("coins"),
            Self::Level => f.write_str("level"),
            Self::Survive(cards) => write!(f, "survive {cards}"),
            Self::ClearWith(cards) => write!(f, "clear-with {cards}"),
            Self::Next => f.write_str("next"),
            Self::Campaign(Per::Round) => f.write_str("campaign"),
            Self::Campaign(per) => write!(f, "campaign {per}"),
        }
    }
}

impl TryFrom<String> for Objective {
    type Error = NoSuchObjective;
    fn try_from(text: String) -> Result<Self, NoSuchObjective> {
        text.parse()
    }
}

impl From<Objective> for String {
    fn from(objective: Objective) -> Self {
        objective.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for objective in [
            Objective::Clear,
            Objective::Coins,
            Objective::Level,
            Objective::Survive(8),
            Objective::ClearWith(11),
            Objective::Next,
            Objective::Campaign(Per::Round),
            Objective::Campaign(Per::Minute),
        ] {
            assert_eq!(objective.to_string().parse(), Ok(objective));
        }
        assert_eq!("clear-with=8".parse(), Ok(Objective::ClearWith(8)));
        assert!("survive -1".parse::<Objective>().is_err(), "no number of cards is negative");
        assert_eq!("survive-12".parse(), Ok(Objective::Survive(12)));
        for wrong in
            ["", "win", "survive", "survive 0", "survive 37", "clear 8", "next-", "campaign week"]
        {
            assert!(wrong.parse::<Objective>().is_err(), "{wrong}");
        }
    }
}
