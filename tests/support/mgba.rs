//! A real mGBA.

use super::{Program, find};
use std::path::Path;
use std::process::{Command, Stdio};

/// The program of the package mgba-sdl. Its window has nothing but the picture.
pub const MGBA: &str = "mgba";

/// Its keys, as X key symbols: the arrows up, down, left, right; the button A; faster while held.
pub const ARROWS: [u32; 4] = [0xff52, 0xff54, 0xff51, 0xff53];
pub const KEY_A: u32 = 0x78;
pub const FASTER: u32 = 0xff09;
/// Halts the game, and lets it go on, with the control key.
pub const PAUSE: [u32; 2] = [0xffe3, 0x70];

/// Halts it after the next frame, with the control key.
pub const NEXT_FRAME: [u32; 2] = [0xffe3, 0x6e];

/// Starts it with a game, at a whole number of times its size. It keeps the game's battery memory in
/// a file beside it.
pub fn start(rom: &Path, scale: u8) -> Program {
    let mut command = Command::new(find(MGBA).unwrap());
    // Each frame is drawn once: else it is drawn as often as the processor can.
    command.args(["-C", "videoSync=1"]).arg(format!("-{scale}")).arg(rom);
    // There is no sound card; the audio of SDL's `dummy` takes as long as sound does.
    command.env("SDL_AUDIODRIVER", "dummy").stdout(Stdio::null());
    Program::start(&mut command)
}
