//! What X11 programs offer on the clipboard, as far as arboard does not ask for it.

use std::time::Duration;
use x11_clipboard::Clipboard;
use x11_clipboard::error::Error;

/// How long the program that has the clipboard may take.
const ANSWERED: Duration = Duration::from_secs(2);

/// The file of a picture that is offered in another format than PNG only.
pub fn picture_that_is_no_png() -> Option<Vec<u8>> {
    let clipboard = Clipboard::new().ok()?;
    let atoms = &clipboard.getter.atoms;
    for format in ["image/jpeg", "image/bmp", "image/webp", "image/gif"] {
        let format = clipboard.getter.get_atom(format).ok()?;
        match clipboard.load(atoms.clipboard, format, atoms.property, ANSWERED) {
            Ok(bytes) if !bytes.is_empty() => return Some(bytes),
            // Who hangs is not asked again.
            Err(Error::Timeout) => return None,
            _ => {}
        }
    }
    None
}
