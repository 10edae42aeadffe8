//! The player of the ice floor: it remembers the floors and decides on the next step.

mod hindrance;
mod memory;
mod moves;
mod panel;
mod route;
mod way;

pub use moves::FloorStep;

use super::screen::{HeroLook, IceReader, IceReading, NotSeen, Place};
use grid::Cell;
use hindrance::Hindrance;
use ice_floor::floor::Direction;
use ice_floor::plan::{FloorSection, ROOM, SECTIONS};
use memory::{Added, Memory};
use session::frame::Frame;
use session::input::Gesture;
use session::observation::Observation;
use session::{Act, Intent, Panel, Player, RoundEnd, Units, View};
use std::time::Duration;

/// The row below the first section: stairs that never crack.
pub const FOOT: usize = 20;
/// The row in front of the leader, behind the last exit.
pub const PLATFORM: usize = 3;
/// How long an exit may take to open; the game takes 0.45 s.
const OPENING: Duration = Duration::from_secs(10);
/// The time limit for something that only a person can do, such as closing a text box.
const PERSON: Duration = Duration::from_secs(600);

/// A step that was decided.
#[derive(Clone, Debug)]
struct Decided {
    step: FloorStep,
    /// When first.
    since: Duration,
    /// What the hero looked like then.
    look: HeroLook,
    /// How long the picture has to stand still before it.
    after: Duration,
}

/// The options of [`IcePlayer`].
#[derive(Clone, Copy, Debug, Default)]
pub struct IcePlayerOptions {
    /// Whether to accept floors that are not the games'.
    pub any_floor: bool,
    /// Whether a person makes the steps and the player only advises. A person may make several steps at a time.
    pub only_advises: bool,
}

/// A player that walks all three sections, to the leader.
#[derive(Debug)]
pub struct IcePlayer {
    reader: IceReader,
    options: IcePlayerOptions,
    memory: [Memory; SECTIONS.len()],
    /// The section that the hero was on when it was last seen to stand, if it was on one.
    was_on: Option<u8>,
    /// What is in the way in the hall.
    blocked: Vec<Cell>,
    /// The step that was decided last, and on what.
    last: Option<Decided>,
    /// Where the hero faces, as far as is known.
    facing: Option<Direction>,
    /// How long a key is held.
    hold: Duration,
    /// Whether the hero was seen in mid-step since the last step was decided.
    seen_between: bool,
    /// How long the effect of that step has been waited for.
    waiting: Duration,
    /// Whether a press made two steps on this floor.
    went_too_far: bool,
    /// The hero, and the walk from there.
    shown: Option<(Place, &'static FloorSection)>,
    walk: Vec<Cell>,
    state: String,
    steps: u32,
    arrived: bool,
    ended: Option<RoundEnd>,
    notes: Vec<String>,
}

impl IcePlayer {
    /// Creates a player that reads with the built-in themes.
    pub fn new(options: IcePlayerOptions) -> Self {
        Self::with(IceReader::new(), options)
    }

    /// Creates a player that reads with this reader.
    pub fn with(reader: IceReader, options: IcePlayerOptions) -> Self {
        Self {
            reader,
            options,
            memory: SECTIONS.each_ref().map(Memory::new),
            was_on: None,
            blocked: Vec::new(),
            last: None,
            facing: None,
            hold: moves::HOLD,
            waiting: Duration::ZERO,
            seen_between: false,
            went_too_far: false,
            shown: None,
            walk: Vec::new(),
            state: String::new(),
            steps: 0,
            arrived: false,
            ended: None,
            notes: Vec::new(),
        }
    }

    fn judge(&mut self, seen: &IceReading, now: Duration) -> Intent<FloorStep> {
        self.walk.clear();
        self.shown = Some((seen.hero, seen.section));
        match seen.text_box {
            Some(false) => {}
            Some(true) => return wait("the text box to be closed", PERSON),
            None => {
                let what =
                    "a text box may be open, or something lies over the lower part of the screen";
                return Intent::Doubt(what.to_owned());
            }
        }
        if !seen.hero.stands() {
            return wait("the step to end", OPENING);
        }
        let (cell, section) = (seen.hero.cell(), seen.section);
        let on = section.tile(cell);
        if let Some(Decided { step, look, .. }) = &self.last {
            let overrun = step.overrun(cell);
            let has_turned = cell == step.from && !look.is_like(&seen.look);
            if cell == step.to() {
                self.hold = if self.seen_between { moves::HOLD } else { moves::BRIEF };
            }
            if has_turned || cell == step.to() || !overrun.is_empty() {
                self.facing = Some(step.direction);
            } else if cell != step.from {
                self.facing = None;
            }
            if !overrun.is_empty() {
                self.pass_over(&overrun);
            }
        }
        if cell.0 <= PLATFORM && !self.can_have_left() {
            let what = "the player stands at the leader, though no walk led there";
            return Intent::Doubt(what.to_owned());
        }
        if self.was_on.is_some() && cell.0 > FOOT {
            self.notes.push("the player fell: the sections start again".to_owned());
            self.forget();
        }
        self.was_on = on.map(|_| section.number);
        let memory = &mut self.memory[usize::from(section.number) - 1];
        match memory.add(seen) {
            Added::Fits => {}
            Added::Whole => {
                let text = format!("the ice of section {} is whole again", section.number);
                self.notes.push(text);
            }
            Added::Contradicts(what) => {
                return Intent::Doubt(format!(
                    "the floor differs from what was seen before: {what}"
                ));
            }
        }
        let direction = match on {
            Some(tile) => self.on_ice(section, tile, seen),
            None => self.beside(section, cell, now),
        };
        let direction = match direction {
            Ok(direction) => direction,
            Err(Hindrance::Wait(why, patience)) => return wait(why, patience),
            Err(Hindrance::Doubt(why)) => return Intent::Doubt(why),
        };
        let step = FloorStep { from: cell, direction, turns: self.facing != Some(direction) };
        let last = self.last.as_ref();
        let (since, after) = match last.filter(|last| last.step == step) {
            Some(last) => (last.since, last.after),
            None => {
                let same = |l: &&Decided| l.step.from == cell && l.step.direction == direction;
                let has_turned = last.filter(same).is_some();
                self.steps += u32::from(!has_turned);
                let after = if has_turned { moves::TURN } else { Duration::ZERO };
                self.last = Some(Decided { step, since: now, look: seen.look.clone(), after });
                self.seen_between = false;
                (now, after)
            }
        };
        self.waiting = now.saturating_sub(since);
        Intent::Do(Act { after, ..step.act(self.hold, self.waiting) })
    }

