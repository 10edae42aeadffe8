//! Voltorb Flip on the screen: a reader of its pictures ([`screen`]), what they truly show ([`truth`]), and a player
//! that knows what was seen of the round and what to do next ([`player`]).
//!
//! # Examples
//!
//! ```
//! use voltorb_flip_game::screen::FlipReader;
//!
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/voltorb-flip/desmume/2x-board.png");
//! let picture = image::open(path)?.into_rgb8();
//! let seen = FlipReader::new().read(&picture)?;
//! let board = seen.board.expect("a board is in play");
//! let sum = &board.rows[0].sum;
//! assert_eq!(sum.value, Some(7));
//! assert!(sum.confidence > 0.95);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
