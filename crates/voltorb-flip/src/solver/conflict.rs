//! Why no board fits: the smallest reason that can be named.

use crate::board::{Card, Line, MAX_SIDE, Position, totals};
use crate::levels::Level;
use crate::scaled;
use std::fmt;

/// What else may be the matter where a level does not fit.
const CLONE: &str = "or leave the level out if this is a clone: many do not follow its limits";

/// A row or a column, from 0. Shown counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineId {
    /// A row, from the top.
    Row(usize),
    /// A column, from the left.
    Column(usize),
}

impl fmt::Display for LineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {}", row + 1),
            Self::Column(column) => write!(f, "column {}", column + 1),
        }
    }
}

/// Why no board fits a position: the first of these that holds. Lines are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Conflict {
    /// The board is too small, too large, or its tiles do not match its headers.
    #[error(
        "a board has 2 to {MAX_SIDE} rows and columns, and a tile for each of them: \
         these are {rows} row and {columns} column headers for {tile_rows} x {tile_columns} tiles"
    )]
    Shape {
        /// Row headers.
        rows: usize,
        /// Column headers.
        columns: usize,
        /// Rows of tiles.
        tile_rows: usize,
        /// Columns of tiles.
        tile_columns: usize,
    },
    /// The row sums and the column sums differ.
    #[error("the row sums total {rows} but the column sums total {columns}: check the headers")]
    Sums {
        /// The total of the row sums.
        rows: u32,
        /// The total of the column sums.
        columns: u32,
    },
    /// The Voltorbs of the rows and those of the columns differ.
    #[error("the rows have {rows} Voltorbs but the columns have {columns}: check the headers")]
    Voltorbs {
        /// The total over the rows.
        rows: u32,
        /// The total over the columns.
        columns: u32,
    },
    /// A line has more Voltorbs than cards.
    #[error("{line} has {voltorbs} Voltorbs on {cards} cards: check its header")]
    LineVoltorbs {
        /// Which line.
        line: LineId,
        /// The Voltorbs of its header.
        voltorbs: u8,
        /// Its cards.
        cards: usize,
    },
    /// A line's sum cannot be made of its other cards.
    #[error(
        "{line} has a sum of {sum}, but with {voltorbs} Voltorbs its other {safe} cards \
         add up to {least} to {most}: check its header"
    )]
    LineSum {
        /// Which line.
        line: LineId,
        /// The sum of its header.
        sum: u8,
        /// The Voltorbs of its header.
        voltorbs: u8,
        /// Its cards other than Voltorbs.
        safe: u8,
        /// The least they add up to.
        least: u8,
        /// The most.
        most: u8,
    },
    /// A line shows more Voltorbs face up than its header has, or cannot hold all of them any more.
    #[error(
        "{line} has {voltorbs} Voltorbs, but {shown} are face up and {hidden} cards are face down: \
         check its header and its cards"
    )]
    LineVoltorbsShown {
        /// Which line.
        line: LineId,
        /// The Voltorbs of its header.
        voltorbs: u8,
        /// Those face up.
        shown: u8,
        /// Its cards face down.
        hidden: u8,
    },
    /// A line's sum cannot be made with the cards that are face up.
    #[error(
        "{line} has a sum of {sum}, but its cards face up add up to {shown} and the other {safe} \
         that are no Voltorbs can add {least} to {most}: check its header and its cards"
    )]
    LineSumShown {
        /// Which line.
        line: LineId,
        /// The sum of its header.
        sum: u8,
        /// The sum of the cards face up.
        shown: u8,
        /// Its cards face down that are no Voltorbs.
        safe: u8,
        /// The least they add up to.
        least: u8,
        /// The most.
        most: u8,
    },
    /// No type of the level has this number of Voltorbs.
    #[error(
        "no board of level {level} has {voltorbs} Voltorbs: check the level or the headers, {clone}",
        clone = CLONE
    )]
    LevelVoltorbs {
        /// The level.
        level: Level,
        /// The Voltorbs of the headers.
        voltorbs: u32,
    },
    /// No type of the level has this number of Voltorbs and this total.
    #[error(
        "no board of level {level} with {voltorbs} Voltorbs has a total of {sum}: \
         check the level or the headers, {clone}",
        clone = CLONE
    )]
    LevelSum {
        /// The level.
        level: Level,
        /// The Voltorbs of the headers.
        voltorbs: u32,
        /// The total of the sums.
        sum: u32,
    },
    /// More cards of a kind are face up than any board of the level has.
    #[error(
        "{shown} cards show a {card}, but a board of level {level} with these totals has at most \
         {most}: check the level or the cards, {clone}",
        clone = CLONE
    )]
    LevelCards {
        /// The level.
        level: Level,
        /// 2 or 3.
        card: u8,
        /// How many are face up.
        shown: usize,
        /// The most that the level deals.
        most: u8,
    },
    /// One card face up is impossible with the rest; without it a board fits.
    #[error(
        "row {}, column {} cannot be {}: check that card", .row + 1, .column + 1,
        if *.card == Card::Voltorb { "a Voltorb".to_owned() } else { format!("a {}", .card.value()) }
    )]
    Tile {
        /// Its row, from 0.
        row: usize,
        /// Its column, from 0.
        column: usize,
        /// What it shows.
        card: Card,
    },
    /// Boards fit, but this level deals none of them.
    #[error(
        "boards fit these headers and cards, but level {level} deals none of them: check the level, \
         {clone}",
        clone = CLONE
    )]
    Level {
        /// The level.
        level: Level,
    },
    /// No card fits both lines where they cross.
    #[error(
        "row {} and column {} contradict each other: no card fits both where they cross",
        .row + 1, .column + 1
    )]
    Crossing {
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
    /// Each line is possible by itself, all of them together are not.
    #[error("no board fits all headers together: check each of them")]
    Headers,
    /// Several of the cards face up are impossible with the rest.
    #[error("boards fit the headers, but none has all of these cards face up: check the cards")]
    Cards,
}

