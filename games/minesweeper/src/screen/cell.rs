//! Recognises what a cell shows: the ground tells open from closed, colour and shape tell the mark.

use super::likelihood::{self, of_shape};
use super::likeness::{Likeness, Likenesses};
use super::look::{AXES, Colour, Ground, Kind, MineLook, Sign, Zones, difference};
use super::sample::{Marked, Sample};
use super::shapes::Mark;
use grid::Cell;
use grid::reading::{Reading, Unreadable};
use minesweeper::board::CellState;

/// The least evidence for a ground over that of another kind, as a logarithm of odds.
const GROUND_LEAD: f32 = 1.5;

/// The least share of its drawn relief that a cell must show.
const LEAST_RELIEF: f32 = 0.1;

/// The least correlation of a mark with its drawing.
const LEAST_LIKENESS: f32 = 0.7;

/// The least correlation of a sign with its drawing, and its least lead, to be told from a sign of nearly the same
/// shape.
const MUCH_ALIKE: f32 = 0.75;
const LEAST_LEAD: f32 = 0.15;

/// The correlations between two drawings that make them twins, which differ in a small part only. A mark below that
/// correlation may have lost that part to blur. Above the range the signs have one shape, and colours tell them
/// apart.
const TWIN: std::ops::Range<f32> = 0.8..0.98;
const PLAINLY: f32 = 0.87;

/// The evidence against a mark that spoils its fit as a correlation of 0 does.
const AGAINST_FIT: f32 = 75.0;

/// The weight of colour as evidence between two readings of a mark.
const COLOUR_OFF: f32 = 30.0;
const MOST_COLOUR: f32 = 9.0;

/// The colour difference at which a number belongs to another theme, in grey levels of a channel.
const MOST_OFF: f32 = 70.0;

/// The least correlation, and the largest colour difference in grey levels of a channel, of a number that is not a
/// digit. A number that no picture showed may look much like a known one.
const LIKE_SYMBOL: f32 = 0.95;
const MOST_OFF_SYMBOL: f32 = 24.0;

/// The evidence against a number whose colour is unknown.
const UNKNOWN_COLOUR: f32 = 2.0;

/// The evidence against a mark that has none of the visible colours.
const UNEXPLAINED: f32 = 10.0;

/// By how much the share of a mark that has a sign's colours may be smaller than another sign's.
const MOST_LESS: f32 = 0.4;

/// The least share of a mark that must have a sign's colours.
const LEAST_EXPLAINED: f32 = 0.48;

/// The least probability with which a number is reported.
const LEAST_CHANCE: f32 = 0.97;

/// The least share of a mark's pixels that must have each of the sign's colours.
const A_COLOUR: f32 = 0.06;

/// The most evidence that may speak against a reported mark.
const MOST_AGAINST: f32 = 8.0;

/// The largest distance of a pixel from a colour that it still has, in grey levels of a channel.
const SAME_COLOUR: f32 = 70.0;

/// A cell as read, with the readings that were considered, best first.
#[derive(Clone, Debug)]
pub(super) struct CellReading {
    pub reading: Reading<CellState>,
    pub considered: Vec<(CellState, f32)>,
    /// How well the best reading fits, at most 1; this tells themes apart.
    pub fit: f32,
    /// What it shows, and how probably, if it is a closed cell under the pointer: some look like open ones.
    pub hovered: Option<(CellState, f32)>,
    /// The probability that it has no mark, if its ground does not show whether it is open.
    pub blank: Option<f32>,
    /// Of a cell without a mark, which of the theme's grounds it has, and its colour.
    pub ground: Option<(usize, Colour)>,
}

impl CellReading {
    /// Creates the reading of a cell by itself, before its neighbours are compared.
    pub fn new(reading: Reading<CellState>, considered: Vec<(CellState, f32)>, fit: f32) -> Self {
        Self { reading, considered, fit, hovered: None, blank: None, ground: None }
    }

    pub fn sure(state: CellState, confidence: f32) -> Self {
        let confidence = confidence.min(0.999);
        Self::new(Reading::sure(state, confidence), vec![(state, confidence)], 1.0)
    }

