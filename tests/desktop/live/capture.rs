//! Pictures of windows: right, or refused.

use crate::support::painter::{Painter, pattern};
use crate::support::user::User;
use crate::support::{Program, eventually, on_desktop, on_server};
use desktop::known::Runs;
use desktop::system::{XServer, connect};
use desktop::window::{OpenError, WindowChoice, WindowSource, pattern as matching};
use grid::geometry::Point;
use session::capture::{CaptureError, Source};
use session::frame::Frame;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use x11rb::protocol::xproto::{ConfigureWindowAux, ConnectionExt as _};
use x11rb::wrapper::ConnectionExt as _;

pub const NOW: Duration = Duration::ZERO;

pub fn choose(text: &str) -> WindowChoice {
    WindowChoice { pattern: Some(matching(text).unwrap()), ..WindowChoice::default() }
}

pub fn open(text: &str) -> WindowSource {
    eventually(&format!("there is a window {text}"), || WindowSource::open(choose(text)).ok())
}

#[track_caller]
fn assert_shows(frame: &Frame, painter: &Painter) {
    assert!(*frame.picture == painter.truth(), "the picture is not what the window shows");
}

/// Waits until it is captured as it is: of a window that is covered when it is found, its program has to draw what was
/// covered once more.
fn comes_to_show(source: &mut WindowSource, painter: &Painter) {
    eventually("the picture is what the window shows", || {
        source.next(NOW).ok().filter(|frame| *frame.picture == painter.truth())
    });
}

#[track_caller]
fn assert_hidden(source: &mut WindowSource, why: &str) {
    let error = eventually("it is hidden", || source.next(NOW).err());
    assert!(matches!(error, CaptureError::Hidden { .. }), "{error}");
    assert!(error.to_string().contains(why), "{error}");
}

#[test]
fn an_uncovered_window_is_captured_with_its_place() {
    on_desktop("live::capture::an_uncovered_window_is_captured_with_its_place", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (333, 257));
        let mut source = open("^game");
        let frame = source.next(NOW).unwrap();
        assert_shows(&frame, &painter);
        let area = connect().unwrap().client_area(painter.window).unwrap();
        assert_eq!(frame.origin, Some(Point::new(area.x, area.y)));
        assert!(area.y > 150.0, "the window manager's title bar is not part of the picture");
        let again = source.next(NOW).unwrap();
        assert!(std::sync::Arc::ptr_eq(&frame.picture, &again.picture), "nothing has changed");
        assert!(again.at > frame.at);
    });
}

#[test]
fn a_covered_window_is_captured_right() {
    on_desktop("live::capture::a_covered_window_is_captured_right", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let mut source = open("^game");
        let cover = Painter::show("cover", 2, (300, 200), (200, 100));
        User::new().put_over(cover.window, painter.window);
        assert_shows(&source.next(NOW).unwrap(), &painter);
        // Also when it is covered from the beginning.
        drop(source);
        comes_to_show(&mut open("^game"), &painter);
        cover.close();
        let desktop = connect().unwrap();
        eventually("it is uncovered", || {
            (!desktop.is_covered(painter.window).unwrap()).then_some(())
        });
    });
}

#[test]
fn beside_a_compositor_a_covered_window_is_captured_right() {
    let name = "live::capture::beside_a_compositor_a_covered_window_is_captured_right";
    on_desktop(name, &["xcompmgr"], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let mut source = open("^game");
        let cover = Painter::show("cover", 2, (300, 200), (200, 100));
        User::new().put_over(cover.window, painter.window);
        let _compositor = Program::start(&mut Command::new("xcompmgr"));
        let desktop = XServer::connect().unwrap();
        eventually("the compositor runs", || desktop.has_compositor().unwrap().then_some(()));
        eventually("it is captured", || {
            (*source.next(NOW).ok()?.picture == painter.truth()).then_some(())
        });
        assert_shows(&open("^game").next(NOW).unwrap(), &painter);
    });
}

#[test]
fn without_the_composite_extension_a_covered_window_is_refused() {
    let name = "live::capture::without_the_composite_extension_a_covered_window_is_refused";
    on_server(name, &[], &["-extension", "Composite"], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let mut source = open("^game");
        assert_shows(&source.next(NOW).unwrap(), &painter);
        let cover = Painter::show("cover", 2, (300, 200), (200, 100));
        User::new().put_over(cover.window, painter.window);
        assert_hidden(&mut source, "it is covered");
        cover.close();
        let frame = eventually("it is uncovered", || source.next(NOW).ok());
        eventually("it is painted again", || {
            (*source.next(NOW).ok()?.picture == painter.truth()).then_some(())
        });
        assert_eq!(frame.picture.dimensions(), (400, 300));
        User::new().move_window(painter.window, -100, 150);
        assert_hidden(&mut source, "off the screen");
    });
}

