//! Learns a theme from a picture, given where the hero is and what the floor shows.
//!
//! The channel weights are those of Fisher's linear discriminant (R. A. Fisher, The use of multiple measurements in
//! taxonomic problems, 1936) between the pixels of ice and those next to it. Each tile is the mean of the cells that
//! show it.

use super::super::art::{Album, Sprite};
use super::super::truth::IceTruth;
use super::cells::is_under_hero;
use super::locate::windows;
use super::look::{IceLook, NEEDED};
use super::registration::score;
use super::tiles::{ExitState, FloorTile};
use super::view::{IceIndex, Place};
use super::{IceReader, IceReading, LEAST_FIT, text_box};
use grid::geometry::{Placement, Rect};
use grid::{Cell, Grid};
use ice_floor::plan::{CELL, FloorSection, SECTIONS};
use image::RgbImage;
use nalgebra::{Matrix3, Vector3};
use session::consoles::gba;
use session::observation::Observation;
use session::truth::{Comparison, compare};
use std::collections::BTreeMap;
use vision::photometry::Colour;
use vision::rectify::{Sampling, rectify};

/// A theme learned from a picture, and how well it reads that picture.
#[derive(Clone, Debug)]
pub struct IceLesson {
    /// The learned theme.
    pub look: IceLook,
    /// The picture as the theme reads it; `None` if it finds no floor.
    pub seen: Option<IceReading>,
    /// That reading compared with the truth.
    pub comparison: Comparison,
}

impl IceLesson {
    /// Whether the theme reads the picture without an error and leaves little unread.
    pub fn is_good(&self) -> bool {
        self.comparison.reads_well()
    }
}

/// The error for a picture from which no theme can be learned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IceTeachError {
    /// The truth does not say where the hero is, or what the floor shows.
    #[error("say what the picture shows: which section, where the player is, and its tiles")]
    Untold,
    /// The stones lie as in none of the games.
    #[error("no version of the game has stones like these: check the rows of the floor")]
    Stones,
    /// A needed tile is not wholly visible; without it, others would be taken for it.
    #[error(
        "no {0} tile is wholly visible: take a picture of the second or third floor in the middle of \
         a walk"
    )]
    Tile(&'static str),
    /// No screen with the hero at that place was found.
    #[error(
        "no screen in the picture shows this floor: check where the player is, or give the screen's place \
         with --screen X,Y,WIDTH,HEIGHT"
    )]
    NoScreen,
    /// Two tiles look nearly alike.
    #[error("{0} in this picture")]
    Alike(String),
}

/// The least variance of a channel, in squared grey levels: the noise of a screen.
const NOISE: f64 = 25.0;

/// Learns a theme from a picture. `screen` gives the game's whole screen, in pixels of the picture, if it is not
/// found.
///
/// # Errors
/// A sentence: what is missing, and what to do.
pub fn teach(
    name: &str,
    picture: &RgbImage,
    truth: &IceTruth,
    screen: Option<Rect>,
) -> Result<IceLesson, IceTeachError> {
    let section =
        truth.section.and_then(|number| SECTIONS.get(usize::from(number).checked_sub(1)?));
    let told = section.zip(truth.place()).zip(truth.grid.as_ref());
    let ((section, place), tiles) = told.ok_or(IceTeachError::Untold)?;
    let stones = tiles.map(|tile| *tile != FloorTile::Stone);
    let version = truth.version.or(section.version(&stones)).ok_or(IceTeachError::Stones)?;
    let placements = match screen {
        Some(area) => vec![Placement::upright(gba::SCREEN, area)],
        None => windows(picture),
    };
    let views = placements.into_iter().filter_map(|at| View::of(picture, &at, place));
    let best = views.max_by(|a, b| a.score.total_cmp(&b.score));
    let view = best.filter(|view| view.score >= LEAST_FIT).ok_or(IceTeachError::NoScreen)?;
    let exit = truth.stairs_open.map(|open| match open >= section.number {
        true => ExitState::Open,
        false => ExitState::Closed,
    });
    let drawn = view.tiles(section, tiles, exit);
    for needed in NEEDED {
        drawn.get(needed.picture(false)).ok_or(IceTeachError::Tile(needed.name()))?;
    }
    let look = IceLook::taught(name, version, view.weights, drawn).map_err(IceTeachError::Alike)?;
    let seen = IceReader::only(look.clone()).read(picture).ok();
    let told = IceTruth { version: Some(version), ..truth.clone() };
    let comparison = compare(&told, seen.as_ref().map(|seen| seen as &dyn Observation));
    Ok(IceLesson { look, seen, comparison })
}

