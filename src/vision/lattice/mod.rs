//! Finding a lattice of equal cells, each dark-edged within a light frame, at any scale.
//!
//! A scan line across a row of such cells shows a *comb*: a falling edge where the frame ends and
//! a cell begins, a rising edge where it ends, and again, at a fixed pitch and a fixed ratio of
//! cell to pitch. The ratios do not depend on the scale, so one pass over a picture finds lattices
//! of any scale between limits, as the finder patterns of a QR code are found; a pyramid of halved
//! pictures covers the rest and blurs away what a display filter draws between pixels.
//!
//! 1. `edges` along some rows of each pyramid level, averaged over five rows;
//! 2. combs among them, joined by pitch and phase to columns of votes;
//! 3. the same comb search down the averaged profile of such a column gives the rows;
//! 4. [`polish`] fits the one that is taken by correlation with the profile that the lattice must
//!    have, as the picture's pixels sample it. Edges alone are drawn towards whole pixels.

mod polish;

pub use polish::{Profiles, native_level, polish, sharpen};

use crate::geometry::Rect;
use image::GrayImage;
use rayon::prelude::*;

/// The lattice that is looked for.
#[derive(Clone, Copy, Debug)]
pub struct LatticeSpec {
    /// Cells along each axis.
    pub cells: usize,
    /// Native distance from a cell's edge to the next cell's.
    pub pitch: f64,
    /// Native width and height of a cell, its dark rim included.
    pub cell: f64,
    /// Native width of the dark rim.
    pub rim: f64,
    /// Native width of the light frame around a cell.
    pub frame: f64,
    /// The brightness of frame, rim, cell and of what lies between the frames.
    pub shades: [f32; 4],
    /// The smallest and largest scale, in picture pixels per native pixel, that one pyramid level
    /// looks for; at least a factor of 2 apart.
    pub scales: (f64, f64),
}

impl LatticeSpec {
    /// From the first cell's edge to the last one's far edge.
    fn span(&self) -> f64 {
        self.pitch * (self.cells - 1) as f64 + self.cell
    }
}

/// One axis of a lattice: native 0 (the first cell's edge) lies at `origin`, and a native pixel is
/// `scale` picture pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Picture coordinate of the first cell's first edge.
    pub origin: f64,
    /// Picture pixels per native pixel.
    pub scale: f64,
}

impl Axis {
    fn at(&self, native: f64) -> f64 {
        self.origin + native * self.scale
    }

    fn times(self, factor: f64) -> Self {
        Self { origin: self.origin * factor, scale: self.scale * factor }
    }
}

/// A lattice found in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The share of the edges down its profile that were found, 0 to 1.
    pub support: f64,
}

impl Lattice {
    /// The cells' bounding box in picture pixels.
    pub fn bounds(&self, spec: &LatticeSpec) -> Rect {
        let span = spec.span();
        Rect::spanning(self.x.origin, self.x.at(span), self.y.origin, self.y.at(span))
    }
}

/// A step in brightness along a line.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// Where, in pixels, to a fraction.
    at: f64,
    /// How much, in grey levels over two pixels; negative where it gets darker.
    step: f64,
}

/// The weakest step that counts as an edge, in grey levels over two pixels.
const LEAST_STEP: f64 = 9.0;
/// Rows between two scan lines. The smallest cell is 24 * 0.6 = 14 rows high.
const SCAN_EVERY: usize = 4;
/// Rows averaged in a scan line, to each side.
const SCAN_REACH: usize = 2;
/// The share of a comb's edges that a scan line must show.
const LEAST_SUPPORT: f64 = 0.65;
/// Columns looked at closely in one pyramid level, the best supported first.
const MOST_COLUMNS: usize = 16;
/// Of those, the most that differ by whole cells.
const MOST_RELATED: usize = 4;

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

/// Whether two lattices are one, measured twice.
pub fn same(a: &Lattice, b: &Lattice, spec: &LatticeSpec) -> bool {
    let near = |a: Axis, b: Axis| {
        (a.origin - b.origin).abs() < 0.08 * spec.pitch * a.scale
            && (a.scale / b.scale - 1.0).abs() < 0.05
    };
    near(a.x, b.x) && near(a.y, b.y)
}

