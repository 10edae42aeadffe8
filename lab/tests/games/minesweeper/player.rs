//! The player on the built-in game, seen through a reader that is told what the picture shows.

use grid::Cell;
use grid::geometry::{Placement, Point, Rect};
use grid::reading::{Reading, Unreadable};
use image::RgbImage;
use lab::minesweeper::arcade::draw::counted;
use lab::minesweeper::arcade::{self, MineArcade, MineTap};
use minesweeper::board::GameState;
use minesweeper::board::{CellState, MineCount};
use minesweeper_game::player::{MineMove, MinePlayer, MinePlayerOptions};
use minesweeper_game::screen::CellLattice;
use minesweeper_game::screen::{CELL, MineReading};
use session::capture::Source;
use session::frame::Frame;
use session::input::InputDevice;
use session::observation::{NotFound, Observation, Reader};
use session::{Goals, Session, Stopped};
use session::{Intent, Player, View};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Knows the game's board instead of reading the picture; may misread one cell.
struct Told {
    game: MineArcade,
    misread: Option<(Cell, CellState)>,
}

impl Reader for Told {
    fn fresh(&self) -> Box<dyn Reader> {
        Box::new(Self { game: self.game.clone(), misread: self.misread })
    }

    fn read(&mut self, _: &RgbImage) -> Result<Box<dyn Observation>, NotFound> {
        let inside = self.game.inside();
        let board = inside.board();
        let mut cells = board.cells.map(|&cell| Reading::sure(cell, 1.0));
        if let Some((cell, state)) = self.misread.filter(|_| inside.state() == GameState::Playing) {
            cells[cell] = Reading::sure(state, 1.0);
        }
        let MineCount::Left(left) = board.mines else {
            return Err(NotFound::nothing("no counter"));
        };
        let (grid, face) = self.game.places();
        let native = (cells.columns() as u32 * CELL, cells.rows() as u32 * CELL);
        let placement = Placement::upright(native, grid);
        let [from, to] = [
            placement.to_native(Point::new(face.x, face.y)),
            placement.to_native(Point::new(face.x + face.w, face.y + face.h)),
        ];
        Ok(Box::new(MineReading {
            look: "told".to_owned(),
            in_own_light: true,
            placement,
            lattice: CellLattice::even(grid, cells.rows(), cells.columns()),
            cells,
            mines_left: Reading::sure(counted(left), 1.0),
            clock: Reading::sure(0, 1.0),
            state: Reading::sure(inside.state(), 1.0),
            restart: Some(Rect::spanning(from.x, to.x, from.y, to.y)),
        }))
    }
}

fn play(
    options: arcade::MineArcadeOptions,
    misread: Option<(Cell, CellState)>,
) -> (MineArcade, Stopped) {
    play_with(MinePlayerOptions::default(), options, misread)
}

fn play_with(
    how: MinePlayerOptions,
    options: arcade::MineArcadeOptions,
    misread: Option<(Cell, CellState)>,
) -> (MineArcade, Stopped) {
    let game = MineArcade::new(options);
    let reader = Told { game: game.clone(), misread };
    let mut player = MinePlayer::new(MinePlayerOptions { plays: true, ..how }, Box::new(reader));
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
    let options =
        arcade::MineArcadeOptions { size: (8, 10), mines: 12, scale: 2, ..Default::default() };
    let (game, stopped) = play(options, None);
    assert!(stopped.as_meant(), "{stopped}");
    let taps = game.taps();
    let opened = taps.iter().filter(|tap| matches!(tap, MineTap::Opened { .. })).count();
    let mines = taps.iter().filter(|tap| matches!(tap, MineTap::Opened { mine: true, .. })).count();
    let faces = taps.iter().filter(|&&tap| tap == MineTap::Next).count();
    assert_eq!(opened + faces, taps.len(), "every tap met a closed cell or the face");
    assert!(opened > 40 && mines <= 4 && faces == 5, "{opened} {mines} {faces}");
}

