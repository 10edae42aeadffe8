//! Drawing the recipe of a camera's picture of a display, and within which limits.

use super::dice::Dice;
use super::{Camera, Compression, Display, Kernel, Light, Sensor, Step, Subject};
use std::f64::consts::TAU;

/// How good a photo is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quality {
    /// Within what a reader promises.
    Fair,
    /// Beyond it, in one way or in several.
    Poor,
}

/// What of a photo can be poor: the range that is promised, and one beyond it.
const RANGES: [[(f64, f64); 2]; 7] = [
    // Picture pixels for a native one.
    [(2.0, 3.5), (1.2, 2.0)],
    // Degrees beside.
    [(0.0, 35.0), (35.0, 55.0)],
    // Out of focus, and how far moved, in native pixels.
    [(0.15, 0.5), (0.5, 1.0)],
    [(0.0, 0.6), (0.6, 2.0)],
    // The light of a lamp, of white.
    [(0.02, 0.3), (0.3, 1.0)],
    // Noise, of 255.
    [(1.0, 8.0), (8.0, 20.0)],
    // Quality of the JPEG.
    [(60.0, 95.0), (15.0, 60.0)],
];
/// How often each of them is poor in a poor photo, apart from the one that always is.
const POOR_SHARE: f64 = 0.35;

/// A value for each of the ranges.
fn drawn(quality: Quality, dice: &mut Dice) -> [f64; RANGES.len()] {
    let poor = quality == Quality::Poor;
    let always = dice.int(0, RANGES.len() as u32 - 1) as usize;
    std::array::from_fn(|i| {
        let (low, high) = RANGES[i][usize::from(poor && (i == always || dice.chance(POOR_SHARE)))];
        dice.range(low, high)
    })
}

/// A picture of a display, by a camera that is held by hand: what the display makes of the game's pixels, where the
/// camera stands, the light, the lens, the sensor and the file.
pub(super) fn steps(quality: Quality, subject: &Subject, dice: &mut Dice) -> Vec<Step> {
    let [pixels, beside, blur, moved, glare, noise, jpeg] = drawn(quality, dice);
    // Not every fair photo has a lamp in it, or was moved.
    let [_, _, _, [(_, most_moved), _], [(_, most_glare), _], _, _] = RANGES;
    // On the display each native pixel is a block.
    let native = subject.touch.scale() == (1.0, 1.0);
    let scale = if native { pixels } else { subject.touch.scale().0 };
    let mut steps = display(scale, native, dice);
    let (way, hand) = (dice.range(0.0, TAU), dice.range(0.0, TAU));
    steps.push(Step::Camera(Camera {
        // Held as the display is, or in any other way.
        roll: if dice.chance(0.5) { dice.range(-15.0, 15.0) } else { dice.range(-180.0, 180.0) },
        across: beside * way.cos(),
        down: beside * way.sin(),
        curve: dice.range(-0.02, 0.06),
        room: dice.range(0.02, 0.5),
    }));
    if glare > most_glare || dice.chance(0.5) {
        steps.push(Step::Light(Light::Glare {
            at: [dice.range(0.1, 0.9), dice.range(0.1, 0.9)],
            size: dice.range(0.03, 0.25),
            by: glare,
        }));
    }
    if dice.chance(0.4) {
        steps.push(Step::Light(Light::Bands {
            period: dice.range(0.1, 0.6),
            phase: dice.unit(),
            by: dice.range(0.05, 0.3),
        }));
    }
    steps.extend([
        Step::Light(Light::Uneven {
            way: dice.range(0.0, TAU),
            by: dice.range(0.0, 0.5),
            corners: dice.range(0.0, 0.4),
        }),
        Step::Light(Light::Gamma(dice.factor(0.7, 1.4))),
        Step::Light(Light::Balance(std::array::from_fn(|_| dice.range(0.75, 1.1)))),
        Step::Display(Display::Blur(scale * blur)),
    ]);
    if moved > most_moved || dice.chance(0.5) {
        let far = scale * moved;
        steps.push(Step::Sensor(Sensor::Moved([far * hand.cos(), far * hand.sin()])));
    }
    steps.push(Step::Light(Light::Noise(noise)));
    if dice.chance(0.7) {
        steps.push(Step::Sensor(Sensor::Mosaic));
    }
    if dice.chance(0.5) {
        steps.push(Step::Sensor(Sensor::Sharpened {
            blur: dice.range(0.6, 1.5),
            by: dice.range(0.2, 0.8),
        }));
    }
    steps.push(Step::Compress(Compression::Jpeg {
        quality: jpeg as u8,
        subsampled: dice.chance(0.7),
    }));
    steps
}

/// What a display makes of the game at so many picture pixels a native one: a 3DS shows the pixels of a DS at 1.25
/// times their size, smoothed; and between its own there may be a grid, or each has its colours side by side.
fn display(scale: f64, native: bool, dice: &mut Dice) -> Vec<Step> {
    const OF_3DS: f64 = 1.25;
    let mut steps = Vec::new();
    let smoothed = native && dice.chance(0.25);
    if smoothed {
        steps.push(Step::Scale { kernel: Kernel::Bilinear, x: OF_3DS, y: OF_3DS });
    }
    let period = if smoothed { scale / OF_3DS } else { scale };
    let kernel = if period >= 3.0 { Kernel::Nearest } else { Kernel::Area };
    steps.push(Step::Scale { kernel, x: scale, y: scale });
    // Below that a third of a pixel is narrower than one of the camera's.
    if native && period >= 2.5 {
        match dice.int(0, 2) {
            0 => steps.push(Step::Display(Display::Stripes { period, keep: dice.range(0.4, 0.9) })),
            1 => steps.push(Step::Display(Display::Grid { period, keep: dice.range(0.5, 0.9) })),
            _ => {}
        }
    }
    steps
}
