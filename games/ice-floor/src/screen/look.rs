//! A theme: the drawings of the tiles, and the colours by which ice differs from what is next to it.

use super::super::art::{Album, Sprite};
use super::tiles::{FloorTile, Templates};
use grid::Grid;
use ice_floor::plan::{CELL, Version};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use vision::photometry::Colour;

/// A theme of the ice floor: built in, or learned from the user's pictures.
#[derive(Clone, Debug)]
pub struct IceLook {
    name: Option<String>,
    weights: Colour,
    templates: Vec<(Version, Templates)>,
    tiles: Album,
}

/// The channel weights of the built-in themes: ice of any kind is greener than it is red, walls and floors are not.
const GREENNESS: Colour = [-1.0, 1.0, 0.0];

/// The tiles that a theme must contain, so that none is taken for another.
pub(super) const NEEDED: [FloorTile; 3] = [FloorTile::Ice, FloorTile::Cracked, FloorTile::Stone];

/// A theme as its file holds it: pixels as `rrggbb`, sixteen to a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: Version,
    weights: Colour,
    tiles: BTreeMap<String, Vec<String>>,
}

impl IceLook {
    /// The built-in themes of both versions of the game.
    pub fn shipped() -> Arc<Self> {
        static SHIPPED: LazyLock<Arc<IceLook>> = LazyLock::new(|| {
            let templates = Version::ALL.into_iter().flat_map(|v| templates(v, Album::tiles(v)));
            let templates = templates.collect();
            Arc::new(IceLook { name: None, weights: GREENNESS, templates, tiles: Album::default() })
        });
        SHIPPED.clone()
    }

    /// Creates a learned theme from tiles, named as the game's own are (`ice-top` is ice that a wall shades), and
    /// channel weights whose sum is larger for ice. The version is that of the stones.
    ///
    /// # Errors
    /// A sentence: a needed tile is missing, or two tiles look alike.
    pub fn taught(
        name: &str,
        version: Version,
        weights: Colour,
        tiles: Album,
    ) -> Result<Self, String> {
        for needed in NEEDED.map(|tile| tile.picture(false)) {
            tiles.get(needed).ok_or_else(|| format!("it has no tile {needed}"))?;
        }
        let templates: Vec<(Version, Templates)> = templates(version, &tiles).collect();
        if let Some((a, b)) = templates.first().and_then(|(_, sharp)| sharp.too_alike()) {
            return Err(format!("{} and {} look too much alike", a.name(), b.name()));
        }
        Ok(Self { name: Some(name.to_owned()), weights, templates, tiles })
    }

    /// The theme's name; `None` for the built-in themes, which go by the version in view.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The names of the learned tiles, sorted.
    pub fn tiles(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.tiles.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names
    }

    /// The channel weights whose sum is larger for ice than for what is next to it.
    pub(super) fn weights(&self) -> Colour {
        self.weights
    }

    /// The channel weights under light that shows white as this colour.
    pub(super) fn weights_in_light(&self, white: Colour) -> Colour {
        std::array::from_fn(|channel| self.weights[channel] / white[channel])
    }

    /// The tiles at every blur, with the version whose colours they have.
    pub(super) fn templates(&self) -> &[(Version, Templates)] {
        &self.templates
    }

    /// The theme as the text of its file.
    pub fn to_file(&self) -> String {
        let line = |row: &[Option<[u8; 3]>]| {
            let pixels = row.iter().map(|pixel| {
                let [r, g, b] = pixel.unwrap_or_default();
                format!("{r:02x}{g:02x}{b:02x}")
            });
            pixels.collect::<Vec<_>>().join(" ")
        };
        let lines = |sprite: &Sprite| (0..sprite.rows()).map(|r| line(sprite.row(r))).collect();
        let tiles = self.tiles.iter().map(|(name, sprite)| (name.to_owned(), lines(sprite)));
        let version = self.templates.first().map_or(Version::Ruby, |(version, _)| *version);
        let file = File { version, weights: self.weights, tiles: tiles.collect() };
        serde_json::to_string_pretty(&file).unwrap_or_default() + "\n"
    }

    /// Parses a theme from the text of its file.
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
    pub fn from_file(name: &str, text: &str) -> Result<Self, String> {
        let file: File = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if file.weights.iter().any(|weight| !weight.is_finite()) {
            return Err("weights: a number is too large".to_owned());
        }
        let tiles = file.tiles.into_iter().map(|(tile, lines)| {
            let sprite = sprite(&lines).ok_or_else(|| {
                format!("tiles: {tile}: it is not {CELL} lines of {CELL} pixels rrggbb")
            })?;
            Ok((tile, sprite))
        });
        let tiles = tiles.collect::<Result<Album, String>>()?;
        Self::taught(name, file.version, file.weights, tiles)
    }
}

/// The standard deviations of the Gaussian blurs at which tiles are compared, in native pixels.
const BLURS: [f32; 4] = [0.0, 0.5, 0.8, 1.1];

fn templates(version: Version, tiles: &Album) -> impl Iterator<Item = (Version, Templates)> {
    BLURS.into_iter().map(move |blur| (version, Templates::new(tiles, blur)))
}

fn sprite(lines: &[String]) -> Option<Sprite> {
    let pixel = |text: &str| {
        let value = u32::from_str_radix(text, 16).ok().filter(|_| text.len() == 6)?;
        let [_, r, g, b] = value.to_be_bytes();
        Some(Some([r, g, b]))
    };
    let row = |line: &String| line.split(' ').map(pixel).collect::<Option<Vec<_>>>();
    let sprite = Grid::try_from(lines.iter().map(row).collect::<Option<Vec<_>>>()?).ok()?;
    let side = CELL as usize;
    ((sprite.rows(), sprite.columns()) == (side, side)).then_some(sprite)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look() -> IceLook {
        let tiles = Album::tiles(Version::Emerald).clone();
        IceLook::taught("mine", Version::Emerald, [-0.5, 0.25, 0.125], tiles).unwrap()
    }

    #[test]
    fn a_file_holds_the_whole_look() {
        let read = IceLook::from_file("mine", &look().to_file()).unwrap();
        assert_eq!((read.name(), read.weights), (Some("mine"), look().weights));
        assert_eq!(read.tiles, look().tiles);
        assert_eq!(read.templates[0].0, Version::Emerald);
    }

    #[test]
    fn what_a_file_lacks_is_told() {
        let text = look().to_file();
        let error = |text: &str| IceLook::from_file("mine", text).unwrap_err();
        assert_eq!(error(&text.replace("\"cracked\"", "\"other\"")), "it has no tile cracked");
        let short = text.replacen(" ", "", 8);
        assert!(IceLook::from_file("mine", &short).is_ok(), "white space between values");
        let line = text.lines().find(|line| line.len() > 100).unwrap();
        let cut = text.replacen(line, &line[..40], 1);
        assert!(error(&cut).contains("rrggbb") || error(&cut).contains("line"), "{}", error(&cut));
        assert!(error("{}").contains("version"));
    }
}
