//! Scenes: themes whose cells are little pictures without borders, such as KMines' green.
//!
//! Which colours are where in a cell shows its state; numbers are also compared by shape.

mod digits;
pub(super) mod place;
mod rim;
pub(super) mod told;

use super::colour::{Colour, colour};
use super::panels::TextSide;
use digits::Digits;
use image::RgbImage;
use minesweeper::board::CellState;
use serde::Deserialize;
use std::collections::{BTreeMap, HashSet};

/// The side of a cell in the pixels of the numbers' drawings.
const FINE: f64 = 44.0;

/// A part of a cell: left, top, right, bottom, as shares of its sides.
type Part = [f64; 4];

/// A scene: how its cells are placed and recognised.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    cells: Vec<Told>,
    number: Number,
    /// How its cells lie within the rim of the field, if the rim guides the search.
    rim: Option<RimPlace>,
    /// Where the counter and the clock are written, if they are.
    pub text: Option<TextSide>,
}

/// The place of cells within the rim of their field, which is only a rough guide.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RimPlace {
    /// The offset of the cells' centre from the rim's, right and down, as shares of a cell.
    off: [f64; 2],
    /// How far around that place cells are searched, in pixels; [`MOST_REACH`] at most.
    reach: u8,
    /// Where the left, the right and the lower edge of their ground are, as parts of a cell.
    edges: [f64; 3],
}

/// The farthest search from the place that the rim gives, in pixels: cells may be as narrow as 12.
const MOST_REACH: u8 = 6;

/// A state, and everything that must be visible for it.
#[derive(Clone, Debug)]
struct Told {
    /// `None`: a number.
    state: Option<CellState>,
    areas: Vec<Area>,
    shades: Vec<Shade>,
}

/// A part that is darker than another one: what a flat area of the same colours has not.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shade {
    part: Part,
    than: Part,
    /// By how much at least, in grey levels.
    by: f32,
}

/// The share of an area's pixels that have one of some colours.
#[derive(Clone, Debug)]
struct Area {
    part: Part,
    colours: Vec<Tint>,
    share: [f32; 2],
}

/// Colours that count as one: near one of these, in grey levels of a channel.
#[derive(Clone, Debug)]
struct Tint {
    near: Vec<Colour>,
    within: f32,
}

