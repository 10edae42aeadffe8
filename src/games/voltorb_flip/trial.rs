//! Trials of the reader on distorted pictures whose truth is known.

pub mod calibration;
pub mod specimen;
mod tally;

pub use calibration::Calibration;
pub use specimen::Specimen;
pub use tally::Tally;

use super::board::Card;
use super::screen::layout::{self, SIZE};
use super::screen::looks;
use super::screen::{self, NoBoard, Phase, Sighting};
use super::truth::{self, Animating, Comparison, Truth};
use crate::distort::{Distorted, Distortion, Kind};
use crate::geometry::{Placement, Point, Rect};

/// How far a tap would miss, in native pixels, before the place counts as wrong. A card is 24
/// pixels wide and lies 8 from the next.
const FAR: f64 = 3.0;

/// One reading of one distorted picture.
pub struct Trial {
    /// How the picture was distorted.
    pub recipe: Distortion,
    /// The picture, and what is known of it.
    pub distorted: Distorted,
    /// What was read.
    pub seen: Result<Sighting, NoBoard>,
    /// How that compares with the truth.
    pub comparison: Comparison,
}

/// Distorts a specimen, reads the picture and compares. `companion` is what a second window shows
/// where the recipe has one.
pub fn run(recipe: Distortion, specimen: &Specimen, companion: &Specimen) -> Trial {
    let distorted = recipe.apply(&specimen.subject, &companion.subject);
    let seen = screen::read(&distorted.picture);
    let truth = still_seen(&specimen.truth, &distorted);
    let mut comparison = truth::compare(&truth, seen.as_ref().ok());
    if let Ok(seen) = &seen {
        // A board read at the wrong place is tapped at the wrong place.
        let miss = miss(&seen.touch, &distorted.touch);
        if miss > FAR {
            comparison.wrong.push(format!("place: off by {miss:.1} native pixels"));
        } else {
            comparison.right += 1;
        }
    }
    Trial { recipe, distorted, seen, comparison }
}

/// The specimens that a kind of distortion makes sense of.
pub fn fitting(kind: Kind, specimens: &[Specimen]) -> Vec<&Specimen> {
    let native = |s: &&Specimen| s.subject.touch.scale() == (1.0, 1.0);
    specimens.iter().filter(|s| !kind.needs_native() || native(s)).collect()
}

/// The recipe, specimen and companion of the `i`-th trial of `kind`: each specimen in turn.
/// `specimens` must not be empty.
pub fn plan<'a>(
    kind: Kind,
    i: usize,
    seed: u64,
    specimens: &[&'a Specimen],
) -> (Distortion, &'a Specimen, &'a Specimen) {
    // Each kind and trial draws from a stream of its own, whatever else is tried.
    let stream = (kind as u64) << 40 | i as u64;
    let seed =
        (seed ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd129_0b7a_57b5_2f3d);
    // Neighbours in a folder are alike: a few trials, too, are to see some of everything.
    let stride = coprime(specimens.len());
    let at = |i: usize| specimens[i * stride % specimens.len()];
    let specimen = at(i);
    let companion = at(i + 1);
    (Distortion::draw(kind, &specimen.subject, seed), specimen, companion)
}

/// The number nearest above 0.618 `n` that has no divisor in common with it: multiples of it, modulo
/// `n`, visit all numbers below `n` and are far apart.
fn coprime(n: usize) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (n * 618 / 1000 + 1..).find(|&m| gcd(m, n) == 1).unwrap_or(1)
}

/// By how much a tap on a card misses at most, in native pixels, if `seen` is taken for `truth`.
fn miss(seen: &Placement, truth: &Placement) -> f64 {
    let corners = [(20.0, 20.0), (148.0, 20.0), (20.0, 148.0), (148.0, 148.0)];
    corners
        .map(|(x, y)| {
            let hit = truth.to_native(seen.to_picture(Point::new(x, y)));
            (hit.x - x).hypot(hit.y - y)
        })
        .into_iter()
        .fold(0.0, f64::max)
}