    pub fn none(why: Unreadable) -> Self {
        Self::new(Reading::none(why), Vec::new(), 0.0)
    }

    /// Whether the cell was read, perhaps only together with its neighbours.
    pub fn is_read(&self) -> bool {
        self.reading.value.is_some() || self.hovered.is_some() || self.blank.is_some()
    }
}

/// The nearest ground of a theme, and its distance: 1 is the tolerance.
pub(super) fn nearest<'a>(look: &'a MineLook, zones: &Zones) -> (&'a Ground, f32) {
    let mut best: (&Ground, f32) = (&look.grounds[0], f32::INFINITY);
    for ground in &look.grounds {
        // The sides only add to what the ground itself is off.
        if ground.zones.ground_distance(zones, &look.tolerance) < best.1 {
            let off = ground.distance(zones, &look.tolerance);
            if off < best.1 {
                best = (ground, off);
            }
        }
    }
    best
}

/// The likeliest ground of those that a cell is near enough to, its distance, and the evidence for it over grounds of
/// other kinds, as a logarithm of odds. `None` if it is near none.
fn likeliest<'a>(look: &'a MineLook, zones: &Zones) -> Option<(&'a Ground, f32, f32)> {
    let mut best: Option<(&Ground, f32, f32)> = None;
    let mut of_kinds = [f32::NEG_INFINITY; Kind::COUNT];
    for ground in &look.grounds {
        if ground.zones.ground_distance(zones, &look.tolerance) > likelihood::FAR {
            continue;
        }
        let parts = ground.parts(zones, &look.tolerance);
        let (off, odds) = (parts.into_iter().fold(0.0, f32::max), likelihood::of_ground(&parts));
        let of_kind = &mut of_kinds[ground.kind as usize];
        *of_kind = of_kind.max(odds);
        if off <= 1.0 && best.is_none_or(|(.., most)| odds > most) {
            best = Some((ground, off, odds));
        }
    }
    let (ground, off, odds) = best?;
    let others = of_kinds.iter().enumerate().filter(|(kind, _)| *kind != ground.kind as usize);
    let rival = others.map(|(_, odds)| *odds).fold(f32::NEG_INFINITY, f32::max);
    Some((ground, off, odds - rival))
}

/// Reads a cell.
pub(super) fn read(
    look: &MineLook,
    sample: &Sample<'_>,
    cell: Cell,
    known: &mut Likenesses,
) -> CellReading {
    let zones = &sample.zones(cell);
    let Some((ground, off, lead)) = likeliest(look, zones) else {
        return CellReading::none(Unreadable::Covered);
    };
    // A flat area of the ground's colour is something that lies over the cell.
    if ground.relief(zones, &AXES) < LEAST_RELIEF {
        return CellReading::none(Unreadable::Covered);
    }
    if lead < GROUND_LEAD {
        return CellReading::none(Unreadable::Doubtful);
    }
    if ground.chequer.is_some_and(|colour| !is_chequered(look, sample, cell, colour)) {
        return CellReading::none(Unreadable::Doubtful);
    }
    let ground_chance = 1.0 - off.powi(2) * 0.04;
    let marked = sample.marked(cell, zones.ground, ground.margin.unwrap_or(look.margin));
    if marked.contrast < look.contrast[0] {
        let state = match ground.kind {
            Kind::Closed => CellState::Closed,
            Kind::Open if ground.number.is_none() => CellState::Open(0),
            Kind::Open => return CellReading::none(Unreadable::Doubtful),
            Kind::Exploded => CellState::Exploded,
            Kind::Wrong | Kind::Mined => return CellReading::none(Unreadable::Doubtful),
            Kind::Cursor => {
                let blank = Some(ground_chance.min(0.999));
                return CellReading { blank, fit: 1.0, ..CellReading::none(Unreadable::Doubtful) };
            }
        };
        let reading = CellReading::sure(state, ground_chance);
        let hovered = ground.hovered.then_some((CellState::Closed, ground_chance.min(0.999)));
        let which = look.grounds.iter().position(|other| std::ptr::eq(other, ground));
        let ground = which.map(|which| (which, zones.ground));
        return CellReading { hovered, ground, ..reading };
    }
    if marked.contrast < look.contrast[1] {
        return CellReading::none(Unreadable::Doubtful);
    }
    let Some(likeness) = known.of(&marked, &look.drawings) else {
        return CellReading::none(Unreadable::Covered);
    };
    match ground.kind {
        Kind::Exploded => CellReading::sure(CellState::Exploded, ground_chance),
        Kind::Wrong => CellReading::sure(CellState::WrongFlag, ground_chance),
        Kind::Closed | Kind::Open | Kind::Mined | Kind::Cursor => {
            // A few colours that are mixed by dots may come near the ground of another number.
            if ground.number.is_some_and(|number| !look.symbols && likeness.speaks_against(number))
            {
                return CellReading::none(Unreadable::Doubtful);
            }
            let told = weigh(look, ground.kind, ground.number, &marked, likeness);
            if !ground.hovered {
                return told;
            }
            let closed = weigh(look, Kind::Closed, None, &marked, likeness);
            let is_closed = closed.considered.first().is_some_and(|(state, _)| state.is_closed());
            if !is_closed || told.fit >= closed.fit {
                return told;
            }
            let hovered = closed.reading.value.map(|state| (state, closed.reading.confidence));
            CellReading { reading: Reading::none(Unreadable::Doubtful), hovered, ..closed }
        }
    }
}

