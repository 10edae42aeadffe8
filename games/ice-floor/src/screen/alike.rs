//! Cells of one kind look alike, block by block. Where one differs from the others, something lies over it.
//!
//! A signature (`tiles`) does not say where in a cell its colours are: whole ice of which a third is covered may
//! have the colours of cracked ice.

use ice_floor::plan::CELL;
use vision::photometry::Colour;

/// Pixels of a block's side.
const BLOCK: i32 = 2;

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

/// A block is explained whose difference from others in its place is at most this share of the variance of all blocks
/// of its kind, or noise: the square of so many grey levels a channel.
const MOST_LEFT: f32 = 0.1;
const NOISE: f32 = 3.0 * 4.0 * 4.0;

/// The share of the blocks that cells of the same kind explain: what one of them shows in a place, the others show
/// there. In a view that is misplaced or bent, or of whose tiles some are told wrong, cells of a kind do not look
/// alike, in whatever colours it is shown. 1 where no kind has several cells in view.
pub fn explained<K: PartialEq>(cells: &[(K, Blocks)]) -> f32 {
    let square = |a: &Colour, b: &Colour| -> f32 { (0..3).map(|i| (a[i] - b[i]).powi(2)).sum() };
    let (mut explained, mut compared) = (0.0, 0.0);
    for (kind, blocks) in cells {
        let same: Vec<&Blocks> =
            cells.iter().filter(|(other, _)| other == kind).map(|(_, blocks)| blocks).collect();
        let seen: Vec<Colour> =
            same.iter().flat_map(|blocks| &blocks.0).flatten().copied().collect();
        let count = seen.len().max(1) as f32;
        let mean: Colour =
            [0, 1, 2].map(|i| seen.iter().map(|colour| colour[i]).sum::<f32>() / count);
        let variance = seen.iter().map(|colour| square(colour, &mean)).sum::<f32>() / count;
        for (i, colour) in blocks.0.iter().enumerate() {
            let Some(colour) = colour else { continue };
            let there: Vec<Colour> = same.iter().filter_map(|blocks| blocks.0[i]).collect();
            if there.len() > 1 {
                // The middle of few is drawn to each of them.
                let few = there.len() as f32 / (there.len() - 1) as f32;
                let left = few * square(colour, &middle(&there));
                compared += 1.0;
                explained += f32::from(u8::from(left <= MOST_LEFT * variance + NOISE));
            }
        }
    }
    if compared > 0.0 { explained / compared } else { 1.0 }
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
            let middle = middle(&same);
            (0..3).map(|i| (colour[i] - middle[i]).abs()).sum::<f32>() / 3.0
        })
    };
    seen.filter_map(off).collect()
}

/// The colour in the middle of these, channel by channel; there is one at least.
fn middle(colours: &[Colour]) -> Colour {
    [0, 1, 2].map(|i| median(&mut colours.iter().map(|colour| colour[i]).collect::<Vec<f32>>()))
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
    fn cells_of_a_kind_explain_each_other_only_where_they_look_alike() {
        let textured = |phase: i32| {
            Blocks::of(move |x, y| Some([((x + phase) / 4 % 2 * 120 + (y / 4 % 2) * 60) as f32; 3]))
        };
        let aligned: Vec<(u8, Blocks)> = (0..6).map(|_| (0, textured(0))).collect();
        assert_eq!(explained(&aligned), 1.0);
        let misplaced: Vec<(u8, Blocks)> = (0..6).map(|i| (0, textured(i * 3))).collect();
        assert!(explained(&misplaced) < 0.7, "{}", explained(&misplaced));
        let apart: Vec<(u8, Blocks)> = (0..6).map(|i| (i, textured(i.into()))).collect();
        assert_eq!(explained(&apart), 1.0, "nothing to compare");
    }

    #[test]
    fn blocks_that_are_not_seen_do_not_count() {
        let mut cells: Vec<(u8, Blocks)> = (0..4).map(|_| (0, cell(0))).collect();
        cells.push((0, Blocks::of(|_, _| None)));
        assert!(covered(&cells).iter().all(|covered| !covered));
        assert!(covered::<u8>(&[]).is_empty());
    }
}
