//! An input device that writes what it would do, and does nothing.

use super::{Gesture, InputDevice, InputError, on_desktop};
use crate::frame::Frame;
use std::io::Write;

/// Writes a line for each gesture instead of making it.
#[derive(Debug)]
pub struct DryRun<W> {
    to: W,
}

impl<W: Write> DryRun<W> {
    /// Writes to `to`, a line for each gesture.
    pub fn new(to: W) -> Self {
        Self { to }
    }

    /// Returns what it wrote to.
    pub fn into_inner(self) -> W {
        self.to
    }
}

impl<W: Write> InputDevice for DryRun<W> {
    /// Refuses what a real device would refuse by the picture alone.
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        gesture.check(frame)?;
        let line = match gesture {
            Gesture::Tap { at, button, hold, .. } => {
                let tap = button.verb();
                let desktop = on_desktop(*at, frame)
                    .map_or(String::new(), |p| format!(", ({}, {}) on the desktop,", p.x, p.y));
                format!(
                    "would {tap} ({:.1}, {:.1}){desktop} for {} ms",
                    at.x,
                    at.y,
                    hold.as_millis()
                )
            }
            Gesture::Key { key, hold } => {
                format!("would press {key:?} for {} ms", hold.as_millis())
            }
        };
        writeln!(self.to, "{line}").map_err(|error| {
            InputError::Failed(format!("what would be done cannot be written: {error}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::consoles::ds::TAP_HOLD;
    use crate::input::{Button, Key};
    use grid::geometry::{Point, Rect};
    use image::RgbImage;
    use std::time::Duration;

    #[test]
    fn each_gesture_is_a_line_and_bad_ones_are_refused() {
        let mut frame = Frame::new(RgbImage::new(100, 80), Duration::ZERO);
        let within = Rect::new(0.0, 40.0, 100.0, 60.0);
        let tap = |x, y| Gesture::tap(Point::new(x, y), within, TAP_HOLD);
        let mut hand = DryRun::new(Vec::new());
        hand.perform(&tap(10.5, 50.5), &frame).unwrap();
        frame.origin = Some(Point::new(300.0, 200.0));
        hand.perform(&tap(10.5, 50.5), &frame).unwrap();
        frame.origin = None;
        for button in [Button::Right, Button::Both] {
            let at = Point::new(10.5, 50.5);
            hand.perform(&Gesture::Tap { at, within, button, hold: TAP_HOLD }, &frame).unwrap();
        }
        hand.perform(&Gesture::Key { key: Key::A, hold: TAP_HOLD }, &frame).unwrap();
        for (at, why) in [((10.0, 39.9), "located screen"), ((10.0, 80.0), "outside the picture")] {
            let error = hand.perform(&tap(at.0, at.1), &frame).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
        assert_eq!(
            String::from_utf8(hand.into_inner()).unwrap(),
            "would tap (10.5, 50.5) for 80 ms\n\
             would tap (10.5, 50.5), (310, 250) on the desktop, for 80 ms\n\
             would right-click (10.5, 50.5) for 80 ms\n\
             would press both buttons at (10.5, 50.5) for 80 ms\n\
             would press A for 80 ms\n"
        );
    }
}
