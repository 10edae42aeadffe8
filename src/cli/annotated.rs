//! Where `voltsight read --annotate` saves: a name for each picture, and nothing that is there is
//! lost.

use anyhow::Context;
use session::files::{OutputFile, shown};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The files in `folder`, which is made if it is missing, that the pictures are saved to: `shot.png`
/// for `shot.jpg`, `shot-2.png` where that name is taken by another picture of these, saved or read.
///
/// # Errors
/// The folder cannot be made; or, without `force`, there is such a file already.
pub(super) fn targets(
    folder: &Path,
    images: &[PathBuf],
    force: bool,
) -> anyhow::Result<Vec<OutputFile>> {
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
        targets.push(OutputFile::forced(&path, force)?);
        taken.insert(path);
    }
    Ok(targets)
}
