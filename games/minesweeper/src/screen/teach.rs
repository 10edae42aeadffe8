//! Learns a theme from a picture whose cells are known: the grounds of closed and open cells, the colours of the
//! numbers, and the marks.

mod examples;
mod grounds;
mod place;
mod signs;

use super::look::{Ground, Kind, Tolerance};
use super::sample::{IntegralImage, Marked};
use super::scaled::Shown;
use super::shapes::Mark;
use super::taught::{File, FileDrawing, FileGround, FileSign, TaughtMineLook, written};
use super::trace::LEAST_SIDE;
use super::{MineReader, MineReading};
use crate::truth::MineTruth;
use examples::{Example, Examples};
use grid::Grid;
use grid::geometry::Rect;
use grounds::{of_kind, under};
use image::RgbImage;
use minesweeper::board::CellState;
use place::places;
use session::truth::{Comparison, compare};
use signs::{colours, inks, mean_colour};
use std::collections::BTreeMap;

/// A theme learned from a picture, and how well it reads that picture.
#[derive(Clone, Debug)]
pub struct MineLesson {
    /// The learned theme.
    pub look: TaughtMineLook,
    /// The picture as the theme reads it; `None` if it finds no board.
    pub seen: Option<MineReading>,
    /// That reading compared with the truth.
    pub comparison: Comparison,
}

impl MineLesson {
    /// Whether the theme reads the picture without an error and leaves little unread.
    pub fn is_good(&self) -> bool {
        self.comparison.reads_well()
    }
}

/// The error for a picture from which no theme can be learned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MineTeachError {
    /// The picture shows too few different states.
    #[error("the picture shows no {0} cell: take one in the middle of a game")]
    OneKind(&'static str),
    /// The board has too few rows or columns to be found.
    #[error("a board of {0} x {1} cells is too small to be found: it takes {LEAST_SIDE} of each")]
    TooSmall(usize, usize),
    /// No board that shows these cells was found.
    #[error(
        "no board of {rows} x {columns} equal cells is found that shows what you say: check the cells, or \
         give its place with --board X,Y,WIDTH,HEIGHT"
    )]
    NoCells {
        /// The number of rows given.
        rows: usize,
        /// The number of columns given.
        columns: usize,
    },
    /// The marks hardly differ from cells without one.
    #[error("the numbers and marks of the picture are too faint: cells without any differ as much")]
    Faint,
}

/// The margins that are tried, where marks begin, as shares of the cell.
const MARGINS: [f64; 6] = [0.08, 0.12, 0.16, 0.2, 0.24, 0.28];

/// The factor by which a wider margin must separate cells with and without marks better, to be taken.
const CLEARER: f32 = 1.15;

/// The largest share of cells that something may cover.
const FEW: f32 = 0.02;

/// How much more a cell without a mark may differ than the ones in the picture: in grey levels and as a factor. Then
/// the factor from which a cell has a mark.
const SLACK: (f32, f32) = (4.0, 1.25);
const MARKED: f32 = 1.6;

/// The tolerances that are tried: sides, ground, and the number of lines along the sides. The one that reads the
/// picture best is taken.
const TOLERANCES: [(f32, f32, usize); 6] = [
    (34.0, 20.0, 2),
    (48.0, 26.0, 2),
    (34.0, 20.0, 4),
    (24.0, 12.0, 2),
    (60.0, 32.0, 1),
    (20.0, 8.0, 1),
];

/// The least uniformity of a ground, as a share of that of the picture's least uniform ground.
const AS_UNIFORM: f32 = 0.8;

/// Learns a theme from a picture. `cells` is what it shows, `None` for cells that are not to be learned from. `board`
/// gives their area, in pixels of the picture, if they are not found.
///
/// # Errors
/// A sentence: what is missing, and what to do.
pub fn teach(
    name: &str,
    picture: &RgbImage,
    cells: &Grid<Option<CellState>>,
    board: Option<Rect>,
) -> Result<MineLesson, MineTeachError> {
    teach_more(name, None, picture, cells, board)
}

/// Learns more of a theme from another picture of the same program.
///
/// # Errors
/// As [`teach`].
pub fn teach_more(
    name: &str,
    known: Option<&TaughtMineLook>,
    picture: &RgbImage,
    cells: &Grid<Option<CellState>>,
    board: Option<Rect>,
) -> Result<MineLesson, MineTeachError> {
    let (rows, columns) = (cells.rows(), cells.columns());
    if rows.min(columns) < LEAST_SIDE {
        return Err(MineTeachError::TooSmall(rows, columns));
    }
    let shown = |which: fn(CellState) -> bool| cells.iter().flatten().any(|state| which(*state));
    if !shown(|state| state == CellState::Closed) {
        return Err(MineTeachError::OneKind("closed"));
    }
    if !shown(|state| matches!(state, CellState::Open(_))) {
        return Err(MineTeachError::OneKind("open"));
    }
    let truth = MineTruth {
        cells: Some((0..cells.rows()).map(|row| cells.row(row).to_vec()).collect()),
        ..MineTruth::default()
    };
    let summed = IntegralImage::new(picture);
    let mut best: Option<MineLesson> = None;
    let mut why = MineTeachError::NoCells { rows, columns };
    for lattice in places(&summed, cells, board) {
        let examples = Examples::new(&summed, &lattice, cells);
        let file = match learned(&examples) {
            Ok(file) => file,
            Err(faint) => {
                why = faint;
                continue;
            }
        };
        for (sides, ground, depth) in TOLERANCES {
            let tolerance = Tolerance { sides, ground, depth, ..file.tolerance };
            let lesson = File { tolerance, ..file.clone() };
            let look = match known {
                Some(known) => known.and(name, lesson),
                None => TaughtMineLook::new(name, lesson),
            };
            let Ok(look) = look else { continue };
            // In the light of the picture that teaches it.
            let seen = MineReader::only(look.clone()).read_among(&Shown::whole(picture), None).ok();
            let comparison = compare(&truth, seen.as_ref().map(|seen| seen as _));
            let rank = |c: &Comparison| (c.wrong.is_empty(), c.right);
            if best.as_ref().is_none_or(|best| rank(&comparison) > rank(&best.comparison)) {
                best = Some(MineLesson { look, seen, comparison });
            }
            if best.as_ref().is_some_and(|best| best.comparison.fully_right()) {
                return best.ok_or(why);
            }
        }
    }
    best.ok_or(why)
}

