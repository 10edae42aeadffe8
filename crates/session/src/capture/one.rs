//! A single picture as a source.

use super::{CaptureError, Source};
use crate::frame::Frame;
use std::time::Duration;

/// A [`Source`] that gives one picture, and then ends.
pub struct OnePicture {
    picture: Option<Frame>,
    name: String,
}

impl OnePicture {
    /// Creates a source of this picture; `name` says for people what it shows.
    pub fn new(picture: Frame, name: String) -> Self {
        Self { picture: Some(picture), name }
    }
}

impl Source for OnePicture {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn next(&mut self, _: Duration) -> Result<Frame, CaptureError> {
        self.picture.take().ok_or_else(|| CaptureError::Ended(self.name.clone()))
    }
}
