//! The fine fit of a lattice: the correlation of the profile that it must have with the one seen.

use super::axis::{Axis, Lattice};
use super::model::Model;
use super::profile::seen;
use super::spec::{Along, LatticeSpec};
use image::GrayImage;

/// Fits a lattice to the picture by correlating its expected profiles, averaged over the picture's
/// pixels, with those seen. Works where it is about native size: on the level of `pyramid` on which
/// a native pixel is 0.8 to 1.6 pixels, or the finest.
pub fn polish(pyramid: &[GrayImage], lattice: Lattice, spec: &LatticeSpec) -> Lattice {
    let level = native_level(pyramid, &lattice);
    let (gray, factor) = (&pyramid[level], f64::from(1u32 << level));
    let (x, y) = (lattice.x.times(1.0 / factor), lattice.y.times(1.0 / factor));
    let x = polish_axis(gray, Along::X, x, y, spec);
    let y = polish_axis(gray, Along::Y, y, x, spec);
    Lattice { x: x.times(factor), y: y.times(factor), ..lattice }
}

/// The level of `pyramid` on which a native pixel of the lattice is 0.8 to 1.6 pixels, or the
/// finest.
pub fn native_level(pyramid: &[GrayImage], lattice: &Lattice) -> usize {
    let scale = lattice.x.scale.min(lattice.y.scale);
    ((scale / 0.8).log2().floor().max(0.0) as usize).min(pyramid.len() - 1)
}

fn polish_axis(
    gray: &GrayImage,
    along: Along,
    axis: Axis,
    across: Axis,
    spec: &LatticeSpec,
) -> Axis {
    let (cells, _) = spec.along(along);
    let Some((from, seen)) = seen(gray, along, axis, across, spec, cells.frame + 2.0) else {
        return axis;
    };
    let span = cells.span();
    let model = |counts: &dyn Fn(usize) -> bool| Model::new(spec, along, counts);
    let whole = search(&model(&|_| true), &seen, from, axis, span / 2.0);
    // A box over one end of the board pulls the fit: cells that do not look like cells are left
    // out of a second one, if enough are left.
    let looks = |cell: usize| model(&|c| c == cell).correlation(&seen, from, whole) > LEAST_CELL;
    let shown: Vec<bool> = (0..cells.cells).map(looks).collect();
    let good = shown.iter().filter(|&&good| good).count();
    if good == cells.cells || good < 3 {
        return whole;
    }
    search(&model(&|c| shown[c]), &seen, from, whole, span / 2.0)
}

/// The least correlation of the profile of a cell that takes part in the fit.
const LEAST_CELL: f64 = 0.8;

/// The axis near `axis` at which the model fits best; `middle` is the native middle of the model.
fn search(model: &Model, seen: &[f32], from: usize, axis: Axis, middle: f64) -> Axis {
    let (mut centre, mut scale) = (axis.at(middle), axis.scale);
    let score = |centre: f64, scale: f64| {
        let axis = Axis { origin: centre - middle * scale, scale };
        model.correlation(seen, from, axis)
    };
    // A pattern search: the correlation is smooth and has one maximum within half a frame.
    let (mut step_centre, mut step_scale) = (0.3 * scale, 0.3 * scale / middle);
    let mut best = score(centre, scale);
    while step_centre > 0.004 * scale {
        let mut moved = false;
        for (dc, ds) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
            let (c, s) = (centre + dc * step_centre, scale + ds * step_scale);
            let at = score(c, s);
            if at > best {
                (best, centre, scale, moved) = (at, c, s, true);
            }
        }
        if !moved {
            step_centre /= 2.0;
            step_scale /= 2.0;
        }
    }
    Axis { origin: centre - middle * scale, scale }
}
