//! The built-in themes, from `templates/voltorb-flip/`.

use super::error::LookError;
use super::look::Look;
use super::manifest::Manifest;
use session::templates::{self, Template, template};
use std::sync::{Arc, LazyLock};

macro_rules! files {
    ($look:literal: $($name:literal),*) => {
        [$(($name, template!("voltorb-flip/", $look, "/", $name, ".txt"))),*]
    };
}

macro_rules! manifest {
    ($look:literal) => {
        template!("voltorb-flip/", $look, "/look.json")
    };
}

/// A sheet's name, and its template.
type File = (&'static str, Template);

const DS: &[File] = &files!("ds": "digits", "faces", "marks", "coins", "level-title", "level-menu");
const ESSENTIALS: &[File] = &files!("essentials": "coins", "level-title", "marks-middle");

const RMXP: &[File] = &files!("rmxp": "level-title");

/// The name, `look.json` and sheets of each built-in theme. Each builds on those before it only.
const LOOKS: [(&str, Template, &[File]); 3] = [
    ("ds", manifest!("ds"), DS),
    ("essentials", manifest!("essentials"), ESSENTIALS),
    ("rmxp", manifest!("rmxp"), RMXP),
];

/// The text of a sheet of a built-in theme, or of one it builds on; `None` if none has it.
pub(in super::super) fn text(look: &str, sheet: &str) -> Option<&'static str> {
    let mut next = LOOKS.iter().position(|(name, ..)| *name == look);
    while let Some(at) = next {
        let (_, manifest, files) = LOOKS[at];
        if let Some((_, template)) = files.iter().find(|(name, _)| *name == sheet) {
            return Some(templates::text(*template));
        }
        let base = serde_json::from_str::<Manifest>(templates::text(manifest)).ok()?.base?;
        next = LOOKS[..at].iter().position(|(name, ..)| *name == base);
    }
    None
}

/// Their names, for messages: `"a", "b" or "c"`.
pub(in super::super) fn names() -> String {
    let names = LOOKS.map(|(name, ..)| format!("{name:?}"));
    let (last, others) = names.split_last().expect("there are themes");
    format!("{} or {last}", others.join(", "))
}

fn build((name, manifest, _): &(&str, Template, &[File])) -> Result<Arc<Look>, LookError> {
    let manifest = serde_json::from_str(templates::text(*manifest));
    let manifest: Manifest = manifest.map_err(LookError::Manifest)?;
    let sheet = |sheet: &str| text(name, sheet).map(str::to_owned);
    Look::new(name, false, manifest, sheet).map(Arc::new)
}

/// The files of the built-in themes.
pub fn all_templates() -> Vec<Template> {
    let files = |(_, manifest, files): &(&str, Template, &[File])| {
        let sheets = files.iter().map(|(_, template)| *template);
        std::iter::once(*manifest).chain(sheets).collect::<Vec<_>>()
    };
    LOOKS.iter().flat_map(files).collect()
}

/// Checks that the templates in use are valid themes.
///
/// # Errors
/// The first theme that is not, and why.
pub fn check() -> Result<(), String> {
    let mut looks =
        LOOKS.iter().map(|look| build(look).map_err(|why| format!("{}: {why}", look.0)));
    looks.try_for_each(|look| look.map(drop))
}

static SHIPPED: LazyLock<Vec<Arc<Look>>> = LazyLock::new(|| {
    let looks: Result<Vec<_>, _> = LOOKS.iter().map(build).collect();
    looks.expect("those that are built in are tested, others were checked")
});

/// The built-in themes, that of the DS games first. Their boards are drawn alike.
pub fn shipped() -> &'static [Arc<Look>] {
    &SHIPPED
}

/// The theme of HeartGold and SoulSilver.
pub(in super::super) fn ds() -> &'static Look {
    &SHIPPED[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_looks_are_sound() {
        for look in LOOKS {
            let built = build(&look).unwrap_or_else(|error| panic!("{}: {error}", look.0));
            assert_eq!(built.digits.size(), (8, 8));
        }
        assert_eq!(shipped()[0].coins.size(), (16, 32));
        assert_eq!(shipped()[0].level_title.size(), (8, 11));
        assert_eq!(shipped()[1].coins.size(), (12, 19));
        assert_eq!(shipped()[2].coins.size(), (12, 19));
        assert_eq!(shipped()[2].level_title.size(), (14, 20));
    }
}
