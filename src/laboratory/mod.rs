//! What proves the readers: truths of pictures, comparison with what was read, folders of pictures,
//! trials on distorted ones, and a referee beside a built-in game.
//! Written once for all games.

pub mod calibration;
pub mod charts;
pub mod check;
pub mod page;
pub mod progress;
pub mod referee;
pub mod shards;
pub mod specimen;
pub mod tally;
pub mod taught;
pub mod trial;
