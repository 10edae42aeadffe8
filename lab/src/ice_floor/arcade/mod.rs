//! The built-in game: the real plan, rules and times, drawn with our own art, played in process. It is
//! a [`Source`] of pictures and a [`InputDevice`] that holds keys, so the whole loop runs without an emulator
//! or a display.
//!
//! Time is virtual: [`Source::next`] lets its `wait` pass and [`InputDevice::perform`] the time a key is held.
//! The same keys at the same times give the same pictures. Once the leader is reached the gym is entered
//! anew.
//!
//! What the real game does and this one does not: sound, the basement's trainers and slides, text boxes,
//! the waterfalls.

mod draw;
mod game;

pub use game::PLATFORM;

use crate::arcade::clock::{Pressed, VirtualClock};
use game::Game;
use ice_floor::floor::Direction;
use ice_floor::plan::{FloorSection, Version};
use ice_floor_game::truth::IceTruth;
use image::{RgbImage, imageops};
use session::capture::{CaptureError, Source};
use session::consoles::gba;
use session::frame::Frame;
use session::input::{Gesture, Hold, InputDevice, InputError, Key};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How a game is played and shown.
#[derive(Clone, Debug)]
pub struct IceArcadeOptions {
    /// Whose floors are walked, one after the other, again and again.
    pub versions: Vec<Version>,
    /// Picture pixels per pixel of the screen.
    pub scale: u32,
    /// Of so many presses the last is not seen by the game; 0: all are.
    pub lose_every: u64,
    /// How many pictures the game makes in the time of one, as in an emulator that runs too fast.
    pub rush: u32,
    /// For demonstrations: really sleep, this many times faster than the real game. `None` does not
    /// sleep at all.
    pub speed: Option<f64>,
}

impl Default for IceArcadeOptions {
    fn default() -> Self {
        Self { versions: Version::ALL.to_vec(), scale: 1, lose_every: 0, rush: 1, speed: None }
    }
}

/// The built-in game. Clones are handles of the same game: one as [`Source`], one as [`InputDevice`].
#[derive(Clone)]
pub struct IceArcade {
    cabinet: Arc<Mutex<Cabinet>>,
}

struct Cabinet {
    game: Game,
    options: IceArcadeOptions,
    clock: VirtualClock,
    key: Option<Direction>,
    presses: u64,
    lost: u64,
}

/// What only the game knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkTally {
    /// How often the leader was reached.
    pub walks: u64,
    /// How often the hero fell.
    pub falls: u64,
    /// Steps made.
    pub steps: u64,
    /// Presses that the game did not see.
    pub lost: u64,
}

impl IceArcade {
    /// Enters the gym.
    pub fn new(options: IceArcadeOptions) -> Self {
        let game = Game::new(options.versions.clone());
        let cabinet = Cabinet {
            game,
            options,
            clock: VirtualClock::new(gba::FRAME),
            key: None,
            presses: 0,
            lost: 0,
        };
        Self { cabinet: Arc::new(Mutex::new(cabinet)) }
    }

    /// The picture at this moment.
    pub fn picture(&self) -> RgbImage {
        self.cabinet().picture()
    }

    /// What this moment's picture shows; `None` in the basement.
    pub fn truth(&self) -> Option<IceTruth> {
        let game = &self.cabinet().game;
        if game.in_basement {
            return None;
        }
        let place = game.place();
        let section = FloorSection::ahead(place.cell().0);
        let (row, column) = place.cell();
        Some(IceTruth {
            version: Some(game.version),
            section: Some(section.number),
            player_map: Some((column as u8, row as u8)),
            pixel_offset: Some(place.offset()),
            stairs_open: Some(game.open.iter().filter(|open| **open).count() as u8),
            grid: Some(game.floors[usize::from(section.number) - 1].clone()),
            text_box: Some(false),
        })
    }

    /// What only the game knows.
    pub fn inside(&self) -> WalkTally {
        let cabinet = self.cabinet();
        let game = &cabinet.game;
        WalkTally { walks: game.walks, falls: game.falls, steps: game.steps, lost: cabinet.lost }
    }

    fn cabinet(&self) -> MutexGuard<'_, Cabinet> {
        // A panic elsewhere leaves a game that is still a game.
        self.cabinet.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Really sleeps as long as `time` takes, if the game is for show.
    fn sleep(&self, time: Duration) {
        let speed = self.cabinet().options.speed;
        session::capture::sleep(time, speed);
    }
}

impl Cabinet {
    fn picture(&self) -> RgbImage {
        let native = draw::draw(&self.game);
        match self.options.scale {
            0 | 1 => native,
            n => {
                let (w, h) = gba::SCREEN;
                imageops::resize(&native, n * w, n * h, imageops::FilterType::Nearest)
            }
        }
    }

    fn pass(&mut self, time: Duration) {
        let (game, rush) = (&mut self.game, self.options.rush);
        self.clock.pass(time, self.key, |pressed| {
            let key = match pressed {
                Pressed::Down { at, .. } => Some(at),
                Pressed::Up => None,
            };
            (0..rush).for_each(|_| game.tick(key));
        });
    }
}

