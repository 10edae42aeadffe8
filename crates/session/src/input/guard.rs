//! A guard: an input device that acts only while no safeguard speaks against it.
//!
//! It refuses what the picture forbids, waits while another window is in the way or has the keyboard, and halts when
//! the user takes over: the pointer was moved or put into a corner of the screen, a hotkey was pressed, or there were
//! more taps than a game can need.

use super::{Gesture, Hold, InputDevice, InputError, Safeguard, on_desktop};
use crate::frame::Frame;
use grid::geometry::{Point, Rect};
use std::collections::VecDeque;
use std::time::Duration;

/// The desktop around the game: the pointer, what covers the window, the user's hotkeys. Coordinates are desktop
/// pixels.
pub trait Surroundings {
    /// The place of the pointer; `None` if there is none.
    ///
    /// # Errors
    /// [`InputError::Failed`] if the desktop gives no answer.
    fn pointer(&mut self) -> Result<Option<Point>, InputError>;

    /// The whole screen.
    ///
    /// # Errors
    /// [`InputError::Failed`] when the desktop gives no answer.
    fn screen(&mut self) -> Result<Rect, InputError>;

    /// Why `gesture`, decided on `frame`, would not reach the game now, whatever lies over it: its
    /// window is gone, or was moved. `None` when it would.
    ///
    /// # Errors
    /// [`InputError::Failed`] when the desktop gives no answer.
    fn obstacle(&mut self, gesture: &Gesture, frame: &Frame) -> Result<Option<String>, InputError>;

    /// What lies over the point of a tap, in a sentence; `None` for the game itself.
    ///
    /// # Errors
    /// [`InputError::Failed`] when the desktop gives no answer.
    fn cover(&mut self, gesture: &Gesture, frame: &Frame) -> Result<Option<String>, InputError>;

    /// Which other window has the keyboard, in a sentence; `None` when the game's has it, or is
    /// gone. A tap gives the keyboard to the window that it hits.
    ///
    /// # Errors
    /// [`InputError::Failed`] when the desktop gives no answer.
    fn focused_elsewhere(&mut self) -> Result<Option<String>, InputError>;

    /// The user's requests since the last call.
    fn request(&mut self) -> Option<Request>;
}

/// A request by a hotkey, or the end of the hotkeys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Pause, or go on after a pause or a halt.
    Pause,
    /// Stop for good.
    Stop,
    /// The hotkeys no longer work, for this reason.
    Unheard(String),
}

/// The limits at which the guard halts.
#[derive(Clone, Copy, Debug)]
pub struct GuardLimits {
    /// The most taps and keys within a minute of the frames' own clock.
    pub per_minute: usize,
    /// How far the pointer may be from where it was left, in pixels: a mouse may tremble.
    pub tremble: f64,
    /// How near to a corner of the screen the pointer means "halt", in pixels.
    pub corner: f64,
}

impl Default for GuardLimits {
    /// The defaults allow more acts than most games need: at most one tap in 0.3 s was seen, where messages are
    /// passed.
    fn default() -> Self {
        Self { per_minute: 400, tremble: 3.0, corner: 2.0 }
    }
}

/// A guard around an input device; see the module.
#[derive(Debug)]
pub struct Guard<H, S> {
    hand: H,
    surroundings: S,
    limits: GuardLimits,
    /// The safeguards that the user does without.
    without: Vec<Safeguard>,
    /// How to go on after a halt, the end of a sentence.
    goes_on: String,
    acts: VecDeque<Duration>,
    /// Where the pointer may be since the last act: where it was tapped, if it was seen there
    /// afterwards, and where it was before.
    left_at: [Option<Point>; 2],
    /// What the user asked for while a press was held, not yet heard.
    asked: VecDeque<Request>,
    halted: Option<String>,
    stopped: bool,
}

