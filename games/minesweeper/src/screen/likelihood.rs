//! The evidence for a cell: how much likelier the theme's drawing is than something flat of any colour.
//!
//! Both are compared with the same pixels, the lines along the sides of the cell. Errors are Gaussian, with the
//! deviation of drawings ([`Tolerance`]) in both, and of unknown size. So the likelihoods follow the sums of squares
//! that stay unexplained, and a border that is a pixel off costs little where it is steep.

use super::look::{AXES, Colour, Ground, MineLook, Tolerance, Zones, difference};

/// The deviation of pixels from a drawing, as a share of a theme's tolerance for sides. Doubled, weak borders are no
/// evidence; halved, a fraction of a pixel is some.
const DEVIATION: f32 = 0.25;

/// The most evidence that one cell gives for or against a board, as a logarithm of odds: something may cover any
/// cell.
const MOST: f32 = 2.0;

/// The distance of a cell's colour from which a ground is none of it, in units of the theme's tolerance.
pub(super) const FAR: f32 = 2.0;

/// The prior evidence against cells, as a logarithm of odds: most of a desktop is no board.
const PRIOR: f32 = -0.25;

/// How many independent measurements a mark is worth: pixels side by side are not. Chosen on JPEGs of quality 10 to 40,
/// of which none is read wrong with it, and on sharp pictures, all of which still are read.
const STROKES: f32 = 16.0;

/// The correlation above which a drawing explains all: the rest is how pixels were rounded.
const MOST_CORRELATION: f32 = 0.99;

/// The evidence for a cell of a theme, by its sides and its ground, as a logarithm of odds.
pub(super) fn of_cell(look: &MineLook, seen: &Zones) -> f32 {
    let depth = look.tolerance.placing();
    let flat = AXES.map(|axis| flat(seen, seen.ground, &[axis], depth));
    // A bar has what looks like borders along one axis. Half a bar and half a margin are no cell.
    let most = if seen.uniform < look.tolerance.uniform { 0.0 } else { MOST };
    best(look, |drawn, tolerance| {
        let ground = drawn.zones.ground_distance(seen, tolerance);
        // The sides only add to what the ground is off.
        if ground > FAR {
            return -MOST;
        }
        let lighter = drawn.lighter(seen);
        let along =
            |i: usize| odds(flat[i], drawn.square_of(seen, lighter, &[AXES[i]], depth), tolerance);
        let than_stripe = along(0).min(along(1));
        let than_any = 1.0 - drawn.distance(seen, tolerance).powi(2);
        (than_stripe + 1.0 - ground * ground).min(MOST * than_any).min(most)
    }) + PRIOR
}

/// The evidence for a ground by how far a cell's sides and its colour are off, in units of the tolerance, as a logarithm of
/// a likelihood.
///
/// Errors of each are Gaussian and of unknown size: a mark that reaches over one side spoils that one for all grounds.
pub(super) fn of_ground(off: &[f32; 5]) -> f32 {
    -off.map(|off| (off * off + DEVIATION * DEVIATION).ln()).iter().sum::<f32>()
}

/// The evidence for a cell's borders, by its sides alone, as a logarithm of odds. This places a lattice.
pub(super) fn of_sides(look: &MineLook, seen: &Zones) -> f32 {
    of_some_sides(look, seen, &AXES)
}

/// The same evidence by the sides along some axes.
pub(super) fn of_some_sides(look: &MineLook, seen: &Zones, axes: &[[usize; 2]]) -> f32 {
    let depth = look.tolerance.placing();
    let flat = flat(seen, mean(seen, axes, depth), axes, depth);
    best(look, |drawn, tolerance| {
        let off = drawn.square_of(seen, [0.0; 3], axes, depth);
        let than_any = 1.0 - off / tolerance.sides.powi(2);
        (odds(flat, off, tolerance) + 1.0).min(MOST * than_any) + than_any / 2.0
    })
}

/// The evidence for a drawing by its correlation with what is seen, as a logarithm of odds against nothing in common.
///
/// Errors are Gaussian and of unknown size, so it follows the share of the squares that the drawing leaves unexplained.
/// The same lead of one drawing over another is strong evidence where the better one explains all but a little, and
/// hardly any where both explain half: noise or compression may have made it.
pub(super) fn of_shape(correlation: f32) -> f32 {
    let correlation = correlation.clamp(0.0, MOST_CORRELATION);
    -STROKES / 2.0 * (1.0 - correlation * correlation).ln()
}

fn best(look: &MineLook, odds: impl Fn(&Ground, &Tolerance) -> f32) -> f32 {
    let all = look.grounds.iter().map(|ground| odds(ground, &look.tolerance));
    all.fold(-MOST, f32::max)
}

/// The logarithm of the odds of a drawing, by the mean squares that a flat area and it leave.
fn odds(flat: f32, drawn: f32, tolerance: &Tolerance) -> f32 {
    let noise = (DEVIATION * tolerance.sides).powi(2);
    ((flat + noise) / (drawn + noise)).ln()
}

/// The mean square of what the sides along some axes differ from one colour.
fn flat(seen: &Zones, colour: Colour, axes: &[[usize; 2]], depth: usize) -> f32 {
    let lines = lines(seen, axes, depth);
    lines.map(|line| difference(*line, colour).powi(2)).sum::<f32>() / count(axes, depth)
}

/// The mean colour of the sides along some axes.
fn mean(seen: &Zones, axes: &[[usize; 2]], depth: usize) -> Colour {
    let mut sum = Colour::default();
    for line in lines(seen, axes, depth) {
        sum.iter_mut().zip(line).for_each(|(sum, value)| *sum += value);
    }
    sum.map(|sum| sum / count(axes, depth))
}

fn lines<'a>(
    seen: &'a Zones,
    axes: &'a [[usize; 2]],
    depth: usize,
) -> impl Iterator<Item = &'a Colour> {
    axes.iter().flatten().flat_map(move |i| &seen.sides[*i][..depth])
}

fn count(axes: &[[usize; 2]], depth: usize) -> f32 {
    (2 * axes.len() * depth) as f32
}
