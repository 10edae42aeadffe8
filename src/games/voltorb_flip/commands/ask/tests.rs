//! What is asked, and what becomes of the answers.

use super::*;
use voltorb_flip::board::Card;
use voltorb_flip::solver::{Objective, Solver, never};

fn talk<'a>(
    input: &'a str,
    said: &'a mut String,
) -> Talk<&'a [u8], impl FnMut(&str) -> anyhow::Result<()> + 'a> {
    let show = |text: &str| {
        said.push_str(text);
        Ok(())
    };
    Talk { input: input.as_bytes(), show }
}

#[test]
fn a_position_is_asked_for_part_by_part_and_typos_are_asked_again() {
    let mut said = String::new();
    let input = "1/1\n1/1 x\n1/1\n1/1, y\nz\n1/1\n1. ..\n";
    let position = talk(input, &mut said).position(None).unwrap().unwrap();
    assert_eq!(position.tiles[(0, 0)], Some(Card::One));
    assert_eq!(position.level, None);
    assert!(said.contains("\"x\" is not a header") && said.contains("Row 2 again"), "{said}");
    assert!(said.contains("\"z\" is not a header") && said.contains("Column 2 again"), "{said}");
    let whole = "rows 1/1 1/1 cols 1/1 1/1\n";
    assert!(talk(whole, &mut said).position(None).unwrap().is_some());
    assert!(talk("1/1 1/1\n", &mut said).position(None).unwrap().is_none());
}

#[test]
fn all_headers_may_be_pasted_and_one_of_them_corrected() {
    let mut said = String::new();
    let input = "6/1 4/3 5/1 5x1 5/0 6/1 6/0 7/1 2/3 4/1\n5/1\n1\n\n";
    let position = talk(input, &mut said).position(None).unwrap().unwrap();
    let whole = "rows 6/1 4/3 5/1 5/1 5/0; cols 6/1 6/0 7/1 2/3 4/1; level 1";
    assert_eq!(position, parse_position(whole).unwrap(), "{said}");
    assert!(said.contains("Row 4 again"), "{said}");
    // Ten rows, as no board of five by five has them.
    let ten = format!("{}\n{0}\n\n", ["15/3"; 10].join(" "));
    let position = talk(&ten, &mut said).position(None).unwrap().unwrap();
    assert_eq!((position.rows.len(), position.cols.len()), (10, 10));
}

#[test]
fn what_contradicts_the_rest_is_corrected_alone() {
    let mut position = parse_position("rows 2/1 3/1; cols 2/1 2/1; level 1").unwrap();
    let mut said = String::new();
    let input = "2\nrow 3 2/1\nrow 2 2-1\nrow 2 2/1\nlevel -\n1 1 2\n1 1 .\n\n";
    let mut talk = talk(input, &mut said);
    for _ in 0..4 {
        assert!(talk.correct(&mut position).unwrap());
    }
    assert!(!talk.correct(&mut position).unwrap());
    drop(talk);
    assert_eq!(position, parse_position("rows 2/1 2/1; cols 2/1 2/1").unwrap());
    assert!(said.contains("There is no row 3.") && said.contains("is not a header"), "{said}");
}

#[test]
fn flipped_cards_are_taken_up() {
    let mut position = parse_position("rows 2/1 2/1; cols 2/1 2/1").unwrap();
    let advice = Solver::new(Objective::Next).advise(&position, &never).unwrap();
    let mut said = String::new();
    let mut talk = talk("9 9 1\n4\n2 2 2\n\n", &mut said);
    assert!(talk.flips(&mut position, &advice).unwrap());
    assert_eq!(position.tiles[(1, 1)], Some(Card::Two));
    assert!(!talk.flips(&mut position, &advice).unwrap());
    drop(talk);
    assert!(said.contains("no card in row 9") && said.contains("\"4\" is not a card"), "{said}");
}
