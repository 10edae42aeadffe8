//! Undoes what a display does to each channel by itself: night modes, brightness, contrast, gamma.
//!
//! Grey drawings suffice for this fit; a full matrix ([`photometry`](super::photometry)) they leave open.

use super::photometry::Colour;
use image::RgbImage;

/// The exponents that are tried.
const POWERS: [f32; 4] = [0.5, 0.7, 1.4, 2.0];

/// The share of the unexplained variance that a power may leave, compared with none.
const BETTER: f32 = 0.8;

/// The variance, in grey levels squared, that colours are taken to have: where a channel has no more contrast, it is
/// changed as all are together.
const NOISE: f32 = 20.0;

/// How much more or less contrast there may be, and how much more of it in one channel than in another.
const GAINS: std::ops::Range<f32> = 0.3..4.0;
const MOST_TINT: f32 = 2.5;

/// The mean difference of levels below which two corrections are the same.
const SAME: u32 = 5;

/// A level of a channel that may be cut off.
const CUT_OFF: [f32; 2] = [1.0, 254.0];

/// A correction: for each channel the original level of every visible one.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    levels: Box<[[u8; 256]; 3]>,
}

impl Levels {
    /// The picture with the correction applied.
    #[must_use]
    pub fn undone(&self, picture: &RgbImage) -> RgbImage {
        let mut undone = picture.clone();
        for pixel in undone.pixels_mut() {
            for (level, levels) in pixel.0.iter_mut().zip(&*self.levels) {
                *level = levels[usize::from(*level)];
            }
        }
        undone
    }

    /// Whether another correction does nearly the same.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let levels = || self.levels.iter().flatten().zip(other.levels.iter().flatten());
        let off: u32 = levels().map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        off < SAME * levels().count() as u32
    }

    /// Whether the correction leaves colours nearly unchanged.
    #[must_use]
    pub fn is_none(&self) -> bool {
        let own = Box::new(std::array::from_fn(|_| std::array::from_fn(|level| level as u8)));
        self.is_like(&Self { levels: own })
    }
}

/// A fit: a channel is drawn as `gain * seen^power + offset`, with levels as shares of 255.
#[derive(Clone, Copy, Debug)]
pub struct LevelFit {
    power: f32,
    gain: [f32; 3],
    offset: [f32; 3],
    /// The share of the variance of what is drawn that it explains, 1 at most.
    pub explained: f32,
}

impl LevelFit {
    /// The fit, with a power where that fits clearly better.
    #[must_use]
    pub fn with_power(self, pairs: &[(Colour, Colour)]) -> Self {
        let least = 1.0 - BETTER * (1.0 - self.explained);
        let bent = POWERS.iter().filter_map(|power| Self::of(pairs, *power));
        let better = bent.filter(|fit| fit.explained > least);
        better.fold(self, |a, b| if b.explained > a.explained { b } else { a })
    }

    /// The fit with this power to pairs of a drawn colour and that which is seen; see [`LevelSums::fit`].
    #[must_use]
    pub fn of(pairs: &[(Colour, Colour)], power: f32) -> Option<Self> {
        LevelSums::of(pairs.iter().copied(), power).fit()
    }

    /// The correction for this fit.
    #[must_use]
    pub fn levels(&self) -> Levels {
        let level = |i: usize, seen: usize| {
            (self.gain[i] * bent(seen as f32, self.power) + self.offset[i])
                .round()
                .clamp(0.0, 255.0) as u8
        };
        Levels {
            levels: Box::new(std::array::from_fn(|i| std::array::from_fn(|seen| level(i, seen)))),
        }
    }
}

/// A level to a power, in levels again.
fn bent(level: f32, power: f32) -> f32 {
    if power == 1.0 { level } else { 255.0 * (level / 255.0).powf(power) }
}

/// Sums over pairs of a drawn colour and that which is seen: those of several areas are added up.
#[derive(Clone, Copy, Debug)]
pub struct LevelSums {
    power: f32,
    channels: [Sums; 3],
}

/// The sums of one channel.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    count: f64,
    drawn: f64,
    seen: f64,
    drawn_squares: f64,
    seen_squares: f64,
    products: f64,
}

impl LevelSums {
    /// The sums over pairs, for a fit with this power.
    pub fn of(pairs: impl Iterator<Item = (Colour, Colour)>, power: f32) -> Self {
        let mut channels = [Sums::default(); 3];
        for (drawn, seen) in pairs {
            for ((sums, drawn), seen) in channels.iter_mut().zip(drawn).zip(seen) {
                if seen > CUT_OFF[0] && seen < CUT_OFF[1] {
                    sums.add(f64::from(drawn), f64::from(bent(seen, power)));
                }
            }
        }
        Self { power, channels }
    }

