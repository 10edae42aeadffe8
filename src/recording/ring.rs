//! The last seconds of a recording, kept in memory.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Duration;

/// How much is kept at least, once there is so much.
const KEPT: Duration = Duration::from_secs(30);

/// How long a segment is. Each begins with a whole picture, so that those before it can be dropped.
const SEGMENT: Duration = Duration::from_secs(5);

/// What the segments may take in memory, in bytes; then less than [`KEPT`] is kept.
const MOST: usize = 64 << 20;

/// The last segments of a recording. What is written to it goes to the last one.
#[derive(Default)]
pub(super) struct Ring {
    segments: VecDeque<Segment>,
}

struct Segment {
    began: Duration,
    bytes: Vec<u8>,
}

impl Ring {
    /// Whether the picture taken at `at` begins a segment: it has to be written whole.
    pub fn turns(&mut self, at: Duration) -> bool {
        let old = self.segments.back().is_some_and(|last| {
            at.saturating_sub(last.began) < SEGMENT && last.bytes.len() < MOST / 4
        });
        if old {
            return false;
        }
        self.segments.push_back(Segment { began: at, bytes: Vec::new() });
        while self.segments.len() > 1 {
            let long = at.saturating_sub(self.segments[1].began) >= KEPT;
            let large =
                self.segments.iter().map(|segment| segment.bytes.len()).sum::<usize>() > MOST;
            if !long && !large {
                break;
            }
            self.segments.pop_front();
        }
        true
    }

    /// When the oldest picture that is kept was taken.
    #[cfg(test)]
    fn began(&self) -> Option<Duration> {
        self.segments.front().map(|segment| segment.began)
    }

    /// Writes what is kept.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.segments.iter().try_for_each(|segment| out.write_all(&segment.bytes))
    }
}

impl Write for Ring {
    /// What comes before the first picture is not kept.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(last) = self.segments.back_mut() {
            last.bytes.extend_from_slice(bytes);
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

    #[test]
    fn the_last_half_minute_is_kept_from_a_whole_picture_on() {
        let mut ring = Ring::default();
        ring.write_all(b"before").unwrap();
        for second in 0..100u8 {
            let turned = ring.turns(Duration::from_secs(second.into()));
            assert_eq!(turned, second % 5 == 0);
            ring.write_all(&[second]).unwrap();
            let began = ring.began().unwrap().as_secs();
            let kept = u64::from(second) - began;
            assert!(kept < 35 && (kept >= 30 || began == 0), "{kept} s at {second} s");
        }
        let mut saved = Vec::new();
        ring.save(&mut saved).unwrap();
        assert_eq!(saved, (65..100).collect::<Vec<u8>>());
    }

    #[test]
    fn memory_is_bounded() {
        let mut ring = Ring::default();
        for second in 0..40 {
            ring.turns(Duration::from_secs(second));
            ring.write_all(&vec![0; MOST / 4]).unwrap();
        }
        let mut saved = Vec::new();
        ring.save(&mut saved).unwrap();
        assert!(saved.len() <= MOST + MOST / 4, "{}", saved.len());
    }
}
