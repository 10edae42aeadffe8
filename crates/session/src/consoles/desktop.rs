//! A desktop's own programs, drawn by a toolkit such as GTK or Qt.

use super::Timing;
use std::time::Duration;

/// The timing of a program that draws 60 pictures a second.
///
/// The pointer stays where it was released: GNOME Mines 40.1 takes presses back if it leaves at once
/// (`docs/measurements/reading.md`).
pub const TIMING: Timing = Timing {
    pass: Duration::from_millis(17),
    hold: Duration::from_millis(30),
    gap: Duration::from_millis(20),
    stay: Duration::from_millis(120),
};
