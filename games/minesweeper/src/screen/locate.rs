//! Locates the board: the largest rectangle of cells with the grounds of one theme.

use super::border::each_moved;
use super::cell::{self, nearest};
use super::extent::{extent, goes_on, of_whole};
use super::form::Form;
use super::likelihood;
use super::likeness::Likenesses;
use super::look::{MineLook, Zones};
use super::phase::phased;
use super::reading::CELL;
use super::sample::{IntegralImage, Sample};
use super::trace::traced;
use grid::Cell;
use grid::geometry::Rect;
use minesweeper::board::CellState;
use rayon::prelude::*;
use std::sync::Arc;
use vision::lattice::borders::{BorderSpec, CellAxis, CellLattice, EdgeMap, candidates};

/// The least share of a board's cells whose ground is one of the theme's.
const LEAST_SHARE: f32 = 0.55;

/// The share of cells near a theme's grounds from which a lattice is examined closely.
const LEAST_ROUGHLY: f32 = 0.3;

/// The steps of the search for the best place, in pixels; the tries of each; and the least gain that counts, in
/// cells.
const STEPS: [f64; 3] = [1.0, 0.5, 0.2];
const MOST_ROUNDS: usize = 4;
const LEAST_GAIN: f32 = 0.02;

/// By how much less likely, for each cell, a lattice of whole pixels may be to be preferred, and how many pixels its
/// ends may be off (more for cells larger than native ones). Most programs have such cells.
const WHOLE: f32 = 0.15;
const NEAR_WHOLE: f64 = 1.5;

/// By how much traced borders must be likelier than even ones, for each line, as a logarithm of odds.
const UNEVEN: f32 = 0.1;

/// The same for borders that were also moved one by one: each has about eight places, some of which fit better by
/// chance.
const MOVED: f32 = 2.0;

/// By how many pixels a lattice of whole pixels is moved at most.
const PLACED: u32 = 2;

/// By how much of its pitch a lattice of edges may be off the borders of cells: a gap or a relief has edges at both
/// sides.
const AROUND: f64 = 0.13;

/// The least steps between neighbouring pixels at the borders of cells, in grey levels of a channel. Strong borders,
/// which noise and gradients lack, are searched first.
pub(super) const BORDERS: [u8; 2] = [22, 5];

/// The pitches of cells that are searched, in pixels.
const PITCHES: std::ops::RangeInclusive<f64> = 11.0..=260.0;

/// The most cells of a lattice, twice those of a board of 100 x 100. A lattice with more is a pattern.
const MOST_CELLS: usize = 20_000;

/// The number of cells from which a lattice is first sampled: a pattern covers all of the picture.
const LARGE: usize = 1_000;

/// The most lattices of which some cells are examined.
const MOST_LATTICES: usize = 40;

/// The most themes with which a lattice is traced.
const LOOKS_OF_EACH: usize = 2;

/// The most lattices of oblong cells that are examined: few programs have such cells, and any two combs of borders
/// form some.
const MOST_OBLONG: usize = 6;

/// The most pairs of lattice and theme that are traced through the picture.
const MOST_FOLLOWED: usize = 12;

/// The share of the best likelihood from which another place is read as well, and the likelihood of each cell from
/// which no other place is searched.
const NEARLY: f32 = 0.75;
const PLAIN: f32 = 1.0;

/// The most lattices with one theme that are traced at one place.
const OF_ONE: usize = 2;

/// The share of the best fit from which themes are told apart by their marks. Two learned themes may complement each
/// other.
const ALIKE: f32 = 0.9;
const HALF_ALIKE: f32 = 0.5;

/// A located board: its lattice, and the themes whose grounds it has, best first.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub lattice: CellLattice,
    pub looks: Vec<Arc<MineLook>>,
}

/// Finds lattices of cells of this form whose borders have steps of at least `least` grey levels, those with the most
/// borders first.
pub(super) fn lattices(picture: &IntegralImage<'_>, form: Form, least: u8) -> Vec<CellLattice> {
    let spec = BorderSpec { pitches: PITCHES, heights: form.heights() };
    let mut found = candidates(&EdgeMap::new(picture.picture, least), &spec);
    let is_game = |lattice: &CellLattice| lattice.x.cells() * lattice.y.cells() <= MOST_CELLS;
    found.retain(|lattice| Form::of(lattice) == form && is_game(lattice));
    if form == Form::Oblong {
        found.truncate(MOST_OBLONG);
    }
    found
}

