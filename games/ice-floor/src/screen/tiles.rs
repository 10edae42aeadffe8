//! Describes the colours of a cell, to compare it with the drawn tiles.
//!
//! A signature holds the quantiles of a cell's colours, ordered by brightness, of its upper quarter and of the rest.
//! It does not change when a filter moves a pattern by a part of a pixel, and it separates whole ice from cracked ice
//! by the colour of the cracks.

use super::super::art::{Album, Sprite};
use grid::reading::Unreadable;
use ice_floor::plan::CELL;
use serde::{Deserialize, Serialize};
use vision::photometry::{Colour, luminance};

/// The kinds of tiles on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FloorTile {
    /// Whole ice, which has to be stepped on.
    Ice,
    /// Ice that was stepped on once.
    Cracked,
    /// A hole: ice that was stepped on twice.
    Hole,
    /// A stone, which cannot be stepped on.
    Stone,
}

impl FloorTile {
    /// All kinds of tiles.
    pub const ALL: [Self; 4] = [Self::Ice, Self::Cracked, Self::Hole, Self::Stone];

    /// The tile's name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ice => "ice",
            Self::Cracked => "cracked",
            Self::Hole => "hole",
            Self::Stone => "stone",
        }
    }

    /// The name of the sprite that draws the tile.
    pub const fn picture(self, is_shaded: bool) -> &'static str {
        match (self, is_shaded) {
            (Self::Ice, true) => "ice-top",
            (Self::Stone, true) => "stone-top",
            _ => self.name(),
        }
    }
}

/// The states of an exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExitState {
    /// Slides, which carry the hero back.
    Closed,
    /// Stairs, which lead on.
    Open,
}

impl ExitState {
    /// The state's name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
        }
    }
}

/// The rows of a cell that a wall above it shades, in native pixels.
const UPPER: i32 = 4;

/// The numbers of quantiles of the upper rows and of the rest.
const QUANTILES: [usize; 2] = [4, 8];

/// The weights of the upper rows and of the rest in a distance.
const WEIGHTS: [f32; 2] = [0.25, 0.75];

/// The least distance at which two tiles can be told apart, in grey levels.
const LEAST_APART: f32 = 8.0;

/// The least share of a part's pixels that must be visible.
const LEAST_SEEN: f32 = 0.5;

/// The colours of a cell: the mean of each quantile by brightness, upper rows first. A part with too few visible
/// pixels has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature([Vec<Colour>; 2]);

/// What a cell shows, or why it shows nothing.
pub type Seen = Result<Signature, Unreadable>;

impl Signature {
    /// Computes the signature of a cell. `pixel` returns the colour at a column and row from 0 to 15, or `None` if
    /// something hides it.
    pub fn of(pixel: impl Fn(i32, i32) -> Option<Colour>) -> Self {
        let part = |rows: std::ops::Range<i32>, count: usize| {
            let all = (rows.len() as i32 * CELL) as f32;
            let pixels = rows.flat_map(|y| (0..CELL).map(move |x| (x, y)));
            let mut seen: Vec<Colour> = pixels.filter_map(|(x, y)| pixel(x, y)).collect();
            if (seen.len() as f32) < LEAST_SEEN * all {
                return Vec::new();
            }
            seen.sort_by(|a, b| luminance(*a).total_cmp(&luminance(*b)));
            (0..count)
                .map(|i| mean(&seen[i * seen.len() / count..(i + 1) * seen.len() / count]))
                .collect()
        };
        Self([part(0..UPPER, QUANTILES[0]), part(UPPER..CELL, QUANTILES[1])])
    }

    /// The same without the part that a wall may shade.
    fn without_upper(self) -> Self {
        let [_, rest] = self.0;
        Self([Vec::new(), rest])
    }

    /// The signature with `change` applied to each colour.
    #[must_use]
    pub fn map(&self, change: impl Fn(Colour) -> Colour) -> Self {
        Self(self.0.each_ref().map(|part| part.iter().map(|c| change(*c)).collect()))
    }

