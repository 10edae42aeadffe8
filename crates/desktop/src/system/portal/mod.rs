//! A Wayland desktop by its portal: one window (or monitor) that a person shares through the desktop's own dialog, its
//! pictures by PipeWire, and presses in its own coordinates.
//!
//! The portal tells of nothing else: neither which windows there are, nor what lies over them, nor which has the
//! keyboard. Where the pointer is, it tells while that is over what is shared. Coordinates are those of presses in the
//! stream.

mod bus;
mod calls;
mod examined;
mod hotkeys;
mod presser;
mod stream;

pub use examined::session;
pub use presser::presser;

use crate::settings::folder;
use crate::{
    Capturing, DesktopError, GivenHotkeys, HeldWindow, HotkeyGrabs, HotkeyWish, KeyboardFocus,
    Platform, PlatformKind, PointerPlace, Stacking, Trouble, Visibility, WindowId, WindowList,
};
use bus::{Denied, Leave};
use grid::geometry::{Point, Rect};
use image::RgbImage;
use session::files;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use stream::{NoPicture, Stream};

/// What to do where there is no portal, and where there is no PipeWire.
const INSTALL_PORTAL: &str =
    "install xdg-desktop-portal and the one of your desktop (such as xdg-desktop-portal-gnome)";
const INSTALL_PIPEWIRE: &str = "install libpipewire-0.3-0";

/// The number of what is shared: there is one.
const SHARED: WindowId = 1;

/// The file that a desktop's leave is known by the next time.
const TOKEN: &str = "portal-token";

/// The longest such file, in bytes.
const LONGEST: u64 = 4096;

/// What this process is shared: one window for all that look at it and act in it.
static DESKTOP: LazyLock<Arc<Desk>> = LazyLock::new(Arc::default);

#[derive(Default)]
struct Desk {
    stage: Mutex<Stage>,
    /// Whether presses are asked for as well.
    acts: AtomicBool,
}

/// How far a person was asked.
#[derive(Default)]
enum Stage {
    #[default]
    Unasked,
    Asked,
    Shared(Box<Sharing>),
    /// It ended, or was never shared: why.
    Over(String),
}

/// What is shared.
struct Sharing {
    leave: Leave,
    stream: Stream,
    /// How wide a pixel of the pictures is in the coordinates of presses, once there was a picture.
    scale: Option<f64>,
    /// Where the pointer was sent last.
    sent: Option<(i32, i32)>,
    /// How often the desktop had told where the pointer is when it was sent there.
    told_before: u64,
}

impl Desk {
    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// From now on a window that is shared is asked for with the leave to press in it.
pub fn will_act() {
    DESKTOP.acts.store(true, Ordering::Relaxed);
}

/// Whether there is a portal that shares windows, and what reads its pictures.
pub fn is_there() -> bool {
    bus::offers().is_ok_and(|offers| offers.screen_cast > 0) && calls::why_missing().is_none()
}

/// Why there is no dialog in which files are chosen, in a sentence; `None` where there is one: the portal's, or that of
/// the program zenity.
pub fn why_no_file_dialog() -> Option<String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file()) {
        return None;
    }
    if !bus::has_file_dialog() {
        return Some(format!("This desktop has no dialog for files: {INSTALL_PORTAL}."));
    }
    // What asks for the portal's dialog takes it from this library.
    match calls::is_library("libdbus-1.so.3") {
        true => None,
        false => Some("The desktop's dialog for files needs libdbus-1-3: install it.".to_owned()),
    }
}

/// Reports whether the desktop prefers dark colours, now and whenever that changes, as long as `tell` answers that
/// somebody listens. It ends at once where the desktop does not say.
pub fn watch_theme(tell: impl FnMut(bool) -> bool) {
    // Without a portal there is nothing to follow.
    let _ = bus::watch_theme(tell);
}

/// Connects to the desktop that this program runs on. Nobody is asked for anything yet.
///
/// # Errors
/// [`DesktopError::NoDisplay`] when there is no portal, or no PipeWire.
pub fn connect() -> Result<Box<dyn Platform>, DesktopError> {
    if let Err(error) = bus::offers() {
        return Err(DesktopError::NoDisplay(format!("{error}: {INSTALL_PORTAL}")));
    }
    if let Some(why) = calls::why_missing() {
        return Err(DesktopError::NoDisplay(format!(
            "PipeWire's library cannot be loaded ({why}): {INSTALL_PIPEWIRE}"
        )));
    }
    Ok(Box::new(PortalDesktop(DESKTOP.clone())))
}

