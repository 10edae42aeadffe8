//! The cursor: the red or yellow frame around a card.

use super::cover::Cover;
use super::layout::{SIZE, corner};
use super::looks::DS;
use super::native::Screen;
use super::reading::Tile;
use grid::reading::{Reading, Unreadable};
use grid::{Cell, Grid};
use vision::photometry::{Colour, Photometry, luminance, near};

/// Its frame as it is seen, in native pixels and between them, and when it marks cards.
const CURSORS: [Colour; 3] = [[181.0, 58.0, 45.0], [150.0, 35.0, 22.0], [189.0, 140.0, 41.0]];
/// By how much more red must exceed blue than in other frames: the cursor has 53 and more, other frames 3.
const LEAST_RED: f32 = 40.0;
/// How far each channel of it may be off.
const MOST_OFF: f32 = 40.0;

/// The card with the coloured frame.
pub(super) fn cursor(
    screen: &Screen,
    light: &Photometry,
    cover: &Cover,
    tiles: &Grid<Reading<Tile>>,
) -> Reading<Cell> {
    // The frame is drawn white, but red or yellow under the cursor: little blue.
    let [red, _, blue] = screen.look.manifest.colours.map_or([0.0; 3], |colours| {
        let off = DS.frame[0] - DS.frame[2];
        [colours.frame[0] - off, colours.frame[1], colours.frame[2]]
    });
    let usual = red - blue;
    let sides = |cell| sides(screen, light, cell);
    // Without hues the cursor's frame is the one that is darker than white.
    let (frame, cursors) = (light.left_of(DS.frame), CURSORS.map(|c| light.left_of(c)));
    let grey = screen.look.manifest.colours.is_none() && lost_hue(&cursors);
    let is_dark = |side: &Colour| {
        let off = |colour: &Colour| (luminance(*colour) - luminance(*side)).abs();
        cursors.iter().any(|cursor| 2.0 * off(cursor) < off(&frame))
    };
    let is_red = |[r, _, b]: &Colour| r - b - usual > LEAST_RED;
    let is_framed =
        |cell| sides(cell).iter().all(|side| if grey { is_dark(side) } else { is_red(side) });
    let cells = (0..SIZE).flat_map(|r| (0..SIZE).map(move |c| (r, c)));
    let framed: Vec<Cell> = cells
        .filter(|&cell| {
            let (x, y) = corner(cell);
            !cover.hides(x, y, 24, 12) && screen.shows(x, y, 24, 24) && is_framed(cell)
        })
        .collect();
    // Around the cursor's own frame lies a dark red line; a drawn line has none.
    let ringed = |cell: &Cell| {
        let (x, y) = corner(*cell);
        (3..=4).any(|d| {
            let [r, g, _] = light.canonical(screen.mean(x + 3, y - d, 5, 1));
            (60.0..150.0).contains(&r) && r - g > 20.0
        })
    };
    let coloured = |cell: &Cell, most: f32| {
        let sides = sides(*cell);
        let shown = if grey { &cursors } else { &CURSORS };
        shown.iter().any(|cursor| sides.iter().all(|side| near(side, cursor, most)))
    };
    let drawn = |cell: &Cell| coloured(cell, MOST_OFF);
    let only = |is: &dyn Fn(&Cell) -> bool| {
        let mut found = framed.iter().filter(|cell| is(cell)).copied();
        found.next().filter(|_| found.next().is_none())
    };
    match &framed[..] {
        [] => Reading::none(Unreadable::Absent),
        // Below native size the colours of frames are blurred into others.
        [cell] if screen.lens.is_some() || ringed(cell) || coloured(cell, 2.0 * MOST_OFF) => {
            Reading::sure(*cell, 0.99)
        }
        _ => {
            // What lies over other cards may be as red: then one is the cursor's that can be told.
            let told = only(&|cell| tiles[*cell].value.is_some()).filter(drawn);
            // Somebody drew a line around another card.
            match (told, only(&ringed), only(&drawn)) {
                (None, Some(a), Some(b)) if a != b => Reading::none(Unreadable::Doubtful),
                (told, ringed, drawn) => told
                    .or(ringed)
                    .or(drawn)
                    .map_or(Reading::none(Unreadable::Doubtful), |cell| Reading::sure(cell, 0.95)),
            }
        }
    }
}

/// Whether the red of the cursor is told from grey no more.
fn lost_hue(cursors: &[Colour]) -> bool {
    cursors.iter().all(|[r, _, b]| r - b < LEAST_RED)
}

/// Whether the cursor's frame around a card is yellow: it marks cards. Without hues yellow is what is lighter than red.
pub(super) fn is_marking(screen: &Screen, light: &Photometry, cell: Cell) -> bool {
    let [side, ..] = sides(screen, light, cell);
    let cursors = CURSORS.map(|cursor| light.left_of(cursor));
    if lost_hue(&cursors) {
        let [red, _, yellow] = cursors.map(luminance);
        return luminance(side) > (red + yellow) / 2.0;
    }
    let [r, g, b] = side;
    g - b > r - g
}

/// The frame around a card: at the upper side, and high and low at the left and the right. An overlay
/// seldom lies over all; a box may lie over the lower side.
fn sides(screen: &Screen, light: &Photometry, cell: Cell) -> [Colour; 5] {
    let (x, y) = corner(cell);
    [
        (x + 3, y - 2, 5, 2),
        (x - 2, y + 3, 2, 5),
        (x + 24, y + 3, 2, 5),
        (x - 2, y + 16, 2, 5),
        (x + 24, y + 16, 2, 5),
    ]
    .map(|(x, y, w, h)| light.canonical(screen.mean(x, y, w, h)))
}
