//! The ice floor in a real mGBA: our test game (`fixtures/rom/ice-floor`) there shows what its C files
//! show on this machine, and is walked by `voltsight watch --auto` as a user runs it.

mod disturbed;
mod floors;
#[path = "../support/ice_rom.rs"]
mod ice_rom;
#[path = "../support/ice_program.rs"]
mod program;
mod record;
#[path = "../support/rom_build.rs"]
mod rom_build;
mod shown;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod walk;
