//! The program on real desktops: an X server without a screen, or sway, with real programs, emulators and
//! windows of our own.

#[path = "../support/mod.rs"]
mod support;

mod live;
mod mines;
mod play;
mod walk;
mod window;
