//! The command line: one file per command, none with logic of its own.
//!
//! [`Arguments`] is what was typed; each command's `run` turns it into calls of the library and
//! prints the answer.

mod aim;
mod ask;
mod bench;
mod calibrate;
mod check;
mod demo;
mod distorted;
#[cfg(feature = "live")]
mod doctor;
mod interrupt;
mod looks;
mod read;
mod simulate;
mod solve;
mod watch;
#[cfg(feature = "live")]
mod windows;

use clap::{Parser, Subcommand};
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

/// Reads a puzzle off the screen, works out the best move, shows it, and plays it if asked.
#[derive(Debug, Parser)]
#[command(version, about, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 all went well; 1 the answer is no (no board in a picture, \
no board fits the headers, a check missed its limits); 2 bad arguments or input that cannot be read.";

#[derive(Debug, Subcommand)]
enum Command {
    Read(read::Read),
    Solve(solve::Solve),
    Demo(demo::Demo),
    Watch(Box<watch::Watch>),
    Check(check::Check),
    Calibrate(calibrate::Calibrate),
    Simulate(simulate::Simulate),
    Bench(bench::Bench),
    #[cfg(feature = "live")]
    Windows(windows::Windows),
    #[cfg(feature = "live")]
    Doctor(doctor::Doctor),
}

impl Arguments {
    /// Runs the command.
    ///
    /// # Errors
    /// Bad input, in a sentence that says what to do; `main` prints it and exits with
    /// [`Exit::BadInput`].
    pub fn run(self) -> anyhow::Result<Exit> {
        match self.command {
            Command::Read(command) => command.run(),
            Command::Solve(command) => command.run(),
            Command::Demo(command) => command.run(),
            Command::Watch(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Calibrate(command) => command.run(),
            Command::Simulate(command) => command.run(),
            Command::Bench(command) => command.run(),
            #[cfg(feature = "live")]
            Command::Windows(command) => command.run(),
            #[cfg(feature = "live")]
            Command::Doctor(command) => command.run(),
        }
    }
}

/// Writes to standard output, colours only where they are wanted; that nobody reads on is no error.
fn print(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
