//! Corrects fields by what a person types.

use crate::field_text::{card_name, header_name};
use crate::screen::{FlipReading, LineReading, Tile};
use grid::reading::Reading;
use voltorb_flip::board::Card;
use voltorb_flip::levels::Level;

/// The largest sum of a line that a header can show, and the most Voltorbs.
const MOST: [u8; 2] = [15, 5];

/// The numbers that are offered for a field; a prefix of these.
const NUMBERS: [&str; 16] =
    ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];

/// The values that [`correct`] takes for a field: empty where there are too many to list, `None` for
/// a field that cannot be typed over.
pub(super) fn values(field: &str) -> Option<&'static [&'static str]> {
    let (what, rest) = field.split_once(' ').unwrap_or((field, ""));
    match (what, rest.split_once(' ').map_or(rest, |(_, part)| part)) {
        ("level", _) => Some(&NUMBERS[1..=8]),
        ("total" | "round", "coins") => Some(&[]),
        ("row" | "column", "sum") => Some(&NUMBERS[..=usize::from(MOST[0])]),
        ("row" | "column", "Voltorbs") => Some(&NUMBERS[..=usize::from(MOST[1])]),
        ("card", _) => Some(&["-", "1", "2", "3", "V"]),
        _ => None,
    }
}

/// Replaces what was read of a field.
///
/// # Errors
/// The field cannot have that value, or cannot be typed over.
pub(super) fn correct(seen: &mut FlipReading, field: &str, typed: &str) -> Result<(), String> {
    let number = |most: u32| match typed.parse::<u32>() {
        Ok(number) if number <= most => Ok(number),
        _ => Err(format!("{field} is a number from 0 to {most}, not {typed:?}")),
    };
    match field {
        "level" => {
            let level = typed.parse().ok().and_then(|n: u8| Level::try_from(n).ok());
            let level = level.ok_or_else(|| format!("a level is from 1 to 8, not {typed:?}"))?;
            seen.level = Reading::sure(level, 1.0);
            return Ok(());
        }
        "total coins" => {
            seen.total_coins = Reading::sure(number(99_999)?, 1.0);
            return Ok(());
        }
        "round coins" => {
            seen.round_coins = Reading::sure(number(99_999)?, 1.0);
            return Ok(());
        }
        _ => {}
    }
    let Some(board) = &mut seen.board else {
        return Err(format!("no board is in play, so {field} cannot be corrected"));
    };
    for (what, lines) in [("row", &mut board.rows), ("column", &mut board.cols)] {
        for (i, LineReading { sum, voltorbs }) in lines.iter_mut().enumerate() {
            for (part, reading) in [sum, voltorbs].into_iter().enumerate() {
                if header_name(what, i, part) == field {
                    let value = number(MOST[part].into())?;
                    *reading = Reading::sure(u8::try_from(value).unwrap_or(MOST[part]), 1.0);
                    return Ok(());
                }
            }
        }
    }
    let cells: Vec<_> = board.tiles.cells().map(|(cell, _)| cell).collect();
    let Some(cell) = cells.into_iter().find(|&cell| card_name(cell) == field) else {
        return Err(format!("{field} cannot be corrected"));
    };
    board.tiles[cell] = Reading::sure(tile(typed)?, 1.0);
    Ok(())
}

/// A card as it is typed.
fn tile(typed: &str) -> Result<Tile, String> {
    Ok(match typed.to_lowercase().as_str() {
        "-" | "." | "?" | "face down" => None,
        "v" | "0" => Some(Card::Voltorb),
        "1" => Some(Card::One),
        "2" => Some(Card::Two),
        "3" => Some(Card::Three),
        _ => return Err(format!("a card is 1, 2, 3, V, or - for face down, not {typed:?}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::FlipReader;
    use grid::Grid;
    use grid::reading::Reading;
    use session::observation::Observation;

    #[test]
    fn each_field_takes_what_it_can_show_and_nothing_else() {
        let picture = crate::screen::sample();
        let mut seen = FlipReader::new().read(&picture).unwrap();
        let value = |seen: &FlipReading, name: &str| {
            let field = seen.fields().into_iter().find(|field| field.name == name).unwrap();
            assert!(field.confidence == 1.0 && field.why.is_none(), "{name}");
            field.value.unwrap()
        };
        if seen.board.is_none() {
            assert!(correct(&mut seen, "row 1 sum", "8").unwrap_err().contains("no board"));
            seen.board = Some(empty());
        }
        for (field, typed, shown) in [
            ("row 1 sum", "8", "8"),
            ("column 5 Voltorbs", "5", "5"),
            ("card (2, 3)", "v", "V"),
            ("card (5, 5)", "2", "2"),
            ("card (1, 1)", "-", "face down"),
            ("level", "7", "7"),
            ("total coins", "420", "420"),
        ] {
            assert_eq!(correct(&mut seen, field, typed), Ok(()));
            assert_eq!(value(&seen, field), shown);
        }
        for (field, typed) in
            [("row 1 sum", "16"), ("row 2 Voltorbs", "6"), ("card (1, 1)", "4"), ("level", "9")]
        {
            assert!(correct(&mut seen, field, typed).is_err(), "{field} {typed}");
        }
        assert!(correct(&mut seen, "cursor", "1").unwrap_err().contains("cannot be corrected"));
    }

    #[test]
    fn each_value_that_is_offered_is_taken_and_only_what_can_be_typed_over_has_any() {
        let picture = crate::screen::sample();
        let mut seen = FlipReader::new().read(&picture).unwrap();
        seen.board = Some(empty());
        for field in seen.fields() {
            let name = field.name;
            match values(&name) {
                Some(values) => {
                    values.iter().for_each(|value| {
                        assert_eq!(correct(&mut seen, &name, value), Ok(()), "{name} {value}");
                    });
                    let taken = (0..=16).map(|n: u8| n.to_string());
                    let taken = taken.filter(|n| correct(&mut seen, &name, n).is_ok()).count();
                    let offered = values.iter().filter(|value| value.parse::<u8>().is_ok()).count();
                    // 0 is another way to type a Voltorb.
                    let also = usize::from(name.starts_with("card"));
                    assert!(values.is_empty() || offered + also == taken, "{name}: {values:?}");
                }
                None => assert!(correct(&mut seen, &name, "1").is_err(), "{name}"),
            }
        }
    }

    fn empty() -> crate::screen::BoardReading {
        use crate::screen::layout::SIZE;
        use grid::reading::Unreadable::Covered;
        let line = LineReading { sum: Reading::none(Covered), voltorbs: Reading::none(Covered) };
        crate::screen::BoardReading {
            rows: vec![line.clone(); SIZE],
            cols: vec![line; SIZE],
            tiles: Grid::filled(SIZE, SIZE, Reading::none(Covered)),
            memos: Grid::filled(SIZE, SIZE, Reading::none(Covered)),
        }
    }
}
