//! Reading the game's screen: locate it once, resample it to native pixels, then match templates
//! at known places.
//!
//! Each field is read by itself, with a confidence; `settle` then uses what the fields must have
//! in common (totals, ranges, the level's table) to settle a doubtful digit or to refuse.

mod beside;
mod cards;
mod clearest;
mod colours;
mod contrast;
mod cover;
mod cursor;
mod frames;
mod headers;
pub mod layout;
pub mod learn;
mod links;
mod locate;
pub mod looks;
mod marks;
mod native;
mod phase;
mod places;
mod placing;
mod reduced;
mod settle;
mod sighting;
pub mod taught;
pub mod teach;
mod tile;
mod top;

pub use sighting::{BoardSighting, FlipSighting, HeaderAreas, LineSighting, Memo, Phase, Tile};

use super::levels::Level;
use crate::geometry::Placement;
use crate::grid::Grid;
use crate::reading::{Reading, Unreadable};
use crate::vision::lens::Reduction;
use crate::vision::photometry::Photometry;
use crate::vision::rectify::Sampling;
use image::RgbImage;
use looks::Look;
use native::Screen;
use std::sync::Arc;
use taught::{BoardPlace, TaughtLook};

/// Why a picture was not read.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NoBoard {
    /// Nothing in the picture looks like the lattice of cards.
    #[error(
        "no Voltorb Flip board found: nothing in the picture looks like five by five framed cards with \
         headers that are known; show the whole touch screen, at least {}x{} pixels large, or teach \
         another look with `voltsight calibrate`",
        layout::SCREEN.0 * 2 / 3,
        layout::SCREEN.1 * 2 / 3
    )]
    NotFound,
    /// The picture is smaller than any readable board.
    #[error(
        "the picture is only {0}x{1} pixels; a board needs at least {w}x{h}",
        w = layout::SCREEN.0 * 3 / 5,
        h = layout::SCREEN.1 * 3 / 5
    )]
    TooSmall(u32, u32),
}

/// Reads pictures one after the other and remembers where the game was, so that only the first
/// picture, and one after the window moved, is searched as a whole.
#[derive(Debug)]
pub struct FlipReader {
    /// Looks that are tried in turn; those of one group draw the headers alike.
    groups: Vec<Vec<Arc<Look>>>,
    /// Looks of other boards, which are tried where those leave something open.
    taught: Vec<Arc<TaughtLook>>,
    known: Option<Known>,
}

/// The looks that a reader tries.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// Looks that were learnt from the user's pictures: tried in this order where none that ships
    /// reads every header and card.
    pub learnt: Vec<Arc<Look>>,
    /// Looks of other boards that pictures taught: tried after all others.
    pub taught: Vec<Arc<TaughtLook>>,
    /// Whether to try only what was learnt or taught.
    pub only_learnt: bool,
}

/// What is remembered of the picture before.
#[derive(Debug)]
enum Known {
    /// A board of a look that ships, or of one like those.
    Drawn(Box<Drawn>),
    /// A board of a look that pictures taught.
    Taught(Arc<TaughtLook>, BoardPlace),
}

/// A board that is drawn as the game draws it.
#[derive(Debug)]
struct Drawn {
    place: locate::Located,
    light: Photometry,
}

impl Default for FlipReader {
    fn default() -> Self {
        Self::new()
    }
}

impl FlipReader {
    /// A reader that has seen no picture yet, with the looks that ship.
    pub fn new() -> Self {
        Self::with_looks(Looks::default())
    }

    /// A reader that has seen no picture yet, with these looks.
    pub fn with_looks(looks: Looks) -> Self {
        let shipped = (!looks.only_learnt).then(|| looks::shipped().to_vec());
        let learnt = looks.learnt.into_iter().map(|look| vec![look]);
        let groups = shipped.into_iter().chain(learnt).collect();
        Self { groups, taught: looks.taught, known: None }
    }

    /// One with the same looks that has seen no picture yet.
    pub fn fresh(&self) -> Self {
        Self { groups: self.groups.clone(), taught: self.taught.clone(), known: None }
    }

    /// Reads one picture.
    ///
    /// # Errors
    /// [`NoBoard`] if there is no board in it.
    pub fn read(&mut self, picture: &RgbImage) -> Result<FlipSighting, NoBoard> {
        let (known, seen) = match self.known.take() {
            Some(Known::Drawn(drawn)) if locate::again(picture, &drawn.place) => {
                let Drawn { place, light } = *drawn;
                at(picture, place, Some(light))?
            }
            Some(Known::Taught(look, place)) => match look.read_again(picture, place) {
                Some(seen) => (Known::Taught(look, place), seen),
                None => self.search(picture)?,
            },
            _ => self.search(picture)?,
        };
        self.known = Some(known);
        Ok(seen)
    }

