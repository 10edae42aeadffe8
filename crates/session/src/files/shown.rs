//! Paths as text.

use crate::printable::acts_on_terminal;
use std::fmt::{self, Display};
use std::path::Path;

/// A path as it is shown to people: characters that act on the terminal are escaped as in Rust (a line break as
/// `\n`), so that a name can neither break a line nor send commands to a terminal. What is not
/// Unicode is shown as U+FFFD.
pub fn shown(path: &Path) -> impl Display + '_ {
    Shown(path)
}

struct Shown<'a>(&'a Path);

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.to_string_lossy().chars() {
            if acts_on_terminal(character) {
                write!(f, "{}", character.escape_default())?;
            } else {
                write!(f, "{character}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_break_a_line_or_send_commands() {
        let turned = Path::new("a\u{202e}gnp.exe");
        assert_eq!(shown(turned).to_string(), "a\\u{202e}gnp.exe");
        let name = Path::new("a\nb\u{1b}[2J\tü 'x'.png");
        assert_eq!(shown(name).to_string(), "a\\nb\\u{1b}[2J\\tü 'x'.png");
    }
}
