//! Learns a theme: finds the headers of a board by what somebody says that they show.

use super::backdrop::Backdrop;
use super::candidates::{Cells, cells};
use super::card_picture::CardPicture;
use super::cards::Cards;
use super::cursor::CursorRims;
use super::glyph::Shapes;
use super::header::{Header, HeaderPlace};
use super::look::{CellsOfLook, TaughtLook};
use super::numbers::{Headers, both, headers};
use super::place::{BoardPlace, LineAt};
use super::shape::Shape;
use super::view::View;
use crate::screen::layout::SIZE;
use crate::screen::looks::Look;
use grid::Cell;
use grid::geometry::{Placement, Rect};
use image::RgbImage;
use std::sync::Arc;
use vision::lattice::tiling::tilings;
use voltorb_flip::board::Position;

/// The error for a picture from which no theme can be learned.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum TeachError {
    /// The picture shows no five by five equal cells.
    #[error(
        "nothing in it looks like five by five equal cells in straight rows; say where the cards are with \
         --board X,Y,WIDTH,HEIGHT, from the left and top edge of the first to the right and bottom edge \
         of the last, in pixels"
    )]
    NoCells,
    /// There are cells, but no headers that show the given numbers.
    #[error(
        "its cards were found ({:.0}x{:.0} pixels from one to the next, the first at {:.0}, {:.0}), but the \
         digits next to them do not match the numbers that you gave; check the numbers, and show all headers \
         uncovered",
        place.pitch.0, place.pitch.1, place.left, place.top
    )]
    NoHeaders {
        /// Where the most similar cells were found.
        place: Where,
    },
    /// The cursor is not on the given card.
    #[error(
        "the gap around the card that you gave for the cursor looks like that around the others: say which card has \
         the cursor on all four sides, or leave the cursor out for a game that is played by taps"
    )]
    NoCursor,
}

/// The place of a board in pixels of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Where {
    /// The left edge of the first cell.
    pub left: f64,
    /// Its top edge.
    pub top: f64,
    /// The width and height of a cell.
    pub pitch: (f64, f64),
}

impl Where {
    /// The placement of a touch screen whose cards have their centres at these cells.
    pub fn touch(self) -> Placement {
        BoardPlace { left: self.left, top: self.top, pitch: self.pitch }.touch()
    }
}

impl From<BoardPlace> for Where {
    fn from(BoardPlace { left, top, pitch }: BoardPlace) -> Self {
        Self { left, top, pitch }
    }
}

/// The tolerances between neighbouring pixels of one region, tried in turn.
const TOLERANCES: [u8; 4] = [10, 24, 5, 40];
/// The least contrasts of ink with its ground, tried in turn.
const CONTRASTS: [u8; 3] = [72, 40, 120];
/// How far headers reach beyond the board, in cells, tried in turn.
const REACHES: [f64; 3] = [1.08, 1.7, 2.5];
/// The separation at which headers are accepted at once.
const CLEAR: f32 = 0.13;
/// The most grids and places that are tried.
const MOST_GRIDS: usize = 12;
const MOST_WINDOWS: usize = 6;
/// The least share of the face-down cards that must look alike.
const LEAST_ALIKE: f64 = 0.6;

