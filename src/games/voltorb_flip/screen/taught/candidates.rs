//! Where boards of equal cells may be in a picture.

use super::place::BoardPlace;
use crate::games::voltorb_flip::screen::layout::SIZE;
use crate::geometry::Rect;
use crate::vision::lattice::tiling::Tiling;

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
}

/// The gap between cards where nothing tells, in cells.
const GAP: f64 = 0.1;
/// How much pitches and places may differ and be those of one grid.
const SAME_PITCH: f64 = 0.015;

impl Cells {
    /// The cells of a board whose cards somebody said to fill this rectangle of the picture.
    pub fn within(cards: Rect) -> Self {
        let size = SIZE as f64;
        let place =
            BoardPlace { left: cards.x, top: cards.y, pitch: (cards.w / size, cards.h / size) };
        Self {
            place,
            columns: SIZE,
            rows: SIZE,
            card: Rect::new(GAP / 2.0, GAP / 2.0, 1.0 - GAP, 1.0 - GAP),
            marks: Vec::new(),
        }
    }

    /// Keeps the window of five by five cells whose cards fill this rectangle of the picture, or none.
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

    /// The boards of which the window of five by five cells may lie anywhere in the grid, or one row or
    /// column beside.
    pub fn windows(&self) -> impl Iterator<Item = BoardPlace> {
        let range = |count: usize| -1..=(count as i32 - SIZE as i32 + 1);
        let (columns, rows) = (range(self.columns), range(self.rows));
        let place = self.place;
        rows.flat_map(move |r| {
            columns.clone().map(move |c| place.moved(f64::from(c), f64::from(r)))
        })
    }
}

/// The grids that tilings make up: tilings of one pitch are parts of the same cells. The largest box is
/// taken for the card.
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
    found
}
