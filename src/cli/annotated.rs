//! Where `voltsight read --annotate` saves: a name for each picture, and nothing that is there is
//! lost.

use crate::files::shown;
use anyhow::{Context, bail};
use image::{ImageFormat, RgbImage};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Cursor, Write};
use std::path::{Path, PathBuf};

/// The file that a picture is saved to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    path: PathBuf,
    force: bool,
}

/// The files in `folder`, which is made if it is missing, that the pictures are saved to: `shot.png`
/// for `shot.jpg`, `shot-2.png` where that name is taken by another picture of these, saved or read.
///
/// # Errors
/// The folder cannot be made; or, without `force`, there is such a file already.
pub(super) fn targets(
    folder: &Path,
    images: &[PathBuf],
    force: bool,
) -> anyhow::Result<Vec<Target>> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", shown(folder)))?;
    let inputs: HashSet<PathBuf> = images.iter().filter_map(|i| i.canonicalize().ok()).collect();
    let mut taken = HashSet::new();
    let mut targets = Vec::with_capacity(images.len());
    for image in images {
        let stem = match image.file_stem() {
            Some(stem) if stem == "-" => "standard-input".into(),
            Some(stem) => stem.to_owned(),
            None => "picture".into(),
        };
        let name = |number: usize| {
            let mut name: OsString = stem.clone();
            if number > 1 {
                name.push(format!("-{number}"));
            }
            name.push(".png");
            folder.join(name)
        };
        let free = |path: &PathBuf| {
            let input = path.canonicalize().is_ok_and(|real| inputs.contains(&real));
            !input && !taken.contains(path)
        };
        let path = (1..).map(name).find(free).context("no name is left")?;
        if !force && path.symlink_metadata().is_ok() {
            bail!("{} is there already: --force writes over it", shown(&path));
        }
        taken.insert(path.clone());
        targets.push(Target { path, force });
    }
    Ok(targets)
}

impl Target {
    /// This file.
    ///
    /// # Errors
    /// Without `force`, there is such a file already.
    pub fn at(path: &Path, force: bool) -> anyhow::Result<Self> {
        if !force && path.symlink_metadata().is_ok() {
            bail!("{} is there already: --force writes over it", shown(path));
        }
        Ok(Self { path: path.to_owned(), force })
    }

    /// Saves a picture as PNG. What was there stays whole until the new file is.
    ///
    /// # Errors
    /// The file cannot be written; or, without force, it has appeared meanwhile.
    pub fn save(&self, picture: &RgbImage) -> anyhow::Result<()> {
        self.write(picture).with_context(|| format!("cannot save {}", shown(&self.path)))
    }

    fn write(&self, picture: &RgbImage) -> anyhow::Result<()> {
        let mut png = Cursor::new(Vec::new());
        picture.write_to(&mut png, ImageFormat::Png)?;
        // Written beside and moved, also so that a link is replaced and not followed.
        let mut beside = self.path.clone().into_os_string();
        beside.push(format!(".{}.part", std::process::id()));
        let path = if self.force { Path::new(&beside) } else { &self.path };
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let written = write_all(file, png.get_ref()).and_then(|()| match self.force {
            true => fs::rename(path, &self.path),
            false => Ok(()),
        });
        if written.is_err() {
            let _ = fs::remove_file(path);
        }
        Ok(written?)
    }
}

fn write_all(file: File, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = BufWriter::new(file);
    file.write_all(bytes)?;
    file.flush()
}
