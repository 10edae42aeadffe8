//! Checks the headers against the rules: each line's range, equal totals of rows and columns, and totals that some
//! level deals.
//!
//! A doubtful digit is settled if only one choice is left. What contradicts the rules is refused.

use super::headers::Digits;
use super::native::reading;
use super::posterior;
use super::reading::{LineReading, Tile};
use super::rules::{dealt, face_up};
use grid::Grid;
use grid::reading::{Reading, Unreadable};
use vision::template::Match;
use voltorb_flip::board::{Line, totals};
use voltorb_flip::levels::Level;

/// The confidence in digits that the totals settled: they rest on all the others.
pub(super) const SETTLED: f32 = 0.97;

/// Turns the digits of the headers into numbers. The totals must be those of some of `levels`;
/// with none, of any board: games after the model of this one deal others.
pub(super) fn reconcile(
    rows: &[Digits],
    cols: &[Digits],
    tiles: &Grid<Reading<Tile>>,
    levels: &[Level],
) -> (Vec<LineReading>, Vec<LineReading>) {
    let (mut row_lines, mut col_lines): (Vec<_>, Vec<_>) =
        (rows.iter().map(plain).collect(), cols.iter().map(plain).collect());
    if cleared(&row_lines) && cleared(&col_lines) {
        return (row_lines, col_lines);
    }
    let face_up = face_up(tiles);
    let doubtful = |line: &LineReading| {
        [line.sum.why, line.voltorbs.why].contains(&Some(Unreadable::Doubtful))
    };
    if row_lines.iter().chain(&col_lines).any(doubtful) {
        let told = posterior::lines(rows, cols, &face_up, levels);
        for (line, told) in row_lines.iter_mut().chain(&mut col_lines).zip(told) {
            line.sum = settled(&line.sum, told.sum);
            line.voltorbs = settled(&line.voltorbs, told.voltorbs);
        }
    }
    refuse(&mut row_lines, &mut col_lines, tiles, levels);
    (row_lines, col_lines)
}

/// A number that is doubtful by itself as all others tell it, if they do.
fn settled(number: &Reading<u8>, told: Option<u8>) -> Reading<u8> {
    match told {
        Some(told) if number.why == Some(Unreadable::Doubtful) => Reading::sure(told, SETTLED),
        _ => number.clone(),
    }
}

/// Refuses what no board can have: a line that its cards contradict, and all lines if the totals of rows and
/// columns differ or none of `levels` deals them; with none, any totals will do.
pub(super) fn refuse(
    rows: &mut [LineReading],
    cols: &mut [LineReading],
    tiles: &Grid<Reading<Tile>>,
    levels: &[Level],
) {
    for (line, face_up) in rows.iter_mut().chain(cols.iter_mut()).zip(face_up(tiles)) {
        if line.line().is_some_and(|l| !face_up.allows(l)) {
            *line = contradicted();
        }
    }
    let known = |lines: &[LineReading]| -> Option<Vec<Line>> {
        lines.iter().map(LineReading::line).collect()
    };
    let (known_rows, known_cols) = (known(rows), known(cols));
    let dealt = |lines: &[Line]| dealt(levels, totals(lines));
    let sound = match (&known_rows, &known_cols) {
        (Some(rows), Some(cols)) => totals(rows) == totals(cols) && dealt(rows),
        (Some(lines), None) | (None, Some(lines)) => dealt(lines),
        (None, None) => true,
    };
    if !sound {
        rows.iter_mut().chain(cols.iter_mut()).for_each(|line| *line = contradicted());
    }
}

/// What the digits say by themselves.
fn plain([tens, ones, voltorbs]: &Digits) -> LineReading {
    let digit = |digit: &Option<Match>| match digit {
        Some(best) => reading(best),
        None => Reading::none(Unreadable::Covered),
    };
    let (tens, ones) = (digit(tens), digit(ones));
    let sum = match (tens.value, ones.value) {
        (Some(t), Some(o)) => Reading::sure(10 * t + o, tens.confidence * ones.confidence),
        _ => Reading::none(tens.why.or(ones.why).unwrap_or(Unreadable::Doubtful)),
    };
    LineReading { sum, voltorbs: digit(voltorbs) }
}

