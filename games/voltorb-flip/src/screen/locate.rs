//! Locates the game's touch screen in a picture.
//!
//! The search for lattices yields many: the cards' own, the same shifted by a row or a column (the headers continue
//! it), and whatever else on a desktop repeats at a pitch. They are ordered by how clearly dark card edges stand out
//! against light frames. The coloured links between the cards and the headers decide: only the right place, turned
//! the right way, has the game's order of colours, and digits where digits must be.

use super::clearest::{Board, LEAST_ORDERED, clearest, is_whole, refined};
use super::contrast::{Contrast, Steps};
use super::headers::Evidence;
use super::layout::{CARDS, SCREEN, STRETCHED_CARDS};
use super::looks::{Look, Panel};
use super::native::Screen;
use super::places::boards;
use super::placing::placement;
use super::{NoBoard, apart, bend, beside, reduced, top};
use grid::geometry::{Placement, Point, Rect, Turn};
use image::{GrayImage, RgbImage};
use rayon::prelude::*;
use std::cell::OnceCell;
use std::sync::Arc;
use vision::gray::{has_grid, luminance, pyramid, without_thin_lines};
use vision::lattice::{self, Lattice};
use vision::lens::{Lens, Reduction};
use vision::rectify::Sampling;

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
    /// Which of [`vision::template::BLURS`] the templates are to have.
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
    /// Whether the picture was made from another, whose pixels it mixes.
    pub resampled: bool,
    /// By how much cards are off where they should be, in native pixels, if enough of them are seen.
    pub bend: Option<f64>,
    /// How clearly the cards stand out in the picture's own pixels, if they do.
    contrast: Option<Contrast>,
}

/// The least clarity of a board, as a share of the clearest in the picture. A board with a list over it has 0.6,
/// anything else 0.4.
const LEAST_CLARITY: f32 = 0.5;

/// Looks only where the screens were in the picture before.
pub(super) fn again(picture: &RgbImage, known: &Located) -> bool {
    let now = Steps::of(&|p| sample(picture, p), &known.touch).contrast();
    now.zip(known.contrast)
        .is_some_and(|(now, before)| now.step > 0.7 * before.step && now.clear > before.clear - 0.1)
}

/// Where cards may be in a picture, whatever their look: worked out once for all looks.
pub(super) struct Survey<'a> {
    picture: &'a RgbImage,
    /// Whether the picture was made from another, whose pixels it mixes.
    resampled: bool,
    /// Whether a display filter drew dark lines between the pixels.
    gridded: bool,
    plain: OnceCell<View>,
    without_grid: OnceCell<View>,
}

/// A pyramid of luminance, and where the cards stand out in it.
struct View {
    levels: Vec<GrayImage>,
    square: OnceCell<Vec<Vec<Lattice>>>,
    stretched: OnceCell<Vec<Vec<Lattice>>>,
}

/// Whether a picture shows the game as wide as it is high, or stretched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Square,
    Stretched,
}

impl Shape {
    /// In the order in which they are tried: most pictures are not stretched, and without stretching less fits by
    /// chance.
    pub const ALL: [Self; 2] = [Self::Square, Self::Stretched];
}

impl View {
    fn of(luminance: GrayImage) -> Self {
        let levels = pyramid(luminance, SCREEN.1 / 2);
        Self { levels, square: OnceCell::new(), stretched: OnceCell::new() }
    }

    /// Where the cards stand out.
    fn boards(&self, shape: Shape) -> &[Vec<Lattice>] {
        let (boards_of_shape, spec) = match shape {
            Shape::Square => (&self.square, &CARDS),
            Shape::Stretched => (&self.stretched, &STRETCHED_CARDS),
        };
        boards_of_shape.get_or_init(|| boards(&self.levels, spec))
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
        Ok(Self { picture, resampled: false, gridded, plain, without_grid })
    }

    /// The survey of a picture that was made from another, whose pixels it mixes.
    pub fn resampled(self) -> Self {
        Self { resampled: true, ..self }
    }

