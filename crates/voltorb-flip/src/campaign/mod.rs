//! Round after round: rounds played out, what a round takes in time, and the values by which the solver looks
//! beyond the round, worked out as an average-reward Markov decision process.

pub mod ends;
pub mod gain;
pub mod pace;
pub mod play;
pub mod values;
