//! How many boards fit a position, and each tile's chances among them, without listing the boards.
//!
//! The boards are built row by row. What a started board leaves open is, for each column, how many
//! Voltorbs and how much *excess* (the sum over numbers of value - 1) it still has to get in its
//! face-down cards below. Columns that agree in this and in which of their cells below are face
//! down are interchangeable, so a state is the multiset of the columns' needs; the number of ways
//! to complete a state is found once and kept. For the chances of a row's tiles that row is laid
//! first, while the columns still have their identity, and the others complete it; passes for
//! different rows share the states of the rows that come after both.
//!
//! All boards weigh the same here: this is the count without a level.

use crate::games::voltorb_flip::board::{Card, Line, Position};
use crate::grid::Grid;
use rustc_hash::FxHashMap;
use std::collections::HashMap;

/// The longest side of a board that can be counted.
pub const LONGEST_SIDE: usize = 10;

/// How many states [`count`] keeps at most. Each takes about 80 bytes; this many take a minute or
/// two. Boards up to 8x8 take a tenth of it or less.
pub const MOST_STATES: usize = 2_000_000;

/// The result of [`count`].
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// How many boards fit. 0 if none does.
    pub boards: u128,
    /// For each tile the shares of those boards in which it is a Voltorb, 1, 2, 3; all 0 if no
    /// board fits.
    pub chances: Grid<[f64; 4]>,
    /// How many states were kept to find it: what it costs in memory.
    pub states: usize,
}

/// Why boards could not be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// A side is longer than [`LONGEST_SIDE`], or there are no tiles.
    #[error(
        "boards of {rows} x {columns} cannot be counted: each side must be from 1 to {LONGEST_SIDE}"
    )]
    Size {
        /// Rows of the position.
        rows: usize,
        /// Columns of the position.
        columns: usize,
    },
    /// The numbers of headers and of rows or columns of tiles differ.
    #[error("there must be a header for each row and each column of tiles")]
    Headers,
    /// Counting takes too many states.
    #[error(
        "counting the boards that fit takes more than {0} intermediate states; \
         it takes fewer when more cards are face up"
    )]
    TooManyStates(usize),
    /// The number of boards exceeds 128 bits.
    #[error("more than 10^38 boards fit, too many to count exactly")]
    TooManyBoards,
}

/// Counts the boards that fit the position, exactly; its level is ignored.
///
/// # Errors
/// [`CountError`]: the position is too large, or misshapen. That no board fits is no error.
pub fn count(position: &Position) -> Result<Count, CountError> {
    count_within(position, MOST_STATES)
}

/// [`count`] with a bound of one's own on the states kept.
///
/// # Errors
/// As [`count`].
pub fn count_within(position: &Position, most_states: usize) -> Result<Count, CountError> {
    let (rows, columns) = (position.tiles.rows(), position.tiles.columns());
    let sides = 1..=LONGEST_SIDE;
    if !sides.contains(&rows) || !sides.contains(&columns) {
        return Err(CountError::Size { rows, columns });
    }
    if position.rows.len() != rows || position.cols.len() != columns {
        return Err(CountError::Headers);
    }
    let nothing =
        |states| Count { boards: 0, chances: Grid::filled(rows, columns, [0.0; 4]), states };
    // A state has an entry per column: lay the board so that it has the fewer columns.
    let turned = columns > rows;
    let Some(task) = Task::new(position, turned) else { return Ok(nothing(0)) };
    let mut counter = Counter::new(&task, most_states);
    let mut boards = 0;
    let mut shares: Vec<Option<Vec<[f64; 4]>>> = vec![None; task.rows.len()];
    for r in 0..task.rows.len() {
        let same = (0..r).find(|&q| task.rows[q] == task.rows[r]);
        shares[r] = match same {
            Some(q) => shares[q].clone(),
            None => {
                let (total, counts) = counter.row(r)?;
                boards = total;
                if boards == 0 {
                    return Ok(nothing(counter.states));
                }
                let share = |c: [u128; 4]| c.map(|n| n as f64 / boards as f64);
                Some(counts.into_iter().map(share).collect())
            }
        };
    }
    let chances = Grid::from_fn(rows, columns, |r, c| {
        let mut chances = [0.0; 4];
        match (position.tiles[(r, c)], turned) {
            (Some(card), _) => chances[usize::from(card.value())] = 1.0,
            (None, false) => chances = shares[task.order[r]].as_ref().map_or(chances, |row| row[c]),
            (None, true) => chances = shares[task.order[c]].as_ref().map_or(chances, |row| row[r]),
        }
        chances
    });
    Ok(Count { boards, chances, states: counter.states })
}

