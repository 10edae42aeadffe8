//! Floors as text and as JSON.

use super::floor::{BadFloor, Floor};
use grid::{Cell, Grid, RaggedRows};
use serde::Deserialize;
use std::str::FromStr;

/// The floors of the games, by name: rows from the top, `.` ice, `#` stone. All are walked from the
/// middle of the lowest row to the middle of the highest.
///
/// Source: the map `SootopolisCity_Gym_1F` in the public decompilations (pret/pokeruby,
/// pret/pokeemerald), read cell by cell.
pub const FLOORS: [(&str, &str); 6] = [
    ("ruby-1", "..# ... #.."),
    ("ruby-2", "....... .#..... ....#.."),
    ("ruby-3", "........... .....#...#. ........... #.......#.."),
    ("emerald-1", "#.. ... ..#"),
    ("emerald-2", "....... .#...#. ......."),
    ("emerald-3", "..#........ ......#..#. .#..#...... ........#.."),
];

/// Text that is not a floor.
#[derive(Debug, thiserror::Error)]
pub enum FloorNotationError {
    /// A letter that is not a tile.
    #[error(
        "{letter:?} in row {row} is not a tile: . ice, # stone or cracked ice, S the start, E an end"
    )]
    Letter {
        /// The letter.
        letter: char,
        /// The row, from 1.
        row: usize,
    },
    /// Rows of different lengths.
    #[error(transparent)]
    Ragged(#[from] RaggedRows),
    /// Several starts.
    #[error("the floor has {0} starts: the player stands on one tile")]
    Starts(usize),
    /// Rows that make no floor.
    #[error(transparent)]
    Floor(#[from] BadFloor),
    /// Text that looks like JSON and is none.
    #[error("this is not a floor in JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// A floor in JSON: rows as in text, start and ends as [row, column] from 0, both of which may be
/// left out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Json {
    rows: Vec<String>,
    start: Option<Cell>,
    ends: Option<Vec<Cell>>,
}

/// Reads a floor: the name of one of [`FLOORS`]; rows from the top between white space, `/` or `;`,
/// with `.` for ice, `#` for stone and cracked ice, `S` for the start and `E` for an end; or JSON,
/// `{"rows": ["..#", ...], "start": [2, 1], "ends": [[0, 1]]}`. Without a start it is the middle of
/// the lowest row, without an end the middle of the highest.
///
/// # Errors
/// Text that is not a floor, in a sentence that says where.
pub fn parse_floor(text: &str) -> Result<Floor, FloorNotationError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.starts_with('{') {
        let json: Json = serde_json::from_str(text)?;
        return floor(json.rows.iter().map(String::as_str), json.start, json.ends);
    }
    let named = FLOORS.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    let text = named.map_or(text, |(_, rows)| *rows);
    let rows = text.split(|c: char| c.is_whitespace() || "/;|,".contains(c));
    floor(rows.filter(|row| !row.is_empty()), None, None)
}

impl FromStr for Floor {
    type Err = FloorNotationError;
    /// See [`parse_floor`].
    fn from_str(text: &str) -> Result<Self, FloorNotationError> {
        parse_floor(text)
    }
}

fn floor<'a>(
    rows: impl Iterator<Item = &'a str>,
    start: Option<Cell>,
    ends: Option<Vec<Cell>>,
) -> Result<Floor, FloorNotationError> {
    let (mut starts, mut marked) = (Vec::from_iter(start), ends.unwrap_or_default());
    let mut ice: Vec<Vec<bool>> = Vec::new();
    for (r, row) in rows.enumerate() {
        let tile = |(c, letter)| match letter {
            '.' | 'o' | 'O' | '0' => Ok(true),
            '#' | 'x' | 'X' | '1' => Ok(false),
            'S' | 's' => {
                starts.push((r, c));
                Ok(true)
            }
            'E' | 'e' => {
                marked.push((r, c));
                Ok(true)
            }
            letter => Err(FloorNotationError::Letter { letter, row: r + 1 }),
        };
        ice.push(row.chars().enumerate().map(tile).collect::<Result<_, _>>()?);
    }
    let ice = Grid::try_from(ice)?;
    let middle = ice.columns() / 2;
    starts.dedup();
    let start = match starts[..] {
        [] => (ice.rows().saturating_sub(1), middle),
        [start] => start,
        _ => return Err(FloorNotationError::Starts(starts.len())),
    };
    if marked.is_empty() {
        marked.push((0, middle));
    }
    Ok(Floor::new(ice, start, marked)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_json_say_the_same() {
        let text = parse_floor("..E/.#./S..").unwrap();
        let json = r##"{"rows": ["...", ".#.", "..."], "start": [2, 0], "ends": [[0, 2]]}"##;
        assert_eq!(parse_floor(json).unwrap(), text);
        assert_eq!(text.tiles(), 8);
        let default = parse_floor("...\n...").unwrap();
        assert_eq!((default.start(), default.ends()), ((1, 1), &[(0, 1)][..]));
    }

    #[test]
    fn the_floors_of_the_games_have_the_tiles_that_the_games_count() {
        let tiles = FLOORS.map(|(name, _)| parse_floor(name).unwrap().tiles());
        assert_eq!(tiles, [7, 19, 40, 7, 19, 38]);
    }

    #[test]
    fn what_is_no_floor_says_why() {
        let error = |text: &str| parse_floor(text).unwrap_err().to_string();
        assert!(error("..?/...").contains("'?' in row 1"));
        assert!(error("../...").contains("row 2 has 3 entries"));
        assert!(error("S.S/...").contains("2 starts"));
        assert!(error("#.#/.#.").contains("start (row 2, column 2)"));
        assert!(error("{\"rows\": 1}").contains("this is not a floor in JSON"));
        assert!(error("").contains("1 to 32 rows"));
    }
}
