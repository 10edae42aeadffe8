//! The built-in themes of other boards, from `templates/voltorb-flip/`.

use super::look::TaughtLook;
use crate::screen::looks::{LookError, MANIFEST, of_files};
use session::templates::{Template, template, text};
use std::sync::{Arc, LazyLock};

/// The name of a look, its `look.json` and its `board.json`.
type Files = (&'static str, Template, Template);

const LOOKS: [Files; 1] =
    [("web", template!("voltorb-flip/web/look.json"), template!("voltorb-flip/web/board.json"))];

fn build((name, manifest, board): &Files) -> Result<Arc<TaughtLook>, LookError> {
    let look =
        of_files(name, false, |file| (file == MANIFEST).then(|| text(*manifest).to_owned()))?;
    TaughtLook::from_file(Arc::new(look), text(*board)).map(Arc::new).map_err(LookError::Board)
}

/// The files of these themes.
pub fn all_templates() -> impl Iterator<Item = Template> {
    LOOKS.into_iter().flat_map(|(_, manifest, board)| [manifest, board])
}

/// Checks that the templates in use are valid themes.
///
/// # Errors
/// The first theme that is not, and why.
pub fn check() -> Result<(), String> {
    LOOKS.iter().try_for_each(|look| match build(look) {
        Ok(_) => Ok(()),
        Err(why) => Err(format!("{}: {why}", look.0)),
    })
}

static SHIPPED: LazyLock<Vec<Arc<TaughtLook>>> = LazyLock::new(|| {
    let looks: Result<Vec<_>, _> = LOOKS.iter().map(build).collect();
    looks.expect("those that are built in are tested, others were checked")
});

/// The built-in themes of other boards.
pub fn shipped() -> &'static [Arc<TaughtLook>] {
    &SHIPPED
}
