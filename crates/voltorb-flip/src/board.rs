//! Cards, headers, and what a player can see of a board.

use super::levels::Outcome;
use grid::Grid;
use serde::{Deserialize, Serialize};

/// What a face-up card shows. In JSON: 0 for a Voltorb, else the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[repr(u8)]
pub enum Card {
    /// Ends the round.
    Voltorb = 0,
    /// Worth nothing by itself.
    One = 1,
    /// Doubles the coins.
    Two = 2,
    /// Triples the coins.
    Three = 3,
}

impl Card {
    /// All cards, so that `ALL[v]` has value `v`.
    pub const ALL: [Self; 4] = [Self::Voltorb, Self::One, Self::Two, Self::Three];

    /// What it adds to its line's sum: 0 for a Voltorb.
    pub const fn value(self) -> u8 {
        self as u8
    }
}

impl TryFrom<u8> for Card {
    type Error = NoSuchCard;
    fn try_from(value: u8) -> Result<Self, NoSuchCard> {
        Self::ALL.get(usize::from(value)).copied().ok_or(NoSuchCard(value))
    }
}

impl From<Card> for u8 {
    fn from(card: Card) -> u8 {
        card.value()
    }
}

/// A number that is on no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no card shows {0}: a tile is null (face down), 0 (Voltorb), 1, 2 or 3")]
pub struct NoSuchCard(pub u8);

/// The header of a row or column. In JSON: `[sum, voltorbs]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "[u8; 2]", into = "[u8; 2]")]
pub struct Line {
    /// The sum of the line's cards, a Voltorb counting 0.
    pub sum: u8,
    /// How many of the line's cards are Voltorbs.
    pub voltorbs: u8,
}

impl From<[u8; 2]> for Line {
    fn from([sum, voltorbs]: [u8; 2]) -> Self {
        Self { sum, voltorbs }
    }
}

impl From<Line> for [u8; 2] {
    fn from(line: Line) -> Self {
        [line.sum, line.voltorbs]
    }
}

/// What a player can see: the headers, and the cards that are face up. In JSON the fields of
/// `truth.json`: `{"level": 3, "rows": [[6, 1], ...], "cols": [...], "tiles": [[null, 2, ...], ...]}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Fields")]
pub struct Position {
    /// The game's level 1 to 8, if known.
    #[serde(default)]
    pub level: Option<super::levels::Level>,
    /// The row headers, top to bottom.
    pub rows: Vec<Line>,
    /// The column headers, left to right.
    pub cols: Vec<Line>,
    /// The cards, `None` = face down. `rows.len()` x `cols.len()`.
    pub tiles: Grid<Option<Card>>,
}

/// A position as JSON has it.
#[derive(Deserialize)]
struct Fields {
    #[serde(default)]
    level: Option<super::levels::Level>,
    rows: Vec<Line>,
    cols: Vec<Line>,
    tiles: Grid<Option<Card>>,
}

impl TryFrom<Fields> for Position {
    type Error = String;

    fn try_from(Fields { level, rows, cols, tiles }: Fields) -> Result<Self, String> {
        let (cards, headers) = ((tiles.rows(), tiles.columns()), (rows.len(), cols.len()));
        if cards != headers {
            return Err(format!(
                "there are {} x {} cards beside headers of {} rows and {} columns",
                cards.0, cards.1, headers.0, headers.1
            ));
        }
        Ok(Self { level, rows, cols, tiles })
    }
}

/// The largest number of rows or columns of a board whose best play is worked out.
pub const MAX_SIDE: usize = 6;

impl Position {
    /// The sum of the headers beyond a board of 1s, if a Voltorb counts as a 1: what the 2s (1 each) and the 3s (2
    /// each) add. All boards that fit have the same; less than 0 if none fits.
    pub fn excess(&self) -> i32 {
        let (sum, voltorbs) = totals(&self.rows);
        (sum + voltorbs) as i32 - self.tiles.iter().len() as i32
    }

