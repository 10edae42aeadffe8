//! The Sootopolis ice floor on the screen: how it is drawn ([`art`]), a reader of its pictures ([`screen`]), what they
//! truly show ([`truth`]), and a player ([`player`]).
//!
//! # Examples
//!
//! ```
//! use ice_floor_game::screen::{ExitState, IceReader};
//!
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ice-floor/emerald-1x-1-before.png");
//! let picture = image::open(path)?.into_rgb8();
//! let seen = IceReader::new().read(&picture)?;
//! assert_eq!(seen.section.number, 1);
//! assert_eq!(seen.exit.value, Some(ExitState::Closed));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod art;
mod observation;
pub mod player;
pub mod profiles;
pub mod screen;
pub mod truth;
