//! Whether the picture stands still, and since when.

use crate::frame::Frame;
use std::time::Duration;

/// What was seen last, and since when it has been the same.
pub(super) struct Stillness<S> {
    last: Option<(Frame, S)>,
    since: Duration,
    /// Whether the next picture is known to show the same as the one before, which is not kept.
    goes_on: bool,
}

impl<S: Clone> Stillness<S> {
    pub fn new() -> Self {
        Self { last: None, since: Duration::ZERO, goes_on: false }
    }

    /// The next picture shows what has been the same since then.
    pub const fn going_on(since: Duration) -> Self {
        Self { last: None, since, goes_on: true }
    }

    /// What the picture shows, if it is the very picture that was seen last.
    pub fn seen_before(&self, frame: &Frame) -> Option<S> {
        let (last, sight) = self.last.as_ref()?;
        last.shows_same(frame).then(|| sight.clone())
    }

    /// What was seen last, unless the game is out of sight.
    pub fn last(&self) -> Option<&S> {
        self.last.as_ref().map(|(_, sight)| sight)
    }

    /// The picture that was seen last, unless the game is out of sight.
    pub fn frame(&self) -> Option<&Frame> {
        self.last.as_ref().map(|(frame, _)| frame)
    }

    /// Takes in a picture. `at_rest`: whether it shows the same as the one before.
    pub fn take_in(&mut self, frame: Frame, sight: S, at_rest: impl Fn(&S, &S) -> bool) {
        let goes_on = std::mem::take(&mut self.goes_on);
        match &self.last {
            Some((_, before)) if at_rest(before, &sight) => {}
            None if goes_on => {}
            _ => self.since = frame.at,
        }
        self.last = Some((frame, sight));
    }

    /// Forgets the picture: the game was out of sight.
    pub fn lose(&mut self) {
        self.last = None;
    }

    /// Since when the picture has shown the same.
    pub const fn began(&self) -> Duration {
        self.since
    }

    /// How long the picture has shown the same.
    pub fn still_for(&self) -> Duration {
        self.last.as_ref().map_or(Duration::ZERO, |(frame, _)| frame.at.saturating_sub(self.since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::RgbImage;

    fn frame(shade: u8, at: u64) -> Frame {
        Frame::new(RgbImage::from_pixel(2, 2, image::Rgb([shade; 3])), Duration::from_millis(at))
    }

    #[test]
    fn still_time_starts_anew_with_every_change_and_after_a_loss() {
        let mut stillness = Stillness::new();
        let still = |s: &mut Stillness<u8>, shade, at| {
            s.take_in(frame(shade, at), shade / 10, |a, b| a == b);
            s.still_for().as_millis()
        };
        assert_eq!(still(&mut stillness, 50, 100), 0);
        assert_eq!(still(&mut stillness, 50, 130), 30);
        assert_eq!(still(&mut stillness, 51, 160), 60, "another shade, the same sight");
        assert_eq!(still(&mut stillness, 70, 190), 0);
        assert_eq!(stillness.seen_before(&frame(70, 200)), Some(7));
        assert_eq!(stillness.seen_before(&frame(71, 200)), None);
        let dialog = Some("Best Times".into());
        assert_eq!(stillness.seen_before(&Frame { dialog, ..frame(70, 200) }), None);
        stillness.lose();
        assert_eq!(stillness.seen_before(&frame(70, 200)), None);
        assert_eq!(still(&mut stillness, 70, 300), 0);
    }
}
