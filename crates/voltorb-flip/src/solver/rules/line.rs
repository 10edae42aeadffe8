//! One row or column, and what each rule proves of it.

use super::proof::{Candidates, Deduction, Proof, Rule, listed};
use crate::board::{Card, Line, Position};
use grid::Cell;

/// A row or column of a position.
pub(super) struct Scope<'a> {
    position: &'a Position,
    is_row: bool,
    index: usize,
    header: Line,
    cells: Vec<Cell>,
}

/// What is left of a line when some of its cards are taken out.
struct Rest {
    sum: i32,
    voltorbs: i32,
    tiles: Vec<Cell>,
}

impl Rest {
    fn holds_no_reward(&self) -> bool {
        self.sum + self.voltorbs == self.tiles.len() as i32
    }
}

impl<'a> Scope<'a> {
    pub fn all(position: &'a Position) -> impl Iterator<Item = Self> {
        let (rows, columns) = (position.tiles.rows(), position.tiles.columns());
        let row = move |(index, &header): (usize, &Line)| Self {
            position,
            is_row: true,
            index,
            header,
            cells: (0..columns).map(|c| (index, c)).collect(),
        };
        let column = move |(index, &header): (usize, &Line)| Self {
            position,
            is_row: false,
            index,
            header,
            cells: (0..rows).map(|r| (r, index)).collect(),
        };
        position
            .rows
            .iter()
            .enumerate()
            .map(row)
            .chain(position.cols.iter().enumerate().map(column))
    }

    fn name(&self) -> String {
        format!("{} {}", if self.is_row { "Row" } else { "Column" }, self.index + 1)
    }

    /// "columns 2 and 4" for cards of a row.
    fn places(&self, cells: &[Cell]) -> String {
        let numbers: Vec<_> =
            cells.iter().map(|&(r, c)| (if self.is_row { c } else { r } + 1).to_string()).collect();
        let noun = if self.is_row { "column" } else { "row" };
        format!("{noun}{} {}", plural(cells.len()), listed(&numbers, "and"))
    }

    /// The line without the cards for which `known` gives a value.
    fn without(&self, known: impl Fn(Cell) -> Option<Card>) -> Rest {
        let mut rest = Rest {
            sum: self.header.sum.into(),
            voltorbs: self.header.voltorbs.into(),
            tiles: Vec::new(),
        };
        for &cell in &self.cells {
            match known(cell) {
                Some(card) => {
                    rest.sum -= i32::from(card.value());
                    rest.voltorbs -= i32::from(card == Card::Voltorb);
                }
                None => rest.tiles.push(cell),
            }
        }
        rest
    }

