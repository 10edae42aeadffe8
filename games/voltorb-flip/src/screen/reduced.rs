//! Finds how a screen below native size was reduced: by which method, and from which fraction of a pixel.

use super::colours;
use super::cover::Cover;
use super::headers;
use super::layout::{CARD, CARDS, MARGIN, PITCH, SIZE};
use super::looks::Look;
use super::native::Screen;
use super::placing::{self, placement};
use grid::geometry::{Placement, Rect, Turn};
use image::{GrayImage, RgbImage};
use std::cmp::Ordering;
use std::ops::Range;
use vision::lattice::{Axis, Lattice, Profiles};
use vision::lens::Reduction;
use vision::rectify::Sampling;
use vision::template::FEW_BLURS;

/// One way in which a picture may have come about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub touch: Placement,
    pub reduction: Reduction,
    /// The blur at which the templates fit, an index into [`vision::template::BLURS`].
    pub blur: usize,
    /// How well the headers are explained.
    headers: f32,
    /// How well the cards are.
    cards: f32,
}

/// The ways in which the picture may have come about: for each reduction that explains cards and headers
/// nearly as well as the best one the place and the blur at which it does, the best first.
/// `touch` is the place that was found whatever the reduction, and `cards` its lattice in `gray`.
pub(super) fn origins(
    picture: &RgbImage,
    gray: &GrayImage,
    (touch, cards): (&Placement, &Lattice),
    look: &Look,
) -> Vec<Origin> {
    let first = Screen::new(picture, touch, Sampling::Area, Reduction::Area, look);
    let cover = colours::photometry(&first).map_or(Cover::NONE, |light| Cover::of(&first, &light));
    let search = Search { picture, profiles: Profiles::of(gray, cards, &CARDS), cover, look };
    let origins: Vec<Origin> = Reduction::ALL
        .into_iter()
        .filter_map(|reduction| {
            let places = search.places(touch, reduction).into_iter();
            let best =
                places.map(|touch| search.at(touch, reduction, 0)).max_by(Origin::compare)?;
            let blurs = if best.headers < SHARP { &FEW_BLURS[1..3] } else { &[] };
            let blurred = blurs.iter().map(|&blur| search.at(best.touch, reduction, blur));
            blurred.chain([best]).max_by(Origin::compare)
        })
        .collect();
    let best = origins.iter().map(Origin::fit).fold(0.0, f32::max);
    let may_be = |origin: &Origin| origin.fit() > best - 2.0 * NEARLY;
    let mut origins: Vec<Origin> =
        origins.into_iter().filter(may_be).flat_map(|origin| search.mixed(origin)).collect();
    origins.sort_by(|a, b| b.compare(a));
    // A mean over areas changes little with the place.
    if let Some(best) = origins.first_mut().filter(|best| best.reduction != Reduction::Area) {
        *best = search.refined(*best);
    }
    // Most emulators and viewers take means over areas. What fits little better may only fit a wrong digit
    // better.
    let is_area = |o: &Origin| o.reduction == Reduction::Area;
    let rank = |o: &Origin| o.fit() - if is_area(o) { 0.0 } else { CLEARER };
    origins.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    let best = origins.first().map_or(0.0, Origin::fit);
    origins.retain(|origin| origin.fit() > best - NEARLY);
    origins
}

impl Origin {
    /// How well cards and headers are explained, 0 and more.
    fn fit(&self) -> f32 {
        self.headers + CARDS_COUNT * self.cards
    }

    fn compare(&self, other: &Self) -> Ordering {
        self.fit().total_cmp(&other.fit())
    }
}

/// What is needed to tell how well an origin explains a picture.
struct Search<'a> {
    picture: &'a RgbImage,
    /// Of the cards.
    profiles: Option<Profiles>,
    /// What lies over the headers.
    cover: Cover,
    look: &'a Look,
}

