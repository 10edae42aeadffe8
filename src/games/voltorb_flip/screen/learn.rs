//! Learning a look from pictures of which it is known what they show.
//!
//! The lattice of cards is found as ever. Which of its places is the board, and where exactly the
//! digits stand, is told by what the user says: at the right place all 4s look alike and unlike all
//! 5s ([`Examples::separation`]). The means of the examples become templates. They are tried at once
//! on the same pictures, and each picture with what the others taught.

use super::layout::{SIZE, column_digits, corner, row_digits};
use super::locate::LEAST_LEARNT;
use super::looks::{
    Colours, DIGITS, FACES, Leasts, Look, LookError, MOST_SHIFT, Shift, from_files, shipped,
};
use super::native::Screen;
use super::{FlipReader, Looks, colours, locate, tile};
use crate::games::voltorb_flip::board::{Position, totals};
use crate::games::voltorb_flip::truth::{Comparison, FlipTruth, compare};
use crate::vision::learn::{Examples, Likeness, write_sheet};
use crate::vision::lens::Reduction;
use crate::vision::photometry::{Colour, median};
use crate::vision::rectify::Sampling;
use image::{GrayImage, RgbImage};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A picture, and what it shows.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The picture.
    pub picture: RgbImage,
    /// The headers and cards that it shows.
    pub shows: Position,
}

/// Why nothing was learnt.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// No picture was given.
    #[error("show at least one picture")]
    NoPicture,
    /// What a picture is said to show is no board of this game.
    #[error("picture {0}: a board has five rows and five columns of headers and cards")]
    Size(usize),
    /// What a picture is said to show cannot be.
    #[error("picture {picture}: {what} cannot be: look at the numbers again")]
    Impossible {
        /// From 1.
        picture: usize,
        /// What.
        what: String,
    },
    /// There are no cards.
    #[error(
        "picture {0}: nothing in it looks like five by five cards with a light frame and a dark edge \
         each; only looks that draw the cards of the game can be learnt, at native size or larger"
    )]
    NoCards(usize),
    /// The digits are not as they are said to be.
    #[error(
        "picture {0}: the digits beside its cards do not look as you say: those said to be the same \
         differ as much as others. Look at the numbers again, and show the headers uncovered"
    )]
    Unlike(usize),
    /// The base is no look that ships.
    #[error("{0:?} is no look that ships: build on {names}", names = super::looks::names())]
    Base(String),
    /// A look of these templates cannot be used.
    #[error(transparent)]
    Look(#[from] LookError),
}

/// How a picture was read after learning.
#[derive(Clone, Debug)]
pub struct Validation {
    /// Compared with what it shows.
    pub comparison: Comparison,
    /// Why it was not read, if it was not.
    pub refused: Option<String>,
}

/// What was learnt.
#[derive(Debug)]
pub struct Lesson {
    /// The files of the look by name: `look.json` and sheets.
    pub files: BTreeMap<String, String>,
    /// The look.
    pub look: Arc<Look>,
    /// How alike the digits of the headers are.
    pub likeness: Option<Likeness>,
    /// Digits of the headers that no picture shows.
    pub unseen_digits: BTreeSet<u8>,
    /// Faces of cards that no picture shows; 0 is the Voltorb.
    pub unseen_faces: BTreeSet<u8>,
    /// Whether templates that ship stand in for the digits that no picture shows.
    pub digits_filled: bool,
    /// Whether templates that ship stand in for the faces that no picture shows.
    pub faces_filled: bool,
    /// Each picture, read with what was learnt.
    pub trials: Vec<Validation>,
    /// Each picture, read with what the others taught; empty with a single picture.
    pub cross: Vec<Validation>,
}

