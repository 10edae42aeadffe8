//! The touch screen whose cards lie on a lattice.

use super::layout::{CARD, MARGIN, PITCH, SCREEN, SIZE};
use grid::geometry::{Placement, Rect, Turn};
use vision::lattice::{Axis, Lattice};

/// The touch screen, turned so, whose cards lie on the lattice.
pub(super) fn placement(lattice: &Lattice, turn: Turn) -> Placement {
    // From the first card to the end of the last, and what lies before and behind.
    let cards = PITCH * (SIZE as u32 - 1) + CARD;
    let before = MARGIN;
    let behind = |length: u32| length - before - cards;
    let (across, down) = (SCREEN.0, SCREEN.1);
    let span = |axis: Axis, length: u32, before: u32| {
        snap(axis.origin - f64::from(before) * axis.scale, axis.scale, f64::from(length))
    };
    let ((x, w), (y, h)) = match turn {
        Turn::Upright => (span(lattice.x, across, before), span(lattice.y, down, before)),
        Turn::UpsideDown => {
            (span(lattice.x, across, behind(across)), span(lattice.y, down, behind(down)))
        }
        Turn::Clockwise => (span(lattice.x, down, behind(down)), span(lattice.y, across, before)),
        Turn::CounterClockwise => {
            (span(lattice.x, down, before), span(lattice.y, across, behind(across)))
        }
    };
    Placement::new(SCREEN, Rect::new(x, y, w, h), turn)
}

/// Start and length in picture pixels of a screen that is `native` pixels long. Emulators enlarge
/// by whole numbers more often than not: a scale within the error of its measurement of one is
/// taken as that, at a whole pixel.
pub(super) fn snap(start: f64, scale: f64, native: f64) -> (f64, f64) {
    let whole = scale.round();
    let middle = start + scale * native / 2.0;
    let snapped = (middle - whole * native / 2.0).round();
    let moved = middle - (snapped + whole * native / 2.0);
    if whole >= 1.0 && (scale / whole - 1.0).abs() < 0.0025 && moved.abs() < 0.2 * whole {
        (snapped, whole * native)
    } else {
        (start, scale * native)
    }
}

/// A place and those around it up to so many steps beside, column by column: the place itself is in the middle.
pub(super) fn beside(place: Placement, farthest: i32) -> impl Iterator<Item = Placement> {
    let (across, down) = place.scale();
    let steps = move || (-farthest..=farthest).map(|i| f64::from(i) * STEP);
    steps().flat_map(move |dx| {
        steps().map(move |dy| {
            let Rect { x, y, w, h } = place.area;
            Placement { area: Rect::new(x + dx * across, y + dy * down, w, h), ..place }
        })
    })
}

/// A step beside, in native pixels: half a pixel of a window that shows a native pixel by two.
const STEP: f64 = 0.25;
