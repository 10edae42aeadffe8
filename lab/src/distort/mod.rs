//! Distorted pictures: what emulators, displays, desktops and storage do to a game's screens.
//!
//! A [`Distortion`] is a recipe: the same one makes the same picture of the same [`Subject`] on
//! every machine. [`Distortion::draw`] draws one of a [`Kind`]; [`Distortion::apply`] follows it and
//! keeps track of where the game's screens end up and what of them is covered, so that a reader can
//! be checked against a truth that is known.

mod camera;
mod canvas;
mod compress;
mod cover;
mod dct;
mod dice;
mod display;
mod draw;
mod kind;
mod light;
mod paint;
mod photo;
mod pixel_art;
mod resample;
mod scene;
mod screens;
mod sensor;
mod subject;

pub use camera::Camera;
pub use compress::Compression;
pub use cover::Cover;
pub use display::Display;
pub use kind::Kind;
pub use light::{Cones, Light};
pub use paint::Chrome;
pub use pixel_art::PixelArt;
pub use resample::Kernel;
pub use scene::Desktop;
pub use screens::Arrangement;
pub use sensor::Sensor;
pub use subject::Subject;

use canvas::Canvas;
use dice::Dice;
use grid::geometry::{Placement, Rect, Turn};
use image::RgbImage;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A distorted picture, and what is known of it.
#[derive(Clone, Debug)]
pub struct Distorted {
    /// The picture.
    pub picture: RgbImage,
    /// Where the touch screen lies.
    pub touch: Placement,
    /// Where the top screen lies, if it is in the picture.
    pub top: Option<Placement>,
    /// Where the companion's touch screen lies, if it is shown beside the game.
    pub beside: Option<Placement>,
    /// What is covered of the touch screen, in its native pixels; these do not overlap.
    pub covered: Vec<Rect>,
    /// What is covered of the top screen, in its native pixels; these do not overlap.
    pub covered_top: Vec<Rect>,
}

/// A recipe for a distorted picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Distortion {
    /// What chance draws while following the recipe (noise, what is on a desktop) follows from it.
    pub seed: u64,
    /// What is done, in this order.
    pub steps: Vec<Step>,
}

/// One step of a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// Arranges the two screens.
    Arrange(Arrangement),
    /// Resamples so that a native pixel of the touch screen is `x` by `y` picture pixels, as
    /// nearly as the picture's whole size allows.
    Scale {
        /// How.
        kernel: Kernel,
        /// Picture pixels per native pixel, to the right.
        x: f64,
        /// Picture pixels per native pixel, downwards.
        y: f64,
    },
    /// Reduces so that a native pixel of the touch screen is about `scale` picture pixels, beginning
    /// a fraction of a pixel beside the picture's edges.
    Decimate {
        /// How.
        kernel: Kernel,
        /// Picture pixels per native pixel.
        scale: f64,
        /// How far beside the left and the top edge, in pixels of the picture before.
        phase: [f64; 2],
    },
    /// Doubles the size, smoothing.
    Smooth(PixelArt),
    /// Draws what a display shader draws.
    Display(Display),
    /// Turns the whole picture.
    Turn(Turn),
    /// Puts the picture in a window on a desktop.
    Desktop(Desktop),
    /// Draws something over it.
    Cover(Cover),
    /// Changes all colours.
    Light(Light),
    /// Stores it with losses.
    Compress(Compression),
    /// Takes a picture of it by a camera.
    Camera(Camera),
    /// What the camera makes of the light.
    Sensor(Sensor),
    /// Cuts so many columns and rows off, as shares of the picture: left, top, right, bottom.
    Cut([f64; 4]),
}

impl Distortion {
    /// Draws a recipe of a kind for a subject. The same seed gives the same recipe.
    pub fn draw(kind: Kind, subject: &Subject, seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        Self { seed: dice.seed(), steps: draw::steps(kind, subject, &mut dice) }
    }

    /// Follows the recipe. `companion` is what a second window shows where the recipe has one.
    pub fn apply(&self, subject: &Subject, companion: &Subject) -> Distorted {
        let mut dice = Dice::new(self.seed);
        let mut canvas = Canvas::new(RgbImage::clone(&subject.picture), subject.touch, subject.top);
        for step in &self.steps {
            step.apply(&mut canvas, companion, &mut dice);
        }
        Distorted {
            covered: canvas.covered_on(&canvas.touch),
            covered_top: canvas.top.map_or_else(Vec::new, |top| canvas.covered_on(&top)),
            touch: canvas.touch,
            top: canvas.top,
            beside: canvas.beside,
            picture: canvas.picture,
        }
    }
}