/// Where the leave is kept from one run to the next.
fn token_file(acts: bool) -> Option<PathBuf> {
    let folder = folder("XDG_STATE_HOME", ".local/state")?.join("voltsight");
    Some(folder.join(if acts { format!("{TOKEN}-to-play") } else { TOKEN.to_owned() }))
}

/// Asks a person, and starts what they share.
fn share(acts: bool) -> Result<Sharing, String> {
    let file = token_file(acts);
    let kept = file.as_deref().and_then(|file| files::text(file, LONGEST).ok());
    let (leave, token, socket) = match bus::ask(acts, kept.as_deref()) {
        // A leave that the desktop does not know any more.
        Err(Denied::NoPortal(_)) if kept.is_some() => bus::ask(acts, None),
        asked => asked,
    }
    .map_err(|error| error.to_string())?;
    if let (Some(file), Some(token)) = (file, token) {
        // It only spares a dialog.
        let _ = file.parent().map(std::fs::create_dir_all);
        let _ = files::replace(&file, token.as_bytes());
    }
    let stream = Stream::start(socket, leave.stream)?;
    Ok(Sharing { leave, stream, scale: None, sent: None, told_before: 0 })
}

impl Desk {
    /// Begins to ask, if nobody was asked yet.
    fn ask(self: &Arc<Self>) {
        let mut stage = self.stage();
        if !matches!(*stage, Stage::Unasked) {
            return;
        }
        *stage = Stage::Asked;
        let (desk, acts) = (self.clone(), self.acts.load(Ordering::Relaxed));
        // A person takes their time, and the program goes on meanwhile.
        std::thread::spawn(move || {
            let shared = share(acts);
            *desk.stage() = match shared {
                Ok(sharing) => Stage::Shared(Box::new(sharing)),
                Err(why) => Stage::Over(why),
            };
        });
    }

    /// Does something with what is shared.
    ///
    /// # Errors
    /// Nothing is.
    fn with<T>(&self, what: impl FnOnce(&mut Sharing) -> T) -> Result<T, DesktopError> {
        match &mut *self.stage() {
            Stage::Shared(sharing) if !sharing.leave.is_closed() => Ok(what(sharing)),
            _ => Err(DesktopError::WindowGone),
        }
    }
}

impl Sharing {
    /// What the last picture shows, in the coordinates of presses.
    fn area(&mut self) -> Option<Rect> {
        let area = self.stream.area()?;
        self.pressed_at(area)
    }

    /// A part of the stream's pictures, in the coordinates of presses.
    fn pressed_at(&mut self, area: Rect) -> Option<Rect> {
        let width = f64::from(self.stream.width()?);
        let scale = *self.scale.get_or_insert_with(|| {
            // A window that is resized keeps its scale. What was told at first is the size of all of the stream, of which
            // GNOME shows a part: that of the window.
            let told = self.leave.size.map(|(width, _)| f64::from(width));
            told.filter(|&told| told > 0.0).map_or(1.0, |told| told / width)
        });
        Some(Rect::new(area.x * scale, area.y * scale, area.w * scale, area.h * scale))
    }

    /// Where the pointer is; `None` while it is not over what is shared. Where the desktop does not tell, it is where it
    /// was sent.
    fn pointer(&self) -> Option<(f64, f64)> {
        let sent = self.sent.map(|(x, y)| (f64::from(x), f64::from(y)));
        if !self.leave.tells_pointer {
            return sent;
        }
        let (at, scale) = (self.stream.pointer()?, self.scale.unwrap_or(1.0));
        let at = (at.x * scale, at.y * scale);
        // It is told in pixels of the picture.
        let near = |sent: f64, at: f64| (sent - at).abs() <= scale.max(1.0);
        Some(sent.filter(|&(x, y)| near(x, at.0) && near(y, at.1)).unwrap_or(at))
    }

    /// Whether the desktop has told where the pointer is since it was sent somewhere, if it ever tells.
    fn has_told(&self) -> bool {
        !self.leave.tells_pointer || self.stream.told() > self.told_before
    }
}

