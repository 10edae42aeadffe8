//! A desktop of Wine: an X server without a screen, and Wine on it.

use crate::support::flips::Session;
use crate::support::require::require;
use crate::support::{Program, folder, start_server};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One test at a time has the desktop.
static ALONE: Mutex<()> = Mutex::new(());

/// The size of the desktop.
pub const SIZE: (i32, i32) = (1600, 1200);

/// A desktop of Wine. It ends with all that runs on it when this is dropped.
pub struct Wine {
    display: String,
    /// Wine's own folder, kept for the next test.
    home: PathBuf,
    exe: PathBuf,
    stand_in: PathBuf,
    /// What this test writes.
    pub folder: PathBuf,
    _server: Program,
    _alone: MutexGuard<'static, ()>,
}

/// A desktop for this test; `None`, and why, where the programs are not there.
pub fn desktop(test: &str) -> Option<Wine> {
    let built = |name| std::env::var_os(name).map(PathBuf::from);
    let (Some(exe), Some(stand_in)) = (built("VOLTSIGHT_EXE"), built("VOLTSIGHT_STAND_IN")) else {
        let why =
            "VOLTSIGHT_EXE and VOLTSIGHT_STAND_IN name no programs (`make test-windows` does)";
        require("wine", false, why);
        return None;
    };
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let programs = Path::new(env!("CARGO_TARGET_TMPDIR")).join("windows-live");
    std::fs::create_dir_all(&programs).unwrap();
    let put = |from: &Path, name: &str| {
        let to = programs.join(name);
        std::fs::copy(from, &to).unwrap_or_else(|why| panic!("{}: {why}", from.display()));
        to
    };
    // Rust's standard library asks for it, and Wine 8 has none.
    put(&exe.with_file_name("wine").join("bcryptprimitives.dll"), "bcryptprimitives.dll");
    let exe = put(&exe, "voltsight.exe");
    let stand_in = put(&stand_in, "DeSmuME_0.9.13_x64.exe");
    let home = programs.join("wine-home");
    let (server, display) = start_server(&[]);
    let folder = folder(&format!("windows-live-{test}"));
    let wine = Wine { display, home, exe, stand_in, folder, _server: server, _alone: alone };
    wine.settle();
    Some(wine)
}

impl Wine {
    /// Makes Wine's folder, and lets it show a desktop of its own: then it alone says what lies over what.
    fn settle(&self) {
        let key = r"HKCU\Software\Wine\Explorer";
        let size = format!("{}x{}", SIZE.0, SIZE.1);
        let first = !self.home.join("system.reg").is_file();
        if first {
            assert!(self.run("wineboot", &["-i"]).status.success());
        }
        for [key, name, value] in
            [[key, "Desktop", "Default"], [&format!(r"{key}\Desktops"), "Default", &size]]
        {
            let set = self.run("reg", &["add", key, "/v", name, "/d", value, "/f"]);
            assert!(set.status.success(), "{set:?}");
        }
        // What was started before the settings has none of them.
        self.stop();
    }

    fn stop(&self) {
        let stopped = self.with_env(Command::new("wineserver")).args(["-k", "-w"]).status();
        // Where no server runs there is nothing to stop.
        let _ = stopped;
    }

    fn with_env(&self, mut command: Command) -> Command {
        command.env("WINEDEBUG", "-all").env("WINEPREFIX", &self.home);
        command.env("DISPLAY", &self.display).env_remove("WAYLAND_DISPLAY");
        // Windows has neither; Wine would pass on this system's.
        command.env_remove("XDG_CONFIG_HOME").env_remove("HOME");
        command
    }

    /// A command that runs a program of Windows.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = self.with_env(Command::new("wine"));
        command.arg(program);
        command
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        self.command(program).args(arguments).stdin(Stdio::null()).output().unwrap()
    }

    /// Runs the program to its end.
    pub fn voltsight(&self, arguments: &[&str]) -> Output {
        self.command(&self.exe).args(arguments).stdin(Stdio::null()).output().unwrap()
    }

    /// What the program prints as JSON, and its exit code.
    pub fn told(&self, arguments: &[&str]) -> (Value, Option<i32>) {
        let output = self.voltsight(arguments);
        let value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|why| panic!("{arguments:?}: {why}: {output:?}"));
        (value, output.status.code())
    }

    /// Starts `voltsight watch`.
    pub fn watch(&self, arguments: &[&str]) -> Session {
        Session::start_by(self.command(&self.exe), &self.folder, arguments)
    }

    /// Starts the window with a game.
    pub fn stand_in(&self) -> Command {
        self.command(&self.stand_in)
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        self.stop();
    }
}
