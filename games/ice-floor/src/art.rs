//! The drawings of the game, parsed from the text files in `art/`.
//!
//! The built-in game draws with them, the reader makes its templates from them, and the test game for the GBA
//! contains them. All are drawn by hand.
//!
//! `;` begins a comment line. `c = #rrggbb` gives a character its colour (5 bits `v` a channel, written `(v << 3) |
//! (v >> 2)`), `clear` is not a pixel. Blocks follow: a line `[NAME ...]` names pictures that stand side by side in
//! the lines below it, separated by single blanks. An empty line ends the block. In `map.txt` a character means a
//! tile by its name, and the blocks are floor plans, except `[solid]`: the characters of what cannot be walked on.

use grid::Grid;
use ice_floor::plan::Version;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A sprite: a colour for each pixel, `None` where it is clear.
pub type Sprite = Grid<Option<[u8; 3]>>;

/// Sprites by name, as a text file defines them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Album(HashMap<String, Sprite>);

impl FromIterator<(String, Sprite)> for Album {
    fn from_iter<I: IntoIterator<Item = (String, Sprite)>>(pictures: I) -> Self {
        Self(pictures.into_iter().collect())
    }
}

/// The error for a line of an art file that cannot be parsed.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadArt {
    line: usize,
    what: String,
}

impl Album {
    /// The tiles of a version of the game, 16 x 16 pixels each.
    pub fn tiles(version: Version) -> &'static Self {
        &TILES[version as usize]
    }

    /// The hero, 16 x 32 pixels: `up`, `down`, `left`, `right`, and `-step` for the middle of a step.
    pub fn hero() -> &'static Self {
        &HERO
    }

    /// The other people in the room, 16 x 32 pixels: `leader`, `guide`.
    pub fn people() -> &'static Self {
        &PEOPLE
    }

    /// All sprites with their names, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Sprite)> {
        self.0.iter().map(|(name, sprite)| (name.as_str(), sprite))
    }

    /// The sprite with this name; `None` if there is none.
    pub fn get(&self, name: &str) -> Option<&Sprite> {
        self.0.get(name)
    }

    /// Parses the text of an art file.
    ///
    /// # Errors
    /// A line that cannot be parsed, with its number.
    pub fn parse(text: &str) -> Result<Self, BadArt> {
        let mut colours = HashMap::new();
        let mut album = Self::default();
        for block in blocks(text, |key, value| {
            colours.insert(key, if value == "clear" { None } else { Some(colour(value)?) });
            Some(())
        })? {
            for (name, lines) in block.pictures {
                let rows: Option<Vec<Vec<_>>> = lines
                    .iter()
                    .map(|line| line.chars().map(|c| colours.get(&c).copied()).collect())
                    .collect();
                let bad = |what: &str| BadArt { line: block.line, what: format!("{name}: {what}") };
                let rows = rows.ok_or_else(|| bad("a pixel has no colour"))?;
                let picture = Grid::try_from(rows).map_err(|ragged| bad(&ragged.to_string()))?;
                album.0.insert(name, picture);
            }
        }
        Ok(album)
    }
}

/// The floor plan of the gym: which tile lies where, and which tiles can be walked on.
#[derive(Clone, Debug)]
pub struct Room {
    /// The name of the tile on each cell of the first floor, with plain ice and closed exits.
    pub floor: Grid<String>,
    /// The name of the tile on each cell of the basement, into which the player falls.
    pub basement: Grid<String>,
    /// The names of the tiles that cannot be walked on.
    pub solid: Vec<String>,
}

impl Room {
    /// The built-in floor plan.
    pub fn get() -> &'static Self {
        &MAP
    }

    fn parse(text: &str) -> Result<Self, BadArt> {
        let mut tiles = HashMap::new();
        let mut plans = HashMap::new();
        for block in blocks(text, |key, value| {
            tiles.insert(key, value.to_owned());
            Some(())
        })? {
            for (name, lines) in block.pictures {
                let rows: Option<Vec<Vec<_>>> = lines
                    .iter()
                    .map(|line| line.chars().map(|c| tiles.get(&c).cloned()).collect())
                    .collect();
                let bad = |what: &str| BadArt { line: block.line, what: format!("{name}: {what}") };
                let rows = rows.ok_or_else(|| bad("a cell has no tile"))?;
                let plan = Grid::try_from(rows).map_err(|ragged| bad(&ragged.to_string()))?;
                plans.insert(name, plan);
            }
        }
        let mut plan = |name: &str| {
            let missing = || BadArt { line: 1, what: format!("there is no [{name}]") };
            plans.remove(name).ok_or_else(missing)
        };
        let solid = plan("solid")?.iter().cloned().collect();
        Ok(Self { floor: plan("map")?, basement: plan("basement")?, solid })
    }
}

/// Pictures side by side.
struct Block {
    line: usize,
    pictures: Vec<(String, Vec<String>)>,
}

