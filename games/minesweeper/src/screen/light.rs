//! Undoes another light: a night mode, a dimmed or washed-out screen, another palette.
//!
//! Such light changes the colours of a theme but not which of two is lighter. The change is fitted to cells, channel
//! by channel, and undone.

use super::form::Form;
use super::locate::{BORDERS, around, lattices};
use super::look::{Colour, DEPTH, Ground, Kind, MineLook, Zones, difference};
use super::sample::{IntegralImage, Sample};
use grid::Cell;
use rayon::prelude::*;
use std::sync::Arc;
use vision::lattice::borders::CellLattice;
use vision::levels::{LevelFit, LevelSums, Levels};

/// The most lattices that are tried, of each strength of borders.
const LATTICES: usize = 6;

/// The largest difference between cells of one kind, of their grounds and on average of their sides, in grey levels
/// of a channel. The second is the least that counts for sides, which vary in a scaled picture.
const SAME_GROUND: f32 = 5.0;
const SAME_SIDES: [f32; 2] = [5.0, 12.0];
const LEAST_CELLS: usize = 4;

/// The least share of cells that belong to the two commonest kinds: most cells of a board do.
const LEAST_SHARE: f32 = 0.4;

/// The most cells of a kind that are examined.
const OF_A_KIND: usize = 12;

/// How far a lattice is moved at most, in pixels: a gap or a relief has edges at both sides.
const MOST_MOVED: u32 = 3;

/// The most grounds of a theme that are tried.
const MOST_GROUNDS: usize = 6;

/// The least share of the drawing that a light must explain, and the most lights that are tried.
const LEAST_EXPLAINED: f32 = 0.65;
const MOST_LIGHTS: usize = 10;

/// A light under which cells may have one of the themes.
pub(super) struct Light {
    /// What undoes it.
    pub levels: Levels,
    /// The themes that cells may have under it, and the lattices on which they lie.
    pub looks: Vec<Arc<MineLook>>,
    pub lattices: Vec<CellLattice>,
}

/// The lights under which cells may have one of the themes, those that explain most of the drawing first.
pub(super) fn lights(picture: &IntegralImage<'_>, looks: &[Arc<MineLook>]) -> Vec<Light> {
    let of_each = |least| lattices(picture, Form::Square, least).into_iter().take(LATTICES);
    let lattices: Vec<CellLattice> = BORDERS.into_iter().flat_map(of_each).collect();
    let mut found: Vec<(LevelFit, &Arc<MineLook>, &CellLattice)> = lattices
        .par_iter()
        .flat_map_iter(|lattice| {
            let seen = Kinds::all_of(picture, lattice);
            let with = |look| {
                let fits = fits(&seen, &MineLook::at(look, lattice.x.pitch()));
                fits.into_iter().map(move |fit| (fit, look, lattice))
            };
            looks.iter().flat_map(with).collect::<Vec<_>>()
        })
        .collect();
    found.sort_by(|a, b| b.0.explained.total_cmp(&a.0.explained));
    let mut lights: Vec<Light> = Vec::new();
    for (fit, look, lattice) in found {
        let levels = fit.levels();
        let is_full = lights.len() == MOST_LIGHTS;
        match lights.iter_mut().find(|other| other.levels.is_like(&levels)) {
            Some(light) => {
                if !light.looks.iter().any(|other| Arc::ptr_eq(other, look)) {
                    light.looks.push(Arc::clone(look));
                }
                if !light.lattices.contains(lattice) {
                    light.lattices.push(lattice.clone());
                }
            }
            None if is_full || levels.is_none() => {}
            None => {
                let (looks, lattices) = (vec![Arc::clone(look)], vec![lattice.clone()]);
                lights.push(Light { levels, looks, lattices });
            }
        }
    }
    lights
}

/// The two commonest kinds of cells of a lattice, closed ones and open ones if it is a board: what they look like.
struct Kinds(Vec<Zones>);

impl Kinds {
    /// Those of a lattice where it is and at places around.
    fn all_of(picture: &IntegralImage<'_>, lattice: &CellLattice) -> Vec<Self> {
        let sample = Sample::new(picture, lattice);
        let cells: Vec<(Cell, Zones)> =
            sample.some().map(|cell| (cell, sample.zones(cell))).collect();
        let step = (lattice.x.pitch() / 24.0).max(1.0);
        let places: Vec<CellLattice> = around(lattice, step, MOST_MOVED).collect();
        let kinds = SAME_SIDES.map(|same| commonest(&cells, same));
        let at = |kinds: &[(Zones, Vec<Cell>)], place: &CellLattice| {
            let sample = Sample::new(picture, place);
            let mean = |(zones, cells): &(Zones, Vec<Cell>)| {
                let some = cells.iter().step_by(cells.len().div_ceil(OF_A_KIND));
                let sides: Vec<Zones> = some.map(|cell| sample.sides(*cell)).collect();
                Zones { sides: mean_sides(&sides), ..*zones }
            };
            Self(kinds.iter().map(mean).collect())
        };
        let [strict, loose] = &kinds;
        let same = strict.iter().map(|kind| &kind.1).eq(loose.iter().map(|kind| &kind.1));
        let told = kinds[usize::from(same)..].iter().filter(|kinds| !kinds.is_empty());
        told.flat_map(|kinds| places.iter().map(|place| at(kinds, place))).collect()
    }
}

