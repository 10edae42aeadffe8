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
                "this voltsight was built without live use, so it sees no windows: `make build` (or \
                 `cargo build --release`) builds it with; pictures can be watched without: `watch IMAGE`"
            )
        }
        bail!(
            "voltsight sees windows on Linux, Windows and macOS only so far: share the window with the page for browsers \
             (docs/how-to/page.md), or watch pictures: `watch IMAGE`"
        )
    }
}
