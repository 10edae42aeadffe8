//! `voltsight solve` of a picture: what it shows, and the best move.

use super::MEMORY;
use super::looks::LookArguments;
use crate::game::Game;
use crate::output::{Exit, print};
use crate::show;
use anyhow::bail;
use clap::{Arg, ArgMatches, Args, Command};
use desktop::clipboard;
use image::RgbImage;
use serde_json::json;
use session::capture::decode::{decode_stream, decode_within};
use session::capture::one::OnePicture;
use session::files::{OutputFile, shown};
use session::frame::Frame;
use session::{LastState, Pace, Session};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The options of `solve` that only make sense for a picture.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Of a picture")]
pub(super) struct PictureArguments {
    /// Take the picture from the clipboard.
    #[cfg_attr(not(feature = "live"), arg(hide = true))]
    #[arg(long, conflicts_with = "input")]
    paste: bool,
    /// Save the picture with the advice drawn, as a PNG: the chances on the board, and a frame around the best move.
    #[arg(long, value_name = "FILE")]
    annotate: Option<PathBuf>,
    /// Let --annotate replace a file, but never the picture that is read.
    #[arg(long, requires = "annotate")]
    force: bool,
    #[command(flatten)]
    looks: LookArguments,
}

/// What games call that which is to be solved, among the options of their command.
pub(super) const INPUT: &str = "input";

/// The command of a game with what serves pictures.
pub(super) fn command(own: Command, game: &dyn Game) -> Command {
    let pictures = PictureArguments::augment_args(Command::new("solve"));
    let playing = game.playing().map(|playing| playing.options(Command::new("solve")));
    let options = playing.iter().flat_map(Command::get_arguments);
    let whole = joined(own, pictures.get_arguments().chain(options));
    // What is pasted needs no name.
    whole.mut_arg(INPUT, |input| match input.is_required_set() {
        true => input.required(false).required_unless_present("paste"),
        false => input,
    })
}

/// A command with those of these options that it does not have.
fn joined<'a>(command: Command, options: impl IntoIterator<Item = &'a Arg>) -> Command {
    options.into_iter().fold(command, |command, option| {
        let is_new = command.get_arguments().all(|known| known.get_id() != option.get_id());
        if is_new { command.arg(option.clone()) } else { command }
    })
}

/// How the answer is printed.
#[derive(Clone, Copy)]
pub(super) struct Printed {
    /// Whether the reasons are printed too.
    pub explain: bool,
    pub json: bool,
}

impl PictureArguments {
    /// Whether one is taken from the clipboard.
    pub(super) fn is_pasted(&self) -> bool {
        self.paste
    }

    /// Advises on the picture of this file, `-` for standard input, or on that of the clipboard. `options` holds
    /// those of `game`, which was meant; `named` is the one that was named, if any.
    ///
    /// # Errors
    /// The picture cannot be read, or the annotated one not be saved.
    pub(super) fn advise(
        &self,
        path: Option<&Path>,
        game: &'static dyn Game,
        named: Option<&'static dyn Game>,
        options: &ArgMatches,
        printed: Printed,
    ) -> anyhow::Result<Exit> {
        self.annotate.as_deref().map(show::annotate::check_name).transpose()?;
        let real = |path: Option<&Path>| path.and_then(|path| path.canonicalize().ok());
        if let (Some(read), Some(drawn)) = (real(path), real(self.annotate.as_deref()))
            && read == drawn
        {
            bail!("--annotate would write over the picture itself: choose another name");
        }
        let (picture, name) = picture(path)?;
        let found = match self.looks.readers(named)?.read(&picture) {
            Ok((found, _)) => found,
            Err(why) => {
                return refuse(&format!("{name}: {why}"), printed);
            }
        };
        let Some(playing) = found.playing() else {
            bail!("{}: use `voltsight read`", found.no_advice());
        };
        let own = (found.name() != game.name()).then(|| playing.defaults());
        let picture = Frame::new(picture, Duration::ZERO);
        let mut source = OnePicture::new(picture.clone(), name.clone());
        let mut heard = LastState::default();
        let pace = Pace { still: Duration::ZERO, ..Pace::with(playing.timing()) };
        let session = Session::new(&mut source).at_pace(pace).observed_by(&mut heard);
        let options = own.as_ref().unwrap_or(options);
        let mut player = playing.player_with(options, self.looks.profile(), session.plays())?;
        player.resume(session);
        let Some(advised) = heard.advised() else {
            let why = heard.why().unwrap_or("there is no move to advise");
            return refuse(&format!("{name}: {why}"), printed);
        };
        let mut panel = player.panel();
        panel.advice = heard.advice(&panel);
        if let (Some(path), Some(board), Some(seen)) = (&self.annotate, &panel.cells, &heard.seen) {
            let drawn =
                show::annotate::advise(&picture.picture, &seen.screens, &seen.fields, board);
            show::annotate::save(&drawn, &OutputFile::forced(path, self.force)?)?;
        }
        let why = if printed.explain { player.reasons() } else { Vec::new() };
        if printed.json {
            let mut advice = json!({"game": found.name(), "advice": panel.advice, "on": advised.on, "panel": panel});
            if printed.explain {
                advice["why"] = json!(why);
            }
            print(&format!("{advice}\n"))?;
        } else {
            let why: String = why.iter().map(|reason| format!("  {reason}\n")).collect();
            let (title, advice) = (found.title(), show::advice::text(&panel));
            let gap = if why.is_empty() { "" } else { "\n" };
            print(&format!("{name}: {title}\n\n{advice}{gap}{why}"))?;
        }
        Ok(Exit::Success)
    }
}

fn refuse(why: &str, printed: Printed) -> anyhow::Result<Exit> {
    if printed.json {
        print(&format!("{}\n", json!({"error": why})))?;
    } else {
        crate::output::warn(format_args!("voltsight: {why}"));
    }
    Ok(Exit::No)
}

fn picture(path: Option<&Path>) -> anyhow::Result<(RgbImage, String)> {
    match path {
        None => Ok((clipboard::picture()?, "clipboard".to_owned())),
        Some(path) if path.as_os_str() == "-" => {
            let name = "standard input";
            let picture = decode_stream(std::io::stdin().lock(), Path::new(name), &MEMORY)?;
            Ok(((*picture).clone(), name.to_owned()))
        }
        Some(path) => Ok(((*decode_within(path, &MEMORY)?).clone(), shown(path).to_string())),
    }
}