    /// The signature's colours, upper rows first.
    pub fn colours(&self) -> impl Iterator<Item = Colour> {
        self.0.iter().flatten().copied()
    }

    /// The mean brightness of the part that no wall shades, in grey levels.
    pub fn brightness(&self) -> f32 {
        let part = &self.0[1];
        part.iter().map(|c| luminance(*c)).sum::<f32>() / part.len().max(1) as f32
    }

    /// The pairs of colours in the quantiles that both signatures have.
    pub fn pairs<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = (Colour, Colour)> + 'a {
        let parts = self.0.iter().zip(&other.0);
        parts.flat_map(|(a, b)| a.iter().copied().zip(b.iter().copied()))
    }

    /// The contrast of this cell as a share of a template's: the slope of its brightness over that of the template. What
    /// shines through something has less of it.
    pub fn gain(&self, template: &Self) -> f32 {
        let pairs: Vec<(f32, f32)> =
            self.pairs(template).map(|(a, b)| (luminance(a), luminance(b))).collect();
        let count = pairs.len().max(1) as f32;
        let mean = pairs.iter().map(|(_, drawn)| drawn).sum::<f32>() / count;
        let along = pairs.iter().map(|(seen, drawn)| seen * (drawn - mean)).sum::<f32>();
        let spread = pairs.iter().map(|(_, drawn)| (drawn - mean).powi(2)).sum::<f32>();
        if spread > 0.0 { along / spread } else { 1.0 }
    }

    /// Whether enough of the cell is visible to recognise it: most of the part that no wall shades.
    pub fn is_seen(&self) -> bool {
        !self.0[1].is_empty()
    }

    /// The mean difference per channel, in grey levels; infinite if the two share no visible part.
    pub fn distance(&self, other: &Self) -> f32 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for ((a, b), weight) in self.0.iter().zip(&other.0).zip(WEIGHTS) {
            let pairs = a.iter().zip(b);
            let off: f32 = pairs.map(|(a, b)| mean_off(a, b)).sum();
            if !a.is_empty() && a.len() == b.len() {
                sum += weight * off / a.len() as f32;
                weights += weight;
            }
        }
        if weights > 0.0 { sum / weights } else { f32::INFINITY }
    }
}

fn mean(colours: &[Colour]) -> Colour {
    let count = colours.len().max(1) as f32;
    std::array::from_fn(|i| colours.iter().map(|c| c[i]).sum::<f32>() / count)
}

fn mean_off(a: &Colour, b: &Colour) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f32>() / 3.0
}

/// The signatures of an album's tiles at one blur; empty for tiles that it lacks.
#[derive(Clone, Debug)]
pub struct Templates {
    tiles: [[Signature; FloorTile::ALL.len()]; 2],
    exits: [Signature; 2],
}

impl Templates {
    /// Computes the signatures of the tiles of `album`, blurred by `blur` native pixels (standard deviation).
    pub fn new(album: &Album, blur: f32) -> Self {
        let known = |name: &str| album.get(name).map(|tile| blurred(tile, blur));
        let of = |name: &str| known(name).unwrap_or_default();
        let shaded = |tile: FloorTile| {
            // The part that no wall shades looks the same.
            known(tile.picture(true)).unwrap_or_else(|| of(tile.picture(false)).without_upper())
        };
        Self {
            tiles: [FloorTile::ALL.map(|tile| of(tile.picture(false))), FloorTile::ALL.map(shaded)],
            exits: ["slide", "stairs"].map(of),
        }
    }

