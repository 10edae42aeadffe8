//! What the cells of a section show through each of several colour maps (`colours`).
//!
//! The outcome that leaves the least difference counts, together with those that leave hardly more. One that the game's
//! rules exclude (`rules`) does not count.

use super::colours::{COVERED, Fit, fits};
use super::look::IceLook;
use super::rules::is_possible;
use super::tiles::{FloorTile, Seen, Signature, Templates};
use super::view::Place;
use grid::reading::{Reading, Unreadable};
use grid::{Cell, Grid};
use ice_floor::plan::{FloorSection, Version};

/// What known stones earn an outcome, in grey levels: a colour map may make a stone look like cracked ice.
const KNOWN: f32 = 3.0;

/// What an outcome costs that the player could not have walked, in grey levels.
const IMPOSSIBLE: f32 = 8.0;

/// The cost, in grey levels, that makes an outcome less likely by a factor of e.
const ALIKE: f32 = 0.4;

/// The logarithm of the odds at which an outcome no longer counts.
const UNLIKELY: f32 = 4.6;

/// The highest mean cost of all cells, in grey levels. Above it the view shows something else, or a floor that is not
/// clear enough.
const MOST_COST: f32 = 5.0;

/// The difference between two tiles' distances, in grey levels, that makes one more likely by a factor of e.
const SOFTNESS: f32 = 1.2;

/// By how much [`SOFTNESS`] grows for each grey level by which a cell differs from all tiles by more than usual: what
/// covers a part of it says nothing about the rest.
const SOFTER: f32 = 0.3;

/// The probability below which a tile is doubtful.
const LEAST_SURE: f32 = 0.95;

/// The outcomes that count, each with its weight: the likeliest first, with a weight of 1.
pub(super) struct Outcomes<'a>(Vec<(f32, Outcome<'a>)>);

/// What the cells show through one map of colours.
pub(super) struct Outcome<'a> {
    /// The version whose tiles are seen.
    pub version: Version,
    /// What these look like.
    pub templates: &'a Templates,
    /// The map.
    pub fit: Fit,
    /// Whether the stones lie as in one of the games.
    pub is_known: bool,
    /// What it leaves unexplained, in grey levels.
    cost: f32,
    /// The nearest tile to each cell that may be one.
    nearest: Grid<Option<FloorTile>>,
    /// Whether the player can have walked so.
    is_possible: bool,
}

impl<'a> Outcomes<'a> {
    /// What these cells of `section` show, where the hero is at `place`. `None` if no map explains them.
    pub fn of(
        seen: &Grid<Seen>,
        section: &'static FloorSection,
        place: Place,
        look: &'a IceLook,
    ) -> Option<Self> {
        let cells = seen.cells();
        let known: Vec<(bool, &Signature)> = cells
            .filter_map(|(tile, seen)| Some((section.is_shaded(tile), seen.as_ref().ok()?)))
            .collect();
        let mut all: Vec<Outcome<'a>> = Vec::new();
        for (version, templates) in look.templates() {
            let fits = fits(&known, templates).into_iter();
            all.extend(fits.map(|fit| Outcome::of(seen, section, (*version, templates), fit)));
        }
        all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        // What comes after the first that is possible does not count any more.
        let mut until = all.first()?.cost + IMPOSSIBLE;
        all.retain_mut(|outcome| {
            let counts = outcome.cost <= until;
            if counts && is_possible(&outcome.nearest, section, place) {
                outcome.is_possible = true;
                until = until.min(outcome.cost + UNLIKELY * ALIKE);
            }
            counts
        });
        all.sort_by(|a, b| a.rank().total_cmp(&b.rank()));
        let least = all.first().filter(|best| best.full_cost() <= MOST_COST)?.rank();
        all.retain(|outcome| outcome.rank() <= least + UNLIKELY * ALIKE);
        let weight = |outcome: &Outcome<'_>| ((least - outcome.rank()) / ALIKE).exp();
        Some(Self(all.into_iter().map(|outcome| (weight(&outcome), outcome)).collect()))
    }

