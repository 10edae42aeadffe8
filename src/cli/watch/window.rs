//! `voltsight watch` beside a real window.

use super::beside::Beside;
use super::{Chosen, Loop};
use crate::game::Playing;
use crate::output::{Exit, warn};
use crate::show::terminal::Terminal;
use anyhow::{Context, bail};
use desktop::PlatformKind;
use desktop::doctor::safeguards::hotkeys_for_play;
use desktop::hotkeys::Hotkeys;
use desktop::interrupt;
use desktop::surroundings::{DesktopSurroundings, hand};
use desktop::window::{Candidate, OpenError, WindowChoice, WindowSource, pattern};
use session::Pace;
use session::capture::Source;
use session::files::OutputFile;
use session::input::dry_run::DryRun;
use session::input::guard::{Guard, GuardLimits};
use std::io::{IsTerminal, Stdout, stdin};

impl Loop {
    /// Follows the window until the session ends.
    pub(super) fn follow_window(
        &self,
        playing: Chosen<'_>,
        view: &mut Terminal<Stdout>,
        rehearsal: &mut DryRun<Stdout>,
    ) -> anyhow::Result<Exit> {
        interrupt::listen_while_acting()?;
        let Some(mut source) = self.open_window(playing.playing)? else { return Ok(Exit::Success) };
        let timing = playing.playing.timing();
        let pace = Pace::with(timing);
        let overlay = self.overlay(source.followed())?;
        let Some(taps) = self.taps() else {
            let mut view = Beside {
                view,
                hotkeys: self.hotkeys_for_advice(source.followed().platform())?,
                overlay,
            };
            return self.follow(playing, &mut source, None, pace, &mut view, rehearsal);
        };
        let platform = source.followed().platform();
        let keys = || Hotkeys::register(platform, &self.wanted_hotkeys());
        let play = hotkeys_for_play(platform, keys, &taps.without_guard)?;
        play.lacks.iter().for_each(warn);
        let surroundings = DesktopSurroundings::new(source.followed(), play.hotkeys.clone())?
            .without(&taps.without_guard);
        let usual = play.per_minute(playing.playing.most_acts_a_minute());
        let per_minute = taps.taps_per_minute.unwrap_or(usual);
        // In the terminal `p` resumes.
        let pause_key = play.pause_key("p");
        let mut view = Beside { view, hotkeys: play.hotkeys, overlay };
        let (followed, without) = (source.followed(), &taps.without_guard);
        let mut hand = hand(followed, timing, without, interrupt::is_pending)?;
        if taps.keep_pointer {
            hand = hand.without_restoring();
        }
        let limits = GuardLimits { per_minute, ..GuardLimits::default() };
        let mut hand =
            Guard::new(hand, surroundings, limits).without(&play.without).paused_by(&pause_key);
        self.follow(playing, &mut source, Some(&mut hand), pace, &mut view, rehearsal)
    }

    /// Which window is meant, whatever its program runs. What is mistyped beside it is told as well, before a
    /// window is waited for.
    pub(super) fn choice(&self) -> anyhow::Result<WindowChoice> {
        Hotkeys::check(&self.wanted_hotkeys())?;
        self.options.record.as_deref().map(OutputFile::new).transpose()?;
        let pattern = self.options.window.as_deref().map(pattern).transpose();
        let mut choice = WindowChoice {
            pattern: pattern.map_err(anyhow::Error::msg)?,
            pid: self.options.pid,
            ..WindowChoice::default()
        };
        let usual = || self.options.platform.unwrap_or_else(|| PlatformKind::usual(&choice));
        choice.platform = *self.options.way.get_or_init(usual);
        if self.taps().is_some() {
            choice.platform.will_act();
        }
        Ok(choice)
    }

    /// The window to watch; waits until there is one. `None` if interrupted meanwhile.
    fn open_window(&self, game: &dyn Playing) -> anyhow::Result<Option<WindowSource>> {
        let choice = WindowChoice { runs: Some(game.runs_on()), ..self.choice()? };
        let mut waiting = self.waiting();
        while waiting.goes_on()? {
            match WindowSource::open(choice.clone()) {
                Ok(source) => {
                    warn(format_args!("watching {}", source.name()));
                    return Ok(Some(source));
                }
                Err(OpenError::NoneFits { wanted }) => waiting.wait_for_window(wanted),
                Err(OpenError::Several(candidates)) => {
                    let Some(number) = choose(&candidates)? else {
                        if interrupt::asked().is_some() {
                            return Ok(None);
                        }
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
fn choose(candidates: &[Candidate]) -> anyhow::Result<Option<usize>> {
    if !stdin().is_terminal() {
        return Ok(None);
    }
    warn("several windows match:");
    for (number, candidate) in (1..).zip(candidates) {
        let pid = candidate.pid.map_or(String::new(), |pid| format!(", process {pid}"));
        let (name, title, place) = (candidate.name(), &candidate.title, candidate.place());
        warn(format_args!("  {number}  {name} \"{title}\", {place}{pid}"));
    }
    loop {
        warn("which one?");
        let Some(line) = interrupt::read_line()? else { return Ok(None) };
        match line.trim().parse::<usize>() {
            Ok(number) if (1..=candidates.len()).contains(&number) => return Ok(Some(number - 1)),
            _ => warn(format_args!("a number from 1 to {}, please", candidates.len())),
        }
    }
}
