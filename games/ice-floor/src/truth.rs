//! The truth about a picture, from its folder's `truth.json`.

use super::observation::{place_text, tile_name};
use super::screen::{ExitState, FloorTile, IceReading, Place};
use grid::Grid;
use ice_floor::plan::{CELL, FloorSection, SECTIONS, Version};
use serde::Deserialize;
use serde_json::{Map, Value};
use session::observation::Observation;
use session::truth::entry::check_name;
use session::truth::{Expected, Truth};
use std::any::Any;

/// The truth about one picture. Fields that are `None` are not compared.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct IceTruth {
    /// The version of the game.
    pub version: Option<Version>,
    /// The section that the player is on or comes to next, 1 to 3.
    pub section: Option<u8>,
    /// The cell of the room that the player is on or leaves: column, row.
    pub player_map: Option<(u8, u8)>,
    /// How far the player has gone from there, in pixels: right, down.
    pub pixel_offset: Option<(i32, i32)>,
    /// How many sections have an open exit, 0 to 3.
    pub stairs_open: Option<u8>,
    /// The section's tiles.
    pub grid: Option<Grid<FloorTile>>,
    /// Whether a text box is open.
    pub text_box: Option<bool>,
}

/// The names of all fields, and of remarks that no reader compares.
const KNOWN: [&str; 16] = [
    "version",
    "section",
    "player_map",
    "pixel_offset",
    "stairs_open",
    "grid",
    "text_box",
    "map_box",
    "player_cell",
    "rects_x_y_w_h_visible",
    "kind",
    "facing",
    "hero",
    "colour",
    "waterfall_frame",
    "file",
];

impl IceTruth {
    /// Parses an entry of `truth.json`.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn from_json(entry: &Map<String, Value>) -> Result<Self, String> {
        for name in entry.keys() {
            check_name(name, &KNOWN)?;
        }
        let truth: Self =
            serde_json::from_value(Value::Object(entry.clone())).map_err(|e| e.to_string())?;
        let Some(number) = truth.section else {
            return match truth.grid {
                Some(_) => Err("grid: which section it is of must be said: 1 to 3".to_owned()),
                None => Ok(truth),
            };
        };
        let section = section(number).ok_or(format!("section: there is no {number}: 1 to 3"))?;
        match &truth.grid {
            Some(grid) if (grid.rows(), grid.columns()) != section.size => Err(format!(
                "grid: it has {} x {} tiles, section {number} has {} x {}",
                grid.rows(),
                grid.columns(),
                section.size.0,
                section.size.1
            )),
            _ => Ok(truth),
        }
    }

    /// The player's place, if the entry has it.
    pub fn place(&self) -> Option<Place> {
        let (column, row) = self.player_map?;
        let (x, y) = self.pixel_offset.unwrap_or_default();
        Some(Place { x: i32::from(column) * CELL + x, y: i32::from(row) * CELL + y })
    }
}

fn section(number: u8) -> Option<&'static FloorSection> {
    SECTIONS.iter().find(|section| section.number == number)
}

impl Truth for IceTruth {
    fn expected(&self, seen: &dyn Observation) -> Vec<Expected> {
        let Some(seen) = (seen as &dyn Any).downcast_ref::<IceReading>() else {
            return vec![Expected::Wrong("the game: another one was read".to_owned())];
        };
        let mut all = Vec::new();
        let mut field = |name: &str, value: Option<String>, hidden: bool| {
            all.extend(value.map(|value| Expected::field(name, value, hidden)));
        };
        field("version", self.version.map(|version| version.name().to_owned()), false);
        field("section", self.section.map(|number| number.to_string()), false);
        let place = self.place();
        field("player", place.map(place_text), false);
        let text_box = self.text_box.map(|open| if open { "open" } else { "none" }.to_owned());
        field("text box", text_box, false);
        let Some(section) = self.section.and_then(section) else { return all };
        if section != seen.section {
            return all;
        }
        // Hidden is what the screen does not show whole, and what the player or its hat is over.
        let place = place.unwrap_or(seen.hero);
        let hidden = |cell| {
            let (x, y) = place.on_screen(cell);
            let whole = (0..=224).contains(&x) && (0..=144).contains(&y);
            let under = (97..=127).contains(&x) && (57..=87).contains(&y);
            !whole || under || self.text_box == Some(true)
        };
        if let Some(open) = self.stairs_open {
            let exit = if open >= section.number { ExitState::Open } else { ExitState::Closed };
            let hidden = section.exit().into_iter().all(hidden);
            all.push(Expected::field("exit", exit.name(), hidden));
        }
        for (tile, what) in self.grid.iter().flat_map(Grid::cells) {
            let hidden = hidden(section.cell(tile));
            all.push(Expected::field(tile_name(tile), what.name(), hidden));
        }
        all
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(json: &str) -> Result<IceTruth, String> {
        IceTruth::from_json(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let error = |json: &str| parse(json).unwrap_err();
        assert!(error(r#"{"sektion": 1}"#).contains("\"section\" meant"));
        assert!(error(r#"{"section": 4}"#).contains("there is no 4"));
        assert!(error(r#"{"section": 1, "grid": [["ice"]]}"#).contains("section 1 has 3 x 3"));
        assert!(error(r#"{"grid": [["ice"]]}"#).contains("which section"));
        assert!(error(r#"{"version": "gold"}"#).contains("gold"));
    }

    #[test]
    fn a_step_goes_from_the_cell_that_is_left() {
        let json = r#"{"player_map": [5, 14], "pixel_offset": [0, -7], "facing": "up"}"#;
        assert_eq!(parse(json).unwrap().place(), Some(Place { x: 80, y: 217 }));
    }
}
