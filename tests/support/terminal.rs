//! A program in a terminal of its own, of 80x24 characters, which `script` of util-linux makes.

use super::require;
use super::scratch::Folder;
use super::{eventually, patience};
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The terminal, and the program in it. After the program's end it shows how it ended, and the terminal's modes.
pub struct Terminal {
    folder: Folder,
    script: Child,
}

impl Terminal {
    /// Runs voltsight with these arguments. Where `script` is missing the test is skipped, as `require` says.
    pub fn start(name: &str, environment: &str, arguments: &str) -> Option<Self> {
        Self::of(env!("CARGO_BIN_EXE_voltsight"), name, environment, arguments)
    }

    /// Runs another program.
    pub fn of(program: &str, name: &str, environment: &str, arguments: &str) -> Option<Self> {
        require::program("script")?;
        let folder = Folder::new(name);
        // Whoever runs the tests may have SIGHUP ignored (`nohup`).
        let line = format!(
            "stty cols 80 rows 24; sh -c 'echo $$ >pid; \
             exec env --default-signal=HUP {environment} {program} {arguments}'; \
             echo \"left with $?\"; stty -a"
        );
        let script = Command::new("script")
            .args(["-qfc", &line, "typescript"])
            .current_dir(folder.path(""))
            .env("SHELL", "/bin/sh")
            .env("TERM", "xterm-256color")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Some(Self { folder, script })
    }

    /// All that was written to it.
    pub fn written(&self) -> Vec<u8> {
        std::fs::read(self.folder.path("typescript")).unwrap_or_default()
    }

    /// What is on the screen, once `there` says that it is what was waited for.
    pub fn until(&self, what: &str, there: impl Fn(&str) -> bool) -> String {
        let (start, limit) = (Instant::now(), patience(Duration::from_secs(120)));
        loop {
            let mut parser = vt100::Parser::new(24, 80, 0);
            parser.process(&self.written());
            let screen = parser.screen().contents();
            if there(&screen) {
                return screen;
            }
            assert!(start.elapsed() < limit, "{what} is not to be seen:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub fn until_it_says(&self, text: &str) {
        self.until(text, |screen| screen.contains(text));
    }

    pub fn press(&mut self, keys: &str) {
        let input = self.script.stdin.as_mut().unwrap();
        input.write_all(keys.as_bytes()).unwrap();
        input.flush().unwrap();
    }

    fn pid(&self) -> String {
        std::fs::read_to_string(self.folder.path("pid")).unwrap().trim().to_owned()
    }

    /// Sends the program a signal, by the name that `kill` knows it by; whether it was still there.
    pub fn signal(&self, name: &str) -> bool {
        let mut kill = Command::new("kill");
        kill.args(["-s", name, &self.pid()]).stderr(Stdio::null()).status().unwrap().success()
    }

    /// Takes no more of what the program writes, as after Ctrl-S, and waits until it can write nothing more.
    pub fn stop_taking(&self) {
        let script = self.script.id().to_string();
        let stopped = Command::new("kill").args(["-s", "STOP", &script]).status().unwrap();
        assert!(stopped.success());
        let io = format!("/proc/{}/io", self.pid());
        let written = || {
            let io = std::fs::read_to_string(&io).unwrap_or_default();
            io.lines().find(|line| line.starts_with("wchar")).map(str::to_owned)
        };
        eventually("nothing more can be written", || {
            let before = written();
            std::thread::sleep(Duration::from_millis(500));
            (before == written()).then_some(())
        });
    }

    /// Waits until the program is gone, or its parent alone has not noticed.
    pub fn ends(&self) {
        let stat = format!("/proc/{}/stat", self.pid());
        eventually("the program in the terminal ends", || {
            let stat = std::fs::read_to_string(&stat).unwrap_or_default();
            let state = stat.rsplit(')').next().and_then(|rest| rest.trim_start().chars().next());
            matches!(state, None | Some('Z')).then_some(())
        });
    }

    /// Closes the terminal as a window that is killed does, and waits until the program is gone.
    pub fn close(mut self) {
        self.script.kill().unwrap();
        self.script.wait().unwrap();
        self.ends();
    }

    /// Waits until `script` has ended, which it does with the program and the end of its input.
    pub fn wait(&mut self) {
        drop(self.script.stdin.take());
        let _ = self.script.wait();
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.script.kill();
        let _ = self.script.wait();
    }
}
