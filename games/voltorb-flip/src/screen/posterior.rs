//! What the digits of all headers say together: the chance of each number, given how well the digits fit, what lies
//! face up beside them, and that rows and columns have the same totals, which some level deals.
//!
//! Digits are independent given the board, so the chance of a number is the sum over all boards of headers that have it,
//! which is a convolution of the lines' totals.

use super::headers::Digits;
use super::likelihood::{LEAST_CHANCE, SELDOM, runner_up};
use super::native::reading;
use super::rules::{FaceUp, MOST_DOUBTFUL, dealt};
use rustc_hash::FxHashMap;
use vision::template::Match;
use voltorb_flip::board::Line;
use voltorb_flip::levels::Level;

/// What is told of a line: `None` where the chance is less than [`LEAST_CHANCE`], or nothing is seen.
#[derive(Clone, Copy, Default)]
pub(super) struct Told {
    pub sum: Option<u8>,
    pub voltorbs: Option<u8>,
}

/// The least correlation of a digit that says anything.
const LEAST_CORRELATION: f32 = 0.5;

/// How likely what is seen is, and whether all of it is one of the two digits that fit best there.
#[derive(Clone, Copy)]
struct Likelihood {
    value: f64,
    is_like: bool,
}

/// What a line may be, and how likely its digits are then.
type Choices = Vec<(Line, Likelihood)>;

/// The sum of likelihoods for each total of sums and Voltorbs.
type Totals = FxHashMap<(u32, u32), f64>;

/// The lines of rows, then of columns. Nothing is told if more than [`MOST_DOUBTFUL`] digits lead by nothing: the totals
/// are two equations only.
pub(super) fn lines(
    rows: &[Digits],
    cols: &[Digits],
    face_up: &[FaceUp],
    levels: &[Level],
) -> Vec<Told> {
    // Of a line whose cards all lie face up nothing is left to be told by the totals: its cards tell it.
    let open = rows.iter().chain(cols).zip(face_up).filter(|(_, cards)| cards.any_hidden());
    let leads_by_nothing = |best: &&Match| best.margin <= 0.0 && reading(best).value.is_none();
    let digits = open.flat_map(|(digits, _)| digits.iter().flatten());
    if digits.filter(leads_by_nothing).count() > MOST_DOUBTFUL {
        return vec![Told::default(); rows.len() + cols.len()];
    }
    let (row_cards, col_cards) = face_up.split_at(rows.len());
    let choices = |lines: &[Digits], cards: &[FaceUp]| -> Vec<Option<Choices>> {
        lines.iter().zip(cards).map(|(digits, cards)| choices(digits, cards)).collect()
    };
    let (rows, cols) = (choices(rows, row_cards), choices(cols, col_cards));
    let told = |own: &[Option<Choices>], others: &[Option<Choices>]| -> Vec<Told> {
        let others = totals(others.iter());
        (0..own.len()).map(|line| told(own, line, others.as_ref(), levels)).collect()
    };
    let mut lines = told(&rows, &cols);
    lines.extend(told(&cols, &rows));
    lines
}

/// What a line may be; `None` if one of its digits is not seen.
fn choices(digits: &Digits, cards: &FaceUp) -> Option<Choices> {
    let seen = |digit: &Option<Match>| digit.filter(|best| best.score >= LEAST_CORRELATION);
    let [tens, ones, voltorbs] = digits.each_ref().map(seen);
    let [tens, ones, voltorbs] = [tens?, ones?, voltorbs?].map(likelihoods);
    let mut choices = Vec::new();
    for (t, tens) in &tens {
        for (o, ones) in &ones {
            for (v, voltorbs) in &voltorbs {
                let line = Line { sum: 10 * t + o, voltorbs: *v };
                if cards.allows(line) {
                    let all = [tens, ones, voltorbs];
                    let value = all.iter().map(|digit| digit.value).product();
                    let is_like = all.iter().all(|digit| digit.is_like);
                    choices.push((line, Likelihood { value, is_like }));
                }
            }
        }
    }
    Some(choices)
}

/// The digits that a place may show, and how likely it looks so for each, beside the best.
fn likelihoods(digit: Match) -> Vec<(u8, Likelihood)> {
    let best = Likelihood { value: 1.0, is_like: true };
    if reading(&digit).value.is_some() {
        return vec![(digit.label, best)];
    }
    let runner_up = runner_up(&digit);
    let likelihood = |label: u8| match label {
        label if label == digit.label => best,
        label if label == digit.runner_up => Likelihood { value: runner_up, is_like: true },
        _ => Likelihood { value: runner_up * SELDOM, is_like: false },
    };
    (0..10).map(|label| (label, likelihood(label))).collect()
}

/// All totals of lines; `None` if one of them is not seen.
fn totals<'a>(mut lines: impl Iterator<Item = &'a Option<Choices>>) -> Option<Totals> {
    lines.try_fold(Totals::from_iter([((0, 0), 1.0)]), |before, line| {
        let mut after = Totals::default();
        for (line, likelihood) in line.as_ref()? {
            for (total, all) in &before {
                *after.entry(plus(*total, *line)).or_default() += all * likelihood.value;
            }
        }
        Some(after)
    })
}

