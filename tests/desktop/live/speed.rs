//! What a capture costs. Not a test of anything: run it with
//! `cargo test --release --test desktop speed -- --ignored --nocapture`.

use super::capture::{NOW, open};
use crate::support::painter::Painter;
use crate::support::{on_desktop, on_server};
use session::capture::Source;
use std::time::{Duration, Instant};

/// The middle and the ninth tenth of the times of a picture, in milliseconds.
fn measure(sizes: &[(u16, u16)], way: &str) {
    for &(width, height) in sizes {
        for (what, changing) in [("unchanged", false), ("changing", true)] {
            let painter = Painter::show("game", 1, (50, 50), (width, height));
            let mut source = open("^game");
            let mut times: Vec<f64> = (0..200)
                .map(|i| {
                    if changing {
                        painter.paint(i);
                    }
                    let started = Instant::now();
                    source.next(NOW).unwrap();
                    started.elapsed().as_secs_f64() * 1e3
                })
                .collect();
            times.sort_by(f64::total_cmp);
            println!(
                "{way:14} {width:4}x{height:<4} {what:9}  p50 {:6.2} ms  p90 {:6.2} ms",
                times[100], times[180]
            );
            painter.close();
        }
    }
}

const SIZES: [(u16, u16); 3] = [(256, 384), (512, 768), (1024, 1536)];

#[test]
#[ignore = "a measurement"]
fn through_shared_memory() {
    on_desktop("live::speed::through_shared_memory", &[], || measure(&SIZES, "shared memory"));
}

/// The processor time that this thread has used, in seconds.
fn processor() -> f64 {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    times.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

/// The processor time of this thread for a picture of a window in which nothing changes: on a busy
/// machine a better measure than the clock. What the X server does comes on top.
fn while_nothing_changes(way: &str) {
    const PICTURES: u32 = 100;
    for (width, height) in SIZES {
        let painter = Painter::show("game", 1, (50, 50), (width, height));
        let mut source = open("^game");
        source.next(NOW).unwrap();
        let used = processor();
        for _ in 0..PICTURES {
            source.next(Duration::from_millis(33)).unwrap();
        }
        let each = 1e3 * (processor() - used) / f64::from(PICTURES);
        println!("{way:14} {width:4}x{height:<4} {each:.2} ms of processor time a picture");
        painter.close();
    }
}

#[test]
#[ignore = "a measurement"]
fn processor_time_through_shared_memory() {
    let test = "live::speed::processor_time_through_shared_memory";
    on_desktop(test, &[], || while_nothing_changes("shared memory"));
}

#[test]
#[ignore = "a measurement"]
fn processor_time_through_xcap() {
    let test = "live::speed::processor_time_through_xcap";
    on_server(test, &[], &["-extension", "MIT-SHM"], || while_nothing_changes("xcap"));
}

#[test]
#[ignore = "a measurement"]
fn through_xcap() {
    let arguments = ["-extension", "MIT-SHM"];
    on_server("live::speed::through_xcap", &[], &arguments, || measure(&SIZES, "xcap"));
}