impl Search<'_> {
    /// The origin at a place, and how well it explains cards and headers.
    fn at(&self, touch: Placement, reduction: Reduction, blur: usize) -> Origin {
        let screen = Screen::parts(self.picture, &touch, reduction, self.look, &headers::PARTS);
        let headers = headers::read(&Screen { blur, ..screen }, &self.cover);
        let cards = self.profiles.as_ref().map_or(0.0, |profiles| {
            let correlation = profiles.agreement(axes(&touch), reduction).max(0.0);
            -(1.0 - correlation.powi(2) + ROUNDING).ln()
        });
        Origin {
            touch,
            reduction,
            blur,
            headers: headers::explained(&headers),
            cards: cards as f32,
        }
    }

    /// Where the screen may lie in a picture that came about by a reduction, near a place.
    fn places(&self, touch: &Placement, reduction: Reduction) -> Vec<Placement> {
        let Some(profiles) = &self.profiles else { return vec![*touch] };
        let placed = |axes| placed(axes, touch.turn);
        let fitted = profiles.fitted(axes(touch), reduction);
        let [x, y] = fitted;
        let mut places = vec![*touch, placed(fitted)];
        places.extend(whole(self.picture, touch));
        // Nearly all pictures are as large one way as the other, and many are all of the screen.
        let mut scaled = Vec::new();
        if (x.scale / y.scale - 1.0).abs() < SQUARE {
            scaled.push([x, y.scaled(x.scale, CARDS.x.span())]);
            scaled.push([x.scaled(y.scale, CARDS.x.span()), y]);
        }
        scaled.extend(sized(self.picture, &placed(fitted)).map(|sized| axes(&sized)));
        places.extend(scaled.into_iter().map(|axes| placed(profiles.aligned(axes, reduction))));
        places
    }

    /// The origins of all the ways to mix lines near a place that explain cards and headers nearly as well as the
    /// best of them, the best first. Little below native size few lines are mixed, most within cards, where the
    /// frames hardly tell which: then the headers do.
    fn mixed(&self, start: Origin) -> Vec<Origin> {
        let whole = matches!(start.reduction, Reduction::Centres | Reduction::Nearest);
        let Some(profiles) = self.profiles.as_ref().filter(|_| whole) else { return vec![start] };
        let mut origins = vec![start];
        for index in [0, 1, 0] {
            let best = origins[0];
            let near = axes(&best.touch);
            if !FEW_MIXED.contains(&near[index].scale) || best.headers > WELL_EXPLAINED {
                continue;
            }
            let ways = profiles.mixtures(index, near[index], &LINES, best.reduction);
            origins.extend(ways.into_iter().map(|axis| {
                let mut axes = near;
                axes[index] = axis;
                self.at(placed(axes, best.touch.turn), best.reduction, best.blur)
            }));
            origins.sort_by(|a, b| b.compare(a));
        }
        let best = origins[0].fit();
        origins.retain(|origin| origin.fit() > best - NEARLY);
        origins.truncate(MOST_WAYS);
        origins
    }

    /// The origin whose place is a fraction of a picture pixel beside, larger or smaller, at which cards
    /// and headers fit best: which native pixels a picture pixel mixes depends on that fraction.
    fn refined(&self, start: Origin) -> Origin {
        let mut best = start;
        for step in STEPS {
            for axis in 0..2 {
                // Both ends, or one.
                for ends in [(1.0, 1.0), (1.0, 0.0), (0.0, 1.0)] {
                    for by in [-step, step] {
                        if best.headers > WELL_EXPLAINED {
                            return best;
                        }
                        let Rect { x, y, w, h } = best.touch.area;
                        let (first, last) = (by * ends.0, by * ends.1);
                        let area = if axis == 0 {
                            Rect { x: x + first, w: w + last - first, ..best.touch.area }
                        } else {
                            Rect { y: y + first, h: h + last - first, ..best.touch.area }
                        };
                        let there =
                            self.at(Placement { area, ..best.touch }, best.reduction, best.blur);
                        if there.fit() > best.fit() {
                            best = there;
                        }
                    }
                }
            }
        }
        best
    }
}

/// The headers as they are seen from a fraction of a native pixel beside, in all directions: where the lines of
/// a picture are not as even as `origin` has them, some of its digits are there.
pub(super) fn displaced(
    picture: &RgbImage,
    (touch, reduction, blur): (&Placement, Reduction, usize),
    look: &Look,
    cover: &Cover,
) -> Vec<headers::Headers> {
    let others = placing::beside(*touch, 1).filter(|there| there.area != touch.area);
    others
        .map(|touch| {
            let screen = Screen::parts(picture, &touch, reduction, look, &headers::PARTS);
            headers::read(&Screen { blur, ..screen }, cover)
        })
        .collect()
}

