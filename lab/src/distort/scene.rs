//! The game in a window on a desktop, alone or beside another picture of it.

use super::canvas::Canvas;
use super::dice::Dice;
use super::paint::{self, Chrome};
use super::resample::{Kernel, resample};
use super::subject::Subject;
use grid::geometry::{Placement, Rect};
use image::{RgbImage, imageops};
use serde::{Deserialize, Serialize};

/// A desktop with the game's window on it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Desktop {
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
    /// The window's left edge, as a share of the room there is, 0 to 1.
    pub x: f64,
    /// The window's top edge, likewise.
    pub y: f64,
    /// What decorates the game's window.
    pub chrome: Chrome,
    /// Shows the companion in a window of its own, with so many picture pixels to its native one.
    pub beside: Option<f64>,
}

impl Desktop {
    /// Draws the desktop around the picture, which is cropped if it is larger. The companion is
    /// left out where there is no room beside the game's window.
    pub(super) fn apply(self, canvas: &mut Canvas, companion: &Subject, dice: &mut Dice) {
        let mut picture = paint::desktop(self.width, self.height, dice);
        let chrome = self.chrome;
        let (above, below) = (chrome.title + chrome.bars, chrome.status + chrome.border);
        let w = (canvas.picture.width() + 2 * chrome.border).min(self.width);
        let h = (canvas.picture.height() + above + below).min(self.height);
        let x = (f64::from(self.width - w) * self.x) as u32;
        let y = (f64::from(self.height - h) * self.y) as u32;
        let shown = self
            .beside
            .and_then(|scale| beside(&mut picture, companion, scale, (x, w), chrome, dice));
        let face = if chrome.dark { [43, 43, 46] } else { [239, 239, 239] };
        paint::fill(&mut picture, (x, y, w, h), face);
        if chrome.title > 0 {
            paint::title_bar(&mut picture, dice, (x, y, w, chrome.title), chrome.dark);
        }
        let ink = if chrome.dark { [210; 3] } else { [20; 3] };
        if chrome.bars > 8 {
            let bars = (x + 4, y + chrome.title + 3, w.saturating_sub(8), chrome.bars - 6);
            paint::text(&mut picture, dice, bars, ink);
        }
        if chrome.status > 8 {
            let status = (x + 4, (y + h).saturating_sub(below) + 3, w / 2, chrome.status - 6);
            paint::text(&mut picture, dice, status, ink);
        }
        let (left, top) = (x + chrome.border, y + above);
        imageops::replace(&mut picture, &canvas.picture, i64::from(left), i64::from(top));
        canvas
            .replace(picture, |r| Rect::new(r.x + f64::from(left), r.y + f64::from(top), r.w, r.h));
        canvas.beside = shown;
    }
}

/// Puts the companion, reduced, into the wider of the two strips beside the game's window, and says where its touch
/// screen lies. `None` if there is no room.
fn beside(
    picture: &mut RgbImage,
    companion: &Subject,
    scale: f64,
    (x, w): (u32, u32),
    chrome: Chrome,
    dice: &mut Dice,
) -> Option<Placement> {
    let share = scale / companion.touch.scale().0;
    let width = (f64::from(companion.picture.width()) * share) as u32;
    let height = (f64::from(companion.picture.height()) * share) as u32;
    let right = picture.width() - (x + w);
    let (from, room) = if x > right { (0, x) } else { (x + w, right) };
    let tall = height + chrome.title;
    if width == 0 || height == 0 || width > room || tall > picture.height() {
        return None;
    }
    let left = from + dice.int(0, room - width);
    let top = dice.int(0, picture.height() - tall);
    paint::title_bar(picture, dice, (left, top, width, chrome.title), chrome.dark);
    let small = resample(&companion.picture, width, height, Kernel::Area);
    let top = top + chrome.title;
    imageops::replace(picture, &small, i64::from(left), i64::from(top));
    let (w, h) = companion.picture.dimensions();
    let (by_x, by_y) = (f64::from(width) / f64::from(w), f64::from(height) / f64::from(h));
    let Rect { x, y, w, h } = companion.touch.area;
    let (x, y) = (f64::from(left) + x * by_x, f64::from(top) + y * by_y);
    Some(Placement { area: Rect::new(x, y, w * by_x, h * by_y), ..companion.touch })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::geometry::Point;
    use image::Rgb;

    #[test]
    fn the_game_lies_where_its_placement_says() {
        let mut game = RgbImage::from_pixel(32, 24, Rgb([1, 200, 3]));
        game.put_pixel(0, 0, Rgb([255, 0, 255]));
        game.put_pixel(31, 23, Rgb([255, 0, 254]));
        let chrome = Chrome { title: 12, bars: 10, status: 9, border: 2, dark: false };
        let desktop =
            Desktop { width: 200, height: 120, x: 0.7, y: 0.4, chrome, beside: Some(0.5) };
        let game = Subject::native(&game, (32, 24)).unwrap();
        let mut canvas = Canvas::new(RgbImage::clone(&game.picture), game.touch, None);
        desktop.apply(&mut canvas, &game, &mut Dice::new(5));
        assert_eq!(canvas.picture.dimensions(), (200, 120));
        for (native, colour) in [((0.5, 0.5), [255, 0, 255]), ((31.5, 23.5), [255, 0, 254])] {
            let p = canvas.touch.to_picture(Point::new(native.0, native.1));
            assert_eq!(canvas.picture.get_pixel(p.x as u32, p.y as u32).0, colour);
        }
        // The companion at half its size is there too, where its placement says.
        let beside = canvas.beside.expect("there is room").to_picture(Point::new(16.0, 12.0));
        assert_eq!(canvas.picture.get_pixel(beside.x as u32, beside.y as u32).0, [1, 200, 3]);
        let greens = canvas.picture.pixels().filter(|p| p.0 == [1, 200, 3]).count();
        assert!(greens > 32 * 24 + 100, "{greens}");
    }
}
