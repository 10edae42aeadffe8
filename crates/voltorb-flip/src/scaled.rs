//! The levels on boards of other sizes than the game's 5x5.
//!
//! As in the program of Jaff and Bohrer: a level's type on `n` tiles has the same shares of
//! Voltorbs, 2s and 3s as on 25, each rounded down; every type is equally likely, and no deal is
//! thrown away. On 5x5 the game's own types apply, with their limits.

use super::board::{Board, Card};
use super::levels::{BoardType, Level};
use grid::Grid;
use rand_mt::Mt;

/// The game's board.
const SIDE: usize = 5;

/// The types that a level deals on `rows` x `columns` tiles (36 at most), each with a chance of one
/// in ten.
pub fn types(level: Level, rows: usize, columns: usize) -> Vec<BoardType> {
    if (rows, columns) == (SIDE, SIDE) {
        return level.types().to_vec();
    }
    let tiles = rows * columns;
    let scaled = |count: u8| (usize::from(count) * tiles / Level::TILES) as u8;
    let scale = |t: &BoardType| {
        let (voltorbs, twos, threes) = (scaled(t.voltorbs), scaled(t.twos), scaled(t.threes));
        BoardType {
            voltorbs,
            twos,
            threes,
            line_limit: u8::MAX,
            total_limit: u8::MAX,
            accepted: deals(tiles as u64, [voltorbs, twos, threes]),
        }
    };
    level.types().iter().map(scale).collect()
}

/// In how many ways so many cards of three kinds lie on the tiles. Fits for 36 tiles with any shares
/// of the levels: 2 x 10^17 at most.
fn deals(mut tiles: u64, counts: [u8; 3]) -> u64 {
    let mut ways = 1;
    for count in counts.map(u64::from) {
        ways *= binomial(tiles, count);
        tiles -= count;
    }
    ways
}

fn binomial(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |c, i| c * (n - i) / (i + 1))
}

/// Deals a board of a level on `rows` x `columns` tiles, each board of each type equally likely. On 5x5 the
/// types' limits are not kept: there [`Generator`](super::generator::Generator) deals as the game does.
pub fn deal(level: Level, rows: usize, columns: usize, stream: &mut Mt) -> Board {
    let types = types(level, rows, columns);
    let chosen = types[stream.next_u32() as usize % types.len()];
    let mut board = Grid::filled(rows, columns, Card::One);
    for (card, count) in
        [(Card::Voltorb, chosen.voltorbs), (Card::Two, chosen.twos), (Card::Three, chosen.threes)]
    {
        let mut left = count;
        while left > 0 {
            let tile = stream.next_u32() as usize % (rows * columns);
            let cell = (tile / columns, tile % columns);
            if board[cell] == Card::One {
                board[cell] = card;
                left -= 1;
            }
        }
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_kept_and_rounded_down() {
        for level in Level::all() {
            assert_eq!(types(level, 5, 5), level.types());
            for (small, large) in types(level, 3, 4).iter().zip(level.types()) {
                assert_eq!(u32::from(small.voltorbs), u32::from(large.voltorbs) * 12 / 25);
                assert_eq!(u32::from(small.threes), u32::from(large.threes) * 12 / 25);
            }
        }
        // Level 7, type 2: 13 Voltorbs, one 2 and six 3s become 18, 1 and 8 of 36.
        let t = types(Level::try_from(7).unwrap(), 6, 6)[2];
        assert_eq!((t.voltorbs, t.twos, t.threes), (18, 1, 8));
        assert_eq!(t.accepted, 9_075_135_300 * 18 * 24_310);
    }

    #[test]
    fn deals_hold_the_cards_of_a_type() {
        let level = Level::try_from(5).unwrap();
        let mut stream = Mt::new(1);
        for _ in 0..100 {
            let board = deal(level, 4, 6, &mut stream);
            let count = |card| board.iter().filter(|&&c| c == card).count() as u8;
            let counts = (count(Card::Voltorb), count(Card::Two), count(Card::Three));
            assert!(
                types(level, 4, 6).iter().any(|t| (t.voltorbs, t.twos, t.threes) == counts),
                "{counts:?}"
            );
        }
    }
}
