//! A game that is being played: the emulator, the program beside it, and the book about both.

use super::ledger::Ledger;
use super::table::{Setup, Table};
use crate::support::flips::{Acts, Entry, Session};
use crate::support::user::User;
use crate::support::{eventually, folder, patience};
use desktop::input::DesktopInput;
use desktop::known::Runs;
use desktop::system::{XServer, connect};
use desktop::window::{WindowChoice, WindowSource, candidates};
use desktop::{PlatformKind, WindowId};
use session::Player;
use session::capture::Source;
use session::consoles::ds::{TAP_HOLD, TIMING};
use session::frame::Frame;
use session::input::{Gesture, InputDevice};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use voltorb_flip_game::player::{FlipPlayer, Move};

/// How long nothing may happen.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Game {
    pub table: Table,
    pub session: Session,
    pub ledger: Ledger,
    pub user: User,
    pub folder: PathBuf,
    advised: Option<Move>,
}

pub fn window() -> WindowId {
    let desktop = connect().unwrap();
    eventually("the emulator shows its window", || {
        let all = candidates(&*desktop).ok()?;
        Some(all.into_iter().find(|window| window.known.is_some())?.id)
    })
}

/// The window grows to its size only after the window manager has found a place for it. On Wayland no
/// program places windows, its own or others'.
pub fn bring_on_screen(user: &User) {
    if XServer::connect().unwrap().is_xwayland().unwrap() {
        return;
    }
    user.move_window(window(), 100, 40);
}

impl Game {
    /// Starts both, with further arguments for `voltsight play`.
    pub fn start(name: &str, setup: &Setup, arguments: &[&str]) -> Self {
        Self::begin(name, setup, &[&["play", "--quiet"], arguments].concat())
    }

    /// Starts both; a person plays.
    pub fn advised(name: &str, setup: &Setup) -> Self {
        Self::begin(name, setup, &[])
    }

    fn begin(name: &str, setup: &Setup, arguments: &[&str]) -> Self {
        let folder = folder(name);
        let user = User::new();
        user.move_pointer(1500, 1000);
        let mut table = Table::open(&folder, setup);
        bring_on_screen(&user);
        let ledger = Ledger::open(&mut table);
        let session = Session::start(&folder, arguments);
        Self { table, session, ledger, user, folder, advised: None }
    }

    /// The emulator's window.
    pub fn window(&self) -> WindowId {
        window()
    }

    /// Starts the emulator anew, which has ended, with other settings.
    pub fn start_anew(&mut self, setup: &Setup) {
        self.table = Table::open(&self.folder, setup);
        bring_on_screen(&self.user);
        self.ledger.begin_anew(&mut self.table);
    }

    /// The next thing that happens; `None` when the program has ended.
    pub fn next(&mut self) -> Option<Entry> {
        let entry = self.session.next(PATIENCE)?;
        self.ledger.hear(&entry);
        // The tap on "Play" is over, and the next one comes after the board is shown.
        if entry.is_act(Move::Play) {
            self.ledger.settle(&mut self.table);
        }
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

    /// Plays until a card was flipped and seen: in mid-round.
    #[track_caller]
    pub fn flip(&mut self) {
        self.until("a card is flipped", |entry| {
            entry.kind() == "confirmed" && matches!(entry.what(), Some(Move::Flip(_)))
        });
    }

    /// Plays until it says so: an entry of this kind with these words.
    #[track_caller]
    pub fn says(&mut self, kind: &str, words: &str) {
        self.until(&format!("{kind}: {words}"), |entry| {
            entry.kind() == kind && entry.text().contains(words)
        });
    }

    /// What it advises for the picture that has stood for a while. It has said so already, or
    /// says so soon.
    pub fn advice(&mut self) -> Move {
        let begin = Instant::now();
        loop {
            for entry in self.session.heard() {
                match entry.kind() {
                    "advised" => self.advised = entry.what(),
                    "waiting" | "doubt" => self.advised = None,
                    _ => {}
                }
            }
            std::thread::sleep(Duration::from_millis(600));
            match self.advised {
                Some(advice) if self.session.is_silent() => return advice,
                _ => assert!(
                    begin.elapsed() < patience(PATIENCE),
                    "no advice:\n{}",
                    self.session.said()
                ),
            }
        }
    }

    /// Taps as the person at the desktop.
    pub fn tap(&self, what: Move) {
        let frame = self.picture().expect("the window is there");
        let mut player = FlipPlayer::new(Default::default());
        let sight = player.look(&frame).expect("the game is to be seen");
        let touch = &sight.reading.touch;
        let gesture = Gesture::tap(touch.to_picture(what.target()), touch.area, TAP_HOLD);
        DesktopInput::new(PlatformKind::Native, TIMING.gap)
            .unwrap()
            .perform(&gesture, &frame)
            .unwrap();
    }

    /// That nothing is tapped for so long.
    #[track_caller]
    pub fn rests(&mut self, time: Duration) {
        std::thread::sleep(time);
        for entry in self.session.heard() {
            self.ledger.hear(&entry);
            assert_ne!(entry.kind(), "acted", "{entry:?}");
        }
    }

    /// Plays this many rounds to their end.
    #[track_caller]
    pub fn rounds(&mut self, count: usize) {
        let wanted = self.ledger.compared + count;
        while self.ledger.compared < wanted {
            self.until("a round begins", |entry| entry.is_act(Move::Play));
        }
    }

    /// A picture of the emulator's window.
    pub fn picture(&self) -> Option<Frame> {
        let choice = WindowChoice { runs: Some(Runs::Ds), ..WindowChoice::default() };
        WindowSource::open(choice).ok()?.next(Duration::ZERO).ok()
    }

    /// Ends it as Ctrl-C does, compares, and gives the book.
    #[track_caller]
    pub fn end(&mut self) -> &Ledger {
        if self.session.runs() {
            self.session.interrupt();
        }
        while self.next().is_some() {}
        self.ledger.settle(&mut self.table);
        println!("{}\n{}", self.session.said(), self.ledger);
        self.ledger.assert_clean();
        &self.ledger
    }
}

/// What the window showed when a test failed is worth a look.
impl Drop for Game {
    fn drop(&mut self) {
        if std::thread::panicking()
            && let Some(frame) = self.picture()
        {
            let file = self.folder.join("failed.png");
            let _ = frame.picture.save(&file);
            eprintln!("the window is saved as {}", file.display());
        }
    }
}
