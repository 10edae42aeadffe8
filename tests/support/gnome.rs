//! A Wayland session of GNOME: a real GNOME Shell without a screen, with its own portals and PipeWire on buses of its
//! own, and a person at its pointer.

use super::bus::{address, bus, start_pipewire};
use super::{Desktop, Program, dying_with_us, eventually, find, inside};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use zbus::blocking::{Connection, Proxy};
use zbus::zvariant::{self, OwnedObjectPath};

/// Programs that are called by nobody but the desktop, and their folder in Debian.
const PORTALS: [&str; 2] =
    ["/usr/libexec/xdg-desktop-portal-gnome", "/usr/libexec/xdg-desktop-portal"];

/// The names of these programs on the bus, and what each presses by.
const OF_PORTALS: [(&str, &str); 2] = [
    ("org.freedesktop.impl.portal.desktop.gnome", "org.freedesktop.impl.portal.RemoteDesktop"),
    ("org.freedesktop.portal.Desktop", "org.freedesktop.portal.RemoteDesktop"),
];

/// The portal's dialog, by the class of its window.
const DIALOG: &str = "xdg-desktop-portal-gnome";

/// What is in GNOME's dialog, in points from its left and top: the page of windows, the first of them, how much lower
/// that is where the choice can be remembered, how high one is, the switch that allows presses below the only one, and
/// the button that shares. Seen in xdg-desktop-portal-gnome 43.
const WINDOWS: (f64, f64) = (175.0, 24.0);
const FIRST: (f64, f64) = (250.0, 138.0);
const LOWER: f64 = 40.0;
const ROW: f64 = 54.0;
const ALLOWS: (f64, f64) = (430.0, 224.0);
const SHARE: (f64, f64) = (457.0, 24.0);

/// A moment in which the desktop draws what was clicked.
const MOMENT: Duration = Duration::from_millis(400);

/// Runs `body` in a session of its own, as `on_desktop` does on a display. Where GNOME Shell or its portal is not
/// installed, it is skipped.
pub fn on_gnome(limit: Duration, test: &str, body: impl FnOnce()) {
    let are_there = PORTALS.iter().all(|path| Path::new(path).is_file());
    if !are_there {
        eprintln!("SKIPPED: GNOME's portal is not installed");
        return;
    }
    let needs = ["gnome-shell", "dbus-daemon", "pipewire", "wireplumber", "foot"];
    inside(limit, test, &needs, start, body);
}