    /// The sums of both; the power is this one's.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.channels.iter_mut().zip(&other.channels).for_each(|(sums, other)| sums.join(other));
        self
    }

    /// The least-squares fit, each channel's gain drawn towards that of all (ridge regression). `None` where a channel
    /// tells nothing or there is no such light.
    #[must_use]
    pub fn fit(&self) -> Option<LevelFit> {
        let channels = self.channels.map(|sums| sums.moments());
        let sum = |of: fn(&Moments) -> f32| channels.iter().map(of).sum::<f32>();
        let common = sum(|m| m.cov) / sum(|m| m.seen_var).max(1e-3);
        let (mut gain, mut offset, mut left) = ([0.0; 3], [0.0; 3], 0.0);
        for (i, m) in channels.iter().enumerate() {
            let ridge = NOISE * m.count;
            gain[i] = (m.cov + ridge * common) / (m.seen_var + ridge).max(1e-3);
            offset[i] = m.drawn - gain[i] * m.seen;
            left += m.drawn_var - 2.0 * gain[i] * m.cov + gain[i].powi(2) * m.seen_var;
            if m.count == 0.0 || !GAINS.contains(&gain[i]) {
                return None;
            }
        }
        let (least, most) =
            gain.iter().fold((f32::MAX, 0.0_f32), |(a, b), g| (a.min(*g), b.max(*g)));
        if most > MOST_TINT * least {
            return None;
        }
        let explained = 1.0 - left / sum(|m| m.drawn_var).max(1e-3);
        Some(LevelFit { power: self.power, gain, offset, explained })
    }
}

impl Sums {
    fn add(&mut self, drawn: f64, seen: f64) {
        self.count += 1.0;
        self.drawn += drawn;
        self.seen += seen;
        self.drawn_squares += drawn * drawn;
        self.seen_squares += seen * seen;
        self.products += drawn * seen;
    }

    fn join(&mut self, other: &Self) {
        self.count += other.count;
        self.drawn += other.drawn;
        self.seen += other.seen;
        self.drawn_squares += other.drawn_squares;
        self.seen_squares += other.seen_squares;
        self.products += other.products;
    }

    fn moments(&self) -> Moments {
        let count = self.count.max(1.0);
        let (drawn, seen) = (self.drawn / count, self.seen / count);
        Moments {
            count: self.count as f32,
            drawn: drawn as f32,
            seen: seen as f32,
            drawn_var: (self.drawn_squares - self.drawn * drawn) as f32,
            seen_var: (self.seen_squares - self.seen * seen) as f32,
            cov: (self.products - self.drawn * seen) as f32,
        }
    }
}

/// Means, and sums of squares and products about them.
struct Moments {
    count: f32,
    drawn: f32,
    seen: f32,
    drawn_var: f32,
    seen_var: f32,
    cov: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWN: [Colour; 5] =
        [[20.0; 3], [90.0; 3], [153.0; 3], [218.0; 3], [240.0, 230.0, 220.0]];

    fn fitted(change: impl Fn(usize, f32) -> f32) -> LevelFit {
        let seen = |drawn: Colour| std::array::from_fn(|i| change(i, drawn[i]));
        let pairs = DRAWN.map(|drawn| (drawn, seen(drawn)));
        LevelFit::of(&pairs, 1.0).unwrap().with_power(&pairs)
    }

    /// A tint, less contrast, and a gamma.
    #[test]
    fn what_was_done_to_levels_is_undone() {
        let changes: [&dyn Fn(usize, f32) -> f32; 3] =
            [&|i, v| [1.0, 0.8, 0.6][i] * v, &|_, v| 50.0 + 0.5 * v, &|_, v| {
                255.0 * (v / 255.0).powf(2.0)
            }];
        for change in changes {
            let fit = fitted(change);
            assert!(fit.explained > 0.97, "{fit:?}");
            let seen = RgbImage::from_fn(3, 1, |x, _| {
                let drawn = DRAWN[1 + x as usize];
                image::Rgb(std::array::from_fn(|i| change(i, drawn[i]).round() as u8))
            });
            for (undone, drawn) in fit.levels().undone(&seen).pixels().zip(&DRAWN[1..]) {
                for (level, drawn) in undone.0.iter().zip(drawn) {
                    assert!((f32::from(*level) - drawn).abs() < 12.0, "{undone:?} {drawn} {fit:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_seen_as_it_was_drawn_is_left_alone() {
        assert!(fitted(|_, v| v).levels().is_none());
        assert!(!fitted(|_, v| 0.5 * v).levels().is_none());
    }

    /// Nothing is told by one level, and nothing shows dark as light.
    #[test]
    fn what_no_display_does_has_no_fit() {
        assert!(LevelFit::of(&DRAWN.map(|drawn| (drawn, [77.0; 3])), 1.0).is_none());
        assert!(LevelFit::of(&DRAWN.map(|drawn| (drawn, drawn.map(|v| 255.0 - v))), 1.0).is_none());
    }
}
