//! Clones of the game whose looks chance drew: each taught by pictures, then played by clicks on
//! its cards alone, first in virtual time and then in a real window.

use crate::support::flips::Session as Watch;
use crate::support::stand_in::StandIn;
use crate::support::user::User;
use crate::support::{folder, on_desktop};
use grid::Cell;
use lab::voltorb_flip::random_look::{AfterRound, CloneGame, Handheld, fonts};
use session::consoles::ds::TIMING;
use session::input::Key;
use session::{Control, Event, Goals, Observer, Pace, Session, View};
use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;
use voltorb_flip::board::{Card, Position, headers};
use voltorb_flip::generator::Generator;
use voltorb_flip::levels::{Level, Outcome};
use voltorb_flip::notation::write_position;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions, Move};
use voltorb_flip_game::screen::Looks;
use voltorb_flip_game::screen::learn::Shot;
use voltorb_flip_game::screen::looks::TurnKey;
use voltorb_flip_game::screen::teach::{KeyedGame, LessonError, TaughtLesson, teach};

/// When a session ends, whatever it waits for, on the clone's own clock.
const MOST: Duration = Duration::from_secs(90);

/// A clone in the look of a seed.
fn clone(seed: u32, after: AfterRound) -> CloneGame {
    CloneGame::new(seed, 64.0, fonts().unwrap(), after)
}

/// Positions that show every digit, and with `faces` every card.
fn shown(seed: u32, faces: bool) -> Vec<Position> {
    let mut generator = Generator::new(seed.wrapping_add(77));
    let position = |number: usize| {
        let board = generator.deal(Level::LAST).board;
        let (rows, cols) = headers(&board);
        let mut left = [3; 4];
        let tiles = board.map(|&card| {
            let some = faces && number < 2 && left[usize::from(card as u8)] > 0;
            left[usize::from(card as u8)] -= i32::from(some);
            some.then_some(card)
        });
        Position { level: None, rows, cols, tiles }
    };
    (0..5).map(position).collect()
}

/// What a session says that it did and saw.
#[derive(Default)]
struct Seen {
    positions: Vec<Position>,
    turned: Vec<Cell>,
    story: Vec<String>,
}

impl Seen {
    fn see(&mut self, record: &serde_json::Value) {
        if let Ok(position) = serde_json::from_value::<Position>(record["position"].clone()) {
            self.positions.push(position);
        }
    }

    fn assert_right(&self, game: &CloneGame) {
        let (log, story) = (game.log(), self.story.join("\n"));
        for seen in &self.positions {
            let known = log
                .positions
                .iter()
                .any(|p| (&p.rows, &p.cols, &p.tiles) == (&seen.rows, &seen.cols, &seen.tiles));
            assert!(known, "misread: {seen:?}\n{story}");
        }
        assert_eq!(log.turned, self.turned, "{story}");
        assert_eq!(log.beside, 0, "{story}");
    }
}

impl Observer for Seen {
    fn notice(&mut self, _: Duration, event: &Event<'_>, view: &dyn View) {
        match event {
            Event::Acted { act, .. } => {
                self.story.push(act.what.to_string());
                self.turned.extend(flipped(&act.what.to_string()));
            }
            Event::Advised { .. } => self.see(&view.record()),
            Event::Doubt(why) | Event::Waiting(why) => self.story.push((*why).to_owned()),
            _ => {}
        }
    }
}

fn flipped(what: &str) -> Option<Cell> {
    (0..25).map(|i| (i / 5, i % 5)).find(|&cell| Move::Flip(cell).to_string() == what)
}

/// A person who says what a card shows whenever that is asked for, once it no longer turns.
struct Person {
    game: CloneGame,
    /// The field that is asked about.
    asked: Option<String>,
    said: Vec<Card>,
    seen: Seen,
}

impl Observer for Person {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        self.seen.notice(at, event, view);
        if let Event::Waiting(why) = event
            && let Some(rest) = why.strip_prefix("you to name what ")
        {
            self.asked = rest.split_once(" shows").map(|(field, _)| field.to_owned());
        }
    }

    fn requests(&mut self) -> Vec<Control> {
        let Some(field) = &self.asked else { return Vec::new() };
        let shown = self.game.log().positions.pop().unwrap().tiles;
        let is_it = |(r, c): Cell| *field == format!("card ({}, {})", r + 1, c + 1);
        let (_, card) = shown.cells().find(|(cell, _)| is_it(*cell)).unwrap();
        let Some(card) = *card else { return Vec::new() };
        self.said.push(card);
        let value = ["V", "1", "2", "3"][usize::from(card as u8)].to_owned();
        vec![Control::Correct { field: self.asked.take().unwrap(), value }]
    }
}

/// Teaches its look by pictures of these positions, and plays it; `None` if they do not teach it.
fn play(game: &CloneGame, taught: &[Position], rounds: u64) -> Option<Seen> {
    let mut seen = Seen::default();
    let stopped = play_before(&mut seen, game, taught, rounds)?;
    println!("{rounds} rounds: {stopped}, {} cards", seen.turned.len());
    seen.story.push(stopped);
    Some(seen)
}

