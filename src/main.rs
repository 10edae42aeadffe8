//! The `voltsight` command: arguments in, exit code out. All else is in [`voltsight::cli`].

use clap::Parser;
use std::process::ExitCode;
use voltsight::cli::{Arguments, Exit};

fn main() -> ExitCode {
    match Arguments::parse().run() {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("voltsight: {error:#}");
            Exit::BadInput.into()
        }
    }
}