#[test]
fn without_shared_memory_pictures_are_the_same() {
    let name = "live::capture::without_shared_memory_pictures_are_the_same";
    on_server(name, &[], &["-extension", "MIT-SHM"], || {
        let painter = Painter::show("game", 1, (200, 150), (401, 300));
        let mut source = open("^game");
        assert_shows(&source.next(NOW).unwrap(), &painter);
        let cover = Painter::show("cover", 2, (300, 200), (200, 100));
        User::new().put_over(cover.window, painter.window);
        assert_shows(&source.next(NOW).unwrap(), &painter);
    });
}

#[test]
fn a_window_partly_off_the_screen_is_captured_whole() {
    on_desktop("live::capture::a_window_partly_off_the_screen_is_captured_whole", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let mut source = open("^game");
        User::new().move_window(painter.window, -150, 1000);
        let frame = source.next(NOW).unwrap();
        eventually("it is painted", || {
            (*source.next(NOW).ok()?.picture == painter.truth()).then_some(())
        });
        assert!(frame.origin.unwrap().x < 0.0);
    });
}

#[test]
fn a_minimised_window_is_refused_and_then_found_again() {
    on_desktop("live::capture::a_minimised_window_is_refused_and_then_found_again", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let mut source = open("^game");
        source.next(NOW).unwrap();
        let user = User::new();
        user.minimise(painter.window);
        assert_hidden(&mut source, "minimised");
        user.restore(painter.window);
        eventually("it is painted again", || {
            (*source.next(NOW).ok()?.picture == painter.truth()).then_some(())
        });
        user.go_to_desktop(1);
        assert_hidden(&mut source, "virtual desktop");
        user.go_to_desktop(0);
        eventually("it is painted again", || {
            (*source.next(NOW).ok()?.picture == painter.truth()).then_some(())
        });
    });
}

#[test]
fn a_window_is_followed_through_moves_and_sizes() {
    on_desktop("live::capture::a_window_is_followed_through_moves_and_sizes", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let mut source = open("^game");
        let user = User::new();
        let desktop = connect().unwrap();
        for (x, y, w, h) in [(50, 60, 256, 384), (700, 500, 512, 768), (10, 10, 1024, 1100)] {
            user.move_window(painter.window, x, y);
            user.resize_window(painter.window, w, h);
            let frame = eventually("it is painted in its new size", || {
                let frame = source.next(NOW).ok()?;
                (*frame.picture == pattern(1, w, h)).then_some(frame)
            });
            let area = desktop.client_area(painter.window).unwrap();
            assert_eq!(frame.origin, Some(Point::new(area.x, area.y)));
        }
    });
}

#[test]
fn a_closed_window_is_lost_and_found_again_when_reopened() {
    on_desktop("live::capture::a_closed_window_is_lost_and_found_again_when_reopened", &[], || {
        let painter = Painter::show("game", 1, (200, 150), (400, 300));
        let mut source = open("^game");
        let followed = source.followed();
        source.next(NOW).unwrap();
        assert_eq!(followed.get(), Some(painter.window));
        let first = painter.window;
        let mut again = 0;
        for (seed, looked_meanwhile) in [(2, true), (3, false), (4, false)] {
            kill(followed.get().unwrap());
            if looked_meanwhile {
                for _ in 0..2 {
                    assert!(matches!(source.next(NOW), Err(CaptureError::Lost(_))));
                    assert_eq!(followed.get(), None);
                }
            }
            // The server gives the numbers of a closed connection to the next one, so the new
            // window has the old one's; it must not be taken for it, for it is not redirected.
            let painter = Painter::show("game", seed, (200, 150), (400, 300));
            again += usize::from(painter.window == first);
            let cover = Painter::show("cover", 99, (300, 200), (200, 100));
            User::new().put_over(cover.window, painter.window);
            if !looked_meanwhile {
                assert!(matches!(source.next(NOW), Err(CaptureError::Lost(_))));
            }
            comes_to_show(&mut source, &painter);
            assert_eq!(followed.get(), Some(painter.window));
            cover.close();
        }
        assert!(again > 0, "no number was given twice");
    });
}

