//! Reads a located board: cards, headers, top screen and state, each checked against the others.

use super::native::Screen;
use super::reading::{BoardReading, FlipReading, HeaderAreas, LineReading, Memo, Phase, Tile};
use super::{
    cards, clearest, cover, headers, layout, locate, phase, reconcile, reduced, registered, top,
};
use grid::geometry::Placement;
use grid::reading::{Reading, Unreadable};
use grid::{Cell, Grid};
use image::RgbImage;
use vision::lens::Reduction;
use vision::photometry::Photometry;
use vision::rectify::Sampling;
use voltorb_flip::levels::Level;

/// A screen of those that were found, in native pixels.
pub(super) fn screen<'a>(
    picture: &RgbImage,
    placement: &Placement,
    located: &'a locate::Located,
    (sampling, reduction): (Sampling, Reduction),
) -> Screen<'a> {
    // The blur goes with the sampling that it was found with.
    let blur = if sampling == located.sampling { located.blur } else { 0 };
    Screen { blur, ..Screen::new(picture, placement, sampling, reduction, &located.look) }
}

/// A screen of those that were found; of a picture that was laid flat as it is seen from all places beside
/// ([`registered::beside`]).
fn screens<'a>(
    picture: &RgbImage,
    placement: &Placement,
    located: &'a locate::Located,
    sampling: Sampling,
) -> Vec<Screen<'a>> {
    if located.resampled {
        screens_beside(picture, placement, located)
    } else {
        vec![screen(picture, placement, located, (sampling, located.reduction))]
    }
}

/// A screen as it is seen from all places beside its own ([`registered::beside`]): it has no pixels of its own to hit.
fn screens_beside<'a>(
    picture: &RgbImage,
    placement: &Placement,
    located: &'a locate::Located,
) -> Vec<Screen<'a>> {
    let seen =
        |placement| screen(picture, &placement, located, (Sampling::Area, located.reduction));
    registered::beside(*placement).map(seen).collect()
}

/// Whether a screen is wider or higher than it should be.
fn is_stretched(placement: &Placement) -> bool {
    let (x, y) = placement.scale();
    (x / y - 1.0).abs() > MOST_OFF_SCALE
}

/// Whether a native pixel is as large on one screen as on another.
fn has_scale_of(a: &Placement, b: &Placement) -> bool {
    let ((x, y), (u, v)) = (a.scale(), b.scale());
    (x / u - 1.0).abs().max((y / v - 1.0).abs()) <= MOST_OFF_SCALE
}

/// How far two scales may differ to be the same: each is measured to 0.3 %.
const MOST_OFF_SCALE: f64 = 0.01;

/// The confidence that a face must have if a pencil may lie over it, in a picture that mixes pixels. Faces without a
/// pencil have 99.9 % and more.
const UNDER_PENCIL: f32 = 0.999;

/// How many cards to each side an explosion reaches: it is 64 native pixels wide.
const EXPLOSION: usize = 1;

/// The headers, and the level, after each has been held against the other.
fn agreed(
    (rows, cols): headers::Headers,
    located: &locate::Located,
    board: &cards::Cards,
    level: Reading<Level>,
) -> (Vec<LineReading>, Vec<LineReading>, Reading<Level>) {
    let reconcile = |levels: &[Level]| reconcile::reconcile(&rows, &cols, &board.tiles, levels);
    if !(located.whole && located.look.dealt()) {
        let (rows, cols) = reconcile(&[]);
        return (rows, cols, level);
    }
    let any: Vec<Level> = Level::all().collect();
    let contradicted = || Reading::none(Unreadable::Contradicts);
    match level.value {
        // After Game Info the game shows level 1 until the next round, whatever the level is.
        Some(shown) if u8::from(shown) > 1 => {
            let (rows, cols) = reconcile(&[shown]);
            let contradicts = |line: &LineReading| line.sum.why == Some(Unreadable::Contradicts);
            let all = rows.iter().chain(&cols).all(contradicts);
            (rows, cols, if all { contradicted() } else { level })
        }
        shown => {
            let (rows, cols) = reconcile(&any);
            let deals = shown.is_none_or(|level| reconcile::deals(level, &rows, &cols));
            let level = match level.why {
                _ if !deals => contradicted(),
                // A title in another language, or half covered: the headers may tell.
                Some(Unreadable::Doubtful) => reconcile::proven_level(&rows, &cols).or(level),
                _ => level,
            };
            (rows, cols, level)
        }
    }
}

