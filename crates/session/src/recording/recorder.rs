//! Records a session: stands between the loop and its source, its input device and its view.

use super::record::{Missing, Record, Refusal, Start};
use super::report::{Annotate, Reports};
use super::ring::{Beginning, Ring};
use super::words;
use super::writer::Writer;
use crate::capture::{CaptureError, Source};
use crate::files::{OutputFile, shown};
use crate::frame::Frame;
use crate::input::{Gesture, Hold, InputDevice, InputError};
use crate::log::entry;
use crate::{Control, Event, Observer, Stopped, View};
use serde_json::Value;
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Records a session: into a file, or the end of it in memory.
pub struct Recorder {
    start: Start,
    path: Option<PathBuf>,
    reports: RefCell<Option<Reports>>,
    state: RefCell<State>,
}

/// What is kept between two lines.
struct State {
    writer: Writer<Sink>,
    standstill: Option<String>,
    ready: Option<Refusal>,
    failure: Option<io::Error>,
}

/// Where the lines go.
enum Sink {
    File(File),
    Ring(Ring),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.write(bytes),
            Self::Ring(ring) => ring.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::File(file) => file.flush(),
            Self::Ring(ring) => ring.flush(),
        }
    }
}

impl State {
    const fn new(writer: Writer<Sink>) -> Self {
        Self { writer, standstill: None, ready: None, failure: None }
    }

    /// Writes; after a failure nothing more.
    fn write(&mut self, write: impl FnOnce(&mut Writer<Sink>) -> io::Result<()>) {
        if self.failure.is_none() {
            self.failure = write(&mut self.writer).err();
        }
    }

    fn line(&mut self, record: &Record) {
        self.write(|writer| writer.line(record));
    }

    fn picture(&mut self, frame: &Frame) {
        if let Sink::Ring(ring) = self.writer.out()
            && ring.turns(frame.at)
        {
            self.repeat();
        }
        self.write(|writer| writer.picture(frame));
    }

    /// Begins a segment of what is kept in memory with this picture.
    fn checkpoint(&mut self, frame: &Frame, memory: &Value) {
        let Sink::Ring(ring) = self.writer.out() else { return };
        ring.begin(frame.at, Beginning::Checkpoint(memory.clone()));
        self.repeat();
        self.write(|writer| writer.picture(frame));
        if let Sink::Ring(ring) = self.writer.out() {
            ring.end_head();
        }
    }

    /// Writes what has to be known of what came before the segment that begins.
    fn repeat(&mut self) {
        self.writer.forget();
        if self.standstill.is_some() {
            self.line(&Record::Standstill(self.standstill.clone()));
        }
        if self.ready.is_some() {
            self.line(&Record::Ready(self.ready.clone()));
        }
    }
}

fn unwritable(path: &Path, why: &io::Error) -> String {
    format!("the recording {} cannot be written: {why}", shown(path))
}

impl Recorder {
    /// Begins a recording in a new file.
    ///
    /// # Errors
    /// A sentence that says what to do: there is a file of this name already, or it cannot be made.
    pub fn create(path: &Path, start: Start) -> Result<Self, String> {
        let file = OutputFile::new(path).map_err(|why| why.to_string())?;
        let file = file
            .create()
            .map_err(|why| format!("the file {} cannot be made: {why}", shown(path)))?;
        let mut writer = Writer::new(Sink::File(file));
        let record = Record::Recording(start.clone());
        writer.line(&record).map_err(|why| unwritable(path, &why))?;
        let (path, state) = (Some(path.to_owned()), RefCell::new(State::new(writer)));
        Ok(Self { start, path, reports: RefCell::new(None), state })
    }

    /// Keeps the end of the session in memory, and saves it into a folder if something goes wrong, with its last
    /// picture as `annotate` draws it.
    pub fn in_memory(folder: PathBuf, start: Start, annotate: Annotate) -> Self {
        let state = State::new(Writer::new(Sink::Ring(Ring::default())));
        let reports = RefCell::new(Some(Reports::into(folder, annotate)));
        Self { start, path: None, reports, state: RefCell::new(state) }
    }

    /// The source, its pictures recorded.
    pub fn source<'a>(&'a self, source: &'a mut dyn Source) -> impl Source + 'a {
        RecordedSource { recorder: self, source }
    }

    /// The hand, its gestures recorded.
    pub fn hand<'a>(&'a self, hand: &'a mut dyn InputDevice) -> impl InputDevice + 'a {
        RecordedHand { recorder: self, hand }
    }

    /// The view, if there is one, with events and requests recorded.
    pub fn view<'a>(&'a self, view: Option<&'a mut dyn Observer>) -> impl Observer + 'a {
        RecordedView { recorder: self, view }
    }

