//! `voltsight play` as a user runs it: beside a real DeSmuME, or RetroArch, with our own game for the DS,
//! undisturbed for many rounds and disturbed in every way, and compared with what the game itself
//! says happened.

mod clones;
mod disturbed;
mod emulated;
mod fan_games;
mod game;
mod gnome;
mod guards;
mod ledger;
mod native;
mod portable;
mod record;
mod rounds;
mod soak;
mod stretched;
mod sway;
mod table;
mod views;
