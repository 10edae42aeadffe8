//! Random boards under each rule of the first click.

pub mod solvable;

use super::solver::topology::Topology;
use rand_mt::Mt64;
use std::fmt;
use std::str::FromStr;

/// What the game guarantees of the first click. Mines lie at random among the cells that the rule
/// leaves, all layouts equally likely.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FirstClick {
    /// The first cell has no mine in it or beside it: it opens an area. GNOME Mines and KMines.
    #[default]
    Opening,
    /// The first cell is not a mine. Windows.
    Safe,
    /// Nothing: the first cell may be a mine.
    None,
}

impl FromStr for FirstClick {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "opening" => Ok(Self::Opening),
            "safe" => Ok(Self::Safe),
            "none" => Ok(Self::None),
            _ => Err(format!("{text:?} is not a rule: give opening, safe or none")),
        }
    }
}

impl fmt::Display for FirstClick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Opening => "opening",
            Self::Safe => "safe",
            Self::None => "none",
        })
    }
}

impl FirstClick {
    /// The most mines that a board of this topology takes under the rule.
    pub fn most_mines(self, topology: &Topology, first: u16) -> usize {
        topology.cells() - self.kept_free(topology, first)
    }

    fn kept_free(self, topology: &Topology, first: u16) -> usize {
        match self {
            Self::Opening => 1 + topology.around(first).len(),
            Self::Safe => 1,
            Self::None => 0,
        }
    }
}

/// Where the mines are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// For each cell, row by row, whether it is a mine.
    pub mines: Vec<bool>,
    /// For each cell, how many of its neighbours are mines.
    pub numbers: Vec<u8>,
}

impl Layout {
    /// The layout with these mines.
    pub fn new(topology: &Topology, mines: Vec<bool>) -> Self {
        let number =
            |cell| topology.around(cell).iter().filter(|&&n| mines[usize::from(n)]).count();
        let numbers = (0..mines.len() as u16).map(|cell| number(cell) as u8).collect();
        Self { mines, numbers }
    }

    /// A random layout of `mines` mines that keeps the rule for a first click on `first`; `None` if
    /// they do not fit. The same stream gives the same layouts.
    pub fn random(
        topology: &Topology,
        mines: usize,
        rule: FirstClick,
        first: u16,
        stream: &mut Mt64,
    ) -> Option<Self> {
        if mines > rule.most_mines(topology, first) {
            return None;
        }
        let near = topology.around(first);
        let is_free = |cell: &u16| match rule {
            FirstClick::Opening => *cell == first || near.contains(cell),
            FirstClick::Safe => *cell == first,
            FirstClick::None => false,
        };
        let mut cells: Vec<u16> =
            (0..topology.cells() as u16).filter(|cell| !is_free(cell)).collect();
        let mut layout = vec![false; topology.cells()];
        for i in 0..mines {
            // The remainder favours no cell by more than one in 10^14.
            let j = i + (stream.next_u64() % (cells.len() - i) as u64) as usize;
            cells.swap(i, j);
            layout[usize::from(cells[i])] = true;
        }
        Some(Self::new(topology, layout))
    }
}

/// The random stream of the `index`-th game of a series.
pub fn stream(seed: u64, index: u64) -> Mt64 {
    Mt64::new_with_key([seed, index])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_keep_the_rule_and_the_number_of_mines() {
        let topology = Topology::new(5, 7);
        for (rule, most) in
            [(FirstClick::Opening, 26), (FirstClick::Safe, 34), (FirstClick::None, 35)]
        {
            let first = topology.number((2, 3));
            for mines in [0, 10, most] {
                let layout =
                    Layout::random(&topology, mines, rule, first, &mut stream(1, mines as u64));
                let layout = layout.unwrap();
                assert_eq!(layout.mines.iter().filter(|&&mine| mine).count(), mines);
                assert!(rule == FirstClick::None || !layout.mines[usize::from(first)]);
                assert!(rule != FirstClick::Opening || layout.numbers[usize::from(first)] == 0);
            }
            assert_eq!(Layout::random(&topology, most + 1, rule, first, &mut stream(1, 0)), None);
        }
    }

    #[test]
    fn every_cell_is_a_mine_equally_often() {
        let topology = Topology::new(4, 4);
        let mut counts = [0; 16];
        for index in 0..4000 {
            let mut stream = stream(7, index);
            let layout = Layout::random(&topology, 4, FirstClick::None, 0, &mut stream).unwrap();
            for (count, mine) in counts.iter_mut().zip(layout.mines) {
                *count += u32::from(mine);
            }
        }
        // 1000 expected, standard deviation 27.
        assert!(counts.iter().all(|count| (860..1140).contains(count)), "{counts:?}");
    }
}
