//! What is to be found in an observation of a picture whose truth is known.

use super::covered::still_seen;
use super::field_text::{cell_text, header_name, memo_text, tile_text};
use super::screen::layout::SIZE;
use super::screen::{FlipReading, Memo, Phase};
use super::truth::{Animating, FlipTruth, Mark};
use grid::Cell;
use session::observation::Observation;
use session::truth::{Covered, Expected, Truth};
use std::any::Any;

impl Truth for FlipTruth {
    fn expected(&self, seen: &dyn Observation) -> Vec<Expected> {
        match (seen as &dyn Any).downcast_ref::<FlipReading>() {
            Some(seen) => self.expected_of(seen),
            None => vec![Expected::Wrong("the game: another one was read".to_owned())],
        }
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn uncovered(&self, covered: &Covered) -> Option<Box<dyn Truth>> {
        Some(Box::new(still_seen(self, covered)))
    }
}

impl FlipTruth {
    fn expected_of(&self, seen: &FlipReading) -> Vec<Expected> {
        let mut all = Vec::new();
        let turning = self.animating.as_ref().map_or(&[][..], Animating::cells);
        let settled =
            |cell: &Cell| seen.board.as_ref().is_some_and(|b| b.tiles[*cell].value.is_some());
        if let Some(state) = &self.state
            && !(*state == Phase::Moving && turning.iter().all(settled))
        {
            all.push(Expected::field("state", state.name(), false));
        }
        all.extend(self.expected_board(seen.board.is_some(), turning));
        match self.cursor {
            Some(Some(cursor)) => all.push(Expected::field("cursor", cell_text(cursor), false)),
            Some(None) => all.push(Expected::nothing("cursor")),
            None => {}
        }
        // Level and coins are on the top screen; the level also in the menu's question.
        let shown = seen.top.is_some();
        if let Some(level) = &self.level {
            let shown = shown || self.state == Some(Phase::Menu);
            all.push(Expected::field("level", level.to_string(), !shown));
        }
        for (name, coins) in [("total coins", self.total_coins), ("round coins", self.round_coins)]
        {
            all.extend(coins.map(|coins| Expected::field(name, coins.to_string(), !shown)));
        }
        all
    }

    /// Headers, cards and marks, each that is given.
    fn expected_board(&self, seen: bool, turning: &[Cell]) -> Vec<Expected> {
        let given = self.boards();
        match seen {
            false if given.contains(&true) => {
                return vec![Expected::Missing("the board: none reported".to_owned())];
            }
            true if given.contains(&false) => {
                return vec![Expected::Wrong("the board: none is in play".to_owned())];
            }
            false => return Vec::new(),
            true => {}
        }
        let mut all = Vec::new();
        let hidden = &self.unreadable;
        for (what, lines, hidden) in
            [("row", &self.rows, &hidden.rows), ("column", &self.cols, &hidden.cols)]
        {
            for (i, line) in lines.iter().flatten().flatten().enumerate() {
                for (part, number) in [line.sum, line.voltorbs].into_iter().enumerate() {
                    let name = header_name(what, i, part);
                    let hidden = hidden.contains(&(i, part));
                    all.push(Expected::field(name, number.to_string(), hidden));
                }
            }
        }
        for cell in (0..SIZE).flat_map(|r| (0..SIZE).map(move |c| (r, c))) {
            let tile_hidden = hidden.tiles.contains(&cell);
            if let Some(Some(tiles)) = &self.tiles
                && !turning.contains(&cell)
            {
                let name = format!("card {}", cell_text(cell));
                all.push(Expected::field(name, tile_text(tiles[cell]), tile_hidden));
            }
            if let Some(Some(memos)) = &self.memos {
                let memo = Memo::from_fn(|card| memos[cell].contains(&Mark::of(card)));
                let hidden = tile_hidden || hidden.marks.contains(&cell);
                let name = format!("memo {}", cell_text(cell));
                all.push(Expected::field(name, memo_text(memo), hidden));
            }
        }
        all
    }
}
