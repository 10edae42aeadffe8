//! Capture, input and the commands around them on real desktops: Xvfb, openbox, windows of our
//! own whose every pixel is known, and a real DeSmuME.

mod by_xcap;
mod capture;
mod closed;
mod commands;
mod emulator;
mod endings;
mod overlay;
mod portal;
mod speed;
mod tap;
