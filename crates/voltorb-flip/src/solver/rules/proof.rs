//! What rules prove: what each tile can still be, and why.

use crate::board::Card;
use grid::{Cell, Grid};
use std::fmt;

/// The cards that a tile may still hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidates(pub(super) u8);

impl Candidates {
    pub(in crate::solver) const ALL: Self = Self(0b1111);
    pub(super) const NUMBERS: Self = Self(0b1110);
    pub(super) const WORTHLESS: Self = Self(0b0011);

    pub(in crate::solver) fn only(card: Card) -> Self {
        Self(1 << card.value())
    }

    pub(in crate::solver) fn without(self, card: Card) -> Self {
        Self(self.0 & !Self::only(card).0)
    }

    /// Whether nothing is left that it can be.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the tile may be this card.
    pub fn contains(self, card: Card) -> bool {
        self.0 & Self::only(card).0 != 0
    }

    /// Whether it is certainly no Voltorb.
    pub fn is_safe(self) -> bool {
        !self.contains(Card::Voltorb)
    }

    /// Whether it can only be a 1 or a Voltorb.
    pub fn is_useless(self) -> bool {
        self.0 & !Self::WORTHLESS.0 == 0
    }

    /// The one card it can be, if there is only one.
    pub fn sure(self) -> Option<Card> {
        (self.0.count_ones() == 1).then(|| Card::ALL[self.0.trailing_zeros() as usize])
    }

    pub(super) fn cards(self) -> impl Iterator<Item = Card> {
        Card::ALL.into_iter().filter(move |&card| self.contains(card))
    }
}

impl fmt::Display for Candidates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> =
            [Card::One, Card::Two, Card::Three, Card::Voltorb]
                .into_iter()
                .filter(|&card| self.contains(card))
                .map(|card| {
                    if card == Card::Voltorb { "Voltorb".into() } else { card.value().to_string() }
                })
                .collect();
        write!(f, "a {}", listed(&names, "or"))
    }
}

/// A way to prove something of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A line with 0 Voltorbs: all its cards are safe.
    SafeHouse,
    /// Sum and Voltorbs add up to the number of cards ("5-Sum" on a line of five): nothing but 1s
    /// and Voltorbs.
    NSum,
    /// The face-up cards hold every 2 and 3 of the line: its other cards are 1s and Voltorbs.
    ExhaustedReward,
    /// The same two arguments (no Voltorb left, no 2 or 3 left) on what remains of a line without
    /// the cards that are face up or proved.
    ExtendedSubsetNSum,
    /// As many Voltorbs to find as cards left: all are Voltorbs.
    OnlyVoltorbsLeft,
    /// No way to lay the line's numbers on its cards gives this tile that value.
    LineFits,
}

impl Rule {
    /// The rules of the literature, simplest first.
    pub const NAMED: [Self; 5] = [
        Self::SafeHouse,
        Self::NSum,
        Self::ExhaustedReward,
        Self::OnlyVoltorbsLeft,
        Self::ExtendedSubsetNSum,
    ];
    /// All rules, simplest first.
    pub const ALL: [Self; 6] = [
        Self::SafeHouse,
        Self::NSum,
        Self::ExhaustedReward,
        Self::OnlyVoltorbsLeft,
        Self::ExtendedSubsetNSum,
        Self::LineFits,
    ];
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SafeHouse => "Safe House",
            Self::NSum => "n-Sum",
            Self::ExhaustedReward => "Exhausted Reward",
            Self::ExtendedSubsetNSum => "Extended Subset n-Sum",
            Self::OnlyVoltorbsLeft => "Only Voltorbs Left",
            Self::LineFits => "Line Fits",
        })
    }
}

/// One application of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The rule.
    pub rule: Rule,
    /// The tiles it says something new of.
    pub tiles: Vec<Cell>,
    /// What each of them can still be.
    pub leaves: Candidates,
    /// The proof in a sentence, rows and columns counted from 1.
    pub because: String,
    /// Which earlier proofs it rests on, as indices into [`Deduction::proofs`].
    pub(super) premises: Vec<usize>,
}

/// Everything that a set of rules proves of a position.
#[derive(Clone, Debug)]
pub struct Deduction {
    /// What each tile can still be; a face-up card is itself.
    pub candidates: Grid<Candidates>,
    /// The proofs in the order in which they were found.
    pub proofs: Vec<Proof>,
}

impl Deduction {
    /// The first proof that leaves `tile` only candidates that satisfy `goal`, after those that it
    /// rests on; nothing if none does.
    pub fn chain(&self, tile: Cell, goal: impl Fn(Candidates) -> bool) -> Vec<&Proof> {
        let shows = |proof: &Proof| proof.tiles.contains(&tile) && goal(proof.leaves);
        let Some(last) = self.proofs.iter().position(shows) else { return Vec::new() };
        let mut needed = vec![false; last + 1];
        needed[last] = true;
        for index in (0..=last).rev() {
            if needed[index] {
                self.proofs[index].premises.iter().for_each(|&premise| needed[premise] = true);
            }
        }
        let mut chain: Vec<&Proof> =
            self.proofs.iter().zip(needed).filter_map(|(p, needed)| needed.then_some(p)).collect();
        // One application may have said different things of several tiles.
        chain.dedup_by(|a, b| a.because == b.because);
        chain
    }
}

/// "1, 2 and 4".
pub(super) fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., end] => format!("{} {last} {end}", init.join(", ")),
    }
}
