//! The last part of a recording, kept in memory.

use serde_json::Value;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

/// The least time that is kept, once it has passed.
const KEPT: Duration = Duration::from_secs(30);

/// The most memory for segments, in bytes. Beyond it less than [`KEPT`] is kept, and the memory at its beginning is
/// unknown.
const MOST: usize = 64 << 20;

/// The last segments of a recording. What is written to it goes to the last one.
#[derive(Default)]
pub(super) struct Ring {
    segments: VecDeque<Segment>,
}

/// What is kept from a whole picture on, so that the segments before it can be dropped.
struct Segment {
    began: Duration,
    beginning: Beginning,
    /// What is said again where those before it are dropped.
    head: Vec<u8>,
    bytes: Vec<u8>,
    has_head: bool,
}

impl Segment {
    const fn new(began: Duration, beginning: Beginning) -> Self {
        Self { began, beginning, head: Vec::new(), bytes: Vec::new(), has_head: true }
    }

    const fn size(&self) -> usize {
        self.head.len() + self.bytes.len()
    }
}

/// Where a recording begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Beginning {
    /// With the session: nothing is remembered.
    Session,
    /// Where this is all that is remembered.
    Checkpoint(Value),
    /// Anywhere: what is remembered is not known.
    Anywhere,
}

impl Ring {
    /// Whether the picture taken at `at` begins a segment: it has to be written whole.
    pub fn turns(&mut self, at: Duration) -> bool {
        match self.segments.back() {
            None => self.begin(at, Beginning::Session),
            Some(last) if last.bytes.len() >= MOST / 8 => self.begin(at, Beginning::Anywhere),
            Some(_) => return false,
        }
        self.end_head();
        true
    }

    /// Begins a segment at `at`. What is written until [`Self::end_head`] is kept only where it comes first: what
    /// was said before.
    pub fn begin(&mut self, at: Duration, beginning: Beginning) {
        self.segments.push_back(Segment::new(at, beginning));
        let is_old = |segment: &Segment| {
            segment.beginning != Beginning::Anywhere && at.saturating_sub(segment.began) >= KEPT
        };
        if let Some(first) = self.segments.iter().rposition(is_old) {
            self.segments.drain(..first);
        }
        let size = |segments: &VecDeque<Segment>| segments.iter().map(Segment::size).sum::<usize>();
        while self.segments.len() > 1 && size(&self.segments) > MOST {
            self.segments.pop_front();
        }
    }

    /// From here on nothing that is written was said before.
    pub fn end_head(&mut self) {
        if let Some(last) = self.segments.back_mut() {
            last.has_head = false;
        }
    }

    /// Where what is kept begins.
    pub fn beginning(&self) -> Beginning {
        self.segments.front().map_or(Beginning::Session, |segment| segment.beginning.clone())
    }

    /// Writes what is kept.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(first) = self.segments.front() {
            out.write_all(&first.head)?;
        }
        self.segments.iter().try_for_each(|segment| out.write_all(&segment.bytes))
    }
}

impl Write for Ring {
    /// What comes before the first picture is not kept.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(last) = self.segments.back_mut() {
            let part = if last.has_head { &mut last.head } else { &mut last.bytes };
            part.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(ring: &Ring) -> Vec<u8> {
        let mut saved = Vec::new();
        ring.save(&mut saved).unwrap();
        saved
    }

    #[test]
    fn the_last_half_minute_is_kept_from_a_checkpoint_on() {
        let mut ring = Ring::default();
        ring.write_all(b"before").unwrap();
        for second in 0..100u8 {
            let at = Duration::from_secs(second.into());
            match second {
                20 | 50 | 80 | 90 => {
                    ring.begin(at, Beginning::Checkpoint(second.into()));
                    ring.write_all(b"again").unwrap();
                    ring.end_head();
                }
                _ => assert_eq!(ring.turns(at), second == 0),
            }
            ring.write_all(&[second]).unwrap();
            let expected = match second {
                0..50 => Beginning::Session,
                50..80 => Beginning::Checkpoint(20.into()),
                _ => Beginning::Checkpoint(50.into()),
            };
            assert_eq!(ring.beginning(), expected, "{second}");
        }
        let kept: Vec<u8> = b"again".iter().copied().chain(50..100).collect();
        assert_eq!(saved(&ring), kept, "what was said before stands at the beginning only");
    }

    #[test]
    fn memory_is_bounded() {
        let mut ring = Ring::default();
        for second in 0..40 {
            ring.turns(Duration::from_secs(second));
            ring.write_all(&vec![0; MOST / 8]).unwrap();
        }
        assert!(saved(&ring).len() <= MOST + MOST / 8);
        assert_eq!(ring.beginning(), Beginning::Anywhere, "and it is said that it begins anywhere");
    }
}
