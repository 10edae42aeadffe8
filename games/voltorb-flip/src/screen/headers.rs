//! Reads the digits of the headers.

use super::cover::Cover;
use super::layout::{Part, SCREEN, SIZE, column_digits, row_digits};
use super::likelihood::{ratio, unexplained};
use super::looks::{LineSheets, Look};
use super::native::{LEAST, Screen, reading};
use grid::geometry::{Placement, Rect};
use grid::reading::{Reading, Unreadable};
use image::RgbImage;
use vision::lens::{Lens, Reduction};
use vision::photometry::luminance;
use vision::rectify::Sampling;
use vision::template::{FEW_BLURS, Match, Sheet};

/// The digits of one header as they fit: tens and ones of the sum, then the Voltorbs; `None` where
/// something lies over it.
pub(super) type Digits = [Option<Match>; 3];

/// The digits of the rows' headers, then of the columns'.
pub(super) type Headers = (Vec<Digits>, Vec<Digits>);

/// The sheets for the digits of a line's header, and where they stand.
fn digits(look: &Look, line: usize, places: [(u32, u32); 3]) -> [(&Sheet, (u32, u32)); 3] {
    let LineSheets { tens, ones, voltorbs } = &look.lines[line];
    let places = look.manifest.shift.of(places);
    [(tens, places[0]), (ones, places[1]), (voltorbs, places[2])]
}

/// How well the headers of the rows can be read at a place.
pub(super) struct Evidence {
    /// The mean over their digits of the best correlation times its lead: near 1 for a clear board, below 0.2 if
    /// there is none.
    pub value: f32,
    /// How to resample the screen so.
    pub sampling: Sampling,
    /// How the picture came about, where it is below native size.
    pub reduction: Reduction,
    /// The blur at which the templates fit, an index into [`vision::template::BLURS`].
    pub blur: usize,
}

/// Reads only the headers of the rows: boxes lie over those of the columns. The better of both
/// ways to resample the screen; nearest sampling only helps where pixels are enlarged.
pub(super) fn evidence(picture: &RgbImage, touch: &Placement, look: &Look) -> Evidence {
    let mut area = evidence_by(picture, touch, look, Sampling::Area, Reduction::Area);
    let (sx, sy) = touch.scale();
    if Lens::of(touch, Reduction::Area).is_some() {
        for reduction in [Reduction::Centres, Reduction::Linear] {
            let other = evidence_by(picture, touch, look, Sampling::Area, reduction);
            if other.value > area.value + CLEARER {
                area = other;
            }
        }
    }
    if area.value > SHARP || sx.min(sy) < 1.0 {
        return area;
    }
    let nearest = evidence_by(picture, touch, look, Sampling::Nearest, Reduction::Area);
    // Averaging is the safer way where both read.
    if nearest.value > area.value + 0.05 { nearest } else { area }
}

/// The same by one way to resample the screen.
pub(super) fn evidence_by(
    picture: &RgbImage,
    touch: &Placement,
    look: &Look,
    sampling: Sampling,
    reduction: Reduction,
) -> Evidence {
    let headers = Rect::new(f64::from(HEADERS.0), 0.0, f64::from(HEADERS.1), f64::from(SCREEN.1));
    let strip = touch.part(headers, (HEADERS.1, SCREEN.1));
    let screen = Screen::new(picture, &strip, sampling, reduction, look);
    let at = |blur| Evidence { value: mean_weight(&screen, blur), sampling, reduction, blur };
    let [first, rest @ ..] = FEW_BLURS.map(at);
    rest.into_iter().fold(first, |best, e| if e.value > best.value { e } else { best })
}

/// The least correlation of a digit that counts as evidence.
const LEAST_LIKENESS: f32 = 0.75;
/// The evidence from which averaging is good enough.
const SHARP: f32 = 0.9;
/// How much more evidence another reduction must give than averaging, the usual one: with little more it may only fit
/// a wrong digit better.
pub(super) const CLEARER: f32 = 0.06;

