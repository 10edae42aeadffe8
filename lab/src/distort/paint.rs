//! Desktops, windows and lines of text, drawn by chance: what stands around a game.

use super::dice::Dice;
use font8x8::{BASIC_FONTS, UnicodeFonts};
use image::{Rgb, RgbImage};
use serde::{Deserialize, Serialize};

/// Left, top, width, height in pixels.
pub(super) type Area = (u32, u32, u32, u32);

/// What decorates a window, each in pixels of height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chrome {
    /// The title bar.
    pub title: u32,
    /// Menu and tool bars.
    pub bars: u32,
    /// The status bar.
    pub status: u32,
    /// The border at the left, right and lower edge.
    pub border: u32,
    /// Whether the theme is a dark one.
    pub dark: bool,
}

pub(super) fn fill(picture: &mut RgbImage, (x, y, w, h): Area, colour: [u8; 3]) {
    let (right, bottom) = ((x + w).min(picture.width()), (y + h).min(picture.height()));
    for y in y..bottom {
        for x in x..right {
            picture.put_pixel(x, y, Rgb(colour));
        }
    }
}

/// Lines of letters by chance.
pub(super) fn text(picture: &mut RgbImage, dice: &mut Dice, area: Area, ink: [u8; 3]) {
    let (left, top, w, h) = area;
    // A desktop with more pixels has more of them in a letter.
    let size = (dice.int(8, 14) * picture.height().div_ceil(1200)).min(h.max(4));
    let mut y = top;
    while y + size <= top + h {
        let end = left + (f64::from(w) * dice.range(0.3, 1.0)) as u32;
        let mut x = left;
        while x + size <= end {
            letter(picture, dice, (x, y, size * 4 / 5, size), ink);
            x += size * 4 / 5;
        }
        y += size * 3 / 2;
    }
}

/// A letter, a digit, a sign or a space.
fn letter(picture: &mut RgbImage, dice: &mut Dice, (x, y, w, h): Area, ink: [u8; 3]) {
    let character = if dice.chance(0.15) { ' ' } else { char::from(dice.int(33, 126) as u8) };
    let Some(glyph) = BASIC_FONTS.get(character) else { return };
    for dy in 0..h {
        for dx in 0..w {
            let row = glyph[(dy * 8 / h) as usize];
            if row >> (dx * 8 / w) & 1 == 1 {
                fill(picture, (x + dx, y + dy, 1, 1), ink);
            }
        }
    }
}

/// A window with its title bar and something in it: text, a table, a gallery or a photograph.
pub(super) fn window(picture: &mut RgbImage, dice: &mut Dice, area: Area, title: u32, dark: bool) {
    let (x, y, w, h) = area;
    let (paper, ink) = if dark { ([30, 31, 34], [190; 3]) } else { ([250; 3], [40; 3]) };
    fill(picture, area, paper);
    title_bar(picture, dice, (x, y, w, title), dark);
    let inner = (x + 6, y + title + 6, w.saturating_sub(12), h.saturating_sub(title + 12));
    match dice.int(0, 3) {
        0 => text(picture, dice, inner, ink),
        1 => table(picture, dice, inner, ink),
        2 => gallery(picture, dice, inner, ink),
        _ => gradient(picture, dice, inner),
    }
}

pub(super) fn title_bar(picture: &mut RgbImage, dice: &mut Dice, area: Area, dark: bool) {
    let (x, y, w, h) = area;
    let hue = if dark { [45, 46, 50] } else { dice.pick(&[[222, 222, 225], [60, 110, 200]]) };
    fill(picture, area, hue);
    let ink = if hue[0] > 128 { [30; 3] } else { [235; 3] };
    let inset = h / 4;
    text(picture, dice, (x + inset, y + inset, w / 2, h.saturating_sub(2 * inset)), ink);
    for i in 1..=3 {
        let button = h.saturating_sub(2 * inset).max(1);
        let left = (x + w).saturating_sub(i * 2 * button);
        fill(picture, (left, y + inset, button, button), ink);
    }
}

