//! The player on the built-in game, seen through a reader that is told what the picture shows.

use super::*;
use crate::capture::Source;
use crate::companion::{Goals, Session, Stopped};
use crate::games::minesweeper::arcade::{self, MineArcade, MineTap};
use crate::games::minesweeper::board::{CellState, MineCount};
use crate::observation::{Field, Screen, Summary};
use image::RgbImage;
use std::sync::Arc;

/// Knows the game's board instead of reading the picture; may misread one cell.
struct Told {
    game: MineArcade,
    misread: Option<(Cell, CellState)>,
}

/// Nothing but the sight is asked for.
struct Nothing;

impl Observation for Nothing {
    fn look(&self) -> &str {
        ""
    }
    fn screens(&self) -> Vec<Screen> {
        Vec::new()
    }
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }
    fn summary(&self) -> Summary {
        Summary::default()
    }
    fn report(&self) -> Box<dyn erased_serde::Serialize> {
        Box::new(())
    }
}

impl MineReader for Told {
    fn look(&mut self, _picture: &RgbImage) -> Result<MineSight, NotFound> {
        let inside = self.game.inside();
        let board = inside.board();
        let mut cells = board.cells.map(|&cell| Some(cell));
        if let Some((cell, state)) = self.misread.filter(|_| inside.state() == GameState::Playing) {
            cells[cell] = Some(state);
        }
        let MineCount::Left(left) = board.mines else { return Err(NotFound("no counter".into())) };
        let (grid, face) = self.game.places();
        Ok(MineSight {
            cells,
            mines_left: Some(left),
            state: Some(inside.state()),
            grid,
            restart: Some(face),
            seen: Arc::new(Nothing),
        })
    }
}

fn play(options: arcade::Options, misread: Option<(Cell, CellState)>) -> (MineArcade, Stopped) {
    let game = MineArcade::new(options);
    let reader = Told { game: game.clone(), misread };
    let mut player = MinePlayer::new(Options::default(), Box::new(reader));
    let (mut source, mut hand) = (game.clone(), game.clone());
    assert_eq!(source.name(), "the built-in Minesweeper");
    let stopped = Session::new(&mut source)
        .playing(&mut hand)
        .until(Goals { rounds: Some(6), ..Goals::default() })
        .run(&mut player);
    (game, stopped)
}

#[test]
fn games_are_played_to_their_end_and_only_guesses_meet_mines() {
    let options = arcade::Options { size: (8, 10), mines: 12, scale: 2, ..Default::default() };
    let (game, stopped) = play(options, None);
    assert!(stopped.as_meant(), "{stopped}");
    let taps = game.taps();
    let opened = taps.iter().filter(|tap| matches!(tap, MineTap::Opened { .. })).count();
    let mines = taps.iter().filter(|tap| matches!(tap, MineTap::Opened { mine: true, .. })).count();
    let faces = taps.iter().filter(|&&tap| tap == MineTap::Next).count();
    assert_eq!(opened + faces, taps.len(), "every tap met a closed cell or the face");
    assert!(opened > 40 && mines <= 4 && faces == 5, "{opened} {mines} {faces}");
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let taps = || play(arcade::Options::default(), None).0.taps();
    assert_eq!(taps(), taps());
}

#[test]
fn a_reading_that_cannot_be_right_is_not_acted_upon() {
    let (game, stopped) = play(arcade::Options::default(), Some(((2, 2), CellState::Open(8))));
    assert!(matches!(stopped, Stopped::Doubt { .. }), "{stopped}");
    assert_eq!(game.taps().len(), 1, "the first click only");
}
