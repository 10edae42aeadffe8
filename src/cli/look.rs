//! `voltsight look`: learned themes listed, removed and shared. `learn` and `add` are the games'.

use crate::game::Game;
use crate::games::GAMES;
use crate::output::{Exit, print};
use crate::profiles::Profiles;
use anyhow::{anyhow, bail};
use session::files::shown;
use session::nearest::no_such;
use session::profiles::ProfileError;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Learn a theme from a screenshot; list, remove and share themes
#[derive(Debug, clap::Args)]
pub(super) struct Look {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    List(List),
    Remove(Remove),
    Import(Import),
}

/// List learned themes, and where they are
#[derive(Debug, clap::Args)]
struct List {}

/// Remove a theme
#[derive(Debug, clap::Args)]
struct Remove {
    /// The theme's name.
    name: String,
}

/// Add a theme that somebody shared
#[derive(Debug, clap::Args)]
#[command(after_help = SHARING)]
struct Import {
    /// The theme's folder.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Replace the theme of that name.
    #[arg(long)]
    replace: bool,
}

const SHARING: &str = "A theme is a folder of text files: to share one, copy its folder. `voltsight look list` \
says where it is.";

impl Look {
    /// Runs the command for the game that was named, or for all.
    ///
    /// # Errors
    /// A theme that there is not, or that cannot be used.
    pub(super) fn run(self, named: Option<&'static dyn Game>) -> anyhow::Result<Exit> {
        let games = named.map_or_else(|| GAMES.to_vec(), |game| vec![game]);
        let all = games.into_iter().filter_map(|game| Some((game, game.profiles()?)));
        let all = all.map(|(game, profiles)| Ok((game, profiles?)));
        let all: Vec<Kept> = all.collect::<Result<_, ProfileError>>()?;
        print(&match self.task {
            Task::List(List {}) => list(&all)?,
            Task::Remove(Remove { name }) => remove(&all, &name)?,
            Task::Import(Import { folder, replace }) => import(&all, &folder, replace)?,
        })?;
        Ok(Exit::Success)
    }
}

/// A game and the themes that it was taught.
type Kept = (&'static dyn Game, Profiles);

fn list(all: &[Kept]) -> anyhow::Result<String> {
    let mut out = String::new();
    for (game, profiles) in all {
        writeln!(out, "{}, in {}:", game.title(), shown(profiles.folder.folder()))?;
        let names = profiles.folder.names()?;
        if names.is_empty() {
            out.push_str("  none\n");
        }
        for name in names {
            match (profiles.about)(&profiles.folder, &name) {
                Ok(about) => writeln!(out, "  {name:<20} {about}")?,
                Err(error) => writeln!(out, "  {name:<20} {error}")?,
            }
        }
    }
    Ok(out)
}

fn remove(all: &[Kept], name: &str) -> anyhow::Result<String> {
    let mut names = Vec::new();
    let mut having = Vec::new();
    for (game, profiles) in all {
        let known = profiles.folder.names()?;
        if known.iter().any(|known| known == name) {
            having.push((game, profiles));
        }
        names.extend(known);
    }
    match having[..] {
        // That game's words for what it has not, or cannot have.
        [] if all.len() == 1 => bail!(
            all[0].1.folder.remove(name).err().map_or_else(String::new, |why| why.to_string())
        ),
        [] => bail!(no_such("learned theme", name, names.iter().map(String::as_str))),
        [(_, profiles)] => {
            Ok(format!("removed {name} from {}\n", shown(&profiles.folder.remove(name)?)))
        }
        [(game, _), ..] => bail!(
            "several games have a theme {name}: name the game, as in `voltsight look remove {} {name}`",
            game.name()
        ),
    }
}

fn import(all: &[Kept], from: &Path, replace: bool) -> anyhow::Result<String> {
    let mut refused = Vec::new();
    for (game, profiles) in all {
        match profiles.folder.import(from, replace) {
            Ok(path) => return Ok(format!("{}: added as {}\n", game.title(), shown(&path))),
            Err(why @ (ProfileError::Exists(_) | ProfileError::Io { .. })) => {
                return Err(why.into());
            }
            Err(why) => refused.push((game.title(), why)),
        }
    }
    match refused.len() {
        1 => Err(refused.remove(0).1.into()),
        _ => {
            let why = refused.iter().map(|(title, why)| format!("{title}: {why}"));
            Err(anyhow!(
                "{} holds no theme of any game ({})",
                shown(from),
                why.collect::<Vec<_>>().join("; ")
            ))
        }
    }
}