/// What the examples teach.
fn learned(examples: &Examples<'_>) -> Result<File, MineTeachError> {
    let (margin, contrast) = contrast(examples)?;
    let base = |state: CellState| matches!(state, CellState::Closed | CellState::Open(_));
    let kind = |state: CellState| match state {
        CellState::Closed => Kind::Closed,
        _ => Kind::Open,
    };
    let mut grounds: Vec<Ground> = Vec::new();
    for of in [Kind::Closed, Kind::Open] {
        let examples = examples.all.iter().filter(|e| base(e.state) && kind(e.state) == of);
        grounds.extend(of_kind(of, examples));
    }
    let mut file = File {
        about: "learned from a picture".to_owned(),
        grounds: Vec::new(),
        numbers: BTreeMap::new(),
        marks: Vec::new(),
        drawings: Vec::new(),
        tolerance: Tolerance { uniform: uniform(examples), ..Tolerance::default() },
        contrast,
        margin,
        more: Vec::new(),
    };
    let marks = |state| -> Vec<Marked> {
        examples.of(state).map(|example| examples.marked(example, margin)).collect()
    };
    for number in 1..=8 {
        let marks = marks(CellState::Open(number));
        if !marks.is_empty() {
            file.numbers.insert(number, written(mean_colour(&marks)));
            let inks = inks(Mark::Number(number), &marks).into_iter();
            file.drawings.extend(inks.map(|ink| FileDrawing::new(CellState::Open(number), ink)));
        }
    }
    let plain = grounds.clone();
    for state in SIGNS {
        let shown: Vec<&Example> = examples.of(state).collect();
        if shown.is_empty() {
            continue;
        }
        let (on, own) = match under(&shown, &plain) {
            Some(kind) => (kind, false),
            None => (own_kind(state), true),
        };
        if own || matches!(on, Kind::Closed | Kind::Open) {
            grounds.extend(of_kind(on, shown.iter().copied()));
        }
        if matches!(on, Kind::Closed | Kind::Open) {
            let marks = marks(state);
            let colours = colours(&marks).into_iter().map(written).collect();
            file.marks.push(FileSign { state, on, colours });
            let inks = inks(Mark::Taught(state), &marks).into_iter();
            file.drawings.extend(inks.map(|ink| FileDrawing::new(state, ink)));
        }
    }
    file.grounds = grounds.iter().map(FileGround::new).collect();
    Ok(file)
}

/// The states that are neither numbers nor cells without a mark.
const SIGNS: [CellState; 6] = [
    CellState::Flag,
    CellState::Question,
    CellState::Safe,
    CellState::Mine,
    CellState::Exploded,
    CellState::WrongFlag,
];

/// The kind of a ground that only cells of this state have.
fn own_kind(state: CellState) -> Kind {
    match state {
        CellState::Exploded => Kind::Exploded,
        CellState::WrongFlag => Kind::Wrong,
        CellState::Mine => Kind::Open,
        _ => Kind::Closed,
    }
}

/// How much of a ground has one colour, at the least.
fn uniform(examples: &Examples<'_>) -> f32 {
    let all = examples.all.iter().map(|example| example.zones.uniform);
    AS_UNIFORM * all.fold(1.0, f32::min)
}

/// The margin that separates cells with and without a mark best, and the contrasts from which a cell may have a mark
/// and has one.
fn contrast(examples: &Examples<'_>) -> Result<(f64, [f32; 2]), MineTeachError> {
    let mut best: Option<(f32, f64, f32, f32)> = None;
    for margin in MARGINS {
        let contrasts = |blank: bool| -> Vec<f32> {
            // A mine that exploded may be nothing but its ground.
            let of = |e: &&Example| e.is_blank() == blank && e.state != CellState::Exploded;
            let shown = examples.all.iter().filter(of);
            let mut all: Vec<f32> =
                shown.map(|example| examples.marked(example, margin).contrast).collect();
            all.sort_by(f32::total_cmp);
            all
        };
        // The pointer may lie over a few.
        let (blank, marked) = (contrasts(true), contrasts(false));
        let few = |of: &[f32]| (FEW * of.len() as f32) as usize;
        let blank = blank.iter().rev().nth(few(&blank)).copied().unwrap_or_default();
        let marked = marked.get(few(&marked)).copied().unwrap_or(f32::INFINITY);
        let clear = marked / (blank + SLACK.0);
        if best.is_none_or(|(most, ..)| clear > CLEARER * most) {
            best = Some((clear, margin, blank, marked));
        }
    }
    let (_, margin, blank, marked) = best.ok_or(MineTeachError::Faint)?;
    let least = SLACK.0 + SLACK.1 * blank;
    match marked > least {
        true => Ok((margin, [least, (MARKED * least).min(marked)])),
        false => Err(MineTeachError::Faint),
    }
}
