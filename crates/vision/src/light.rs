//! Evens out uneven light: a lamp to one side, a lens with dark corners, the bands of a display that is lit anew while
//! the shutter is open.
//!
//! Things that have one colour everywhere on a board, such as frames and the table, show how bright each place is
//! lit. The logarithm of the light is a polynomial of degree two, as in the flat-field correction of microscopes and
//! scanners (Tasdizen et al., "Intensity inhomogeneity correction in microscopy", Methods 2008). A sensor is read line
//! by line: bands lie along its lines, so a spline over them is added where it explains much more.

use crate::robust;
use grid::geometry::{Point, Rect};
use nalgebra::{DMatrix, DVector};

/// The brightness of something at a place.
#[derive(Clone, Copy, Debug)]
pub struct Patch {
    /// Where it lies, on the board's plane.
    pub at: Point,
    /// Where the picture shows it, in picture pixels.
    pub seen: Point,
    /// What it is: patches of one kind have the same colour.
    pub kind: usize,
    /// Its brightness, more than 0.
    pub bright: f64,
}

impl Patch {
    fn log(&self) -> f64 {
        self.bright.max(1.0).ln()
    }
}

/// The light on a board, relative to about that at its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct Light {
    /// Where patches were seen.
    within: Rect,
    /// Of x, y, x², xy and y², in halves of the sides of `within`, from its middle.
    log: [f64; TERMS],
    bands: Option<Bands>,
}

/// The logarithm of light that differs from line to line of the picture.
#[derive(Clone, Debug, PartialEq)]
struct Bands {
    lines: Lines,
    /// A number for each knot.
    log: Vec<f64>,
}

/// The lines of a picture, and the knots of a cubic B-spline over them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lines {
    /// Whether they are columns of the picture, as in one that was taken upright and turned.
    columns: bool,
    /// The line of the first knot, from one to the next, and how many there are.
    first: f64,
    apart: f64,
    count: usize,
}

/// Rounds of least squares; each weighs the patches anew.
const ROUNDS: usize = 10;
/// The largest usual distance of a patch from the light, as a logarithm. Beyond it something covers the board.
const MOST_OFF: f64 = 0.06;
/// Bands are looked for from this usual distance on, and believed if they leave no more than this share of it.
const OFF: f64 = 0.015;
const LEFT_BY_BANDS: f64 = 0.5;
/// The most spans between knots: a board is some twenty half bands high.
const MOST_SPANS: f64 = 100.0;
/// The fewest patches for a fit.
const LEAST: usize = 24;
/// How far beyond the patches the polynomial is followed, in halves of their sides; from there on the light stays.
const BEYOND: f64 = 0.4;
/// Standard deviations of the logarithm: of a patch, of a knot, and of the second difference of knots. By them a ridge
/// penalty keeps the spline near 0 where the polynomial explains as much, and one for its second differences keeps it
/// straight where there are no patches.
const NOISE: f64 = 0.02;
const BAND: f64 = 0.2;
const BEND: f64 = 0.2;
/// By how much the difference of the logarithms of two patches of different kinds may be off the usual one.
const MOST_UNLIKE: f64 = 0.2;

impl Light {
    /// The light that makes patches of one kind as bright as they are; `None` if they do not tell. Some of them may
    /// be something else. Patches of different kinds within `near` of each other on the plane are lit alike, and bands
    /// are wider than `band`, in picture pixels.
    pub fn fit(patches: &[Patch], near: f64, band: f64) -> Option<Self> {
        let kinds = patches.iter().map(|patch| patch.kind + 1).max()?;
        let even = Fit::of(patches, kinds, None)?;
        let banded = if even.off > OFF { banded(patches, kinds, near, band) } else { None };
        let best = banded.unwrap_or(even);
        (best.off <= MOST_OFF).then_some(best.light)
    }

    /// The brightness of the light at a place that the picture shows at `seen`, as a share of about that in the middle.
    pub fn at(&self, place: Point, seen: impl FnOnce() -> Point) -> f64 {
        let even: f64 = terms(&self.within, place).iter().zip(self.log).map(|(t, c)| t * c).sum();
        let band = self.bands.as_ref().map_or(0.0, |bands| bands.at(seen()));
        (even + band).exp()
    }
}