/// Locates boards on these lattices: the likeliest place of each theme that is nearly as likely as the best, which
/// comes first.
pub(super) fn locate(
    picture: &IntegralImage<'_>,
    looks: &[Arc<MineLook>],
    found: &[CellLattice],
) -> Vec<Located> {
    // Each with the looks that it fits best.
    let mut pairs: Vec<(f32, &CellLattice, Arc<MineLook>)> = found
        .par_iter()
        .take(MOST_LATTICES)
        .flat_map_iter(|lattice| {
            let zones = some_zones(&Sample::new(picture, lattice));
            let cells = (lattice.x.cells() * lattice.y.cells()) as f32;
            let roughly = |look: &Arc<MineLook>| {
                let scaled = look.at(lattice.x.pitch());
                let enough = share(&scaled, &zones, 1.5) > LEAST_ROUGHLY;
                enough.then(|| (cells * mean_fit(&scaled, &zones, 2.0), lattice, scaled))
            };
            let mut fitting: Vec<_> = looks.iter().filter_map(roughly).collect();
            fitting.sort_by(|a, b| b.0.total_cmp(&a.0));
            fitting.into_iter().take(LOOKS_OF_EACH)
        })
        .collect();
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut places: Vec<Place> = Vec::new();
    let mut followed: Vec<(String, Rect)> = Vec::new();
    for (_, lattice, look) in pairs {
        let middle = lattice.area().centre();
        let is_there = |(name, area): &&(String, Rect)| *name == look.name && area.contains(middle);
        let is_known = followed.iter().filter(is_there).count() >= OF_ONE;
        let is_found = places.iter().any(|p| p.is_plain() && p.lattice.area().contains(middle));
        if is_known || is_found || followed.len() == MOST_FOLLOWED {
            continue;
        }
        followed.push((look.name.clone(), lattice.area()));
        let Some(place) = Place::grown(picture, lattice, look) else { continue };
        match places.iter_mut().find(|other| other.look.name == place.look.name) {
            Some(other) if other.odds < place.odds => *other = place,
            Some(_) => {}
            None => places.push(place),
        }
    }
    places.sort_by(|a, b| b.odds.total_cmp(&a.odds));
    let most = places.first().map_or(0.0, |place| place.odds);
    places.retain(|place| place.odds >= NEARLY * most);
    let located =
        |Place { lattice, .. }| Located { looks: fitting(picture, &lattice, looks), lattice };
    places.into_iter().map(located).collect()
}

/// Where a board is by a look.
struct Place {
    look: Arc<MineLook>,
    lattice: CellLattice,
    /// How likely, as a logarithm of odds.
    odds: f32,
}

impl Place {
    /// The lattice settled on the board and grown to all of it.
    fn grown(
        picture: &IntegralImage<'_>,
        lattice: &CellLattice,
        look: Arc<MineLook>,
    ) -> Option<Self> {
        let (odds, best) = grown(picture, lattice, &look)?;
        let zones = all_zones(&Sample::new(picture, &best));
        let place = Self { look, lattice: best, odds };
        (share(&place.look, &zones, 1.0) >= LEAST_SHARE).then_some(place)
    }

    /// Whether most cells are beyond doubt.
    fn is_plain(&self) -> bool {
        self.odds >= PLAIN * (self.lattice.x.cells() * self.lattice.y.cells()) as f32
    }
}

fn some_zones(sample: &Sample<'_>) -> Vec<Zones> {
    sample.some().map(|cell| sample.zones(cell)).collect()
}

fn all_zones(sample: &Sample<'_>) -> Vec<Zones> {
    sample.cells().map(|cell| sample.zones(cell)).collect()
}

/// The looks whose grounds some cells of a lattice have, best first: all that fit nearly as well as the
/// best.
fn fitting(
    picture: &IntegralImage<'_>,
    lattice: &CellLattice,
    looks: &[Arc<MineLook>],
) -> Vec<Arc<MineLook>> {
    let zones = some_zones(&Sample::new(picture, lattice));
    let scaled = looks.iter().map(|look| look.at(lattice.x.pitch()));
    let mut fitting: Vec<_> = scaled.map(|look| (mean_fit(&look, &zones, 1.0), look)).collect();
    fitting.sort_by(|a, b| b.0.total_cmp(&a.0));
    let most = fitting.first().map_or(0.0, |(fit, _)| *fit);
    let least = |look: &MineLook| if look.is_taught { HALF_ALIKE } else { ALIKE };
    fitting.retain(|(fit, look)| *fit >= least(look) * most);
    fitting.into_iter().map(|(_, look)| look).collect()
}