/// What a line's face-down cells hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Need {
    voltorbs: u8,
    excess: u8,
}

impl Need {
    /// What `header` leaves for the cells of `tiles` that are face down, or `None` if they cannot
    /// hold it.
    fn new<'a>(header: Line, tiles: impl Iterator<Item = &'a Option<Card>>) -> Option<Self> {
        let (mut sum, mut voltorbs) = (i32::from(header.sum), i32::from(header.voltorbs));
        let mut cells = 0;
        for tile in tiles {
            match tile {
                Some(card) => {
                    sum -= i32::from(card.value());
                    voltorbs -= i32::from(*card == Card::Voltorb);
                }
                None => cells += 1,
            }
        }
        let excess = sum - (cells - voltorbs);
        let need = Self { voltorbs: voltorbs.try_into().ok()?, excess: excess.try_into().ok()? };
        need.fits(cells as u8).then_some(need)
    }

    fn fits(self, cells: u8) -> bool {
        self.voltorbs <= cells && self.excess <= 2 * (cells - self.voltorbs)
    }

    /// What is left after a card is laid, if it still fits the cells that remain.
    fn after(self, card: usize, cells: u8) -> Option<Self> {
        let (v, e) = COST[card];
        let left =
            Self { voltorbs: self.voltorbs.checked_sub(v)?, excess: self.excess.checked_sub(e)? };
        left.fits(cells).then_some(left)
    }
}

/// What each card takes from a line's (Voltorbs, excess).
const COST: [(u8, u8); 4] = [(1, 0), (0, 0), (0, 1), (0, 2)];

/// A set of rows or of columns, a bit each.
type Set = u16;

/// The position in the counter's own terms.
struct Task {
    /// `order[r]` is the place of the position's row `r` in `rows`.
    order: Vec<usize>,
    /// Each row's need, and which of its cells are face down.
    rows: Vec<(Need, Set)>,
    /// Each column's need, and which of its cells are face down.
    columns: Vec<(Need, Set)>,
}

impl Task {
    /// Puts the rows with the fewest fillings first: measured, that keeps states and time lowest
    /// (the reverse takes 2 to 14 times as long on 8x8 boards).
    fn ordered(rows: &[(Need, Set)], columns: &[(Need, Set)]) -> Self {
        let mut laid: Vec<usize> = (0..rows.len()).collect();
        laid.sort_by_key(|&r| fillings(rows[r]));
        let mut order = vec![0; rows.len()];
        laid.iter().enumerate().for_each(|(place, &r)| order[r] = place);
        // A column's set of face-down cells speaks of the new places.
        let moved = |down: Set| (0..rows.len()).map(|r| (down >> r & 1) << order[r]).sum();
        let columns = columns.iter().map(|&(need, down)| (need, moved(down))).collect();
        Self { rows: laid.iter().map(|&r| rows[r]).collect(), columns, order }
    }

    /// `None` if a line cannot hold what its header says, or the totals disagree.
    fn new(position: &Position, turned: bool) -> Option<Self> {
        fn line<'a>(
            header: Line,
            tiles: impl Iterator<Item = &'a Option<Card>> + Clone,
        ) -> Option<(Need, Set)> {
            let down = tiles.clone().enumerate().map(|(i, t)| Set::from(t.is_none()) << i).sum();
            Some((Need::new(header, tiles)?, down))
        }
        let tiles = &position.tiles;
        let rows = position.rows.iter().enumerate().map(|(r, &h)| line(h, tiles.row(r).iter()));
        let columns: Option<Vec<_>> = position
            .cols
            .iter()
            .enumerate()
            .map(|(c, &h)| {
                let cells: Vec<_> = tiles.column(c).copied().collect();
                line(h, cells.iter())
            })
            .collect();
        let (rows, columns) = (rows.collect::<Option<Vec<_>>>()?, columns?);
        let total = |lines: &[(Need, Set)]| {
            lines.iter().fold((0, 0), |(v, e), (need, _)| {
                (v + u32::from(need.voltorbs), e + u32::from(need.excess))
            })
        };
        let (rows, columns) = if turned { (columns, rows) } else { (rows, columns) };
        (total(&rows) == total(&columns)).then(|| Self::ordered(&rows, &columns))
    }
}

