//! A built-in game that is played before a referee.

use crate::referee::{Referee, Refereed};
use session::capture::Source;
use session::input::InputDevice;
use session::{Observer, Player, Session, Stopped};

/// How a built-in game begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opening {
    /// Where the game's random numbers begin.
    pub seed: u32,
    /// How many times faster than the real game it runs; `None`: as fast as it goes.
    pub speed: Option<f64>,
}

/// A built-in game that is played before a referee, who knows its inside.
pub trait Demonstration {
    /// The game, as a source of pictures and as a hand.
    fn game(&self) -> (Box<dyn Source>, Box<dyn InputDevice>);

    /// Runs a session with the game's player; the referee looks on.
    fn play<'a>(&'a mut self, session: Session<'a>) -> Stopped;

    /// What the referee found.
    fn outcome(self: Box<Self>) -> Outcome;
}

/// What a referee found.
pub struct Outcome {
    /// Whether nothing was wrong.
    pub clean: bool,
    /// What was found, for people.
    pub text: String,
    /// The same for programs.
    pub report: Box<dyn erased_serde::Serialize>,
}

/// A judge of a built-in game that is played: an observer that gives a verdict.
pub trait Judge: Observer {
    /// What was found, once the game is over.
    fn outcome(self) -> Outcome;
}

impl<G: Refereed> Judge for Referee<G> {
    fn outcome(self) -> Outcome {
        let verdict = self.verdict();
        Outcome { clean: verdict.clean(), text: verdict.to_string(), report: Box::new(verdict) }
    }
}

/// A built-in game with a player and a judge. Clones of the game are handles of the same one.
pub struct Demonstrated<G, P, J> {
    game: G,
    player: P,
    judge: J,
}

impl<G: Refereed + Clone, P> Demonstrated<G, P, Referee<G>> {
    /// A game just begun, before a referee.
    pub fn new(game: G, player: P) -> Self {
        let judge = Referee::new(game.clone());
        Self { game, player, judge }
    }
}

impl<G, P, J> Demonstrated<G, P, J> {
    /// A game just begun, before this judge.
    pub const fn before(judge: J, game: G, player: P) -> Self {
        Self { game, player, judge }
    }
}

impl<G, P, J> Demonstration for Demonstrated<G, P, J>
where
    G: Source + InputDevice + Clone + 'static,
    P: Player,
    J: Judge,
{
    fn game(&self) -> (Box<dyn Source>, Box<dyn InputDevice>) {
        (Box::new(self.game.clone()), Box::new(self.game.clone()))
    }

    fn play<'a>(&'a mut self, session: Session<'a>) -> Stopped {
        session.observed_by(&mut self.judge).run(&mut self.player)
    }

    fn outcome(self: Box<Self>) -> Outcome {
        self.judge.outcome()
    }
}
