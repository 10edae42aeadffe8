//! A gesture in words, equal for equal gestures only.

use crate::input::{Button, Gesture};

/// A gesture with its place and how long it is held.
pub(super) fn of_gesture(gesture: &Gesture) -> String {
    let hold = gesture.hold().as_millis();
    match gesture {
        Gesture::Tap { at, button, .. } => {
            let press = match button {
                Button::Left => "tap",
                Button::Middle => "middle-click",
                Button::Right => "right-click",
                Button::Both => "press both buttons at",
            };
            format!("{press} ({:.3}, {:.3}) for {hold} ms", at.x, at.y)
        }
        Gesture::Key { key, .. } => format!("press {key:?} for {hold} ms"),
    }
}
