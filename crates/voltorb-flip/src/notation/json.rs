//! Positions as JSON.

use super::error::NotationError;
use crate::board::{Card, Line, Position};
use crate::levels::Level;
use grid::{Cell, Grid};

/// JSON as the fields of `truth.json` or as `voltsight read --json` prints it; without `tiles` all
/// cards are face down.
pub(super) fn parse_json(text: &str) -> Result<Position, NotationError> {
    #[derive(serde::Deserialize)]
    struct Fields {
        #[serde(default)]
        level: Option<Level>,
        rows: Option<Vec<[Option<u8>; 2]>>,
        cols: Option<Vec<[Option<u8>; 2]>>,
        #[serde(default)]
        tiles: Option<Grid<Option<Card>>>,
        #[serde(default)]
        unreadable: Hidden,
        /// Only a reading has it: there a card that was not read is not a card face down.
        #[serde(default)]
        confidence: Option<serde::de::IgnoredAny>,
        /// Only a reading has it.
        #[serde(default)]
        look: Option<Look>,
    }
    #[derive(serde::Deserialize)]
    struct Look {
        dealt: bool,
    }
    /// What a reading left out.
    #[derive(Default, serde::Deserialize)]
    #[serde(default)]
    struct Hidden {
        tiles: Vec<Cell>,
    }
    let fields: Fields =
        serde_json::from_str(text).map_err(|error| NotationError::Json(error.to_string()))?;
    let lines = |lines: Option<Vec<[Option<u8>; 2]>>, name: &'static str, noun| {
        let lines = lines.ok_or(NotationError::Missing(name))?.into_iter().enumerate();
        let line = |(i, [sum, voltorbs]): (usize, [Option<u8>; 2])| match (sum, voltorbs) {
            (Some(sum), Some(voltorbs)) => Ok(Line { sum, voltorbs }),
            _ => Err(NotationError::Unread(format!("the header of {noun} {}", i + 1))),
        };
        lines.map(line).collect::<Result<Vec<Line>, _>>()
    };
    let rows = lines(fields.rows, "rows", "row")?;
    let cols = lines(fields.cols, "cols", "column")?;
    let tiles = fields.tiles.unwrap_or_else(|| Grid::filled(rows.len(), cols.len(), None));
    if (tiles.rows(), tiles.columns()) != (rows.len(), cols.len()) {
        let found = format!("there are {} x {}", tiles.rows(), tiles.columns());
        return Err(NotationError::Tiles { rows: rows.len(), columns: cols.len(), found });
    }
    if fields.confidence.is_some()
        && let Some((row, column)) = fields.unreadable.tiles.first()
    {
        let card = format!("the card in row {}, column {}", row + 1, column + 1);
        return Err(NotationError::Unread(card));
    }
    // The levels of a game that deals other boards say nothing of this one.
    let level = fields.level.filter(|_| fields.look.is_none_or(|look| look.dealt));
    Ok(Position { level, rows, cols, tiles })
}
