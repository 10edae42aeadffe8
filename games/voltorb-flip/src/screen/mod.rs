//! The reader of Voltorb Flip: it locates the screen once, resamples it to native pixels, and matches templates at
//! known places.
//!
//! Each field is read by itself, with a confidence. `reconcile` then uses what the fields must have in common
//! (totals, ranges, the level's table) to settle a doubtful digit or to refuse it. `docs/explanation/reading.md`
//! explains how it works.

mod apart;
mod bend;
mod beside;
mod cards;
mod clearest;
mod colours;
mod contrast;
mod cover;
mod cursor;
mod flat;
mod frames;
mod ground;
mod headers;
pub mod layout;
pub mod learn;
mod legible;
mod likelihood;
mod links;
mod locate;
mod located;
pub mod looks;
mod marks;
mod native;
mod phase;
mod places;
mod placing;
mod posterior;
mod reading;
mod reconcile;
mod reduced;
mod registered;
mod rules;
mod shade;
mod synthesis;
pub mod taught;
pub mod teach;
mod tile;
mod together;
mod top;

pub use reading::{BoardReading, FlipReading, HeaderAreas, LineReading, Memo, Phase, Tile};

use flat::{Flat, Way};
use grid::Cell;
use image::RgbImage;
use locate::Shape;
use looks::Look;
use std::sync::Arc;
use taught::{BoardPlace, SeenCard, TaughtLook};
use vision::oversize;
use vision::photometry::Photometry;

/// The error for a picture without a readable board.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NoBoard {
    /// The picture contains nothing like the lattice of cards.
    #[error(
        "no Voltorb Flip board found: nothing in the picture looks like five by five framed cards with \
         headers that are known; show the whole touch screen, at least {}x{} pixels large, or teach another theme with `voltsight look learn`",
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

/// A reader of Voltorb Flip for successive pictures. It remembers where the game was, so that only the first picture,
/// and one after the window moved, is searched as a whole.
#[derive(Debug)]
pub struct FlipReader {
    /// The themes in groups that are tried in turn; the themes of a group draw the headers alike.
    groups: Vec<Vec<Arc<Look>>>,
    /// Learned themes of other boards, which are tried if those leave something unread.
    taught: Vec<Vec<Arc<TaughtLook>>>,
    known: Option<Known>,
}

/// The themes that a reader tries.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// Learned themes that draw boards as the DS games do: tried in this order if no built-in theme reads every
    /// header and card.
    pub learned: Vec<Arc<Look>>,
    /// Learned themes of other boards: tried after all others.
    pub taught: Vec<Arc<TaughtLook>>,
    /// Whether to try the learned themes only.
    pub only_learned: bool,
}

/// What is remembered of the picture before.
#[derive(Debug)]
enum Known {
    /// A board that is drawn as on a DS.
    Drawn(Box<Drawn>),
    /// The same, in a picture that was laid flat.
    Oblique(Way, Box<Drawn>),
    /// A board of a look that pictures taught.
    Taught(Arc<TaughtLook>, BoardPlace),
}

/// A board that is drawn as the game draws it.
#[derive(Debug)]
struct Drawn {
    place: locate::Located,
    light: Photometry,
    /// How well its headers were explained.
    explained: f32,
}

/// What was found that is not upright, or inverted.
enum Tilted {
    /// Nothing.
    None,
    /// Frames that lie as those of a board do, at an angle, but no board is read there.
    Unread,
    /// A board, and how much of it is open.
    Read(usize, Box<(Known, FlipReading)>),
}

impl Known {
    /// By how much cards of an upright board are off where they should be, in native pixels, if that is known.
    fn bend(&self) -> Option<f64> {
        match self {
            Self::Drawn(drawn) => drawn.place.bend,
            Self::Oblique(..) | Self::Taught(..) => None,
        }
    }

    /// Whether the board may be seen at an angle or curved though it was read as if it were not. Cards are also off
    /// where native pixels are a pixel or two wide: then the headers are explained nevertheless.
    fn may_be_bent(&self) -> bool {
        match self {
            Self::Drawn(drawn) => {
                let bent = drawn.place.bend.is_none_or(|bend| bend > bend::BENT);
                bent && drawn.explained < headers::WELL_EXPLAINED
            }
            Self::Oblique(..) | Self::Taught(..) => false,
        }
    }
}

impl Default for FlipReader {
    fn default() -> Self {
        Self::new()
    }
}

