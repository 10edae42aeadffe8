//! Finds candidate boards of equal cells in a picture.

use super::place::BoardPlace;
use crate::screen::layout::SIZE;
use grid::geometry::Rect;
use vision::lattice::tiling::Tiling;

/// A grid of cells that may hold a board.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// Where its first five rows and columns are.
    pub place: BoardPlace,
    /// How many columns and rows of boxes there are.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
    /// The card within its cell, in cells.
    pub card: Rect,
    /// The boxes that are in most cells, in cells; that which covers most comes first.
    pub marks: Vec<Rect>,
    /// Whether its card is made up of several boxes.
    pub is_joined: bool,
}

/// How much pitches and places of one grid may differ, as a share.
const SAME_PITCH: f64 = 0.015;

/// How much equal cards may differ in width, in cells.
const SAME_CARD: f64 = 0.03;
/// The least gap between cards that are made up of several boxes, in cells.
const LEAST_GAP: f64 = 0.02;

/// The shortest part of a circle of length 1 that covers all of these parts of it (from, length):
/// where it begins, and how long it is. `None` if they leave no gap.
fn cover(parts: &[(f64, f64)]) -> Option<(f64, f64)> {
    // The gap after a part ends where the next one begins, and none lies over it.
    let gap = |&(from, length): &(f64, f64)| {
        let end = from + length;
        let until = parts
            .iter()
            .map(|&(other, length)| {
                let off = (end - other + LEAST_GAP / 2.0).rem_euclid(1.0) - LEAST_GAP / 2.0;
                if off < length - LEAST_GAP / 2.0 { 0.0 } else { (other - end).rem_euclid(1.0) }
            })
            .fold(1.0, f64::min);
        (until, end)
    };
    let (gap, end) = parts.iter().map(gap).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (gap >= LEAST_GAP).then(|| ((end + gap).rem_euclid(1.0), 1.0 - gap))
}

impl Cells {
    /// The cells whose cards are all of their boxes together: a box may be no more than one square
    /// of a card's pattern. `None` where that makes no difference, or the boxes leave no gap.
    fn joined(&self) -> Option<Self> {
        let along = |from: fn(&Rect) -> f64, length: fn(&Rect) -> f64| {
            let boxes: Vec<(f64, f64)> = self.marks.iter().map(|m| (from(m), length(m))).collect();
            cover(&boxes)
        };
        let (x, w) = along(|m| m.x, |m| m.w)?;
        let (y, h) = along(|m| m.y, |m| m.h)?;
        let near = |a: f64, b: f64| (a - b).abs() < SAME_CARD;
        if near(w, self.card.w) && near(h, self.card.h) {
            return None;
        }
        let margin = ((1.0 - w) / 2.0, (1.0 - h) / 2.0);
        let shift = (x - margin.0, y - margin.1);
        let within = |v: f64| (v + 0.02).rem_euclid(1.0) - 0.02;
        let moved = |m: &Rect| Rect { x: within(m.x - shift.0), y: within(m.y - shift.1), ..*m };
        let card = Rect::new(margin.0, margin.1, w, h);
        // Where most cards lie face up, they are boxes themselves.
        let marks = std::iter::once(card).chain(self.marks.iter().map(moved)).collect();
        Some(Self {
            place: self.place.moved(shift.0, shift.1),
            card,
            marks,
            is_joined: true,
            ..*self
        })
    }

    /// Keeps the window of five by five cells whose cards fill this rectangle of the picture, or
    /// none.
    pub fn keep(&mut self, cards: Rect) {
        let middle = cards.centre();
        let (x, y) = self.place.point(SIZE as f64 / 2.0, SIZE as f64 / 2.0);
        let columns = ((middle.x - x) / self.place.pitch.0).round();
        let rows = ((middle.y - y) / self.place.pitch.1).round();
        let place = self.place.moved(columns, rows);
        let size = SIZE as f64 - 1.0;
        let first = place.area(self.card);
        let last = place.moved(size, size).area(self.card);
        let (sx, sy) = (0.15 * place.pitch.0, 0.15 * place.pitch.1);
        let fits = (first.x - cards.x).abs() < sx
            && (first.y - cards.y).abs() < sy
            && (last.x + last.w - cards.x - cards.w).abs() < sx
            && (last.y + last.h - cards.y - cards.h).abs() < sy;
        let side = if fits { SIZE } else { 0 };
        (self.place, self.columns, self.rows) = (place, side, side);
    }