/// A screen on which the hero is where it is said to be.
struct View {
    native: RgbImage,
    place: Place,
    weights: Colour,
    /// How well the ice lies as in the plan.
    score: f32,
}

impl View {
    fn of(picture: &RgbImage, at: &Placement, place: Place) -> Option<Self> {
        let native = rectify(picture, at, Sampling::Area);
        let has_text = text_box::is_open(&native) != Some(false);
        let weights = discriminant(&native, place, has_text)?;
        let score = score(&IceIndex::of(&native, weights, has_text), place);
        Some(Self { native, place, weights, score })
    }

    /// The tiles that are seen as a whole, each the mean of the cells that show it.
    fn tiles(
        &self,
        section: &FloorSection,
        tiles: &Grid<FloorTile>,
        exit: Option<ExitState>,
    ) -> Album {
        let mut named: BTreeMap<&str, Vec<Sprite>> = BTreeMap::new();
        let mut add = |name, cell| named.entry(name).or_default().extend(self.cell(cell));
        for (at, tile) in tiles.cells() {
            add(tile.picture(section.is_shaded(at)), section.cell(at));
        }
        if let Some(exit) = exit {
            let name = match exit {
                ExitState::Closed => "slide",
                ExitState::Open => "stairs",
            };
            section.exit().into_iter().for_each(|cell| add(name, cell));
        }
        let named = named.into_iter().filter(|(_, cells)| !cells.is_empty());
        named.map(|(name, cells)| (name.to_owned(), mean(&cells))).collect()
    }

    /// A cell, if all of it is on the screen and the hero is not over it.
    fn cell(&self, cell: Cell) -> Option<Sprite> {
        let (left, top) = self.place.on_screen(cell);
        let side = CELL as usize;
        let pixel = |y: usize, x: usize| {
            let (x, y) = (left + x as i32, top + y as i32);
            let (column, row) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
            let pixel = self.native.get_pixel_checked(column, row)?;
            (!is_under_hero((x, y))).then_some(pixel.0)
        };
        let sprite = Grid::from_fn(side, side, pixel);
        sprite.iter().all(Option::is_some).then_some(sprite)
    }
}

/// The mean of tiles.
fn mean(cells: &[Sprite]) -> Sprite {
    let side = CELL as usize;
    Grid::from_fn(side, side, |r, c| {
        let of = |channel: usize| {
            let values = cells.iter().filter_map(|cell| Some(f32::from(cell[(r, c)]?[channel])));
            (values.sum::<f32>() / cells.len() as f32).round() as u8
        };
        Some([0, 1, 2].map(of))
    })
}

