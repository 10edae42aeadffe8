//! Taking truthful pictures of one window.
//!
//! On X11 xcap's picture of a covered window has the covering one's pixels in it, so such a window is refused, on
//! every system alike.

use super::PortableDesktop;
use super::windows::window;
use crate::system::uncovered::{PlainView, Uncovered};
use crate::{Capturing, DesktopError, HeldWindow, WindowId, WindowList};
use grid::geometry::Rect;
use image::{DynamicImage, RgbImage};

/// How far the width and the height of a picture may disagree about its scale, in parts of it.
const UNEQUAL: f64 = 0.02;

impl PlainView for PortableDesktop {
    const OFF_SCREEN: &str = "a part of it is off the screen: move it so that all of it is seen";
    const COVERED: &str = "this platform captures only what is in plain view";

    fn process(&self, window: WindowId) -> Option<u32> {
        self.pid(window).ok().flatten()
    }

    fn monitors(&self) -> Result<Vec<Rect>, DesktopError> {
        Self::monitors(self)
    }

    fn covering(&self, window: WindowId, area: &Rect) -> Result<Option<WindowId>, DesktopError> {
        self.window_over(window, area)
    }

    fn picture(&self, id: WindowId, area: &Rect) -> Result<RgbImage, String> {
        let picture = window(id).map_err(|error| error.to_string())?;
        let picture = picture.capture_image().map_err(|error| error.to_string())?;
        let (across, down) =
            (f64::from(picture.width()) / area.w, f64::from(picture.height()) / area.h);
        if (across - down).abs() > UNEQUAL * across {
            return Err("its size changes all the time".into());
        }
        Ok(DynamicImage::from(picture).into_rgb8())
    }
}

impl Capturing for PortableDesktop {
    fn hold(&self, window: WindowId) -> Box<dyn HeldWindow> {
        Box::new(Uncovered::hold(Self::default(), window))
    }
}
