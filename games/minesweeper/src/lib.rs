//! Minesweeper on the screen: a reader of its pictures ([`screen`]), what they truly show ([`truth`]), and a player
//! ([`player`]).
//!
//! # Examples
//!
//! ```
//! use minesweeper_game::screen::MineReader;
//!
//! let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/minesweeper/gnome-classic-playing.png");
//! let picture = image::open(path)?.into_rgb8();
//! let seen = MineReader::new().read(&picture)?;
//! assert_eq!((seen.cells.rows(), seen.cells.columns()), (10, 10));
//! assert_eq!(seen.mines_left.value, Some(17));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod observation;
pub mod player;
pub mod profiles;
pub mod report;
pub mod screen;
pub mod truth;
pub mod words;
