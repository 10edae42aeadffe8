//! What hotkeys depend on: the keyboard's map, and which process has them.

use super::server::XServer;
use crate::{DesktopError, HotkeyGrabs};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::ConnectionExt as _;

impl HotkeyGrabs for XServer {
    /// The server says so to every client that does not use the XKEYBOARD extension, as this connection.
    fn keys_have_moved(&self) -> bool {
        let mut have_moved = false;
        while let Ok(Some(event)) = self.connection.poll_for_event() {
            have_moved |= matches!(event, Event::MappingNotify(_));
        }
        have_moved
    }

    /// By a selection, which ends with its owner's connection.
    fn claim_hotkeys(&self) {
        let claim = || -> Result<(), DesktopError> {
            let owner = self.unmapped()?;
            let claimed = self.atoms._VOLTSIGHT_HOTKEYS;
            Ok(self.connection.set_selection_owner(owner, claimed, x11rb::CURRENT_TIME)?.check()?)
        };
        // It only makes a message clearer.
        let _ = claim();
    }

    fn hotkeys_are_claimed(&self) -> bool {
        let owner = || {
            let owner = self.connection.get_selection_owner(self.atoms._VOLTSIGHT_HOTKEYS).ok()?;
            Some(owner.reply().ok()?.owner)
        };
        owner().is_some_and(|owner| owner != x11rb::NONE)
    }
}
