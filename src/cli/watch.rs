//! `voltsight watch`: the loop beside a real window, or on saved pictures.

mod goals;
#[cfg(feature = "live")]
mod hotkeys;
mod which;

use super::looks::LookArguments;
use super::recorded::{self, Parts, Place};
use crate::capture::Source;
use crate::capture::images::ImageSource;
use crate::companion::log::SessionLog;
use crate::companion::stats::Statistics;
use crate::companion::{Event, Observer, Pace, View};
use crate::game::{Game, Playing};
use crate::input::Hand;
use crate::input::Safeguard;
use crate::input::dry_run::DryRun;
#[cfg(feature = "live")]
use crate::input::guard::GuardLimits;
use crate::interrupt;
use crate::number::whole;
use crate::output::{Exit, print, warn};
use crate::show::notify::{Notifications, Notifier};
use crate::show::terminal::Terminal;
#[cfg(feature = "live")]
use anyhow::Context;
use anyhow::bail;
use clap::ArgMatches;
use goals::GoalArguments;
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
    /// Play, while the game's window has the keyboard. The pointer taps, and is put back; moving it
    /// halts.
    #[arg(long)]
    auto: bool,
    /// Say where it would tap, and do not tap.
    #[arg(long, conflicts_with = "auto")]
    dry_run: bool,
    /// Halt rather than tap more often than this within a minute.
    #[arg(long, requires = "auto", value_name = "N", default_value = "240", value_parser = whole::<usize>(1..=1000))]
    taps_per_minute: usize,
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
    /// Write a log into this folder: session.jsonl, and the last pictures if something goes wrong.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// When something goes wrong, save the last half minute and an annotated picture into this folder.
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
    /// Where the session is recorded; `record` sets it.
    #[arg(skip)]
    record: Option<PathBuf>,
    /// The hotkey that halts, and goes on.
    #[arg(long, value_name = "KEY", default_value = "Ctrl+Alt+P")]
    pause_key: String,
    /// The hotkey that stops.
    #[arg(long, value_name = "KEY", default_value = "Ctrl+Alt+S")]
    stop_key: String,
    /// The hotkey that saves the last half minute into the folder of --reports.
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
        let mut player = playing.player(options, self.looks.profile(), parts.hand.is_some())?;
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

    #[cfg(not(feature = "live"))]
    fn follow_window(
        &self,
        _: Chosen<'_>,
        _: &mut Terminal<std::io::Stdout>,
        _: &mut DryRun<std::io::Stdout>,
    ) -> anyhow::Result<Exit> {
        if cfg!(target_os = "linux") {
            bail!(
                "this voltsight was built without live use, so it sees no windows: `make build` (or \
                 `cargo build --release`) builds it with; pictures can be watched without: `watch IMAGE`"
            )
        }
        bail!(
            "voltsight sees windows on Linux only so far: share the window with the page for browsers \
             (docs/web.md), or watch pictures: `watch IMAGE`"
        )
    }

    #[cfg(feature = "live")]
    fn follow_window(
        &self,
        playing: Chosen<'_>,
        view: &mut Terminal<std::io::Stdout>,
        rehearsal: &mut DryRun<std::io::Stdout>,
    ) -> anyhow::Result<Exit> {
        use crate::doctor::safeguards::hotkeys_for_play;
        use crate::input::desktop::DesktopHand;
        use crate::input::guard::Guard;
        use crate::input::hotkeys::Hotkeys;
        use crate::input::surroundings::DesktopSurroundings;
        use hotkeys::WithHotkeys;

        interrupt::listen_while_acting()?;
        let Some(mut source) = self.open_window(playing.playing)? else { return Ok(Exit::Success) };
        let pace = Pace::with(playing.playing.timing());
        if !self.auto {
            let hotkeys = match self.no_reports {
                true => None,
                false => hotkeys::for_reports(&self.report_key)?,
            };
            let mut view = WithHotkeys { view, hotkeys };
            return self.follow(playing, &mut source, None, pace, &mut view, rehearsal);
        }
        let keys = || Hotkeys::register(&self.pause_key, &self.stop_key, &self.report_key);
        let hotkeys = hotkeys_for_play(keys, &self.without_guard)?;
        let surroundings = DesktopSurroundings::new(source.followed(), hotkeys.clone())?;
        let mut view = WithHotkeys { view, hotkeys };
        let timing = playing.playing.timing();
        let mut hand =
            DesktopHand::new(timing.gap)?.staying(timing.stay).cut_short_if(interrupt::is_pending);
        if self.keep_pointer {
            hand = hand.without_restoring();
        }
        let limits = GuardLimits { per_minute: self.taps_per_minute, ..GuardLimits::default() };
        let mut hand = Guard::new(hand, surroundings, limits)
            .without(&self.without_guard)
            .paused_by(&self.pause_key);
        self.follow(playing, &mut source, Some(&mut hand), pace, &mut view, rehearsal)
    }

    /// Which window is meant, whatever its program runs.
    #[cfg(feature = "live")]
    fn choice(&self) -> anyhow::Result<crate::capture::window::WindowChoice> {
        use crate::capture::window::{WindowChoice, pattern};

        let pattern = self.window.as_deref().map(pattern).transpose();
        Ok(WindowChoice {
            pattern: pattern.context("--window takes a regular expression")?,
            pid: self.pid,
            ..WindowChoice::default()
        })
    }

    /// The window to watch; waits until there is one. `None` if interrupted meanwhile.
    #[cfg(feature = "live")]
    fn open_window(
        &self,
        game: &dyn Playing,
    ) -> anyhow::Result<Option<crate::capture::window::WindowSource>> {
        use crate::capture::window::{OpenError, WindowChoice, WindowSource};

        let choice = WindowChoice { runs: Some(game.runs_on()), ..self.choice()? };
        let mut told = false;
        while interrupt::asked().is_none() {
            match WindowSource::open(choice.clone()) {
                Ok(source) => {
                    warn(format_args!("watching {}", source.name()));
                    return Ok(Some(source));
                }
                Err(OpenError::NoneFits { wanted }) => {
                    if !told {
                        warn(format_args!(
                            "waiting for a window: {wanted}; `voltsight windows` lists all"
                        ));
                        told = true;
                    }
                    std::thread::sleep(Duration::from_millis(500));
                }
                Err(OpenError::Several(candidates)) => {
                    let Some(number) = choose(&candidates)? else {
                        bail!(OpenError::Several(candidates));
                    };
                    let candidate = candidates.into_iter().nth(number).context("no such window")?;
                    return Ok(Some(WindowSource::open_candidate(choice, candidate)?));
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }
}

/// Lets a person at a terminal choose among windows; `None` if there is none.
#[cfg(feature = "live")]
fn choose(candidates: &[crate::capture::window::Candidate]) -> anyhow::Result<Option<usize>> {
    use std::io::{IsTerminal, stdin};

    if !stdin().is_terminal() {
        return Ok(None);
    }
    warn("several windows fit:");
    for (number, candidate) in (1..).zip(candidates) {
        let pid = candidate.pid.map_or(String::new(), |pid| format!(", process {pid}"));
        warn(format_args!("  {number}  {} \"{}\"{pid}", candidate.name(), candidate.title));
    }
    loop {
        warn("which one?");
        let mut line = String::new();
        if stdin().read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim().parse::<usize>() {
            Ok(number) if (1..=candidates.len()).contains(&number) => return Ok(Some(number - 1)),
            _ => warn(format_args!("a number from 1 to {}, please", candidates.len())),
        }
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