    /// Two tiles that look too much alike; `None` if there are none.
    pub fn too_alike(&self) -> Option<(FloorTile, FloorTile)> {
        let pairs = FloorTile::ALL.iter().enumerate();
        let pairs = pairs.flat_map(|(i, a)| FloorTile::ALL[i + 1..].iter().map(move |b| (*a, *b)));
        let alike =
            |a, b, shaded| self.tile(a, shaded).distance(self.tile(b, shaded)) < LEAST_APART;
        pairs
            .into_iter()
            .find(|(a, b)| [false, true].into_iter().any(|shaded| alike(*a, *b, shaded)))
    }

    /// The signature of a tile.
    pub fn tile(&self, tile: FloorTile, is_shaded: bool) -> &Signature {
        &self.tiles[usize::from(is_shaded)][tile as usize]
    }

    /// The signature of an exit's cell.
    pub fn exit(&self, exit: ExitState) -> &Signature {
        &self.exits[exit as usize]
    }
}

/// The signature of a tile among tiles of its kind, blurred.
fn blurred(tile: &Sprite, blur: f32) -> Signature {
    let at = |x: i32, y: i32| {
        let cell = (y.rem_euclid(CELL) as usize, x.rem_euclid(CELL) as usize);
        tile.get(cell).copied().flatten().map_or([0.0; 3], |c| c.map(f32::from))
    };
    let reach = (3.0 * blur).ceil() as i32;
    let weight =
        |d: i32| if blur > 0.0 { (-((d * d) as f32) / (2.0 * blur * blur)).exp() } else { 1.0 };
    Signature::of(|x, y| {
        let (mut sum, mut weights) = ([0.0; 3], 0.0);
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let w = weight(dx) * weight(dy);
                let colour = at(x + dx, y + dy);
                sum = std::array::from_fn(|i| sum[i] + w * colour[i]);
                weights += w;
            }
        }
        Some(sum.map(|v| v / weights))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ice_floor::plan::Version;

    #[test]
    fn the_tiles_of_a_version_are_far_apart() {
        for (version, blur) in Version::ALL.into_iter().flat_map(|v| [(v, 0.0), (v, 1.1)]) {
            let templates = Templates::new(Album::tiles(version), blur);
            assert_eq!(templates.too_alike(), None, "{version:?} {blur}");
        }
    }

    #[test]
    fn tiles_that_are_hardly_apart_are_told() {
        let tiles = Album::tiles(Version::Ruby);
        let ice = tiles.get("ice").unwrap();
        let brighter = ice.map(|pixel| pixel.map(|c| c.map(|v| v.saturating_add(5))));
        let album = [("ice".to_owned(), ice.clone()), ("cracked".to_owned(), brighter)];
        let templates = Templates::new(&album.into_iter().collect(), 0.0);
        assert_eq!(templates.too_alike(), Some((FloorTile::Ice, FloorTile::Cracked)));
    }

    #[test]
    fn what_is_seen_through_a_panel_has_less_contrast() {
        let tiles = Templates::new(Album::tiles(Version::Ruby), 0.0);
        let cracked = tiles.tile(FloorTile::Cracked, false);
        let under_white = cracked.map(|colour| colour.map(|v| 0.25 * v + 0.75 * 250.0));
        assert!((cracked.gain(cracked) - 1.0).abs() < 1e-4);
        assert!((under_white.gain(cracked) - 0.25).abs() < 1e-4);
        let flat = cracked.map(|_| [128.0; 3]);
        assert!(flat.gain(cracked).abs() < 1e-4);
        assert_eq!(cracked.gain(&flat), 1.0);
    }

    #[test]
    fn a_cell_of_which_little_is_seen_is_not_seen() {
        let upper = Signature::of(|_, y| (y < 9).then_some([1.0, 2.0, 3.0]));
        assert!(!upper.is_seen());
        let lower = Signature::of(|_, y| (y > 8).then_some([1.0, 2.0, 3.0]));
        assert!(lower.is_seen());
        assert_eq!(lower.colours().next(), Some([1.0, 2.0, 3.0]));
        assert_eq!(upper.distance(&lower), f32::INFINITY);
    }
}
