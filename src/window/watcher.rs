//! Passes on what happens in a session to the window.

use super::rounds::now;
use super::shared::Shared;
use crate::any_game::Readers;
use crate::game::Game;
use session::history::Played;
use session::{Control, Event, Observer, RoundEnd, Seen, Stopped, View};
use std::sync::Arc;
use std::time::Duration;

/// How long what is asked is waited for before the next picture while the loop is paused.
const PAUSED: Duration = Duration::from_millis(50);

/// Passes on what happens in a session.
pub(super) struct Watcher<'a> {
    shared: &'a Arc<Shared>,
    /// What finds another game, where pictures may come to show one.
    readers: Option<&'a Readers>,
    game: &'static dyn Game,
    another: bool,
    paused: bool,
    /// The chance to win the present round before its first move, once it is worked out.
    chance: Option<f64>,
}

fn played(end: &RoundEnd, chance: Option<f64>) -> Played {
    let (level, outcome, score) = (end.level, end.ending, end.score);
    let moves = u8::try_from(end.moves).unwrap_or(u8::MAX);
    Played { at: now(), level, outcome, moves, score, chance }
}

impl<'a> Watcher<'a> {
    /// For a session of `game`. With `readers` it ends once the pictures show another one.
    pub fn new(
        shared: &'a Arc<Shared>,
        readers: Option<&'a Readers>,
        game: &'static dyn Game,
    ) -> Self {
        Self { shared, readers, game, another: false, paused: false, chance: None }
    }

    /// Whether the pictures show another game.
    pub fn shows_another(&self) -> bool {
        self.another
    }
}

impl Observer for Watcher<'_> {
    fn notice(&mut self, at: Duration, event: &Event<'_>, view: &dyn View) {
        match event {
            Event::NotVisible { frame, .. } => {
                let found = self.readers.and_then(|readers| readers.read(&frame.picture).ok());
                self.another = found.is_some_and(|(game, _)| game.name() != self.game.name());
            }
            Event::Held(_) => self.paused = true,
            Event::Resumed | Event::Acted { .. } => self.paused = false,
            Event::Advised { .. } | Event::Refined => {
                let chance = self.game.form().and_then(|form| form.chance(&view.record()));
                self.chance = chance.or(self.chance);
            }
            // Why it stopped is told by who has it run.
            Event::Stopped(_) => return,
            _ => {}
        }
        let chance = match event {
            Event::RoundEnd(_) => self.chance.take(),
            _ => None,
        };
        self.shared.tell(|news| {
            news.scene.take_in(at, event, view);
            match event {
                Event::Looked { frame, seen } => {
                    news.picture = Some(frame.picture.clone());
                    news.seen = Some(Arc::new(Seen::of(*seen)));
                    news.why = None;
                }
                Event::NotVisible { frame, .. } => {
                    news.picture = Some(frame.picture.clone());
                    news.seen = None;
                }
                Event::NoPicture(_) => news.seen = None,
                Event::RoundEnd(end) => {
                    news.scores.push([at.as_secs_f64(), news.scene.totals.score as f64]);
                    if !news.plays {
                        news.rounds.push(played(end, chance));
                    }
                }
                _ => {}
            }
        });
    }

    fn objection(&self) -> Option<Stopped> {
        self.another.then(|| Stopped::Asked("another game is shown".to_owned()))
    }

    fn requests(&mut self) -> Vec<Control> {
        if self.paused {
            self.shared.wait(PAUSED);
        }
        self.shared.controls()
    }
}
