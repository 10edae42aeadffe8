//! The test game for the Game Boy Advance (`fixtures/rom/ice-floor`): the committed file, and its
//! rules and times, for which its C files are compiled for this machine.

mod file;
#[path = "../support/ice_rom.rs"]
mod ice_rom;
#[path = "../support/ice_program.rs"]
mod program;
#[path = "../support/rom_build.rs"]
mod rom_build;
mod side_by_side;
mod times;
mod walks;
