//! Real desktops for whole-program tests: an X server, a window manager and programs on it, each
//! test with a server of its own, and everything stopped when the test ends.

#![allow(dead_code, reason = "each test program uses its part")]

pub mod desmume;
pub mod mgba;
pub mod painter;
pub mod retroarch;
pub mod session;
pub mod stand_in;
pub mod sway;
pub mod user;

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Set in the process that runs a test's body.
const INSIDE: &str = "VOLTSIGHT_TEST_DESKTOP";

/// How long a test on a desktop may take before it is stopped.
const LIMIT: Duration = Duration::from_secs(300);

/// A started program, stopped when dropped.
pub struct Program(Child);

impl Program {
    /// Starts `command` without output.
    pub fn start(command: &mut Command) -> Self {
        let name = format!("{command:?}");
        let child = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn();
        Self(child.unwrap_or_else(|error| panic!("{name} does not start: {error}")))
    }

    /// Takes what it prints, where that was piped.
    pub fn stdout(&mut self) -> std::process::ChildStdout {
        self.0.stdout.take().unwrap()
    }

    /// Waits until it has ended.
    pub fn ends(&mut self) -> ExitStatus {
        eventually("the program ends", || self.status())
    }

    pub fn pid(&self) -> u32 {
        self.0.id()
    }

    /// How it ended, if it has.
    pub fn status(&mut self) -> Option<ExitStatus> {
        self.0.try_wait().unwrap()
    }

    /// Sends it a signal, by the name that `kill` knows it by.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.pid().to_string()]).status();
        assert!(sent.unwrap().success(), "{name} is not sent");
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Where a program of this name is, also in Debian's folder for games; or a core of RetroArch.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .chain(retroarch::folders_of_cores())
        .map(|folder| folder.join(program))
        .find(|file| file.is_file())
}

/// Runs `body` on a display of its own, with openbox.
///
/// The test starts the display, then itself once more as a process of its own with `DISPLAY` set,
/// where `body` runs: `test` must be the full name of the calling test. Where a program in
/// `needs` (or Xvfb or openbox) is not installed, says so and passes.
pub fn on_desktop(test: &str, needs: &[&str], body: impl FnOnce()) {
    on_server(test, needs, &[], body);
}

/// As [`on_desktop`], with further arguments for Xvfb.
pub fn on_server(test: &str, needs: &[&str], arguments: &[&str], body: impl FnOnce()) {
    within(LIMIT, test, needs, arguments, body);
}

/// As [`on_server`], for a test that may take longer.
pub fn within(
    limit: Duration,
    test: &str,
    needs: &[&str],
    arguments: &[&str],
    body: impl FnOnce(),
) {
    let needs = [&["Xvfb", "openbox"], needs].concat();
    let start = |home: &Path| {
        let (server, display) = start_server(arguments);
        let told = vec![
            ("DISPLAY", display.into()),
            ("HOME", home.into()),
            ("XDG_CONFIG_HOME", home.join("config").into()),
            ("XDG_SESSION_TYPE", "x11".into()),
        ];
        let mut openbox = Command::new("openbox");
        openbox.envs(told.iter().map(|(name, value)| (name, value)));
        openbox.env_remove("WAYLAND_DISPLAY");
        Desktop { told, programs: vec![Program::start(&mut openbox), server] }
    };
    inside(limit, test, &needs, start, body);
}

/// A desktop that runs until this is dropped.
pub struct Desktop {
    /// The environment of programs on it.
    pub told: Vec<(&'static str, OsString)>,
    pub programs: Vec<Program>,
}

/// Starts a desktop in a folder of its own, and `body` on it, as [`on_desktop`] says.
pub fn inside(
    limit: Duration,
    test: &str,
    needs: &[&str],
    start: impl FnOnce(&Path) -> Desktop,
    body: impl FnOnce(),
) {
    if std::env::var_os(INSIDE).is_some_and(|inside| inside == test) {
        user::User::wait_for_window_manager();
        return body();
    }
    if let Some(missing) = needs.iter().find(|p| find(p).is_none()) {
        eprintln!("SKIPPED {test}: {missing} is not installed");
        return;
    }
    let desktop = start(&folder(&test.replace("::", "-")));
    let mut inside = dying_with_us(&std::env::current_exe().unwrap());
    inside.env_remove("WAYLAND_DISPLAY");
    inside.envs(desktop.told.iter().map(|(name, value)| (name, value)));
    inside.env(INSIDE, test).args(["--exact", test, "--nocapture", "--include-ignored"]);
    let mut inside = Program(inside.spawn().unwrap());
    let started = Instant::now();
    let status = loop {
        if let Some(status) = inside.0.try_wait().unwrap() {
            break status;
        }
        assert!(started.elapsed() < limit, "{test} does not end");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{test} failed on its desktop; see above");
}

/// A command that ends when the thread that starts it does. util-linux's setpriv becomes the
/// program, so the process is the program's.
fn dying_with_us(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL"]).arg(program);
    command
}

/// Starts an X server on a free display, which it picks itself, and gives the display's name.
///
/// The server, and with it all programs on it, ends even when the test is killed.
pub fn start_server(arguments: &[&str]) -> (Program, String) {
    let mut server = dying_with_us(Path::new("Xvfb"));
    server
        .args(["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp", "-noreset"])
        .args(arguments)
        .stdout(Stdio::piped());
    let mut server = Program::start(&mut server);
    let mut number = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut number).unwrap();
    assert!(!number.trim().is_empty(), "Xvfb does not start");
    (server, format!(":{}", number.trim()))
}

/// An empty folder for this test.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Waits until `ask` gives an answer.
pub fn eventually<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