/// In how many ways a line can be filled.
fn fillings((need, down): (Need, Set)) -> u64 {
    let choose = |n: u64, k: u64| (0..k).fold(1, |c, i| c * (n - i) / (i + 1));
    let (cells, voltorbs, excess) =
        (u64::from(down.count_ones()), u64::from(need.voltorbs), u64::from(need.excess));
    let numbers = cells - voltorbs;
    // With `threes` 3s, the rest of the excess are 2s.
    let rewards = (0..=excess / 2)
        .filter(|threes| excess - threes <= numbers)
        .map(|threes| choose(numbers, threes) * choose(numbers - threes, excess - 2 * threes));
    choose(cells, voltorbs) * rewards.sum::<u64>()
}

/// One column's part of a state: its kind in the [`Layer`] (4 bits), Voltorbs (4), excess (5).
type Code = u16;

fn code(kind: u8, need: Need) -> Code {
    Code::from(kind) << 9 | Code::from(need.voltorbs) << 5 | Code::from(need.excess)
}

fn decode(code: Code) -> (usize, Need) {
    let need = Need { voltorbs: (code >> 5 & 15) as u8, excess: (code & 31) as u8 };
    (usize::from(code >> 9), need)
}

/// The needs of all columns, sorted; unused places are 0.
type State = [Code; LONGEST_SIDE];

/// All states from which the same set of rows is still to be laid.
struct Layer {
    /// The row to lay next; `None` when all are laid.
    row: Option<usize>,
    /// The layer of the rows after that one.
    below: usize,
    /// For each kind of column (columns with the same face-down cells in the rows of this layer):
    /// whether its cell in `row` is face down, its kind in the layer below, and how many of its
    /// cells below are face down.
    kinds: Vec<Kind>,
    /// Ways to complete each state met so far.
    ways: FxHashMap<State, u128>,
}

#[derive(Clone, Copy)]
struct Kind {
    face_down: bool,
    below: u8,
    cells_below: u8,
}

struct Counter<'a> {
    task: &'a Task,
    layers: Vec<Layer>,
    /// `layers[by_rows[set]]` is the layer in which the rows of `set` are still to be laid.
    by_rows: HashMap<Set, usize>,
    states: usize,
    most_states: usize,
}

impl<'a> Counter<'a> {
    fn new(task: &'a Task, most_states: usize) -> Self {
        Self { task, layers: Vec::new(), by_rows: HashMap::new(), states: 0, most_states }
    }

