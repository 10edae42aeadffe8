//! What a person can prove by looking at one row or column at a time, with the proof in words.
//!
//! The first five rules are those of the literature on the game (named as in the article by
//! Pasell); the last, [`Rule::LineFits`], is the strongest that needs only one line. None of them
//! weighs chances, and together they find less than a look at all compatible boards does.

mod line;

use crate::games::voltorb_flip::board::{Card, Position};
use crate::grid::{Cell, Grid};
use line::{Scope, listed};
use std::fmt;

/// The cards that a tile may still hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidates(u8);

impl Candidates {
    const ALL: Self = Self(0b1111);
    const NUMBERS: Self = Self(0b1110);
    const WORTHLESS: Self = Self(0b0011);

    fn only(card: Card) -> Self {
        Self(1 << card.value())
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

    fn cards(self) -> impl Iterator<Item = Card> {
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
    premises: Vec<usize>,
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

/// Applies the rules, the first in the list that says anything new first, until none does. On a
/// position that no board fits, the result means nothing, but it ends.
pub fn deduce(position: &Position, rules: &[Rule]) -> Deduction {
    let candidates = position.tiles.map(|tile| tile.map_or(Candidates::ALL, Candidates::only));
    let mut deduction = Deduction { candidates, proofs: Vec::new() };
    while let Some(proofs) = rules.iter().find_map(|&rule| {
        Scope::all(position)
            .find_map(|scope| Some(scope.apply(rule, &deduction)).filter(|p| !p.is_empty()))
    }) {
        for proof in proofs {
            for &tile in &proof.tiles {
                deduction.candidates[tile] = proof.leaves;
            }
            deduction.proofs.push(proof);
        }
    }
    deduction
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::voltorb_flip::board::Line;

    fn position(json: &str) -> Position {
        serde_json::from_str(json).unwrap()
    }

    fn face_down(rows: &str, cols: &str) -> Position {
        let rows: Vec<Line> = serde_json::from_str(rows).unwrap();
        let cols: Vec<Line> = serde_json::from_str(cols).unwrap();
        let tiles = Grid::filled(rows.len(), cols.len(), None);
        Position { level: None, rows, cols, tiles }
    }

    fn rules_used(deduction: &Deduction) -> Vec<Rule> {
        let mut used: Vec<_> = deduction.proofs.iter().map(|p| p.rule).collect();
        used.dedup();
        used
    }

    #[test]
    fn each_named_rule_says_its_sentence() {
        let start = face_down("[[4,0],[2,1],[1,2]]", "[[3,0],[2,1],[2,2]]");
        let d = deduce(&start, &[Rule::SafeHouse]);
        assert_eq!(d.proofs[0].because, "Row 1 has no Voltorb: all its cards are safe.");
        assert!(d.candidates[(0, 2)].is_safe() && d.candidates[(2, 0)].is_safe());
        assert!(!d.candidates[(1, 1)].is_safe());

        let d = deduce(&start, &[Rule::NSum]);
        assert_eq!(
            d.proofs[0].because,
            "Row 2: its sum of 2 and 1 Voltorb add up to 3, the number of its cards: each is a 1 \
             or a Voltorb."
        );
        assert!(d.candidates[(1, 1)].is_useless() && !d.candidates[(0, 2)].is_useless());

        let flipped = position(
            r#"{"rows": [[5,1],[4,1]], "cols": [[3,0],[3,0],[2,0],[1,2]],
                "tiles": [[3,null,null,null],[null,null,null,null]]}"#,
        );
        let d = deduce(&flipped, &[Rule::ExhaustedReward]);
        assert!(d.proofs[0].because.starts_with(
            "Row 1: the face-up cards hold all its 2s and 3s (sum 5 less 3 leaves 2 for 3 cards \
             with 1 Voltorb): each is a 1 or a Voltorb."
        ));

        // Column 4 holds 2 Voltorbs in 2 cards; without its Voltorb row 2 is safe.
        let d = deduce(&flipped, &[Rule::OnlyVoltorbsLeft, Rule::ExtendedSubsetNSum]);
        assert_eq!(
            d.proofs[0].because,
            "Column 4: 2 Voltorbs to find and 2 cards left, in rows 1 and 2: all are Voltorbs."
        );
        let chain: Vec<_> =
            d.chain((1, 0), Candidates::is_safe).iter().map(|p| p.because.as_str()).collect();
        assert_eq!(chain.len(), 2, "{chain:?}");
        assert_eq!(chain[1], "Row 2: its 1 Voltorb found (column 4), so its other cards are safe.");
    }

    #[test]
    fn a_line_that_fits_in_one_way_only_is_read_off() {
        let d = deduce(&face_down("[[6,1],[2,2]]", "[[3,1],[5,0],[0,2]]"), &[Rule::LineFits]);
        assert_eq!(d.candidates[(0, 0)].sure(), Some(Card::Three));
        assert!(rules_used(&d).iter().all(|&r| r == Rule::LineFits));
        assert!(d.proofs[0].because.contains("however its sum of"), "{}", d.proofs[0].because);
    }

    /// Every board of the size, its headers, and every set of face-up cards from it that an odd
    /// pattern gives: no rule may exclude the truth.
    #[test]
    fn nothing_true_is_ever_excluded() {
        for code in 0..4u32.pow(6) {
            let card = |i: usize| Card::ALL[(code >> (2 * i)) as usize & 3];
            let board = Grid::from_fn(2, 3, |r, c| card(3 * r + c));
            let (rows, cols) = crate::games::voltorb_flip::board::headers(&board);
            let pattern = code.wrapping_mul(0x9E37_79B9) >> 26;
            let tiles = Grid::from_fn(2, 3, |r, c| {
                (pattern >> (3 * r + c) & 1 == 1).then(|| board[(r, c)])
            });
            let d = deduce(&Position { level: None, rows, cols, tiles }, &Rule::ALL);
            for (cell, &truth) in board.cells() {
                assert!(d.candidates[cell].contains(truth), "{board:?} {:?}", d.proofs);
            }
        }
    }

    #[test]
    fn impossible_positions_end_too() {
        for json in [
            r#"{"rows": [[0,0],[9,2]], "cols": [[1,1],[0,5]], "tiles": [[null,3],[null,null]]}"#,
            r#"{"rows": [[1,0]], "cols": [[3,0]], "tiles": [[null]]}"#,
        ] {
            deduce(&position(json), &Rule::ALL);
        }
    }
}
