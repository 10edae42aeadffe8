//! `voltsight watch`: the loop beside a real window, or on saved pictures.

#[cfg(feature = "live")]
mod beside;
mod goals;
#[cfg(not(feature = "live"))]
mod no_window;
mod which;
#[cfg(feature = "live")]
mod window;

use super::looks::LookArguments;
use super::recorded::{self, Parts, Place};
use crate::game::{Game, Playing};
use crate::number::whole;
use crate::output::{Exit, print, warn};
use crate::show::notify::{Notifications, Notifier};
use crate::show::terminal::Terminal;
use anyhow::bail;
use clap::ArgMatches;
#[cfg(feature = "live")]
use desktop::PlatformKind;
use desktop::interrupt;
use goals::GoalArguments;
use session::capture::Source;
use session::capture::images::ImageSource;
use session::input::Hand;
use session::input::Safeguard;
use session::input::dry_run::DryRun;
use session::log::SessionLog;
use session::stats::Statistics;
use session::{Event, Observer, Pace, View};
#[cfg(feature = "live")]
use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::Duration;

/// Watch a game in another program's window and advise; with --auto, play it.
#[derive(Debug, clap::Args)]
pub struct Watch {
    /// Pictures, or folders of them, to watch instead of a window.
    #[arg(value_name = "IMAGE", conflicts_with_all = ["auto", "window", "pid"])]
    images: Vec<PathBuf>,
    /// The window whose title or class matches this regular expression.
    #[arg(long, value_name = "PATTERN")]
    window: Option<String>,
    /// Take the options of [emulator.NAME] in the configuration file (see `voltsight config`).
    #[arg(long, value_name = "NAME")]
    emulator: Option<String>,
    /// The window of this process.
    #[arg(long, value_name = "PID", value_parser = whole::<u32>(1..=i32::MAX as u64))]
    pid: Option<u32>,
    /// How the window is looked at and acted upon: native (X11 or Windows), portable (what macOS uses, and what any
    /// system can) or portal (Wayland: the desktop's own dialog asks which window). Chosen by itself if left away.
    #[cfg(feature = "live")]
    #[arg(long, value_name = "NAME", conflicts_with = "images")]
    platform: Option<PlatformKind>,
    /// The platform, once it was chosen.
    #[cfg(feature = "live")]
    #[arg(skip)]
    way: OnceCell<PlatformKind>,
    /// Play, while the game's window has the keyboard. The pointer taps, and is put back; moving it
    /// halts.
    #[arg(long)]
    auto: bool,
    /// Say where it would tap, and do not tap.
    #[arg(long, conflicts_with = "auto")]
    dry_run: bool,
    /// Halt rather than tap more often than this within a minute. [default: 240; 120 by the portal of a Wayland desktop]
    #[arg(long, requires = "auto", value_name = "N", value_parser = whole::<usize>(1..=1000))]
    taps_per_minute: Option<usize>,
    /// Play without a safeguard: pointer, cover, focus or hotkeys. May be given several times;
    /// `voltsight doctor` says which of them work here.
    #[arg(long, requires = "auto", value_name = "NAME", value_delimiter = ',')]
    without_guard: Vec<Safeguard>,
    /// Leave the pointer where it tapped.
    #[arg(long, requires = "auto")]
    keep_pointer: bool,
    #[command(flatten)]
    goals: GoalArguments,
    #[command(flatten)]
    looks: LookArguments,
    /// Show rounds only, not each move.
    #[arg(long)]
    quiet: bool,
    /// Print JSON, one event a line as in session.jsonl (docs/json.md describes it), and the summary
    /// as the last.
    #[arg(long, conflicts_with_all = ["quiet", "dry_run"])]
    json: bool,
    /// Write a log into this folder: session.jsonl, and the last pictures if something goes wrong. An
    /// earlier log there is kept, in a folder earlier-N.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// When something goes wrong, save the last round and an annotated picture into this folder.
    /// [default: voltsight in $XDG_STATE_HOME, or in ~/.local/state]
    #[arg(long, value_name = "DIR")]
    reports: Option<PathBuf>,
    /// Save nothing when something goes wrong.
    #[arg(long, conflicts_with = "reports")]
    no_reports: bool,
    /// Show a desktop notification when it halts, ends, or advises to quit; where there are none, ring the
    /// terminal's bell.
    #[arg(long)]
    notify: bool,
    /// Draw the chances and the best cell over the game's window as well; clicks go through to the game.
    #[arg(long, conflicts_with = "images")]
    overlay: bool,
    /// The hotkey that takes the overlay off, and puts it back.
    #[arg(long, value_name = "KEY", default_value = "Ctrl+Alt+O", requires = "overlay")]
    overlay_key: String,
    /// Where the session is recorded; `record` sets it.
    #[arg(skip)]
    record: Option<PathBuf>,
    /// The hotkey that halts, and goes on.
    #[arg(long, value_name = "KEY", default_value = "Ctrl+Alt+P")]
    pause_key: String,
    /// The hotkey that stops.
    #[arg(long, value_name = "KEY", default_value = "Ctrl+Alt+S")]
    stop_key: String,
    /// The hotkey that saves the last round into the folder of --reports.
    #[arg(long, value_name = "KEY", default_value = "Ctrl+Alt+R")]
    report_key: String,
}

