//! How a command answers: what it prints, and the code that the process ends with.

use session::printable::acts_on_terminal;
use session::profiles::ProfileError;
use std::io::{self, Write};

/// How the process ends. `--help` lists these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// All went well.
    Success = 0,
    /// The question was understood and the answer is no: no board in a picture, no board fits the
    /// headers, a check missed its limits.
    No = 1,
    /// The question could not be asked: bad arguments, a file that cannot be read or decoded.
    BadInput = 2,
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error and its causes, from the outermost, in one line. A cause that an error's own words repeat
/// is left out.
pub fn sentence(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |said, cause| match (said.is_empty(), cause.to_string()) {
        (true, cause) => cause,
        (false, cause) if said.ends_with(&cause) || said.contains(&format!("{cause};")) => said,
        (false, cause) => format!("{said}: {cause}"),
    })
}

/// The text with a capital letter at its beginning.
#[cfg(feature = "window")]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Writes to standard output, colours only where they are wanted; that nobody reads the output is not an error.
///
/// All commands write through this: `println!` would panic where it cannot.
///
/// # Errors
/// Standard output cannot be written, for another reason than that it was closed.
pub fn print(text: &str) -> anyhow::Result<()> {
    print_on(text).map(drop)
}

/// As [`print()`], for what goes on for long: whether somebody still reads.
///
/// # Errors
/// As [`print()`].
pub fn print_on(text: &str) -> anyhow::Result<bool> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => Ok(true),
        Err(error) if is_unread(&error) => Ok(false),
        Err(error) => Err(anyhow::Error::new(error).context("standard output cannot be written")),
    }
}

/// Whether it cannot be written because nobody reads it.
pub fn is_unread(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe || desktop::system::says_unread(error.raw_os_error())
}

/// Writes a line to standard error. Where it cannot be written, nobody can be told. Names and files are in some errors
/// as they are: what would act on the terminal is escaped.
pub fn warn(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{}", harmless(&text.to_string()));
}

/// Whether nothing in a text acts on a terminal but the ends of its lines.
pub fn is_harmless(text: &str) -> bool {
    !text.chars().any(is_harm)
}

fn is_harm(character: char) -> bool {
    !matches!(character, '\n' | '\t') && acts_on_terminal(character)
}

/// The text with all escaped that acts on a terminal, but for the ends of its lines.
fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match is_harm(character) {
            true => out.extend(character.escape_default()),
            false => out.push(character),
        }
    }
    out
}

/// Tells that a profile is left out, and why.
pub fn tell_left_out(error: ProfileError) {
    warn(format_args!("voltsight: {error}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn what_is_said_does_not_act_on_the_terminal() {
        assert_eq!(harmless("one\n\ttwo"), "one\n\ttwo");
        assert_eq!(harmless("a\u{202e}b\u{1b}[2J\r"), "a\\u{202e}b\\u{1b}[2J\\r");
    }

    #[test]
    fn a_cause_is_said_once() {
        let missing = || std::fs::read("no/such/file").unwrap_err();
        let system = missing().to_string();
        let said = anyhow::Error::from(missing()).context("cannot open it");
        assert_eq!(sentence(&said), format!("cannot open it: {system}"));
        let decoding = session::capture::decode::decode(std::path::Path::new("no/such/file"));
        let said = decoding.context("--shows").unwrap_err();
        assert_eq!(sentence(&said), format!("--shows: no/such/file cannot be read: {system}"));
    }
}
