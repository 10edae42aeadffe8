//! The desktop around a followed window, as a guard sees it.

use crate::hotkeys::{Hotkey, Hotkeys};
use crate::input::DesktopInput;
use crate::{DesktopError, Followed, Platform, WindowId};
use grid::geometry::{Point, Rect};
use session::consoles::Timing;
use session::frame::Frame;
use session::input::guard::{Request, Surroundings};
use session::input::{Gesture, InputError, Key, Safeguard, on_desktop};
use std::cell::RefCell;
use std::rc::Rc;

/// The desktop around the window that a source follows.
pub struct DesktopSurroundings {
    desktop: Box<dyn Platform>,
    followed: Followed,
    hotkeys: Option<Hotkeys>,
    /// Whether keys are pressed where it is not known which window gets them.
    types_blindly: bool,
}

impl DesktopSurroundings {
    /// Watches over the window that `followed` names; without `hotkeys` nothing can be asked for.
    ///
    /// # Errors
    /// When there is no desktop.
    pub fn new(followed: Followed, hotkeys: Option<Hotkeys>) -> Result<Self, DesktopError> {
        let desktop = followed.platform().connect()?;
        Ok(Self { desktop, followed, hotkeys, types_blindly: false })
    }

    /// Switches these safeguards off. Without that of the keyboard, keys are also pressed where the desktop does not
    /// report which window gets them.
    #[must_use]
    pub fn without(mut self, safeguards: &[Safeguard]) -> Self {
        self.types_blindly = safeguards.contains(&Safeguard::Focus);
        self
    }
}

/// A hand for the window that `followed` names. It looks once more right before it presses, and releases what it
/// presses as soon as `is_cut` says so. It does `without` these safeguards.
///
/// # Errors
/// There is no desktop that lets programs press keys.
pub fn hand(
    followed: Followed,
    timing: Timing,
    without: &[Safeguard],
    is_cut: impl Fn() -> bool + 'static,
) -> Result<DesktopInput, InputError> {
    let platform = followed.platform();
    let before = Rc::new(RefCell::new(DesktopSurroundings::new(followed, None)?.without(without)));
    let during = Rc::clone(&before);
    let sees_covers = !without.contains(&Safeguard::Cover);
    let hand = DesktopInput::new(platform, timing.gap)?.staying(timing.stay).cut_short_if(is_cut);
    Ok(hand
        .unless(move |gesture, frame| {
            let mut before = before.borrow_mut();
            match before.obstacle(gesture, frame)? {
                None if sees_covers => before.cover(gesture, frame),
                told => Ok(told),
            }
        })
        .releasing(move |frame| during.borrow().aside(frame)))
}

/// How far beside a window a release is that means nothing: on its frame, or on what lies beside it.
const ASIDE: f64 = 4.0;

/// Whether a window's inside is no more where a picture shows it.
fn is_elsewhere(area: Rect, frame: &Frame) -> bool {
    let (w, h) = frame.picture.dimensions();
    let (w, h) = (f64::from(w) * frame.scale, f64::from(h) * frame.scale);
    // A picture of points that are several pixels each has no part of one.
    let near = |a: f64, b: f64| (a - b).abs() < 0.5;
    let is_there = frame.origin.is_some_and(|origin| {
        (origin.x, origin.y) == (area.x, area.y) && near(w, area.w) && near(h, area.h)
    });
    !is_there
}

impl DesktopSurroundings {
    /// A pixel of the desktop beside the game's window, if it is no more where a picture shows it.
    fn aside(&self, frame: &Frame) -> Result<Option<(i32, i32)>, InputError> {
        let area = self.followed.get().and_then(|window| self.desktop.client_area(window).ok());
        let Some(area) = area.filter(|&area| is_elsewhere(area, frame)) else { return Ok(None) };
        let screen = self.desktop.screen()?;
        let aside = [
            Point::new(area.x - ASIDE, area.centre().y),
            Point::new(area.x + area.w + ASIDE, area.centre().y),
            Point::new(area.centre().x, area.y - ASIDE),
            Point::new(area.centre().x, area.y + area.h + ASIDE),
        ];
        let aside = aside.into_iter().find(|&at| screen.contains(at));
        Ok(aside.map(|at| (at.x as i32, at.y as i32)))
    }

