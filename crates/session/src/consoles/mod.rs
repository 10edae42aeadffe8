//! Facts about the screens and buttons of machines, for all games that run on them. This module knows no game.

pub mod desktop;
pub mod ds;
pub mod gba;

use serde::Serialize;
use std::time::Duration;

/// The timing of a game's input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The time from one pass of a game's loop, which polls the input and draws, to the next.
    pub pass: Duration,
    /// How long a press is held to be registered in any case.
    pub hold: Duration,
    /// The pause after a press, so that the next one is registered separately.
    pub gap: Duration,
    /// How long the pointer stays where it was released: some toolkits take a press back if it has left.
    pub stay: Duration,
}

/// What kind of games a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Runs {
    /// Nintendo DS games.
    Ds,
    /// Game Boy Advance games.
    Gba,
    /// Games of several consoles.
    Several,
    /// No console: the program is a game in which mines are to be found.
    Mines,
}
