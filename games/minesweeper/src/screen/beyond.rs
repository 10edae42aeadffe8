//! Detects that a board goes on beyond what was read, as a part of a larger one.
//!
//! The other cells may look unlike those of the theme, or lie outside the picture. A number at the rim of a part
//! counts cells that are not visible, so what it seems to prove safe is not.

use super::look::MineLook;
use super::sample::{IntegralImage, Sample};
use super::scene::Scene;
use grid::Cell;
use grid::geometry::Rect;
use vision::lattice::borders::{Along, CellAxis, CellLattice, Edge, EdgeMap};

/// The strip beyond the board that is examined, as a share of a cell from its border on; less if the picture ends.
const FROM: f64 = 0.2;
const TO: f64 = 0.8;
/// The same for the beginning of a line, and how many pixels of it a blurred board may reach into.
const BEGINS: (f64, f64) = (0.07, 0.25);
const LEAST_BLUR: f64 = 2.0;
/// The least that the picture must show beyond a board, as a share of a cell and in pixels. If it shows less, the
/// board may be cut off.
const LEAST_SHOWN: f64 = 0.03;

/// The most of a cell that a picture shows around a board that somebody cut out. Where cells have gaps between them, so
/// little may also be the gap before another cell.
const CUT_OUT: f64 = 0.08;
const LEAST_PIXELS: f64 = 1.5;

/// The share of a border's length that must be an edge for it to be seen, and how far beside its place it may be, as
/// a share of a cell.
const LEAST_EDGE: f32 = 0.6;
const BESIDE: f64 = 0.1;

/// The share of the borders of a line that must be seen for it to consist of cells.
const LEAST_BORDERS: f64 = 0.5;

/// The share of a line, in cells of a scene, that is not there by chance.
const SOME_SHARE: f64 = 0.1;

/// The least step between neighbouring pixels at a border, in grey levels of a channel.
const LEAST_STEP: u8 = 8;

/// The same step for borders so strong that nothing within a cell resembles them.
const STRONG_STEP: u8 = 22;

/// What lies beyond a board on one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// A row or a column of cells.
    Cells,
    /// A part of a line, or nothing: the picture ends there, and the board may go on.
    CutOff,
    /// A part of a line: something lies over the rest.
    Covered,
}

/// What lies beyond the board and belongs to it; `None` if it ends on every side.
pub(super) fn beyond(
    summed: &IntegralImage<'_>,
    lattice: &CellLattice,
    look: &MineLook,
) -> Option<Beyond> {
    let picture = summed.picture;
    let least = if look.has_gaps() { CUT_OUT } else { LEAST_SHOWN };
    let edges = EdgeMap::new(picture, LEAST_STEP);
    let (width, height) = edges.size();
    let Rect { x, y, w, h } = lattice.area();
    let across = |(left, right)| Rect::spanning(left, right, y, y + h);
    let down = |(top, bottom)| Rect::spanning(x, x + w, top, bottom);
    let has_columns = |part| has_borders(&edges, &across(part), Along::Y, &lattice.y);
    let has_rows = |part| has_borders(&edges, &down(part), Along::X, &lattice.x);
    let (beside, below) = (sides(&lattice.x, width, least), sides(&lattice.y, height, least));
    let columns = beside.each_ref().map(|side| (side.shown, has_columns(side.part)));
    let rows = below.each_ref().map(|side| (side.shown, has_rows(side.part)));
    let all = [columns, rows].concat();
    if all.iter().any(|(shown, _)| *shown == Shown::Nothing) {
        // Somebody cut out the board: all of it, if it is of a size that games have.
        let is_narrow = |axis: &CellAxis, size: f64| {
            axis.start().max(size - axis.end()) < CUT_OUT * axis.pitch()
        };
        let is_cut_out = is_narrow(&lattice.x, width) && is_narrow(&lattice.y, height);
        let is_whole = is_cut_out && is_usual(lattice.y.cells(), lattice.x.cells());
        return if is_whole { None } else { Some(Beyond::CutOff) };
    }
    if let Some(scene) = &look.scene {
        // Its fence may have a post for each cell.
        let lines = sides_of(lattice).into_iter().zip(&all);
        let shown = lines.filter(|(_, (shown, _))| *shown == Shown::Enough);
        let most = shown.map(|(line, _)| share_of_cells(scene, summed, &line)).fold(0.0, f64::max);
        return if most >= LEAST_BORDERS {
            Some(Beyond::Cells)
        } else if all.contains(&(Shown::Part, true)) {
            Some(Beyond::CutOff)
        } else {
            (most >= SOME_SHARE).then_some(Beyond::Covered)
        };
    }
    // Where every second border stands out, what is taken for a cell is several.
    let middles = |axis: &CellAxis| {
        CellAxis::even(axis.start() - axis.pitch() / 2.0, axis.pitch(), axis.cells() + 1)
    };
    let (area, strong) = (lattice.area(), EdgeMap::new(picture, STRONG_STEP));
    let divided = has_borders(&strong, &area, Along::X, &middles(&lattice.x))
        || has_borders(&strong, &area, Along::Y, &middles(&lattice.y));
    if divided || all.contains(&(Shown::Enough, true)) {
        Some(Beyond::Cells)
    } else if all.contains(&(Shown::Part, true)) {
        Some(Beyond::CutOff)
    } else {
        let begins = beside.iter().filter_map(|side| side.near).any(has_columns)
            || below.iter().filter_map(|side| side.near).any(has_rows);
        begins.then_some(Beyond::Covered)
    }
}

