//! What does a picture show that is to teach a theme?

use crate::games::voltorb_flip::commands::ask;
use crate::output::print;
use anyhow::bail;
use grid::Grid;
use grid::reading::Reading;
use image::RgbImage;
use lab::check::entry;
use session::files::shown;
use std::path::Path;
use std::sync::Arc;
use voltorb_flip::board::{Line, Position};
use voltorb_flip::notation::write_position;
use voltorb_flip_game::field_text::card_name;
use voltorb_flip_game::screen::layout::SIZE;
use voltorb_flip_game::screen::taught::TaughtLook;
use voltorb_flip_game::screen::{
    self, BoardReading, FlipReader, FlipReading, LineReading, Looks, Tile,
};
use voltorb_flip_game::truth::FlipTruth;

/// What the truth.json beside a picture says that it shows.
pub(super) fn told(path: &Path) -> anyhow::Result<Position> {
    let truth = FlipTruth::from_json(&entry(path)?).map_err(anyhow::Error::msg)?;
    let (Some(Some(rows)), Some(Some(cols)), Some(Some(tiles))) =
        (truth.rows, truth.cols, truth.tiles)
    else {
        bail!("the truth.json next to {} does not say its rows, cols and tiles", shown(path));
    };
    Ok(Position { level: None, rows, cols, tiles })
}

/// Asks what a picture shows; what can be read of it is only to be confirmed.
pub(super) fn asked(
    path: &Path,
    picture: &RgbImage,
    known: Option<&Arc<TaughtLook>>,
) -> anyhow::Result<Option<Position>> {
    if let Some(look) = known
        && let Some(board) = board(picture, look)
        && let Some((rows, cols)) = lines(&board.rows).zip(lines(&board.cols))
    {
        return asked_cards(path, look.name(), &board.tiles, rows, cols);
    }
    let read = screen::read(picture).ok().and_then(|seen: FlipReading| seen.position());
    let read = read.map(|position| Position { level: None, ..position });
    match read {
        Some(read) => {
            print(&format!("{} is read as\n  {}\n", shown(path), write_position(&read)))?;
            ask::confirm(read)
        }
        None => {
            print(&format!("What does {} show?\n", shown(path)))?;
            ask::position()
        }
    }
}

/// The board of a picture, read with this theme alone.
fn board(picture: &RgbImage, look: &Arc<TaughtLook>) -> Option<BoardReading> {
    let only = Looks { taught: vec![look.clone()], only_learned: true, ..Looks::default() };
    FlipReader::with_looks(only).read(picture).ok()?.board
}

/// The headers, if all of them were read.
fn lines(read: &[LineReading]) -> Option<Vec<Line>> {
    read.iter().map(LineReading::line).collect()
}

/// Asks what those cards show that were not read.
fn asked_cards(
    path: &Path,
    look: &str,
    tiles: &Grid<Reading<Tile>>,
    rows: Vec<Line>,
    cols: Vec<Line>,
) -> anyhow::Result<Option<Position>> {
    let new = tiles.iter().filter(|tile| tile.value.is_none()).count();
    let read = SIZE * SIZE - new;
    print(&format!("{}: all headers and {read} cards are read\n", shown(path)))?;
    let mut shows = tiles.map(|tile| tile.value.flatten());
    for (cell, _) in tiles.cells().filter(|(_, tile)| tile.value.is_none()) {
        let name = card_name(cell);
        let question =
            format!("{name} is new to {look}: what is it? 1, 2, 3, V, or . for face down: ");
        match ask::card(&question)? {
            Some(tile) => shows[cell] = tile,
            None => return Ok(None),
        }
    }
    Ok(Some(Position { level: None, rows, cols, tiles: shows }))
}