/// How numbers are drawn.
#[derive(Clone, Debug)]
struct Number {
    colour: Colour,
    /// How far a pixel's colour is from it that has nothing of it.
    reach: f32,
    /// Where they are in their cells.
    part: Part,
    /// How they lean: by how much of a cell sideways for a cell downwards, and downwards for a cell sideways.
    slant: [f64; 2],
    /// What they are like, set upright.
    digits: Digits,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    #[allow(dead_code)]
    about: String,
    colours: BTreeMap<String, ManifestTint>,
    /// What cells of every state show.
    every: Vec<ManifestArea>,
    cells: Vec<ManifestTold>,
    number: ManifestNumber,
    rim: Option<RimPlace>,
    text: Option<TextSide>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManifestTint {
    near: Vec<String>,
    within: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManifestTold {
    /// Left out for numbers.
    state: Option<CellState>,
    areas: Vec<ManifestArea>,
    #[serde(default)]
    shades: Vec<Shade>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManifestArea {
    part: Part,
    colours: Vec<String>,
    share: [f32; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManifestNumber {
    colour: String,
    reach: f32,
    part: Part,
    slant: [f64; 2],
    drawn: BTreeMap<u8, Vec<String>>,
}

impl Manifest {
    fn scene(&self) -> Result<Scene, String> {
        let tint = |name: &String| -> Result<Tint, String> {
            let tint =
                self.colours.get(name).ok_or_else(|| format!("{name:?} is not a colour here"))?;
            let near = tint.near.iter().map(|text| colour(text)).collect::<Result<_, _>>()?;
            Ok(Tint { near, within: tint.within })
        };
        let area = |area: &ManifestArea| -> Result<Area, String> {
            let colours = area.colours.iter().map(tint).collect::<Result<_, _>>()?;
            Ok(Area { part: area.part, colours, share: area.share })
        };
        let told = |told: &ManifestTold| -> Result<Told, String> {
            let areas = self.every.iter().chain(&told.areas).map(area).collect::<Result<_, _>>()?;
            Ok(Told { state: told.state, areas, shades: told.shades.clone() })
        };
        if let Some(RimPlace { reach, .. }) = self.rim
            && reach > MOST_REACH
        {
            return Err(format!("rim: its reach is {reach} pixels, at most {MOST_REACH} may be"));
        }
        Ok(Scene {
            cells: self.cells.iter().map(told).collect::<Result<_, _>>()?,
            number: self.number.number()?,
            rim: self.rim,
            text: self.text,
        })
    }
}

impl ManifestNumber {
    fn number(&self) -> Result<Number, String> {
        let [left, top, right, bottom] = self.part;
        let pixels = |from: f64, to: f64| ((to - from) * FINE) as usize;
        let digits = Digits::parse(&self.drawn, pixels(left, right), pixels(top, bottom))?;
        Ok(Number {
            colour: colour(&self.colour)?,
            reach: self.reach,
            part: self.part,
            slant: self.slant,
            digits,
        })
    }
}

impl Scene {
    /// Parses a scene from the text of its file.
    pub fn parse(text: &str) -> Result<Self, String> {
        let manifest: Manifest = serde_json::from_str(text).map_err(|error| error.to_string())?;
        manifest.scene()
    }
}

/// The most colours of a picture that has a palette.
const PALETTE: usize = 256;

/// Whether a picture has no more colours than a palette: those of a scene, which has thousands, are not among them.
pub(super) fn has_palette(picture: &RgbImage) -> bool {
    let mut colours = HashSet::new();
    picture.pixels().all(|pixel| {
        colours.insert(pixel);
        colours.len() <= PALETTE
    })
}

#[cfg(test)]
mod tests {
    use super::super::shapes::Ink;
    use super::*;
    use session::templates::{self, template};

    #[test]
    fn a_colour_that_is_not_named_is_told() {
        let text = r##"{"about": "", "colours": {}, "every": [], "cells": [
            {"state": ".", "areas": [{"part": [0, 0, 1, 1], "colours": ["red"], "share": [0, 1]}]}
        ], "number": {"colour": "#ffffff", "reach": 1, "part": [0, 0, 1, 1], "slant": [0, 0], "drawn": {}}}"##;
        assert!(Scene::parse(text).unwrap_err().contains("red"));
    }

    #[test]
    fn a_picture_of_few_colours_has_a_palette() {
        let picture = |colours: u32| {
            RgbImage::from_fn(60, 60, |x, y| {
                let colour = (60 * y + x) % colours;
                image::Rgb([colour as u8, (colour >> 8) as u8, 0])
            })
        };
        assert!(has_palette(&picture(256)));
        assert!(!has_palette(&picture(257)));
    }

    #[test]
    fn a_reach_of_more_than_half_a_cell_is_told() {
        let text = templates::text(template!("minesweeper/kmines-graveyard.json"));
        assert!(Scene::parse(text).is_ok());
        let far = Scene::parse(&text.replace("\"reach\": 4", "\"reach\": 200"));
        assert!(far.unwrap_err().contains("reach is 200 pixels"));
    }

    #[test]
    fn every_number_is_told_from_the_others_wherever_it_is_moved_a_little() {
        let scenes = [
            template!("minesweeper/kmines-green.json"),
            template!("minesweeper/kmines-graveyard.json"),
        ];
        for template in scenes {
            let manifest: Manifest = serde_json::from_str(templates::text(template)).unwrap();
            let digits = manifest.scene().unwrap().number.digits;
            for (digit, lines) in &manifest.number.drawn {
                let at = |x: i32, y: i32| {
                    let line = usize::try_from(y).ok().and_then(|y| lines.get(y));
                    let letter = line.and_then(|l| l.as_bytes().get(usize::try_from(x).ok()?));
                    if letter == Some(&b'#') { 1.0 } else { 0.0 }
                };
                let (width, height) = digits.size();
                let places =
                    (0..width * height).map(|i| ((i % width) as i32 - 1, (i / width) as i32 + 2));
                let ink = Ink { width, height, pixels: places.map(|(x, y)| at(x, y)).collect() };
                for pitch in [FINE, 20.0] {
                    let like = digits.likeness(&ink, pitch);
                    let best = (1u8..).zip(like).max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
                    assert_eq!(best.0, *digit, "{}: {like:?}", template.0);
                }
            }
        }
    }
}