#[test]
fn the_window_of_a_process_is_that_process_only() {
    on_desktop("live::capture::the_window_of_a_process_is_that_process_only", &[], || {
        let process = Program::start(Command::new("sleep").arg("1000"));
        let chosen = Painter::show("game", 1, (100, 150), (400, 300));
        chosen.set_pid(process.pid());
        let _other = Painter::show("game", 2, (800, 150), (400, 300));
        let choice = WindowChoice { pid: Some(process.pid()), ..WindowChoice::default() };
        let mut source = WindowSource::open(choice).unwrap();
        assert_eq!(source.followed().get(), Some(chosen.window));
        chosen.close();
        for _ in 0..10 {
            let error = source.next(NOW).unwrap_err();
            assert!(matches!(error, CaptureError::Lost(_)), "{error}");
        }
        drop(process);
        let error = source.next(NOW).unwrap_err();
        assert!(matches!(error, CaptureError::Closed { .. }), "{error}");
    });
}

#[test]
fn another_game_that_is_open_is_asked_about_and_a_new_one_followed() {
    let name = "live::capture::another_game_that_is_open_is_asked_about_and_a_new_one_followed";
    on_desktop(name, &[], || {
        let process = Program::start(Command::new("sleep").arg("1000"));
        let first = Painter::show("game", 1, (100, 150), (400, 300));
        first.set_pid(process.pid());
        let mut source = open("^game");
        let other = Painter::show("game", 2, (800, 150), (400, 300));
        first.close();
        assert!(matches!(source.next(NOW), Err(CaptureError::Lost(_))));
        assert_hidden(&mut source, &format!("pid {}", std::process::id()));
        assert_hidden(&mut source, "--pid");
        let again = Painter::show("game", 3, (100, 150), (400, 300));
        again.set_pid(process.pid());
        let frame = eventually("it is found again", || source.next(NOW).ok());
        assert_shows(&frame, &again);
        drop(other);
    });
}

/// Closes the connection of the program that a window belongs to.
fn kill(window: u32) {
    let (connection, _) = x11rb::connect(None).unwrap();
    connection.kill_client(window).unwrap().check().unwrap();
    connection.sync().unwrap();
}

#[test]
fn a_window_that_changes_or_closes_during_a_capture_is_no_panic() {
    let name = "live::capture::a_window_that_changes_or_closes_during_a_capture_is_no_panic";
    on_desktop(name, &[], capture_while_it_changes);
}

#[test]
fn nor_is_it_without_shared_memory() {
    let name = "live::capture::nor_is_it_without_shared_memory";
    on_server(name, &[], &["-extension", "MIT-SHM"], capture_while_it_changes);
}

fn capture_while_it_changes() {
    let painter = Painter::show("game", 1, (0, 0), (300, 300));
    let mut source = open("^game");
    let window = painter.window;
    let (taken, pictures) = std::sync::mpsc::channel();
    let changes = std::thread::spawn(move || {
        let (connection, _) = x11rb::connect(None).unwrap();
        for i in 0..400u32 {
            let size = 100 + i * 37 % 900;
            let size = ConfigureWindowAux::new().width(size).height(1000 - size / 2);
            connection.configure_window(window, &size).unwrap();
            connection.sync().unwrap();
            std::thread::sleep(Duration::from_millis(2));
        }
        // On a busy machine every capture may meet a change; now that it rests one must succeed.
        let _ = pictures.try_iter().count();
        pictures.recv().unwrap();
        painter.close();
    });
    loop {
        match source.next(NOW) {
            // Nobody counts those that come after the window is closed.
            Ok(_) => drop(taken.send(())),
            Err(CaptureError::Failed(why)) => assert!(why.contains("cannot be captured"), "{why}"),
            Err(CaptureError::Lost(_)) => break,
            Err(other) => panic!("{other}"),
        }
    }
    changes.join().unwrap();
}

