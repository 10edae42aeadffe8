//! The session log: what happened, one JSON object a line, and the last pictures when something
//! went wrong.

use super::corrections::Correction;
use super::observer::{Event, Observer};
use super::player::View;
use super::stopped::Stopped;
use crate::files::{png, replace, shown};
use crate::frame::Frame;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The name of the log in its folder.
const LOG: &str = "session.jsonl";

/// The number of last pictures that are kept in case something goes wrong.
const PICTURES: usize = 8;

/// Writes a session log into a folder: `session.jsonl`, and `last-N.png` after an error or while the
/// game does not go on, where `last-1.png` is the newest.
pub struct SessionLog {
    folder: PathBuf,
    out: BufWriter<File>,
    pictures: VecDeque<Frame>,
    failure: Option<std::io::Error>,
}

/// The error for a log that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("{}", unwritable(folder, why))]
pub struct LogError {
    folder: PathBuf,
    why: std::io::Error,
}

fn unwritable(folder: &Path, why: &std::io::Error) -> String {
    format!("the session log in {} cannot be written: {why}", shown(folder))
}

impl SessionLog {
    /// Creates a log in `folder`, and the folder if needed. An existing log moves into a folder `earlier-N` in it,
    /// with its pictures.
    ///
    /// # Errors
    /// The folder or the file cannot be created.
    pub fn create(folder: &Path) -> Result<Self, LogError> {
        let file = fs::create_dir_all(folder)
            .and_then(|()| set_aside(folder))
            .and_then(|()| File::create_new(folder.join(LOG)))
            .map_err(|why| LogError { folder: folder.to_owned(), why })?;
        Ok(Self {
            folder: folder.to_owned(),
            out: BufWriter::new(file),
            pictures: VecDeque::new(),
            failure: None,
        })
    }

    /// Writes the rest of the log and closes it.
    ///
    /// # Errors
    /// When anything of it could not be written.
    pub fn finish(mut self) -> Result<(), LogError> {
        let flushed = self.out.flush();
        match self.failure.map_or(flushed, Err) {
            Ok(()) => Ok(()),
            Err(why) => Err(LogError { folder: self.folder, why }),
        }
    }

    fn write(&mut self, entry: &Value) {
        // Each line is there at once, should the process be killed.
        let written = writeln!(self.out, "{entry}").and_then(|()| self.out.flush());
        if let Err(why) = written {
            self.failure.get_or_insert(why);
        }
    }

    fn save_pictures(&mut self) {
        for (number, frame) in (1..).zip(self.pictures.iter().rev()) {
            if let Err(why) = save(frame, &self.folder.join(picture_name(number))) {
                self.failure.get_or_insert(why);
            }
        }
    }
}

fn picture_name(number: usize) -> String {
    format!("last-{number}.png")
}

/// Saves a picture in the place of an earlier one. What a link leads to stays as it is.
fn save(frame: &Frame, path: &Path) -> io::Result<()> {
    replace(path, &png(&frame.picture)?)
}

/// Moves a log that is in the folder, and its pictures, into a new folder beside it.
fn set_aside(folder: &Path) -> io::Result<()> {
    if folder.join(LOG).symlink_metadata().is_err() {
        return Ok(());
    }
    let mut numbers = 1..;
    let aside = loop {
        let aside = folder.join(format!("earlier-{}", numbers.next().unwrap_or(usize::MAX)));
        match fs::create_dir(&aside) {
            Ok(()) => break aside,
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            Err(why) => return Err(why),
        }
    };
    for name in std::iter::once(LOG.to_owned()).chain((1..=PICTURES).map(picture_name)) {
        match fs::rename(folder.join(&name), aside.join(&name)) {
            Err(why) if why.kind() != ErrorKind::NotFound => return Err(why),
            _ => {}
        }
    }
    Ok(())
}

