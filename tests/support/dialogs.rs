//! A stand-in for the portal of an X11 desktop: its dialog for files, which a person answers at once, and its theme.

use super::Program;
use super::bus::{Options, PLACE, Request, address, bus};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use zbus::blocking::Connection;
use zbus::message::Header;
use zbus::zvariant::{OwnedObjectPath, OwnedValue, Value};

const APPEARANCE: &str = "org.freedesktop.appearance";
const SCHEME: &str = "color-scheme";

/// A portal that runs until this is dropped.
pub struct Dialogs {
    folder: tempfile::TempDir,
    shared: Arc<Shared>,
    bus: Connection,
    _daemon: Program,
}

#[derive(Default)]
struct Shared {
    /// The file that a person chooses; none closes the dialog.
    chosen: Mutex<Option<PathBuf>>,
    opened: AtomicUsize,
    /// The colours that are preferred: dark ones 1, light ones 2.
    scheme: AtomicU32,
}

impl Dialogs {
    /// The programs that it needs.
    pub const NEEDS: [&'static str; 1] = ["dbus-daemon"];

    /// Starts it on a desktop that prefers light colours.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let daemon = bus(folder.path());
        let shared = Arc::new(Shared::default());
        shared.scheme.store(2, Ordering::SeqCst);
        let bus = zbus::blocking::connection::Builder::address(&*address(folder.path()))
            .unwrap()
            .serve_at(PLACE, FileChooser(shared.clone()))
            .unwrap()
            .serve_at(PLACE, Settings(shared.clone()))
            .unwrap()
            .name("org.freedesktop.portal.Desktop")
            .unwrap()
            .build()
            .unwrap();
        Self { folder, shared, bus, _daemon: daemon }
    }

    /// The address of its bus.
    pub fn address(&self) -> String {
        address(self.folder.path())
    }

    /// What a person chooses from now on.
    pub fn choose(&self, file: Option<&Path>) {
        *self.shared.chosen.lock().unwrap() = file.map(Path::to_owned);
    }

    /// How often the dialog was opened.
    pub fn opened(&self) -> usize {
        self.shared.opened.load(Ordering::SeqCst)
    }

    /// Has the desktop prefer dark colours.
    pub fn darken(&self) {
        self.shared.scheme.store(1, Ordering::SeqCst);
        let told = (APPEARANCE, SCHEME, Value::from(1_u32));
        let interface = "org.freedesktop.portal.Settings";
        self.bus.emit_signal(None::<&str>, PLACE, interface, "SettingChanged", &told).unwrap();
    }
}

struct FileChooser(Arc<Shared>);

#[zbus::interface(name = "org.freedesktop.portal.FileChooser")]
impl FileChooser {
    #[zbus(property, name = "version")]
    fn version(&self) -> u32 {
        3
    }

    fn open_file(
        &self,
        _parent: String,
        _title: String,
        options: Options,
        #[zbus(header)] header: Header<'_>,
        #[zbus(connection)] bus: &zbus::Connection,
    ) -> OwnedObjectPath {
        self.0.opened.fetch_add(1, Ordering::SeqCst);
        let file = self.0.chosen.lock().unwrap().clone();
        let uris = file.iter().map(|file| format!("file://{}", file.display()));
        let told = HashMap::from([("uris", Value::from(uris.collect::<Vec<String>>()))]);
        let code = u32::from(file.is_none());
        Request { bus, header: &header, options: &options }.answer((code, told))
    }
}

struct Settings(Arc<Shared>);

#[zbus::interface(name = "org.freedesktop.portal.Settings")]
impl Settings {
    fn read(&self, group: String, name: String) -> OwnedValue {
        assert_eq!((&*group, &*name), (APPEARANCE, SCHEME));
        let scheme = Value::from(self.0.scheme.load(Ordering::SeqCst));
        // The old way of reading: a value within a value.
        Value::Value(Box::new(scheme)).try_into().unwrap()
    }
}
