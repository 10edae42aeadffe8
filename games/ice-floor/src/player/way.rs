//! Decides on the direction of the next step.

use super::super::screen::{ExitState, IceReading};
use super::hindrance::Hindrance;
use super::{FOOT, IcePlayer, OPENING, PERSON, PLATFORM, route};
use grid::Cell;
use ice_floor::floor::Direction;
use ice_floor::plan::{FloorSection, MIDDLE, SECTIONS};
use session::{Ending, RoundEnd};
use std::time::Duration;

/// How long a cell off the ice may stay unreachable before it counts as occupied.
const BLOCKED: Duration = Duration::from_secs(3);

/// What to do when a press that made two steps has left no walk.
const TOO_FAST: &str = "A press made several steps: set the emulator to a lower speed (four times the \
    game's own is slow enough) and step on a cracked tile: the player falls, and the sections start again";

impl IcePlayer {
    /// The next step on ice.
    pub(super) fn on_ice(
        &mut self,
        section: &'static FloorSection,
        tile: Cell,
        seen: &IceReading,
    ) -> Result<Direction, Hindrance> {
        self.arrived = false;
        let memory = &self.memory[usize::from(section.number) - 1];
        memory.believed(self.options.any_floor).map_err(Hindrance::Doubt)?;
        if tile == section.end() && !memory.has_ice() {
            return match seen.exit.value {
                Some(ExitState::Open) => Ok(Direction::Up),
                _ => Err(Hindrance::Wait("the exit to open", OPENING)),
            };
        }
        self.walk = memory.walk(tile).map_err(|why| {
            let why = if self.went_too_far { format!("{why}. {TOO_FAST}") } else { why };
            Hindrance::Doubt(why)
        })?;
        first(&self.walk).ok_or_else(|| Hindrance::Doubt("the walk has no next step".to_owned()))
    }

    /// The next step on a floor that does not crack.
    pub(super) fn beside(
        &mut self,
        section: &'static FloorSection,
        cell: Cell,
        now: Duration,
    ) -> Result<Direction, Hindrance> {
        if cell.0 <= PLATFORM {
            if !std::mem::replace(&mut self.arrived, true) {
                self.ended = Some(RoundEnd {
                    ending: Ending::Won,
                    score: SECTIONS.len() as u64,
                    level: None,
                    next_level: None,
                    moves: std::mem::take(&mut self.steps),
                });
            }
            return Err(Hindrance::Wait(
                "the gym to be entered again: the leader is reached",
                PERSON,
            ));
        }
        self.arrived = false;
        if cell.0 > FOOT {
            if let Some(last) = &self.last
                && last.step.from == cell
                && now.saturating_sub(last.since) >= BLOCKED
            {
                self.blocked.push(last.step.to());
            }
            let way = route::first_step(cell, (FOOT, MIDDLE), &self.blocked);
            return way.ok_or(Hindrance::Wait("the player to be led to the stairs", PERSON));
        }
        if cell.1 != MIDDLE {
            let text =
                format!("the player stands in row {}, column {}, off the way", cell.0, cell.1);
            return Err(Hindrance::Doubt(text));
        }
        if Direction::Up.from(cell) == section.cell(section.start()) {
            // Ice is stepped on only if there is a walk.
            let memory = &self.memory[usize::from(section.number) - 1];
            memory.believed(self.options.any_floor).map_err(Hindrance::Doubt)?;
            self.walk = memory.walk(section.start()).map_err(Hindrance::Doubt)?;
        }
        Ok(Direction::Up)
    }
}

/// The first step of a walk.
fn first(walk: &[Cell]) -> Option<Direction> {
    Direction::between(*walk.first()?, *walk.get(1)?)
}
