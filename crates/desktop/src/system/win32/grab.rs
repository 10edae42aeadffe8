//! Taking truthful pictures of one window.
//!
//! They are cut out of the screen, so only what is on it can be had. (`PrintWindow`, which is to draw windows
//! that are covered, gives black or old pictures for some programs and does not say so.)

use super::calls;
use super::desk::{WindowsDesktop, rectangle};
use crate::system::uncovered::{PlainView, Uncovered};
use crate::{Capturing, DesktopError, HeldWindow, WindowId};
use grid::geometry::Rect;
use image::{DynamicImage, RgbImage, RgbaImage};
use xcap::Monitor;

impl PlainView for WindowsDesktop {
    const OFF_SCREEN: &str = "a part of it is off the screen, where Windows gives away no pixels: move it so that all of it is seen";
    const COVERED: &str = "only what is on the screen can be captured";

    fn process(&self, window: WindowId) -> Option<u32> {
        calls::pid(window)
    }

    fn monitors(&self) -> Result<Vec<Rect>, DesktopError> {
        Ok(calls::monitors().into_iter().map(rectangle).collect())
    }

    fn covering(&self, window: WindowId, area: &Rect) -> Result<Option<WindowId>, DesktopError> {
        self.window_over(window, area)
    }

    fn picture(&self, _: WindowId, area: &Rect) -> Result<RgbImage, String> {
        cut(area)
    }
}

impl Capturing for WindowsDesktop {
    fn hold(&self, window: WindowId) -> Box<dyn HeldWindow> {
        Box::new(Uncovered::hold(*self, window))
    }
}

/// Cuts an area out of the pictures of the monitors that it lies on.
fn cut(area: &Rect) -> Result<RgbImage, String> {
    let said = |error: xcap::XCapError| error.to_string();
    let mut whole = RgbaImage::new(area.w as u32, area.h as u32);
    for monitor in Monitor::all().map_err(said)? {
        let (x, y) = (monitor.x().map_err(said)?, monitor.y().map_err(said)?);
        let (w, h) = (monitor.width().map_err(said)?, monitor.height().map_err(said)?);
        let bounds = Rect::new(x.into(), y.into(), w.into(), h.into());
        let Some(part) = bounds.intersection(area) else { continue };
        let (left, top) = ((part.x - bounds.x) as u32, (part.y - bounds.y) as u32);
        let picture = monitor.capture_region(left, top, part.w as u32, part.h as u32);
        let picture = picture.map_err(said)?;
        if picture.dimensions() == whole.dimensions() {
            whole = picture;
            break;
        }
        let (dx, dy) = ((part.x - area.x) as i64, (part.y - area.y) as i64);
        image::imageops::replace(&mut whole, &picture, dx, dy);
    }
    Ok(DynamicImage::ImageRgba8(whole).into_rgb8())
}
