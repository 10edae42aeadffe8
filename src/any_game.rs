//! Reading pictures of any game: which one a picture shows, and what.

use crate::game::Game;
use crate::games::GAMES;
use anyhow::bail;
use image::RgbImage;
use session::observation::{NotFound, Observation, Reader};
use std::collections::BTreeMap;

/// The games that may be meant: the one that was named, or all that are read off pictures.
///
/// # Errors
/// The one that was named is not.
pub fn candidates(named: Option<&'static dyn Game>) -> anyhow::Result<Vec<&'static dyn Game>> {
    match named {
        Some(game) if game.pictures().is_none() => bail!(
            "{} is not read from pictures: type it, see `voltsight solve {} --help`",
            game.title(),
            game.name()
        ),
        Some(game) => Ok(vec![game]),
        None => Ok(GAMES.into_iter().filter(|game| game.pictures().is_some()).collect()),
    }
}

/// A reader for each game that may be meant.
pub struct Readers {
    games: Vec<(&'static dyn Game, Box<dyn Reader>)>,
    /// Which of them is looked for before the others.
    first: usize,
}

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
            _ => Ok(Self { games: readers, first: 0 }),
        }
    }

    /// Looks for this game before the others.
    pub fn prefer(&mut self, name: &str) {
        let found = self.games.iter().position(|(game, _)| game.name() == name);
        self.first = found.unwrap_or(self.first);
    }

    /// That of one game, if it is among them.
    pub fn of(&self, game: &'static dyn Game) -> Option<&dyn Reader> {
        let found = self.games.iter().find(|(other, _)| other.name() == game.name());
        found.map(|(_, reader)| &**reader)
    }

    /// Reads one picture, that nothing was seen before: as the first game that is found in it.
    ///
    /// # Errors
    /// No game is found: why not, for the one that was nearly recognised, or the only one.
    pub fn read(
        &self,
        picture: &RgbImage,
    ) -> Result<(&'static dyn Game, Box<dyn Observation>), NotFound> {
        let mut refused = BTreeMap::new();
        let others = (0..self.games.len()).filter(|&at| at != self.first);
        for at in std::iter::once(self.first).chain(others) {
            let (game, reader) = &self.games[at];
            match reader.fresh().read(picture) {
                Ok(seen) => return Ok((*game, seen)),
                Err(why) => refused.insert(at, why),
            };
        }
        // Why there is none does not depend on what is looked for first.
        let mut refused: Vec<NotFound> = refused.into_values().collect();
        let near = refused.iter().position(|why| why.is_near);
        if near.is_some() || refused.len() == 1 {
            return Err(refused.swap_remove(near.unwrap_or(0)));
        }
        let (width, height) = picture.dimensions();
        let titles: Vec<&str> = self.games.iter().map(|(game, _)| game.title()).collect();
        Err(NotFound::nothing(format!(
            "no game is found in the picture of {width}x{height} pixels: nothing looks like {}. Show all of the game's \
             screen, upright. If the game is drawn differently, teach its theme by `voltsight look learn`. To see what \
             is missing, name the game after the command",
            titles.join(", ")
        )))
    }
}
