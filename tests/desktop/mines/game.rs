//! A game that is being played: the real program, voltsight beside it, and the book about both.

use super::ledger::Ledger;
use super::program::{Kind, Level, Mines};
use crate::support::flips::{Entry, Session};
use crate::support::require::require;
use crate::support::user::User;
use crate::support::{eventually, folder, patience, within};
use desktop::WindowId;
use desktop::system::connect;
use desktop::window::candidates;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long nothing may happen.
const PATIENCE: Duration = Duration::from_secs(90);

pub struct Game {
    pub mines: Mines,
    pub session: Session,
    pub ledger: Ledger,
    pub user: User,
    folder: PathBuf,
    seed: u32,
}

/// Runs `body` with a game on a display of its own, or says why not.
pub fn play(
    test: &str,
    (kind, level, seed): (Kind, Level, u32),
    arguments: &[&str],
    limit: Duration,
    body: impl FnOnce(Game),
) {
    let why = "the library that tells the mines is missing";
    if !require("shared", kind.can_be_told(), why) {
        return;
    }
    within(limit, test, kind.needs(), &[], || {
        let folder = folder(&test.replace("::", "-"));
        let user = User::new();
        user.move_pointer(1590, 1000);
        let mines = Mines::start(kind, level, seed, &folder);
        bring_on_screen(&user);
        let options = kind.options(level);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let session = Session::start(
            &folder,
            &[&["play", "minesweeper", "--quiet"], &options[..], arguments].concat(),
        );
        body(Game { mines, session, ledger: Ledger::default(), user, folder, seed });
    });
}

pub fn window() -> WindowId {
    let desktop = connect().unwrap();
    eventually("the game shows its window", || {
        let all = candidates(&*desktop).ok()?;
        Some(all.into_iter().find(|window| window.known.is_some())?.id)
    })
}

/// The window grows to its size only after the window manager has found a place for it.
pub(super) fn bring_on_screen(user: &User) {
    let (window, desktop) = (window(), connect().unwrap());
    let (mut area, mut since) = (None, Instant::now());
    eventually("the window stays as it is", || {
        let now = desktop.client_area(window).ok();
        if now != area {
            (area, since) = (now, Instant::now());
        }
        (since.elapsed() > Duration::from_millis(700)).then_some(())
    });
    user.move_window(window, 60, 40);
}

impl Game {
    /// Closes the program and starts it anew.
    pub fn restart(&mut self) {
        // KMines runs within dbus-run-session, which a signal of its own would end alone.
        let pid = connect().unwrap().pid(window()).unwrap().expect("it says whose it is");
        assert!(Command::new("kill").arg(pid.to_string()).status().unwrap().success());
        self.mines.program.ends();
        // All that was seen of the game before belongs to it.
        self.until("the window was closed", |entry| entry.kind() == "no-picture");
        self.seed += 1;
        self.mines = Mines::start(self.mines.kind, self.mines.level, self.seed, &self.folder);
        bring_on_screen(&self.user);
        self.ledger.begin_anew();
    }

    /// The next thing that happens; `None` when voltsight has ended.
    pub fn next(&mut self) -> Option<Entry> {
        let entry = self.session.next(PATIENCE)?;
        self.ledger.hear(&entry, &mut self.mines);
        Some(entry)
    }

    /// Plays until something happens.
    #[track_caller]
    pub fn until(&mut self, what: &str, mut wanted: impl FnMut(&Entry) -> bool) -> Entry {
        let begin = Instant::now();
        loop {
            let Some(entry) = self.next() else {
                panic!("it has ended before {what}:\n{}", self.session.said());
            };
            if wanted(&entry) {
                return entry;
            }
            assert!(
                begin.elapsed() < patience(2 * PATIENCE),
                "not {what}:\n{}",
                self.session.said()
            );
        }
    }

    /// Plays until it says so: an entry of this kind with these words.
    #[track_caller]
    pub fn says(&mut self, kind: &str, words: &str) {
        self.until(&format!("{kind}: {words}"), |entry| {
            entry.kind() == kind && entry.text().contains(words)
        });
    }

    /// Plays until some cells were opened: in mid-game.
    #[track_caller]
    pub fn opens(&mut self, presses: usize) {
        for _ in 0..presses {
            self.until("a cell is opened", |entry| {
                entry.kind() == "confirmed" && entry.text().contains("row ")
            });
        }
    }

    /// That nothing is pressed for so long.
    #[track_caller]
    pub fn rests(&mut self, time: Duration) {
        std::thread::sleep(time);
        for entry in self.session.heard() {
            self.ledger.hear(&entry, &mut self.mines);
            assert_ne!(entry.kind(), "acted", "{entry:?}");
        }
    }

    /// Hears it out; it ends by itself or as Ctrl-C ends it.
    #[track_caller]
    pub fn end(&mut self, interrupt: bool) -> &Ledger {
        if interrupt && self.session.runs() {
            self.session.interrupt();
        }
        while self.next().is_some() {}
        println!("{}\n{}", self.session.said(), self.ledger);
        self.ledger.assert_clean();
        &self.ledger
    }
}
