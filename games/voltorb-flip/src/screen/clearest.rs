//! Chooses the place and the turn that show the game, among those where cards stand out.

use super::contrast::{Steps, goes_on};
use super::headers::{self, Evidence};
use super::layout::CARDS;
use super::links;
use super::looks::Look;
use super::places::sampler;
use super::placing::{beside, placement};
use grid::geometry::{Placement, Rect, Turn};
use image::{GrayImage, RgbImage};
use vision::lattice::{self, Lattice};
use vision::lens::{Lens, Reduction};
use vision::rectify::Sampling;

/// The share of a screen's width or height that may be cut off at each side.
const MOST_CUT: f64 = 0.06;
/// The evidence at which a place is taken without a look at others on the same cards. One row too high or low still
/// gives four of five headers.
const CLEAR: f32 = 0.9;
/// The evidence at which a turn is taken without a look at other turns.
const UPRIGHT: f32 = 0.45;
/// The order of the links' colours from which a place may be the right one: there it is above 0.8, a row or column
/// beside below 0.5. A list over a dark picture can lower it that far.
const HARDLY_ORDERED: f32 = 0.45;
/// The evidence that is enough by itself: a row too high or low gives 0.7.
const CLEARLY_READ: f32 = 0.85;
/// The order that is enough if no header can be read, under a list and a window or on a cut-off screen.
const CLEARLY_ORDERED: f32 = 0.75;
/// The sum of order and evidence, at most 2, at which no other turn is tried.
const SURE: f32 = 1.2;
/// The least evidence of a board: a list leaves six of fifteen digits to be seen.
const LEAST: f32 = 0.3;
/// The least evidence of a turned board. Few are, and there are three turns for chance to fit.
const LEAST_TURNED: f32 = 0.45;
/// The share of the links from which on a turned board may have less.
const MOST_LINKS: f32 = 0.6;
/// Between these scales, 2 left out, native pixels differ in width if nothing is interpolated.
const UNEVEN: std::ops::Range<f64> = 1.005..2.7;
/// How much more evidence sampling without interpolation must give.
const SHARPER: f32 = 0.01;
/// The least evidence of a board whose links are in order.
pub(super) const LEAST_ORDERED: f32 = 0.1;

/// A place whose headers read.
pub(super) struct Board {
    pub cards: Lattice,
    pub touch: Placement,
    evidence: Evidence,
    /// The sum of the links' order, as of the headers where the picture is grey, and of the evidence.
    pub clarity: f32,
    /// What the places on the same cards are ordered by.
    rank: f64,
}

/// The place on the same cards, and the turn, that shows the game: where the links between the
/// cards have its order of colours, or, in a grey picture, where the headers read best.
pub(super) fn clearest(
    picture: &RgbImage,
    levels: &[GrayImage],
    places: &[Lattice],
    look: &Look,
) -> Option<Board> {
    let turns = [Turn::Upright, Turn::Clockwise, Turn::CounterClockwise, Turn::UpsideDown];
    // Those that may be its first row and column, upright; and those without colours.
    let (mut upright, mut grey) = (Vec::new(), Vec::new());
    let mut best: Option<Board> = None;
    for turn in turns {
        for &place in places {
            let touch = placement(&place, turn);
            let sampler = sampler(levels, &place);
            if goes_on(&sampler, &touch) {
                continue;
            }
            if turn == Turn::Upright {
                upright.push(place);
            }
            let steps = Steps::of(&sampler, &touch);
            let Some(order) = links::order(picture, &touch, &steps, &look.colours().lines) else {
                grey.push((place, turn));
                continue;
            };
            let (clear, whole) =
                (order.similarity >= CLEARLY_ORDERED, is_whole(picture, touch.area));
            // A list over the board in a dark picture leaves little order: then all of the screen
            // has to be there.
            let ordered = clear || (whole && order.similarity >= HARDLY_ORDERED);
            if !ordered {
                continue;
            }
            let board = board(picture, levels, place, turn, look);
            let Evidence { value, .. } = board.evidence;
            // Of a few links alone the order may be like that of a row beside or of another turn.
            let rank = f64::from(order.shown * order.similarity + value);
            let board = Board { clarity: order.similarity + value, rank, ..board };
            let few = turn != Turn::Upright && order.shown < MOST_LINKS && value < LEAST_TURNED;
            let known = (value >= LEAST_ORDERED || (clear && whole)) && !few;
            if known && best.as_ref().is_none_or(|best| board.rank > best.rank) {
                best = Some(board);
            }
        }
        // Most pictures are upright.
        if best.as_ref().is_some_and(|best| best.clarity >= SURE) {
            break;
        }
    }
    best.or_else(|| best_read(picture, levels, &grey, look))
        .or_else(|| clearly_read(picture, levels, &upright, look))
}