/// Learns a look from pictures; `base` is the look that ships to build on: it says where level and
/// coins are.
///
/// # Errors
/// The first thing that is wrong with the pictures or with what they are said to show.
pub fn learn(name: &str, base: &str, shots: &[Shot]) -> Result<Lesson, LearnError> {
    let known = shipped().iter().find(|look| look.name() == base);
    let base = known.ok_or_else(|| LearnError::Base(base.to_owned()))?;
    if shots.is_empty() {
        return Err(LearnError::NoPicture);
    }
    for (i, shot) in shots.iter().enumerate() {
        check(i + 1, &shot.shows)?;
    }
    let found: Vec<Screen> = shots
        .iter()
        .enumerate()
        .map(|(i, shot)| find(i + 1, shot, base))
        .collect::<Result<_, _>>()?;
    let shift = shifted(&found, shots, base.manifest.shift);
    let seen: Vec<Seen> = found
        .iter()
        .zip(shots)
        .enumerate()
        .map(|(i, (found, shot))| Seen::at(i + 1, found, shot, shift))
        .collect::<Result<_, _>>()?;
    let all: Vec<usize> = (0..shots.len()).collect();
    let taught_by = |from: &[usize]| taught(name, base, shift, shots, &found, &seen, from);
    let mut lesson = taught_by(&all)?;
    if shots.len() > 1 {
        for (i, shot) in shots.iter().enumerate() {
            let others: Vec<usize> = all.iter().copied().filter(|&j| j != i).collect();
            let other = taught_by(&others)?;
            lesson.cross.push(trial(&other.look, shot));
        }
    }
    Ok(lesson)
}

/// Whether what a picture is said to show can be.
fn check(picture: usize, shows: &Position) -> Result<(), LearnError> {
    let Position { rows, cols, tiles, .. } = shows;
    let sizes = [rows.len(), cols.len(), tiles.rows(), tiles.columns()];
    if sizes != [SIZE; 4] {
        return Err(LearnError::Size(picture));
    }
    let impossible = |what: String| Err(LearnError::Impossible { picture, what });
    let (r, c) = (totals(rows), totals(cols));
    if r.0 != c.0 {
        return impossible(format!("sums of {} in all rows and of {} in all columns", r.0, c.0));
    }
    if r.1 != c.1 {
        return impossible(format!("{} Voltorbs in all rows and {} in all columns", r.1, c.1));
    }
    for (what, lines) in [("row", rows), ("column", cols)] {
        for (i, line) in lines.iter().enumerate() {
            let safe = SIZE.checked_sub(usize::from(line.voltorbs));
            let fits = |safe| (safe..=3 * safe).contains(&usize::from(line.sum));
            if !safe.is_some_and(fits) {
                return impossible(format!("{}/{} in {what} {}", line.sum, line.voltorbs, i + 1));
            }
        }
    }
    Ok(())
}

/// The least separation of digits that are where they are said to be.
const LEAST_SEPARATION: f32 = 0.15;

/// The board in a picture, in native pixels: at the place where the digits are told apart best.
fn find<'a>(number: usize, shot: &Shot, base: &'a Look) -> Result<Screen<'a>, LearnError> {
    let shift = base.manifest.shift;
    let mut best: Option<(f32, Screen)> = None;
    let places = locate::Survey::of(&shot.picture).map(|survey| survey.places());
    for placement in places.unwrap_or_default() {
        let (sx, sy) = placement.scale();
        if sx.min(sy) < LEAST_LEARNT {
            continue;
        }
        for sampling in [Sampling::Area, Sampling::Nearest] {
            let screen = Screen::new(&shot.picture, &placement, sampling, Reduction::Area, base);
            let separation = headers(&screen, &shot.shows, shift).separation().unwrap_or(-2.0);
            if best.as_ref().is_none_or(|(most, _)| separation > *most) {
                best = Some((separation, screen));
            }
        }
    }
    best.map(|(_, screen)| screen).ok_or(LearnError::NoCards(number))
}

/// What a picture teaches.
struct Seen {
    digits: Examples,
    faces: Examples,
}

impl Seen {
    fn at(number: usize, found: &Screen, shot: &Shot, shift: Shift) -> Result<Self, LearnError> {
        let digits = headers(found, &shot.shows, shift);
        if digits.separation().is_none_or(|separation| separation < LEAST_SEPARATION) {
            return Err(LearnError::Unlike(number));
        }
        Ok(Self { digits, faces: faces(found, &shot.shows) })
    }
}

/// The pieces with the digits of the headers.
fn headers(screen: &Screen, shows: &Position, shift: Shift) -> Examples {
    let mut examples = Examples::new((8, 8));
    let lines =
        (0..SIZE).flat_map(|i| [(row_digits(i), shows.rows[i]), (column_digits(i), shows.cols[i])]);
    for (places, line) in lines {
        let digits = [line.sum / 10, line.sum % 10, line.voltorbs];
        for (at, digit) in shift.of(places).into_iter().zip(digits) {
            examples.add(&screen.gray, at, digit);
        }
    }
    examples
}

