//! Where a GBA's screen may lie in a picture.

use crate::consoles::gba;
use crate::geometry::{Placement, Rect};
use image::RgbImage;

/// The places that a screen has in a picture of an emulator's window, likely ones first.
pub(super) fn windows(picture: &RgbImage) -> impl Iterator<Item = Placement> {
    std::iter::once(whole(picture))
}

/// An upright screen that covers the whole of a picture.
fn whole(picture: &RgbImage) -> Placement {
    let (w, h) = picture.dimensions();
    Placement::upright(gba::SCREEN, Rect::new(0.0, 0.0, w.into(), h.into()))
}
