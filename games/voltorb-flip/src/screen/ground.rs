//! Tells the game's own boxes and lists from translucent covers.
//!
//! The game's boxes and lists hide what is behind them. Another program's notification may be translucent and have
//! their brightness: then frames and links, which every board has at the same places, still show through.

use super::layout::{CARD, MARGIN, PITCH, Part, SCREEN, SIZE};
use super::looks::DS;
use super::native::Screen;
use std::sync::LazyLock;
use vision::correlation::Correlation;
use vision::photometry::luminance;
use vision::template::{BLURS, blurred};

/// What lies where on the table, whatever the round.
#[derive(Clone, Copy, PartialEq)]
enum Ground {
    Table,
    Frame,
    /// A link between two cards, of the colour of its line.
    Link(usize),
    /// A card or a header: these differ.
    Varied,
}

/// The width of a frame, and the place and the width of a link in the middle of a card's side.
const FRAME: u32 = 2;
const LINK: (u32, u32) = (10, 4);

/// What lies at a pixel of the touch screen.
fn ground(x: u32, y: u32) -> Ground {
    // The line, and how far into it: its card, the frame after it, the link, the frame of the next card.
    let along = |v: u32| {
        let from = v + FRAME;
        let line = from.checked_sub(MARGIN)? / PITCH;
        Some((line as usize, (from - MARGIN) % PITCH))
    };
    let (Some((column, dx)), Some((row, dy))) = (along(x), along(y)) else { return Ground::Table };
    // The lower right corner has neither a card nor a header.
    if row > SIZE || column > SIZE || (row == SIZE && column == SIZE) {
        return Ground::Table;
    }
    let card = CARD + 2 * FRAME;
    let inside = |d: u32| (FRAME..FRAME + CARD).contains(&d);
    let at_link = |d: u32| (FRAME + LINK.0..FRAME + LINK.0 + LINK.1).contains(&d);
    match (dx < card, dy < card) {
        (true, true) if inside(dx) && inside(dy) => Ground::Varied,
        (true, true) => Ground::Frame,
        (false, true) if at_link(dy) && row < SIZE && column < SIZE => Ground::Link(row),
        (true, false) if at_link(dx) && row < SIZE && column < SIZE => Ground::Link(column),
        _ => Ground::Table,
    }
}

/// The brightness of the table, for each of [`BLURS`], and which pixels are the same in every round.
static TABLE: LazyLock<(Vec<Vec<f32>>, Vec<bool>)> = LazyLock::new(|| {
    let all: Vec<Ground> =
        (0..SCREEN.1).flat_map(|y| (0..SCREEN.0).map(move |x| ground(x, y))).collect();
    let brightness = |ground: &Ground| {
        luminance(match ground {
            Ground::Table => DS.table,
            Ground::Frame => DS.frame,
            Ground::Link(line) => DS.lines[*line],
            Ground::Varied => DS.down,
        })
    };
    let drawn: Vec<f32> = all.iter().map(brightness).collect();
    let blurs = BLURS.iter().map(|&sigma| blurred(&drawn, SCREEN, sigma)).collect();
    (blurs, all.iter().map(|ground| *ground != Ground::Varied).collect())
});

/// Whether frames and links are seen in a part: none of the game's boxes lies there.
pub(super) fn is_seen(screen: &Screen, part: Part) -> bool {
    correlation(screen, part) > SEEN
}

/// Whether they are seen a little: what looks like one of the game's lists there is none.
pub(super) fn is_seen_a_little(screen: &Screen, part: Part) -> bool {
    correlation(screen, part) > UNDER_LIST
}

/// How well a part correlates with frames and links.
fn correlation(screen: &Screen, (x, y, w, h): Part) -> f64 {
    let (blurs, known) = &*TABLE;
    let drawn = &blurs[screen.blur];
    let mut alike = Correlation::default();
    for (x, y) in (y..y + h).flat_map(|y| (x..x + w).map(move |x| (x, y))) {
        let at = (y * SCREEN.0 + x) as usize;
        if known[at] {
            let seen = screen.gray.get_pixel(x, y)[0];
            alike.add(f64::from(drawn[at]), f64::from(seen), 1.0);
        }
    }
    alike.value()
}

/// The correlation from which the table is seen. Boxes have 0.13 at most in 2,000 distorted pictures, but for a few seen
/// from the side (up to 0.32), the table beside them 0.34 or more in nearly all.
const SEEN: f64 = 0.3;

/// The largest correlation of the game's lists. They have 0.21 at most in the same pictures, but for one. A notification
/// over the table may have 0.27, by its letters.
const UNDER_LIST: f64 = 0.24;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_and_links_lie_where_the_game_draws_them() {
        // Measured on the real game: the first card's frame, the link to its right and below, the first headers.
        for ((x, y), what) in [
            ((2, 2), Ground::Table),
            ((6, 6), Ground::Frame),
            ((8, 8), Ground::Varied),
            ((32, 20), Ground::Frame),
            ((35, 19), Ground::Link(0)),
            ((35, 12), Ground::Table),
            ((51, 35), Ground::Link(1)),
            ((163, 147), Ground::Link(4)),
            ((19, 163), Ground::Link(0)),
            ((180, 20), Ground::Varied),
            ((180, 36), Ground::Table),
            ((20, 180), Ground::Varied),
            ((180, 180), Ground::Table),
            ((220, 100), Ground::Table),
        ] {
            assert!(ground(x, y) == what, "({x}, {y})");
        }
    }
}
