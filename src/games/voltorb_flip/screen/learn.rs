//! Learning a look from pictures of which it is known what they show.
//!
//! The lattice of cards is found as ever. Which of its places is the board, and where exactly the
//! digits stand, is told by what the user says: at the right place all 4s look alike and unlike all
//! 5s ([`Examples::separation`]). The means of the examples become templates. They are tried at once
//! on the same pictures, and each picture with what the others taught.

use super::layout::{SIZE, column_digits, corner, row_digits};
use super::looks::{
    Colours, DIGITS, FACES, Leasts, Look, LookError, MOST_SHIFT, Shift, from_files, shipped,
};
use super::{Looks, Reader, Screen, cards, locate};
use crate::games::voltorb_flip::board::{Line, Position};
use crate::games::voltorb_flip::truth::{Comparison, Truth, compare};
use crate::geometry::Placement;
use crate::vision::learn::{Examples, Likeness, write_sheet};
use crate::vision::photometry::Colour;
use crate::vision::rectify::Sampling;
use image::RgbImage;
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
    #[error("{0:?} is no look that ships: build on \"ds\" or \"essentials\"")]
    Base(String),
    /// A look of these templates cannot be used.
    #[error(transparent)]
    Look(#[from] LookError),
}

/// How a picture was read after learning.
#[derive(Clone, Debug)]
pub struct Trial {
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
    pub trials: Vec<Trial>,
    /// Each picture, read with what the others taught; empty with a single picture.
    pub cross: Vec<Trial>,
}

