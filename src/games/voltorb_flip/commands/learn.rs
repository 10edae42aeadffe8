//! `voltsight look learn` and `look add`: learn a theme from the user's pictures.

mod told;

use super::taught_report;
use crate::output::{Exit, print};
use crate::profiles::{Profiles, allow, saved};
use crate::show::annotate::save_beside;
use crate::show::reading::fact;
use anyhow::{Context, bail};
use grid::geometry::Rect;
use session::capture::decode::decode;
use session::files::shown;
use session::profiles::{Files, ProfileError, ProfileFolder};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use told::{asked, told};
use voltorb_flip::notation::parse_position;
use voltorb_flip_game::profiles::{Profile, load, of_user};
use voltorb_flip_game::screen::layout::SIZE;
use voltorb_flip_game::screen::learn::{LearnError, Lesson, Shot, Validation, learn};
use voltorb_flip_game::screen::looks::TurnKey;
use voltorb_flip_game::screen::taught::TaughtLook;
use voltorb_flip_game::screen::teach::{self, KeyedGame, TaughtLesson};

/// Learn a new theme from screenshots
///
/// Say what each picture shows with --shows, or voltsight asks. It reads the same pictures at once with what it
/// learned, and saves the theme as a profile if it reads them. From then on it uses the theme where no built-in one
/// fits, or alone with --profile NAME.
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub struct Learn {
    #[command(flatten)]
    shown: Shown,
    /// Where the cards are in the first picture, if voltsight does not find them: from the left and top edge of the
    /// first card to the right and bottom edge of the last, in pixels.
    #[arg(long, value_name = "X,Y,WIDTH,HEIGHT", value_parser = rectangle)]
    board: Option<Rect>,
    /// The theme to build on, ds or essentials: it says where level and coins are, and how they
    /// look.
    #[arg(long, value_name = "THEME", default_value = "ds")]
    base: String,
    /// Replace the profile of that name.
    #[arg(long)]
    replace: bool,
}

/// Teach a learned theme more, from further screenshots
///
/// Where the theme reads the headers of a picture, only the cards that are new to it are asked.
#[derive(Debug, clap::Args)]
#[command(after_help = ENDS)]
pub struct Add {
    #[command(flatten)]
    shown: Shown,
}

/// What teaches.
#[derive(Debug, clap::Args)]
struct Shown {
    /// The profile's name: letters, digits, - and _.
    name: String,
    /// Pictures of a board with its headers uncovered, at native size or larger. The more digits
    /// and face-up cards they show, the better.
    #[arg(value_name = "IMAGE", required = true)]
    images: Vec<PathBuf>,
    /// What a picture shows, in the order of the pictures: "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1
    /// 6/1 1/4 6/0; tiles ..2.1 ..... 1.... ..... .....", or JSON as `voltsight read --json` has
    /// it. For a game that is played by keys add "; cursor 1,3 x": the card under the cursor, and
    /// the key that turns it (return, x or z).
    #[arg(long, value_name = "POSITION")]
    shows: Vec<String>,
    /// Use the truth.json next to the pictures: it says what they show.
    #[arg(long, conflicts_with = "shows")]
    truth: bool,
}

const NOTES: &str = "If the board is drawn as the game draws it (framed cards in the same proportions), all \
    that the game shows is learned. Of any other board of five by five equal cells in straight rows, the \
    first picture teaches where cards and numbers are, the digits, and the cards that it shows. Headers may \
    be on any side. Digits and cards that no picture showed stay unread until `voltsight look add` shows \
them. An annotated picture is saved next to the first one.\n\nExit codes: 0 learned and saved; 1 the theme does not read the pictures, so it is not saved; 2 bad arguments or pictures, or they cannot show what you say.";

const ENDS: &str = "Exit codes: 0 learned and saved; 1 the theme does not read the pictures, so it is not \
    saved; 2 bad arguments or pictures, or they cannot show what you say.";

