//! How cards look while they turn.

use crate::voltorb_flip::arcade::screen::CardLook;
use voltorb_flip::board::Card;

/// A card on its way to its face.
pub(super) fn turning(card: Card, step: u32) -> CardLook {
    match step {
        0 => CardLook::BackTurned,
        1 => CardLook::Edge,
        2 => CardLook::FaceTurned(card),
        _ => CardLook::Face(card),
    }
}

/// A card on its way to its back.
pub(super) fn clearing(card: Card, step: u32) -> CardLook {
    match step {
        0 => CardLook::Face(card),
        1 => CardLook::FaceTurned(card),
        2 => CardLook::Edge,
        3 => CardLook::BackTurned,
        _ => CardLook::Hidden,
    }
}
