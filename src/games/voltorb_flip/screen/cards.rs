//! The cards: what lies where, the marks on them, and the cursor around one.

use super::layout::{SCREEN, SIZE, corner};
use super::looks::DS;
use super::phase::Cover;
use super::sighting::{Memo, Tile};
use super::{Screen, headers};
use crate::games::voltorb_flip::board::Card;
use crate::grid::{Cell, Grid};
use crate::reading::{Reading, Unreadable};
use crate::vision::photometry::Photometry;

/// The light frame around every card.
const FRAME: [f32; 3] = [214.0, 239.0, 231.0];
/// The dark edge of every card.
const EDGE: [f32; 3] = [41.0, 41.0, 41.0];
/// The table between the cards.
const TABLE: [f32; 3] = [41.0, 165.0, 107.0];

/// What was read of the cards.
pub(super) struct Cards {
    pub tiles: Grid<Reading<Tile>>,
    pub memos: Grid<Reading<Memo>>,
    pub cursor: Reading<Cell>,
}

impl Cards {
    pub fn moving(&self) -> bool {
        self.tiles.iter().any(|t| t.why == Some(Unreadable::Moving))
    }

    pub fn shows_voltorb(&self) -> bool {
        self.tiles.iter().any(|t| t.value == Some(Some(Card::Voltorb)))
    }

    pub fn all_face_up(&self) -> bool {
        self.tiles.iter().all(|t| matches!(t.value, Some(Some(_))))
    }
}

/// How the picture's colours differ from the game's, told by frames, edges and the table, which
/// every board shows. `None` if they show too little contrast.
pub(super) fn photometry(screen: &Screen) -> Option<Photometry> {
    let median = |mut colours: Vec<[f32; 3]>| -> [f32; 3] {
        std::array::from_fn(|i| {
            let middle = colours.len() / 2;
            colours.select_nth_unstable_by(middle, |a, b| a[i].total_cmp(&b[i])).1[i]
        })
    };
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
    Photometry::fit(&[(FRAME, median(frames)), (EDGE, median(edges)), (TABLE, median(table))])
}

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
    Cards { tiles, memos, cursor }
}

/// What the card with its corner at (x, y) shows.
fn tile(screen: &Screen, light: &Photometry, x: u32, y: u32) -> Reading<Tile> {
    // Beside the middle of each side: free of marks, digits and the pencil.
    let sides = [(2, 9, 2, 6), (20, 9, 2, 6), (9, 2, 6, 2), (9, 20, 6, 2)]
        .map(|(dx, dy, w, h)| light.canonical(screen.mean(x + dx, y + dy, w, h)));
    let (mut down, mut up, mut dark) = (0, 0, 0);
    for [r, g, b] in sides {
        if r.max(g).max(b) < 85.0 {
            dark += 1;
        } else if g - r > 40.0 {
            down += 1;
        } else if r - g > 15.0 {
            up += 1;
        }
    }
    // A turning card is narrower: at its left and right the dark ground shows.
    if dark >= 2 {
        return Reading::none(Unreadable::Moving);
    }
    if down >= 3 && dark == 0 {
        return Reading::sure(None, if down == 4 { 0.999 } else { 0.98 });
    }
    if up < 4 {
        return Reading::none(Unreadable::Doubtful);
    }
    let best = screen.best(&DS.faces, x + 4, y + 4);
    match Card::try_from(best.digit) {
        Ok(card) if best.score > 0.55 && best.lead > 0.2 => {
            Reading::sure(Some(card), headers::certainty(&best))
        }
        _ => Reading::none(Unreadable::Doubtful),
    }
}

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

/// Where a card's marks are: 4x5 pixels inside the 8x8 in each corner.
const MARKS: [(Card, u32, u32); 4] =
    [(Card::Voltorb, 1, 1), (Card::One, 17, 1), (Card::Two, 1, 17), (Card::Three, 17, 17)];

/// The yellow marks on a face-down card.
fn memo(screen: &Screen, light: &Photometry, cell: Cell, tile: &Reading<Tile>) -> Reading<Memo> {
    if tile.value != Some(None) {
        return match tile.why {
            Some(why) => Reading::none(why),
            None => Reading::sure(Memo::default(), tile.confidence),
        };
    }
    let (x, y) = corner(cell);
    let memo = Memo::from_fn(|card| {
        let (_, dx, dy) = MARKS[card as usize];
        // The cards are green: only a mark has much red.
        let [r, _, b] = light.canonical(screen.mean(x + dx, y + dy, 6, 6));
        r - b > 0.0
    });
    Reading::sure(memo, 0.97)
}

/// The card with the coloured frame.
fn cursor(screen: &Screen, light: &Photometry, cover: &Cover) -> Reading<Cell> {
    let mut best: Option<(f32, Cell)> = None;
    for r in 0..SIZE {
        for c in 0..SIZE {
            let (x, y) = corner((r, c));
            if cover.hides(x, y, 24, 12) {
                continue;
            }
            // The frame is drawn white, but red or yellow under the cursor: little blue.
            let blue = [(3, -2i32, 5, 2), (-2, 3, 2, 5), (24, 3, 2, 5)]
                .map(|(dx, dy, w, h)| {
                    let (x, y) = (x.saturating_add_signed(dx), y.saturating_add_signed(dy));
                    let [r, _, b] = light.canonical(screen.mean(x, y, w, h));
                    r - b
                })
                .into_iter()
                .fold(f32::INFINITY, f32::min);
            if best.is_none_or(|(most, _)| blue > most) {
                best = Some((blue, (r, c)));
            }
        }
    }
    match best {
        Some((blue, cell)) if blue > 80.0 => Reading::sure(cell, 0.99),
        _ => Reading::none(Unreadable::Outside),
    }
}
