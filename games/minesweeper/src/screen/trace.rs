//! Traces a lattice through the picture, border by border, outwards from the line of cells that fits best. It follows
//! boards whose cells differ in size.

use super::cell::nearest;
use super::look::{Colour, Ground, MineLook, difference};
use super::sample::{IntegralImage, Sample, sides_along};
use grid::geometry::Rect;
use vision::lattice::borders::{Along, CellAxis, CellLattice};
use vision::photometry::{median, near};

/// The fewest rows and columns of a board.
pub(super) const LEAST_SIDE: usize = 4;

/// The least share of the cells at the rim of the board that must have one of the theme's grounds.
const LEAST_AT_RIM: f32 = 0.6;

/// The least mean relief of those cells: a flat area of the right colour has none.
const LEAST_RELIEF: f32 = 0.35;

/// The widths by which a row or column is tried to differ from the others, in pixels, and the cost of a pixel.
const WIDER: [f64; 4] = [-0.5, 0.5, -1.0, 1.0];
const COST: f32 = 0.015;

/// The pitch, in pixels, from which a pixel of the game is several of the picture; then multiples are tried too.
const ENLARGED: f64 = 48.0;
const OF_PITCH: f64 = 1.0 / 24.0;

/// The number of successive lines that do not fit that ends the board.
const MOST_MISSING: usize = 3;

/// The most cells of a line that are examined.
pub(super) const OF_A_LINE: usize = 24;

/// The lattice with each border moved to where the picture has it, without foreign lines at its rim and with the
/// theme's lines next to it. `None` if too few are left.
pub(super) fn traced(
    picture: &IntegralImage<'_>,
    lattice: &CellLattice,
    look: &MineLook,
) -> Option<CellLattice> {
    let (width, height) = picture.size();
    let rows = Lines { picture, look, across: &lattice.x, downwards: true };
    let y = rows.walk(&lattice.y, height)?;
    let columns = Lines { picture, look, across: &y, downwards: false };
    let x = columns.walk(&lattice.x, width)?;
    Some(CellLattice { x, y })
}

/// Whether a part of a line follows that the window cuts off. Only themes with gaps and chequered ones can show it:
/// elsewhere a frame may look like the beginning of a cell.
pub(super) fn cut_off(picture: &IntegralImage<'_>, lattice: &CellLattice, look: &MineLook) -> bool {
    let rows = Lines { picture, look, across: &lattice.x, downwards: true };
    let columns = Lines { picture, look, across: &lattice.y, downwards: false };
    (look.has_gaps() || look.is_chequered())
        && (columns.begins(&lattice.x) || rows.begins(&lattice.y))
}

/// Whether some cells of a line that follows on a side look like cells: then the others are covered.
pub(super) fn covered(picture: &IntegralImage<'_>, lattice: &CellLattice, look: &MineLook) -> bool {
    if look.grounds.is_empty() {
        return false;
    }
    let (width, height) = picture.size();
    let rows = Lines { picture, look, across: &lattice.x, downwards: true };
    let columns = Lines { picture, look, across: &lattice.y, downwards: false };
    let sides = [(rows, &lattice.y, height), (columns, &lattice.x, width)];
    sides.iter().any(|(lines, axis, length)| {
        lines.follows(axis, *length) || !lines.ends_evenly(axis, *length)
    })
}

/// The share of a line, in whole cells, that is not there by chance.
const SOME_SHARE: f32 = 0.15;

/// Where the rim of a board is sampled, as shares of a cell beyond it; the largest difference from its usual colour,
/// in grey levels; and the least share of its length that must have it.
const RIM: std::ops::Range<f64> = 0.1..0.4;
const NEAR: f32 = 24.0;
const LEAST_EVEN: f32 = 0.6;

/// Where the beginning of a cut-off cell is sampled, as shares of its width: one of which little is left, too.
const BEGUN: [std::ops::Range<f64>; 2] = [0.05..0.1, 0.15..0.3];

/// The number of parts of it that are sampled.
const PARTS: u32 = 4;

/// Rows, or columns, of cells.
struct Lines<'a> {
    picture: &'a IntegralImage<'a>,
    look: &'a MineLook,
    /// The borders of their cells along them.
    across: &'a CellAxis,
    /// Whether they are rows, which follow each other downwards.
    downwards: bool,
}

