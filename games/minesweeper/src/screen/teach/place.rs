//! Locates cells with known states: the lattice on which cells of one state look alike, and those of different states
//! do not.

use super::super::form::Form;
use super::super::locate::lattices;
use super::super::sample::IntegralImage;
use grid::Grid;
use grid::geometry::Rect;
use minesweeper::board::CellState;
use rayon::prelude::*;
use std::collections::BTreeMap;
use vision::lattice::borders::{CellAxis, CellLattice};

/// The least steps between neighbouring pixels at the borders of cells, in grey levels of a channel.
const BORDERS: [u8; 3] = [22, 10, 5];

/// The most lattices that are examined, of each strength of borders.
const MOST_LATTICES: usize = 24;

/// How far the board may reach beyond the borders that were found, in cells on each side.
const BEYOND: i64 = 3;

/// The most places that are refined.
const MOST_PLACES: usize = 6;

/// The parts of a cell along an axis whose colours are compared: first few, then more.
const COARSE: usize = 3;
const FINE: usize = 6;

/// The steps by which the sides of the board are moved to find the best place, in pixels.
const STEPS: [f64; 4] = [1.5, 0.7, 0.3, 0.1];

/// The least share of the variance between cells that their states must explain.
const LEAST_EXPLAINED: f64 = 0.3;

/// Candidate lattices of the board, best first; `board` is its approximate area.
pub(super) fn places(
    picture: &IntegralImage<'_>,
    cells: &Grid<Option<CellState>>,
    board: Option<Rect>,
) -> Vec<CellLattice> {
    let (rows, columns) = (cells.rows(), cells.columns());
    let rough: Vec<CellLattice> = match board {
        Some(area) => vec![CellLattice::even(area, rows, columns)],
        None => {
            let square = BORDERS.map(|least| (Form::Square, least));
            let all = square.into_iter().chain([(Form::Oblong, BORDERS[0])]);
            all.flat_map(|(form, least)| windows(picture, (rows, columns), form, least)).collect()
        }
    };
    let score = |lattice: CellLattice| (explained(picture, &lattice, cells, COARSE), lattice);
    let mut scored: Vec<(f64, CellLattice)> = rough.into_par_iter().map(score).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.truncate(MOST_PLACES);
    let mut found: Vec<(f64, CellLattice)> =
        scored.into_par_iter().map(|(_, lattice)| settled(picture, lattice, cells)).collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.retain(|(explained, _)| *explained >= LEAST_EXPLAINED);
    found.into_iter().map(|(_, lattice)| lattice).collect()
}

/// All windows of so many rows and columns in lattices of borders, and a little beyond them.
fn windows(
    picture: &IntegralImage<'_>,
    (rows, columns): (usize, usize),
    form: Form,
    least: u8,
) -> Vec<CellLattice> {
    let (width, height) = picture.size();
    let mut found = Vec::new();
    for lattice in lattices(picture, form, least).iter().take(MOST_LATTICES) {
        let along = |axis: &CellAxis, cells: usize, length: f64| -> Vec<CellAxis> {
            let room = axis.cells() as i64 - cells as i64;
            let firsts = room.min(0) - BEYOND..=room.max(0) + BEYOND;
            let pitch = axis.pitch();
            let at = |first: i64| CellAxis::even(axis.start() + first as f64 * pitch, pitch, cells);
            let inside = |a: &CellAxis| a.start() > -0.2 * pitch && a.end() < length + 0.2 * pitch;
            firsts.map(at).filter(inside).collect()
        };
        let (across, down) = (along(&lattice.x, columns, width), along(&lattice.y, rows, height));
        for y in &down {
            found.extend(across.iter().map(|x| CellLattice { x: x.clone(), y: y.clone() }));
        }
    }
    found
}

/// The lattice with its sides moved to where the states explain most.
fn settled(
    picture: &IntegralImage<'_>,
    lattice: CellLattice,
    cells: &Grid<Option<CellState>>,
) -> (f64, CellLattice) {
    let mut best = (explained(picture, &lattice, cells, FINE), lattice);
    for step in STEPS {
        loop {
            let before = best.0;
            for (across, start, end) in MOVES {
                for by in [-step, step] {
                    let CellLattice { x, y } = &best.1;
                    let moved = match across {
                        true => CellLattice { x: x.moved(by * start, by * end), y: y.clone() },
                        false => CellLattice { x: x.clone(), y: y.moved(by * start, by * end) },
                    };
                    let there = explained(picture, &moved, cells, FINE);
                    if there > best.0 {
                        best = (there, moved);
                    }
                }
            }
            if best.0 <= before + 1e-6 {
                break;
            }
        }
    }
    best
}

/// Along which axis, and how far its start and its end are moved.
const MOVES: [(bool, f64, f64); 6] = [
    (true, 1.0, 1.0),
    (false, 1.0, 1.0),
    (true, 1.0, 0.0),
    (true, 0.0, 1.0),
    (false, 1.0, 0.0),
    (false, 0.0, 1.0),
];

/// The share of the variance between cells, part by part, that their states explain: one less the variance
/// within the states to that of all (the correlation ratio of the analysis of variance: R. A. Fisher,
/// "Statistical Methods for Research Workers", 1925).
fn explained(
    picture: &IntegralImage<'_>,
    lattice: &CellLattice,
    cells: &Grid<Option<CellState>>,
    parts: usize,
) -> f64 {
    let mut states: BTreeMap<CellState, Sums> = BTreeMap::new();
    for (cell, state) in cells.cells() {
        let Some(state) = *state else { continue };
        let area = lattice.cell(cell);
        let sums = states.entry(state).or_insert_with(|| Sums::new(parts));
        sums.count += 1.0;
        for i in 0..parts * parts {
            let part = |index: usize| index as f64 / parts as f64;
            let (x, y) = (i % parts, i / parts);
            let colour = picture.mean(
                area.x + part(x) * area.w,
                area.y + part(y) * area.h,
                area.x + part(x + 1) * area.w,
                area.y + part(y + 1) * area.h,
            );
            for (channel, value) in colour.into_iter().enumerate() {
                sums.add(3 * i + channel, f64::from(value));
            }
        }
    }
    let mut all = Sums::new(parts);
    let mut within = 0.0;
    for sums in states.values() {
        all.join(sums);
        within += sums.variation();
    }
    let total = all.variation();
    if total > 0.0 { 1.0 - within / total } else { 0.0 }
}

/// Sums of values and of their squares.
struct Sums {
    count: f64,
    values: Vec<f64>,
    squares: f64,
}

impl Sums {
    fn new(parts: usize) -> Self {
        Self { count: 0.0, values: vec![0.0; 3 * parts * parts], squares: 0.0 }
    }

    fn add(&mut self, at: usize, value: f64) {
        self.values[at] += value;
        self.squares += value * value;
    }

    fn join(&mut self, other: &Self) {
        self.count += other.count;
        self.squares += other.squares;
        self.values.iter_mut().zip(&other.values).for_each(|(sum, value)| *sum += value);
    }

    /// The sum of the squares of the differences from the mean.
    fn variation(&self) -> f64 {
        let means = self.values.iter().map(|sum| sum * sum).sum::<f64>() / self.count.max(1.0);
        self.squares - means
    }
}
