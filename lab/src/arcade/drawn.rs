//! Drawing only what has changed.

use image::RgbImage;
use std::sync::Arc;

/// The picture of what a game showed last.
pub struct Drawn<S>(Option<(S, Arc<RgbImage>)>);

impl<S> Default for Drawn<S> {
    fn default() -> Self {
        Self(None)
    }
}

impl<S: PartialEq> Drawn<S> {
    /// The picture of what is shown now; it is drawn if something else was shown the last time.
    pub fn of(&mut self, shown: S, draw: impl FnOnce(&S) -> RgbImage) -> Arc<RgbImage> {
        match &self.0 {
            Some((before, picture)) if *before == shown => picture.clone(),
            _ => {
                let picture = Arc::new(draw(&shown));
                self.0 = Some((shown, picture.clone()));
                picture
            }
        }
    }
}