/// A counter of three digits shows 999 of more mines.
#[test]
fn a_counter_that_is_full_contradicts_nothing() {
    let options =
        arcade::MineArcadeOptions { size: (36, 36), mines: 1100, scale: 1, ..Default::default() };
    for mines in [None, Some(1100)] {
        let how = MinePlayerOptions { mines, ..Default::default() };
        let (game, stopped) = play_with(how, options.clone(), None);
        assert!(matches!(stopped, Stopped::Goal(_)), "{mines:?}: {stopped}");
        assert!(game.taps().len() > 10, "{mines:?}: {:?}", game.taps());
    }
    // That there are fewer than it can show is wrong.
    let how = MinePlayerOptions { mines: Some(900), ..Default::default() };
    let (_, stopped) = play_with(how, options.clone(), None);
    assert!(stopped.to_string().contains("the counter says 999"), "{stopped}");
}

#[test]
fn flags_are_set_on_mines_and_numbers_open_several_cells() {
    let options = arcade::MineArcadeOptions { size: (9, 9), mines: 10, ..Default::default() };
    let count = |game: &MineArcade, which: fn(&MineTap) -> bool| {
        game.taps().iter().filter(|tap| which(tap)).count()
    };
    let (plain, _) = play(options.clone(), None);
    let (flagged, stopped) =
        play_with(MinePlayerOptions { flags: true, ..MinePlayerOptions::default() }, options, None);
    assert!(stopped.as_meant(), "{stopped}");
    let opens: fn(&MineTap) -> bool = |tap| matches!(tap, MineTap::Opened { .. });
    let chords: fn(&MineTap) -> bool = |tap| matches!(tap, MineTap::Chorded { mine: false, .. });
    let idle: fn(&MineTap) -> bool = |tap| {
        matches!(
            tap,
            MineTap::Nothing
                | MineTap::Chorded { mine: true, .. }
                | MineTap::Flagged { set: false, .. }
        )
    };
    assert_eq!(count(&plain, |tap| matches!(tap, MineTap::Flagged { .. })), 0);
    assert!(count(&flagged, |tap| matches!(tap, MineTap::Flagged { set: true, .. })) > 20);
    assert!(count(&flagged, chords) > 3);
    assert!(count(&flagged, opens) < count(&plain, opens));
    assert_eq!(count(&flagged, idle), 0, "{:?}", flagged.taps());
}

#[test]
fn the_same_seed_plays_the_same_games() {
    let taps = || play(arcade::MineArcadeOptions::default(), None).0.taps();
    assert_eq!(taps(), taps());
}

#[test]
fn a_reading_that_cannot_be_right_is_not_acted_upon() {
    let (game, stopped) =
        play(arcade::MineArcadeOptions::default(), Some(((2, 2), CellState::Open(8))));
    assert!(matches!(stopped, Stopped::Doubt { .. }), "{stopped}");
    assert_eq!(game.taps().len(), 1, "the first click only");
}

/// Sees nothing of a game while a dialog lies over it.
struct Hidden {
    told: Told,
    hidden: Arc<AtomicBool>,
}

impl Reader for Hidden {
    fn fresh(&self) -> Box<dyn Reader> {
        self.told.fresh()
    }

    fn read(&mut self, picture: &RgbImage) -> Result<Box<dyn Observation>, NotFound> {
        match self.hidden.load(Ordering::Relaxed) {
            true => Err(NotFound::nothing("no board")),
            false => self.told.read(picture),
        }
    }
}

/// KMines shows its high scores over the board that was just won.
#[test]
fn a_dialog_that_hides_the_board_is_closed_only_where_the_game_may_have_ended() {
    let game = MineArcade::new(arcade::MineArcadeOptions::default());
    let hidden = Arc::new(AtomicBool::new(false));
    let told = Told { game: game.clone(), misread: None };
    let reader = Hidden { told, hidden: Arc::clone(&hidden) };
    let how = MinePlayerOptions { plays: true, ..MinePlayerOptions::default() };
    let mut player = MinePlayer::new(how, Box::new(reader));
    let (mut source, mut hand) = (game.clone(), game.clone());
    let (mut left_alone, mut closed) = (0, 0);
    while game.inside().state() != GameState::Won {
        let frame = source.next(Duration::from_secs(1)).unwrap();
        let now = frame.at;
        let sight = player.look(&frame).unwrap();
        let Intent::Do(act) = player.decide(&sight, now) else { panic!("the game is not over") };
        let board = game.inside().board();
        let safe = board.count(CellState::is_closed) - arcade::MineArcadeOptions::default().mines;
        hand.perform(&act.gesture, &frame).unwrap();
        hidden.store(true, Ordering::Relaxed);
        let under =
            Frame { dialog: Some("High Scores".into()), ..source.next(Duration::ZERO).unwrap() };
        let sight = player.look(&under).unwrap();
        match player.decide(&sight, now) {
            Intent::Do(act) => {
                assert_eq!(act.what, MineMove::CloseDialog);
                closed += 1;
            }
            Intent::Wait { why, .. } => {
                assert!(why.contains("High Scores") && safe > 1, "{why}, {safe} safe cells");
                left_alone += 1;
            }
            _ => panic!("it is known what lies over the board"),
        }
        hidden.store(false, Ordering::Relaxed);
        let seen = player.look(&source.next(Duration::ZERO).unwrap()).unwrap();
        if game.inside().state() == GameState::Lost {
            let Intent::Do(act) = player.decide(&seen, now) else { panic!("the next game") };
            hand.perform(&act.gesture, &source.next(Duration::ZERO).unwrap()).unwrap();
        }
    }
    assert!(left_alone > 5 && closed > 0, "{left_alone} {closed}");
}

