//! The reader of the ice floor: it finds a GBA's screen in a picture, the tiles ahead, and the hero.
//!
//! `docs/explanation/ice-floor.md` explains how it works.

mod alike;
mod cells;
mod colours;
mod cover;
mod exit;
mod hero;
mod locate;
mod look;
mod outcome;
mod registration;
mod rules;
pub mod teach;
mod text_box;
mod tiles;
mod view;

pub use hero::HeroLook;
pub use look::IceLook;
pub use tiles::{ExitState, FloorTile};
pub use view::{HEAD, HERO, Place};

use cells::Stones;
use grid::geometry::{Placement, Turn};
use grid::reading::{Reading, Unreadable};
use grid::{Cell, Grid};
use ice_floor::plan::{FloorSection, Version};
use image::RgbImage;
use rayon::prelude::*;
use registration::{Registration, register};
use session::consoles::gba;
use std::sync::Arc;
use view::IceIndex;
use vision::rectangles::{Rectangle, rectangles};
use vision::rectify::{Sampling, rectify};

/// The reading of a picture.
#[derive(Clone, Debug)]
pub struct IceReading {
    /// Where the game's screen lies in the picture.
    pub placement: Placement,
    /// The version of the game.
    pub version: Version,
    /// Whether the version is certain.
    pub is_version_sure: bool,
    /// The section that the hero is on or comes to next.
    pub section: &'static FloorSection,
    /// Where the hero is.
    pub hero: Place,
    /// Whether the hero's place is certain to the pixel. In a picture smaller than the screen, a hero in mid-step may
    /// be a pixel further.
    pub to_the_pixel: bool,
    /// Whether the stones lie as in one of the games.
    stones: Stones,
    /// The correlation of the view with the floor plan, -1 to 1.
    pub fit: f32,
    /// Whether a text box covers the lower part of the screen; `None` if that is uncertain.
    pub text_box: Option<bool>,
    /// The section's tiles, row by row from the top.
    pub tiles: Grid<Reading<FloorTile>>,
    /// The section's exit.
    pub exit: Reading<ExitState>,
    /// The hero's picture, to see when it turns.
    pub look: HeroLook,
    /// The name of the learned theme that read the picture; `None` for a built-in one.
    pub taught: Option<String>,
}

/// The error for a picture that shows no readable ice floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSeen {
    /// No game screen with an ice floor was found.
    #[error(
        "no ice floor found: show the game's whole screen with the ice of the Sootopolis Gym in view"
    )]
    NoFloor,
    /// An ice floor was found, but its tiles were not recognised.
    #[error(
        "an ice floor is in view, but its tiles are not clear enough: show the game's whole screen, \
         not cut off, turned or bent, without scan lines and with nothing over it"
    )]
    Unclear,
}

/// The lowest correlation with the floor plan at which a view counts as the gym.
const LEAST_FIT: f32 = 0.6;

/// The correlation at which the search ends.
const SURE_FIT: f32 = 0.85;

/// The most rectangles of a desktop that are tried, and the smallest size that is.
const MOST_RECTANGLES: usize = 60;
const LEAST_SIZE: (u32, u32) = (144, 96);

/// How clear sides, plain sides and a standing hero count next to the fit, when a rectangle of a desktop is rated.
const CLEAR_SIDES: f32 = 4.0;
const FRAMED: f32 = 0.03;
const STANDS: f32 = 0.03;

/// The share of the largest screen's area from which another rectangle may be the same screen.
const AS_LARGE: f64 = 0.9;

/// The largest distortion of the screen's proportions at which the search ends, as a logarithm.
const SHAPELY: f32 = 0.04;

/// What a screen loses of its fit for each factor of e by which it is too wide.
const STRETCHED: f32 = 0.25;

/// By how much a part of the picture must fit better than the whole: dark walls are easily taken for a border.
const PART: f32 = 0.02;

/// By how much a turned screen must fit better than an upright one. Emulators seldom turn it.
const TURNED: f32 = 0.05;

/// What a section adds to the fit if all of its tiles are recognised and lie as in one of the games.
const COMPLETE: f32 = 0.4;

