//! Finding the game's touch screen in a picture.
//!
//! The search for lattices gives many: the cards' own, the same shifted by a row or a column (the
//! headers continue it), and whatever else on a desktop repeats at a pitch. How clearly the cards'
//! dark edges stand out against their frames orders them; the coloured links between the cards and
//! the headers decide, for only the right place, turned the right way, has the game's order of
//! colours, and digits where digits must be.

use super::contrast::{Contrast, Steps};
use super::headers::{self, Evidence};
use super::layout::{CARDS, PITCH, SCREEN};
use super::looks::{Look, Panel};
use super::native::Screen;
use super::placing::placement;
use super::{NoBoard, beside, links, reduced, top};
use crate::geometry::{Placement, Point, Rect, Turn};
use crate::vision::gray::{has_grid, luminance, pyramid, without_thin_lines};
use crate::vision::lattice::{self, Axis, Lattice};
use crate::vision::lens::{Lens, Reduction};
use crate::vision::rectify::Sampling;
use image::{GrayImage, RgbImage};
use rayon::prelude::*;
use std::cell::OnceCell;
use std::sync::Arc;

/// Where the screens are.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub look: Arc<Look>,
    pub touch: Placement,
    /// The top screen or the panel with level and coins.
    pub top: Option<Placement>,
    pub sampling: Sampling,
    /// How the picture came about, where it is below native size.
    pub reduction: Reduction,
    /// Which of [`crate::vision::template::BLURS`] the templates are to have.
    pub blur: usize,
    /// Other ways in which a picture below native size may have come about.
    pub alternatives: Vec<reduced::Origin>,
    /// Whether the picture holds the whole screen of the game. Where it does not, it is cut off, or the
    /// board belongs to another game that draws the same cards.
    pub whole: bool,
    /// Whether a header of a row can be read. Where none can, only the links between the cards say
    /// that it is a board.
    pub legible: bool,
    /// Other boards in the picture.
    pub others: usize,
    /// How clearly the cards stand out in the picture's own pixels, if they do.
    contrast: Option<Contrast>,
}

/// The share of a screen's width or height that may be cut off at each side.
const MOST_CUT: f64 = 0.06;
/// Evidence from which on a place is taken without looking at others on the same cards. One row
/// too high or low still reads four of the five headers.
const CLEAR: f32 = 0.9;
/// Evidence from which on a turn is taken without looking at other turns.
const UPRIGHT: f32 = 0.45;
/// The order of the links' colours from which on it may be the game's. At the right place it is above
/// 0.8, a row or a column beside below 0.5; with a list over it in a dark picture it may be as low.
const HARDLY_ORDERED: f32 = 0.45;
/// The evidence from which on it is enough: a row too high or low gives 0.7.
const CLEARLY_READ: f32 = 0.85;
/// The order from which on it is enough if no header can be read, as under a list and a window, or
/// if the screen is cut off.
const CLEARLY_ORDERED: f32 = 0.75;
/// The sum of order and evidence, 2 at the most, from which on no other turn is looked at.
const SURE: f32 = 1.2;
/// The least share that a board has of that of the clearest in the picture: one with a list over it
/// has 0.6, what is none 0.4.
const LEAST_CLARITY: f32 = 0.5;
/// The least evidence of a board whose links are in order.
const LEAST_ORDERED: f32 = 0.1;
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
/// Lattices that are looked at, the best supported first.
const MOST_FAMILIES: usize = 100;
/// Places on the same cards that are looked at closely.
const MOST_PLACES: usize = 10;

/// Looks only where the screens were in the picture before.
pub(super) fn again(picture: &RgbImage, known: &Located) -> bool {
    let now = Steps::of(&|p| sample(picture, p), &known.touch).contrast();
    now.zip(known.contrast)
        .is_some_and(|(now, before)| now.step > 0.7 * before.step && now.clear > before.clear - 0.1)
}

/// Where cards may be in a picture, whatever their look: worked out once for all looks.
pub(super) struct Survey<'a> {
    picture: &'a RgbImage,
    /// Whether a display filter drew dark lines between the pixels.
    gridded: bool,
    plain: OnceCell<View>,
    without_grid: OnceCell<View>,
}

/// A pyramid of luminance, and where the cards stand out in it.
struct View {
    levels: Vec<GrayImage>,
    boards: Vec<Vec<Lattice>>,
}

