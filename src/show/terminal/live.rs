//! The live view: a thread that draws what the loop tells and hears the keys, so that neither waits
//! for a picture or a thought.

use super::draw::draw;
use super::keys::Mode;
use super::screen;
use crate::show::scene::Scene;
use crate::show::theme::Palette;
use crossterm::event::{self, Event};
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType};
use desktop::system::wait_for_keys;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use session::Control;
use std::io::{Result, Stdout, stdout};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a key or news wait at most.
const REFRESH: Duration = Duration::from_millis(40);

/// How long the last drawing may take when the view is closed.
const LAST_DRAWN: Duration = Duration::from_millis(300);

/// What the loop and the view share.
#[derive(Default)]
struct Shared {
    scene: Scene,
    /// Whether the scene was changed since it was drawn.
    changed: bool,
    /// What keys have asked of the loop.
    asked: Vec<Control>,
    closed: bool,
    /// Why it cannot be shown.
    failure: Option<std::io::Error>,
}

/// The live view; dropping it gives the terminal back.
pub(super) struct Live {
    shared: Arc<Mutex<Shared>>,
    thread: Option<JoinHandle<()>>,
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    /// Takes the terminal and begins to draw.
    ///
    /// # Errors
    /// The terminal cannot be written.
    pub fn open() -> Result<Self> {
        screen::take()?;
        let shared = Arc::new(Mutex::new(Shared::default()));
        let theirs = shared.clone();
        let thread = std::thread::spawn(move || {
            if let Err(why) = show(&theirs) {
                lock(&theirs).failure = Some(why);
            }
        });
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Changes what is shown.
    pub fn update(&self, change: impl FnOnce(&mut Scene)) {
        let mut shared = lock(&self.shared);
        change(&mut shared.scene);
        shared.changed = true;
    }

    /// What keys have asked of the loop since this was last asked.
    pub fn asked(&self) -> Vec<Control> {
        std::mem::take(&mut lock(&self.shared).asked)
    }

    /// Why it cannot be shown any more, if it cannot.
    pub fn failure(&self) -> Option<String> {
        let failure = lock(&self.shared).failure.as_ref().map(ToString::to_string);
        // Its thread ends before this is dropped only by a failure or a panic.
        let has_ended = self.thread.as_ref().is_some_and(JoinHandle::is_finished);
        failure
            .or_else(|| has_ended.then(|| "an error in the live view, please report it".to_owned()))
    }

    /// Gives the terminal back; what was shown last.
    pub fn close(mut self) -> Scene {
        self.end();
        std::mem::take(&mut lock(&self.shared).scene)
    }

    fn end(&mut self) {
        lock(&self.shared).closed = true;
        if let Some(thread) = self.thread.take() {
            // A panic there was told by the hook that gives the terminal back. A terminal that takes no more
            // text holds the thread up: it ends with the process.
            let start = Instant::now();
            while !thread.is_finished() && start.elapsed() < LAST_DRAWN {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        screen::give_back();
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.end();
    }
}

/// An empty screen to draw on. Not [`Terminal::clear`]: that asks the terminal where its cursor is, and waits
/// for an answer that not every terminal gives.
fn begin() -> Result<Terminal<CrosstermBackend<Stdout>>> {
    execute!(stdout(), Clear(ClearType::All))?;
    Terminal::new(CrosstermBackend::new(stdout()))
}

/// Draws and hears keys until the view is closed.
fn show(shared: &Mutex<Shared>) -> Result<()> {
    let palette = Palette::of_environment();
    let mut terminal = begin()?;
    let mut mode = Mode::default();
    let mut again = true;
    let mut has_keys = true;
    let mut taken = screen::times_taken();
    loop {
        let (scene, closed) = {
            let mut shared = lock(shared);
            let changed = std::mem::take(&mut shared.changed) || std::mem::take(&mut again);
            (changed.then(|| shared.scene.clone()), shared.closed)
        };
        if closed {
            return Ok(());
        }
        if let Some(scene) = scene {
            let drawn = screen::while_taken(|| {
                if std::mem::replace(&mut taken, screen::times_taken()) != screen::times_taken() {
                    terminal = begin()?;
                }
                terminal.draw(|frame| draw(frame, &scene, &mode, palette)).map(drop)
            });
            match drawn {
                Some(drawn) => drawn?,
                // It was suspended, or is about to end.
                None => again = true,
            }
        }
        // Not by crossterm alone: it reads a terminal that was closed on and on, and does not return.
        match has_keys.then(|| wait_for_keys(REFRESH).and_then(event::poll)) {
            Some(Ok(true)) => match event::read() {
                Ok(Event::Key(key)) => {
                    let mut shared = lock(shared);
                    let asked = mode.press(key, &shared.scene);
                    shared.asked.extend(asked);
                    again = true;
                }
                Ok(Event::Resize(..)) => again = true,
                Ok(_) => {}
                Err(_) => has_keys = false,
            },
            Some(Ok(false)) => {}
            // No keyboard: what happens is shown all the same.
            Some(Err(_)) => has_keys = false,
            None => {
                std::thread::sleep(REFRESH);
                again = true;
            }
        }
    }
}
