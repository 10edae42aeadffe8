//! What the built-in games have in common: virtual time and the passes of a game's loop, messages
//! printed letter by letter, the picture put into a larger one, and play before a referee.

pub mod clock;
pub(crate) mod colour;
pub mod demonstration;
pub mod drawn;
pub mod framing;
pub mod print;
