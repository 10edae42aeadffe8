//! The Game Boy Advance: one screen, and buttons.

use super::Timing;
use std::time::Duration;

/// The width and height of its screen in pixels.
pub const SCREEN: (u32, u32) = (240, 160);

/// The time of one frame: 280,896 cycles at 16.78 MHz, 59.73 frames a second.
pub const FRAME: Duration = Duration::from_nanos(280_896 * 1_000_000_000 / 16_777_216);

/// The timing of a game that polls the buttons in every frame.
pub const TIMING: Timing = Timing {
    pass: FRAME,
    hold: Duration::from_millis(200),
    // The button is seen released in a picture, or by an emulator that drops a few.
    gap: Duration::from_millis(60),
    stay: Duration::ZERO,
};
