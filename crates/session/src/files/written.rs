//! Writes files. Existing ones are not lost unless the user says so.

use super::shown::shown;
use image::{ImageFormat, RgbImage};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A file that a command will write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    path: PathBuf,
    force: bool,
}

/// The error for a file that exists and must not be overwritten.
#[derive(Debug, thiserror::Error)]
#[error("{} is there already: {remedy}", shown(path))]
pub struct TakenError {
    path: PathBuf,
    remedy: &'static str,
}

impl OutputFile {
    /// Names a file that must not exist yet.
    ///
    /// # Errors
    /// A file of this name exists.
    pub fn new(path: &Path) -> Result<Self, TakenError> {
        Self::unless_taken(path, false, "choose another name")
    }

    /// Names a new file, or with `force` one that may be replaced.
    ///
    /// # Errors
    /// Without `force`: a file of this name exists.
    pub fn forced(path: &Path, force: bool) -> Result<Self, TakenError> {
        Self::unless_taken(path, force, "--force writes over it")
    }

    fn unless_taken(path: &Path, force: bool, remedy: &'static str) -> Result<Self, TakenError> {
        let path = path.to_owned();
        if !force && path.symlink_metadata().is_ok() {
            return Err(TakenError { path, remedy });
        }
        Ok(Self { path, force })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the file, to be written piece by piece.
    ///
    /// # Errors
    /// It cannot be created, or it has appeared meanwhile.
    pub fn create(&self) -> io::Result<File> {
        create(&self.path)
    }

    /// Writes the whole file. An existing one stays whole until the new one is.
    ///
    /// # Errors
    /// It cannot be written; or, without force, it has appeared meanwhile.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        if self.force {
            return replace(&self.path, bytes);
        }
        let mut file = self.create()?;
        file.write_all(bytes).inspect_err(|_| drop(fs::remove_file(&self.path)))
    }
}

/// A picture as a PNG file.
///
/// # Errors
/// It is too large for one.
pub fn png(picture: &RgbImage) -> io::Result<Vec<u8>> {
    let mut png = io::Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).map_err(io::Error::other)?;
    Ok(png.into_inner())
}

fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Writes a file atomically: at any time either the old or the new one exists as a whole. It is written next to the
/// old one and moved, so a link is replaced and not followed.
///
/// # Errors
/// It cannot be written; the old one still exists.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (beside, mut file) = new_beside(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    let moved = written.and_then(|()| fs::rename(&beside, path));
    moved.inspect_err(|_| drop(fs::remove_file(&beside)))
}

/// A new file beside another one. A process that had this one's number may have left one there.
fn new_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    loop {
        let mut beside = path.as_os_str().to_owned();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        beside.push(format!(".{}-{count}.part", std::process::id()));
        match create(Path::new(&beside)) {
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {}
            file => return Ok((beside.into(), file?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_over_unless_it_is_forced() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().to_owned();
        let path = folder.join("there");
        let early = OutputFile::new(&path).unwrap();
        OutputFile::new(&path).unwrap().write(b"mine").unwrap();
        assert_eq!(early.write(b"late").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert!(OutputFile::new(&path).unwrap_err().to_string().ends_with("choose another name"));
        let taken = OutputFile::forced(&path, false).unwrap_err().to_string();
        assert!(taken.ends_with("is there already: --force writes over it"), "{taken}");
        assert_eq!(fs::read(&path).unwrap(), b"mine");
        OutputFile::forced(&path, true).unwrap().write(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_replaced_and_not_followed() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path().to_owned();
        let (path, target) = (folder.join("link"), folder.join("target"));
        fs::write(&target, "mine").unwrap();
        std::os::unix::fs::symlink(&target, &path).unwrap();
        assert!(OutputFile::new(&path).is_err());
        replace(&path, b"new").unwrap();
        assert_eq!(
            (fs::read(&target).unwrap(), fs::read(&path).unwrap()),
            (b"mine".into(), b"new".into())
        );
    }
}