    /// The likeliest one.
    pub fn likeliest(&self) -> &Outcome<'a> {
        &self.0[0].1
    }

    /// All of them, the likeliest first.
    pub fn iter(&self) -> impl Iterator<Item = &Outcome<'a>> {
        self.0.iter().map(|(_, outcome)| outcome)
    }

    /// The likeliest of several in all outcomes, by their weights, and how likely it is. What is off by more than
    /// `most_off` in an outcome is none of them there; of what is off by more than `usual_off` less is known.
    pub fn decide<T: Copy>(
        &self,
        all: &[T],
        usual_off: impl Fn(&Outcome<'a>, T) -> f32,
        most_off: impl Fn(&Outcome<'a>, T) -> f32,
        off: impl Fn(&Outcome<'a>, T) -> f32,
    ) -> Reading<T> {
        let mut chances = vec![0.0f32; all.len()];
        for (weight, outcome) in &self.0 {
            let offs: Vec<f32> = all.iter().map(|what| off(outcome, *what)).collect();
            let nearest = offs.iter().copied().zip(all).min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((least, what)) =
                nearest.filter(|(off, what)| *off <= most_off(outcome, **what))
            else {
                continue;
            };
            let unusual = (least - usual_off(outcome, *what)).max(0.0);
            let softness = SOFTNESS + SOFTER * unusual;
            let likely = offs.iter().map(|off| ((least - off) / softness).exp());
            let total: f32 = likely.clone().sum();
            for (chance, likely) in chances.iter_mut().zip(likely) {
                *chance += weight * likely / total;
            }
        }
        let total: f32 = self.0.iter().map(|(weight, _)| weight).sum();
        let best = chances.iter().zip(all).max_by(|a, b| a.0.total_cmp(b.0));
        let Some((chance, best)) = best else { return Reading::none(Unreadable::Doubtful) };
        let confidence = chance / total;
        if confidence < LEAST_SURE || !confidence.is_finite() {
            return Reading::none(Unreadable::Doubtful);
        }
        Reading::sure(*best, confidence)
    }
}

impl<'a> Outcome<'a> {
    /// What the cells show through the map of a fit. Whether that is possible is not asked yet.
    fn of(
        seen: &Grid<Seen>,
        section: &FloorSection,
        (version, templates): (Version, &'a Templates),
        fit: Fit,
    ) -> Self {
        let offs = Grid::from_fn(section.size.0, section.size.1, |r, c| {
            let cell = seen[(r, c)].as_ref().ok()?;
            Some(fit.nearest((section.is_shaded((r, c)), cell), templates))
        });
        let within =
            |most: f32| offs.map(|cell| cell.filter(|(_, off)| *off <= most).map(|(tile, _)| tile));
        // What lies over a cell is not a stone, whatever it is nearest to.
        let stones = known_stones(&within(fit.most_off + COVERED), section);
        let is_known = stones.contains(&true);
        let version = match stones {
            [true, false] => Version::ALL[0],
            [false, true] => Version::ALL[1],
            _ => version,
        };
        let cost = fit.cost - if is_known { KNOWN } else { 0.0 };
        let nearest = within(fit.most_off);
        Self { version, templates, fit, is_known, cost, nearest, is_possible: false }
    }

    /// Its cost, where what is covered counts in full.
    fn full_cost(&self) -> f32 {
        self.fit.full_cost - if self.is_known { KNOWN } else { 0.0 }
    }

    /// The lower, the likelier.
    fn rank(&self) -> f32 {
        self.cost + if self.is_possible { 0.0 } else { IMPOSSIBLE }
    }
}

/// For each version, whether the stones among these tiles lie as it has them.
fn known_stones(tiles: &Grid<Option<FloorTile>>, section: &FloorSection) -> [bool; 2] {
    Version::ALL.map(|version| {
        let ice = section.floor(version).ice();
        let same = |(at, tile): (Cell, &Option<FloorTile>)| {
            tile.is_none_or(|tile| ice[at] != (tile == FloorTile::Stone))
        };
        tiles.cells().all(same)
    })
}
