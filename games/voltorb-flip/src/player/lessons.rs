//! Learns new cards of a learned theme that a person names during a session.
//!
//! Pictures that show them are read from then on: in this session and, if profiles are kept, in later ones.

use super::sight::Sight;
use crate::field_text::{card_name, tile_text};
use crate::screen::taught::{BOARD, SeenCard, TaughtLook};
use crate::screen::teach::renamed;
use crate::screen::{FlipReader, Tile};
use image::RgbImage;
use session::files::shown;
use session::profiles::{Files, ProfileFolder};
use std::path::PathBuf;
use std::sync::Arc;

/// What a person has named of the look that was watched last.
#[derive(Debug)]
pub(super) struct Lessons {
    /// Where they are saved; `None`: they are forgotten with the session.
    folder: Option<ProfileFolder>,
    last: Option<LookLessons>,
}

/// What a person has named of one look.
#[derive(Debug)]
struct LookLessons {
    /// The look as it was before.
    base: Arc<TaughtLook>,
    /// The look as it is now: another name than the base has where that one ships.
    look: Arc<TaughtLook>,
    /// The cards by their fields, in the order in which they were named.
    named: Vec<(String, Tile, SeenCard)>,
    /// Where it is saved; `None` where that cannot be.
    profile: Option<Profile>,
}

/// The profile of a look.
#[derive(Debug)]
struct Profile {
    folder: ProfileFolder,
    name: String,
    /// Its files besides that of the board.
    files: Files,
    /// Whether there was none before.
    is_new: bool,
}

impl Profile {
    /// The profile of a theme; a new one for a built-in theme.
    ///
    /// # Errors
    /// A sentence: it cannot be read.
    fn of(look: &TaughtLook, folder: ProfileFolder) -> Result<(Self, TaughtLook), String> {
        let name = look.name();
        let sentence = |error: session::profiles::ProfileError| error.to_string();
        if folder.path(name).is_ok() {
            let files = folder.load(name).map_err(sentence)?;
            let profile = Self { folder, name: name.to_owned(), files, is_new: false };
            return Ok((profile, look.clone()));
        }
        let taken = folder.names().map_err(sentence)?;
        let names = std::iter::once(format!("my-{name}"));
        let mut names = names.chain((2..).map(|n| format!("my-{name}-{n}")));
        let name = names.find(|name| !taken.contains(name)).unwrap_or_default();
        let (look, files) = renamed(&name, look).map_err(|error| error.to_string())?;
        Ok((Self { folder, name, files, is_new: true }, look))
    }

    /// Saves the look as it is now; one without anything new is as it was.
    fn save(&self, look: &TaughtLook, has_learned: bool) -> Result<PathBuf, String> {
        let saved = match has_learned || !self.is_new {
            true => {
                let mut files = self.files.clone();
                files.insert(BOARD.to_owned(), look.file());
                self.folder.save(&self.name, &files, true)
            }
            false => self.folder.remove(&self.name),
        };
        saved.map_err(|error| error.to_string())
    }
}

impl LookLessons {
    /// Nothing yet; the profile of the look is in `folder`, if there is one.
    fn new(base: Arc<TaughtLook>, folder: Option<ProfileFolder>) -> Result<Self, String> {
        let named = Vec::new();
        let Some(folder) = folder else {
            return Ok(Self { look: base.clone(), base, named, profile: None });
        };
        let (profile, look) = Profile::of(&base, folder)?;
        Ok(Self { look: Arc::new(look), base, named, profile: Some(profile) })
    }

    /// The look without what was named, under the name that it has now.
    fn plain(&self) -> TaughtLook {
        (*self.base).clone().named(self.look.look().clone())
    }

    /// The look with what was named, but for the card of this field.
    fn taught_without(&self, field: Option<&str>) -> TaughtLook {
        let named = self.named.iter().filter(|(known, ..)| field != Some(known));
        named.fold(self.plain(), |look, (_, tile, card)| look.knowing(*tile, card))
    }

    /// Takes up that the card of this field shows `tile`. A sentence that says what came of it.
    fn learn(&mut self, field: &str, tile: Tile, card: SeenCard) -> String {
        if let Some(other) = self.taught_without(Some(field)).resembling(tile, &card) {
            return format!(
                "{field} looks too much like the known {}: it is not learned",
                tile_text(other)
            );
        }
        self.named.retain(|(known, ..)| known != field);
        self.named.push((field.to_owned(), tile, card));
        self.save(&format!("cards that show {} are known now", tile_text(tile)))
    }

    /// Saves the look with what was named. `what` came of it.
    fn save(&mut self, what: &str) -> String {
        self.look = Arc::new(self.taught_without(None));
        let Some(profile) = &self.profile else {
            return format!("{what}, until this session ends");
        };
        match profile.save(&self.look, !self.named.is_empty()) {
            Ok(path) => format!("{what}: profile {}, in {}", profile.name, shown(&path)),
            Err(why) => format!("{what}, until this session ends: it cannot be saved: {why}"),
        }
    }
}

impl Lessons {
    /// None yet. They are kept in `folder`, if there is one.
    pub(super) fn new(folder: Option<ProfileFolder>) -> Self {
        Self { folder, last: None }
    }

    /// Learns what a person said of a card that is new to the visible learned theme. The reader recognises it from
    /// then on. Returns a sentence with the result.
    pub(super) fn learn(
        &mut self,
        reader: &mut FlipReader,
        picture: &RgbImage,
        sight: &Sight,
        field: &str,
    ) -> Option<String> {
        let board = sight.reading.board.as_ref()?;
        let (cell, seen) = board.tiles.cells().find(|&(cell, _)| card_name(cell) == field)?;
        let tile = seen.value?;
        let (shown, card) = reader.card(picture, cell)?;
        let last = self.last.take().filter(|lessons| lessons.look.name() == shown.name());
        let mut lessons = match last {
            Some(lessons) => lessons,
            None => match LookLessons::new(shown.clone(), self.folder.clone()) {
                Ok(lessons) => lessons,
                Err(why) => return Some(format!("{field} is not learned: {why}")),
            },
        };
        let is_named = lessons.named.iter().any(|(known, ..)| known == field);
        let note = (is_named || shown.is_new(&card)).then(|| {
            let note = lessons.learn(field, tile, card);
            reader.replace_taught(shown.name(), &lessons.look);
            note
        });
        self.last = Some(lessons);
        note
    }

    /// Drops what was taken up of a card. A sentence that says so, if anything was.
    pub(super) fn unlearn(&mut self, reader: &mut FlipReader, field: &str) -> Option<String> {
        let lessons = self.last.as_mut()?;
        let known = lessons.named.len();
        lessons.named.retain(|(named, ..)| named != field);
        if lessons.named.len() == known {
            return None;
        }
        let note = lessons.save("what was learned from it is dropped");
        let look = match lessons.named.is_empty() {
            true => &lessons.base,
            false => &lessons.look,
        };
        reader.replace_taught(lessons.look.name(), look);
        if lessons.named.is_empty() {
            self.last = None;
        }
        Some(note)
    }
}

#[cfg(test)]
mod tests;
