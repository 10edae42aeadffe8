//! The rules and their times, picture by picture.
//!
//! Source: the step callback of the gym's ice and the player's movement in the public decompilations
//! (pret/pokeruby, pret/pokeemerald); `docs/explanation/ice-floor.md` has the times.

use grid::{Cell, Grid};
use ice_floor::floor::Direction;
use ice_floor::plan::{CELL, FloorSection, SECTIONS, Version};
use ice_floor_game::art::Room;
use ice_floor_game::screen::{FloorTile, Place};

/// Pictures that a step takes, and on a slide.
const STEP: i32 = 16;
pub const SLIDE: i32 = 8;
/// Pictures that turning on the spot takes, and walking against a wall.
pub const TURN: i32 = 8;
pub const BUMP: i32 = 32;
/// The picture of a step of either kind, from 1, in which the tile is drawn cracked or broken.
const CRACK: i32 = 7;
/// How many pictures after the first of the step onto the last tile the exit is drawn open.
const OPENED: i32 = 43;
/// How many pictures after the first of the step onto cracked ice the hero is gone, and is in the
/// basement.
const GONE: i32 = 38;
const FALLEN: i32 = 99;
/// Pictures that a ladder takes; a guess.
const LADDER: i32 = 40;
/// Pictures from the leader's platform until the gym is entered anew; ours.
const AGAIN: i32 = 90;

/// Where one leaves the ladder, on both floors.
const LADDER_AT: Cell = (22, 11);
/// The stairs below the first section's start.
pub const BEGIN: Cell = (20, 8);
/// The row in which the leader is reached.
pub const PLATFORM: usize = 3;
/// Where the leader and the guide stand.
pub const LEADER: Cell = (2, 8);
pub const GUIDE: Cell = (24, 7);

/// What the hero is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Nothing.
    Standing,
    /// Turning on the spot; so many pictures are left.
    Turning(i32),
    /// Walking against something; so many pictures are left.
    Bumping(i32),
    /// Walking in a direction: so many pictures of so many.
    Stepping(Direction, i32, i32),
}

/// What takes the controls from the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scene {
    None,
    /// An exit opens; pictures since the beginning of the last step.
    Opening(i32),
    /// The hero falls; pictures since the beginning of the step.
    Falling(i32),
    /// On a ladder.
    Climbing(i32),
    /// On the leader's platform.
    Arrived(i32),
}

/// The game.
#[derive(Clone, Debug)]
pub struct Game {
    pub version: Version,
    pub floors: [Grid<FloorTile>; 3],
    /// Whether each exit is open.
    pub open: [bool; 3],
    counter: usize,
    pub in_basement: bool,
    /// The cell that the hero is on or leaves.
    pub cell: Cell,
    pub facing: Direction,
    pub motion: Motion,
    /// Whether it moved when keys were last looked at: then another direction needs no turn.
    moving: bool,
    scene: Scene,
    pub falls: u64,
    pub walks: u64,
    pub steps: u64,
    /// Which versions follow, one after the other.
    versions: Vec<Version>,
}

/// A version's floors before anybody walks them.
fn floors(version: Version) -> [Grid<FloorTile>; 3] {
    let tile = |ice: &bool| if *ice { FloorTile::Ice } else { FloorTile::Stone };
    SECTIONS.map(|section| section.floor(version).ice().map(tile))
}

impl Game {
    /// The gym of the first of these versions, the hero on the stairs below the first section.
    pub fn new(versions: Vec<Version>) -> Self {
        let version = versions.first().copied().unwrap_or(Version::Ruby);
        let mut game = Self {
            version,
            floors: floors(version),
            open: [false; 3],
            counter: 1,
            in_basement: false,
            cell: BEGIN,
            facing: Direction::Up,
            motion: Motion::Standing,
            moving: false,
            scene: Scene::None,
            falls: 0,
            walks: 0,
            steps: 0,
            versions,
        };
        game.enter();
        game
    }

    /// Entering the map forgets all that was walked.
    fn enter(&mut self) {
        self.floors = floors(self.version);
        self.open = [false; 3];
        self.counter = 1;
    }

    /// Where the hero is.
    pub fn place(&self) -> Place {
        let on = Place::on(self.cell);
        match self.motion {
            Motion::Stepping(direction, done, of) => {
                let (down, right) = direction.delta();
                let gone = done * CELL / of;
                Place { x: on.x + right * gone, y: on.y + down * gone }
            }
            _ => on,
        }
    }

    /// Whether the hero is to be seen.
    pub fn is_visible(&self) -> bool {
        !matches!(self.scene, Scene::Falling(done) if done >= GONE)
    }

    /// One picture's time, while this arrow key is held: a step that begins has gone its first pixel.
    pub fn tick(&mut self, key: Option<Direction>) {
        match &mut self.scene {
            Scene::None => {}
            Scene::Opening(done)
            | Scene::Falling(done)
            | Scene::Climbing(done)
            | Scene::Arrived(done) => *done += 1,
        }
        self.play_scene();
        let turns_away = key.is_some_and(|key| key != self.facing);
        let free = match self.motion {
            Motion::Standing => true,
            Motion::Bumping(_) => turns_away,
            _ => false,
        };
        if free && self.scene == Scene::None {
            self.motion = Motion::Standing;
            if self.is_on_slide() {
                // It carries back, without a turn.
                self.step(Direction::Down, SLIDE);
            } else {
                self.listen(key);
            }
        }
        self.pass();
    }

