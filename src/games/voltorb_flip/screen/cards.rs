//! The cards: what lies where, the marks on them, and the cursor around one.

use super::layout::{SCREEN, SIZE, corner};
use super::links::LINES;
use super::looks::{Colours, Marks};
use super::phase::Cover;
use super::sighting::{Memo, Tile};
use super::{Screen, headers};
use crate::games::voltorb_flip::board::Card;
use crate::grid::{Cell, Grid};
use crate::reading::{Reading, Unreadable};
use crate::vision::photometry::{Colour, Photometry, luminance, median};

/// The colours of a DS.
pub(super) const DS: Colours = Colours {
    frame: [214.0, 239.0, 231.0],
    edge: [41.0, 41.0, 41.0],
    table: [41.0, 165.0, 107.0],
    lines: LINES,
    down: [28.0, 140.0, 101.0],
    up: [189.0, 140.0, 132.0],
    corner: [28.0, 140.0, 101.0],
};

/// What was read of the cards.
pub(super) struct Cards {
    pub tiles: Grid<Reading<Tile>>,
    pub memos: Grid<Reading<Memo>>,
    /// Whether a card's frame is seen all around: nothing lies over its rim.
    pub framed: Grid<bool>,
    pub cursor: Reading<Cell>,
    /// Whether the cursor's frame is yellow: it marks cards.
    pub marking: bool,
}

impl Cards {
    pub fn moving(&self) -> bool {
        self.tiles.iter().any(|t| t.why == Some(Unreadable::Moving))
    }

    /// Where Voltorbs lie face up.
    pub fn voltorbs(&self) -> Vec<Cell> {
        let voltorb = Some(Some(Card::Voltorb));
        self.tiles.cells().filter(|(_, t)| t.value == voltorb).map(|(cell, _)| cell).collect()
    }

    /// Whether something that is no card lies where the game is at work, as an explosion does: cards
    /// that cannot be told, within three rows and columns, and the cursor on none that can. What
    /// lies over more of them is a window.
    pub fn disturbed(&self) -> bool {
        let strange: Vec<Cell> =
            self.tiles.cells().filter(|(_, t)| t.value.is_none()).map(|(cell, _)| cell).collect();
        let span = |f: fn(&Cell) -> usize| {
            let (low, high) = (strange.iter().map(f).min(), strange.iter().map(f).max());
            low.zip(high).map_or(0, |(low, high)| high - low + 1)
        };
        let near = span(|c| c.0) <= 3 && span(|c| c.1) <= 3;
        !strange.is_empty()
            && near
            && self.cursor.value.is_none_or(|cell| self.tiles[cell].value.is_none())
    }

    /// Whether the board is shown as a whole: a round that goes on has no Voltorb face up. Something
    /// may hide a part of it.
    pub fn revealed(&self) -> bool {
        let faces: Vec<Card> = self.tiles.iter().filter_map(|t| t.value.flatten()).collect();
        let down = self.tiles.iter().filter(|t| t.value == Some(None)).count();
        down == 0 && faces.len() >= SIZE * SIZE / 2 && faces.contains(&Card::Voltorb)
    }
}

/// How the picture's colours differ from the game's, told by frames, edges, the table and the
/// headers of the rows, which every board shows. `None` if they show too little contrast.
pub(super) fn photometry(screen: &Screen) -> Option<Photometry> {
    let colours = screen.look.colours();
    let [frame, edge, table] = plain(screen);
    let plain = [(colours.frame, frame), (colours.edge, edge), (colours.table, table)];
    let first = Photometry::fit(&plain)?;
    // A list may lie over some of the headers: those look nothing like themselves.
    let lines = (0..SIZE).filter_map(|row| {
        let seen = line(screen, row);
        let off = first
            .canonical(seen)
            .iter()
            .zip(colours.lines[row])
            .map(|(a, b)| (a - b).abs())
            .sum::<f32>();
        (off < MOST_OFF).then_some((colours.lines[row], seen))
    });
    // The plain colours are medians over many places: they count as much as all lines together.
    let pairs: Vec<_> = plain.into_iter().chain(plain).chain(lines).collect();
    Photometry::fit(&pairs).or(Some(first))
}

/// The colours of a board as they are seen; of the cards those of a DS.
pub(super) fn colours(screen: &Screen) -> Colours {
    let [frame, edge, table] = plain(screen);
    Colours { frame, edge, table, lines: std::array::from_fn(|row| line(screen, row)), ..DS }
}

