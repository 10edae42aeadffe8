//! The templates that the reader looks for, from `templates/voltorb-flip/`.

use crate::vision::template::{Sheet, SheetError};
use std::sync::LazyLock;

/// The sheets of one look of the game.
#[derive(Clone, Debug)]
pub struct Look {
    /// Digits of the headers' Voltorbs, 8x8.
    pub voltorbs: Sheet,
    /// The same digits in the sums, between the light frame and the light line.
    pub sums: Sheet,
    /// The middles of face-up cards, 16x16; 0 is the Voltorb.
    pub faces: Sheet,
    /// The marks on face-down cards, 6x6; 0 is the Voltorb.
    pub marks: Sheet,
    /// Digits of the coin counters, 16x32.
    pub coins: Sheet,
    /// The level in the top screen's title, 8x11.
    pub level_title: Sheet,
    /// The level in the menu's question, 7x11: a question mark follows closely.
    pub level_menu: Sheet,
}

macro_rules! sheet {
    ($name:literal) => {
        Sheet::parse(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/templates/voltorb-flip/ds/",
            $name,
            ".txt"
        )))
    };
}

impl Look {
    fn ds() -> Result<Self, SheetError> {
        let digits = sheet!("digits")?;
        Ok(Self {
            sums: digits.between(229, 229)?,
            voltorbs: digits,
            faces: sheet!("faces")?,
            marks: sheet!("marks")?,
            coins: sheet!("coins")?,
            level_title: sheet!("level-title")?,
            level_menu: sheet!("level-menu")?,
        })
    }
}

/// The look of the DS games, western languages.
pub static DS: LazyLock<Look> =
    LazyLock::new(|| Look::ds().expect("a test reads the templates that are built in"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_templates_are_sound() {
        let look = Look::ds().unwrap();
        assert_eq!(look.sums.size(), (8, 8));
        assert_eq!(look.faces.size(), (16, 16));
        assert_eq!(look.marks.size(), (6, 6));
        assert_eq!(look.coins.size(), (16, 32));
        assert_eq!(look.level_title.size(), (8, 11));
        assert_eq!(look.level_menu.size(), (7, 11));
    }
}