    /// The first look that leaves nothing open, else that which leaves the least.
    fn search(&self, picture: &RgbImage) -> Result<(Known, FlipSighting), NoBoard> {
        let survey = locate::Survey::of(picture);
        let mut best: Option<(usize, (Known, FlipSighting))> = None;
        for looks in &self.groups {
            let Ok(survey) = &survey else { break };
            let found = survey.find(looks).map(|place| at(picture, place, None));
            let Some(Ok(found)) = found else { continue };
            let doubts = found.1.doubts();
            // Less than half: a look that does not fit may pass over what is open under another.
            if best.as_ref().is_none_or(|(fewest, _)| 2 * doubts < *fewest) {
                best = Some((doubts, found));
            }
            if doubts == 0 {
                break;
            }
        }
        if best.as_ref().is_none_or(|(doubts, _)| *doubts > 0) {
            let fewest = best.as_ref().map(|(doubts, _)| *doubts);
            match self.search_taught(picture) {
                Some((doubts, found)) if fewest.is_none_or(|fewest| 2 * doubts < fewest) => {
                    best = Some((doubts, found));
                }
                _ => {}
            }
        }
        match best {
            Some((_, found)) => Ok(found),
            None => Err(survey.err().unwrap_or(NoBoard::NotFound)),
        }
    }

    /// The taught look whose board the picture shows; none if it may be that of several.
    fn search_taught(&self, picture: &RgbImage) -> Option<(usize, (Known, FlipSighting))> {
        let mut found = self.taught.iter().filter_map(|look| {
            let (place, seen) = look.read(picture)?;
            Some((seen.doubts(), (Known::Taught(look.clone(), place), seen)))
        });
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }
}

/// Reads a picture at a place; `before` are its colours in the picture before.
fn at(
    picture: &RgbImage,
    place: locate::Located,
    before: Option<Photometry>,
) -> Result<(Known, FlipSighting), NoBoard> {
    let touch = screen(picture, &place.touch, &place, (place.sampling, place.reduction));
    let light = colours::photometry(&touch).or(before).ok_or(NoBoard::NotFound)?;
    let seen = read_located(picture, &touch, &place, &light);
    // A list hides headers, but is known by itself.
    if !place.legible && !matches!(seen.phase.value, Some(Phase::Menu | Phase::Info)) {
        return Err(NoBoard::NotFound);
    }
    Ok((Known::Drawn(Box::new(Drawn { place, light })), seen))
}

/// Reads a single picture, with the looks that ship.
///
/// # Errors
/// [`NoBoard`] if there is no board in it.
pub fn read(picture: &RgbImage) -> Result<FlipSighting, NoBoard> {
    FlipReader::new().read(picture)
}

/// A screen of those that were found, in native pixels.
fn screen<'a>(
    picture: &RgbImage,
    placement: &Placement,
    located: &'a locate::Located,
    (sampling, reduction): (Sampling, Reduction),
) -> Screen<'a> {
    // The blur goes with the sampling that it was found with.
    let blur = if sampling == located.sampling { located.blur } else { 0 };
    Screen { blur, ..Screen::new(picture, placement, sampling, reduction, &located.look) }
}

/// How many cards to each side an explosion reaches: it is 64 native pixels wide.
const EXPLOSION: usize = 1;

/// The headers, and the level, after each has been held against the other.
fn agreed(
    (rows, cols): headers::Headers,
    located: &locate::Located,
    board: &cards::Cards,
    level: Reading<Level>,
) -> (Vec<LineSighting>, Vec<LineSighting>, Reading<Level>) {
    let settle = |levels: &[Level]| settle::settle(&rows, &cols, &board.tiles, levels);
    if !(located.whole && located.look.dealt()) {
        let (rows, cols) = settle(&[]);
        return (rows, cols, level);
    }
    let any: Vec<Level> = Level::all().collect();
    let contradicted = || Reading::none(Unreadable::Contradicts);
    match level.value {
        // After Game Info the game shows level 1 until the next round, whatever the level is.
        Some(shown) if u8::from(shown) > 1 => {
            let (rows, cols) = settle(&[shown]);
            let contradicts = |line: &LineSighting| line.sum.why == Some(Unreadable::Contradicts);
            let all = rows.iter().chain(&cols).all(contradicts);
            (rows, cols, if all { contradicted() } else { level })
        }
        shown => {
            let (rows, cols) = settle(&any);
            let deals = shown.is_none_or(|level| settle::deals(level, &rows, &cols));
            let level = match level.why {
                _ if !deals => contradicted(),
                // A title in another language, or half covered: the headers may tell.
                Some(Unreadable::Doubtful) => settle::proven_level(&rows, &cols).or(level),
                _ => level,
            };
            (rows, cols, level)
        }
    }
}

