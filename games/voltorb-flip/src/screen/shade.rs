//! Evens out the light on the buttons beside the cards in a photo.
//!
//! Frames and the table tell how the cards are lit ([`super::flat`]), not what is as far beside them again. There the
//! table is seen between the buttons, above and below the place of the memo panel.

use super::colours;
use super::native::Screen;
use std::ops::Range;
use vision::photometry::{Colour, near};

/// The columns that are evened out: from the headers' frames on.
const COLUMNS: Range<u32> = 194..256;
/// Where the table is seen: the left edges of the places, their width, and the rows above and below the memo panel.
const PLACES: [u32; 4] = [198, 211, 224, 237];
const WIDTH: u32 = 13;
const ABOVE: Range<u32> = 72..76;
const BELOW: Range<u32> = 156..160;

/// How far each channel of a place may be off the table's in its light, as a share of the largest.
const MOST_OFF: f32 = 0.1;
/// The table's red is so much less than its green in a picture whose colours tell it from a grey panel.
const MOST_RED: f32 = 0.8;
/// The light may be so many times that on the cards, or one of so many parts of it.
const MOST_LIGHT: f32 = 2.5;
/// How far above and below the two rows the light goes on changing, in distances of one from the other.
const BEYOND: f32 = 0.5;

/// The same screen, lit beside the cards as on them, as far as the table tells.
pub(super) fn evened(mut screen: Screen) -> Screen {
    let table = colours::table(&screen);
    let Some(light) = Light::of(&screen, table) else { return screen };
    for (x, y) in (0..screen.colour.height()).flat_map(|y| COLUMNS.map(move |x| (x, y))) {
        let lit = light.at(x, y);
        let pixel = screen.colour.get_pixel_mut(x, y);
        pixel.0 = pixel.0.map(|value| (f32::from(value) / lit).round() as u8);
    }
    screen.gray = vision::gray::luminance(&screen.colour);
    screen
}

/// The light, as logarithms of what it is on the cards.
struct Light {
    above: [f32; PLACES.len()],
    below: [f32; PLACES.len()],
}

impl Light {
    /// `None` if the table is seen neither above nor below, or looks like something grey.
    fn of(screen: &Screen, table: Colour) -> Option<Self> {
        if table[0] > MOST_RED * table[1] {
            return None;
        }
        let row = |rows: Range<u32>| {
            let places = PLACES.map(|x| screen.mean(x, rows.start, WIDTH, rows.end - rows.start));
            let lights = places.map(|seen| light(&seen, &table));
            lights.iter().all(Option::is_some).then(|| lights.map(Option::unwrap_or_default))
        };
        let (above, below) = (row(ABOVE), row(BELOW));
        Some(Self { above: above.or(below)?, below: below.or(above)? })
    }

    /// The light at a pixel, as a share of that on the cards.
    fn at(&self, x: u32, y: u32) -> f32 {
        let middle = |rows: Range<u32>| (rows.start + rows.end) as f32 / 2.0;
        let (from, to) = (middle(ABOVE), middle(BELOW));
        let down = ((y as f32 + 0.5 - from) / (to - from)).clamp(-BEYOND, 1.0 + BEYOND);
        let last = PLACES.len() - 1;
        let across = (x as f32 + 0.5 - PLACES[0] as f32) / WIDTH as f32 - 0.5;
        let across = across.clamp(0.0, last as f32);
        let (left, share) = (across as usize, across.fract());
        let along = |row: &[f32]| row[left] + share * (row[(left + 1).min(last)] - row[left]);
        let (above, below) = (along(&self.above), along(&self.below));
        (above + down * (below - above)).exp()
    }
}

/// The logarithm of the light in which the table looks like that; `None` if it does not in any.
fn light(seen: &Colour, table: &Colour) -> Option<f32> {
    let lit = seen.iter().sum::<f32>() / table.iter().sum::<f32>().max(1.0);
    let most = MOST_OFF * lit * table.iter().copied().fold(0.0, f32::max);
    let is_light = (1.0 / MOST_LIGHT..MOST_LIGHT).contains(&lit);
    (is_light && near(seen, &table.map(|v| lit * v), most)).then(|| lit.ln())
}

#[cfg(test)]
mod tests {
    use super::super::layout::SCREEN;
    use super::super::looks::{DS, ds};
    use super::*;
    use grid::geometry::{Placement, Rect};
    use image::{Rgb, RgbImage};
    use vision::lens::Reduction;
    use vision::rectify::Sampling;

    /// A table that is lit as the first says, with a panel of the second colour between the rows where it is seen.
    fn screen(light: impl Fn(u32, u32) -> f32, panel: Colour) -> Screen<'static> {
        let picture = RgbImage::from_fn(SCREEN.0, SCREEN.1, |x, y| {
            let colour =
                if x > 196 && (ABOVE.end..BELOW.start).contains(&y) { panel } else { DS.table };
            Rgb(colour.map(|v| (v * light(x, y)).min(255.0) as u8))
        });
        let (w, h) = SCREEN;
        let whole = Placement::upright(SCREEN, Rect::new(0.0, 0.0, f64::from(w), f64::from(h)));
        Screen::new(&picture, &whole, Sampling::Nearest, Reduction::Area, ds())
    }

    const PANEL: Colour = [150.0, 170.0, 160.0];

    #[test]
    fn what_lies_beside_the_cards_is_lit_as_they_are() {
        let falling = |x: u32, y: u32| {
            let right = x.saturating_sub(190) as f32 / 66.0;
            (1.0 - 0.4 * right) * (1.0 + 0.4 * right * y as f32 / 192.0)
        };
        let even = evened(screen(falling, PANEL));
        for (x, y) in [(205, 90), (240, 90), (205, 140), (240, 140)] {
            let seen = even.mean(x, y, 2, 2);
            assert!(near(&seen, &PANEL, 12.0), "({x}, {y}): {seen:?}");
        }
    }

    #[test]
    fn what_is_no_light_stays() {
        let darker = |x: u32, _| if x < COLUMNS.start { 1.0 } else { 0.8 };
        let mut grey = screen(darker, PANEL);
        for pixel in grey.colour.pixels_mut() {
            *pixel = Rgb([(pixel.0.map(u32::from).iter().sum::<u32>() / 3) as u8; 3]);
        }
        let before = grey.mean(220, 100, 2, 2);
        assert_eq!(evened(grey).mean(220, 100, 2, 2), before);
        // Something white and translucent lies over all of it.
        let mut covered = screen(|_, _| 1.0, PANEL);
        for x in COLUMNS {
            for y in 0..SCREEN.1 {
                let pixel = covered.colour.get_pixel_mut(x, y);
                pixel.0 = pixel.0.map(|v| v / 2 + 127);
            }
        }
        let before = covered.mean(220, 100, 2, 2);
        assert_eq!(evened(covered).mean(220, 100, 2, 2), before);
    }
}