    /// The coins that the player gets on quitting now: the product of the cards face up.
    pub fn coins(&self) -> u64 {
        coins(&self.tiles)
    }

    /// How the round ended, as far as the cards show it: a Voltorb is face up, or every 2 and 3 is.
    pub fn outcome(&self) -> Option<Outcome> {
        let up = || self.tiles.iter().flatten();
        if up().any(|&card| card == Card::Voltorb) {
            return Some(Outcome::Lost);
        }
        let found: i32 = up().map(|card| i32::from(card.value()) - 1).sum();
        // The round is won by a flip, even on a board without any 2 or 3.
        (found == self.excess() && up().next().is_some()).then_some(Outcome::Won)
    }
}

/// The product of the cards face up; 0 if none is.
pub fn coins(tiles: &Grid<Option<Card>>) -> u64 {
    let mut up = tiles.iter().flatten().map(|card| u64::from(card.value())).peekable();
    if up.peek().is_none() { 0 } else { up.product() }
}

/// The sums and the Voltorbs of all lines together.
pub fn totals(lines: &[Line]) -> (u32, u32) {
    lines.iter().fold((0, 0), |(sum, voltorbs), line| {
        (sum + u32::from(line.sum), voltorbs + u32::from(line.voltorbs))
    })
}

/// A whole board: what every card shows.
pub type Board = Grid<Card>;

/// The headers of a board: rows top to bottom, columns left to right.
pub fn headers(board: &Board) -> (Vec<Line>, Vec<Line>) {
    fn line<'a>(cards: impl Iterator<Item = &'a Card>) -> Line {
        cards.fold(Line { sum: 0, voltorbs: 0 }, |line, &card| Line {
            sum: line.sum + card.value(),
            voltorbs: line.voltorbs + u8::from(card == Card::Voltorb),
        })
    }
    (
        (0..board.rows()).map(|r| line(board.row(r).iter())).collect(),
        (0..board.columns()).map(|c| line(board.column(c))).collect(),
    )
}

/// Reads a board written as in `reference/first-move.tsv`: one digit a card, rows joined by `-`,
/// 0 = Voltorb. `None` if it is anything else.
pub fn parse_board(text: &str) -> Option<Board> {
    let rows: Option<Vec<Vec<Card>>> = text
        .split('-')
        .map(|row| {
            row.chars().map(|c| Card::try_from(u8::try_from(c.to_digit(10)?).ok()?).ok()).collect()
        })
        .collect();
    Grid::try_from(rows?).ok()
}

/// Writes a board as [`parse_board`] reads it.
pub fn write_board(board: &Board) -> String {
    let digits = |r: usize| board.row(r).iter().map(|card| char::from(b'0' + card.value()));
    let rows: Vec<String> = (0..board.rows()).map(|r| digits(r).collect()).collect();
    rows.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_count_sums_and_voltorbs() {
        let board = parse_board("12-03").unwrap();
        let (rows, cols) = headers(&board);
        assert_eq!(rows, [[3, 0].into(), Line::from([3, 1])]);
        assert_eq!(cols, [[1, 1].into(), Line::from([5, 0])]);
        assert_eq!(write_board(&board), "12-03");
        assert_eq!(parse_board("12-0"), None);
        assert_eq!(parse_board("12-04"), None);
    }

    #[test]
    fn a_position_reads_the_fields_of_truth_json() {
        let text = r#"{"rows": [[1, 1]], "cols": [[1, 0], [0, 1]], "tiles": [[1, null]], "cursor": [0, 0]}"#;
        let position: Position = serde_json::from_str(text).unwrap();
        assert_eq!(position.tiles[(0, 0)], Some(Card::One));
        let error =
            serde_json::from_str::<Position>(&text.replace("[[1, n", "[[7, n")).unwrap_err();
        assert!(error.to_string().contains("no card shows 7"), "{error}");
    }
}
