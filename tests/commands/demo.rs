//! The main job on the built-in game, from pictures to taps, checked against the game's inside.
//!
//! A few rounds run always, 200 on each of five seeds with `make soak`.

use crate::support::require::require;
use grid::geometry::Point;
use lab::voltorb_flip::arcade::{self, FlipArcade, Presentation, TextSpeed};
use lab::voltorb_flip::referee::{FlipReferee, Verdict};
use session::consoles::ds::{TAP_HOLD, TIMING};
use session::frame::Frame;
use session::input::{Gesture, InputDevice, InputError};
use session::stats::Statistics;
use session::{Goals, Pace, Session, Stopped};
use std::time::Duration;
use voltorb_flip::levels::Level;
use voltorb_flip::solver::Objective;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions};

struct Played {
    stopped: Stopped,
    verdict: Verdict,
    statistics: Statistics,
}

/// Plays with `hand` made from the game's own.
fn play_with<H: InputDevice>(
    options: arcade::FlipArcadeOptions,
    objective: Objective,
    rounds: u64,
    hand: impl FnOnce(FlipArcade) -> H,
) -> Played {
    let game = FlipArcade::new(options);
    let options = FlipPlayerOptions {
        strategy: objective.into(),
        thinking: Duration::from_millis(200),
        ..FlipPlayerOptions::default()
    };
    let mut player = FlipPlayer::new(options);
    let (mut source, mut hand) = (game.clone(), hand(game.clone()));
    let (mut referee, mut statistics) = (FlipReferee::new(game), Statistics::default());
    let stopped = Session::new(&mut source)
        .playing(&mut hand)
        .at_pace(Pace::with(TIMING))
        .until(Goals { rounds: Some(rounds), ..Goals::default() })
        .observed_by(&mut referee)
        .observed_by(&mut statistics)
        .run(&mut player);
    Played { stopped, verdict: referee.verdict(), statistics }
}

fn play(options: arcade::FlipArcadeOptions, objective: Objective, rounds: u64) -> Played {
    play_with(options, objective, rounds, |game| game)
}

fn seeded(seed: u32) -> arcade::FlipArcadeOptions {
    arcade::FlipArcadeOptions { seed, ..arcade::FlipArcadeOptions::default() }
}

fn assert_clean(played: &Played, rounds: u64) {
    let Played { stopped, verdict, statistics } = played;
    assert!(stopped.as_meant(), "{stopped}\n{statistics}");
    assert!(verdict.clean(), "{verdict}");
    assert_eq!(statistics.rounds, rounds);
    assert_eq!(verdict.lost_taps, 0);
}

#[test]
fn rounds_are_played_without_a_misread_or_a_wrong_tap() {
    let mut seen = [0; 2];
    for seed in [1, 2] {
        let played = play(seeded(seed), Objective::Next, 6);
        assert_clean(&played, 6);
        seen[0] += played.statistics.won;
        seen[1] += played.statistics.lost;
    }
    assert!(seen.iter().all(|&rounds| rounds > 0), "wins and losses were played: {seen:?}");
}

#[test]
fn a_round_is_quit_when_that_serves_the_aim() {
    // With as many cards flipped as the level's number, quitting keeps the level for sure.
    let level = Level::try_from(3).unwrap();
    let played = play(arcade::FlipArcadeOptions { level, ..seeded(4) }, Objective::Level, 6);
    assert_clean(&played, 6);
    assert!(played.statistics.quit > 0, "{}", played.statistics);
}

#[test]
fn another_scale_place_and_text_speed_make_no_difference() {
    let presentation = Presentation {
        scale: 2.0,
        gap: 10,
        offset: (30, 60),
        canvas: Some((640, 900)),
        ..Presentation::default()
    };
    let options =
        arcade::FlipArcadeOptions { presentation, text_speed: TextSpeed::Fast, ..seeded(4) };
    assert_clean(&play(options, Objective::Next, 1), 1);
}

#[test]
fn held_texts_take_no_longer_at_the_slowest_text_speed() {
    let play = |text_speed| {
        let played =
            play(arcade::FlipArcadeOptions { text_speed, ..seeded(5) }, Objective::Next, 2);
        assert_clean(&played, 2);
        assert!(played.statistics.won > 0, "{}", played.statistics);
        played.statistics.time.as_secs_f64()
    };
    let fast = play(TextSpeed::Fast);
    let slow = play(TextSpeed::Slow);
    assert!(slow < 1.1 * fast, "{slow:.1} s, at the fast speed {fast:.1} s");
}

/// Drops every `nth` tap, as emulators now and then do.
struct Lossy<H> {
    hand: H,
    nth: usize,
    taps: usize,
    dropped: usize,
}

impl<H: InputDevice> InputDevice for Lossy<H> {
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        self.taps += 1;
        if !self.taps.is_multiple_of(self.nth) {
            return self.hand.perform(gesture, frame);
        }
        self.dropped += 1;
        // Too short to be sampled.
        let Gesture::Tap { at, within, .. } = *gesture else { return Ok(()) };
        self.hand.perform(&Gesture::tap(at, within, Duration::ZERO), frame)
    }
}