impl View {
    fn of(luminance: GrayImage) -> Self {
        let levels = pyramid(luminance, SCREEN.1 / 2);
        let boards = boards(&levels);
        Self { levels, boards }
    }
}

impl<'a> Survey<'a> {
    /// Looks everywhere.
    ///
    /// # Errors
    /// [`NoBoard::TooSmall`].
    pub fn of(picture: &'a RgbImage) -> Result<Self, NoBoard> {
        let (width, height) = picture.dimensions();
        if width.max(height) < SCREEN.0 * 3 / 5 || width.min(height) < SCREEN.1 * 3 / 5 {
            return Err(NoBoard::TooSmall(width, height));
        }
        let gray = luminance(picture);
        let gridded = has_grid(&gray);
        let (plain, without_grid) = if gridded {
            (OnceCell::new(), OnceCell::from(View::of(without_thin_lines(&gray))))
        } else {
            (OnceCell::from(View::of(gray)), OnceCell::new())
        };
        Ok(Self { picture, gridded, plain, without_grid })
    }

    /// The board with one of these looks. Of several boards the largest is taken: others are pictures
    /// of one. Of boards of one size, one with a top screen. The looks must draw their headers as the
    /// first does; of those that the picture fits the last is taken.
    pub fn find(&self, looks: &[Arc<Look>]) -> Option<Located> {
        let legible = |found: &Option<Located>| found.as_ref().is_some_and(|found| found.legible);
        let plain = || largest(self.picture, self.plain(), looks);
        // An LCD grid's lines are edges everywhere, and beat with the picture's pixels.
        let without_grid = || {
            let closed = || View::of(without_thin_lines(&luminance(self.picture)));
            largest(self.picture, self.without_grid.get_or_init(closed), looks)
        };
        let (first, second): (&dyn Fn() -> _, &dyn Fn() -> _) =
            if self.gridded { (&without_grid, &plain) } else { (&plain, &without_grid) };
        let found = first();
        if legible(&found) { found } else { second().or(found) }
    }

    fn plain(&self) -> &View {
        self.plain.get_or_init(|| View::of(luminance(self.picture)))
    }

    /// Where five by five framed cards stand out, upright, whatever their headers show.
    pub fn places(&self) -> Vec<Placement> {
        let View { levels, boards } = self.plain();
        let places: Vec<Lattice> = boards.iter().flatten().copied().take(MOST_SHOWN).collect();
        let polished = places.into_par_iter().map(|place| lattice::polish(levels, place, &CARDS));
        polished.map(|place| placement(&place, Turn::Upright)).collect()
    }
}

/// Places at which a board that is to be learnt is looked for.
const MOST_SHOWN: usize = 60;

/// The least scale at which a look that was learnt is read: it was never tried on smaller pictures.
pub(super) const LEAST_LEARNT: f64 = 0.98;

/// The largest board in a view.
fn largest(picture: &RgbImage, view: &View, looks: &[Arc<Look>]) -> Option<Located> {
    let first = looks.first()?;
    let levels = &view.levels;
    let native = |board: &Board| {
        let (sx, sy) = board.touch.scale();
        !first.learnt() || sx.min(sy) >= LEAST_LEARNT
    };
    let mut boards: Vec<Board> = view
        .boards
        .iter()
        .filter_map(|places| clearest(picture, levels, places, first))
        .filter(native)
        .collect();
    // What looks hardly like a board beside a clear one is none.
    let clearest = boards.iter().map(|board| board.clarity).fold(0.0, f32::max);
    boards.retain(|board| board.clarity >= LEAST_CLARITY * clearest);
    let others = boards.len().saturating_sub(1);
    let located = boards.into_iter().map(|board| {
        let cards = board.cards;
        let (mut touch, evidence) = refined(picture, board, first);
        let Evidence { value, sampling, mut reduction, mut blur } = evidence;
        let mut alternatives = Vec::new();
        if Lens::of(&touch, reduction).is_some() && sampling == Sampling::Area {
            let mut origins = reduced::origins(picture, &levels[0], (&touch, &cards), first);
            let best = origins.remove(0);
            (touch, reduction, blur) = (best.touch, best.reduction, best.blur);
            alternatives = origins;
        }
        let contrast = Steps::of(&|p| sample(picture, p), &touch).contrast();
        let (look, top) = dress(picture, &levels[0], &touch, (sampling, reduction), looks);
        // A look is known by its panel, if it has one.
        let known = top.is_some() || look.manifest.panel == Panel::TopScreen;
        let whole = known && is_whole(picture, touch.rect_to_picture(look.screen()));
        let legible = value >= LEAST_ORDERED;
        Located {
            look,
            touch,
            top,
            sampling,
            reduction,
            blur,
            alternatives,
            whole,
            legible,
            others,
            contrast,
        }
    });
    let size = |l: &Located| {
        let seen = l.touch.area.w * l.touch.area.h;
        if l.top.is_some() { 1.1 * seen } else { seen }
    };
    located.max_by(|a, b| size(a).total_cmp(&size(b)))
}