    /// Whether the hero can have gone through the last exit since it was last seen to stand: it was not on a
    /// section, or on the last with no ice left. Whoever falls from elsewhere is in the basement.
    fn can_have_left(&self) -> bool {
        let last = self.memory.last().filter(|memory| !memory.has_ice());
        self.was_on.is_none_or(|number| last.is_some_and(|memory| memory.section.number == number))
    }

    /// Takes in that more than one step was made, over these cells.
    fn pass_over(&mut self, passed: &[Cell]) {
        self.last = None;
        if !self.options.only_advises {
            self.went_too_far = true;
            self.hold = moves::BRIEF;
            let steps = passed.len() + 1;
            self.notes.push(format!(
                "a press made {steps} steps: the game runs too fast for it; keys are now pressed for a \
                 shorter time"
            ));
        }
        for (section, memory) in SECTIONS.iter().zip(&mut self.memory) {
            passed
                .iter()
                .filter_map(|cell| section.tile(*cell))
                .for_each(|tile| memory.step_on(tile));
        }
    }
}

fn wait(why: &str, patience: Duration) -> Intent<FloorStep> {
    Intent::Wait { why: why.to_owned(), patience }
}

impl Player for IcePlayer {
    type Sight = IceReading;
    type Move = FloorStep;
    type NotVisible = NotSeen;

    fn look(&mut self, frame: &Frame) -> Result<IceReading, NotSeen> {
        let seen = self.reader.read(&frame.picture)?;
        self.seen_between |= !seen.hero.stands();
        Ok(seen)
    }

    fn observation<'s>(&self, sight: &'s IceReading) -> &'s dyn Observation {
        sight
    }

    fn at_rest(&self, before: &IceReading, now: &IceReading) -> bool {
        let values = |seen: &IceReading| seen.tiles.map(|tile| tile.value);
        before.hero == now.hero
            && now.hero.stands()
            && before.placement == now.placement
            && before.text_box == now.text_box
            && before.exit.value == now.exit.value
            && before.look.is_like(&now.look)
            && values(before) == values(now)
    }

    fn together(&self, before: &IceReading, now: &IceReading) -> Option<IceReading> {
        let is_same = before.hero == now.hero
            && now.hero.stands()
            && before.section.number == now.section.number
            && before.text_box == now.text_box
            && before.look.is_like(&now.look);
        let mut sum = is_same.then(|| now.clone())?;
        for (cell, seen) in before.tiles.cells() {
            sum.tiles[cell] = seen.together(now.tiles.get(cell)?)?;
        }
        sum.exit = before.exit.together(&now.exit)?;
        Some(sum)
    }

    fn decide(&mut self, sight: &IceReading, now: Duration) -> Intent<FloorStep> {
        let intent = self.judge(sight, now);
        self.state = match &intent {
            Intent::Do(act) => act.what.to_string(),
            Intent::Wait { why, .. } => format!("waits for {why}"),
            Intent::Doubt(why) | Intent::Over(why) => why.clone(),
        };
        intent
    }

    fn aim(&self, what: &FloorStep, _: &IceReading) -> Gesture {
        what.gesture(self.hold, self.waiting)
    }

    fn took_effect(&self, what: &FloorStep, before: &IceReading, now: &IceReading) -> bool {
        what.took_effect(before, now)
    }

    fn forget(&mut self) {
        self.memory = SECTIONS.each_ref().map(Memory::new);
        self.walk.clear();
        self.last = None;
        self.facing = None;
        self.went_too_far = false;
    }

    fn round_end(&mut self) -> Option<RoundEnd> {
        self.ended.take()
    }

    fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}

impl View for IcePlayer {
    fn units(&self) -> Units {
        Units { score: "sections", moves: "steps" }
    }

    fn panel(&self) -> Panel {
        panel::panel(self)
    }

    fn record(&self) -> serde_json::Value {
        let section = self.shown.map(|(_, section)| section.number);
        let (row, column) = self.shown.map_or(ROOM, |(hero, _)| hero.cell());
        serde_json::json!({
            "section": section,
            "player": [row, column],
            "state": self.state,
            "walk": self.walk,
        })
    }
}
