//! Finds covered cells: cells of one kind look alike, block by block, unless something lies over one of them.
//!
//! A signature (`tiles`) does not say where in a cell its colours are: whole ice of which a third is covered may have
//! the colours of cracked ice.

use ice_floor::plan::CELL;
use vision::photometry::{self, Colour};

/// The side of a block, in native pixels.
const BLOCK: i32 = 2;

/// The side of a cell, in blocks.
const SIDE: i32 = CELL / BLOCK;

/// The fewest cells of a kind that show what it looks like.
const LEAST_CELLS: usize = 4;

/// The most by which a block may differ from the same block of other cells: in grey levels, and in multiples of the
/// picture's usual difference.
const MOST_OFF: (f32, f32) = (16.0, 3.0);

/// The share of a cell's blocks that must differ for the cell to count as covered. A pointer covers less.
const COVERED: f32 = 0.25;

/// The mean colours of a cell's blocks, row by row; `None` for blocks with a hidden pixel.
pub struct Blocks(Vec<Option<Colour>>);

impl Blocks {
    /// Computes the block colours of a cell. `pixel` returns the colour at a column and row from 0 to 15, or `None`
    /// if something hides it.
    pub fn of(pixel: impl Fn(i32, i32) -> Option<Colour>) -> Self {
        let block = |i: i32| {
            let (left, top) = (i % SIDE * BLOCK, i / SIDE * BLOCK);
            let mut sum = [0.0; 3];
            for (dx, dy) in (0..BLOCK).flat_map(|dx| (0..BLOCK).map(move |dy| (dx, dy))) {
                let colour = pixel(left + dx, top + dy)?;
                sum = std::array::from_fn(|i| sum[i] + colour[i]);
            }
            Some(sum.map(|sum| sum / (BLOCK * BLOCK) as f32))
        };
        Self((0..SIDE * SIDE).map(block).collect())
    }
}

/// The most of the variance of all blocks of a kind that a block may leave unexplained. [`NOISE`] counts as explained
/// in any case.
const MOST_LEFT: f32 = 0.1;
const NOISE: f32 = 3.0 * 4.0 * 4.0;

/// Cells with their kinds, and what each kind shows in each place.
pub struct Alike<'a, K> {
    cells: &'a [(K, Blocks)],
    kinds: Vec<Kind<'a, K>>,
}

/// What the cells of a kind show.
struct Kind<'a, K> {
    kind: &'a K,
    /// For each place of a cell how many cells show it, and the colour in the middle; `None` where none does.
    places: Vec<Option<(usize, Colour)>>,
    /// That of all blocks.
    variance: f32,
}

/// The square of how far two colours are apart.
fn square(a: &Colour, b: &Colour) -> f32 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum()
}

impl<'a, K> Kind<'a, K> {
    fn of(kind: &'a K, cells: &[&Blocks]) -> Self {
        let place = |i: usize| {
            let there: Vec<Colour> = cells.iter().filter_map(|blocks| blocks.0[i]).collect();
            (!there.is_empty()).then(|| (there.len(), photometry::median(there)))
        };
        let seen: Vec<Colour> =
            cells.iter().flat_map(|blocks| &blocks.0).flatten().copied().collect();
        let count = seen.len().max(1) as f32;
        let mean: Colour =
            [0, 1, 2].map(|i| seen.iter().map(|colour| colour[i]).sum::<f32>() / count);
        Self {
            kind,
            places: (0..(SIDE * SIDE) as usize).map(place).collect(),
            variance: seen.iter().map(|colour| square(colour, &mean)).sum::<f32>() / count,
        }
    }
}

impl<'a, K: PartialEq> Alike<'a, K> {
    /// Compares these cells with each other, kind by kind.
    pub fn of(cells: &'a [(K, Blocks)]) -> Self {
        let mut kinds: Vec<Kind<'a, K>> = Vec::new();
        for (kind, _) in cells {
            if kinds.iter().all(|known| known.kind != kind) {
                let same = cells.iter().filter(|(other, _)| other == kind);
                kinds.push(Kind::of(kind, &same.map(|(_, blocks)| blocks).collect::<Vec<_>>()));
            }
        }
        Self { cells, kinds }
    }

