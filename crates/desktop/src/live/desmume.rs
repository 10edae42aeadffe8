//! DeSmuME's settings, as far as they change what its window shows.

use std::path::{Path, PathBuf};

/// The display settings of DeSmuME's GTK program. It writes its file when its window closes, so what a running program
/// shows may differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The filter that magnifies the screens; 0 is none.
    pub filter: u32,
    /// How the result is scaled to the window: cairo's filters, 0 (fast) and 3 (nearest) keep
    /// pixels as they are, 1, 2 and 4 blend them.
    pub scaling: u32,
    /// The size in steps of half the native one; 0 follows the window.
    pub size: u32,
    /// The turn of the screens in degrees, clockwise.
    pub rotation: u32,
}

impl Settings {
    /// Where the settings are.
    pub fn path() -> Option<PathBuf> {
        Some(super::settings::settings_folder()?.join("desmume/config.cfg"))
    }

    /// Reads them; `None` where there is no such file yet.
    ///
    /// # Errors
    /// When the file is there but cannot be read.
    pub fn read(path: &Path) -> std::io::Result<Option<Self>> {
        Ok(super::settings::settings_text(path)?.map(|text| Self::parse(&text)))
    }

    /// What is missing has DeSmuME's own default.
    fn parse(text: &str) -> Self {
        let number = |key: &str, default| {
            let mut lines = text.lines().filter_map(|line| line.split_once('='));
            let found = lines.find(|(name, _)| name.trim() == key);
            found.and_then(|(_, value)| value.trim().parse().ok()).unwrap_or(default)
        };
        Self {
            filter: number("Filter", 0),
            scaling: number("SecondaryFilter", 3),
            size: number("Scale2x", 0),
            rotation: number("Rotation", 0),
        }
    }

    /// Whether each native pixel is shown in its own colour.
    pub fn is_pixel_exact(&self) -> bool {
        self.filter == 0 && matches!(self.scaling, 0 | 3)
    }

    /// Describes the settings in words, such as "no filter, bilinear scaling, 2 times the size".
    pub fn describe(&self) -> String {
        let filter = match self.filter {
            0 => "no filter".into(),
            number => format!("magnifying filter {number}"),
        };
        let scaling = match self.scaling {
            0 | 3 => "nearest scaling".into(),
            4 => "bilinear scaling".into(),
            number => format!("blended scaling (cairo {number})"),
        };
        let size = match self.size {
            0 => "size of the window".into(),
            half => format!("{} times the size", f64::from(half) / 2.0),
        };
        let turn = if self.rotation == 0 {
            String::new()
        } else {
            format!(", turned by {}°", self.rotation)
        };
        format!("{filter}, {scaling}, {size}{turn}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_that_desmume_writes_is_understood() {
        let text = "[View]\nScreenLayout=0\nRotation=90\nFilter=3\nSecondaryFilter=4\n\n[Window]\nScale2x=3\n";
        let settings = Settings::parse(text);
        assert_eq!(settings, Settings { filter: 3, scaling: 4, size: 3, rotation: 90 });
        assert!(!settings.is_pixel_exact());
        assert_eq!(
            settings.describe(),
            "magnifying filter 3, bilinear scaling, 1.5 times the size, turned by 90°"
        );
    }

    #[test]
    fn what_is_missing_or_broken_has_the_default() {
        let settings = Settings::parse("Filter=none\nno line");
        assert_eq!(settings, Settings { filter: 0, scaling: 3, size: 0, rotation: 0 });
        assert!(settings.is_pixel_exact());
        let missing = Settings::read(Path::new("no/such/folder/config.cfg")).unwrap();
        assert_eq!(missing, None);
    }
}
