//! Many rounds in a row: rounds played to their end, the time they take, and the values by which the solver looks
//! beyond the round (an average-reward Markov decision process).

pub mod ends;
pub mod gain;
pub mod pace;
pub mod play;
pub mod values;
