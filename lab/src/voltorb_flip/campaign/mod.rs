//! Round after round: sessions played out by several strategies, and logs of moves judged. What the levels
//! are worth is worked out in the crate of the solver.

pub mod log;
pub mod sessions;