    /// What a rule proves of this line that is not known yet.
    pub fn apply(&self, rule: Rule, so_far: &Deduction) -> Vec<Proof> {
        let face_up = |cell| self.position.tiles[cell];
        let sure = |cell| so_far.candidates[cell].sure();
        let hidden = self.without(face_up);
        let open = self.without(sure);
        if open.tiles.is_empty() {
            return Vec::new();
        }
        let name = self.name();
        let Line { sum, voltorbs } = self.header;
        let voltorbs = counted(voltorbs.into(), "Voltorb");
        match rule {
            Rule::SafeHouse if self.header.voltorbs == 0 => {
                let because = format!("{name} has no Voltorb: all its cards are safe.");
                self.narrow(rule, &hidden, Candidates::NUMBERS, so_far, because)
            }
            Rule::NSum
                if usize::from(sum) + usize::from(self.header.voltorbs) == self.cells.len() =>
            {
                let because = format!(
                    "{name}: its sum of {sum} and {voltorbs} add up to {}, the number of its cards: \
                     {}.",
                    self.cells.len(),
                    nothing_but(self.header.voltorbs.into()),
                );
                self.narrow(rule, &hidden, Candidates::WORTHLESS, so_far, because)
            }
            Rule::ExhaustedReward if hidden.holds_no_reward() => {
                let because = format!(
                    "{name}: the face-up cards hold all its 2s and 3s (sum {sum} less {} leaves {} \
                     for {} with {}): {}.",
                    i32::from(sum) - hidden.sum,
                    hidden.sum,
                    counted(hidden.tiles.len() as i32, "card"),
                    counted(hidden.voltorbs, "Voltorb"),
                    nothing_but(hidden.voltorbs),
                );
                self.narrow(rule, &hidden, Candidates::WORTHLESS, so_far, because)
            }
            Rule::OnlyVoltorbsLeft if open.voltorbs == open.tiles.len() as i32 => {
                let because = format!(
                    "{name}: {} to find and {} left, in {}: {}.",
                    counted(open.voltorbs, "Voltorb"),
                    counted(open.tiles.len() as i32, "card"),
                    self.places(&open.tiles),
                    if open.voltorbs == 1 { "it is a Voltorb" } else { "all are Voltorbs" },
                );
                self.narrow(rule, &open, Candidates::only(Card::Voltorb), so_far, because)
            }
            Rule::ExtendedSubsetNSum if open.voltorbs == 0 && self.header.voltorbs > 0 => {
                let because = format!(
                    "{name}: its {voltorbs} found ({}), so its other cards are safe.",
                    self.places(&self.of_value(so_far, Card::Voltorb)),
                );
                self.narrow(rule, &open, Candidates::NUMBERS, so_far, because)
            }
            Rule::ExtendedSubsetNSum if open.holds_no_reward() => {
                let because = format!(
                    "{name}: what is known of it leaves a sum of {} and {} for its {} in {}: {}.",
                    open.sum,
                    counted(open.voltorbs, "Voltorb"),
                    counted(open.tiles.len() as i32, "card"),
                    self.places(&open.tiles),
                    nothing_but(open.voltorbs),
                );
                self.narrow(rule, &open, Candidates::WORTHLESS, so_far, because)
            }
            Rule::LineFits => self.fit(&hidden, &open, so_far),
            _ => Vec::new(),
        }
    }

    fn of_value(&self, so_far: &Deduction, card: Card) -> Vec<Cell> {
        let is = |&cell: &Cell| so_far.candidates[cell].sure() == Some(card);
        self.cells.iter().copied().filter(is).collect()
    }

    /// Proofs that the tiles of `rest` are among `kept`: one for each different set of candidates
    /// that this leaves, none where it says nothing new.
    fn narrow(
        &self,
        rule: Rule,
        rest: &Rest,
        kept: Candidates,
        so_far: &Deduction,
        because: String,
    ) -> Vec<Proof> {
        // The named rules that look at face-up cards and headers only rest on no other proof.
        let premises = match rule {
            Rule::ExtendedSubsetNSum | Rule::OnlyVoltorbsLeft => {
                self.proofs_of(so_far, |cell| so_far.candidates[cell].sure().is_some())
            }
            _ => Vec::new(),
        };
        let left = rest.tiles.iter().map(|&t| (t, Candidates(so_far.candidates[t].0 & kept.0)));
        grouped(so_far, left)
            .into_iter()
            .map(|(leaves, tiles)| Proof {
                rule,
                tiles,
                leaves,
                because: because.clone(),
                premises: premises.clone(),
            })
            .collect()
    }

    /// The proofs that say anything of those face-down cards of the line that `which` picks.
    fn proofs_of(&self, so_far: &Deduction, which: impl Fn(Cell) -> bool) -> Vec<usize> {
        let touches = |proof: &Proof| {
            proof.tiles.iter().any(|tile| self.cells.contains(tile) && which(*tile))
        };
        (0..so_far.proofs.len()).filter(|&i| touches(&so_far.proofs[i])).collect()
    }