/// The share of the fields that may stay unread.
const MOST_UNREAD: f64 = 0.1;

impl Learn {
    pub fn run(&self) -> anyhow::Result<Exit> {
        let Self { shown, board, base, replace } = self;
        let (profiles, name) = (of_user()?, shown.name.as_str());
        // Before anything is asked.
        allow(&profiles, name, *replace)?;
        let keys = shown.keys()?;
        let shots = shown.shots(None)?;
        if let (Some(cards), Some(Shot { picture, .. })) = (board, shots.first()) {
            let (width, height) = picture.dimensions();
            let (right, bottom) = (cards.x + cards.w, cards.y + cards.h);
            if right > f64::from(width) || bottom > f64::from(height) {
                bail!(
                    "--board ends at {right}, {bottom}, outside of the picture: it is {width} x {height} pixels"
                );
            }
        }
        // Where the cards and the cursor are is only asked of boards of another kind.
        let (other, learned) = match board.is_some() || keys.is_some() {
            true => (None, None),
            false => match learn(name, base, &shots) {
                Ok(lesson) => (None, Some(lesson)),
                Err(why @ (LearnError::NoCards(_) | LearnError::Unlike(_))) => (Some(why), None),
                Err(why) => return Err(why.into()),
            },
        };
        if let Some(lesson) = learned.as_ref().filter(|lesson| reads(&lesson.trials)) {
            let used = "where no built-in theme fits";
            let path = profiles.save(name, &lesson.files, *replace)?;
            print(&(report(name, lesson, &shown.images) + &saved(&path, name, used)))?;
            return Ok(Exit::Success);
        }
        let save = |files: &Files| profiles.save(name, files, *replace);
        let taught = teach::teach(name, &shots, *board, keys);
        match (taught, learned) {
            (Ok(lesson), None) => shown.taught("", &shots, &lesson, save),
            (Ok(lesson), Some(_)) if reads(&lesson.trials) => {
                shown.taught("", &shots, &lesson, save)
            }
            (_, Some(lesson)) => {
                let out = report(name, &lesson, &shown.images);
                let why = "\nnot saved: the theme does not read the pictures it was learned from\n";
                print(&(out + why))?;
                Ok(Exit::No)
            }
            (Err(why), None) => {
                if let Some(place) = why.place() {
                    let picture = taught_report::cells(&shots[0].picture, place);
                    save_beside(&picture, shown.first()?)?;
                }
                Err(match other {
                    // It may be a board of the game with other numbers, or another board.
                    Some(other @ LearnError::Unlike(_)) if why.place().is_none() => {
                        anyhow::anyhow!("{other}. As another board: {why}")
                    }
                    _ => why.into(),
                })
            }
        }
    }
}

impl Add {
    pub fn run(&self) -> anyhow::Result<Exit> {
        let (profiles, name) = (of_user()?, self.shown.name.as_str());
        let look = match load(&profiles, name)? {
            Profile::Taught(look) => look,
            Profile::Learned(_) => bail!(
                "{name} was learned from a board drawn as the game draws it: learn it again from all \
                 pictures, with `voltsight look learn --replace`"
            ),
        };
        let shots = self.shown.shots(Some(&look))?;
        let lesson = teach::add(&profiles.load(name)?, &look, &shots)?;
        self.shown.taught(" more", &shots, &lesson, |files| profiles.save(name, files, true))
    }
}

/// The themes that were taught.
///
/// # Errors
/// There is no folder for them.
pub(in super::super) fn profiles() -> Result<Profiles, ProfileError> {
    let about = |profiles: &ProfileFolder, name: &str| {
        load(profiles, name).map(|profile| profile.about().to_owned())
    };
    Ok(Profiles { folder: of_user()?, about })
}

