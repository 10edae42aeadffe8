//! A desktop's own programs, drawn by a toolkit such as GTK or Qt.

use super::Timing;
use std::time::Duration;

/// The times of a program that draws 60 pictures a second.
///
/// GNOME Mines 40.1 (GTK 3) took every press of 5 ms. Of presses after which the pointer left at once 16 of 40
/// were taken back while other programs kept the machine busy, with this stay 10 of 140: presumably it asks
/// where the pointer is when it comes to the release.
pub const TIMING: Timing = Timing {
    pass: Duration::from_millis(17),
    hold: Duration::from_millis(30),
    gap: Duration::from_millis(20),
    stay: Duration::from_millis(120),
};