    /// The board with one of these looks. Of several boards the largest is taken: others are pictures
    /// of one. Of boards of one size, one with a top screen. The looks must draw their headers as the
    /// first does; of those that the picture fits the last is taken.
    pub fn find(&self, looks: &[Arc<Look>], shape: Shape) -> Option<Located> {
        let legible = |found: &Option<Located>| found.as_ref().is_some_and(|found| found.legible);
        let plain = || largest(self.picture, self.plain(), shape, looks);
        // An LCD grid's lines are edges everywhere, and beat with the picture's pixels.
        let without_grid = || {
            let closed = || View::of(without_thin_lines(&luminance(self.picture)));
            largest(self.picture, self.without_grid.get_or_init(closed), shape, looks)
        };
        let (first, second): (&dyn Fn() -> _, &dyn Fn() -> _) =
            if self.gridded { (&without_grid, &plain) } else { (&plain, &without_grid) };
        let found = first();
        let found = if legible(&found) { found } else { second().or(found) };
        found.map(|found| Located { resampled: self.resampled, ..found })
    }

    fn plain(&self) -> &View {
        self.plain.get_or_init(|| View::of(luminance(self.picture)))
    }

    /// The luminance of the picture.
    pub fn luminance(&self) -> &GrayImage {
        &self.plain().levels[0]
    }

    /// The places where five by five framed cards stand out, upright, whatever their headers show.
    pub fn places(&self, shape: Shape) -> Vec<Placement> {
        let boards = self.plain().boards(shape).iter().flatten();
        let places: Vec<Lattice> = boards.copied().take(MOST_SHOWN).collect();
        let levels = &self.plain().levels;
        let polished = places.into_par_iter().map(|place| lattice::polish(levels, place, &CARDS));
        polished.map(|place| placement(&place, Turn::Upright)).collect()
    }
}

/// The most places at which a board is searched that is to be learned.
const MOST_SHOWN: usize = 60;

/// The least scale at which a learned theme is read: smaller pictures were never tried.
pub(super) const LEAST_LEARNED: f64 = 0.98;

/// The largest board in a view.
fn largest(picture: &RgbImage, view: &View, shape: Shape, looks: &[Arc<Look>]) -> Option<Located> {
    let first = looks.first()?;
    let levels = &view.levels;
    let native = |board: &Board| {
        let (sx, sy) = board.touch.scale();
        !first.learned() || sx.min(sy) >= LEAST_LEARNED
    };
    let mut boards: Vec<Board> = view
        .boards(shape)
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
        let bend = bend::bend(&|p| sample(picture, p), &touch);
        let (look, mut top) = dress(picture, &levels[0], &touch, (sampling, reduction), looks);
        // Where there is another board, a top screen that lies apart may be that one's.
        if top.is_none() && look.manifest.panel == Panel::TopScreen && others == 0 {
            top = apart::top(levels, &touch);
        }
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
            resampled: false,
            bend,
            contrast,
        }
    });
    let size = |l: &Located| {
        let seen = l.touch.area.w * l.touch.area.h;
        if l.top.is_some() { 1.1 * seen } else { seen }
    };
    located.max_by(|a, b| size(a).total_cmp(&size(b)))
}

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
            let panel = touch.part(Rect::new(x, y, w, h), look.manifest.panel_size());
            let fits =
                |sampling| top::fits(&Screen::new(picture, &panel, sampling, reduction, look));
            if is_whole(picture, panel.area) && (fits(sampling) || fits(sampling.other())) {
                return (look.clone(), Some(panel));
            }
        }
    }
    let look = looks[0].clone();
    let top = (look.manifest.panel == Panel::TopScreen).then(|| beside::top(gray, touch)).flatten();
    (look, top)
}

fn sample(picture: &RgbImage, p: Point) -> Option<f64> {
    let inside = p.x >= 0.0 && p.y >= 0.0;
    let p = inside.then(|| picture.get_pixel_checked(p.x as u32, p.y as u32))??;
    Some(0.3 * f64::from(p[0]) + 0.59 * f64::from(p[1]) + 0.11 * f64::from(p[2]))
}
