//! Combines the readings of two pictures of the same board.

use super::reading::{BoardReading, FlipReading, LineReading, Phase};
use super::reconcile;
use grid::reading::{Reading, Unreadable};
use grid::{Cell, Grid};
use std::sync::Arc;
use voltorb_flip::levels::Level;

impl FlipReading {
    /// Combines the readings of two successive pictures of the same board: of each field the surer one. What changes
    /// by itself (coins being counted, the cursor, marks), and the places of the screens, come from `now`. `None` if
    /// something changed or moves, or if the result is no board of the game.
    pub fn together(&self, now: &Self) -> Option<Self> {
        let phase = self.phase.together(&now.phase)?;
        if !Arc::ptr_eq(&self.look, &now.look) || now.phase.value == Some(Phase::Moving) {
            return None;
        }
        let level = self.level.together(&now.level)?;
        let board = match (&self.board, &now.board) {
            (Some(before), Some(now)) => Some(before.together(now)?),
            (None, None) => None,
            _ => return None,
        };
        if let Some(board) = &board
            && !is_possible(board, now.look.dealt(), level.value)
        {
            return None;
        }
        Some(Self { phase, level, board, top: now.top.or(self.top), ..now.clone() })
    }
}

impl BoardReading {
    fn together(&self, now: &Self) -> Option<Self> {
        let lines = |before: &[LineReading], now: &[LineReading]| -> Option<Vec<LineReading>> {
            before.iter().zip(now).map(|(before, now)| before.together(now)).collect()
        };
        let in_motion = |(_, tile): (Cell, &Reading<_>)| tile.why == Some(Unreadable::Moving);
        if now.tiles.cells().any(in_motion) {
            return None;
        }
        let mut tiles = now.tiles.clone();
        for (cell, before) in self.tiles.cells() {
            tiles[cell] = before.together(&now.tiles[cell])?;
        }
        Some(Self {
            rows: lines(&self.rows, &now.rows)?,
            cols: lines(&self.cols, &now.cols)?,
            tiles,
            memos: now.memos.clone(),
        })
    }
}

impl LineReading {
    fn together(&self, now: &Self) -> Option<Self> {
        let sum = self.sum.together(&now.sum)?;
        Some(Self { sum, voltorbs: self.voltorbs.together(&now.voltorbs)? })
    }
}

/// Whether some board of the game shows this. Each picture was found possible by itself.
fn is_possible(board: &BoardReading, is_dealt: bool, level: Option<Level>) -> bool {
    let (mut rows, mut cols) = (board.rows.clone(), board.cols.clone());
    let tiles: &Grid<_> = &board.tiles;
    // After Game Info the game shows level 1 until the next round, whatever the level is.
    let levels: Vec<Level> = match level.filter(|&level| u8::from(level) > 1) {
        _ if !is_dealt => Vec::new(),
        Some(level) => vec![level],
        None => Level::all().collect(),
    };
    reconcile::refuse(&mut rows, &mut cols, tiles, &levels);
    rows == board.rows && cols == board.cols
}

#[cfg(test)]
mod tests {
    use super::super::FlipReader;
    use super::*;

    fn seen() -> FlipReading {
        let path = "/../../fixtures/voltorb-flip/desmume/2x-board.png";
        let path = [env!("CARGO_MANIFEST_DIR"), path].concat();
        let seen = FlipReader::new().read(&image::open(path).unwrap().into_rgb8()).unwrap();
        assert!(seen.position().is_some(), "all of the sample is read");
        seen
    }

    /// The reading without a card and a header, as if glare lay over them.
    fn glared(cell: Cell, row: usize) -> FlipReading {
        let mut seen = seen();
        let board = seen.board.as_mut().unwrap();
        board.tiles[cell] = Reading::none(Unreadable::Doubtful);
        board.rows[row].sum = Reading::none(Unreadable::Covered);
        seen
    }

    #[test]
    fn what_glare_hides_in_one_picture_the_other_one_shows() {
        let (a, b) = (glared((0, 1), 2), glared((3, 3), 4));
        assert!(a.position().is_none() && b.position().is_none());
        assert_eq!(a.together(&b).unwrap().position(), seen().position());
    }

    #[test]
    fn pictures_that_contradict_each_other_show_nothing_together() {
        let mut other = seen();
        let sum = &mut other.board.as_mut().unwrap().rows[0].sum;
        *sum = Reading::sure(sum.value.unwrap() + 1, 0.99);
        assert!(seen().together(&other).is_none());
        let mut moving = seen();
        moving.phase = Reading::sure(Phase::Moving, 1.0);
        assert!(seen().together(&moving).is_none());
    }

    #[test]
    fn what_no_board_can_show_is_not_put_together() {
        // Each misses another header, and the two that are there do not add up.
        let (mut a, b) = (glared((0, 1), 2), glared((0, 1), 4));
        let sum = &mut a.board.as_mut().unwrap().rows[4].sum;
        *sum = Reading::sure(sum.value.unwrap() + 1, 0.99);
        assert!(a.together(&b).is_none());
    }
}
