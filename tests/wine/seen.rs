//! What it sees of a window, and what it says about it without touching anything.

use crate::support::flips::{Acts, Session};
use crate::window::Window;
use crate::wine::{SIZE, desktop};
use serde_json::{Value, json};
use std::thread::sleep;
use std::time::{Duration, Instant};
use voltorb_flip_game::player::Move;

/// How long a person waits for an answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// Waits until it says something. The person at the desktop taps a message again while nothing follows: a text that
/// is still being written takes no tap.
fn hear(window: &mut Window, watch: &mut Session, message: Option<&str>) {
    for _ in 0..10 {
        let since = Instant::now();
        while since.elapsed() < PATIENCE {
            if !watch.is_silent() {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        if let Some(tap) = message {
            window.order(tap);
        }
    }
}

fn listed(windows: &Value) -> &Value {
    let mut windows = windows.as_array().unwrap().iter();
    windows.find(|window| window["class"] == "DeSmuME").expect("the game is listed")
}

#[test]
fn windows_and_the_doctor_tell_of_a_window() {
    let Some(wine) = desktop("told") else { return };
    let _window = Window::show(&wine, 3, (300, 200));
    let (windows, code) = wine.told(&["doctor", "--windows", "--json"]);
    let game = listed(&windows);
    assert_eq!(code, Some(0));
    assert_eq!(game["title"], "DeSmuME 0.9.13 x64");
    assert_eq!(game["instance"], "DeSmuME_0.9.13_x64.exe");
    assert_eq!(game["known"]["name"], "DeSmuME (Windows)");
    assert_eq!([&game["width"], &game["height"]], [&json!(256), &json!(384)]);
    assert!(game["obstacle"].is_null() && game["pid"].is_u64(), "{game}");

    let (points, code) = wine.told(&["doctor", "--json"]);
    assert_eq!(code, Some(0), "{points:#}");
    let point = |what: &str| {
        let mut points = points.as_array().unwrap().iter();
        points.find(|point| point["what"] == what).unwrap_or_else(|| panic!("{what}: {points:?}"))
    };
    assert_eq!(point("session")["found"], "Wine");
    let size = format!("{}x{} pixels, 1 monitor", SIZE.0, SIZE.1);
    assert_eq!(point("display")["found"], json!(size));
    for guard in ["pointer", "cover", "focus", "hotkeys"] {
        assert_eq!(point(&format!("guard: {guard}"))["verdict"], "good", "{points:#}");
    }
    assert!(point("game")["found"].as_str().unwrap().contains("256x384"), "{points:#}");
}

#[test]
fn it_advises_and_touches_nothing() {
    let Some(wine) = desktop("advice") else { return };
    let mut window = Window::show(&wine, 4, (200, 40));
    window.order("pointer 1200 900");
    let mut watch = wine.watch(&[]);
    let mut boards = 0;
    // Whatever size it has.
    for size in ["256 384", "512 768", "768 1152", "640 960"] {
        window.order(&format!("size {size}"));
        let (mut cards, mut message) = (0, None);
        while cards < 2 {
            hear(&mut window, &mut watch, message.as_deref());
            let entry = watch.next(Duration::from_secs(60)).expect("it runs");
            let (kind, what) = (entry.kind().to_owned(), entry.what());
            if kind != "advised" {
                continue;
            }
            let what = what.unwrap();
            let at = what.target();
            // As the person does: without the pointer.
            let tap = format!("tap {} {}", at.x.floor(), at.y.floor() + 192.0);
            message = None;
            if let Move::Flip(_) = what {
                let truth = window.asked("truth", "truth")["truth"].clone();
                for field in ["rows", "cols", "tiles", "level"] {
                    assert_eq!(entry.0["on"]["position"][field], truth[field], "{field}");
                }
                (boards, cards) = (boards + 1, cards + 1);
            } else {
                message = Some(tap.clone());
            }
            window.order(&tap);
        }
    }
    assert!(boards >= 8, "{boards}");
    assert_eq!(window.of_kind("down"), Vec::<Value>::new());
    assert_eq!(window.pointer([1200, 900]), [1200, 900]);
}