#[test]
fn several_windows_are_named_and_none_is_explained() {
    on_desktop("live::capture::several_windows_are_named_and_none_is_explained", &[], || {
        let error = WindowSource::open(WindowChoice::default()).err().unwrap();
        assert!(matches!(error, OpenError::NoneFits { .. }), "{error}");
        let _a = Painter::show("game-a", 1, (100, 100), (300, 200));
        let _b = Painter::show("game-b", 2, (500, 100), (300, 200));
        let Err(OpenError::Several(windows)) = WindowSource::open(choose("game-")) else {
            panic!("two windows fit");
        };
        assert_eq!(windows.len(), 2);
        let chosen = windows.into_iter().find(|w| w.class == "game-a").unwrap();
        let mut source = WindowSource::open_candidate(choose("game-"), chosen).unwrap();
        assert_eq!(*source.next(NOW).unwrap().picture, pattern(1, 300, 200));
    });
}

#[test]
fn a_title_of_any_bytes_is_listed_on_a_line() {
    on_desktop("live::capture::a_title_of_any_bytes_is_listed_on_a_line", &[], || {
        let game = Painter::show("game", 1, (100, 100), (300, 200));
        let long = [b"\xff\xfe \x1b[31mred\n\r\x07 \xe2\x80\xae back".as_slice(), &[b'x'; 10_000]]
            .concat();
        game.set_title("WM_NAME", "STRING", &long);
        let mut doctor = Command::new(env!("CARGO_BIN_EXE_voltsight"));
        let said = doctor.args(["doctor", "--windows"]).output().unwrap();
        let said = String::from_utf8(said.stdout).unwrap();
        let line =
            said.lines().find(|line| line.contains("game")).unwrap_or_else(|| panic!("{said}"));
        assert!(line.chars().count() < 300, "{} characters", line.chars().count());
        assert!(
            !said.chars().any(|c| (c.is_control() && c != '\n') || c == '\u{202e}'),
            "{said:?}"
        );
        let mut source = open("^game");
        assert_eq!(*source.next(NOW).unwrap().picture, pattern(1, 300, 200));
    });
}

#[test]
fn windows_that_come_and_go_while_they_are_listed_are_no_fault() {
    on_desktop(
        "live::capture::windows_that_come_and_go_while_they_are_listed_are_no_fault",
        &[],
        || {
            let game = Painter::show("game", 1, (100, 100), (300, 200));
            let is_over = AtomicBool::new(false);
            std::thread::scope(|scope| {
                scope.spawn(|| {
                    for _ in 0..4 {
                        // Beside it: what they leave uncovered it would have to draw once more.
                        let show = |i: u16| {
                            Painter::show("other", 2, (i32::from(i) * 20, 500), (200 + i, 100))
                        };
                        (0..12).map(show).collect::<Vec<_>>().into_iter().for_each(Painter::close);
                    }
                    is_over.store(true, Ordering::Relaxed);
                });
                while !is_over.load(Ordering::Relaxed) {
                    let mut source = open("^game");
                    assert_shows(&source.next(NOW).unwrap(), &game);
                }
            });
            drop(game);
        },
    );
}

#[test]
fn windows_are_chosen_by_class_process_and_what_they_run() {
    on_desktop("live::capture::windows_are_chosen_by_class_process_and_what_they_run", &[], || {
        let _other = Painter::show("other", 1, (100, 100), (300, 200));
        let _mines = Painter::show("gnome-mines", 2, (500, 100), (300, 200));
        let _ds = Painter::show("desmume", 3, (900, 100), (300, 200));
        let class = |choice: WindowChoice| match WindowSource::open(choice) {
            Ok(source) => source.candidate().class.clone(),
            Err(OpenError::Several(windows)) => format!("{} windows", windows.len()),
            Err(OpenError::NoneFits { .. }) => "none".into(),
            Err(error) => panic!("{error}"),
        };
        let any = WindowChoice::default;
        assert_eq!(class(any()), "2 windows", "both known programs");
        assert_eq!(class(WindowChoice { runs: Some(Runs::Ds), ..any() }), "desmume");
        assert_eq!(class(WindowChoice { runs: Some(Runs::Mines), ..any() }), "gnome-mines");
        assert_eq!(class(WindowChoice { runs: Some(Runs::Gba), ..any() }), "none");
        assert_eq!(class(WindowChoice { class: Some("OTHER".into()), ..any() }), "other");
        assert_eq!(class(WindowChoice { class: Some("othe".into()), ..any() }), "none");
        assert_eq!(class(WindowChoice { pid: Some(1), ..any() }), "none");
        // All windows here are of this process; a known program goes before others.
        assert_eq!(class(choose("DESMUME|other")), "desmume");
        let own = WindowChoice { pid: Some(std::process::id()), ..choose("other") };
        assert_eq!(class(own), "other");
    });
}
