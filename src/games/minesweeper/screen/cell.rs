//! What a cell shows: its ground tells whether it is open, the mark on it is told by colour and shape.

use super::look::{Colour, Ground, Kind, MineLook, Zones, difference};
use super::sample::{Marked, Sample};
use super::shapes::{Mark, Shape, drawn};
use crate::games::minesweeper::board::CellState;
use crate::grid::Cell;
use crate::reading::{Reading, Unreadable};

/// How far the colours of a ground may be off, in grey levels, and the least lead over the nearest
/// ground of another kind.
pub(super) const GROUND_OFF: f32 = 34.0;
const GROUND_LEAD: f32 = 8.0;

/// Below the first contrast a cell has no mark, from the second on it has one.
const NO_MARK: f32 = 24.0;
const A_MARK: f32 = 44.0;

/// How like a drawing a mark must be, and the least height of one to the cell's.
const LEAST_LIKENESS: f32 = 0.55;
const LEAST_HEIGHT: f32 = 0.3;

/// How much a difference in likeness and one in colour tell between two readings of a mark.
const SHAPE_WEIGHT: f32 = 14.0;
const COLOUR_OFF: f32 = 30.0;
const MOST_COLOUR: f32 = 9.0;

/// The least chance with which a number is told.
const LEAST_CHANCE: f32 = 0.97;

/// The share of each colour of a crossed-out mine that one has.
const CROSSED: f32 = 0.07;

/// How near a pixel must be to a colour to have it, in grey levels of a channel.
const SAME_COLOUR: f32 = 70.0;

/// A cell as it was read, with the readings that were considered, best first.
#[derive(Clone, Debug)]
pub(super) struct CellReading {
    pub reading: Reading<CellState>,
    pub considered: Vec<(CellState, f32)>,
}

impl CellReading {
    fn sure(state: CellState, confidence: f32) -> Self {
        let confidence = confidence.min(0.999);
        Self { reading: Reading::sure(state, confidence), considered: vec![(state, confidence)] }
    }

    fn none(why: Unreadable) -> Self {
        Self { reading: Reading::none(why), considered: Vec::new() }
    }
}

/// The nearest ground of a look, its distance, and by how much it leads over those of other kinds.
pub(super) fn nearest<'a>(look: &'a MineLook, zones: &Zones) -> (&'a Ground, f32, f32) {
    let off = |ground: &&Ground| ground.zones.distance(zones);
    let by_off = |a: &&Ground, b: &&Ground| off(a).total_cmp(&off(b));
    let best = look.grounds.iter().min_by(by_off).expect("a look has grounds");
    let rival = look.grounds.iter().filter(|ground| ground.kind != best.kind).min_by(by_off);
    let lead = rival.map_or(f32::INFINITY, |rival| off(&rival) - off(&best));
    (best, off(&best), lead)
}

/// Reads a cell.
pub(super) fn read(look: &MineLook, sample: &Sample, zones: &Zones, cell: Cell) -> CellReading {
    let (ground, off, lead) = nearest(look, zones);
    if off > GROUND_OFF {
        return CellReading::none(Unreadable::Covered);
    }
    if lead < GROUND_LEAD {
        return CellReading::none(Unreadable::Doubtful);
    }
    let ground_chance = 1.0 - (off / GROUND_OFF).powi(2) * 0.04;
    let marked = sample.marked(cell, zones.ground, look.margin);
    if marked.contrast < NO_MARK {
        let state = match ground.kind {
            Kind::Closed => CellState::Closed,
            Kind::Open if ground.number.is_none() => CellState::Open(0),
            Kind::Open => return CellReading::none(Unreadable::Doubtful),
            Kind::Exploded => CellState::Exploded,
        };
        return CellReading::sure(state, ground_chance);
    }
    if marked.contrast < A_MARK {
        return CellReading::none(Unreadable::Doubtful);
    }
    let Some(likeness) = Likeness::of(&marked) else {
        return CellReading::none(Unreadable::Covered);
    };
    match ground.kind {
        Kind::Exploded => CellReading::sure(CellState::Exploded, ground_chance),
        Kind::Closed => closed(look, &marked, &likeness),
        Kind::Open => open(look, ground, &marked, &likeness),
    }
}