    /// Takes a key while the hero stands.
    fn listen(&mut self, key: Option<Direction>) {
        let Some(key) = key else {
            self.moving = false;
            return;
        };
        // Right after a step, or a walk against something, turning costs nothing.
        let turns = key != self.facing && !self.moving;
        self.facing = key;
        self.moving = !turns;
        if turns {
            self.motion = Motion::Turning(TURN);
        } else {
            self.step(key, STEP);
        }
    }

    /// What the hero is doing goes on.
    fn pass(&mut self) {
        match self.motion {
            Motion::Stepping(direction, done, of) => {
                self.motion = Motion::Stepping(direction, done + 1, of);
                if done + 1 == CRACK {
                    self.mark(direction.from(self.cell));
                }
                if done + 1 == of {
                    self.arrive(direction.from(self.cell), direction);
                }
            }
            Motion::Turning(left) if left > 1 => self.motion = Motion::Turning(left - 1),
            Motion::Bumping(left) if left > 1 => self.motion = Motion::Bumping(left - 1),
            _ => self.motion = Motion::Standing,
        }
    }

    fn step(&mut self, direction: Direction, of: i32) {
        let target = direction.from(self.cell);
        if !self.is_open(target) {
            self.motion = Motion::Bumping(BUMP);
            return;
        }
        self.motion = Motion::Stepping(direction, 0, of);
        self.steps += 1;
        match self.tile(target) {
            Some(FloorTile::Ice) => {
                self.counter += 1;
                if self.opening().is_some() {
                    self.begin(Scene::Opening(0));
                }
            }
            Some(FloorTile::Cracked | FloorTile::Hole) => self.begin(Scene::Falling(0)),
            Some(FloorTile::Stone) | None => {}
        }
    }

    fn begin(&mut self, scene: Scene) {
        self.scene = scene;
        self.moving = false;
    }

    /// The section whose exit the counter opens. It counts itself with each opening.
    fn opening(&self) -> Option<usize> {
        let mut needed = 1;
        for (i, section) in SECTIONS.iter().enumerate() {
            needed += section.floor(self.version).tiles();
            if self.counter == needed && !self.open[i] {
                return Some(i);
            }
            needed += 1;
        }
        None
    }

    /// What lies on a cell of the gym, if it is on a section.
    fn tile(&self, cell: Cell) -> Option<FloorTile> {
        let (section, tile) = self.on_section(cell)?;
        Some(self.floors[section][tile])
    }

    fn on_section(&self, cell: Cell) -> Option<(usize, Cell)> {
        let on = |(i, section): (usize, &FloorSection)| Some((i, section.tile(cell)?));
        (!self.in_basement).then(|| SECTIONS.iter().enumerate().find_map(on)).flatten()
    }

    /// Whether a cell can be walked on.
    pub fn is_open(&self, cell: Cell) -> bool {
        let room = Room::get();
        let plan = if self.in_basement { &room.basement } else { &room.floor };
        let open = plan.get(cell).is_some_and(|tile| !room.solid.contains(tile));
        let person = !self.in_basement && (cell == LEADER || cell == GUIDE);
        open && !person && self.tile(cell) != Some(FloorTile::Stone)
    }

    /// The tile that is stepped on cracks or breaks.
    fn mark(&mut self, cell: Cell) {
        let Some((section, tile)) = self.on_section(cell) else { return };
        let tile = &mut self.floors[section][tile];
        *tile = match *tile {
            FloorTile::Ice => FloorTile::Cracked,
            FloorTile::Cracked => FloorTile::Hole,
            other => other,
        };
    }

    /// Whether the hero stands on a closed exit.
    fn is_on_slide(&self) -> bool {
        let mut exits = SECTIONS.iter().zip(self.open);
        !self.in_basement
            && exits.any(|(section, open)| !open && section.exit().contains(&self.cell))
    }

    fn arrive(&mut self, cell: Cell, direction: Direction) {
        self.cell = cell;
        self.motion = Motion::Standing;
        if cell == LADDER_AT && self.scene == Scene::None {
            self.begin(Scene::Climbing(0));
        } else if !self.in_basement && cell.0 == PLATFORM && direction == Direction::Up {
            self.walks += 1;
            self.begin(Scene::Arrived(0));
        }
    }

    fn play_scene(&mut self) {
        match self.scene {
            Scene::Opening(OPENED) => {
                if let Some(section) = self.opening() {
                    self.open[section] = true;
                    self.counter += 1;
                }
            }
            Scene::Opening(done) if done > OPENED => self.scene = Scene::None,
            Scene::Falling(FALLEN) => {
                self.falls += 1;
                self.in_basement = true;
                self.enter();
                self.scene = Scene::None;
            }
            Scene::Climbing(LADDER) => {
                self.in_basement = !self.in_basement;
                self.enter();
                self.scene = Scene::None;
            }
            Scene::Arrived(AGAIN) => {
                let next = self.walks as usize % self.versions.len().max(1);
                self.version = self.versions.get(next).copied().unwrap_or(self.version);
                self.enter();
                self.cell = BEGIN;
                self.facing = Direction::Up;
                self.scene = Scene::None;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