impl Observer for SessionLog {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        if let Event::Looked { frame, .. } | Event::NotVisible { frame, .. } = event {
            if self.pictures.len() == PICTURES {
                self.pictures.pop_front();
            }
            self.pictures.push_back((*frame).clone());
        }
        let Some(entry) = entry(at, event, view) else { return };
        self.write(&entry);
        let is_wrong = match event {
            Event::Standstill(_) => true,
            Event::Stopped(why) => !why.as_meant(),
            _ => false,
        };
        if is_wrong {
            self.save_pictures();
        }
    }

    fn objection(&self) -> Option<Stopped> {
        let why = self.failure.as_ref()?;
        Some(Stopped::Unwritable(unwritable(&self.folder, why)))
    }
}

/// The log's entry for an event at a time of the source's clock; `None` for one that is not logged.
/// `docs/reference/json.md` describes it.
pub fn entry(at: Duration, event: &Event<'_>, view: &dyn View) -> Option<Value> {
    let mut entry = entry_of(event, view)?;
    entry["at"] = json!(at.as_secs_f64());
    Some(entry)
}

/// The same, its time still missing.
fn entry_of(event: &Event<'_>, view: &dyn View) -> Option<Value> {
    Some(match event {
        Event::Looked { .. } | Event::Refined | Event::Checkpoint { .. } => return None,
        Event::Corrected(corrections) => {
            let one = |c: &Correction| json!({"field": c.field, "value": c.value, "read": c.read});
            json!({"event": "corrected", "fields": corrections.iter().map(one).collect::<Vec<_>>()})
        }
        Event::NotVisible { why, .. } => json!({"event": "not-visible", "why": why.to_string()}),
        Event::NoPicture(why) => json!({"event": "no-picture", "why": why.to_string()}),
        Event::Held(why) => json!({"event": "held", "why": why}),
        Event::Waiting(what) => json!({"event": "waiting", "for": what}),
        Event::Standstill(what) => json!({"event": "standstill", "for": what}),
        Event::Resumed => json!({"event": "resumed"}),
        Event::Doubt(what) => json!({"event": "doubt", "what": what}),
        Event::Advised { act, .. } => {
            json!({"event": "advised", "move": act.what.to_string(), "on": view.record()})
        }
        Event::Acted { act, attempt, .. } => {
            json!({"event": "acted", "move": act.what.to_string(), "attempt": attempt})
        }
        Event::Confirmed { act, after } => json!({
            "event": "confirmed",
            "move": act.what.to_string(),
            "after": after.as_secs_f64(),
        }),
        Event::NoEffect { act, attempt } => {
            json!({"event": "no-effect", "move": act.what.to_string(), "attempt": attempt})
        }
        Event::RoundEnd(end) => json!({"event": "round-end", "round": end}),
        Event::ReportAsked => json!({"event": "report-asked"}),
        Event::Note(what) => json!({"event": "note", "what": what}),
        Event::Stopped(why) => {
            json!({"event": "stopped", "why": why.to_string(), "as-meant": why.as_meant()})
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::RgbImage;

    #[test]
    fn an_earlier_log_is_kept() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().to_owned();
        for text in ["first", "second"] {
            SessionLog::create(&folder).unwrap();
            fs::write(folder.join(LOG), text).unwrap();
            fs::write(folder.join("last-1.png"), text).unwrap();
        }
        SessionLog::create(&folder).unwrap().finish().unwrap();
        let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
        assert_eq!(read("earlier-1/session.jsonl") + &read("earlier-1/last-1.png"), "firstfirst");
        assert_eq!(read("earlier-2/session.jsonl") + &read("earlier-2/last-1.png"), "secondsecond");
        assert_eq!(read(LOG), "");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().to_owned();
        let target = folder.join("mine");
        fs::write(&target, "mine").unwrap();
        for name in [LOG, "last-1.png"] {
            std::os::unix::fs::symlink(&target, folder.join(name)).unwrap();
        }
        let mut log = SessionLog::create(&folder).unwrap();
        std::os::unix::fs::symlink(&target, folder.join("last-1.png")).unwrap();
        log.pictures.push_back(Frame::new(RgbImage::new(2, 2), Duration::ZERO));
        log.save_pictures();
        log.finish().unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
        assert!(image::open(folder.join("last-1.png")).is_ok());
    }
}