impl Shown {
    /// The pictures, each with what it shows. Of one that is read with the theme that is to learn
    /// more, only what is new is asked.
    fn shots(&self, known: Option<&Arc<TaughtLook>>) -> anyhow::Result<Vec<Shot>> {
        if self.shows.len() > self.images.len() {
            bail!(
                "--shows is given {} times for {}",
                self.shows.len(),
                pictures(self.images.len())
            );
        }
        let mut shots = Vec::new();
        for (i, path) in self.images.iter().enumerate() {
            let picture = decode(path)?;
            let shows = match self.shows.get(i) {
                Some(text) => {
                    let text = without_keys(text).0;
                    parse_position(&text).with_context(|| format!("--shows for {}", shown(path)))?
                }
                None if self.truth => told(path)?,
                None => match asked(path, &picture, known)? {
                    Some(position) => position,
                    None => bail!("it was not said what {} shows: nothing is learned", shown(path)),
                },
            };
            shots.push(Shot { picture, shows });
        }
        Ok(shots)
    }

    /// How the game is played by keys, if the first picture is said to show a cursor.
    fn keys(&self) -> anyhow::Result<Option<KeyedGame>> {
        let Some(text) = self.shows.first() else { return Ok(None) };
        without_keys(text).1.map(keyed).transpose().context("--shows")
    }

    /// Reports what a theme was taught, and saves it if it reads its pictures.
    fn taught(
        &self,
        more: &str,
        shots: &[Shot],
        lesson: &TaughtLesson,
        save: impl FnOnce(&Files) -> Result<PathBuf, ProfileError>,
    ) -> anyhow::Result<Exit> {
        let name = self.name.as_str();
        let mut out = format!("{name}, learned from {}{more}\n", pictures(shots.len()));
        out.push_str(&tried(&lesson.trials, &self.images));
        out.push_str(&taught_report::text(lesson));
        let good = reads(&lesson.trials);
        if good {
            out.push_str(&saved(&save(&lesson.files)?, name, "where no other theme fits"));
        } else {
            out.push_str("\nnot saved: the theme does not read the pictures it was learned from\n");
        }
        print(&out)?;
        save_beside(&taught_report::read(&shots[0].picture, lesson), self.first()?)?;
        Ok(if good { Exit::Success } else { Exit::No })
    }

    /// The picture that the others are said after.
    fn first(&self) -> anyhow::Result<&Path> {
        Ok(self.images.first().context("a picture")?)
    }
}

/// What a picture is said to show without the part `cursor`, and that part.
fn without_keys(text: &str) -> (String, Option<&str>) {
    let is_cursor = |part: &&str| part.trim_start().starts_with(CURSOR);
    let cursor = text.split(';').find(is_cursor);
    let rest: Vec<&str> = text.split(';').filter(|part| !is_cursor(part)).collect();
    (rest.join(";"), cursor)
}

/// The word before the place of a cursor.
const CURSOR: &str = "cursor";

/// `cursor ROW,COLUMN KEY`, from 1.
fn keyed(text: &str) -> anyhow::Result<KeyedGame> {
    let mut words = text.split_whitespace().skip(1);
    let place = words.next().and_then(|place| place.split_once(','));
    let number = |text: &str| {
        let number = text.parse::<usize>().ok();
        number.and_then(|n| n.checked_sub(1)).filter(|n| *n < SIZE)
    };
    let cursor = place.and_then(|(row, column)| Some((number(row)?, number(column)?)));
    let key = words.next().unwrap_or(TurnKey::default().name());
    let turns = TurnKey::ALL.into_iter().find(|turns| turns.name() == key);
    match (cursor, turns, words.next()) {
        (Some(cursor), Some(turns), None) => Ok(KeyedGame { cursor, turns }),
        _ => bail!(
            "{:?}: write \"cursor ROW,COLUMN KEY\", such as \"cursor 1,3 x\"; the key that turns a card is {}",
            text.trim(),
            TurnKey::ALL.map(TurnKey::name).join(", ")
        ),
    }
}

