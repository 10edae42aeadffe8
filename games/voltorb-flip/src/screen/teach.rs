//! Learns themes of any board from pictures ([`super::taught`]), and tries them on the same pictures.

use super::Looks;
use super::learn::{Shot, Validation, trial};
use super::looks::{Look, LookError, MANIFEST, Manifest, States, TurnKey, from_files, shipped};
use super::taught::{BOARD, TaughtLook, TeachError, Where, from_picture};
use grid::Cell;
use grid::geometry::Rect;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A theme learned from pictures, and how well it reads them.
#[derive(Debug)]
pub struct TaughtLesson {
    /// The learned theme.
    pub look: Arc<TaughtLook>,
    /// The theme's files by name.
    pub files: BTreeMap<String, String>,
    /// Each picture, read with the theme.
    pub trials: Vec<Validation>,
}

/// The error for pictures from which no theme can be learned.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// Nothing can be learned from a picture.
    #[error("picture {number}: {why}")]
    Picture {
        /// The number of the picture, from 1.
        number: usize,
        /// The reason.
        why: TeachError,
    },
    /// A further picture is not like the first.
    #[error(
        "picture {0}: its board differs from that of the profile's first picture, or its headers have another \
         number of digits than you gave"
    )]
    Unlike(usize),
    /// The theme's files cannot be used.
    #[error(transparent)]
    Look(#[from] LookError),
}

impl LessonError {
    /// The place of the cells in the picture, if they were found.
    pub fn place(&self) -> Option<Where> {
        match self {
            Self::Picture { why: TeachError::NoHeaders { place }, .. } => Some(*place),
            _ => None,
        }
    }
}

/// A game that is played by keys, as a person describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyedGame {
    /// The card under the cursor in the first picture.
    pub cursor: Cell,
    /// The key that turns it.
    pub turns: TurnKey,
}

/// Learns a theme from pictures: the first shows where everything is, the others add digits and cards. `board` is the
/// area of the cards in the first, if it is given; `keys` is for a game that is played by keys.
///
/// # Errors
/// [`LessonError`].
pub fn teach(
    name: &str,
    shots: &[Shot],
    board: Option<Rect>,
    keys: Option<KeyedGame>,
) -> Result<TaughtLesson, LessonError> {
    let [first, others @ ..] = shots else { return Err(LessonError::Unlike(1)) };
    let about = format!("a board learned from {}", pictures(shots.len()));
    let (look, manifest) = named(name, &about, keys.map(|keys| keys.turns))?;
    let picture = |why| LessonError::Picture { number: 1, why };
    let cursor = keys.map(|keys| keys.cursor);
    let taught = from_picture(look, &first.picture, &first.shows, board, cursor);
    let mut taught = taught.map_err(picture)?;
    for (i, shot) in others.iter().enumerate() {
        if !taught.add(&shot.picture, &shot.shows) {
            return Err(LessonError::Unlike(i + 2));
        }
    }
    lesson(taught, manifest, shots)
}

/// Adds what pictures show to a learned theme.
///
/// # Errors
/// [`LessonError`].
pub fn add(
    files: &BTreeMap<String, String>,
    known: &TaughtLook,
    shots: &[Shot],
) -> Result<TaughtLesson, LessonError> {
    let manifest = files.get(MANIFEST).ok_or(LookError::NoManifest)?;
    let mut manifest: Manifest = serde_json::from_str(manifest).map_err(LookError::Manifest)?;
    manifest.about = "a board learned from several pictures".to_owned();
    let (look, manifest) = described(known.name(), &manifest)?;
    let mut taught = TaughtLook::from_file(look, &known.file()).map_err(LookError::Board)?;
    for (i, shot) in shots.iter().enumerate() {
        if !taught.add(&shot.picture, &shot.shows) {
            return Err(LessonError::Unlike(i + 1));
        }
    }
    lesson(taught, manifest, shots)
}

/// The look as it will be read from its files, tried on the pictures.
fn lesson(
    taught: TaughtLook,
    manifest: String,
    shots: &[Shot],
) -> Result<TaughtLesson, LessonError> {
    let board = taught.file();
    let look = TaughtLook::from_file(taught.look().clone(), &board).map_err(LookError::Board)?;
    let look = Arc::new(look);
    let only = || Looks { taught: vec![look.clone()], only_learned: true, ..Looks::default() };
    let files = BTreeMap::from([(MANIFEST.to_owned(), manifest), (BOARD.to_owned(), board)]);
    let trials = shots.iter().map(|shot| trial(only(), shot)).collect();
    Ok(TaughtLesson { look, files, trials })
}

fn pictures(count: usize) -> String {
    if count == 1 { "one picture".to_owned() } else { format!("{count} pictures") }
}

/// A copy of a learned theme under another name, and its files.
///
/// # Errors
/// [`LookError`]: it cannot have that name.
pub fn renamed(
    name: &str,
    taught: &TaughtLook,
) -> Result<(TaughtLook, BTreeMap<String, String>), LookError> {
    let about = format!("the theme {} with more cards", taught.name());
    let known = &taught.look().manifest;
    let (look, manifest) = named(name, &about, known.keys.then_some(known.turns))?;
    let look = taught.clone().named(look);
    let files = BTreeMap::from([(MANIFEST.to_owned(), manifest), (BOARD.to_owned(), look.file())]);
    Ok((look, files))
}

/// What is said of a look of this name: it deals other boards than the game, as far as anybody
/// knows. `turns` is the key that turns a card where keys do.
fn named(
    name: &str,
    about: &str,
    turns: Option<TurnKey>,
) -> Result<(Arc<Look>, String), LookError> {
    let base = &shipped()[0];
    let manifest = Manifest {
        about: about.to_owned(),
        base: Some(base.name().to_owned()),
        dealt: false,
        states: States::Cards,
        keys: turns.is_some(),
        turns: turns.unwrap_or_default(),
        ..base.manifest.clone()
    };
    described(name, &manifest)
}

/// The look that a manifest describes, and the manifest's text.
fn described(name: &str, manifest: &Manifest) -> Result<(Arc<Look>, String), LookError> {
    let json = serde_json::to_string_pretty(manifest).map_err(LookError::Manifest)? + "\n";
    let look = from_files(name, |file| (file == MANIFEST).then(|| json.clone()))?;
    Ok((Arc::new(look), json))
}
