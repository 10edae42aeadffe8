//! The index that suits a number of boards.

use super::board_index::Visitor;
use super::fixed::{self, FixedIndex};
use super::goal::Weights;
use super::wide::WideIndex;
use crate::solver::boards::Code;

/// Numbers boards that are sorted by class in the index that suits so many.
pub fn number<V: Visitor>(
    boards: Vec<(Code, u8)>,
    tiles: usize,
    weights: &Weights,
    visitor: V,
) -> V::Output {
    if boards.len() <= FixedIndex::<16>::ROOM {
        return fixed::number(boards, weights, visitor);
    }
    let (index, all) = WideIndex::new(boards, tiles, weights);
    visitor.visit(&index, all)
}