/// Left edge and width of the strip with the rows' headers.
const HEADERS: (u32, u32) = (164, 32);

/// The mean over the digits of the rows' headers, in their strip, of score times lead.
fn mean_weight(strip: &Screen, blur: usize) -> f32 {
    let places = || (0..SIZE).flat_map(|r| digits(strip.look, r, row_digits(r)));
    let weights = places().map(|(sheet, (x, y))| {
        let best = sheet.best(&strip.gray, (x - HEADERS.0, y), blur, strip.lens.as_ref());
        // What fits worse than this fits anything.
        if best.score < LEAST_LIKENESS { 0.0 } else { best.score * best.lead.clamp(0.0, 1.0) }
    });
    weights.sum::<f32>() / places().count() as f32
}

/// Where the headers are on the screen, and what lies beside them.
pub(super) const PARTS: [Part; 2] = [(160, 0, 40, 192), (0, 160, 200, 32)];

/// The digits of all headers: rows top to bottom, columns left to right.
pub(super) fn read(screen: &Screen, cover: &Cover) -> Headers {
    let [headers] = read_in(screen, cover, [screen.blur]);
    headers
}

/// The same in several blurs, indices into [`vision::template::BLURS`].
pub(super) fn read_in<const N: usize>(
    screen: &Screen,
    cover: &Cover,
    blurs: [usize; N],
) -> [Headers; N] {
    let least = screen.look.manifest.least.digits.unwrap_or(0.0);
    let read = |line, places| {
        digits(screen.look, line, places).map(|(sheet, (x, y))| {
            let seen = !cover.hides(x, y, 8, 8) && screen.shows(x, y, 8, 8);
            let is_crossed = seen && is_crossed(screen, (x, y));
            blurs.map(|blur| {
                let best = seen.then(|| screen.best_in(sheet, (x, y), blur))?;
                // What a look does not know is not even a candidate, nor is what something lies over.
                let unknown = best.score < least || is_crossed;
                Some(if unknown { Match { score: 0.0, ..best } } else { best })
            })
        })
    };
    let rows: Vec<_> = (0..SIZE).map(|r| read(r, row_digits(r))).collect();
    let cols: Vec<_> = (0..SIZE).map(|c| read(c, column_digits(c))).collect();
    std::array::from_fn(|i| {
        let lines = |lines: &[[[Option<Match>; N]; 3]]| -> Vec<Digits> {
            lines.iter().map(|line| line.map(|digit| digit[i])).collect()
        };
        (lines(&rows), lines(&cols))
    })
}

/// How well the templates fit the digits that are seen: score times lead, 0 to 1, of the digit that two
/// in five fit no better than; 0 if none is seen.
pub(super) fn fit((rows, cols): &Headers) -> f32 {
    let seen = rows.iter().chain(cols).flatten().flatten();
    let mut weights: Vec<f32> =
        seen.map(|best| best.score.max(0.0) * best.lead.clamp(0.0, 1.0)).collect();
    let at = weights.len() * 2 / 5;
    if weights.is_empty() { 0.0 } else { *weights.select_nth_unstable_by(at, f32::total_cmp).1 }
}

/// How well all digits are explained: the mean of the negative logarithm of the share of their variance that
/// the best template leaves, 0 and more; what a place is chosen by. Something may lie over many of them,
/// anywhere: these are not explained at any place.
pub(super) fn explained((rows, cols): &Headers) -> f32 {
    let seen = || rows.iter().chain(cols).flatten().flatten();
    seen().map(explains).sum::<f32>() / seen().count().max(1) as f32
}

/// How well a digit is explained, 0 and more.
pub(super) fn explains(best: &Match) -> f32 {
    -unexplained(best.score.max(0.0)).ln()
}

