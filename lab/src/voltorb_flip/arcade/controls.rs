//! Where the touch screen reacts, and to what.
//!
//! Source: the public decompilation pret/pokeheartgold, `voltorb_flip_input.c`
//! (`sTouchscreenHitboxes`, `sMemoTouchscreenHitboxes`), `yes_no_prompt.c` and
//! `VoltorbFlip_CreateListMenu`. All boxes are half-open, in pixels of the 256x192 touch screen.

use grid::Cell;
use grid::geometry::{Point, Rect};
use voltorb_flip::generator::SIDE;

/// The box of a card.
pub fn card(cell: Cell) -> Rect {
    Rect::new(8.0 + 32.0 * cell.1 as f64, 8.0 + 32.0 * cell.0 as f64, 24.0, 24.0)
}

/// "Open Memo" and "Close Memo".
pub const MEMO: Rect = Rect::spanning(192.0, 256.0, 8.0, 72.0);
/// "Quit" on the board.
pub const QUIT: Rect = Rect::spanning(192.0, 256.0, 160.0, 192.0);
/// "YES" of the quit question.
pub const YES: Rect = Rect::spanning(200.0, 248.0, 80.0, 112.0);
/// "NO" of the quit question.
pub const NO: Rect = Rect::spanning(200.0, 248.0, 112.0, 144.0);

/// The memo's four toggles: Voltorb, 1, 2, 3.
pub const TOGGLES: [Rect; 4] = [
    Rect::spanning(200.0, 224.0, 80.0, 104.0),
    Rect::spanning(224.0, 248.0, 80.0, 104.0),
    Rect::spanning(200.0, 224.0, 104.0, 128.0),
    Rect::spanning(224.0, 248.0, 104.0, 128.0),
];

/// Entry `index` of a list with `count` entries: the list's lower end is fixed.
pub fn entry(index: usize, count: usize) -> Rect {
    let y = 144.0 + 24.0 * (index as f64 - count as f64);
    Rect::spanning(144.0, 248.0, y, y + 16.0)
}

/// The card whose box holds `at`.
pub fn card_at(at: Point) -> Option<Cell> {
    (0..SIDE * SIDE).map(|i| (i / SIDE, i % SIDE)).find(|&cell| card(cell).contains(at))
}

/// The toggle whose box holds `at`, as index into [`TOGGLES`].
pub fn toggle_at(at: Point) -> Option<usize> {
    TOGGLES.iter().position(|toggle| toggle.contains(at))
}

/// The entry whose box holds `at`, in a list with `count` entries.
pub fn entry_at(at: Point, count: usize) -> Option<usize> {
    (0..count).find(|&i| entry(i, count).contains(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_half_open() {
        assert_eq!(card_at(Point::new(8.0, 8.0)), Some((0, 0)));
        assert_eq!(card_at(Point::new(31.99, 31.99)), Some((0, 0)));
        assert_eq!(card_at(Point::new(32.0, 8.0)), None);
        assert_eq!(card_at(Point::new(7.99, 8.0)), None);
        assert_eq!(card_at(Point::new(136.0, 159.9)), Some((4, 4)));
        assert_eq!(card_at(Point::new(160.0, 150.0)), None);
        assert_eq!(toggle_at(Point::new(224.0, 103.9)), Some(1));
        assert_eq!(toggle_at(Point::new(223.9, 104.0)), Some(2));
    }

    #[test]
    fn lists_lie_where_the_game_has_them() {
        assert_eq!(entry(0, 3), Rect::spanning(144.0, 248.0, 72.0, 88.0));
        assert_eq!(entry(2, 3), Rect::spanning(144.0, 248.0, 120.0, 136.0));
        assert_eq!(entry(0, 4), Rect::spanning(144.0, 248.0, 48.0, 64.0));
        assert_eq!(entry(3, 4), Rect::spanning(144.0, 248.0, 120.0, 136.0));
        assert_eq!(entry_at(Point::new(196.0, 80.0), 3), Some(0));
        assert_eq!(entry_at(Point::new(196.0, 92.0), 3), None);
    }

    #[test]
    fn the_neutral_point_is_in_no_box() {
        for at in [Point::new(16.0, 176.0), Point::new(2.0, 2.0)] {
            assert_eq!((card_at(at), toggle_at(at)), (None, None));
            assert_eq!((entry_at(at, 3), entry_at(at, 4)), (None, None));
            assert!(![MEMO, QUIT, YES, NO].iter().any(|control| control.contains(at)));
        }
    }
}