/// The headers without what lies outside the picture: others may tell what it says, but it is not seen.
fn shown(
    touch: &Screen,
    mut rows: Vec<LineReading>,
    mut cols: Vec<LineReading>,
) -> (Vec<LineReading>, Vec<LineReading>) {
    let places = |places: fn(usize) -> [(u32, u32); 3]| (0..layout::SIZE).map(places);
    let lines = places(layout::row_digits).zip(&mut rows);
    for ([tens, ones, voltorbs], line) in lines.chain(places(layout::column_digits).zip(&mut cols))
    {
        let outside = |(x, y): (u32, u32)| !touch.shows(x, y, 8, 8);
        if outside(tens) || outside(ones) {
            line.sum = Reading::none(Unreadable::Outside);
        }
        if outside(voltorbs) {
            line.voltorbs = Reading::none(Unreadable::Outside);
        }
    }
    (rows, cols)
}

/// Reads a board at a place: `touch` is its touch screen in native pixels, `light` the map of its colours. Also how
/// well the headers are explained ([`headers::explained`]).
pub(super) fn read(
    picture: &RgbImage,
    touch: Screen,
    located: &locate::Located,
    light: &Photometry,
) -> (FlipReading, f32) {
    let cover = cover::Cover::of(&touch, light);
    let HeaderDigits { digits, blur, explained, least_lead } =
        read_headers(picture, &touch, located, &cover).weighed(picture, &touch, located, &cover);
    let touch = Screen { blur, ..touch };
    let board = cards::read(&touch, light, &cover);
    let top::Top { level, total_coins, round_coins } = match &located.top {
        Some(placement) => read_top(picture, placement, located, least_lead),
        None => {
            let screens = || screens(picture, &located.touch, located, located.sampling);
            top::Top::unseen(phase::menu_level(&cover, screens))
        }
    };
    let digits = headers::believed(headers::alone(digits));
    let (rows, cols, level) = agreed(digits, located, &board, level);
    let (rows, cols) = shown(&touch, rows, cols);
    // A panel beside the cards, or a top screen, is as good as the buttons.
    let known = located.top.is_some() || cover.buttons;
    let states = located.look.manifest.states;
    let phase = if located.whole {
        phase::phase(states, known, &cover, &board, &rows, &cols)
    } else {
        Reading::none(Unreadable::Outside)
    };
    // A table where no header is read may be a cleared one.
    let in_play = phase::cleared(&rows, &cols) == Some(false)
        && !matches!(phase.value, Some(Phase::Menu | Phase::Info));
    let memos = match phase.value {
        Some(Phase::Moving) => apart_from_explosions(&board),
        _ => board.memos,
    };
    let cursor = if in_play { board.cursor } else { Reading::none(Unreadable::Absent) };
    let tiles = match phase.value {
        Some(Phase::Memo) if located.resampled => apart_from_pencil(&board.tiles, &cursor),
        _ => board.tiles,
    };
    let seen = FlipReading {
        look: located.look.clone(),
        phase,
        touch: located.touch,
        top: located.top,
        others: located.others,
        board: in_play.then_some(BoardReading { rows, cols, tiles, memos }),
        headers: HeaderAreas::default(),
        cursor,
        level,
        total_coins,
        round_coins,
    };
    (seen, explained)
}

/// The digits of the headers.
struct HeaderDigits {
    digits: headers::Headers,
    /// The blur of the drawings that they are compared with.
    blur: usize,
    /// How well they are explained ([`headers::explained`]).
    explained: f32,
    /// By how much each must lead the next likely one.
    least_lead: f32,
}

/// Reads the headers, where the cards tell that they lie, or beside it in a picture that was laid flat.
fn read_headers(
    picture: &RgbImage,
    touch: &Screen,
    located: &locate::Located,
    cover: &cover::Cover,
) -> HeaderDigits {
    let (mut digits, blur) = if located.resampled {
        let part = |touch| {
            let look = &located.look;
            Screen::parts(picture, &touch, located.reduction, look, &headers::PARTS)
        };
        let screens: Vec<Screen> = registered::beside(located.touch).map(part).collect();
        registered::headers(&screens, cover)
    } else {
        (headers::read(touch, cover), touch.blur)
    };
    if !located.resampled && clearest::is_uneven(&located.touch) {
        let other = (located.sampling.other(), located.reduction);
        let other = screen(picture, &located.touch, located, other);
        digits = headers::reconciled(digits, headers::read(&other, cover));
    }
    let explained = headers::explained(&digits);
    HeaderDigits { digits, blur, explained, least_lead: 0.0 }
}

