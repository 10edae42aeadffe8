//! A progress bar with the time left, on standard error where that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// A bar for so many pieces of work; invisible unless standard error is a terminal.
pub fn bar(pieces: u64, what: &str) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let bar = ProgressBar::with_draw_target(Some(pieces), target).with_message(what.to_owned());
    let style = "{msg} [{bar:30}] {human_pos}/{human_len}, {per_sec}, {eta} left";
    // The template is known to be right.
    bar.set_style(
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar
}
