//! Recordings, as the commands make them.

use crate::game::{Game, Playing};
use crate::show::annotate::annotate;
use anyhow::anyhow;
use clap::{ArgMatches, Command};
use session::capture::Source;
use session::folders::user_folder;
use session::input::InputDevice;
use session::recording::{Recorder, Start};
use session::{Observer, Session};
use std::path::{Path, PathBuf};

/// What a session is made of, whether it is recorded or not.
pub(super) struct Parts<'a> {
    pub source: &'a mut dyn Source,
    pub hand: Option<&'a mut dyn InputDevice>,
    pub view: Option<&'a mut dyn Observer>,
    /// Why the loop should stop, if it should.
    pub asked: &'a dyn Fn() -> Option<String>,
}

impl<'a> Parts<'a> {
    /// The session, which others may observe that live for less long.
    pub fn session<'s>(self) -> Session<'s>
    where
        'a: 's,
    {
        let mut session = Session::new(self.source).unless(self.asked);
        if let Some(hand) = self.hand {
            session = session.playing(hand);
        }
        if let Some(view) = self.view {
            session = session.observed_by(view);
        }
        session
    }
}

/// Where a session is recorded.
pub(super) enum Place<'a> {
    /// Nowhere.
    Nowhere,
    /// In a new file.
    File(&'a Path),
    /// In memory; the end of the session is saved into this folder when something goes wrong.
    Reports(PathBuf),
}

/// Where reports are saved if nothing else is said: `voltsight` in `$XDG_STATE_HOME`, or in
/// `~/.local/state`.
pub(super) fn reports_folder() -> Option<PathBuf> {
    user_folder("XDG_STATE_HOME", ".local/state")
}

/// What a recording tells of its session.
pub(super) struct Recording<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// What was typed of its options.
    pub options: &'a ArgMatches,
    /// The profile that was asked for.
    pub profile: Option<&'a str>,
    /// Whether each picture counts as still.
    pub stills: bool,
    /// Whether the pictures are a camera's.
    pub camera: bool,
}

impl Recording<'_> {
    /// Runs a session, recorded in this place.
    ///
    /// # Errors
    /// There is such a file already, or it cannot be written.
    pub fn make<R>(
        &self,
        place: Place<'_>,
        parts: Parts<'_>,
        run: impl FnOnce(Parts<'_>) -> R,
    ) -> anyhow::Result<R> {
        let start = self.start(&parts);
        let recorder = match place {
            Place::Nowhere => return Ok(run(parts)),
            Place::File(file) => Recorder::create(file, start).map_err(|why| anyhow!(why))?,
            Place::Reports(folder) => Recorder::in_memory(folder, start, annotate),
        };
        let ran = {
            let mut source = recorder.source(parts.source);
            let mut hand = parts.hand.map(|hand| recorder.hand(hand as &mut dyn InputDevice));
            let mut view = recorder.view(parts.view.map(|view| view as &mut dyn Observer));
            run(Parts {
                source: &mut source,
                hand: hand.as_mut().map(|hand| hand as &mut dyn InputDevice),
                view: Some(&mut view),
                asked: &recorder.asking(parts.asked),
            })
        };
        recorder.finish().map_err(|why| anyhow!(why))?;
        Ok(ran)
    }

    fn start(&self, parts: &Parts<'_>) -> Start {
        Start {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: self.game.name().to_owned(),
            options: self.game.playing().map_or(Vec::new(), |game| values(game, self.options)),
            profile: self.profile.map(str::to_owned),
            source: parts.source.name(),
            plays: parts.hand.is_some(),
            stills: self.stills,
            camera: self.camera,
            ..Start::default()
        }
    }
}

/// A game's own options, as `watch` has them.
fn own(game: &dyn Playing) -> Command {
    game.options(Command::new("watch").no_binary_name(true))
}

/// The values of a game's own options.
fn values(game: &dyn Playing, options: &ArgMatches) -> Vec<(String, Vec<String>)> {
    let value = |id: &str| {
        let raw = options.try_get_raw(id).ok()??;
        Some(raw.map(|value| value.to_string_lossy().into_owned()).collect())
    };
    own(game)
        .get_arguments()
        .filter_map(|argument| {
            let id = argument.get_id().as_str();
            Some((argument.get_long()?.to_owned(), value(id)?))
        })
        .collect()
}

/// A game's own options with these values.
///
/// # Errors
/// An option or value that there is no more.
pub(super) fn options(
    game: &dyn Playing,
    values: &[(String, Vec<String>)],
) -> anyhow::Result<ArgMatches> {
    let command = own(game);
    let mut words = Vec::new();
    for (name, values) in values {
        let flag = command.get_arguments().any(|argument| {
            argument.get_long() == Some(name) && !argument.get_action().takes_values()
        });
        match flag {
            true if values.iter().any(|value| value == "true") => words.push(format!("--{name}")),
            true => {}
            false => words.extend(values.iter().map(|value| format!("--{name}={value}"))),
        }
    }
    command.try_get_matches_from(words).map_err(|why| anyhow!("the recording's options: {why}"))
}