/// The checks of totals, of single lines, and of the level's counts.
///
/// # Errors
/// The first conflict found, the simplest first.
pub(super) fn lines(position: &Position) -> Result<(), Conflict> {
    let (rows, columns) = (position.rows.len(), position.cols.len());
    let (tile_rows, tile_columns) = (position.tiles.rows(), position.tiles.columns());
    let sides = 2..=MAX_SIDE;
    if !sides.contains(&rows)
        || !sides.contains(&columns)
        || (tile_rows, tile_columns) != (rows, columns)
    {
        return Err(Conflict::Shape { rows, columns, tile_rows, tile_columns });
    }
    headers(position)?;
    let (by_row, by_column) = (totals(&position.rows), totals(&position.cols));
    if by_row.0 != by_column.0 {
        return Err(Conflict::Sums { rows: by_row.0, columns: by_column.0 });
    }
    if by_row.1 != by_column.1 {
        return Err(Conflict::Voltorbs { rows: by_row.1, columns: by_column.1 });
    }
    face_up(position)?;
    position.level.map_or(Ok(()), |level| counts(position, level, by_row))
}

/// The checks of single lines, for a position with a header for each line of its tiles.
///
/// # Errors
/// The first conflict found, those of headers alone first.
pub(super) fn single_lines(position: &Position) -> Result<(), Conflict> {
    headers(position)?;
    face_up(position)
}

fn headers(position: &Position) -> Result<(), Conflict> {
    let (rows, columns) = (position.rows.len(), position.cols.len());
    for (r, &header) in position.rows.iter().enumerate() {
        line(LineId::Row(r), header, columns)?;
    }
    for (c, &header) in position.cols.iter().enumerate() {
        line(LineId::Column(c), header, rows)?;
    }
    Ok(())
}

fn face_up(position: &Position) -> Result<(), Conflict> {
    for (r, &header) in position.rows.iter().enumerate() {
        shown(LineId::Row(r), header, position.tiles.row(r).iter())?;
    }
    for (c, &header) in position.cols.iter().enumerate() {
        shown(LineId::Column(c), header, position.tiles.column(c))?;
    }
    Ok(())
}

/// The check of one header on a line of so many cards.
///
/// # Errors
/// The conflict found.
pub(super) fn line(
    line: LineId,
    Line { sum, voltorbs }: Line,
    cards: usize,
) -> Result<(), Conflict> {
    let Some(safe) = (cards as u8).checked_sub(voltorbs) else {
        return Err(Conflict::LineVoltorbs { line, voltorbs, cards });
    };
    let (least, most) = (safe, 3 * safe);
    if !(least..=most).contains(&sum) {
        return Err(Conflict::LineSum { line, sum, voltorbs, safe, least, most });
    }
    Ok(())
}

/// The check of one line with the cards that are face up in it, for a header that [`line`] passes.
///
/// # Errors
/// The conflict found.
pub(super) fn shown<'a>(
    line: LineId,
    Line { sum, voltorbs }: Line,
    cards: impl Iterator<Item = &'a Option<Card>>,
) -> Result<(), Conflict> {
    let (mut seen_sum, mut seen_voltorbs, mut hidden) = (0, 0, 0);
    for card in cards {
        match card {
            None => hidden += 1,
            Some(Card::Voltorb) => seen_voltorbs += 1,
            Some(card) => seen_sum += card.value(),
        }
    }
    if seen_voltorbs > voltorbs || seen_voltorbs + hidden < voltorbs {
        return Err(Conflict::LineVoltorbsShown { line, voltorbs, shown: seen_voltorbs, hidden });
    }
    let safe = hidden - (voltorbs - seen_voltorbs);
    let (least, most) = (safe, 3 * safe);
    if !(seen_sum + least..=seen_sum + most).contains(&sum) {
        return Err(Conflict::LineSumShown { line, sum, shown: seen_sum, safe, least, most });
    }
    Ok(())
}