impl<H: InputDevice, S: Surroundings> Guard<H, S> {
    /// Creates a guard around `hand`.
    pub fn new(hand: H, surroundings: S, limits: GuardLimits) -> Self {
        let (acts, left_at, asked) = (VecDeque::new(), [None; 2], VecDeque::new());
        let (without, halted) = (Vec::new(), None);
        let goes_on = "the pause hotkey resumes".to_owned();
        let stopped = false;
        Self { hand, surroundings, limits, without, goes_on, acts, left_at, asked, halted, stopped }
    }

    /// Sets the name of the key that resumes after a halt, for its message.
    #[must_use]
    pub fn paused_by(mut self, key: &str) -> Self {
        self.goes_on = format!("{key} resumes");
        self
    }

    /// Switches these safeguards off.
    #[must_use]
    pub fn without(mut self, safeguards: &[Safeguard]) -> Self {
        self.without = safeguards.to_vec();
        self
    }

    fn has(&self, safeguard: Safeguard) -> bool {
        !self.without.contains(&safeguard)
    }

    /// Checks whether the user takes over. Call it all the time, so that a halt is noticed at once and not only at
    /// the next act.
    ///
    /// # Errors
    /// [`InputError::UserActive`] with the reason while halted or another window has the keyboard,
    /// [`InputError::Stopped`] after the stop hotkey.
    pub fn check(&mut self) -> Result<(), InputError> {
        while let Some(request) = self.asked.pop_front().or_else(|| self.surroundings.request()) {
            match request {
                Request::Stop => {
                    self.stopped = true;
                    self.halted = Some("the stop hotkey was pressed".into());
                }
                Request::Pause | Request::Unheard(_) if self.stopped => {}
                Request::Unheard(why) => {
                    self.halted = Some(format!(
                        "the hotkeys no longer work: {why}; restore the layout, or resume without them (p)"
                    ));
                }
                Request::Pause if self.halted.is_some() => {
                    self.resume();
                }
                Request::Pause => {
                    self.halted = Some(format!("paused; {}", self.goes_on));
                }
            }
        }
        if self.halted.is_none() && self.has(Safeguard::Pointer) {
            self.halted = self.user_moved()?;
        }
        match &self.halted {
            Some(why) if self.stopped => return Err(InputError::Stopped(why.clone())),
            Some(why) => return Err(InputError::UserActive(why.clone())),
            None => {}
        }
        if self.has(Safeguard::Focus)
            && let Some(why) = self.surroundings.focused_elsewhere()?
        {
            return Err(InputError::UserActive(why));
        }
        Ok(())
    }

    /// Whether the user has asked to stop for good.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// What the pointer says about the user.
    fn user_moved(&mut self) -> Result<Option<String>, InputError> {
        let Some(pointer) = self.surroundings.pointer()? else {
            // Where it is told only over the game, it has left the game.
            let was_left = self.left_at.iter().any(Option::is_some);
            return Ok(was_left.then(|| format!("the pointer was moved away; {}", self.goes_on)));
        };
        let screen = self.surroundings.screen()?;
        // The pointer is a pixel, so the last column is one less than the width.
        let to_edge = |p: f64, size: f64| p.min(size - 1.0 - p);
        if to_edge(pointer.x - screen.x, screen.w) <= self.limits.corner
            && to_edge(pointer.y - screen.y, screen.h) <= self.limits.corner
        {
            return Ok(Some(format!(
                "the pointer is in a corner of the screen; once it is out of it, {}",
                self.goes_on
            )));
        }
        let mut left_at = self.left_at.iter().flatten().peekable();
        if left_at.peek().is_none()
            || left_at.any(|&left| distance(left, pointer) <= self.limits.tremble)
        {
            return Ok(None);
        }
        Ok(Some(format!("the pointer was moved; {}", self.goes_on)))
    }

    /// Refuses more acts in a minute than allowed, and counts this one.
    fn count(&mut self, now: Duration) -> Result<(), InputError> {
        let minute = Duration::from_secs(60);
        while self.acts.front().is_some_and(|&at| now.saturating_sub(at) >= minute) {
            self.acts.pop_front();
        }
        if self.acts.len() >= self.limits.per_minute {
            let why = format!(
                "{} taps within a minute, more than any game needs: something is wrong; {}",
                self.acts.len(),
                self.goes_on
            );
            self.halted = Some(why.clone());
            return Err(InputError::UserActive(why));
        }
        self.acts.push_back(now);
        Ok(())
    }
}

fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).abs().max((a.y - b.y).abs())
}

impl<H: InputDevice, S: Surroundings> InputDevice for Guard<H, S> {
    /// # Errors
    /// [`InputError::UserActive`] when the user is at the controls: a halt lasts until
    /// [`InputDevice::resume`], a window in the way until it is gone, one that has the keyboard until the
    /// game has it. [`InputError::Refused`] when the gesture itself is wrong.
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        self.hold(gesture, frame, Duration::ZERO, &mut || Hold::Enough)
    }

    /// The press ends at once when the user takes the pointer or presses a hotkey, and that of a key
    /// when another window gets the keyboard.
    fn hold(
        &mut self,
        gesture: &Gesture,
        frame: &Frame,
        most: Duration,
        wanted: &mut dyn FnMut() -> Hold,
    ) -> Result<(), InputError> {
        self.guarded(gesture, frame, |guard| {
            let Self { hand, surroundings, limits, without, asked, .. } = guard;
            let mut held_at = None;
            let is_key = matches!(gesture, Gesture::Key { .. });
            hand.hold(gesture, frame, most, &mut || {
                asked.extend(surroundings.request());
                if !asked.is_empty() {
                    return Hold::Release;
                }
                // The keyboard is asked for in any case: a key goes to whichever window has it.
                if is_key && !matches!(surroundings.obstacle(gesture, frame), Ok(None)) {
                    return Hold::Release;
                }
                if !without.contains(&Safeguard::Pointer) {
                    let Ok(pointer) = surroundings.pointer() else { return Hold::Release };
                    let held_at = *held_at.get_or_insert(pointer);
                    let is_left = match (held_at, pointer) {
                        (Some(held_at), Some(pointer)) => {
                            distance(held_at, pointer) <= limits.tremble
                        }
                        (held_at, pointer) => held_at == pointer,
                    };
                    if !is_left {
                        return Hold::Release;
                    }
                }
                wanted()
            })
        })
    }

    fn ready(&mut self) -> Result<(), InputError> {
        self.check()
    }

    /// Goes on after a halt, unless it was the stop hotkey.
    fn resume(&mut self) -> bool {
        let was_halted = !self.stopped && self.halted.is_some();
        if was_halted {
            self.halted = None;
            self.left_at = [None; 2];
            self.acts.clear();
        }
        was_halted
    }
}

impl<H: InputDevice, S: Surroundings> Guard<H, S> {
    /// Lets `act` make `gesture` if nothing speaks against it, and notes where the pointer is left.
    fn guarded(
        &mut self,
        gesture: &Gesture,
        frame: &Frame,
        act: impl FnOnce(&mut Self) -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        gesture.check(frame)?;
        self.check()?;
        if let Some(why) = self.surroundings.obstacle(gesture, frame)? {
            return Err(InputError::UserActive(why));
        }
        if self.has(Safeguard::Cover)
            && let Some(why) = self.surroundings.cover(gesture, frame)?
        {
            return Err(InputError::UserActive(why));
        }
        self.count(frame.at)?;
        let before = self.surroundings.pointer()?;
        act(self)?;
        // A hand puts the pointer back, or leaves it at the point of the tap. Anywhere else, the
        // user has taken it meanwhile, which the next look will find. The gesture is made, whether or not that is told.
        let after = self.surroundings.pointer().unwrap_or(None);
        let tapped = match gesture {
            Gesture::Tap { at, .. } => on_desktop(*at, frame).ok(),
            Gesture::Key { .. } => None,
        };
        let tremble = self.limits.tremble;
        let is_there = |after: &Point| tapped.is_some_and(|at| distance(*after, at) <= tremble);
        self.left_at = [before, after.filter(is_there)];
        Ok(())
    }
}

#[cfg(test)]
mod tests;
