//! Pictures in another light: a night mode, a dimmed or a washed-out screen, another palette change the colours of a
//! look, but not which of two is lighter. What was done to them is fitted to cells, channel by channel, and undone.

use super::look::{Colour, DEPTH, Ground, Kind, MineLook, Zones, difference};
use super::sample::{Sample, Summed};
use crate::grid::Cell;
use crate::vision::lattice::borders::{BorderSpec, CellLattice, EdgeMap, candidates};
use image::RgbImage;
use rayon::prelude::*;
use std::sync::Arc;

/// How much neighbouring pixels differ at the borders of cells at least, in grey levels of a channel, and how many
/// lattices of each are looked at.
const BORDERS: [u8; 2] = [22, 5];
const LATTICES: usize = 6;

/// Cells are of one kind whose colours differ by less, that of the ground and on average those of the sides, in grey
/// levels of a channel; and the least of them. Sides of a scaled picture differ from cell to cell.
const SAME_GROUND: f32 = 5.0;
const SAME_SIDES: [f32; 2] = [5.0, 12.0];
const LEAST_CELLS: usize = 4;

/// The share of cells that are of the two kinds, at least: most of a board's are, and few of what is none.
const LEAST_SHARE: f32 = 0.4;

/// The cells of a kind that are looked at.
const OF_A_KIND: usize = 12;

/// How far a lattice is moved at the most: edges are at both sides of a gap, and of a relief.
const MOST_MOVED: i32 = 3;

/// The powers that are tried.
const POWERS: [f32; 4] = [0.5, 0.7, 1.4, 2.0];

/// The grounds of a look that are tried.
const MOST_GROUNDS: usize = 6;

/// By how much a power must fit better than none.
const BETTER: f32 = 0.8;

/// The share of what is drawn that a light must explain, and how many are tried.
const LEAST_EXPLAINED: f32 = 0.65;
const MOST_LIGHTS: usize = 8;

/// The variance, in grey levels squared, that colours are taken to have: where a channel has no more contrast, it is
/// changed as all are together.
const NOISE: f32 = 20.0;

/// How much more or less contrast there may be, and how much more of it in one channel than in another.
const GAINS: std::ops::Range<f32> = 0.3..4.0;
const MOST_TINT: f32 = 2.5;

/// Lights are alike if the levels that they undo differ by less on average.
const SAME_LIGHT: u32 = 5;

/// A level of a channel that may be cut off.
const CUT_OFF: [f32; 2] = [1.0, 254.0];

/// What undoes a light: the levels that a look is drawn with, by those that are seen.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Light {
    levels: Box<[[u8; 256]; 3]>,
}

impl Light {
    /// The picture as it would be in a look's own light.
    pub fn undone(&self, picture: &RgbImage) -> RgbImage {
        let mut undone = picture.clone();
        for pixel in undone.pixels_mut() {
            for (level, levels) in pixel.0.iter_mut().zip(&*self.levels) {
                *level = levels[usize::from(*level)];
            }
        }
        undone
    }

    /// Whether another is nearly the same.
    fn is_like(&self, other: &Self) -> bool {
        let levels = || self.levels.iter().flatten().zip(other.levels.iter().flatten());
        let off: u32 = levels().map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        off < SAME_LIGHT * levels().count() as u32
    }

    /// Whether it leaves colours as they are, or nearly so.
    fn is_none(&self) -> bool {
        let own = Box::new(std::array::from_fn(|_| std::array::from_fn(|level| level as u8)));
        self.is_like(&Self { levels: own })
    }
}

/// The lights in which cells may have one of the looks, those that explain most of its drawing first.
pub(super) fn lights(
    picture: &Summed<'_>,
    looks: &[Arc<MineLook>],
    cells: &BorderSpec,
) -> Vec<Light> {
    let lattices = BORDERS.into_iter().flat_map(|least| {
        candidates(&EdgeMap::new(picture.picture, least), cells).into_iter().take(LATTICES)
    });
    let lattices: Vec<CellLattice> = lattices.collect();
    let mut found: Vec<Fit> = lattices
        .par_iter()
        .flat_map_iter(|lattice| {
            let seen = Kinds::all_of(picture, lattice);
            let with = |look: &Arc<MineLook>| fits(&seen, &look.at(lattice.x.pitch()));
            looks.iter().flat_map(with).collect::<Vec<_>>()
        })
        .collect();
    found.sort_by(|a, b| b.explained.total_cmp(&a.explained));
    let mut lights: Vec<Light> = Vec::new();
    for light in found.iter().map(Fit::light).filter(|light| !light.is_none()) {
        if lights.len() < MOST_LIGHTS && !lights.iter().any(|other| other.is_like(&light)) {
            lights.push(light);
        }
    }
    lights
}

/// The two commonest kinds of cells of a lattice, closed ones and open ones if it is a board: what they look like.
struct Kinds(Vec<Zones>);

