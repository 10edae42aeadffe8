//! The states of started boards and the number of ways to complete each.

use super::error::{CountError, LONGEST_SIDE};
use super::task::{COST, Need, Set, Task};
use crate::solver::monitor::{Monitor, Progress};
use rustc_hash::FxHashMap;
use std::collections::HashMap;

/// One column's part of a state: its kind in the [`Layer`] (4 bits), Voltorbs (4), excess (5).
type ColumnCode = u16;

fn code(kind: u8, need: Need) -> ColumnCode {
    ColumnCode::from(kind) << 9
        | ColumnCode::from(need.voltorbs) << 5
        | ColumnCode::from(need.excess)
}

fn decode(code: ColumnCode) -> (usize, Need) {
    let need = Need { voltorbs: (code >> 5 & 15) as u8, excess: (code & 31) as u8 };
    (usize::from(code >> 9), need)
}

/// The needs of all columns, sorted; unused places are 0.
type State = [ColumnCode; LONGEST_SIDE];

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

pub struct Counter<'a> {
    /// How many states were kept so far.
    pub states: usize,
    task: &'a Task,
    layers: Vec<Layer>,
    /// `layers[by_rows[set]]` is the layer in which the rows of `set` are still to be laid.
    by_rows: HashMap<Set, usize>,
    most_states: usize,
    monitor: &'a dyn Monitor,
    steps: u32,
}

/// Completed rows between two looks at the clock: some milliseconds.
const PATIENCE: u32 = 1 << 16;

impl<'a> Counter<'a> {
    pub fn new(task: &'a Task, most_states: usize, monitor: &'a dyn Monitor) -> Self {
        let (layers, by_rows) = (Vec::new(), HashMap::new());
        Self { task, layers, by_rows, states: 0, most_states, monitor, steps: 0 }
    }

    /// Asks now and then whether time is up.
    fn tick(&mut self) -> Result<(), CountError> {
        self.steps += 1;
        if self.steps.is_multiple_of(PATIENCE) {
            self.monitor.report(Progress::Counting { states: self.states });
            if self.monitor.time_is_up() {
                return Err(CountError::TimeUp);
            }
        }
        Ok(())
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
    pub fn row(&mut self, r: usize) -> Result<(u128, Vec<[u128; 4]>), CountError> {
        let all = (1 << self.task.rows.len()) - 1;
        let rest = all & !(1 << r);
        let below = self.layer(rest);
        let kinds = self.kinds_into(all, 1 << r, rest);
        let names = self.kinds(all);
        // For each column the cards it may get in this row, each with what it then is below.
        let choices: Vec<Vec<(Option<usize>, ColumnCode)>> = self
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
        choices: &[Vec<(Option<usize>, ColumnCode)>],
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
        self.tick()?;
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
    code: ColumnCode,
    columns: u8,
    options: [Option<(Option<usize>, ColumnCode)>; 4],
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
fn options(kind: Kind, need: Need) -> [Option<(Option<usize>, ColumnCode)>; 4] {
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
