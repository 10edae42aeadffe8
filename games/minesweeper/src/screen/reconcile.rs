//! Compares numbers with the cells around them.
//!
//! A number that its neighbours cannot satisfy is replaced by the next likely one that they can. If there is none, it
//! and the marks that contradict it stay unread.

use super::cell::CellReading;
use super::look::{Colour, MineLook, difference};
use grid::reading::{Reading, SURE, Unreadable};
use grid::{Cell, Grid};
use image::{GrayImage, Luma};
use imageproc::region_labelling::{Connectivity, connected_components};
use minesweeper::board::{CellState, GameState, neighbours};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use vision::photometry::median;

/// The least probability of a reading that replaces a contradicted one.
const LEAST_OTHER: f32 = 0.002;

/// The largest share of a board's cells that may contradict each other, and the largest number on a small board.
const MOST_CONTRADICTED: f32 = 0.03;
const FEW_CONTRADICTED: f32 = 4.0;

/// The readings, with this theme, without those that contradict each other.
pub(super) fn reconcile(seen: &Grid<CellReading>, look: &MineLook) -> Grid<Reading<CellState>> {
    let mut cells = seen.map(|cell| cell.reading.clone());
    if let Some((cell, state, chance)) = hovered(seen) {
        cells[cell] = Reading::sure(state, chance);
    }
    for (cell, chance) in seen.cells().filter_map(|(cell, reading)| Some((cell, reading.blank?))) {
        if let Some(state) = blank(&cells, cell) {
            cells[cell] = Reading::sure(state, chance);
        }
    }
    // The keyboard's cursor changes how a cell looks.
    let stray = if look.has_cursor() { stray(&cells) } else { Vec::new() };
    let pressed = pressed(&cells);
    for cell in pressed {
        cells[cell] = Reading::none(Unreadable::Moving);
    }
    for cell in stray {
        cells[cell] = Reading::none(Unreadable::Doubtful);
    }
    for cell in overlaid(seen).into_iter().chain(at_an_edge(seen, look.scene.is_some())) {
        cells[cell] = Reading::none(Unreadable::Covered);
    }
    for cell in contradicted(&cells) {
        let others = seen[cell].considered.iter().skip(1);
        let mut fitting = others.filter(|(state, chance)| {
            *chance >= LEAST_OTHER
                && matches!(state, CellState::Open(number) if possible(&cells, cell, *number))
        });
        cells[cell] = match (fitting.next(), fitting.next()) {
            (Some((state, _)), None) => Reading::sure(*state, SURE),
            _ => Reading::none(Unreadable::Contradicts),
        };
    }
    cells
}

/// Whether so many cells contradict each other that the theme is probably another one.
pub(super) fn refuted(cells: &Grid<Reading<CellState>>) -> bool {
    let contradicted = untold(cells, Unreadable::Contradicts);
    let share = MOST_CONTRADICTED * (cells.rows() * cells.columns()) as f32;
    contradicted as f32 > share.max(FEW_CONTRADICTED)
}

/// How many cells are not told for this reason.
fn untold(cells: &Grid<Reading<CellState>>, why: Unreadable) -> usize {
    cells.iter().filter(|cell| cell.why == Some(why)).count()
}

/// The largest share of a board's marks that may fit no drawing, or several.
const MOST_DOUBTFUL: f32 = 0.01;

/// The most things that lie over a board: a pointer, a badge, a dialog and the like. Many cells that are covered here and
/// there by more of them are cells of a board that is drawn otherwise, or whose picture is too poor.
const MOST_THINGS: usize = 5;

