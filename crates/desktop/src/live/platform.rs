//! The traits that every desktop implements, one small trait for each matter.

use super::error::DesktopError;
use super::finding::Finding;
use super::kind::PlatformKind;
use super::seen::{Visibility, WindowId};
use grid::geometry::{Point, Rect};
use image::{RgbImage, RgbaImage};
use std::sync::Arc;

/// A desktop. Its coordinates are raw pixels, whatever scale it is set to, or the points that it counts instead
/// ([`HeldWindow::take`] tells how large a picture is in them).
pub trait Platform:
    WindowList
    + Stacking
    + PointerPlace
    + KeyboardFocus
    + HotkeyGrabs
    + Capturing
    + Trials
    + Examined
    + Send
{
    /// The way that led here.
    fn kind(&self) -> PlatformKind {
        PlatformKind::Native
    }
}

/// Which windows there are, and what each says of itself.
pub trait WindowList {
    /// All windows that programs show, topmost first.
    ///
    /// # Errors
    /// When they cannot be listed.
    fn windows(&self) -> Result<Vec<WindowId>, DesktopError>;

    /// The whole screen, all monitors together.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn screen(&self) -> Result<Rect, DesktopError>;

    /// The area that the window's program draws in, without a frame around it.
    ///
    /// # Errors
    /// When the window was closed.
    fn client_area(&self, window: WindowId) -> Result<Rect, DesktopError>;

    /// The window's title; empty without one. Characters that act on a terminal are left out.
    ///
    /// # Errors
    /// When the window was closed.
    fn title(&self, window: WindowId) -> Result<String, DesktopError>;

    /// The program's instance name and class name; empty without one.
    ///
    /// # Errors
    /// When the window was closed.
    fn class(&self, window: WindowId) -> Result<(String, String), DesktopError>;

    /// The number of the window's process, if it says so.
    ///
    /// # Errors
    /// When the window was closed.
    fn pid(&self, window: WindowId) -> Result<Option<u32>, DesktopError>;

    /// Whether the window's own pixels exist at the moment.
    ///
    /// # Errors
    /// When the window was closed.
    fn shown(&self, window: WindowId) -> Result<Visibility, DesktopError>;

    /// The window that this one is a dialog of, if it is one. Not every desktop tells.
    fn owner(&self, _window: WindowId) -> Option<WindowId> {
        None
    }

    /// The topmost dialog of a window that is on the screen, if there is one. Not every desktop tells.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn dialog_of(&self, _window: WindowId) -> Result<Option<WindowId>, DesktopError> {
        Ok(None)
    }

    /// Whether a window is a dialog of `owner`, or of one of its dialogs.
    fn is_dialog_of(&self, window: WindowId, owner: WindowId) -> bool {
        const DEEPEST: usize = 8;
        let above = std::iter::successors(Some(window), |&window| self.owner(window));
        above.skip(1).take(DEEPEST).any(|above| above == owner)
    }

    /// A name for people: the title of the first of these windows that has one, else the class.
    fn describe(&self, windows: &[WindowId]) -> String {
        let title =
            windows.iter().find_map(|&window| self.title(window).ok().filter(|t| !t.is_empty()));
        let class = || {
            let classes = windows.iter().filter_map(|&window| self.class(window).ok());
            classes.map(|(_, class)| class).find(|class| !class.is_empty())
        };
        match title.or_else(class) {
            Some(name) => format!("the window \"{name}\""),
            None => "a window without a name".into(),
        }
    }
}

/// Which windows lie over others.
pub trait Stacking {
    /// The windows that a press at a point of the desktop would go through, outermost first; the
    /// last one gets it. Empty where there is none.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn windows_at(&self, at: Point) -> Result<Vec<WindowId>, DesktopError>;

    /// Whether something lies over a part of the window, or a part lies off the screen: its pixels
    /// on the screen are not all its own.
    ///
    /// # Errors
    /// When the window was closed.
    fn is_covered(&self, window: WindowId) -> Result<bool, DesktopError>;
}

/// Where the pointer is.
pub trait PointerPlace {
    /// Where it is; its pixel's top-left corner. `None` while the desktop does not tell.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn pointer(&self) -> Result<Option<Point>, DesktopError>;
}

/// Which window has the keyboard.
pub trait KeyboardFocus {
    /// The window that has it, itself or one of its parts; `None` where none has, or one that the
    /// desktop does not tell of.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn focused(&self) -> Result<Option<WindowId>, DesktopError>;

