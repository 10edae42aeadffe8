//! Detects a dimmed board: games without a touch screen dim it while they ask a question.

use crate::screen::FlipReading;
use crate::screen::layout::{SIZE, corner};
use grid::geometry::Point;
use image::RgbImage;
use vision::photometry::{luminance, median};

/// The brightness below which a board counts as dimmed, as a share of its usual one. The games leave 61 %.
const DIMMED: f32 = 0.8;

/// The brightest that the frames of the cards have been.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dimming {
    brightest: f32,
}

impl Dimming {
    /// The brightest that the frames have been; 0 before the first picture.
    pub const fn brightest(&self) -> f32 {
        self.brightest
    }

    /// Sets the largest brightness that the frames had.
    pub const fn recall(&mut self, brightest: f32) {
        self.brightest = brightest;
    }

    /// Whether the frames are darker than they were, or, in the first picture, than the game draws them.
    pub fn is_dimmed(&mut self, picture: &RgbImage, seen: &FlipReading) -> bool {
        let frame = |cell| {
            let (x, y) = corner(cell);
            let at = seen.touch.to_picture(Point::new(f64::from(x) + 12.0, f64::from(y) - 1.0));
            let pixel = picture.get_pixel_checked(at.x.max(0.0) as u32, at.y.max(0.0) as u32)?;
            Some(pixel.0.map(f32::from))
        };
        let cells = (0..SIZE).flat_map(|r| (0..SIZE).map(move |c| (r, c)));
        let frames: Vec<_> = cells.filter_map(frame).collect();
        if frames.is_empty() {
            return false;
        }
        let brightness = luminance(median(frames));
        if self.brightest == 0.0 {
            self.brightest = luminance(seen.look.frame());
        }
        let dimmed = brightness < DIMMED * self.brightest;
        if !dimmed {
            self.brightest = self.brightest.max(brightness);
        }
        dimmed
    }
}
