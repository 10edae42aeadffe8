//! `voltsight solve ice`: walks over a floor that is typed or read from a file.

use crate::output::{Exit, print};
use anyhow::Context;
use desktop::interrupt;
use grid::Cell;
use ice_floor::floor::{Floor, keys};
use ice_floor::notation::{FLOORS, parse_floor};
use ice_floor::solver::{Answer, NoCount, Obstacle, Solution, count, solve, walks};
use serde::Serialize;
use session::files::{open, read_text};
use session::noun;
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// The longest floor read, in bytes: far more than any floor takes.
const LONGEST_INPUT: u64 = 1 << 16;

/// More walks than this are not listed.
const MOST_LISTED: u64 = 1_000_000;

/// Work out the best move of a position, or of a picture of a game
#[derive(Debug, clap::Args)]
#[command(after_help = NOTATION)]
pub(super) struct Solve {
    /// A floor, a picture of the game, or a file that holds a floor (see below); - for standard input.
    #[arg(required = true, value_name = "FLOOR|FILE|PICTURE|-")]
    input: Vec<String>,
    /// Count all walks, exactly.
    #[arg(long)]
    count: bool,
    /// List all walks, but no more than N.
    #[arg(long = "list", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_LISTED))]
    all: Option<u64>,
    /// Explain the answer: what it took, or why there is no walk.
    #[arg(long)]
    explain: bool,
    /// Answer within this many milliseconds, or say that it is not known.
    #[arg(long, value_name = "MS", default_value_t = 30_000)]
    deadline: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

const NOTATION: &str = "\
A floor is written row by row from the top, rows between spaces or slashes:
  #..../..#../...../.....
with . for ice, # for stone and for ice that is cracked already, S for the tile that the player stands
on and E for a tile where the walk may end. Without an S it begins in the middle of the lowest row,
without an E it ends in the middle of the highest, as in the game. Up to 32 x 32 tiles. The floors of
the games have names: ruby-1, ruby-2, ruby-3 (also Sapphire's), emerald-1, emerald-2, emerald-3.
Or as JSON: {\"rows\": [\"..#\", ...], \"start\": [2, 1], \"ends\": [[0, 1]]}, cells as [row, column] from 0.

--json prints walk (cells as [row, column] from 0, or null), keys (U, D, L, R), tiles, why (if there is
no walk), steps and states (what it took), with --count also count (as text), with --list also walks
and complete.

Exit codes: 0 there is a walk; 1 there is none, or it was not found in time; 2 not understood.";

impl Solve {
    /// Runs the command.
    ///
    /// # Errors
    /// Bad input, in a sentence that says what to do.
    pub fn run(&self) -> anyhow::Result<Exit> {
        let floor = parse_floor(&self.text()?)?;
        interrupt::listen()?;
        let (begin, time) = (Instant::now(), Duration::from_millis(self.deadline));
        let stop = || interrupt::asked().is_some() || begin.elapsed() >= time;
        let solution = solve(&floor, &stop);
        let count = self.count.then(|| count(&floor, &stop));
        let listed = self.all.map(|most| walks(&floor, most as usize, &stop));
        let walked = matches!(solution.answer, Answer::Walk(_));
        let report = Report { floor: &floor, solution, count, listed, explain: self.explain };
        print(&if self.json { report.json()? } else { report.text() })?;
        Ok(if walked { Exit::Success } else { Exit::No })
    }

    /// What was typed, or what the file or standard input holds.
    fn text(&self) -> anyhow::Result<String> {
        match self.input.as_slice() {
            [dash] if dash == "-" => read_text(std::io::stdin().lock(), LONGEST_INPUT)
                .context("cannot read a floor from standard input"),
            [name] if Path::new(name).exists() => {
                let file = open(Path::new(name)).with_context(|| format!("cannot open {name}"))?;
                read_text(file, LONGEST_INPUT)
                    .with_context(|| format!("cannot read a floor from {name}"))
            }
            words => Ok(words.join(" ")),
        }
    }
}

/// What is told of a floor.
struct Report<'a> {
    floor: &'a Floor,
    solution: Solution,
    count: Option<Result<u128, NoCount>>,
    listed: Option<(Vec<Vec<Cell>>, bool)>,
    explain: bool,
}

/// The answer as JSON; the fields are described in `solve --help`.
#[derive(Serialize)]
struct Json<'a> {
    tiles: usize,
    walk: Option<&'a [Cell]>,
    keys: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    steps: u64,
    states: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    walks: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
}

const UNKNOWN: &str = "it was stopped, or time ran out (--deadline gives it more)";

impl Report<'_> {
    fn json(&self) -> anyhow::Result<String> {
        let (walk, why) = match &self.solution.answer {
            Answer::Walk(walk) => (Some(walk.as_slice()), None),
            Answer::Impossible(obstacle) => (None, Some(obstacle.to_string())),
            Answer::Unknown => (None, Some(UNKNOWN.to_owned())),
        };
        let json = Json {
            tiles: self.floor.tiles(),
            walk,
            keys: walk.map(keys),
            why,
            steps: self.solution.steps,
            states: self.solution.states,
            count: self.count.as_ref().map(|count| match count {
                Ok(walks) => walks.to_string(),
                Err(why) => why.to_string(),
            }),
            walks: self.listed.as_ref().map(|(walks, _)| walks.iter().map(|w| keys(w)).collect()),
            complete: self.listed.as_ref().map(|(_, complete)| *complete),
        };
        Ok(serde_json::to_string(&json)? + "\n")
    }