fn start(home: &Path) -> Desktop {
    // The names of sockets are short.
    static SESSIONS: AtomicUsize = AtomicUsize::new(0);
    let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
    let run = std::env::temp_dir().join(format!("voltsight-gnome-{}-{number}", std::process::id()));
    let _ = std::fs::remove_dir_all(&run);
    let (system, session, portals) = (run.join("system"), run.join("session"), run.join("portals"));
    for folder in [&system, &session, &portals] {
        std::fs::create_dir_all(folder).unwrap();
    }
    // Portals of other desktops that are installed are none of GNOME's.
    std::fs::copy(
        "/usr/share/xdg-desktop-portal/portals/gnome.portal",
        portals.join("gnome.portal"),
    )
    .unwrap();
    // GNOME Shell asks the system bus for much, and does without the answers.
    let mut programs = vec![bus(&system), bus(&session)];
    let told = vec![
        ("DBUS_SYSTEM_BUS_ADDRESS", address(&system).into()),
        ("DBUS_SESSION_BUS_ADDRESS", address(&session).into()),
        ("HOME", home.into()),
        ("XDG_CONFIG_HOME", home.join("config").into()),
        ("XDG_STATE_HOME", home.join("state").into()),
        ("XDG_DATA_HOME", home.join("data").into()),
        ("XDG_CACHE_HOME", home.join("cache").into()),
        ("XDG_RUNTIME_DIR", run.clone().into()),
        ("XDG_DESKTOP_PORTAL_DIR", portals.into()),
        ("XDG_CURRENT_DESKTOP", "GNOME".into()),
        ("XDG_SESSION_TYPE", "wayland".into()),
        ("WAYLAND_DISPLAY", "wayland-0".into()),
        ("GDK_BACKEND", "wayland".into()),
        ("LIBGL_ALWAYS_SOFTWARE", "1".into()),
        ("GSETTINGS_BACKEND", "memory".into()),
        ("NO_AT_BRIDGE", "1".into()),
    ];
    let start = |program: &Path, arguments: &[&str]| {
        let mut command = dying_with_us(program);
        command.args(arguments).stdout(Stdio::null()).env_remove("DISPLAY");
        command.envs(told.iter().map(|(name, value): &(_, std::ffi::OsString)| (name, value)));
        Program::start(&mut command)
    };
    programs.extend(start_pipewire(&run, |program| start(program, &[])));
    // What tells where windows lie is for those that ask for it by this option.
    let options = ["--headless", "--wayland", "--no-x11", "--unsafe-mode"];
    let monitor = ["--virtual-monitor", "1280x960"];
    programs.push(start(&find("gnome-shell").unwrap(), &[options.as_slice(), &monitor].concat()));
    let connection =
        zbus::blocking::connection::Builder::address(&*address(&session)).unwrap().build().unwrap();
    let desk = Bus(connection);
    eventually("GNOME Shell has started", || {
        (desk.evaluated("Main.layoutManager._startingUp").ok()? == "false").then_some(())
    });
    // It starts with a view of all windows.
    desk.evaluated("Main.overview.hide()").unwrap();
    for (path, (name, interface)) in PORTALS.iter().zip(OF_PORTALS) {
        programs.push(start(Path::new(path), &[]));
        eventually("the portal is there", || {
            let portal = desk.proxy(name, "/org/freedesktop/portal/desktop", interface);
            portal.get_property::<u32>("AvailableDeviceTypes").ok()
        });
    }
    programs.reverse();
    Desktop { told, programs }
}

/// GNOME Shell as it is asked on the session's bus.
struct Bus(Connection);

/// The session that a test runs in, with a person at its pointer.
pub struct Gnome {
    bus: Bus,
    person: Person,
}

/// A window as GNOME Shell knows it.
#[derive(Debug)]
pub struct Shown {
    pub title: String,
    pub class: String,
    pub left: f64,
    pub top: f64,
}

impl Bus {
    fn proxy(&self, name: &str, path: &str, interface: &str) -> Proxy<'static> {
        let (name, path, interface) = (name.to_owned(), path.to_owned(), interface.to_owned());
        Proxy::new(&self.0, name, path, interface).unwrap()
    }

    fn evaluated(&self, script: &str) -> zbus::Result<String> {
        let shell = self.proxy("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell");
        let (is_fine, said): (bool, String) = shell.call("Eval", &(script))?;
        assert!(is_fine, "{script}: {said}");
        Ok(said)
    }
}

impl Gnome {
    pub fn here() -> Self {
        let bus = Bus(Connection::session().unwrap());
        let person = Person::at(&bus);
        Self { bus, person }
    }

    /// All windows.
    pub fn windows(&self) -> Vec<Shown> {
        let script = "global.get_window_actors().map(actor => { \
            const window = actor.meta_window, frame = window.get_frame_rect(); \
            return [window.get_title(), window.get_wm_class(), frame.x, frame.y]; })";
        let said: Value = serde_json::from_str(&self.bus.evaluated(script).unwrap()).unwrap();
        let shown = |window: &Value| Shown {
            title: window[0].as_str().unwrap_or_default().into(),
            class: window[1].as_str().unwrap_or_default().into(),
            left: window[2].as_f64().unwrap(),
            top: window[3].as_f64().unwrap(),
        };
        said.as_array().unwrap().iter().map(shown).collect()
    }

