//! Which windows lie over others.

use super::calls;
use super::desk::{WindowsDesktop, gone, rectangle};
use crate::system::uncovered::is_covered;
use crate::{DesktopError, Stacking, WindowId};
use grid::geometry::{Point, Rect};

/// How many points of a window in a row, and rows of them, are asked for what lies there.
const PROBES: i32 = 4;

impl Stacking for WindowsDesktop {
    fn windows_at(&self, at: Point) -> Result<Vec<WindowId>, DesktopError> {
        let inner = calls::window_at(at.x as i32, at.y as i32);
        let mut chain: Vec<_> =
            std::iter::successors(inner, |&window| calls::parent(window)).collect();
        chain.reverse();
        Ok(chain)
    }

    fn is_covered(&self, window: WindowId) -> Result<bool, DesktopError> {
        is_covered(self, window)
    }
}

impl WindowsDesktop {
    /// A window that lies over a part of this area of a window, if one does.
    ///
    /// Windows that let presses through (overlays, some of them all over the screen and empty) are not seen as
    /// covering it.
    ///
    /// # Errors
    /// When the window was closed.
    pub(super) fn window_over(
        &self,
        window: WindowId,
        area: &Rect,
    ) -> Result<Option<WindowId>, DesktopError> {
        let stack = calls::top_level();
        let place = stack.iter().position(|&other| other == window).ok_or_else(gone)?;
        let over = stack[..place].iter().copied().find(|&other| paints_over(other, area));
        // What belongs to the shell (its menu, its notes) is in no list.
        Ok(over.or_else(|| self.probed(window, area)))
    }

    /// A window that takes presses at some point of this area of a window in its place.
    fn probed(&self, window: WindowId, area: &Rect) -> Option<WindowId> {
        // While a dialog is to be answered, it takes none.
        if !calls::is_enabled(window) {
            return None;
        }
        let place = |from: f64, size: f64, i: i32| {
            from + ((size - 1.0) * f64::from(i) / f64::from(PROBES - 1)).floor()
        };
        let mut points = (0..PROBES * PROBES).map(|i| {
            let (x, y) = (place(area.x, area.w, i % PROBES), place(area.y, area.h, i / PROBES));
            Point::new(x, y)
        });
        points.find_map(|at| {
            let outermost = self.windows_at(at).ok()?.first().copied()?;
            (outermost != window).then_some(outermost)
        })
    }
}

/// Whether `window` shows pixels inside `area`; not when it is gone meanwhile.
fn paints_over(window: WindowId, area: &Rect) -> bool {
    calls::is_visible(window)
        && !calls::is_minimised(window)
        && calls::cloaked(window) == 0
        && !calls::is_see_through(window)
        && calls::frame(window).is_some_and(|frame| {
            rectangle(frame).intersection(area).is_some_and(|part| part.w > 0.0 && part.h > 0.0)
        })
}