    /// The question whether to stop, its answer recorded.
    pub fn asking<'a>(
        &'a self,
        asked: impl Fn() -> Option<String> + 'a,
    ) -> impl Fn() -> Option<String> + 'a {
        move || asked().inspect(|why| self.state.borrow_mut().line(&Record::Asked(why.clone())))
    }

    /// Saves what is in memory if something went wrong; what is to be said of it.
    fn report(&self, at: Duration, event: &Event<'_>) -> Vec<String> {
        let mut reports = self.reports.borrow_mut();
        let Some(reports) = reports.as_mut() else {
            let path = self.path.as_deref().filter(|_| matches!(event, Event::ReportAsked));
            let said =
                path.map(|path| format!("all of the session is recorded in {}", shown(path)));
            return said.into_iter().collect();
        };
        reports.see(event);
        let Some(cause) = reports.cause(at, event) else { return Vec::new() };
        let mut state = self.state.borrow_mut();
        let Sink::Ring(ring) = state.writer.out() else { return Vec::new() };
        let start = match ring.beginning() {
            Beginning::Session => self.start.clone(),
            Beginning::Checkpoint(memory) => Start { memory: Some(memory), ..self.start.clone() },
            Beginning::Anywhere => Start { excerpt: true, ..self.start.clone() },
        };
        reports.save(at, event, &cause, |out| {
            Writer::new(&mut *out).line(&Record::Recording(start))?;
            ring.save(out)
        })
    }

    /// Ends the recording.
    ///
    /// # Errors
    /// Not all of it could be written.
    pub fn finish(self) -> Result<(), String> {
        let mut state = self.state.into_inner();
        let flushed = state.writer.out().flush();
        let path = self.path.unwrap_or_default();
        state.failure.map_or(flushed, Err).map_err(|why| unwritable(&path, &why))
    }
}

struct RecordedSource<'a> {
    recorder: &'a Recorder,
    source: &'a mut dyn Source,
}

impl Source for RecordedSource<'_> {
    fn name(&self) -> String {
        self.source.name()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        let next = self.source.next(wait);
        let mut state = self.recorder.state.borrow_mut();
        match &next {
            Ok(frame) => state.picture(frame),
            Err(error) => {
                if let Some(missing) = Missing::of(error) {
                    state.line(&Record::Missing(missing));
                }
            }
        }
        next
    }

    fn standstill(&mut self) -> Option<String> {
        let why = self.source.standstill();
        let mut state = self.recorder.state.borrow_mut();
        if state.standstill != why {
            state.standstill.clone_from(&why);
            state.line(&Record::Standstill(why.clone()));
        }
        why
    }

    fn remedy(&self) -> Option<&'static str> {
        self.source.remedy()
    }
}

struct RecordedHand<'a> {
    recorder: &'a Recorder,
    hand: &'a mut dyn InputDevice,
}

impl RecordedHand<'_> {
    fn record(&self, gesture: &Gesture, done: Result<(), InputError>) -> Result<(), InputError> {
        let made = words::of_gesture(gesture);
        let refused = done.as_ref().err().map(Refusal::from);
        self.recorder.state.borrow_mut().line(&Record::Gesture { made, refused });
        done
    }
}

impl InputDevice for RecordedHand<'_> {
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        let done = self.hand.perform(gesture, frame);
        self.record(gesture, done)
    }

    fn hold(
        &mut self,
        gesture: &Gesture,
        frame: &Frame,
        most: Duration,
        wanted: &mut dyn FnMut() -> Hold,
    ) -> Result<(), InputError> {
        let done = self.hand.hold(gesture, frame, most, wanted);
        self.record(gesture, done)
    }

    fn ready(&mut self) -> Result<(), InputError> {
        let ready = self.hand.ready();
        let why = ready.as_ref().err().map(Refusal::from);
        let mut state = self.recorder.state.borrow_mut();
        if state.ready != why {
            state.ready.clone_from(&why);
            state.line(&Record::Ready(why));
        }
        ready
    }

    fn resume(&mut self) -> bool {
        let was_halted = self.hand.resume();
        self.recorder.state.borrow_mut().line(&Record::Resumed(was_halted));
        was_halted
    }
}

struct RecordedView<'a> {
    recorder: &'a Recorder,
    view: Option<&'a mut dyn Observer>,
}

impl Observer for RecordedView<'_> {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        let mut state = self.recorder.state.borrow_mut();
        if let Event::Looked { seen, .. } = event {
            state.write(|writer| writer.reading(seen.fields()));
        } else if let Event::Checkpoint { frame, memory } = event {
            state.checkpoint(frame, memory);
        } else if let Some(entry) = entry(at, event, view) {
            state.line(&Record::Event(entry));
        }
        drop(state);
        if let Some(shown) = &mut self.view {
            shown.notice(at, event, view);
        }
        for said in self.recorder.report(at, event) {
            if let Some(shown) = &mut self.view {
                shown.notice(at, &Event::Note(&said), view);
            }
        }
    }

    fn objection(&self) -> Option<Stopped> {
        let state = self.recorder.state.borrow();
        let unwritten = state.failure.as_ref();
        let path = self.recorder.path.as_deref().unwrap_or(Path::new(""));
        unwritten
            .map(|why| Stopped::Unwritable(unwritable(path, why)))
            .or_else(|| self.view.as_ref()?.objection())
    }

    fn requests(&mut self) -> Vec<Control> {
        let requests = self.view.as_mut().map_or(Vec::new(), |view| view.requests());
        if !requests.is_empty() {
            let record = Record::Requests(requests.clone());
            self.recorder.state.borrow_mut().line(&record);
        }
        requests
    }
}
