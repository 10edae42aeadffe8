//! The six floors, walked from the stairs at the bottom to the leader's platform.

use super::gym::Walk;
use crate::support::ice_rom::{Options, Version};
use crate::support::mgba::MGBA;
use crate::support::within;
use std::time::{Duration, Instant};

/// A gym takes about a minute beside a build, and several times as long where little of the machine is left: what
/// has come to a halt is told sooner, after `ice::STEP` without a step.
const LIMIT: Duration = Duration::from_secs(900);

fn walked(test: &str, version: Version, scale: u8) {
    within(LIMIT, test, &[MGBA], &[], || {
        Walk::start(&test.replace("::", "-"), &Options::of(version), scale, &[])
            .finish_without_a_fall();
    });
}

#[test]
#[ignore = "long play: make soak"]
fn soak_rubys_floors_at_2x() {
    walked("ice::floors::soak_rubys_floors_at_2x", Version::Ruby, 2);
}

#[test]
fn emeralds_floors_at_3x() {
    walked("ice::floors::emeralds_floors_at_3x", Version::Emerald, 3);
}

#[test]
#[ignore = "long play: make soak"]
fn soak_rubys_floors_at_4x() {
    walked("ice::floors::soak_rubys_floors_at_4x", Version::Ruby, 4);
}

/// The number of walks of each floor in `WALKS`, for `make soak`.
#[test]
#[ignore = "long play: make soak"]
fn soak_of_many_walks() {
    let walks = std::env::var("WALKS").map_or(10, |n| n.parse().expect("WALKS is a number"));
    let limit = Duration::from_secs(600 + 600 * walks);
    within(limit, "ice::floors::soak_of_many_walks", &[MGBA], &[], || {
        let begin = Instant::now();
        let (mut steps, mut presses) = (0, 0);
        for walk in 1..=walks {
            for version in Version::ALL {
                let scale = 2 + (walk % 3) as u8;
                let truth = Walk::start("many-walks", &Options::of(version), scale, &[])
                    .finish_without_a_fall();
                steps += truth.steps;
                presses += truth.presses;
                println!(
                    "{:6.0} s  walk {walk} of {}'s three floors at {scale}x: {} steps, {} presses; \
                     in all {steps} steps, {presses} presses, no fall",
                    begin.elapsed().as_secs_f64(),
                    version.name(),
                    truth.steps,
                    truth.presses,
                );
            }
        }
    });
}
