//! The memo marks on face-down cards.

use super::frames::Frames;
use super::layout::{Part, corner};
use super::looks::{DS, Manifest, Marks};
use super::native::Screen;
use super::reading::{Memo, Tile};
use grid::Cell;
use grid::reading::{Reading, Unreadable};
use vision::photometry::{Colour, Photometry, luminance, near};
use voltorb_flip::board::Card;

/// Where a card's marks are: corners of 6x6 places.
pub(super) const MARKS: [(Card, u32, u32); 4] =
    [(Card::Voltorb, 1, 1), (Card::One, 17, 1), (Card::Two, 1, 17), (Card::Three, 17, 17)];
/// The brightness and the red from which a place is marked: marks are yellow on green. Video keeps the brightness,
/// reduction the colour.
const MARKED: (f32, f32) = (125.0, 75.0);
/// The brightness and the red from which an unmarked place is doubtful.
const UNMARKED: (f32, f32) = (106.0, 48.0);
/// The least green of a marked place, and by how much green must exceed blue.
const YELLOW: (f32, f32) = (110.0, 20.0);
/// By how much green must exceed red at a place without a mark.
const LEAST_GREEN: f32 = 25.0;
/// By how much green must exceed blue at a place without a mark.
const BLUE: f32 = 5.0;
/// The least correlation of a mark with its template.
const LEAST_MARK: f32 = 0.55;
/// The same where something lies over the frame beside it.
const LEAST_BESIDE: f32 = 0.8;
/// The largest brightness of a card's edge beside a mark.
const MOST_EDGE: f32 = 100.0;
/// How far each channel of a place without a mark may be off the card's middle there.
const MOST_OFF: f32 = 30.0;
/// Parts of a card's back where no known mark lies, in its darker middle and in its lighter squares.
const BARE: [Part; 8] = [
    (9, 9, 3, 3),
    (12, 9, 3, 3),
    (9, 12, 3, 3),
    (12, 12, 3, 3),
    (10, 4, 4, 3),
    (10, 17, 4, 3),
    (4, 10, 3, 4),
    (17, 10, 3, 4),
];
/// The colour of the darker squares of a card's back.
pub(super) const DARK: Colour = [24.0, 132.0, 99.0];
/// How many of those lie in the middle.
const IN_THE_MIDDLE: usize = 4;
/// How far each channel of such a part may be off the back's colour there.
const MOST_OFF_BARE: f32 = 45.0;

