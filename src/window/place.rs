//! Where a companion is: what it looks at, and what it may act with.

use super::shared::{MakeHand, Shared};
use super::sources::{Attended, Still};
use crate::game::Game;
use anyhow::bail;
#[cfg(feature = "live")]
use desktop::window::Candidate;
use image::RgbImage;
use lab::arcade::demonstration::{Demonstration, Opening};
use session::capture::Source;
use session::capture::decode::decode;
use session::files::shown;
#[cfg(feature = "live")]
use session::input::Safeguard;
use std::path::PathBuf;
use std::sync::Arc;

/// What a companion is begun on.
pub(super) enum Subject {
    /// A picture file.
    File(PathBuf),
    /// A picture, and what it is called.
    Picture { picture: RgbImage, name: String },
    /// A built-in game.
    BuiltIn { game: &'static dyn Game, opening: Opening },
    /// A window of another program, and the safeguards that it is played without.
    #[cfg(feature = "live")]
    Window { candidate: Box<Candidate>, without: Vec<Safeguard> },
}

/// Where a companion is.
pub(super) struct Place {
    pub source: Box<dyn Source>,
    /// The game, where that is known beforehand.
    pub game: Option<&'static dyn Game>,
    /// How it acts, where it can.
    pub hand: Option<MakeHand>,
}

impl Place {
    fn still(picture: RgbImage, name: String, shared: &Arc<Shared>) -> Self {
        let source = Box::new(Still::new(picture, name, shared.clone()));
        Self { source, game: None, hand: None }
    }

    /// Opens it.
    ///
    /// # Errors
    /// A window that cannot be watched, or a game without a built-in one.
    pub fn open(subject: Subject, shared: &Arc<Shared>) -> anyhow::Result<Self> {
        match subject {
            Subject::File(path) => {
                Ok(Self::still(decode(&path)?, shown(&path).to_string(), shared))
            }
            Subject::Picture { picture, name } => Ok(Self::still(picture, name, shared)),
            Subject::BuiltIn { game, opening } => {
                let demonstration = demonstration(game, opening)?;
                // The hand of the person, and below that of the player, act upon the same game.
                let (source, hand) = demonstration.game();
                let source = Box::new(Attended::new(source, hand, shared.clone()));
                let hand: MakeHand = Box::new(move |_| Ok(demonstration.game().1));
                Ok(Self { source, game: Some(game), hand: Some(hand) })
            }
            #[cfg(feature = "live")]
            Subject::Window { candidate, without } => {
                let window = super::desk::open(*candidate, without, shared)?;
                let source = Box::new(window.source);
                Ok(Self { source, game: window.game, hand: Some(window.hand) })
            }
        }
    }
}

/// A built-in game, with the options that it has where nothing is typed.
///
/// # Errors
/// The game has no built-in one.
pub(super) fn demonstration(
    game: &dyn Game,
    opening: Opening,
) -> anyhow::Result<Box<dyn Demonstration>> {
    let Some(playing) = game.playing() else {
        bail!("{} has no built-in game", game.title());
    };
    playing.demo(opening)
}