/// The same before an observer; why the session ended.
fn play_before(
    observer: &mut dyn Observer,
    game: &CloneGame,
    taught: &[Position],
    rounds: u64,
) -> Option<String> {
    let lesson = lesson(game, taught, None).ok()?;
    if !lesson.trials.iter().all(|trial| trial.comparison.wrong.is_empty()) {
        return None;
    }
    Some(play_with(observer, game, lesson, rounds))
}

/// What pictures of these positions teach.
fn lesson(
    game: &CloneGame,
    taught: &[Position],
    keys: Option<KeyedGame>,
) -> Result<TaughtLesson, LessonError> {
    let shot = |shows: &Position| Shot { picture: game.specimen(shows), shows: shows.clone() };
    let shots: Vec<Shot> = taught.iter().map(shot).collect();
    teach("clone", &shots, None, keys)
}

/// Plays with what was taught; why the session ended.
fn play_with(
    observer: &mut dyn Observer,
    game: &CloneGame,
    lesson: TaughtLesson,
    rounds: u64,
) -> String {
    let mut player = FlipPlayer::new(FlipPlayerOptions {
        thinking: Duration::from_millis(100),
        plays: true,
        looks: Looks { taught: vec![lesson.look], only_learned: true, ..Looks::default() },
        ..FlipPlayerOptions::default()
    });
    let (mut source, mut hand) = (game.clone(), game.clone());
    let stopped = Session::new(&mut source)
        .playing(&mut hand)
        .at_pace(Pace::with(TIMING))
        .until(Goals { rounds: Some(rounds), until: Some(MOST), ..Goals::default() })
        .observed_by(observer)
        .run(&mut player);
    stopped.to_string()
}

/// A position that shows every digit and every card, for one picture to teach all.
fn telling() -> Position {
    let telling = (1..).find_map(|seed| {
        let board = Generator::new(seed).deal(Level::LAST).board;
        let (rows, cols) = headers(&board);
        let lines = || rows.iter().chain(&cols);
        let digits: BTreeSet<u8> =
            lines().flat_map(|line| [line.sum / 10, line.sum % 10, line.voltorbs]).collect();
        let mut left = [2; 4];
        let tiles = board.map(|&card| {
            let some = left[usize::from(card as u8)] > 0;
            left[usize::from(card as u8)] -= i32::from(some);
            some.then_some(card)
        });
        let has_all = digits.len() == 10 && left.iter().all(|left| *left < 2);
        has_all.then_some(Position { level: None, rows, cols, tiles })
    });
    telling.unwrap()
}

#[test]
fn games_of_other_consoles_are_taught_by_one_picture_and_played_by_keys() {
    let mut after_losses = 0;
    for (seed, kind) in (1..).zip(Handheld::ALL) {
        let (turns, key) = match kind {
            Handheld::Fusion => (TurnKey::Return, Key::Enter),
            _ => (TurnKey::X, Key::A),
        };
        let game = CloneGame::handheld(kind, seed, key);
        let keys = |cursor| Some(KeyedGame { cursor, turns });
        let lesson = lesson(&game, &[telling()], keys((0, 0)));
        let lesson = lesson.unwrap_or_else(|why| panic!("{kind:?}: {why}"));
        let [trial] = &lesson.trials[..] else { panic!("one picture") };
        assert!(trial.comparison.fully_right(), "{kind:?}: {:?}", trial.comparison);
        let mut seen = Seen::default();
        let stopped = play_with(&mut seen, &game, lesson, ROUNDS);
        seen.story.push(stopped);
        seen.assert_right(&game);
        let rounds = game.log().rounds;
        assert_eq!(rounds.len() as u64, ROUNDS, "{kind:?}: {}", seen.story.join("\n"));
        // A loss keeps the level, and the next board is dealt without a message.
        let lost = |two: &&[Outcome]| two[0] == Outcome::Lost;
        after_losses += rounds.windows(2).filter(lost).count();
    }
    assert!(after_losses > 0, "no round was lost before the last");
}

/// Rounds that a stand-in for another console is played for.
const ROUNDS: u64 = 3;

#[test]
fn a_cursor_that_is_not_where_it_is_said_to_be_teaches_nothing() {
    let game = CloneGame::handheld(Handheld::Advance, 1, Key::A);
    let keys = Some(KeyedGame { cursor: (2, 3), turns: TurnKey::X });
    let why = lesson(&game, &[telling()], keys).unwrap_err().to_string();
    assert!(why.contains("cursor"), "{why}");
}

#[test]
fn rounds_of_clones_are_played_by_their_cards_alone() {
    let (mut played, mut outcomes) = (0, BTreeSet::new());
    for seed in 1..=3 {
        let game = clone(seed, AfterRound::Deals);
        let Some(seen) = play(&game, &shown(seed, true), 2) else { continue };
        seen.assert_right(&game);
        let rounds = game.log().rounds;
        played += usize::from(rounds.len() >= 2);
        outcomes.extend(rounds.iter().map(|outcome| format!("{outcome:?}")));
    }
    assert!(played >= 2, "{played} of 3");
    assert_eq!(outcomes.len(), 2, "{outcomes:?}");
}

