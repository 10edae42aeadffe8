//! Reading folders of pictures whose truth is known: how much is right, left out, wrong.

use crate::parallel::in_order;
use anyhow::Context;
use serde::Serialize;
use serde_json::{Map, Value};
use session::capture::decode::decode_within;
use session::capture::memory::Memory;
use session::files::{self, TextError, shown};
use session::observation::Reader;
use session::truth::entry::Unique;
use session::truth::{Comparison, Truth, compare};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the file that says what a folder's pictures show.
pub const TRUTH: &str = "truth.json";

/// No `truth.json` is larger, in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Why a folder was not checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is no `truth.json`.
    #[error(
        "{} has no {TRUTH}: name folders that hold pictures and a {TRUTH} that says what they show",
        shown(.0)
    )]
    NoTruth(PathBuf),
    /// A folder or `truth.json` cannot be read.
    #[error("{} cannot be read: {source}", shown(path))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said, or what it is instead of text.
        source: TextError,
    },
    /// `truth.json` says something else than what is understood.
    #[error("{} is not as expected: {source}", shown(path))]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What and where.
        source: serde_json::Error,
    },
    /// It names no picture.
    #[error("{} names no picture: there is nothing to check", shown(.0))]
    NoPictures(PathBuf),
    /// What it says of a picture is not what is understood.
    #[error("{} is not as expected: {picture}: {why}", shown(path))]
    Truth {
        /// The file.
        path: PathBuf,
        /// The picture, as it is named there.
        picture: String,
        /// What is wrong.
        why: String,
    },
}

/// The result for one picture.
#[derive(Clone, Debug, Serialize)]
pub struct Checked {
    /// The picture's file name.
    pub file: String,
    /// How its reading compares with the truth.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// The look whose templates fitted, if it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look: Option<String>,
    /// Why it was not read, if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Whether its file is missing or damaged.
    #[serde(skip)]
    pub undecoded: bool,
    /// How long it took to find and read the board, decoding not counted.
    #[serde(skip)]
    pub took: Duration,
}

/// The results for a folder.
#[derive(Clone, Debug, Serialize)]
pub struct Folder {
    /// The folder.
    pub folder: PathBuf,
    /// Its pictures, by name.
    pub pictures: Vec<Checked>,
}

impl Folder {
    /// Pictures of which everything shown was read, and nothing wrong.
    pub fn fully_right(&self) -> usize {
        self.pictures.iter().filter(|p| p.comparison.fully_right()).count()
    }

    /// Fields that are right, unreadable and wrong.
    pub fn fields(&self) -> (usize, usize, usize) {
        self.pictures.iter().fold((0, 0, 0), |(right, unreadable, wrong), p| {
            let c = &p.comparison;
            (right + c.right, unreadable + c.unreadable.len(), wrong + c.wrong.len())
        })
    }

    /// How many pictures were read with each look.
    pub fn looks(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for name in self.pictures.iter().filter_map(|p| p.look.as_deref()) {
            *counts.entry(name).or_default() += 1;
        }
        counts
    }

    /// The mean time to find and read a board.
    pub fn mean_time(&self) -> Duration {
        let total: Duration = self.pictures.iter().map(|p| p.took).sum();
        total.checked_div(self.pictures.len() as u32).unwrap_or_default()
    }
}

/// The folders at and below `root` that have a `truth.json`, in order. One to which several links
/// lead is visited once.
///
/// # Errors
/// If there is none, or a folder cannot be listed.
pub fn folders(root: &Path) -> Result<Vec<PathBuf>, CheckError> {
    let mut found = Vec::new();
    let mut visited = HashSet::new();
    let mut rest = vec![root.to_owned()];
    while let Some(folder) = rest.pop() {
        let io =
            |source: std::io::Error| CheckError::Io { path: folder.clone(), source: source.into() };
        if !visited.insert(folder.canonicalize().map_err(io)?) {
            continue;
        }
        if folder.join(TRUTH).is_file() {
            found.push(folder);
            continue;
        }
        let mut within = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(io)? {
            let path = entry.map_err(io)?.path();
            if path.is_dir() {
                within.push(path);
            }
        }
        // The names decide, not the order in which the system lists them, which of two links counts.
        within.sort();
        rest.extend(within.into_iter().rev());
    }
    found.sort();
    if found.is_empty() { Err(CheckError::NoTruth(root.to_owned())) } else { Ok(found) }
}

