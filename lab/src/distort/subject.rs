//! What is distorted.

use grid::geometry::{Placement, Rect};
use image::RgbImage;
use std::sync::Arc;

/// A picture that is to be distorted, and where the game's screens lie in it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The picture.
    pub picture: Arc<RgbImage>,
    /// The touch screen.
    pub touch: Placement,
    /// The top screen, if it is in the picture.
    pub top: Option<Placement>,
}

impl Subject {
    /// A picture that shows a single screen of `native` size, or two of them one above the other
    /// with the touch screen below, pixel for pixel. `None` if its size says otherwise.
    pub fn native(picture: &RgbImage, native: (u32, u32)) -> Option<Self> {
        let (w, h) = (f64::from(native.0), f64::from(native.1));
        let at = |y| Placement::upright(native, Rect::new(0.0, y, w, h));
        let (touch, top) = match picture.dimensions() {
            size if size == native => (at(0.0), None),
            size if size == (native.0, 2 * native.1) => (at(h), Some(at(0.0))),
            _ => return None,
        };
        Some(Self { picture: Arc::new(picture.clone()), touch, top })
    }
}
