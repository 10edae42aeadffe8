//! The states after one tile, each once, with what is known of the walks that lead to it.

use super::state::State;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// How a state came about: the number of that before it, and the sides of the tile that are used, in the
/// lowest four bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin(u32);

impl Origin {
    pub fn new(before: u32, sides: u8) -> Self {
        Self(before << 4 | u32::from(sides))
    }

    pub fn before(self) -> usize {
        (self.0 >> 4) as usize
    }

    pub fn sides(self) -> u8 {
        (self.0 & 15) as u8
    }
}

/// What is kept of the walks that lead to a state.
pub(super) trait Walks: Copy {
    /// A single walk.
    const ONE: Self;
    /// Those of two states; `None` if they are too many.
    fn and(self, other: Self) -> Option<Self>;
}

/// How many they are.
impl Walks for u128 {
    const ONE: Self = 1;
    fn and(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
}

/// That there is one.
impl Walks for () {
    const ONE: Self = ();
    fn and(self, (): Self) -> Option<Self> {
        Some(())
    }
}

/// States, each once.
pub(super) struct Layer<W> {
    /// They and their numbers, by their hashes: a look-up reads one place of the memory, not two.
    index: HashTable<(State, u32)>,
    pub states: Vec<(State, W)>,
    /// How each of them came about first.
    pub origins: Vec<Origin>,
    /// Whether there were too many walks for a state.
    pub overflow: bool,
}

impl<W: Walks> Layer<W> {
    /// A layer without states.
    pub fn new() -> Self {
        let (states, origins) = (Vec::new(), Vec::new());
        Self { index: HashTable::new(), states, origins, overflow: false }
    }

    /// Forgets the states, and keeps the memory for about so many. The origins have to be kept elsewhere.
    pub fn clear(&mut self, about: usize) {
        self.index.clear();
        self.states.clear();
        self.origins = Vec::with_capacity(about + about / 2);
    }

    pub fn add(&mut self, state: State, walks: W, origin: Origin) {
        let hash = |state: State| FxBuildHasher.hash_one(state);
        let entry =
            self.index.entry(hash(state), |&(known, _)| known == state, |&(known, _)| hash(known));
        match entry {
            Entry::Occupied(known) => {
                let known = &mut self.states[known.get().1 as usize].1;
                match known.and(walks) {
                    Some(sum) => *known = sum,
                    None => self.overflow = true,
                }
            }
            Entry::Vacant(new) => {
                new.insert((state, self.states.len() as u32));
                self.states.push((state, walks));
                self.origins.push(origin);
            }
        }
    }
}
