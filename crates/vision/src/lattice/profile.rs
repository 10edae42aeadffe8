//! The mean brightness along an axis of a lattice.

use super::axis::Axis;
use super::spec::{Along, CellSpec, LatticeSpec};
use image::GrayImage;

/// The parts of a cell, as shares, that show only its edge and frame: neither its middle, where neighbours may be
/// joined, nor its rim.
const SIDES: [(f64, f64); 2] = [(0.10, 0.34), (0.66, 0.90)];

/// The mean brightness along one axis over `range`, averaged over the [`SIDES`] of the cells
/// `spec` of the lattice on the axis `across` it.
pub(super) fn profile(
    gray: &GrayImage,
    along: Along,
    across: Axis,
    range: std::ops::Range<usize>,
    spec: &CellSpec,
) -> Vec<f32> {
    let (width, height) = (gray.width() as usize, gray.height() as usize);
    let limit = if along == Along::Y { width } else { height };
    let mut sides: Vec<usize> = Vec::new();
    for cell in 0..spec.cells {
        for (from, to) in SIDES {
            let native = cell as f64 * spec.pitch;
            let from = across.at(native + from * spec.cell).max(0.0) as usize;
            let to = across.at(native + to * spec.cell).max(0.0) as usize;
            sides.extend((from..to).filter(|&i| i < limit));
        }
    }
    let mut sums = vec![0.0f32; range.len()];
    if sides.is_empty() {
        return sums;
    }
    let pixels = gray.as_raw();
    match along {
        Along::Y => {
            for (sum, row) in sums.iter_mut().zip(range) {
                let row = &pixels[row * width..][..width];
                *sum = sides.iter().map(|&x| f32::from(row[x])).sum();
            }
        }
        Along::X => {
            for &row in &sides {
                let row = &pixels[row * width..][range.clone()];
                for (sum, &p) in sums.iter_mut().zip(row) {
                    *sum += f32::from(p);
                }
            }
        }
    }
    sums.iter_mut().for_each(|sum| *sum /= sides.len() as f32);
    sums
}

/// The profile along an axis, `beside` native pixels more at both ends, and its first pixel; `None`
/// if hardly any of it lies in the picture.
pub(super) fn seen(
    gray: &GrayImage,
    along: Along,
    axis: Axis,
    across: Axis,
    spec: &LatticeSpec,
    beside: f64,
) -> Option<(usize, Vec<f32>)> {
    let (cells, others) = spec.along(along);
    let length = if along == Along::X { gray.width() } else { gray.height() } as usize;
    let from = axis.at(-beside).floor().max(0.0) as usize;
    let to = (axis.at(cells.span() + beside).ceil().max(0.0) as usize).min(length);
    (to >= from + 8).then(|| (from, profile(gray, along, across, from..to, others)))
}
