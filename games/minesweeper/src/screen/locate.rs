//! Which lattice with which look is the board: the largest rectangle of cells that have the grounds of
//! one look.

use super::cell::nearest;
use super::form::Form;
use super::look::{MineLook, Zones};
use super::phase::{phased, sides_fit};
use super::sample::{Sample, Summed};
use super::trace::{ENLARGED, traced};
use grid::Cell;
use rayon::prelude::*;
use std::sync::Arc;
use vision::lattice::borders::{BorderSpec, CellAxis, CellLattice, EdgeMap, candidates};

/// The least share of a board's cells whose ground is one of the look's.
const LEAST_SHARE: f32 = 0.55;

/// The share of cells of a lattice that must be near a look's grounds for it to be looked at closely.
const LEAST_ROUGHLY: f32 = 0.3;

/// The steps of the search for the place where grounds fit best, in pixels; how often each is tried,
/// and the least gain that counts, in cells.
const STEPS: [f64; 3] = [1.0, 0.5, 0.2];
const MOST_ROUNDS: usize = 4;
const LEAST_GAIN: f32 = 0.02;

/// The share of the best fit that a lattice of whole pixels must have to be preferred.
const WHOLE: f32 = 0.97;

/// By how much a traced lattice's borders may be off even ones, its first border off a whole pixel, and its
/// pitch off whole pixels: on a small board the pitch is easily a quarter of a pixel off.
const NEAR_WHOLE: f64 = 0.75;
const NEAR_PITCH: f64 = 0.35;

/// By how many pixels a lattice of whole pixels is moved at the most.
const PLACED: u32 = 2;

/// By how much of its pitch a lattice of edges may be off the borders of cells: edges are at both sides of a
/// gap, and of a relief.
const AROUND: f64 = 0.13;

/// How much neighbouring pixels differ at the borders of cells, in grey levels of a channel: strong
/// borders are looked for first, which noise and gradients do not have.
pub(super) const BORDERS: [u8; 2] = [22, 5];

/// The pitches of the cells that are looked for, in pixels.
const PITCHES: std::ops::RangeInclusive<f64> = 11.0..=260.0;

/// Lattices of which some cells are looked at.
const MOST_LATTICES: usize = 40;

/// Looks with which each is traced.
const LOOKS_OF_EACH: usize = 2;

/// Lattices of cells that are not square that are looked at: few programs have such cells, and any two combs of
/// borders make some.
const MOST_OBLONG: usize = 6;

/// Lattices with a look that are traced through the picture.
const MOST_FOLLOWED: usize = 8;

/// The share of cells with a look's grounds with which a board counts as still there.
const LEAST_STILL: f32 = 0.9;

/// Looks whose grounds fit nearly as well as the best are told apart by the marks. Of those that were learned two may
/// complement each other, one of which knows half of the grounds.
const ALIKE: f32 = 0.9;
const HALF_ALIKE: f32 = 0.5;

/// A board: its lattice, and the looks whose grounds it has, best first.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub lattice: CellLattice,
    pub looks: Vec<Arc<MineLook>>,
}

/// Lattices of cells of a form whose borders differ so much from what is beside them, those with most borders first.
pub(super) fn lattices(picture: &Summed<'_>, form: Form, least: u8) -> Vec<CellLattice> {
    let spec = BorderSpec { pitches: PITCHES, heights: form.heights() };
    let mut found = candidates(&EdgeMap::new(picture.picture, least), &spec);
    found.retain(|lattice| Form::of(lattice) == form);
    if form == Form::Oblong {
        found.truncate(MOST_OBLONG);
    }
    found
}

