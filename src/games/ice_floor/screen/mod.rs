//! The reader: a GBA's screen in a picture, what lies on the floor ahead, where the hero is.
//!
//! `docs/ice-floor.md` tells how it works.

mod cells;
mod locate;
mod registration;
mod text_box;
mod tiles;

pub use registration::{HEAD, HERO, Place};
pub use tiles::{ExitState, FloorTile};

use super::plan::{FloorSection, Version};
use crate::consoles::gba;
use crate::geometry::Placement;
use crate::grid::Grid;
use crate::reading::{Reading, Unreadable};
use crate::vision::rectify::{Sampling, rectify};
use image::RgbImage;
use registration::{Registration, register};

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct IceSighting {
    /// Where the screen lies.
    pub placement: Placement,
    /// The version of the game.
    pub version: Version,
    /// The section that the hero is on or comes to next.
    pub section: &'static FloorSection,
    /// Where the hero is.
    pub hero: Place,
    /// How well the view fits the floor plan, -1 to 1.
    pub fit: f32,
    /// Whether a text box lies over the lower part of the screen.
    pub text_box: bool,
    /// The section's tiles.
    pub tiles: Grid<Reading<FloorTile>>,
    /// Its exit.
    pub exit: Reading<ExitState>,
}

/// Why a picture was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSeen {
    /// No screen with a floor of ice.
    #[error(
        "no ice floor found: show the game's whole screen with the ice of the Sootopolis Gym in view"
    )]
    NoFloor,
}

/// A view that fits the plan less is none of the gym.
const LEAST_FIT: f32 = 0.6;

/// One that fits so well is looked for no further.
const SURE_FIT: f32 = 0.85;

/// What it costs of the fit that a screen is e times as wide as it should be for its height.
const STRETCHED: f32 = 0.25;

/// The share of the cells in view that must be like some tile.
const LEAST_READ: f32 = 0.6;

/// What the last picture showed.
#[derive(Clone, Copy, Debug)]
struct Last {
    size: (u32, u32),
    placement: Placement,
    view: Registration,
}

/// Reads pictures, and remembers where the screen was.
#[derive(Clone, Debug, Default)]
pub struct IceReader {
    last: Option<Last>,
}

impl IceReader {
    /// A reader that has seen nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads one picture.
    ///
    /// # Errors
    /// No ice floor is in it.
    pub fn read(&mut self, picture: &RgbImage) -> Result<IceSighting, NotSeen> {
        let size = picture.dimensions();
        let last = self.last.take().filter(|last| last.size == size);
        let known = last.and_then(|last| read_at(picture, last.placement, Some(last.view)));
        let seen = known.or_else(|| search(picture)).ok_or(NotSeen::NoFloor)?;
        let view = Registration { place: seen.hero, score: seen.fit };
        self.last = Some(Last { size, placement: seen.placement, view });
        Ok(seen)
    }
}

/// Looks for the screen: the place at which the view fits best.
fn search(picture: &RgbImage) -> Option<IceSighting> {
    let mut best: Option<IceSighting> = None;
    for at in locate::windows(picture) {
        let Some(seen) = read_at(picture, at, None) else { continue };
        if worth(&seen) >= SURE_FIT {
            return Some(seen);
        }
        if best.as_ref().is_none_or(|best| worth(&seen) > worth(best)) {
            best = Some(seen);
        }
    }
    best
}

/// How well the view fits, less what a stretched screen costs: emulators stretch it little or not at all,
/// and the dark beyond a room's walls is easily taken for a border.
fn worth(seen: &IceSighting) -> f32 {
    let area = seen.placement.area;
    let (width, height) = (f64::from(gba::SCREEN.0), f64::from(gba::SCREEN.1));
    let stretch = (area.w / width / (area.h / height)).ln().abs();
    seen.fit - STRETCHED * stretch as f32
}

/// Reads the screen at a place, if it is one; `last` is the view that it had before.
fn read_at(
    picture: &RgbImage,
    placement: Placement,
    last: Option<Registration>,
) -> Option<IceSighting> {
    let native = rectify(picture, &placement, Sampling::Area);
    let found = register(&native, last).filter(|found| found.score >= LEAST_FIT)?;
    let section = FloorSection::ahead(found.place.cell().0);
    let cells = cells::read(&native, found.place, section)?;
    let count =
        |is: fn(&Reading<FloorTile>) -> bool| cells.tiles.iter().filter(|t| is(t)).count() as f32;
    let read = count(|tile| tile.value.is_some());
    let doubtful = count(|tile| tile.why == Some(Unreadable::Doubtful));
    if read < LEAST_READ * (read + doubtful) || read + doubtful == 0.0 {
        return None;
    }
    Some(IceSighting {
        placement,
        version: cells.version,
        section,
        hero: found.place,
        fit: found.score,
        text_box: text_box::is_open(&native),
        tiles: cells.tiles,
        exit: cells.exit,
    })
}