fn find_in_level(gray: &GrayImage, spec: &LatticeSpec) -> Vec<Lattice> {
    let (width, height) = (gray.width() as usize, gray.height() as usize);
    let least = (spec.pitch * spec.cells as f64 * spec.scales.0 * 0.9) as usize;
    if width < least || height < least {
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
                    combs(&edges, width, spec)
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

/// The edges of a profile: where the central difference is extreme, to a fraction of a pixel by a
/// parabola through three values.
fn edges(profile: &[f32]) -> Vec<Edge> {
    let slope = |i: usize| f64::from(profile[i + 1] - profile[i - 1]);
    let mut edges = Vec::new();
    for i in 2..profile.len().saturating_sub(2) {
        let here = slope(i);
        if here.abs() < LEAST_STEP {
            continue;
        }
        let (before, after) = (slope(i - 1) * here.signum(), slope(i + 1) * here.signum());
        let peak = here.abs();
        if peak > before && peak >= after {
            let curve = before - 2.0 * peak + after;
            let shift = if curve < 0.0 { 0.5 * (before - after) / curve } else { 0.0 };
            // The central difference at pixel i belongs to that pixel's centre.
            edges.push(Edge { at: i as f64 + 0.5 + shift.clamp(-0.5, 0.5), step: here });
        }
    }
    edges
}

/// Looks up the nearest edge of one sign within a tolerance.
struct EdgeMap {
    edges: Vec<f64>,
    /// For each pixel, the first edge at or after its left border.
    from: Vec<u32>,
}

impl EdgeMap {
    fn new(edges: impl Iterator<Item = f64>, length: usize) -> Self {
        let edges: Vec<f64> = edges.collect();
        let mut from = Vec::with_capacity(length + 1);
        let mut next = 0;
        for pixel in 0..=length {
            while next < edges.len() && edges[next] < pixel as f64 {
                next += 1;
            }
            from.push(next as u32);
        }
        Self { edges, from }
    }

    fn between(&self, low: f64, high: f64) -> &[f64] {
        let last = self.from.len() as f64 - 1.0;
        let pixel = low.floor().clamp(0.0, last) as usize;
        let mut first = self.from[pixel] as usize;
        while first < self.edges.len() && self.edges[first] < low {
            first += 1;
        }
        let mut end = first;
        while end < self.edges.len() && self.edges[end] <= high {
            end += 1;
        }
        &self.edges[first..end]
    }

    fn nearest(&self, at: f64, tolerance: f64) -> Option<f64> {
        self.between(at - tolerance, at + tolerance)
            .iter()
            .copied()
            .min_by(|a, b| (a - at).abs().total_cmp(&(b - at).abs()))
    }
}

/// All combs among the edges of a line: an axis each, and the share of edges found.
fn combs(edges: &[Edge], length: usize, spec: &LatticeSpec) -> Vec<(Axis, f64)> {
    if edges.len() < 2 * spec.cells - 3 {
        return Vec::new();
    }
    let falls = EdgeMap::new(edges.iter().filter(|e| e.step < 0.0).map(|e| e.at), length);
    let rises = EdgeMap::new(edges.iter().filter(|e| e.step > 0.0).map(|e| e.at), length);
    let gap = spec.pitch - spec.cell;
    let mut found = Vec::new();
    for &start in &falls.edges {
        let (low, high) = (start + spec.cell * spec.scales.0, start + spec.cell * spec.scales.1);
        let mut best: Option<(Axis, f64)> = None;
        for &end in rises.between(low, high) {
            let scale = (end - start) / spec.cell;
            let Some(next) = falls.nearest(end + gap * scale, 1.3) else { continue };
            let axis = Axis { origin: start, scale: (next - start) / spec.pitch };
            if let Some((axis, support)) = follow(axis, &falls, &rises, spec)
                && support >= LEAST_SUPPORT
                && best.is_none_or(|(_, most)| support > most)
            {
                best = Some((axis, support));
            }
        }
        found.extend(best);
    }
    found
}

/// Follows a comb from its first cell, fitting pitch and phase to what is found on the way.
fn follow(
    mut axis: Axis,
    falls: &EdgeMap,
    rises: &EdgeMap,
    spec: &LatticeSpec,
) -> Option<(Axis, f64)> {
    let mut fit = Fit::default();
    for cell in 0..spec.cells {
        let native = cell as f64 * spec.pitch;
        let tolerance = if cell < 2 { 1.3 } else { 1.1 };
        if let Some(at) = falls.nearest(axis.at(native), tolerance) {
            fit.falls.add(native, at);
        }
        let native = native + spec.cell;
        if let Some(at) = rises.nearest(axis.at(native), tolerance) {
            fit.rises.add(native, at);
        }
        if cell > 0 {
            axis = fit.axis().unwrap_or(axis);
        }
        // Two edges of the first three cells are missing at the most: else this is no comb.
        if cell == 2 && fit.len() < 4 {
            return None;
        }
    }
    Some((axis, fit.len() as f64 / (2 * spec.cells) as f64))
}

/// A least-squares line through the edges found, falling and rising ones with an offset of their
/// own: a cell's dark rim, narrower than a pixel or blurred, shifts the two in opposite directions.
#[derive(Default)]
struct Fit {
    falls: Moments,
    rises: Moments,
}

/// Sums over pairs of a native and a picture coordinate.
#[derive(Default)]
struct Moments {
    n: f64,
    native: f64,
    at: f64,
    native_native: f64,
    native_at: f64,
}

impl Moments {
    fn add(&mut self, native: f64, at: f64) {
        self.n += 1.0;
        self.native += native;
        self.at += at;
        self.native_native += native * native;
        self.native_at += native * at;
    }

    /// The variance of the native coordinates and their covariance with the picture's, times n.
    fn spread(&self) -> (f64, f64) {
        let mean = self.native / self.n;
        (self.native_native - mean * self.native, self.native_at - mean * self.at)
    }
}

impl Fit {
    fn len(&self) -> usize {
        (self.falls.n + self.rises.n) as usize
    }

    fn axis(&self) -> Option<Axis> {
        let groups = [&self.falls, &self.rises];
        if groups.iter().any(|g| g.n == 0.0) {
            return None;
        }
        let spreads = groups.map(Moments::spread);
        let (var, cov) = (spreads[0].0 + spreads[1].0, spreads[0].1 + spreads[1].1);
        let scale = cov / var;
        let origin = groups.iter().map(|g| (g.at - g.native * scale) / g.n).sum::<f64>() / 2.0;
        (var > 1e-6 && scale > 0.0).then_some(Axis { origin, scale })
    }
}

/// A comb seen on one scan line.
struct Vote {
    axis: Axis,
    support: f64,
    line: usize,
}

/// Votes that agree in pitch and phase.
struct Column {
    axis: Axis,
    weight: f64,
    top: usize,
    bottom: usize,
}

fn columns(votes: Vec<Vote>, spec: &LatticeSpec) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for vote in votes {
        let reach = (spec.pitch * spec.cells as f64 * vote.axis.scale) as usize;
        let known = columns.iter_mut().find(|c| {
            (c.axis.origin - vote.axis.origin).abs() < 0.08 * spec.pitch * vote.axis.scale
                && (c.axis.scale / vote.axis.scale - 1.0).abs() < 0.03
                && vote.line <= c.bottom + reach
        });
        match known {
            Some(column) => {
                let share = vote.support / (column.weight + vote.support);
                column.axis.origin += share * (vote.axis.origin - column.axis.origin);
                column.axis.scale += share * (vote.axis.scale - column.axis.scale);
                column.weight += vote.support;
                column.top = column.top.min(vote.line);
                column.bottom = column.bottom.max(vote.line);
            }
            None => columns.push(Column {
                axis: vote.axis,
                weight: vote.support,
                top: vote.line,
                bottom: vote.line,
            }),
        }
    }
    columns.retain(|c| c.weight >= 3.0);
    columns.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    columns
}

/// The heaviest columns, of those that differ by whole cells a few only: a wall of icons must not
/// crowd out all else.
fn various(columns: Vec<Column>, spec: &LatticeSpec) -> Vec<Column> {
    let mut kept: Vec<Column> = Vec::new();
    for column in columns {
        let related = |other: &&Column| {
            let cells = (other.axis.origin - column.axis.origin) / (spec.pitch * column.axis.scale);
            (cells - cells.round()).abs() < 0.1
                && (other.axis.scale / column.axis.scale - 1.0).abs() < 0.03
        };
        if kept.iter().filter(related).count() < MOST_RELATED {
            kept.push(column);
        }
        if kept.len() == MOST_COLUMNS {
            break;
        }
    }
    kept
}

/// The parts of a cell, along the axis that is averaged over, that show only its edge and frame:
/// neither the middle (where neighbours may be joined) nor the rim.
const SIDES: [(f64, f64); 2] = [(0.10, 0.34), (0.66, 0.90)];

/// The lattices on a column of votes: the same comb search down its averaged profile.
fn lattices_of(gray: &GrayImage, column: &Column, spec: &LatticeSpec) -> Vec<Lattice> {
    let reach = (spec.pitch * spec.cells as f64 * column.axis.scale) as usize;
    let range =
        column.top.saturating_sub(reach)..(column.bottom + reach).min(gray.height() as usize);
    let profile = profile(gray, Along::Y, column.axis, range.clone(), spec);
    let mut narrow = *spec;
    narrow.scales = (column.axis.scale * 0.93, column.axis.scale * 1.07);
    combs(&edges(&profile), profile.len(), &narrow)
        .into_iter()
        .map(|(mut y, support)| {
            y.origin += range.start as f64;
            Lattice { x: column.axis, y, support }
        })
        .collect()
}

#[derive(Clone, Copy, PartialEq)]
enum Along {
    X,
    Y,
}

/// The mean brightness along one axis over `range`, averaged over the [`SIDES`] of all cells of
/// the lattice on the axis `across` it.
fn profile(
    gray: &GrayImage,
    along: Along,
    across: Axis,
    range: std::ops::Range<usize>,
    spec: &LatticeSpec,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::gray;
    use crate::vision::lens::Reduction;
    use image::Luma;

    const SPEC: LatticeSpec = LatticeSpec {
        cells: 4,
        pitch: 20.0,
        cell: 15.0,
        rim: 1.0,
        frame: 1.5,
        shades: [230.0, 30.0, 110.0, 130.0],
        scales: (0.9, 2.1),
    };

    /// The lattice with its first cell at (x, y), each pixel the mean over its area.
    fn drawn(width: u32, height: u32, x: f64, y: f64, scale: f64) -> GrayImage {
        sampled(6, (width, height), x, y, scale)
    }

    /// The same, each pixel the mean of so many samples along both axes.
    fn sampled(samples: u32, (width, height): (u32, u32), x: f64, y: f64, scale: f64) -> GrayImage {
        let shade = |u: f64, v: f64| {
            let length = SPEC.pitch * 4.0;
            let place = |u: f64| {
                let cell = u.rem_euclid(SPEC.pitch);
                let inside =
                    (-SPEC.frame..length - SPEC.pitch + SPEC.cell + SPEC.frame).contains(&u);
                match cell {
                    _ if !inside => 3,
                    c if c < SPEC.rim || (SPEC.cell - SPEC.rim..SPEC.cell).contains(&c) => 1,
                    c if c < SPEC.cell => 2,
                    c if (SPEC.cell + SPEC.frame..SPEC.pitch - SPEC.frame).contains(&c) => 3,
                    _ => 0,
                }
            };
            match (place(u), place(v)) {
                (3, _) | (_, 3) => SPEC.shades[3],
                (0, _) | (_, 0) => SPEC.shades[0],
                (1, _) | (_, 1) => SPEC.shades[1],
                _ => SPEC.shades[2],
            }
        };
        GrayImage::from_fn(width, height, |px, py| {
            let sub = |i: u32| (f64::from(i) + 0.5) / f64::from(samples);
            let sum: f32 = (0..samples * samples)
                .map(|i| {
                    let u = (f64::from(px) + sub(i % samples) - x) / scale;
                    let v = (f64::from(py) + sub(i / samples) - y) / scale;
                    shade(u, v)
                })
                .sum();
            Luma([(sum / (samples * samples) as f32) as u8])
        })
    }

    #[test]
    fn a_picture_without_interpolation_is_fitted_so_that_no_pixel_is_missed() {
        for (x, y, scale) in [(20.0, 30.0, 1.09), (17.3, 25.6, 1.37), (12.8, 14.2, 2.3)] {
            let size = (120.0 * scale) as u32 + 40;
            let picture = sampled(1, (size, size), x, y, scale);
            let axis = |origin: f64| Axis { origin: origin + 0.4, scale: scale * 0.996 };
            let rough = Lattice { x: axis(x), y: axis(y), support: 1.0 };
            let fitted = sharpen(&picture, rough, &SPEC, Reduction::Nearest);
            for (axis, truth) in [(fitted.x, x), (fitted.y, y)] {
                let ends = [(axis.at(0.0), truth), (axis.at(75.0), truth + 75.0 * scale)];
                for (end, truth) in ends {
                    assert!((end - truth).abs() < 0.2, "{end} for {truth} at {scale}x");
                }
            }
        }
    }

    #[test]
    fn a_picture_reduced_by_area_is_fitted_and_explained_as_such() {
        // Native pixels of a lattice, of which a Box filter takes one here and two there.
        let native = sampled(1, (140, 140), 10.0, 10.0, 1.0);
        let (scale, from) = (0.83, 0.4);
        let size = (140.0 * scale) as u32 - 1;
        let reduced = |reduction: Reduction| {
            let mixed = |along: &dyn Fn(u32) -> f32, p: u32| {
                let low = f64::from(p) / scale + from;
                let mut sum = 0.0;
                reduction.shares(low, low + 1.0 / scale, 140, |n, share| sum += share * along(n));
                sum
            };
            GrayImage::from_fn(size, size, |x, y| {
                let row = |n: u32| mixed(&|m| f32::from(native.get_pixel(m, n)[0]), x);
                Luma([mixed(&row, y) as u8])
            })
        };
        let picture = reduced(Reduction::Area);
        let truth = (10.0 - from) * scale;
        let axis = Axis { origin: truth + 0.3, scale: scale * 0.998 };
        let rough = Lattice { x: axis, y: axis, support: 1.0 };
        let fitted = sharpen(&picture, rough, &SPEC, Reduction::Area);
        let off = (fitted.x.at(0.0) - truth).abs();
        assert!(off < 0.15, "{off}");
        let profiles = Profiles::of(&picture, &rough, &SPEC).unwrap();
        let explained = Reduction::ALL.map(|r| (profiles.agreement(fitted.x, fitted.y, r), r));
        let best = explained.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert!(best.0 > 0.9 && best.1 == Reduction::Area, "{explained:?}");
    }

    #[test]
    fn a_lattice_is_found_and_fitted_to_a_tenth_of_a_pixel() {
        for (x, y, scale) in
            [(20.0, 30.0, 1.0), (17.3, 25.6, 1.31), (33.8, 14.2, 2.7), (9.4, 11.9, 4.45)]
        {
            let size = (120.0 * scale) as u32 + 40;
            let levels = gray::pyramid(drawn(size, size, x, y, scale), 60);
            let found = find(&levels, &SPEC);
            let polished: Vec<Lattice> =
                found.iter().map(|&lattice| polish(&levels, lattice, &SPEC)).collect();
            let right = polished.iter().any(|l| {
                (l.x.origin - x).abs() < 0.12 * scale
                    && (l.y.origin - y).abs() < 0.12 * scale
                    && (l.x.scale / scale - 1.0).abs() < 0.003
                    && (l.y.scale / scale - 1.0).abs() < 0.003
            });
            assert!(right, "({x}, {y}) x {scale}: {polished:?}");
        }
    }

    #[test]
    fn a_plain_picture_and_a_single_bar_hold_no_lattice() {
        let plain = GrayImage::from_pixel(300, 300, Luma([90]));
        assert!(find(&gray::pyramid(plain, 60), &SPEC).is_empty());
        let bar = GrayImage::from_fn(300, 300, |x, _| Luma([if x / 20 == 5 { 20 } else { 200 }]));
        assert!(find(&gray::pyramid(bar, 60), &SPEC).is_empty());
    }

    #[test]
    fn edges_lie_where_the_step_is() {
        let profile: Vec<f32> = (0..40)
            .map(|i| {
                if i < 10 {
                    200.0
                } else if i < 25 {
                    50.0
                } else {
                    120.0
                }
            })
            .collect();
        let edges = edges(&profile);
        assert_eq!(edges.len(), 2, "{edges:?}");
        assert!((edges[0].at - 10.0).abs() < 0.51 && edges[0].step < 0.0);
        assert!((edges[1].at - 25.0).abs() < 0.51 && edges[1].step > 0.0);
    }
}