/// Light with bands, if they explain so much more of the same patches than light without them. What lies over the board
/// is left out before: where that is more than half of it, nothing is told.
fn banded(patches: &[Patch], kinds: usize, near: f64, band: f64) -> Option<Fit> {
    let lit_alike = lit_alike(patches, near);
    if 2 * lit_alike.len() < patches.len() {
        return None;
    }
    let even = Fit::of(&lit_alike, kinds, None)?;
    let along = |columns| {
        let lines = Lines::over(&lit_alike, columns, band / 2.0)?;
        Fit::of(&lit_alike, kinds, Some(lines))
    };
    let fits = [false, true].into_iter().filter_map(along);
    let best = fits.min_by(|a, b| a.off.total_cmp(&b.off))?;
    (best.off < LEFT_BY_BANDS * even.off).then_some(best)
}

impl Bands {
    fn at(&self, seen: Point) -> f64 {
        self.lines.near(seen).map(|(knot, weight)| weight * self.log[knot]).sum()
    }
}

impl Lines {
    /// Lines across all patches; `None` if these lie too far apart to be one board's.
    fn over(patches: &[Patch], columns: bool, apart: f64) -> Option<Self> {
        let seen = Rect::around(&patches.iter().map(|patch| patch.seen).collect::<Vec<_>>());
        let (from, length) = if columns { (seen.x, seen.w) } else { (seen.y, seen.h) };
        let spans = (length / apart).ceil();
        (spans <= MOST_SPANS).then(|| Self {
            columns,
            first: from - apart,
            apart,
            count: spans as usize + 3,
        })
    }

    /// The knots that a place depends on, and how much; beyond the patches, those of the last line with one.
    fn near(self, seen: Point) -> impl Iterator<Item = (usize, f64)> {
        let line = if self.columns { seen.x } else { seen.y };
        let last = self.first + (self.count as f64 - 2.0) * self.apart;
        let line = line.clamp(self.first + self.apart, last);
        let along = (line - self.first) / self.apart;
        // Four knots reach a place between two of them.
        let from = (along as usize).saturating_sub(1);
        (from..(from + 4).min(self.count)).map(move |knot| (knot, b_spline(along - knot as f64)))
    }
}

/// The cubic B-spline with knots at the whole numbers from -2 to 2.
fn b_spline(t: f64) -> f64 {
    let t = t.abs();
    if t < 1.0 { 2.0 / 3.0 - t * t + t * t * t / 2.0 } else { (2.0 - t).max(0.0).powi(3) / 6.0 }
}

/// Light, and the usual distance of a patch from it.
struct Fit {
    light: Light,
    off: f64,
}

impl Fit {
    /// Iteratively reweighted least squares, and penalties for knots and their second differences (Eilers and Marx,
    /// "Flexible smoothing with B-splines and penalties", Statistical Science 1996).
    fn of(patches: &[Patch], kinds: usize, lines: Option<Lines>) -> Option<Self> {
        if patches.len() < LEAST {
            return None;
        }
        let within = Rect::around(&patches.iter().map(|patch| patch.at).collect::<Vec<_>>());
        let knots = lines.map_or(0, |lines| lines.count);
        let mut a = DMatrix::zeros(patches.len() + 2 * knots, kinds + TERMS + knots);
        let mut b = DVector::zeros(a.nrows());
        for (row, patch) in patches.iter().enumerate() {
            a[(row, patch.kind)] = 1.0;
            for (term, value) in terms(&within, patch.at).into_iter().enumerate() {
                a[(row, kinds + term)] = value;
            }
            for (knot, weight) in lines.iter().flat_map(|lines| lines.near(patch.seen)) {
                a[(row, kinds + TERMS + knot)] = weight;
            }
            b[row] = patch.log();
        }
        for knot in 0..knots {
            a[(patches.len() + knots + knot, kinds + TERMS + knot)] = NOISE / BAND;
        }
        for knot in 1..knots.saturating_sub(1) {
            for (beside, by) in [(knot - 1, 1.0), (knot, -2.0), (knot + 1, 1.0)] {
                a[(patches.len() + knot, kinds + TERMS + beside)] = by * NOISE / BEND;
            }
        }
        let mut weights = vec![1.0; a.nrows()];
        let mut solved = DVector::zeros(a.ncols());
        let mut off = f64::INFINITY;
        for _ in 0..ROUNDS {
            let weighted = DMatrix::from_fn(a.nrows(), a.ncols(), |r, c| a[(r, c)] * weights[r]);
            let target = DVector::from_fn(b.len(), |r, _| b[r] * weights[r]);
            solved = weighted.svd(true, true).solve(&target, 1e-9).ok()?;
            let left = (&b - &a * &solved).abs();
            let (usual, seen) = robust::weights(&left.as_slice()[..patches.len()]);
            weights[..patches.len()].copy_from_slice(&seen);
            off = usual;
        }
        let log = std::array::from_fn(|term| solved[kinds + term]);
        let knots = || solved.iter().skip(kinds + TERMS).copied().collect();
        let bands = lines.map(|lines| Bands { lines, log: knots() });
        Some(Self { light: Light { within, log, bands }, off })
    }
}

