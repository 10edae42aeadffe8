//! Minesweeper on the screen: a reader of its pictures ([`screen`]), what they truly show ([`truth`]), and a player
//! ([`player`]).

mod observation;
pub mod player;
pub mod profiles;
pub mod report;
pub mod screen;
pub mod truth;
pub mod words;
