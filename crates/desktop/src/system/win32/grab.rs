//! One held window, and taking truthful pictures of it.
//!
//! They are cut out of the screen, so only what is on it can be had. (`PrintWindow`, which is to draw windows
//! that are covered, gives black or old pictures for some programs and does not say so.)

use super::calls;
use super::desk::WindowsDesktop;
use super::stacking::is_on_monitors;
use crate::{Capturing, DesktopError, HeldWindow, Trouble, WindowId, WindowList};
use grid::geometry::{Point, Rect};
use image::{DynamicImage, RgbImage, RgbaImage};
use std::sync::Arc;
use std::time::{Duration, Instant};
use xcap::Monitor;

/// When what covered a window has gone, its program may have to paint it again. Games paint 30 to 60
/// times a second.
const REPAINT: Duration = Duration::from_millis(150);

/// How often a picture is taken again because the window changed meanwhile.
const TRIES: usize = 4;

/// A held window.
struct Grab {
    desktop: WindowsDesktop,
    window: WindowId,
    /// The process that it belonged to when it was held: the number of a closed window may name a new one.
    pid: Option<u32>,
    /// When its own pixels were not on the screen.
    hidden_at: Option<Instant>,
    last: Option<Arc<RgbImage>>,
}

impl Grab {
    /// Where the window draws, if all of that is on the screen and nothing lies over it.
    fn open_area(&self) -> Result<Rect, Trouble> {
        let gone = |_: DesktopError| Trouble::Gone;
        if calls::pid(self.window) != self.pid {
            return Err(Trouble::Gone);
        }
        if let Some(why) = self.desktop.shown(self.window).map_err(gone)?.obstacle() {
            return Err(Trouble::Hidden(why.into()));
        }
        let area = self.desktop.client_area(self.window).map_err(gone)?;
        if !is_on_monitors(&area) {
            return Err(Trouble::Hidden(
                "a part of it is off the screen, where Windows gives away no pixels: move it so that all of \
                 it is seen"
                    .into(),
            ));
        }
        if let Some(over) = self.desktop.covering(self.window, &area).map_err(gone)? {
            return Err(Trouble::Hidden(format!(
                "{} lies over it, and only what is on the screen can be captured: bring the game to the front",
                self.desktop.describe(&[over])
            )));
        }
        Ok(area)
    }

    /// One try; the inner error may pass with the next one.
    fn try_once(&mut self) -> Result<Result<(RgbImage, Point), String>, Trouble> {
        let area = self.open_area()?;
        if area.w < 1.0 || area.h < 1.0 {
            return Ok(Err("it has no area".into()));
        }
        if let Some(hidden_at) = self.hidden_at {
            std::thread::sleep(REPAINT.saturating_sub(hidden_at.elapsed()));
        }
        let picture = match cut(&area) {
            Ok(picture) => picture,
            Err(why) => return Ok(Err(why)),
        };
        // What holds now held while the picture was taken, or changed meanwhile.
        if self.open_area()? != area {
            return Ok(Err("its place or its size changes all the time".into()));
        }
        self.hidden_at = None;
        Ok(Ok((picture, Point::new(area.x, area.y))))
    }
}

impl HeldWindow for Grab {
    fn take(&mut self) -> Result<(Arc<RgbImage>, Point), Trouble> {
        let mut taken = Err(String::new());
        for _ in 0..TRIES {
            taken = match self.try_once() {
                Err(trouble) => {
                    self.hidden_at = Some(Instant::now());
                    return Err(trouble);
                }
                Ok(taken) => taken,
            };
            if taken.is_ok() {
                break;
            }
        }
        let (picture, corner) = taken
            .map_err(|why| Trouble::Failed(format!("the window cannot be captured: {why}")))?;
        let same = self.last.take().filter(|last| **last == picture);
        let picture = same.unwrap_or_else(|| Arc::new(picture));
        self.last = Some(picture.clone());
        Ok((picture, corner))
    }
}

impl Capturing for WindowsDesktop {
    fn hold(&self, window: WindowId) -> Box<dyn HeldWindow> {
        let pid = calls::pid(window);
        // A window that was covered until now may have to paint itself.
        let hidden_at = Some(Instant::now());
        Box::new(Grab { desktop: *self, window, pid, hidden_at, last: None })
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