/// How much the picture shows beyond a board on a side.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    /// Too little to tell anything.
    Nothing,
    /// Less than is looked at.
    Part,
    Enough,
}

/// A side of a board.
struct Side {
    shown: Shown,
    /// The places that are looked at.
    part: (f64, f64),
    /// Those next to the board, where a line begins of which something hides the rest.
    near: Option<(f64, f64)>,
}

/// What the picture, of this size, shows before and behind the cells of an axis; less than the share `least` of a cell is
/// nothing.
fn sides(axis: &CellAxis, size: f64, least: f64) -> [Side; 2] {
    let (pitch, start, end) = (axis.pitch(), axis.start(), axis.end());
    let side = |pixels: f64, place: &dyn Fn(f64) -> f64| {
        let to = pixels.clamp(0.0, TO * pitch);
        // Of little the outermost line: nearer there may be a gap.
        let (near, far) = (place((FROM * pitch).min(to - 1.0).max(0.0)), place(to));
        let shown = match pixels {
            _ if pixels < LEAST_PIXELS || pixels < least * pitch => Shown::Nothing,
            _ if pixels < TO * pitch => Shown::Part,
            _ => Shown::Enough,
        };
        let (from, to) = ((BEGINS.0 * pitch).max(LEAST_BLUR), BEGINS.1 * pitch);
        let begins = shown == Shown::Enough && to - from >= 2.0;
        let next = begins.then(|| (place(from).min(place(to)), place(from).max(place(to))));
        Side { shown, part: (near.min(far), near.max(far)), near: next }
    };
    [side(start, &|off| start - off), side(size - end, &|off| end + off)]
}

/// Whether a board of so many rows and columns is one of those that games offer by name: Windows, GNOME Mines, KMines,
/// Simon Tatham's and Google's.
fn is_usual(rows: usize, columns: usize) -> bool {
    const SIZES: [(usize, usize); 10] = [
        (8, 8),
        (9, 9),
        (10, 10),
        (16, 16),
        (16, 30),
        (30, 16),
        (8, 10),
        (14, 18),
        (20, 24),
        (24, 24),
    ];
    SIZES.contains(&(rows, columns))
}

/// The lines of cells before and behind a board: columns, then rows.
fn sides_of(lattice: &CellLattice) -> [CellLattice; 4] {
    let beside = |axis: &CellAxis| {
        let pitch = axis.pitch();
        [axis.start() - pitch, axis.end()].map(|start| CellAxis::even(start, pitch, 1))
    };
    let [left, right] = beside(&lattice.x).map(|x| CellLattice { x, y: lattice.y.clone() });
    let [above, below] = beside(&lattice.y).map(|y| CellLattice { x: lattice.x.clone(), y });
    [left, right, above, below]
}

/// The share of a line's cells that show what the cells of a scene do.
fn share_of_cells(scene: &Scene, summed: &IntegralImage<'_>, line: &CellLattice) -> f64 {
    let all: Vec<Cell> = Sample::new(summed, line).cells().collect();
    let known = all.iter().filter(|cell| scene.knows(summed, &line.cell(**cell))).count();
    known as f64 / all.len() as f64
}

/// Whether a strip has borders where an axis has them.
fn has_borders(edges: &EdgeMap<'_>, strip: &Rect, along: Along, axis: &CellAxis) -> bool {
    let profile = edges.profile(strip, along);
    let reach = (BESIDE * axis.pitch()).max(1.0);
    let seen = |border: f64| {
        let (from, to) = ((border - reach).round().max(0.0), (border + reach).round().max(0.0));
        let near = profile.iter().skip(from as usize).take((to - from) as usize + 1);
        near.map(|Edge { coverage, .. }| *coverage).fold(0.0, f32::max) >= LEAST_EDGE
    };
    let inner = 1..axis.cells();
    let count = inner.clone().filter(|i| seen(axis.cell(*i).0)).count();
    count as f64 >= LEAST_BORDERS * inner.len() as f64
}
