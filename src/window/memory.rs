//! What the window remembers from one time to the next: a small file in the user's own folder for such things.

use super::form_page::Settings;
use super::practice::Mode;
use serde::{Deserialize, Serialize};
use session::files::{TextError, replace, text};
use session::folders::user_folder;
use session::form::Sheet;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The longest file that is read, in bytes.
const LONGEST: u64 = 1 << 20;

/// How many pictures are remembered.
const RECENT: usize = 6;

/// What was looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Last {
    /// A picture file.
    Picture(PathBuf),
    /// The built-in game of this name.
    BuiltIn(String),
    /// The board of the game of this name.
    Board(String),
    /// A window of a program, known by its class.
    Window(String),
}

/// Which theme the window has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Theme {
    /// That of the desktop.
    #[default]
    Desktop,
    Light,
    Dark,
}

/// What is remembered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Remembered {
    /// How large the window was, in points.
    pub size: Option<(f32, f32)>,
    /// Where it was, in points.
    pub place: Option<(f32, f32)>,
    pub theme: Theme,
    /// Whether it was kept above all others.
    pub on_top: bool,
    /// When advice is shown in built-in games.
    pub practice: Mode,
    /// How fast built-in games are.
    pub speed: f64,
    /// What was looked at last.
    pub last: Option<Last>,
    /// The pictures that were opened, the last one first.
    pub recent: Vec<PathBuf>,
    /// The boards that were entered, by the names of their games.
    pub boards: BTreeMap<String, Sheet>,
    /// What was chosen for them.
    pub settings: BTreeMap<String, Settings>,
}

impl Default for Remembered {
    fn default() -> Self {
        Self {
            size: None,
            place: None,
            theme: Theme::default(),
            on_top: false,
            practice: Mode::default(),
            speed: 1.0,
            last: None,
            recent: Vec::new(),
            boards: BTreeMap::new(),
            settings: BTreeMap::new(),
        }
    }
}

impl Remembered {
    /// Remembers that this picture was opened.
    pub fn note_picture(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|other| *other != path);
        self.recent.insert(0, path.clone());
        self.recent.truncate(RECENT);
        self.last = Some(Last::Picture(path));
    }
}

/// Where it is remembered.
#[derive(Default)]
pub(super) struct Memory {
    /// `None` where there is no such folder, or the file is to stay as it is.
    path: Option<PathBuf>,
    written: Remembered,
}

impl Memory {
    /// In the user's folder: `voltsight/app.json` in `$XDG_STATE_HOME`, or in `~/.local/state`.
    pub fn of_user() -> (Self, Option<String>) {
        let folder = user_folder("XDG_STATE_HOME", ".local/state");
        folder.map_or_else(|| (Self::default(), None), |folder| Self::at(folder.join("app.json")))
    }

    /// In this file; why nothing is remembered, if it cannot be read. Then it stays as it is.
    pub fn at(path: PathBuf) -> (Self, Option<String>) {
        let nothing = |path| Self { path, written: Remembered::default() };
        let read = match text(&path, LONGEST) {
            Ok(text) => serde_json::from_str(&text).map_err(|why| why.to_string()),
            Err(TextError::Io(why)) if why.kind() == std::io::ErrorKind::NotFound => {
                return (nothing(Some(path)), None);
            }
            Err(why) => Err(why.to_string()),
        };
        match read {
            Ok(written) => (Self { path: Some(path), written }, None),
            Err(why) => {
                let shown = session::files::shown(&path);
                let why = format!(
                    "The window's saved settings cannot be read ({shown}: {why}). Move that file away to \
                     start with new ones."
                );
                (nothing(None), Some(why))
            }
        }
    }

    /// A file of this name beside the one in which it is remembered, where there is such a folder.
    pub fn beside(&self, name: &str) -> Option<PathBuf> {
        self.path.as_ref().map(|path| path.with_file_name(name))
    }

    /// What was remembered when it was read or written last.
    pub fn remembered(&self) -> &Remembered {
        &self.written
    }

    /// Remembers this, if it is not what is there.
    ///
    /// # Errors
    /// It cannot be written: in a sentence.
    pub fn remember(&mut self, now: Remembered) -> Result<(), String> {
        let Some(path) = self.path.as_ref().filter(|_| now != self.written) else { return Ok(()) };
        let write = || {
            path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
            replace(path, &serde_json::to_vec(&now)?)
        };
        let written = write().map_err(|why: std::io::Error| {
            format!("{} cannot be written: {why}", session::files::shown(path))
        });
        // What cannot be written now is not tried again and again.
        self.written = now;
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_there_the_next_time() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("new/app.json");
        let (mut memory, why) = Memory::at(path.clone());
        assert_eq!((memory.remembered(), why), (&Remembered::default(), None));
        let mut now = Remembered { size: Some((800.0, 600.0)), on_top: true, ..Default::default() };
        (0..9).for_each(|i| now.note_picture(Path::new(&format!("/{i}.png"))));
        memory.remember(now.clone()).unwrap();
        let (memory, why) = Memory::at(path);
        assert_eq!((memory.remembered(), why), (&now, None));
        assert_eq!(now.recent.len(), RECENT);
        assert_eq!(now.recent[0], Path::new("/8.png"));
    }

    #[test]
    fn a_broken_file_is_told_and_stays() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("app.json");
        for broken in [&b"{\"size\": 7"[..], b"\xff\xfe\x00", b"{\"boards\": {\"x\": 1}}"] {
            std::fs::write(&path, broken).unwrap();
            let (mut memory, why) = Memory::at(path.clone());
            assert!(why.unwrap().contains("cannot be read"));
            memory.remember(Remembered { on_top: true, ..Default::default() }).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), broken);
        }
        // What another version wrote is not a fault.
        std::fs::write(&path, "{\"of a later version\": 1}").unwrap();
        assert_eq!(Memory::at(path).1, None);
    }

    #[test]
    fn what_cannot_be_written_is_told_once() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("file");
        std::fs::write(&file, "").unwrap();
        let (mut memory, _) = Memory::at(scratch.path().join("folder/app.json"));
        std::fs::write(scratch.path().join("folder"), "").unwrap();
        let now = Remembered { on_top: true, ..Default::default() };
        assert!(memory.remember(now.clone()).unwrap_err().contains("cannot be written"));
        assert_eq!(memory.remember(now), Ok(()));
    }
}
