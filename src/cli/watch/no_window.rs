//! `voltsight watch` where it cannot see windows.

use super::{Chosen, Loop};
use crate::output::Exit;
use crate::show::terminal::Terminal;
use anyhow::bail;
use session::input::dry_run::DryRun;
use std::io::Stdout;

impl Loop {
    /// Says why there is nothing to follow, and what there is instead.
    pub(super) fn follow_window(
        &self,
        _: Chosen<'_>,
        _: &mut Terminal<Stdout>,
        _: &mut DryRun<Stdout>,
    ) -> anyhow::Result<Exit> {
        if desktop::system::LIVE_USE {
            bail!(
                "this build of voltsight cannot see windows: build it with `make build` (or `cargo build \
                 --release`), or watch pictures: `watch IMAGE`"
            )
        }
        bail!(
            "voltsight sees windows on Linux, Windows and macOS only: share the window with the page for \
             browsers (docs/how-to/page.md), or watch pictures: `watch IMAGE`"
        )
    }
}
