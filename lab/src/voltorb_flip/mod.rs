//! Voltorb Flip: the built-in game, its referee, looks drawn by chance, and sessions.

pub mod arcade;
pub mod campaign;
#[cfg(not(target_family = "wasm"))]
pub mod random_look;
pub mod referee;
pub mod specimens;