/// What each recognised tile adds to the fit if all lie as in one of the games, and the most tiles that count.
const KNOWN: f32 = 0.01;
const MOST_KNOWN: usize = 20;

/// By how much less a standing hero may fit than one a pixel further, to be preferred: at a whole scale, at other
/// scales, and below native size.
const SLACK: [f32; 3] = [0.0, 0.01, 0.03];

/// The share of the cells in view that must resemble some tile.
const LEAST_READ: f32 = 0.6;

/// What is kept of the last picture.
#[derive(Clone, Debug)]
struct Last {
    size: (u32, u32),
    look: Arc<IceLook>,
    placement: Placement,
    view: Registration,
}

/// A reader of the ice floor, which remembers where the screen was.
#[derive(Clone, Debug)]
pub struct IceReader {
    /// The themes, in the order in which they are tried.
    looks: Vec<Arc<IceLook>>,
    last: Option<Last>,
}

impl Default for IceReader {
    fn default() -> Self {
        Self::new()
    }
}

impl IceReader {
    /// Creates a reader with the built-in themes.
    pub fn new() -> Self {
        Self::with([])
    }

    /// Creates a reader that tries these learned themes after the built-in ones.
    pub fn with(looks: impl IntoIterator<Item = IceLook>) -> Self {
        let taught = looks.into_iter().map(Arc::new);
        Self { looks: [IceLook::shipped()].into_iter().chain(taught).collect(), last: None }
    }

    /// Creates a reader with this theme alone.
    pub fn only(look: IceLook) -> Self {
        Self { looks: vec![Arc::new(look)], last: None }
    }

    /// A reader with the same themes that has seen no picture yet.
    #[must_use]
    pub fn fresh(&self) -> Self {
        Self { looks: self.looks.clone(), last: None }
    }

    /// Reads one picture. It looks at the last known position first.
    ///
    /// # Errors
    /// No ice floor is in it, or its tiles are not clear enough.
    pub fn read(&mut self, picture: &RgbImage) -> Result<IceReading, NotSeen> {
        let size = picture.dimensions();
        let last = self.last.take().filter(|last| last.size == size);
        let known = last.and_then(|Last { look, placement, view, .. }| {
            let seen = read_at(picture, &look, placement, Some(view));
            // The basement, too, looks a little like the gym.
            Some((look, seen.ok().filter(is_believed)?))
        });
        let (look, seen) = known.map_or_else(|| self.search(picture), Ok)?;
        let IceReading { hero: place, fit: score, to_the_pixel, .. } = seen;
        let view = Registration { place, score, to_the_pixel, is_bent: false };
        self.last = Some(Last { size, look, placement: seen.placement, view });
        Ok(seen)
    }

    /// The first look by which the screen is found, and what it shows.
    fn search(&self, picture: &RgbImage) -> Result<(Arc<IceLook>, IceReading), NotSeen> {
        let mut why = NotSeen::NoFloor;
        for look in &self.looks {
            match search(picture, look) {
                Ok(seen) => return Ok((look.clone(), seen)),
                Err(NotSeen::Unclear) => why = NotSeen::Unclear,
                Err(NotSeen::NoFloor) => {}
            }
        }
        Err(why)
    }
}

/// Looks for the screen: the place at which the view fits best.
fn search(picture: &RgbImage, look: &IceLook) -> Result<IceReading, NotSeen> {
    let mut why = NotSeen::NoFloor;
    let mut best: Option<(f32, IceReading)> = None;
    for (i, at) in locate::windows(picture).into_iter().enumerate() {
        let least = if i == 0 { 0.0 } else { PART };
        // Whether it is the gym, unreadable: then only a whole section is believed the other way up.
        let mut is_gym = false;
        for placement in turns(at) {
            let seen = match read_at(picture, look, placement, None) {
                Ok(seen) if is_believed(&seen) && (!is_gym || is_complete(&seen)) => seen,
                Err(NotSeen::Unclear) => {
                    is_gym = true;
                    why = NotSeen::Unclear;
                    continue;
                }
                _ => continue,
            };
            let worth = worth(&seen) - least;
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, seen));
            }
        }
        if let Some((_, seen)) = best.take_if(|(_, seen)| is_sure(seen)) {
            return Ok(seen);
        }
    }
    let found = on_desktop(picture, look).map(|seen| (worth(&seen) - PART, seen));
    let best = [best, found].into_iter().flatten().max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, seen)| seen).ok_or(why)
}

