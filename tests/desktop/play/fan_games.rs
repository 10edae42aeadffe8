//! Fan games, which are played by keys: stand-ins of ours, drawn as those games look and keyed as their
//! scripts say, first in virtual time and then in a real window.

use crate::support::flips::{Session as Watch, round_end};
use crate::support::stand_in::StandIn;
use crate::support::user::User;
use crate::support::{folder, on_desktop};
use grid::Cell;
use lab::voltorb_flip::arcade::fan::{FanArcade, FanKind, FanLog, Keyed};
use session::capture::{CaptureError, Source};
use session::consoles::ds::TIMING;
use session::frame::Frame;
use session::input::{Gesture, InputDevice, Key};
use session::{Ending, Event, Goals, Observer, Pace, Session, Stopped, View};
use std::collections::VecDeque;
use std::time::Duration;
use voltorb_flip::board::Position;
use voltorb_flip::levels::Level;
use voltorb_flip::solver::Objective;
use voltorb_flip::solver::strategies::Strategy;
use voltorb_flip_game::player::{FlipPlayer, FlipPlayerOptions, ending};

const KINDS: [FanKind; 2] = [FanKind::Essentials, FanKind::RpgMaker];

/// What a session says that it saw.
#[derive(Default)]
struct Seen {
    positions: Vec<Position>,
    flips: Vec<Cell>,
    rounds: Vec<(Ending, u64)>,
    story: Vec<String>,
}

impl Seen {
    fn hear(&mut self, kind: &str, record: &serde_json::Value, what: &str) {
        self.story.push(format!("{kind} {what}"));
        if let Ok(position) = serde_json::from_value::<Position>(record["position"].clone()) {
            self.positions.push(position);
        }
        let cells = (0..25).map(|i| (i / 5, i % 5));
        let flip =
            |&(r, c): &Cell| what == format!("flip the card in row {}, column {}", r + 1, c + 1);
        if kind == "acted" {
            self.flips.extend(cells.into_iter().find(flip));
        }
    }

    /// Compares with what the game knows.
    fn assert_right(&self, log: &FanLog) {
        let story = || format!("{}\nthe game took {:?}", self.story.join("\n"), log.pressed);
        for position in &self.positions {
            let known = |p: &&Position| {
                (&p.rows, &p.cols, &p.tiles) == (&position.rows, &position.cols, &position.tiles)
            };
            assert!(log.positions.iter().any(|p| known(&p)), "misread: {position:?}\n{}", story());
        }
        let flipped: Vec<Cell> = log
            .pressed
            .iter()
            .filter_map(|(_, done)| match done {
                Keyed::Flipped(cell) => Some(*cell),
                _ => None,
            })
            .collect();
        assert_eq!(flipped, self.flips, "{}", story());
        let rounds = log.rounds.iter().map(|&(outcome, coins)| (ending(outcome), u64::from(coins)));
        assert_eq!(rounds.collect::<Vec<_>>(), self.rounds, "{}", story());
        for (key, done) in &log.pressed {
            assert!(
                !matches!(done, Keyed::Marked(_) | Keyed::Left),
                "{key:?} {done:?}\n{}",
                story()
            );
        }
        assert!(self.positions.len() > self.rounds.len(), "{}", story());
    }
}

impl Observer for Seen {
    fn notice(&mut self, _: Duration, event: &Event<'_>, view: &dyn View) {
        match event {
            Event::Acted { act, .. } => self.hear("acted", &view.record(), &act.what.to_string()),
            Event::Advised { act, .. } => {
                self.hear("advised", &view.record(), &act.what.to_string())
            }
            Event::RoundEnd(end) => {
                let outcome = end.ending;
                self.rounds.push((outcome, end.score));
            }
            Event::Doubt(why) | Event::Waiting(why) => self.story.push((*why).to_owned()),
            _ => {}
        }
    }
}

fn play(game: &FanArcade, strategy: Strategy, rounds: u64) -> (Stopped, Seen) {
    play_as_shown(&mut game.clone(), game, strategy, rounds)
}

/// Plays a game of which `source` gives the pictures.
fn play_as_shown(
    source: &mut dyn Source,
    game: &FanArcade,
    strategy: Strategy,
    rounds: u64,
) -> (Stopped, Seen) {
    let mut player = FlipPlayer::new(FlipPlayerOptions {
        strategy,
        thinking: Duration::from_millis(100),
        plays: true,
        ..FlipPlayerOptions::default()
    });
    let (mut hand, mut seen) = (game.clone(), Seen::default());
    let stopped = Session::new(source)
        .playing(&mut hand)
        .at_pace(Pace::with(TIMING))
        .until(Goals { rounds: Some(rounds), ..Goals::default() })
        .observed_by(&mut seen)
        .run(&mut player);
    (stopped, seen)
}

fn press(game: &FanArcade, key: Key) {
    let frame = Frame::shared(game.picture(), Duration::ZERO);
    let hold = Duration::from_millis(80);
    game.clone().perform(&Gesture::Key { key, hold }, &frame).unwrap();
    game.pass(Duration::from_millis(80), None);
}