/// The weights of the channels whose sum tells ice from what is beside it the best if the hero is at `place`, of
/// length 1; `None` if the screen shows too little of either.
fn discriminant(native: &RgbImage, place: Place, has_text: bool) -> Option<Colour> {
    let mut seen: [Vec<Vector3<f64>>; 2] = Default::default();
    let any = IceIndex::of(native, [1.0; 3], has_text);
    any.compare(place, |(x, y), is_ice, _| {
        let colour = native.get_pixel(x as u32, y as u32).0.map(f64::from);
        seen[usize::from(is_ice)].push(Vector3::from(colour));
    });
    if seen.iter().any(|pixels| pixels.len() < (4 * CELL * CELL) as usize) {
        return None;
    }
    let means =
        seen.each_ref().map(|pixels| pixels.iter().sum::<Vector3<f64>>() / pixels.len() as f64);
    let mut spread = Matrix3::from_diagonal_element(NOISE);
    for (pixels, mean) in seen.iter().zip(&means) {
        let scatter = pixels.iter().map(|pixel| (pixel - mean) * (pixel - mean).transpose());
        spread += scatter.sum::<Matrix3<f64>>() / pixels.len() as f64;
    }
    let weights = spread.cholesky()?.solve(&(means[1] - means[0])).normalize();
    weights.iter().all(|weight| weight.is_finite()).then(|| [0, 1, 2].map(|i| weights[i] as f32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// A picture of our test game with its truth.
    fn fixture(name: &str) -> (RgbImage, IceTruth) {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ice-floor");
        let truths = std::fs::read_to_string(format!("{folder}/truth.json")).unwrap();
        let truths: Value = serde_json::from_str(&truths).unwrap();
        let file = format!("{name}.png");
        let entry = truths[&file].as_object().unwrap();
        let picture = image::open(format!("{folder}/{file}")).unwrap().to_rgb8();
        (picture, IceTruth::from_json(entry).unwrap())
    }

    /// The floor as lava: what was greener is redder, cracks are bright.
    fn as_lava(picture: &RgbImage) -> RgbImage {
        let mut lava = picture.clone();
        for pixel in lava.pixels_mut() {
            let [r, g, b] = pixel.0;
            pixel.0 = [g, 255 - b, r / 2];
        }
        lava
    }

    #[test]
    fn a_look_that_ships_does_not_read_is_taught_by_one_picture() {
        let (taught_by, truth) = fixture("emerald-1x-3-mid");
        let lava = as_lava(&taught_by);
        assert!(IceReader::new().read(&lava).is_err());
        let lesson = teach("lava", &lava, &truth, None).unwrap();
        assert!(lesson.is_good(), "{:?}", lesson.comparison);
        // Other sections, other sizes, a hero in mid-step; nothing is wrong.
        let mut reader = IceReader::with([lesson.look]);
        let mut right = 0;
        for name in [
            "emerald-1x-3-before",
            "emerald-1x-2-walking",
            "emerald-1x-2-before",
            "emerald-1x-1-mid",
        ] {
            let (picture, truth) = fixture(name);
            let seen = reader.fresh().read(&as_lava(&picture));
            let seen = seen.unwrap_or_else(|why| panic!("{name}: {why}"));
            assert_eq!(seen.look(), "lava");
            let comparison = compare(&truth, Some(&seen));
            assert_eq!(comparison.wrong, Vec::<String>::new(), "{name}");
            right += usize::from(comparison.unreadable.is_empty());
            // The looks that ship come first.
            assert_eq!(reader.read(&picture).unwrap().look(), "emerald");
        }
        assert!(right >= 3, "{right} of 4 are read as a whole");
    }

    #[test]
    fn what_a_picture_cannot_teach_is_told() {
        let (picture, truth) = fixture("emerald-1x-3-before");
        let error = |truth: &IceTruth| teach("x", &picture, truth, None).unwrap_err();
        assert_eq!(error(&truth), IceTeachError::Tile("cracked"));
        assert_eq!(error(&IceTruth { grid: None, ..truth.clone() }), IceTeachError::Untold);
        let moved = IceTruth { player_map: Some((8, 24)), ..truth.clone() };
        assert_eq!(error(&moved), IceTeachError::NoScreen);
        let swapped = json!({ "section": 1, "player_map": [8, 20], "grid": [
            ["stone", "stone", "stone"], ["ice", "ice", "ice"], ["ice", "cracked", "ice"]] });
        let swapped = IceTruth::from_json(swapped.as_object().unwrap()).unwrap();
        assert_eq!(error(&swapped), IceTeachError::Stones);
    }
}
