//! Recognises known cards in a picture.

use super::card_picture::{
    CardPicture, LINES, SAME_BOUNDS, everywhere, in_the_middle, likeness, same,
};
use crate::screen::reading::Tile;
use grid::reading::{Reading, Unreadable};
use serde::{Deserialize, Serialize};
use vision::lattice::regions::difference;
use voltorb_flip::board::Card;

/// A card whose picture was shown, as a profile's file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CardSample {
    /// What it shows; `None`: it is face down.
    pub shows: Option<Card>,
    /// The rows of its picture: red, green and blue of each pixel as six hexadecimal digits.
    pub rows: Vec<String>,
}

/// Cards that are known.
#[derive(Clone, Debug, Default)]
pub(super) struct Cards {
    known: Vec<(Tile, CardPicture)>,
}

/// The factor by which the difference from every other card must be larger.
const LEAST_LEAD: f32 = 1.6;
/// The least correlation of a pattern with one shown at another size, and the largest difference of a square, as a
/// share of its contrast.
const LEAST_LIKE: f32 = 0.92;
const NEARLY: f32 = 0.5;
/// The confidence of a card recognised at another size.
const OTHER_SIZE: f32 = 0.96;
/// The confidence of a card that lies face down under marks.
const MARKED: f32 = 0.97;

impl Cards {
    /// Learned cards, from their pictures.
    pub fn new(known: Vec<(Tile, CardPicture)>) -> Self {
        Self { known }
    }

    /// All that are known.
    pub fn all(&self) -> &[(Tile, CardPicture)] {
        &self.known
    }

    /// All cards in the form of a profile's file.
    pub fn samples(&self) -> Vec<CardSample> {
        let sample = |(shows, picture): &(Tile, CardPicture)| CardSample {
            shows: *shows,
            rows: picture.rows(),
        };
        self.known.iter().map(sample).collect()
    }

    /// Adds a card, unless one with the same meaning looks alike.
    pub fn add(&mut self, tile: Tile, picture: CardPicture) {
        let alike = |(known, other): &(Tile, CardPicture)| {
            *known == tile && other.difference(&picture, everywhere) < same(other) / 2.0
        };
        if !self.known.iter().any(alike) {
            self.known.push((tile, picture));
        }
    }

    /// Recognises a card by its picture.
    pub fn read(&self, seen: &CardPicture) -> Reading<Tile> {
        let apart: Vec<f32> =
            self.known.iter().map(|(_, known)| seen.difference(known, everywhere)).collect();
        let best = (0..apart.len()).min_by(|&a, &b| apart[a].total_cmp(&apart[b]));
        let Some(best) = best else { return Reading::none(Unreadable::New) };
        let (tile, known) = &self.known[best];
        if apart[best] > same(known) {
            let other_size = || self.by_pattern(seen, &apart);
            return self
                .under_marks(seen)
                .or_else(other_size)
                .unwrap_or(Reading::none(Unreadable::New));
        }
        let others = (0..apart.len()).filter(|&i| self.known[i].0 != *tile);
        let next = others.map(|i| apart[i]).fold(f32::MAX, f32::min);
        if next < LEAST_LEAD * apart[best] {
            return Reading::none(Unreadable::Doubtful);
        }
        // From 0.955 at the edge of what is the same to 0.995: no card of looks that chance drew was read
        // wrong within it (docs/measurements/playing.md).
        Reading::sure(*tile, 0.995 - 0.04 * apart[best] / same(known))
    }

    /// A card that lies face up as one that was shown, drawn at another size: its lines are thicker or
    /// thinner, by a pixel, and its pattern is nearly the same. `apart` is how far it is from each.
    fn by_pattern(&self, seen: &CardPicture, apart: &[f32]) -> Option<Reading<Tile>> {
        let pattern = seen.pattern()?;
        let likeness: Vec<Option<f32>> =
            self.known.iter().map(|(_, known)| Some(likeness(pattern, known.pattern()?))).collect();
        let best = (0..likeness.len())
            .max_by(|&a, &b| likeness[a].unwrap_or(-1.0).total_cmp(&likeness[b].unwrap_or(-1.0)))?;
        let (tile, known) = &self.known[best];
        let alike = likeness[best].filter(|&alike| alike >= LEAST_LIKE)?;
        let nearly = apart[best] <= NEARLY * known.spread(LINES)
            && f32::from(difference(seen.ground(), known.ground())) <= SAME_BOUNDS.0;
        let others = (0..likeness.len()).filter(|&i| self.known[i].0 != *tile);
        let next = others.filter_map(|i| likeness[i]).fold(0.0, f32::max);
        let clear = 1.0 - next >= LEAST_LEAD * (1.0 - alike);
        (tile.is_some() && nearly && clear).then(|| Reading::sure(*tile, OTHER_SIZE))
    }

    /// A card that is face down but for marks in its corners. That can only be told where a card that
    /// lies face up was shown, and every one differs in its middle, too.
    fn under_marks(&self, seen: &CardPicture) -> Option<Reading<Tile>> {
        let down = || self.known.iter().filter(|(tile, _)| tile.is_none()).map(|(_, p)| p);
        let mut up =
            self.known.iter().filter(|(tile, _)| tile.is_some()).map(|(_, p)| p).peekable();
        up.peek()?;
        let like_down = down().any(|d| seen.difference(d, in_the_middle) < same(d) / 2.0);
        let unlike_up = up.all(|up| down().all(|d| up.least_difference(d) > same(d)));
        (like_down && unlike_up).then(|| Reading::sure(None, MARKED))
    }
}
