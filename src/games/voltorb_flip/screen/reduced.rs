//! How a screen below native size came about: by which reduction, and from which fraction of a pixel.

use super::colours;
use super::cover::Cover;
use super::headers;
use super::layout::{CARD, CARDS, MARGIN, PITCH, SIZE};
use super::looks::Look;
use super::native::Screen;
use super::placing::placement;
use crate::geometry::{Placement, Rect, Turn};
use crate::vision::lattice::{self, Axis, Lattice, Profiles};
use crate::vision::lens::Reduction;
use crate::vision::rectify::Sampling;
use crate::vision::template::BLURS;
use image::{GrayImage, RgbImage};
use std::cmp::Ordering;

/// One way in which a picture may have come about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub touch: Placement,
    pub reduction: Reduction,
    /// The blur at which the templates fit, an index into [`BLURS`].
    pub blur: usize,
    /// How well the headers fit.
    headers: f32,
    /// How well the cards fit.
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
    let found = Reduction::ALL.into_iter().filter_map(|reduction| {
        let sharp = lattice::sharpen(gray, *cards, &CARDS, reduction);
        let sharp = placement(&sharp, touch.turn);
        let places = [Some(*touch), Some(sharp), whole(picture, touch), sized(picture, &sharp)];
        let tried = places.into_iter().flatten().map(|touch| search.at(touch, reduction, 0));
        let best = tried.max_by(Origin::compare)?;
        let blurred = (1..BLURS.len() - 1).map(|blur| search.at(best.touch, reduction, blur));
        blurred.chain([best]).max_by(Origin::compare)
    });
    let mut origins: Vec<Origin> = found.collect();
    let most = origins.iter().map(Origin::fit).fold(f32::NEG_INFINITY, f32::max);
    let is_area = |origin: &Origin| origin.reduction == Reduction::Area;
    let explained = |origin: &Origin| is_area(origin) && origin.headers > EXPLAINED;
    if !origins.iter().any(explained) {
        // A mean over areas changes little with the place.
        let promising = |o: &&mut Origin| !is_area(o) && o.fit() > most - PROMISING;
        origins.iter_mut().filter(promising).for_each(|origin| *origin = search.refined(*origin));
    }
    // Most emulators and viewers take means over areas. What fits little better may only fit a wrong digit
    // better.
    let rank = |o: &Origin| o.fit() - if is_area(o) { 0.0 } else { headers::CLEARER };
    origins.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
    let best = origins.first().map_or(0.0, Origin::fit);
    origins.retain(|origin| origin.fit() > best - NEARLY);
    origins
}

impl Origin {
    /// How well cards and headers fit, 2 at the most.
    fn fit(&self) -> f32 {
        self.headers + self.cards
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
        let screen = Screen::new(self.picture, &touch, Sampling::Area, reduction, self.look);
        let headers = headers::read(&Screen { blur, ..screen }, &self.cover);
        let cards = self.profiles.as_ref().map_or(0.0, |profiles| {
            let [x, y] = axes(&touch);
            profiles.agreement(x, y, reduction)
        });
        Origin { touch, reduction, blur, headers: headers::mean_fit(&headers), cards: cards as f32 }
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
                        if best.headers > FITTING {
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
                        let same_size = ends == (1.0, 1.0);
                        if there.fit() > best.fit() + if same_size { 0.0 } else { RESIZED } {
                            best = there;
                        }
                    }
                }
            }
        }
        best
    }
}

/// By how much ends are moved, in picture pixels.
const STEPS: [f64; 3] = [0.3, 0.15, 0.08];
/// How much better a place of another size must fit.
const RESIZED: f32 = 0.01;
/// How well the headers fit where no place beside is tried.
const FITTING: f32 = 0.97;
/// How well the headers fit where means over areas explain them.
const EXPLAINED: f32 = 0.92;
/// By how much less an origin may fit than the best to be held against it.
const NEARLY: f32 = 0.12;
/// By how much less an origin may fit than the best to be tried at places beside.
const PROMISING: f32 = 0.25;

/// The axes of the cards' lattice of a screen.
fn axes(touch: &Placement) -> [Axis; 2] {
    let Placement { native: (w, h), area, turn } = *touch;
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
