//! Seeded draws.

use rand_mt::Mt64;

/// A source of draws that gives the same ones for the same seed on every machine.
pub(super) struct Dice(Mt64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Mt64::new(seed))
    }

    /// A seed for something drawn apart.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        // 53 bits, as many as a mantissa holds.
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// In [low, high).
    pub fn range(&mut self, low: f64, high: f64) -> f64 {
        low + self.unit() * (high - low)
    }

    /// In [low, high), each factor as likely as another: as many below the geometric mean as above.
    pub fn factor(&mut self, low: f64, high: f64) -> f64 {
        (low.ln() + self.unit() * (high.ln() - low.ln())).exp()
    }

    /// From low to high, both included.
    pub fn int(&mut self, low: u32, high: u32) -> u32 {
        low + (self.unit() * f64::from(high.saturating_sub(low) + 1)) as u32
    }

    pub fn chance(&mut self, chance: f64) -> bool {
        self.unit() < chance
    }

    /// One of some; `choices` must not be empty.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[(self.unit() * choices.len() as f64) as usize]
    }

    /// About normally distributed with mean 0 and deviation 1, never beyond 3.5.
    pub fn normal(&mut self) -> f64 {
        // Irwin-Hall with n = 4 from one draw of 64 bits: variance 4/12.
        let bits = self.0.next_u64();
        let sum: u64 = (0..4).map(|i| (bits >> (16 * i)) & 0xffff).sum();
        (sum as f64 / 65_535.0 - 2.0) * 3f64.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_stay_in_range_and_repeat() {
        let draw = || {
            let mut dice = Dice::new(7);
            (0..1000)
                .map(|_| (dice.int(2, 4), dice.factor(0.5, 8.0), dice.normal()))
                .collect::<Vec<_>>()
        };
        let draws = draw();
        assert_eq!(draws, draw());
        assert!(draws.iter().all(|d| (2..=4).contains(&d.0) && (0.5..8.0).contains(&d.1)));
        assert!((2..=4).all(|n| draws.iter().any(|d| d.0 == n)));
        let below = draws.iter().filter(|d| d.1 < 2.0).count();
        assert!((450..550).contains(&below), "{below}");
        let variance = draws.iter().map(|d| d.2 * d.2).sum::<f64>() / 1000.0;
        assert!((0.8..1.2).contains(&variance), "{variance}");
    }
}
