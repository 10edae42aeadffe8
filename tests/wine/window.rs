//! The window with the game, and what it says.

use crate::wine::Wine;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long it may take to do what it is told.
const PATIENCE: Duration = Duration::from_secs(20);

/// The window. Closed when dropped.
pub struct Window {
    process: Child,
    orders: ChildStdin,
    said: Receiver<Value>,
    /// All that it has said so far.
    pub story: Vec<Value>,
}

impl Window {
    /// Shows it with its client area at (x, y), with the keyboard.
    pub fn show(wine: &Wine, seed: u32, (x, y): (i32, i32)) -> Self {
        let numbers = [seed.to_string(), x.to_string(), y.to_string()];
        let mut command = wine.stand_in();
        command.args(numbers).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let orders = process.stdin.take().unwrap();
        let out = BufReader::new(process.stdout.take().unwrap());
        let (tell, said) = channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let event = serde_json::from_str(line.trim()).unwrap_or(Value::Null);
                if tell.send(event).is_err() {
                    return;
                }
            }
        });
        let mut window = Self { process, orders, said, story: Vec::new() };
        window.says(|event| event["event"] == "shown");
        window
    }

    /// Waits until it says such a thing.
    #[track_caller]
    fn says(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let rest = PATIENCE.saturating_sub(begin.elapsed());
            let event = self.said.recv_timeout(rest);
            let event = event.unwrap_or_else(|why| panic!("{why}: {:#?}", self.story.last()));
            self.story.push(event.clone());
            if wanted(&event) {
                return event;
            }
        }
    }

    /// Tells it to do something, and waits until it has; where its client area lies then.
    #[track_caller]
    pub fn order(&mut self, order: &str) -> [i32; 4] {
        writeln!(self.orders, "{order}").unwrap();
        let done = self.says(|event| event["event"] == "done" && event["order"] == order);
        serde_json::from_value(done["area"].clone()).unwrap()
    }

    /// Asks it something that it answers by an event of this kind.
    #[track_caller]
    pub fn asked(&mut self, order: &str, kind: &str) -> Value {
        self.order(order);
        self.story.iter().rev().find(|event| event["event"] == kind).unwrap().clone()
    }

    /// Takes in what it has said.
    fn hear(&mut self) {
        self.story.extend(self.said.try_iter());
    }

    /// All taps so far.
    pub fn taps(&mut self) -> Vec<Value> {
        self.of_kind("tap")
    }

    /// All of this kind that it has said so far.
    pub fn of_kind(&mut self, kind: &str) -> Vec<Value> {
        self.hear();
        self.story.iter().filter(|event| event["event"] == kind).cloned().collect()
    }

    /// Whether it is pressed at this moment.
    pub fn is_down(&mut self) -> bool {
        self.of_kind("down").len() > self.of_kind("tap").len()
    }

    /// Where the pointer is: soon there, if it is at another place. Wine tells an older one for a moment.
    pub fn pointer(&mut self, there: [i32; 2]) -> [i32; 2] {
        let begin = Instant::now();
        loop {
            let at = serde_json::from_value(self.asked("where", "pointer")["at"].clone()).unwrap();
            if at == there || begin.elapsed() > Duration::from_secs(2) {
                return at;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
