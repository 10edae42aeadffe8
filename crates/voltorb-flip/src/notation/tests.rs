//! Positions as people type them, right and wrong.

use super::*;

fn error(text: &str) -> String {
    parse_position(text).unwrap_err().to_string()
}

#[test]
fn what_is_written_is_read_again() {
    let text = "rows 6/1 7/1 4/1; cols 8/0 4/1 5/2; tiles ..2 0.. 1.3; level 3";
    let position = parse_position(text).unwrap();
    assert_eq!(position.rows[1], Line { sum: 7, voltorbs: 1 });
    assert_eq!(position.tiles[(1, 0)], Some(Card::Voltorb));
    assert_eq!(position.level, Level::try_from(3).ok());
    assert_eq!((position.to_string(), text.parse()), (text.to_owned(), Ok(position.clone())));
    let other = "LEVEL: 3\ncolumns: 08:0, 4/1, 5/2\nrows 6/1,7/1,4/1 tiles ..2,v..,1.3";
    assert_eq!(parse_position(other).unwrap(), position);
    let json = serde_json::to_string(&position).unwrap();
    assert_eq!(parse_position(&json).unwrap(), position);
}

#[test]
fn headers_alone_are_those_of_the_rows_and_then_those_of_the_columns() {
    let expected = parse_position("rows 6/1 7/1 4/1; cols 8/0 4/1 5/2").unwrap();
    for text in [
        "6/1 7/1 4/1 8/0 4/1 5/2",
        "6/1, 7/1, 4/1, 8/0, 4/1, 5/2",
        "06:1\n07:1\n04:1\n\n08:0 04:1 05:2\n",
        "6/1 7/1 4/1 | 8/0 4/1 5/2",
    ] {
        assert!(looks_like_a_position(text), "{text}");
        assert_eq!(parse_position(text).unwrap(), expected, "{text}");
    }
    let more = parse_position("6/1 7/1 4/1 8/0 4/1 5/2 level 3 tiles ..2 0.. 1.3").unwrap();
    assert_eq!(more.level, Level::try_from(3).ok());
    assert_eq!(more.tiles[(0, 2)], Some(Card::Two));
}

#[test]
fn a_mark_of_the_encoding_is_passed_over() {
    let json = r#"{"rows": [[0, 2], [2, 0]], "cols": [[1, 1], [1, 1]]}"#;
    for text in [json, "rows 0/2 2/0; cols 1/1 1/1", "0/2 2/0 1/1 1/1"] {
        let marked = format!("\u{feff}{text}");
        assert!(looks_like_a_position(&marked), "{text}");
        assert_eq!(parse_position(&marked).unwrap(), parse_position(text).unwrap());
    }
}

#[test]
fn tiles_and_level_may_be_left_out() {
    let json = r#"{"rows": [[0, 2], [2, 0]], "cols": [[1, 1], [1, 1]]}"#;
    let position = parse_position(json).unwrap();
    assert_eq!(position, parse_position("rows 0/2, 2/0; cols 1/1, 1/1").unwrap());
    assert_eq!((position.level, position.tiles.iter().flatten().next()), (None, None));
}

#[test]
fn typos_are_named() {
    assert!(error("..2 6/1 7/1").contains("\"..2\" stands before any of the words"));
    assert!(error("6/1 7/1 8/2").contains("3 headers without the words"));
    assert!(error("6/1 7-1 8/2 9/2").contains("\"7-1\" is not a header"));
    let long = error(&format!("rows 6/{}", "1".repeat(1000)));
    assert!(long.len() < 200, "{long}");
    assert!(error("rows 6/1").contains("the cols are missing"));
    assert!(error("rows 6-1 cols 6/1").contains("\"6-1\" is not a header"));
    assert!(error("rows 6/300 cols 6/1").contains("\"6/300\" is not a header"));
    assert!(error("rows 6/1 rows 6/1").contains("rows is given twice"));
    assert!(error("rows 1/1 1/1 cols 1/1 1/1 tiles ..").contains("there are 1 rows"));
    assert!(error("rows 1/1 1/1 cols 1/1 1/1 tiles .. .").contains("row 2 (.) has 1"));
    assert!(error("rows 1/1 1/1 cols 1/1 1/1 tiles .. .x").contains("'x' is not a card"));
    assert!(error("rows 1/1 1/1 cols 1/1 1/1 level 9").contains("\"9\" is not a level"));
    assert!(error("{\"rows\": 5}").contains("expected {\"level\""));
    assert!(error("{\"rows\": [[1,1]], \"cols\": [[1,1]], \"tiles\": [[1, 2]]}").contains("1 x 2"));
    assert!(error("").contains("the rows are missing"));
    assert!(error("{\"rows\": null, \"cols\": null}").contains("the rows are missing"));
}

#[test]
fn what_a_reader_left_out_is_not_taken_for_a_card_face_down() {
    let reading = r#"{"state": "msg", "rows": [[1, 1], [1, 1]], "cols": [[1, 1], [1, 1]],
        "tiles": [[null, null], [null, 1]], "unreadable": {"tiles": [[0, 1]]}"#;
    let truth = reading.to_owned() + "}";
    assert!(parse_position(&truth).is_ok());
    let reading = reading.to_owned() + ", \"confidence\": {\"level\": 0}}";
    assert!(error(&reading).contains("the card in row 1, column 2 was not read"));
    let covered = reading.replace("\"cols\": [[1, 1]", "\"cols\": [[null, 1]");
    assert!(error(&covered).contains("the header of column 1 was not read"));
}

#[test]
fn files_and_positions_are_told_apart() {
    for text in ["rows 6/1", " {\"rows\"", "Cols: 5", "level 3"] {
        assert!(looks_like_a_position(text), "{text}");
    }
    for text in ["board.json", "-", "rowsfile", ""] {
        assert!(!looks_like_a_position(text), "{text}");
    }
}
