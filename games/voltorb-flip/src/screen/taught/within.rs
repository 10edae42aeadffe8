//! The cells of a board of which somebody said where its cards are.

use super::candidates::Cells;
use super::card_picture::CardPicture;
use super::place::BoardPlace;
use crate::screen::layout::SIZE;
use grid::geometry::Rect;
use image::RgbImage;
use voltorb_flip::board::Position;

/// The gaps between cards that are tried, in cells: from none to a third in steps of a hundredth.
const WIDEST_GAP: usize = 33;

impl Cells {
    /// The cells of a board whose cards fill this rectangle of the picture, from the edge of the
    /// first to that of the last. How wide the gaps are follows from the cards that are said to lie
    /// face down: they look most alike at the right distance.
    pub fn within(picture: &RgbImage, cards: Rect, shows: &Position) -> Self {
        let gaps = |of: &dyn Fn(f64) -> (f64, f64)| {
            let gaps = (0..=WIDEST_GAP).map(|hundredths| of(hundredths as f64 / 100.0));
            let spread =
                gaps.map(|gaps| (Self::with_gaps(cards, gaps).spread(picture, shows), gaps));
            spread.min_by(|a, b| a.0.total_cmp(&b.0)).map_or((0.0, 0.0), |(_, gaps)| gaps)
        };
        // Both alike first: most boards have such.
        let (both, _) = gaps(&|gap| (gap, gap));
        let (across, _) = gaps(&|gap| (gap, both));
        let (_, down) = gaps(&|gap| (across, gap));
        Self::with_gaps(cards, (across, down))
    }

    /// The same with these gaps, across and down, in cells.
    fn with_gaps(cards: Rect, (across, down): (f64, f64)) -> Self {
        let size = SIZE as f64;
        let pitch = (cards.w / (size - across), cards.h / (size - down));
        let place = BoardPlace {
            left: cards.x - pitch.0 * across / 2.0,
            top: cards.y - pitch.1 * down / 2.0,
            pitch,
        };
        Self {
            place,
            columns: SIZE,
            rows: SIZE,
            card: Rect::new(across / 2.0, down / 2.0, 1.0 - across, 1.0 - down),
            marks: Vec::new(),
            is_joined: false,
        }
    }

    /// How much the cards that lie face down differ from the first of them, 0 to 255.
    fn spread(&self, picture: &RgbImage, shows: &Position) -> f32 {
        let down = shows.tiles.cells().filter(|(_, tile)| tile.is_none());
        let mut cards =
            down.map(|(cell, _)| CardPicture::of(picture, &self.place, cell, self.card));
        let Some(first) = cards.next() else { return 0.0 };
        let (sum, count) =
            cards.fold((0.0, 0), |(sum, n), card| (sum + first.mean_difference(&card), n + 1));
        sum / count.max(1) as f32
    }
}