/// Places where the cards stand out, those on the same cards together, clearest first.
fn boards(levels: &[GrayImage]) -> Vec<Vec<Lattice>> {
    let mut places: Vec<(Contrast, Lattice)> = Vec::new();
    for family in families(levels) {
        for shift in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
            let lattice = shifted(family, shift);
            let known = places.iter().any(|(_, l)| lattice::same(l, &lattice, &CARDS));
            if !known && let Some(contrast) = upright_contrast(levels, &lattice) {
                places.push((contrast, lattice));
            }
        }
    }
    let strength = |c: &Contrast| c.step * c.clear;
    places.sort_by(|a, b| strength(&b.0).total_cmp(&strength(&a.0)));
    let mut boards: Vec<Vec<Lattice>> = Vec::new();
    for (_, place) in places {
        match boards.iter_mut().find(|board| overlap(&board[0], &place)) {
            Some(board) if board.len() < MOST_PLACES => board.push(place),
            Some(_) => {}
            None => boards.push(vec![place]),
        }
    }
    boards
}

/// The lattices in the picture, one of those that differ by whole rows and columns only.
fn families(levels: &[GrayImage]) -> Vec<Lattice> {
    let mut families: Vec<Lattice> = Vec::new();
    for lattice in lattice::find(levels, &CARDS) {
        let related = |a: Axis, b: Axis| {
            let rows = (a.origin - b.origin) / (f64::from(PITCH) * b.scale);
            rows.abs() < 2.5
                && (rows - rows.round()).abs() < 0.15
                && (a.scale / b.scale - 1.0).abs() < 0.04
        };
        let known = families.iter().any(|f| related(f.x, lattice.x) && related(f.y, lattice.y));
        if !known && upright_contrast(levels, &lattice).is_some() {
            families.push(lattice);
        }
        if families.len() == MOST_FAMILIES {
            break;
        }
    }
    families.into_par_iter().map(|lattice| lattice::polish(levels, lattice, &CARDS)).collect()
}

/// Whether two lattices share cards.
fn overlap(a: &Lattice, b: &Lattice) -> bool {
    let shared = a.bounds(&CARDS).intersection(&b.bounds(&CARDS));
    shared.is_some_and(|s| s.w * s.h > 0.2 * a.bounds(&CARDS).w * a.bounds(&CARDS).h)
}

/// A place whose headers read.
struct Board {
    cards: Lattice,
    touch: Placement,
    evidence: Evidence,
    /// The sum of the links' order, as of the headers where the picture is grey, and of the evidence.
    clarity: f32,
    /// What the places on the same cards are ordered by.
    rank: f64,
}