/// How much the cards count beside the headers.
const CARDS_COUNT: f32 = 0.5;
/// The share of the profile's variance that nothing explains.
const ROUNDING: f64 = 0.003;
/// By how much more than means over areas another reduction must explain.
const CLEARER: f32 = 0.25;
/// By how much less than the best an origin may explain to be held against it.
const NEARLY: f32 = 0.4;
/// How well headers are explained that no blur explains much better.
const SHARP: f32 = 3.3;
/// How well the headers are explained where no place beside is tried.
const WELL_EXPLAINED: f32 = 4.8;
/// By how much, in picture pixels, ends are moved.
const STEPS: [f64; 3] = [0.1, 0.03, 0.01];
/// By how much the scales of both axes may differ where they may be the same.
const SQUARE: f64 = 0.01;

/// The scales at which only some lines are mixed. Below, there are so many ways to mix them that a wrong digit may
/// fit better.
const FEW_MIXED: Range<f64> = 0.95..0.9999;
/// The native lines of cards and headers, in any turn, counted from the first card.
const LINES: Range<f64> = -40.0..192.0;
/// The most ways to mix lines that are compared.
const MOST_WAYS: usize = 6;

/// The screen whose cards lie on these axes, turned so.
fn placed([x, y]: [Axis; 2], turn: Turn) -> Placement {
    placement(&Lattice { x, y, support: 1.0 }, turn)
}

/// The axes of the cards' lattice of a screen.
fn axes(touch: &Placement) -> [Axis; 2] {
    let Placement { native: (w, h), area, turn, .. } = *touch;
    // What lies before the first card, seen from the left or from above.
    let far = |length: u32| length - MARGIN - PITCH * (SIZE as u32 - 1) - CARD;
    let ((across, left), (down, above)) = match turn {
        Turn::Upright => ((w, MARGIN), (h, MARGIN)),
        Turn::UpsideDown => ((w, far(w)), (h, far(h))),
        Turn::Clockwise => ((h, far(h)), (w, MARGIN)),
        Turn::CounterClockwise => ((h, MARGIN), (w, far(w))),
    };
    let axis = |start: f64, length: f64, count: u32, before: u32| {
        let scale = length / f64::from(count);
        Axis { origin: start + f64::from(before) * scale, scale }
    };
    [axis(area.x, area.w, across, left), axis(area.y, area.h, down, above)]
}

/// The same place where it ends with the picture, or with half of it: a picture that is one screen, or
/// two, often is just that.
fn whole(picture: &RgbImage, touch: &Placement) -> Option<Placement> {
    let Rect { x, y, w, h } = touch.area;
    let border = |at: f64, length: u32| {
        let length = f64::from(length);
        [0.0, length / 2.0, length].into_iter().find(|border| (border - at).abs() < BORDER)
    };
    let (left, right) = (border(x, picture.width())?, border(x + w, picture.width())?);
    let (top, bottom) = (border(y, picture.height())?, border(y + h, picture.height())?);
    Some(Placement { area: Rect::spanning(left, right, top, bottom), ..*touch })
}

/// The same place as large as the picture, or as half of it: such a picture may begin a fraction of a pixel
/// beside the screen.
fn sized(picture: &RgbImage, touch: &Placement) -> Option<Placement> {
    let size = |length: f64, whole: u32| {
        let whole = f64::from(whole);
        [whole, whole / 2.0].into_iter().find(|size| (size - length).abs() < 2.0 * BORDER)
    };
    let Rect { x, y, w, h } = touch.area;
    let (width, height) = (size(w, picture.width())?, size(h, picture.height())?);
    let area = Rect::new(x + (w - width) / 2.0, y + (h - height) / 2.0, width, height);
    Some(Placement { area, ..*touch })
}

/// How far, in picture pixels, a screen's end may be found beside the picture's end or middle.
const BORDER: f64 = 0.7;