/// The truth without what the distortion hides: headers, cards, marks, the cursor, level and coins.
fn still_seen(truth: &Truth, distorted: &Distorted) -> Truth {
    let cursor = truth.cursor.flatten();
    let mut truth = truth.clone();
    let touch = |area: Rect, most: f64| share(&distorted.covered, area) > most;
    let top = |area: Rect| share(&distorted.covered_top, area) > 0.0;
    let glyph = |(x, y): (u32, u32)| Rect::new(f64::from(x), f64::from(y), 8.0, 8.0);
    for i in 0..SIZE {
        for (digits, hidden) in [
            (layout::row_digits(i), &mut truth.unreadable.rows),
            (layout::column_digits(i), &mut truth.unreadable.cols),
        ] {
            let [tens, ones, voltorbs] = digits.map(|d| touch(glyph(d), 0.0));
            hidden.extend((tens || ones).then_some((i, 0)));
            hidden.extend(voltorbs.then_some((i, 1)));
        }
    }
    for cell in (0..SIZE).flat_map(|r| (0..SIZE).map(move |c| (r, c))) {
        // The digit or the Voltorb is in the middle; marks are in the corners.
        let card = layout::card(cell);
        let face = Rect::new(card.x + 6.0, card.y + 6.0, 12.0, 12.0);
        if touch(face, 0.1) || touch(card, 0.25) {
            truth.unreadable.tiles.push(cell);
        }
        let corners = [(0.0, 0.0), (16.0, 0.0), (0.0, 16.0), (16.0, 16.0)];
        if corners.iter().any(|(x, y)| touch(Rect::new(card.x + x, card.y + y, 8.0, 8.0), 0.0)) {
            truth.unreadable.marks.push(cell);
        }
        let around = Rect::new(card.x - 3.0, card.y - 3.0, 30.0, 30.0);
        if cursor == Some(cell) && touch(around, 0.05) {
            truth.cursor = None;
        }
    }
    let fields = looks::shipped()[0].fields();
    if top(fields.total_coins) {
        truth.total_coins = None;
    }
    if top(fields.round_coins) {
        truth.round_coins = None;
    }
    // What the game is doing is told by what lies over its lower edge and its right.
    let question = Rect::new(0.0, 144.0, 200.0, 48.0);
    let panel = Rect::new(197.0, 77.0, 53.0, 77.0);
    let turning = truth.animating.as_ref().map_or(&[][..], Animating::cells);
    // A card that turns has the cursor: where it is hidden, nobody can tell whether it does.
    let may_turn = cursor.filter(|_| truth.state == Some(Phase::Board));
    let hidden = turning.iter().chain(&may_turn).any(|c| truth.unreadable.tiles.contains(c));
    if touch(question, 0.3) || touch(panel, 0.5) || hidden {
        truth.state = None;
        // Whether a Voltorb under the cursor still turns is told by the message that follows.
        if let (Some(cell), Some(tiles)) = (cursor, &truth.tiles)
            && tiles.as_ref().is_some_and(|tiles| tiles[cell] == Some(Card::Voltorb))
        {
            truth.unreadable.tiles.push(cell);
            truth.unreadable.marks.push(cell);
        }
    }
    if top(Rect::new(8.0, 4.0, 240.0, 22.0)) || touch(question, 0.0) {
        truth.level = None;
    }
    truth
}

/// The share of `area` that is covered by rectangles which do not overlap.
fn share(covered: &[Rect], area: Rect) -> f64 {
    let parts = covered.iter().filter_map(|c| c.intersection(&area));
    parts.map(|r| r.w * r.h).sum::<f64>() / (area.w * area.h)
}

#[cfg(test)]
mod tests {
    use super::super::screen::layout::SCREEN;
    use super::*;
    use crate::distort::{Cover, Step, Subject};
    use image::RgbImage;

    fn black() -> Subject {
        Subject::native(RgbImage::new(256, 192), SCREEN).unwrap()
    }

    fn specimen() -> Specimen {
        let truth = Truth { state: Some(Phase::Board), ..Truth::default() };
        Specimen::new("black".into(), RgbImage::new(256, 192), truth).unwrap()
    }

    #[test]
    fn what_is_covered_is_hidden_from_the_truth() {
        let area = Rect::new(0.0, 0.0, 40.0, 60.0);
        let colour = [255, 0, 0];
        let recipe =
            Distortion { seed: 1, steps: vec![Step::Cover(Cover::Badge { area, colour })] };
        let truth = Truth { cursor: Some(Some((1, 0))), ..Truth::default() };
        let seen = still_seen(&truth, &recipe.apply(&black(), &black()));
        assert_eq!(seen.unreadable.tiles, [(0, 0), (1, 0)]);
        assert_eq!(seen.cursor, None);
        assert!(seen.unreadable.rows.is_empty() && seen.unreadable.cols.is_empty());
        let area = Rect::new(20.0, 160.0, 20.0, 12.0);
        let recipe =
            Distortion { seed: 1, steps: vec![Step::Cover(Cover::Badge { area, colour })] };
        let seen = still_seen(&truth, &recipe.apply(&black(), &black()));
        assert_eq!(seen.unreadable.cols, [(0, 0)]);
    }

    #[test]
    fn a_picture_without_a_board_is_unreadable_and_never_wrong() {
        let specimens = [specimen()];
        let (recipe, specimen, companion) =
            plan(Kind::Jpeg, 3, 1, &fitting(Kind::Jpeg, &specimens));
        let trial = run(recipe, specimen, companion);
        assert!(trial.seen.is_err() && trial.comparison.wrong.is_empty());
        assert!(!trial.comparison.fully_right());
        let mut tally = Tally::default();
        tally.add(&trial);
        let once = Tally { frames: 1, unreadable: 1, not_found: 1, ..Tally::default() };
        assert_eq!(tally, once);
        assert_eq!(once.plus(once).frames, 2);
    }

    #[test]
    fn each_specimen_comes_once_before_any_comes_again() {
        for n in 1..200 {
            let mut seen = vec![false; n];
            (0..n).for_each(|i| seen[i * coprime(n) % n] = true);
            assert!(seen.into_iter().all(|s| s), "{n}");
        }
    }

    #[test]
    fn plans_repeat_and_differ() {
        let specimens = [specimen()];
        let recipe = |i| plan(Kind::Noise, i, 1, &fitting(Kind::Noise, &specimens)).0;
        assert_eq!(recipe(0), recipe(0));
        assert_ne!(recipe(0).seed, recipe(1).seed);
    }

    #[test]
    fn a_place_is_off_by_what_a_tap_misses() {
        let at = |x, w| Placement::upright(SCREEN, Rect::new(x, 0.0, w, 384.0));
        assert_eq!(miss(&at(0.0, 512.0), &at(0.0, 512.0)), 0.0);
        assert!((miss(&at(8.0, 512.0), &at(0.0, 512.0)) - 4.0).abs() < 1e-9);
    }
}
