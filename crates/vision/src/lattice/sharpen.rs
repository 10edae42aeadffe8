//! The fit of a lattice to a picture that was reduced, or enlarged without interpolation.

use super::axis::{Axis, Lattice};
use super::model::Model;
use super::profile::seen;
use super::spec::{Along, LatticeSpec};
use crate::lens::Reduction;
use image::GrayImage;
use std::collections::HashSet;
use std::ops::Range;

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
    let axes = moved_ends(axis, span, ((REACH / STEP) as i32, STEP));
    let scored: Vec<(f64, Axis)> = axes.map(|axis| (agreement(axis), axis)).collect();
    let most = scored.iter().map(|s| s.0).fold(f64::NEG_INFINITY, f64::max);
    let best: Vec<Axis> = scored.iter().filter(|s| s.0 > most - 1e-6).map(|s| s.1).collect();
    let mean = |f: fn(&Axis) -> f64| best.iter().map(f).sum::<f64>() / best.len() as f64;
    Axis { origin: mean(|a| a.origin), scale: mean(|a| a.scale) }
}

/// The axes whose ends, `span` native pixels apart, lie up to `count` steps, in picture pixels, beside those of one.
fn moved_ends(axis: Axis, span: f64, (count, step): (i32, f64)) -> impl Iterator<Item = Axis> {
    let ends = move || (-count..=count).map(move |i| f64::from(i) * step);
    ends().flat_map(move |first| {
        ends().map(move |last| {
            let (first, last) = (axis.at(0.0) + first, axis.at(span) + last);
            Axis { origin: first, scale: (last - first) / span }
        })
    })
}

/// The visible profiles of a lattice along both axes, to fit its place to a fraction of a pixel.
pub struct Profiles {
    axes: [SeenAxis; 2],
}

/// What is seen along one axis, and what should be: only cells that look like cells count, for boxes may lie
/// over the others.
struct SeenAxis {
    model: Model,
    lines: Vec<(f64, f64)>,
    /// The first pixel, and the profile from there on.
    from: usize,
    values: Vec<f32>,
    /// The native length of the lattice.
    span: f64,
}

/// The least correlation of the profile of a cell that counts, in a picture that was reduced in any way.
const LEAST_CELL: f64 = 0.7;
/// The fewest cells that tell where a lattice lies.
const LEAST_CELLS: usize = 2;

/// The rounds of a fit: the number of steps by which both ends of an axis move, and their size in picture pixels.
/// Near native size a hundredth of a pixel decides which native pixels are mixed.
const ROUNDS: [(i32, f64); 3] = [(7, 0.1), (5, 0.02), (4, 0.005)];
/// The same where the scale is known.
const SHIFTS: (i32, f64) = (140, 0.005);
/// The steps, in picture pixels, by which ends are moved to mix other lines.
const STEPS: Range<f64> = 0.01..0.05;
/// How much more of the picture a way to mix lines may leave unexplained than the best: a factor, and a share in any
/// case.
const MORE: f64 = 1.5;
const ROUNDED: f64 = 0.003;
/// The most ways to mix lines that are tried, the best first.
const MOST_MIXTURES: usize = 100;
/// Correlations that differ by less are equal.
const EQUAL: f64 = 1e-6;

impl Profiles {
    /// Samples the profiles of a lattice that is known to a pixel; `None` if hardly any of it lies in the picture.
    pub fn of(picture: &GrayImage, lattice: &Lattice, spec: &LatticeSpec) -> Option<Self> {
        let Lattice { x, y, .. } = *lattice;
        let axis = |along, axis: Axis, across: Axis| {
            let (along_axis, _) = spec.along(along);
            let (from, values) = seen(picture, along, axis, across, spec, along_axis.frame)?;
            let looks = |cell: usize| {
                Model::new(spec, along, |c| c == cell).correlation(&values, from, axis) > LEAST_CELL
            };
            let cells: Vec<bool> = (0..along_axis.cells).map(looks).collect();
            let enough = cells.iter().filter(|&&looks| looks).count() >= LEAST_CELLS;
            let model = Model::new(spec, along, |c| cells[c] || !enough);
            Some(SeenAxis { lines: model.lines(), model, from, values, span: along_axis.span() })
        };
        Some(Self { axes: [axis(Along::X, x, y)?, axis(Along::Y, y, x)?] })
    }

