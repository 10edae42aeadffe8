//! What an examination finds.

use super::error::DesktopError;
use serde::Serialize;

/// How a point stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// As it should be.
    Good,
    /// Live use works, with a restriction.
    Note,
    /// Live use does not work.
    Bad,
}

/// One point of what `doctor` examines.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// What was looked at.
    pub what: &'static str,
    /// How it stands.
    pub verdict: Severity,
    /// What was found.
    pub found: String,
    /// What to do about it, where there is something to do.
    pub advice: Option<String>,
}

impl Finding {
    /// A point that is as it should be.
    pub fn good(what: &'static str, found: impl Into<String>) -> Self {
        Self { what, verdict: Severity::Good, found: found.into(), advice: None }
    }

    /// A restriction, and what to do about it.
    pub fn note(what: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        let (found, advice) = (found.into(), Some(advice.into()));
        Self { what, verdict: Severity::Note, found, advice }
    }

    /// What keeps live use from working, and what to do about it.
    pub fn bad(what: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { verdict: Severity::Bad, ..Self::note(what, found, advice) }
    }

    /// A desktop that does not answer.
    pub fn no_answer(error: &DesktopError) -> Self {
        Self::bad("display", error.to_string(), "restart the session")
    }
}
