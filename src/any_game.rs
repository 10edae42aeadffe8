//! Reading pictures of any game: which one a picture shows, and what.

use crate::game::Game;
use crate::games::GAMES;
use anyhow::bail;
use image::RgbImage;
use session::observation::{NotFound, Observation, Reader};

/// The games that may be meant: the one that was named, or all that are read off pictures.
///
/// # Errors
/// The one that was named is not.
pub fn candidates(named: Option<&'static dyn Game>) -> anyhow::Result<Vec<&'static dyn Game>> {
    match named {
        Some(game) if game.pictures().is_none() => bail!(
            "{} is not read off pictures: type it, see `voltsight solve --game {} --help`",
            game.title(),
            game.name()
        ),
        Some(game) => Ok(vec![game]),
        None => Ok(GAMES.into_iter().filter(|game| game.pictures().is_some()).collect()),
    }
}

/// A reader for each game that may be meant.
pub struct Readers(Vec<(&'static dyn Game, Box<dyn Reader>)>);

impl Readers {
    /// For the game that was named, or for all; with a profile, for those that have it.
    ///
    /// # Errors
    /// The profile that was asked for cannot be used.
    pub fn new(named: Option<&'static dyn Game>, profile: Option<&str>) -> anyhow::Result<Self> {
        let mut readers = Vec::new();
        let mut refused = None;
        for game in candidates(named)? {
            let Some(pictures) = game.pictures() else { continue };
            match pictures.reader(profile) {
                Ok(reader) => readers.push((game, reader)),
                Err(error) => {
                    refused.get_or_insert(error);
                }
            }
        }
        match refused {
            Some(error) if readers.is_empty() => Err(error),
            _ => Ok(Self(readers)),
        }
    }

    /// That of one game, if it is among them.
    pub fn of(&self, game: &'static dyn Game) -> Option<&dyn Reader> {
        let found = self.0.iter().find(|(other, _)| other.name() == game.name());
        found.map(|(_, reader)| &**reader)
    }

    /// Reads one picture, that nothing was seen before: as the first game that is found in it.
    ///
    /// # Errors
    /// No game is found: why not, for the first.
    pub fn read(
        &self,
        picture: &RgbImage,
    ) -> Result<(&'static dyn Game, Box<dyn Observation>), NotFound> {
        let mut refused: Option<NotFound> = None;
        for (game, reader) in &self.0 {
            match reader.fresh().read(picture) {
                Ok(seen) => return Ok((*game, seen)),
                Err(why) => {
                    refused.get_or_insert(why);
                }
            }
        }
        let others = self.0.iter().skip(1).map(|(game, _)| game.title());
        let others = others.collect::<Vec<_>>().join(", ");
        let why = refused.map_or_else(|| "there is no game to read".to_owned(), |why| why.0);
        Err(NotFound(if others.is_empty() { why } else { format!("{why} (nor found: {others})") }))
    }
}
