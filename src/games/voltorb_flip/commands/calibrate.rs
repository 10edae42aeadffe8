//! `voltsight calibrate`: learns a look from the user's pictures, and keeps those that were learnt.

use super::ask;
use crate::capture::decode::decode;
use crate::files::shown;
use crate::games::voltorb_flip::board::Position;
use crate::games::voltorb_flip::notation::{parse_position, write_position};
use crate::games::voltorb_flip::profiles::{load, of_user};
use crate::games::voltorb_flip::screen::learn::{Lesson, Shot, Validation, learn};
use crate::games::voltorb_flip::screen::{self, FlipSighting};
use crate::output::{Exit, print};
use crate::profiles::{ProfileError, ProfileFolder};
use anyhow::{Context, bail};
use image::RgbImage;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Learn a look that voltsight does not know, from one or two screenshots
///
/// Say what each picture shows with --shows, or be asked. The templates learnt are tried at once on
/// the same pictures, and saved as a profile if they read them. `read`, `watch` and `check` use
/// profiles by themselves where the looks that ship do not fit, or one alone with --profile NAME.
#[derive(Debug, clap::Args)]
#[command(after_help = NOTES)]
pub struct Calibrate {
    /// The profile's name: letters, digits, - and _.
    #[arg(required_unless_present_any = ["list", "remove", "import"])]
    name: Option<String>,
    /// Pictures of a board with its headers uncovered, at native size or larger. The more digits and
    /// face-up cards they show, the better.
    #[arg(value_name = "IMAGE", required_unless_present_any = ["list", "remove", "import"])]
    images: Vec<PathBuf>,
    /// What a picture shows, in the order of the pictures: "rows 6/1 7/1 4/1 4/2 4/1; cols 8/0 4/1
    /// 6/1 1/4 6/0; tiles ..2.1 ..... 1.... ..... .....", or JSON as `voltsight read --json` has it.
    #[arg(long, value_name = "POSITION")]
    shows: Vec<String>,
    /// The look to build on, ds or essentials: it says where level and coins are, and how they look.
    #[arg(long, value_name = "LOOK", default_value = "ds")]
    base: String,
    /// Replace the profile of that name.
    #[arg(long)]
    replace: bool,
    /// List the profiles, and the folder that they are in.
    #[arg(long, conflicts_with_all = ["name", "remove", "import"])]
    list: bool,
    /// Remove a profile.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["name", "import"])]
    remove: Option<String>,
    /// Take up a profile's folder that somebody shared.
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    import: Option<PathBuf>,
}

const NOTES: &str = "A profile is a folder of text files; to share one, copy its folder (--list says \
where it is). Only looks that draw the cards as the game does, framed and in the same proportions, \
can be learnt; digits, faces and colours may differ.\n\nExit codes: 0 learnt and saved, listed, \
removed or taken up; 1 what was learnt does not read the pictures, nothing is saved; 2 bad arguments \
or pictures, or what they are said to show cannot be.";

/// The share of the fields that may stay unread.
const MOST_UNREAD: f64 = 0.1;

impl Calibrate {
    pub fn run(&self) -> anyhow::Result<Exit> {
        let profiles = of_user()?;
        if self.list {
            print(&list(&profiles)?)?;
            return Ok(Exit::Success);
        }
        if let Some(name) = &self.remove {
            let path = profiles.remove(name)?;
            print(&format!("removed {name} from {}\n", shown(&path)))?;
            return Ok(Exit::Success);
        }
        if let Some(folder) = &self.import {
            let path = profiles.import(folder, self.replace)?;
            print(&format!("taken up as {}\n", shown(&path)))?;
            return Ok(Exit::Success);
        }
        let name = self.name.as_deref().context("a profile needs a name")?;
        // Before anything is asked.
        if profiles.path(name)?.exists() && !self.replace {
            return Err(ProfileError::Exists(name.to_owned()).into());
        }
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
                    parse_position(text).with_context(|| format!("--shows for {}", shown(path)))?
                }
                None => match asked(path, &picture)? {
                    Some(position) => position,
                    None => bail!("nobody said what {} shows: nothing is learnt", shown(path)),
                },
            };
            shots.push(Shot { picture, shows });
        }
        let lesson = learn(name, &self.base, &shots)?;
        let mut out = report(name, &lesson, &self.images);
        let good = reads(&lesson.trials);
        if good {
            let path = profiles.save(name, &lesson.files, self.replace)?;
            writeln!(out, "\nsaved in {}", shown(&path))?;
            writeln!(
                out,
                "used where the looks that ship do not fit; alone with --profile {name}"
            )?;
        } else {
            writeln!(out, "\nnot saved: what was learnt does not read the pictures it is from")?;
        }
        print(&out)?;
        Ok(if good { Exit::Success } else { Exit::No })
    }
}

