//! Which states are the same but for the order of rows and columns.
//!
//! What is left of a round is a smaller puzzle: for each line the tiles that are still open, and the
//! sum and the Voltorbs that they add up to. Of the tiles that are known no more matters than how
//! many 3s they hold and which of their 2s and 3s are free, for these decide the weights of the
//! boards left. So a state is named by what is left, its lines in an order that depends on nothing but
//! what they look like.

use super::bits::ones;
use crate::board::{Line, MAX_SIDE, Position};
use crate::solver::boards::{Code, Free};
use std::array::from_fn;
use std::cmp::Ordering;

/// A state: the cards that are the same in all boards left.
#[derive(Clone, Copy, Debug)]
pub struct Closure {
    /// The tiles that differ between the boards.
    pub open: u64,
    /// The cards of the others.
    pub known: Code,
}

/// What is left of lines next to each other.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    /// The open tiles: a byte for each line, a bit in it for each line across.
    open: u64,
    /// Seven times what the sum of the open tiles exceeds that of as many 1s by if a Voltorb is
    /// counted as a 1, plus the Voltorbs.
    headers: [u8; MAX_SIDE],
}

/// The symmetries of a round.
#[derive(Debug)]
pub struct Symmetry {
    /// The headers of the rows and of the columns, in the units of [`Lines`].
    rows: [u8; MAX_SIDE],
    columns: [u8; MAX_SIDE],
    height: usize,
    width: usize,
    free: Free,
}

impl Closure {
    /// The state of so many tiles of which none is known.
    pub fn new(tiles: usize) -> Self {
        Self { open: ones(tiles), known: Code::default() }
    }

    /// Notes that these tiles have the same card in all boards left: that of `cards`, which may have
    /// other bits as well.
    pub fn determine(&mut self, tiles: u64, cards: Code) {
        let cards = cards.only(tiles);
        self.open &= !tiles;
        self.known.low |= cards.low;
        self.known.high |= cards.high;
    }
}

impl Lines {
    fn line(&self, i: usize) -> (u8, u8) {
        (byte(self.open, i), self.headers[i])
    }

    /// The lines before which there is none with as much left.
    fn distinct(&self) -> impl Iterator<Item = usize> {
        let lines: [_; MAX_SIDE] = from_fn(|i| self.line(i));
        (0..MAX_SIDE).filter(move |&i| lines[i].0 != 0 && !lines[..i].contains(&lines[i]))
    }
}

fn byte(word: u64, i: usize) -> u8 {
    (word >> (8 * i)) as u8
}

/// A one in the byte of each tile of a row.
const BYTES: [u64; 1 << MAX_SIDE] = spread(8);

/// Adds up the bytes of a word in its highest byte when multiplied by it.
const BYTES_ALL: u64 = 0x0101_0101_0101_0101;

impl Symmetry {
    /// For the headers of a position that some board fits.
    pub fn new(position: &Position) -> Self {
        let headers = |lines: &[Line], tiles: usize| {
            let header = |line: &Line| 7 * (line.sum + line.voltorbs - tiles as u8) + line.voltorbs;
            from_fn(|i| lines.get(i).map_or(0, header))
        };
        let (rows, columns) = (&position.rows, &position.cols);
        Self {
            rows: headers(rows, columns.len()),
            columns: headers(columns, rows.len()),
            height: rows.len(),
            width: columns.len(),
            free: Free::new(position),
        }
    }

    /// What is left of the rows and of the columns.
    fn left(&self, closure: &Closure) -> (Lines, Lines) {
        let Closure { open, known: Code { low, high } } = *closure;
        let (mut rows, mut columns) = (Lines::default(), Lines::default());
        let mut taken = 0;
        for row in 0..self.height {
            let line =
                |tiles: u64| (tiles >> (row * self.width)) as usize & ((1 << self.width) - 1);
            let bytes = |tiles: u64| BYTES[line(tiles) % BYTES.len()];
            rows.open |= (line(open) as u64) << (8 * row);
            let takes = bytes(!(open | low | high)) + 7 * (bytes(high) + bytes(high & low));
            taken += takes;
            rows.headers[row] = self.rows[row] - (takes.wrapping_mul(BYTES_ALL) >> 56) as u8;
        }
        columns.open = transpose(rows.open);
        columns.headers = from_fn(|column| self.columns[column] - byte(taken, column));
        (rows, columns)
    }

    /// Tiles of which each other open tile is a mirror image in this state: those of the lines before
    /// which there is none with as much left.
    pub fn distinct(&self, closure: &Closure) -> u64 {
        let (rows, columns) = self.left(closure);
        let row = columns.distinct().fold(0u64, |row, column| row | 1 << column);
        rows.distinct().fold(0, |tiles, number| tiles | row << (number * self.width))
    }

