//! Finds the rim of a field: a rectangle of four long straight edges.

use grid::geometry::Rect;
use vision::lattice::borders::{Along, Edge, EdgeMap, stands_out};

/// The most lines of pixels that are examined along each axis, those with most edges first.
const MOST_LINES: usize = 60;

/// The least length of a side, in pixels, and the least share of it that is an edge.
const LEAST_SIDE: f64 = 60.0;
const LEAST_COVERAGE: f32 = 0.95;

/// The share of the picture's lines that are edges from which only those that stand out count.
const MOSTLY: f32 = 0.5;

/// The distance at which two sides belong to one rim, in pixels.
const ONE_RIM: f64 = 2.0;

/// The most rectangles that are returned, largest first.
const MOST_RIMS: usize = 300;

/// The rectangles whose sides are edges along nearly all of their length.
pub(super) fn rims(edges: &EdgeMap<'_>) -> Vec<Rect> {
    let (width, height) = edges.size();
    let all = Rect::new(0.0, 0.0, width, height);
    let columns = lines(&edges.profile(&all, Along::X), height);
    let rows = lines(&edges.profile(&all, Along::Y), width);
    let is_edge = |along: Along, at: usize, span: (usize, usize)| {
        edges.coverage(along, at, span) >= LEAST_COVERAGE
    };
    let mut found = Vec::new();
    for (left, right) in pairs(&columns) {
        let across: Vec<usize> =
            rows.iter().copied().filter(|y| is_edge(Along::Y, *y, (left, right))).collect();
        for (top, bottom) in pairs(&across) {
            if [left, right].into_iter().all(|x| is_edge(Along::X, x, (top, bottom))) {
                let [left, right, top, bottom] = [left, right, top, bottom].map(|at| at as f64);
                found.push(Rect::spanning(left, right, top, bottom));
            }
        }
    }
    joined(found, is_same)
}

/// Two lines that may be opposite sides.
fn pairs(lines: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let after = move |i: usize| lines[i + 1..].iter().map(move |other| (lines[i], *other));
    (0..lines.len()).flat_map(after).filter(|(a, b)| (b - a) as f64 >= LEAST_SIDE)
}

/// The lines with most edges, in order. Of noise none is a side: all are edges along all of the picture.
fn lines(profile: &[Edge], length: f64) -> Vec<usize> {
    let long = |edge: &Edge| f64::from(edge.coverage) * length >= LEAST_SIDE;
    let is_side = |i: &usize| long(&profile[*i]) && stands_out(profile, *i, MOSTLY);
    let mut found: Vec<usize> = (0..profile.len()).filter(is_side).collect();
    found.sort_by(|a, b| profile[*b].coverage.total_cmp(&profile[*a].coverage));
    found.truncate(MOST_LINES);
    found.sort_unstable();
    found
}

/// Whether two are one rim.
fn is_same(a: &Rect, b: &Rect) -> bool {
    let ends = [(a.x, b.x), (a.y, b.y), (a.x + a.w, b.x + b.w), (a.y + a.h, b.y + b.h)];
    ends.into_iter().all(|(a, b)| (a - b).abs() <= ONE_RIM)
}

/// Those that are nearly the same as one, in the middle of all; the largest first.
fn joined(mut found: Vec<Rect>, mut is_same: impl FnMut(&Rect, &Rect) -> bool) -> Vec<Rect> {
    found.sort_by(|a, b| (b.w * b.h).total_cmp(&(a.w * a.h)));
    let mut groups: Vec<(Rect, Vec<Rect>)> = Vec::new();
    // No group takes what is smaller than this.
    let mut least = f64::INFINITY;
    for rect in found {
        let all_told = groups.len() == MOST_RIMS;
        if all_told && rect.w * rect.h < least {
            break;
        }
        match groups.iter_mut().find(|(first, _)| is_same(first, &rect)) {
            Some((_, group)) => group.push(rect),
            None if all_told => {}
            None => {
                least = least.min((rect.w - 2.0 * ONE_RIM) * (rect.h - 2.0 * ONE_RIM));
                groups.push((rect, vec![rect]));
            }
        }
    }
    let middle = |group: &[Rect], side: &dyn Fn(&Rect) -> f64| {
        group.iter().map(side).sum::<f64>() / group.len() as f64
    };
    let joined = groups.iter().map(|(_, group)| {
        Rect::new(
            middle(group, &|r| r.x),
            middle(group, &|r| r.y),
            middle(group, &|r| r.w),
            middle(group, &|r| r.h),
        )
    });
    joined.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgb, RgbImage};

    /// Each is compared with each: lines every few pixels have hundreds of thousands.
    #[test]
    fn of_many_rectangles_only_the_largest_are_compared() {
        let side = |i: u32| f64::from(60 + 3 * i);
        let all = (0..60)
            .flat_map(|w| (0..60).map(move |h| Rect::new(9.0, 9.0, side(w), side(h))))
            .collect();
        let mut compared = 0;
        let rims = joined(all, |a, b| {
            compared += 1;
            is_same(a, b)
        });
        assert_eq!(rims.len(), MOST_RIMS);
        assert!(compared < MOST_RIMS * MOST_RIMS, "{compared}");
    }

    #[test]
    fn noise_has_no_rims() {
        let mut seed = 7u32;
        let picture = RgbImage::from_fn(240, 200, |_, _| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Rgb([(seed >> 24) as u8, (seed >> 16) as u8, (seed >> 12) as u8])
        });
        let edges = EdgeMap::new(&picture, 8);
        let area = Rect::new(0.0, 0.0, 240.0, 200.0);
        assert!(lines(&edges.profile(&area, Along::X), 200.0).len() <= 4);
        assert_eq!(rims(&edges), []);
    }

    #[test]
    fn the_rim_of_a_field_is_found_beside_a_bar_and_a_broken_line() {
        let inside = |x: u32, y: u32| (40..240).contains(&x) && (60..220).contains(&y);
        let picture = RgbImage::from_fn(300, 260, |x, y| match (x, y) {
            (_, 20) => Rgb([0, 0, 0]),
            (20, _) if y % 10 < 5 => Rgb([0, 0, 0]),
            _ if inside(x, y) => Rgb([160, 220, 110]),
            _ => Rgb([200, 200, 200]),
        });
        let rims = rims(&EdgeMap::new(&picture, 8));
        assert!(rims.contains(&Rect::spanning(40.0, 240.0, 60.0, 220.0)), "{rims:?}");
        assert!(rims.iter().all(|rim| rim.x == 40.0 && rim.x + rim.w == 240.0), "{rims:?}");
    }
}