/// The game, and what was typed of its own options.
#[derive(Clone, Copy)]
struct Chosen<'a> {
    game: &'static dyn Game,
    playing: &'static dyn Playing,
    options: &'a ArgMatches,
}

impl Watch {
    /// The same, recorded in a new file.
    pub(super) fn recorded(self, file: PathBuf) -> Self {
        Self { record: Some(file), ..self }
    }

    /// Runs the command.
    pub(super) fn run(self, game: &'static dyn Game, options: &ArgMatches) -> anyhow::Result<Exit> {
        let Some(playing) = game.playing() else {
            bail!("{} cannot be watched yet", game.title());
        };
        let playing = Chosen { game, playing, options };
        let mut rehearsal = DryRun::new(std::io::stdout());
        let mut view = match self.json {
            true => Terminal::json(),
            false => Terminal::standard(self.quiet, self.dry_run).playing(self.auto),
        };
        if !self.images.is_empty() {
            interrupt::listen_while_acting()?;
            let mut source = ImageSource::open(&self.images)?;
            // Each picture is seen once: none can be seen to stand still.
            let pace = Pace { still: Duration::ZERO, ..Pace::with(playing.playing.timing()) };
            return self.follow(playing, &mut source, None, pace, &mut view, &mut rehearsal);
        }
        self.follow_window(playing, &mut view, &mut rehearsal)
    }

    /// Runs the loop, recorded if that was asked for.
    fn follow(
        &self,
        playing: Chosen<'_>,
        source: &mut dyn Source,
        hand: Option<&mut dyn Hand>,
        pace: Pace,
        view: &mut dyn Observer,
        rehearsal: &mut DryRun<std::io::Stdout>,
    ) -> anyhow::Result<Exit> {
        let recording = recorded::Recording {
            game: playing.game,
            options: playing.options,
            profile: self.looks.profile(),
            stills: pace.still.is_zero(),
        };
        let parts = Parts {
            source,
            hand: hand.map(|hand| hand as &mut dyn Hand),
            view: Some(view),
            asked: &interrupt::asked,
        };
        let reports = || match &self.reports {
            Some(folder) => Some(folder.clone()),
            None => recorded::reports_folder(),
        };
        let place = match &self.record {
            Some(file) => Place::File(file),
            None if self.no_reports || !self.images.is_empty() => Place::Nowhere,
            None => reports().map_or(Place::Nowhere, Place::Reports),
        };
        recording.make(place, parts, |parts| self.run_session(playing, parts, pace, rehearsal))?
    }

    /// Runs the session and tells how it ended.
    fn run_session(
        &self,
        playing: Chosen<'_>,
        parts: Parts<'_>,
        pace: Pace,
        rehearsal: &mut DryRun<std::io::Stdout>,
    ) -> anyhow::Result<Exit> {
        let Chosen { game, playing, options } = playing;
        let mut player =
            playing.player_with(options, self.looks.profile(), parts.hand.is_some())?;
        let mut statistics = Statistics::default();
        let mut log = self.log.as_deref().map(SessionLog::create).transpose()?;
        let notifications =
            self.notify.then(|| Notifications::new(format!("voltsight: {}", game.title())));
        let mut notifier =
            notifications.as_ref().map(|shown| Notifier::new(|sentence| shown.tell(sentence)));
        let mut session =
            parts.session().at_pace(pace).until(self.goals.goals()).observed_by(&mut statistics);
        let mut rehearsed = Rehearsal(rehearsal);
        if self.dry_run {
            session = session.observed_by(&mut rehearsed);
        }
        if let Some(log) = &mut log {
            session = session.observed_by(log);
        }
        if let Some(notifier) = &mut notifier {
            session = session.observed_by(notifier);
        }
        let stopped = player.go_on(session);
        let told = print(&match self.json {
            true => format!("{}\n", serde_json::json!({"event": "summary", "session": statistics})),
            false => format!("\n{statistics}"),
        });
        log.map_or(Ok(()), SessionLog::finish)?;
        told?;
        Ok(if stopped.as_meant() { Exit::Success } else { Exit::No })
    }
}

/// Says where each advised move would be tapped.
struct Rehearsal<'a>(&'a mut DryRun<std::io::Stdout>);

impl Observer for Rehearsal<'_> {
    fn notice(&mut self, _: Duration, event: &Event<'_>, _: &dyn View) {
        if let Event::Advised { act, frame } = event
            && let Err(error) = self.0.perform(act.gesture, frame)
        {
            warn(error);
        }
    }
}
