//! The cards: what lies where, and by which colours that is told.

use super::cover::Cover;
use super::frames::{Frames, Side};
use super::layout::{SCREEN, SIZE, corner};
use super::links::LINES;
use super::looks::Colours;
use super::sighting::{Memo, Tile};
use super::{Screen, cursor, headers, marks};
use crate::games::voltorb_flip::board::Card;
use crate::grid::{Cell, Grid};
use crate::reading::{Reading, Unreadable};
use crate::vision::photometry::{Colour, Photometry, luminance, median, near, usual};
use crate::vision::template::Sheet;

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
    pub frames: Frames,
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
    /// that cannot be told, and the cursor on none that can. It is two cards wide, about the middle
    /// of one: what reaches into another card hides the near sides of all around, and the far side
    /// of none.
    pub fn disturbed(&self) -> bool {
        let strange: Vec<Cell> =
            self.tiles.cells().filter(|(_, t)| t.value.is_none()).map(|(cell, _)| cell).collect();
        let explodes = strange.len() == 1 || strange.iter().any(|&cell| self.reaches_all(cell));
        let hidden = strange.iter().filter(|&&cell| !self.frames.is_seen(cell)).count();
        explodes
            && hidden <= 1
            && self.cursor.value.is_none_or(|cell| self.tiles[cell].value.is_none())
    }

    /// Whether most cards cannot be told though nothing lies over them, as in a grey picture.
    pub fn doubtful(&self) -> bool {
        let doubtful = |t: &&Reading<Tile>| t.why == Some(Unreadable::Doubtful);
        self.tiles.iter().filter(doubtful).count() > SIZE * SIZE / 2
    }

    /// Whether something lies over the near sides of all cards around one.
    fn reaches_all(&self, cell: Cell) -> bool {
        Side::ALL.iter().all(|side| {
            let beside = side.beside(cell);
            beside.is_none_or(|beside| !self.frames.is_whole(beside, side.opposite()))
        })
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
    let off = |map: &Photometry, (canonical, seen): &(Colour, Colour)| {
        map.canonical(*seen).iter().zip(canonical).map(|(a, b)| (a - b).abs()).sum::<f32>()
    };
    // A list may lie over some of the headers: those look nothing like themselves.
    let mut lines: Vec<(Colour, Colour)> = (0..SIZE)
        .map(|row| (colours.lines[row], line(screen, row)))
        .filter(|pair| off(&first, pair) < MOST_OFF)
        .collect();
    // The plain colours are medians over many places: they count as much as all lines together.
    let fit =
        |lines: &[(Colour, Colour)]| Photometry::fit(&[&plain[..], &plain[..], lines].concat());
    // Something smaller may look more like them: without it the others agree.
    let most_off = |lines: &[(Colour, Colour)]| {
        let map = fit(lines)?;
        Some(lines.iter().map(|pair| off(&map, pair)).fold(0.0, f32::max))
    };
    while lines.len() > LEAST_LINES {
        let without = |i: usize| [&lines[..i], &lines[i + 1..]].concat();
        let Some(now) = most_off(&lines) else { break };
        let best = (0..lines.len())
            .filter_map(|i| Some((most_off(&without(i))?, i)))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        match best {
            Some((then, i)) if now > STRANGE && then < AGREED * now => lines = without(i),
            _ => break,
        }
    }
    fit(&lines).or(Some(first))
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

/// The colour of the table as it is seen.
pub(super) fn table(screen: &Screen) -> Colour {
    let between = |(x, y): (u32, u32)| screen.mean(x + 27, y + 28, 2, 2);
    usual(&upper_cells().map(|cell| between(corner(cell))).collect::<Vec<_>>())
}

/// The cells of rows 0 to 3: a box may lie over the last.
fn upper_cells() -> impl Iterator<Item = Cell> {
    (0..SIZE - 1).flat_map(|r| (0..SIZE).map(move |c| (r, c)))
}

/// The colours of frames, edges and the table.
fn plain(screen: &Screen) -> [Colour; 3] {
    let (mut frames, mut edges) = (Vec::new(), Vec::new());
    for (x, y) in upper_cells().map(corner) {
        frames.extend([screen.mean(x + 3, y - 2, 5, 2), screen.mean(x - 2, y + 3, 2, 5)]);
        edges.extend([screen.mean(x + 3, y, 18, 1), screen.mean(x, y + 3, 1, 18)]);
    }
    [median(frames), median(edges), table(screen)]
}

/// How far, over all channels, a header's colour may be off under a map that only knows frames,
/// edges and the table: such a map does not undo a loss of saturation.
const MOST_OFF: f32 = 260.0;
/// Headers that are left at the least when strange ones are left out.
const LEAST_LINES: usize = 3;
/// How far a header's colour is off at the least where one is strange, and which share of that is
/// left without it.
const STRANGE: f32 = 25.0;
const AGREED: f32 = 0.35;

/// Reads all cards.
pub(super) fn read(screen: &Screen, light: &Photometry, cover: &Cover) -> Cards {
    let frames = Frames::of(screen, light);
    let mut tiles = Grid::from_fn(SIZE, SIZE, |r, c| {
        let (x, y) = corner((r, c));
        if cover.hides(x, y, 24, 24) {
            Reading::none(Unreadable::Covered)
        } else {
            tile(screen, light, frames.sides((r, c)), (x, y))
        }
    });
    let cursor = cursor::cursor(screen, light, cover, &tiles);
    turn_to_voltorb(&mut tiles, &cursor, cover);
    let memos = Grid::from_fn(SIZE, SIZE, |r, c| {
        marks::memo(screen, light, &frames, (r, c), &tiles[(r, c)])
    });
    let marking = cursor.value.is_some_and(|cell| cursor::is_marking(screen, light, cell));
    Cards { tiles, memos, frames, cursor, marking }
}

/// What the card with its corner at (x, y) shows, whose frame is seen along `framed` sides.
fn tile(screen: &Screen, light: &Photometry, framed: usize, (x, y): (u32, u32)) -> Reading<Tile> {
    let seen = |dx, dy, w, h| light.canonical(screen.mean(x + dx, y + dy, w, h));
    let sides = SIDES.map(|(dx, dy, w, h)| seen(dx, dy, w, h));
    if let Some(colours) = &screen.look.manifest.colours {
        return match side(&sides, colours) {
            Some(Facing::Down) => Reading::sure(None, 0.999),
            Some(Facing::Up) => {
                face(screen, &screen.look.faces, (x + 4, y + 4), LEAST_FACE).unwrap_or(DOUBTFUL)
            }
            None => DOUBTFUL,
        };
    }
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
    let up = sides.map(|[r, g, _]| r - g > 15.0);
    let ups = up.iter().filter(|&&up| up).count();
    // The squares beside the middle one. What lies over a card may be green, but hardly the same.
    let squares: Vec<&Colour> =
        sides.iter().filter(|side| near(side, &SQUARE, MOST_OFF_SQUARE)).collect();
    let down = squares.len();
    // The others are darker. The pencil lies over the middle one, marks over those in the corners.
    let dark: Vec<Colour> = DARK.iter().map(|&(x, y, w, h)| seen(x, y, w, h)).collect();
    let is_darker = |c: &&Colour| {
        let mean = squares.iter().map(|c| c[1]).sum::<f32>() / down as f32;
        green(c) && mean - c[1] > LEAST_CHEQUER
    };
    let darker = dark.iter().filter(is_darker).count();
    // Something over its rim leaves the middle to tell.
    let middle = || {
        let bare =
            [(7, 7), (12, 7), (7, 12), (12, 12)].iter().all(|&(x, y)| green(&seen(x, y, 5, 5)));
        bare && is_darker(&&dark[0])
    };
    // Where a line is drawn around a card, its dark edges show that nothing lies over it.
    let is_dark = |&&(x, y, w, h): &&(u32, u32, u32, u32)| luminance(seen(x, y, w, h)) < MOST_EDGE;
    let shown = framed > 0 || EDGES.iter().filter(is_dark).count() >= 2;
    let back = (framed == 4 && sides.iter().all(green))
        || match down {
            4 => framed >= 3 || darker + down >= LEAST_SQUARES + 2 || (shown && middle()),
            2.. => ups <= 1 && shown && (middle() || darker + down >= LEAST_SQUARES),
            _ => false,
        };
    if back {
        return Reading::sure(None, 0.999);
    }
    let ball = || {
        let ([r, g, _], [red, green, _]) = (seen(8, 7, 8, 4), seen(8, 15, 8, 3));
        r - g > LEAST_RED && red - green < LEAST_RED / 2.0
    };
    let voltorb = |face: &Reading<Tile>| face.value == Some(Some(Card::Voltorb));
    let face = match ups {
        4 => face(screen, &screen.look.faces, (x + 4, y + 4), LEAST_FACE)
            .filter(|face| !voltorb(face) || ball()),
        2.. if down <= 1 => {
            let hidden = up.map(|up| if up { 0 } else { HIDDEN });
            let at = (x + 4 + hidden[0], y + 4 + hidden[2]);
            let part = screen.look.faces.trimmed(hidden).ok();
            // A Voltorb is larger than a digit: a part of it fits less well, but it has its colours.
            let least = if ball() { LEAST_BALL_BESIDE } else { LEAST_FACE_BESIDE };
            part.and_then(|part| face(screen, &part, at, least))
        }
        _ => None,
    };
    face.unwrap_or_else(|| {
        Reading::none(if framed < 3 { Unreadable::Covered } else { Unreadable::Doubtful })
    })
}

const DOUBTFUL: Reading<Tile> = Reading::none(Unreadable::Doubtful);

/// Beside the middle of each side of a card: free of marks, digits and the pencil.
pub(super) const SIDES: [(u32, u32, u32, u32); 4] =
    [(2, 9, 2, 6), (20, 9, 2, 6), (9, 2, 6, 2), (9, 20, 6, 2)];

/// The two sides of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Facing {
    Down,
    Up,
}

