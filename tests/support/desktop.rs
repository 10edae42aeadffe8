//! Desktops: an X server, a window manager and programs on it, each test with a server of its own, and
//! everything stopped when the test ends.

use super::{Program, folder, patience, require, user};
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Set in the process that runs a test's body.
const INSIDE: &str = "VOLTSIGHT_TEST_DESKTOP";

/// How long a test on a desktop may take before it is stopped.
const LIMIT: Duration = Duration::from_secs(300);

/// Runs `body` on a display of its own, with openbox.
///
/// The test starts the display, then itself once more as a process of its own with `DISPLAY` set,
/// where `body` runs: `test` must be the full name of the calling test. Where a program in
/// `needs` (or Xvfb or openbox) is not installed, it is skipped as [`require`] says.
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
            ("XDG_STATE_HOME", home.join("state").into()),
            ("XDG_SESSION_TYPE", "x11".into()),
            // No dialog opens on the desktop of whoever runs the tests.
            ("DBUS_SESSION_BUS_ADDRESS", "disabled:".into()),
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
        std::fs::write(began(test), "").unwrap();
        if std::env::var_os("DISPLAY").is_some() {
            user::User::wait_for_window_manager();
        }
        return body();
    }
    if needs.iter().any(|name| require::program(name).is_none()) {
        return;
    }
    // A name that is not the test's would start none, and pass.
    let began = began(test);
    let _ = std::fs::remove_file(&began);
    let desktop = start(&folder(&test.replace("::", "-")));
    let mut inside = dying_with_us(&std::env::current_exe().unwrap());
    inside.env_remove("WAYLAND_DISPLAY").env_remove("DISPLAY");
    inside.envs(desktop.told.iter().map(|(name, value)| (name, value)));
    inside.env(INSIDE, test).args(["--exact", test, "--nocapture", "--include-ignored"]);
    let mut inside = Program(inside.spawn().unwrap());
    let started = Instant::now();
    let status = loop {
        if let Some(status) = inside.0.try_wait().unwrap() {
            break status;
        }
        assert!(started.elapsed() < patience(limit), "{test} does not end");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(status.success(), "{test} failed on its desktop; see above");
    assert!(began.is_file(), "no test is called {test}");
}

/// Is there once the body of a test has begun.
fn began(test: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}.began", test.replace("::", "-")))
}

/// A command that ends when the thread that starts it does. util-linux's setpriv becomes the
/// program, so the process is the program's.
pub fn dying_with_us(program: &Path) -> Command {
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
