//! Keys that get lost, and a person and a desktop that get in the way.

use super::gym::Walk;
use crate::support::ice_rom::{Options, Truth, Version};
use crate::support::mgba::{FASTER, MGBA};
use crate::support::painter::{Painter, cover};
use crate::support::within;
use std::time::Duration;

/// Two sections take half a minute beside a build, and several times as long where little of the machine is left: what
/// has come to a halt is told sooner, after `ice::STEP` without a step.
const LIMIT: Duration = Duration::from_secs(900);

fn walk(test: &str, options: Options, body: impl FnOnce(Walk)) {
    within(LIMIT, test, &[MGBA], &[], || {
        body(Walk::start(&test.replace("::", "-"), &options, 2, &[]));
    });
}

#[test]
fn lost_keys_are_pressed_again() {
    let options = Options { lost: 4, ..Options::of(Version::Emerald) };
    walk("ice::disturbed::lost_keys_are_pressed_again", options, |mut walk| {
        walk.steps(15);
        let truth = walk.finish_section();
        assert_eq!(truth.falls, 0, "{}", walk.told());
        assert!(truth.lost >= 6, "{} of {} presses", truth.lost, truth.presses);
    });
}

#[test]
fn the_window_is_moved_and_covered_in_mid_walk() {
    let test = "ice::disturbed::the_window_is_moved_and_covered_in_mid_walk";
    walk(test, Options::of(Version::Ruby), |mut walk| {
        let window = walk.table.window();
        for (steps, (x, y)) in [(3, (20, 30)), (7, (700, 200)), (11, (300, 500))] {
            walk.steps(steps);
            walk.table.user.move_window(window, x, y);
        }
        walk.steps(14);
        // Keys go to the window that has the keyboard, and its picture is its own, covered or not.
        let cover = cover(&walk.table.user, window);
        walk.steps(22);
        assert!(cover.keys().is_empty(), "no key went elsewhere");
        cover.close();
        assert_eq!(walk.finish_section().falls, 0, "{}", walk.told());
    });
}

#[test]
fn another_window_takes_the_keyboard() {
    let test = "ice::disturbed::another_window_takes_the_keyboard";
    walk(test, Options::of(Version::Emerald), |mut walk| {
        let window = walk.table.window();
        walk.steps(6);
        let other = Painter::show("notes", 5, (1000, 700), (300, 200));
        walk.table.user.give_keyboard(other.window);
        walk.rests(Duration::from_secs(2));
        assert!(other.keys().is_empty(), "no key went elsewhere");
        walk.table.user.give_keyboard(window);
        assert_eq!(walk.finish_section().falls, 0, "{}", walk.told());
    });
}

/// At mGBA's highest speed a step may take less than a press, whose release may also come late: then it may make two
/// steps. There may be no walk over what is left, or the second step may lead onto a cracked tile. The program goes
/// on, says what to do, or tells the fall and walks on from the stairs.
#[test]
fn the_emulator_runs_faster_and_slower() {
    let test = "ice::disturbed::the_emulator_runs_faster_and_slower";
    walk(test, Options::of(Version::Ruby), |mut walk| {
        for steps in [3, 11, 19] {
            if !walk.goes_on_to(steps) {
                break;
            }
            walk.table.user.hold_key(FASTER, true);
            let goes_on = walk.goes_on_to(steps + 4);
            walk.table.user.hold_key(FASTER, false);
            if !goes_on {
                break;
            }
        }
        if walk.table.truth().falls > 0 {
            walk_on_after_a_fall(walk);
        } else if walk.session.runs() {
            assert_eq!(walk.finish_section().falls, 0, "{}", walk.told());
        } else {
            let said = walk.told();
            assert!(said.contains("set the emulator to a lower speed"), "{said}");
        }
    });
}

/// The fall is told, and from the stairs on everybody walks as before.
fn walk_on_after_a_fall(mut walk: Walk) {
    let fallen = walk.table.rest();
    assert!(fallen.in_basement);
    walk.rests(Duration::from_secs(2));
    climb_back(&walk, &fallen);
    walk.says("note", "fell");
    assert_eq!(walk.finish_section().falls, 1, "{}", walk.told());
}

/// A person walks from anywhere in the basement up the ladder.
fn climb_back(walk: &Walk, from: &Truth) {
    let (column, row) = from.at;
    let sideways = if column < 11 { "R" } else { "L" };
    walk.table.walk(&sideways.repeat(column.abs_diff(11).into()));
    walk.table.walk(&"D".repeat((22 - row).into()));
}

#[test]
fn a_fall_is_told_and_recovered_from() {
    let test = "ice::disturbed::a_fall_is_told_and_recovered_from";
    walk(test, Options::of(Version::Emerald), |mut walk| {
        // In the middle of the second section a person walks back.
        walk.steps(7 + 2 + 6);
        let step = *walk.table.truth().log.last().unwrap();
        let back = step.direction.opposite();
        walk.table.hold(back, |truth| truth.falls == 1);
        walk_on_after_a_fall(walk);
    });
}

#[test]
fn a_text_box_is_left_to_the_person() {
    let test = "ice::disturbed::a_text_box_is_left_to_the_person";
    let options = Options { message: 10, ..Options::of(Version::Emerald) };
    walk(test, options, |mut walk| {
        for messages in 1..=2 {
            walk.until("a text box is open", |truth| truth.messages == messages);
            walk.rests(Duration::from_secs(2));
            walk.table.close_text_box();
        }
        walk.steps(25);
    });
}
