//! The commands `windows` and `doctor`, as a user runs them.

use crate::support::painter::Painter;
use crate::support::user::User;
use crate::support::{on_desktop, on_server, require, start_server};
use serde_json::Value;
use std::process::{Command, Output};

fn voltsight(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_voltsight"));
    command.args(arguments);
    command
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn windows_are_listed_with_the_reason_when_not_captured() {
    on_desktop("live::commands::windows_are_listed_with_the_reason_when_not_captured", &[], || {
        let empty = voltsight(&["doctor", "--windows"]).output().unwrap();
        assert_eq!(empty.status.code(), Some(1));
        let mines = Painter::show("gnome-mines", 1, (100, 100), (300, 200));
        let other = Painter::show("other", 2, (500, 100), (320, 240));
        let helper = Painter::show("helper", 3, (900, 100), (20, 20));
        let title = "an \u{1b}[31mo\u{e9}ther\u{7}\ntitle";
        other.set_title("_NET_WM_NAME", "UTF8_STRING", title.as_bytes());
        User::new().minimise(other.window);
        let json = voltsight(&["doctor", "--windows", "--json"]).output().unwrap();
        assert_eq!(json.status.code(), Some(0));
        let json: Vec<Value> = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(json.len(), 2, "the helper window is left out: {json:?}");
        let by_id = |id: u32| json.iter().find(|w| w["id"] == id).unwrap();
        let (mines, other) = (by_id(mines.window), by_id(other.window));
        assert_eq!(mines["known"]["name"], "GNOME Mines");
        assert_eq!((&mines["width"], &mines["height"]), (&300.into(), &200.into()));
        assert_eq!(mines["obstacle"], Value::Null);
        assert_eq!(mines["title"], "gnome-mines 60 fps");
        assert_eq!(other["title"], "an [31mo\u{e9}thertitle", "without control characters");
        assert!(other["obstacle"].as_str().unwrap().contains("minimised"), "{other}");
        let table = text(&voltsight(&["doctor", "--windows"]).output().unwrap());
        assert_eq!(table.lines().count(), 3, "{table}");
        let place = format!("300x200 at {},{}", mines["x"], mines["y"]);
        assert!(table.contains(&format!("{place}  gnome-mines  GNOME Mines  yes")), "{table}");
        assert!(table.contains("no: it is minimised: restore it"), "{table}");
        drop(helper);
    });
}

#[test]
fn a_file_that_was_copied_is_pasted() {
    on_desktop("live::commands::a_file_that_was_copied_is_pasted", &[], || {
        let solve = || voltsight(&["solve", "--paste"]).output().unwrap();
        let mut clipboard = arboard::Clipboard::new().unwrap();
        clipboard.set_text("no picture").unwrap();
        let none = solve();
        assert_eq!(none.status.code(), Some(2));
        let said = String::from_utf8_lossy(&none.stderr);
        assert!(said.contains("there is no picture on the clipboard"), "{said}");
        let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let picture = fixtures.join("voltorb-flip/desmume/2x-touch-board.png");
        clipboard.set().file_list(&[picture]).unwrap();
        let solved = solve();
        assert_eq!(solved.status.code(), Some(0), "{}", String::from_utf8_lossy(&solved.stderr));
        // Who had it is gone.
        drop(clipboard);
        assert_eq!(solve().status.code(), Some(2));
    });
}

/// Few programs offer another format than PNG only; one of megabytes comes in pieces.
#[test]
fn pictures_of_other_formats_and_large_ones_are_pasted() {
    let test = "live::commands::pictures_of_other_formats_and_large_ones_are_pasted";
    on_desktop(test, &[], || {
        let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let board = image::open(fixtures.join("voltorb-flip/desmume/2x-touch-board.png")).unwrap();
        // On a desktop of noise, which no format makes small.
        let mut random = rand_mt::Mt::new(1);
        let mut large = image::RgbImage::from_fn(1400, 1100, |_, _| {
            image::Rgb(std::array::from_fn(|_| random.next_u32() as u8))
        });
        image::imageops::replace(&mut large, &board.to_rgb8(), 300, 200);
        for (picture, format) in [
            (board.to_rgb8(), image::ImageFormat::Jpeg),
            (board.to_rgb8(), image::ImageFormat::Bmp),
            (large, image::ImageFormat::Png),
        ] {
            let mut bytes = std::io::Cursor::new(Vec::new());
            picture.write_to(&mut bytes, format).unwrap();
            let owner = x11_clipboard::Clipboard::new().unwrap();
            let kind = owner.setter.get_atom(format.to_mime_type()).unwrap();
            owner.store(owner.setter.atoms.clipboard, kind, bytes.into_inner()).unwrap();
            let solved = voltsight(&["solve", "--paste"]).output().unwrap();
            let said = String::from_utf8_lossy(&solved.stderr);
            assert_eq!(solved.status.code(), Some(0), "{format:?}: {said}");
        }
    });
}

#[test]
fn a_wait_for_a_window_ends_when_its_time_is_up() {
    on_desktop("live::commands::a_wait_for_a_window_ends_when_its_time_is_up", &[], || {
        for game in [&["watch"][..], &["watch", "minesweeper"]] {
            let output = voltsight(&[game, &["--until", "1s"]].concat()).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{said}");
            assert!(said.contains("waiting for a window"), "{said}");
            assert!(said.contains("the time is up"), "{said}");
        }
    });
}

#[test]
fn the_doctor_is_content_with_a_usual_desktop() {
    on_desktop("live::commands::the_doctor_is_content_with_a_usual_desktop", &[], || {
        User::new().set_dpi(192);
        let output = voltsight(&["doctor", "--json"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let points: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let found = |what: &str| {
            let point = points.iter().find(|p| p["what"] == what).unwrap();
            (point["verdict"].as_str().unwrap(), point["found"].as_str().unwrap())
        };
        assert_eq!(found("window manager"), ("good", "Openbox"));
        assert_eq!(found("taps").0, "good");
        for guard in ["guard: pointer", "guard: cover", "guard: focus", "guard: hotkeys"] {
            assert_eq!(found(guard).0, "good", "{guard}: {}", found(guard).1);
        }
        assert!(found("scale").1.starts_with("192 dots per inch (2.00 times)"));
        assert_eq!(found("game"), ("note", "no window of a known program"));
    });
}

#[test]
fn the_doctor_names_what_is_missing() {
    let name = "live::commands::the_doctor_names_what_is_missing";
    let missing = ["-extension", "Composite", "-extension", "MIT-SHM", "-extension", "XTEST"];
    on_server(name, &[], &missing, || {
        let output = voltsight(&["doctor"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        let text = text(&output);
        for line in ["note  covered windows", "note  capture  ", "BAD   taps"] {
            assert!(text.contains(line), "{text}");
        }
    });
}

#[test]
fn without_a_window_manager_or_a_display_it_says_so() {
    for command in [&["doctor", "--windows"][..], &["doctor"]] {
        let output = voltsight(command).env_remove("DISPLAY").output().unwrap();
        assert_ne!(output.status.code(), Some(0));
        let said = text(&output) + &String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("no X display can be reached"), "{said}");
    }
    if require::program("Xvfb").is_none() {
        return;
    }
    let (_server, display) = start_server(&[]);
    let output = voltsight(&["doctor"]).env("DISPLAY", &display).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("BAD   window manager"), "{}", text(&output));
    let output = voltsight(&["doctor", "--windows"]).env("DISPLAY", &display).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("no EWMH window manager"), "{said}");
}

#[test]
fn a_taken_hotkey_is_named() {
    on_desktop("live::commands::a_taken_hotkey_is_named", &[], || {
        let user = User::new();
        user.grab_hotkey('p');
        let output = voltsight(&["doctor"]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "advice is possible without hotkeys");
        assert!(text(&output).contains("Ctrl+Alt+P is taken"), "{}", text(&output));
    });
}
