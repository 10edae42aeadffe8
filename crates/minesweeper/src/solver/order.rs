//! In which order the boxes of a component are filled, and where the needs of the numbers that are
//! not finished are kept meanwhile.

use super::border::{CellBox, Component};
use arrayvec::ArrayVec;

/// The most numbers that can be unfinished at a time: their needs are packed into 128 bits.
const MOST_OPEN: usize = 32;

/// An order that keeps few numbers unfinished: always a box of the number that has the fewest boxes
/// left, and of these the one that begins the fewest numbers.
pub(super) fn order(component: &Component, boxes: &[CellBox]) -> Vec<usize> {
    let mut beside = vec![Vec::new(); component.numbers.len()];
    for (i, one) in boxes.iter().enumerate() {
        for &number in &one.numbers {
            beside[usize::from(number)].push(i);
        }
    }
    let mut left: Vec<usize> = beside.iter().map(Vec::len).collect();
    let mut begun = vec![false; beside.len()];
    let mut filled = vec![false; boxes.len()];
    let mut order = Vec::with_capacity(boxes.len());
    while order.len() < boxes.len() {
        let unfinished = (0..beside.len()).filter(|&n| left[n] > 0);
        let Some(number) = unfinished.min_by_key(|&n| (!begun[n], left[n])) else { break };
        let new = |&i: &usize| boxes[i].numbers.iter().filter(|&&n| !begun[usize::from(n)]).count();
        let choices = beside[number].iter().copied().filter(|&i| !filled[i]);
        let Some(chosen) = choices.min_by_key(new) else { break };
        filled[chosen] = true;
        order.push(chosen);
        for &n in &boxes[chosen].numbers {
            begun[usize::from(n)] = true;
            left[usize::from(n)] -= 1;
        }
    }
    order
}

/// A number that a box lies beside: its slot, and how many cells it has in boxes not yet filled.
pub(super) type Touched = (u32, u8);

/// Which four bits hold the need of each unfinished number.
pub(super) struct Slots {
    /// For each number, its slot once begun.
    slots: Vec<Option<u32>>,
    /// For each number, its cells in boxes not yet filled.
    room: Vec<u8>,
    free: Vec<u32>,
}

impl Slots {
    pub(super) fn new(component: &Component, boxes: &[CellBox]) -> Self {
        let mut room = vec![0; component.numbers.len()];
        for one in boxes {
            for &number in &one.numbers {
                room[usize::from(number)] += one.cells.len() as u8;
            }
        }
        Self { slots: vec![None; room.len()], room, free: (0..MOST_OPEN as u32).rev().collect() }
    }

    /// Fills a box: the needs of the numbers that begin with it, in their slots, and all numbers
    /// that it touches. `None` if there are not slots enough.
    pub(super) fn fill(
        &mut self,
        one: &CellBox,
        component: &Component,
    ) -> Option<(u128, ArrayVec<Touched, 8>)> {
        let mut begun = 0;
        let mut touched = ArrayVec::new();
        for &number in &one.numbers {
            let number = usize::from(number);
            let slot = match self.slots[number] {
                Some(slot) => slot,
                None => {
                    let slot = self.free.pop()?;
                    self.slots[number] = Some(slot);
                    begun |= u128::from(component.numbers[number].1) << (4 * slot);
                    slot
                }
            };
            self.room[number] -= one.cells.len() as u8;
            touched.push((slot, self.room[number]));
        }
        // A finished number needs nothing more: its slot is zero in every state that is left.
        for &number in &one.numbers {
            let number = usize::from(number);
            if let (0, Some(slot)) = (self.room[number], self.slots[number]) {
                self.free.push(slot);
            }
        }
        Some((begun, touched))
    }
}