impl FlipReader {
    /// Creates a reader with the built-in themes.
    pub fn new() -> Self {
        Self::with_looks(Looks::default())
    }

    /// Creates a reader with these themes.
    pub fn with_looks(looks: Looks) -> Self {
        let shipped = (!looks.only_learned).then(|| looks::shipped().to_vec());
        let learned = looks.learned.into_iter().map(|look| vec![look]);
        let groups = shipped.into_iter().chain(learned).collect();
        let boards = (!looks.only_learned).then(|| taught::shipped().to_vec());
        let taught = [looks.taught].into_iter().chain(boards).collect();
        Self { groups, taught, known: None }
    }

    /// A reader with the same themes that has seen no picture yet.
    pub fn fresh(&self) -> Self {
        Self { groups: self.groups.clone(), taught: self.taught.clone(), known: None }
    }

    /// The theme with this name, if the reader tries it and it draws boards as the DS games do.
    pub fn look(&self, name: &str) -> Option<Arc<Look>> {
        self.groups.iter().flatten().find(|look| look.name() == name).cloned()
    }

    /// A card of the board in `picture`, the last picture read, with the learned theme that read it; `None` if it was
    /// another kind of theme.
    pub fn card(&self, picture: &RgbImage, cell: Cell) -> Option<(Arc<TaughtLook>, SeenCard)> {
        match &self.known {
            Some(Known::Taught(look, place)) => {
                let (picture, _) = oversize::reduced(picture);
                Some((look.clone(), look.card(&picture, place, cell)))
            }
            _ => None,
        }
    }

    /// Replaces the learned theme called `old`.
    pub fn replace_taught(&mut self, old: &str, look: &Arc<TaughtLook>) {
        let all = self.taught.iter_mut().flatten();
        all.filter(|known| known.name() == old).for_each(|known| *known = look.clone());
        self.known = None;
    }

    /// Reads one picture.
    ///
    /// # Errors
    /// [`NoBoard`] if there is no board in it.
    pub fn read(&mut self, picture: &RgbImage) -> Result<FlipReading, NoBoard> {
        let (picture, by) = oversize::reduced(picture);
        let seen = self.read_reduced(&picture)?;
        Ok(FlipReading { touch: seen.touch.times(by), top: seen.top.map(|t| t.times(by)), ..seen })
    }