/// The colour of a row's header.
fn line(screen: &Screen, row: usize) -> Colour {
    let (x, y) = corner((row, SIZE));
    screen.mean(x + 2, y + 2, 5, 5)
}

/// The colours of frames, edges and the table.
fn plain(screen: &Screen) -> [Colour; 3] {
    // Rows 0 to 3 only: a box may lie over the last.
    let cells = || (0..SIZE - 1).flat_map(|r| (0..SIZE).map(move |c| (r, c)));
    let (mut frames, mut edges, mut table) = (Vec::new(), Vec::new(), Vec::new());
    for cell in cells() {
        let (x, y) = corner(cell);
        frames.extend([screen.mean(x + 3, y - 2, 5, 2), screen.mean(x - 2, y + 3, 2, 5)]);
        edges.extend([screen.mean(x + 3, y, 18, 1), screen.mean(x, y + 3, 1, 18)]);
        if cell.1 < SIZE - 1 {
            table.push(screen.mean(x + 27, y + 28, 2, 2));
        }
    }
    [median(frames), median(edges), median(table)]
}

/// How far, over all channels, a header's colour may be off under a map that only knows frames,
/// edges and the table: such a map does not undo a loss of saturation.
const MOST_OFF: f32 = 260.0;

/// Reads all cards.
pub(super) fn read(screen: &Screen, light: &Photometry, cover: &Cover) -> Cards {
    let mut tiles = Grid::from_fn(SIZE, SIZE, |r, c| {
        let (x, y) = corner((r, c));
        if cover.hides(x, y, 24, 24) {
            Reading::none(Unreadable::Covered)
        } else {
            tile(screen, light, x, y)
        }
    });
    let cursor = cursor(screen, light, cover);
    turn_to_voltorb(&mut tiles, &cursor, cover);
    let memos = Grid::from_fn(SIZE, SIZE, |r, c| memo(screen, light, (r, c), &tiles[(r, c)]));
    let marking = cursor.value.is_some_and(|cell| {
        let (x, y) = corner(cell);
        let [r, g, b] = light.canonical(screen.mean(x + 3, y - 2, 5, 2));
        g - b > r - g
    });
    let framed = Grid::from_fn(SIZE, SIZE, |r, c| {
        let (x, y) = corner((r, c));
        framed_sides(screen, light, x, y) == 4
    });
    Cards { tiles, memos, framed, cursor, marking }
}

/// What the card with its corner at (x, y) shows.
fn tile(screen: &Screen, light: &Photometry, x: u32, y: u32) -> Reading<Tile> {
    let seen = |dx, dy, w, h| light.canonical(screen.mean(x + dx, y + dy, w, h));
    let sides = SIDES.map(|(dx, dy, w, h)| seen(dx, dy, w, h));
    if let Some(colours) = &screen.look.manifest.colours {
        return match side(&sides, colours) {
            Some(Side::Down) => Reading::sure(None, 0.999),
            Some(Side::Up) => face(screen, (x, y), LEAST_FACE).unwrap_or(DOUBTFUL),
            None => DOUBTFUL,
        };
    }
    let framed = framed_sides(screen, light, x, y);
    // A turning card is narrower: dark ground shows along its whole left and right.
    let ground = |dx| {
        [4, 9, 14].iter().all(|&dy| {
            let [r, g, b] = seen(dx, dy, 2, 5);
            // Video smears the cursor's red over it.
            r.max(g).max(b) < 110.0 && luminance([r, g, b]) < 80.0
        })
    };
    // What is left of it, down to two pixels, is light.
    let slice = || {
        let [r, g, b] = seen(11, 6, 2, 12);
        r.max(g).max(b) > 105.0
    };
    if framed >= 3 && ground(2) && ground(20) && slice() {
        return Reading::none(Unreadable::Moving);
    }
    let green = |[r, g, _]: &Colour| g - r > 40.0;
    let up = sides.iter().filter(|[r, g, _]| r - g > 15.0).count();
    // The squares beside the middle one. What lies over a card may be green, but hardly the same.
    let squares: Vec<&Colour> = sides
        .iter()
        .filter(|side| side.iter().zip(SQUARE).all(|(a, b)| (a - b).abs() < MOST_OFF_SQUARE))
        .collect();
    let down = squares.len();
    // Something over its rim leaves the middle to tell.
    let middle =
        || [(7, 7), (12, 7), (7, 12), (12, 12)].iter().all(|&(dx, dy)| green(&seen(dx, dy, 5, 5)));
    let chequered = || {
        let mean = squares.iter().map(|c| c[1]).sum::<f32>() / down as f32;
        mean - seen(9, 9, 6, 6)[1] > LEAST_CHEQUER
    };
    let back = (framed == 4 && sides.iter().all(green))
        || match down {
            4 => chequered(),
            2.. => up <= 1 && middle() && chequered(),
            _ => false,
        };
    if back {
        return Reading::sure(None, 0.999);
    }
    let least = match up {
        4 => LEAST_FACE,
        2.. if down <= 1 => LEAST_FACE_BESIDE,
        _ => (f32::INFINITY, f32::INFINITY),
    };
    face(screen, (x, y), least).unwrap_or_else(|| {
        Reading::none(if framed < 3 { Unreadable::Covered } else { Unreadable::Doubtful })
    })
}

