//! Reads the exit of a section: slides, or stairs.

use super::outcome::{Outcome, Outcomes};
use super::tiles::{ExitState, FloorTile, Seen, Signature};
use grid::reading::{Reading, SURE, Unreadable};
use grid::{Cell, Grid};
use ice_floor::plan::FloorSection;

/// The most by which an exit may differ from its drawing, in grey levels.
const EXIT_OFF: f32 = 18.0;

/// The exit, of which two cells may be seen: the hero on the last tile leaves the upper one free. Also whether it looks
/// open rather than closed in the likeliest outcome, and has the contrast of one, of which a cell has `least_gain` at least.
pub(super) fn read(
    cells: &[Seen; 2],
    outcomes: &Outcomes<'_>,
    least_gain: f32,
) -> (Reading<ExitState>, bool) {
    let off = |outcome: &Outcome<'_>, cell: &Signature, exit| {
        outcome.fit.off(cell, outcome.templates.exit(exit))
    };
    let [one, other] = cells.each_ref().map(|cell| match cell {
        Ok(cell) => outcomes.decide(
            &[ExitState::Closed, ExitState::Open],
            |outcome, _| outcome.fit.usual_off(),
            |_, _| EXIT_OFF,
            |outcome, exit| off(outcome, cell, exit),
        ),
        Err(why) => Reading::none(*why),
    });
    let told = match (one.value, other.value) {
        (Some(a), Some(b)) if a != b => Reading::none(Unreadable::Doubtful),
        _ if one.confidence >= other.confidence => one,
        _ => other,
    };
    let looks_open = |outcome: &Outcome<'_>| {
        let all = |exit| cells.iter().flatten().map(|cell| off(outcome, cell, exit)).sum::<f32>();
        all(ExitState::Open) < all(ExitState::Closed)
    };
    // No tile has its colours: what a map that suits the tiles makes of them is a guess, and another one may differ.
    let is_agreed = told.value.is_none_or(|value| {
        outcomes.iter().all(|outcome| looks_open(outcome) == (value == ExitState::Open))
    });
    let told = if is_agreed { told } else { Reading::none(Unreadable::Doubtful) };
    let likeliest = outcomes.likeliest();
    let stairs = likeliest.templates.exit(ExitState::Open);
    let is_clear =
        cells.iter().flatten().all(|cell| likeliest.fit.gain(cell, stairs) >= least_gain);
    (told, looks_open(likeliest) && is_clear)
}

/// The exit of a floor all of whose tiles are cracked: it is open. The tile that the hero stands on counts as stepped
/// on. `None` in mid-step, and if a tile is whole or uncertain.
///
/// The game opens it in the moment after the last step: it is no surer than [`SURE`], and this is not asked of an exit
/// that looks closed rather than open.
pub(super) fn opened(
    tiles: &Grid<Reading<FloorTile>>,
    section: &FloorSection,
    hero: &[Cell],
) -> Option<Reading<ExitState>> {
    if hero.len() > 1 {
        return None;
    }
    let mut sure = SURE;
    let others = tiles.cells().filter(|(tile, _)| !hero.contains(&section.cell(*tile)));
    for (_, reading) in others {
        match reading.value {
            Some(FloorTile::Cracked | FloorTile::Stone) => sure = sure.min(reading.confidence),
            _ => return None,
        }
    }
    Some(Reading::sure(ExitState::Open, sure))
}
