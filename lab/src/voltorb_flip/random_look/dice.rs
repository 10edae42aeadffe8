//! Seeded draws of numbers and colours.

use rand_mt::Mt;

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

/// Chances that a seed repeats.
pub(super) struct Dice(Mt);

impl Dice {
    pub fn new(seed: u32) -> Self {
        Self(Mt::new(seed))
    }

    /// From 0 on, less than `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.next_u32() as usize % n
    }

    /// Between two numbers.
    pub fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * f64::from(self.0.next_u32()) / f64::from(u32::MAX)
    }

    /// Whether something with this chance happens.
    pub fn chance(&mut self, chance: f64) -> bool {
        self.between(0.0, 1.0) < chance
    }

    pub fn colour(&mut self, from: u8, to: u8) -> Colour {
        std::array::from_fn(|_| self.between(f64::from(from), f64::from(to)) as u8)
    }

    /// A colour that some channel tells from another by this much at least.
    pub fn unlike(&mut self, other: Colour, least: u8) -> Colour {
        loop {
            let colour = self.colour(0, 255);
            if (0..3).any(|i| colour[i].abs_diff(other[i]) >= least) {
                return colour;
            }
        }
    }

    /// A colour in which people can read on all of these grounds.
    pub fn clear(&mut self, grounds: &[Colour]) -> Colour {
        let light = |c: Colour| (2 * u32::from(c[0]) + 5 * u32::from(c[1]) + u32::from(c[2])) / 8;
        for _ in 0..200 {
            let colour = self.colour(0, 255);
            if grounds.iter().all(|&ground| light(ground).abs_diff(light(colour)) >= 90) {
                return colour;
            }
        }
        let mean = grounds.iter().map(|&g| light(g)).sum::<u32>() / grounds.len() as u32;
        if mean > 127 { [0; 3] } else { [255; 3] }
    }
}