    /// Reads a picture that is not too large.
    fn read_reduced(&mut self, picture: &RgbImage) -> Result<FlipReading, NoBoard> {
        let (known, seen) = match self.known.take() {
            Some(Known::Drawn(drawn)) if locate::again(picture, &drawn.place) => {
                let Drawn { place, light, .. } = *drawn;
                at(picture, place, Some(light))?
            }
            Some(Known::Oblique(way, drawn)) => match read_oblique(picture, way, *drawn) {
                Some(found) => found,
                None => self.search(picture)?,
            },
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
    fn search(&self, picture: &RgbImage) -> Result<(Known, FlipReading), NoBoard> {
        let survey = locate::Survey::of(picture);
        let drawn = |shape| self.search_drawn(picture, survey.as_ref().ok()?, shape);
        let mut best = drawn(Shape::Square);
        if best.as_ref().is_none_or(|(doubts, _)| *doubts > 0) {
            let fewest = best.as_ref().map(|(doubts, _)| *doubts);
            match self.search_taught(picture) {
                Some((doubts, found)) if fewest.is_none_or(|fewest| 2 * doubts < fewest) => {
                    best = Some((doubts, found));
                }
                _ => {}
            }
        }
        best = best.or_else(|| drawn(Shape::Stretched));
        let upright = best.as_ref().map(|(doubts, (known, _))| (*doubts, known.may_be_bent()));
        if let Ok(survey) = &survey
            && upright.is_none_or(|(doubts, bent)| doubts > 0 || bent)
        {
            best = match (upright, self.search_oblique(picture, survey)) {
                (_, Tilted::None) => best,
                // What is seen at an angle is not read as if it were not.
                (Some((_, true)), Tilted::Unread) => None,
                (_, Tilted::Unread) => best,
                (Some((fewest, false)), Tilted::Read(doubts, _)) if 2 * doubts >= fewest => best,
                (_, Tilted::Read(doubts, found)) => Some((doubts, *found)),
            };
        }
        match best {
            Some((_, found)) => Ok(found),
            None => Err(survey.err().unwrap_or(NoBoard::NotFound)),
        }
    }

    /// The board that is drawn as the game draws it, and how much its look leaves open.
    fn search_drawn(
        &self,
        picture: &RgbImage,
        survey: &locate::Survey,
        shape: Shape,
    ) -> Option<(usize, (Known, FlipReading))> {
        let mut best: Option<(usize, (Known, FlipReading))> = None;
        for looks in &self.groups {
            let found = survey.find(looks, shape).map(|place| at(picture, place, None));
            let Some(Ok(found)) = found else { continue };
            if found.0.bend().is_some_and(|bend| bend > bend::MOST_BENT) {
                continue;
            }
            let doubts = found.1.doubts();
            // Less than half: a look that does not fit may pass over what is open under another.
            if best.as_ref().is_none_or(|(fewest, _)| 2 * doubts < *fewest) {
                best = Some((doubts, found));
            }
            if doubts == 0 {
                break;
            }
        }
        best
    }

    /// The board that is drawn as the game draws it, but not upright or inverted.
    fn search_oblique(&self, picture: &RgbImage, survey: &locate::Survey) -> Tilted {
        let read = |flat: &Flat| {
            let survey = locate::Survey::of(&flat.picture).ok()?.resampled();
            let (doubts, found) = self.search_drawn(&flat.picture, &survey, Shape::Square)?;
            let (Known::Drawn(drawn), seen) = found else { return None };
            let seen = legible::believed(flat.original_of(seen, picture.dimensions())?);
            Some(Tilted::Read(doubts, Box::new((Known::Oblique(flat.way, drawn), seen))))
        };
        let mut oblique = Tilted::None;
        for flat in Flat::all(picture, survey.luminance()) {
            if let Some(read) = read(&flat) {
                return read;
            }
            if !flat.way.inverted {
                oblique = Tilted::Unread;
            }
        }
        oblique
    }

    /// The learned theme whose board the picture shows; none if several may fit. A built-in theme may also be that of
    /// a profile: the one that leaves less unread counts, else the profile.
    fn search_taught(&self, picture: &RgbImage) -> Option<(usize, (Known, FlipReading))> {
        let mut best: Option<(usize, (Known, FlipReading))> = None;
        for looks in &self.taught {
            let mut found = looks.iter().filter_map(|look| {
                let (place, seen) = look.read(picture)?;
                Some((seen.doubts(), (Known::Taught(look.clone(), place), seen)))
            });
            let Some(first) = found.next() else { continue };
            if found.next().is_some() {
                return None;
            }
            if best.as_ref().is_none_or(|(doubts, _)| first.0 < *doubts) {
                best = Some(first);
            }
        }
        best
    }
}

/// Reads a picture at a place; `before` are its colours in the picture before.
fn at(
    picture: &RgbImage,
    place: locate::Located,
    before: Option<Photometry>,
) -> Result<(Known, FlipReading), NoBoard> {
    let touch = located::screen(picture, &place.touch, &place, (place.sampling, place.reduction));
    let touch = if place.resampled { shade::evened(touch) } else { touch };
    let light = colours::photometry(&touch).or(before).ok_or(NoBoard::NotFound)?;
    let (seen, explained) = located::read(picture, touch, &place, &light);
    // A list hides headers, but is known by itself.
    if !place.legible && !matches!(seen.phase.value, Some(Phase::Menu | Phase::Info)) {
        return Err(NoBoard::NotFound);
    }
    Ok((Known::Drawn(Box::new(Drawn { place, light, explained })), seen))
}

/// Reads a picture that was laid flat that way.
fn read_oblique(picture: &RgbImage, way: Way, drawn: Drawn) -> Option<(Known, FlipReading)> {
    let flat = Flat::of(picture, way);
    let Drawn { place, light, .. } = drawn;
    let known = locate::again(&flat.picture, &place);
    let (Known::Drawn(drawn), seen) = known.then(|| at(&flat.picture, place, Some(light)))?.ok()?
    else {
        return None;
    };
    let seen = legible::believed(flat.original_of(seen, picture.dimensions())?);
    Some((Known::Oblique(flat.way, drawn), seen))
}

/// Reads a single picture with the built-in themes.
///
/// # Errors
/// [`NoBoard`] if there is no board in it.
pub fn read(picture: &RgbImage) -> Result<FlipReading, NoBoard> {
    FlipReader::new().read(picture)
}

/// A picture of a menu.
#[cfg(test)]
pub(crate) fn sample() -> RgbImage {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/voltorb-flip/arcade/menu-1.png");
    image::open(path).expect("it is among the fixtures").into_rgb8()
}
