//! A running `voltsight watch`, heard through its session log.

use super::Program;
use serde_json::Value;
use std::collections::VecDeque;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// An entry of the session log.
#[derive(Clone, Debug)]
pub struct Entry(pub Value);

impl Entry {
    pub fn kind(&self) -> &str {
        self.0["event"].as_str().unwrap()
    }

    /// When it happened, in seconds of the session's own clock.
    pub fn at(&self) -> f64 {
        self.0["at"].as_f64().unwrap()
    }

    /// Its sentence, whichever field that is in.
    pub fn text(&self) -> &str {
        ["why", "for", "what", "move"].iter().find_map(|key| self.0[key].as_str()).unwrap_or("")
    }
}

/// A running program.
pub struct Session {
    program: Program,
    log: PathBuf,
    read: Option<File>,
    /// What was read of a line that is not complete.
    rest: Vec<u8>,
    heard: VecDeque<Entry>,
    /// All entries so far.
    pub story: Vec<Entry>,
    said: PathBuf,
}

impl Session {
    /// Starts `voltsight watch --log` with these arguments, or `voltsight play` where `play` is the first.
    pub fn start(folder: &Path, arguments: &[&str]) -> Self {
        // A copy: the program may be built anew while it plays for hours.
        let program = folder.join("voltsight");
        std::fs::copy(env!("CARGO_BIN_EXE_voltsight"), &program).unwrap();
        let mut command = Command::new(program);
        // Profiles of whoever runs the tests are not theirs.
        command.env("XDG_CONFIG_HOME", folder.join("config"));
        Self::start_by(command, folder, arguments)
    }

    /// The same by a command that starts the program.
    pub fn start_by(mut command: Command, folder: &Path, arguments: &[&str]) -> Self {
        let (log, said) = (folder.join("log"), folder.join("said.txt"));
        let _ = std::fs::remove_dir_all(&log);
        let watches = (arguments.first() != Some(&"play")).then_some("watch");
        command.args(watches).args(arguments).arg("--log").arg(&log);
        command.stdout(File::create(&said).unwrap());
        let program = Program::start(&mut command);
        let (rest, heard, story) = (Vec::new(), VecDeque::new(), Vec::new());
        Self { program, log, read: None, rest, heard, story, said }
    }

    /// Whether it has not ended.
    pub fn runs(&mut self) -> bool {
        self.program.status().is_none()
    }

    /// Asks it to end, as Ctrl-C does.
    pub fn interrupt(&self) {
        self.program.signal("INT");
    }

    /// Ends it as nothing can prevent.
    pub fn kill(&self) {
        self.program.signal("KILL");
    }

    /// What it has printed so far.
    pub fn said(&self) -> String {
        std::fs::read_to_string(&self.said).unwrap()
    }

    /// The next entry, within `patience`; `None` when the program has ended.
    pub fn next(&mut self, patience: Duration) -> Option<Entry> {
        let (begin, patience) = (Instant::now(), super::patience(patience));
        loop {
            let ended = self.program.status().is_some();
            self.hear();
            if let Some(entry) = self.heard.pop_front() {
                self.story.push(entry.clone());
                return Some(entry);
            }
            if ended {
                return None;
            }
            assert!(
                begin.elapsed() < patience,
                "nothing happened for {patience:?}; last: {:#?}\n{}",
                &self.story[self.story.len().saturating_sub(8)..],
                self.said()
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Hears what happens until an entry of this kind has these words, each within `patience`.
    #[track_caller]
    pub fn until(&mut self, kind: &str, words: &str, patience: Duration) {
        loop {
            let Some(entry) = self.next(patience) else {
                panic!("it has ended before {kind:?}, {words:?}: {}", self.said())
            };
            if entry.kind() == kind && entry.text().contains(words) {
                return;
            }
        }
    }

    /// All that has happened and was not heard yet.
    pub fn heard(&mut self) -> Vec<Entry> {
        self.hear();
        let heard: Vec<Entry> = self.heard.drain(..).collect();
        self.story.extend(heard.iter().cloned());
        heard
    }

    /// Whether nothing has happened that was not heard yet.
    pub fn is_silent(&mut self) -> bool {
        self.hear();
        self.heard.is_empty()
    }

    /// Hears out what is left, and gives the exit code.
    pub fn end(&mut self) -> i32 {
        while self.next(Duration::from_secs(60)).is_some() {}
        self.program.status().unwrap().code().unwrap_or(-1)
    }

    fn hear(&mut self) {
        if self.read.is_none() {
            self.read = File::open(self.log.join("session.jsonl")).ok();
        }
        let Some(file) = &mut self.read else { return };
        file.read_to_end(&mut self.rest).unwrap();
        while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            self.heard.push_back(Entry(serde_json::from_slice(&line).unwrap()));
        }
    }
}
