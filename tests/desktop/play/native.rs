//! In sway, beside a native window of Wayland: without an option, and with all that may happen to it.

use super::stretched::{assert_right, assert_right_but};
use crate::support::flips::Session;
use crate::support::native::NativeWindow;
use crate::support::sway::{native_window, on_sway, told};
use crate::support::{eventually, folder};
use lab::voltorb_flip::arcade::{FlipArcade, FlipArcadeOptions};
use std::process::Command;
use std::time::Duration;
use voltorb_flip::levels::Level;

/// How long nothing may happen.
const PATIENCE: Duration = Duration::from_secs(60);

fn game(seed: u32) -> FlipArcade {
    FlipArcade::new(FlipArcadeOptions { seed, level: level(), ..FlipArcadeOptions::default() })
}

fn level() -> Level {
    Level::try_from(3).unwrap()
}

/// What `doctor` says with this argument.
fn doctor(argument: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
    let out = command.args(["doctor"]).args(Some(argument).filter(|a| !a.is_empty())).output();
    String::from_utf8_lossy(&out.unwrap().stdout).into_owned()
}

/// Waits until the window is listed.
fn shown() {
    eventually("the window is listed", || doctor("--windows").contains("melonDS").then_some(()));
}

#[test]
fn a_native_window_is_played_through_moves_covers_and_workspaces() {
    let test = "play::native::a_native_window_is_played_through_moves_covers_and_workspaces";
    on_sway(Duration::from_secs(240), test, &["foot"], || {
        let (folder, game) = (folder("native-played"), game(21));
        let window = NativeWindow::show(game.clone());
        shown();
        // What only programs have that sway started is not needed.
        let mut alone = Command::new(env!("CARGO_BIN_EXE_voltsight"));
        let listed = alone.args(["doctor", "--windows"]).env_remove("SWAYSOCK").output().unwrap();
        assert!(String::from_utf8_lossy(&listed.stdout).contains("melonDS"), "{listed:?}");
        let said = doctor("");
        for point in ["Wayland, in sway", "by wlr-screencopy", "wlr-virtual-pointer", "melonDS ("] {
            assert!(said.contains(point), "{point}: {said}");
        }
        let mut session = Session::start(&folder, &["play", "--rounds", "1"]);
        session.until("confirmed", "", PATIENCE);
        told("[app_id=melonDS] move position 30 40");
        session.until("confirmed", "", PATIENCE);
        // Larger, it hangs off the only monitor.
        window.resize(2);
        session.until("no-picture", "no monitor shows all of it", PATIENCE);
        told("[app_id=melonDS] move position 200 0");
        session.until("confirmed", "", PATIENCE);
        told("workspace 2");
        session.until("no-picture", "another virtual desktop", PATIENCE);
        told("workspace 1");
        let over = native_window("over");
        session.until("no-picture", "lies over it", PATIENCE);
        drop(over);
        assert_eq!(session.end(), 0, "{}", session.said());
        assert!(!window.is_down(), "a button is left pressed");
        // Moved twice, and resized.
        assert_right_but(&session, &game, level(), 3);
    });
}

#[test]
fn a_native_window_that_closes_under_a_press_leaves_nothing_pressed() {
    let test = "play::native::a_native_window_that_closes_under_a_press_leaves_nothing_pressed";
    on_sway(Duration::from_secs(240), test, &[], || {
        let folder = folder("native-closed");
        let window = NativeWindow::show(game(22));
        shown();
        let mut session = Session::start(&folder, &["play"]);
        session.until("confirmed", "", PATIENCE);
        drop(window);
        session.until("no-picture", "", PATIENCE);
        // Opened again, it is played on.
        let window = NativeWindow::show(game(23));
        session.until("confirmed", "", PATIENCE);
        // Killed while it presses, it leaves nothing pressed.
        eventually("it is pressed", || window.is_down().then_some(()));
        session.kill();
        eventually("it is released", || (!window.is_down()).then_some(()));
    });
}

#[test]
fn a_rotated_monitor_is_read_and_not_tapped() {
    let test = "play::native::a_rotated_monitor_is_read_and_not_tapped";
    on_sway(Duration::from_secs(240), test, &[], || {
        let folder = folder("native-rotated");
        let window = NativeWindow::show(game(24));
        shown();
        for turn in ["90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270"] {
            told(&format!("output * transform {turn}"));
            told("[app_id=melonDS] move position 30 40");
            let mut session = Session::start(&folder, &[]);
            session.until("advised", "Play", PATIENCE);
            session.interrupt();
            session.end();
            let mut play = Command::new(env!("CARGO_BIN_EXE_voltsight"));
            let out = play.args(["play", "--reports", "none"]).output().unwrap();
            let said = String::from_utf8_lossy(&[out.stdout, out.stderr].concat()).into_owned();
            assert!(
                !out.status.success() && said.contains("rotated or mirrored"),
                "{turn}: {said}"
            );
            assert_eq!(window.presses(), 0, "{turn}");
        }
    });
}

/// Ten rounds, also on monitors of other scales, where sway's coordinates are not pixels.
#[test]
#[ignore = "long play: make soak"]
fn soak_rounds_at_scales() {
    let test = "play::native::soak_rounds_at_scales";
    on_sway(Duration::from_secs(900), test, &[], || {
        let folder = folder("native-rounds");
        for (seed, scale) in (31..41).zip(["1", "2", "1.5", "1.25"].into_iter().cycle()) {
            told(&format!("output * scale {scale}"));
            let game = game(seed);
            let window = NativeWindow::show(game.clone());
            shown();
            let mut session = Session::start(&folder, &["play", "--rounds", "1"]);
            assert_eq!(session.end(), 0, "scale {scale}: {}", session.said());
            assert!(!window.is_down(), "a button is left pressed");
            assert_right(&session, &game, level());
            println!("scale {scale}: {} presses, right", window.presses());
        }
    });
}