/// How like the drawings a mark is.
struct Likeness(Vec<(Mark, f32)>);

impl Likeness {
    /// `None` if it is too small to be a mark.
    fn of(marked: &Marked) -> Option<Self> {
        let bounds = marked.ink.bounds(0.4)?;
        if bounds[3] - bounds[1] < LEAST_HEIGHT * super::sighting::CELL as f32 {
            return None;
        }
        let shape = Shape::of(&marked.ink, bounds)?;
        Some(Self(drawn().iter().map(|(mark, drawn)| (*mark, shape.likeness(drawn))).collect()))
    }

    fn best(&self, which: Mark) -> f32 {
        let of = self.0.iter().filter(|(mark, _)| *mark == which);
        of.map(|(_, likeness)| *likeness).fold(-1.0, f32::max)
    }
}

fn closed(look: &MineLook, marked: &Marked, likeness: &Likeness) -> CellReading {
    let (flag, question) = (likeness.best(Mark::Flag), likeness.best(Mark::Question));
    let shares: Vec<f32> = look.flag.iter().map(|c| marked.share(*c, SAME_COLOUR)).collect();
    let flag_coloured = shares.iter().all(|share| *share > 0.06);
    let best = flag.max(question);
    let chance = 1.0 / (1.0 + (-SHAPE_WEIGHT * (flag - question).abs()).exp());
    if best < LEAST_LIKENESS || chance < 0.8 {
        return CellReading::none(Unreadable::Doubtful);
    }
    match flag > question {
        true if flag_coloured => CellReading::sure(CellState::Flag, chance.max(0.98)),
        false => CellReading::sure(CellState::Question, chance),
        true => CellReading::none(Unreadable::Doubtful),
    }
}

fn open(look: &MineLook, ground: &Ground, marked: &Marked, likeness: &Likeness) -> CellReading {
    let colour = marked.colour();
    let evidence = |mark: Mark, colour_of: Option<Colour>| {
        let shape = SHAPE_WEIGHT * likeness.best(mark);
        let off = colour_of.map_or(1.0, |of| difference(of, colour) / COLOUR_OFF);
        shape - (off * off / 2.0).min(MOST_COLOUR)
    };
    let mut considered: Vec<(CellState, Mark, f32)> = (1..=8)
        .filter(|number| ground.number.is_none_or(|told| told == *number))
        .map(|number| {
            let mark = Mark::Number(number);
            let of = look.numbers[usize::from(number) - 1];
            (CellState::Open(number), mark, evidence(mark, Some(of)))
        })
        .collect();
    // A mine that is crossed out has the colours of the cross and of the mine.
    let shares: Vec<f32> = look.wrong.iter().map(|c| marked.share(*c, SAME_COLOUR)).collect();
    let crossed = !shares.is_empty() && shares.iter().all(|share| *share > CROSSED);
    let round = [Mark::Mine, Mark::Wrong].into_iter();
    let round = round.max_by(|a, b| likeness.best(*a).total_cmp(&likeness.best(*b)));
    let round = round.unwrap_or(Mark::Mine);
    let state = if crossed { CellState::WrongFlag } else { CellState::Mine };
    considered.push((state, round, evidence(round, None)));
    considered.sort_by(|a, b| b.2.total_cmp(&a.2));
    let best = considered[0].2;
    let total: f32 = considered.iter().map(|(.., e)| (e - best).exp()).sum();
    let chances: Vec<(CellState, f32)> =
        considered.iter().map(|(state, _, e)| (*state, (e - best).exp() / total)).collect();
    let (state, chance) = chances[0];
    let fits = likeness.best(considered[0].1) >= LEAST_LIKENESS;
    let reading = if fits && chance >= LEAST_CHANCE {
        Reading::sure(state, chance.min(0.999))
    } else {
        Reading::none(Unreadable::Doubtful)
    };
    CellReading { reading, considered: chances }
}
