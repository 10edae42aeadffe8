//! Taking truthful pictures of one window.
//!
//! On X11 xcap's picture of a covered window has the covering one's pixels in it, so such a window is refused, on
//! every system alike.

use super::PortableDesktop;
use super::windows::window;
use crate::system::uncovered::{PlainView, Uncovered};
use crate::{Capturing, DesktopError, HeldWindow, Trouble, WindowId, WindowList};
use grid::geometry::Rect;
use image::{DynamicImage, RgbImage};

/// How far the width and the height of a picture may disagree about its scale, in parts of it.
const UNEQUAL: f64 = 0.02;

impl PlainView for PortableDesktop {
    fn process(&self, window: WindowId) -> Option<u32> {
        self.pid(window).ok().flatten()
    }

    fn open_area(&self, window: WindowId) -> Result<Rect, Trouble> {
        let gone = |_: DesktopError| Trouble::Gone;
        if let Some(why) = self.shown(window).map_err(gone)?.obstacle() {
            return Err(Trouble::Hidden(why.into()));
        }
        let area = self.client_area(window).map_err(gone)?;
        if !self.is_on_screen(&area).map_err(gone)? {
            return Err(Trouble::Hidden(
                "a part of it is off the screen: move it so that all of it is seen".into(),
            ));
        }
        if let Some(over) = self.covering(window, &area).map_err(gone)? {
            return Err(Trouble::Hidden(format!(
                "{} lies over it, and this platform captures only what is in plain view: bring the game to the \
                 front",
                self.describe(&[over])
            )));
        }
        Ok(area)
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