const DOUBTFUL: Reading<Tile> = Reading::none(Unreadable::Doubtful);

/// Beside the middle of each side of a card: free of marks, digits and the pencil.
pub(super) const SIDES: [(u32, u32, u32, u32); 4] =
    [(2, 9, 2, 6), (20, 9, 2, 6), (9, 2, 6, 2), (9, 20, 6, 2)];

/// The two sides of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Down,
    Up,
}

/// Which side lies up in a look with colours of its own, if all four places agree: each must be at
/// least twice as near to one colour as to the other.
fn side(sides: &[Colour; 4], colours: &Colours) -> Option<Side> {
    let off = |a: &Colour, b: &Colour| {
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
    };
    let near = |a: &Colour, b: &Colour| sides.iter().all(|s| 2.0 * off(s, a) < off(s, b));
    if near(&colours.down, &colours.up) {
        Some(Side::Down)
    } else if near(&colours.up, &colours.down) {
        Some(Side::Up)
    } else {
        None
    }
}

/// What a face-up card shows, if that correlates with its template and leads as is asked.
fn face(screen: &Screen, (x, y): (u32, u32), least: (f32, f32)) -> Option<Reading<Tile>> {
    let best = screen.best(&screen.look.faces, x + 4, y + 4);
    let score = least.0.max(screen.look.manifest.least.faces.unwrap_or(0.0));
    let card = Card::try_from(best.digit).ok()?;
    (best.score > score && best.lead > least.1)
        .then(|| Reading::sure(Some(card), headers::certainty(&best)))
}

/// The colour of the lighter squares on a card's back, and how far each channel may be off it.
const SQUARE: Colour = DS.table;
const MOST_OFF_SQUARE: f32 = 45.0;
/// How much lighter, of 33, the squares on a card's back are at the least.
const LEAST_CHEQUER: f32 = 10.0;
/// The least correlation and lead of a face on a card that looks like one all around.
const LEAST_FACE: (f32, f32) = (0.55, 0.2);
/// The same where something covers a part of its rim.
const LEAST_FACE_BESIDE: (f32, f32) = (0.8, 0.5);

/// Whether a bright frame, white or red or yellow under the cursor, is seen along a card's sides:
/// above, below, left and right, each at its first and its second half. The links between the cards
/// meet the middle.
fn frame(screen: &Screen, light: &Photometry, x: u32, y: u32) -> [[bool; 2]; 4] {
    // The cursor's frame lies a pixel farther in.
    let bright = |x, y, w, h| {
        let colour = light.canonical(screen.mean(x, y, w, h));
        colour[0] > FRAMED && luminance(colour) < GLARING
    };
    let halves = [2, 17];
    [
        halves.map(|d| bright(x + d, y - 1, 5, 2)),
        halves.map(|d| bright(x + d, y + 23, 5, 2)),
        halves.map(|d| bright(x - 1, y + d, 2, 5)),
        halves.map(|d| bright(x + 23, y + d, 2, 5)),
    ]
}

/// The sides of a card, of four, along which its frame is seen.
fn framed_sides(screen: &Screen, light: &Photometry, x: u32, y: u32) -> usize {
    frame(screen, light, x, y).into_iter().filter(|side| *side == [true; 2]).count()
}

/// The least red of a card's frame and edge together. The frame has at least 214, the edge 41, as
/// has the table.
const FRAMED: f32 = 78.0;
/// Brighter than a frame and its edge together, 138, and than the cursor, 194 at most.
const GLARING: f32 = 204.0;