    fn text(&self) -> String {
        let (rows, columns) = (self.floor.ice().rows(), self.floor.ice().columns());
        let named = FLOORS
            .iter()
            .find(|(_, rows)| parse_floor(rows).is_ok_and(|floor| floor == *self.floor));
        let name = named.map_or(String::new(), |(name, _)| format!("{name}: "));
        let tiles = self.floor.tiles();
        let of_ice = noun(tiles as u64, "tiles of ice");
        let mut text = format!("{name}{rows} x {columns}, {tiles} {of_ice}.\n\n");
        // Writing to a String cannot fail.
        match &self.solution.answer {
            Answer::Walk(walk) => {
                text += &drawing(self.floor, walk);
                let _ = match walk.len() {
                    1 => writeln!(text, "\nWalk: none is needed, the start is the end."),
                    _ => writeln!(text, "\nWalk: {}", grouped(&keys(walk))),
                };
            }
            Answer::Impossible(why) => {
                text += &drawing(self.floor, &[]);
                let _ = match (self.explain, why) {
                    (false, Obstacle::Exhausted { .. }) => writeln!(text, "\nNo walk."),
                    _ => writeln!(text, "\nNo walk: {why}."),
                };
            }
            Answer::Unknown => {
                text += &drawing(self.floor, &[]);
                let _ = writeln!(text, "\nUnknown whether there is a walk: {UNKNOWN}.");
            }
        }
        match &self.count {
            Some(Ok(walks)) => {
                let _ = writeln!(text, "Walks in all: {walks}");
            }
            Some(Err(why)) => {
                let _ = writeln!(text, "Walks in all: not known: {why}.");
            }
            None => {}
        }
        if let Some((walks, complete)) = &self.listed {
            let all = if *complete { "all" } else { "there are more" };
            let count = walks.len();
            let _ = writeln!(text, "\n{count} {}, {all}:", noun(count as u64, "walks"));
            for walk in walks {
                let _ = writeln!(text, "  {}", grouped(&keys(walk)));
            }
        }
        if self.explain {
            let Solution { steps, states, .. } = self.solution;
            let _ = match states {
                0 => writeln!(text, "Found by depth-first search in {steps} steps."),
                _ => writeln!(
                    text,
                    "Found by frontier dynamic programming over {states} states, after {steps} steps \
                     of depth-first search."
                ),
            };
        }
        text
    }
}

/// Keys in groups of five.
fn grouped(keys: &str) -> String {
    let letters: Vec<char> = keys.chars().collect();
    let groups: Vec<String> = letters.chunks(5).map(|group| group.iter().collect()).collect();
    groups.join(" ")
}

/// The floor with the walk as a line; S is where it begins, E where it ends.
fn drawing(floor: &Floor, walk: &[Cell]) -> String {
    const UP: u8 = 1;
    const LEFT: u8 = 2;
    const RIGHT: u8 = 4;
    const DOWN: u8 = 8;
    let mut sides = floor.ice().map(|_| 0u8);
    for step in walk.windows(2) {
        let (from, to) = match keys(step).as_str() {
            "U" => (UP, DOWN),
            "D" => (DOWN, UP),
            "L" => (LEFT, RIGHT),
            _ => (RIGHT, LEFT),
        };
        sides[step[0]] |= from;
        sides[step[1]] |= to;
    }
    let mut text = String::new();
    for row in 0..floor.ice().rows() {
        text.push_str("  ");
        for column in 0..floor.ice().columns() {
            let cell = (row, column);
            let used = sides[cell];
            text.push(match used {
                _ if !floor.ice()[cell] => '#',
                _ if cell == floor.start() => 'S',
                _ if walk.last().map_or(floor.ends().contains(&cell), |last| *last == cell) => 'E',
                0 => '.',
                _ if used == UP | DOWN => '│',
                _ if used == LEFT | RIGHT => '─',
                _ if used == UP | LEFT => '┘',
                _ if used == UP | RIGHT => '└',
                _ if used == DOWN | LEFT => '┐',
                _ => '┌',
            });
            text.push(if used & RIGHT != 0 { '─' } else { ' ' });
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_is_drawn_as_a_line() {
        let floor = parse_floor("ruby-1").unwrap();
        let Answer::Walk(walk) = solve(&floor, &|| false).answer else { panic!("no walk") };
        let drawn = drawing(&floor, &walk);
        assert_eq!(drawn, "  ┌─E #\n  └───┐\n  # S─┘\n");
        assert_eq!(grouped(&keys(&walk)), "RULLU R");
    }
}
