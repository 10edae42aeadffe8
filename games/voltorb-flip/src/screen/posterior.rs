//! What the digits of all headers say together: the chance of each number, given how well the digits fit, what lies
//! face up beside them, and that rows and columns have the same totals, which some level deals.
//!
//! Digits are independent given the board, so the chance of a number is the sum over all boards of headers that have it,
//! which is a convolution of the lines' totals.

use super::headers::Digits;
use super::native::{ROUNDING, reading};
use super::reconcile::{FaceUp, MOST_DOUBTFUL, dealt};
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

/// The least chance of a number that is told.
const LEAST_CHANCE: f64 = 0.995;

/// The least correlation of a digit that says anything.
const LEAST_CORRELATION: f32 = 0.5;

/// Half the number of independent pixels that a digit is worth: errors of blurred pixels go together. A digit that leaves
/// twice as much unexplained is `2^PIXELS` times less likely. Of 8,425 digits of simulated photos, 107 of which have a
/// rival that leaves 1.1 to 1.8 times as much, this expects six of those to be the rival; none was.
const PIXELS: f64 = 8.0;

/// How likely each digit is that is neither of the two that fit best, beside the runner-up.
const SELDOM: f64 = 0.01;

/// What a line may be, how likely its digits are if it is, and whether each of them is one of the two that fit best.
type Choices = Vec<(Line, f64, bool)>;

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
                    let likely = tens.1 && ones.1 && voltorbs.1;
                    choices.push((line, tens.0 * ones.0 * voltorbs.0, likely));
                }
            }
        }
    }
    Some(choices)
}

/// The digits that a place may show, how likely it looks so for each, beside the best, and whether it is one of the two
/// that fit best.
fn likelihoods(digit: Match) -> Vec<(u8, (f64, bool))> {
    if reading(&digit).value.is_some() {
        return vec![(digit.label, (1.0, true))];
    }
    let runner_up = runner_up(&digit);
    let likelihood = |label: u8| match label {
        label if label == digit.label => (1.0, true),
        label if label == digit.runner_up => (runner_up, true),
        _ => (runner_up * SELDOM, false),
    };
    (0..10).map(|label| (label, likelihood(label))).collect()
}

/// How likely the picture is with the runner-up, beside the best.
fn runner_up(digit: &Match) -> f64 {
    let rest = |score: f32| f64::from(1.0 - score.powi(2) + ROUNDING);
    (rest(digit.score) / rest(digit.score - digit.margin.max(0.0))).powf(PIXELS)
}

/// Whether a digit is told by itself.
pub(super) fn is_told(digit: &Match) -> bool {
    let others = runner_up(digit) * (1.0 + 8.0 * SELDOM);
    1.0 >= LEAST_CHANCE * (1.0 + others)
}

/// All totals of lines; `None` if one of them is not seen.
fn totals<'a>(mut lines: impl Iterator<Item = &'a Option<Choices>>) -> Option<Totals> {
    lines.try_fold(Totals::from_iter([((0, 0), 1.0)]), |before, line| {
        let mut after = Totals::default();
        for (line, likelihood, _) in line.as_ref()? {
            for ((sum, voltorbs), all) in &before {
                let total = (sum + u32::from(line.sum), voltorbs + u32::from(line.voltorbs));
                *after.entry(total).or_default() += all * likelihood;
            }
        }
        Some(after)
    })
}

/// What is told of a line by its own digits, by the other lines of its side and by the totals of the other side.
fn told(side: &[Option<Choices>], line: usize, other: Option<&Totals>, levels: &[Level]) -> Told {
    let Some(choices) = &side[line] else { return Told::default() };
    let beside = side.iter().enumerate().filter(|(i, _)| *i != line).map(|(_, line)| line);
    let beside = totals(beside);
    let fits = |line: Line| {
        let Some(beside) = &beside else { return 1.0 };
        let all = beside.iter().map(|((sum, voltorbs), likelihood)| {
            let total = (sum + u32::from(line.sum), voltorbs + u32::from(line.voltorbs));
            let other = match other {
                _ if !dealt(levels, total) => 0.0,
                Some(other) => other.get(&total).copied().unwrap_or(0.0),
                None => 1.0,
            };
            likelihood * other
        });
        all.sum()
    };
    let weighed = |&(line, by, likely): &(Line, f64, bool)| (line, by * fits(line), likely);
    let chances: Choices = choices.iter().map(weighed).collect();
    let all: f64 = chances.iter().map(|(_, chance, _)| chance).sum();
    // What none of the digits looks like is not told, whatever the others say.
    let told = |number: fn(&Line) -> u8| {
        let likely = chances.iter().filter(|(_, chance, likely)| *likely && *chance > 0.0);
        let mut numbers = likely.map(|(line, ..)| number(line));
        numbers.find(|&n| {
            let same = chances.iter().filter(|(line, ..)| number(line) == n);
            same.map(|(_, chance, _)| chance).sum::<f64>() >= LEAST_CHANCE * all
        })
    };
    Told { sum: told(|line| line.sum), voltorbs: told(|line| line.voltorbs) }
}

#[cfg(test)]
mod tests {
    use super::super::reconcile::face_up;
    use super::*;
    use grid::Grid;
    use grid::reading::Reading;

    /// A digit whose rival leaves `times` as much unexplained.
    fn digit(label: u8, runner_up: u8, times: f32) -> Option<Match> {
        let score = 0.95f32;
        let rest = 1.0 - score.powi(2) + ROUNDING;
        let margin = score - (1.0 + ROUNDING - times * rest).max(0.0).sqrt();
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
