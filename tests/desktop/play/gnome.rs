//! In a real GNOME Shell, by its portal's own dialog: a native window is shared, and played in.

use super::stretched::assert_right;
use crate::support::flips::Session;
use crate::support::gnome::{Gnome, on_gnome};
use crate::support::native::NativeWindow;
use crate::support::{Program, eventually, find, folder};
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use voltorb_flip::levels::Level;

/// How long nothing may happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// What GNOME calls the game's window, and its title.
const GAME: &str = "melonDS";
const TITLE: &str = "[60/60] melonDS 1.1";

fn level() -> Level {
    Level::try_from(3).unwrap()
}

fn game(seed: u32) -> FlipArcade {
    FlipArcade::new(FlipArcadeOptions { seed, level: level(), ..FlipArcadeOptions::default() })
}

/// Nothing is tapped for a while.
#[track_caller]
fn rests(session: &mut Session, window: &NativeWindow) {
    // A tap that had begun may end.
    std::thread::sleep(Duration::from_millis(500));
    let presses = window.presses();
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(window.presses(), presses, "{}", session.said());
}

/// Shows the game, once GNOME shows its window.
fn show(desk: &Gnome, seed: u32) -> (FlipArcade, NativeWindow) {
    let game = game(seed);
    let window = NativeWindow::show(game.clone());
    eventually("the window is shown", || desk.shows(GAME).then_some(()));
    (game, window)
}

#[test]
#[ignore = "long play: make soak"]
fn soak_a_shared_window_is_advised_and_played() {
    let test = "play::gnome::soak_a_shared_window_is_advised_and_played";
    on_gnome(Duration::from_secs(1200), test, || {
        let (desk, folder) = (Gnome::here(), folder("gnome-rounds"));
        {
            let (_game, window) = show(&desk, 40);
            let mut session = Session::start(&folder, &[]);
            desk.share(TITLE, false);
            session.until("advised", "", PATIENCE);
            rests(&mut session, &window);
            assert_eq!(window.presses(), 0, "{}", session.said());
            session.interrupt();
            session.end();
        }
        for seed in 41..51 {
            let (game, window) = show(&desk, seed);
            let mut session = Session::start(&folder, &["play", "--rounds", "1"]);
            desk.share(TITLE, true);
            assert_eq!(session.end(), 0, "{}", session.said());
            assert!(!window.is_down(), "a button is left pressed");
            assert_right(&session, &game, level());
            println!("seed {seed}: {} presses, right", window.presses());
        }
    });
}

/// Plays in a new window until a card is flipped; it goes on for longer than anything takes.
fn begun(desk: &Gnome, folder: &Path, seed: u32) -> (NativeWindow, Session) {
    let (_, window) = show(desk, seed);
    let mut session = Session::start(folder, &["play", "--rounds", "50"]);
    desk.share(TITLE, true);
    session.until("confirmed", "", PATIENCE);
    session.until("confirmed", "", PATIENCE);
    (window, session)
}

/// It halts, taps nothing, and ends when it is asked to.
#[track_caller]
fn halts(mut session: Session, window: &NativeWindow, what: &str) {
    session.until("held", "", PATIENCE);
    let held = session.story.last().unwrap().text().to_owned();
    rests(&mut session, window);
    session.interrupt();
    session.end();
    assert!(!window.is_down(), "a button is left pressed");
    println!("{what}: {held}");
}

#[test]
#[ignore = "long play: make soak"]
fn soak_a_shared_window_is_played_through_what_happens_to_it() {
    let test = "play::gnome::soak_a_shared_window_is_played_through_what_happens_to_it";
    on_gnome(Duration::from_secs(900), test, || {
        let (desk, folder) = (Gnome::here(), folder("gnome-disturbed"));
        let (window, mut session) = begun(&desk, &folder, 61);
        window.resize(2);
        session.until("confirmed", "", PATIENCE);
        desk.tell(GAME, "move_frame(true, 500, 100)");
        halts(session, &window, "moved");
        drop(window);
        let (window, session) = begun(&desk, &folder, 62);
        desk.tell(GAME, "minimize()");
        halts(session, &window, "minimised");
        drop(window);
        let (window, session) = begun(&desk, &folder, 63);
        let mut over = Command::new(find("foot").unwrap());
        let over = Program::start(over.args(["--app-id", "over", "sleep", "600"]));
        eventually("the other window is shown", || desk.shows("over").then_some(()));
        desk.tell("over", "move_frame(true, 100, 60)");
        desk.tell("over", "make_above()");
        halts(session, &window, "covered");
        drop((window, over));
        let (window, mut session) = begun(&desk, &folder, 64);
        drop(window);
        // GNOME 43 does not say that it is closed.
        std::thread::sleep(Duration::from_secs(5));
        let heard: Vec<_> = session.heard().iter().map(|entry| entry.text().to_owned()).collect();
        println!("closed: {:?}", heard.last());
        session.interrupt();
        session.end();
        let (window, session) = begun(&desk, &folder, 65);
        desk.leave_workspace();
        halts(session, &window, "on another workspace");
    });
}
