//! `voltsight advise`: from one picture to the best move.

use super::MEMORY;
use super::looks::LookArguments;
use crate::game::Game;
use crate::output::{Exit, print};
use crate::show;
use anyhow::bail;
use clap::ArgMatches;
use desktop::clipboard;
use image::RgbImage;
use serde_json::json;
use session::capture::decode::{decode_stream, decode_within};
use session::capture::one::OnePicture;
use session::files::{OutputFile, shown};
use session::frame::Frame;
use session::{Heard, Pace, Session};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Tell the best move for one picture of a game
#[derive(Debug, clap::Args)]
#[command(after_help = EXIT_CODES)]
pub struct Advise {
    /// A picture of the game's screen, an emulator's window or a desktop; - for standard input.
    #[arg(required_unless_present = "paste", value_name = "IMAGE")]
    image: Option<PathBuf>,
    /// Take the picture from the clipboard.
    #[cfg_attr(not(feature = "live"), arg(hide = true))]
    #[arg(long, conflicts_with = "image")]
    paste: bool,
    /// Save the picture to FILE as a PNG with the chances drawn on the board and the best move framed.
    #[arg(long, value_name = "FILE")]
    annotate: Option<PathBuf>,
    /// Let --annotate write over a file that is there.
    #[arg(long, requires = "annotate")]
    force: bool,
    /// Print JSON: game, advice (a sentence), and on (what it is based on).
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    looks: LookArguments,
}

const EXIT_CODES: &str = "Exit codes: 0 there is a move; 1 there is none to make, or no game in the \
picture; 2 the picture cannot be read.";

impl Advise {
    /// Runs the command. `options` holds those of `game`, which was meant; `named` is the one that
    /// was named, if any.
    ///
    /// # Errors
    /// The picture cannot be read, or the annotated one not be saved.
    pub(super) fn run(
        &self,
        game: &'static dyn Game,
        named: Option<&'static dyn Game>,
        options: &ArgMatches,
    ) -> anyhow::Result<Exit> {
        self.annotate.as_deref().map(show::annotate::check_name).transpose()?;
        let (picture, name) = self.picture()?;
        let found = match self.looks.readers(named)?.read(&picture) {
            Ok((found, _)) => found,
            Err(why) => {
                return self.refuse(&format!("{name}: {why}"));
            }
        };
        let Some(playing) = found.playing() else {
            bail!(
                "{} is read, but there is no advice for it yet: see `voltsight read`",
                found.title()
            );
        };
        let own = (found.name() != game.name()).then(|| playing.defaults());
        let picture = Frame::new(picture, Duration::ZERO);
        let mut source = OnePicture::new(picture.clone(), name.clone());
        let mut heard = Heard::default();
        let pace = Pace { still: Duration::ZERO, ..Pace::with(playing.timing()) };
        let session = Session::new(&mut source).at_pace(pace).observed_by(&mut heard);
        let options = own.as_ref().unwrap_or(options);
        let mut player = playing.player_with(options, self.looks.profile(), session.plays())?;
        player.go_on(session);
        let Some(advised) = heard.advised() else {
            let why = heard.why().unwrap_or("there is nothing to advise");
            return self.refuse(&format!("{name}: {why}"));
        };
        let mut panel = player.panel();
        panel.advice = heard.advice(&panel);
        if let (Some(path), Some(board), Some(seen)) = (&self.annotate, &panel.cells, &heard.seen) {
            let drawn =
                show::annotate::advise(&picture.picture, &seen.screens, &seen.fields, board);
            show::annotate::save(&drawn, &OutputFile::forced(path, self.force)?)?;
        }
        if self.json {
            let advice = json!({"game": found.name(), "advice": panel.advice, "on": advised.on});
            print(&format!("{advice}\n"))?;
        } else {
            print(&format!("{}: {}\n\n{}", name, found.title(), show::advice::text(&panel)))?;
        }
        Ok(Exit::Success)
    }

    fn refuse(&self, why: &str) -> anyhow::Result<Exit> {
        if self.json {
            print(&format!("{}\n", json!({"error": why})))?;
        } else {
            crate::output::warn(format_args!("voltsight: {why}"));
        }
        Ok(Exit::No)
    }

    fn picture(&self) -> anyhow::Result<(RgbImage, String)> {
        match &self.image {
            None => Ok((clipboard::picture()?, "clipboard".to_owned())),
            Some(path) if path.as_os_str() == "-" => {
                let name = "standard input";
                let picture = decode_stream(std::io::stdin().lock(), Path::new(name), &MEMORY)?;
                Ok(((*picture).clone(), name.to_owned()))
            }
            Some(path) => Ok(((*decode_within(path, &MEMORY)?).clone(), shown(path).to_string())),
        }
    }
}