    /// The boards of which the window of five by five cells may lie anywhere in the grid, or one
    /// row or column beside.
    pub fn windows(&self) -> impl Iterator<Item = BoardPlace> {
        let range = |count: usize| -1..=(count as i32 - SIZE as i32 + 1);
        let (columns, rows) = (range(self.columns), range(self.rows));
        let place = self.place;
        rows.flat_map(move |r| {
            columns.clone().map(move |c| place.moved(f64::from(c), f64::from(r)))
        })
    }
}

/// The grids that tilings make up: tilings of one pitch are parts of the same cells. The largest
/// box is taken for the card.
pub(super) fn cells(tilings: &[Tiling]) -> Vec<Cells> {
    let mut used = vec![false; tilings.len()];
    let mut order: Vec<usize> = (0..tilings.len()).collect();
    let area = |t: &Tiling| t.size.0 * t.size.1;
    order.sort_by(|&a, &b| area(&tilings[b]).total_cmp(&area(&tilings[a])));
    let mut found = Vec::new();
    for &first in &order {
        let base = &tilings[first];
        let pitch = (base.columns.pitch, base.rows.pitch);
        if used[first] || base.size.0 > pitch.0 * 1.01 || base.size.1 > pitch.1 * 1.01 {
            continue;
        }
        let margin = ((pitch.0 - base.size.0) / 2.0, (pitch.1 - base.size.1) / 2.0);
        let place = BoardPlace {
            left: base.columns.first - margin.0,
            top: base.rows.first - margin.1,
            pitch,
        };
        let mut cells = Cells {
            place,
            columns: base.columns.count,
            rows: base.rows.count,
            card: Rect::new(
                margin.0 / pitch.0,
                margin.1 / pitch.1,
                base.size.0 / pitch.0,
                base.size.1 / pitch.1,
            ),
            marks: Vec::new(),
            is_joined: false,
        };
        for &other in &order {
            let tiling = &tilings[other];
            let near = |a: f64, b: f64| (a - b).abs() < SAME_PITCH * b;
            if !near(tiling.columns.pitch, pitch.0) || !near(tiling.rows.pitch, pitch.1) {
                continue;
            }
            let at = |first: f64, origin: f64, pitch: f64| {
                ((first - origin) / pitch + 0.02).rem_euclid(1.0) - 0.02
            };
            let mark = Rect::new(
                at(tiling.columns.first, place.left, pitch.0),
                at(tiling.rows.first, place.top, pitch.1),
                tiling.size.0 / pitch.0,
                tiling.size.1 / pitch.1,
            );
            used[other] = true;
            let known = cells.marks.iter().any(|m| {
                let off = [m.x - mark.x, m.y - mark.y, m.w - mark.w, m.h - mark.h];
                off.into_iter().all(|v| v.abs() < 0.03)
            });
            if !known {
                cells.marks.push(mark);
            }
        }
        found.push(cells);
    }
    // A square of a pattern in each card makes up a grid as well, but the whole card changes.
    found.into_iter().flat_map(|cells| cells.joined().into_iter().chain([cells])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_squares_of_a_pattern_make_up_a_card() {
        // The light squares of three by three, of which the last lies beyond the cell's edge.
        let third = 0.25;
        let squares = [0.4, 0.65, 0.9].map(|from| (from, third));
        let (from, length) = cover(&squares).unwrap();
        assert!((from - 0.4).abs() < 1e-9 && (length - 0.75).abs() < 1e-9, "{from} {length}");
        assert_eq!(cover(&[(0.1, 0.5), (0.55, 0.6)]), None);
        assert_eq!(cover(&[]), None);

        let square = |x: f64, y: f64| Rect::new(x, y, third, third);
        let cells = Cells {
            place: BoardPlace { left: 10.0, top: 20.0, pitch: (100.0, 100.0) },
            columns: 5,
            rows: 5,
            card: square(0.375, 0.375),
            marks: vec![square(0.375, 0.375), square(0.875, 0.375), square(0.625, 0.875)],
            is_joined: false,
        };
        let joined = cells.joined().unwrap();
        assert!((joined.card.w - 0.75).abs() < 1e-9 && (joined.card.x - 0.125).abs() < 1e-9);
        assert!((joined.place.left - 35.0).abs() < 1e-9, "{:?}", joined.place);
        assert!(joined.marks.iter().all(|m| m.x >= 0.12 && m.x + m.w <= 0.88), "{joined:?}");
        assert!(joined.joined().is_none());
    }
}
