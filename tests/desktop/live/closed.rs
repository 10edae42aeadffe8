//! A terminal that is closed ends the program that runs in it: it leaves no process and no hotkey.

use crate::support::stand_in::StandIn;
use crate::support::terminal::Terminal;
use crate::support::user::User;
use crate::support::{eventually, on_desktop};
use std::process::Command;
use std::time::Duration;

fn open(name: &str, arguments: &str) -> Terminal {
    Terminal::start(name, "", arguments).expect("it was looked for")
}

/// Nobody has the hotkeys.
fn assert_free() {
    let user = User::new();
    let is_free = || ['p', 's', 'r'].into_iter().all(|letter| user.can_grab_hotkey(letter));
    eventually("the hotkeys are free", || is_free().then_some(()));
}

#[test]
fn a_closed_terminal_ends_every_live_view() {
    on_desktop("live::closed::a_closed_terminal_ends_every_live_view", &["script"], || {
        let _game = StandIn::show(3, (200, 150));
        for (name, arguments, seen) in [
            ("closed-demo", "demo --seed 3 --speed 3 --rounds 50", "chance to clear"),
            ("closed-watch", "watch", "your move"),
            ("closed-auto", "play", "playing"),
            ("closed-record", "play --record session.vsr", "playing"),
        ] {
            let terminal = open(name, arguments);
            terminal.until_it_says(seen);
            terminal.close();
            assert_free();
        }
    });
}

#[test]
fn a_closed_terminal_ends_the_window_of_the_program() {
    on_desktop(
        "live::closed::a_closed_terminal_ends_the_window_of_the_program",
        &["script"],
        || {
            let terminal = open("closed-app", "app");
            let windows =
                || Command::new("xwininfo").args(["-root", "-tree"]).output().unwrap().stdout;
            eventually("its window is there", || {
                String::from_utf8_lossy(&windows()).contains("\"voltsight\"").then_some(())
            });
            terminal.close();
        },
    );
}

#[test]
fn every_question_ends_with_its_terminal_and_at_ctrl_c() {
    on_desktop(
        "live::closed::every_question_ends_with_its_terminal_and_at_ctrl_c",
        &["script"],
        || {
            let _games = [StandIn::show(3, (50, 50)), StandIn::show(4, (800, 500))];
            for (name, arguments, question) in [
                ("closed-solve", "solve", "Row headers"),
                ("closed-which", "watch --window DeSmuME", "which one?"),
                ("closed-which-auto", "play --window DeSmuME", "which one?"),
            ] {
                let terminal = open(name, arguments);
                terminal.until_it_says(question);
                terminal.close();
                for signal in ["INT", "TERM"] {
                    let terminal = open(name, arguments);
                    terminal.until_it_says(question);
                    assert!(terminal.signal(signal));
                    terminal.until_it_says("left with");
                }
            }
        },
    );
}

#[test]
fn the_second_signal_ends_what_does_not_answer_the_first() {
    const TEST: &str = "live::closed::the_second_signal_ends_what_does_not_answer_the_first";
    on_desktop(TEST, &["script"], || {
        let terminal = open("closed-twice", "demo --speed 3 --rounds 50");
        terminal.until_it_says("chance to clear");
        // Whoever draws waits for ever.
        terminal.stop_taking();
        assert!(terminal.signal("TERM"));
        std::thread::sleep(Duration::from_secs(1));
        // Should the first have been enough, there is nobody to send it to.
        terminal.signal("TERM");
        terminal.ends();
    });
}
