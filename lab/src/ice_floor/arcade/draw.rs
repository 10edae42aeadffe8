//! The picture of the game.

use super::game::{BUMP, GUIDE, Game, LEADER, Motion, SLIDE, TURN};
use grid::Cell;
use ice_floor::plan::{CELL, SECTIONS};
use ice_floor_game::art::{Album, Room, Sprite};
use ice_floor_game::screen::{HEAD, HERO};
use image::{Rgb, RgbImage};
use session::consoles::gba;

/// Draws the game's screen.
pub fn draw(game: &Game) -> RgbImage {
    let mut screen = RgbImage::new(gba::SCREEN.0, gba::SCREEN.1);
    let place = game.place();
    let tiles = Album::tiles(game.version);
    let room = Room::get();
    let plan = if game.in_basement { &room.basement } else { &room.floor };
    for (cell, name) in plan.cells() {
        let name = if game.in_basement { name } else { tile(game, cell).unwrap_or(name) };
        put(&mut screen, tiles.get(name), place.on_screen(cell));
    }
    let person = |screen: &mut RgbImage, (name, cell)| {
        let (x, y) = place.on_screen(cell);
        put(screen, Album::people().get(name), (x, y - HEAD));
    };
    let people = [("leader", LEADER), ("guide", GUIDE)];
    // Who stands further down stands in front.
    let (behind, before): (Vec<_>, Vec<_>) = people
        .into_iter()
        .filter(|_| !game.in_basement)
        .partition(|(_, cell)| cell.0 <= game.cell.0);
    behind.into_iter().for_each(|who| person(&mut screen, who));
    if game.is_visible() {
        put(&mut screen, Album::hero().get(&hero(game)), (HERO.0, HERO.1 - HEAD));
    }
    before.into_iter().for_each(|who| person(&mut screen, who));
    screen
}

/// The tile of a section or an exit.
fn tile(game: &Game, cell: Cell) -> Option<&'static str> {
    SECTIONS.iter().enumerate().find_map(|(i, section)| match section.tile(cell) {
        Some(tile) => Some(game.floors[i][tile].picture(section.is_shaded(tile))),
        None => (game.open[i] && section.exit().contains(&cell)).then_some("stairs"),
    })
}

/// The hero lifts a foot in the first half of what it does.
fn hero(game: &Game) -> String {
    let side = game.facing.name();
    let lifts = match game.motion {
        Motion::Standing => false,
        Motion::Turning(left) => 2 * left >= TURN,
        Motion::Bumping(left) => 2 * left >= BUMP,
        // On a slide it stands.
        Motion::Stepping(_, done, of) => of != SLIDE && 2 * done <= of,
    };
    if lifts { format!("{side}-step") } else { side.to_owned() }
}

/// Puts a picture on the screen, what of it lies there.
fn put(screen: &mut RgbImage, picture: Option<&Sprite>, (left, top): (i32, i32)) {
    let reach = -2 * CELL;
    let (width, height) = screen.dimensions();
    if left < reach || top < reach || left >= width as i32 || top >= height as i32 {
        return;
    }
    for ((row, column), pixel) in picture.iter().flat_map(|picture| picture.cells()) {
        let (x, y) = (left + column as i32, top + row as i32);
        if let Some(colour) = pixel
            && let Some(on_screen) = screen.get_pixel_mut_checked(x as u32, y as u32)
        {
            *on_screen = Rgb(*colour);
        }
    }
}
