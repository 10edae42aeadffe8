//! What a board of the game must satisfy: what its totals may be, and what may lie beside cards that are known.

use super::reading::Tile;
use grid::Grid;
use grid::reading::Reading;
use voltorb_flip::board::Line;
use voltorb_flip::levels::Level;

/// The most doubtful digits that are settled: the totals are two equations only.
pub(super) const MOST_DOUBTFUL: usize = 2;
/// Whether one of the levels deals boards with these totals; with none, any will do.
pub(super) fn dealt(levels: &[Level], totals: (u32, u32)) -> bool {
    levels.is_empty() || levels.iter().any(|&level| level.deals(totals))
}

/// What lies face up in each row and each column: it bounds the line from below and above.
pub(super) fn face_up(tiles: &Grid<Reading<Tile>>) -> Vec<FaceUp> {
    let rows = (0..tiles.rows()).map(|r| FaceUp::of(tiles.row(r).iter()));
    rows.chain((0..tiles.columns()).map(|c| FaceUp::of(tiles.column(c)))).collect()
}

/// What is known of the cards of a line.
pub(super) struct FaceUp {
    sum: u8,
    voltorbs: u8,
    hidden: u8,
}

impl FaceUp {
    fn of<'a>(tiles: impl Iterator<Item = &'a Reading<Tile>>) -> Self {
        let mut known = Self { sum: 0, voltorbs: 0, hidden: 0 };
        for tile in tiles {
            match tile.value {
                Some(Some(card)) => {
                    known.sum += card.value();
                    known.voltorbs += u8::from(card.value() == 0);
                }
                _ => known.hidden += 1,
            }
        }
        known
    }

    /// Whether a card is not known.
    pub fn any_hidden(&self) -> bool {
        self.hidden > 0
    }

    /// Whether the hidden cards can make up the rest: each is a Voltorb or 1 to 3.
    pub fn allows(&self, line: Line) -> bool {
        let (Some(sum), Some(voltorbs)) =
            (line.sum.checked_sub(self.sum), line.voltorbs.checked_sub(self.voltorbs))
        else {
            return false;
        };
        self.hidden.checked_sub(voltorbs).is_some_and(|safe| (safe..=3 * safe).contains(&sum))
    }
}
