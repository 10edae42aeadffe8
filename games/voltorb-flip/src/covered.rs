//! What remains of a picture's truth if something lies over the screens.

use super::observation::{TOP, TOUCH};
use super::screen::Phase;
use super::screen::layout::{self, SIZE};
use super::screen::looks;
use super::truth::{Animating, FlipTruth};
use grid::geometry::Rect;
use session::truth::Covered;
use voltorb_flip::board::Card;

/// The truth without what is hidden by what covers the screens: headers, cards, marks, the cursor, level and coins.
pub(super) fn still_seen(truth: &FlipTruth, covered: &Covered) -> FlipTruth {
    let cursor = truth.cursor.flatten();
    let mut truth = truth.clone();
    let touch = |area: Rect, most: f64| covered.share(TOUCH, area) > most;
    let top = |area: Rect| covered.share(TOP, area) > 0.0;
    let glyph = |(x, y): (u32, u32)| Rect::new(f64::from(x), f64::from(y), 8.0, 8.0);
    for i in 0..SIZE {
        for (digits, hidden) in [
            (layout::row_digits(i), &mut truth.unreadable.rows),
            (layout::column_digits(i), &mut truth.unreadable.cols),
        ] {
            let [tens, ones, voltorbs] = digits.map(|d| touch(glyph(d), 0.0));
            hidden.extend((tens || ones).then_some((i, 0)));
            hidden.extend(voltorbs.then_some((i, 1)));
        }
    }
    for cell in (0..SIZE).flat_map(|r| (0..SIZE).map(move |c| (r, c))) {
        // The digit or the Voltorb is in the middle; marks are in the corners.
        let card = layout::card(cell);
        let face = Rect::new(card.x + 6.0, card.y + 6.0, 12.0, 12.0);
        if touch(face, 0.1) || touch(card, 0.25) {
            truth.unreadable.tiles.push(cell);
        }
        let corners = [(0.0, 0.0), (16.0, 0.0), (0.0, 16.0), (16.0, 16.0)];
        if corners.iter().any(|(x, y)| touch(Rect::new(card.x + x, card.y + y, 8.0, 8.0), 0.0)) {
            truth.unreadable.marks.push(cell);
        }
        let around = Rect::new(card.x - 3.0, card.y - 3.0, 30.0, 30.0);
        if cursor == Some(cell) && touch(around, 0.05) {
            truth.cursor = None;
        }
    }
    let fields = looks::shipped()[0].fields();
    if top(fields.total_coins) {
        truth.total_coins = None;
    }
    if top(fields.round_coins) {
        truth.round_coins = None;
    }
    // What the game is doing is told by what lies over its lower edge and its right.
    let question = Rect::new(0.0, 144.0, 200.0, 48.0);
    let panel = Rect::new(197.0, 77.0, 53.0, 77.0);
    let turning = truth.animating.as_ref().map_or(&[][..], Animating::cells);
    // A card that turns has the cursor: where it is hidden, nobody can tell whether it does.
    let may_turn = cursor.filter(|_| truth.state == Some(Phase::Board));
    let hidden = turning.iter().chain(&may_turn).any(|c| truth.unreadable.tiles.contains(c));
    if touch(question, 0.3) || touch(panel, 0.5) || hidden {
        truth.state = None;
        // Whether a Voltorb under the cursor still turns is told by the message that follows.
        if let (Some(cell), Some(tiles)) = (cursor, &truth.tiles)
            && tiles.as_ref().is_some_and(|tiles| tiles[cell] == Some(Card::Voltorb))
        {
            truth.unreadable.tiles.push(cell);
            truth.unreadable.marks.push(cell);
        }
    }
    if top(Rect::new(8.0, 4.0, 240.0, 22.0)) || touch(question, 0.0) {
        truth.level = None;
    }
    truth
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_covered_is_hidden_from_the_truth() {
        let covered = |area| Covered::new(vec![vec![area]]);
        let truth = FlipTruth { cursor: Some(Some((1, 0))), ..FlipTruth::default() };
        let seen = still_seen(&truth, &covered(Rect::new(0.0, 0.0, 40.0, 60.0)));
        assert_eq!(seen.unreadable.tiles, [(0, 0), (1, 0)]);
        assert_eq!(seen.cursor, None);
        assert!(seen.unreadable.rows.is_empty() && seen.unreadable.cols.is_empty());
        let seen = still_seen(&truth, &covered(Rect::new(20.0, 160.0, 20.0, 12.0)));
        assert_eq!(seen.unreadable.cols, [(0, 0)]);
    }
}