/// The least lead of a digit in a picture below native size, given how well its headers fit and how much of them is
/// explained.
///
/// If a picture was reduced in a way that is not modelled, digits differ by less than they should, and also by
/// chance. If the templates leave hardly anything unexplained, small leads are right too.
pub(super) fn least_lead(fit: f32, explained: f32) -> f32 {
    let (usual, most) = (LEAST[0].1, LEAST[1].1);
    let by_fit = usual + (GOOD_FIT - fit) * STEEP;
    let by_rest = usual + (WELL_EXPLAINED - explained) * STEEP_REST;
    by_fit.min(by_rest).clamp(usual, most)
}

/// By how much less than the median of all a digit may correlate.
const MOST_WORSE: f32 = 0.06;
/// The same if the others fit well and the digit leads by little.
const WORSE_WITH_LITTLE_LEAD: f32 = 0.05;
const SOME_LEAD: f32 = 0.5;

/// The fit from which any lead is enough, and how fast the least lead rises below it.
const GOOD_FIT: f32 = 0.9;
const STEEP: f32 = 7.0;
/// How well digits must be explained for any lead to be enough.
pub(super) const WELL_EXPLAINED: f32 = 3.3;
const STEEP_REST: f32 = 0.9;

/// The same digits, those doubtful that lead by less than `least`. In a picture that is `explained` so well,
/// a small lead counts as the least one that is read if the runner-up leaves clearly more of the digit's
/// variance unexplained.
pub(super) fn cautious(digits: Headers, least: f32, explained: f32) -> Headers {
    let usual = LEAST[0].1;
    each(digits, |_, digit| {
        digit.map(|best| {
            let ratio = ratio(&best);
            if best.lead >= least {
                best
            } else if explained >= CLOSELY && best.lead >= SMALL_LEAD && ratio >= CLEAR_RATIO {
                Match { lead: usual.max(best.lead), ..best }
            } else {
                doubtful(best)
            }
        })
    })
}

/// A digit that is no likelier than others: what speaks for it may be wrong as a whole.
fn doubtful(best: Match) -> Match {
    Match { lead: 0.0, margin: 0.0, ..best }
}

/// The same digits of a picture that a camera may have taken, those doubtful that lead by less than `least`: by how
/// much they are likelier than others is left to be weighed with all others.
pub(super) fn weighed(digits: Headers, least: f32) -> Headers {
    each(digits, |_, digit| {
        digit.map(|best| if best.lead < least { Match { lead: 0.0, ..best } } else { best })
    })
}

/// The least lead of a digit in a stretched picture.
pub(super) const LEAST_STRETCHED: f32 = 0.4;

/// How well digits must be explained for small leads to count; the least of those leads; and by what share of the
/// unexplained variance the runner-up must leave more.
const CLOSELY: f32 = 4.2;
const SMALL_LEAD: f32 = 0.18;
const CLEAR_RATIO: f32 = 0.17;

/// The same digits of a picture whose digits fit worse than those of any picture that is as the game draws it, as
/// where it is curved: then only what fits well by itself is read.
pub(super) fn alone(digits: Headers) -> Headers {
    let (rows, cols) = &digits;
    let seen = rows.iter().chain(cols).flatten().flatten().map(|best| best.score);
    let mut scores: Vec<f32> = seen.filter(|&score| score > LEAST_SEEN).collect();
    let middle = scores.len() / 2;
    let fits =
        scores.is_empty() || *scores.select_nth_unstable_by(middle, f32::total_cmp).1 >= USUAL_FIT;
    each(digits, |_, digit| match digit {
        Some(best) if !fits && best.score < FITS_ALONE => Some(doubtful(best)),
        digit => digit,
    })
}

/// The least correlation of an uncovered digit; that of the median digit at which a picture is as the game draws it;
/// and that of a digit in other pictures.
const LEAST_SEEN: f32 = 0.5;
const USUAL_FIT: f32 = 0.85;
const FITS_ALONE: f32 = 0.9;

