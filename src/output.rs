//! How a command answers: what it prints, and the code that the process ends with.

use std::io::Write;

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

/// Writes to standard output, colours only where they are wanted; that nobody reads on is no error.
///
/// # Errors
/// Standard output cannot be written, for another reason than that it was closed.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