impl Kinds {
    /// Those of a lattice where it is and at places around.
    fn all_of(picture: &Summed<'_>, lattice: &CellLattice) -> Vec<Self> {
        let sample = Sample::new(picture, lattice);
        let cells: Vec<(Cell, Zones)> =
            sample.some().map(|cell| (cell, sample.zones(cell))).collect();
        let step = (lattice.x.pitch() / 24.0).max(1.0);
        let steps = || (-MOST_MOVED..=MOST_MOVED).map(|i| f64::from(i) * step);
        let places: Vec<(f64, f64)> = steps().flat_map(|x| steps().map(move |y| (x, y))).collect();
        let kinds = SAME_SIDES.map(|same| commonest(&cells, same));
        let at = |kinds: &[(Zones, Vec<Cell>)], (x, y): (f64, f64)| {
            let moved = CellLattice { x: lattice.x.moved(x, x), y: lattice.y.moved(y, y) };
            let sample = Sample::new(picture, &moved);
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
        told.flat_map(|kinds| places.iter().map(|place| at(kinds, *place))).collect()
    }
}

/// For each two grounds of a look, one for each kind of cells, the light in which they fit best, wherever the cells lie.
fn fits(seen: &[Kinds], look: &MineLook) -> Vec<Fit> {
    let grounds = some_grounds(look);
    let depth = look.tolerance.depth;
    let fit = |drawn: [&Zones; 2]| {
        let pairs = |kinds: &Kinds| -> Vec<_> {
            drawn.iter().zip(&kinds.0).flat_map(|(drawn, seen)| pairs(drawn, seen, depth)).collect()
        };
        let plain = seen.iter().filter_map(|kinds| Some((Fit::of(&pairs(kinds), 1.0)?, kinds)));
        let (plain, kinds) = plain.max_by(|a, b| a.0.explained.total_cmp(&b.0.explained))?;
        plain.bent(&pairs(kinds))
    };
    let two = grounds.iter().flat_map(|first| grounds.iter().map(move |second| [*first, *second]));
    two.filter_map(fit).collect()
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

/// The fit that explains most.
fn best(fits: impl Iterator<Item = Fit>) -> Option<Fit> {
    fits.max_by(|a, b| a.explained.total_cmp(&b.explained))
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

/// A light as it was fitted: a channel is drawn as `gain * seen^power + offset`, levels as parts of 255.
#[derive(Clone, Copy, Debug)]
struct Fit {
    power: f32,
    gain: [f32; 3],
    offset: [f32; 3],
    /// The share of the variance of what is drawn that it explains, 1 at most.
    explained: f32,
}

impl Fit {
    /// The same, or with a power where that fits better. `None` if neither explains enough.
    fn bent(self, pairs: &[(Colour, Colour)]) -> Option<Self> {
        let least = 1.0 - BETTER * (1.0 - self.explained);
        let bent = POWERS.iter().filter_map(|power| Self::of(pairs, *power));
        let best = best(bent.filter(|fit| fit.explained > least).chain([self]))?;
        (best.explained >= LEAST_EXPLAINED).then_some(best)
    }

    /// By least squares, with each channel's gain drawn towards that of all (ridge regression).
    fn of(pairs: &[(Colour, Colour)], power: f32) -> Option<Self> {
        let channels: [Moments; 3] = std::array::from_fn(|i| {
            let told = pairs.iter().map(|(drawn, seen)| (drawn[i], seen[i]));
            let told = told.filter(|(_, seen)| *seen > CUT_OFF[0] && *seen < CUT_OFF[1]);
            Moments::of(told.map(|(drawn, seen)| (drawn, bent(seen, power))))
        });
        let sum = |of: fn(&Moments) -> f32| channels.iter().map(of).sum::<f32>();
        let common = sum(|m| m.cov) / sum(|m| m.seen_var).max(1e-3);
        let (mut gain, mut offset, mut left) = ([0.0; 3], [0.0; 3], 0.0);
        for (i, m) in channels.iter().enumerate() {
            let ridge = NOISE * m.count;
            gain[i] = (m.cov + ridge * common) / (m.seen_var + ridge).max(1e-3);
            offset[i] = m.drawn - gain[i] * m.seen;
            left += m.drawn_var - 2.0 * gain[i] * m.cov + gain[i].powi(2) * m.seen_var;
            if m.count == 0.0 || !GAINS.contains(&gain[i]) {
                return None;
            }
        }
        let (least, most) =
            gain.iter().fold((f32::MAX, 0.0_f32), |(a, b), g| (a.min(*g), b.max(*g)));
        if most > MOST_TINT * least {
            return None;
        }
        let explained = 1.0 - left / sum(|m| m.drawn_var).max(1e-3);
        Some(Self { power, gain, offset, explained })
    }

    fn light(&self) -> Light {
        let level = |i: usize, seen: usize| {
            (self.gain[i] * bent(seen as f32, self.power) + self.offset[i])
                .round()
                .clamp(0.0, 255.0) as u8
        };
        Light {
            levels: Box::new(std::array::from_fn(|i| std::array::from_fn(|seen| level(i, seen)))),
        }
    }
}

/// A level to a power, in levels again.
fn bent(level: f32, power: f32) -> f32 {
    255.0 * (level / 255.0).powf(power)
}

/// Means, and sums of squares and products about them.
#[derive(Default)]
struct Moments {
    count: f32,
    drawn: f32,
    seen: f32,
    drawn_var: f32,
    seen_var: f32,
    cov: f32,
}

impl Moments {
    /// One by one (B. P. Welford, Technometrics 4, 1962).
    fn of(pairs: impl Iterator<Item = (f32, f32)>) -> Self {
        pairs.fold(Self::default(), |mut moments, (drawn, seen)| {
            moments.count += 1.0;
            let (off_drawn, off_seen) = (drawn - moments.drawn, seen - moments.seen);
            moments.drawn += off_drawn / moments.count;
            moments.seen += off_seen / moments.count;
            moments.drawn_var += off_drawn * (drawn - moments.drawn);
            moments.seen_var += off_seen * (seen - moments.seen);
            moments.cov += off_drawn * (seen - moments.seen);
            moments
        })
    }
}
