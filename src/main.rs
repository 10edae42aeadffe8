//! The `voltsight` command: arguments in, exit code out. All else is in [`voltsight::cli`].

use std::process::ExitCode;
use voltsight::output::{Exit, sentence, warn};

fn main() -> ExitCode {
    #[cfg(feature = "live")]
    if desktop::system::serves_as_releaser(std::env::args_os()) {
        return ExitCode::SUCCESS;
    }
    match voltsight::cli::run(std::env::args_os()) {
        Ok(exit) => exit.into(),
        Err(error) => {
            warn(format_args!("voltsight: {}", sentence(&error)));
            Exit::BadInput.into()
        }
    }
}
