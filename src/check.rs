//! Reading folders of pictures whose truth is known: how much is right, left out, wrong.

use crate::capture::decode::{decode, decode_within};
use crate::capture::memory::Memory;
use crate::files::{self, TextError, shown};
use crate::games::voltorb_flip::screen::{Looks, Reader, Sighting, looks};
use crate::games::voltorb_flip::trial::Specimen;
use crate::games::voltorb_flip::truth::{Comparison, Truth, TruthError, compare};
use crate::parallel::in_order;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::marker::PhantomData;
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
    #[error("{} is not as expected: {picture}: {source}", shown(path))]
    Truth {
        /// The file.
        path: PathBuf,
        /// The picture, as it is named there.
        picture: String,
        /// What is wrong.
        source: TruthError,
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

    /// How many pictures were read with each look, but for that of the DS.
    pub fn looks(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        let named = self.pictures.iter().filter_map(|p| p.look.as_deref());
        for name in named.filter(|name| *name != looks::shipped()[0].name()) {
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

/// What the pictures of a folder truly show, by file name.
///
/// # Errors
/// If there is no `truth.json`, or it is not as expected or names no picture.
pub fn truths(folder: &Path) -> Result<BTreeMap<String, Truth>, CheckError> {
    let path = folder.join(TRUTH);
    if !path.is_file() {
        return Err(CheckError::NoTruth(folder.to_owned()));
    }
    let io = |source| CheckError::Io { path: path.clone(), source };
    let file = files::open(&path).map_err(|error| io(error.into()))?;
    let text = files::read_text(file, MOST_BYTES).map_err(io)?;
    let entries: Entries<Entries<Value>> = serde_json::from_str(&text)
        .map_err(|source| CheckError::Syntax { path: path.clone(), source })?;
    if entries.0.is_empty() {
        return Err(CheckError::NoPictures(path));
    }
    let truth = |(picture, fields): (String, Entries<Value>)| match Truth::from_json(
        Map::from_iter(fields.0),
    ) {
        Ok(truth) => Ok((picture, truth)),
        Err(source) => Err(CheckError::Truth { path: path.clone(), picture, source }),
    };
    entries.0.into_iter().map(truth).collect()
}

/// The entries of a JSON object, none of them twice.
struct Entries<T>(BTreeMap<String, T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        struct Unique<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Unique<T> {
            type Value = Entries<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object {...}")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Entries<T>, M::Error> {
                let mut entries = BTreeMap::new();
                while let Some(name) = map.next_key::<String>()? {
                    if entries.contains_key(&name) {
                        let twice = format!("{name:?} stands there twice");
                        return Err(serde::de::Error::custom(twice));
                    }
                    let value = map.next_value()?;
                    entries.insert(name, value);
                }
                Ok(Entries(entries))
            }
        }
        d.deserialize_map(Unique(PhantomData))
    }
}

/// Reads every picture that the folder's `truth.json` names and compares; after each, in order,
/// calls `done`.
///
/// # Errors
/// If there is no `truth.json` or it is not as expected. A picture that is missing or damaged is a
/// result, not an error.
pub fn check(
    folder: &Path,
    looks: &Looks,
    memory: &Memory,
    mut done: impl FnMut(),
) -> Result<Folder, CheckError> {
    let truths: Vec<_> = truths(folder)?.into_iter().collect();
    let mut pictures = Vec::with_capacity(truths.len());
    let work = |(file, truth): &(String, Truth)| one(folder, file, truth, looks, memory);
    in_order(&truths, work, |picture| {
        pictures.push(picture);
        done();
        Ok::<_, CheckError>(())
    })?;
    Ok(Folder { folder: folder.to_owned(), pictures })
}

/// The pictures of a folder that can be distorted, and the names of those that cannot: damaged ones
/// and those that [`Specimen::new`] refuses.
///
/// # Errors
/// If there is no `truth.json` or it is not as expected.
pub fn specimens(folder: &Path) -> Result<(Vec<Specimen>, Vec<String>), CheckError> {
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    for (file, truth) in truths(folder)? {
        let picture = decode(&folder.join(&file)).ok();
        match picture.and_then(|p| Specimen::new(file.clone(), p, truth)) {
            Some(specimen) => found.push(specimen),
            None => left_out.push(file),
        }
    }
    Ok((found, left_out))
}

fn one(folder: &Path, file: &str, truth: &Truth, looks: &Looks, memory: &Memory) -> Checked {
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
    let seen: Result<Sighting, _> = Reader::with_looks(looks.clone()).read(&picture);
    let took = start.elapsed();
    match seen {
        Ok(seen) => Checked {
            file: file.to_owned(),
            comparison: compare(truth, Some(&seen)),
            look: Some(seen.look.name().to_owned()),
            refused: None,
            undecoded: false,
            took,
        },
        Err(error) => refused(error.to_string(), false, took),
    }
}
