//! A Wayland desktop by its portal, with a stand-in for the portal and a real PipeWire.

use crate::support::portal::PortalDesk;
use crate::support::{Program, eventually, folder, require};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// `watch` on such a desktop.
struct Watching {
    program: Program,
    folder: PathBuf,
}

fn can_start() -> bool {
    PortalDesk::NEEDS.iter().all(|name| require::program(name).is_some())
}

impl Watching {
    fn start(desk: &PortalDesk, folder: &Path, arguments: &[&str]) -> Self {
        let said = std::fs::File::create(folder.join("said.txt")).unwrap();
        let log = folder.join("log");
        let _ = std::fs::remove_dir_all(&log);
        let mut command = desk.command(env!("CARGO_BIN_EXE_voltsight"));
        let watches = (arguments.first() != Some(&"play")).then_some("watch");
        command.args(watches).args(arguments).args(["--reports", "none", "--log"]).arg(log);
        let told = std::fs::File::create(folder.join("told.txt")).unwrap();
        Self { program: Program::start_telling(command.stdout(said), told), folder: folder.into() }
    }

    fn said(&self) -> String {
        let read = |name| std::fs::read_to_string(self.folder.join(name)).unwrap_or_default();
        read("told.txt") + &read("said.txt")
    }

    fn log(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.folder.join("log/session.jsonl"));
        text.unwrap_or_default()
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    }

    /// Waits until it has done so often what is called so.
    fn until(&mut self, what: &str, count: usize) {
        eventually(&format!("{what} ({count})"), || {
            assert!(self.program.status().is_none(), "it has ended:\n{}", self.said());
            (self.count(what) >= count).then_some(())
        });
    }

    fn count(&self, what: &str) -> usize {
        self.log().iter().filter(|line| line["event"] == what).count()
    }
}

#[test]
fn a_shared_window_is_played_through_a_resize_and_a_cover() {
    if !can_start() {
        return;
    }
    let (desk, folder) = (PortalDesk::start(7), folder("portal-played"));
    desk.cover(true);
    let mut watching = Watching::start(&desk, &folder, &["play"]);
    watching.until("held", 1);
    let said = watching.log().into_iter().find(|line| line["event"] == "held").unwrap();
    assert!(said["why"].as_str().is_some_and(|why| why.contains("may cover it")), "{said}");
    assert_eq!(desk.presses(), 0, "what lies over the game is not pressed");
    desk.cover(false);
    watching.until("confirmed", 3);
    desk.resize(2);
    watching.until("confirmed", 6);
    watching.program.signal("INT");
    watching.program.ends();
    assert!(!desk.is_down(), "a button is left pressed");
    let said = watching.said();
    assert!(said.contains("it cannot halt when another window has the keyboard"), "{said}");
    assert_eq!(desk.dialogs(), 1);
    // The next time nobody is asked.
    let mut again = Watching::start(&desk, &folder, &["play"]);
    again.until("confirmed", 1);
    assert_eq!(desk.dialogs(), 1, "who is known is not asked again");
    eventually("it is pressed", || desk.is_down().then_some(()));
    desk.close_session();
    assert_ne!(again.program.ends().code(), Some(2), "{}", again.said());
    assert!(!desk.is_down(), "a button is left pressed");
    let said = again.said();
    assert!(said.contains("the desktop no longer shares it"), "{said}");
}

#[test]
fn a_window_that_is_minimised_under_a_press_is_not_pressed_again() {
    if !can_start() {
        return;
    }
    let (desk, folder) = (PortalDesk::start(9), folder("portal-minimised"));
    let mut watching = Watching::start(&desk, &folder, &["play"]);
    watching.until("confirmed", 1);
    // Nothing tells that it was felt, and the desktop tells of the pointer no more.
    eventually("it is pressed", || desk.is_down().then_some(()));
    desk.hide(true);
    let presses = desk.presses();
    watching.until("held", 1);
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!(desk.presses(), presses, "what lies there now is not pressed: {}", watching.said());
    assert!(!desk.is_down(), "a button is left pressed");
}