/// The board at its last known place and size, if its cells are likelier there than not and no line of cells follows
/// it. What covers it hides cells, and does not end it.
pub(super) fn still_there(
    picture: &IntegralImage<'_>,
    before: &CellLattice,
    looks: &[Arc<MineLook>],
) -> Option<Located> {
    let area = before.area();
    let (width, height) = picture.size();
    let inside = area.x + area.w <= width + 2.0 && area.y + area.h <= height + 2.0;
    let looks = if inside { fitting(picture, before, looks) } else { return None };
    let look = looks.first()?;
    let is_there = of_whole(picture, before, look) > 0.0 && !goes_on(picture, before, look);
    is_there.then(|| Located { lattice: before.clone(), looks })
}

/// The lattice settled on the board and grown to all of it, and how likely it is one, as a logarithm of odds.
fn grown(
    picture: &IntegralImage<'_>,
    lattice: &CellLattice,
    look: &MineLook,
) -> Option<(f32, CellLattice)> {
    let mut best = extent(picture, &settle_on(picture, lattice, look), look)?;
    if best.1.x.cells() * best.1.y.cells() > LARGE && tells_nothing(picture, &best.1, look) {
        return None;
    }
    for _ in 0..MOST_ROUNDS {
        let again = climbed(best.1.clone(), some_odds(picture, &best.1, look));
        match extent(picture, &again, look) {
            Some(again) if again.0 > best.0 => best = again,
            _ => break,
        }
    }
    let near = whole(&best.1, some_odds(picture, &best.1, look));
    let near = near.and_then(|near| extent(picture, &near, look));
    let slack = WHOLE * (best.1.x.cells() * best.1.y.cells()) as f32;
    if let Some(near) = near.filter(|near| near.0 >= best.0 - slack) {
        best = near;
    }
    // Borders that are not even are followed one by one, and moved one by one, where that explains more.
    let even = best.1.clone();
    let lines = (even.x.cells() + even.y.cells()) as f32;
    let mut least = best.0;
    let mut take = |lattice: Option<(f32, CellLattice)>, cost: f32| {
        if let Some((odds, lattice)) = lattice.filter(|(odds, _)| odds - cost * lines > least) {
            (least, best) = (odds - cost * lines, (odds, lattice));
        }
    };
    if let Some(traced) = traced(picture, &even, look) {
        let traced = extent(picture, &traced, look);
        let moved = traced.as_ref().map(|(_, traced)| each_moved(picture, traced, look));
        take(traced, UNEVEN);
        take(moved.and_then(|moved| extent(picture, &moved, look)), MOVED);
    }
    Some(best)
}

/// Whether some cells of a lattice tell nothing: they cannot be read, or are open without a number.
fn tells_nothing(picture: &IntegralImage<'_>, lattice: &CellLattice, look: &MineLook) -> bool {
    let sample = Sample::new(picture, lattice);
    let mut known = Likenesses::default();
    sample
        .some()
        .map(|at| cell::read(look, &sample, at, &mut known))
        .all(|cell| !cell.is_read() || cell.reading.value == Some(CellState::Open(0)))
}

/// The logarithm of the odds of some cells of a lattice, at the places of another. Their grounds are sampled once,
/// which takes longest.
fn some_odds<'a>(
    picture: &'a IntegralImage<'_>,
    lattice: &CellLattice,
    look: &'a MineLook,
) -> impl Fn(&CellLattice) -> f32 + use<'a> {
    let sample = Sample::new(picture, lattice);
    let cells: Vec<(Cell, Zones)> = sample.some().map(|cell| (cell, sample.zones(cell))).collect();
    move |lattice| {
        let seen = |(cell, there): &(Cell, Zones)| {
            let Zones { ground, uniform, .. } = *there;
            Zones { ground, uniform, ..picture.sides(&lattice.cell(*cell)) }
        };
        cells.iter().map(|cell| likelihood::of_cell(look, &seen(cell))).sum()
    }
}

/// How likely the sides of some cells of a lattice are where it has them, as a logarithm of odds.
fn overall(
    picture: &IntegralImage<'_>,
    lattice: &CellLattice,
    look: &MineLook,
    cells: &[Cell],
) -> f32 {
    let sides = cells.iter().map(|cell| picture.sides(&lattice.cell(*cell)));
    sides.map(|seen| likelihood::of_sides(look, &seen)).sum()
}

