//! The fit of a lattice to a picture that was reduced, or enlarged without interpolation.

use super::axis::{Axis, Lattice};
use super::model::Model;
use super::profile::seen;
use super::spec::{Along, LatticeSpec};
use crate::vision::lens::Reduction;
use image::GrayImage;

/// Fits a lattice that is known to a pixel to a picture that came about by `reduction`, or was
/// enlarged without interpolation ([`Reduction::Nearest`]): which native pixels a picture pixel shows is
/// right or wrong as a whole. Of the origins and scales that explain it equally well the mean is taken.
pub fn sharpen(
    picture: &GrayImage,
    lattice: Lattice,
    spec: &LatticeSpec,
    reduction: Reduction,
) -> Lattice {
    let x = sharpen_axis(picture, Along::X, lattice.x, lattice.y, spec, reduction);
    let y = sharpen_axis(picture, Along::Y, lattice.y, lattice.x, spec, reduction);
    Lattice { x, y, ..lattice }
}

/// How far, in picture pixels, each end of the lattice may move, and in what steps.
const REACH: f64 = 0.7;
const STEP: f64 = 0.07;

fn sharpen_axis(
    gray: &GrayImage,
    along: Along,
    axis: Axis,
    across: Axis,
    spec: &LatticeSpec,
    reduction: Reduction,
) -> Axis {
    let (cells, _) = spec.along(along);
    let Some((from, seen)) = seen(gray, along, axis, across, spec, cells.frame) else {
        return axis;
    };
    let span = cells.span();
    let model = Model::new(spec, along, |_| true);
    let lines = model.lines();
    let agreement = |axis: Axis| model.explains(&lines, &seen, from, axis, reduction);
    let steps = (REACH / STEP) as i32;
    let ends = || (-steps..=steps).map(|i| f64::from(i) * STEP);
    let axes = ends().flat_map(|first| {
        ends().map(move |last| {
            let (first, last) = (axis.at(0.0) + first, axis.at(span) + last);
            Axis { origin: first, scale: (last - first) / span }
        })
    });
    let scored: Vec<(f64, Axis)> = axes.map(|axis| (agreement(axis), axis)).collect();
    let most = scored.iter().map(|s| s.0).fold(f64::NEG_INFINITY, f64::max);
    let best: Vec<Axis> = scored.iter().filter(|s| s.0 > most - 1e-6).map(|s| s.1).collect();
    let mean = |f: fn(&Axis) -> f64| best.iter().map(f).sum::<f64>() / best.len() as f64;
    Axis { origin: mean(|a| a.origin), scale: mean(|a| a.scale) }
}

/// What is seen of a lattice along both axes, to try places a fraction of a pixel beside it.
pub struct Profiles([Profile; 2]);

/// What is seen along an axis.
struct Profile {
    model: Model,
    lines: Vec<(f64, f64)>,
    /// The first pixel, and the profile from there on.
    seen: (usize, Vec<f32>),
}

impl Profiles {
    /// What is seen of a lattice that is known to a pixel; `None` if hardly any of it lies in the picture.
    pub fn of(picture: &GrayImage, lattice: &Lattice, spec: &LatticeSpec) -> Option<Self> {
        let Lattice { x, y, .. } = *lattice;
        let profile = |along: Along, axis: Axis, across: Axis| {
            let (cells, _) = spec.along(along);
            let seen = seen(picture, along, axis, across, spec, cells.frame)?;
            let model = Model::new(spec, along, |_| true);
            Some(Profile { lines: model.lines(), model, seen })
        };
        Some(Self([profile(Along::X, x, y)?, profile(Along::Y, y, x)?]))
    }

    /// How well a lattice in a picture that came about by `reduction` explains what is seen: the mean
    /// over both axes of the correlation, -1 to 1.
    pub fn agreement(&self, x: Axis, y: Axis, reduction: Reduction) -> f64 {
        let axes = [x, y].into_iter().zip(&self.0);
        let each = axes.map(|(axis, Profile { model, lines, seen: (from, seen) })| {
            model.explains(lines, seen, *from, axis, reduction)
        });
        each.sum::<f64>() / 2.0
    }
}