    /// The name of a state: equal for two states only if an exchange of rows and of columns, and maybe
    /// of all rows for all columns, turns what is left of one into what is left of the other. Not 0
    /// while a tile is open.
    pub fn key(&self, closure: &Closure) -> u128 {
        let (rows, columns) = self.left(closure);
        let mut along = Coloured::new(rows, columns);
        along.refine();
        along.refine();
        let name = match sum(&along.lines.1).cmp(&sum(&along.across.1)) {
            Ordering::Less => along.name(),
            Ordering::Equal => along.name().min(along.mirrored().name()),
            Ordering::Greater => along.mirrored().name(),
        };
        let (most, all) = self.free.count(closure.known.high);
        name << 15 | u128::from(closure.known.threes() << 9 | all << 3 | most)
    }
}

/// A number for each line: equal for lines that look alike.
type Colours = [u32; MAX_SIDE];

/// Lines and those across, with the colours of both.
#[derive(Clone, Copy)]
struct Coloured {
    lines: (Lines, Colours),
    across: (Lines, Colours),
}

/// Spreads what differs over the high bits, by a multiplier of MurmurHash3.
fn mix(look: u32) -> u32 {
    let mixed = look.wrapping_mul(0x85eb_ca6b);
    mixed ^ mixed >> 15
}

fn sum(colours: &Colours) -> u32 {
    colours.iter().fold(0, |sum, &colour| sum.wrapping_add(colour))
}

/// How many bits a sum of colours takes, of which [`COLOUR`] bits are used: less than 6 * 2^7.
const LANE: usize = 10;
const COLOUR: u32 = 7;

/// For each set of lines a one in the lane of each.
const LANES: [u64; 1 << MAX_SIDE] = spread(LANE);

/// For each number its bits, so far apart.
const fn spread(width: usize) -> [u64; 1 << MAX_SIDE] {
    let mut spread = [0; 1 << MAX_SIDE];
    let mut number: usize = 1;
    while number < spread.len() {
        spread[number] =
            spread[number & (number - 1)] | 1 << (width * number.trailing_zeros() as usize);
        number += 1;
    }
    spread
}

/// Tells lines apart by the colours of the lines across in which a tile is open.
fn refine(colours: &mut Colours, across: &(Lines, Colours)) {
    let sums = (0..MAX_SIDE).fold(0, |sums, i| {
        let open = byte(across.0.open, i) as usize % LANES.len();
        sums + LANES[open] * u64::from(across.1[i] >> (u32::BITS - COLOUR))
    });
    for (i, colour) in colours.iter_mut().enumerate() {
        let sum = (sums >> (LANE * i)) as u32 % (1 << LANE);
        *colour = mix(colour.rotate_left(7) ^ sum);
    }
}

impl Coloured {
    fn new(lines: Lines, across: Lines) -> Self {
        let coloured = |lines: Lines| (lines, lines.headers.map(|header| mix(u32::from(header))));
        Self { lines: coloured(lines), across: coloured(across) }
    }

    fn mirrored(&self) -> Self {
        Self { lines: self.across, across: self.lines }
    }

    /// A round of colour refinement, the same for the lines and for those across.
    fn refine(&mut self) {
        let Self { lines, across } = *self;
        refine(&mut self.lines.1, &across);
        refine(&mut self.across.1, &lines);
    }

    /// What is left, the lines and those across sorted by colour. Where lines look alike one is marked, and
    /// what that tells of the others taken up, until no more do; mostly it does not matter which.
    fn name(mut self) -> u128 {
        let mut looks = sorted(&self.lines);
        while let Some(tie) = tie(&looks) {
            self.lines.1[tie] = mix(self.lines.1[tie] ^ 1);
            self.refine();
            self.refine();
            looks = sorted(&self.lines);
        }
        let (lines, headers) = in_order(&looks);
        let across = Lines { open: transpose(lines), ..self.across.0 };
        let (across, others) = in_order(&sorted(&(across, self.across.1)));
        let lines = transpose(across);
        let name = (0..MAX_SIDE).fold(0, |name, i| {
            name << 13 | u128::from(headers[i]) << 6 | u128::from(byte(lines, i))
        });
        // The headers across have the same total, so that one of them follows from the others.
        others[1..].iter().fold(name, |name, &header| name << 7 | u128::from(header))
    }
}

/// The lines sorted by colour, and by tiles if the colour is the same: bytes of the colour, then one with
/// the tiles, one with the header and one with the number of the line.
fn sorted((lines, colours): &(Lines, Colours)) -> [u64; MAX_SIDE] {
    let mut looks: [u64; MAX_SIDE] = from_fn(|i| {
        let (open, header) = lines.line(i);
        u64::from(colours[i]) << 24 | u64::from(open) << 16 | u64::from(header) << 8 | i as u64
    });
    for (a, b) in NETWORK {
        (looks[a], looks[b]) = (looks[a].min(looks[b]), looks[a].max(looks[b]));
    }
    looks
}

