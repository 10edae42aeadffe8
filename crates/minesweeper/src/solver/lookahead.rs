//! A look two moves ahead: what every number that a cell may show would leave, and how safe the
//! safest cell is then.

use super::chances::{Chances, Counter};
use super::frontier::NotCounted;
use super::knowledge::{Knowledge, Status};

/// Cells whose chance to be safe is at least this share of the best one are looked at.
const NEARLY_AS_SAFE: f64 = 0.9;

/// The most cells beside no number that are looked at: they are all equally safe.
const MOST_OF_REST: usize = 4;

/// What opening a cell promises.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prospect {
    /// Which cell.
    pub cell: u16,
    /// The chance that it is safe.
    pub safe: f64,
    /// The chance to survive it and the next move.
    pub survival: f64,
    /// The chance that it is safe and makes another cell safe.
    pub progress: f64,
    /// Whether it can show one number only, so that opening it shows nothing but that it is safe.
    pub dead: bool,
}

/// What decides between two cells: the chance to survive two moves, a little raised by progress.
fn score(prospect: &Prospect, weight: f64) -> f64 {
    prospect.survival + weight * prospect.progress
}

/// The prospects of the safest cells, best first.
pub fn prospects(
    counter: &mut Counter,
    knowledge: &Knowledge,
    chances: &Chances,
    weight: f64,
) -> Vec<Prospect> {
    let safe = |cell: u16| 1.0 - chances.mine[usize::from(cell)];
    let best = knowledge.cells(Status::Unknown).map(safe).fold(0.0, f64::max);
    let mut cells: Vec<u16> = chances
        .border
        .components
        .iter()
        .flat_map(|component| component.cells.iter().copied())
        .filter(|&cell| safe(cell) >= best * NEARLY_AS_SAFE)
        .collect();
    let mut rest = chances.border.rest.clone();
    rest.retain(|&cell| safe(cell) >= best * NEARLY_AS_SAFE);
    rest.sort_by_key(|&cell| (knowledge.unknown_around(cell), cell));
    cells.extend(rest.into_iter().take(MOST_OF_REST));
    // The safest first: what cannot become best any more need not be looked at.
    cells.sort_by(|&a, &b| safe(b).total_cmp(&safe(a)));
    let mut found: Vec<Prospect> = Vec::with_capacity(cells.len());
    let mut most = f64::NEG_INFINITY;
    for cell in cells {
        if safe(cell) * (1.0 + weight) <= most {
            break;
        }
        let prospect = prospect(counter, knowledge, chances, cell);
        if !prospect.dead {
            most = most.max(score(&prospect, weight));
        }
        found.push(prospect);
    }
    found.sort_by(|a, b| a.dead.cmp(&b.dead).then(score(b, weight).total_cmp(&score(a, weight))));
    found
}

/// What opening one cell promises.
fn prospect(
    counter: &mut Counter,
    knowledge: &Knowledge,
    chances: &Chances,
    cell: u16,
) -> Prospect {
    let safe = 1.0 - chances.mine[usize::from(cell)];
    let (mut survival, mut progress, mut numbers) = (0.0, 0.0, 0);
    for (after, then) in opened(counter, knowledge, cell).flatten() {
        numbers += 1;
        let chance = (then.ln_weight - chances.ln_weight).exp();
        let sure = after.safe_count() > knowledge.safe_count();
        let least = after.cells(Status::Unknown).map(|c| then.mine[usize::from(c)]);
        let least = if sure { 0.0 } else { least.fold(1.0, f64::min) };
        // With nothing unknown the game is won.
        let least = if after.unknowns() == 0 { 0.0 } else { least };
        survival += chance * (1.0 - least);
        progress += if least == 0.0 { chance } else { 0.0 };
    }
    Prospect { cell, safe, survival, progress, dead: numbers <= 1 }
}

/// The position after a cell was opened, for each number that it may show, and its chances, if they can be counted.
pub(super) fn opened(
    counter: &mut Counter,
    knowledge: &Knowledge,
    cell: u16,
) -> impl Iterator<Item = Result<(Knowledge, Chances), NotCounted>> {
    let fewest = knowledge.mines_around(cell);
    let numbers = fewest..=fewest + knowledge.unknown_around(cell) as u8;
    numbers.filter_map(move |number| {
        let mut after = knowledge.clone();
        after.open(cell, number);
        after.propagate().ok()?;
        match counter.chances(&after) {
            Ok(chances) => Some(Ok((after, chances))),
            Err(NotCounted::Impossible) => None,
            Err(why) => Some(Err(why)),
        }
    })
}
