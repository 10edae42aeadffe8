//! Learns a theme that draws boards as the DS games do, from pictures and what they show.
//!
//! The lattice of cards is found as always. What the user says decides which of its places is the board, and where
//! exactly the digits stand: at the right place all 4s look alike and unlike all 5s ([`Examples::separation`]). The
//! means of the examples become templates. They are tried at once on the same pictures, and each picture with what
//! the others taught.

mod examples;
mod lesson;
mod possible;
mod templates;

pub use lesson::{LearnError, Lesson, Shot, Validation};

use super::locate::{LEAST_LEARNED, Shape};
use super::looks::{
    Colours, DIGITS, FACES, Leasts, Look, LookError, Manifest, Shift, from_files, shipped,
};
use super::native::Screen;
use super::{FlipReader, Looks, locate};
use crate::truth::{FlipTruth, compare};
use examples::{colours, faces, headers, shifted};
use possible::check;
use std::collections::BTreeMap;
use std::sync::Arc;
use templates::Templates;
use vision::learn::{Examples, write_sheet};
use vision::lens::Reduction;
use vision::rectify::Sampling;

/// Learns a theme from pictures. `base` is the built-in theme to build on: it says where level and coins are.
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
            lesson.cross.push(trial(only(&other.look), shot));
        }
    }
    Ok(lesson)
}

/// The least separation of digits that are where they are said to be.
const LEAST_SEPARATION: f32 = 0.15;

/// The board in a picture, in native pixels: at the place where the digits are told apart best.
fn find<'a>(number: usize, shot: &Shot, base: &'a Look) -> Result<Screen<'a>, LearnError> {
    let shift = base.manifest.shift;
    let mut best: Option<(f32, Screen)> = None;
    let survey = locate::Survey::of(&shot.picture).ok();
    for shape in Shape::ALL {
        let places = survey.as_ref().map(|survey| survey.places(shape));
        for placement in places.unwrap_or_default() {
            let (sx, sy) = placement.scale();
            if sx.min(sy) < LEAST_LEARNED {
                continue;
            }
            for sampling in [Sampling::Area, Sampling::Nearest] {
                let screen =
                    Screen::new(&shot.picture, &placement, sampling, Reduction::Area, base);
                let separation = headers(&screen, &shot.shows, shift).separation().unwrap_or(-2.0);
                if best.as_ref().is_none_or(|(most, _)| separation > *most) {
                    best = Some((separation, screen));
                }
            }
        }
        if best.as_ref().is_some_and(|(separation, _)| *separation >= LEAST_SEPARATION) {
            break;
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
        write_sheet("Header digits, learned from pictures.", (8, 8), &headers.glyphs),
    );
    if !middles.digits().is_empty() {
        files.insert(
            format!("{FACES}.txt"),
            write_sheet("The faces of the cards, learned from pictures.", (16, 16), &faces.glyphs),
        );
    }
    let mut manifest = base.manifest.clone();
    manifest.about = format!("learned from {} of the user's pictures", from.len());
    manifest.base = Some(base.name().to_owned());
    manifest.shift = shift;
    manifest.least = Leasts { digits: headers.least, faces: faces.least };
    // Another fan game may deal other boards; what is learned says nothing of that.
    let shows = || from.iter().map(|&i| &shots[i]);
    let build = |colours: Option<Colours>| -> Result<_, LearnError> {
        let manifest = Manifest { colours, ..manifest.clone() };
        let mut files = files.clone();
        let json = serde_json::to_string_pretty(&manifest).map_err(LookError::Manifest)?;
        files.insert("look.json".to_owned(), json + "\n");
        let look = Arc::new(from_files(name, |file| files.get(file).cloned())?);
        let trials: Vec<Validation> = shows().map(|shot| trial(only(&look), shot)).collect();
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

/// How a picture is read with these looks, compared with what it shows.
pub(super) fn trial(looks: Looks, shot: &Shot) -> Validation {
    let truth = FlipTruth::from(shot.shows.clone());
    let read = FlipReader::with_looks(looks).read(&shot.picture);
    let comparison = compare(&truth, read.as_ref().ok());
    Validation { comparison, refused: read.err().map(|why| why.to_string()) }
}

/// This look alone.
fn only(look: &Arc<Look>) -> Looks {
    Looks { learned: vec![look.clone()], only_learned: true, ..Looks::default() }
}
