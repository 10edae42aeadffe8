//! Listing every layout that fits a position, when they are few.

use super::border::{CellBox, Component, MineBorder, boxes};
use super::knowledge::{Knowledge, Status};
use super::order::order;

/// All layouts that fit a position.
#[derive(Clone, Debug)]
pub struct Solutions {
    /// The unknown cells, ascending.
    pub cells: Vec<u16>,
    /// For each layout the places in `cells` of its mines, ascending.
    pub layouts: Vec<Vec<u16>>,
}

/// The mines of a component or of the rest, as places in [`Solutions::cells`].
type Part = Vec<u16>;

impl Solutions {
    /// Lists them, or `None` if they or those of one component are more than `most`, or if the
    /// number of mines is not known.
    pub fn list(knowledge: &Knowledge, border: &MineBorder, most: usize) -> Option<Self> {
        let left = usize::try_from(knowledge.mines_left()?).ok()?;
        let cells: Vec<u16> = knowledge.cells(Status::Unknown).collect();
        let mut parts = Vec::with_capacity(border.components.len());
        for component in &border.components {
            parts.push(Listing::of(component, knowledge, &cells, most)?);
        }
        let rest: Part = border.rest.iter().map(|cell| place(&cells, *cell)).collect();
        let mut layouts = Vec::new();
        let mut join = Join { parts: &parts, rest: &rest, most, layouts: &mut layouts };
        join.join(0, left, &mut Vec::new())?;
        Some(Self { cells, layouts })
    }
}

fn place(cells: &[u16], cell: u16) -> u16 {
    cells.binary_search(&cell).unwrap_or(0) as u16
}

/// Lists the layouts of one component.
struct Listing<'a> {
    boxes: &'a [CellBox],
    order: &'a [usize],
    cells: &'a [u16],
    needs: Vec<u8>,
    room: Vec<u8>,
    most: usize,
    found: Vec<Part>,
    /// Steps that may still be taken: a search in vain is given up.
    steps: usize,
}

impl<'a> Listing<'a> {
    fn of(
        component: &Component,
        knowledge: &Knowledge,
        cells: &'a [u16],
        most: usize,
    ) -> Option<Vec<Part>> {
        let boxes = boxes(component, knowledge);
        let order = order(component, &boxes);
        let mut room = vec![0; component.numbers.len()];
        for one in &boxes {
            for &number in &one.numbers {
                room[usize::from(number)] += one.cells.len() as u8;
            }
        }
        let needs = component.numbers.iter().map(|&(_, need)| need).collect();
        let mut listing = Listing {
            boxes: &boxes,
            order: &order,
            cells,
            needs,
            room,
            most,
            found: Vec::new(),
            steps: 200 * most,
        };
        listing.fill(0, &mut Vec::new())?;
        Some(listing.found)
    }

    /// Fills the box at `depth` of the order and all after it. `None` once there are too many.
    fn fill(&mut self, depth: usize, mines: &mut Part) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let Some(&index) = self.order.get(depth) else {
            if self.found.len() == self.most {
                return None;
            }
            self.found.push(mines.clone());
            return Some(());
        };
        let boxes = self.boxes;
        let one = &boxes[index];
        let size = one.cells.len() as u8;
        let (mut fewest, mut most) = (0, size);
        for &number in &one.numbers {
            let number = usize::from(number);
            self.room[number] -= size;
            fewest = fewest.max(self.needs[number].saturating_sub(self.room[number]));
            most = most.min(self.needs[number]);
        }
        let mut outcome = Some(());
        for count in fewest..=most {
            for &number in &one.numbers {
                self.needs[usize::from(number)] -= count;
            }
            let cells: Part = one.cells.iter().map(|&cell| place(self.cells, cell)).collect();
            outcome =
                subsets(&cells, count.into(), mines, &mut |mines| self.fill(depth + 1, mines));
            for &number in &one.numbers {
                self.needs[usize::from(number)] += count;
            }
            if outcome.is_none() {
                break;
            }
        }
        for &number in &one.numbers {
            self.room[usize::from(number)] += size;
        }
        outcome
    }
}

/// Calls `then` with every choice of `count` of `cells` appended to `chosen`.
fn subsets(
    cells: &[u16],
    count: usize,
    chosen: &mut Part,
    then: &mut dyn FnMut(&mut Part) -> Option<()>,
) -> Option<()> {
    if count == 0 {
        return then(chosen);
    }
    if cells.len() < count {
        return Some(());
    }
    chosen.push(cells[0]);
    let with = subsets(&cells[1..], count - 1, chosen, then);
    chosen.pop();
    with?;
    subsets(&cells[1..], count, chosen, then)
}

/// Puts the components' layouts and the rest together.
struct Join<'a> {
    parts: &'a [Vec<Part>],
    rest: &'a [u16],
    most: usize,
    layouts: &'a mut Vec<Part>,
}

impl Join<'_> {
    fn join(&mut self, index: usize, left: usize, mines: &mut Part) -> Option<()> {
        let Some(part) = self.parts.get(index) else {
            let (most, layouts) = (self.most, &mut *self.layouts);
            return subsets(self.rest, left, mines, &mut |mines| {
                if layouts.len() == most {
                    return None;
                }
                let mut layout = mines.clone();
                layout.sort_unstable();
                layouts.push(layout);
                Some(())
            });
        };
        let most: usize = self.parts[index + 1..]
            .iter()
            .map(|part| part.iter().map(Vec::len).max().unwrap_or(0))
            .sum::<usize>()
            + self.rest.len();
        for layout in part {
            let Some(left) = left.checked_sub(layout.len()) else { continue };
            if left > most {
                continue;
            }
            let length = mines.len();
            mines.extend(layout);
            let done = self.join(index + 1, left, mines);
            mines.truncate(length);
            done?;
        }
        Some(())
    }
}
