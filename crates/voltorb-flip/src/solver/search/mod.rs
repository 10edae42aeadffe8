//! The exact search: from a position and its boards to the value of the position and of each tile.
//!
//! [`root`] looks at the first flip, [`tree`] at all that follow, [`strict`] at those that can come too early.
//! They work on sets of boards ([`board_index`], [`fixed`], [`wide`]); [`clique_cover`] bounds the value of a
//! set, [`campaign`] looks beyond the end of the round, [`symmetry`] and [`transposition`] keep them from doing the same twice, [`goal`] says what is aimed at.

mod answer;
mod bits;
mod board_index;
mod campaign;
mod campaign_root;
mod clique_cover;
mod clock;
mod fixed;
mod goal;
mod kept;
mod memory;
mod node;
mod numbering;
mod root;
mod strict;
mod symmetry;
mod transposition;
mod tree;
mod wide;

pub use goal::Aim;
pub use memory::Memory;
pub use root::search;
