//! Recordings of sessions: every picture without loss, when it was taken, what was read and decided, and what the
//! input device and the person did, in one file. A replay runs the whole loop on the recording's own clock, without
//! the window that it was made of.
//!
//! A [`Recorder`] stands between the loop and its source, its input device and its view. A [`Playback`] replaces all
//! three and notes where the loop reads or decides differently. `docs/reference/recordings.md` describes the file.

mod difference;
mod pixels;
mod playback;
mod reader;
mod record;
mod recorder;
mod report;
mod ring;
mod words;
mod writer;

pub use difference::{Difference, ReplayComparison};
pub use playback::Playback;
pub use reader::RecordingError;
pub use record::Start;
pub use recorder::Recorder;
pub use report::Annotate;
