//! `voltsight watch` and `voltsight play`: the loop beside a real window, or on saved pictures.

#[cfg(feature = "live")]
mod beside;
mod camera;
mod goals;
#[cfg(not(feature = "live"))]
mod no_window;
mod waiting;
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
use session::files::shown;
use session::input::InputDevice;
use session::input::Safeguard;
use session::input::dry_run::DryRun;
use session::log::SessionLog;
use session::stats::Statistics;
use session::{Event, Observer, Pace, View};
#[cfg(feature = "live")]
use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::Duration;

/// Watch a game in another program's window and advise
#[derive(Debug, clap::Args)]
pub struct Watch {
    /// Pictures, or folders of them, to watch instead of a window.
    #[arg(value_name = "IMAGE", conflicts_with_all = ["window", "pid", "overlay"])]
    images: Vec<PathBuf>,
    /// Watch a console through this camera, such as /dev/video0 (on Linux), or watch this video file. Needs ffmpeg.
    #[arg(long, value_name = "DEVICE", conflicts_with_all = ["images", "window", "pid", "overlay"], help_heading = WINDOW)]
    camera: Option<PathBuf>,
    #[command(flatten)]
    watching: WatchArguments,
}

/// Play a game in another program's window, while it has the keyboard
#[derive(Debug, clap::Args)]
pub struct Play {
    /// Pictures, or folders of them, on which to show where it would tap.
    #[arg(value_name = "IMAGE", requires = "dry_run", conflicts_with_all = ["window", "pid", "overlay"])]
    images: Vec<PathBuf>,
    /// Refused in words of its own: nothing can be tapped through a camera.
    #[arg(long, value_name = "DEVICE", hide = true)]
    camera: Option<PathBuf>,
    #[command(flatten)]
    watching: WatchArguments,
    #[command(flatten)]
    acting: ActArguments,
}

/// What the loop watches, shows and keeps.
#[derive(Debug, clap::Args)]
struct WatchArguments {
    /// The window with this in its title or class (a regular expression).
    #[arg(long, value_name = "PATTERN", value_parser = window_pattern, help_heading = WINDOW)]
    window: Option<String>,
    /// Use the options of [emulator.NAME] in the configuration file (see `voltsight config`).
    #[arg(long, value_name = "NAME", help_heading = WINDOW, hide_short_help = true)]
    emulator: Option<String>,
    /// The window of this process.
    #[arg(long, value_name = "PID", value_parser = whole::<u32>(1..=i32::MAX as u64), help_heading = WINDOW, hide_short_help = true)]
    pid: Option<u32>,
    /// How to see the window and tap in it: native (X11 or Windows), portable (what macOS uses, and what any
    /// system can), portal (Wayland: the desktop's own dialog asks which window) or wlroots (Wayland in sway). Default:
    /// detect automatically.
    #[cfg(feature = "live")]
    #[arg(long, value_name = "NAME", help_heading = WINDOW, hide_short_help = true)]
    platform: Option<PlatformKind>,
    /// The platform, once it was chosen.
    #[cfg(feature = "live")]
    #[arg(skip)]
    way: OnceCell<PlatformKind>,
    #[command(flatten)]
    goals: GoalArguments,
    #[command(flatten)]
    looks: LookArguments,
    /// Show rounds only, not each move.
    #[arg(long, help_heading = SHOWN)]
    quiet: bool,
    /// Print JSON, one event a line as in session.jsonl (docs/reference/json.md describes it), and the summary
    /// as the last.
    #[arg(long, conflicts_with = "quiet", help_heading = SHOWN)]
    json: bool,
    /// Show a notification when it pauses or ends, or advises to quit; where the desktop has none, ring the
    /// terminal's bell.
    #[arg(long, help_heading = SHOWN)]
    notify: bool,
    /// Draw the advice over the game's window, too: the chances and the best cell. Clicks go through to the game.
    #[arg(long, help_heading = SHOWN)]
    overlay: bool,
    /// Record the session in a new file, such as session.vsr: every picture, what is read and decided, and what is
    /// done. `voltsight lab replay` plays it back.
    #[arg(long, value_name = "FILE", help_heading = KEPT)]
    record: Option<PathBuf>,
    /// Write a log into this folder: session.jsonl, and the last pictures if something goes wrong. An
    /// earlier log there is kept, in a folder earlier-N.
    #[arg(long, value_name = "DIR", help_heading = KEPT)]
    log: Option<PathBuf>,
    /// When something goes wrong, save the last round and an annotated picture into this folder; none: save nothing.
    /// [default: voltsight in $XDG_STATE_HOME, or in ~/.local/state]
    #[arg(long, value_name = "DIR", help_heading = KEPT, hide_short_help = true)]
    reports: Option<PathBuf>,
    /// As `--reports none`, in the words of earlier versions.
    #[arg(long, conflicts_with = "reports", hide = true)]
    no_reports: bool,
    /// The hotkey to pause and resume.
    #[arg(long, value_name = "KEY", default_value = "Ctrl+Alt+P", help_heading = KEYS, hide_short_help = true)]
    pause_key: String,
    /// The hotkey to stop.
    #[arg(long, value_name = "KEY", default_value = "Ctrl+Alt+S", help_heading = KEYS, hide_short_help = true)]
    stop_key: String,
    /// The hotkey to save the last round into the folder of --reports.
    #[arg(long, value_name = "KEY", default_value = "Ctrl+Alt+R", help_heading = KEYS, hide_short_help = true)]
    report_key: String,
    /// The hotkey to hide and show the overlay.
    #[arg(long, value_name = "KEY", default_value = "Ctrl+Alt+O", requires = "overlay", help_heading = KEYS, hide_short_help = true)]
    overlay_key: String,
}