pub(super) fn counts(
    position: &Position,
    level: Level,
    (sum, voltorbs): (u32, u32),
) -> Result<(), Conflict> {
    let (rows, columns) = (position.rows.len(), position.cols.len());
    let types = scaled::types(level, rows, columns);
    let types = types.iter().filter(|t| u32::from(t.voltorbs) == voltorbs);
    if types.clone().next().is_none() {
        return Err(Conflict::LevelVoltorbs { level, voltorbs });
    }
    let excess = sum + voltorbs - (rows * columns) as u32;
    let types = types.filter(|t| u32::from(t.twos + 2 * t.threes) == excess);
    for (card, most) in [
        (Card::Two, types.clone().map(|t| t.twos).max()),
        (Card::Three, types.clone().map(|t| t.threes).max()),
    ] {
        let Some(most) = most else { return Err(Conflict::LevelSum { level, voltorbs, sum }) };
        let shown = position.tiles.iter().filter(|&&tile| tile == Some(card)).count();
        if shown > usize::from(most) {
            return Err(Conflict::LevelCards { level, card: card.value(), shown, most });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::board::{Card, Position, parse_board};
    use crate::levels::Level;
    use crate::solver::boards::{Boards, NotListed};
    use crate::solver::testing::{hidden, typed};

    #[test]
    fn conflicts_name_the_smallest_reason() {
        let conflict = |position: &Position| match Boards::list(position, usize::MAX) {
            Err(NotListed::Conflict(conflict)) => conflict.to_string(),
            other => panic!("{other:?}"),
        };
        let board = parse_board("12201-01300-21011-21101-11111").unwrap();
        let good = hidden(&board, Some(1));
        assert!(Boards::list(&good, usize::MAX).is_ok());

        let mut p = good.clone();
        p.rows[0].sum += 1;
        assert!(conflict(&p).starts_with("the row sums total 26 but the column sums total 25"));
        p = good.clone();
        p.rows[0].voltorbs += 1;
        assert!(conflict(&p).starts_with("the rows have 7 Voltorbs but the columns have 6"));
        p = good.clone();
        p.cols[2].sum = 16;
        assert!(conflict(&p).starts_with("column 3 has a sum of 16"), "{}", conflict(&p));
        p = good.clone();
        p.rows[4].voltorbs = 9;
        assert!(conflict(&p).starts_with("row 5 has 9 Voltorbs on 5 cards"));
        p = good.clone();
        p.tiles[(4, 0)] = Some(Card::Voltorb);
        assert!(conflict(&p).starts_with("row 5 has 0 Voltorbs, but 1 are face up"));
        p.tiles[(4, 0)] = Some(Card::Three);
        assert!(
            conflict(&p).starts_with("row 5 has a sum of 5, but its cards face up add up to 3")
        );
        p = good.clone();
        p.level = Level::try_from(3).ok();
        assert!(conflict(&p).starts_with("no board of level 3 has 6 Voltorbs"));
        assert!(conflict(&p).contains("or leave the level out if this is a clone"));
        p = hidden(&parse_board("12201-01300-11011-11101-11111").unwrap(), Some(1));
        assert!(conflict(&p).starts_with("no board of level 1 with 6 Voltorbs has a total of 23"));
        p = good.clone();
        p.tiles = p.tiles.map(|_| None);
        p.cols.pop();
        assert!(conflict(&p).contains("5 row and 4 column headers for 5 x 5 tiles"));
        p = typed(&[[1, 1], [1, 1]], &[[1, 1], [1, 1]]);
        p.level = Some(Level::FIRST);
        // On 4 tiles the level's 6 Voltorbs of 25 are none.
        assert!(conflict(&p).starts_with("no board of level 1 has 2 Voltorbs"));
        p = typed(&[[1, 1], [1, 1]], &[[1, 1], [1, 1]]);
        p.tiles[(0, 0)] = Some(Card::One);
        p.tiles[(1, 1)] = Some(Card::Voltorb);
        assert!(conflict(&p).starts_with("row 1, column 1 cannot be a 1"), "{}", conflict(&p));
        p = typed(&[[6, 0], [2, 0]], &[[5, 0], [3, 0]]);
        assert!(conflict(&p).starts_with("no board fits all headers together"));
    }
}
