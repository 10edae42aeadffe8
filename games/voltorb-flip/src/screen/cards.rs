//! The cards: what lies where.

use super::cover::Cover;
use super::frames::{Frames, Side};
use super::layout::{CARD, SCREEN, SIZE, corner};
use super::looks::States;
use super::native::Screen;
use super::reading::{Memo, Tile};
use super::synthesis::{Synthesis, TOLD};
use super::{cursor, marks, tile};
use grid::reading::{Reading, Unreadable};
use grid::{Cell, Grid};
use vision::photometry::Photometry;
use voltorb_flip::board::Card;

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

    /// Whether a card is seen to lie face down.
    pub fn any_down(&self) -> bool {
        self.tiles.iter().any(|t| t.value == Some(None))
    }

    /// The cells with a Voltorb face up.
    pub fn voltorbs(&self) -> Vec<Cell> {
        let voltorb = Some(Some(Card::Voltorb));
        self.tiles.cells().filter(|(_, t)| t.value == voltorb).map(|(cell, _)| cell).collect()
    }

    /// Whether something that is not a card lies where the game is at work, as an explosion does: cards
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

    /// Whether the card that the cursor is on cannot be told: it may be turning.
    pub fn may_turn(&self) -> bool {
        self.cursor.value.is_some_and(|cell| self.tiles[cell].value.is_none())
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

/// Reads all cards.
pub(super) fn read(screen: &Screen, light: &Photometry, cover: &Cover) -> Cards {
    let frames = Frames::of(screen, light);
    let mut tiles = Grid::from_fn(SIZE, SIZE, |r, c| {
        let (x, y) = corner((r, c));
        if !screen.shows(x, y, CARD, CARD) {
            Reading::none(Unreadable::Outside)
        } else if cover.hides(x, y, CARD, CARD) {
            Reading::none(Unreadable::Covered)
        } else {
            tile::tile(screen, light, frames.sides((r, c)), (x, y))
        }
    });
    let cursor = cursor::cursor(screen, light, cover, &tiles);
    turn_to_voltorb(&mut tiles, &cursor, cover);
    let marking = cursor.value.is_some_and(|cell| cursor::is_marking(screen, light, cell));
    let pencils = marking && screen.look.manifest.states == States::Boxes;
    let synthesis = Synthesis::of(screen, light);
    if let Some(synthesis) = &synthesis {
        let pencil = cursor.value.filter(|_| pencils);
        tiles = Grid::from_fn(SIZE, SIZE, |r, c| {
            let (tile, at) = (tiles[(r, c)].clone(), corner((r, c)));
            if Some((r, c)) == pencil || !screen.shows(at.0, at.1, CARD, CARD) {
                return tile;
            }
            let whole = frames.sides((r, c)) == 4;
            synthesis.unexplained(at).held_against(tile, whole, || tile::face_alone(screen, at))
        });
    }
    let memos = Grid::from_fn(SIZE, SIZE, |r, c| {
        let pencil = pencils && cursor.value == Some((r, c));
        let memo = marks::memo(screen, light, &frames, (r, c), &tiles[(r, c)], pencil);
        let doubtful = memo.why == Some(Unreadable::Doubtful) && tiles[(r, c)].value == Some(None);
        match synthesis.as_ref().filter(|_| doubtful && !pencil) {
            Some(synthesis) => {
                synthesis.memo(corner((r, c))).map_or(memo, |marks| Reading::sure(marks, TOLD))
            }
            None => memo,
        }
    });
    Cards { tiles, memos, frames, cursor, marking }
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
