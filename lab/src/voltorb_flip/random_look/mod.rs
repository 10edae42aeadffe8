//! Looks of boards drawn by chance, to test whether one picture teaches them: proportions, colours, fonts,
//! places of the headers, rims and gradients.

mod clone;
mod dice;
mod draw;
mod fonts;
mod handheld;
mod look;
mod trial;

pub use clone::{AfterRound, CloneGame, CloneLog};
pub use fonts::{Font, NoFonts, fonts};
pub use handheld::Handheld;
pub use trial::trial;