/// A Voltorb under the cursor beside face-down cards, without a message, is the last picture of its
/// turning: the game goes on by itself from there.
fn turn_to_voltorb(tiles: &mut Grid<Reading<Tile>>, cursor: &Reading<Cell>, cover: &Cover) {
    if let Some(cell) = cursor.value
        && cover.top() == SCREEN.1
        && tiles[cell].value == Some(Some(Card::Voltorb))
        && tiles.iter().any(|t| t.value == Some(None))
    {
        tiles[cell] = Reading::none(Unreadable::Moving);
    }
}

/// Where a card's marks are: corners of 6x6 places.
const MARKS: [(Card, u32, u32); 4] =
    [(Card::Voltorb, 1, 1), (Card::One, 17, 1), (Card::Two, 1, 17), (Card::Three, 17, 17)];
/// Marks are yellow on green. From this brightness on, or this red, a place is marked. Measured
/// at 0.66x to 1x: without a mark at most 104 and 43, with one at least 85 and 82; from 0.78x on
/// at least 144 and 130. Video keeps the brightness, reduction the colour.
const MARKED: (f32, f32) = (125.0, 75.0);
/// What is brighter and redder than this and not marked is doubtful.
const UNMARKED: (f32, f32) = (106.0, 48.0);
/// How much greener than red a place without a mark is at the least; measured: 50.
const LEAST_GREEN: f32 = 25.0;
/// The same for blue.
const BLUE: f32 = 5.0;
/// The least correlation of a mark with its template.
const LEAST_MARK: f32 = 0.55;

/// The yellow marks on a face-down card.
fn memo(screen: &Screen, light: &Photometry, cell: Cell, tile: &Reading<Tile>) -> Reading<Memo> {
    if tile.value != Some(None) {
        return match tile.why {
            Some(why) => Reading::none(why),
            None => Reading::sure(Memo::default(), tile.confidence),
        };
    }
    let (x, y) = corner(cell);
    let own_colours = screen.look.manifest.colours.as_ref();
    let sides = frame(screen, light, x, y);
    let [above, below, left, right] = sides;
    // What covers the frame on both sides of a corner may cover the mark in it; a drawn line around
    // the whole card does not.
    let framed = own_colours.is_some() || !sides.as_flattened().contains(&true);
    let covered = |right_half: bool, lower: bool| {
        let (across, down) = (usize::from(right_half), usize::from(lower));
        let beside = (if lower { below } else { above }, if right_half { right } else { left });
        !framed && !beside.0[across] && !beside.1[down]
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
        strange |= covered(dx > 12, dy > 12);
        let marked = match own_colours {
            Some(colours) => bright - luminance(colours.corner) > LEAST_STEP,
            None => bright > MARKED.0 || red > MARKED.1,
        };
        strange |= if marked {
            screen.fit(&screen.look.marks, x + dx, y + dy, card.value()) < LEAST_MARK
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

/// The card with the coloured frame.
fn cursor(screen: &Screen, light: &Photometry, cover: &Cover) -> Reading<Cell> {
    // The frame is drawn white, but red or yellow under the cursor: little blue.
    let [red, _, blue] = screen.look.manifest.colours.map_or([0.0; 3], |colours| {
        let off = DS.frame[0] - DS.frame[2];
        [colours.frame[0] - off, colours.frame[1], colours.frame[2]]
    });
    let usual = red - blue;
    let missing_blue = |cell: Cell| {
        let (x, y) = corner(cell);
        // At the upper side, and high and low at the left and the right: an overlay seldom lies over
        // all. A box may lie over the lower side.
        let sides = [
            (x + 3, y - 2, 5, 2),
            (x - 2, y + 3, 2, 5),
            (x + 24, y + 3, 2, 5),
            (x - 2, y + 16, 2, 5),
            (x + 24, y + 16, 2, 5),
        ];
        sides
            .map(|(x, y, w, h)| {
                let [r, _, b] = light.canonical(screen.mean(x, y, w, h));
                r - b - usual
            })
            .into_iter()
            .fold(f32::INFINITY, f32::min)
    };
    let cells = (0..SIZE).flat_map(|r| (0..SIZE).map(move |c| (r, c)));
    let framed: Vec<Cell> = cells
        .filter(|&cell| {
            let (x, y) = corner(cell);
            !cover.hides(x, y, 24, 12) && missing_blue(cell) > 80.0
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
    let ringed: Vec<Cell> = framed.iter().copied().filter(ringed).collect();
    match (&framed[..], &ringed[..]) {
        ([cell], _) => Reading::sure(*cell, 0.99),
        ([], _) => Reading::none(Unreadable::Absent),
        (_, [cell]) => Reading::sure(*cell, 0.95),
        _ => Reading::none(Unreadable::Doubtful),
    }
}