/// Learns a look from pictures; `base` is the look that ships to build on: it says where level and
/// coins are.
///
/// # Errors
/// The first thing that is wrong with the pictures or with what they are said to show.
pub fn learn(name: &str, base: &str, shots: &[Shot]) -> Result<Lesson, LearnError> {
    let base = shipped().iter().find(|look| look.name() == base);
    let base = base.ok_or_else(|| LearnError::Base(name.to_owned()))?;
    if shots.is_empty() {
        return Err(LearnError::NoPicture);
    }
    for (i, shot) in shots.iter().enumerate() {
        check(i + 1, &shot.shows)?;
    }
    let seen: Vec<Seen> = shots
        .iter()
        .enumerate()
        .map(|(i, shot)| Seen::find(i + 1, shot, base))
        .collect::<Result<_, _>>()?;
    let all: Vec<usize> = (0..shots.len()).collect();
    let mut lesson = taught(name, base, shots, &seen, &all)?;
    if shots.len() > 1 {
        for (i, shot) in shots.iter().enumerate() {
            let others: Vec<usize> = all.iter().copied().filter(|&j| j != i).collect();
            let other = taught(name, base, shots, &seen, &others)?;
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
    let total = |lines: &[Line]| {
        lines.iter().fold((0u32, 0u32), |(sum, voltorbs), line| {
            (sum + u32::from(line.sum), voltorbs + u32::from(line.voltorbs))
        })
    };
    let (r, c) = (total(rows), total(cols));
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

/// A picture in which the board was found.
struct Seen {
    placement: Placement,
    sampling: Sampling,
    shift: Shift,
    digits: Examples,
    faces: Examples,
}

/// The least separation of digits that are where they are said to be.
const LEAST_SEPARATION: f32 = 0.15;
/// What a pixel off the usual place must gain in separation.
const SHIFT_COST: f32 = 0.02;
/// The places that are looked at closely.
const MOST_CLOSE: usize = 4;

impl Seen {
    fn find(number: usize, shot: &Shot, base: &Look) -> Result<Self, LearnError> {
        let mut places = Vec::new();
        for placement in locate::places(&shot.picture) {
            let (sx, sy) = placement.scale();
            if sx.min(sy) < LEAST_SCALE {
                continue;
            }
            for sampling in [Sampling::Area, Sampling::Nearest] {
                let screen = Screen::new(&shot.picture, &placement, sampling, base);
                let examples = headers(&screen, &shot.shows, base.manifest.shift);
                let separation = examples.separation().unwrap_or(-2.0);
                places.push((separation, placement, sampling));
            }
        }
        places.sort_by(|a, b| b.0.total_cmp(&a.0));
        let close = places.into_iter().take(MOST_CLOSE).map(|(_, placement, sampling)| {
            let screen = Screen::new(&shot.picture, &placement, sampling, base);
            let (separation, shift) = shifted(&screen, &shot.shows, base.manifest.shift);
            (separation, placement, sampling, shift)
        });
        let (separation, placement, sampling, shift) =
            close.max_by(|a, b| a.0.total_cmp(&b.0)).ok_or(LearnError::NoCards(number))?;
        if separation < LEAST_SEPARATION {
            return Err(LearnError::Unlike(number));
        }
        let screen = Screen::new(&shot.picture, &placement, sampling, base);
        let digits = headers(&screen, &shot.shows, shift);
        let faces = faces(&screen, &shot.shows);
        Ok(Self { placement, sampling, shift, digits, faces })
    }
}

/// The least scale of a picture that is learnt from.
const LEAST_SCALE: f64 = 0.98;

/// The pieces with the digits of the headers.
fn headers(screen: &Screen, shows: &Position, shift: Shift) -> Examples {
    let mut examples = Examples::new((8, 8));
    let lines =
        (0..SIZE).flat_map(|i| [(row_digits(i), shows.rows[i]), (column_digits(i), shows.cols[i])]);
    for (places, line) in lines {
        let digits = [line.sum / 10, line.sum % 10, line.voltorbs];
        let shifts = [shift.sum, shift.sum, shift.voltorbs];
        for ((place, digit), [dx, dy]) in places.into_iter().zip(digits).zip(shifts) {
            let at = (place.0.saturating_add_signed(dx), place.1.saturating_add_signed(dy));
            examples.add(&screen.gray, at, digit);
        }
    }
    examples
}

/// How far the digits are off their usual place, one kind after the other, and how clearly they are
/// told apart there.
fn shifted(screen: &Screen, shows: &Position, usual: Shift) -> (f32, Shift) {
    let separation = |shift: Shift| headers(screen, shows, shift).separation().unwrap_or(-2.0);
    let mut shift = usual;
    let mut best = separation(usual);
    for (part, most) in [(0, MOST_SHIFT), (1, MOST_SHIFT), (0, 1)] {
        let around = shift;
        for dx in -most..=most {
            for dy in -most..=most {
                let mut other = around;
                let place = if part == 0 { &mut other.sum } else { &mut other.voltorbs };
                *place = [place[0] + dx, place[1] + dy];
                if place.iter().any(|v| v.abs() > MOST_SHIFT) {
                    continue;
                }
                let cost = |s: &Shift| {
                    let off =
                        s.sum.iter().zip(usual.sum).chain(s.voltorbs.iter().zip(usual.voltorbs));
                    SHIFT_COST * off.map(|(a, b)| (a - b).abs()).sum::<i32>() as f32
                };
                let value = separation(other);
                if value - cost(&other) > best - cost(&shift) {
                    (best, shift) = (value, other);
                }
            }
        }
    }
    (best, shift)
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
    shots: &[Shot],
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
    let first = &seen[from[0]];
    let mut manifest = base.manifest.clone();
    manifest.about = format!("learnt from {} of the user's pictures", from.len());
    manifest.base = Some(base.name().to_owned());
    manifest.shift = first.shift;
    manifest.least = Leasts { digits: headers.least, faces: faces.least };
    // Another fan game may deal other boards; what is learnt says nothing of that.
    let shows = || from.iter().map(|&i| &shots[i]);
    let build = |colours: Option<Colours>| -> Result<_, LearnError> {
        let manifest = super::looks::Manifest { colours, ..manifest.clone() };
        let mut files = files.clone();
        let json = serde_json::to_string_pretty(&manifest).map_err(LookError::Manifest)?;
        files.insert("look.json".to_owned(), json + "\n");
        let look = Arc::new(from_files(name, |file| files.get(file).cloned())?);
        let trials: Vec<Trial> = shows().map(|shot| trial(&look, shot)).collect();
        Ok((files, look, trials))
    };
    // The game's own colours stand for more pictures than those of this one: its own only if needed.
    let mut built = build(None)?;
    if open(&built.2) > 0 {
        let shot = &shots[from[0]];
        let screen = Screen::new(&shot.picture, &first.placement, first.sampling, base);
        let other = build(Some(colours(&screen, &shot.shows)))?;
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
fn open(trials: &[Trial]) -> usize {
    let one = |t: &Trial| {
        let refused = if t.refused.is_some() { 100 } else { 0 };
        refused + 100 * t.comparison.wrong.len() + t.comparison.unreadable.len()
    };
    trials.iter().map(one).sum()
}

fn trial(look: &Arc<Look>, shot: &Shot) -> Trial {
    let Position { rows, cols, tiles, .. } = shot.shows.clone();
    let truth =
        Truth { rows: Some(rows), cols: Some(cols), tiles: Some(tiles), ..Truth::default() };
    let only = Looks { learnt: vec![look.clone()], only_learnt: true };
    match Reader::with_looks(only).read(&shot.picture) {
        Ok(seen) => Trial { comparison: compare(&truth, Some(&seen)), refused: None },
        Err(why) => Trial { comparison: compare(&truth, None), refused: Some(why.to_string()) },
    }
}

/// Templates for some of the digits, and what a digit must score to be one of them.
struct Templates {
    glyphs: BTreeMap<u8, Vec<f32>>,
    /// Whether templates that ship stand in for those that were not seen.
    filled: bool,
    least: Option<f32>,
}

/// Templates that ship stand in for digits that were not seen if those seen are as like as this.
const ALIKE: f32 = 0.9;

impl Templates {
    /// From examples. Where some are missing the rest must fit better than one digit fits another:
    /// a digit that was never seen is about as like the others as they are to each other.
    fn of(examples: &Examples, base: &Look, headers: bool) -> Self {
        let sheet = if headers { &base.voltorbs } else { &base.faces };
        let mut glyphs = examples.means();
        let missing = sheet.glyphs().any(|(digit, _)| !glyphs.contains_key(&digit));
        let Some(Likeness { same, other, .. }) = examples.likeness().filter(|_| missing) else {
            return Self { filled: missing && glyphs.is_empty(), glyphs, least: None };
        };
        let alike = sheet
            .glyphs()
            .filter_map(|(digit, base)| Some(correlation(glyphs.get(&digit)?, base)))
            .fold(1.0, f32::min);
        let filled = alike >= ALIKE;
        if filled {
            for (digit, pixels) in sheet.glyphs() {
                glyphs.entry(digit).or_insert_with(|| pixels.to_vec());
            }
        }
        let least = ((same + other) / 2.0).clamp(LEAST_UNSURE, MOST_UNSURE);
        Self { glyphs, filled, least: (!filled).then_some(least) }
    }
}

/// The range of what a digit must score where some were never seen.
const LEAST_UNSURE: f32 = 0.85;
const MOST_UNSURE: f32 = 0.97;

fn correlation(a: &[f32], b: &[f32]) -> f32 {
    let n = a.len().max(1) as f32;
    let mean = |v: &[f32]| v.iter().sum::<f32>() / n;
    let (ma, mb) = (mean(a), mean(b));
    let sum =
        |f: &dyn Fn(f32, f32) -> f32| a.iter().zip(b).map(|(a, b)| f(a - ma, b - mb)).sum::<f32>();
    sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt().max(f32::MIN_POSITIVE)
}

/// The colours of a board. A side of the cards that it does not show keeps the colour of a DS.
fn colours(screen: &Screen, shows: &Position) -> Colours {
    let mut seen = cards::colours(screen);
    let side = |up: bool, places: &dyn Fn(u32, u32) -> Vec<Colour>| {
        let cells = shows.tiles.cells().filter(|(_, tile)| tile.is_some() == up);
        let all: Vec<Colour> = cells
            .flat_map(|(cell, _)| {
                let (x, y) = corner(cell);
                places(x, y)
            })
            .collect();
        (!all.is_empty()).then(|| cards::median(all))
    };
    let sides =
        |x, y| cards::SIDES.map(|(dx, dy, w, h)| screen.mean(x + dx, y + dy, w, h)).to_vec();
    let corners = |x, y| vec![screen.mean(x + 18, y + 18, 4, 5)];
    seen.down = side(false, &sides).unwrap_or(seen.down);
    seen.up = side(true, &sides).unwrap_or(seen.up);
    seen.corner = side(false, &corners).unwrap_or(seen.corner);
    seen
}