/// How well the grounds of cells fit on average: 1, and nothing from `loosely` times the look's
/// tolerance on.
fn mean_fit(look: &MineLook, zones: &[Zones], loosely: f32) -> f32 {
    let fit = |zones| 1.0 - (nearest(look, zones).1 / loosely).min(1.0);
    zones.iter().map(fit).sum::<f32>() / zones.len().max(1) as f32
}

/// The share of cells that are off by less than `loosely` times the look's tolerance.
fn share(look: &MineLook, zones: &[Zones], loosely: f32) -> f32 {
    let like = zones.iter().filter(|zones| nearest(look, zones).1 <= loosely).count();
    like as f32 / zones.len().max(1) as f32
}

/// The lattice moved to where the sides of its cells are likeliest: of the places around it and of all phases, then by a
/// pattern search. Uphill alone may lead from the edges of a gap into the cells, which are flat.
fn settle_on(picture: &IntegralImage<'_>, lattice: &CellLattice, look: &MineLook) -> CellLattice {
    let cells: Vec<Cell> = Sample::new(picture, lattice).some().collect();
    let odds = |lattice: &CellLattice| overall(picture, lattice, look, &cells);
    let step = (lattice.x.pitch() / 24.0).max(1.0);
    let steps = (AROUND * lattice.x.pitch() / step) as u32;
    let near = placed(lattice, step, steps, odds);
    let starts = [near, phased(picture, lattice, look, &cells)];
    let [near, phased] = starts.map(|start| climbed(start, odds));
    if odds(&phased) > odds(&near) { phased } else { near }
}

/// The lattice with its four sides moved to where it is likeliest, uphill.
fn climbed(start: CellLattice, odds: impl Fn(&CellLattice) -> f32) -> CellLattice {
    let mut most = odds(&start);
    let mut best = start;
    for step in STEPS {
        for _ in 0..MOST_ROUNDS {
            let before = most;
            for horizontal in [true, false] {
                for (start, end) in
                    [(1.0, 1.0), (-1.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
                {
                    let mut moved = best.clone();
                    let axis = if horizontal { &mut moved.x } else { &mut moved.y };
                    let by = step * (axis.pitch() / 24.0).max(1.0);
                    *axis = axis.moved(start * by, end * by);
                    let odds = odds(&moved);
                    if odds > most + LEAST_GAIN {
                        (most, best) = (odds, moved);
                    }
                }
            }
            if most <= before {
                break;
            }
        }
    }
    best
}

/// The lattice of cells of whole pixels that is near this one, where it is likeliest.
fn whole(lattice: &CellLattice, odds: impl Fn(&CellLattice) -> f32) -> Option<CellLattice> {
    let axis = |axis: &CellAxis| {
        let pitch = axis.pitch().round();
        let middle = (axis.start() + axis.end()) / 2.0;
        CellAxis::even((middle - pitch * axis.cells() as f64 / 2.0).round(), pitch, axis.cells())
    };
    let near = CellLattice { x: axis(&lattice.x), y: axis(&lattice.y) };
    let end_off = |a: &CellAxis, b: &CellAxis| (a.end() - b.end()).abs();
    let off = end_off(&near.x, &lattice.x).max(end_off(&near.y, &lattice.y));
    let most = NEAR_WHOLE * (lattice.x.pitch() / f64::from(CELL)).max(1.0);
    (off <= most).then(|| placed(&near, 1.0, PLACED, odds))
}

/// The lattice moved by up to `most` steps along each axis, in pixels, to where it fits best; of places that
/// fit equally well the nearest. Along both at once: while one axis is off, the other's place hardly shows.
fn placed(
    lattice: &CellLattice,
    step: f64,
    most: u32,
    score: impl Fn(&CellLattice) -> f32,
) -> CellLattice {
    let all = around(lattice, step, most).map(|moved| (score(&moved), moved));
    let best = all.reduce(|a, b| if b.0 > a.0 { b } else { a });
    best.map_or_else(|| lattice.clone(), |(_, best)| best)
}

/// The lattice at all places up to `most` steps along each axis, from its own outwards. The step is in pixels.
pub(super) fn around(
    lattice: &CellLattice,
    step: f64,
    most: u32,
) -> impl Iterator<Item = CellLattice> {
    let steps = move || (0..=most).flat_map(|i| [-f64::from(i), f64::from(i)]).skip(1);
    let pairs = steps().flat_map(move |x| steps().map(move |y| (step * x, step * y)));
    pairs.map(|(x, y)| CellLattice { x: lattice.x.moved(x, x), y: lattice.y.moved(y, y) })
}