/// The blocks of a file; its definitions are handed to `define`, which refuses those that are none.
fn blocks(
    text: &str,
    mut define: impl FnMut(char, &str) -> Option<()>,
) -> Result<Vec<Block>, BadArt> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (line, content) in (1..).zip(text.lines()) {
        let bad = |what: &str| BadArt { line, what: format!("{what}: {content}") };
        if content.is_empty() {
            open = false;
        } else if let Some(names) = content.strip_prefix('[').and_then(|l| l.strip_suffix(']')) {
            let pictures = names.split(' ').map(|name| (name.to_owned(), Vec::new())).collect();
            blocks.push(Block { line, pictures });
            open = true;
        } else if let Some(block) = blocks.last_mut().filter(|_| open) {
            let parts: Vec<&str> = content.split(' ').collect();
            if parts.len() != block.pictures.len() {
                return Err(bad("not one piece for each picture of the block"));
            }
            for ((_, lines), part) in block.pictures.iter_mut().zip(parts) {
                lines.push(part.to_owned());
            }
        } else if !content.starts_with(';') {
            let (key, value) = content.split_once(" = ").ok_or_else(|| bad("no definition"))?;
            let mut key = key.chars();
            let (Some(key), None) = (key.next(), key.next()) else {
                return Err(bad("not one character"));
            };
            define(key, value).ok_or_else(|| bad("no colour that a GBA can show"))?;
        }
    }
    Ok(blocks)
}

/// A colour `#rrggbb` if a GBA can show it.
fn colour(hex: &str) -> Option<[u8; 3]> {
    let value = u32::from_str_radix(hex.strip_prefix('#')?, 16).ok()?;
    let [zero, r, g, b] = value.to_be_bytes();
    let shown = [r, g, b].iter().all(|&v| v == (v & 0xf8) | (v >> 5));
    (zero == 0 && hex.len() == 7 && shown).then_some([r, g, b])
}

// A test parses them, so a broken file does not get as far as these.
static TILES: LazyLock<[Album; 2]> = LazyLock::new(|| {
    [include_str!("art/tiles-ruby.txt"), include_str!("art/tiles-emerald.txt")]
        .map(|text| Album::parse(text).expect("the tiles are well-formed"))
});
static HERO: LazyLock<Album> =
    LazyLock::new(|| Album::parse(include_str!("art/hero.txt")).expect("the hero is well-formed"));
static PEOPLE: LazyLock<Album> = LazyLock::new(|| {
    Album::parse(include_str!("art/people.txt")).expect("the people are well-formed")
});
static MAP: LazyLock<Room> =
    LazyLock::new(|| Room::parse(include_str!("art/map.txt")).expect("the map is well-formed"));

#[cfg(test)]
mod tests {
    use super::*;
    use ice_floor::plan::{ROOM, SECTIONS};

    #[test]
    fn every_tile_of_the_room_is_drawn_for_both_versions() {
        let room = Room::get();
        for version in Version::ALL {
            let tiles = Album::tiles(version);
            let named = room.floor.iter().chain(room.basement.iter()).map(String::as_str);
            for name in named.chain(["cracked", "hole", "stone", "stone-top", "stairs"]) {
                let tile = tiles.get(name).unwrap_or_else(|| panic!("{name} is not drawn"));
                assert_eq!((tile.rows(), tile.columns()), (16, 16), "{name}");
                assert!(tile.iter().all(Option::is_some), "{name} has holes");
            }
        }
        for side in ["up", "down", "left", "right"] {
            for name in [side.to_owned(), format!("{side}-step")] {
                let hero = Album::hero().get(&name).unwrap_or_else(|| panic!("no {name}"));
                assert_eq!((hero.rows(), hero.columns()), (32, 16));
            }
        }
        assert!(Album::people().get("leader").is_some() && Album::people().get("guide").is_some());
    }

    #[test]
    fn the_map_is_the_plan() {
        let room = Room::get();
        assert_eq!((room.floor.rows(), room.floor.columns()), ROOM);
        assert_eq!((room.basement.rows(), room.basement.columns()), ROOM);
        for (cell, name) in room.floor.cells() {
            let tile = SECTIONS.iter().find_map(|s| Some((s, s.tile(cell)?)));
            let exit = SECTIONS.iter().any(|s| s.exit().contains(&cell));
            let expected = match tile {
                Some((section, tile)) if section.is_shaded(tile) => Some("ice-top"),
                Some(_) => Some("ice"),
                None if exit => Some("slide"),
                None => None,
            };
            let ice = ["ice", "ice-top", "slide"].contains(&name.as_str());
            assert_eq!(expected.is_some(), ice, "{cell:?}: {name}");
            assert!(expected.is_none_or(|expected| expected == name), "{cell:?}: {name}");
        }
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let error = |text: &str| Album::parse(text).unwrap_err().to_string();
        assert!(error("a = #ff0001").contains("line 1: no colour that a GBA can show"));
        assert!(error("a = #ffffff\n\n[A B]\na").contains("line 4: not one piece"));
        assert!(error("a = #ffffff\n\n[A]\nb").contains("line 3: A: a pixel has no colour"));
        assert!(error("ab").contains("no definition"));
    }
}
