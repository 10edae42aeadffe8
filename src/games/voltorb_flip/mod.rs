//! Voltorb Flip, the card game of Pokémon HeartGold and SoulSilver.

pub mod board;
pub mod generator;
pub mod levels;
pub mod screen;
pub mod solver;
pub mod trial;
pub mod truth;
