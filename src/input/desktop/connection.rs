//! The connection to the desktop that presses.

use crate::input::InputError;
use enigo::{Enigo, Settings};

/// A connection that presses without delays of its own. It releases held keys when it ends, but no
/// buttons.
pub(super) fn connect() -> Result<Enigo, InputError> {
    let settings = Settings { linux_delay: 0, ..Settings::default() };
    Enigo::new(&settings).map_err(|error| {
        InputError::Failed(format!("the pointer cannot be used ({error}): see `voltsight doctor`"))
    })
}

pub(super) fn failed(error: enigo::InputError) -> InputError {
    InputError::Failed(format!("the desktop did not take the gesture: {error}"))
}
