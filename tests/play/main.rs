//! `voltsight watch --auto` as a user runs it: beside a real DeSmuME with our own game for the DS,
//! undisturbed for many rounds and disturbed in every way, and compared with what the game itself
//! says happened.

mod disturbed;
mod fan_games;
mod game;
#[path = "../support/gdb.rs"]
mod gdb;
mod guards;
mod ledger;
mod record;
#[path = "../support/rom.rs"]
mod rom;
mod session;
mod soak;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod views;
