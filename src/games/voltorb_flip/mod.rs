//! Voltorb Flip, the card game of Pokémon HeartGold and SoulSilver.

pub mod arcade;
pub mod board;
pub mod generator;
pub mod levels;
pub mod notation;
pub mod player;
pub mod referee;
pub mod report;
pub mod scaled;
pub mod screen;
pub mod simulate;
pub mod solver;
pub mod trial;
pub mod truth;