/// KMines shows a cell as pressed, and so as open, where its window changed its size between press and release.
#[test]
fn a_cell_that_stays_pressed_is_pressed_again_if_nothing_else_changed() {
    let game = MineArcade::new(arcade::MineArcadeOptions::default());
    let told = Told { game: game.clone(), misread: None };
    let how = MinePlayerOptions { plays: true, ..MinePlayerOptions::default() };
    let mut player = MinePlayer::new(how, Box::new(told));
    let (mut source, mut hand) = (game.clone(), game);
    let mut look = |player: &mut MinePlayer| {
        let frame = source.next(Duration::from_secs(1)).unwrap();
        (player.look(&frame).unwrap(), frame)
    };
    let (sight, frame) = look(&mut player);
    let Intent::Do(act) = player.decide(&sight, frame.at) else { panic!("a new game") };
    hand.perform(&act.gesture, &frame).unwrap();
    let (sight, frame) = look(&mut player);
    let Intent::Do(act) = player.decide(&sight, frame.at) else { panic!("a game under way") };
    let MineMove::Open { cell, .. } = act.what else { panic!("{}", act.what) };

    let without = |cells: &[Cell]| {
        let mut sight = sight.clone();
        let seen = Arc::make_mut(&mut sight.seen);
        seen.state = Reading::none(Unreadable::Doubtful);
        cells.iter().for_each(|&cell| seen.cells[cell] = Reading::none(Unreadable::Covered));
        sight
    };
    match player.decide(&without(&[cell]), frame.at) {
        Intent::Do(again) => assert_eq!((again.what, again.gesture), (act.what, act.gesture)),
        _ => panic!("it is still to be opened"),
    }
    let another = sight.seen.cells.cells().map(|(other, _)| other).find(|&other| other != cell);
    for unread in [&[another.unwrap()][..], &[cell, another.unwrap()]] {
        let intent = player.decide(&without(unread), frame.at);
        assert!(matches!(intent, Intent::Wait { .. }), "{unread:?}");
    }
}

#[test]
fn each_value_that_is_offered_for_a_field_is_taken() {
    let game = MineArcade::new(arcade::MineArcadeOptions::default());
    let told = Told { game: game.clone(), misread: None };
    let mut player = MinePlayer::new(MinePlayerOptions::default(), Box::new(told));
    let frame = game.clone().next(Duration::from_secs(1)).unwrap();
    let sight = player.look(&frame).unwrap();
    let fields = player.observation(&sight).fields();
    assert!(fields.iter().any(|field| player.values(&field.name).is_some()));
    for field in fields {
        let corrected = |value: &str| player.correct(&mut sight.clone(), &field.name, value);
        match player.values(&field.name) {
            Some(values) => {
                values.iter().for_each(|value| assert_eq!(corrected(value), Ok(()), "{value}"));
                let taken =
                    (b'!'..=b'~').filter(|&c| corrected(&char::from(c).to_string()).is_ok());
                let small = taken.filter(|c| !c.is_ascii_lowercase()).count();
                assert_eq!(small, values.len(), "{}", field.name);
            }
            None => assert!(corrected("1").is_err(), "{}", field.name),
        }
    }
}