fn contradicted() -> LineReading {
    LineReading {
        sum: Reading::none(Unreadable::Contradicts),
        voltorbs: Reading::none(Unreadable::Contradicts),
    }
}

/// Between rounds all headers read 00/0.
fn cleared(lines: &[LineReading]) -> bool {
    lines.iter().all(|l| l.sum.value.unwrap_or(0) == 0 && l.voltorbs.value.unwrap_or(0) == 0)
}

/// Whether a level deals boards with these headers, so far as they were read: with the totals of all
/// rows or of all columns. Between rounds they are all 0.
pub(super) fn deals(level: Level, rows: &[LineReading], cols: &[LineReading]) -> bool {
    let known = |lines: &[LineReading]| -> Option<Vec<Line>> {
        lines.iter().map(LineReading::line).collect()
    };
    let totals = known(rows).or_else(|| known(cols)).map(|lines| totals(&lines));
    totals.is_none_or(|totals| totals == (0, 0) || level.deals(totals))
}

/// The level of a board whose headers were all read, if only one level deals such totals.
pub(super) fn proven_level(rows: &[LineReading], cols: &[LineReading]) -> Reading<Level> {
    let known = |lines: &[LineReading]| -> Option<Vec<Line>> {
        lines.iter().map(LineReading::line).collect()
    };
    let only = known(rows).zip(known(cols)).and_then(|(rows, _)| {
        let totals = totals(&rows);
        let mut levels = Level::all().filter(|&level| level.deals(totals));
        levels.next().filter(|_| levels.next().is_none())
    });
    only.map_or(Reading::none(Unreadable::Doubtful), |level| Reading::sure(level, SETTLED))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digit(digit: u8) -> Option<Match> {
        Some(Match {
            label: digit,
            score: 0.95,
            runner_up: (digit + 1) % 10,
            lead: 0.9,
            margin: 0.3,
        })
    }

    fn header([tens, ones, voltorbs]: [u8; 3]) -> Digits {
        [digit(tens), digit(ones), digit(voltorbs)]
    }

    /// A level-1 board: 6 Voltorbs, three 2s, one 3.
    fn board() -> (Vec<Digits>, Vec<Digits>) {
        let rows = [[0, 6, 1], [0, 4, 1], [0, 4, 2], [0, 6, 1], [0, 4, 1]];
        let cols = [[0, 5, 1], [0, 5, 1], [0, 4, 2], [0, 6, 1], [0, 4, 1]];
        (rows.map(header).to_vec(), cols.map(header).to_vec())
    }

    fn all() -> Vec<Level> {
        Level::all().collect()
    }

    fn hidden() -> Grid<Reading<Tile>> {
        Grid::filled(5, 5, Reading::sure(None, 0.99))
    }

    #[test]
    fn sure_digits_that_agree_pass() {
        let (rows, cols) = board();
        let (rows, cols) = reconcile(&rows, &cols, &hidden(), &all());
        assert_eq!(rows[0].line(), Some([6, 1].into()));
        assert_eq!(cols[3].line(), Some([6, 1].into()));
    }

    #[test]
    fn a_doubtful_digit_is_settled_by_the_totals() {
        let (mut rows, cols) = board();
        rows[3][1] = Some(Match { label: 8, score: 0.81, runner_up: 6, lead: 0.1, margin: 0.01 });
        let (rows, _) = reconcile(&rows, &cols, &hidden(), &all());
        assert_eq!(rows[3].sum.value, Some(6));
        assert_eq!(rows[3].sum.confidence, SETTLED);
    }

    #[test]
    fn two_doubtful_digits_with_two_answers_stay_unreadable() {
        let (mut rows, cols) = board();
        for row in [1, 3] {
            rows[row][1] =
                Some(Match { label: 4, score: 0.81, runner_up: 6, lead: 0.1, margin: 0.01 });
        }
        let (rows, _) = reconcile(&rows, &cols, &hidden(), &all());
        assert_eq!(rows[1].sum.why, Some(Unreadable::Doubtful));
        assert_eq!(rows[3].sum.why, Some(Unreadable::Doubtful));
        assert_eq!(rows[0].sum.value, Some(6));
    }

    #[test]
    fn doubtful_digits_beside_cards_that_all_lie_face_up_are_told_by_these() {
        use voltorb_flip::board::Card::{One, Three, Two, Voltorb};
        let (mut rows, cols) = board();
        let doubtful = |label, runner_up| {
            Some(Match { label, score: 0.81, runner_up, lead: 0.1, margin: 0.01 })
        };
        for (row, digit) in [6, 4, 4, 6, 4].into_iter().enumerate() {
            rows[row][1] = doubtful(digit, 8);
        }
        let cards = [
            [One, One, Voltorb, Three, One],
            [One, One, One, Voltorb, One],
            [Voltorb, Voltorb, Two, One, One],
            [Two, Two, Voltorb, One, One],
        ];
        // Those of the first four rows; the last is told by the totals.
        let tiles = Grid::from_fn(5, 5, |row, column| {
            Reading::sure(cards.get(row).map(|cards| cards[column]), 0.99)
        });
        let (settled, _) = reconcile(&rows, &cols, &tiles, &[]);
        let sums: Vec<_> = settled.iter().map(|line| line.sum.value).collect();
        assert_eq!(sums, [6, 4, 4, 6, 4].map(Some));
        // One that the cards do not have is not told.
        rows[0][1] = doubtful(5, 8);
        let (settled, _) = reconcile(&rows, &cols, &tiles, &[]);
        assert_eq!(settled[0].sum.value, None);
    }

    #[test]
    fn a_confident_misread_is_not_passed_on() {
        let (mut rows, cols) = board();
        rows[0] = header([0, 8, 1]);
        let (rows, cols) = reconcile(&rows, &cols, &hidden(), &all());
        assert!(rows.iter().chain(&cols).all(|l| l.sum.why == Some(Unreadable::Contradicts)));
    }

    #[test]
    fn a_line_that_its_cards_contradict_is_refused_by_itself() {
        let (rows, cols) = board();
        let mut tiles = hidden();
        for c in 0..4 {
            tiles[(1, c)] = Reading::sure(Some(voltorb_flip::board::Card::Three), 0.99);
        }
        let (rows, _) = reconcile(&rows, &cols, &tiles, &all());
        assert_eq!(rows[1].sum.why, Some(Unreadable::Contradicts));
        assert_eq!(rows[0].sum.value, Some(6));
    }

    #[test]
    fn a_level_that_does_not_deal_the_board_is_told() {
        let (rows, cols) = board();
        let (rows, mut cols) = reconcile(&rows, &cols, &hidden(), &all());
        let level = |n: u8| Level::try_from(n).unwrap();
        assert!(deals(level(1), &rows, &cols) && !deals(level(2), &rows, &cols));
        cols[0].sum = Reading::none(Unreadable::Covered);
        assert!(!deals(level(2), &rows, &cols), "the rows are enough");
        let zero = vec![header([0, 0, 0]); 5];
        let (rows, cols) = reconcile(&zero, &zero, &hidden(), &all());
        assert!(deals(level(7), &rows, &cols));
    }

    #[test]
    fn a_cleared_table_reads_zero() {
        let zero = vec![header([0, 0, 0]); 5];
        let (rows, cols) = reconcile(&zero, &zero, &hidden(), &all());
        assert!(rows.iter().chain(&cols).all(|l| l.line() == Some([0, 0].into())));
    }
}