/// For each two grounds of a look, one for each kind of cells, the light in which they fit best, wherever the cells lie.
fn fits(seen: &[Kinds], look: &MineLook) -> Vec<LevelFit> {
    let grounds = some_grounds(look);
    let depth = look.tolerance.depth;
    // Of each kind as each ground: two kinds are their sums together.
    let sums = |drawn: &&Zones| -> Vec<Vec<LevelSums>> {
        let as_drawn = |seen: &Zones| LevelSums::of(pairs(drawn, seen, depth), 1.0);
        seen.iter().map(|kinds| kinds.0.iter().map(as_drawn).collect()).collect()
    };
    let sums: Vec<_> = grounds.iter().map(sums).collect();
    let fit = |(first, second): (usize, usize)| {
        let plain = seen.iter().enumerate().filter_map(|(i, kinds)| {
            let of_first = *sums[first][i].first()?;
            let both = sums[second][i].get(1).map_or(of_first, |second| of_first.and(second));
            Some((both.fit()?, kinds))
        });
        let (plain, kinds) = plain.max_by(|a, b| a.0.explained.total_cmp(&b.0.explained))?;
        let drawn = [grounds[first], grounds[second]].into_iter();
        let pairs: Vec<_> =
            drawn.zip(&kinds.0).flat_map(|(drawn, seen)| pairs(drawn, seen, depth)).collect();
        Some(plain.with_power(&pairs)).filter(|fit| fit.explained >= LEAST_EXPLAINED)
    };
    let all = 0..grounds.len();
    all.clone()
        .flat_map(|first| all.clone().map(move |second| (first, second)))
        .filter_map(fit)
        .collect()
}

/// Grounds of a look that cells may have as long as nobody has lost, of each colour one: all of them, or some that
/// stand for a gradient.
fn some_grounds(look: &MineLook) -> Vec<&Zones> {
    let mut grounds: Vec<&Ground> = Vec::new();
    for ground in &look.grounds {
        let is_one = matches!(ground.kind, Kind::Closed | Kind::Open);
        let same = |other: &&Ground| {
            other.kind == ground.kind && other.zones.ground == ground.zones.ground
        };
        if is_one && !grounds.iter().any(same) {
            grounds.push(ground);
        }
    }
    let step = grounds.len().div_ceil(MOST_GROUNDS).max(1);
    grounds.into_iter().step_by(step).map(|ground| &ground.zones).collect()
}

/// The two commonest kinds of cells, each with the first of them: those are alike whose sides differ by less than
/// `same`.
fn commonest(cells: &[(Cell, Zones)], same: f32) -> Vec<(Zones, Vec<Cell>)> {
    let mut kinds: Vec<(Zones, Vec<Cell>)> = Vec::new();
    for (cell, zones) in cells {
        let like = |other: &Zones| {
            difference(other.ground, zones.ground) < SAME_GROUND
                && mean_difference(other, zones) < same
        };
        match kinds.iter_mut().find(|(other, _)| like(other)) {
            Some((_, cells)) => cells.push(*cell),
            None => kinds.push((*zones, vec![*cell])),
        }
    }
    kinds.retain(|(_, cells)| cells.len() >= LEAST_CELLS);
    kinds.sort_by_key(|(_, cells)| std::cmp::Reverse(cells.len()));
    // Grounds tell more than sides do: where cells have two, both are looked at.
    let is_other = |kind: &(Zones, _)| difference(kind.0.ground, kinds[0].0.ground) >= SAME_GROUND;
    if let Some(other) = kinds.iter().position(is_other) {
        kinds.swap(1, other);
    }
    kinds.truncate(2);
    let like: usize = kinds.iter().map(|(_, cells)| cells.len()).sum();
    if like as f32 >= LEAST_SHARE * cells.len() as f32 { kinds } else { Vec::new() }
}

/// The colours that are drawn, each with that which is seen there.
fn pairs<'a>(
    drawn: &'a Zones,
    seen: &'a Zones,
    depth: usize,
) -> impl Iterator<Item = (Colour, Colour)> + 'a {
    let sides = drawn.sides.iter().zip(&seen.sides);
    let lines = sides.flat_map(move |(drawn, seen)| {
        drawn[..depth].iter().copied().zip(seen[..depth].iter().copied())
    });
    // The ground is most of a cell.
    let ground = std::iter::repeat_n((drawn.ground, seen.ground), DEPTH);
    lines.chain(ground)
}

/// How far the sides of two cells differ on average, in grey levels of a channel.
fn mean_difference(a: &Zones, b: &Zones) -> f32 {
    let lines = a.sides.iter().flatten().zip(b.sides.iter().flatten());
    lines.map(|(a, b)| difference(*a, *b)).sum::<f32>() / (4 * DEPTH) as f32
}

fn mean_sides(all: &[Zones]) -> [[Colour; DEPTH]; 4] {
    let mean = |side: usize, line: usize, i: usize| {
        all.iter().map(|zones| zones.sides[side][line][i]).sum::<f32>() / all.len() as f32
    };
    std::array::from_fn(|side| {
        std::array::from_fn(|line| std::array::from_fn(|i| mean(side, line, i)))
    })
}