    /// What has it where no window is told to have it, the beginning of a sentence.
    fn nobody(&self) -> &'static str {
        "no window"
    }

    /// Whether the desktop tells which window has the keyboard at all.
    fn tells_focus(&self) -> bool {
        true
    }
}

/// What hotkeys depend on while they are registered. Without more, a desktop finds keys by what is written on them, and
/// does not say who has a hotkey already.
pub trait HotkeyGrabs {
    /// Whether keys have been given other symbols since this was last asked: hotkeys that were registered before
    /// are still the same keys, and no longer what is written on them.
    fn keys_have_moved(&self) -> bool {
        false
    }

    /// Says to other processes of this program, for as long as this connection lasts, that this one has hotkeys.
    fn claim_hotkeys(&self) {}

    /// Whether a process of this program has said so.
    fn hotkeys_are_claimed(&self) -> bool {
        false
    }

    /// Whether the desktop itself gives hotkeys, and asks a person for each program.
    fn gives_hotkeys(&self) -> bool {
        false
    }

    /// Asks for hotkeys where the desktop itself gives them, and waits until a person has answered, or is no longer
    /// waited for.
    ///
    /// # Errors
    /// Why there are none, in words.
    fn ask_for_hotkeys(
        &self,
        _: &[HotkeyWish],
        _is_cut: &dyn Fn() -> bool,
    ) -> Result<Box<dyn GivenHotkeys>, String> {
        Err("this desktop gives programs no hotkeys".into())
    }
}

/// A hotkey that a desktop is asked for.
#[derive(Clone, Debug)]
pub struct HotkeyWish {
    /// By which it is known the next time.
    pub id: &'static str,
    /// What it does, for the person who is asked.
    pub does: &'static str,
    /// The key, such as `Ctrl+Alt+P`. The person may choose another one.
    pub key: String,
}

/// Hotkeys that a desktop has given. Dropping them gives them back.
pub trait GivenHotkeys {
    /// The numbers of the wishes whose keys were pressed since this was last asked.
    fn pressed(&self) -> Vec<usize>;

    /// Whether the desktop has taken them back.
    fn is_over(&self) -> bool;

    /// The key of the wish with this number, as the desktop calls it.
    fn key(&self, number: usize) -> &str;
}

/// Taking pictures of a window.
pub trait Capturing {
    /// Holds a window, so that its pixels are its own where that can be had. If it is gone already,
    /// the first picture will say so.
    fn hold(&self, window: WindowId) -> Box<dyn HeldWindow>;
}

/// A window whose pictures are taken. Dropping it gives back what was held for it.
pub trait HeldWindow: Send {
    /// Takes a picture, and says which area of the desktop it shows. While no pixel changes it is the very same
    /// picture.
    ///
    /// # Errors
    /// Why there is none.
    fn take(&mut self) -> Result<(Arc<RgbImage>, Rect), Trouble>;
}

/// Why there is no picture of a held window.
#[derive(Debug)]
pub enum Trouble {
    /// The window does not exist any more.
    Gone,
    /// Its pixels cannot be had truthfully now; why, and what to do.
    Hidden(String),
    /// There will be no more pictures of it: why.
    Over(String),
    /// Anything else.
    Failed(String),
}

/// Trials of the safeguards: whether the desktop reports what each depends on. A trial cannot be seen and is over at
/// once.
pub trait Trials {
    /// Why it is not known where the pointer is; `None` if it is.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn why_no_pointer(&self) -> Result<Option<String>, DesktopError>;

    /// Why it is not known what lies over a window; `None` if it is.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn why_no_cover(&self) -> Result<Option<String>, DesktopError>;

    /// Why it is not known which window has the keyboard; `None` if it is.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn why_no_focus(&self) -> Result<Option<String>, DesktopError>;

    /// Why there can be no hotkeys, where that is known before one is registered.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn why_no_hotkeys(&self) -> Result<Option<String>, DesktopError>;
}

/// What the doctor looks at.
pub trait Examined {
    /// Everything that live use depends on, point by point.
    fn examine(&self) -> Vec<Finding>;

    /// When hotkeys are heard, the end of a sentence; empty where they always are.
    ///
    /// # Errors
    /// When the desktop does not answer.
    fn hotkeys_are_heard(&self) -> Result<&'static str, DesktopError>;
}

/// A transparent window that lies on a window, passes every click on to it, and goes with it. Dropping
/// it takes the marks away, and so does the end of the program, however it ends.
pub trait OverlaySurface {
    /// Shows these marks, of the size of the window's picture, where they are not transparent.
    fn show(&mut self, marks: RgbaImage);

    /// Shows nothing.
    fn clear(&mut self);
}