/// Asks what a picture shows; what can be read of it is only to be confirmed.
fn asked(path: &Path, picture: &RgbImage) -> anyhow::Result<Option<Position>> {
    let read = screen::read(picture).ok().and_then(|seen: FlipSighting| seen.position());
    let read = read.map(|position| Position { level: None, ..position });
    match read {
        Some(read) => {
            print(&format!("{} is read as\n  {}\n", shown(path), write_position(&read)))?;
            ask::confirm(read)
        }
        None => {
            print(&format!("What does {} show?\n", shown(path)))?;
            ask::position()
        }
    }
}

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

/// What was learnt, and how sure it is.
fn report(name: &str, lesson: &Lesson, images: &[PathBuf]) -> String {
    let mut out = format!("{name}, learnt from {}\n", pictures(lesson.trials.len()));
    let mut line = |what: &str, text: String| {
        let _ = writeln!(out, "  {what:<12} {text}");
    };
    let tried = |trials: &[Validation]| {
        let (right, unread, wrong) = fields(trials);
        format!("{right} fields right, {unread} unread, {wrong} wrong")
    };
    line("tried", format!("on the same pictures: {}", tried(&lesson.trials)));
    for (path, trial) in images.iter().zip(&lesson.trials) {
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
    if lesson.cross.is_empty() {
        line("cross-check", "none: a second picture would tell how well others are read".into());
    } else {
        line("cross-check", format!("each with what the others taught: {}", tried(&lesson.cross)));
    }
    line("digits", unseen(&lesson.unseen_digits, lesson.digits_filled));
    line("faces", unseen(&lesson.unseen_faces, lesson.faces_filled) + " (0 is a Voltorb)");
    if let Some(likeness) = lesson.likeness {
        let percent = |v: f32| (100.0 * v).round();
        let (a, b) = likeness.closest;
        line(
            "sure",
            format!(
                "examples of one digit are at least {} % alike; the closest two digits, {a} and {b}, {} %",
                percent(likeness.same),
                percent(likeness.other)
            ),
        );
    }
    let claims = lesson.trials.iter().flat_map(|trial| &trial.comparison.claims);
    if let Some(least) = claims.map(|claim| claim.0).min_by(f32::total_cmp) {
        line("", format!("the least sure field is read with {:.0} %", (100.0 * least).floor()));
    }
    out
}

/// What is said of digits or faces that no picture shows.
fn unseen(unseen: &BTreeSet<u8>, filled: bool) -> String {
    if unseen.is_empty() {
        return "all were seen".to_owned();
    }
    let list: Vec<String> = unseen.iter().map(u8::to_string).collect();
    let list = list.join(" ");
    if filled {
        format!("not seen: {list}; templates that ship stand in, the rest is alike")
    } else {
        format!("not seen: {list}; they stay unread until a picture shows them (--replace)")
    }
}

fn list(profiles: &ProfileFolder) -> anyhow::Result<String> {
    let names = profiles.names()?;
    let mut out = format!("profiles in {}:\n", shown(profiles.folder()));
    if names.is_empty() {
        out.push_str("  none\n");
    }
    for name in names {
        match load(profiles, &name) {
            Ok(look) => writeln!(out, "  {name:<20} {}", look.about())?,
            Err(error) => writeln!(out, "  {name:<20} {error}")?,
        }
    }
    Ok(out)
}
