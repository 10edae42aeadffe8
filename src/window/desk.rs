//! Windows of other programs: which there are, and playing in one.

use super::shared::{MakeHand, Shared};
use crate::game::Game;
use crate::games::run_by;
use desktop::PlatformKind;
use desktop::doctor::safeguards::hotkeys_for_play;
use desktop::hotkeys::Hotkeys;
use desktop::interrupt;
use desktop::surroundings::{DesktopSurroundings, hand};
use desktop::window::{Candidate, WindowChoice, WindowSource, candidates};
use image::RgbImage;
use image::imageops::thumbnail;
use session::capture::Source;
use session::input::guard::{Guard, GuardLimits};
use session::input::{InputDevice, Safeguard};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// The most that the picture of a window is wide and high where it can be chosen, in pixels.
const SMALL: (u32, u32) = (220, 165);

/// How often it is looked which windows there are.
const EVERY: Duration = Duration::from_millis(1500);

/// A window that is watched.
pub(super) struct Opened {
    pub source: WindowSource,
    /// The game, where its program runs no other.
    pub game: Option<&'static dyn Game>,
    /// Makes the hand that plays in it.
    pub hand: MakeHand,
}

/// Watches a window; the hand has the safeguards of `play` but those that are done without.
///
/// # Errors
/// The desktop cannot be reached.
pub(super) fn open(
    candidate: Candidate,
    without: Vec<Safeguard>,
    shared: &Arc<Shared>,
) -> anyhow::Result<Opened> {
    let game = candidate.known.and_then(|known| run_by(&[known.runs]));
    // Whether it is to be played is not known yet, and a person is asked once.
    candidate.platform.will_act();
    let source = WindowSource::open_candidate(WindowChoice::default(), candidate)?;
    let (followed, shared) = (source.followed(), shared.clone());
    let hand: MakeHand = Box::new(move |playing| {
        let platform = followed.platform();
        let play = hotkeys_for_play(platform, || Hotkeys::usual(platform), &without)?;
        let per_minute = play.per_minute(playing.most_acts_a_minute());
        let pause_key = play.pause_key("this window's Resume button");
        let surroundings =
            DesktopSurroundings::new(followed.clone(), play.hotkeys)?.without(&without);
        let (timing, theirs) = (playing.timing(), shared.clone());
        let is_cut = move || theirs.is_closing() || !theirs.is_to_play() || interrupt::is_pending();
        let hand = hand(followed.clone(), timing, &without, is_cut)?;
        let guard =
            Guard::new(hand, surroundings, GuardLimits { per_minute, ..GuardLimits::default() });
        let hand: Box<dyn InputDevice> =
            Box::new(guard.without(&play.without).paused_by(&pause_key));
        Ok(hand)
    });
    Ok(Opened { source, game, hand })
}

/// A window that can be chosen.
#[derive(Clone)]
pub(super) struct Choice {
    pub candidate: Candidate,
    /// A small picture of it, if it can be captured.
    pub picture: Option<Arc<RgbImage>>,
}

/// The windows on the desktop, looked at again and again until this is dropped.
pub(super) struct Windows {
    found: Arc<Mutex<Result<Vec<Choice>, String>>>,
    over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Windows {
    /// Begins to look. `wake` is called whenever that is done.
    pub fn look(platform: PlatformKind, wake: impl Fn() + Send + 'static) -> Self {
        let (found, over) =
            (Arc::new(Mutex::new(Ok(Vec::new()))), Arc::new(AtomicBool::new(false)));
        let (theirs, ends) = (found.clone(), over.clone());
        let thread = std::thread::spawn(move || {
            while !ends.load(Ordering::Acquire) {
                let all = choices(platform);
                *theirs.lock().unwrap_or_else(PoisonError::into_inner) = all;
                wake();
                std::thread::park_timeout(EVERY);
            }
        });
        Self { found, over, thread: Some(thread) }
    }

    /// Those that were found last, the ones of known programs first.
    ///
    /// # Errors
    /// Why there are none to be had, in a sentence.
    pub fn found(&self) -> Result<Vec<Choice>, String> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Windows {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

fn choices(platform: PlatformKind) -> Result<Vec<Choice>, String> {
    let all = platform.connect().and_then(|desktop| candidates(&*desktop));
    let mut all = all.map_err(|error| error.to_string())?;
    all.retain(|candidate| candidate.pid != Some(std::process::id()));
    all.sort_by_key(|candidate| candidate.known.is_none());
    Ok(all
        .into_iter()
        .map(|candidate| Choice { picture: small_picture(&candidate), candidate })
        .collect())
}

fn small_picture(candidate: &Candidate) -> Option<Arc<RgbImage>> {
    if candidate.obstacle.is_some() || candidate.is_asked_for() {
        return None;
    }
    let source = WindowSource::open_candidate(WindowChoice::default(), candidate.clone());
    let frame = source.ok()?.next(Duration::ZERO).ok()?;
    let (width, height) = frame.picture.dimensions();
    let scale = f64::min(
        f64::from(SMALL.0) / f64::from(width.max(1)),
        f64::from(SMALL.1) / f64::from(height.max(1)),
    );
    if scale >= 1.0 {
        return Some(frame.picture);
    }
    let size = |side: u32| ((f64::from(side) * scale) as u32).max(1);
    Some(Arc::new(thumbnail(&*frame.picture, size(width), size(height))))
}
