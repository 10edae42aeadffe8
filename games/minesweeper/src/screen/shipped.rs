//! The built-in themes, from `templates/minesweeper/`.

use super::look::MineLook;
use super::scene::Scene;
use super::strokes;
use session::templates::{self, Template, template};
use std::sync::{Arc, LazyLock};

/// How a theme is parsed from its name and the text of its file.
type Parse = fn(&str, &str) -> Result<MineLook, String>;

macro_rules! look {
    ($name:literal) => {
        look!($name, MineLook::parse)
    };
    ($name:literal, $parse:path) => {
        ($name, template!("minesweeper/", $name, ".json"), $parse)
    };
}

/// The name and the template of each theme, and how it is parsed.
const LOOKS: [(&str, Template, Parse); 17] = [
    look!("windows-classic"),
    look!("gnome-classic"),
    look!("gnome-default"),
    look!("gnome-bgcolors"),
    look!("sgt"),
    look!("kmines-default"),
    look!("kmines-classic"),
    look!("gnomine"),
    look!("winemine"),
    look!("xdemineur"),
    look!("minegauler"),
    look!("windows-7"),
    look!("online-dark"),
    look!("online-night"),
    look!("google"),
    look!("kmines-green", scene),
    look!("kmines-graveyard", scene),
];

/// Parses a theme whose cells are little pictures.
fn scene(name: &str, text: &str) -> Result<MineLook, String> {
    Scene::parse(text).map(|scene| MineLook::of_scene(name, scene))
}

fn build((name, template, parse): &(&str, Template, Parse)) -> Result<MineLook, String> {
    parse(name, templates::text(*template)).map_err(|why| format!("{name}: {why}"))
}

/// The built-in themes.
pub(super) fn shipped() -> &'static [Arc<MineLook>] {
    static SHIPPED: LazyLock<Vec<Arc<MineLook>>> = LazyLock::new(|| {
        let looks: Result<Vec<_>, _> = LOOKS.iter().map(|look| build(look).map(Arc::new)).collect();
        looks.expect("those that are built in are tested, others were checked")
    });
    &SHIPPED
}

/// The files of the built-in themes.
pub fn all_templates() -> Vec<Template> {
    LOOKS
        .iter()
        .map(|(_, template, _)| *template)
        .chain([strokes::SHAPES, strokes::DIGITS])
        .collect()
}

/// Checks that the templates in use are valid themes.
///
/// # Errors
/// The first theme that is not, and why.
pub fn check() -> Result<(), String> {
    strokes::check()?;
    LOOKS.iter().try_for_each(|look| build(look).map(drop))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::look::Kind;

    #[test]
    fn the_built_in_looks_are_sound() {
        for look in &LOOKS {
            let (name, look) = (look.0, build(look).unwrap_or_else(|why| panic!("{why}")));
            if look.scene.is_some() {
                continue;
            }
            let kinds = |kind| look.grounds.iter().filter(|g| g.kind == kind).count();
            assert!(kinds(Kind::Closed) > 0 && kinds(Kind::Open) > 0, "{name}");
        }
    }
}
