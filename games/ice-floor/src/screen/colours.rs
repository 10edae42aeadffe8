//! Fits the colour map through which cells show tiles.
//!
//! Tiles and colour map are found in turns: the nearest tiles yield a map by least squares, and through the map the
//! tiles are recognised again. It starts with the colours as they are, and with all cells, or the lighter ones, taken
//! for whole or for cracked ice.

use super::tiles::{FloorTile, Signature, Templates};
use std::borrow::Cow;
use vision::photometry::{Colour, Photometry};

/// The most rounds in which tiles and colour map are found from each other.
const ROUNDS: usize = 4;

/// What shifting all colours by one grey level costs, next to a grey level of remaining difference. Of two versions
/// that fit equally well, the one that shows its own colours wins.
const SHIFT: f32 = 0.03;

/// The most by which a tile may differ beyond most tiles of the picture, in grey levels. Beyond that something lies
/// over it.
pub(super) const MOST_OFF: f32 = 9.0;

/// The difference beyond most tiles, in grey levels, from which a cell counts as covered while the colour map is
/// still being fitted.
pub(super) const COVERED: f32 = 18.0;

/// A colour map, and how well the cells fit through it.
#[derive(Clone)]
pub(super) struct Fit {
    map: Option<Photometry>,
    /// The mean difference of a cell from its template, in grey levels, plus the cost of the map.
    pub cost: f32,
    /// The same with covered cells counted in full.
    pub full_cost: f32,
    /// The most by which a tile may differ from its template, in grey levels.
    pub most_off: f32,
}

impl Fit {
    /// By a map, not judged yet.
    fn by(map: Option<Photometry>) -> Self {
        Self { map, cost: 0.0, full_cost: 0.0, most_off: 0.0 }
    }

    /// The difference from the template that most cells do not exceed, in grey levels.
    pub fn usual_off(&self) -> f32 {
        self.most_off - MOST_OFF
    }

    /// The difference of a cell from a template, in grey levels.
    pub fn off(&self, cell: &Signature, template: &Signature) -> f32 {
        self.undone(cell).distance(template)
    }

    /// The contrast of a cell as a share of a template's.
    pub fn gain(&self, cell: &Signature, template: &Signature) -> f32 {
        self.undone(cell).gain(template)
    }

    /// A cell as it was drawn, without the change of colours.
    fn undone<'a>(&self, cell: &'a Signature) -> Cow<'a, Signature> {
        match &self.map {
            Some(map) => Cow::Owned(cell.map(|c| map.canonical(c))),
            None => Cow::Borrowed(cell),
        }
    }

    /// The nearest tile to a cell, and its difference in grey levels.
    pub fn nearest(
        &self,
        (shaded, cell): (bool, &Signature),
        templates: &Templates,
    ) -> (FloorTile, f32) {
        let cell = self.undone(cell);
        let off = |tile| cell.distance(templates.tile(tile, shaded));
        FloorTile::ALL
            .map(|tile| (tile, off(tile)))
            .into_iter()
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap_or((FloorTile::Ice, f32::INFINITY))
    }
}

/// Fits a colour map from every starting point.
pub(super) fn fits(cells: &[(bool, &Signature)], templates: &Templates) -> Vec<Fit> {
    let mut by_light: Vec<(bool, &Signature)> = cells.to_vec();
    by_light.sort_by(|a, b| b.1.brightness().total_cmp(&a.1.brightness()));
    // Stones are darker than ice, cracked or not, in any light.
    let as_all = |share: usize, tile: FloorTile| {
        let light = &by_light[..by_light.len().div_ceil(share)];
        fitted(light, &vec![Some(tile); light.len()], templates)
    };
    let beginnings = [
        Some(Fit::by(None)),
        as_all(1, FloorTile::Ice),
        as_all(1, FloorTile::Cracked),
        as_all(2, FloorTile::Ice),
        as_all(2, FloorTile::Cracked),
        as_all(6, FloorTile::Ice),
        as_all(6, FloorTile::Cracked),
    ];
    // The colours as they are count for themselves.
    let mut outcomes = vec![judged(Fit::by(None), cells, templates)];
    let mut met = Vec::new();
    for beginning in beginnings.into_iter().flatten() {
        let Some(fit) = settled(beginning, cells, templates, f32::INFINITY, &mut met) else {
            continue;
        };
        if fit.map.is_none() {
            continue;
        }
        let whole = judged(fit, cells, templates);
        // What lies over a cell has other colours than the floor, and is left out.
        if whole.full_cost > whole.cost {
            let covered = covered_from(whole.most_off);
            let free = settled(whole.clone(), cells, templates, covered, &mut Vec::new());
            outcomes.extend(free.map(|free| judged(free, cells, templates)));
        }
        outcomes.push(whole);
    }
    outcomes
}

/// Finds tiles and colours from each other, by the cells that are off by less than `covered`, until the tiles are ones
/// that were met. `None` if others `met` them: they lead to where they led.
fn settled(
    mut fit: Fit,
    cells: &[(bool, &Signature)],
    templates: &Templates,
    covered: f32,
    met: &mut Vec<Vec<Option<FloorTile>>>,
) -> Option<Fit> {
    let others = met.len();
    for _ in 0..ROUNDS {
        let nearest = cells.iter().map(|cell| fit.nearest(*cell, templates));
        let tiles: Vec<_> = nearest.map(|(tile, off)| (off < covered).then_some(tile)).collect();
        match met.iter().position(|before| *before == tiles) {
            Some(before) if before < others => return None,
            Some(_) => break,
            None => {}
        }
        let Some(better) = fitted(cells, &tiles, templates) else { break };
        met.push(tiles);
        fit = better;
    }
    Some(fit)
}

/// The map of colours by which cells show these tiles; those without one are left out.
fn fitted(
    cells: &[(bool, &Signature)],
    tiles: &[Option<FloorTile>],
    templates: &Templates,
) -> Option<Fit> {
    let mut pairs: Vec<(Colour, Colour)> = Vec::new();
    for ((shaded, cell), tile) in cells.iter().zip(tiles) {
        if let Some(tile) = tile {
            pairs.extend(templates.tile(*tile, *shaded).pairs(cell));
        }
    }
    Some(Fit::by(Some(Photometry::fit(&pairs)?)))
}

/// The same with what is left.
fn judged(fit: Fit, cells: &[(bool, &Signature)], templates: &Templates) -> Fit {
    let count = cells.len().max(1) as f32;
    let offs: Vec<f32> = cells.iter().map(|cell| fit.nearest(*cell, templates).1).collect();
    let mut sorted = offs.clone();
    sorted.sort_by(f32::total_cmp);
    let most_off = MOST_OFF + sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    let covered = covered_from(most_off);
    let full = offs.iter().sum::<f32>() / count;
    let residual = offs.into_iter().map(|off| off.min(covered)).sum::<f32>() / count;
    let shift = fit.map.as_ref().map_or(0.0, |map| {
        let off = |colour: Colour| {
            let mapped = map.canonical(colour);
            mapped.iter().zip(colour).map(|(a, b)| (a - b).abs()).sum::<f32>() / 3.0
        };
        let colours: Vec<f32> =
            cells.iter().flat_map(|(_, cell)| cell.colours()).map(off).collect();
        colours.iter().sum::<f32>() / colours.len().max(1) as f32
    });
    Fit { cost: residual + SHIFT * shift, full_cost: full + SHIFT * shift, most_off, ..fit }
}

/// What a cell is off by, or more, that something lies over, where a tile may be off by so much. It counts no
/// more than that.
fn covered_from(most_off: f32) -> f32 {
    COVERED - MOST_OFF + most_off
}