#[test]
fn hotkeys_of_the_desktop_pause_resume_and_stop() {
    if !can_start() {
        return;
    }
    let (desk, folder) = (PortalDesk::with_hotkeys(10), folder("portal-hotkeys"));
    let mut watching = Watching::start(&desk, &folder, &["play"]);
    watching.until("confirmed", 1);
    assert_eq!(desk.wished_keys(), ["CTRL+ALT+p", "CTRL+ALT+s", "CTRL+ALT+r"]);
    desk.press_hotkey("pause");
    watching.until("held", 1);
    let held = watching.log().into_iter().find(|line| line["event"] == "held").unwrap();
    assert_eq!(held["why"], "paused; Meta+pause resumes");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let presses = desk.presses();
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert_eq!(desk.presses(), presses, "{}", watching.said());
    let confirmed = watching.count("confirmed");
    desk.press_hotkey("pause");
    watching.until("confirmed", confirmed + 1);
    desk.press_hotkey("stop");
    watching.program.ends();
    assert!(!desk.is_down(), "a button is left pressed");
    let said = watching.said();
    assert!(said.contains("the stop hotkey was pressed"), "{said}");
    assert!(!said.contains("cannot halt when a hotkey"), "{said}");
    let doctor = desk.command(env!("CARGO_BIN_EXE_voltsight")).arg("doctor").output().unwrap();
    let doctor = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(doctor.contains("can be had, where you allow them"), "{doctor}");
}

#[test]
fn without_hotkeys_play_says_so_and_how_to_resume() {
    if !can_start() {
        return;
    }
    let (desk, folder) = (PortalDesk::with_hotkeys(11), folder("portal-no-hotkeys"));
    let mut watching = Watching::start(&desk, &folder, &["play"]);
    // The window is shared, and then the hotkeys are refused.
    eventually("the window is shared", || (desk.dialogs() == 1).then(|| desk.refuse()));
    watching.until("confirmed", 1);
    eventually("it halts until p is pressed", || {
        desk.move_pointer(None);
        let why =
            |line: &Value| line["why"].as_str().is_some_and(|why| why.ends_with("; p resumes"));
        watching.log().iter().any(|line| line["event"] == "held" && why(line)).then_some(())
    });
    let said = watching.said();
    let sentence = "it cannot halt when a hotkey is pressed: hotkeys cannot be registered: the answer in the desktop's \
                    dialog was no";
    assert!(said.contains(sentence), "{said}");
}

#[test]
fn a_refusal_is_one_sentence() {
    if !can_start() {
        return;
    }
    let (desk, folder) = (PortalDesk::start(7), folder("portal-refused"));
    desk.refuse();
    let mut watching = Watching::start(&desk, &folder, &[]);
    watching.program.ends();
    let said = watching.said();
    assert!(
        said.contains("the window was not shared: the answer in the desktop's dialog was no"),
        "{said}"
    );
    let doctor = desk.command(env!("CARGO_BIN_EXE_voltsight")).arg("doctor").output().unwrap();
    let doctor = String::from_utf8_lossy(&doctor.stdout).into_owned();
    for point in ["shares windows and monitors", "can be made, where you allow it", "by PipeWire"] {
        assert!(doctor.contains(point), "{point}: {doctor}");
    }
    assert_eq!(desk.dialogs(), 1, "the doctor asks nobody");
}

#[test]
fn a_pointer_that_a_person_takes_halts() {
    if !can_start() {
        return;
    }
    let (desk, folder) = (PortalDesk::start(8), folder("portal-pointer"));
    let mut watching = Watching::start(&desk, &folder, &["play"]);
    watching.until("confirmed", 2);
    // A person's hand goes on moving: once may be between two looks, or just as the program moves it.
    eventually("it halts", || {
        desk.move_pointer(None);
        watching.log().into_iter().find(|line| {
            line["event"] == "held"
                && line["why"].as_str().is_some_and(|why| why.contains("pointer was moved"))
        })
    });
    watching.program.signal("TERM");
    watching.program.ends();
    assert!(!desk.is_down(), "a button is left pressed");
}
