//! What does the person who looks on ask for?

use super::Run;
use crate::control::Control;
use crate::input::InputError;
use crate::observer::Event;
use crate::player::Player;
use crate::run_mode::RunMode;
use crate::stopped::Stopped;
use crate::trust::Trust;
use std::ops::ControlFlow::{self, Break, Continue};

/// Why nothing is done while paused.
const PAUSED: &str = "paused until you resume";

impl<P: Player> Run<'_, '_, P> {
    /// Hears the requests of all who look on.
    pub(super) fn attend(&mut self) -> ControlFlow<Stopped> {
        let asked: Vec<Control> =
            self.observers.iter_mut().flat_map(|observer| observer.requests()).collect();
        asked.into_iter().try_for_each(|control| self.obey(control))
    }

    fn obey(&mut self, control: Control) -> ControlFlow<Stopped> {
        match control {
            Control::Stop => return Break(Stopped::Asked("as you asked".to_owned())),
            Control::Report => self.tell(&Event::ReportAsked),
            Control::Pause | Control::Step if self.hand.is_none() => {
                self.tell(&Event::Note("it only advises: there is nothing to pause"));
            }
            Control::Pause => {
                let was_halted = self.hand.as_mut().is_some_and(|hand| hand.resume());
                self.state.mode = match self.state.mode {
                    RunMode::Paused => RunMode::Free,
                    mode if was_halted => mode,
                    _ => RunMode::Paused,
                };
            }
            Control::Step => {
                if let Some(hand) = &mut self.hand {
                    hand.resume();
                }
                self.state.mode = RunMode::OneMove;
            }
            Control::Choose { setting, value } => match self.player.choose(&setting, &value) {
                Ok(()) => {
                    self.state.advised = None;
                    self.tell(&Event::Note(&format!("{setting}: {value}")));
                }
                Err(why) => self.tell(&Event::Note(&why)),
            },
            Control::Correct { field, value } => self.correct(&field, &value),
            Control::Undo => match self.state.corrections.undo() {
                Some(last) => {
                    self.tell(&Event::Note(&format!("{} is read again", last.field)));
                    if let Some(note) = self.player.unlearn(&last.field) {
                        self.tell(&Event::Note(&note));
                    }
                    self.corrections_changed();
                }
                None => self.tell(&Event::Note("there is no correction to undo")),
            },
        }
        Continue(())
    }

    /// Whether the person lets it act now.
    pub(super) fn may_act(&mut self) -> ControlFlow<Stopped, bool> {
        if self.state.mode != RunMode::Paused {
            return Continue(true);
        }
        self.hold(InputError::UserActive(PAUSED.to_owned()))?;
        Continue(false)
    }

    /// A move was made.
    pub(super) fn consume_step(&mut self, dismissal: bool) {
        if self.state.mode == RunMode::OneMove && !dismissal {
            self.state.mode = RunMode::BeforeNext;
        }
    }

    /// Whether the person lets it make this move.
    pub(super) fn may_make(&mut self, dismissal: bool) -> ControlFlow<Stopped, bool> {
        if self.state.mode == RunMode::BeforeNext && !dismissal {
            self.state.mode = RunMode::Paused;
        }
        self.may_act()
    }

    fn correct(&mut self, field: &str, value: &str) {
        let Some(sight) = self.state.stillness.last() else {
            return self
                .tell(&Event::Note("nothing is read at the moment: there is nothing to correct"));
        };
        let read = self.player.observation(sight).fields();
        let mut corrected = sight.clone();
        if let Err(why) = self.player.correct(&mut corrected, field, value) {
            return self.tell(&Event::Note(&why));
        }
        let now = self.player.observation(&corrected).fields();
        let value = now.into_iter().find(|seen| seen.name == field).and_then(|seen| seen.value);
        let Some(value) = value else { return };
        self.state.corrections.add(&read, field, value.clone());
        self.tell(&Event::Note(&format!("{field} is {value}, typed by hand")));
        let frame = self.state.stillness.frame();
        let learned = frame.and_then(|frame| self.player.learn(frame, &corrected, field));
        if let Some(note) = learned {
            self.tell(&Event::Note(&note));
        }
        self.corrections_changed();
    }

    /// The picture at hand is judged anew.
    fn corrections_changed(&mut self) {
        let held = self.state.corrections.all().to_vec();
        self.tell(&Event::Corrected(&held));
        self.state.stillness.lose();
        self.state.trust = Trust::Interrupted;
        self.state.advised = None;
        self.player.reread();
    }

    /// Drops all corrections: the board that they were for is gone.
    pub(super) fn drop_corrections(&mut self) {
        if self.state.corrections.clear() {
            self.tell(&Event::Corrected(&[]));
        }
    }

    /// Puts the corrections that still hold in what a picture shows.
    pub(super) fn apply_corrections(&mut self, sight: &mut P::Sight) {
        if self.state.corrections.all().is_empty() {
            return;
        }
        let read = self.player.observation(sight).fields();
        let dropped = self.state.corrections.review(&read);
        for held in &dropped {
            let why = format!("{} reads differently now: the correction is dropped", held.field);
            self.tell(&Event::Note(&why));
        }
        if !dropped.is_empty() {
            let held = self.state.corrections.all().to_vec();
            self.tell(&Event::Corrected(&held));
            self.player.reread();
        }
        for held in self.state.corrections.all() {
            // What could be typed over once can be again, unless the picture has changed its kind.
            let _ = self.player.correct(sight, &held.field, &held.value);
        }
    }
}
