//! Whether a picture that was laid flat is sharp enough for what it shows to be believed.
//!
//! A digit is held against the other digits, not against what a blur, a hand that moved or a coarse file may make of
//! it. Where that makes fields doubtful all over the board, it makes others look like what they are not: so all of the
//! board is doubted together. A lamp's reflection hides what lies under it, and nothing else. The top screen is another
//! picture.

use super::layout::SIZE;
use super::reading::{BoardReading, FlipReading, LineReading, Phase, is_open};
use grid::Cell;
use grid::reading::{Reading, Unreadable};

/// So many fields of the headers, of twenty, and so many cards, of 25, may be doubtful. Of 700 photos beyond what is
/// promised 8 had a wrong field, each of them with more that were doubtful, farther apart than a spot is wide.
const MOST_HEADERS: usize = 2;
const MOST_CARDS: usize = 4;
/// A spot is so many cells wide and high at the most.
const SPOT: usize = 3;

/// What is believed of a reading: all, or of its touch screen nothing but the boxes and lists that lie over the board.
pub(super) fn believed(seen: FlipReading) -> FlipReading {
    let (board, phase, cursor) = told(seen.board, seen.phase, seen.cursor);
    FlipReading { board, phase, cursor, ..seen }
}

fn told(
    board: Option<BoardReading>,
    phase: Reading<Phase>,
    cursor: Reading<Cell>,
) -> (Option<BoardReading>, Reading<Phase>, Reading<Cell>) {
    match board {
        Some(board) if !is_legible(&board) => {
            let bare = phase.value.is_some_and(Phase::is_bare);
            let phase = if bare { doubt(phase) } else { phase };
            (Some(doubted(board)), phase, doubt(cursor))
        }
        board => (board, phase, cursor),
    }
}

/// Whether so little of a board is doubtful, or all that is in one spot, that the rest is believed.
fn is_legible(board: &BoardReading) -> bool {
    // The headers lie at the ends of their lines, as a sixth column and a sixth row of cells.
    let rows = board.rows.iter().enumerate().map(|(r, line)| ((r, SIZE), line));
    let cols = board.cols.iter().enumerate().map(|(c, line)| ((SIZE, c), line));
    let fields = rows.chain(cols).flat_map(|(at, line)| [(at, &line.sum), (at, &line.voltorbs)]);
    let headers: Vec<Cell> = fields.filter(|(_, f)| is_open(f)).map(|(at, _)| at).collect();
    let cards = board.tiles.cells().filter(|(_, tile)| is_open(tile));
    let cards: Vec<Cell> = cards.map(|(at, _)| at).collect();
    let few = headers.len() <= MOST_HEADERS && cards.len() <= MOST_CARDS;
    few || is_spot(&[headers, cards].concat())
}

/// Whether cells lie as close to each other as in a spot.
fn is_spot(cells: &[Cell]) -> bool {
    let narrow = |line: fn(&Cell) -> usize| {
        let lines = || cells.iter().map(line);
        lines().max().unwrap_or(0) < lines().min().unwrap_or(0) + SPOT
    };
    narrow(|cell| cell.0) && narrow(|cell| cell.1)
}

/// The same board with every field doubtful that was read.
fn doubted(board: BoardReading) -> BoardReading {
    let lines = |lines: Vec<LineReading>| {
        let doubted = |line: LineReading| LineReading {
            sum: doubt(line.sum),
            voltorbs: doubt(line.voltorbs),
        };
        lines.into_iter().map(doubted).collect()
    };
    BoardReading {
        rows: lines(board.rows),
        cols: lines(board.cols),
        tiles: board.tiles.map(|tile| doubt(tile.clone())),
        memos: board.memos.map(|memo| doubt(memo.clone())),
    }
}

/// The same field, doubtful if it was read.
fn doubt<T>(field: Reading<T>) -> Reading<T> {
    if field.value.is_some() { Reading::none(Unreadable::Doubtful) } else { field }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Grid;

    /// A board of which so many sums and cards are doubtful, and so many cards covered, from the first on.
    fn board(sums: usize, cards: usize, covered: usize) -> BoardReading {
        let doubtful =
            |is| if is { Reading::none(Unreadable::Doubtful) } else { Reading::sure(5, 0.99) };
        let line = |i| LineReading { sum: doubtful(i < sums), voltorbs: Reading::sure(1, 0.99) };
        let card = |r, c| match 5 * r + c {
            i if i < cards => Reading::none(Unreadable::Doubtful),
            i if i < cards + covered => Reading::none(Unreadable::Covered),
            _ => Reading::sure(None, 0.99),
        };
        BoardReading {
            rows: (0..5).map(line).collect(),
            cols: (5..10).map(line).collect(),
            tiles: Grid::from_fn(5, 5, card),
            memos: Grid::from_fn(5, 5, |_, _| Reading::none(Unreadable::Covered)),
        }
    }

    #[test]
    fn where_many_fields_are_doubtful_all_are() {
        let left = |board: BoardReading, phase| {
            let cursor = Reading::sure((0, 0), 0.99);
            let (board, phase, cursor) = told(Some(board), Reading::sure(phase, 0.99), cursor);
            let board = board.expect("it stays a board");
            let read = board.tiles.iter().filter(|tile| tile.value.is_some()).count();
            assert_eq!(cursor.value.is_some(), read > 0);
            (read, board.rows[4].sum.value, phase.value)
        };
        let all = (21, Some(5), Some(Phase::Board));
        assert_eq!(left(board(2, 4, 0), Phase::Board), all);
        // What is covered says nothing of the rest.
        assert_eq!(left(board(0, 0, 12), Phase::Board), (13, Some(5), Some(Phase::Board)));
        assert_eq!(left(board(4, 0, 0), Phase::Board), (0, None, None));
        // A spot may hide three cells side by side, and what is below them.
        let spot = |cells: [Cell; 6]| {
            let mut board = board(0, 0, 0);
            for cell in cells {
                board.tiles[cell] = Reading::none(Unreadable::Doubtful);
            }
            left(board, Phase::Board).0
        };
        assert_eq!(spot([(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 3)]), 19);
        assert_eq!(spot([(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (4, 3)]), 0);
        assert_eq!(left(board(0, 5, 0), Phase::Memo), (0, None, None));
        // A box tells the state by itself.
        assert_eq!(left(board(0, 5, 0), Phase::Quit), (0, None, Some(Phase::Quit)));
    }
}
