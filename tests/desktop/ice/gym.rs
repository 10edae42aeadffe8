//! A gym that is being walked: the emulator, the program beside it, and what the game says happened.

use super::table::Table;
use crate::support::folder;
use crate::support::ice_rom::{Options, Phase, SECTIONS, Truth};
use crate::support::session::{Entry, Session};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long nothing may happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long no step may be made while the program plays. A machine that does much else gives the emulator
/// little time.
const STEP: Duration = Duration::from_secs(90);

/// In front of the leader.
const GOAL: (u8, u8) = (8, 3);

pub struct Walk {
    pub table: Table,
    pub session: Session,
    options: Options,
    folder: PathBuf,
    /// How many entries of the log were looked at.
    heard: usize,
}

/// When the last step was made.
struct Progress {
    steps: u32,
    since: Instant,
}

impl Progress {
    fn new() -> Self {
        Self { steps: 0, since: Instant::now() }
    }

    /// Whether no step was made for too long.
    fn rests(&mut self, truth: &Truth) -> bool {
        if truth.steps != self.steps {
            *self = Self { steps: truth.steps, since: Instant::now() };
        }
        self.since.elapsed() > STEP
    }
}

impl Walk {
    /// Starts both: `voltsight play`, with further arguments.
    pub fn start(name: &str, options: &Options, scale: u8, arguments: &[&str]) -> Self {
        let folder = folder(name);
        let table = Table::open(&folder, options, scale);
        let usual = ["play", "ice", "--quiet"];
        let session = Session::start(&folder, &[&usual, arguments].concat());
        Self { table, session, options: options.clone(), folder, heard: 0 }
    }

    /// Waits until the game says that something is so, while the program plays.
    #[track_caller]
    pub fn until(&mut self, what: &str, so: impl Fn(&Truth) -> bool) -> Truth {
        let mut progress = Progress::new();
        loop {
            let truth = self.table.truth();
            self.session.heard();
            if so(&truth) {
                return truth;
            }
            if progress.rests(&truth) || !self.session.runs() {
                panic!("not {what}: {}", self.told());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until so many steps were made.
    #[track_caller]
    pub fn steps(&mut self, count: u32) -> Truth {
        self.until(&format!("{count} steps are made"), |truth| truth.steps >= count)
    }

    /// Waits until so many steps were made; false if the program has ended or somebody has fallen before.
    pub fn goes_on_to(&mut self, count: u32) -> bool {
        let mut progress = Progress::new();
        loop {
            let truth = self.table.truth();
            self.session.heard();
            if truth.steps >= count || truth.falls > 0 || !self.session.runs() {
                return truth.steps >= count && truth.falls == 0;
            }
            assert!(!progress.rests(&truth), "not {count} steps: {}", self.told());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Plays until it says so, after what it was heard to say before: an entry of this kind with these
    /// words.
    #[track_caller]
    pub fn says(&mut self, kind: &str, words: &str) -> Entry {
        loop {
            while let Some(entry) = self.session.story.get(self.heard) {
                self.heard += 1;
                if entry.kind() == kind && entry.text().contains(words) {
                    return entry.clone();
                }
            }
            if self.session.next(PATIENCE).is_none() {
                panic!("it has ended before {kind}: {words}: {}", self.told());
            }
        }
    }

    /// That no key is pressed for so long.
    #[track_caller]
    pub fn rests(&mut self, time: Duration) {
        // A step that has begun is made.
        let before = self.table.rest();
        std::thread::sleep(time);
        let after = self.table.truth();
        assert_eq!((before.presses, before.at), (after.presses, after.at), "{}", self.told());
    }

    /// Waits until the leader is reached, ends the program as Ctrl-C does, and gives what the game says.
    /// Every tile was stepped on as it has to be: the exits are open.
    #[track_caller]
    pub fn finish(&mut self) -> Truth {
        let truth = self.until("the leader is reached", |truth| {
            truth.at == GOAL && truth.phase == Phase::Walking
        });
        self.says("round-end", "");
        assert_eq!((usize::from(truth.opened), truth.slides), (SECTIONS.len(), 0));
        assert!(truth.slowest < 228, "a frame took {} scanlines", truth.slowest);
        self.session.interrupt();
        assert_eq!(self.session.end(), 0, "{}", self.told());
        truth
    }

    /// Waits until one exit more is open, which is enough of a gym for what happened on the way, and ends the program.
    /// Every tile of the section was stepped on as it has to be.
    #[track_caller]
    pub fn finish_section(&mut self) -> Truth {
        let opened = self.table.truth().opened;
        let truth = self.until("the next exit is open", |truth| truth.opened > opened);
        assert_eq!(truth.slides, 0, "{}", self.told());
        self.session.interrupt();
        assert_eq!(self.session.end(), 0, "{}", self.told());
        truth
    }

    /// As [`Walk::finish`], where nobody fell: not a step more than the floors have.
    #[track_caller]
    pub fn finish_without_a_fall(&mut self) -> Truth {
        let truth = self.finish();
        let ice: usize = self.options.floors.iter().map(|floor| floor.matches('.').count()).sum();
        // Between the sections there are two cells of stairs each, and at the end one of floor more.
        assert_eq!((truth.falls, truth.steps as usize), (0, ice + 3 * 2 + 1), "{}", self.told());
        truth
    }

    /// What the program said, and how the log ends.
    pub fn told(&mut self) -> String {
        self.session.heard();
        let story = &self.session.story;
        let last: Vec<String> = story[story.len().saturating_sub(12)..]
            .iter()
            .map(|entry| entry.0.to_string())
            .collect();
        format!("{}\n{}\n{:?}", self.session.said(), last.join("\n"), self.table.truth().log)
    }
}

/// What the window showed when a test failed is worth a look.
impl Drop for Walk {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let file = self.folder.join("failed.png");
            let _ = self.table.picture().picture.save(&file);
            eprintln!("the window is saved as {}", file.display());
        }
    }
}
