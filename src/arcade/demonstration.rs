//! A built-in game that is played before a referee.

use crate::capture::Source;
use crate::companion::{Player, Session, Stopped};
use crate::game::{Demonstration, Outcome};
use crate::input::Hand;
use crate::laboratory::referee::{Referee, Refereed};

/// A built-in game with a player. Clones of the game are handles of the same one.
pub struct Demonstrated<G: Refereed, P> {
    game: G,
    player: P,
    referee: Referee<G>,
}

impl<G: Refereed + Clone, P> Demonstrated<G, P> {
    /// A game just begun.
    pub fn new(game: G, player: P) -> Self {
        Self { referee: Referee::new(game.clone()), game, player }
    }
}

impl<G, P> Demonstration for Demonstrated<G, P>
where
    G: Refereed + Source + Hand + Clone + 'static,
    P: Player,
{
    fn game(&self) -> (Box<dyn Source>, Box<dyn Hand>) {
        (Box::new(self.game.clone()), Box::new(self.game.clone()))
    }

    fn play<'a>(&'a mut self, session: Session<'a>) -> Stopped {
        session.observed_by(&mut self.referee).run(&mut self.player)
    }

    fn outcome(self: Box<Self>) -> Outcome {
        let verdict = self.referee.verdict();
        Outcome { clean: verdict.clean(), text: verdict.to_string(), report: Box::new(verdict) }
    }
}