/// The number of visible cells that the theme does not explain, if it is more than chance would leave. Then the theme
/// or its light is another one, and no cell can be trusted.
///
/// A mine or a wrong flag belongs to a lost game: it comes with an exploded mine, if the theme can show that.
pub(super) fn unexplained(
    cells: &Grid<Reading<CellState>>,
    shows_explosion: bool,
) -> Option<usize> {
    let read = |which: &dyn Fn(CellState) -> bool| {
        cells.iter().filter_map(|cell| cell.value).filter(|s| which(*s)).count()
    };
    let marks = read(&|state| !matches!(state, CellState::Closed | CellState::Open(0)));
    let doubtful = untold(cells, Unreadable::Doubtful);
    let contradicted = untold(cells, Unreadable::Contradicts);
    let hidden = untold(cells, Unreadable::Covered) + untold(cells, Unreadable::Moving);
    let exploded = read(&|state| state == CellState::Exploded);
    let shown = read(&|state| matches!(state, CellState::Mine | CellState::WrongFlag));
    let stray = if shows_explosion && exploded == 0 && hidden == 0 { shown } else { 0 };
    let is_scattered = !is_mostly_told(cells) && things(cells) > MOST_THINGS;
    let scattered = if is_scattered { untold(cells, Unreadable::Covered) } else { 0 };
    let unexplained = doubtful + contradicted + stray + scattered;
    let many =
        doubtful as f32 > MOST_DOUBTFUL * marks as f32 || contradicted + stray + scattered > 0;
    many.then_some(unexplained)
}

/// How many things cover cells: each covers those that touch each other.
fn things(cells: &Grid<Reading<CellState>>) -> usize {
    let covered = GrayImage::from_fn(cells.columns() as u32, cells.rows() as u32, |column, row| {
        let cell = &cells[(row as usize, column as usize)];
        Luma([u8::from(cell.why == Some(Unreadable::Covered))])
    });
    let labels = connected_components(&covered, Connectivity::Eight, Luma([0]));
    labels.iter().copied().max().unwrap_or(0) as usize
}

/// The fewest numbers on a board whose colours were fitted to a theme, and how many of them are needed for each
/// unread cell.
const NUMBERS: usize = 4;
const NUMBERS_A_CELL: usize = 10;

/// The largest share of unread cells on a board that counts as mostly read.
const FEW_UNTOLD: f32 = 0.05;

/// Whether so much of a board is read, with numbers that agree, that it cannot be something that only looks like
/// cells.
///
/// While cells are unread, no mine may show without the exploded one: under another light the ground of a number may
/// look closed.
pub(super) fn is_beyond_doubt(cells: &Grid<Reading<CellState>>) -> bool {
    let number = |cell: &&Reading<CellState>| cell.value.and_then(CellState::number) > Some(0);
    let numbers = cells.iter().filter(number).count();
    let any = |which: &dyn Fn(CellState) -> bool| cells.iter().any(|c| c.value.is_some_and(which));
    let is_mined = any(&|state| matches!(state, CellState::Mine | CellState::WrongFlag));
    let unread = unread(cells);
    let is_explained = unread == 0 || !is_mined || any(&|state| state == CellState::Exploded);
    numbers >= NUMBERS && NUMBERS_A_CELL * unread <= numbers && is_explained
}

/// Whether hardly any cell is unread.
pub(super) fn is_mostly_told(cells: &Grid<Reading<CellState>>) -> bool {
    unread(cells) as f32 <= FEW_UNTOLD * (cells.rows() * cells.columns()) as f32
}

/// The number of unread cells.
pub(super) fn unread(cells: &Grid<Reading<CellState>>) -> usize {
    cells.iter().filter(|cell| cell.value.is_none()).count()
}

/// Whether a first or last line is wholly unread while most of its neighbour is read. Then the board begins there.
pub(super) fn has_untold_end(cells: &Grid<Reading<CellState>>) -> bool {
    let (rows, columns) = (cells.rows(), cells.columns());
    let told = |cell: &Cell| cells[*cell].value.is_some();
    let row = |row: usize| (0..columns).filter(|column| told(&(row, *column))).count();
    let column = |column: usize| (0..rows).filter(|row| told(&(*row, column))).count();
    let ends = [
        (row(0), row(1), columns),
        (row(rows - 1), row(rows - 2), columns),
        (column(0), column(1), rows),
        (column(columns - 1), column(columns - 2), rows),
    ];
    ends.into_iter().any(|(end, beside, all)| end == 0 && 2 * beside > all)
}