/// The same digits of a picture whose lines may be uneven, those doubtful that another digit explains nearly as
/// well: a generalised likelihood ratio. `displaced` are the digits as they fit a fraction of a pixel beside;
/// each digit and its rivals are taken where they fit best.
pub(super) fn distinct(digits: Headers, displaced: &[Headers]) -> Headers {
    each(digits, |place, digit| {
        let best = digit?;
        let others = || displaced.iter().filter_map(|headers| place.of(headers));
        let own = others().filter(|o| o.label == best.label).map(|o| o.score);
        let score = own.fold(best.score, f32::max);
        let rival = others()
            .map(|o| if o.label == best.label { o.score - o.margin } else { o.score })
            .fold(best.score - best.margin, f32::max);
        let ratio = (score - rival) / unexplained(score);
        Some(if ratio < LEAST_RATIO { doubtful(best) } else { best })
    })
}

/// By what share of the variance that a digit leaves unexplained its rivals must leave more.
const LEAST_RATIO: f32 = 0.62;

/// A digit's place among the headers.
struct Place {
    row: bool,
    line: usize,
    digit: usize,
}

impl Place {
    fn of(&self, (rows, cols): &Headers) -> Option<Match> {
        let lines = if self.row { rows } else { cols };
        lines.get(self.line)?[self.digit]
    }
}

/// The digits as `f` makes them of each, with its place.
fn each(
    (rows, cols): Headers,
    mut f: impl FnMut(Place, Option<Match>) -> Option<Match>,
) -> Headers {
    let mut lines = |lines: Vec<Digits>, row| {
        let each = lines.into_iter().enumerate().map(|(line, digits)| {
            let mut digit = 0;
            digits.map(|best| {
                let made = f(Place { row, line, digit }, best);
                digit += 1;
                made
            })
        });
        each.collect::<Vec<Digits>>()
    };
    (lines(rows, true), lines(cols, false))
}

/// The same digits, all of them doubtful where hardly anything is explained and not even a quarter of them fit well,
/// as they do beside what lies over the others: then they are not where they should be, and one that stands out only
/// happens to be like another there.
pub(super) fn believed(digits: Headers) -> Headers {
    let fit_well = |best: &&Match| best.score >= LEAST_FITTING;
    let seen = || digits.0.iter().chain(&digits.1).flatten().flatten();
    let few = 4 * seen().filter(fit_well).count() < seen().count();
    if !few || explained(&digits) >= HARDLY_EXPLAINED {
        return digits;
    }
    each(digits, |_, digit| digit.map(doubtful))
}

/// How well digits must be explained to be believed if hardly a quarter of them fits well.
const HARDLY_EXPLAINED: f32 = 1.2;
const LEAST_FITTING: f32 = 0.9;

/// The same digits of a picture below native size, those doubtful that fit much worse than others in the way
/// in which the picture most likely came about: there it came about in yet another. `likely` are the
/// digits as they fit that way; where they all fit well or hardly anything is left unexplained, none is
/// doubtful if the totals of rows and columns tell a wrong one, and where something lies over a header only
/// those are to which another digit is a rival.
pub(super) fn without_misfits((rows, cols): Headers, likely: &Headers) -> Headers {
    let places = likely.0.iter().chain(&likely.1).flatten();
    let have_totals = places.clone().all(Option::is_some);
    let mut scores: Vec<f32> = places.flatten().map(|best| best.score).collect();
    let well = fit(likely) >= GOOD_FIT || explained(likely) >= WELL_EXPLAINED;
    if (well && have_totals) || scores.is_empty() {
        return (rows, cols);
    }
    let middle = scores.len() / 2;
    let usual = *scores.select_nth_unstable_by(middle, f32::total_cmp).1;
    let digit = |(best, likely): (Option<Match>, Option<Match>)| {
        let misfit = likely.is_some_and(|likely| {
            let led = likely.lead >= SOME_LEAD;
            let worse = if well && !led { WORSE_WITH_LITTLE_LEAD } else { MOST_WORSE };
            likely.score < usual - worse && !(well && ratio(&likely) >= LEAST_RATIO)
        });
        best.map(|best| if misfit { doubtful(best) } else { best })
    };
    let lines = |lines: Vec<Digits>, likely: &[Digits]| {
        let pairs = lines.into_iter().zip(likely);
        pairs.map(|([a, b, c], l)| [(a, l[0]), (b, l[1]), (c, l[2])].map(digit)).collect()
    };
    (lines(rows, &likely.0), lines(cols, &likely.1))
}