/// The place on the same cards, and the turn, that shows the game: where the links between the
/// cards have its order of colours, or, in a grey picture, where the headers read best.
fn clearest(
    picture: &RgbImage,
    levels: &[GrayImage],
    places: &[Lattice],
    look: &Look,
) -> Option<Board> {
    let turns = [Turn::Upright, Turn::Clockwise, Turn::CounterClockwise, Turn::UpsideDown];
    let mut grey = Vec::new();
    let mut best: Option<Board> = None;
    for turn in turns {
        for &place in places {
            let touch = placement(&place, turn);
            let steps = Steps::of(&sampler(levels, &place), &touch);
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
        .or_else(|| clearly_read(picture, levels, places, look))
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

/// Whether native pixels differ in width, and much, if nothing was interpolated.
pub(super) fn is_uneven(touch: &Placement) -> bool {
    let (x, y) = touch.scale();
    UNEVEN.contains(&x) && UNEVEN.contains(&y) && (x, y) != (2.0, 2.0)
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
fn refined(picture: &RgbImage, board: Board, look: &Look) -> (Placement, Evidence) {
    let Board { touch, mut evidence, .. } = board;
    let mut best = touch;
    let poor = (LEAST_ORDERED..CLEARLY_READ).contains(&evidence.value);
    if evidence.blur == 0 || is_uneven(&touch) || !poor {
        return (best, evidence);
    }
    let (sx, sy) = touch.scale();
    let beside = [-BESIDE, 0.0, BESIDE];
    for (dx, dy) in beside.into_iter().flat_map(|x| beside.map(|y| (x * sx, y * sy))) {
        let area = Rect { x: touch.area.x + dx, y: touch.area.y + dy, ..touch.area };
        let moved = Placement { area, ..touch };
        let there =
            headers::evidence_by(picture, &moved, look, evidence.sampling, evidence.reduction);
        if there.value > evidence.value + BETTER {
            (best, evidence) = (moved, there);
        }
    }
    (best, evidence)
}

/// How far beside, in native pixels, and how much more evidence there must be there.
const BESIDE: f64 = 0.25;
const BETTER: f32 = 0.04;

/// Which look a board has, told by the panel beside its cards, and where its level and coins are.
fn dress(
    picture: &RgbImage,
    gray: &GrayImage,
    touch: &Placement,
    (sampling, reduction): (Sampling, Reduction),
    looks: &[Arc<Look>],
) -> (Arc<Look>, Option<Placement>) {
    for look in looks.iter().rev() {
        if let Panel::BesideCards([x, y, w, h]) = look.manifest.panel {
            let [x, y, w, h] = [x, y, w, h].map(f64::from);
            let area = touch.rect_to_picture(Rect::new(x, y, w, h));
            let panel = Placement { native: look.manifest.panel_size(), area, turn: touch.turn };
            let fits =
                |sampling| top::fits(&Screen::new(picture, &panel, sampling, reduction, look));
            if is_whole(picture, area) && (fits(sampling) || fits(sampling.other())) {
                return (look.clone(), Some(panel));
            }
        }
    }
    let look = looks[0].clone();
    let top = (look.manifest.panel == Panel::TopScreen).then(|| beside::top(gray, touch)).flatten();
    (look, top)
}

/// Whether an area lies in the picture but for a rim.
fn is_whole(picture: &RgbImage, area: Rect) -> bool {
    let Rect { x, y, w, h } = area;
    let (dx, dy) = (MOST_CUT * w, MOST_CUT * h);
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    Rect::new(-dx, -dy, width + 2.0 * dx, height + 2.0 * dy).encloses(&Rect::new(x, y, w, h))
}

fn shifted(mut lattice: Lattice, (x, y): (i32, i32)) -> Lattice {
    lattice.x.origin += f64::from(x) * f64::from(PITCH) * lattice.x.scale;
    lattice.y.origin += f64::from(y) * f64::from(PITCH) * lattice.y.scale;
    lattice
}

fn sample(picture: &RgbImage, p: Point) -> Option<f64> {
    let inside = p.x >= 0.0 && p.y >= 0.0;
    let p = inside.then(|| picture.get_pixel_checked(p.x as u32, p.y as u32))??;
    Some(0.3 * f64::from(p[0]) + 0.59 * f64::from(p[1]) + 0.11 * f64::from(p[2]))
}

/// How clearly the cards of a lattice stand out.
fn upright_contrast(levels: &[GrayImage], lattice: &Lattice) -> Option<Contrast> {
    Steps::of(&sampler(levels, lattice), &placement(lattice, Turn::Upright)).contrast()
}

/// Samples the level of the pyramid on which the lattice is nearest to native size from above, so
/// that what a display filter draws between native pixels is averaged away.
fn sampler<'a>(levels: &'a [GrayImage], lattice: &Lattice) -> impl Fn(Point) -> Option<f64> + 'a {
    let level = lattice::native_level(levels, lattice);
    let (picture, factor) = (&levels[level], f64::from(1u32 << level));
    move |p: Point| {
        let (x, y) = (p.x / factor, p.y / factor);
        let inside = x >= 0.0 && y >= 0.0;
        inside.then(|| picture.get_pixel_checked(x as u32, y as u32))?.map(|p| f64::from(p[0]))
    }
}
