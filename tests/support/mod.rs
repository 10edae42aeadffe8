//! What the test programs share: folders of their own, programs that are stopped, our games' files and their
//! truth; and, for tests of windows, real desktops.

#![allow(dead_code, unused_imports, reason = "each test program uses its part")]

#[cfg(all(unix, feature = "live"))]
mod bus;
#[cfg(all(unix, feature = "live"))]
mod desktop;
#[cfg(all(unix, feature = "live"))]
pub mod desmume;
#[cfg(all(unix, feature = "live"))]
pub mod dialogs;
#[cfg(all(unix, feature = "live"))]
pub mod emulated;
pub mod flips;
pub mod gdb;
#[cfg(all(unix, feature = "live"))]
pub mod gnome;
pub mod ice_program;
pub mod ice_rom;
#[cfg(all(unix, feature = "live"))]
pub mod mgba;
#[cfg(all(unix, feature = "live"))]
pub mod native;
#[cfg(all(unix, feature = "live"))]
pub mod painter;
pub mod port;
#[cfg(all(unix, feature = "live"))]
pub mod portal;
#[cfg(unix)]
pub mod process_memory;
pub mod require;
pub mod retroarch;
pub mod rom;
pub mod rom_build;
pub mod schema;
pub mod scratch;
pub mod session;
#[cfg(all(unix, feature = "live"))]
pub mod stand_in;
#[cfg(all(unix, feature = "live"))]
pub mod sway;
#[cfg(unix)]
pub mod terminal;
#[cfg(all(unix, feature = "live"))]
pub mod user;

#[cfg(all(unix, feature = "live"))]
pub use desktop::{Desktop, dying_with_us, inside, on_desktop, on_server, start_server, within};

use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A started program, stopped when dropped.
pub struct Program(Child);

impl Program {
    /// Starts `command` without output.
    pub fn start(command: &mut Command) -> Self {
        let name = format!("{command:?}");
        let child = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn();
        Self(child.unwrap_or_else(|error| panic!("{name} does not start: {error}")))
    }

    /// Starts `command`, whose errors go into this file.
    pub fn start_telling(command: &mut Command, file: std::fs::File) -> Self {
        Self(command.stdin(Stdio::null()).stderr(file).spawn().unwrap())
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

/// An empty folder for this test.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// So long, times what `VOLTSIGHT_PATIENCE` says: a machine that has much else to do needs more time.
pub fn patience(time: Duration) -> Duration {
    let times = std::env::var("VOLTSIGHT_PATIENCE");
    time.mul_f64(times.map_or(1.0, |times| times.parse().expect("VOLTSIGHT_PATIENCE is a number")))
}

/// Waits until `ask` gives an answer.
pub fn eventually<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let (started, limit) = (Instant::now(), patience(Duration::from_secs(60)));
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(started.elapsed() < limit, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