/// The number of one of the sorted lines that has the colour of another but not its tiles.
fn tie(looks: &[u64; MAX_SIDE]) -> Option<usize> {
    // They differ in the byte of the tiles, and not in those before it.
    let tied = |pair: &&[u64]| ((pair[0] ^ pair[1]) >> 16).wrapping_sub(1) < 0xff;
    looks.windows(2).find(tied).map(|pair| usize::from(pair[0] as u8))
}

/// The tiles and the headers of sorted lines.
fn in_order(looks: &[u64; MAX_SIDE]) -> (u64, [u8; MAX_SIDE]) {
    let open = (0..MAX_SIDE).fold(0, |open, i| open | (looks[i] >> 16 & 0xff) << (8 * i));
    (open, looks.map(|look| (look >> 8) as u8))
}

/// The comparisons that sort six numbers (Knuth, The Art of Computer Programming 3, 5.3.4). They take no
/// branches: with the library's sort the whole search takes a twentieth longer.
#[rustfmt::skip]
const NETWORK: [(usize, usize); 12] = [
    (0, 5), (1, 3), (2, 4), (1, 2), (3, 4), (0, 3), (2, 5), (0, 1), (2, 3), (4, 5), (1, 2), (3, 4),
];

/// Mirrors a square of 8 x 8 bits along its diagonal (Hacker's Delight, 7-3).
fn transpose(mut square: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let exchanged = (square ^ square >> shift) & mask;
        square ^= exchanged ^ exchanged << shift;
    }
    square
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Card;
    use crate::solver::testing::hidden;
    use grid::Grid;
    use std::collections::{HashMap, HashSet};

    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

    /// All that the value of a state of three lines depends on, in the least of all orders of lines.
    fn least_form(symmetry: &Symmetry, closure: &Closure) -> Vec<u32> {
        let form = |lines: &Lines, across: &Lines, order: [usize; 3], other: [usize; 3]| {
            let headers = order.map(|i| lines.headers[i]).into_iter();
            let headers = headers.chain(other.map(|i| across.headers[i])).map(u32::from);
            let open = order.map(|i| other.map(|j| u32::from(byte(lines.open, i) >> j & 1)));
            headers.chain(open.into_iter().flatten()).collect::<Vec<_>>()
        };
        let (rows, columns) = &symmetry.left(closure);
        let orders = ORDERS.iter().flat_map(|&a| ORDERS.map(|b| (a, b)));
        let forms =
            orders.flat_map(|(a, b)| [form(rows, columns, a, b), form(columns, rows, a, b)]);
        let (most, all) = symmetry.free.count(closure.known.high);
        let known = [closure.known.threes(), most, all];
        forms.min().into_iter().flatten().chain(known).collect()
    }

    #[test]
    fn a_name_belongs_to_the_states_that_are_the_same_but_for_the_order() {
        let (mut names, mut forms) = (HashMap::new(), HashSet::new());
        // Some boards of nine cards other than a 3, and one 3 in each, with every choice of cards known.
        for number in (0..3u32.pow(9)).step_by(173) {
            let board = Grid::from_fn(3, 3, |r, c| {
                let tile = 3 * r as u32 + c as u32;
                let card = number / 3u32.pow(tile) % 3 + u32::from(tile == number % 9);
                Card::ALL[card as usize]
            });
            let symmetry = Symmetry::new(&hidden(&board, None));
            let cards: Code = board.iter().copied().enumerate().collect();
            for known in 0..(1 << 9) - 1 {
                let mut closure = Closure::new(9);
                closure.determine(known, cards);
                let form = least_form(&symmetry, &closure);
                let name = symmetry.key(&closure);
                assert_ne!(name, 0);
                assert_eq!(names.entry(name).or_insert_with(|| form.clone()), &form);
                forms.insert(form);
            }
        }
        // Some states have two names, but hardly any.
        assert!(forms.len() > 10_000);
        assert!(names.len() < forms.len() + forms.len() / 50, "{} {}", names.len(), forms.len());
    }

    #[test]
    fn squares_are_mirrored() {
        let square = 0x0000_2010_0800_0401;
        let mirrored = (0..8).flat_map(|i| (0..8).map(move |j| (i, j)));
        let mirrored = mirrored.fold(0, |m, (i, j)| m | (square >> (8 * i + j) & 1) << (8 * j + i));
        assert_eq!(transpose(square), mirrored);
        assert_eq!(transpose(transpose(square)), square);
    }
}