/// Whether something lies over some columns of a digit and goes on above and below, or over its upper or its lower part: a
/// window's edge over a 6 makes another digit of it. What is above a digit is equally bright everywhere, and what is below.
/// (To the sides the same would take scanlines for such a thing, and colours blur in a video.)
fn is_crossed(screen: &Screen, (x, y): (u32, u32)) -> bool {
    let columns = |y, h| -> [f32; DIGIT as usize] {
        std::array::from_fn(|i| luminance(screen.mean(x + i as u32, y, 1, h)))
    };
    // A link meets the frame above a column's header from outside.
    let (above, below) = (columns(y - 1, 1), columns(y + DIGIT, 2));
    let rows: Rows = std::array::from_fn(|i| columns(y + i as u32, 1));
    let ink = rows.as_flattened().iter().copied().fold(f32::INFINITY, f32::min);
    let light = above.into_iter().fold(0.0, f32::max);
    let off = |line: [f32; DIGIT as usize]| {
        let mut sorted = line;
        sorted.sort_by(f32::total_cmp);
        let usual = sorted[line.len() / 2];
        line.map(|bright| (bright - usual).abs() > MOST_BESIDE * (light - ink))
    };
    // The outermost columns hold no ink.
    off(above).into_iter().zip(off(below)).skip(1).take(6).any(|(above, below)| above && below)
        || is_parted(&rows, ink)
}

/// The brightness of a digit's pixels, row by row.
type Rows = [[f32; DIGIT as usize]; DIGIT as usize];

/// Whether the ground at both sides of a digit has one step in brightness, and is even above and below it: there
/// something begins that lies over the rest.
fn is_parted(rows: &Rows, ink: f32) -> bool {
    let sides = [0, DIGIT as usize - 1].map(|column| rows.map(|row| row[column]));
    let mean = |part: &[f32]| part.iter().sum::<f32>() / part.len() as f32;
    let spread = |part: &[f32]| {
        part.iter().fold(f32::NEG_INFINITY, |a, b| a.max(*b))
            - part.iter().fold(f32::INFINITY, |a, b| a.min(*b))
    };
    let contrast = sides.as_flattened().iter().copied().fold(f32::INFINITY, f32::min) - ink;
    // The line in which it begins may be mixed, and below native size the first and the last may be.
    (2..DIGIT as usize - 2).any(|at| {
        sides.iter().all(|side| {
            let (above, below) = (&side[..at], &side[at + 1..]);
            let step = (mean(above) - mean(below)).abs();
            step > MOST_BESIDE * contrast && spread(above).max(spread(below)) < EVEN * step
        })
    })
}

/// The largest unevenness of the ground above and below a step in it, as a share of the step.
const EVEN: f32 = 0.25;

/// The width and height of a digit's glyph.
const DIGIT: u32 = 8;
/// How far a column above and below a digit may be off, of what is between the digit's ink and the
/// lightest above it.
const MOST_BESIDE: f32 = 0.4;