/// Looks for the screen anywhere: among the rectangles of its proportions. Of several that are sure the
/// largest is taken, others are pictures of one.
fn on_desktop(picture: &RgbImage, look: &IceLook) -> Option<IceReading> {
    let found = rectangles(picture, gba::SCREEN, LEAST_SIZE, MOST_RECTANGLES);
    let seen = found.into_par_iter().filter_map(|rectangle| {
        let placement = Placement::upright(gba::SCREEN, rectangle.area);
        let seen = read_at(picture, look, placement, None).ok()?;
        (seen.stones == Stones::Known && is_believed(&seen)).then_some((rectangle, seen))
    });
    let seen: Vec<(Rectangle, IceReading)> = seen.collect();
    let area = |(rectangle, _): &(Rectangle, IceReading)| rectangle.area.w * rectangle.area.h;
    let largest = seen.iter().map(area).max_by(f64::total_cmp)?;
    let as_large = seen.into_iter().filter(|found| area(found) >= AS_LARGE * largest);
    // A frame has much the same proportions as the screen in it, but its sides are of one colour. A step
    // of the hero and a screen that lies a pixel further look the same.
    let worth = |(rectangle, seen): &(Rectangle, IceReading)| {
        let framed = locate::plain_sides(picture, rectangle.area) as f32;
        let stands = if seen.hero.stands() { STANDS } else { 0.0 };
        worth(seen) + CLEAR_SIDES * rectangle.clear + stands - FRAMED * framed
    };
    let (rectangle, seen) = as_large.max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
    // Within a frame the screen lies a little further, as in a step.
    let may_be_framed = || locate::plain_sides(picture, rectangle.area) > 0;
    (seen.hero.stands() || !may_be_framed()).then_some(seen)
}

/// Whether a view fits so well that the search ends.
fn is_sure(seen: &IceReading) -> bool {
    seen.fit >= SURE_FIT && seen.stones == Stones::Known && is_shapely(seen)
}

/// Whether the screen is about as wide as it should be for its height.
fn is_shapely(seen: &IceReading) -> bool {
    let (x, y) = seen.placement.scale();
    (x / y).ln().abs() as f32 <= SHAPELY
}

/// The ways in which a screen can lie in an area of that shape.
fn turns(at: Placement) -> [Placement; 2] {
    let turns = if at.area.w >= at.area.h {
        [Turn::Upright, Turn::UpsideDown]
    } else {
        [Turn::Clockwise, Turn::CounterClockwise]
    };
    turns.map(|turn| Placement { turn, ..at })
}

/// Whether what was found in a picture that may show anything is the gym: it fits well, or enough tiles lie
/// as in one of the games.
fn is_believed(seen: &IceReading) -> bool {
    // While the player falls, the tiles contradict what can be; they are seen all the same.
    let is_told = |tile: &&Reading<FloorTile>| {
        tile.value.is_some() || tile.why == Some(Unreadable::Contradicts)
    };
    let told = seen.tiles.iter().filter(is_told).count();
    // No emulator turns a screen and stretches it.
    let is_upright = seen.placement.turn == Turn::Upright;
    let is_clear =
        is_upright && seen.stones == Stones::Known && (seen.fit >= SURE_FIT || is_complete(seen));
    if !is_shapely(seen) && !is_clear {
        return false;
    }
    match seen.stones {
        Stones::Known => told >= LEAST_TOLD || seen.fit >= SURE_FIT,
        // Upside down, cracked tiles below the hero look like whole ones above.
        _ if !is_upright => false,
        Stones::None => seen.fit >= SURE_FIT,
        Stones::Other => told >= LEAST_TOLD && seen.fit >= SURE_FIT,
    }
}

/// The fewest recognised tiles that tell a floor from anything that resembles it.
const LEAST_TOLD: usize = 7;

