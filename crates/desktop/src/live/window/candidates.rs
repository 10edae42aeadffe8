//! The windows that could be captured, and which of them is meant.

use crate::known::{Known, Runs, recognise};
use crate::{DesktopError, Platform, PlatformKind, WindowId};
use regex::{Regex, RegexBuilder};
use serde::Serialize;

/// The most characters of a title that are shown.
const SHOWN: usize = 120;

/// A window on the desktop.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// The way to the desktop that it is on.
    #[serde(skip)]
    pub platform: PlatformKind,
    /// Its number on the desktop.
    pub id: WindowId,
    /// Its title.
    pub title: String,
    /// The class name of its program (X: of its `WM_CLASS`).
    pub class: String,
    /// The instance name of its program (X: of its `WM_CLASS`).
    pub instance: String,
    /// The number of its process, if it says so.
    pub pid: Option<u32>,
    /// The left edge of its client area on the desktop, in pixels.
    pub x: i32,
    /// The upper edge of its client area on the desktop, in pixels.
    pub y: i32,
    /// The width of its client area in pixels.
    pub width: u32,
    /// The height of its client area in pixels.
    pub height: u32,
    /// The program it belongs to, if known.
    pub known: Option<&'static Known>,
    /// Why it cannot be captured now, and what to do; `None` when it can.
    pub obstacle: Option<String>,
}

/// Smaller windows hold no game; programs keep some as helpers.
const SMALLEST: f64 = 64.0;

/// All windows that the window manager knows, topmost first, without helper windows.
///
/// # Errors
/// When they cannot be listed.
pub fn candidates(desktop: &dyn Platform) -> Result<Vec<Candidate>, DesktopError> {
    let windows = desktop.windows()?;
    if desktop.kind() == PlatformKind::Portal {
        return Ok(windows.into_iter().map(Candidate::asked_for).collect());
    }
    // A window that is closed meanwhile is left out.
    Ok(windows.into_iter().filter_map(|window| describe(desktop, window)).collect())
}

fn describe(desktop: &dyn Platform, id: WindowId) -> Option<Candidate> {
    let area = desktop.client_area(id).ok()?;
    if area.w < SMALLEST || area.h < SMALLEST {
        return None;
    }
    let title = desktop.title(id).ok()?;
    let (instance, class) = desktop.class(id).ok()?;
    Some(Candidate {
        platform: desktop.kind(),
        id,
        pid: desktop.pid(id).ok()?,
        x: area.x as i32,
        y: area.y as i32,
        width: area.w as u32,
        height: area.h as u32,
        // A program's dialogs have its class, and no game in them.
        known: recognise(&instance, &class, &title).filter(|_| desktop.owner(id).is_none()),
        obstacle: desktop.shown(id).ok()?.obstacle().map(str::to_owned),
        title,
        class,
        instance,
    })
}

impl Candidate {
    /// The window that a person is asked to share. Nothing is known of it.
    fn asked_for(id: WindowId) -> Self {
        Self {
            platform: PlatformKind::Portal,
            id,
            title: "the window that you choose in the desktop's dialog".into(),
            class: String::new(),
            instance: String::new(),
            pid: None,
            x: 0,
            y: 0,
            width: 0,
            height: 0,
            known: None,
            obstacle: None,
        }
    }

    /// Whether a person is asked to share it when it is opened.
    pub fn is_asked_for(&self) -> bool {
        self.platform == PlatformKind::Portal
    }

    /// Its title as it is shown: the beginning of a long one.
    pub fn shown_title(&self) -> String {
        match self.title.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}...", &self.title[..end]),
            None => self.title.clone(),
        }
    }

    /// What to call it: the known program's name, else its title, else its class.
    pub fn name(&self) -> String {
        match self.known {
            None if self.is_asked_for() => "the shared window".into(),
            Some(known) => known.name.to_owned(),
            None if !self.title.is_empty() => format!("the window \"{}\"", self.shown_title()),
            None => format!("the window of class {}", self.class),
        }
    }

    /// What distinguishes it from other windows with its title: its size and its place.
    pub fn place(&self) -> String {
        format!("{}x{} at {},{}", self.width, self.height, self.x, self.y)
    }
}

/// Which window is meant. With no field set: any window of a known program.
#[derive(Clone, Debug, Default)]
pub struct WindowChoice {
    /// The way to the desktop that it is on.
    pub platform: PlatformKind,
    /// Matches in the title, the class or the instance name; see [`pattern`].
    pub pattern: Option<Regex>,
    /// The number of the window's process.
    pub pid: Option<u32>,
    /// The whole class or instance name, in any case.
    pub class: Option<String>,
    /// What the program must run, if it is known; programs that run games of several consoles fit.
    pub runs: Option<Runs>,
}

/// A pattern for titles and classes: a regular expression that ignores case.
///
/// # Errors
/// What is wrong with the expression, in a sentence.
pub fn pattern(text: &str) -> Result<Regex, String> {
    RegexBuilder::new(text).case_insensitive(true).build().map_err(|error| {
        // The last of several lines, the others point into the expression.
        let error = error.to_string();
        let why = error.lines().last().unwrap_or_default().trim_start_matches("error: ");
        format!("{text:?} is not a regular expression ({why}); write \\ before a sign such as ( that stands for itself")
    })
}

impl WindowChoice {
    /// Whether one window is named.
    pub const fn is_named(&self) -> bool {
        self.pattern.is_some() || self.pid.is_some() || self.class.is_some()
    }

    fn fits(&self, candidate: &Candidate) -> bool {
        let Candidate { title, class, instance, .. } = candidate;
        let by_pattern = |p: &Regex| p.is_match(title) || p.is_match(class) || p.is_match(instance);
        let by_class =
            |c: &String| c.eq_ignore_ascii_case(class) || c.eq_ignore_ascii_case(instance);
        let runs = |known: &Known| {
            self.runs.is_none_or(|runs| known.runs == runs || known.runs == Runs::Several)
        };
        self.pattern.as_ref().is_none_or(by_pattern)
            && self.pid.is_none_or(|pid| candidate.pid == Some(pid))
            && self.class.as_ref().is_none_or(by_class)
            && (self.is_named() || candidate.known.is_some_and(runs))
    }

    /// Those that fit; if some of them are of known programs, only these (a terminal's title often
    /// holds the pattern too, having been typed there).
    pub fn fitting(&self, candidates: Vec<Candidate>) -> Vec<Candidate> {
        let mut fitting: Vec<_> = candidates.into_iter().filter(|c| self.fits(c)).collect();
        if fitting.iter().any(|c| c.known.is_some()) {
            fitting.retain(|c| c.known.is_some());
        }
        fitting
    }

    /// Those that may be the window `before`, opened again: same class, and fitting. A process that
    /// was asked for does not come back, but may open another window.
    pub(super) fn fitting_again(
        &self,
        before: &Candidate,
        mut candidates: Vec<Candidate>,
    ) -> Vec<Candidate> {
        candidates.retain(|c| {
            c.class == before.class && c.instance == before.instance && c.known == before.known
        });
        let anew = Self { class: Some(before.class.clone()), ..self.clone() };
        anew.fitting(candidates)
    }
}

impl std::fmt::Display for WindowChoice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = [
            self.pattern.as_ref().map(|p| format!("title or class matching {:?}", p.as_str())),
            self.pid.map(|pid| format!("process {pid}")),
            self.class.as_ref().map(|class| format!("class {class}")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            f.write_str("a known emulator or game")
        } else {
            f.write_str(&parts.join(", "))
        }
    }
}