/// Learns a theme from a picture and what it shows. `board` is where its cards are, and `cursor` the card under the
/// cursor, if somebody says so.
///
/// # Errors
/// [`TeachError`].
pub(in super::super) fn from_picture(
    look: Arc<Look>,
    picture: &RgbImage,
    shows: &Position,
    board: Option<Rect>,
    cursor: Option<Cell>,
) -> Result<TaughtLook, TeachError> {
    let mut best: Option<(f32, Found)> = None;
    let mut seen: Option<(f64, BoardPlace)> = None;
    for tolerance in TOLERANCES {
        let mut grids = cells(&tilings(picture, tolerance, SIZE));
        grids.truncate(MOST_GRIDS);
        if let Some(board) = board {
            grids.iter_mut().for_each(|grid| grid.keep(board));
            grids.retain(|grid| grid.columns == SIZE && grid.rows == SIZE);
            grids.push(Cells::within(picture, board, shows));
        }
        let mut whole_at = None;
        for grid in grids {
            // A square of a card's pattern, where the whole card was found, is not a card.
            if !grid.is_joined && whole_at == Some(grid.place.pitch) {
                continue;
            }
            for (alike, place) in windows(picture, &grid, shows, board) {
                if seen.is_none_or(|(most, _)| alike > most) {
                    seen = Some((alike, place));
                }
                let found = Found::at(picture, tolerance, &grid, place, shows);
                if grid.is_joined && found.is_some() {
                    whole_at = Some(grid.place.pitch);
                }
                if let Some((score, found)) = found
                    && best.as_ref().is_none_or(|(most, _)| score > *most)
                {
                    best = Some((score, found));
                }
                if best.as_ref().is_some_and(|(score, _)| *score >= CLEAR) {
                    break;
                }
            }
            if best.as_ref().is_some_and(|(score, _)| *score >= CLEAR) {
                break;
            }
        }
        if best.as_ref().is_some_and(|(score, _)| *score >= CLEAR) {
            break;
        }
    }
    match (best, seen) {
        (Some((_, found)), _) => {
            let rims = |at| CursorRims::learned(picture, &found.place, found.cells.card, at);
            let rims = cursor.map(|at| rims(at).ok_or(TeachError::NoCursor)).transpose()?;
            Ok(TaughtLook { cursor: rims, ..found.look(look, picture, shows) })
        }
        (None, Some((_, place))) => Err(TeachError::NoHeaders { place: place.into() }),
        (None, None) => Err(TeachError::NoCells),
    }
}

/// The places of the board in a grid of cells at which the cards that are said to lie face down
/// look alike, with how many of them do; the best first.
fn windows(
    picture: &RgbImage,
    grid: &Cells,
    shows: &Position,
    board: Option<Rect>,
) -> Vec<(f64, BoardPlace)> {
    let all: Vec<BoardPlace> = match board {
        Some(_) => vec![grid.place],
        None => grid.windows().filter(|place| place.is_inside(picture.dimensions())).collect(),
    };
    let mut found: Vec<(f64, BoardPlace)> = all
        .into_iter()
        .map(|place| (alike(picture, grid, place, shows), place))
        .filter(|(alike, _)| *alike >= LEAST_ALIKE)
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(MOST_WINDOWS);
    found
}

/// The share of the cards that lie face down which look like another of them.
fn alike(picture: &RgbImage, grid: &Cells, place: BoardPlace, shows: &Position) -> f64 {
    let down: Vec<CardPicture> = shows
        .tiles
        .cells()
        .filter(|(_, tile)| tile.is_none())
        .map(|(cell, _)| CardPicture::of(picture, &place, cell, grid.card))
        .collect();
    if down.len() < 3 {
        return 1.0;
    }
    let alike = |i: usize| (0..down.len()).filter(|&j| j != i && down[i].is_like(&down[j])).count();
    let most = (0..down.len()).map(alike).max().unwrap_or(0) + 1;
    most as f64 / down.len() as f64
}

/// A board whose headers show what they are said to show.
struct Found {
    cells: CellsOfLook,
    place: BoardPlace,
    rows: Headers,
    columns: Headers,
}

impl Found {
    fn at(
        picture: &RgbImage,
        tolerance: u8,
        grid: &Cells,
        place: BoardPlace,
        shows: &Position,
    ) -> Option<(f32, Self)> {
        let view = View::of(picture, &place, tolerance);
        let mut best: Option<(f32, Self)> = None;
        for contrast in CONTRASTS {
            for reach in REACHES {
                let of = |line: fn(usize) -> LineAt, lines: &[_]| -> Vec<Headers> {
                    let sides = [false, true].into_iter();
                    sides
                        .flat_map(|before| {
                            let all: Vec<Header> = (0..SIZE)
                                .map(|i| Header::of(&view, line(i), (before, reach), contrast))
                                .collect();
                            headers(&all, lines, (before, reach))
                        })
                        .collect()
                };
                let rows = of(LineAt::Row, &shows.rows);
                if rows.is_empty() {
                    continue;
                }
                let columns = of(LineAt::Column, &shows.cols);
                let Some((score, rows, columns)) = both(rows, columns) else { continue };
                if best.as_ref().is_none_or(|(most, _)| score > *most) {
                    let cells = CellsOfLook {
                        aspect: place.pitch.1 / place.pitch.0,
                        card: grid.card,
                        marks: grid.marks.clone(),
                        tolerance,
                        contrast,
                    };
                    best = Some((score, Self { cells, place, rows, columns }));
                }
                if score >= CLEAR {
                    return best;
                }
            }
        }
        best
    }

