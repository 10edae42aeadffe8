//! The Sootopolis ice floor on the screen: how it is drawn ([`art`]), a reader of its pictures ([`screen`]), what they
//! truly show ([`truth`]), and a player ([`player`]).

pub mod art;
mod observation;
pub mod player;
pub mod profiles;
pub mod screen;
pub mod truth;