#[test]
fn lost_taps_are_made_again() {
    let lossy = |hand| Lossy { hand, nth: 3, taps: 0, dropped: 0 };
    let played = play_with(seeded(5), Objective::Next, 3, lossy);
    assert!(played.stopped.as_meant(), "{}", played.stopped);
    assert!(played.verdict.clean(), "{}", played.verdict);
    assert!(played.verdict.lost_taps > 0);
    assert!(played.statistics.repeated > 0);
}

/// Taps somewhere else than it is told.
struct Dead;

impl InputDevice for Dead {
    fn perform(&mut self, _: &Gesture, _: &Frame) -> Result<(), InputError> {
        Ok(())
    }
}

#[test]
fn taps_without_any_effect_end_in_a_reason() {
    let played = play_with(seeded(6), Objective::Next, 1, |_| Dead);
    assert!(matches!(played.stopped, Stopped::NoEffect { .. }), "{}", played.stopped);
    assert!(played.stopped.to_string().contains("choose Play"), "{}", played.stopped);
}

#[test]
fn a_memo_left_open_and_game_info_are_left_again() {
    let game = FlipArcade::new(seeded(7));
    let mut player = FlipPlayer::new(FlipPlayerOptions {
        strategy: Objective::Next.into(),
        ..FlipPlayerOptions::default()
    });
    let (mut source, mut hand, mut person) = (game.clone(), game.clone(), game.clone());
    let tap = |person: &mut FlipArcade, x, y| {
        use session::capture::Source;
        let frame = person.next(Duration::from_millis(200)).unwrap();
        let at = Point::new(x, 192.0 + y);
        let within = grid::geometry::Rect::new(0.0, 192.0, 256.0, 192.0);
        person.perform(&Gesture::tap(at, within, TAP_HOLD), &frame).unwrap();
    };
    // A person opens Game Info in the menu, which the game needs a while to show.
    for _ in 0..30 {
        use session::capture::Source;
        person.next(Duration::from_millis(200)).unwrap();
    }
    tap(&mut person, 196.0, 104.0);
    let mut statistics = Statistics::default();
    let stopped = Session::new(&mut source)
        .playing(&mut hand)
        .at_pace(Pace::with(TIMING))
        .until(Goals { rounds: Some(1), ..Goals::default() })
        .observed_by(&mut statistics)
        .run(&mut player);
    assert!(stopped.as_meant(), "{stopped}");
    let log = game.log();
    let touched: Vec<String> = log.taps.iter().map(|tap| format!("{:?}", tap.touched)).collect();
    assert!(touched.iter().any(|what| what.contains("Return")), "{touched:?}");
    // The top screen now claims level 1, which here is true as well.
    assert_eq!(log.rounds.len(), 1);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_of_two_hundred_rounds_on_each_of_five_seeds() {
    for seed in 1..=5 {
        let played = play(seeded(seed), Objective::Clear, 200);
        assert_clean(&played, 200);
        println!("seed {seed}\n{}\n{}", played.statistics, played.verdict);
    }
}

/// Runs `voltsight` with these arguments; its exit code and what it said on standard error.
fn voltsight(arguments: &[&str]) -> (Option<i32>, String) {
    let command = std::process::Command::new(env!("CARGO_BIN_EXE_voltsight"))
        .args(arguments)
        .output()
        .unwrap();
    (command.status.code(), String::from_utf8_lossy(&command.stderr).into_owned())
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    for arguments in [
        ["demo", "--rounds", "0"],
        ["demo", "--speed", "nan"],
        ["demo", "--speed", "inf"],
        ["demo", "--speed=-1", "--quiet"],
        ["demo", "--seed", "4294967296"],
        ["demo", "--think", "1e9"],
        ["watch", "--rounds", "0"],
        ["watch", "--coins", "0"],
        ["watch", "--pid", "0"],
        ["watch", "--think", "99999999999"],
        ["watch", "--until", "0m"],
    ] {
        let (code, said) = voltsight(&arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        assert!(said.contains("from "), "{arguments:?}: {said}");
    }
    let (code, said) = voltsight(&["play", "--taps-per-minute", "0"]);
    assert!(code == Some(2) && said.contains("from 1 to 1000"), "{said}");
    let (code, said) = voltsight(&["play", "--without-guard", "luck"]);
    assert!(code == Some(2) && said.contains("pointer, cover, focus, hotkeys"), "{said}");
}

#[test]
fn a_closed_pipe_is_a_quiet_end_and_a_full_disk_a_sentence() {
    use std::process::{Command, Stdio};
    for arguments in [&["demo", "--rounds", "1000000"][..], &["demo", "--rounds", "1", "--json"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
        let command = command.args(arguments).stderr(Stdio::piped());
        let mut program = command.stdout(Stdio::piped()).spawn().unwrap();
        drop(program.stdout.take());
        let output = program.wait_with_output().unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
    let is_here = std::path::Path::new("/dev/full").exists();
    if !require("/dev/full", is_here, "there is no /dev/full") {
        return;
    }
    for arguments in [&["demo", "--rounds", "1"][..], &["demo", "--rounds", "1", "--json"]] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
        let output = command.args(arguments).stdout(full).stderr(Stdio::piped()).spawn().unwrap();
        let output = output.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("standard output cannot be written: No space left"), "{said}");
        assert!(!said.contains("panicked"), "{said}");
    }
}
