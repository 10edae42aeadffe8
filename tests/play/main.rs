//! `voltsight watch --auto` as a user runs it: beside a real DeSmuME, or RetroArch, with our own game for the DS,
//! undisturbed for many rounds and disturbed in every way, and compared with what the game itself
//! says happened.

mod clones;
mod disturbed;
mod fan_games;
mod game;
#[path = "../support/gdb.rs"]
mod gdb;
mod guards;
mod ledger;
#[path = "../support/process_memory.rs"]
mod process_memory;
mod record;
#[path = "../support/rom.rs"]
mod rom;
mod session;
mod soak;
#[path = "../support/mod.rs"]
mod support;
mod sway;
mod table;
mod views;
