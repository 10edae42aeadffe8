//! The strategies that can be set against each other, by name.

use std::fmt;
use std::str::FromStr;

/// What a player does where nothing is certain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MineStrategy {
    /// Opens the cell with the least chance of a mine; of several the first.
    Probability,
    /// As before, but of several the one with the fewest unknown neighbours: corners and edges tell
    /// most often of an opening.
    Corners,
    /// Among cells nearly as safe as the safest, the one after which the chance to survive this and
    /// the next move is best.
    Lookahead,
    /// As before, and the full game tree once few layouts are left.
    #[default]
    Best,
}

impl MineStrategy {
    /// All of them, the weakest first.
    pub const ALL: [Self; 4] = [Self::Probability, Self::Corners, Self::Lookahead, Self::Best];

    /// The strategy's name, as it is typed.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Probability => "probability",
            Self::Corners => "corners",
            Self::Lookahead => "lookahead",
            Self::Best => "best",
        }
    }
}

impl fmt::Display for MineStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for MineStrategy {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|strategy| strategy.name() == text).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("{text:?} is not a strategy: give one of {names}")
        })
    }
}