/// Where the cards are, X,Y,WIDTH,HEIGHT.
fn rectangle(text: &str) -> Result<Rect, String> {
    let area: Rect = text.parse()?;
    match area.w.min(area.h) >= LEAST_BOARD {
        true => Ok(area),
        false => Err("the cards are at least 40 pixels wide and high together".to_owned()),
    }
}

/// The least width and height of the cards of a board, in pixels.
const LEAST_BOARD: f64 = 40.0;

fn reads(trials: &[Validation]) -> bool {
    let (right, unread, wrong) = fields(trials);
    wrong == 0
        && trials.iter().all(|trial| trial.refused.is_none())
        && unread as f64 <= MOST_UNREAD * (right + unread) as f64
}

fn fields(trials: &[Validation]) -> (usize, usize, usize) {
    trials.iter().fold((0, 0, 0), |(right, unread, wrong), Validation { comparison: c, .. }| {
        (right + c.right, unread + c.unreadable.len(), wrong + c.wrong.len())
    })
}

fn pictures(count: usize) -> String {
    if count == 1 { "1 picture".to_owned() } else { format!("{count} pictures") }
}

/// What was learned, and how sure it is.
fn report(name: &str, lesson: &Lesson, images: &[PathBuf]) -> String {
    let mut out = format!("{name}, learned from {}\n", pictures(lesson.trials.len()));
    out.push_str(&tried(&lesson.trials, images));
    let mut line = |what: &str, text: String| out.push_str(&fact(what, text));
    if lesson.cross.is_empty() {
        line("cross-check", "none: add a second picture to see how well others are read".into());
    } else {
        line(
            "cross-check",
            format!("each with what was learned from the others: {}", counts(&lesson.cross)),
        );
    }
    line("digits", unseen(&lesson.unseen_digits, lesson.digits_filled));
    line("faces", unseen(&lesson.unseen_faces, lesson.faces_filled) + " (0 is a Voltorb)");
    if let Some(likeness) = lesson.likeness {
        let percent = |v: f32| (100.0 * v).round();
        let (a, b) = likeness.closest;
        line(
            "likeness",
            format!(
                "examples of one digit are at least {} % alike; the closest two digits, {a} and {b}, {} %",
                percent(likeness.same),
                percent(likeness.other)
            ),
        );
    }
    if let Some(text) = taught_report::least_sure(&lesson.trials) {
        line("confidence", text);
    }
    out
}

/// How the pictures were read with what they taught.
fn tried(trials: &[Validation], images: &[PathBuf]) -> String {
    let mut out = String::new();
    let mut line = |what: &str, text: String| out.push_str(&fact(what, text));
    line("tried", format!("on the same pictures: {}", counts(trials)));
    for (path, trial) in images.iter().zip(trials) {
        let path = shown(path);
        for wrong in &trial.comparison.wrong {
            line("wrong", format!("{path}: {wrong}"));
        }
        match &trial.refused {
            Some(why) => line("refused", format!("{path}: {why}")),
            None if trial.comparison.unreadable.is_empty() => {}
            None => line("unread", format!("{path}: {}", trial.comparison.unreadable.join(", "))),
        }
    }
    out
}

fn counts(trials: &[Validation]) -> String {
    let (right, unread, wrong) = fields(trials);
    format!("{right} fields right, {unread} unread, {wrong} wrong")
}

/// What is said of digits or faces that no picture shows.
fn unseen(unseen: &BTreeSet<u8>, filled: bool) -> String {
    if unseen.is_empty() {
        return "all were seen".to_owned();
    }
    let list: Vec<String> = unseen.iter().map(u8::to_string).collect();
    let list = list.join(" ");
    if filled {
        format!("not seen: {list}; the built-in templates replace them")
    } else {
        format!("not seen: {list}; they stay unread until a picture shows them (--replace)")
    }
}
