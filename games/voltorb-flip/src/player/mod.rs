//! The player of Voltorb Flip: it remembers the round and the session, and decides what to do about each picture.
//!
//! Its state machine is that of the game's own tasks (pret/pokeheartgold, `voltorb_flip_tasks.c`): menu, board, flips
//! with their boxes, the end of the round, the reveal, the cleared table, news of the level, and the menu again. It
//! makes a move only if the current picture shows that the move is possible.

mod cards_alone;
mod controls;
mod correct;
mod decide;
mod dimming;
mod fingerprint;
mod history;
mod lessons;
mod memory;
mod moves;
pub mod panel;
mod round;
pub mod settings;
mod sight;
mod step;

pub use moves::Move;
pub use sight::Sight;
pub use step::CursorStep;

use super::background::BackgroundSolver;
use super::screen::looks::{Look, shipped};
use super::screen::{FlipReader, Looks, NoBoard, Phase};
use controls::Controls;
use dimming::Dimming;
use fingerprint::TextFingerprint;
use grid::Cell;
use history::SessionHistory;
use lessons::Lessons;
use round::{Doubt, Round, Turned};
use serde::Deserialize;
use serde_json::json;
use session::frame::Frame;
use session::input::{Gesture, Key};
use session::observation::Observation;
use session::profiles::ProfileFolder;
use session::{Ending, Intent, Panel, Player, RoundEnd, Setting, Units, View};
use std::sync::Arc;
use std::time::Duration;
use voltorb_flip::board::Position;
use voltorb_flip::levels::Outcome;
use voltorb_flip::solver::explain::{Explanation, explain};
use voltorb_flip::solver::strategies::Strategy;
use voltorb_flip::solver::{Advice, Objective};

/// The seed of a random strategy in the first round.
const SEED: u32 = 1;

/// The options of [`FlipPlayer`].
#[derive(Clone, Debug)]
pub struct FlipPlayerOptions {
    /// The strategy: best play for an objective, or another one.
    pub strategy: Strategy,
    /// How long it may think about a move before it answers with the best move known. It thinks on until the card is
    /// flipped.
    pub thinking: Duration,
    /// Whether the moves are made, and not only shown.
    pub plays: bool,
    /// The themes that its reader tries.
    pub looks: Looks,
    /// The folder for themes that learn new cards during play; `None` to forget them with the session.
    pub profiles: Option<ProfileFolder>,
}

impl Default for FlipPlayerOptions {
    fn default() -> Self {
        Self {
            strategy: Objective::default().into(),
            thinking: Duration::from_secs(2),
            plays: false,
            looks: Looks::default(),
            profiles: None,
        }
    }
}

/// A player of Voltorb Flip.
pub struct FlipPlayer {
    options: FlipPlayerOptions,
    reader: FlipReader,
    /// The look of the last picture.
    look: Arc<Look>,
    dimming: Dimming,
    /// What a person has named of the look that was watched last.
    lessons: Lessons,
    solver: BackgroundSolver,
    /// What a strategy that plays by chance draws from.
    seed: u32,
    /// Whether a board was seen since all but a [memory](memory) was dropped.
    has_played: bool,
    session: SessionHistory,
    round: Option<Round>,
    /// The board as it lay when the last round had ended, until the next one begins.
    turned: Option<Turned>,
    /// The advice for the position that is on the table.
    advice: Option<(Position, Advice)>,
    wallet: Option<u32>,
    phase: Option<Phase>,
    /// The card that is to be flipped.
    flipping: Option<Cell>,
    /// That another card turned instead: then nothing is pressed any more in this round.
    astray: Option<Doubt>,
    /// Since when cards are marked, and the key that is tried to end that.
    marking_since: Option<Duration>,
    /// Since when the board shows a card whose face was never shown, and everything else of it is
    /// read.
    new_since: Option<Duration>,
    memo_key: Key,
    ended: Option<RoundEnd>,
    notes: Vec<String>,
}

impl FlipPlayer {
    /// Creates a player with the themes of `options`.
    pub fn new(options: FlipPlayerOptions) -> Self {
        let reader = FlipReader::with_looks(options.looks.clone());
        Self::with(reader, options, SEED)
    }

