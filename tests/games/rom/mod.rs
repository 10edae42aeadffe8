//! The test game for the DS (`fixtures/rom/voltorb-flip`) against the built-in game: the same
//! boards, the same levels, the same pictures.
//!
//! Its C files are compiled for this machine and played side by side with the built-in game; what
//! is in the committed file is then asked in a real emulator.

mod file;
mod machine;
mod program;
mod side_by_side;
