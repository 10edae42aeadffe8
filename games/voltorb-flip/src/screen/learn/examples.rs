//! Cuts examples out of a picture, with the colours of its board.

use super::lesson::Shot;
use crate::screen::layout::{SIZE, column_digits, corner, row_digits};
use crate::screen::looks::{Colours, MOST_SHIFT, Shift};
use crate::screen::native::Screen;
use crate::screen::{colours, tile};
use vision::learn::Examples;
use vision::photometry::{Colour, median};
use voltorb_flip::board::Position;

/// The pieces with the digits of the headers.
pub(super) fn headers(screen: &Screen, shows: &Position, shift: Shift) -> Examples {
    let mut examples = Examples::new((8, 8));
    let lines =
        (0..SIZE).flat_map(|i| [(row_digits(i), shows.rows[i]), (column_digits(i), shows.cols[i])]);
    for (places, line) in lines {
        let digits = [line.sum / 10, line.sum % 10, line.voltorbs];
        for (at, digit) in shift.of(places).into_iter().zip(digits) {
            examples.add(&screen.gray, at, digit);
        }
    }
    examples
}

/// What leaving the usual place must gain in separation, and what each pixel off it.
const MOVE_COST: f32 = 0.1;
const PIXEL_COST: f32 = 0.02;

/// How far the digits are off their usual place in all pictures, first those of the sums, then those
/// of the Voltorbs.
pub(super) fn shifted(found: &[Screen], shots: &[Shot], usual: Shift) -> Shift {
    let worth = |shift: Shift| {
        let each = found
            .iter()
            .zip(shots)
            .map(|(found, shot)| headers(found, &shot.shows, shift).separation().unwrap_or(-2.0));
        let off = shift.sum.iter().chain(&shift.voltorbs);
        let off: i32 =
            off.zip(usual.sum.iter().chain(&usual.voltorbs)).map(|(a, b)| (a - b).abs()).sum();
        let cost = if off > 0 { MOVE_COST } else { 0.0 } + PIXEL_COST * off as f32;
        each.sum::<f32>() / found.len() as f32 - cost
    };
    let around = -MOST_SHIFT..=MOST_SHIFT;
    let offsets: Vec<[i32; 2]> =
        around.clone().flat_map(|dx| around.clone().map(move |dy| [dx, dy])).collect();
    let best = |candidates: Vec<Shift>| {
        let scored = candidates.into_iter().map(|shift| (worth(shift), shift));
        scored.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(usual, |(_, shift)| shift)
    };
    // Both kinds stand alike more often than not.
    let both = offsets.iter().map(|&off| Shift { sum: off, voltorbs: off });
    let first = best([usual].into_iter().chain(both).collect());
    let sums = offsets.iter().map(|&sum| Shift { sum, ..first });
    let second = best([usual, first].into_iter().chain(sums).collect());
    let voltorbs = offsets.iter().map(|&voltorbs| Shift { voltorbs, ..second });
    best([usual, first, second].into_iter().chain(voltorbs).collect())
}

/// The middles of face-up cards.
pub(super) fn faces(screen: &Screen, shows: &Position) -> Examples {
    let mut examples = Examples::new((16, 16));
    for (cell, tile) in shows.tiles.cells() {
        if let Some(card) = tile {
            let (x, y) = corner(cell);
            examples.add(&screen.gray, (x + 4, y + 4), card.value());
        }
    }
    examples
}

/// The colours of a board. A side of the cards that it does not show keeps the colour of a DS.
pub(super) fn colours(screen: &Screen, shows: &Position) -> Colours {
    let mut seen = colours::colours(screen);
    let side = |up: bool, places: &dyn Fn(u32, u32) -> Vec<Colour>| {
        let cells = shows.tiles.cells().filter(|(_, tile)| tile.is_some() == up);
        let all: Vec<Colour> = cells
            .flat_map(|(cell, _)| {
                let (x, y) = corner(cell);
                places(x, y)
            })
            .collect();
        (!all.is_empty()).then(|| median(all))
    };
    let sides = |x, y| tile::SIDES.map(|(dx, dy, w, h)| screen.mean(x + dx, y + dy, w, h)).to_vec();
    let corners = |x, y| vec![screen.mean(x + 18, y + 18, 4, 5)];
    seen.down = side(false, &sides).unwrap_or(seen.down);
    seen.up = side(true, &sides).unwrap_or(seen.up);
    seen.corner = side(false, &corners).unwrap_or(seen.corner);
    seen
}