/// Squares in rows, each with a light frame, like icons, a calendar or a game of another kind.
fn gallery(picture: &mut RgbImage, dice: &mut Dice, (x, y, w, h): Area, ink: [u8; 3]) {
    let (cell, gap) = (dice.int(14, 60), dice.int(3, 20));
    for top in (y..(y + h).saturating_sub(cell)).step_by((cell + gap) as usize) {
        for left in (x..(x + w).saturating_sub(cell)).step_by((cell + gap) as usize) {
            let colour = [dice.int(0, 255), dice.int(0, 255), dice.int(0, 255)].map(|c| c as u8);
            fill(picture, (left, top, cell, cell), colour);
            if dice.chance(0.7) {
                letter(picture, dice, (left + cell / 4, top + cell / 4, cell / 2, cell / 2), ink);
            }
        }
    }
}

/// Ruled lines with numbers.
fn table(picture: &mut RgbImage, dice: &mut Dice, (x, y, w, h): Area, ink: [u8; 3]) {
    let (column, row) = (dice.int(24, 90), dice.int(16, 30));
    for top in (y..y + h).step_by(row as usize) {
        fill(picture, (x, top, w, 1), [128; 3]);
        for left in (x..x + w).step_by(column as usize) {
            fill(picture, (left, top, 1, row.min(y + h - top)), [128; 3]);
            if left + column < x + w && top + row < y + h {
                text(picture, dice, (left + 3, top + 3, column - 6, row - 6), ink);
            }
        }
    }
}

/// A smooth field of colour with a few waves in it.
pub(super) fn gradient(picture: &mut RgbImage, dice: &mut Dice, (x, y, w, h): Area) {
    let corner: [[f64; 3]; 2] =
        std::array::from_fn(|_| std::array::from_fn(|_| dice.range(10.0, 240.0)));
    let (fx, fy, tall) = (dice.range(1.0, 9.0), dice.range(1.0, 9.0), dice.range(0.0, 30.0));
    let (right, bottom) = ((x + w).min(picture.width()), (y + h).min(picture.height()));
    for py in y..bottom {
        for px in x..right {
            let (u, v) = (f64::from(px - x) / f64::from(w), f64::from(py - y) / f64::from(h));
            let wave = tall * ((fx * u + 2.0 * v) * 6.0).sin() * ((fy * v) * 6.0).cos();
            let t = (u + v) / 2.0;
            let colour = [0, 1, 2].map(|i| {
                (corner[0][i] * (1.0 - t) + corner[1][i] * t + wave).clamp(0.0, 255.0) as u8
            });
            picture.put_pixel(px, py, Rgb(colour));
        }
    }
}

/// A desktop: a background, some windows, a task bar.
pub(super) fn desktop(width: u32, height: u32, dice: &mut Dice) -> RgbImage {
    let mut picture = RgbImage::new(width, height);
    gradient(&mut picture, dice, (0, 0, width, height));
    for _ in 0..dice.int(1, 5) {
        let (w, h) = (dice.int(width / 6, width / 2), dice.int(height / 6, height / 2));
        let (x, y) = (dice.int(0, width - w), dice.int(0, height - h));
        let dark = dice.chance(0.4);
        window(&mut picture, dice, (x, y, w, h), height / 45, dark);
    }
    let bar = height / 27;
    fill(&mut picture, (0, height - bar, width, bar), [24, 26, 32]);
    for i in 0..dice.int(4, 12) {
        let colour = [dice.int(40, 255), dice.int(40, 255), dice.int(40, 255)].map(|c| c as u8);
        let side = bar * 6 / 10;
        fill(&mut picture, (bar / 4 + i * bar, height - bar * 8 / 10, side, side), colour);
    }
    picture
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_desktop_is_the_same_for_the_same_seed_and_not_for_another() {
        let draw = |seed| desktop(320, 180, &mut Dice::new(seed));
        assert_eq!(draw(4), draw(4));
        assert_ne!(draw(4), draw(5));
    }

    #[test]
    fn text_stays_in_its_area() {
        let mut picture = RgbImage::new(80, 60);
        text(&mut picture, &mut Dice::new(2), (10, 10, 50, 40), [255; 3]);
        let inked = picture.enumerate_pixels().filter(|(_, _, p)| p[0] > 0);
        let mut count = 0;
        for (x, y, _) in inked {
            assert!((10..60).contains(&x) && (10..50).contains(&y), "{x}, {y}");
            count += 1;
        }
        assert!(count > 100, "{count}");
    }
}