impl Step {
    fn apply(self, canvas: &mut Canvas, companion: &Subject, dice: &mut Dice) {
        match self {
            Self::Arrange(arrangement) => arrangement.apply(canvas),
            Self::Scale { kernel, x, y } => {
                let (sx, sy) = canvas.touch.scale();
                let (w, h) = canvas.size();
                let (w, h) = ((w * x / sx).round(), (h * y / sy).round());
                let (w, h) = (w.max(1.0) as u32, h.max(1.0) as u32);
                if (w, h) != canvas.picture.dimensions() {
                    let picture = resample::resample(&canvas.picture, w, h, kernel);
                    canvas.resize(w, h, picture);
                }
            }
            Self::Decimate { kernel, scale, phase } => {
                let (sx, sy) = canvas.touch.scale();
                let (w, h) = canvas.size();
                let size = [w * scale / sx, h * scale / sy].map(|n| n.round().max(1.0));
                let to = size.map(|n| n as u32);
                let picture =
                    resample::resample_from(&canvas.picture, (to[0], to[1]), kernel, phase);
                let [fx, fy] = [size[0] / w, size[1] / h];
                canvas.replace(picture, |r| {
                    Rect::new((r.x - phase[0]) * fx, (r.y - phase[1]) * fy, r.w * fx, r.h * fy)
                });
            }
            Self::Smooth(filter) => {
                let picture = filter.twice(&canvas.picture);
                canvas.resize(picture.width(), picture.height(), picture);
            }
            Self::Display(display) => canvas.picture = display.apply(&canvas.picture),
            Self::Turn(turn) => canvas.turn(turn),
            Self::Desktop(desktop) => desktop.apply(canvas, companion, dice),
            Self::Cover(cover) => cover.apply(canvas, dice),
            Self::Light(light) => light.apply(&mut canvas.picture, dice),
            Self::Camera(camera) => camera.apply(canvas, dice),
            Self::Sensor(sensor) => canvas.picture = sensor.apply(&canvas.picture),
            Self::Cut([left, top, right, bottom]) => {
                let (w, h) = canvas.size();
                let shares = [left * w, top * h, right * w, bottom * h];
                canvas.cut(shares.map(|pixels| pixels.round() as u32));
            }
            Self::Compress(compression) => {
                canvas.picture = compression.apply(std::mem::take(&mut canvas.picture));
            }
        }
    }
}

impl fmt::Display for Distortion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.steps.is_empty() {
            return f.write_str("as it is");
        }
        for (i, step) in self.steps.iter().enumerate() {
            write!(f, "{}{step}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arrange(Arrangement::TouchOnly) => f.write_str("touch screen alone"),
            Self::Arrange(
                a @ (Arrangement::Vertical { gap, swapped, .. }
                | Arrangement::Horizontal { gap, swapped, .. }),
            ) => {
                let upright = matches!(a, Arrangement::Vertical { .. });
                let way = if upright { "vertical" } else { "horizontal" };
                write!(f, "{way}{} gap {gap}", if *swapped { " swapped" } else { "" })
            }
            Self::Arrange(Arrangement::Unequal { kernel, touch, top, beside, swapped, .. }) => {
                let way = if *beside { "horizontal" } else { "vertical" };
                let swapped = if *swapped { " swapped" } else { "" };
                let [[x, y], [u, v]] = [touch, top];
                write!(
                    f,
                    "{way}{swapped}, {kernel:?}, touch screen {x:.3}x by {y:.3}x, top screen {u:.3}x by {v:.3}x"
                )
            }
            Self::Arrange(Arrangement::Hybrid { touch }) => {
                write!(f, "hybrid of the {} screen", if *touch { "touch" } else { "top" })
            }
            Self::Scale { kernel, x, y } if x == y => write!(f, "{kernel:?} {x:.3}x"),
            Self::Scale { kernel, x, y } => write!(f, "{kernel:?} {x:.3}x by {y:.3}x"),
            Self::Decimate { kernel, scale, phase: [x, y] } => {
                write!(f, "{kernel:?} {scale:.3}x from ({x:.2}, {y:.2})")
            }
            Self::Smooth(filter) => write!(f, "{filter:?} 2x"),
            Self::Display(Display::Scanlines { period, keep }) => {
                write!(f, "scanlines every {period:.1} to {keep:.2}")
            }
            Self::Display(Display::Grid { period, keep }) => {
                write!(f, "grid every {period:.1} to {keep:.2}")
            }
            Self::Display(Display::Stripes { period, keep }) => {
                write!(f, "stripes every {period:.1} to {keep:.2}")
            }
            Self::Display(Display::Blur(deviation)) => write!(f, "blur {deviation:.2}"),
            Self::Display(Display::Tube { blur, bloom, .. }) => {
                write!(f, "tube blur {blur:.2} bloom {bloom:.2}")
            }
            Self::Turn(turn) => write!(f, "{turn:?}"),
            Self::Desktop(d) => {
                write!(f, "in a window on {}x{}", d.width, d.height)?;
                d.beside.map_or(Ok(()), |share| write!(f, " beside another at {share:.2}"))
            }
            Self::Cover(Cover::Pointer { tip, size }) => {
                write!(f, "pointer {size}x at ({:.0}, {:.0})", tip.x, tip.y)
            }
            Self::Cover(Cover::Badge { area, .. }) => write!(f, "badge over {}", span(area)),
            Self::Cover(Cover::Panel { area, opacity, .. }) => {
                write!(f, "panel of {opacity:.2} over {}", span(area))
            }
            Self::Camera(camera) => write!(f, "{camera:.3?}"),
            Self::Sensor(sensor) => write!(f, "{sensor:.2?}"),
            Self::Cut([left, top, right, bottom]) => {
                write!(
                    f,
                    "cut off: {left:.2} left, {top:.2} top, {right:.2} right, {bottom:.2} bottom"
                )
            }
            Self::Cover(Cover::Outline { area, line, .. }) => {
                write!(f, "outline of {line} around {}", span(area))
            }
            Self::Cover(Cover::Window { area, .. }) => write!(f, "window over {}", span(area)),
            Self::Light(light) => write!(f, "{light:.2?}"),
            Self::Compress(compression) => write!(f, "{compression:?}"),
        }
    }
}

