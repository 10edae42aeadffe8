//! `voltsight look learn ice`: learns a theme from a picture of which it is known what it shows.

use crate::output::Exit;
use crate::profiles::{Learned, Profiles, allow, least_sure, tried};
use crate::show::reading::fact;
use anyhow::{Context, bail};
use grid::geometry::Rect;
use grid::{Cell, Grid};
use ice_floor::plan::{CELL, SECTIONS};
use ice_floor_game::profiles::LOOKS;
use ice_floor_game::screen::teach::{IceLesson, teach};
use ice_floor_game::screen::{FloorTile, Place};
use ice_floor_game::truth::IceTruth;
use lab::check::entry;
use session::capture::decode::decode;
use session::observation::Observation;
use session::profiles::{ProfileError, ProfileFolder};
use std::path::{Path, PathBuf};

/// Learn a new theme from screenshots
///
/// Another palette, a filter or a colour mode needs no theme: the reader takes the colours from each picture. A theme
/// is for games that draw the tiles of this room in another way. Say what the floor of the picture shows. voltsight
/// reads the picture at once with what it learned, and saves the theme as a profile if it reads it. From then on it
/// uses the theme where no built-in one fits, or alone with --profile NAME.
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub struct Learn {
    /// The profile's name: letters, digits, - and _.
    name: String,
    /// A picture in the middle of a walk, on the second or third floor: it shows whole ice, cracked ice and stones.
    #[arg(value_name = "IMAGE")]
    image: PathBuf,
    /// What the tiles of the floor show, row by row from the top: `.` ice, x cracked ice, # stone, O hole, and @ where
    /// the player stands; "/" or blanks between rows. Which floor it is follows from the number of rows and columns.
    #[arg(long, value_name = "ROWS", required_unless_present = "truth")]
    shows: Option<String>,
    /// Use the truth.json next to the picture: it says what the picture shows.
    #[arg(long, conflicts_with = "shows")]
    truth: bool,
    /// Where the game's screen is in the picture, in pixels, if voltsight does not find it.
    #[arg(long, value_name = "X,Y,WIDTH,HEIGHT")]
    screen: Option<Rect>,
    /// Replace the profile of that name.
    #[arg(long)]
    replace: bool,
}

const NOTES: &str = "Slides and stairs are learned if the picture shows them; what it does not show stays \
    unread. An annotated picture is saved next to yours.\n\nExit codes: 0 learned and saved; 1 the theme does \
    not read the picture, so it is not saved; 2 bad arguments or pictures, or it cannot show what you say.";

impl Learn {
    pub fn run(&self) -> anyhow::Result<Exit> {
        let profiles = LOOKS.of_user()?;
        let (name, path) = (self.name.as_str(), self.image.as_path());
        allow(&profiles, name, self.replace)?;
        let truth = match &self.shows {
            Some(rows) => typed(rows).context("--shows")?,
            None => told(path)?,
        };
        let picture = decode(path)?;
        let lesson = teach(name, &picture, &truth, self.screen)?;
        Learned {
            profiles: &profiles,
            name,
            files: lesson.is_good().then(|| LOOKS.files_of(&lesson.look)),
            replace: self.replace,
            used: "where no built-in theme fits",
            picture,
            path,
            seen: lesson.seen.as_ref().map(|seen| seen as &dyn Observation),
        }
        .conclude(report(name, &lesson))
    }
}

/// The themes that were taught.
///
/// # Errors
/// There is no folder for them.
pub(in super::super) fn profiles() -> Result<Profiles, ProfileError> {
    let about = |profiles: &ProfileFolder, name: &str| {
        LOOKS.load(profiles, name).map(|look| format!("tiles: {}", look.tiles().join(", ")))
    };
    Ok(Profiles { folder: LOOKS.of_user()?, about })
}

/// What the truth.json beside a picture says.
fn told(path: &Path) -> anyhow::Result<IceTruth> {
    IceTruth::from_json(&entry(path)?).map_err(anyhow::Error::msg)
}

/// What rows of letters say.
fn typed(rows: &str) -> anyhow::Result<IceTruth> {
    let mut player: Vec<Cell> = Vec::new();
    let mut tiles = Vec::new();
    let rows = rows.split(|c: char| c.is_whitespace() || "/;,".contains(c));
    for (r, row) in rows.filter(|row| !row.is_empty()).enumerate() {
        let tile = |(c, letter)| {
            Ok(match letter {
                '.' => FloorTile::Ice,
                'x' | 'X' => FloorTile::Cracked,
                '#' => FloorTile::Stone,
                'o' | 'O' => FloorTile::Hole,
                '@' => {
                    player.push((r, c));
                    FloorTile::Cracked
                }
                letter => bail!(
                    "{letter:?} in row {} is not a tile: . ice, x cracked, # stone, O hole, @ the player",
                    r + 1
                ),
            })
        };
        tiles.push(row.chars().enumerate().map(tile).collect::<anyhow::Result<Vec<_>>>()?);
    }
    let grid = Grid::try_from(tiles)?;
    let section = SECTIONS.iter().find(|section| section.size == (grid.rows(), grid.columns()));
    let section = section.with_context(|| {
        let sizes = SECTIONS.map(|section| format!("{} x {}", section.size.0, section.size.1));
        format!("no floor has {} x {} tiles: {}", grid.rows(), grid.columns(), sizes.join(", "))
    })?;
    let [at] = player[..] else {
        bail!("mark with @ the one tile on which the player stands ({} are marked)", player.len())
    };
    let Place { x, y } = Place::on(section.cell(at));
    let is_done = grid.iter().all(|tile| *tile != FloorTile::Ice);
    Ok(IceTruth {
        section: Some(section.number),
        player_map: u8::try_from(x / CELL).ok().zip(u8::try_from(y / CELL).ok()),
        stairs_open: Some(section.number - u8::from(!is_done)),
        grid: Some(grid),
        ..IceTruth::default()
    })
}

/// What was learned, and how it reads the picture.
fn report(name: &str, IceLesson { look, comparison, .. }: &IceLesson) -> String {
    let mut out = format!("{name}, learned from 1 picture\n");
    out.push_str(&tried(comparison, "fields"));
    out.push_str(&fact("tiles", look.tiles().join(", ")));
    if let Some(least) = least_sure([comparison], "field") {
        out.push_str(&fact("confidence", least));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_say_which_floor_it_is_and_where_the_player_stands() {
        let truth = typed("....... .#@..#. x......").unwrap();
        assert_eq!((truth.section, truth.player_map), (Some(2), Some((7, 13))));
        assert_eq!(truth.stairs_open, Some(1));
        assert_eq!(truth.grid.unwrap()[(2, 0)], FloorTile::Cracked);
        assert_eq!(typed("#xx/x@x/xx#").unwrap().stairs_open, Some(1));
    }

    #[test]
    fn what_is_typed_wrong_is_told() {
        let error = |rows: &str| typed(rows).unwrap_err().to_string();
        assert!(error("... .?. @..").contains("'?' in row 2"));
        assert!(error("... ... ...").contains("0 are marked"));
        assert!(error("@.. ..@ ...").contains("2 are marked"));
        assert!(error("@. ..").contains("no floor has 2 x 2 tiles: 3 x 3, 3 x 7, 4 x 11"));
    }
}
