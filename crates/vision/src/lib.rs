//! What all readers share: finding a lattice of cells at any scale, resampling it to native
//! pixels, templates and their scores. Knows no game.

mod between;
pub mod correlation;
pub mod gray;
pub mod lattice;
pub mod learn;
pub mod lens;
pub mod levels;
pub mod oblique;
pub mod photometry;
pub mod rectangles;
pub mod rectify;
pub mod template;
