//! A screen in native pixels, and the confidence of a digit on it.

use super::layout::Part;
use super::likelihood::{self, ratio};
use super::looks::Look;
use grid::geometry::{Placement, Point, Rect};
use grid::reading::{Reading, Unreadable};
use image::{GrayImage, RgbImage, imageops};
use std::ops::RangeInclusive;
use vision::lens::{Lens, Reduction};
use vision::rectify::{Sampling, rectify};
use vision::template::{Match, Sheet};

/// The least correlation of a digit, and its least lead over the runner-up: a digit that fits less well must lead by
/// more.
pub(super) const LEAST: [(f32, f32); 2] = [(0.84, 0.3), (0.76, 0.75)];

/// A screen in native pixels, with what is needed to read it.
pub(super) struct Screen<'a> {
    pub look: &'a Look,
    pub colour: RgbImage,
    pub gray: GrayImage,
    /// Which of [`vision::template::BLURS`] the templates are to have.
    pub blur: usize,
    pub lens: Option<Lens>,
    /// What a digit must lead by at the least that does not tell by itself, besides what is asked of any.
    pub least_lead: f32,
    /// The part of it that lies in the picture.
    pub shown: Rect,
}

impl<'a> Screen<'a> {
    pub fn new(
        picture: &RgbImage,
        placement: &Placement,
        sampling: Sampling,
        reduction: Reduction,
        look: &'a Look,
    ) -> Self {
        let colour = rectify(picture, placement, sampling);
        let gray = vision::gray::luminance(&colour);
        let lens = match sampling {
            Sampling::Area => Lens::of(placement, reduction),
            Sampling::Nearest => None,
        };
        let shown = shown(picture, placement);
        Self { look, colour, gray, blur: 0, lens, least_lead: 0.0, shown }
    }

    /// A screen of which only those parts are resampled, as means over areas; the rest is black.
    pub fn parts(
        picture: &RgbImage,
        placement: &Placement,
        reduction: Reduction,
        look: &'a Look,
        parts: &[Part],
    ) -> Self {
        let (width, height) = placement.native;
        let mut colour = RgbImage::new(width, height);
        let mut gray = GrayImage::new(width, height);
        for &(x, y, w, h) in parts {
            let area = Rect::new(f64::from(x), f64::from(y), f64::from(w), f64::from(h));
            let part = rectify(picture, &placement.part(area, (w, h)), Sampling::Area);
            let (x, y) = (i64::from(x), i64::from(y));
            imageops::replace(&mut gray, &vision::gray::luminance(&part), x, y);
            imageops::replace(&mut colour, &part, x, y);
        }
        let lens = Lens::of(placement, reduction);
        let shown = shown(picture, placement);
        Self { look, colour, gray, blur: 0, lens, least_lead: 0.0, shown }
    }

    /// Whether [x, x + w) x [y, y + h) lies in the picture: nothing is read of what does not.
    pub fn shows(&self, x: u32, y: u32, w: u32, h: u32) -> bool {
        self.shown.encloses(&Rect::new(f64::from(x), f64::from(y), f64::from(w), f64::from(h)))
    }

    /// The template of `sheet` that fits best with its corner at (x, y).
    pub fn best(&self, sheet: &Sheet, x: u32, y: u32) -> Match {
        self.best_in(sheet, (x, y), self.blur)
    }

    /// The template of `sheet` that fits best at this blur, with its corner at `at`.
    pub fn best_in(&self, sheet: &Sheet, at: (u32, u32), blur: usize) -> Match {
        sheet.best(&self.gray, at, blur, self.lens.as_ref())
    }

    /// The template that fits best with its corner in one of the columns `xs` and in the row `y` or
    /// one beside; its margin is that over other labels at any of these places.
    pub fn best_among(&self, sheet: &Sheet, xs: RangeInclusive<u32>, y: u32) -> Option<Match> {
        let places = xs.flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
        let fits: Vec<Match> = places.map(|(x, y)| self.best(sheet, x, y)).collect();
        let best = fits.iter().max_by(|a, b| a.score.total_cmp(&b.score))?;
        let other = |m: &Match| if m.label == best.label { m.score - m.margin } else { m.score };
        let others = fits.iter().map(other).fold(f32::NEG_INFINITY, f32::max);
        Some(Match { margin: best.score - others, ..*best })
    }

    /// The best digit, if it is clear.
    pub fn reading(&self, best: &Match) -> Reading<u8> {
        if best.lead < self.least_lead && !(self.lens.is_none() && likelihood::is_told(best)) {
            return Reading::none(Unreadable::Doubtful);
        }
        reading(best)
    }

    /// Whether the best template of something by itself, a level or a card, explains clearly more than any other
    /// where pixels are mixed below native size: nothing beside it tells how.
    pub fn is_distinct(&self, best: &Match) -> bool {
        self.lens.is_none() || ratio(best) >= LEAST_RATIO
    }

    /// The correlation of the template for `digit` with its corner at (x, y), -1 to 1.
    pub fn fit(&self, sheet: &Sheet, x: u32, y: u32, digit: u8) -> f32 {
        sheet.best_of(&self.gray, (x, y), self.blur, self.lens.as_ref(), |d| d == digit).score
    }

    /// The mean colour over [x, x + w) x [y, y + h), which must lie inside.
    pub fn mean(&self, x: u32, y: u32, w: u32, h: u32) -> [f32; 3] {
        let mut sums = [0u32; 3];
        let stride = self.colour.width() as usize * 3;
        for row in y..y + h {
            let from = row as usize * stride + x as usize * 3;
            for p in self.colour.as_raw()[from..from + w as usize * 3].chunks_exact(3) {
                for (sum, &value) in sums.iter_mut().zip(p) {
                    *sum += u32::from(value);
                }
            }
        }
        sums.map(|s| s as f32 / (w * h) as f32)
    }
}

/// The part of a screen that lies in the picture, in native pixels; one at its edge of which most does counts.
fn shown(picture: &RgbImage, placement: &Placement) -> Rect {
    let (w, h) = picture.dimensions();
    let corners = [Point::new(0.0, 0.0), Point::new(f64::from(w), f64::from(h))];
    let [a, b] = corners.map(|corner| placement.to_native(corner));
    let (x0, x1) = (a.x.min(b.x) - MOST_CUT, a.x.max(b.x) + MOST_CUT);
    let (y0, y1) = (a.y.min(b.y) - MOST_CUT, a.y.max(b.y) + MOST_CUT);
    Rect::spanning(x0, x1, y0, y1)
}

/// How much of a native pixel may lie outside the picture: a placement is known no better.
const MOST_CUT: f64 = 0.5;

/// The least ratio of a digit that stands by itself.
const LEAST_RATIO: f32 = 0.2;

/// The best digit, if it is clear.
pub(super) fn reading(best: &Match) -> Reading<u8> {
    if !LEAST.iter().any(|&(score, lead)| best.score >= score && best.lead >= lead) {
        return Reading::none(Unreadable::Doubtful);
    }
    Reading::sure(best.label, certainty(best))
}

/// The chance that the best match is the right one: a logistic curve over its lead.
pub(super) fn certainty(best: &Match) -> f32 {
    1.0 / (1.0 + (-12.0 * best.lead).exp())
}