    /// One that reads with this reader, and whose chance draws from this.
    fn with(reader: FlipReader, options: FlipPlayerOptions, seed: u32) -> Self {
        Self {
            reader,
            look: shipped()[0].clone(),
            dimming: Dimming::default(),
            lessons: Lessons::new(options.profiles.clone()),
            solver: BackgroundSolver::new(options.strategy, seed),
            seed,
            has_played: false,
            options,
            session: SessionHistory::default(),
            round: None,
            turned: None,
            advice: None,
            wallet: None,
            phase: None,
            flipping: None,
            astray: None,
            marking_since: None,
            new_since: None,
            memo_key: Key::Z,
            ended: None,
            notes: Vec::new(),
        }
    }

    /// Tells the solver what is known of the session.
    fn inform_solver(&mut self) {
        self.solver.set_history(&self.session.rounds);
        self.solver.set_wallet(self.wallet.unwrap_or(0));
    }

    /// Whether the game deals the next round without a menu before it: one without a touch screen.
    fn deals_at_once(&self) -> bool {
        self.controls() == Controls::Keys
    }

    /// What the game is played by: advice is shown as taps on the cards.
    fn controls(&self) -> Controls {
        let known = Controls::of(&self.look).filter(|_| self.options.plays);
        known.unwrap_or(Controls::Pen)
    }

    /// How a move is made on a picture.
    fn gesture(&self, what: Move, sight: &Sight) -> Gesture {
        self.controls().gesture(what, sight, self.memo_key)
    }

    /// The round on the table has ended; `seen` tells whether its end was seen.
    ///
    /// Whoever looks seldom may miss the last card, and then what is known looks like a round that was quit. That is
    /// believed of one in which the game has asked whether to quit, where its question is told from other boxes.
    fn end_round(&mut self, seen: bool) {
        let Some(round) = self.round.as_mut().filter(|round| !round.ended) else { return };
        round.ended = true;
        let round = &*round;
        let level =
            self.session.level(round.headers.as_ref()).filter(|_| !self.look.shows_cards_alone());
        let may_be_quit = round.asked_to_quit || seen && !self.look.is_tapped();
        let sure = |outcome: &Outcome| may_be_quit || *outcome != Outcome::Quit;
        let Some(outcome) = round.outcome().filter(sure) else {
            self.session.end(None);
            self.notes.push("a round has ended unseen".to_owned());
            return;
        };
        let moves = round.flipped();
        let end = level.map(|level| voltorb_flip::levels::Round {
            level,
            outcome,
            flipped: u8::try_from(moves).unwrap_or(u8::MAX),
        });
        let score = if outcome == Outcome::Lost { 0 } else { u64::from(round.coins()) };
        self.ended = Some(RoundEnd {
            ending: ending(outcome),
            score,
            level: level.map(u8::from),
            next_level: self.session.end(end).map(u8::from),
            moves: moves as u32,
        });
        self.solver.set_history(&self.session.rounds);
    }
}

/// The session's term for this outcome.
pub fn ending(outcome: Outcome) -> Ending {
    match outcome {
        Outcome::Won => Ending::Won,
        Outcome::Lost => Ending::Lost,
        Outcome::Quit => Ending::Quit,
    }
}

impl Player for FlipPlayer {
    type Sight = Sight;
    type Move = Move;
    type NotVisible = NoBoard;

    fn look(&mut self, frame: &Frame) -> Result<Sight, NoBoard> {
        let reading = self.reader.read(&frame.picture)?;
        if !Arc::ptr_eq(&self.look, &reading.look) {
            self.look = reading.look.clone();
            self.notes.push(format!("this game has the theme {}", self.look));
            self.dimming = Dimming::default();
        }
        let dimmed = self.look.is_keyed() && self.dimming.is_dimmed(&frame.picture, &reading);
        let boxed = !matches!(
            reading.phase.value,
            Some(Phase::Board | Phase::Memo | Phase::Moving | Phase::Reveal | Phase::Between)
        );
        let text = boxed.then(|| TextFingerprint::of(&frame.picture, &reading.touch));
        Ok(Sight { reading, text, dimmed })
    }