/// The entry of a picture in the `truth.json` beside it.
///
/// # Errors
/// If there is no `truth.json` that names it.
pub fn entry(picture: &Path) -> anyhow::Result<Map<String, Value>> {
    let folder = picture.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = picture.file_name().unwrap_or_default().to_string_lossy();
    let mut entries = match entries(folder) {
        Err(CheckError::NoTruth(_)) => {
            anyhow::bail!("there is no {TRUTH} next to {} that says what it shows", shown(picture))
        }
        entries => entries?,
    };
    entries
        .remove(&*name)
        .with_context(|| format!("the truth.json next to {} does not name it", shown(picture)))
}

/// The entries of the folder's `truth.json`, by the names of the pictures.
///
/// # Errors
/// If there is no `truth.json`, or it is not an object of objects, or names no picture.
pub fn entries(folder: &Path) -> Result<BTreeMap<String, Map<String, Value>>, CheckError> {
    let path = folder.join(TRUTH);
    if !path.is_file() {
        return Err(CheckError::NoTruth(folder.to_owned()));
    }
    let io = |source| CheckError::Io { path: path.clone(), source };
    let file = files::open(&path).map_err(|error| io(error.into()))?;
    let text = files::read_text(file, MOST_BYTES).map_err(io)?;
    let entries: Unique<Unique<Value>> = serde_json::from_str(&text)
        .map_err(|source| CheckError::Syntax { path: path.clone(), source })?;
    if entries.0.is_empty() {
        return Err(CheckError::NoPictures(path));
    }
    Ok(entries.0.into_iter().map(|(name, entry)| (name, Map::from_iter(entry.0))).collect())
}

/// What pictures truly show, by their names.
pub type Truths = BTreeMap<String, Box<dyn Truth>>;

/// The game whose truths a folder has, of these, and the truths by the names of the pictures: the
/// first game for which all entries are sound, as `read` reads an entry of it.
///
/// # Errors
/// As [`entries`]; or what is wrong with an entry, for the game that most of them are sound for.
pub fn truths<G: Copy>(
    games: &[G],
    read: impl Fn(G, &Map<String, Value>) -> Result<Box<dyn Truth>, String>,
    folder: &Path,
) -> Result<(G, Truths), CheckError> {
    let entries = entries(folder)?;
    let mut nearest: Option<(usize, CheckError)> = None;
    for &game in games {
        let mut truths = BTreeMap::new();
        let mut refused = None;
        for (picture, entry) in &entries {
            match read(game, entry) {
                Ok(truth) => {
                    truths.insert(picture.clone(), truth);
                }
                Err(why) => {
                    refused.get_or_insert_with(|| (picture.clone(), why));
                }
            }
        }
        let Some((picture, why)) = refused else { return Ok((game, truths)) };
        if nearest.as_ref().is_none_or(|(most, _)| truths.len() > *most) {
            let path = folder.join(TRUTH);
            nearest = Some((truths.len(), CheckError::Truth { path, picture, why }));
        }
    }
    Err(nearest.map_or_else(|| CheckError::NoTruth(folder.to_owned()), |(_, error)| error))
}

/// Reads every picture that is named and compares it with its truth, each with a fresh reader; after
/// each, in order, calls `done`. A picture that is missing or damaged is a result.
pub fn check(
    folder: &Path,
    truths: Truths,
    reader: &dyn Reader,
    memory: &Memory,
    mut done: impl FnMut(),
) -> Folder {
    let truths: Vec<_> = truths.into_iter().collect();
    let mut pictures = Vec::with_capacity(truths.len());
    let work =
        |(file, truth): &(String, Box<dyn Truth>)| one(folder, file, &**truth, reader, memory);
    let ended: Result<(), std::convert::Infallible> = in_order(&truths, work, |picture| {
        pictures.push(picture);
        done();
        Ok(())
    });
    match ended {
        Ok(()) => Folder { folder: folder.to_owned(), pictures },
    }
}

fn one(
    folder: &Path,
    file: &str,
    truth: &dyn Truth,
    reader: &dyn Reader,
    memory: &Memory,
) -> Checked {
    let refused = |why: String, undecoded, took| Checked {
        file: file.to_owned(),
        comparison: compare(truth, None),
        look: None,
        refused: Some(why),
        undecoded,
        took,
    };
    let picture = match decode_within(&folder.join(file), memory) {
        Ok(picture) => picture,
        Err(error) => return refused(error.to_string(), true, Duration::ZERO),
    };
    let start = Instant::now();
    let seen = reader.fresh().read(&picture);
    let took = start.elapsed();
    match seen {
        Ok(seen) => Checked {
            file: file.to_owned(),
            comparison: compare(truth, Some(&*seen)),
            look: Some(seen.look().to_owned()),
            refused: None,
            undecoded: false,
            took,
        },
        Err(error) => refused(error.to_string(), false, took),
    }
}