/// A pattern for windows, as it was typed.
fn window_pattern(text: &str) -> Result<String, String> {
    #[cfg(feature = "live")]
    desktop::window::pattern(text)?;
    Ok(text.to_owned())
}

const WINDOW: &str = "Which window";
const SHOWN: &str = "What is shown";
const KEPT: &str = "What is kept";
const KEYS: &str = "Hotkeys";
const ACTS: &str = "How it taps";

impl WatchArguments {
    /// Whether the last round is saved when something goes wrong.
    fn saves_reports(&self) -> bool {
        !self.no_reports && self.reports.as_deref().is_none_or(|folder| folder != "none")
    }
}

/// How the loop acts.
#[derive(Debug, clap::Args)]
struct ActArguments {
    /// Show where it would tap, without tapping.
    #[arg(long, conflicts_with = "json", help_heading = ACTS)]
    dry_run: bool,
    /// Pause rather than tap more often than N times a minute. [default: 400, or what
    /// the game needs; three quarters of that on Wayland]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=1000), help_heading = ACTS)]
    taps_per_minute: Option<usize>,
    /// Play without a safeguard: pointer, cover, focus or hotkeys. May be given several times;
    /// `voltsight doctor` says which of them work here.
    #[arg(long, value_name = "NAME", value_delimiter = ',', help_heading = ACTS, hide_short_help = true)]
    without_guard: Vec<Safeguard>,
    /// Leave the pointer where it tapped.
    #[arg(long, help_heading = ACTS, hide_short_help = true)]
    keep_pointer: bool,
}

/// The loop as it was asked for: what is watched, and how it is acted upon.
#[derive(Debug)]
pub(super) struct Loop {
    images: Vec<PathBuf>,
    camera: Option<PathBuf>,
    options: WatchArguments,
    /// Where it plays, or says how it would.
    acting: Option<ActArguments>,
}

impl From<Watch> for Loop {
    fn from(Watch { images, camera, watching }: Watch) -> Self {
        Self { images, camera, options: watching, acting: None }
    }
}

impl From<Play> for Loop {
    fn from(Play { images, camera, watching, acting }: Play) -> Self {
        Self { images, camera, options: watching, acting: Some(acting) }
    }
}

/// The game, and what was typed of its own options.
#[derive(Clone, Copy)]
struct Chosen<'a> {
    game: &'static dyn Game,
    playing: &'static dyn Playing,
    options: &'a ArgMatches,
}