/// The upright board, wholly in the picture, whose headers read without a doubt, though something
/// lies over its links.
fn clearly_read(
    picture: &RgbImage,
    levels: &[GrayImage],
    places: &[Lattice],
    look: &Look,
) -> Option<Board> {
    let whole = |place: &&Lattice| is_whole(picture, placement(place, Turn::Upright).area);
    let boards = places.iter().filter(whole);
    boards
        .map(|&place| board(picture, levels, place, Turn::Upright, look))
        .filter(|board| board.evidence.value >= CLEARLY_READ)
        .max_by(|a, b| a.rank.total_cmp(&b.rank))
}

/// The board whose headers read best.
fn best_read(
    picture: &RgbImage,
    levels: &[GrayImage],
    places: &[(Lattice, Turn)],
    look: &Look,
) -> Option<Board> {
    let mut best: Option<Board> = None;
    for &(place, turn) in places {
        if turn != Turn::Upright && best.as_ref().is_some_and(|b| b.evidence.value >= UPRIGHT) {
            return best;
        }
        // Without colours a row or a column beside looks like the board but for where it begins.
        let touch = placement(&place, turn);
        if !Steps::of(&sampler(levels, &place), &touch).begins() {
            continue;
        }
        let board = board(picture, levels, place, turn, look);
        let value = board.evidence.value;
        let least = if turn == Turn::Upright { LEAST } else { LEAST_TURNED };
        if value >= least && best.as_ref().is_none_or(|b| board.rank > b.rank) {
            best = Some(board);
        }
        if value >= CLEAR {
            return best;
        }
    }
    best
}

/// Whether native pixels differ in width or in height, and much, if nothing was interpolated.
pub(super) fn is_uneven(touch: &Placement) -> bool {
    let uneven = |scale: f64| UNEVEN.contains(&scale) && scale != 2.0;
    let (x, y) = touch.scale();
    uneven(x) || uneven(y)
}

/// What a place shows.
fn board(
    picture: &RgbImage,
    levels: &[GrayImage],
    place: Lattice,
    turn: Turn,
    look: &Look,
) -> Board {
    let place = lattice::polish(levels, place, &CARDS);
    let mut touch = placement(&place, turn);
    let mut evidence = headers::evidence(picture, &touch, look);
    if is_uneven(&touch) {
        // Without interpolation native pixels are a pixel or two wide: every one of them must be
        // hit.
        let sharp =
            placement(&lattice::sharpen(&levels[0], place, &CARDS, Reduction::Nearest), turn);
        let nearest =
            headers::evidence_by(picture, &sharp, look, Sampling::Nearest, Reduction::Area);
        if nearest.value > evidence.value + SHARPER {
            (touch, evidence) = (sharp, nearest);
        }
    }
    if Lens::of(&touch, Reduction::Area).is_some() {
        // Which native pixels a picture pixel mixes depends on a fraction of one.
        let sharp =
            placement(&lattice::sharpen(&levels[0], place, &CARDS, Reduction::Centres), turn);
        let area = Sampling::Area;
        let centres = headers::evidence_by(picture, &sharp, look, area, Reduction::Centres);
        if centres.value > evidence.value + headers::CLEARER {
            (touch, evidence) = (sharp, centres);
        }
    }
    // Where boxes and lists leave but few headers, those of a row too high read as well: then the
    // cards decide.
    let clear = Steps::of(&sampler(levels, &place), &touch).contrast().map_or(0.0, |c| c.clear);
    let rank = f64::from(evidence.value) + clear;
    Board { cards: place, touch, clarity: 2.0 * evidence.value, evidence, rank }
}

/// The place a fraction of a native pixel beside where the headers read better: glow and shadows that
/// a display draws around what is bright draw the frames with them.
pub(super) fn refined(picture: &RgbImage, board: Board, look: &Look) -> (Placement, Evidence) {
    let Board { touch, mut evidence, .. } = board;
    let mut best = touch;
    let poor = (LEAST_ORDERED..CLEARLY_READ).contains(&evidence.value);
    if evidence.blur == 0 || is_uneven(&touch) || !poor {
        return (best, evidence);
    }
    for moved in beside(touch, 1) {
        let there =
            headers::evidence_by(picture, &moved, look, evidence.sampling, evidence.reduction);
        if there.value > evidence.value + BETTER {
            (best, evidence) = (moved, there);
        }
    }
    (best, evidence)
}

/// How much more evidence there must be beside.
const BETTER: f32 = 0.04;

/// Whether an area lies in the picture but for a rim.
pub(super) fn is_whole(picture: &RgbImage, area: Rect) -> bool {
    let Rect { x, y, w, h } = area;
    let (dx, dy) = (MOST_CUT * w, MOST_CUT * h);
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    Rect::new(-dx, -dy, width + 2.0 * dx, height + 2.0 * dy).encloses(&Rect::new(x, y, w, h))
}
