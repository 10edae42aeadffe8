//! Voltorb Flip, the card game of Pokémon HeartGold and SoulSilver.

pub mod board;
pub mod levels;
pub mod solver;