impl Lines<'_> {
    /// From the line that fits best to both sides.
    fn walk(&self, axis: &CellAxis, length: f64) -> Option<CellAxis> {
        let pitch = axis.pitch();
        let fit = |line: &usize| self.fit(axis.cell(*line));
        let anchor = (0..axis.cells()).max_by(|a, b| fit(a).total_cmp(&fit(b)))?;
        let (low, high) = axis.cell(anchor);
        let usual = self.fit((low, high));
        let slack = pitch * 0.06 + 1.0;
        let inside = |at: f64| at >= -slack && at <= length + slack;
        // Borders to each side of the anchor, and whether the line before each is the board's.
        let side = |from: f64, direction: f64, within: usize| {
            let mut at = from;
            let mut lines: Vec<(f64, bool)> = Vec::new();
            let mut missing = 0;
            while missing < MOST_MISSING || lines.len() < within {
                let next = self.next(at, direction, pitch, usual);
                if !inside(next) {
                    break;
                }
                let belongs = self.belongs((at.min(next), at.max(next)));
                let next = if belongs { next } else { at + direction * pitch };
                missing = if belongs { 0 } else { missing + 1 };
                lines.push((next, belongs));
                at = next;
            }
            let last = lines.iter().rposition(|(_, belongs)| *belongs).map_or(0, |last| last + 1);
            lines.truncate(last);
            lines.into_iter().map(|(border, _)| border).collect::<Vec<_>>()
        };
        let mut borders = side(low, -1.0, anchor);
        borders.reverse();
        borders.extend([low, high]);
        borders.extend(side(high, 1.0, axis.cells() - 1 - anchor));
        (borders.len() > LEAST_SIDE).then(|| CellAxis::new(borders))
    }

    /// The next border: a pitch further, unless a place beside it fits better.
    fn next(&self, at: f64, direction: f64, pitch: f64, usual: f32) -> f64 {
        let fit = |wider: f64| {
            let next = at + direction * (pitch + wider);
            (next, self.fit((at.min(next), at.max(next))) - COST * wider.abs() as f32)
        };
        let (even, well) = fit(0.0);
        if well > usual - COST {
            return even;
        }
        // A pixel of the game costs what one of the picture does elsewhere.
        let pixel = if pitch >= ENLARGED { OF_PITCH * pitch } else { 1.0 };
        let enlarged = [-pixel, pixel].map(|wider| {
            let (next, fit) = fit(wider);
            (next, fit + COST * (pixel - 1.0) as f32)
        });
        let others = WIDER.map(fit).into_iter().chain(enlarged);
        others.fold((even, well), |a, b| if b.1 > a.1 { b } else { a }).0
    }

    /// Whether another line begins after the last of an axis, or before the first.
    fn begins(&self, axis: &CellAxis) -> bool {
        let (start, end, pitch) = (axis.start(), axis.end(), axis.pitch());
        BEGUN.iter().any(|begun| {
            let (near, far) = (begun.start * pitch, begun.end * pitch);
            self.is_begun((end + near, end + far)) || self.is_begun((start - far, start - near))
        })
    }

    /// Whether a strip beside the board belongs to cells.
    fn is_begun(&self, strip: (f64, f64)) -> bool {
        let beginning = self.cells(strip);
        let grounds: Vec<Option<&Ground>> = beginning.map(|area| self.ground_of(&area)).collect();
        // Of a chequered look the two colours follow each other.
        let like = |turn: usize| {
            let fits = |i: usize, ground: &Ground| {
                ground
                    .chequer
                    .is_none_or(|colour| colour == (i * self.step() + turn).is_multiple_of(2))
            };
            let seen = grounds.iter().enumerate();
            seen.filter(|(i, ground)| ground.is_some_and(|ground| fits(*i, ground))).count()
        };
        like(0).max(like(1)) * 10 >= grounds.len() * 9
    }

    /// The ground that an area at a cell's side has, without its corners, if all parts of it have its colour: the
    /// mean of a margin and a window's frame may have it, too.
    fn ground_of(&self, area: &Rect) -> Option<&Ground> {
        let parts = (0..PARTS).map(|i| {
            let from = f64::from(i) / f64::from(PARTS);
            let to = f64::from(i + 1) / f64::from(PARTS);
            let ((left, right), (top, bottom)) = match self.downwards {
                true => ((0.2, 0.8), (from, to)),
                false => ((from, to), (0.2, 0.8)),
            };
            self.picture.mean(
                area.x + left * area.w,
                area.y + top * area.h,
                area.x + right * area.w,
                area.y + bottom * area.h,
            )
        });
        let parts: Vec<Colour> = parts.collect();
        let off = |ground: &Ground| {
            let off = parts.iter().map(|seen| difference(*seen, ground.zones.ground));
            off.fold(0.0, f32::max)
        };
        let grounds = self.look.grounds.iter().map(|ground| (off(ground), ground));
        let near = grounds.filter(|(off, _)| *off <= self.look.tolerance.ground);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, ground)| ground)
    }

    /// Of how many cells of a line one is looked at.
    fn step(&self) -> usize {
        self.across.cells().div_ceil(OF_A_LINE)
    }

    /// The cells of a line, or some that stand for all.
    fn cells(&self, (low, high): (f64, f64)) -> impl Iterator<Item = Rect> {
        (0..self.across.cells()).step_by(self.step()).map(move |cell| {
            let (start, end) = self.across.cell(cell);
            if self.downwards {
                Rect::spanning(start, end, low, high)
            } else {
                Rect::spanning(low, high, start, end)
            }
        })
    }

    /// How well the sides towards the lines beside it fit, 1 at most.
    fn fit(&self, line: (f64, f64)) -> f32 {
        let along = if self.downwards { Along::Y } else { Along::X };
        let off = |area: Rect| {
            let seen = self.picture.sides_facing(&area, along);
            let grounds = self.look.grounds.iter();
            let off = grounds.map(|ground| {
                ground.distance_along(sides_along(along), &seen, self.look.tolerance.depth)
            });
            1.0 - (off.fold(f32::INFINITY, f32::min) / (1.5 * self.look.tolerance.sides)).min(1.0)
        };
        let (sum, count) = self
            .cells(line)
            .map(off)
            .fold((0.0, 0.0), |(sum, count), fit| (sum + fit, count + 1.0));
        sum / count
    }

    /// Whether most cells of a line have the look's grounds, and a relief along it.
    fn belongs(&self, line: (f64, f64)) -> bool {
        let Like { all, like, relief } = self.like(line, self.step());
        like >= LEAST_AT_RIM * all && relief >= LEAST_RELIEF * like
    }

    /// Whether a line with some cells like the look's is before the first or after the last of an axis, or two lines
    /// with one each.
    fn follows(&self, axis: &CellAxis, length: f64) -> bool {
        let pitch = axis.pitch();
        let like = |(from, to): (f64, f64)| {
            let is_shown = from >= 0.0 && to <= length;
            let Like { all, like, relief } = is_shown.then(|| self.like((from, to), 1))?;
            (like > 0.0 && relief >= LEAST_RELIEF * like).then_some(like / all)
        };
        [(axis.start(), -pitch), (axis.end(), pitch)].into_iter().any(|(border, step)| {
            let line = |nth: f64| {
                let (near, far) = (border + nth * step, border + (nth + 1.0) * step);
                like((near.min(far), near.max(far)))
            };
            line(0.0).is_some_and(|share| share >= SOME_SHARE || line(1.0).is_some())
        })
    }

    /// Whether what is beyond the first and the last line of an axis looks alike along it, as a frame does and a
    /// window's ground: something that lies over the board seldom does.
    fn ends_evenly(&self, axis: &CellAxis, length: f64) -> bool {
        let pitch = axis.pitch();
        let (start, end) = (axis.start(), axis.end());
        let rims = [
            (start - RIM.end * pitch, start - RIM.start * pitch),
            (end + RIM.start * pitch, end + RIM.end * pitch),
        ];
        rims.into_iter().filter(|(from, to)| *from >= 0.0 && *to <= length).all(|rim| {
            let colours: Vec<Colour> = self
                .cells(rim)
                .map(|area| self.picture.mean(area.x, area.y, area.x + area.w, area.y + area.h))
                .collect();
            let usual = median(colours.clone());
            let alike = colours.iter().filter(|colour| near(colour, &usual, NEAR)).count();
            alike as f32 >= LEAST_EVEN * colours.len() as f32
        })
    }

    /// How many cells of a line, each so many'th, have the look's grounds.
    fn like(&self, line: (f64, f64), step: usize) -> Like {
        let axis = CellAxis::new(vec![line.0, line.1]);
        let lattice = if self.downwards {
            CellLattice { x: self.across.clone(), y: axis }
        } else {
            CellLattice { x: axis, y: self.across.clone() }
        };
        let sample = Sample::new(self.picture, &lattice);
        let mut found = Like::default();
        for cell in sample.cells().step_by(step) {
            let zones = sample.zones(cell);
            let (ground, off) = nearest(self.look, &zones);
            found.all += 1.0;
            if off <= 1.0 && zones.uniform >= self.look.tolerance.uniform {
                found.like += 1.0;
                let axis = sides_along(if self.downwards { Along::X } else { Along::Y });
                found.relief += ground.relief(&zones, &[axis]);
            }
        }
        found
    }
}

/// Cells of a line.
#[derive(Default)]
struct Like {
    all: f32,
    /// Those with the look's grounds.
    like: f32,
    /// The sum of the reliefs of these.
    relief: f32,
}