fn read_located(
    picture: &RgbImage,
    touch: &Screen,
    located: &locate::Located,
    light: &Photometry,
) -> FlipSighting {
    let look = &*located.look;
    let cover = cover::Cover::of(touch, light);
    let board = cards::read(touch, light, &cover);
    let mut digits = headers::read(touch, &cover);
    if clearest::is_uneven(&located.touch) {
        let other = (located.sampling.other(), located.reduction);
        let other = screen(picture, &located.touch, located, other);
        digits = headers::reconciled(digits, headers::read(&other, &cover));
    }
    let mut least_lead = 0.0;
    if touch.lens.is_some() {
        // What reads otherwise if the picture came about in another way that fits it nearly as well.
        let likely = digits.clone();
        for other in &located.alternatives {
            let way = (located.sampling, other.reduction);
            let other = Screen { blur: other.blur, ..screen(picture, &other.touch, located, way) };
            digits = headers::reconciled(digits, headers::read(&other, &cover));
        }
        let explained = headers::explained(&likely);
        least_lead = headers::least_lead(headers::fit(&likely), explained);
        if explained < headers::WELL_EXPLAINED {
            let way = (&located.touch, located.reduction, located.blur);
            let displaced = reduced::displaced(picture, way, look, &cover);
            digits = headers::distinct(digits, &displaced);
        }
        digits = headers::cautious(digits, least_lead, explained);
        digits = headers::without_misfits(digits, &likely);
    }
    let top::Top { level, total_coins, round_coins } = match &located.top {
        Some(placement) => {
            let read = |sampling| {
                top::read(look, |detail| {
                    let (w, h) = placement.native;
                    let finer = Placement { native: (w * detail, h * detail), ..*placement };
                    let screen = screen(picture, &finer, located, (sampling, located.reduction));
                    Screen { least_lead, ..screen }
                })
            };
            let seen = read(located.sampling);
            // The level's thin digit may need the other sampling where the headers do not.
            if seen.level.value.is_some() { seen } else { seen.or(read(located.sampling.other())) }
        }
        None => top::Top::unseen(phase::menu_level(touch, &cover)),
    };
    let (rows, cols, level) = agreed(digits, located, &board, level);
    let explosions = board.voltorbs();
    let states = look.manifest.states;
    // A panel beside the cards, or a top screen, is as good as the buttons.
    let known = located.top.is_some() || cover.buttons;
    let phase = if located.whole {
        phase::phase(states, known, &cover, &board, &rows, &cols)
    } else {
        Reading::none(Unreadable::Outside)
    };
    let memos = if phase.value == Some(Phase::Moving) {
        // An explosion lies over the cards around it, in colours that look like marks.
        let near = |a: usize, b: usize| a.abs_diff(b) <= EXPLOSION;
        Grid::from_fn(layout::SIZE, layout::SIZE, |r, c| {
            let beside = explosions.iter().any(|&(row, column)| near(r, row) && near(c, column));
            if beside && board.frames.sides((r, c)) < 4 {
                Reading::none(Unreadable::Moving)
            } else {
                board.memos[(r, c)].clone()
            }
        })
    } else {
        board.memos
    };
    // A table where no header is read may be a cleared one.
    let in_play = phase::cleared(&rows, &cols) == Some(false)
        && !matches!(phase.value, Some(Phase::Menu | Phase::Info));
    let cursor = if in_play { board.cursor } else { Reading::none(Unreadable::Absent) };
    FlipSighting {
        look: located.look.clone(),
        phase,
        touch: located.touch,
        top: located.top,
        others: located.others,
        board: in_play.then_some(BoardSighting { rows, cols, tiles: board.tiles, memos }),
        headers: HeaderAreas::default(),
        cursor,
        level,
        total_coins,
        round_coins,
    }
}

#[cfg(test)]
mod tests;
