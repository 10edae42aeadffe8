//! What desktops with portals share, real ones and stand-ins: a bus of their own, PipeWire, and requests that are
//! answered as portals answer them.

use super::{Program, dying_with_us, eventually, find};
use std::collections::HashMap;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use zbus::blocking::Connection;
use zbus::message::Header;
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};

/// Where portals are.
pub const PLACE: &str = "/org/freedesktop/portal/desktop";

/// What a call is given besides its arguments.
pub type Options = HashMap<String, OwnedValue>;

/// The address of the bus of this folder.
pub fn address(folder: &Path) -> String {
    format!("unix:path={}", folder.join("bus").display())
}

/// A bus of this folder, once it is there; `dbus-daemon` must be installed.
pub fn bus(folder: &Path) -> Program {
    let mut daemon = dying_with_us(&find("dbus-daemon").unwrap());
    daemon.args(["--session", "--nofork", "--nopidfile", "--address", &address(folder)]);
    let daemon = Program::start(daemon.stdout(Stdio::null()));
    // Its socket is there before it listens.
    eventually("the bus is there", || UnixStream::connect(folder.join("bus")).ok());
    daemon
}

/// PipeWire, whose runtime folder this is, and once it can be reached WirePlumber, which ends where it cannot. `start`
/// starts a program.
pub fn start_pipewire(folder: &Path, start: impl Fn(&Path) -> Program) -> [Program; 2] {
    let pipewire = start(&find("pipewire").unwrap());
    eventually("PipeWire is there", || UnixStream::connect(folder.join(PIPEWIRE)).ok());
    [pipewire, start(&find("wireplumber").unwrap())]
}

/// PipeWire's socket in its runtime folder.
pub const PIPEWIRE: &str = "pipewire-0";

/// What is called by this name among options.
pub fn text(options: &Options, name: &str) -> Option<String> {
    options.get(name).and_then(|value| value.try_clone().ok()?.try_into().ok())
}

/// A request of a portal's.
pub struct Request<'a> {
    pub bus: &'a zbus::Connection,
    pub header: &'a Header<'a>,
    pub options: &'a Options,
}

impl Request<'_> {
    /// Where the object of this kind lies that is named by an option.
    pub fn place(&self, kind: &str, option: &str) -> OwnedObjectPath {
        let name = self.header.sender().unwrap().trim_start_matches(':').replace('.', "_");
        let token = text(self.options, option).expect("it has a token");
        OwnedObjectPath::try_from(format!("{PLACE}/{kind}/{name}/{token}")).unwrap()
    }

    /// Answers it a moment after its call is answered, as portals do. Gives the request's place.
    pub fn answer(
        &self,
        (code, told): (u32, HashMap<&'static str, Value<'static>>),
    ) -> OwnedObjectPath {
        let sender = self.header.sender().unwrap().to_string();
        let path = self.place("request", "handle_token");
        let (bus, place) = (Connection::from(self.bus.clone()), path.clone());
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(30));
            let interface = "org.freedesktop.portal.Request";
            let _ = bus.emit_signal(Some(&*sender), &place, interface, "Response", &(code, told));
        });
        path
    }
}
