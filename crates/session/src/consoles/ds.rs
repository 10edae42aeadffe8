//! The Nintendo DS: two screens of the same size, the lower one (as it is held) touched with a pen.

use super::Timing;
use std::time::Duration;

/// The width and height of each screen in pixels.
pub const SCREEN: (u32, u32) = (256, 192);

/// How long a tap is held: a game that polls the pen every second frame does so every 33 ms. Taps of 60 ms and more
/// always registered in DeSmuME, taps of 17 ms and less never (`tests/desktop/live/emulator.rs`).
pub const TAP_HOLD: Duration = Duration::from_millis(80);

/// One pass of the loop of a game that runs once every two pictures of the screen: two frames of
/// 355 x 6 x 263 cycles at 33.513982 MHz, 33.4 ms (GBATEK, "DS Video").
pub const PASS: Duration = Duration::from_nanos(2 * 355 * 6 * 263 * 1_000_000_000 / 33_513_982);

/// The timing of a game that runs 30 passes a second.
pub const TIMING: Timing = Timing {
    pass: Duration::from_millis(33),
    hold: TAP_HOLD,
    // The pen is seen lifted in a pass, or by an emulator that drops a picture.
    gap: Duration::from_millis(60),
    stay: Duration::ZERO,
};
