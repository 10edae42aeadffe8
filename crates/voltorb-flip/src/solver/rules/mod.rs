//! What a person can prove by looking at one row or column at a time, with the proof in words.
//!
//! The first five rules are those of the literature on the game (named as in the article by
//! Pasell); the last, [`Rule::LineFits`], is the strongest that needs only one line. None of them
//! weighs chances, and together they find less than a look at all compatible boards does.

mod line;
mod proof;

pub use proof::{Candidates, Deduction, Proof, Rule};

use crate::board::Position;
use line::Scope;

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
    use crate::board::{Card, Line};
    use grid::Grid;

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
            let (rows, cols) = crate::board::headers(&board);
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