    /// Which window has the keyboard, if it is not this one or a dialog of it.
    fn elsewhere(&self, window: WindowId) -> Result<Option<String>, InputError> {
        if !self.desktop.tells_focus() {
            return Ok((!self.types_blindly).then(|| {
                "this desktop does not say which window has the keyboard, so keys may go to another one; to \
                 play by keys anyway, use --without-guard focus"
                    .to_owned()
            }));
        }
        let focused = self.desktop.focused()?;
        let is_here = |focused| focused == window || self.desktop.is_dialog_of(focused, window);
        if focused.is_some_and(is_here) {
            return Ok(None);
        }
        let other = focused.map_or_else(
            || self.desktop.nobody().to_owned(),
            |other| self.desktop.describe(&[other]),
        );
        Ok(Some(format!(
            "{other} has the keyboard, so somebody may be typing; click the title bar of the game's window to \
             resume"
        )))
    }
}

impl DesktopSurroundings {
    /// The game's dialog that has the keyboard, if one has.
    fn dialog_with_keyboard(&self, window: WindowId) -> Result<Option<String>, InputError> {
        let focused = self.desktop.focused()?;
        let dialog = focused.filter(|&focused| self.desktop.is_dialog_of(focused, window));
        Ok(dialog.map(|dialog| self.desktop.describe(&[dialog])))
    }
}

impl Surroundings for DesktopSurroundings {
    fn pointer(&mut self) -> Result<Option<Point>, InputError> {
        Ok(self.desktop.pointer()?)
    }

    fn screen(&mut self) -> Result<Rect, InputError> {
        Ok(self.desktop.screen()?)
    }

    fn obstacle(&mut self, gesture: &Gesture, frame: &Frame) -> Result<Option<String>, InputError> {
        let gone = || Ok(Some("the game's window was closed".to_owned()));
        let Some(window) = self.followed.get() else { return gone() };
        // A dialog is closed with Escape, and gets nothing else.
        let closes = matches!(gesture, Gesture::Key { key: Key::Escape, .. });
        if !closes && let Some(dialog) = self.dialog_with_keyboard(window)? {
            return Ok(Some(format!("{dialog} is open: close it to resume")));
        }
        // A key goes to whichever window has the keyboard, whatever safeguards there are.
        let Gesture::Tap { at, .. } = gesture else { return self.elsewhere(window) };
        let at = on_desktop(*at, frame)?;
        let Ok(area) = self.desktop.client_area(window) else { return gone() };
        if is_elsewhere(area, frame) {
            return Ok(Some("the game's window was moved or resized since this picture".into()));
        }
        if !self.desktop.screen()?.contains(at) {
            return Ok(Some(
                "a part of the game is off the screen: move its window so that all of it is seen"
                    .into(),
            ));
        }
        Ok(None)
    }

    fn cover(&mut self, gesture: &Gesture, frame: &Frame) -> Result<Option<String>, InputError> {
        let Gesture::Tap { at, .. } = gesture else { return Ok(None) };
        let Some(window) = self.followed.get() else { return Ok(None) };
        let chain = self.desktop.windows_at(on_desktop(*at, frame)?)?;
        Ok((!chain.contains(&window)).then(|| match chain.is_empty() {
            true => "the game's window is minimised: restore it".into(),
            false => format!("{} covers the game", self.desktop.describe(&chain)),
        }))
    }

    fn focused_elsewhere(&mut self) -> Result<Option<String>, InputError> {
        self.followed.get().map_or(Ok(None), |window| self.elsewhere(window))
    }

    fn request(&mut self) -> Option<Request> {
        let hotkeys = self.hotkeys.as_ref()?;
        match hotkeys.next(&[Hotkey::Pause, Hotkey::Stop]) {
            Some(Hotkey::Stop) => Some(Request::Stop),
            Some(_) => Some(Request::Pause),
            None => hotkeys.lost().map(Request::Unheard),
        }
    }
}