/// What leaving the usual place must gain in separation, and what each pixel off it.
const MOVE_COST: f32 = 0.1;
const PIXEL_COST: f32 = 0.02;

/// How far the digits are off their usual place in all pictures, first those of the sums, then those
/// of the Voltorbs.
fn shifted(found: &[Screen], shots: &[Shot], usual: Shift) -> Shift {
    let worth = |shift: Shift| {
        let each = found
            .iter()
            .zip(shots)
            .map(|(found, shot)| headers(found, &shot.shows, shift).separation().unwrap_or(-2.0));
        let off = shift.sum.iter().chain(&shift.voltorbs);
        let off: i32 =
            off.zip(usual.sum.iter().chain(&usual.voltorbs)).map(|(a, b)| (a - b).abs()).sum();
        let cost = if off > 0 { MOVE_COST } else { 0.0 } + PIXEL_COST * off as f32;
        each.sum::<f32>() / found.len() as f32 - cost
    };
    let around = -MOST_SHIFT..=MOST_SHIFT;
    let offsets: Vec<[i32; 2]> =
        around.clone().flat_map(|dx| around.clone().map(move |dy| [dx, dy])).collect();
    let best = |candidates: Vec<Shift>| {
        let scored = candidates.into_iter().map(|shift| (worth(shift), shift));
        scored.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(usual, |(_, shift)| shift)
    };
    // Both kinds stand alike more often than not.
    let both = offsets.iter().map(|&off| Shift { sum: off, voltorbs: off });
    let first = best([usual].into_iter().chain(both).collect());
    let sums = offsets.iter().map(|&sum| Shift { sum, ..first });
    let second = best([usual, first].into_iter().chain(sums).collect());
    let voltorbs = offsets.iter().map(|&voltorbs| Shift { voltorbs, ..second });
    best([usual, first, second].into_iter().chain(voltorbs).collect())
}

/// The middles of face-up cards.
fn faces(screen: &Screen, shows: &Position) -> Examples {
    let mut examples = Examples::new((16, 16));
    for (cell, tile) in shows.tiles.cells() {
        if let Some(card) = tile {
            let (x, y) = corner(cell);
            examples.add(&screen.gray, (x + 4, y + 4), card.value());
        }
    }
    examples
}

/// Builds a look from some of the pictures, and reads those with it.
fn taught(
    name: &str,
    base: &Look,
    shift: Shift,
    shots: &[Shot],
    found: &[Screen],
    seen: &[Seen],
    from: &[usize],
) -> Result<Lesson, LearnError> {
    let (mut digits, mut middles) = (Examples::new((8, 8)), Examples::new((16, 16)));
    for &i in from {
        digits.extend(&seen[i].digits);
        middles.extend(&seen[i].faces);
    }
    let headers = Templates::of(&digits, base, true);
    let faces = Templates::of(&middles, base, false);
    let mut files = BTreeMap::new();
    files.insert(
        format!("{DIGITS}.txt"),
        write_sheet("Header digits, learnt from pictures.", (8, 8), &headers.glyphs),
    );
    if !middles.digits().is_empty() {
        files.insert(
            format!("{FACES}.txt"),
            write_sheet("The faces of the cards, learnt from pictures.", (16, 16), &faces.glyphs),
        );
    }
    let mut manifest = base.manifest.clone();
    manifest.about = format!("learnt from {} of the user's pictures", from.len());
    manifest.base = Some(base.name().to_owned());
    manifest.shift = shift;
    manifest.least = Leasts { digits: headers.least, faces: faces.least };
    // Another fan game may deal other boards; what is learnt says nothing of that.
    let shows = || from.iter().map(|&i| &shots[i]);
    let build = |colours: Option<Colours>| -> Result<_, LearnError> {
        let manifest = super::looks::Manifest { colours, ..manifest.clone() };
        let mut files = files.clone();
        let json = serde_json::to_string_pretty(&manifest).map_err(LookError::Manifest)?;
        files.insert("look.json".to_owned(), json + "\n");
        let look = Arc::new(from_files(name, |file| files.get(file).cloned())?);
        let trials: Vec<Validation> = shows().map(|shot| trial(&look, shot)).collect();
        Ok((files, look, trials))
    };
    // The game's own colours stand for more pictures than those of this one: its own only if needed.
    let mut built = build(None)?;
    if open(&built.2) > 0 {
        let (found, shot) = (&found[from[0]], &shots[from[0]]);
        let other = build(Some(colours(found, &shot.shows)))?;
        if open(&other.2) < open(&built.2) {
            built = other;
        }
    }
    let (files, look, trials) = built;
    Ok(Lesson {
        files,
        look,
        likeness: digits.likeness(),
        unseen_digits: (0..=9).filter(|d| !digits.digits().contains(d)).collect(),
        unseen_faces: (0..=3).filter(|d| !middles.digits().contains(d)).collect(),
        digits_filled: headers.filled,
        faces_filled: faces.filled,
        trials,
        cross: Vec::new(),
    })
}

