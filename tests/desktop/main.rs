//! The program on real desktops: an X server without a screen, or sway, with real programs, emulators and
//! windows of our own.
//!
//! Tests run in the order of their names. Those of the ice floor are the longest and those of `live` mostly wait: they
//! come first and run side by side.

#[path = "../support/mod.rs"]
mod support;

mod ice;
mod live;
mod mines;
mod play;
mod window;