/// Whether all tiles of the section are recognised, except those under the hero.
fn is_complete(seen: &IceReading) -> bool {
    let hero = rules::cells_under(seen.hero);
    let told = |(tile, reading): (Cell, &Reading<FloorTile>)| {
        reading.value.is_some() || hero.contains(&seen.section.cell(tile))
    };
    seen.tiles.cells().all(told)
}

/// The rating of a view: its fit, plus what known tiles earn, less what a stretched or turned screen costs.
fn worth(seen: &IceReading) -> f32 {
    let (x, y) = seen.placement.scale();
    let stretch = (x / y).ln().abs();
    let turned = if seen.placement.turn == Turn::Upright { 0.0 } else { TURNED };
    let read = seen.tiles.iter().filter(|tile| tile.value.is_some()).count();
    let known = match seen.stones {
        Stones::Known if is_complete(seen) => COMPLETE,
        Stones::Known => KNOWN * read.min(MOST_KNOWN) as f32,
        _ => 0.0,
    };
    seen.fit + known - turned - STRETCHED * stretch as f32
}

/// Reads the screen at a place, if it is one; `last` is the view that it had before.
///
/// Some emulators draw the screen a row lower than its window, whose first row stays black. A hero who stands then
/// seems to be a pixel on its way.
fn read_at(
    picture: &RgbImage,
    look: &IceLook,
    placement: Placement,
    last: Option<Registration>,
) -> Result<IceReading, NotSeen> {
    let mut seen = read_exactly_at(picture, look, placement, last)?;
    if !seen.hero.stands()
        && let Some(lower) = locate::a_row_lower(picture, placement)
    {
        let lower = read_exactly_at(picture, look, lower, last);
        if let Some(lower) = lower.ok().filter(|lower| lower.hero.stands()) {
            return Ok(lower);
        }
        seen.to_the_pixel = false;
    }
    Ok(seen)
}

fn read_exactly_at(
    picture: &RgbImage,
    look: &IceLook,
    placement: Placement,
    last: Option<Registration>,
) -> Result<IceReading, NotSeen> {
    let native = rectify(picture, &placement, Sampling::Area);
    let (x, y) = placement.scale();
    let is_smaller = x.min(y) < 0.999;
    let is_whole = (x - x.round()).abs() < 1e-6 && (y - y.round()).abs() < 1e-6;
    let slack = SLACK[if is_smaller { 2 } else { usize::from(!is_whole) }];
    let text_box = text_box::is_open(&native);
    let found = register(&native, look, last, slack, text_box != Some(false))
        .filter(|found| found.score >= LEAST_FIT)
        .ok_or(NotSeen::NoFloor)?;
    let is_room = || text_box::is_room(&IceIndex::of(&native, look.weights(), false), found.place);
    let text_box = match text_box {
        Some(true) => Some(true),
        other => is_room().map_or(other, |is_room| is_room.then_some(false)),
    };
    let unclear = if found.score >= SURE_FIT { NotSeen::Unclear } else { NotSeen::NoFloor };
    if found.is_bent {
        return Err(unclear);
    }
    let section = FloorSection::ahead(found.place.cell().0);
    let cells = cells::read(&native, found.place, section, look).ok_or(unclear)?;
    let count =
        |is: fn(&Reading<FloorTile>) -> bool| cells.tiles.iter().filter(|t| is(t)).count() as f32;
    let read = count(|tile| tile.value.is_some());
    let doubtful = count(|tile| tile.why == Some(Unreadable::Doubtful));
    if read < LEAST_READ * (read + doubtful) || read + doubtful == 0.0 {
        return Err(unclear);
    }
    Ok(IceReading {
        placement,
        version: cells.version,
        is_version_sure: cells.is_version_sure,
        section,
        hero: found.place,
        to_the_pixel: found.to_the_pixel
            && (found.place.stands() || !is_smaller && cells.is_well_explained),
        stones: cells.stones,
        fit: found.score,
        text_box,
        tiles: cells.tiles,
        exit: cells.exit,
        look: HeroLook::of(&native),
        taught: look.name().map(str::to_owned),
    })
}
