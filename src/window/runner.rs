//! The thread of a companion: finds the game, advises, plays while it is asked to, until it is to end.

use super::host::Host;
use super::place::{Place, Subject};
use super::shared::{News, Shared};
use super::watcher::Watcher;
use crate::any_game::Readers;
use crate::game::{Game, Playing};
use crate::output::sentence;
use session::frame::Frame;
use session::log::SessionLog;
use session::stats::Statistics;
use session::{Control, ErasedPlayer, Pace, Session, Setting, Stopped};
use std::sync::Arc;
use std::time::Duration;

/// From one picture to the next while there is no game in them.
const POLL: Duration = Duration::from_millis(250);

/// Runs a companion until it is to end, or there is nothing more to see.
pub(super) fn run(subject: Subject, shared: &Arc<Shared>, host: &Host) {
    let opened = Place::open(subject, shared).and_then(|place| {
        let log = host.log.as_deref().map(SessionLog::create).transpose()?;
        Ok((place, log))
    });
    let why = match opened {
        Ok((place, log)) => {
            let name = place.source.name();
            let can_play = place.hand.is_some();
            shared.tell(|news| {
                news.source = name;
                news.can_play = can_play;
            });
            let statistics = Statistics::default();
            let readers = None;
            let mut runner =
                Runner { place, shared, host, readers, statistics, log, settings: Vec::new() };
            let ended = runner.sessions();
            let kept = runner.log.take().map_or(Ok(()), SessionLog::finish);
            let ended = ended.or_else(|| kept.err().map(|why| why.to_string()));
            host.set_acting(false);
            let summary = runner.summary();
            shared.tell(|news| news.summary = summary);
            ended
        }
        Err(error) => Some(sentence(&error)),
    };
    shared.tell(|news| {
        news.ended = true;
        news.plays = false;
        if why.is_some() {
            news.why = why;
        }
    });
}

struct Runner<'a> {
    place: Place,
    shared: &'a Arc<Shared>,
    host: &'a Host,
    /// What finds a game in a picture, once that was needed.
    readers: Option<Readers>,
    statistics: Statistics,
    log: Option<SessionLog>,
    /// How it last played.
    settings: Vec<Setting>,
}