#[test]
fn rounds_are_played_by_keys_without_a_misread_or_a_wrong_card() {
    let mut outcomes = Vec::new();
    for (seed, kind) in (1..).zip(KINDS) {
        let game = FanArcade::new(kind, seed, Level::try_from(3).unwrap());
        let (stopped, seen) = play(&game, Objective::Next.into(), 2);
        assert!(stopped.as_meant(), "{kind:?} {seed}: {stopped}\n{}", seen.story.join("\n"));
        seen.assert_right(&game.log());
        assert_eq!(seen.rounds.len(), 2);
        outcomes.extend(seen.rounds.iter().map(|(outcome, _)| *outcome));
    }
    assert!(outcomes.contains(&Ending::Won) && outcomes.contains(&Ending::Lost), "{outcomes:?}");
}

/// A game on a machine so busy that its pictures are old when they are seen.
struct Late {
    game: FanArcade,
    pictures: VecDeque<Frame>,
}

impl Late {
    const BY: Duration = Duration::from_millis(400);
}

impl Source for Late {
    fn name(&self) -> String {
        self.game.name()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        let now = self.game.next(wait)?;
        self.pictures.push_back(now.clone());
        while self.pictures.get(1).is_some_and(|next| next.at + Self::BY <= now.at) {
            self.pictures.pop_front();
        }
        Ok(Frame { at: now.at, ..self.pictures[0].clone() })
    }
}

/// The key that dismisses a message flips the card under the cursor, if it comes once more after that.
#[test]
fn a_key_whose_effect_is_seen_late_is_not_pressed_twice() {
    for kind in KINDS {
        let game = FanArcade::new(kind, 7, Level::FIRST);
        game.pass(Duration::from_secs(3), None);
        let mut late = Late { game: game.clone(), pictures: VecDeque::new() };
        let (stopped, seen) = play_as_shown(&mut late, &game, Objective::Next.into(), 1);
        assert!(stopped.as_meant(), "{kind:?}: {stopped}");
        seen.assert_right(&game.log());
    }
}

#[test]
fn a_round_is_quit_where_the_strategy_says_so() {
    let mut quit = 0;
    for (seed, kind) in (1..=3).flat_map(|seed| KINDS.map(|kind| (seed, kind))) {
        let game = FanArcade::new(kind, seed, Level::try_from(4).unwrap());
        let (_, seen) = play(&game, Strategy::Logic, 1);
        seen.assert_right(&game.log());
        quit += seen.rounds.iter().filter(|(outcome, _)| *outcome == Ending::Quit).count();
    }
    assert!(quit >= 2, "{quit} of 6 rounds were quit");
}

/// A person began to mark cards, or opened the question, before it begins.
#[test]
fn marking_is_ended_and_the_question_answered_before_a_card_is_flipped() {
    for (kind, keys, memo) in [
        (FanKind::Essentials, [Key::Enter, Key::Z], Key::Z),
        (FanKind::Essentials, [Key::Enter, Key::ControlKey], Key::ControlKey),
    ] {
        let game = FanArcade::new(kind, 5, Level::FIRST).with_memo_key(memo);
        game.pass(Duration::from_secs(3), None);
        keys.into_iter().for_each(|key| press(&game, key));
        assert_eq!(game.log().pressed.last().unwrap().1, Keyed::Memo);
        let (stopped, seen) = play(&game, Objective::Next.into(), 1);
        assert!(stopped.as_meant(), "{stopped}\n{}", seen.story.join("\n"));
        seen.assert_right(&game.log());
    }
    let game = FanArcade::new(FanKind::Essentials, 5, Level::FIRST);
    game.pass(Duration::from_secs(3), None);
    press(&game, Key::Enter);
    press(&game, Key::Escape);
    let (stopped, seen) = play(&game, Objective::Next.into(), 1);
    assert!(stopped.as_meant(), "{stopped}\n{}", seen.story.join("\n"));
    assert!(game.log().pressed.iter().any(|(_, done)| *done == Keyed::Stayed));
    seen.assert_right(&game.log());
}

#[test]
fn fan_games_in_a_window_are_played_by_keys() {
    let test = "play::fan_games::fan_games_in_a_window_are_played_by_keys";
    on_desktop(test, &[], || {
        let folder = folder("fan-games");
        let user = User::new();
        user.move_pointer(1500, 1000);
        for (seed, kind) in (7..).zip(KINDS) {
            let game = FanArcade::new(kind, seed, Level::FIRST);
            let window = StandIn::show_fan(game.clone(), (200, 150));
            let mut watch =
                Watch::start(&folder, &["play", "--rounds", "2", "--objective", "next"]);
            assert_eq!(watch.end(), 0, "{}", watch.said());
            let mut seen = Seen::default();
            for entry in &watch.story {
                let end = round_end(entry).map(|end| (end.ending, end.score));
                seen.rounds.extend(end);
                match entry.kind() {
                    kind @ ("acted" | "advised") => {
                        seen.hear(
                            kind,
                            &entry.0["on"],
                            entry.0["move"].as_str().unwrap_or_default(),
                        );
                    }
                    kind => seen.story.push(kind.to_owned()),
                }
            }
            seen.assert_right(&game.log());
            assert_eq!(window.presses(), 0);
            assert_eq!(user.pointer(), (1500, 1000), "the pointer is the user's");
        }
    });
}
