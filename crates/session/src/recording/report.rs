//! Reports of faults: the end of the session, and its last picture with what was read.

use crate::files::{OutputFile, png, shown};
use crate::frame::Frame;
use crate::observation::{Field, Screen};
use crate::{Event, Stopped};
use image::RgbImage;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The least time from one report to the next.
const PAUSE: Duration = Duration::from_secs(60);

/// The most reports of a session.
const MOST: u32 = 10;

/// How long readings must be in doubt for a report.
const LONG: Duration = Duration::from_secs(5);

/// The attempt from which a move without effect is a fault. Earlier ones may be lost to a busy game or a message box.
const LATE: u32 = 3;

/// Draws what was read of a picture over it.
pub type Annotate = fn(&RgbImage, &[Screen], &[Field]) -> RgbImage;

/// Saves reports into a folder.
pub(super) struct Reports {
    folder: PathBuf,
    annotate: Annotate,
    made: u32,
    last: Option<Duration>,
    /// The newest picture, and what was read of it.
    picture: Option<(Frame, Vec<Screen>, Vec<Field>)>,
    /// Since when a reading is in doubt, and what of it.
    doubt: Option<(Duration, String)>,
}

impl Reports {
    /// Into this folder, which is made with the first report.
    pub const fn into(folder: PathBuf, annotate: Annotate) -> Self {
        Self { folder, annotate, made: 0, last: None, picture: None, doubt: None }
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

    /// Why this is something to report, if it is. What a person asks for always is.
    pub fn cause(&mut self, at: Duration, event: &Event<'_>) -> Option<String> {
        match event {
            Event::Doubt(what) => {
                self.doubt.get_or_insert_with(|| (at, (*what).to_owned()));
            }
            // The picture was understood, or is not one of the game.
            Event::Advised { .. }
            | Event::Confirmed { .. }
            | Event::Resumed
            | Event::Waiting(_)
            | Event::Held(_)
            | Event::NoPicture(_)
            | Event::NotVisible { .. } => self.doubt = None,
            _ => {}
        }
        let cause = match event {
            Event::ReportAsked => return Some("as you asked".to_owned()),
            Event::Standstill(what) => Some(format!("waited too long for {what}")),
            Event::NoEffect { act, attempt } if *attempt >= LATE && !act.dismissal => {
                Some(format!("tried {attempt} times to {}, without effect", act.what))
            }
            Event::Stopped(why) if !why.as_meant() && !matches!(why, Stopped::Unwritable(_)) => {
                Some(why.to_string())
            }
            _ => {
                let long = |(since, _): &&(Duration, String)| at.saturating_sub(*since) >= LONG;
                self.doubt.as_ref().filter(long).map(|(_, what)| format!("unclear: {what}"))
            }
        }?;
        let recent = self.last.is_some_and(|last| at.saturating_sub(last) < PAUSE);
        (!recent && self.made < MOST).then_some(cause)
    }

    /// Saves a report of this: what `write` writes, and the newest picture. What is to be said of it, a line
    /// each: where it is, and why. One that a person asks for does not count.
    pub fn save(
        &mut self,
        at: Duration,
        event: &Event<'_>,
        cause: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Vec<String> {
        if !matches!(event, Event::ReportAsked) {
            (self.last, self.doubt) = (Some(at), None);
            self.made += 1;
        }
        match self.try_to_save(write) {
            Ok(path) => vec![
                format!("report saved: {}", below_home(&path)),
                format!("its cause: {cause}; `voltsight lab replay` plays it back"),
            ],
            Err(why) => vec![format!("a report ({cause}) could not be saved: {why}")],
        }
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
            let annotated = (self.annotate)(&frame.picture, screens, fields);
            png(&annotated)
                .and_then(|png| picture.write(&png))
                .map_err(|why| format!("{}: {why}", shown(picture.path())))?;
        }
        Ok(path)
    }
}

/// A path as a shell understands it, shorter where it lies below the user's home.
fn below_home(path: &Path) -> String {
    let home = std::env::home_dir().filter(|home| home.parent().is_some());
    match home.and_then(|home| path.strip_prefix(home).ok().map(Path::to_owned)) {
        Some(below) => format!("~/{}", shown(&below)),
        None => shown(path).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ActView;
    use crate::input::Gesture;
    use grid::geometry::{Point, Rect};

    #[test]
    fn what_a_person_asks_for_is_saved_each_time_and_counts_for_no_fault() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().to_owned();
        let mut reports = Reports::into(folder.clone(), |picture, _, _| picture.clone());
        let (asked, fault) = (Event::ReportAsked, Event::Standstill("the game to answer"));
        let at = Duration::from_secs(1);
        for _ in 0..2 * MOST {
            let cause = reports.cause(at, &asked).unwrap();
            reports.save(at, &asked, &cause, |out| out.write_all(b"half a minute"));
        }
        let cause = reports.cause(at, &fault).unwrap();
        let said = reports.save(at, &fault, &cause, |out| out.write_all(b"a fault")).join("\n");
        assert!(said.contains("report-21.vsr") && said.contains("the game to answer"), "{said}");
        assert_eq!(std::fs::read(folder.join("report-20.vsr")).unwrap(), b"half a minute");
        assert_eq!(reports.cause(at, &fault), None, "not again at once");
        assert!(reports.cause(at, &asked).is_some(), "but when asked for");
    }

    #[test]
    fn what_happens_in_healthy_sessions_is_no_fault() {
        let tap = Gesture::tap(Point::new(1.0, 1.0), Rect::new(0.0, 0.0, 2.0, 2.0), Duration::ZERO);
        let act = |dismissal| ActView { what: &"flip a card", gesture: &tap, dismissal };
        let early = |attempt, dismissal| Event::NoEffect { act: act(dismissal), attempt };
        let mut reports = Reports::into(PathBuf::new(), |picture, _, _| picture.clone());
        let at = Duration::from_secs;
        for attempt in 1..9 {
            assert_eq!(reports.cause(at(1), &early(attempt, true)), None, "a message box");
        }
        assert_eq!(reports.cause(at(2), &early(1, false)), None, "a tap that came early");
        assert_eq!(reports.cause(at(2), &early(2, false)), None);
        let late = reports.cause(at(3), &early(3, false)).unwrap();
        assert!(late.contains("3 times to flip a card"), "{late}");

        assert_eq!(reports.cause(at(4), &Event::Doubt("row 1")), None);
        assert_eq!(reports.cause(at(5), &Event::Waiting("the next round")), None);
        assert_eq!(reports.cause(at(60), &Event::Note("a round")), None, "it was clear again");
        assert_eq!(reports.cause(at(61), &Event::Doubt("row 2")), None);
        let unclear = reports.cause(at(67), &Event::Note("a note")).unwrap();
        assert!(unclear.contains("row 2"), "{unclear}");
    }
}