impl Runner<'_> {
    /// One session after the other; why nothing more comes, if that is so.
    fn sessions(&mut self) -> Option<String> {
        loop {
            let game = match self.game() {
                Ok(Some(game)) => game,
                Ok(None) => return None,
                Err(why) => return Some(why),
            };
            let Some(playing) = game.playing() else {
                self.refuse(game.no_advice());
                self.idle();
                continue;
            };
            if self.is_over() {
                return None;
            }
            match self.session(game, playing) {
                Ok(()) => {}
                Err(why) => return Some(why),
            }
        }
    }

    /// The game: known beforehand, or the one that the pictures show. None if it is to end before.
    ///
    /// # Errors
    /// There are no more pictures.
    fn game(&mut self) -> Result<Option<&'static dyn Game>, String> {
        if let Some(game) = self.place.game {
            return Ok(Some(game));
        }
        let mut looked_at: Option<Frame> = None;
        let mut wait = Duration::ZERO;
        while !self.is_over() {
            // There is no session yet that could hear of anything.
            self.shared.controls();
            match self.place.source.next(std::mem::replace(&mut wait, POLL)) {
                Ok(frame) => {
                    if looked_at.as_ref().is_none_or(|last| *last.picture != *frame.picture) {
                        self.shared.tell(|news| news.picture = Some(frame.picture.clone()));
                        if let Some(game) = self.find(&frame)? {
                            return Ok(Some(game));
                        }
                    }
                    looked_at = Some(frame);
                }
                Err(error) if is_final(&error) => return Err(error.to_string()),
                Err(error) => self.refuse(error.to_string()),
            }
        }
        Ok(None)
    }

    /// The game that a picture shows. Why there is none is told.
    fn find(&mut self, frame: &Frame) -> Result<Option<&'static dyn Game>, String> {
        let readers = match &mut self.readers {
            Some(readers) => readers,
            none => none.insert(Readers::new(None, None).map_err(|error| sentence(&error))?),
        };
        match readers.read(&frame.picture) {
            Ok((game, _)) => Ok(Some(game)),
            Err(why) => {
                self.refuse(why.to_string());
                Ok(None)
            }
        }
    }

    /// Advises, or plays if it is to, until that changes or it stops by itself.
    ///
    /// # Errors
    /// Nothing more comes: why.
    fn session(
        &mut self,
        game: &'static dyn Game,
        playing: &'static dyn Playing,
    ) -> Result<(), String> {
        let plays = self.shared.is_to_play();
        let mut hand = match (&self.place.hand, plays) {
            (Some(make), true) => match make(playing) {
                Ok(hand) => Some(hand),
                Err(why) => {
                    self.stop_playing(sentence(&why));
                    return Ok(());
                }
            },
            _ => None,
        };
        let player = playing.player(None, plays);
        let mut player = player.map_err(|error| sentence(&error))?;
        self.set_anew(&*player);
        self.shared.tell(|news| begin(news, game, plays));
        self.host.set_acting(plays);
        let (shared, host) = (self.shared, self.host);
        let changes = || shared.is_closing() || shared.is_to_play() != plays;
        let asked = || match host.interrupted() {
            Some(why) => Some(why),
            None => changes().then(|| "as you asked".to_owned()),
        };
        let readers = if self.place.game.is_none() { self.readers.as_ref() } else { None };
        let mut watcher = Watcher::new(shared, readers, game);
        let mut session = Session::new(&mut *self.place.source)
            .at_pace(Pace::with(playing.timing()))
            .observed_by(&mut watcher)
            .observed_by(&mut self.statistics)
            .unless(asked);
        if let Some(log) = &mut self.log {
            session = session.observed_by(log);
        }
        if let Some(hand) = &mut hand {
            session = session.playing(&mut **hand);
        }
        let stopped = player.resume(session);
        let another = watcher.shows_another();
        drop(hand);
        self.host.set_acting(false);
        self.settings = player.settings();
        let summary = self.summary();
        self.shared.tell(|news| {
            news.summary = summary;
            news.plays = false;
        });
        if another || self.is_over() || self.shared.is_to_play() != plays {
            return Ok(());
        }
        match stopped {
            Stopped::Ended(_) | Stopped::Source(_) | Stopped::Fault(_) | Stopped::Unwritable(_) => {
                return Err(stopped.to_string());
            }
            _ if plays => self.stop_playing(stopped.to_string()),
            _ => {
                self.refuse(stopped.to_string());
                self.idle();
            }
        }
        Ok(())
    }

    /// From now on it advises only, for this reason.
    fn stop_playing(&self, why: String) {
        self.shared.play(false);
        self.shared.tell(|news| news.stopped = Some(why));
    }

    /// Asks a new player to play as the last one did, wherever it would not.
    fn set_anew(&self, player: &dyn ErasedPlayer) {
        let now = player.settings();
        for Setting { name, value, .. } in &self.settings {
            if now.iter().any(|setting| setting.name == *name && setting.value != *value) {
                let (setting, value) = ((*name).to_owned(), value.clone());
                self.shared.ask(Control::Choose { setting, value });
            }
        }
    }

    /// Waits until the picture changes, something is asked for, or it is to end.
    fn idle(&mut self) {
        let mut before: Option<Frame> = None;
        while !self.is_over() && !self.shared.is_to_play() && !self.shared.has_controls() {
            let Ok(frame) = self.place.source.next(POLL) else { return };
            match &before {
                Some(before) if *before.picture != *frame.picture => return,
                Some(_) => {}
                None => before = Some(frame),
            }
        }
    }

    /// Whether it is to end.
    fn is_over(&self) -> bool {
        self.shared.is_closing() || self.host.interrupted().is_some()
    }

    fn refuse(&self, why: String) {
        self.shared.tell(|news| news.why = Some(why));
    }

    /// What it came to, once anything was played.
    fn summary(&self) -> String {
        let has_played = self.statistics.acts > 0 || self.statistics.rounds > 0;
        if has_played { self.statistics.to_string() } else { String::new() }
    }
}

/// A session begins.
fn begin(news: &mut News, game: &'static dyn Game, plays: bool) {
    news.game = Some(game);
    news.why = None;
    news.plays = plays;
    if plays {
        news.stopped = None;
    }
    news.scene.begin(plays);
    if news.scores.is_empty() {
        news.scores.push([0.0, 0.0]);
    }
}

fn is_final(error: &session::capture::CaptureError) -> bool {
    use session::capture::CaptureError::{Closed, Ended, Failed, Hidden, Lost};
    match error {
        Ended(_) | Closed { .. } => true,
        Lost(_) | Hidden { .. } | Failed(_) => false,
    }
}
