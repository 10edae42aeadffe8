//! The test game for the Game Boy Advance (`fixtures/rom/ice-floor`): the committed file, and its
//! rules and times, for which its C files are compiled for this machine.

mod file;
mod side_by_side;
mod times;
mod walks;
