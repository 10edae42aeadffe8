//! Cells of one kind look alike, block by block. Where one differs from the others, something lies over it.
//!
//! A signature (`tiles`) does not say where in a cell its colours are: whole ice of which a third is covered may
//! have the colours of cracked ice.

use ice_floor::plan::CELL;
use vision::photometry::Colour;

/// Pixels of a block's side.
const BLOCK: i32 = 4;

/// Blocks of a cell's side.
const SIDE: i32 = CELL / BLOCK;

/// Fewer cells of a kind do not say what they look like.
const LEAST_CELLS: usize = 4;

/// By how many grey levels a block may differ from those in the same place of the others, and by how many times
/// as much as blocks of the picture usually do.
const MOST_OFF: (f32, f32) = (16.0, 3.0);

/// The share of a cell's blocks that must differ for it to be covered: a pointer covers less.
const COVERED: f32 = 0.25;

/// The mean colours of a cell's blocks, row by row; those of which a pixel is not seen are `None`.
pub struct Blocks(Vec<Option<Colour>>);

impl Blocks {
    /// Those of the pixels that `pixel` gives, which is asked for columns and rows 0 to 15.
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

/// For each cell, of which is told of what kind it is, whether it differs from most of its kind as if something
/// lay over it.
pub fn covered<K: PartialEq>(cells: &[(K, Blocks)]) -> Vec<bool> {
    let offs: Vec<Vec<f32>> =
        cells.iter().map(|(kind, blocks)| offs(kind, blocks, cells)).collect();
    let mut all: Vec<f32> = offs.iter().flatten().copied().collect();
    if all.is_empty() {
        return vec![false; cells.len()];
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
fn offs<K: PartialEq>(kind: &K, blocks: &Blocks, cells: &[(K, Blocks)]) -> Vec<f32> {
    let seen = blocks.0.iter().enumerate().filter_map(|(i, colour)| Some((i, (*colour)?)));
    let off = |(i, colour): (usize, Colour)| {
        let same = cells.iter().filter(|(other, _)| other == kind);
        let same: Vec<Colour> = same.filter_map(|(_, blocks)| blocks.0[i]).collect();
        (same.len() >= LEAST_CELLS).then(|| {
            let channels = (0..3).map(|channel| {
                let mut values: Vec<f32> = same.iter().map(|colour| colour[channel]).collect();
                (colour[channel] - median(&mut values)).abs()
            });
            channels.sum::<f32>() / 3.0
        })
    };
    seen.filter_map(off).collect()
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
        let covered = covered(&cells);
        assert_eq!(covered.iter().filter(|covered| **covered).count(), 1);
        assert!(covered[6]);
    }

    #[test]
    fn blocks_that_are_not_seen_do_not_count() {
        let mut cells: Vec<(u8, Blocks)> = (0..4).map(|_| (0, cell(0))).collect();
        cells.push((0, Blocks::of(|_, _| None)));
        assert!(covered(&cells).iter().all(|covered| !covered));
        assert!(covered::<u8>(&[]).is_empty());
    }
}
