//! Rounds on end, and the ways to end them.

use crate::ledger::compare;
use crate::support::flips::Acts;
use crate::window::Window;
use crate::wine::desktop;
use std::time::Duration;
use voltorb_flip_game::player::Move;

/// The number of rounds in `ROUNDS`.
#[test]
fn rounds_are_played_without_a_wrong_tap() {
    let rounds = std::env::var("ROUNDS").map_or(20, |n| n.parse().expect("ROUNDS is a number"));
    let Some(wine) = desktop("rounds") else { return };
    let mut window = Window::show(&wine, 5, (400, 150));
    window.order("size 512 768");
    window.order("pointer 1200 1000");
    let mut watch = wine.watch(&["play", "--rounds", &rounds.to_string()]);
    assert_eq!(watch.end(), 0, "{}", watch.said());
    let ledger = compare(&watch.story, &mut window);
    println!("{ledger}; {:.0} s", watch.story.last().unwrap().at());
    assert!(ledger.wrong.is_empty(), "{:#?}", ledger.wrong);
    assert_eq!(ledger.rounds, rounds);
    assert!(ledger.cards >= rounds, "{ledger}");
    assert_eq!(window.pointer([1200, 1000]), [1200, 1000], "the pointer is the user's");
}

#[test]
fn ctrl_c_ends_it_with_nothing_pressed() {
    let Some(wine) = desktop("ctrl-c") else { return };
    let mut window = Window::show(&wine, 6, (400, 150));
    window.order("pointer 1200 1000");
    let mut watch = wine.watch(&["play"]);
    // In the middle of a press.
    loop {
        let entry = watch.next(Duration::from_secs(60)).expect("it runs");
        if entry.kind() == "advised" && matches!(entry.what(), Some(Move::Flip(_))) {
            break;
        }
    }
    while !window.is_down() {
        std::thread::sleep(Duration::from_millis(1));
    }
    watch.interrupt();
    assert_eq!(watch.end(), 0, "{}", watch.said());
    let last = watch.story.last().unwrap();
    assert_eq!((last.kind(), last.text()), ("stopped", "stopped: interrupted"));
    assert!(!window.is_down());
    assert_eq!(window.asked("buttons", "buttons")["down"], false);
    assert_eq!(window.pointer([1200, 1000]), [1200, 1000], "the pointer is put back");
}
