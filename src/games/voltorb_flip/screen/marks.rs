//! The memo marks on face-down cards.

use super::Screen;
use super::frames::Frames;
use super::layout::corner;
use super::looks::Marks;
use super::sighting::{Memo, Tile};
use crate::games::voltorb_flip::board::Card;
use crate::grid::Cell;
use crate::reading::{Reading, Unreadable};
use crate::vision::photometry::{Photometry, luminance, near};

/// Where a card's marks are: corners of 6x6 places.
const MARKS: [(Card, u32, u32); 4] =
    [(Card::Voltorb, 1, 1), (Card::One, 17, 1), (Card::Two, 1, 17), (Card::Three, 17, 17)];
/// Marks are yellow on green. From this brightness on, or this red, a place is marked. Measured
/// at 0.66x to 1x: without a mark at most 104 and 43, with one at least 85 and 82; from 0.78x on
/// at least 144 and 130. Video keeps the brightness, reduction the colour.
const MARKED: (f32, f32) = (125.0, 75.0);
/// What is brighter and redder than this and not marked is doubtful.
const UNMARKED: (f32, f32) = (106.0, 48.0);
/// The least green of a place with a mark, and by how much that exceeds blue; measured at 0.66x and
/// more, compressed and washed out: 149 and 30.
const YELLOW: (f32, f32) = (110.0, 20.0);
/// How much greener than red a place without a mark is at the least; measured: 50.
const LEAST_GREEN: f32 = 25.0;
/// The same for blue.
const BLUE: f32 = 5.0;
/// The least correlation of a mark with its template.
const LEAST_MARK: f32 = 0.55;
/// The same where something lies over the frame beside it.
const LEAST_BESIDE: f32 = 0.8;
/// The most brightness of a card's edge beside a mark: 41, more where it is blurred.
const MOST_EDGE: f32 = 100.0;
/// How far each channel of a place without a mark may be off the card's middle there.
const MOST_OFF: f32 = 30.0;

/// The yellow marks on a face-down card.
pub(super) fn memo(
    screen: &Screen,
    light: &Photometry,
    frames: &Frames,
    cell: Cell,
    tile: &Reading<Tile>,
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
    let mut strange = false;
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
            !yellow
                || (covered > 0 && !edged(dx, dy))
                || screen.fit(&screen.look.marks, x + dx, y + dy, card.value()) < least
        } else if covered == 2 {
            // A drawn line may hide no more than the frame: then it is as dark as the middle.
            let middle = light.canonical(screen.mean(x + 9, y + 9, 6, 6));
            !near(&[red, g, b], &middle, MOST_OFF)
        } else if let Some(colours) = own_colours {
            bright - luminance(colours.corner) < -LEAST_STEP
        } else {
            // Neither yellow nor the card's green is something else.
            (bright > UNMARKED.0 && red > UNMARKED.1) || g - red < LEAST_GREEN || g - b < BLUE
        };
        marked
    });
    if strange { Reading::none(Unreadable::Doubtful) } else { Reading::sure(memo, 0.97) }
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