impl Loop {
    /// How it taps, if it does.
    fn taps(&self) -> Option<&ActArguments> {
        self.acting.as_ref().filter(|acting| !acting.dry_run)
    }

    /// Whether it says where it would tap.
    fn is_rehearsal(&self) -> bool {
        self.acting.as_ref().is_some_and(|acting| acting.dry_run)
    }

    /// Whether it follows a window, neither pictures nor a camera.
    fn is_window(&self) -> bool {
        self.images.is_empty() && self.camera.is_none()
    }

    /// Runs the command.
    pub(super) fn run(self, game: &'static dyn Game, options: &ArgMatches) -> anyhow::Result<Exit> {
        let Some(playing) = game.playing() else {
            bail!("{} cannot be watched yet", game.title());
        };
        let playing = Chosen { game, playing, options };
        let mut rehearsal = DryRun::new(std::io::stdout());
        let mut view = match self.options.json {
            true => Terminal::json(),
            false => Terminal::standard(self.options.quiet, self.is_rehearsal())
                .playing(self.taps().is_some()),
        };
        if let Some(camera) = &self.camera {
            return self.follow_camera(camera, playing, &mut view, &mut rehearsal);
        }
        if !self.images.is_empty() {
            if let Some(missing) = self.images.iter().find(|path| !path.exists()) {
                bail!("there is no file or folder {}", shown(missing));
            }
            interrupt::listen_while_acting()?;
            let mut source = ImageSource::open(&self.images)?;
            // Each picture is seen once: none can be seen to stand still.
            let pace = Pace { still: Duration::ZERO, ..Pace::with(playing.playing.timing()) };
            let exit = self.follow(playing, &mut source, None, pace, &mut view, &mut rehearsal)?;
            // One that is passed by may be the one that was meant.
            return match source.refused() {
                [] => Ok(exit),
                [why] => bail!("{why}"),
                [why, others @ ..] => bail!("{why}, and {} more cannot be read", others.len()),
            };
        }
        self.follow_window(playing, &mut view, &mut rehearsal)
    }

    /// Runs the loop, recorded if that was asked for.
    fn follow(
        &self,
        playing: Chosen<'_>,
        source: &mut dyn Source,
        hand: Option<&mut dyn InputDevice>,
        pace: Pace,
        view: &mut dyn Observer,
        rehearsal: &mut DryRun<std::io::Stdout>,
    ) -> anyhow::Result<Exit> {
        let recording = recorded::Recording {
            game: playing.game,
            options: playing.options,
            profile: self.options.looks.profile(),
            stills: pace.still.is_zero(),
            camera: pace.glance.is_some(),
        };
        let parts = Parts {
            source,
            hand: hand.map(|hand| hand as &mut dyn InputDevice),
            view: Some(view),
            asked: &interrupt::asked,
        };
        let place = match &self.options.record {
            Some(file) => Place::File(file),
            None if !self.options.saves_reports() || !self.is_window() => Place::Nowhere,
            None => {
                let named = self.options.reports.clone();
                named.or_else(recorded::reports_folder).map_or(Place::Nowhere, Place::Reports)
            }
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
            playing.player_with(options, self.options.looks.profile(), parts.hand.is_some())?;
        let mut statistics = Statistics::default();
        let mut log = self.options.log.as_deref().map(SessionLog::create).transpose()?;
        let notifications =
            self.options.notify.then(|| Notifications::new(format!("voltsight: {}", game.title())));
        let mut notifier =
            notifications.as_ref().map(|shown| Notifier::new(|sentence| shown.tell(sentence)));
        let mut session = parts
            .session()
            .at_pace(pace)
            .until(self.options.goals.goals())
            .observed_by(&mut statistics);
        let mut rehearsed = Rehearsal(rehearsal);
        if self.is_rehearsal() {
            session = session.observed_by(&mut rehearsed);
        }
        if let Some(log) = &mut log {
            session = session.observed_by(log);
        }
        if let Some(notifier) = &mut notifier {
            session = session.observed_by(notifier);
        }
        let stopped = player.resume(session);
        let told = print(&match self.options.json {
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
