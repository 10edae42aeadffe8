//! The solver.

pub mod count;
pub mod rules;
