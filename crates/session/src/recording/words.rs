//! A gesture in words, equal for equal gestures only.

use crate::input::Gesture;

/// A gesture with its place and how long it is held.
pub(super) fn of_gesture(gesture: &Gesture) -> String {
    let hold = gesture.hold().as_millis();
    match gesture {
        Gesture::Tap { at, button, .. } => {
            format!("{} ({:.3}, {:.3}) for {hold} ms", button.verb(), at.x, at.y)
        }
        Gesture::Key { key, .. } => format!("press {key:?} for {hold} ms"),
    }
}