impl Source for IceArcade {
    fn name(&self) -> String {
        "the built-in ice floor".to_owned()
    }

    fn next(&mut self, wait: Duration) -> Result<Frame, CaptureError> {
        self.sleep(wait);
        let mut cabinet = self.cabinet();
        cabinet.pass(wait);
        Ok(Frame::new(cabinet.picture(), cabinet.clock.now()))
    }
}

impl InputDevice for IceArcade {
    fn perform(&mut self, gesture: &Gesture, frame: &Frame) -> Result<(), InputError> {
        self.hold(gesture, frame, Duration::ZERO, &mut || Hold::Enough)
    }

    fn hold(
        &mut self,
        gesture: &Gesture,
        _frame: &Frame,
        most: Duration,
        wanted: &mut dyn FnMut() -> Hold,
    ) -> Result<(), InputError> {
        let other = |what: &str| {
            Err(InputError::Failed(format!(
                "the built-in game is walked with arrow keys, not {what}"
            )))
        };
        let (key, hold) = match gesture {
            Gesture::Key { key, hold } => (*key, *hold),
            Gesture::Tap { .. } => return other("tapped"),
        };
        let direction = match key {
            Key::Up => Direction::Up,
            Key::Down => Direction::Down,
            Key::Left => Direction::Left,
            Key::Right => Direction::Right,
            other_key => return other(&format!("with {other_key:?}")),
        };
        let pressed = {
            let mut cabinet = self.cabinet();
            cabinet.presses += 1;
            let every = cabinet.options.lose_every;
            let is_lost = every > 0 && cabinet.presses.is_multiple_of(every);
            cabinet.lost += u64::from(is_lost);
            cabinet.key = (!is_lost).then_some(direction);
            cabinet.clock.now()
        };
        let held = || self.cabinet().clock.now().saturating_sub(pressed);
        let mut least = hold;
        while held() < most.max(hold) {
            match wanted() {
                Hold::On => {}
                Hold::Enough => break,
                Hold::Release => {
                    least = Duration::ZERO;
                    break;
                }
            }
        }
        let rest = least.saturating_sub(held());
        self.sleep(rest);
        let mut cabinet = self.cabinet();
        cabinet.pass(rest);
        cabinet.key = None;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ice_floor_game::screen::IceReader;
    use session::observation::Observation;
    use session::truth::compare;

    #[test]
    fn every_picture_of_a_walk_is_read_and_none_of_a_fall_misread() {
        for version in Version::ALL {
            let game = IceArcade::new(IceArcadeOptions {
                versions: vec![version],
                ..IceArcadeOptions::default()
            });
            let (mut source, mut hand) = (game.clone(), game.clone());
            let (mut right, mut reader) = (0, IceReader::new());
            // Of the pictures that differ each eighth is also read by itself: to find the floor takes longest.
            let (mut before, mut count) = (None, 0);
            let mut is_tried = |picture: &RgbImage| {
                let is_new = before.as_ref() != Some(picture);
                before = Some(picture.clone());
                count += usize::from(is_new);
                is_new && count % 8 == 0
            };
            // Up, to a side and back onto cracked ice.
            let (aside, back) = match version {
                Version::Ruby => (Key::Right, Key::Left),
                Version::Emerald => (Key::Left, Key::Right),
            };
            for (step, key) in [Key::Up, aside, back].into_iter().enumerate() {
                let frame = source.next(Duration::ZERO).unwrap();
                let hold = Duration::from_millis(200);
                hand.perform(&Gesture::Key { key, hold }, &frame).unwrap();
                for _ in 0..40 {
                    let frame = source.next(Duration::from_millis(17)).unwrap();
                    let Some(truth) = game.truth() else { continue };
                    let Ok(seen) = reader.read(&frame.picture) else {
                        assert_eq!(step, 2, "refused before the player falls");
                        continue;
                    };
                    let comparison = compare(&truth, Some(&seen as &dyn Observation));
                    assert_eq!(comparison.wrong, Vec::<String>::new());
                    right += comparison.right;
                    // Seen by itself it may be refused as well, but not be misread.
                    if is_tried(&frame.picture)
                        && let Ok(seen) = IceReader::new().read(&frame.picture)
                    {
                        let comparison = compare(&truth, Some(&seen as &dyn Observation));
                        assert_eq!(comparison.wrong, Vec::<String>::new());
                    }
                }
            }
            assert!(right > 1000, "{version:?}: {right}");
            // The basement has walls and floors, too.
            for _ in 0..120 {
                let frame = source.next(Duration::from_millis(17)).unwrap();
                if game.truth().is_none() && is_tried(&frame.picture) {
                    assert!(reader.read(&frame.picture).is_err(), "{version:?}: the basement");
                    assert!(
                        IceReader::new().read(&frame.picture).is_err(),
                        "{version:?}: the basement"
                    );
                }
            }
            assert_eq!((game.inside().falls, game.truth()), (1, None));
        }
    }
}
