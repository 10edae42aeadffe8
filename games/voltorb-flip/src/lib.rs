//! Voltorb Flip on the screen: a reader of its pictures ([`screen`]), what they truly show ([`truth`]), and a player
//! that knows what was seen of the round and what to do next ([`player`]).

pub mod background;
mod covered;
mod expected;
pub mod field_text;
mod observation;
pub mod player;
pub mod profiles;
pub mod report;
pub mod screen;
pub mod truth;