    /// The column kinds of a layer: its columns' face-down cells within `rows`, ascending.
    fn kinds(&self, rows: Set) -> Vec<Set> {
        let mut kinds: Vec<_> = self.task.columns.iter().map(|(_, down)| down & rows).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// The layer in which `rows` are still to be laid, made with those below it if it is new.
    fn layer(&mut self, rows: Set) -> usize {
        if let Some(&layer) = self.by_rows.get(&rows) {
            return layer;
        }
        let row = (rows != 0).then(|| rows.trailing_zeros() as usize);
        let (mut below, mut kinds) = (0, Vec::new());
        if rows != 0 {
            let rest = rows & (rows - 1);
            below = self.layer(rest);
            kinds = self.kinds_into(rows, rows & !rest, rest);
        }
        self.layers.push(Layer { row, below, kinds, ways: FxHashMap::default() });
        self.by_rows.insert(rows, self.layers.len() - 1);
        self.layers.len() - 1
    }

    fn kinds_into(&self, rows: Set, row: Set, rest: Set) -> Vec<Kind> {
        let below = self.kinds(rest);
        let kind = |down: Set| Kind {
            face_down: down & row != 0,
            below: below.iter().position(|&k| k == down & rest).unwrap_or(0) as u8,
            cells_below: (down & rest).count_ones() as u8,
        };
        self.kinds(rows).into_iter().map(kind).collect()
    }

    /// Lays row `r` in every way, completes each, and gives the number of boards and for each
    /// column how many of them have a Voltorb, 1, 2, 3 there.
    fn row(&mut self, r: usize) -> Result<(u128, Vec<[u128; 4]>), CountError> {
        let all = (1 << self.task.rows.len()) - 1;
        let rest = all & !(1 << r);
        let below = self.layer(rest);
        let kinds = self.kinds_into(all, 1 << r, rest);
        let names = self.kinds(all);
        // For each column the cards it may get in this row, each with what it then is below.
        let choices: Vec<Vec<(Option<usize>, Code)>> = self
            .task
            .columns
            .iter()
            .map(|&(need, down)| {
                let kind = kinds[names.iter().position(|&k| k == down).unwrap_or(0)];
                options(kind, need).into_iter().flatten().collect()
            })
            .collect();
        let mut counts = vec![[0; 4]; choices.len()];
        let mut laid = vec![0; choices.len()];
        let total =
            self.lay_row(below, &choices, self.task.rows[r].0, &mut laid, 0, &mut counts)?;
        Ok((total, counts))
    }

    /// Lays the cells from column `c` on; `laid` holds the choice made for each column before it.
    fn lay_row(
        &mut self,
        below: usize,
        choices: &[Vec<(Option<usize>, Code)>],
        need: Need,
        laid: &mut Vec<usize>,
        c: usize,
        counts: &mut [[u128; 4]],
    ) -> Result<u128, CountError> {
        let Some(here) = choices.get(c) else {
            if need != (Need { voltorbs: 0, excess: 0 }) {
                return Ok(0);
            }
            let mut state = [0; LONGEST_SIDE];
            for ((place, options), &choice) in state.iter_mut().zip(choices).zip(&*laid) {
                *place = options[choice].1;
            }
            state.sort_unstable();
            let ways = self.ways(below, &state)?;
            return Ok(ways);
        };
        let mut total: u128 = 0;
        for (choice, &(card, _)) in here.iter().enumerate() {
            let Some(left) = pay(need, card) else { continue };
            laid[c] = choice;
            let ways = self.lay_row(below, choices, left, laid, c + 1, counts)?;
            total = total.checked_add(ways).ok_or(CountError::TooManyBoards)?;
            if let Some(card) = card {
                counts[c][card] += ways;
            }
        }
        Ok(total)
    }

    /// In how many ways the rows of a layer complete a state.
    fn ways(&mut self, layer: usize, state: &State) -> Result<u128, CountError> {
        let Some(row) = self.layers[layer].row else { return Ok(1) };
        if let Some(&ways) = self.layers[layer].ways.get(state) {
            return Ok(ways);
        }
        let mut groups: Vec<Group> = Vec::with_capacity(LONGEST_SIDE);
        for &column in &state[LONGEST_SIDE - self.task.columns.len()..] {
            match groups.last_mut() {
                Some(group) if group.code == column => group.columns += 1,
                _ => {
                    let (kind, need) = decode(column);
                    let options = options(self.layers[layer].kinds[kind], need);
                    groups.push(Group { code: column, columns: 1, options });
                }
            }
        }
        let below = self.layers[layer].below;
        let mut next = [0; LONGEST_SIDE];
        let ways = self.lay(below, &groups, self.task.rows[row].0, 1, &mut next, 0)?;
        if self.states == self.most_states {
            return Err(CountError::TooManyStates(self.most_states));
        }
        self.states += 1;
        self.layers[layer].ways.insert(*state, ways);
        Ok(ways)
    }

    /// Lays a row on groups of interchangeable columns; `next` holds the first `placed` columns of
    /// the state below, `weight` in how many ways they were chosen.
    fn lay(
        &mut self,
        below: usize,
        groups: &[Group],
        need: Need,
        weight: u128,
        next: &mut State,
        placed: usize,
    ) -> Result<u128, CountError> {
        let Some((group, rest)) = groups.split_first() else {
            if need != (Need { voltorbs: 0, excess: 0 }) {
                return Ok(0);
            }
            let mut state = *next;
            state.sort_unstable();
            let ways = self.ways(below, &state)?;
            return ways.checked_mul(weight).ok_or(CountError::TooManyBoards);
        };
        let cells_after: u8 = rest.iter().map(|g| g.columns).sum();
        let mut total: u128 = 0;
        for (dealt, left) in group.deals(need) {
            // More, or less, than the rest of the row can take.
            if !left.fits(cells_after) {
                continue;
            }
            let mut place = placed;
            for (&count, option) in dealt.iter().zip(&group.options) {
                let Some((_, code)) = option else { continue };
                next[place..place + usize::from(count)].fill(*code);
                place += usize::from(count);
            }
            let weight = weight * arrangements(dealt);
            let ways = self.lay(below, rest, left, weight, next, place)?;
            total = total.checked_add(ways).ok_or(CountError::TooManyBoards)?;
        }
        Ok(total)
    }
}

/// In how many ways so many columns get the first option, so many the second, and so on.
fn arrangements(counts: [u8; 4]) -> u128 {
    const FACTORIAL: [u128; LONGEST_SIDE + 1] = {
        let mut table = [1; LONGEST_SIDE + 1];
        let mut n = 1;
        while n <= LONGEST_SIDE {
            table[n] = table[n - 1] * n as u128;
            n += 1;
        }
        table
    };
    let columns: u8 = counts.iter().sum();
    counts.iter().fold(FACTORIAL[usize::from(columns)], |n, &c| n / FACTORIAL[usize::from(c)])
}

/// Interchangeable columns of a state.
struct Group {
    code: Code,
    columns: u8,
    options: [Option<(Option<usize>, Code)>; 4],
}

impl Group {
    /// The ways to deal the options to the columns: how many get each, and what the row then still
    /// needs.
    fn deals(&self, need: Need) -> impl Iterator<Item = ([u8; 4], Need)> + '_ {
        let columns = self.columns;
        let face_up = matches!(self.options[0], Some((None, _)));
        let most = move |option: usize, room: u8| {
            if self.options[option].is_some() { room.min(columns) } else { 0 }
        };
        let rest = (!face_up).then(move || {
            (0..=most(0, need.voltorbs)).flat_map(move |voltorbs| {
                (0..=most(3, need.excess / 2)).flat_map(move |threes| {
                    (0..=most(2, need.excess - 2 * threes)).filter_map(move |twos| {
                        let ones = columns.checked_sub(voltorbs + twos + threes)?;
                        let left = Need {
                            voltorbs: need.voltorbs - voltorbs,
                            excess: need.excess - twos - 2 * threes,
                        };
                        let dealt = [voltorbs, ones, twos, threes];
                        (ones == 0 || self.options[1].is_some()).then_some((dealt, left))
                    })
                })
            })
        });
        face_up.then_some(([columns, 0, 0, 0], need)).into_iter().chain(rest.into_iter().flatten())
    }
}

