//! The built-in game played before a referee: the options of `demo` that only make sense for this
//! game.

use super::super::Minesweeper;
use super::options::{check_mines, size};
use super::play::Play;
use crate::game::Pictures;
use crate::number::whole;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use lab::arcade::demonstration::Demonstrated;
use lab::arcade::demonstration::{Demonstration, Opening};
use lab::minesweeper::arcade::{self, MineArcade};
use minesweeper::generator::FirstClick;
use minesweeper::solver::topology::Topology;
use minesweeper_game::player::MinePlayer;

/// The game and how to play it.
// The command's own options are a group of this name.
#[derive(Debug, clap::Args)]
#[group(skip)]
struct Demo {
    #[command(flatten)]
    play: Play,
    /// Rows x columns.
    #[arg(long, value_name = "RxC", default_value = "9x9", value_parser = size)]
    size: (usize, usize),
    /// Mines on each board.
    #[arg(long, value_name = "N", default_value_t = 10)]
    mines: usize,
    /// What the first click is promised: opening (no mine in it or next to it), safe, or none.
    #[arg(long, value_name = "RULE", default_value = "opening")]
    rule: FirstClick,
    /// How large the game is drawn: cells of 16 pixels times this.
    #[arg(long, value_name = "N", default_value = "1", value_parser = whole::<u32>(1..=8))]
    scale: u32,
}

/// The command with these options.
pub(in super::super) fn options(command: Command) -> Command {
    Demo::augment_args(command)
}

/// Opens the game as the options say.
///
/// # Errors
/// More mines than there is room for, or no profile can be read.
pub(in super::super) fn open(
    options: &ArgMatches,
    opening: Opening,
) -> anyhow::Result<Box<dyn Demonstration>> {
    let demo = Demo::from_arg_matches(options)?;
    let topology = Topology::new(demo.size.0, demo.size.1);
    // Wherever the first click goes, there has to be room.
    let cells = 0..topology.cells() as u16;
    let room = cells.map(|cell| demo.rule.most_mines(&topology, cell)).min().unwrap_or(0);
    let what = format!("under the rule \"{}\"", demo.rule);
    check_mines(demo.mines, demo.size, room, &what)?;
    let game = MineArcade::new(arcade::MineArcadeOptions {
        size: demo.size,
        mines: demo.mines,
        rule: demo.rule,
        seed: opening.seed.into(),
        scale: demo.scale,
        speed: opening.speed,
    });
    let options = demo.play.options(true, Some(demo.mines));
    let player = MinePlayer::new(options, Minesweeper.reader(None)?);
    Ok(Box::new(Demonstrated::new(game, player)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_nothing_is_typed_the_options_are_the_usual_ones() {
        let typed = options(Command::new("demo")).get_matches_from(["demo"]);
        let Demo { size, mines, rule, scale, .. } = Demo::from_arg_matches(&typed).unwrap();
        let usual = arcade::MineArcadeOptions::default();
        assert_eq!((size, mines, rule, scale), (usual.size, usual.mines, usual.rule, usual.scale));
    }
}