/// The counter, unless the cells contradict it: with the flags it cannot count more mines than closed cells, nor
/// fewer than 0.
pub(super) fn reconcile_counter(
    counter: Reading<i64>,
    state: &Reading<GameState>,
    cells: &Grid<Reading<CellState>>,
) -> Reading<i64> {
    let Some(left) = counter.value else { return counter };
    if !matches!(state.value, Some(GameState::Fresh | GameState::Playing)) {
        return counter;
    }
    let flags = cells.iter().filter(|cell| cell.value == Some(CellState::Flag)).count() as i64;
    let closed = cells.iter().filter(|cell| cell.value.is_none_or(CellState::is_closed)).count();
    match (0..=closed as i64).contains(&(left + flags)) {
        true => counter,
        false => Reading::none(Unreadable::Contradicts),
    }
}

/// Whether a cell shows so only once the game is lost.
pub(super) fn tells_loss(state: CellState) -> bool {
    state.is_mine() || state == CellState::WrongFlag
}

/// Whether every number sees all its mines, as once a game is lost: what is shown then are all mines, but for those with a
/// flag or a question mark.
pub(super) fn shows_all_mines(cells: &Grid<Reading<CellState>>) -> bool {
    let is_mine = |state: CellState| match state {
        CellState::Question => None,
        state => Some(state.is_mine() || state == CellState::Flag),
    };
    unmet(cells, is_mine).next().is_none()
}

/// The cells without what tells that the game is lost. For where the program counts other flags than are read, or mines are
/// still hidden: then one of these marks may be a flag or a number, as the red ground of an exploded mine may be a flag's
/// red in a picture of few colours.
pub(super) fn without_loss(cells: &Grid<Reading<CellState>>) -> Grid<Reading<CellState>> {
    cells.map(|cell| match cell.value {
        Some(state) if tells_loss(state) => Reading::none(Unreadable::Contradicts),
        _ => cell.clone(),
    })
}

/// The numbers of flags that a program may count: after a loss with the wrong ones or without. None if a cell is
/// unread.
pub(super) fn flags(cells: &Grid<Reading<CellState>>) -> Vec<u32> {
    if cells.iter().any(|cell| cell.value.is_none()) {
        return Vec::new();
    }
    let count = |state| cells.iter().filter(|cell| cell.value == Some(state)).count() as u32;
    let right = count(CellState::Flag);
    vec![right, right + count(CellState::WrongFlag)]
}

/// The closed cell under the pointer, what it shows, and with which chance: the only cell that may be one. Some
/// programs show so what was opened, too, once a game is lost; and beside an open cell without a number none is closed.
fn hovered(seen: &Grid<CellReading>) -> Option<(Cell, CellState, f32)> {
    if seen.iter().any(|cell| cell.reading.value.is_some_and(tells_loss)) {
        return None;
    }
    let mut all = seen.cells().filter_map(|(cell, reading)| Some((cell, reading.hovered?)));
    let (Some((cell, (state, chance))), None) = (all.next(), all.next()) else { return None };
    let empty = |near: Cell| seen[near].reading.value == Some(CellState::Open(0));
    let mut near = neighbours(seen.rows(), seen.columns(), cell);
    (state.is_closed() && !near.any(empty)).then_some((cell, state, chance))
}

