//! What can be pressed, and its release.

use crate::{KeySymbol, PlatformKind, PointerButton, Stroke};

/// What is pressed.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Held {
    Button(PointerButton),
    Key(KeySymbol),
}

/// Releases this, the last first.
pub(super) fn release(held: &[(PlatformKind, Held)]) {
    for &(platform, what) in held.iter().rev() {
        // Without a desktop nothing is pressed.
        let Ok(mut presser) = platform.presser() else { continue };
        let _ = match what {
            Held::Button(button) => presser.button(button, Stroke::Release),
            Held::Key(key) => presser.key(key, Stroke::Release),
        };
    }
}