    fn observation<'s>(&self, sight: &'s Sight) -> &'s dyn Observation {
        &sight.reading
    }

    fn at_rest(&self, before: &Sight, now: &Sight) -> bool {
        now.is_at_rest_after(before)
    }

    fn together(&self, before: &Sight, now: &Sight) -> Option<Sight> {
        now.together_with(before)
    }

    fn hindrance(&self, sight: &Sight) -> Option<String> {
        sight.covered().map(|place| {
            format!(
                "what lies over {place} to go (another window, or text that the emulator writes): it hides what the \
                 game is doing"
            )
        })
    }

    fn decide(&mut self, sight: &Sight, now: Duration) -> Intent<Move> {
        self.judge(sight, now)
    }

    fn aim(&self, what: &Move, sight: &Sight) -> Gesture {
        self.gesture(*what, sight)
    }

    fn took_effect(&self, what: &Move, before: &Sight, now: &Sight) -> bool {
        what.took_effect(before, now)
    }

    fn gains(&self, what: &Move, before: &Sight, now: &Sight) -> bool {
        what.gains(before, now)
    }

    fn forget(&mut self) {
        (self.round, self.turned) = (None, None);
        (self.flipping, self.astray) = (None, None);
        self.advice = None;
        self.solver.rest();
        self.session.lose_track();
    }

    fn correct(&self, sight: &mut Sight, field: &str, value: &str) -> Result<(), String> {
        correct::correct(&mut sight.reading, field, value)
    }

    fn learn(&mut self, frame: &Frame, sight: &Sight, field: &str) -> Option<String> {
        self.lessons.learn(&mut self.reader, &frame.picture, sight, field)
    }

    fn unlearn(&mut self, field: &str) -> Option<String> {
        self.lessons.unlearn(&mut self.reader, field)
    }

    fn reread(&mut self) {
        (self.round, self.turned) = (None, None);
        self.advice = None;
        self.solver.rest();
    }

    fn choose(&mut self, setting: &str, value: &str) -> Result<(), String> {
        self.options.strategy = settings::chosen(self.options.strategy, setting, value)?;
        self.solver = BackgroundSolver::new(self.options.strategy, self.seed);
        self.inform_solver();
        self.advice = None;
        Ok(())
    }

    fn checkpoint(&self, sight: &Sight) -> Option<serde_json::Value> {
        if !self.has_played || self.round.as_ref().is_some_and(|round| !round.ended) {
            return None;
        }
        let begins = match sight.phase()? {
            Phase::Menu => true,
            Phase::Board => self.deals_at_once() && sight.is_dealt(),
            _ => false,
        };
        serde_json::to_value(self.memory().filter(|_| begins)?).ok()
    }

    fn recall(&mut self, memory: &serde_json::Value) -> Result<(), String> {
        self.remember(memory::FlipMemory::deserialize(memory).map_err(|why| why.to_string())?)
    }

    fn round_end(&mut self) -> Option<RoundEnd> {
        self.ended.take()
    }

    fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}

impl View for FlipPlayer {
    fn units(&self) -> Units {
        Units { score: "coins", moves: "cards" }
    }

    fn panel(&self) -> Panel {
        panel::panel(self)
    }

    fn reasons(&self) -> Vec<String> {
        let Some((position, advice)) = &self.advice else { return Vec::new() };
        let Explanation { verdict, reasons } = explain(position, advice);
        [vec![verdict], reasons].concat()
    }

    fn may_improve(&self) -> bool {
        self.advice.as_ref().is_some_and(|(_, advice)| !advice.exact)
    }

    fn settings(&self) -> Vec<Setting> {
        settings::settings(self.options.strategy)
    }

    fn values(&self, field: &str) -> Option<&'static [&'static str]> {
        correct::values(field)
    }

    fn record(&self) -> serde_json::Value {
        let advice = self.advice.as_ref();
        json!({
            "phase": self.phase,
            "position": advice.map(|(position, _)| position),
            "best": advice.and_then(|(_, advice)| advice.best),
            "quit": advice.map(|(_, advice)| advice.quit),
            "value": advice.map(|(_, advice)| advice.value),
            "exact": advice.map(|(_, advice)| advice.exact),
            "objective": advice.map(|(_, advice)| advice.objective),
            "wallet": self.wallet,
        })
    }
}