    /// The blocks of a cell that are seen, each with its kind, how many cells of the kind show its place, and the colour
    /// in their middle.
    fn compared<'b>(
        &'b self,
        (kind, blocks): &'b (K, Blocks),
    ) -> impl Iterator<Item = (Colour, &'b Kind<'a, K>, usize, Colour)> {
        let known = self.kinds.iter().find(|known| known.kind == kind);
        known.into_iter().flat_map(move |known| {
            let places = blocks.0.iter().zip(&known.places);
            places.filter_map(move |(colour, place)| {
                let (count, middle) = (*place)?;
                Some(((*colour)?, known, count, middle))
            })
        })
    }

    /// The share of all blocks, 0 to 1, that other cells of the same kind explain. It is low in a view that is
    /// misplaced or bent, or if tiles were recognised wrongly. It is 1 if no kind has several cells in view.
    pub fn explained(&self) -> f32 {
        let blocks = self.cells.iter().flat_map(|cell| self.compared(cell));
        let is_explained =
            blocks.filter(|(_, _, count, _)| *count > 1).map(|(colour, kind, count, middle)| {
                // The middle of few is drawn to each of them.
                let few = count as f32 / (count - 1) as f32;
                few * square(&colour, &middle) <= MOST_LEFT * kind.variance + NOISE
            });
        let (mut explained, mut all) = (0.0, 0.0);
        for is_explained in is_explained {
            explained += f32::from(u8::from(is_explained));
            all += 1.0;
        }
        if all > 0.0 { explained / all } else { 1.0 }
    }

    /// For each cell, whether it differs from most of its kind as if something lay over it.
    pub fn covered(&self) -> Vec<bool> {
        let offs: Vec<Vec<f32>> = self.cells.iter().map(|cell| self.offs(cell)).collect();
        let mut all: Vec<f32> = offs.iter().flatten().copied().collect();
        if all.is_empty() {
            return vec![false; self.cells.len()];
        }
        let (least, times) = MOST_OFF;
        let most = least + times * median(&mut all);
        let is_covered = |offs: &Vec<f32>| {
            let differ = offs.iter().filter(|off| **off > most).count() as f32;
            differ > 0.0 && differ >= COVERED * offs.len() as f32
        };
        offs.iter().map(is_covered).collect()
    }

    /// By how many grey levels each block that is seen differs from the middle of those of the same kind; none where
    /// too few are seen.
    fn offs(&self, cell: &(K, Blocks)) -> Vec<f32> {
        let enough = self.compared(cell).filter(|(_, _, count, _)| *count >= LEAST_CELLS);
        let off = |colour: Colour, middle: Colour| {
            (0..3).map(|i| (colour[i] - middle[i]).abs()).sum::<f32>() / 3.0
        };
        enough.map(|(colour, _, _, middle)| off(colour, middle)).collect()
    }
}

/// The value in the middle of these, of which there is one at least.
fn median(values: &mut [f32]) -> f32 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(covered: i32) -> Blocks {
        Blocks::of(|x, y| {
            Some(if x < covered { [160.0, 110.0, 250.0] } else { [(x % 4 * 8 + y) as f32; 3] })
        })
    }

    #[test]
    fn what_lies_over_a_part_of_a_cell_shows_beside_others_of_its_kind() {
        let mut cells: Vec<(u8, Blocks)> = (0..6).map(|_| (0, cell(0))).collect();
        cells.push((0, cell(5)));
        cells.push((1, cell(16)));
        let covered = Alike::of(&cells).covered();
        assert_eq!(covered.iter().filter(|covered| **covered).count(), 1);
        assert!(covered[6]);
    }

    #[test]
    fn cells_of_a_kind_explain_each_other_only_where_they_look_alike() {
        let textured = |phase: i32| {
            Blocks::of(move |x, y| Some([((x + phase) / 4 % 2 * 120 + (y / 4 % 2) * 60) as f32; 3]))
        };
        let aligned: Vec<(u8, Blocks)> = (0..6).map(|_| (0, textured(0))).collect();
        assert_eq!(Alike::of(&aligned).explained(), 1.0);
        let misplaced: Vec<(u8, Blocks)> = (0..6).map(|i| (0, textured(i * 3))).collect();
        let explained = Alike::of(&misplaced).explained();
        assert!(explained < 0.7, "{explained}");
        let apart: Vec<(u8, Blocks)> = (0..6).map(|i| (i, textured(i.into()))).collect();
        assert_eq!(Alike::of(&apart).explained(), 1.0, "nothing to compare");
    }

    #[test]
    fn blocks_that_are_not_seen_do_not_count() {
        let mut cells: Vec<(u8, Blocks)> = (0..4).map(|_| (0, cell(0))).collect();
        cells.push((0, Blocks::of(|_, _| None)));
        assert!(Alike::of(&cells).covered().iter().all(|covered| !covered));
        assert!(Alike::<u8>::of(&[]).covered().is_empty());
    }
}
