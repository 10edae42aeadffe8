//! A terminal that is closed ends the program that runs in it: it leaves no process and no hotkey.

use crate::support::stand_in::StandIn;
use crate::support::user::User;
use crate::support::{eventually, folder, on_desktop};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The program in a terminal of its own, made by `script`.
struct Terminal {
    folder: PathBuf,
    script: Child,
}

impl Terminal {
    fn open(name: &str, arguments: &str) -> Self {
        let folder = folder(name);
        let program = env!("CARGO_BIN_EXE_voltsight");
        // Whoever runs the tests may have SIGHUP ignored (`nohup`).
        let line = format!(
            "stty cols 80 rows 24; sh -c 'echo $$ >pid; exec env --default-signal=HUP {program} {arguments}'; \
             echo left with $?"
        );
        let script = Command::new("script")
            .args(["-qfc", &line, "typescript"])
            .current_dir(&folder)
            .env("SHELL", "/bin/sh")
            .env("TERM", "xterm-256color")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self { folder, script }
    }

    /// What is on the screen.
    fn text(&self) -> String {
        let mut parser = vt100::Parser::new(24, 80, 0);
        parser.process(&std::fs::read(self.folder.join("typescript")).unwrap_or_default());
        parser.screen().contents()
    }

    fn until_it_says(&self, text: &str) {
        eventually(&format!("it says {text:?}"), || self.text().contains(text).then_some(()));
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.pid()]).status().unwrap();
        assert!(sent.success(), "{name} is not sent");
    }

    fn pid(&self) -> String {
        std::fs::read_to_string(self.folder.join("pid")).unwrap().trim().to_owned()
    }

    /// Closes the terminal as a window that is killed does, and waits until the program is gone.
    fn close(mut self) {
        let pid = self.pid();
        self.script.kill().unwrap();
        self.script.wait().unwrap();
        eventually("the program in the closed terminal ends", || has_ended(&pid).then_some(()));
    }

    fn has_ended(&self) -> bool {
        has_ended(&self.pid())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.script.kill();
        let _ = self.script.wait();
    }
}

/// Whether the process is gone, or waits only for its parent to notice.
fn has_ended(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().and_then(|rest| rest.trim_start().chars().next());
    matches!(state, None | Some('Z'))
}

/// Nobody has the hotkeys.
fn assert_free() {
    let user = User::new();
    let is_free = || ['p', 's', 'r'].into_iter().all(|letter| user.can_grab_hotkey(letter));
    eventually("the hotkeys are free", || is_free().then_some(()));
}

#[test]
fn a_closed_terminal_ends_every_live_view() {
    on_desktop("live::closed::a_closed_terminal_ends_every_live_view", &["script"], || {
        let _game = StandIn::show(3, (200, 150));
        for (name, arguments, seen) in [
            ("closed-demo", "demo --seed 3 --speed 3 --rounds 50", "chance to clear"),
            ("closed-watch", "watch", "your move"),
            ("closed-auto", "watch --auto", "playing"),
            ("closed-record", "record session.vsr --auto", "playing"),
        ] {
            let terminal = Terminal::open(name, arguments);
            terminal.until_it_says(seen);
            terminal.close();
            assert_free();
        }
    });
}

#[test]
fn a_closed_terminal_ends_the_window_of_the_program() {
    on_desktop(
        "live::closed::a_closed_terminal_ends_the_window_of_the_program",
        &["script"],
        || {
            let terminal = Terminal::open("closed-app", "app");
            let windows =
                || Command::new("xwininfo").args(["-root", "-tree"]).output().unwrap().stdout;
            eventually("its window is there", || {
                String::from_utf8_lossy(&windows()).contains("\"voltsight\"").then_some(())
            });
            terminal.close();
        },
    );
}

#[test]
fn every_question_ends_with_its_terminal_and_at_ctrl_c() {
    on_desktop(
        "live::closed::every_question_ends_with_its_terminal_and_at_ctrl_c",
        &["script"],
        || {
            let _games = [StandIn::show(3, (50, 50)), StandIn::show(4, (800, 500))];
            for (name, arguments, question) in [
                ("closed-solve", "solve", "Row headers"),
                ("closed-which", "watch --window DeSmuME", "which one?"),
                ("closed-which-auto", "watch --auto --window DeSmuME", "which one?"),
            ] {
                let terminal = Terminal::open(name, arguments);
                terminal.until_it_says(question);
                terminal.close();
                for signal in ["INT", "TERM"] {
                    let terminal = Terminal::open(name, arguments);
                    terminal.until_it_says(question);
                    terminal.signal(signal);
                    terminal.until_it_says("left with");
                }
            }
        },
    );
}

#[test]
fn the_second_signal_ends_what_does_not_answer_the_first() {
    const TEST: &str = "live::closed::the_second_signal_ends_what_does_not_answer_the_first";
    on_desktop(TEST, &["script"], || {
        let terminal = Terminal::open("closed-twice", "demo --speed 3 --rounds 50");
        terminal.until_it_says("chance to clear");
        // Nobody takes what it prints, as after Ctrl-S: whoever draws waits for ever.
        let script = terminal.script.id().to_string();
        let stopped = Command::new("kill").args(["-s", "STOP", &script]).status().unwrap();
        assert!(stopped.success());
        let io = format!("/proc/{}/io", terminal.pid());
        let written = || {
            let io = std::fs::read_to_string(&io).unwrap_or_default();
            io.lines().find(|line| line.starts_with("wchar")).map(str::to_owned)
        };
        eventually("nothing more can be written", || {
            let before = written();
            std::thread::sleep(Duration::from_millis(500));
            (before == written()).then_some(())
        });
        terminal.signal("TERM");
        std::thread::sleep(Duration::from_secs(1));
        // Should the first have been enough, there is nobody to send it to.
        let _ = Command::new("kill").args(["-s", "TERM", &terminal.pid()]).output();
        eventually("it ends", || terminal.has_ended().then_some(()));
    });
}
