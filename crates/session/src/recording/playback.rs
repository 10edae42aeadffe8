//! Plays a recording back: replaces the source, the input device, the person and the view.

use super::difference::{Readings, ReplayComparison};
use super::reader::{Line, Reader, RecordingError};
use super::record::{Record, Refusal, Start};
use super::words;
use crate::capture::{CaptureError, Source, sleep};
use crate::frame::Frame;
use crate::input::{Gesture, Hold, InputDevice, InputError};
use crate::log::entry;
use crate::{Control, Event, Observer, View};
use std::cell::RefCell;
use std::path::Path;
use std::time::Duration;

/// A recording that is played back through the loop.
pub struct Playback {
    start: Start,
    state: RefCell<State>,
}

struct State {
    reader: Reader,
    /// The next line, once it was looked at.
    next: Option<Line>,
    failure: Option<RecordingError>,
    now: Duration,
    standstill: Option<String>,
    ready: Option<Refusal>,
    readings: Readings,
    comparison: ReplayComparison,
}

impl State {
    /// The next line; `None` at the end, or where the recording is damaged.
    fn peek(&mut self) -> Option<&Line> {
        if self.next.is_none() && self.failure.is_none() {
            match self.reader.next() {
                Ok(line) => self.next = line,
                Err(why) => self.failure = Some(why),
            }
        }
        self.next.as_ref()
    }

    /// The next line if it is one of these.
    fn take_if(&mut self, wanted: impl Fn(&Record) -> bool) -> Option<Record> {
        match self.peek() {
            Some(Line::Record(record)) if wanted(record) => {}
            _ => return None,
        }
        match self.next.take() {
            Some(Line::Record(record)) => Some(record),
            _ => None,
        }
    }

    /// Goes on to the next picture. What was done or told before it, and is not now, differs.
    fn next_picture(&mut self) -> Option<Result<Frame, CaptureError>> {
        loop {
            self.peek()?;
            match self.next.take()? {
                Line::Frame(frame) => {
                    self.comparison.pictures += 1;
                    return Some(Ok(frame));
                }
                Line::Record(Record::Missing(why)) => return Some(Err(why.into())),
                Line::Record(record) => self.pass(record),
            }
        }
    }

    /// Passes a line that was not asked for.
    fn pass(&mut self, record: Record) {
        match record {
            Record::Standstill(why) => self.standstill = why,
            Record::Ready(why) => self.ready = why,
            Record::Read(read) => self.readings.update(read),
            Record::Gesture { made, .. } => {
                self.comparison.differs(self.now, "gesture", Some(made), None);
            }
            Record::Event(event) => self.comparison.events(self.now, Some(&event), None),
            _ => {}
        }
    }

    /// Compares a gesture with the one that was made; what came of it then.
    fn gesture(&mut self, gesture: &Gesture) -> Result<(), InputError> {
        let now = words::of_gesture(gesture);
        let recorded = self.take_if(|record| matches!(record, Record::Gesture { .. }));
        let Some(Record::Gesture { made, refused }) = recorded else {
            self.comparison.differs(self.now, "gesture", None, Some(now));
            return Ok(());
        };
        self.comparison.gestures += 1;
        if made != now {
            self.comparison.differs(self.now, "gesture", Some(made), Some(now));
        }
        refused.map_or(Ok(()), |why| Err(why.into()))
    }
}

impl Playback {
    /// Opens a recording.
    ///
    /// # Errors
    /// It cannot be read, is none, or is of another format.
    pub fn open(path: &Path) -> Result<Self, RecordingError> {
        let (reader, start) = Reader::open(path)?;
        let state = State {
            reader,
            next: None,
            failure: None,
            now: Duration::ZERO,
            standstill: None,
            ready: None,
            readings: Readings::default(),
            comparison: ReplayComparison::default(),
        };
        Ok(Self { start, state: RefCell::new(state) })
    }

