//! What a report of a fault needs: the last half minute, and its last picture with what was read.

use crate::companion::{Event, Stopped};
use crate::files::{OutputFile, shown};
use crate::frame::Frame;
use crate::observation::{Field, Screen};
use crate::show::annotate::{annotate, save};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// How long after one report the next is made at the earliest.
const PAUSE: Duration = Duration::from_secs(60);

/// How many reports a session makes at most.
const MOST: u32 = 10;

/// How long readings must be in doubt for a report: by then the loop begins anew, or ends.
const LONG: Duration = Duration::from_secs(5);

/// Saves reports into a folder.
pub(super) struct Reports {
    folder: PathBuf,
    made: u32,
    last: Option<Duration>,
    /// The newest picture, and what was read of it.
    picture: Option<(Frame, Vec<Screen>, Vec<Field>)>,
    /// Since when a reading is in doubt.
    doubt: Option<Duration>,
}

impl Reports {
    /// Into this folder, which is made with the first report.
    pub const fn into(folder: PathBuf) -> Self {
        Self { folder, made: 0, last: None, picture: None, doubt: None }
    }

    /// Takes note of what is seen.
    pub fn see(&mut self, event: &Event<'_>) {
        match event {
            Event::Looked { frame, seen } => {
                self.picture = Some(((*frame).clone(), seen.screens(), seen.fields()));
            }
            Event::NotVisible { frame, .. } => {
                self.picture = Some(((*frame).clone(), Vec::new(), Vec::new()));
            }
            _ => {}
        }
    }

    /// Whether this is something to report. What a person asks for always is.
    pub fn is_due(&mut self, at: Duration, event: &Event<'_>) -> bool {
        match event {
            Event::Doubt(_) => {
                self.doubt.get_or_insert(at);
            }
            Event::Advised { .. } | Event::Confirmed { .. } | Event::Resumed => self.doubt = None,
            _ => {}
        }
        let wrong = match event {
            Event::Standstill(_) | Event::NoEffect { .. } => true,
            Event::Stopped(why) => !why.as_meant() && !matches!(why, Stopped::Unwritable(_)),
            _ => self.doubt.is_some_and(|since| at.saturating_sub(since) >= LONG),
        };
        if matches!(event, Event::ReportAsked) {
            return true;
        }
        let recent = self.last.is_some_and(|last| at.saturating_sub(last) < PAUSE);
        wrong && !recent && self.made < MOST
    }

    /// Saves a report of this: what `write` writes, and the newest picture. What is to be said of it. One that
    /// a person asks for does not count.
    pub fn save(
        &mut self,
        at: Duration,
        event: &Event<'_>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Option<String> {
        if !matches!(event, Event::ReportAsked) {
            (self.last, self.doubt) = (Some(at), None);
            self.made += 1;
        }
        Some(match self.try_to_save(write) {
            Ok(path) => format!(
                "the last half minute is saved in {}: `voltsight replay` plays it back, and a report \
                 of a fault needs it",
                shown(&path)
            ),
            Err(why) => format!("the last half minute could not be saved: {why}"),
        })
    }

    fn try_to_save(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<PathBuf, String> {
        let failed = |why: io::Error| format!("{}: {why}", shown(&self.folder));
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        let name = |number: u32| self.folder.join(format!("report-{number}"));
        let free = |name: &PathBuf| {
            let file = |ending| OutputFile::new(&name.with_extension(ending)).ok();
            file("vsr").zip(file("png"))
        };
        let (recording, picture) =
            (1..).map(name).find_map(|name| free(&name)).ok_or("no name is left")?;
        let path = recording.path().to_owned();
        recording.create().and_then(|mut file| write(&mut file)).map_err(failed)?;
        if let Some((frame, screens, fields)) = &self.picture {
            save(&annotate(&frame.picture, screens, fields), &picture)
                .map_err(|why| format!("{why:#}"))?;
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn what_a_person_asks_for_is_saved_each_time_and_counts_for_no_fault() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/test-images/reports-asked");
        let _ = std::fs::remove_dir_all(&folder);
        let mut reports = Reports::into(folder.clone());
        let (asked, fault) = (Event::ReportAsked, Event::Standstill("the game to answer"));
        let at = Duration::from_secs(1);
        for _ in 0..2 * MOST {
            assert!(reports.is_due(at, &asked));
            reports.save(at, &asked, |out| out.write_all(b"half a minute")).unwrap();
        }
        assert!(reports.is_due(at, &fault));
        let said = reports.save(at, &fault, |out| out.write_all(b"a fault")).unwrap();
        assert!(said.contains("report-21.vsr"), "{said}");
        assert_eq!(std::fs::read(folder.join("report-20.vsr")).unwrap(), b"half a minute");
        assert!(!reports.is_due(at, &fault), "not again at once");
        assert!(reports.is_due(at, &asked), "but when asked for");
    }
}