    /// How well a lattice explains the profiles of a picture that was reduced by `reduction`: the mean correlation
    /// over both axes, -1 to 1.
    pub fn agreement(&self, axes: [Axis; 2], reduction: Reduction) -> f64 {
        let each = axes.into_iter().zip(&self.axes);
        each.map(|(axis, seen)| seen.agreement(axis, reduction)).sum::<f64>() / 2.0
    }

    /// The axes, near those given, that explain best what is seen in a picture that came about by
    /// `reduction`.
    pub fn fitted(&self, [x, y]: [Axis; 2], reduction: Reduction) -> [Axis; 2] {
        [self.axes[0].fitted(x, reduction), self.axes[1].fitted(y, reduction)]
    }

    /// The ways in which the lines of an axis (0 across, 1 down) may have been mixed near one that is given, an
    /// axis of each: those that explain what is seen about as well as the best. A line that was mixed or left out
    /// within a cell shows only in where the next frame lies. `whole` are the native lines, counted from the
    /// lattice's first, in which two ways must differ.
    pub fn mixtures(
        &self,
        index: usize,
        near: Axis,
        whole: &Range<f64>,
        reduction: Reduction,
    ) -> Vec<Axis> {
        self.axes[index].mixtures(near, whole, reduction)
    }

    /// The axes sharpened among lattices of the scales given.
    pub fn aligned(&self, [x, y]: [Axis; 2], reduction: Reduction) -> [Axis; 2] {
        [self.axes[0].aligned(x, reduction), self.axes[1].aligned(y, reduction)]
    }
}

/// The first and the last native line that each picture pixel shows of `whole`.
fn shown(axis: Axis, whole: &Range<f64>, reduction: Reduction) -> Vec<(u32, u32)> {
    let count = (whole.end - whole.start).ceil() as u32;
    let (from, to) = (axis.at(whole.start).ceil() as i32, axis.at(whole.end).floor() as i32);
    let native = |pixel: i32| (f64::from(pixel) - axis.origin) / axis.scale - whole.start;
    (from..to)
        .map(|pixel| {
            let (mut first, mut last) = (u32::MAX, 0);
            reduction.shares(native(pixel), native(pixel + 1), count, |line, _| {
                (first, last) = (first.min(line), last.max(line));
            });
            (first, last)
        })
        .collect()
}

impl SeenAxis {
    fn agreement(&self, axis: Axis, reduction: Reduction) -> f64 {
        self.model.explains(&self.lines, &self.values, self.from, axis, reduction)
    }

    /// Of the axes that explain best what is seen, the mean.
    fn best(&self, axes: impl Iterator<Item = Axis>, reduction: Reduction) -> Axis {
        let scored: Vec<(f64, Axis)> =
            axes.map(|axis| (self.agreement(axis, reduction), axis)).collect();
        let most = scored.iter().map(|s| s.0).fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<Axis> = scored.iter().filter(|s| s.0 > most - EQUAL).map(|s| s.1).collect();
        let mean = |f: fn(&Axis) -> f64| best.iter().map(f).sum::<f64>() / best.len() as f64;
        Axis { origin: mean(|a| a.origin), scale: mean(|a| a.scale) }
    }

    fn fitted(&self, axis: Axis, reduction: Reduction) -> Axis {
        ROUNDS.into_iter().fold(axis, |axis, (count, step)| {
            self.best(moved_ends(axis, self.span, (count, step)), reduction)
        })
    }

    fn mixtures(&self, near: Axis, whole: &Range<f64>, reduction: Reduction) -> Vec<Axis> {
        // Moved by twice as much, each mixed line is the one before or behind.
        let step = ((1.0 - near.scale) / 2.0).clamp(STEPS.start, STEPS.end);
        let axes = moved_ends(near, self.span, ((REACH / step) as i32, step));
        let mut scored: Vec<(f64, Axis)> =
            axes.chain([near]).map(|axis| (self.agreement(axis, reduction), axis)).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let unexplained = |agreement: f64| 1.0 - agreement.powi(2);
        let most = MORE * unexplained(scored[0].0) + ROUNDED;
        let mut known = HashSet::new();
        scored
            .into_iter()
            .take_while(|(agreement, _)| unexplained(*agreement) <= most)
            .map(|(_, axis)| axis)
            .filter(|axis| known.insert(shown(*axis, whole, reduction)))
            .take(MOST_MIXTURES)
            .collect()
    }

    fn aligned(&self, axis: Axis, reduction: Reduction) -> Axis {
        let (count, step) = SHIFTS;
        let shifts = (-count..=count).map(|i| f64::from(i) * step);
        self.best(shifts.map(|by| Axis { origin: axis.origin + by, ..axis }), reduction)
    }
}
