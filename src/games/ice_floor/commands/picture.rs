//! A floor that is read off a picture, and the walk over it drawn there.

use crate::output::tell_left_out;
use crate::show::annotate::save;
use anyhow::{Context, bail};
use grid::geometry::Point;
use grid::reading::Unreadable;
use grid::{Cell, Grid};
use ice_floor::floor::Floor;
use ice_floor::plan::CELL;
use ice_floor_game::profiles;
use ice_floor_game::screen::{FloorTile, IceSighting};
use image::{ImageReader, Rgb, RgbImage};
use session::capture::decode::decode;
use session::files::{OutputFile, shown};
use std::path::Path;

/// The colour of a walk: no tile has it.
const LINE: Rgb<u8> = Rgb([255, 0, 160]);

/// How wide its line is, in native pixels.
const WIDTH: f64 = 2.0;

/// A picture and what was read off it.
pub(super) struct Shown {
    picture: RgbImage,
    seen: IceSighting,
}

/// Whether a file is a picture, by its first bytes.
pub(super) fn is_picture(path: &Path) -> bool {
    ImageReader::open(path)
        .and_then(ImageReader::with_guessed_format)
        .is_ok_and(|reader| reader.format().is_some())
}

/// Reads the floor in a picture: what is left of it from where the player stands, or all of it from its
/// start if the player is not on it.
///
/// # Errors
/// No picture, no ice floor in it, or a tile that was not read.
pub(super) fn read(path: &Path) -> anyhow::Result<(Floor, Shown)> {
    let picture = decode(path).with_context(|| format!("cannot read {}", shown(path)))?;
    let seen = profiles::reader(None, &mut tell_left_out)?.read(&picture)?;
    let floor = floor(&seen)?;
    Ok((floor, Shown { picture, seen }))
}

fn floor(seen: &IceSighting) -> anyhow::Result<Floor> {
    if !seen.hero.stands() {
        bail!("the player is between two tiles: take the picture while it stands");
    }
    let on = seen.section.tile(seen.hero.cell());
    let start = on.unwrap_or(seen.section.start());
    let mut unread =
        seen.tiles.cells().filter(|(cell, tile)| *cell != start && tile.value.is_none());
    if let Some(((row, column), tile)) = unread.next() {
        let why = tile.why.unwrap_or(Unreadable::Doubtful);
        bail!(
            "the tile in row {}, column {} of section {} was not read ({why}): take the picture from the \
             stairs below the section, with nothing over it",
            row + 1,
            column + 1,
            seen.section.number
        );
    }
    let ice = Grid::from_fn(seen.section.size.0, seen.section.size.1, |r, c| {
        (r, c) == start || seen.tiles[(r, c)].value == Some(FloorTile::Ice)
    });
    let end = seen.section.end();
    if !ice[end] {
        bail!("the tile before the exit is cracked: there is no walk, or it is done");
    }
    Ok(Floor::new(ice, start, vec![end])?)
}

impl Shown {
    /// Saves the picture with a walk drawn on it as PNG, to a file that is not there yet.
    ///
    /// # Errors
    /// The file is there already, or cannot be written.
    pub fn save_with(&self, walk: &[Cell], path: &Path) -> anyhow::Result<()> {
        save(&self.drawn(walk), &OutputFile::new(path)?)
    }

    /// The picture with a walk as a line through the middles of its tiles, and a square where it begins.
    fn drawn(&self, walk: &[Cell]) -> RgbImage {
        let mut picture = self.picture.clone();
        let middle = |tile: Cell| {
            let (x, y) = self.seen.hero.on_screen(self.seen.section.cell(tile));
            let half = f64::from(CELL) / 2.0;
            Point::new(f64::from(x) + half, f64::from(y) + half)
        };
        let mut fill = |from: Point, to: Point, reach: f64| {
            let corner =
                |p: Point, by: f64| self.seen.placement.to_picture(Point::new(p.x + by, p.y + by));
            let (a, b) = (corner(from, -reach), corner(to, reach));
            let clamp = |v: f64, most: u32| v.round().clamp(0.0, f64::from(most)) as u32;
            let (w, h) = picture.dimensions();
            for y in clamp(a.y.min(b.y), h)..clamp(a.y.max(b.y), h) {
                for x in clamp(a.x.min(b.x), w)..clamp(a.x.max(b.x), w) {
                    picture.put_pixel(x, y, LINE);
                }
            }
        };
        for step in walk.windows(2) {
            let (from, to) = (step[0].min(step[1]), step[0].max(step[1]));
            fill(middle(from), middle(to), WIDTH / 2.0);
        }
        if let Some(start) = walk.first() {
            fill(middle(*start), middle(*start), 2.0 * WIDTH);
        }
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ice_floor::solver::{Answer, solve};

    #[test]
    fn the_walk_of_a_picture_is_drawn_on_its_tiles() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/ice-floor");
        let path = format!("{folder}/ruby-1x-1-before.png");
        assert!(is_picture(Path::new(&path)));
        let (floor, shown) = read(Path::new(&path)).unwrap();
        let Answer::Walk(walk) = solve(&floor, &|| false).answer else { panic!("no walk") };
        let drawn = shown.drawn(&walk);
        for (tile, ice) in floor.ice().cells() {
            let (x, y) = shown.seen.hero.on_screen(shown.seen.section.cell(tile));
            let is_drawn = *drawn.get_pixel(x as u32 + 8, y as u32 + 8) == LINE;
            assert_eq!(is_drawn, *ice, "{tile:?}");
        }
    }
}
