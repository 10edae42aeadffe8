//! The errors of profiles.

use crate::files::{TextError, shown};
use std::path::{Path, PathBuf};

/// The error for a profile that cannot be used, saved or removed.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// Neither `XDG_CONFIG_HOME` nor `HOME` is set.
    #[error("there is no configuration folder: set XDG_CONFIG_HOME, or HOME")]
    NoFolder,
    /// The name could not be a folder's everywhere.
    #[error("{0:?} cannot be a profile's name: use 1 to 40 letters, digits, - and _")]
    Name(String),
    /// The name is that of a built-in theme.
    #[error("{0:?} is a built-in theme: give the profile another name")]
    Shipped(String),
    /// There is none of this name.
    #[error("there is no profile {name:?} in {}{}", shown(folder), others(known))]
    Unknown {
        /// The name.
        name: String,
        /// Where profiles are.
        folder: PathBuf,
        /// Those that there are.
        known: Vec<String>,
    },
    /// There is one of this name already.
    #[error("the profile {0:?} exists already: use --replace, or choose another name")]
    Exists(String),
    /// A file or folder cannot be read, written or removed.
    #[error("{}: {source}", shown(path))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said, or what it is instead of text.
        source: TextError,
    },
    /// What a profile's files say is not as expected.
    #[error("the profile {name:?} cannot be used: {why}")]
    Unusable {
        /// The profile's name.
        name: String,
        /// What is wrong.
        why: String,
    },
}

fn others(known: &[String]) -> String {
    if known.is_empty() {
        "; make one with `voltsight look learn`".to_owned()
    } else {
        format!("; there are: {}", known.join(", "))
    }
}

/// An error about a file or folder.
pub(super) fn at<E: Into<TextError>>(path: &Path) -> impl Fn(E) -> ProfileError {
    move |source| ProfileError::Io { path: path.to_owned(), source: source.into() }
}
