//! The hero's picture, which shows when it turns.

use super::view::{HEAD, HERO};
use ice_floor::plan::CELL;
use image::RgbImage;

/// The side of the compared blocks, in native pixels.
const BLOCK: i32 = 2;

/// The largest mean difference between two pictures of a hero who has not turned, in grey levels.
const ALIKE: f32 = 3.0;

/// The mean colours of the hero's picture, block by block.
#[derive(Clone, Debug, PartialEq)]
pub struct HeroLook(Vec<[f32; 3]>);

impl HeroLook {
    /// Computes the block colours of the hero in a native picture.
    pub fn of(native: &RgbImage) -> Self {
        let rows = (HERO.1 - HEAD..HERO.1 + CELL).step_by(BLOCK as usize);
        let columns = move || (HERO.0..HERO.0 + CELL).step_by(BLOCK as usize);
        let block = |(x, y): (i32, i32)| {
            let mut sum = [0.0; 3];
            for (dx, dy) in (0..BLOCK).flat_map(|dx| (0..BLOCK).map(move |dy| (dx, dy))) {
                let pixel = native.get_pixel((x + dx) as u32, (y + dy) as u32).0;
                sum.iter_mut().zip(pixel).for_each(|(sum, v)| *sum += f32::from(v));
            }
            sum.map(|v| v / (BLOCK * BLOCK) as f32)
        };
        Self(rows.flat_map(|y| columns().map(move |x| (x, y))).map(block).collect())
    }

    /// Whether the hero looks the same in another picture.
    pub fn is_like(&self, other: &Self) -> bool {
        let pairs = self.0.iter().flatten().zip(other.0.iter().flatten());
        let off: f32 = pairs.map(|(a, b)| (a - b).abs()).sum();
        off <= ALIKE * (3 * self.0.len()) as f32
    }
}
