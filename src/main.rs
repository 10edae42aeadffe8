//! The `voltsight` command: arguments in, exit code out. All else is in [`voltsight::cli`].

use std::process::ExitCode;
use voltsight::output::Exit;

fn main() -> ExitCode {
    match voltsight::cli::run(std::env::args_os()) {
        Ok(exit) => exit.into(),
        Err(error) => {
            eprintln!("voltsight: {error:#}");
            Exit::BadInput.into()
        }
    }
}