/// What comes after a round is not known, and what a card shows that nobody has named.
#[test]
fn it_stops_rather_than_guess_at_anything_else() {
    let mut tried = 0;
    for seed in 1..=2 {
        let game = clone(seed, AfterRound::Asks);
        let Some(seen) = play(&game, &shown(seed, true), 2) else { continue };
        seen.assert_right(&game);
        assert_eq!(game.log().rounds.len(), 1, "{}", seen.story.join("\n"));
        let game = clone(seed, AfterRound::Deals);
        let Some(seen) = play(&game, &shown(seed, false), 2) else { continue };
        seen.assert_right(&game);
        assert_eq!(game.log().turned.len(), 1, "{}", seen.story.join("\n"));
        tried += 1;
    }
    assert!(tried >= 1, "{tried} of 2");
}

/// A card that is new is asked about, once for each face, and then known.
#[test]
fn what_a_new_card_shows_is_asked_and_learned() {
    let (mut played, mut said) = (0, 0);
    for seed in 1..=2 {
        let game = clone(seed, AfterRound::Deals);
        let mut person =
            Person { game: game.clone(), asked: None, said: Vec::new(), seen: Seen::default() };
        let Some(stopped) = play_before(&mut person, &game, &shown(seed, false), 2) else {
            continue;
        };
        println!("seed {seed}: {stopped}, said {:?}", person.said);
        person.seen.assert_right(&game);
        let faces: BTreeSet<u8> = person.said.iter().map(|card| *card as u8).collect();
        assert_eq!(
            faces.len(),
            person.said.len(),
            "{:?}: {}",
            person.said,
            person.seen.story.join("\n")
        );
        played += usize::from(game.log().rounds.len() >= 2);
        said += person.said.len();
    }
    assert!(played >= 1 && said >= 3, "{played} of 2 played, {said} cards named");
}

#[test]
fn a_clone_in_a_window_is_taught_and_played_by_the_program() {
    let test = "play::clones::a_clone_in_a_window_is_taught_and_played_by_the_program";
    on_desktop(test, &[], || {
        let game = clone(SEED, AfterRound::Deals);
        let (presses, tried) = in_window("clone", &game, &shown(SEED, true), "");
        assert_eq!(presses, tried);
    });
}

#[test]
fn a_game_of_another_console_in_a_window_is_taught_and_played_by_the_program() {
    let test =
        "play::clones::a_game_of_another_console_in_a_window_is_taught_and_played_by_the_program";
    on_desktop(test, &[], || {
        let game = CloneGame::handheld(Handheld::Advance, 4, Key::A);
        let (presses, _) = in_window("handheld", &game, &[telling()], "; cursor 1,1 x");
        assert_eq!(presses, 0, "it is played by keys");
    });
}

/// Shows a clone in a window, lets the program learn its look from pictures of these positions, and play two rounds.
/// How often the window was pressed, and how often a card was to be turned.
fn in_window(name: &str, game: &CloneGame, taught: &[Position], keys: &str) -> (usize, usize) {
    let folder = folder(name);
    let user = User::new();
    user.move_pointer(1500, 1000);
    let mut learn = Command::new(env!("CARGO_BIN_EXE_voltsight"));
    learn.args(["look", "learn", "clone"]).env("XDG_CONFIG_HOME", folder.join("config"));
    for (number, shows) in taught.iter().enumerate() {
        let file = folder.join(format!("{number}.png"));
        game.specimen(shows).save(&file).unwrap();
        learn.arg(file).args(["--shows", &(write_position(shows) + keys)]);
    }
    let learnt = learn.output().unwrap();
    assert!(learnt.status.success(), "{}", String::from_utf8_lossy(&learnt.stderr));
    let window = StandIn::show_clone(game.clone(), (300, 200));
    let options = ["play", "--profile", "clone", "--window", "A clone", "--rounds", "2"];
    let mut watch = Watch::start(&folder, &options);
    assert_eq!(watch.end(), 0, "{}", watch.said());
    let (mut seen, mut tried) = (Seen::default(), 0);
    for entry in &watch.story {
        match entry.kind() {
            "acted" => {
                let cell = flipped(entry.text());
                tried += usize::from(cell.is_some());
                seen.turned.extend(cell);
            }
            // A busy machine may lose a press; it is tried again.
            "no-effect" if flipped(entry.text()).is_some() => drop(seen.turned.pop()),
            "advised" => seen.see(&entry.0["on"]),
            kind => seen.story.push(format!("{kind} {}", entry.text())),
        }
    }
    seen.assert_right(game);
    assert!(game.log().rounds.len() >= 2);
    assert_eq!(user.pointer(), (1500, 1000), "the pointer is the user's");
    (window.presses(), tried)
}

/// A look that chance drew, and which pictures teach.
const SEED: u32 = 3;
