//! `voltsight record`: `watch`, recorded.

use super::watch::Watch;
use std::path::PathBuf;

/// Record a session: every picture, what is read and decided, and what is done
///
/// It watches, or with --auto plays, as `watch` does. `voltsight replay` plays the recording back.
#[derive(Debug, clap::Args)]
pub struct Record {
    /// The file to make, such as session.vsr.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    watch: Watch,
}

impl Record {
    /// The session to watch, and where to record it.
    pub(super) fn into_watch(self) -> Watch {
        self.watch.recorded(self.file)
    }
}