    /// [`Rule::LineFits`]: tries every way to lay the rest of the line.
    fn fit(&self, hidden: &Rest, open: &Rest, so_far: &Deduction) -> Vec<Proof> {
        let may: Vec<_> = open.tiles.iter().map(|&tile| so_far.candidates[tile]).collect();
        let seen = values_that_fit(&may, open.sum, open.voltorbs);
        // What the header and the face-up cards say by themselves: then no other proof is needed.
        let bare = vec![Candidates::ALL; hidden.tiles.len()];
        let bare = values_that_fit(&bare, hidden.sum, hidden.voltorbs);
        let by_itself = |tile: Cell, leaves: Candidates| {
            hidden.tiles.iter().zip(&bare).any(|(&t, c)| t == tile && c.0 & !leaves.0 == 0)
        };
        let premises = self.proofs_of(so_far, |_| true);
        grouped(so_far, open.tiles.iter().copied().zip(seen))
            .into_iter()
            .map(|(leaves, tiles)| {
                let alone = tiles.iter().all(|&tile| by_itself(tile, leaves));
                let rest = if alone { hidden } else { open };
                let because = format!(
                    "{}: however its sum of {} and {} are laid on its {}{}, {} {} {} {leaves}.",
                    self.name(),
                    rest.sum,
                    counted(rest.voltorbs, "Voltorb"),
                    counted(rest.tiles.len() as i32, "open card"),
                    if alone { "" } else { " with what is known of them" },
                    if tiles.len() == 1 { "the card in" } else { "the cards in" },
                    self.places(&tiles),
                    if tiles.len() == 1 { "is" } else { "are each" },
                );
                let premises = if alone { Vec::new() } else { premises.clone() };
                Proof { rule: Rule::LineFits, tiles, leaves, because, premises }
            })
            .collect()
    }
}

/// The tiles that lose candidates, by what is left of them; none at all when a tile would lose its
/// last one, which happens only if no board fits.
fn grouped(
    so_far: &Deduction,
    left: impl Iterator<Item = (Cell, Candidates)>,
) -> Vec<(Candidates, Vec<Cell>)> {
    let mut groups: Vec<(Candidates, Vec<Cell>)> = Vec::new();
    for (tile, leaves) in left.filter(|&(tile, leaves)| leaves != so_far.candidates[tile]) {
        if leaves.0 == 0 {
            return Vec::new();
        }
        match groups.iter_mut().find(|(known, _)| *known == leaves) {
            Some((_, tiles)) => tiles.push(tile),
            None => groups.push((leaves, vec![tile])),
        }
    }
    groups
}

/// For each of a line's open tiles the values it takes in some way of laying `sum` and `voltorbs`
/// on them. Runs over (sum, Voltorbs) reachable from the left and from the right: no listing.
fn values_that_fit(may: &[Candidates], sum: i32, voltorbs: i32) -> Vec<Candidates> {
    let step = |(s, v): (i32, i32), card: Card| {
        (s + i32::from(card.value()), v + i32::from(card == Card::Voltorb))
    };
    let reach = |tiles: &mut dyn Iterator<Item = &Candidates>| {
        let mut layers = vec![vec![(0, 0)]];
        for candidates in tiles {
            let mut next: Vec<_> = layers[layers.len() - 1]
                .iter()
                .flat_map(|&from| candidates.cards().map(move |card| step(from, card)))
                .filter(|&(s, v)| s <= sum && v <= voltorbs)
                .collect();
            next.sort_unstable();
            next.dedup();
            layers.push(next);
        }
        layers
    };
    let before = reach(&mut may.iter());
    let after = reach(&mut may.iter().rev());
    (0..may.len())
        .map(|i| {
            let fits = |card: Card| {
                before[i].iter().any(|&from| {
                    let (s, v) = step(from, card);
                    after[may.len() - 1 - i].contains(&(sum - s, voltorbs - v))
                })
            };
            let bits = may[i].cards().filter(|&card| fits(card)).map(|card| 1 << card.value());
            Candidates(bits.sum())
        })
        .collect()
}

fn nothing_but(voltorbs: i32) -> &'static str {
    if voltorbs == 0 { "each is a 1" } else { "each is a 1 or a Voltorb" }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn counted(count: i32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