/// What two ways to resample the screen agree on. Digits that each is sure of and that differ are
/// doubtful, and one that only one way is sure of must lead clearly.
pub(super) fn reconciled(one: Headers, other: Headers) -> Headers {
    let agreed = |(a, b): (Option<Match>, Option<Match>)| {
        let (a, b) = (a?, b?);
        let (better, worse) = if a.lead >= b.lead { (a, b) } else { (b, a) };
        let sure = |m: &Match| reading(m).value.is_some();
        let clear = better.label == worse.label || (!sure(&worse) && better.lead >= CLEAR_LEAD);
        Some(if clear { better } else { doubtful(better) })
    };
    let pair = |(a, b): (Digits, Digits)| {
        let [a0, a1, a2] = a;
        let [b0, b1, b2] = b;
        [(a0, b0), (a1, b1), (a2, b2)].map(agreed)
    };
    let lines = |one: Vec<Digits>, other| one.into_iter().zip(other).map(pair).collect();
    (lines(one.0, other.0), lines(one.1, other.1))
}

/// The least lead of a digit of which another sampling is not sure.
const CLEAR_LEAD: f32 = 0.6;

/// The digit with its corner at (x, y).
pub(super) fn digit_at(screen: &Screen, sheet: &Sheet, x: u32, y: u32) -> Reading<u8> {
    screen.reading(&screen.best(sheet, x, y))
}

/// The digit with its corner at (x, y) or one pixel beside. Below native size it must also explain clearly more
/// than any other digit there: a list may lie over the headers that tell how the picture came about.
pub(super) fn digit_near(screen: &Screen, sheet: &Sheet, x: u32, y: u32) -> Reading<u8> {
    let best = screen.best_among(sheet, x - 1..=x + 1, y);
    let best = best.filter(|best| screen.is_distinct(best));
    best.map_or(Reading::none(Unreadable::Doubtful), |best| screen.reading(&best))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(label: u8, score: f32, lead: f32, margin: f32) -> Headers {
        let best = Match { label, score, runner_up: 5, lead, margin };
        (vec![[Some(best), None, None]], Vec::new())
    }

    fn lead(headers: &Headers) -> f32 {
        headers.0[0][0].expect("a digit").lead
    }

    #[test]
    fn a_digit_is_doubtful_where_another_explains_nearly_as_much() {
        // A capture sampled again: 6 for 5, with nearly the whole lead and hardly a better score.
        assert_eq!(lead(&distinct(one(6, 0.965, 0.79, 0.0265), &[])), 0.0);
        assert_eq!(lead(&distinct(one(6, 0.965, 0.79, 0.1), &[])), 0.79);
        // A fraction of a pixel beside another digit fits as well.
        let beside = one(5, 0.96, 0.7, 0.1);
        assert_eq!(lead(&distinct(one(6, 0.965, 0.79, 0.1), &[beside])), 0.0);
    }

    #[test]
    fn a_small_lead_counts_where_hardly_anything_is_left_unexplained() {
        let (digit, usual) = (one(9, 0.98, 0.25, 0.017), LEAST[0].1);
        assert_eq!(lead(&cautious(digit.clone(), usual, 4.8)), usual);
        assert_eq!(lead(&cautious(digit, usual, 3.8)), 0.0);
        assert_eq!(lead(&cautious(one(3, 0.94, 0.25, 0.01), usual, 4.8)), 0.0);
    }

    #[test]
    fn what_no_totals_check_must_fit_as_well_as_the_rest() {
        let digit =
            |score, margin| Some(Match { label: 6, score, runner_up: 5, lead: 0.9, margin });
        let row = [digit(0.9999, 0.1); 3];
        let lead = |margin, cols: Vec<Digits>| {
            let misfit = [row[0], digit(0.935, margin), row[2]];
            let headers = (vec![misfit, row, row, row, row], cols);
            without_misfits(headers.clone(), &headers).0[0][1].expect("a digit").lead
        };
        // A 5 of which a row of pixels was left out, taken for a 6; and a digit without a rival.
        let (rival, none) = (0.045, 0.16);
        assert_eq!(lead(rival, vec![row; 5]), 0.9);
        assert_eq!(lead(rival, vec![[None; 3]; 5]), 0.0);
        assert_eq!(lead(none, vec![[None; 3]; 5]), 0.9);
    }
}
