//! Where a GBA's screen may lie in a picture.

use super::whole;
use crate::geometry::Placement;
use image::RgbImage;

/// The places that a screen has in a picture of an emulator's window, likely ones first.
pub(super) fn windows(picture: &RgbImage) -> impl Iterator<Item = Placement> {
    std::iter::once(whole(picture))
}
