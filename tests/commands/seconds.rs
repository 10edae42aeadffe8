//! How long a round of Voltorb Flip takes on the built-in game, where its seconds go, and how many of them are the
//! game's own: the same moves are made once more by a pen that needs no time to see and to decide.
//!
//! `SECONDS_ROUNDS=60 cargo test --release --no-default-features --test commands seconds -- --ignored --nocapture`

use grid::geometry::Point;
use lab::voltorb_flip::arcade::{
    FlipArcade, FlipArcadeOptions, ITERATION, Shown, TextSpeed, Touched,
};
use session::capture::{CaptureError, Source};
use session::consoles::ds::TIMING;
use session::frame::Frame;
use session::input::{Gesture, Hold, InputDevice};
use session::{Goals, Pace, Session};
use std::collections::BTreeMap;
use std::time::Duration;
use voltorb_flip::solver::Objective;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions};
use voltorb_flip_game::screen::Phase;
use voltorb_flip_game::screen::layout::NEUTRAL;

/// Time by what the game shows.
type Parts = BTreeMap<&'static str, Duration>;

/// The part of a round that the game is in.
fn part(game: &FlipArcade, shown: &Shown) -> &'static str {
    // Whoever has flipped a Voltorb waits until the game shows the whole board.
    let inside = game.inside();
    let lost = inside.board.cells().any(|(cell, card)| card.value() == 0 && inside.face_up[cell]);
    match shown.state {
        Some(Phase::Menu | Phase::Info | Phase::Notice | Phase::Between) => "to the menu, and Play",
        Some(Phase::Clear | Phase::Quit) => "won or quit: texts",
        Some(Phase::Reveal) => "the whole board is shown",
        Some(Phase::Message) if !lost => "boxes",
        _ if lost => "lost: explosion and text",
        Some(Phase::Board | Phase::Memo) => "quiet board",
        _ => "in motion",
    }
}

/// The built-in game, and where its time went.
struct Clocked<'a> {
    game: FlipArcade,
    parts: &'a mut Parts,
    last: (Duration, &'static str),
}

impl<'a> Clocked<'a> {
    fn new(game: FlipArcade, parts: &'a mut Parts) -> Self {
        Self { game, parts, last: (Duration::ZERO, "to the menu, and Play") }
    }
}

impl Source for Clocked<'_> {
    fn name(&self) -> String {
        self.game.name()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        let frame = self.game.next(wait)?;
        let (since, what) = self.last;
        *self.parts.entry(what).or_default() += frame.at - since;
        self.last = (frame.at, part(&self.game, &self.game.shown()));
        Ok(frame)
    }
}

/// Plays so many rounds; how long they took, and the game.
fn played(options: FlipArcadeOptions, rounds: u64, parts: &mut Parts) -> FlipArcade {
    let game = FlipArcade::new(options);
    let mut player = FlipPlayer::new(FlipPlayerOptions {
        strategy: Objective::Clear.into(),
        thinking: Duration::from_millis(200),
        plays: true,
        ..FlipPlayerOptions::default()
    });
    let mut source = Clocked::new(game.clone(), parts);
    let stopped = Session::new(&mut source)
        .playing(&mut game.clone())
        .at_pace(Pace::with(TIMING))
        .until(Goals { rounds: Some(rounds), ..Goals::default() })
        .run(&mut player);
    assert!(stopped.as_meant(), "{stopped}");
    game
}

/// Makes the same moves in the same game by a pen that sees in each pass of its loop what it is at, and is up in
/// every other one, as the game asks.
fn replayed(
    options: FlipArcadeOptions,
    log: &[(Point, Touched)],
    rounds: usize,
    parts: &mut Parts,
) {
    let touch = options.presentation.touch_screen();
    let fast = options.text_speed == TextSpeed::Fast;
    let game = FlipArcade::new(options);
    let mut source = Clocked::new(game.clone(), parts);
    let mut hand = game.clone();
    let mut moves = log.iter();
    let mut next = moves.next();
    while game.log().rounds.len() < rounds || game.shown().state != Some(Phase::Reveal) {
        let Ok(frame) = source.next(ITERATION) else { panic!("the table is left") };
        let shown = game.shown();
        let at = match shown.state {
            Some(Phase::Menu | Phase::Board | Phase::Quit) => next.map(|(at, _)| *at),
            Some(Phase::Message | Phase::Clear | Phase::Notice | Phase::Reveal) => Some(NEUTRAL),
            _ => None,
        };
        let Some(at) = at else { continue };
        let gesture = Gesture::tap(touch.to_picture(at), touch.area, Duration::ZERO);
        let before = game.log().taps.len();
        // A text that is printed slowly is held on.
        let text = |shown: &Shown| shown.message.clone();
        let mut seen = text(&shown);
        let most = Duration::from_secs(2);
        hand.hold(&gesture, &frame, most, &mut || {
            let _ = source.next(ITERATION);
            let now = text(&game.shown());
            let printing =
                !fast && now.is_some() && now != seen && shown.state != Some(Phase::Message);
            seen = now;
            if printing { Hold::On } else { Hold::Enough }
        })
        .unwrap();
        let log = game.log();
        let touched = log.taps[before..].iter().map(|tap| tap.touched);
        if let Some((_, what)) = next
            && touched.into_iter().any(|touched| touched == *what)
        {
            next = moves.next();
        }
    }
}

#[test]
#[ignore = "plays many rounds: for measuring"]
fn seconds_of_a_round_and_the_games_own() {
    let rounds = std::env::var("SECONDS_ROUNDS").map_or(60, |rounds| rounds.parse().unwrap());
    for text_speed in [TextSpeed::Slow, TextSpeed::Mid, TextSpeed::Fast] {
        let options = || FlipArcadeOptions { text_speed, ..FlipArcadeOptions::default() };
        let (mut taken, mut least) = (Parts::new(), Parts::new());
        let game = played(options(), rounds, &mut taken);
        let log = game.log();
        let is_move = |touched| {
            matches!(
                touched,
                Touched::Card(_) | Touched::Entry(_) | Touched::QuitButton | Touched::Yes
            )
        };
        let taps = log.taps.iter().map(|tap| (tap.at, tap.touched));
        let moves: Vec<_> = taps.filter(|(_, touched)| is_move(*touched)).collect();
        replayed(options(), &moves, log.rounds.len(), &mut least);
        let a_round = |time: Duration| time.as_secs_f64() / rounds as f64;
        let won = log.rounds.iter().filter(|round| round.coins > 0).count();
        println!(
            "{text_speed:?} text, {rounds} rounds, {won} of them paid: seconds a round, and the game's own"
        );
        for what in taken.keys() {
            let [taken, least] = [&taken, &least].map(|parts| parts.get(what).copied());
            let [taken, least] = [taken, least].map(|time| a_round(time.unwrap_or_default()));
            println!("  {what:26} {taken:6.2} {least:6.2}");
        }
        let [taken, least] = [&taken, &least].map(|parts| a_round(parts.values().sum()));
        println!("  {:26} {taken:6.2} {least:6.2}", "all");
    }
}