/// The board with most cells of a form that fit, if there is one between borders of this strength, in grey levels.
pub(super) fn locate(
    picture: &Summed<'_>,
    looks: &[Arc<MineLook>],
    form: Form,
    least: u8,
) -> Option<Located> {
    let found = lattices(picture, form, least);
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
    let mut best: Option<(f32, CellLattice)> = None;
    let mut followed: Vec<String> = Vec::new();
    for (_, lattice, look) in pairs {
        let middle = lattice.area().centre();
        // Where a board was found it is another one only with a look that was not tried.
        let inside = best.as_ref().is_some_and(|(_, best)| best.area().contains(middle));
        if inside && followed.contains(&look.name) || followed.len() == MOST_FOLLOWED {
            continue;
        }
        followed.push(look.name.clone());
        let Some(lattice) = grown(picture, lattice, &look) else { continue };
        let zones = all_zones(&Sample::new(picture, &lattice));
        let score = zones.len() as f32 * mean_fit(&look, &zones, 1.0);
        if share(&look, &zones, 1.0) >= LEAST_SHARE
            && best.as_ref().is_none_or(|(most, _)| score > *most)
        {
            best = Some((score, lattice));
        }
    }
    let (_, lattice) = best?;
    let all = fitting(picture, &lattice, looks);
    // Traced by a look that fits less well than another, it may be a little off.
    let even = CellLattice { x: lattice.x.straight().0, y: lattice.y.straight().0 };
    let again = all.first().and_then(|look| grown(picture, &even, look)).filter(|again| {
        let cells = |lattice: &CellLattice| (lattice.x.cells(), lattice.y.cells());
        let look = &all[0];
        cells(again) == cells(&lattice)
            && overall(picture, again, look) > overall(picture, &lattice, look)
    });
    match again {
        Some(lattice) => Some(Located { looks: fitting(picture, &lattice, looks), lattice }),
        None => Some(Located { lattice, looks: all }),
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
    picture: &Summed<'_>,
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

/// The board where it was in the picture before, if it still is there: its cells have the grounds of a
/// look, and none borders on it that has, too.
pub(super) fn still_there(
    picture: &Summed<'_>,
    before: &CellLattice,
    looks: &[Arc<MineLook>],
) -> Option<Located> {
    let area = before.area();
    let (width, height) = picture.size();
    let inside = area.x + area.w <= width + 2.0 && area.y + area.h <= height + 2.0;
    let looks = if inside { fitting(picture, before, looks) } else { return None };
    let look = looks.first()?;
    if share(look, &all_zones(&Sample::new(picture, before)), 1.0) < LEAST_STILL {
        return None;
    }
    let beside = traced(picture, before, look)?;
    let same = (beside.x.cells(), beside.y.cells()) == (before.x.cells(), before.y.cells())
        && (beside.x.start() - before.x.start()).abs() < before.x.pitch() / 2.0
        && (beside.y.start() - before.y.start()).abs() < before.y.pitch() / 2.0;
    same.then(|| Located { lattice: before.clone(), looks })
}

/// The lattice settled on the board and grown to all of it.
fn grown(picture: &Summed<'_>, lattice: &CellLattice, look: &MineLook) -> Option<CellLattice> {
    let settled = straightened(picture, settle_on(picture, lattice, look), look);
    let mut all = traced(picture, &settled, look)?;
    for _ in 0..MOST_ROUNDS {
        let again = traced(picture, &all, look)?;
        let grew = (again.x.cells(), again.y.cells()) != (all.x.cells(), all.y.cells());
        // Where the last lines are narrower, the mean pitch leads astray what the first one led right.
        if grew || overall(picture, &again, look) > overall(picture, &all, look) {
            all = again;
        }
        if !grew {
            break;
        }
    }
    let all = straightened(picture, all, look);
    // Borders that were traced one by one may stray where marks or the rim of the board disturb them.
    let even = CellLattice { x: all.x.in_step(&settled.x), y: all.y.in_step(&settled.y) };
    let is_whole = |axis: &CellAxis| axis.start().fract() == 0.0 && axis.pitch().fract() == 0.0;
    let as_well = is_whole(&even.x)
        && is_whole(&even.y)
        && overall(picture, &even, look) > overall(picture, &all, look);
    Some(if as_well { even } else { all })
}

/// How well the sides of some cells of a lattice fit, all together.
fn overall(picture: &Summed<'_>, lattice: &CellLattice, look: &MineLook) -> f32 {
    let sample = Sample::new(picture, lattice);
    let sides: Vec<Zones> = sample.some().map(|cell| sample.sides(cell)).collect();
    fit(look, sides.into_iter())
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

/// The lattice with its four sides moved to where the sides of the cells fit best: of the places around it and
/// of all phases, then by a pattern search. Uphill alone may lead from the edges of a gap into the cells, which
/// are flat.
fn settle_on(picture: &Summed<'_>, lattice: &CellLattice, look: &MineLook) -> CellLattice {
    let cells: Vec<Cell> = Sample::new(picture, lattice).some().collect();
    let score = |lattice: &CellLattice| {
        let sample = Sample::new(picture, lattice);
        fit(look, cells.iter().map(|cell| sample.sides(*cell)))
    };
    let step = (lattice.x.pitch() / 24.0).max(1.0);
    let steps = (AROUND * lattice.x.pitch() / step) as u32;
    let near = placed(lattice, step, steps, score);
    let starts = [near, phased(picture, lattice, look, &cells)];
    let settled = starts.map(|start| climbed(start, score));
    let [near, phased] = settled;
    if phased.0 > near.0 { phased.1 } else { near.1 }
}

/// The lattice with its four sides moved to where it fits best, uphill, and how well it fits there.
fn climbed(start: CellLattice, score: impl Fn(&CellLattice) -> f32) -> (f32, CellLattice) {
    let mut most = score(&start);
    let mut best = start;
    for step in STEPS {
        for _ in 0..MOST_ROUNDS {
            let before = most;
            for horizontal in [true, false] {
                for (start, end) in [(1.0, 1.0), (-1.0, -1.0), (1.0, 0.0), (-1.0, 0.0)] {
                    let mut moved = best.clone();
                    let axis = if horizontal { &mut moved.x } else { &mut moved.y };
                    let by = step * (axis.pitch() / 24.0).max(1.0);
                    *axis = axis.moved(start * by, end * by);
                    let score = score(&moved);
                    if score > most + LEAST_GAIN {
                        (most, best) = (score, moved);
                    }
                }
            }
            if most <= before {
                break;
            }
        }
    }
    (most, best)
}

/// The lattice with even borders, and with cells of whole pixels, if it nearly has them and fits as well.
fn straightened(picture: &Summed<'_>, traced: CellLattice, look: &MineLook) -> CellLattice {
    let score = |lattice: &CellLattice| overall(picture, lattice, look);
    let ((x, off_x), (y, off_y)) = (traced.x.straight(), traced.y.straight());
    let pitch = traced.x.pitch();
    let mut best = traced;
    let mut most = score(&best);
    let mut take = |other: CellLattice, share: f32| {
        let score = score(&other);
        if score > most * share {
            (best, most) = (other, score);
        }
    };
    if off_x.max(off_y) < NEAR_WHOLE {
        let whole = |axis: &CellAxis| {
            CellAxis::even(axis.start().round(), axis.pitch().round(), axis.cells())
        };
        let (whole_x, whole_y) = (whole(&x), whole(&y));
        let near = |a: &CellAxis, b: &CellAxis| {
            (a.pitch() - b.pitch()).abs() < NEAR_PITCH && (a.start() - b.start()).abs() < NEAR_WHOLE
        };
        let is_near = near(&whole_x, &x) && near(&whole_y, &y);
        // On a large board a pitch that is hardly off moves the last lines by pixels: few of many cells, so that all
        // together fit nearly as well. Of an enlarged one a pixel of the game is several of the picture.
        let end_off = |a: &CellAxis, b: &CellAxis| (a.end() - b.end()).abs();
        let off = end_off(&whole_x, &x).max(end_off(&whole_y, &y));
        take(CellLattice { x, y }, WHOLE);
        if is_near {
            let whole = placed(&CellLattice { x: whole_x, y: whole_y }, 1.0, PLACED, score);
            let enlarged = pitch >= ENLARGED;
            take(whole, if enlarged || off < NEAR_WHOLE { WHOLE } else { 1.0 });
        }
    }
    best
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

/// The lattice at all places up to `most` steps, in pixels, along each axis, from its own outwards.
pub(super) fn around(
    lattice: &CellLattice,
    step: f64,
    most: u32,
) -> impl Iterator<Item = CellLattice> {
    let steps = move || (0..=most).flat_map(|i| [-f64::from(i), f64::from(i)]).skip(1);
    let pairs = steps().flat_map(move |x| steps().map(move |y| (step * x, step * y)));
    pairs.map(|(x, y)| CellLattice { x: lattice.x.moved(x, x), y: lattice.y.moved(y, y) })
}

/// How well the sides of cells fit: a cell counts up to 1.
fn fit(look: &MineLook, zones: impl Iterator<Item = Zones>) -> f32 {
    zones
        .map(|seen| sides_fit(look, |drawn| drawn.sides_distance(&seen, look.tolerance.depth)))
        .sum()
}
