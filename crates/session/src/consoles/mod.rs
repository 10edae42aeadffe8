//! What machines' screens and buttons are like, for all games that run on them. Plain facts: knows
//! no game and nothing else of this program.

pub mod desktop;
pub mod ds;
pub mod gba;

use serde::Serialize;
use std::time::Duration;

/// The times that matter to whoever acts upon a game of a console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// From one pass of a game's loop, which looks at the input and draws, to the next.
    pub pass: Duration,
    /// How long a press is held to be seen in any case.
    pub hold: Duration,
    /// How long nothing is pressed after it, so that the next press is seen as another one.
    pub gap: Duration,
    /// How long the pointer stays where it was released. Some toolkits ask where it is only when they
    /// come to the release, and take a press back whose pointer has left.
    pub stay: Duration,
}

/// What a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Runs {
    /// Nintendo DS games.
    Ds,
    /// Game Boy Advance games.
    Gba,
    /// Games of several consoles.
    Several,
    /// Mines to be found, itself.
    Mines,
}