fn span(r: &Rect) -> String {
    format!("[{:.0}, {:.0})x[{:.0}, {:.0})", r.x, r.x + r.w, r.y, r.y + r.h)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::geometry::Point;
    use image::Rgb;

    const NATIVE: (u32, u32) = (256, 192);

    /// A screen with a bright dot of 8x8 at (64, 32) and one of another colour at (192, 128).
    fn subject(both: bool) -> Subject {
        let mut screen = RgbImage::from_pixel(256, 192, Rgb([60, 60, 60]));
        paint::fill(&mut screen, (64, 32, 8, 8), [250, 60, 60]);
        paint::fill(&mut screen, (192, 128, 8, 8), [60, 60, 250]);
        let mut picture = RgbImage::new(256, if both { 384 } else { 192 });
        image::imageops::replace(&mut picture, &screen, 0, if both { 192 } else { 0 });
        Subject::native(&picture, NATIVE).unwrap()
    }

    /// Every kind: a recipe makes the same picture again, also when it was stored, and the dots of that are where the
    /// placement says.
    #[test]
    fn a_recipe_is_reproducible_and_places_are_found_where_the_placement_puts_them() {
        for (seed, kind) in (11..).zip(Kind::ALL) {
            let subject = subject(seed % 2 == 0);
            let recipe = Distortion::draw(kind, &subject, seed);
            assert_eq!(recipe, Distortion::draw(kind, &subject, seed), "{kind}");
            let json = serde_json::to_string(&recipe).unwrap();
            let again: Distortion = serde_json::from_str(&json).unwrap();
            assert_eq!(again.to_string(), recipe.to_string());
            let out = recipe.apply(&subject, &subject);
            assert_eq!(out.picture, again.apply(&subject, &subject).picture, "{kind}: {recipe}");

            // What is red may be blue, or no more than grey, in these colours.
            if matches!(kind, Kind::Inverted | Kind::ColourBlind | Kind::Sepia) {
                continue;
            }
            let at = |x: f64, y: f64| {
                let native = Rect::new(x - 1.0, y - 1.0, 2.0, 2.0);
                if out.covered.iter().any(|c| c.intersection(&native).is_some()) {
                    return None;
                }
                let p = out.touch.to_picture(Point::new(x, y));
                let pixel = out.picture.get_pixel_checked(p.x as u32, p.y as u32)?;
                Some(pixel.0.map(i32::from))
            };
            // A tint or poor colours may change much, not which of two dots is redder.
            if let (Some(red), Some(blue)) = (at(68.0, 36.0), at(196.0, 132.0)) {
                assert!(red[0] - red[2] > blue[0] - blue[2], "{kind}: {recipe}");
            }
        }
    }

    #[test]
    fn a_capture_is_reduced_and_never_enlarged_before_something_else_is_tried() {
        let touch = Placement::upright(NATIVE, Rect::new(0.0, 0.0, 358.0, 269.0));
        let capture = Subject { picture: RgbImage::new(358, 269).into(), touch, top: None };
        for seed in 0..200 {
            for step in Distortion::draw(Kind::Dimmed, &capture, seed).steps {
                if let Step::Scale { x, .. } = step {
                    assert!((0.97..1.4).contains(&x), "{x}");
                }
            }
        }
    }

    #[test]
    fn a_subject_of_another_size_is_no_native_one() {
        assert!(Subject::native(&RgbImage::new(256, 193), NATIVE).is_none());
        assert!(subject(true).top.is_some() && subject(false).top.is_none());
    }
}
