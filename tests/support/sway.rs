//! A Wayland session: sway, with the programs of a test under its Xwayland. Its screen is a window on an
//! X server without a screen, so that a person at that server is the person at sway's keyboard and
//! pointer.

use super::user::User;
use super::{Desktop, Program, dying_with_us, eventually, inside, start_server};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Names the X server that shows sway, for those inside.
const SEAT: &str = "VOLTSIGHT_TEST_SEAT";

/// Windows float, as on most desktops. A window of the name `over` comes to lie over the others without
/// getting the keyboard.
const SETTINGS: &str = r#"
xwayland enable
default_border none
no_focus [app_id="over"]
for_window [class=".*"] floating enable
for_window [app_id="melonDS"] floating enable
for_window [app_id="over"] floating enable
"#;

/// Runs `body` in a session of its own, as `on_desktop` does on a display. Where sway, Xwayland or a
/// program in `needs` is not installed, it is skipped as `require` says.
pub fn on_sway(limit: Duration, test: &str, needs: &[&str], body: impl FnOnce()) {
    inside(limit, test, &[&["Xvfb", "sway", "Xwayland"], needs].concat(), start, body);
}

fn start(home: &Path) -> Desktop {
    let (server, seat) = start_server(&[]);
    // The names of sockets are short.
    static SESSIONS: AtomicUsize = AtomicUsize::new(0);
    let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
    let run = std::env::temp_dir().join(format!("voltsight-sway-{}-{number}", std::process::id()));
    let (settings, told) = (home.join("sway"), run.join("told"));
    let _ = std::fs::remove_dir_all(&run);
    std::fs::create_dir_all(&run).unwrap();
    let tell = format!("exec env -0 >{0}.part && mv {0}.part {0}\n", told.display());
    std::fs::write(&settings, format!("{SETTINGS}{tell}")).unwrap();
    let mut sway = not_as_root("sway");
    sway.arg("--config").arg(settings).stdout(Stdio::null());
    sway.env("DISPLAY", &seat).env_remove("WAYLAND_DISPLAY").env("XDG_RUNTIME_DIR", &run);
    sway.env("WLR_BACKENDS", "x11").env("WLR_RENDERER", "pixman").env("HOME", home);
    let sway = Program::start(&mut sway);
    let text = eventually("sway has started", || std::fs::read_to_string(&told).ok());
    let of = |name: &str| -> OsString {
        let mut pairs = text.split('\0').filter_map(|pair| pair.split_once('='));
        pairs.find(|(other, _)| *other == name).expect("sway says it").1.into()
    };
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK"];
    let mut told = names.map(|name| (name, of(name))).to_vec();
    told.extend([
        (SEAT, seat.into()),
        ("HOME", home.into()),
        ("XDG_CONFIG_HOME", home.join("config").into()),
        ("XDG_RUNTIME_DIR", run.into()),
        ("XDG_SESSION_TYPE", "wayland".into()),
        // What the doctor says for emulators.
        ("GDK_BACKEND", "x11".into()),
    ]);
    Desktop { told, programs: vec![sway, server] }
}

/// sway does not run as root. For root it runs in a user namespace in which there is none.
fn not_as_root(program: &str) -> Command {
    if !rustix::process::geteuid().is_root() {
        return dying_with_us(Path::new(program));
    }
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-user=65534", "--map-group=65534"]);
    command.args(["setpriv", "--pdeathsig", "KILL", program]);
    command
}

/// The person at the session's keyboard and pointer.
pub fn person() -> User {
    User::at(&std::env::var(SEAT).unwrap())
}

/// Does what sway is told by a person's key bindings.
pub fn told(command: &str) {
    let said = Command::new("swaymsg").arg(command).output().unwrap();
    assert!(said.status.success(), "{command}: {}", String::from_utf8_lossy(&said.stdout));
}

/// A window of a native Wayland program, which names itself so.
pub fn native_window(name: &str) -> Program {
    let foot: PathBuf = super::find("foot").unwrap();
    let mut command = Command::new(foot);
    Program::start(command.args(["--app-id", name, "sleep", "600"]).stdout(Stdio::null()))
}
