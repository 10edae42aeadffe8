//! The fine fit of a lattice: the correlation of the profile that it must have with the one seen.

use super::{Along, Axis, Lattice, LatticeSpec, profile};
use crate::vision::lens::Reduction;
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

/// What is seen of a lattice along both axes, to try places a fraction of a pixel beside it.
pub struct Profiles {
    model: Model,
    lines: Vec<(f64, f64)>,
    /// For each axis the first pixel and the profile from there on.
    seen: [(usize, Vec<f32>); 2],
}

impl Profiles {
    /// What is seen of a lattice that is known to a pixel; `None` if hardly any of it lies in the picture.
    pub fn of(picture: &GrayImage, lattice: &Lattice, spec: &LatticeSpec) -> Option<Self> {
        let Lattice { x, y, .. } = *lattice;
        let seen = [
            seen(picture, Along::X, x, y, spec, spec.frame)?,
            seen(picture, Along::Y, y, x, spec, spec.frame)?,
        ];
        let model = Model::new(spec, |_| true);
        Some(Self { lines: model.lines(), model, seen })
    }

    /// How well a lattice in a picture that came about by `reduction` explains what is seen: the mean
    /// over both axes of the correlation, -1 to 1.
    pub fn agreement(&self, x: Axis, y: Axis, reduction: Reduction) -> f64 {
        let axes = [x, y].into_iter().zip(&self.seen);
        let each = axes.map(|(axis, (from, seen))| {
            self.model.explains(&self.lines, seen, *from, axis, reduction)
        });
        each.sum::<f64>() / 2.0
    }
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
    let Some((from, seen)) = seen(gray, along, axis, across, spec, spec.frame) else {
        return axis;
    };
    let span = spec.span();
    let model = Model::new(spec, |_| true);
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

/// The level of `pyramid` on which a native pixel of the lattice is 0.8 to 1.6 pixels, or the
/// finest.
pub fn native_level(pyramid: &[GrayImage], lattice: &Lattice) -> usize {
    let scale = lattice.x.scale.min(lattice.y.scale);
    ((scale / 0.8).log2().floor().max(0.0) as usize).min(pyramid.len() - 1)
}

/// The profile along an axis, `beside` native pixels more at both ends, and its first pixel; `None`
/// if hardly any of it lies in the picture.
fn seen(
    gray: &GrayImage,
    along: Along,
    axis: Axis,
    across: Axis,
    spec: &LatticeSpec,
    beside: f64,
) -> Option<(usize, Vec<f32>)> {
    let length = if along == Along::X { gray.width() } else { gray.height() } as usize;
    let from = axis.at(-beside).floor().max(0.0) as usize;
    let to = (axis.at(spec.span() + beside).ceil().max(0.0) as usize).min(length);
    (to >= from + 8).then(|| (from, profile(gray, along, across, from..to, spec)))
}

fn polish_axis(
    gray: &GrayImage,
    along: Along,
    axis: Axis,
    across: Axis,
    spec: &LatticeSpec,
) -> Axis {
    let Some((from, seen)) = seen(gray, along, axis, across, spec, spec.frame + 2.0) else {
        return axis;
    };
    let span = spec.span();
    let whole = search(&Model::new(spec, |_| true), &seen, from, axis, span / 2.0);
    // A box over one end of the board pulls the fit: cells that do not look like cells are left
    // out of a second one, if enough are left.
    let looks =
        |cell: usize| Model::new(spec, |c| c == cell).correlation(&seen, from, whole) > LEAST_CELL;
    let cells: Vec<bool> = (0..spec.cells).map(looks).collect();
    let good = cells.iter().filter(|&&good| good).count();
    if good == spec.cells || good < 3 {
        return whole;
    }
    search(&Model::new(spec, |c| cells[c]), &seen, from, whole, span / 2.0)
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

/// The profile that a lattice must have across its cells, and how much each place of it counts:
/// the inside of the cells differs, their frames and rims do not. Held as running integrals, for
/// the mean over a pixel is then a difference.
struct Model {
    /// The pieces of constant brightness, in order.
    pieces: Vec<Piece>,
    /// Native ends of the whole.
    start: f64,
    end: f64,
}

/// A stretch of the profile, and the integrals of brightness and weight up to its start.
struct Piece {
    end: f64,
    shade: f64,
    weight: f64,
    /// The integrals at native 0, were the whole line like this piece: what is added to `x * shade`
    /// and `x * weight` for the integrals up to x.
    offset: (f64, f64),
}

impl Model {
    /// The profile of the cells that `counts` names; the others have weight 0.
    fn new(spec: &LatticeSpec, counts: impl Fn(usize) -> bool) -> Self {
        let [frame, rim, inside, between] = spec.shades.map(f64::from);
        let start = -spec.frame - 2.0;
        let mut model = Self { pieces: Vec::new(), start, end: start };
        for cell in 0..spec.cells {
            let start = cell as f64 * spec.pitch;
            let w = if counts(cell) { 1.0 } else { 0.0 };
            for (end, shade, weight) in [
                (start - spec.frame, between, w),
                (start, frame, w),
                (start + spec.rim, rim, w),
                (start + spec.rim + 1.0, inside, 0.5 * w),
                (start + spec.cell - spec.rim - 1.0, inside, 0.0),
                (start + spec.cell - spec.rim, inside, 0.5 * w),
                (start + spec.cell, rim, w),
                (start + spec.cell + spec.frame, frame, w),
            ] {
                model.push(end, shade, weight);
            }
        }
        let last = if counts(spec.cells - 1) { 1.0 } else { 0.0 };
        model.push(model.end + 2.0, between, last);
        model
    }

    /// Shade and weight of each native line, for lattices whose pieces end at whole native pixels.
    fn lines(&self) -> Vec<(f64, f64)> {
        let count = (self.end - self.start).round() as usize;
        let at = |i: usize| self.start + i as f64 + 0.5;
        let piece = |x: f64| self.pieces.iter().find(|p| p.end > x);
        (0..count).filter_map(|i| piece(at(i))).map(|p| (p.shade, p.weight)).collect()
    }

    fn push(&mut self, end: f64, shade: f64, weight: f64) {
        // The integrals are continuous where the pieces meet.
        let (s, w) = self.pieces.last().map_or((0.0, 0.0), |p| p.integrals(self.end));
        let offset = (s - shade * self.end, w - weight * self.end);
        self.pieces.push(Piece { end, shade, weight, offset });
        self.end = end;
    }

    /// The weighted normalised cross-correlation with the profile `seen`, whose first value is that
    /// of pixel `from`.
    fn correlation(&self, seen: &[f32], from: usize, axis: Axis) -> f64 {
        let pixel = 1.0 / axis.scale;
        let native = |i: usize| ((from + i) as f64 - axis.origin) * pixel;
        // A pixel counts if at least half of it lies on the model.
        let first = (axis.at(self.start) - 0.5 - from as f64).ceil().max(0.0) as usize;
        let last = (axis.at(self.end) - 0.5 - from as f64).floor();
        let last = (last.max(-1.0) + 1.0) as usize;
        let Some(seen) = seen.get(first..last.min(seen.len())) else { return -1.0 };
        let mut sums = Sums::default();
        let mut pieces = self.pieces.iter();
        let Some(mut piece) = pieces.next() else { return -1.0 };
        let mut low = native(first).max(self.start);
        while piece.end < low
            && let Some(next) = pieces.next()
        {
            piece = next;
        }
        let (mut shade_low, mut weight_low) = piece.integrals(low);
        for (i, &value) in seen.iter().enumerate() {
            let high = native(first + i + 1).min(self.end);
            while piece.end < high
                && let Some(next) = pieces.next()
            {
                piece = next;
            }
            let (shade_high, weight_high) = piece.integrals(high);
            let (shade, weight) = (shade_high - shade_low, weight_high - weight_low);
            sums.add(shade / (high - low), f64::from(value), weight * axis.scale);
            (low, shade_low, weight_low) = (high, shade_high, weight_high);
        }
        sums.correlation()
    }

    /// The weighted normalised cross-correlation with what is seen in a picture that came about by
    /// `reduction`; `lines` are those of the model.
    fn explains(
        &self,
        lines: &[(f64, f64)],
        seen: &[f32],
        from: usize,
        axis: Axis,
        reduction: Reduction,
    ) -> f64 {
        match reduction {
            Reduction::Area => self.correlation(seen, from, axis),
            Reduction::Nearest => self.agreement(seen, from, axis),
            _ => agreement_of_lines(lines, self.start, seen, from, axis, reduction),
        }
    }

    /// The weighted normalised cross-correlation where each pixel shows the native place of its
    /// centre.
    fn agreement(&self, seen: &[f32], from: usize, axis: Axis) -> f64 {
        let mut sums = Sums::default();
        let mut pieces = self.pieces.iter();
        let Some(mut piece) = pieces.next() else { return -1.0 };
        for (i, &value) in seen.iter().enumerate() {
            let native = ((from + i) as f64 + 0.5 - axis.origin) / axis.scale;
            while piece.end <= native
                && let Some(next) = pieces.next()
            {
                piece = next;
            }
            sums.add(piece.shade, f64::from(value), piece.weight);
        }
        sums.correlation()
    }
}

/// The weighted normalised cross-correlation where each pixel shows the native lines that `reduction`
/// mixes in it; `lines` are shade and weight of each, the first of which begins at `start`.
fn agreement_of_lines(
    lines: &[(f64, f64)],
    start: f64,
    seen: &[f32],
    from: usize,
    axis: Axis,
    reduction: Reduction,
) -> f64 {
    let mut sums = Sums::default();
    for (i, &value) in seen.iter().enumerate() {
        let line = |pixel: usize| (pixel as f64 - axis.origin) / axis.scale - start;
        let (low, high) = (line(from + i), line(from + i + 1));
        // A pixel that shows more than the lines does not count.
        if low < 0.0 || high >= lines.len() as f64 {
            continue;
        }
        let (mut shade, mut weight) = (0.0, 0.0);
        reduction.shares(low, high, lines.len() as u32, |n, share| {
            let line = lines[n as usize];
            shade += line.0 * f64::from(share);
            weight += line.1 * f64::from(share);
        });
        sums.add(shade, f64::from(value), weight);
    }
    sums.correlation()
}

/// The sums of a weighted correlation.
#[derive(Default)]
struct Sums {
    n: f64,
    a: f64,
    b: f64,
    aa: f64,
    bb: f64,
    ab: f64,
}

impl Sums {
    fn add(&mut self, a: f64, b: f64, weight: f64) {
        self.n += weight;
        self.a += weight * a;
        self.b += weight * b;
        self.aa += weight * a * a;
        self.bb += weight * b * b;
        self.ab += weight * a * b;
    }

    /// The normalised correlation, -1 to 1; -1 where there is none.
    fn correlation(&self) -> f64 {
        let Self { n, a, b, aa, bb, ab } = self;
        let norm = (aa - a * a / n) * (bb - b * b / n);
        if *n > 0.0 && norm > 0.0 { (ab - a * b / n) / norm.sqrt() } else { -1.0 }
    }
}

impl Piece {
    /// The integrals of brightness and weight up to native `x`.
    fn integrals(&self, x: f64) -> (f64, f64) {
        (x * self.shade + self.offset.0, x * self.weight + self.offset.1)
    }
}