impl HeaderDigits {
    /// Leaves out what reads otherwise if the picture came about in another way, or does not lead by enough in one that was
    /// reduced, stretched or taken by a camera.
    fn weighed(
        self,
        picture: &RgbImage,
        touch: &Screen,
        located: &locate::Located,
        cover: &cover::Cover,
    ) -> Self {
        let Self { mut digits, explained, mut least_lead, .. } = self;
        if touch.lens.is_some() {
            let likely = digits.clone();
            for other in &located.alternatives {
                let way = (located.sampling, other.reduction);
                let other =
                    Screen { blur: other.blur, ..screen(picture, &other.touch, located, way) };
                digits = headers::reconciled(digits, headers::read(&other, cover));
            }
            least_lead = headers::least_lead(headers::fit(&likely), explained);
            if explained < headers::WELL_EXPLAINED {
                let way = (&located.touch, located.reduction, located.blur);
                let displaced = reduced::displaced(picture, way, &located.look, cover);
                digits = headers::distinct(digits, &displaced);
            }
            digits = headers::cautious(digits, least_lead, explained);
            digits = headers::without_misfits(digits, &likely);
        } else if located.resampled {
            // What a camera took may be out of focus and noisy: the worse digits fit, the more they must lead by.
            let least = headers::least_lead(headers::fit(&digits), explained);
            least_lead = least.max(headers::LEAST_STRETCHED);
            digits = headers::weighed(digits, least_lead);
        } else if is_stretched(&located.touch) {
            // It may have been resampled before, and unevenly.
            least_lead = headers::LEAST_STRETCHED;
            digits = headers::cautious(digits, least_lead, explained);
        }
        Self { digits, least_lead, ..self }
    }
}

/// Reads the top screen at a place.
fn read_top<'a>(
    picture: &RgbImage,
    placement: &Placement,
    located: &'a locate::Located,
    least_lead: f32,
) -> top::Top {
    let read = |screens: &dyn Fn(&Placement) -> Vec<Screen<'a>>| {
        top::read(&located.look, |detail| {
            let (w, h) = placement.native;
            let finer = Placement { native: (w * detail, h * detail), ..*placement };
            let screens = screens(&finer).into_iter();
            screens.map(|screen| Screen { least_lead, ..screen }).collect()
        })
    };
    let by = |sampling| read(&|place| screens(picture, place, located, sampling));
    let mut seen = by(located.sampling);
    // The level's thin digit may need the other sampling where the headers do not, and so may all of a screen of another
    // scale; below native size what is nearest is a mixture as well, and nothing then says of what.
    let (sx, sy) = placement.scale();
    let enough = match has_scale_of(placement, &located.touch) {
        true => seen.level.value.is_some(),
        false => seen.is_whole(),
    };
    if sx.min(sy) >= 1.0 && !located.resampled {
        if !enough {
            seen = seen.or(by(located.sampling.other()));
        }
        // Seen a little from the side, it lies elsewhere than the cards tell.
        if !seen.is_whole() {
            seen = seen.or(read(&|place| screens_beside(picture, place, located)));
        }
    }
    seen
}

/// The marks without those beside an explosion: it lies over the cards around it, in colours that look like marks.
fn apart_from_explosions(board: &cards::Cards) -> Grid<Reading<Memo>> {
    let explosions = board.voltorbs();
    let near = |a: usize, b: usize| a.abs_diff(b) <= EXPLOSION;
    Grid::from_fn(layout::SIZE, layout::SIZE, |r, c| {
        let beside = explosions.iter().any(|&(row, column)| near(r, row) && near(c, column));
        if beside && board.frames.sides((r, c)) < 4 {
            Reading::none(Unreadable::Moving)
        } else {
            board.memos[(r, c)].clone()
        }
    })
}

/// The cards without doubtful faces where a pencil may lie: blurred, it makes another number of one.
fn apart_from_pencil(tiles: &Grid<Reading<Tile>>, cursor: &Reading<Cell>) -> Grid<Reading<Tile>> {
    let pencil = |cell: Cell| cursor.value.is_none_or(|at| at == cell);
    let doubtful = |tile: &Reading<Tile>| {
        matches!(tile.value, Some(Some(_))) && tile.confidence < UNDER_PENCIL
    };
    Grid::from_fn(layout::SIZE, layout::SIZE, |r, c| match &tiles[(r, c)] {
        tile if pencil((r, c)) && doubtful(tile) => Reading::none(Unreadable::Doubtful),
        tile => tile.clone(),
    })
}
