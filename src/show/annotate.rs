//! A picture with what was read drawn over it.

use super::sketch::{LARGE_TEXT, SMALL_TEXT, Sketch};
use crate::output::{print, warn};
use anyhow::{Context, ensure};
use grid::Grid;
use image::RgbImage;
use session::PanelCell;
use session::files::{OutputFile, png, shown};
use session::observation::{Field, Screen};
use std::path::Path;

/// The picture with a box around each screen and each field, and in it what was read and the
/// confidence in percent: white from 95 % on, yellow below, red where nothing was read. A board too
/// small for the labels is enlarged with its picture.
pub fn annotate(picture: &RgbImage, screens: &[Screen], fields: &[Field]) -> RgbImage {
    let mut sketch = Sketch::over(picture, screens, SMALL_TEXT);
    for screen in screens {
        sketch.screen(screen);
    }
    for field in fields {
        if let Some((screen, area)) = field.place {
            sketch.field(&screens[screen].placement, area, field);
        }
    }
    sketch.into_picture()
}

/// Refuses a name that a picture would not be found by.
///
/// # Errors
/// It does not end in `.png`.
pub fn check_name(path: &Path) -> anyhow::Result<()> {
    let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    ensure!(is_png, "{} cannot be saved: give a name that ends in .png", shown(path));
    Ok(())
}

/// Saves a picture as PNG.
///
/// # Errors
/// The file cannot be written; or it has appeared meanwhile and is not to be written over.
pub fn save(picture: &RgbImage, file: &OutputFile) -> anyhow::Result<()> {
    let cannot = || format!("cannot save {}", shown(file.path()));
    png(picture).and_then(|png| file.write(&png)).with_context(cannot)
}

/// Saves a picture beside the one that was read, under a name that is free, and tells it. Where nothing can be
/// written it is told on standard error: pictures may lie in such a place.
///
/// # Errors
/// No name is free.
pub fn save_beside(picture: &RgbImage, read: &Path) -> anyhow::Result<()> {
    let stem = match read.file_stem() {
        Some(stem) if stem != "-" => stem.to_string_lossy().into_owned(),
        _ => "picture".to_owned(),
    };
    let named = |i: usize| {
        let number = if i > 1 { format!("-{i}") } else { String::new() };
        OutputFile::new(&read.with_file_name(format!("{stem}-learned{number}.png"))).ok()
    };
    let file = (1..1000).find_map(named).context("no name is free for the annotated picture")?;
    match save(picture, &file) {
        Ok(()) => print(&format!("what was seen is drawn in {}\n", shown(file.path())))?,
        Err(error) => warn(format_args!("voltsight: {error:#}")),
    }
    Ok(())
}

/// The picture with the chances on it: on each cell of the board that lies in the picture its sign, in
/// the colour of its risk, and a frame around the best. A board too small for legible numbers is enlarged with its
/// picture. `screens` and `fields` are those of the
/// observation that the board was read from.
pub fn advise(
    picture: &RgbImage,
    screens: &[Screen],
    fields: &[Field],
    board: &Grid<PanelCell>,
) -> RgbImage {
    let mut sketch = Sketch::over(picture, screens, LARGE_TEXT);
    sketch.cells(screens, fields, board.iter());
    sketch.into_picture()
}