    /// Whether there is a window of this class.
    pub fn shows(&self, class: &str) -> bool {
        self.windows().iter().any(|window| window.class == class)
    }

    /// Does something with the window of this class: a method of Mutter's `MetaWindow`.
    pub fn tell(&self, class: &str, method: &str) {
        let script = format!(
            "global.get_window_actors().map(actor => actor.meta_window) \
             .find(window => window.get_wm_class() == '{class}').{method}"
        );
        self.bus.evaluated(&script).unwrap();
    }

    /// Shows the next workspace.
    pub fn leave_workspace(&self) {
        let next = "global.workspace_manager.append_new_workspace(true, global.get_current_time())";
        self.bus.evaluated(next).unwrap();
    }

    /// Answers the portal's dialog as a person does: shares the window of this title, with or without presses in it.
    pub fn share(&self, title: &str, allows: bool) {
        let find = || self.windows().into_iter().find(|window| window.class == DIALOG);
        eventually("the dialog opens", find);
        // It finds its place, and the windows.
        std::thread::sleep(2 * MOMENT);
        let dialog =
            eventually("the dialog has its place", || find().filter(|dialog| dialog.left > 0.0));
        let mut titles: Vec<String> = self.windows().into_iter().map(|shown| shown.title).collect();
        titles.retain(|of| *of != dialog.title);
        titles.sort();
        let row = titles.iter().position(|of| of == title).expect("the window is there") as f64;
        let click = |(x, y): (f64, f64), rows: f64| {
            self.person.click(dialog.left + x, dialog.top + y + rows * ROW);
            std::thread::sleep(MOMENT);
        };
        click(WINDOWS, 0.0);
        if allows {
            click(FIRST, row);
            click(ALLOWS, titles.len() as f64 - 1.0);
        } else {
            click((FIRST.0, FIRST.1 + LOWER), row);
        }
        click(SHARE, 0.0);
        eventually("the dialog is closed", || {
            self.windows().iter().all(|window| window.class != DIALOG).then_some(())
        });
    }
}

/// A person at the pointer, by Mutter's own interface, which asks nobody.
struct Person {
    devices: Proxy<'static>,
    monitor: OwnedObjectPath,
}

impl Person {
    fn at(desk: &Bus) -> Self {
        const DEVICES: &str = "org.gnome.Mutter.RemoteDesktop";
        const PICTURES: &str = "org.gnome.Mutter.ScreenCast";
        type Options = HashMap<&'static str, zvariant::Value<'static>>;
        let devices = desk.proxy(DEVICES, "/org/gnome/Mutter/RemoteDesktop", DEVICES);
        let session: OwnedObjectPath = devices.call("CreateSession", &()).unwrap();
        let devices = desk.proxy(DEVICES, &session, &format!("{DEVICES}.Session"));
        let number: String = devices.get_property("SessionId").unwrap();
        let pictures = desk.proxy(PICTURES, "/org/gnome/Mutter/ScreenCast", PICTURES);
        let options = Options::from([("remote-desktop-session-id", number.into())]);
        let session: OwnedObjectPath = pictures.call("CreateSession", &(options)).unwrap();
        let pictures = desk.proxy(PICTURES, &session, &format!("{PICTURES}.Session"));
        let monitor = pictures.call("RecordMonitor", &("", Options::new())).unwrap();
        devices.call_method("Start", &()).unwrap();
        Self { devices, monitor }
    }

    fn move_pointer(&self, x: f64, y: f64) {
        let to = (self.monitor.as_str(), x, y);
        self.devices.call_method("NotifyPointerMotionAbsolute", &to).unwrap();
        std::thread::sleep(Duration::from_millis(60));
    }

    fn click(&self, x: f64, y: f64) {
        self.move_pointer(x - 3.0, y);
        self.move_pointer(x, y);
        for is_down in [true, false] {
            self.devices.call_method("NotifyPointerButton", &(0x110, is_down)).unwrap();
            std::thread::sleep(Duration::from_millis(80));
        }
    }
}