    /// The first line of the recording: what was recorded, and how.
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// The pictures, so many times faster than they were taken; `None`: as fast as it goes.
    pub fn source(&self, speed: Option<f64>) -> impl Source + '_ {
        PlayedSource { playback: self, speed }
    }

    /// The input device, which does what it did.
    pub fn hand(&self) -> impl InputDevice + '_ {
        PlayedHand { playback: self }
    }

    /// The person of the recording, who makes the recorded requests; also compares the events.
    pub fn person(&self) -> impl Observer + '_ {
        Person { playback: self }
    }

    /// The recorded reason to stop, at its picture.
    pub fn asked(&self) -> Option<String> {
        match self.state.borrow_mut().take_if(|record| matches!(record, Record::Asked(_))) {
            Some(Record::Asked(why)) => Some(why),
            _ => None,
        }
    }

    /// The result, and whether the recording was cut off in the middle of a line.
    ///
    /// # Errors
    /// It was damaged, and played up to there.
    pub fn finish(self) -> Result<(ReplayComparison, bool), RecordingError> {
        let state = self.state.into_inner();
        state.failure.map_or(Ok((state.comparison, state.reader.cut)), Err)
    }
}

struct PlayedSource<'a> {
    playback: &'a Playback,
    speed: Option<f64>,
}

impl Source for PlayedSource<'_> {
    fn name(&self) -> String {
        self.playback.start.source.clone()
    }

    fn next(&mut self, _: Duration) -> Result<Frame, CaptureError> {
        let (before, next) = {
            let mut state = self.playback.state.borrow_mut();
            (state.now, state.next_picture())
        };
        let next = next.ok_or_else(|| CaptureError::Ended(self.name()))?;
        if let Ok(frame) = &next {
            self.playback.state.borrow_mut().now = frame.at;
            sleep(frame.at.saturating_sub(before), self.speed);
        }
        next
    }

    fn standstill(&mut self) -> Option<String> {
        let mut state = self.playback.state.borrow_mut();
        if let Some(Record::Standstill(why)) =
            state.take_if(|record| matches!(record, Record::Standstill(_)))
        {
            state.standstill = why;
        }
        state.standstill.clone()
    }
}

struct PlayedHand<'a> {
    playback: &'a Playback,
}

impl InputDevice for PlayedHand<'_> {
    fn perform(&mut self, gesture: &Gesture, _: &Frame) -> Result<(), InputError> {
        self.playback.state.borrow_mut().gesture(gesture)
    }

    fn hold(
        &mut self,
        gesture: &Gesture,
        _: &Frame,
        _: Duration,
        wanted: &mut dyn FnMut() -> Hold,
    ) -> Result<(), InputError> {
        let pictures = || self.playback.state.borrow().comparison.pictures;
        loop {
            // As long as pictures were taken before the press was over.
            let over = match self.playback.state.borrow_mut().peek() {
                None => true,
                Some(Line::Record(record)) => matches!(record, Record::Gesture { .. }),
                Some(Line::Frame(_)) => false,
            };
            let before = pictures();
            if over || wanted() == Hold::Release || pictures() == before {
                return self.playback.state.borrow_mut().gesture(gesture);
            }
        }
    }

    fn ready(&mut self) -> Result<(), InputError> {
        let mut state = self.playback.state.borrow_mut();
        if let Some(Record::Ready(why)) = state.take_if(|record| matches!(record, Record::Ready(_)))
        {
            state.ready = why;
        }
        state.ready.clone().map_or(Ok(()), |why| Err(why.into()))
    }

    fn resume(&mut self) -> bool {
        let mut state = self.playback.state.borrow_mut();
        let resumed = state.take_if(|record| matches!(record, Record::Resumed(_)));
        matches!(resumed, Some(Record::Resumed(true)))
    }
}

struct Person<'a> {
    playback: &'a Playback,
}

impl Observer for Person<'_> {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        let mut state = self.playback.state.borrow_mut();
        let state = &mut *state;
        if let Event::Looked { seen, .. } = event {
            if let Some(Record::Read(read)) =
                state.take_if(|record| matches!(record, Record::Read(_)))
            {
                state.readings.update(read);
            }
            state.readings.compare(at, &seen.fields(), &mut state.comparison);
        } else if let Some(now) = entry(at, event, view) {
            state.comparison.events += 1;
            match state.take_if(|record| matches!(record, Record::Event(_))) {
                Some(Record::Event(then)) => {
                    state.comparison.events(at, Some(&then), Some(&now));
                }
                // What was told after the recording's end is not in it.
                _ if state.peek().is_none() => {}
                _ => state.comparison.events(at, None, Some(&now)),
            }
        }
    }

    fn requests(&mut self) -> Vec<Control> {
        let mut state = self.playback.state.borrow_mut();
        match state.take_if(|record| matches!(record, Record::Requests(_))) {
            Some(Record::Requests(requests)) => requests,
            _ => Vec::new(),
        }
    }
}