/// The yellow marks on a face-down card; `pencil` if the pencil lies over its middle. What lies on
/// the card and is no known mark makes it doubtful: it may be a mark of another game.
pub(super) fn memo(
    screen: &Screen,
    light: &Photometry,
    frames: &Frames,
    cell: Cell,
    tile: &Reading<Tile>,
    pencil: bool,
) -> Reading<Memo> {
    if tile.value != Some(None) {
        return match tile.why {
            Some(why) => Reading::none(why),
            None => Reading::sure(Memo::default(), tile.confidence),
        };
    }
    let (x, y) = corner(cell);
    let own_colours = screen.look.manifest.colours.as_ref();
    let [above, below, left, right] = *frames.halves(cell);
    // On how many sides of a corner something covers the frame, and may cover the mark in it.
    let covered = |right_half: bool, lower: bool| {
        let (across, down) = (usize::from(right_half), usize::from(lower));
        let beside = (if lower { below } else { above }, if right_half { right } else { left });
        let shown = [beside.0[across], beside.1[down]];
        if own_colours.is_some() { 0 } else { shown.iter().filter(|&&shown| !shown).count() }
    };
    // Whether the card's dark edge is seen on both sides of a mark.
    let edged = |dx: u32, dy: u32| {
        let (right, lower) = (if dx > 12 { 23 } else { 0 }, if dy > 12 { 23 } else { 0 });
        [(right, dy, 1, 6), (dx, lower, 6, 1)].iter().all(|&(dx, dy, w, h)| {
            luminance(light.canonical(screen.mean(x + dx, y + dy, w, h))) < MOST_EDGE
        })
    };
    let mut strange = !pencil && !is_bare(screen, light, (x, y));
    let memo = Memo::from_fn(|card| {
        if card == Card::Voltorb && screen.look.manifest.marks == Marks::Middle {
            let marked = middle_mark(screen, light, x, y);
            strange |= marked.is_none();
            return marked == Some(true);
        }
        let (_, dx, dy) = MARKS[card as usize];
        let [red, g, b] = light.canonical(screen.mean(x + dx + 1, y + dy + 1, 4, 4));
        let bright = luminance([red, g, b]);
        let marked = match own_colours {
            Some(colours) => bright - luminance(colours.corner) > LEAST_STEP,
            None => bright > MARKED.0 || red > MARKED.1,
        };
        let covered = covered(dx > 12, dy > 12);
        strange |= if marked {
            let least = if covered == 2 { LEAST_BESIDE } else { LEAST_MARK };
            let yellow = own_colours.is_some() || (g > YELLOW.0 && g - b > YELLOW.1);
            let fit = screen.fit(&screen.look.marks, x + dx, y + dy, card.value());
            // Below native size edges are mixed with frames: then the mark itself tells that it is whole.
            let whole = edged(dx, dy) || (screen.lens.is_some() && fit > LEAST_BESIDE);
            !yellow || (covered > 0 && !whole) || fit < least
        } else if covered == 2 {
            // A drawn line may hide no more than the frame: then it is as dark as the middle.
            let middle = light.canonical(screen.mean(x + 9, y + 9, 6, 6));
            !near(&[red, g, b], &middle, MOST_OFF)
        } else if let Some(colours) = own_colours {
            bright - luminance(colours.corner) < -LEAST_STEP
        } else {
            // Neither yellow nor the card's green is something else. Below native size a thin mark may be
            // mixed with the card.
            let (light, reddish) = (bright > UNMARKED.0, red > UNMARKED.1);
            (if screen.lens.is_some() { light || reddish } else { light && reddish })
                || g - red < LEAST_GREEN
                || g - b < BLUE
        };
        marked
    });
    if strange { Reading::none(Unreadable::Doubtful) } else { Reading::sure(memo, 0.97) }
}

/// Whether a face-down card's back is seen where no known mark lies. Not told for a look with colours
/// of its own, whose backs may have a picture.
fn is_bare(screen: &Screen, light: &Photometry, (x, y): (u32, u32)) -> bool {
    let Manifest { colours, marks, .. } = &screen.look.manifest;
    let skipped = if *marks == Marks::Middle { IN_THE_MIDDLE } else { 0 };
    let parts = BARE.iter().enumerate().skip(skipped);
    colours.is_some()
        || parts.into_iter().all(|(i, &(dx, dy, w, h))| {
            let seen = light.canonical(screen.mean(x + dx, y + dy, w, h));
            if i < IN_THE_MIDDLE {
                // Below native size the middle seems darker than it is, never lighter.
                let [r, g, b] = seen;
                let lighter = seen.iter().zip(DARK).any(|(c, dark)| c - dark > MOST_OFF_BARE);
                !lighter && g - r > LEAST_GREEN && g - b > BLUE
            } else {
                near(&seen, &DS.table, MOST_OFF_BARE)
            }
        })
}

/// Whether there is a Voltorb's mark in the middle of a card; `None` where there is something else.
fn middle_mark(screen: &Screen, light: &Photometry, x: u32, y: u32) -> Option<bool> {
    let [r, g, b] = light.canonical(screen.mean(x + 9, y + 8, 6, 8));
    // The card itself is green.
    if r < g {
        return Some(false);
    }
    let sheet = screen.look.marks_middle.as_ref()?;
    (r - b > LEAST_YELLOW && screen.fit(sheet, x + 4, y + 4, 0) > LEAST_MARK).then_some(true)
}

/// By how much red exceeds blue over a yellow mark with white in it.
const LEAST_YELLOW: f32 = 40.0;
/// By how much a mark is brighter than its card in a look with colours of its own.
const LEAST_STEP: f32 = 30.0;