/// Which side lies up in a look with colours of its own, if all four places agree: each must be at
/// least twice as near to one colour as to the other.
fn side(sides: &[Colour; 4], colours: &Colours) -> Option<Facing> {
    let off = |a: &Colour, b: &Colour| {
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
    };
    let near = |a: &Colour, b: &Colour| sides.iter().all(|s| 2.0 * off(s, a) < off(s, b));
    if near(&colours.down, &colours.up) {
        Some(Facing::Down)
    } else if near(&colours.up, &colours.down) {
        Some(Facing::Up)
    } else {
        None
    }
}

/// What a face-up card shows, if one of `faces` correlates with it at (x, y) and leads as is asked.
fn face(
    screen: &Screen,
    faces: &Sheet,
    (x, y): (u32, u32),
    least: (f32, f32),
) -> Option<Reading<Tile>> {
    let best = screen.best(faces, x, y);
    let score = least.0.max(screen.look.manifest.least.faces.unwrap_or(0.0));
    let card = Card::try_from(best.digit).ok()?;
    (best.score > score && best.lead > least.1)
        .then(|| Reading::sure(Some(card), headers::certainty(&best)))
}

/// The colour of the lighter squares on a card's back, and how far each channel may be off it.
const SQUARE: Colour = DS.table;
const MOST_OFF_SQUARE: f32 = 45.0;
/// How much lighter, of 33, they are at the least than the others; and how many of both, of nine, must
/// be seen.
const LEAST_CHEQUER: f32 = 10.0;
const LEAST_SQUARES: usize = 5;
/// The darker squares, the middle one first.
const DARK: [(u32, u32, u32, u32); 5] =
    [(9, 9, 6, 6), (3, 3, 4, 4), (17, 3, 4, 4), (3, 17, 4, 4), (17, 17, 4, 4)];
/// The card's edges, and their most brightness: 41, more where they are blurred.
const EDGES: [(u32, u32, u32, u32); 4] =
    [(3, 0, 18, 1), (3, 23, 18, 1), (0, 3, 1, 18), (23, 3, 1, 18)];
const MOST_EDGE: f32 = 90.0;
/// How much of a face, of 16, is left out on a side over which something lies.
const HIDDEN: u32 = 4;
/// The least correlation and lead of a face on a card that looks like one all around.
const LEAST_FACE: (f32, f32) = (0.55, 0.2);
/// The same where something covers a part of its rim.
const LEAST_FACE_BESIDE: (f32, f32) = (0.8, 0.5);
/// The same where the card is red above and white below its middle, as only the Voltorb is, and by
/// how much red exceeds green there: 120.
const LEAST_BALL_BESIDE: (f32, f32) = (0.6, 0.5);
const LEAST_RED: f32 = 60.0;

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
