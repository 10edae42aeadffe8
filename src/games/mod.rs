//! The games: each knows its own board, screen and solver, and nothing of windows, pointers or
//! terminals. This list is the only place outside their folders that names them.

pub mod ice_floor;
pub mod minesweeper;
pub mod voltorb_flip;

use crate::game::Game;
use session::consoles::Runs;

/// All games. The first is meant where nothing says which.
pub static GAMES: [&dyn Game; 3] =
    [&voltorb_flip::VoltorbFlip, &minesweeper::Minesweeper, &ice_floor::IceFloor];

/// The game of this name.
pub fn by_name(name: &str) -> Option<&'static dyn Game> {
    GAMES.into_iter().find(|game| game.name() == name)
}

/// The games that can be watched and played.
pub fn playable() -> impl Iterator<Item = &'static dyn Game> {
    GAMES.into_iter().filter(|game| game.playing().is_some())
}

/// The first of them that is looked for in the windows of programs that run one of these.
pub fn run_by(runs: &[Runs]) -> Option<&'static dyn Game> {
    playable().find(|game| game.playing().is_some_and(|playing| runs.contains(&playing.runs_on())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_runs_tells_the_game() {
        for game in playable() {
            let runs = game.playing().unwrap().runs_on();
            let first = run_by(&[Runs::Several, runs]).unwrap();
            assert!(first.playing().unwrap().runs_on() == runs, "{}", game.name());
        }
        assert!(
            run_by(&[Runs::Several]).is_none(),
            "an emulator of several consoles does not tell"
        );
        assert!(run_by(&[]).is_none());
    }
}
