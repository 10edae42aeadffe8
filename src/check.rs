//! Reading folders of pictures whose truth is known: how much is right, left out, wrong.

use crate::capture::decode::decode;
use crate::games::voltorb_flip::screen::{Looks, Reader, Sighting, looks};
use crate::games::voltorb_flip::trial::Specimen;
use crate::games::voltorb_flip::truth::{Comparison, Truth, compare};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the file that says what a folder's pictures show.
pub const TRUTH: &str = "truth.json";

/// Why a folder was not checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is no `truth.json`.
    #[error("{} has no {TRUTH}: name folders that hold pictures and a {TRUTH} that says what they show", .0.display())]
    NoTruth(PathBuf),
    /// `truth.json` cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// `truth.json` says something else than what is understood.
    #[error("{} is not as expected: {source}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What and where.
        source: serde_json::Error,
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

/// The folders at and below `root` that have a `truth.json` for this game, in order.
///
/// # Errors
/// If there is none, or a folder cannot be listed.
pub fn folders(root: &Path) -> Result<Vec<PathBuf>, CheckError> {
    let mut found = Vec::new();
    let mut rest = vec![root.to_owned()];
    while let Some(folder) = rest.pop() {
        if folder.join(TRUTH).is_file() {
            found.push(folder);
            continue;
        }
        let io = |source| CheckError::Io { path: folder.clone(), source };
        for entry in std::fs::read_dir(&folder).map_err(io)? {
            let path = entry.map_err(io)?.path();
            if path.is_dir() {
                rest.push(path);
            }
        }
    }
    found.sort();
    if found.is_empty() { Err(CheckError::NoTruth(root.to_owned())) } else { Ok(found) }
}

/// What the pictures of a folder truly show, by file name.
///
/// # Errors
/// If there is no `truth.json` or it is not as expected.
pub fn truths(folder: &Path) -> Result<BTreeMap<String, Truth>, CheckError> {
    let path = folder.join(TRUTH);
    if !path.is_file() {
        return Err(CheckError::NoTruth(folder.to_owned()));
    }
    let text = std::fs::read_to_string(&path)
        .map_err(|source| CheckError::Io { path: path.clone(), source })?;
    serde_json::from_str(&text).map_err(|source| CheckError::Syntax { path, source })
}

/// Reads every picture that the folder's `truth.json` names and compares.
///
/// # Errors
/// If there is no `truth.json` or it is not as expected. A picture that is missing or damaged is a
/// result, not an error.
pub fn check(folder: &Path, looks: &Looks) -> Result<Folder, CheckError> {
    let truths: Vec<_> = truths(folder)?.into_iter().collect();
    let pictures =
        truths.into_par_iter().map(|(file, truth)| one(folder, file, &truth, looks)).collect();
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

fn one(folder: &Path, file: String, truth: &Truth, looks: &Looks) -> Checked {
    let refused = |why: String, took| Checked {
        file: file.clone(),
        comparison: compare(truth, None),
        look: None,
        refused: Some(why),
        took,
    };
    let picture = match decode(&folder.join(&file)) {
        Ok(picture) => picture,
        Err(error) => return refused(error.to_string(), Duration::ZERO),
    };
    let start = Instant::now();
    let seen: Result<Sighting, _> = Reader::with_looks(looks.clone()).read(&picture);
    let took = start.elapsed();
    match seen {
        Ok(seen) => {
            let comparison = compare(truth, Some(&seen));
            let look = Some(seen.look.name().to_owned());
            Checked { file, comparison, look, refused: None, took }
        }
        Err(error) => refused(error.to_string(), took),
    }
}