/// Whether the cells that touch a cell along its sides have the other colour of a chequered board, one along a
/// row and one along a column. Those that something lies over tell nothing.
fn is_chequered(look: &MineLook, sample: &Sample<'_>, (row, column): Cell, colour: bool) -> bool {
    let beside = |at: usize, most: usize| if at + 1 < most { at + 1 } else { at.saturating_sub(1) };
    let (rows, columns) = (sample.lattice.y.cells(), sample.lattice.x.cells());
    let others = [(beside(row, rows), column), (row, beside(column, columns))];
    others.into_iter().all(|other| {
        let (ground, off) = nearest(look, &sample.zones(other));
        off > 1.0 || ground.chequer != Some(colour)
    })
}

/// How far a colour is from one that is drawn, in grey levels of a channel. Thin strokes are mixed with
/// the ground.
fn off_colour(drawn: Colour, seen: Colour, ground: Colour) -> f32 {
    let mixed = |part: f32| std::array::from_fn(|i| ground[i] + part * (drawn[i] - ground[i]));
    let off = [1.0, 0.88, 0.76, 0.64].map(|part| difference(mixed(part), seen));
    off.into_iter().fold(f32::INFINITY, f32::min)
}

/// Reads a mark on this kind of ground, which may tell a number: all that may stand on it are weighed against each other.
fn weigh(
    look: &MineLook,
    on: Kind,
    told: Option<u8>,
    marked: &Marked,
    likeness: &Likeness,
) -> CellReading {
    let colour = marked.colour();
    let is_on =
        |kind: Kind| kind == on || on == Kind::Cursor && matches!(kind, Kind::Closed | Kind::Open);
    let numbers =
        (1..=8).filter(|number| is_on(Kind::Open) && told.is_none_or(|told| told == *number));
    // State, likeness, and all evidence in units of the natural logarithm of odds.
    let number = |number: u8| {
        let like = likeness.best(Mark::Number(number));
        let Some(drawn) = look.numbers[usize::from(number) - 1] else {
            return (CellState::Open(number), like, of_shape(like) - UNKNOWN_COLOUR);
        };
        let (off, most) = match look.symbols {
            true => (difference(drawn, colour), MOST_OFF_SYMBOL),
            false => (off_colour(drawn, colour, marked.ground), MOST_OFF),
        };
        let like = if off > most { -1.0 } else { like };
        let off = off / COLOUR_OFF;
        (CellState::Open(number), like, of_shape(like) - (off * off / 2.0).min(MOST_COLOUR))
    };
    let signs: Vec<&Sign> = look.marks.iter().filter(|sign| is_on(sign.on)).collect();
    let sign = |sign: &Sign| {
        let like = likeness.drawing(&sign.shapes).map_or(-1.0, |(_, likeness)| likeness);
        let explained = explained(sign, marked);
        let missing = sign
            .colours
            .iter()
            .any(|c| marked.shows(*c) && marked.share(&[*c], SAME_COLOUR) < A_COLOUR);
        let against = UNEXPLAINED * (1.0 - explained) + if missing { MOST_COLOUR } else { 0.0 };
        (sign.state, like, of_shape(like) - against)
    };
    let mut considered: Vec<(CellState, f32, f32)> = numbers.map(number).collect();
    considered.extend(signs.iter().copied().map(sign));
    considered.sort_by(|a, b| b.2.total_cmp(&a.2));
    let Some(&(state, like, best)) = considered.first() else {
        return CellReading::none(Unreadable::Doubtful);
    };
    let sign_of = |state| signs.iter().copied().find(|sign| sign.state == state);
    let total: f32 = considered.iter().map(|(.., e)| (e - best).exp()).sum();
    let chances: Vec<(CellState, f32)> =
        considered.iter().map(|(state, _, e)| (*state, (e - best).exp() / total)).collect();
    let chance = match (sign_of(state), considered.get(1).and_then(|next| sign_of(next.0))) {
        // Two signs of much the same shape, such as a flag with and without a question mark.
        (Some(one), Some(other)) if like >= MUCH_ALIKE => {
            let lead = likeness.lead(&one.shapes, &other.shapes);
            if lead >= LEAST_LEAD { chances[0].1.max(LEAST_CHANCE) } else { chances[0].1 }
        }
        _ => chances[0].1,
    };
    // A mark that is like no drawing is not told, even if it is nearest to one.
    let taught = |number: u8| look.numbers[usize::from(number) - 1].is_some();
    let apart = |one: &Sign| stands_apart(one, like, &signs, marked, likeness);
    let is_symbol = look.symbols && state.number().is_some();
    let least = if is_symbol { LIKE_SYMBOL } else { LEAST_LIKENESS };
    let fits = state.number().is_none_or(taught)
        && sign_of(state).is_none_or(apart)
        && like >= least
        && best >= of_shape(LEAST_LIKENESS) - MOST_AGAINST;
    let reading = if fits && chance >= LEAST_CHANCE {
        Reading::sure(state, chance.min(0.999))
    } else {
        Reading::none(Unreadable::Doubtful)
    };
    CellReading::new(reading, chances, like - (of_shape(like) - best) / AGAINST_FIT)
}

