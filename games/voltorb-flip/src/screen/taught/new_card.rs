//! New cards of a learned theme, and what a person says that they show.

use super::card_picture::{CardPicture, everywhere, same};
use super::look::TaughtLook;
use super::place::BoardPlace;
use crate::screen::reading::Tile;
use grid::Cell;
use grid::reading::Unreadable;
use image::RgbImage;

/// A card as a picture shows it.
#[derive(Clone, Debug)]
pub struct SeenCard(CardPicture);

impl TaughtLook {
    /// The card of a cell of a board that lies at this place of a picture.
    pub(in super::super) fn card(
        &self,
        picture: &RgbImage,
        place: &BoardPlace,
        cell: Cell,
    ) -> SeenCard {
        SeenCard(CardPicture::of(picture, place, cell, self.cells.card))
    }

    /// Whether the card is unlike anything that the theme has learned.
    pub fn is_new(&self, card: &SeenCard) -> bool {
        self.cards.read(&card.0).why == Some(Unreadable::New)
    }

    /// A card that shows something else than `tile` and cannot be told from this one.
    pub fn resembling(&self, tile: Tile, card: &SeenCard) -> Option<Tile> {
        let others = self.cards.all().iter().filter(|(shows, _)| *shows != tile);
        let mut like =
            others.filter(|(_, known)| known.difference(&card.0, everywhere) <= same(known));
        like.next().map(|(shows, _)| *shows)
    }

    /// The theme after it also learned that this card shows `tile`.
    #[must_use]
    pub fn knowing(&self, tile: Tile, card: &SeenCard) -> Self {
        let mut look = self.clone();
        look.cards.add(tile, card.0.clone());
        look
    }
}