/// What a column can get in the row at hand: a card (`None` if its cell there is face up) and the
/// column's part of the state below.
fn options(kind: Kind, need: Need) -> [Option<(Option<usize>, Code)>; 4] {
    let mut options = [None; 4];
    if kind.face_down {
        for (card, option) in options.iter_mut().enumerate() {
            *option =
                need.after(card, kind.cells_below).map(|left| (Some(card), code(kind.below, left)));
        }
    } else {
        options[0] = Some((None, code(kind.below, need)));
    }
    options
}

/// What a row still needs after a card.
fn pay(need: Need, card: Option<usize>) -> Option<Need> {
    let (v, e) = card.map_or((0, 0), |card| COST[card]);
    Some(Need { voltorbs: need.voltorbs.checked_sub(v)?, excess: need.excess.checked_sub(e)? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::voltorb_flip::board::{Board, headers};

    fn lines(pairs: &[(u8, u8)]) -> Vec<Line> {
        pairs.iter().map(|&(sum, voltorbs)| Line { sum, voltorbs }).collect()
    }

    fn counted(rows: &[(u8, u8)], cols: &[(u8, u8)]) -> Count {
        let tiles = Grid::filled(rows.len(), cols.len(), None);
        count(&Position { level: None, rows: lines(rows), cols: lines(cols), tiles }).unwrap()
    }

    /// A board of the size, from a small random number generator (xorshift).
    fn random_board(rows: usize, columns: usize, seed: &mut u64) -> Board {
        Grid::from_fn(rows, columns, |_, _| {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            Card::ALL[[0, 0, 1, 1, 1, 2, 2, 3][(*seed >> 33) as usize % 8]]
        })
    }

    fn covered(board: &Board, face_up: impl Fn(usize, usize) -> bool) -> Position {
        let (rows, cols) = headers(board);
        let tiles = Grid::from_fn(board.rows(), board.columns(), |r, c| {
            face_up(r, c).then(|| board[(r, c)])
        });
        Position { level: None, rows, cols, tiles }
    }

    #[test]
    fn known_counts() {
        assert_eq!(counted(&[(0, 2), (2, 0)], &[(1, 1), (1, 1)]).boards, 1);
        assert_eq!(counted(&[(2, 0), (1, 1)], &[(2, 0), (1, 1)]).boards, 1);
        let even = counted(&[(1, 1), (1, 1)], &[(1, 1), (1, 1)]);
        assert_eq!(even.boards, 2);
        assert!(even.chances.iter().all(|c| *c == [0.5, 0.5, 0.0, 0.0]));
        assert_eq!(counted(&[(2, 1), (1, 2), (1, 2)], &[(1, 2), (2, 1), (1, 2)]).boards, 5);
        assert_eq!(counted(&[(2, 1), (1, 2)], &[(1, 2), (2, 1)]).boards, 0);
    }

    /// Against a listing of all 4^n fillings of the face-down tiles.
    #[test]
    fn agrees_with_listing_on_small_boards() {
        let mut seed = 88_172_645_463_325_252;
        for (rows, columns) in [(1, 1), (2, 2), (3, 2), (2, 4), (3, 3), (4, 2), (5, 2)] {
            for round in 0..30 {
                let board = random_board(rows, columns, &mut seed);
                let position = covered(&board, |r, c| (r * 7 + c * 3 + round) % 5 < round % 4);
                let down: Vec<_> =
                    position.tiles.cells().filter(|(_, t)| t.is_none()).map(|(c, _)| c).collect();
                let mut boards = 0;
                let mut seen = Grid::filled(rows, columns, [0u128; 4]);
                for filling in 0..1u32 << (2 * down.len()) {
                    let mut full = position.tiles.map(|t| t.unwrap_or(Card::One));
                    for (i, &cell) in down.iter().enumerate() {
                        full[cell] = Card::ALL[(filling >> (2 * i)) as usize & 3];
                    }
                    if headers(&full) == (position.rows.clone(), position.cols.clone()) {
                        boards += 1;
                        for (cell, card) in full.cells() {
                            seen[cell][usize::from(card.value())] += 1;
                        }
                    }
                }
                let found = count(&position).unwrap();
                assert_eq!(found.boards, boards, "{position:?}");
                for (cell, chances) in found.chances.cells() {
                    for (chance, n) in chances.iter().zip(seen[cell]) {
                        assert!((chance - n as f64 / boards as f64).abs() < 1e-12);
                    }
                }
            }
        }
    }

    #[test]
    fn chances_of_an_8x8_board_add_up_to_its_headers() {
        let mut seed = 7;
        let board = random_board(8, 8, &mut seed);
        let position = covered(&board, |r, c| (r + 3 * c) % 4 == 0);
        let found = count(&position).unwrap();
        assert!(found.boards > 1_000_000);
        for (r, line) in position.rows.iter().enumerate() {
            let voltorbs: f64 = found.chances.row(r).iter().map(|c| c[0]).sum();
            let sum: f64 =
                found.chances.row(r).iter().map(|c| c[1] + 2.0 * c[2] + 3.0 * c[3]).sum();
            assert!((voltorbs - f64::from(line.voltorbs)).abs() < 1e-9);
            assert!((sum - f64::from(line.sum)).abs() < 1e-9);
        }
    }

    #[test]
    fn what_is_too_large_is_refused_in_a_sentence() {
        let mut seed = 3;
        let board = random_board(6, 6, &mut seed);
        let error = count_within(&covered(&board, |_, _| false), 50).unwrap_err();
        assert_eq!(error, CountError::TooManyStates(50));
        let board = random_board(11, 2, &mut seed);
        let error = count(&covered(&board, |_, _| false)).unwrap_err();
        assert!(error.to_string().contains("11 x 2 cannot be counted"), "{error}");
    }

    #[test]
    #[ignore = "a measurement: cargo test --release --lib -- --ignored --nocapture how_far"]
    fn how_far_it_goes() {
        for side in 5..=9 {
            for round in 0..3 {
                let mut seed = 1000 * side as u64 + round + 1;
                let board = random_board(side, side, &mut seed);
                let start = std::time::Instant::now();
                match count(&covered(&board, |_, _| false)) {
                    Ok(n) => println!(
                        "{side}x{side}: {} boards, {} states, {:.2?}",
                        n.boards,
                        n.states,
                        start.elapsed()
                    ),
                    Err(error) => println!("{side}x{side}: {error} ({:.2?})", start.elapsed()),
                }
            }
        }
    }
}
