//! The loop of the project's name: wait for a still picture, read it, decide, act, and see on the
//! picture that the act took effect before the next one.
//!
//! A [`Session`] knows a [`Source`](crate::capture::Source) of pictures, a
//! [`InputDevice`](crate::input::InputDevice) and a [`Player`], which is what a game contributes; it knows no
//! game, no window and no terminal. What happens is told to [`Observer`]s: the terminal view, the
//! session log and the statistics are three of them.
//!
//! * It waits on the picture, never on the clock alone, and the only clock it knows is that of the
//!   pictures ([`Frame::at`](crate::frame::Frame)): it does the same on the virtual time of a
//!   built-in game, on a recording and at a real window.
//! * It acts only on a still picture, and right before it acts it looks again.
//! * An act that shows no effect is repeated a bounded number of times. Then the game does not take
//!   input, perhaps because its emulator is paused: it says so and tries ever more rarely, until the
//!   game answers or its patience is over.
//! * What is out of sight (covered, minimised, closed) is waited for.
//! * A reading that contradicts what was known is never acted upon.
//!
//! # Examples
//!
//! A folder of pictures as a source:
//!
//! ```
//! use session::capture::Source;
//! use session::capture::images::ImageSource;
//! use std::time::Duration;
//!
//! let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
//! let mut pictures = ImageSource::open(&[folder.into()])?;
//! let frame = pictures.next(Duration::from_millis(20))?;
//! assert_eq!(frame.at, Duration::from_millis(20));
//! # Ok::<(), session::capture::CaptureError>(())
//! ```

mod act;
mod attempt;
pub mod background;
pub mod capture;
pub mod consoles;
mod control;
mod corrections;
mod erased;
pub mod files;
pub mod folders;
pub mod form;
pub mod frame;
mod goals;
pub mod history;
pub mod input;
mod last_state;
mod latency;
pub mod log;
pub mod nearest;
pub mod observation;
mod observer;
mod pace;
mod panel;
mod player;
pub mod printable;
pub mod profiles;
pub mod question;
pub mod recording;
mod run;
mod run_mode;
mod session;
pub mod stats;
mod stillness;
mod stopped;
pub mod templates;
#[cfg(test)]
mod tests;
mod trust;
pub mod truth;
mod waiting;

pub use act::{Act, ActView, AnyMove, Intent};
pub use control::{Control, Setting};
pub use corrections::Correction;
pub use erased::ErasedPlayer;
pub use goals::Goals;
pub use last_state::{Advised, LastState, Seen};
pub use observer::{Event, Observer};
pub use pace::Pace;
pub use panel::{Panel, PanelCell, PanelHeader, Tone};
pub use player::{Ending, Player, RoundEnd, Units, View, noun};
pub use session::Session;
pub use stopped::Stopped;