fn plus((sum, voltorbs): (u32, u32), line: Line) -> (u32, u32) {
    (sum + u32::from(line.sum), voltorbs + u32::from(line.voltorbs))
}

/// What is told of a line by its own digits, by the other lines of its side and by the totals of the other side.
fn told(side: &[Option<Choices>], line: usize, other: Option<&Totals>, levels: &[Level]) -> Told {
    let Some(choices) = &side[line] else { return Told::default() };
    let beside = side.iter().enumerate().filter(|(i, _)| *i != line).map(|(_, line)| line);
    let beside = totals(beside);
    let fits = |line: Line| {
        let Some(beside) = &beside else { return 1.0 };
        let all = beside.iter().map(|(total, likelihood)| {
            let total = plus(*total, line);
            let other = match other {
                _ if !dealt(levels, total) => 0.0,
                Some(other) => other.get(&total).copied().unwrap_or(0.0),
                None => 1.0,
            };
            likelihood * other
        });
        all.sum()
    };
    let chances = choices.iter().map(|&(line, seen)| {
        (line, Likelihood { value: seen.value * fits(line), is_like: seen.is_like })
    });
    let chances: Choices = chances.collect();
    let sum = |choices: &mut dyn Iterator<Item = &(Line, Likelihood)>| -> f64 {
        choices.map(|(_, chance)| chance.value).sum()
    };
    let all = sum(&mut chances.iter());
    // What none of the digits looks like is not told, whatever the others say.
    let told = |number: fn(&Line) -> u8| {
        let like = chances.iter().filter(|(_, chance)| chance.is_like && chance.value > 0.0);
        let mut numbers = like.map(|(line, _)| number(line));
        numbers.find(|&n| {
            let same = sum(&mut chances.iter().filter(|(line, _)| number(line) == n));
            same >= LEAST_CHANCE * all
        })
    };
    Told { sum: told(|line| line.sum), voltorbs: told(|line| line.voltorbs) }
}

#[cfg(test)]
mod tests {
    use super::super::likelihood::{is_told, unexplained};
    use super::super::rules::face_up;
    use super::*;
    use grid::Grid;
    use grid::reading::Reading;

    /// A digit whose rival leaves `times` as much unexplained.
    fn digit(label: u8, runner_up: u8, times: f32) -> Option<Match> {
        let score = 0.95f32;
        let rest = unexplained(score);
        let margin = score - (unexplained(0.0) - times * rest).max(0.0).sqrt();
        Some(Match { label, score, runner_up, lead: 0.1, margin })
    }

    /// A board of level 1: sums and Voltorbs of rows, then of columns, whose digits lead by so much.
    fn board(times: f32) -> (Vec<Digits>, Vec<Digits>) {
        let line = |(sum, voltorbs): (u8, u8)| {
            [digit(0, 8, 4.0), digit(sum, 8, times), digit(voltorbs, 8, times)]
        };
        let rows = [(6, 1), (4, 1), (4, 2), (6, 1), (4, 1)].map(line).to_vec();
        (rows, [(5, 1), (5, 1), (4, 2), (6, 1), (4, 1)].map(line).to_vec())
    }

    fn told(rows: &[Digits], cols: &[Digits]) -> Vec<Option<u8>> {
        let hidden = Grid::filled(5, 5, Reading::sure(None, 0.99));
        let levels: Vec<Level> = Level::all().collect();
        let lines = lines(rows, cols, &face_up(&hidden), &levels);
        lines.into_iter().flat_map(|told| [told.sum, told.voltorbs]).collect()
    }

    #[test]
    fn digits_that_are_doubtful_one_by_one_are_told_together() {
        let (rows, cols) = board(1.5);
        assert!(!is_told(&rows[0][1].unwrap()));
        let [lines, alone] = [&cols[..], &[[None; 3]; 5]].map(|cols| told(&rows, cols));
        assert_eq!(lines[..6], [6, 1, 4, 1, 4, 2].map(Some));
        assert_eq!(alone[10..], [None; 10], "nothing is seen of them");
    }

    #[test]
    fn a_digit_that_leaves_much_less_unexplained_tells_by_itself() {
        assert!(is_told(&digit(3, 8, 2.0).unwrap()));
        assert!(!is_told(&digit(3, 8, 1.2).unwrap()));
        let (mut rows, cols) = board(1.1);
        rows[2][1] = digit(4, 6, 2.5);
        assert_eq!(told(&rows, &cols)[4], Some(4));
    }

    #[test]
    fn what_fits_in_two_ways_is_not_told() {
        let (mut rows, cols) = board(3.0);
        for row in [1, 3] {
            rows[row][1] = digit(4, 6, 1.1);
        }
        let told = told(&rows, &cols);
        assert_eq!((told[2], told[6]), (None, None));
        assert_eq!(told[0], Some(6));
    }
}