/// The share of a mark that has a sign's colours.
fn explained(sign: &Sign, marked: &Marked) -> f32 {
    marked.share(&sign.colours, SAME_COLOUR)
}

/// Whether a sign that a mark is so much like can be told from the other signs that may stand there.
fn stands_apart(
    one: &Sign,
    like: f32,
    signs: &[&Sign],
    marked: &Marked,
    likeness: &Likeness,
) -> bool {
    let is_twin = |other: &Sign| TWIN.contains(&likeness.alike(&one.shapes, &other.shapes));
    let others = || signs.iter().filter(|other| other.state != one.state);
    // Of the drawings of one sign that which has a twin tells them apart: where another is nearer, as a blurred
    // question mark beside a flag looks like a flag's foot, neither is told.
    let beside_twin = signs.iter().any(|other| {
        !other.shapes.iter().any(|shape| one.shapes.contains(shape))
            && !is_twin(other)
            && TWIN.contains(&likeness.nearest(&other.shapes, &one.shapes))
    });
    let most = signs.iter().map(|sign| explained(sign, marked)).fold(0.0, f32::max);
    let plain = like >= PLAINLY || !others().any(|other| is_twin(other));
    let explained = explained(one, marked);
    plain && !beside_twin && explained >= LEAST_EXPLAINED.max(most - MOST_LESS)
}