/// The patches whose neighbours of other kinds have the usual contrast to them: a box that lies over the board has one
/// brightness where there are frames and where there is the table.
fn lit_alike(patches: &[Patch], near: f64) -> Vec<Patch> {
    let apart = |a: &Patch, b: &Patch| a.log() - b.log();
    let is_near = |a: &Patch, b: &Patch| (a.at.x - b.at.x).hypot(a.at.y - b.at.y) <= near;
    let beside = |patch: &Patch| {
        let patch = *patch;
        let others = patches.iter().filter(move |other| other.kind != patch.kind);
        others.filter(move |other| is_near(&patch, other))
    };
    // The usual difference from one kind to another.
    let kinds = patches.iter().map(|patch| patch.kind + 1).max().unwrap_or(0);
    let mut apart_of = vec![Vec::new(); kinds * kinds];
    for patch in patches {
        for other in beside(patch) {
            apart_of[patch.kind * kinds + other.kind].push(apart(patch, other));
        }
    }
    let usual = |all| robust::median(all).unwrap_or(0.0);
    let usual: Vec<f64> = apart_of.into_iter().map(usual).collect();
    let is_alike = |patch: &&Patch| {
        let off = |other: &Patch| apart(patch, other) - usual[patch.kind * kinds + other.kind];
        let (alike, other): (Vec<&Patch>, Vec<&Patch>) =
            beside(patch).partition(|other| off(other).abs() <= MOST_UNLIKE);
        other.is_empty() || alike.len() > other.len()
    };
    patches.iter().filter(is_alike).copied().collect()
}

/// Terms of the polynomial.
const TERMS: usize = 5;

