//! RetroArch's options for the core `desmume`, as far as they decide whether taps do anything.

use session::files::shown;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};

/// What a press does to the core's pen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointerType {
    /// The pen is put down where the press is.
    Touch,
    /// The press puts the pen down where the core's own pointer is, which moves as the mouse does: the
    /// core's default.
    Mouse,
}

/// The option's name.
const OPTION: &str = "desmume_pointer_type";

/// What was set when the core was last closed, and the file that says so; `None` where no file does.
///
/// RetroArch keeps a file for each core, unless it is told to keep one for all.
///
/// # Errors
/// When a file is there but cannot be read.
pub fn pointer_type() -> Result<Option<(PointerType, PathBuf)>> {
    let Some(folder) = super::settings::settings_folder() else { return Ok(None) };
    let folder = folder.join("retroarch");
    let files = ["config/DeSmuME/DeSmuME.opt", "retroarch-core-options.cfg"];
    for file in files.map(|file| folder.join(file)) {
        if let Some(found) = read(&file)? {
            return Ok(Some((found, file)));
        }
    }
    Ok(None)
}

fn read(file: &Path) -> Result<Option<PointerType>> {
    let text = super::settings::settings_text(file)
        .map_err(|error| Error::new(error.kind(), format!("{}: {error}", shown(file))))?;
    Ok(text.and_then(|text| parse(&text)))
}

/// Lines of the form `name = "value"`.
fn parse(text: &str) -> Option<PointerType> {
    let mut lines = text.lines().filter_map(|line| line.split_once('='));
    let (_, value) = lines.find(|(name, _)| name.trim() == OPTION)?;
    Some(match value.trim().trim_matches('"') {
        "touch" => PointerType::Touch,
        _ => PointerType::Mouse,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_retroarch_writes_is_understood() {
        let file =
            |value| format!("desmume_num_cores = \"1\"\ndesmume_pointer_type = \"{value}\"\n");
        assert_eq!(parse(&file("touch")), Some(PointerType::Touch));
        assert_eq!(parse(&file("mouse")), Some(PointerType::Mouse));
        assert_eq!(parse("desmume_num_cores = \"1\"\n"), None);
        assert_eq!(read(Path::new("no/such/folder/DeSmuME.opt")).unwrap(), None);
    }
}