/// Cells without a mark beside what hides others, whose colour is not that of others with this ground: something
/// translucent lies over them, too, under which a closed cell may look open.
fn overlaid(seen: &Grid<CellReading>) -> Vec<Cell> {
    let mut grounds: BTreeMap<usize, Vec<Colour>> = BTreeMap::new();
    for (ground, colour) in seen.iter().filter_map(|cell| cell.ground) {
        grounds.entry(ground).or_default().push(colour);
    }
    grounds.retain(|_, colours| colours.len() >= LEAST_ALIKE);
    let usual = grounds.into_iter().map(|(ground, colours)| {
        let usual = median(colours.clone());
        let mut off: Vec<f32> = colours.into_iter().map(|c| difference(c, usual)).collect();
        let middle = off.len() / 2;
        let spread = *off.select_nth_unstable_by(middle, f32::total_cmp).1;
        (ground, (usual, LEAST_OFF.max(SPREADS * spread)))
    });
    let usual: BTreeMap<usize, (Colour, f32)> = usual.collect();
    let is_off = |(ground, colour): (usize, Colour)| {
        usual.get(&ground).is_some_and(|(usual, most)| difference(colour, *usual) > *most)
    };
    let off = seen.cells().filter(|(_, cell)| cell.ground.is_some_and(is_off));
    let mut off: Vec<Cell> = off.map(|(cell, _)| cell).collect();
    let mut hidden = seen.map(|cell| !cell.is_read());
    let mut overlaid = Vec::new();
    // What is found so hides others in turn.
    while let Some(next) = off.iter().position(|cell| {
        let mut near = neighbours(seen.rows(), seen.columns(), *cell);
        near.any(|near| hidden[near])
    }) {
        let cell = off.swap_remove(next);
        hidden[cell] = true;
        overlaid.push(cell);
    }
    overlaid
}

/// Marks beside covered cells that the edge of what lies there may have made: mines, unless the loss shows elsewhere,
/// too, and in a scene flags, which it tells by a light part. In a lost game it is the program's own message.
fn at_an_edge(seen: &Grid<CellReading>, is_scene: bool) -> Vec<Cell> {
    let covered = |cell: Cell| seen[cell].reading.why == Some(Unreadable::Covered);
    let is_beside = |cell: Cell| neighbours(seen.rows(), seen.columns(), cell).any(covered);
    let of = |which: fn(CellState) -> bool| {
        let all = seen.cells().filter(move |(_, cell)| cell.reading.value.is_some_and(which));
        all.map(|(cell, _)| cell).collect::<Vec<Cell>>()
    };
    let mut marks = of(tells_loss);
    if marks.iter().any(|cell| !is_beside(*cell)) {
        return Vec::new();
    }
    if is_scene {
        marks.extend(of(|state| state == CellState::Flag));
    }
    marks.retain(|cell| is_beside(*cell));
    marks
}

/// How many cells must have a ground for its usual colour to be known; how far one may be off it, in grey levels of a
/// channel; and the same in multiples of what the cell in the middle is off.
const LEAST_ALIKE: usize = 8;
const LEAST_OFF: f32 = 3.0;
const SPREADS: f32 = 4.0;

/// Cells that look open and empty beside a closed one: a press on them is held down, or their area is
/// just being opened.
fn pressed(cells: &Grid<Reading<CellState>>) -> Vec<Cell> {
    let closed = |cell: Cell| cells[cell].value == Some(CellState::Closed);
    let empty = cells.cells().filter(|(_, seen)| seen.value == Some(CellState::Open(0)));
    empty
        .map(|(cell, _)| cell)
        .filter(|cell| neighbours(cells.rows(), cells.columns(), *cell).any(closed))
        .collect()
}

/// Cells that look closed though one beside them looks open and empty, which has no other closed one around it: either
/// may be the one that looks otherwise than it is, as under a cursor whose colour a filter took away.
fn stray(cells: &Grid<Reading<CellState>>) -> Vec<Cell> {
    let empty = cells.cells().filter(|(_, seen)| seen.value == Some(CellState::Open(0)));
    let closed = |cell: Cell| {
        let near = neighbours(cells.rows(), cells.columns(), cell);
        let mut near = near.filter(|near| cells[*near].value == Some(CellState::Closed));
        near.next().filter(|_| near.next().is_none())
    };
    empty.filter_map(|(cell, _)| closed(cell)).collect()
}