    /// What was found as a look.
    fn look(self, look: Arc<Look>, picture: &RgbImage, shows: &Position) -> TaughtLook {
        let mut cards = Cards::default();
        for (cell, &tile) in shows.tiles.cells() {
            cards.add(tile, CardPicture::of(picture, &self.place, cell, self.cells.card));
        }
        let (mut rows, mut columns) = (self.rows.place, self.columns.place);
        let row_pitch = self.rows.row_pitch;
        let height = one_height(&[rows, columns], SAME_HEIGHT / row_pitch);
        if let Some(height) = height {
            for number in
                [&mut rows.sum, &mut rows.voltorbs, &mut columns.sum, &mut columns.voltorbs]
            {
                number.height = height;
            }
        }
        let mut shapes = Shapes::default();
        for written in self.rows.written.iter().chain(&self.columns.written) {
            let height = height.unwrap_or(written.height) * row_pitch;
            shapes.add(written.digit, Shape::of(&written.blob, height));
        }
        let backdrop = backdrop(picture, &self.place, &self.cells, &rows, &columns);
        TaughtLook {
            look,
            cells: self.cells,
            rows,
            columns,
            shapes: shapes.settled(),
            cards,
            backdrop,
            cursor: None,
        }
    }
}

/// How much the heights of digits may differ and be the same, in pixels: they are known to one.
const SAME_HEIGHT: f64 = 1.6;

/// The height that the digits of all numbers have, if it is the same within `rounding`.
fn one_height(headers: &[HeaderPlace], rounding: f64) -> Option<f64> {
    let heights = || headers.iter().flat_map(|header| [header.sum.height, header.voltorbs.height]);
    let (least, most) = (heights().fold(f64::MAX, f64::min), heights().fold(0.0, f64::max));
    let count = heights().count() as f64;
    (most - least <= rounding).then(|| heights().sum::<f64>() / count)
}

/// How far around a number its digits may be in other pictures, in heights of a digit.
const AROUND: f64 = 0.35;

fn backdrop(
    picture: &RgbImage,
    place: &BoardPlace,
    cells: &CellsOfLook,
    rows: &HeaderPlace,
    columns: &HeaderPlace,
) -> Backdrop {
    let size = SIZE as f64;
    let mut changes = Vec::new();
    let card = cells.card;
    for cell in (0..SIZE).flat_map(|r| (0..SIZE).map(move |c| (r, c))) {
        // A cursor may lie over the card's rim, too.
        let (x, y) = (card.x + cell.1 as f64, card.y + cell.0 as f64);
        changes.push(Rect { x, y, ..card });
    }
    let (mut left, mut top, mut right, mut bottom) = (0.0f64, 0.0f64, size, size);
    for i in 0..SIZE {
        for (line, header) in [(LineAt::Row(i), rows), (LineAt::Column(i), columns)] {
            for number in [header.sum, header.voltorbs] {
                let (x, y) = line.origin();
                let around = AROUND * number.height;
                let (from, to) = (number.left + x - around, number.right + x + around);
                let high = number.middle + y - number.height / 2.0 - around;
                let area = Rect::new(from, high, to - from, number.height + 2.0 * around);
                (left, right) = (left.min(area.x), right.max(area.x + area.w));
                (top, bottom) = (top.min(area.y), bottom.max(area.y + area.h));
                changes.push(area);
            }
        }
    }
    let area = Rect::spanning(left, right, top, bottom);
    Backdrop::of(picture, place, area, &changes)
}