fn terms(within: &Rect, place: Point) -> [f64; TERMS] {
    let middle = within.centre();
    let share = |v: f64, side: f64| (2.0 * v / side.max(1e-9)).clamp(-1.0 - BEYOND, 1.0 + BEYOND);
    let (x, y) = (share(place.x - middle.x, within.w), share(place.y - middle.y, within.h));
    [x, y, x * x, x * y, y * y]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two kinds on a lattice, in light that falls to one side and to the corners; one in `odd` is something else.
    fn patches(odd: usize, noise: f64) -> Vec<Patch> {
        let places = (0..72).map(|i| (f64::from(i / 2 % 6), f64::from(i / 12), i as usize % 2));
        places
            .enumerate()
            .map(|(i, (x, y, kind))| {
                let at = Point::new(32.0 * x, 32.0 * y);
                let colour = [200.0, 90.0][kind];
                let shade = if i % odd == odd - 1 { 0.3 } else { 1.0 };
                let wave = 1.0 + noise * (i as f64 * 2.4).sin();
                Patch { at, seen: seen(at), kind, bright: colour * lit(at) * shade * wave }
            })
            .collect()
    }

    /// The picture shows the plane turned by a quarter and three times as large.
    fn seen(at: Point) -> Point {
        Point::new(600.0 - 3.0 * at.y, 3.0 * at.x)
    }

    /// What patches within 18 of each other tell of the light, with bands of 24 and more of the plane.
    fn fit(patches: &[Patch]) -> Option<Light> {
        Light::fit(patches, 18.0, 72.0)
    }

    fn lit(p: Point) -> f64 {
        (1.0 - 0.4 * p.x / 192.0) * (1.0 - 0.2 * (p.y / 192.0 - 0.4).powi(2))
    }

    #[test]
    fn light_is_told_from_what_has_one_colour() {
        let light = fit(&patches(7, 0.03)).expect("it is even enough");
        let middle = lit(Point::new(80.0, 80.0));
        for at in [Point::new(0.0, 0.0), Point::new(160.0, 0.0), Point::new(96.0, 150.0)] {
            let (told, truth) = (light.at(at, || seen(at)), lit(at) / middle);
            assert!((told / truth - 1.0).abs() < 0.03, "{at:?}: {told}, not {truth}");
        }
        // Far away it stays what it is a little beyond the last patch.
        let [far, near] =
            [900.0, 300.0].map(|x| light.at(Point::new(x, 80.0), || Point::new(0.0, 0.0)));
        assert_eq!(far, near);
    }

    #[test]
    fn what_is_not_light_is_none() {
        assert_eq!(fit(&patches(72, 0.5)), None);
        assert_eq!(fit(&patches(72, 0.0)[..20]), None);
    }

    /// Frames around 6 x 6 cells and the table at their crossings, in bands along the lines of the picture; the last
    /// row of cells lies under a white box.
    fn banded(along: impl Fn(Point) -> f64) -> Vec<Patch> {
        let cells = (0..36).map(|i| Point::new(32.0 * f64::from(i % 6), 32.0 * f64::from(i / 6)));
        let places =
            [(0.0, -14.0, 0), (0.0, 14.0, 0), (-14.0, 0.0, 1), (14.0, 0.0, 1), (16.0, 16.0, 2)];
        let all = cells
            .flat_map(|cell| places.map(|(x, y, kind)| (Point::new(cell.x + x, cell.y + y), kind)));
        all.map(|(at, kind)| {
            let colour = if at.y > 145.0 { 250.0 } else { [220.0, 210.0, 90.0][kind] };
            Patch { at, seen: seen(at), kind, bright: colour * lit(at) * along(seen(at)) }
        })
        .collect()
    }

    #[test]
    fn bands_along_the_lines_of_a_sensor_are_told_and_a_box_is_none() {
        let band = |line: f64| 1.0 - 0.3 * (1.0 + (line / 40.0).sin()) / 2.0;
        for columns in [false, true] {
            let line = |seen: Point| if columns { seen.x } else { seen.y };
            let light = fit(&banded(|seen| band(line(seen)))).expect("all is light");
            assert_eq!(light.bands.as_ref().map(|bands| bands.lines.columns), Some(columns));
            let truth = |at: Point| lit(at) * band(line(seen(at)));
            let told = |at: Point| light.at(at, || seen(at));
            let middle = Point::new(80.0, 64.0);
            for at in [(10.0, 10.0), (80.0, 20.0), (130.0, 100.0), (40.0, 120.0)] {
                let at = Point::new(at.0, at.1);
                let off = told(at) / told(middle) / (truth(at) / truth(middle)) - 1.0;
                assert!(off.abs() < 0.04, "{columns} {at:?}: {off}");
            }
        }
        // Light that differs, but not by lines; and nothing but a box.
        let blotch =
            |seen: Point| 1.0 - 0.2 * ((seen.x / 50.0).sin() * (seen.y / 50.0).sin()).abs();
        let blotched = banded(blotch);
        assert!(Fit::of(&blotched, 3, None).is_some_and(|fit| fit.off > OFF));
        assert_eq!(fit(&blotched).and_then(|light| light.bands), None);
        assert_eq!(fit(&banded(|_| 1.0)).expect("all is light").bands, None);
    }

    #[test]
    fn beyond_the_patches_bands_stay_as_they_are_at_the_last() {
        let light = fit(&banded(|seen| 1.0 - 0.3 * (1.0 + (seen.y / 40.0).sin()) / 2.0));
        let bands = light.and_then(|light| light.bands).expect("there are bands");
        let at = |y| bands.at(Point::new(0.0, y));
        assert_eq!((at(-900.0), at(9000.0)), (at(-100.0), at(700.0)));
    }
}