/// What is wrong counts most, then what is open.
fn open(trials: &[Validation]) -> usize {
    let one = |t: &Validation| {
        let refused = if t.refused.is_some() { 100 } else { 0 };
        refused + 100 * t.comparison.wrong.len() + t.comparison.unreadable.len()
    };
    trials.iter().map(one).sum()
}

fn trial(look: &Arc<Look>, shot: &Shot) -> Validation {
    let Position { rows, cols, tiles, .. } = shot.shows.clone();
    let truth = FlipTruth {
        rows: Some(Some(rows)),
        cols: Some(Some(cols)),
        tiles: Some(Some(tiles)),
        ..FlipTruth::default()
    };
    let only = Looks { learnt: vec![look.clone()], only_learnt: true };
    match FlipReader::with_looks(only).read(&shot.picture) {
        Ok(seen) => Validation { comparison: compare(&truth, Some(&seen)), refused: None },
        Err(why) => {
            Validation { comparison: compare(&truth, None), refused: Some(why.to_string()) }
        }
    }
}

/// Templates for some of the digits, and what a digit must score to be one of them.
struct Templates {
    glyphs: BTreeMap<u8, Vec<f32>>,
    /// Whether templates that ship stand in for those that were not seen.
    filled: bool,
    least: Option<f32>,
}

/// Templates that ship stand in for digits that were not seen if they know those that were: with
/// this correlation and this lead.
const KNOWN: (f32, f32) = (0.8, 0.3);

impl Templates {
    /// From examples. Where some are missing and those that ship cannot stand in, the rest must fit
    /// nearly as well as a template fits itself: a digit that was never seen may be very like one
    /// that was.
    fn of(examples: &Examples, base: &Look, headers: bool) -> Self {
        let sheet = if headers { &base.digits } else { &base.faces };
        let mut glyphs = examples.means();
        let missing = sheet.glyphs().any(|(digit, _)| !glyphs.contains_key(&digit));
        if !missing {
            return Self { glyphs, filled: false, least: None };
        }
        let (w, h) = sheet.size();
        let known = |(&digit, mean): (&u8, &Vec<f32>)| {
            let pixels = mean.iter().map(|v| v.round() as u8).collect();
            GrayImage::from_raw(w, h, pixels).is_some_and(|picture| {
                let best = sheet.best(&picture, (0, 0), 0, None);
                best.label == digit && best.score >= KNOWN.0 && best.lead >= KNOWN.1
            })
        };
        let filled = glyphs.iter().all(known);
        if filled {
            for (digit, pixels) in sheet.glyphs() {
                glyphs.entry(digit).or_insert(pixels);
            }
        }
        Self { glyphs, filled, least: (!filled).then_some(LEAST_UNSURE) }
    }
}

/// What a digit must score where some were never seen.
const LEAST_UNSURE: f32 = 0.95;

/// The colours of a board. A side of the cards that it does not show keeps the colour of a DS.
fn colours(screen: &Screen, shows: &Position) -> Colours {
    let mut seen = colours::colours(screen);
    let side = |up: bool, places: &dyn Fn(u32, u32) -> Vec<Colour>| {
        let cells = shows.tiles.cells().filter(|(_, tile)| tile.is_some() == up);
        let all: Vec<Colour> = cells
            .flat_map(|(cell, _)| {
                let (x, y) = corner(cell);
                places(x, y)
            })
            .collect();
        (!all.is_empty()).then(|| median(all))
    };
    let sides = |x, y| tile::SIDES.map(|(dx, dy, w, h)| screen.mean(x + dx, y + dy, w, h)).to_vec();
    let corners = |x, y| vec![screen.mean(x + 18, y + 18, 4, 5)];
    seen.down = side(false, &sides).unwrap_or(seen.down);
    seen.up = side(true, &sides).unwrap_or(seen.up);
    seen.corner = side(false, &corners).unwrap_or(seen.corner);
    seen
}
