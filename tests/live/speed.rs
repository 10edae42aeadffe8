//! What a capture costs. Not a test of anything: run it with
//! `cargo test --release --test live speed -- --ignored --nocapture`.

use crate::capture::{NOW, open};
use crate::support::painter::Painter;
use crate::support::{on_desktop, on_server};
use std::time::{Duration, Instant};
use voltsight::capture::Source;

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
    on_desktop("speed::through_shared_memory", &[], || measure(&SIZES, "shared memory"));
}

/// The processor time that this thread has used, in seconds.
fn processor() -> f64 {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    times.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

#[test]
#[ignore = "a measurement"]
fn while_nothing_changes() {
    on_desktop("speed::while_nothing_changes", &[], || {
        for (width, height) in SIZES {
            let painter = Painter::show("game", 1, (50, 50), (width, height));
            let mut source = open("^game");
            source.next(NOW).unwrap();
            let (used, started) = (processor(), Instant::now());
            while started.elapsed() < Duration::from_secs(5) {
                source.next(Duration::from_millis(33)).unwrap();
            }
            let share = 100.0 * (processor() - used) / started.elapsed().as_secs_f64();
            println!("{width:4}x{height:<4} 30 pictures a second: {share:.1} % of a core");
            painter.close();
        }
    });
}

#[test]
#[ignore = "a measurement"]
fn through_xcap() {
    let arguments = ["-extension", "MIT-SHM"];
    on_server("speed::through_xcap", &[], &arguments, || measure(&SIZES, "xcap"));
}
