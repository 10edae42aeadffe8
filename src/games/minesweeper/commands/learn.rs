//! `voltsight look learn minesweeper`, and `look add`: learns a theme from a picture whose cells are known.

use crate::output::Exit;
use crate::profiles::{Learned, Profiles, allow, least_sure, tried};
use crate::show::reading::fact;
use anyhow::{Context, ensure};
use grid::Grid;
use grid::geometry::Rect;
use lab::check::entry;
use minesweeper::board::CellState;
use minesweeper::notation::parse_board;
use minesweeper_game::profiles::LOOKS;
use minesweeper_game::screen::HEIGHTS;
use minesweeper_game::screen::taught::TaughtMineLook;
use minesweeper_game::screen::teach::{MineLesson, teach_more};
use minesweeper_game::truth::MineTruth;
use session::capture::decode::decode;
use session::files::shown;
use session::observation::Observation;
use session::profiles::{ProfileError, ProfileFolder};
use std::path::{Path, PathBuf};

/// Learn a new theme from screenshots
///
/// Say what the cells of the picture show. voltsight reads the picture at once with what it learned, and saves the
/// theme as a profile if it reads it. From then on it uses the theme where the built-in ones read less of a picture,
/// or alone with --profile NAME.
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub struct Learn {
    #[command(flatten)]
    shown: Shown,
    /// Replace the profile of that name.
    #[arg(long)]
    replace: bool,
}

/// Teach a learned theme more, from further screenshots
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub struct Add {
    #[command(flatten)]
    shown: Shown,
}

/// What teaches.
#[derive(Debug, clap::Args)]
struct Shown {
    /// The profile's name: letters, digits, - and _.
    name: String,
    /// A picture of a game that has begun, with all of its board. The more numbers and marks it shows, the
    /// better.
    #[arg(value_name = "IMAGE")]
    image: PathBuf,
    /// What its cells show, row by row: `.` closed, 0 to 8 open, F flag, ? question mark, + marked as safe, * mine,
    /// X exploded mine, W wrong flag; "/" or a new line between rows.
    #[arg(long, value_name = "BOARD", required_unless_present = "truth")]
    shows: Option<String>,
    /// Use the truth.json next to the picture: it says what the picture shows.
    #[arg(long, conflicts_with = "shows")]
    truth: bool,
    /// Where the cells are, if voltsight does not find them: from the left and top edge of the first cell to the right
    /// and bottom edge of the last, in pixels.
    #[arg(long, value_name = "X,Y,WIDTH,HEIGHT")]
    board: Option<Rect>,
}

const NOTES: &str = "Numbers and marks that no picture showed stay unread until `voltsight look add` shows \
    them. An annotated picture is saved next to yours.\n\nExit codes: 0 learned and saved; 1 the theme does \
    not read the picture, so it is not saved; 2 bad arguments or pictures, or it cannot show what you say.";

impl Learn {
    pub fn run(&self) -> anyhow::Result<Exit> {
        let profiles = LOOKS.of_user()?;
        allow(&profiles, &self.shown.name, self.replace)?;
        self.shown.teach(&profiles, None, self.replace)
    }
}

impl Add {
    pub fn run(&self) -> anyhow::Result<Exit> {
        let profiles = LOOKS.of_user()?;
        let known = LOOKS.load(&profiles, &self.shown.name)?;
        self.shown.teach(&profiles, Some(&known), true)
    }
}

/// The themes that were taught.
///
/// # Errors
/// There is no folder for them.
pub(in super::super) fn profiles() -> Result<Profiles, ProfileError> {
    let about = |profiles: &ProfileFolder, name: &str| {
        LOOKS.load(profiles, name).map(|look| look.about().to_owned())
    };
    Ok(Profiles { folder: LOOKS.of_user()?, about })
}

impl Shown {
    /// Teaches a theme, or what `known` lacks, and saves it.
    fn teach(
        &self,
        profiles: &ProfileFolder,
        known: Option<&TaughtMineLook>,
        replace: bool,
    ) -> anyhow::Result<Exit> {
        let (name, path) = (self.name.as_str(), self.image.as_path());
        let cells = match &self.shows {
            Some(text) => parse_board(text).context("--shows")?.cells.map(|state| Some(*state)),
            None => told(path)?,
        };
        if let Some(Rect { w, h, .. }) = self.board {
            let (rows, columns) = (cells.rows() as f64, cells.columns() as f64);
            let (width, height) = (w / columns, h / rows);
            ensure!(
                HEIGHTS.contains(&(height / width)),
                "--board is {w} x {h} pixels: {rows} x {columns} cells would be {width:.0} x {height:.0} pixels \
                 each, at most twice as wide as high or twice as high as wide are read"
            );
        }
        let picture = decode(path)?;
        let lesson = teach_more(name, known, &picture, &cells, self.board)?;
        Learned {
            profiles,
            name,
            files: lesson.is_good().then(|| LOOKS.files_of(&lesson.look)),
            replace,
            used: "where the built-in themes read less of a picture",
            picture,
            path,
            seen: lesson.seen.as_ref().map(|seen| seen as &dyn Observation),
        }
        .conclude(report(name, &lesson))
    }
}

/// What the truth.json beside a picture says of its cells.
fn told(path: &Path) -> anyhow::Result<Grid<Option<CellState>>> {
    let truth = MineTruth::from_json(&entry(path)?).map_err(anyhow::Error::msg)?;
    let cells = truth.cells.with_context(|| {
        format!("the truth.json next to {} does not say what its cells show", shown(path))
    })?;
    Grid::try_from(cells).context("truth.json: cells")
}

/// What was learned, and what is still unknown.
fn report(name: &str, MineLesson { look, comparison, .. }: &MineLesson) -> String {
    let mut out = match look.pictures() {
        1 => format!("{name}, learned from 1 picture\n"),
        pictures => format!("{name}, learned from {pictures} pictures\n"),
    };
    out.push_str(&tried(comparison, "cells"));
    let mut line = |what: &str, text: String| out.push_str(&fact(what, text));
    let numbers = look.unknown_numbers();
    let list = |numbers: &[u8]| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    line(
        "numbers",
        match numbers.is_empty() {
            true => "all were seen".to_owned(),
            false => format!("not seen: {}; they stay unread", list(&numbers)),
        },
    );
    let marks: Vec<String> =
        look.marks().into_iter().map(|state| state.letter().to_string()).collect();
    line(
        "marks",
        match marks.is_empty() {
            true => "none was seen: flags and mines stay unread".to_owned(),
            false => format!("seen: {}; others stay unread", marks.join(" ")),
        },
    );
    if let Some(least) = least_sure([comparison], "cell") {
        line("confidence", least);
    }
    out
}
