//! Finds the lattices of a picture, at any scale.

use super::axis::{Lattice, same};
use super::columns::{Column, Vote, columns, various};
use super::comb::combs;
use super::edges::edges;
use super::profile::profile;
use super::spec::{Along, CellSpec, LatticeSpec};
use image::GrayImage;
use rayon::prelude::*;

/// Rows between two scan lines. The smallest cell is 24 * 0.6 = 14 rows high.
const SCAN_EVERY: usize = 4;
/// Rows averaged in a scan line, to each side.
const SCAN_REACH: usize = 2;

/// All lattices in the picture of which `pyramid` holds the halvings, best supported first.
/// Coordinates are those of the first, largest picture.
pub fn find(pyramid: &[GrayImage], spec: &LatticeSpec) -> Vec<Lattice> {
    let mut found: Vec<Lattice> = Vec::new();
    for (level, gray) in pyramid.iter().enumerate() {
        let factor = f64::from(1u32 << level);
        for lattice in find_in_level(gray, spec) {
            // A pixel's centre, not its corner, keeps its place when a picture is halved; in
            // corner coordinates halving is exact scaling.
            found.push(Lattice {
                x: lattice.x.times(factor),
                y: lattice.y.times(factor),
                support: lattice.support,
            });
        }
    }
    found.sort_by(|a, b| b.support.total_cmp(&a.support));
    let mut distinct: Vec<Lattice> = Vec::new();
    for lattice in found {
        if !distinct.iter().any(|known| same(known, &lattice, spec)) {
            distinct.push(lattice);
        }
    }
    distinct
}

fn find_in_level(gray: &GrayImage, spec: &LatticeSpec) -> Vec<Lattice> {
    let (width, height) = (gray.width() as usize, gray.height() as usize);
    let least = |cells: &CellSpec| (cells.reach() * spec.scales.0 * 0.9) as usize;
    if width < least(&spec.x) || height < least(&spec.y) {
        return Vec::new();
    }
    let lines: Vec<usize> = (SCAN_REACH..height - SCAN_REACH).step_by(SCAN_EVERY).collect();
    let votes: Vec<Vote> = lines
        .par_chunks(16)
        .flat_map_iter(|lines| {
            let mut scan = vec![0.0f32; width];
            lines
                .iter()
                .flat_map(|&line| {
                    scan_line(gray, line, &mut scan);
                    let edges = edges(&scan);
                    combs(&edges, width, &spec.x, spec.scales)
                        .into_iter()
                        .map(|(axis, support)| Vote { axis, support, line })
                        .collect::<Vec<_>>()
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let columns = various(columns(votes, spec), spec);
    columns.par_iter().flat_map_iter(|column| lattices_of(gray, column, spec)).collect()
}

/// The mean of the rows around `line`.
fn scan_line(gray: &GrayImage, line: usize, out: &mut [f32]) {
    let width = gray.width() as usize;
    out.fill(0.0);
    for row in line - SCAN_REACH..=line + SCAN_REACH {
        for (sum, &p) in out.iter_mut().zip(&gray.as_raw()[row * width..][..width]) {
            *sum += f32::from(p);
        }
    }
    let rows = (2 * SCAN_REACH + 1) as f32;
    out.iter_mut().for_each(|sum| *sum /= rows);
}

/// The lattices on a column of votes: the same comb search down its averaged profile.
fn lattices_of(gray: &GrayImage, column: &Column, spec: &LatticeSpec) -> Vec<Lattice> {
    let scales = (column.axis.scale * spec.stretch.0, column.axis.scale * spec.stretch.1);
    let reach = (spec.y.reach() * scales.1.max(column.axis.scale)) as usize;
    let range =
        column.top.saturating_sub(reach)..(column.bottom + reach).min(gray.height() as usize);
    let profile = profile(gray, Along::Y, column.axis, range.clone(), &spec.x);
    combs(&edges(&profile), profile.len(), &spec.y, scales)
        .into_iter()
        .map(|(mut y, support)| {
            y.origin += range.start as f64;
            Lattice { x: column.axis, y, support }
        })
        .collect()
}