/// The cells whose numbers the cells around them cannot meet.
fn contradicted(cells: &Grid<Reading<CellState>>) -> Vec<Cell> {
    unmet(cells, may_be_mine).collect()
}

/// Whether so many of the cells around can be mines.
fn possible(cells: &Grid<Reading<CellState>>, cell: Cell, number: u8) -> bool {
    mines_around(cells, cell, may_be_mine).contains(&number)
}

/// Whether a cell is a mine, if its state tells. Flags prove nothing, they may be wrong: they only count as cells that can
/// be mines.
fn may_be_mine(state: CellState) -> Option<bool> {
    match state {
        CellState::Open(_) | CellState::WrongFlag | CellState::Safe => Some(false),
        CellState::Mine | CellState::Exploded => Some(true),
        CellState::Closed | CellState::Flag | CellState::Question => None,
    }
}

/// The cells whose numbers the mines around them do not meet, where `is_mine` says which states are mines.
fn unmet(
    cells: &Grid<Reading<CellState>>,
    is_mine: impl Fn(CellState) -> Option<bool>,
) -> impl Iterator<Item = Cell> {
    let numbers = cells.cells().filter_map(|(cell, seen)| Some((cell, seen.value?.number()?)));
    numbers
        .filter(move |(cell, number)| !mines_around(cells, *cell, &is_mine).contains(number))
        .map(|(cell, _)| cell)
}

/// How many cells around one are mines: those that `is_mine` tells at least, with those that it does not tell or that are
/// unread at most.
fn mines_around(
    cells: &Grid<Reading<CellState>>,
    cell: Cell,
    is_mine: impl Fn(CellState) -> Option<bool>,
) -> RangeInclusive<u8> {
    let (mut least, mut most) = (0, 0);
    for near in neighbours(cells.rows(), cells.columns(), cell) {
        match cells[near].value.and_then(&is_mine) {
            Some(false) => {}
            Some(true) => {
                least += 1;
                most += 1;
            }
            None => most += 1,
        }
    }
    least..=most
}

/// What a cell without a mark is: open or closed, if the cells around it allow one of them only.
fn blank(cells: &Grid<Reading<CellState>>, cell: Cell) -> Option<CellState> {
    let conflicts =
        |cells: &Grid<Reading<CellState>>| pressed(cells).len() + contradicted(cells).len();
    let before = conflicts(cells);
    let mut fitting = [CellState::Open(0), CellState::Closed].into_iter().filter(|state| {
        let mut cells = cells.clone();
        cells[cell] = Reading::sure(*state, 1.0);
        conflicts(&cells) <= before
    });
    match (fitting.next(), fitting.next()) {
        (Some(state), None) => Some(state),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::shipped::shipped;
    use super::*;

    /// What a cell of 8 x 8 shows: mines here, something over three cells there, and closed cells.
    fn board(mines: &[Cell]) -> Grid<CellReading> {
        Grid::from_fn(8, 8, |row, column| match (row, column) {
            (2, 5..) => CellReading::none(Unreadable::Covered),
            cell if mines.contains(&cell) => CellReading::sure(CellState::Mine, 0.99),
            _ => CellReading::sure(CellState::Closed, 0.99),
        })
    }

    #[test]
    fn a_mine_beside_what_lies_over_the_board_is_believed_only_if_another_one_shows() {
        let look = &shipped()[0];
        let alone = reconcile(&board(&[(3, 5)]), look);
        assert_eq!(alone[(3, 5)].why, Some(Unreadable::Covered));
        assert!(alone.iter().all(|cell| cell.value != Some(CellState::Mine)));
        let both = reconcile(&board(&[(3, 5), (6, 1)]), look);
        assert_eq!(both[(3, 5)].value, Some(CellState::Mine));
    }
}
