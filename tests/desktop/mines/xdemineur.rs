//! xdemineur, of which nobody tells where its mines are: it says itself that a game is won.

use super::game::bring_on_screen;
use crate::support::painter::Painter;
use crate::support::session::Session;
use crate::support::user::User;
use crate::support::{Program, find, folder, within};
use std::process::{Command, Stdio};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// It has no key for the next game: its face is clicked.
#[test]
fn xdemineur_is_played_and_begun_again() {
    let test = "mines::xdemineur::xdemineur_is_played_and_begun_again";
    within(LIMIT, test, &["xdemineur"], &[], || {
        let folder = folder("mines-xdemineur");
        let user = User::new();
        user.move_pointer(1590, 1000);
        // It maps its window at once, and once only: a window manager that is just starting may overlook it.
        drop(Painter::show("first", 1, (100, 100), (300, 200)));
        let mut command = Command::new(find("xdemineur").unwrap());
        command.args(["-geometry", "12x8", "-m", "6"]).stdout(Stdio::null());
        let _program = Program::start(&mut command);
        bring_on_screen(&user);
        let arguments = ["play", "minesweeper", "--quiet", "--rounds", "2"];
        let mut session = Session::start(&folder, &arguments);
        let mut games = 0;
        while let Some(entry) = session.next(LIMIT) {
            assert!(entry.kind() != "standstill", "{entry:?}\n{}", session.said());
            games += usize::from(entry.kind() == "round-end");
        }
        assert_eq!(games, 2, "{}", session.said());
        assert!(session.said().contains(" 0 doubtful"), "{}", session.said());
        assert_eq!(session.end(), 0);
    });
}
