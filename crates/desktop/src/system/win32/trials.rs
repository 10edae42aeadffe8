//! Whether Windows tells the truth about the pointer and about what lies over a point, by trying. What is tried
//! is a single pixel, and over at once.

use super::calls::{self, Speck};
use super::desk::WindowsDesktop;
use super::pointer;
use crate::{DesktopError, PointerPlace, Stacking, Trials};
use grid::geometry::Point;
use std::time::{Duration, Instant};

/// While another window is about to get the keyboard, none has it.
const BETWEEN: Duration = Duration::from_millis(500);

impl Trials for WindowsDesktop {
    fn why_no_pointer(&self) -> Result<Option<String>, DesktopError> {
        let why = || Ok(Some("the pointer is not found where it was moved to".to_owned()));
        let Some(home) = self.pointer()? else { return why() };
        // Not over the edge of the screen.
        let [left, ..] = calls::screen();
        let x = if home.x > f64::from(left) { home.x - 1.0 } else { home.x + 1.0 };
        let moved = |to: Point| {
            let to = (to.x as i32, to.y as i32);
            pointer::is_sent(to);
            calls::put_pointer(to)
        };
        let there = Point::new(x, home.y);
        let tells = moved(there)
            && self.pointer()? == Some(there)
            && moved(home)
            && self.pointer()? == Some(home);
        if tells { Ok(None) } else { why() }
    }

    fn why_no_cover(&self) -> Result<Option<String>, DesktopError> {
        let why = "a window over another one is not found there";
        let [left, top, ..] = calls::monitors().first().copied().unwrap_or_default();
        let (Some(_below), Some(above)) = (Speck::show(left, top), Speck::show(left, top)) else {
            return Ok(Some("Windows shows no window to try it with".to_owned()));
        };
        let chain = self.windows_at(Point::new(left.into(), top.into()))?;
        Ok((!chain.contains(&above.number())).then(|| why.to_owned()))
    }

    fn why_no_focus(&self) -> Result<Option<String>, DesktopError> {
        let begin = Instant::now();
        while begin.elapsed() < BETWEEN {
            if calls::has_foreground() {
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(Some("Windows names no window that has the keyboard: the session may be locked".into()))
    }

    fn why_no_hotkeys(&self) -> Result<Option<String>, DesktopError> {
        Ok(None)
    }
}