/// A desktop of which one window is shared. Clones and others of this process have the same one.
#[derive(Clone)]
struct PortalDesktop(Arc<Desk>);

impl Platform for PortalDesktop {
    fn kind(&self) -> PlatformKind {
        PlatformKind::Portal
    }
}

impl PortalDesktop {
    fn area(&self) -> Result<Rect, DesktopError> {
        self.0.with(Sharing::area)?.ok_or(DesktopError::WindowGone)
    }
}

impl WindowList for PortalDesktop {
    fn windows(&self) -> Result<Vec<WindowId>, DesktopError> {
        Ok(vec![SHARED])
    }

    /// What is shared is all that is known of the screen.
    fn screen(&self) -> Result<Rect, DesktopError> {
        self.area()
    }

    fn client_area(&self, _: WindowId) -> Result<Rect, DesktopError> {
        self.area()
    }

    fn title(&self, _: WindowId) -> Result<String, DesktopError> {
        Ok(String::new())
    }

    fn class(&self, _: WindowId) -> Result<(String, String), DesktopError> {
        Ok((String::new(), String::new()))
    }

    fn pid(&self, _: WindowId) -> Result<Option<u32>, DesktopError> {
        Ok(None)
    }

    fn shown(&self, _: WindowId) -> Result<Visibility, DesktopError> {
        Ok(Visibility::Yes)
    }
}

impl Stacking for PortalDesktop {
    /// What lies over it is not told: a press waits until the pointer is seen in it.
    fn windows_at(&self, at: Point) -> Result<Vec<WindowId>, DesktopError> {
        Ok(self.area()?.contains(at).then_some(SHARED).into_iter().collect())
    }

    fn is_covered(&self, _: WindowId) -> Result<bool, DesktopError> {
        Ok(false)
    }
}

impl PointerPlace for PortalDesktop {
    fn pointer(&self) -> Result<Option<Point>, DesktopError> {
        Ok(self.0.with(|sharing| sharing.pointer())?.map(|(x, y)| Point::new(x, y)))
    }
}

impl KeyboardFocus for PortalDesktop {
    fn focused(&self) -> Result<Option<WindowId>, DesktopError> {
        Ok(None)
    }

    fn tells_focus(&self) -> bool {
        false
    }
}

impl HotkeyGrabs for PortalDesktop {
    fn gives_hotkeys(&self) -> bool {
        hotkeys::are_given()
    }

    fn ask_for_hotkeys(
        &self,
        wishes: &[HotkeyWish],
        is_cut: &dyn Fn() -> bool,
    ) -> Result<Box<dyn GivenHotkeys>, String> {
        Ok(Box::new(hotkeys::ask(wishes, is_cut)?))
    }
}

impl Capturing for PortalDesktop {
    fn hold(&self, _: WindowId) -> Box<dyn HeldWindow> {
        self.0.ask();
        Box::new(self.clone())
    }
}

impl HeldWindow for PortalDesktop {
    fn take(&mut self) -> Result<(Arc<RgbImage>, Rect), Trouble> {
        let hidden = |why: &str| Err(Trouble::Hidden(why.to_owned()));
        let mut stage = self.0.stage();
        let sharing = match &mut *stage {
            Stage::Unasked | Stage::Asked => {
                return hidden(
                    "the desktop's dialog asks which window: choose the game's, and allow it",
                );
            }
            Stage::Over(why) => return Err(Trouble::Over(why.clone())),
            Stage::Shared(sharing) => sharing,
        };
        if sharing.leave.is_closed() {
            let why = "it was closed, or the desktop no longer shares it";
            *stage = Stage::Over(why.to_owned());
            return Err(Trouble::Over(why.to_owned()));
        }
        match sharing.stream.picture() {
            Ok((picture, area)) => match sharing.pressed_at(area) {
                Some(area) => Ok((picture, area)),
                None => hidden("the desktop has sent no picture of it yet"),
            },
            Err(NoPicture::Waiting) => hidden(
                "the desktop sends no pictures of it now: show its window, on the workspace that you see",
            ),
            Err(NoPicture::Strange(why)) => Err(Trouble::Failed(why)),
            Err(NoPicture::Failed(why)) => {
                let why = format!("the desktop sends no more pictures of it ({why})");
                *stage = Stage::Over(why.clone());
                Err(Trouble::Over(why))
            }
        }
    }
}
